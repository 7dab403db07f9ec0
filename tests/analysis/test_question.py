"""The question language: what it understands, what it refuses, and that brute force over the outcomes gives the same chance."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from rulesdemo.analysis.catalogue import entries, find
from rulesdemo.analysis.event_table import event_chance
from rulesdemo.analysis.question import parse_event, parse_question
from rulesdemo.errors import InputError
from rulesdemo.odds.inputs import samples
from rulesdemo.rules.datafiles import GAMES

BOARDING = find("veneti.boarding")
# 4 against 1, cell 4: totals 4 to 8 capture without loss (23 of 36), 9 and more capture with a loss (10), 2 and 3 fail (3).
ANSWER = BOARDING.answer({"attackers": 4, "defenders": 1})


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("captured=true", 33),
        ("captured", 33),
        ("not captured", 3),
        ("attacker_loss>=1", 13),
        ("attacker_loss>0", 13),
        ("attacker_loss<1", 23),
        ("attacker_loss<=0", 23),
        ("attacker_loss≥1", 13),
        ("attacker_loss!=0", 13),
        ("attacker_loss=0..3", 36),
        ("attacker_loss=0|2..9", 23),
        ("attacker_loss=1|0", 36),
        ("captured and attacker_loss=1", 10),
        ("captured AND attacker_loss == 1", 10),
        ("captured = false or attacker_loss = 0", 26),
        ("not captured or captured and attacker_loss=0", 26),  # and before or
        ("(not captured or captured) and attacker_loss=0", 23),
        ("not (captured and attacker_loss=0)", 13),
        ("not not captured", 33),
        ("captured and not captured", 0),
        ("attacker_loss>1/2", 13),
        ("attacker_loss>0.5", 13),
        ("attacker_loss=7", 0),
    ],
)
def test_an_event_has_the_chance_counted_by_hand(text: str, ways: int) -> None:
    test = parse_event(BOARDING, [text])
    assert test.event().chance(ANSWER.dist) == Fraction(ways, 36)
    assert parse_event(BOARDING, [str(test)]) == test  # what it says of itself is understood again


def test_several_texts_mean_and() -> None:
    assert parse_event(BOARDING, ["captured", "attacker_loss=1"]).event().chance(ANSWER.dist) == Fraction(10, 36)
    assert parse_event(BOARDING, ["captured or attacker_loss=1", "attacker_loss=1"]).event().chance(ANSWER.dist) == Fraction(13, 36)
    assert parse_event(BOARDING, ["attacker_loss=0", "attacker_loss=1"]).event().chance(ANSWER.dist) == 0


def test_a_chance_given_an_event() -> None:
    assert event_chance(ANSWER, parse_question(BOARDING, ["attacker_loss=1"], ["captured"])) == Fraction(10, 33)
    assert event_chance(ANSWER, parse_question(BOARDING, ["attacker_loss=1 given captured"])) == Fraction(10, 33)
    assert event_chance(ANSWER, parse_question(BOARDING, ["attacker_loss=1"], ["captured", "attacker_loss>=1"])) == 1
    with pytest.raises(InputError, match="never comes here"):
        event_chance(ANSWER, parse_question(BOARDING, ["captured"], ["attacker_loss=7"]))
    with pytest.raises(InputError, match="--given"):
        parse_event(BOARDING, ["attacker_loss=1 given captured"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "ends too early: a condition is wanted"),
        ("captured and", "ends too early: a condition is wanted"),
        ("and captured", "at letter 1 ('and'): a condition is wanted"),
        ("(captured", "a bracket is not closed"),
        ("captured)", "at letter 9 (')'): join conditions by and, or, not"),
        ("captured attacker_loss=1", "at letter 10 ('attacker_loss'): join conditions"),
        ("captured & attacker_loss=1", "at letter 10 ('&')"),
        ("attacker_los=1", "Did you mean attacker_loss?"),
        ("captured and attacker_los=1", "at letter 14: veneti.boarding has no outcome field 'attacker_los'"),
        ("captured=maybe", "captured is true or false, not 'maybe'"),
        ("captured>=1", "captured has no order, so >= says nothing of it; write captured=true"),
        ("attacker_loss", "attacker_loss needs a sign and a value, as in attacker_loss=2"),
        ("attacker_loss=", "a value of attacker_loss is wanted"),
        ("attacker_loss>=two", "not with 'two'"),
        ("attacker_loss=3..1", "write the smaller number first"),
        ("attacker_loss=1|two", "attacker_loss is never 'two'"),
        ("(" * 100 + "captured" + ")" * 100, "at most 150 words and signs"),
        ("captured or " * 300 + "captured", "at most 2,000 letters"),
    ],
)
def test_what_is_no_event_is_refused_with_its_place(text: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_event(BOARDING, [text])
    assert said in str(refused.value)


def test_texts_nulls_and_stars() -> None:
    battle = find("republic.battle")
    dist = battle.answer({"drm": 0}).dist
    assert parse_event(battle, ["attacker_loss=*"]).event().chance(dist) == dist.p(attacker_loss="*")
    assert parse_event(battle, ["attacker_loss>=0 or attacker_loss=*"]).event().chance(dist) == 1  # a star is no number
    wound = find("toulon.leader_wound")
    law = wound.answer({}).dist
    assert parse_event(wound, ["turns_away=null"]).event().chance(law) == law.p(turns_away=None)
    assert parse_event(wound, ["fate=killed|grave"]).event().chance(law) == law.p(fate="killed") + law.p(fate="grave")
    with pytest.raises(InputError, match="Did you mean killed"):
        parse_event(wound, ["fate=kiled"])


def test_random_events_over_all_procedures_agree_with_a_plain_count() -> None:
    rng = random.Random(27)
    asked = 0
    for game in GAMES:
        for entry in entries(game).values():
            dist = next(
                (entry.answer(sample).dist for sample in samples(entry.inputs)[:1] if entry.fields and _answers(entry, sample)), None
            )
            if dist is None or dist.folded or len(dist) > 2_000:
                continue
            outcomes = list(dist.items())
            for _ in range(6):
                text, test = _random_event(rng, entry, [outcome for outcome, _p in outcomes], 2)
                count = sum((p for outcome, p in outcomes if test(outcome)), Fraction(0))
                assert parse_event(entry, [text]).event().chance(dist) == count, (entry.name, text)
                asked += 1
    assert asked > 300


def _answers(entry, sample):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202 - an Entry and inputs
    try:
        entry.answer(sample)
    except InputError:
        return False
    return True


def _random_event(rng, entry, outcomes, depth):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN202 - as above
    """Return a text, and a test that is written without the parser."""
    word = rng.choice(["", "", "not", "and", "or"]) if depth else ""
    if word == "not":
        text, test = _random_event(rng, entry, outcomes, depth - 1)
        return f"not ({text})", lambda outcome: not test(outcome)
    if word:
        (one, first), (two, second) = (_random_event(rng, entry, outcomes, depth - 1) for _ in "ab")
        both = word == "and"
        return (
            f"({one}) {word} ({two})",
            lambda outcome: (first(outcome) and second(outcome)) if both else (first(outcome) or second(outcome)),
        )
    names = [name for name in entry.fields if isinstance(getattr(rng.choice(outcomes), name), (bool, int, str))]
    usable = [n for n in names if all(type(getattr(o, n)) in (bool, int, str) for o in outcomes)]
    if not usable:
        name = next(iter(entry.fields))
        return f"{name}=0 or not {name}=0", lambda _outcome: True
    name = rng.choice(usable)
    value = getattr(rng.choice(outcomes), name)
    if type(value) is int and all(type(getattr(o, name)) is int for o in outcomes) and entry.fields[name] is int:
        sign = rng.choice(["=", "!=", "<", "<=", ">", ">="])
        tests = {
            "=": lambda o: getattr(o, name) == value,
            "!=": lambda o: getattr(o, name) != value,
            "<": lambda o: getattr(o, name) < value,
            "<=": lambda o: getattr(o, name) <= value,
            ">": lambda o: getattr(o, name) > value,
            ">=": lambda o: getattr(o, name) >= value,
        }
        return f"{name}{sign}{value}", tests[sign]
    said = str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
    return f"{name}={said}", lambda o: getattr(o, name) == value

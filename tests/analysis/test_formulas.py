"""Formulas: the closed forms that the specs print, fitted from the procedures; unknowns; chances by a modifier; means."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesdemo.analysis.catalogue import Entry, answer
from rulesdemo.analysis.formulas import (
    ClosedForm,
    chain_in_unknown,
    closed_form,
    in_modifier,
    in_unknown,
    moments,
    rethrown,
    unknown_dice,
    unknown_die,
)
from rulesdemo.analysis.inverse import Event
from rulesdemo.analysis.recurrences import TEXT, Power, fit, join_terms, shortest, stairs, term_texts
from rulesdemo.errors import InputError, NeverEnds
from rulesdemo.odds.chains import Chain
from rulesdemo.odds.dice import AGAIN, D6, Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.inputs import Count, inputs_of
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset, ruleset

F = Fraction


def as_fraction(text: str, n: int) -> Fraction:
    """What a printed formula comes to, worked out by sympy from its text alone."""
    formula, _, where = text.partition(", k = ")
    letter = sympy.Symbol("k" if where else "n")
    at = int(sympy.sympify(where.replace("//", "/")).subs(sympy.Symbol("n"), n) // 1) if where else n
    value = sympy.expand(sympy.sympify(formula, rational=True).subs(letter, at))
    return F(int(value.p), int(value.q))


def check(form: ClosedForm, by_hand: Callable[[int], Fraction], upto: int = 14) -> None:
    """The text, the exact evaluation and the procedure all agree with a formula written down by hand."""
    assert form.found
    for n in range(form.valid_from, upto):
        assert form.check(n) == by_hand(n) == form.exact(n), n
        assert as_fraction(form.text, n) == by_hand(n), n


# -- closed forms printed in the specs ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "over", "inputs", "when", "text", "by_hand"),
    [
        ("veneti.burning", "rolls", {}, {"state": "out"}, "2/3 - 2/(3*2**n)", lambda n: F(2, 3) - F(2, 3 * 2**n)),
        ("veneti.burning", "rolls", {}, {"state": "lost"}, "1/3 - 1/(3*2**n)", lambda n: F(1, 3) - F(1, 3 * 2**n)),
        ("veneti.burning", "rolls", {}, {"state": "burning"}, "(1/2)**n", lambda n: F(1, 2) ** n),
        ("veneti.neighbour", "turns", {}, {"caught": True}, "4/7 - 4/7*(2/9)**n", lambda n: F(4, 7) * (1 - F(2, 9) ** n)),
        (
            "broadside.small_leak",
            "hull",
            {"turns": lambda hull: hull},
            {"state": "repaired"},
            "1 - (2/3)**(n - 1)",
            lambda n: 1 - F(2, 3) ** (n - 1),
        ),
        (
            "broadside.large_leak",
            "hull",
            {"turns": lambda hull: hull},
            {"state": "repaired"},
            "1 - (5/6)**k, k = (n - 1)//3",
            lambda n: 1 - F(5, 6) ** (-(-n // 3) - 1),
        ),
        ("toulon.war_supply", "turns", {}, {"failed": False}, "(2/3)**n", lambda n: F(2, 3) ** n),
        (
            "escadres.volley",
            "dice",
            {"power": 1, "crew": 1},
            {"power": 0, "crew": 0, "fires": 0, "speed": 0, "turns": 0, "stopped": False, "exploded": False},
            "(1/3)**n",
            lambda n: F(1, 3) ** n,
        ),
        ("escadres.volley", "dice", {"power": 10, "crew": 8}, {"exploded": True}, "1 - (431/432)**n", lambda n: 1 - F(431, 432) ** n),
    ],
)
def test_closed_forms_of_the_specs(
    name: str, over: str, inputs: dict[str, Any], when: dict[str, Any], text: str, by_hand: Callable[[int], Fraction]
) -> None:
    form = closed_form(name, over, inputs, when=when)
    assert form.text == text
    check(form, by_hand)


def test_some_fire_in_a_volley() -> None:
    # The spec counts fires before an explosion overrides them: 5/144 a die. The blast of a ship that explodes lights none, so we add
    # single dice up without that override, from the distribution of one die.
    one = answer("escadres.gun").dist
    fire = one.chance(lambda damage: damage.fires > 0)
    assert fire == F(5, 144)
    form = closed_form(lambda n: 1 - (1 - fire) ** n)
    assert form.text == "1 - (139/144)**n"
    check(form, lambda n: 1 - F(139, 144) ** n)


def test_spread_and_dead_calm_within_n() -> None:
    spread = answer("veneti.spread").dist.p(burns=True)
    calm = answer("veneti.wind", strength=3).dist.p(strength=0)

    def within(chance: Fraction) -> Callable[[int], Fraction]:
        @procedure
        def happens(dice: Dice) -> int:
            return int(dice.roll(D6.sum_of(2)) == 2) if chance == F(1, 36) else int(dice.roll(D6) > 4)

        assert happens.dist().p(1) == chance
        return lambda n: pool(happens, cap=1).dist(n).p(1)

    assert closed_form(within(spread)).text == "1 - (2/3)**n"
    assert [closed_form(within(spread)).check(n) for n in (2, 3, 4, 5)] == [F(5, 9), F(19, 27), F(65, 81), F(211, 243)]
    assert closed_form(within(calm)).text == "1 - (35/36)**n"
    assert closed_form(within(calm)).check(6) == F(338516711, 2176782336)


def test_a_hull_that_gives_out_has_an_early_and_a_late_formula() -> None:
    form = closed_form("broadside.small_leak", "turns", {"hull": 6}, when={"state": "repaired"})
    assert str(form) == "1 - (2/3)**n (0 <= n <= 5), 211/243 (n >= 5)"
    assert [form.check(n) for n in range(8)] == [form.exact(n) for n in range(8)]
    spent = closed_form("veneti.boarding_within", "tries", {"attackers": 3, "defenders": 2, "height": -1}, when={"captured": True})
    assert (spent.text, spent.valid_from) == ("20813/23328", 3)
    with pytest.raises(InputError, match="holds from n = 3 on, not at 2"):
        spent.check(2)


@pytest.mark.parametrize(
    ("name", "over", "inputs", "when"),
    [
        ("escadres.leak", "turns", {"hull": 16}, {"hull": 0}),
        ("escadres.leak", "turns", {"hull": 30}, {"hull": 8}),
        ("escadres.leak", "turns", {"hull": 25, "faces": 3}, {"hull": range(5)}),
        ("escadres.fire_fighting", "fires", {}, {"left": 20}),
        ("escadres.fire_fighting", "fires", {"training": 2}, {"left": 3}),
        ("escadres.in_irons", "turns", {}, {"stuck": True}),
        ("veneti.boarding_within", "tries", {"attackers": 20, "defenders": 5}, {"captured": True}),
        ("veneti.boarding_within", "tries", {"attackers": 40, "defenders": 0, "height": 1}, {"captured": False}),
        ("veneti.wind_forecast", "turns", {"strength": 3}, {"calm": True}),
        ("veneti.wind_forecast", "turns", {"strength": 6}, {"direction_rolled": False}),
        ("veneti.neighbour", "turns", {}, {"fire": "burning", "caught": True}),
        ("veneti.transfer_within", "turns", {}, {"moved": True}),
        ("veneti.after_sprint", "turns", {"crew": 3, "cruise": 4, "used": 6}, {"pm_ahead": 1}),
        ("broadside.small_leak", "turns", {"hull": 30}, {"state": "repaired"}),
        ("broadside.small_leak", "turns", {"hull": 30, "silent": False}, {"state": "sunk"}),
        ("broadside.large_leak", "turns", {"hull": 60}, {"state": "repaired"}),
        ("broadside.large_leak", "turns", {"hull": 120}, {"state": "sunk"}),
        ("broadside.fire", "turns", {"hull": 50}, {"state": "burnt"}),
        ("broadside.fire", "turns", {"hull": 70}, {"state": "out"}),
        ("broadside.wind_after", "turns", {"force": 3}, {"turn": 180}),
        ("broadside.mast_loss", "sections", {}, {"masts_lost": 2}),
        ("toulon.council_within", "turns", {"turn": 1}, {"held": True}),
        ("toulon.war_supply_failures", "turns", {}, {"failures": 20}),
        ("toulon.initiative_tie", "throws", {}, {"tied": True}),
        ("toulon.nml_supply", "zones", {"turn": 9}, {"supplied": True}),
        ("toulon.loss_order", "count", {"arm": "infantry"}, {"losses": 3}),
    ],
)
def test_a_formula_is_right_far_beyond_the_terms_it_was_fitted_to(
    name: str, over: str, inputs: dict[str, Any], when: dict[str, Any]
) -> None:
    form = closed_form(name, over, inputs, when=when)
    early = form.valid_from if form.early is None else form.early.valid_from
    for n in (*range(early, 60), 90, 130, 210):
        if n >= early and (form.upto is None or n <= form.upto):
            assert form.check(n) == Event.of(when).chance(answer(name, **inputs, **{over: n}).dist), n
    if form.found:
        assert str(form).endswith(f"(n >= {form.valid_from})" if form.upto is None else "looked at one by one, nothing is said beyond)")


def test_a_formula_that_would_take_too_long_is_refused() -> None:
    many = closed_form("broadside.fire", "turns", {"hull": 400}, when={"state": "burnt"})
    assert str(many) == "The chain may follow a rule of up to 401 terms, too many to settle: there are only exact terms."
    assert many.check(3) == answer("broadside.fire", hull=400, turns=3).dist.p(state="burnt")
    long = closed_form("escadres.leak", "turns", {"hull": 60}, when={"hull": 0})
    assert str(long) == "The formula would be a sum of 61 powers, too long to print: there are only exact terms."


def test_what_is_not_proved_speaks_for_what_was_looked_at() -> None:
    # All zero for a long while, then not: no number of terms would have told.
    late = closed_form(lambda n: F(int(n >= 500)))
    assert str(late) == "0 (0 <= n <= 95; looked at one by one, nothing is said beyond)"
    assert late.check(600) == 1
    dice = closed_form("escadres.volley", "dice", {"power": 10, "crew": 8}, when={"exploded": True})
    assert str(dice) == "1 - (431/432)**n (0 <= n <= 20)"
    assert closed_form(lambda n: F(int(n >= 20))).valid_from == 20


def test_turns_that_count_only_now_and_then() -> None:
    every = ruleset("broadside", {"weather_every_n_turns": "3"})
    form = closed_form("broadside.wind_reaches", "turns", {"force": 2, "target": 3}, when={"reached": True}, rules=every)
    plain = closed_form("broadside.wind_reaches", "turns", {"force": 2, "target": 3}, when={"reached": True})
    assert form.found == plain.found
    for n in range(form.valid_from, 40):
        assert form.check(n) == answer("broadside.wind_reaches", every, force=2, target=3, turns=n).dist.p(reached=True)


def test_the_steps_are_kept_as_latex() -> None:
    steps = closed_form("veneti.burning", "rolls", when={"state": "out"}).steps
    assert [step.number for step in steps] == [1, 2, 3, 4, 5, 6]
    assert steps[1].latex == r"a_{n + 2} = \frac{3}{2} a_{n + 1} - \frac{1}{2} a_{n}"
    assert steps[2].latex.endswith(r"= \frac{\left(x - 1\right) \left(2 x - 1\right)}{2}")
    assert steps[3].latex == r"a_{n} = \frac{2}{3} - \frac{2}{3 \cdot 2^{n}}"
    assert steps[4].words == "Checked on exact terms not used so far, n = 8 to 15."
    assert steps[5].words == "The chain's states allow no rule of more than 2 terms, so it holds for every n."


# -- recurrences ---------------------------------------------------------------------------------------------------------

roots = st.fractions(min_value=F(-5, 6), max_value=1, max_denominator=6).filter(bool)


@settings(max_examples=40)
@given(st.dictionaries(st.tuples(roots, st.integers(0, 1)), st.fractions(-2, 2, max_denominator=5).filter(bool), min_size=1, max_size=3))
def test_any_sum_of_powers_is_found_again(powers: dict[tuple[Fraction, int], Fraction]) -> None:
    terms = [Power(root, degree, coefficient) for (root, degree), coefficient in powers.items()]
    form = closed_form(lambda n: sum((term.at(n) for term in terms), F(0)))
    assert form.found
    assert {(each.root, each.degree): each.coefficient for each in form.summands or () if isinstance(each, Power)} == powers
    for n in range(6):
        assert as_fraction(form.text, n) == sum((term.at(n) for term in terms), F(0))


@given(st.lists(st.fractions(-1, 1, max_denominator=7), min_size=1, max_size=4), st.lists(st.integers(-3, 3), min_size=4, max_size=4))
def test_the_shortest_rule_reproduces_its_terms(rule: list[Fraction], start: list[int]) -> None:
    terms = [F(value) for value in start[: len(rule)]]
    while len(terms) < 4 * len(rule) + 4:
        terms.append(sum((c * a for c, a in zip(rule, reversed(terms), strict=False)), F(0)))
    found = shortest(terms)
    assert len(found) <= len(rule)
    for n in range(len(found), len(terms)):
        assert terms[n] == sum((found[i] * terms[n - 1 - i] for i in range(len(found))), F(0))


@given(st.lists(st.fractions(0, 1, max_denominator=9), min_size=0, max_size=6), roots)
def test_a_transient_moves_the_start(first: list[Fraction], root: Fraction) -> None:
    rule = fit(lambda n: first[n] if n < len(first) else root**n, 0, 64)
    assert rule is not None
    assert rule.transient <= len(first)
    assert all(rule.at(n) == root**n for n in range(len(first), 30))


def test_square_roots_and_complex_pairs() -> None:
    form = closed_form(run_of_heads)
    # No two heads running: Fibonacci numbers over powers of two.
    assert "sqrt(5)" in form.text
    assert r"\sqrt{5}" in form.latex
    assert [form.check(n) for n in range(20)] == [run_of_heads(n) for n in range(20)]
    assert all(as_fraction(form.text, n) == run_of_heads(n) for n in range(5))
    turning = closed_form(lambda n: linear([F(1), F(1, 2)], [F(1, 2), F(-1, 2)], n))
    assert turning.check(30) == linear([F(1), F(1, 2)], [F(1, 2), F(-1, 2)], 30)


def linear(start: list[Fraction], rule: list[Fraction], n: int) -> Fraction:
    terms = list(start)
    while len(terms) <= n:
        terms.append(sum((c * a for c, a in zip(rule, reversed(terms), strict=False)), F(0)))
    return terms[n]


def run_of_heads(n: int) -> Fraction:
    return linear([F(1), F(1)], [F(1, 2), F(1, 4)], n)


def test_without_roots_in_radicals_there_are_exact_terms() -> None:
    # x^5 - x/3 - 1/4 has no rational root and splits no further; a quintic like it has no formula in radicals.
    def quintic(n: int) -> Fraction:
        return linear([F(1), F(0), F(0), F(0), F(0)], [F(0), F(0), F(0), F(1, 3), F(1, 4)], n)

    form = closed_form(quintic)
    assert not form.found
    assert str(form) == (
        "The rule's polynomial has a factor of degree 5 that splits no further; its roots have no formula fit to print: "
        "there are only exact terms."
    )
    assert form.check(40) == quintic(40)
    assert form.steps[1].latex == r"a_{n + 5} = \frac{1}{3} a_{n + 1} + \frac{1}{4} a_{n}"


def test_without_a_rule_there_are_exact_terms() -> None:
    form = closed_form(lambda n: F(1, n + 1), most=30)
    assert (form.found, form.check(9)) == (False, F(1, 10))
    assert form.text == "No rule of up to 10 terms fits the first 30 terms: there are only exact terms."


def test_questions_that_cannot_be_asked() -> None:
    with pytest.raises(InputError, match=r"say which chance of veneti\.burning is meant"):
        closed_form("veneti.burning", "rolls")
    with pytest.raises(InputError, match="has no input 'turns' and no input given as a function of it; its inputs: rolls"):
        closed_form("veneti.burning", "turns", when={"state": "out"})
    with pytest.raises(InputError, match="rolls is left open and cannot be given as well"):
        closed_form("veneti.burning", "rolls", {"rolls": 3}, when={"state": "out"})


def test_terms_are_written_as_a_reader_would() -> None:
    def text(*powers: Power) -> str:
        return join_terms([term_texts(power, "n", TEXT) for power in powers])

    assert text(Power(F(1), 0, F(1)), Power(F(2, 3), 0, F(-3, 2))) == "1 - (2/3)**(n - 1)"
    assert text(Power(F(1), 1, F(-2, 3))) == "-2*n/3"
    assert text(Power(F(3), 0, F(1, 2)), Power(F(-1), 0, F(1, 2))) == "3**n/2 + 1/2*(-1)**n"
    assert text(Power(F(5, 6), 2, F(1, 6))) == "n**2/6*(5/6)**n"
    assert text() == "0"


@pytest.mark.parametrize("width", [2, 3, 5])
def test_stairs_are_seen(width: int) -> None:
    assert stairs([F(1, 2) ** (n // width) for n in range(24)]) == (width, 0)
    assert stairs([F(1, 2) ** n for n in range(24)]) == (1, 0)
    assert stairs([F(0)] * 24) == (1, 0)


# -- throwing again ------------------------------------------------------------------------------------------------------


def test_ties_as_a_geometric_series() -> None:
    ties = rethrown(answer("veneti.initiative", roman=2, veneti=2), {"winner": "roman"})
    assert (ties.once, ties.again, ties.chance) == (F(5, 12), F(1, 6), F(1, 2))
    assert ties.still_text == "(1/6)**n"
    assert ties.still(2) == F(1, 36)
    # The series itself, cut off: what is missing is the chance that nothing is decided yet, shared as the rest.
    assert sum(ties.again**n * ties.once for n in range(10)) == ties.chance * (1 - ties.still(10))
    assert ties.steps[2].latex == r"E = \frac{1}{1 - \frac{1}{6}} = \frac{6}{5}"
    edge = rethrown(answer("veneti.initiative", roman=1, veneti=0), {"winner": "roman"})
    assert edge.chance == F(21, 31)
    with pytest.raises(InputError, match=r"veneti\.spread never throws the same dice again"):
        rethrown(answer("veneti.spread"), {"burns": True})


# -- unknowns ------------------------------------------------------------------------------------------------------------


def test_two_duellists() -> None:
    shot, p = unknown_die("p")

    @procedure
    def duel(dice: Dice) -> tuple[bool, bool]:
        hits = dice.roll(shot), dice.roll(shot)
        return hits if any(hits) else AGAIN

    first_only = in_unknown(duel, when=lambda hits: hits == (True, False))
    assert str(first_only) == "(1 - p)/(2 - p)"
    assert first_only.latex == r"\frac{1 - p}{2 - p}"
    assert str(in_unknown(duel, when=all)) == "p/(2 - p)"
    assert str(p) == "p"
    for chance in (F(1, 6), F(1, 2), F(5, 6)):
        assert first_only.at(p=chance) == chance * (1 - chance) / (1 - (1 - chance) ** 2)


def test_known_and_unknown_dice_together() -> None:
    die, _ = unknown_die("p")

    @procedure
    def mixed(dice: Dice) -> str:
        face = dice.roll(D6)
        if face == 1:
            return "at once"
        if face == 2:
            return AGAIN  # type: ignore[no-any-return]
        if face <= 4:
            return "hit" if dice.roll(die) else AGAIN
        return "hit" if dice.roll(die) else "miss"

    # Of six faces: one decides at once, one goes again, two go again on a miss, two stand. By hand, with q = 1 - p:
    for p in (F(1, 3), F(3, 4)):
        again = F(1, 6) + F(2, 6) * (1 - p)
        assert in_unknown(mixed, when={"": "at once"}).at(p=p) == F(1, 6) / (1 - again)
        assert in_unknown(mixed, when={"": "hit"}).at(p=p) == F(4, 6) * p / (1 - again)
        assert in_unknown(mixed, when={"": "miss"}).at(p=p) == F(2, 6) * (1 - p) / (1 - again)


def test_two_unknowns_and_a_pool() -> None:
    (one, _), (two, _) = unknown_dice("p", "q")

    @procedure
    def either(dice: Dice) -> int:
        return int(dice.roll(one) or dice.roll(two))

    assert sympy.simplify(in_unknown(either, when={"": 1}).expression - sympy.sympify("p + q - p*q")) == 0
    some = in_unknown(pool(either, cap=1), 3, when={"": 1})
    for p, q in product((F(1, 3), F(1, 2)), repeat=2):
        assert some.at(p=p, q=q) == 1 - ((1 - p) * (1 - q)) ** 3
    with pytest.raises(InputError, match="needs a value for q"):
        some.at(p=F(1, 2))


@given(st.fractions(F(1, 20), F(19, 20), max_denominator=20), st.integers(2, 5))
@settings(max_examples=15)
def test_the_gamblers_ruin(p: Fraction, goal: int) -> None:
    die, _ = unknown_die("p")

    @procedure
    def step(dice: Dice, purse: int) -> int:
        return purse + (1 if dice.roll(die) else -1)

    def over(purse: int) -> bool:
        return purse in (0, goal)

    ruin = chain_in_unknown(Chain(step, 1, over))
    ratio = (1 - p) / p
    wins = F(1, goal) if ratio == 1 else (1 - ratio) / (1 - ratio**goal)
    assert ruin.ends[goal].at(p=p) == wins
    assert ruin.ends[0].at(p=p) == 1 - wins
    # Wald: what is won on average is (2 p - 1) a turn.
    assert goal * wins - 1 == (2 * p - 1) * ruin.mean_turns.at(p=p)


def test_a_known_chain_gives_the_same_by_either_solver() -> None:
    @procedure
    def step(dice: Dice, state: int) -> int:
        return int(min(4, max(0, state + (dice.roll(D6) > 4) - (dice.roll(D6) > 3))))

    def done(state: int) -> bool:
        return state in (0, 4)

    chain = Chain(step, 2, done)
    solved = chain_in_unknown(chain)
    assert {state: formula.at() for state, formula in solved.ends.items()} == dict(chain.ends().items())
    assert solved.mean_turns.at() == chain.mean_turns()


def test_a_chain_without_end_is_refused() -> None:
    @procedure
    def stay(dice: Dice, state: int) -> int:
        return int(state + 0 * dice.roll(D6))

    def never(_state: int) -> bool:
        return False

    with pytest.raises(NeverEnds, match="the chain of stay has states from which it never ends"):
        chain_in_unknown(Chain(stay, 1, never))


# -- chances by a modifier -----------------------------------------------------------------------------------------------


def test_a_die_ladder() -> None:
    ladder = in_modifier("veneti.disengage", {"crew": 2}, when={"free": True})
    assert str(ladder).splitlines() == ["drm <= -2: 0", "-1 <= drm <= 3: (drm + 2)/6", "drm >= 4: 1"]
    assert ladder.latex() == (
        r"P(\text{free yes}) = \begin{cases} 0 & \mathit{drm} \le -2 \\ \frac{\mathit{drm} + 2}{6} & -1 \le \mathit{drm} \le 3 \\"
        r" 1 & \mathit{drm} \ge 4 \end{cases}"
    )
    down = in_modifier("republic.refusal", {"cv": 5}, when={"refused": True})
    assert str(down).splitlines() == ["drm <= -4: 1", "-3 <= drm <= 5: (6 - drm)/10", "drm >= 6: 0"]


@pytest.mark.parametrize(
    ("name", "inputs", "over", "when"),
    [
        ("republic.battle", {}, "drm", {"retreat": "defender"}),
        ("republic.leader_loss", {"vm": 7}, "drm", {"fate": "killed"}),
        ("veneti.missiles", {"marines": 3, "flaming": True}, "drm", {"fire": True}),
        ("veneti.boarding", {"defenders": 2}, "attackers", {"captured": True}),
        ("veneti.fatigue", {"crew": 3, "cruise": 4}, "used", {"level": 2}),
        ("broadside.gunnery", {"force": 10}, "drm", {"damage": 3}),
        ("veneti.straggler", {}, "crew", {"obeys": True}),
    ],
)
def test_pieces_agree_with_the_odds_everywhere(name: str, inputs: dict[str, Any], over: str, when: dict[str, Any]) -> None:
    found = in_modifier(name, inputs, over, when=when)
    for n in (*found.searched, *(n for n in (-1000, 1000) if found.pieces[0].holds(n) or found.pieces[-1].holds(n))):
        assert found.at(n) == answer(name, **inputs, **{over: n}).dist.p(**when)
        assert sum(piece.holds(n) for piece in found.pieces) == 1


@pytest.mark.parametrize(
    ("name", "inputs", "over", "when", "lines"),
    [
        (
            "republic.percent_loss",
            {"percent": 5},
            "sp",
            {"lost": 6},
            ["0 <= sp <= 109: 0", "110 <= sp <= 129: 1", "130 <= sp <= 1000: 0", "Looked at sp 0 to 1000; nothing is said above."],
        ),
        (
            "republic.surrender_check",
            {"siege_defence": 50},
            "infantry",
            {"allowed": True},
            ["0 <= infantry <= 499: 0", "infantry >= 500: 1"],
        ),
        (
            "republic.combat_ratio",
            {"defender": 300},
            "attacker",
            {"drm": 2},
            [
                "1 <= attacker <= 599: 0",
                "600 <= attacker <= 899: 1",
                "900 <= attacker <= 1001: 0",
                "Looked at attacker 1 to 1001; nothing is said above.",
            ],
        ),
        (
            "republic.refusal",
            {"drm": 500},
            "cv",
            {"refused": True},
            ["0 <= cv <= 499: 0", "500 <= cv <= 508: (cv - 499)/10", "cv >= 509: 1"],
        ),
        (
            "republic.refusal",
            {"drm": 5000},
            "cv",
            {"refused": True},
            ["0 <= cv <= 1000: 0", "Looked at cv 0 to 1000; nothing is said above."],
        ),
        (
            "broadside.boarding_force",
            {},
            "force",
            {"force": 3},
            [
                "-1000 <= force <= 2: 0",
                "force = 3: 1",
                "4 <= force <= 1000: 0",
                "Looked at force -1000 to 1000; nothing is said beyond.",
            ],
        ),
    ],
)
def test_no_end_is_open_that_is_not_proved(name: str, inputs: dict[str, Any], over: str, when: dict[str, Any], lines: list[str]) -> None:
    found = in_modifier(name, inputs, over, when=when)
    assert str(found).splitlines() == lines
    assert ("nothing is said" in found.latex()) == ("nothing is said" in lines[-1])


def test_where_a_procedure_refuses_the_pieces_say_so() -> None:
    @procedure(public=True)
    def picky(dice: Dice, rules: Ruleset, n: Count) -> Few:  # noqa: ARG001 - the inputs of a catalogue's procedure
        if n > 7:
            message = "seven at most"
            raise InputError(message)
        return Few(dice.roll(D6) > n)

    entry = Entry("veneti.picky", "veneti", picky, inputs_of(picky))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulesdemo.analysis.inverse.find", lambda _: entry)
        found = in_modifier("veneti.picky", over="n", when={"more": True})
    assert str(found).splitlines() == ["0 <= n <= 5: (6 - n)/6", "6 <= n <= 7: 0", "Looked at n 0 to 7; n 8 is refused: seven at most"]


class Few(NamedTuple):
    """Whether a die shows more."""

    more: bool


def test_the_ends_of_a_bounded_input_stay_ends() -> None:
    crew = in_modifier("veneti.straggler", {}, "crew", when={"obeys": True})
    assert str(crew) == "0 <= crew <= 4: crew/6"
    with pytest.raises(InputError, match="crew 5 lies outside of 0 to 4"):
        crew.at(5)


# -- means ---------------------------------------------------------------------------------------------------------------


def test_means_and_variances() -> None:
    tired = moments(answer("veneti.sprint_cost", crew=3, cruise=4, used=6), "pm_lost")
    # 0, 3 and 6 points with 1/3, 1/2 and 1/6.
    assert (tired.mean, tired.variance) == (F(5, 2), F(9, 2) + 6 - F(25, 4))
    assert tired.steps[0].latex.endswith(r"0 \cdot \frac{1}{3} + 3 \cdot \frac{1}{2} + 6 \cdot \frac{1}{6} = \frac{5}{2}")
    assert tired.steps[2].latex == r"\sigma^2 = \frac{21}{2} - \left(\frac{5}{2}\right)^2 = \frac{17}{4}"


def test_a_star_needs_a_number() -> None:
    asked = answer("republic.battle", drm=0)
    with pytest.raises(InputError, match=r"attacker_loss of republic.battle can be \*, which is no number; .* --count '\*=0'"):
        moments(asked, "attacker_loss")
    assert moments(asked, "attacker_loss", count={"*": 0}).mean == F(141, 10)


def test_moments_of_a_folded_pool() -> None:
    volley = answer("escadres.volley", dice=3, power=25, crew=25)
    # Three dice cannot fill 25 boxes but by big criticals; an explosion, which counts for nothing else, makes the means differ.
    calm = answer("escadres.gun").dist.where(lambda damage: not damage.exploded)
    assert moments(volley, "crew").mean == 3 * calm.mean("crew") * (1 - volley.dist.p(exploded=True))
    assert volley.dist.folded

"""Questions asked the other way round: the answers that the specs print, and searches that do not trust the curve."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.analysis.catalogue import answer, find
from rulesdemo.analysis.derivation import why
from rulesdemo.analysis.inverse import Event, Open, compare, smallest, spans, worth
from rulesdemo.errors import InputError
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.inputs import Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import ruleset

F = Fraction


# -- the smallest input --------------------------------------------------------------------------------------------------


def test_smallest_net_drm_with_defender_retreat_over_one_half() -> None:
    found = smallest("republic.battle", "drm", {"retreat": "defender"}, F(1, 2), strictly=True)
    assert (found.value, dict(found.chances)[3]) == (3, F(11, 20))
    assert str(found) == (
        "drm 3 is the smallest with a chance over 1/2 of retreat defender: 11/20 (55.0 %) (searched drm -23 to 3; below, nothing changes)."
    )


def test_fewest_dice_for_some_critical() -> None:
    # A critical may end as a single box, which a plain hit costs too, so the outcome does not tell. The first die does: it is a 6.
    first = why(find("escadres.gun").procedure, ruleset("escadres")).body
    assert first.ask is not None
    critical = next(branch for branch in first.branches if branch.then.ask is not None)
    assert critical.values == ((6, 1),)
    one = F(critical.weight, first.ask.total)

    def some_critical(dice: int) -> Fraction:
        return F(pool(hit, cap=1).dist(dice).p(1))

    @procedure
    def hit(dice: Dice) -> int:
        return int(dice.roll(D6) == 6)

    assert hit.dist().p(1) == one
    assert next(n for n in range(13) if some_critical(n) > F(1, 2)) == 4
    # Asked through any test on outcomes: damage that a plain die cannot do.
    found = smallest("escadres.volley", "dice", hurt, F(1, 2), strictly=True, search=range(1, 4), power=2, crew=2)
    assert [n for n, _ in found.chances] == [1, 2]
    assert found.value == 2
    assert str(found).startswith("dice 2 is the smallest with a chance over 1/2 of two boxes or worse: ")


def hurt(damage: Any) -> bool:
    """two boxes or worse."""
    return damage.power + damage.crew >= 2 or any(damage[2:])


def test_fewest_cunning_points_for_a_refusal() -> None:
    # A Roman of campaign value 6 next to a friendly city: +4 - 2, less one for each point.
    found = smallest(
        "republic.refusal", "cunning", {"refused": True}, F(7, 10), search=range(10), cv=6, drm=lambda cunning: 4 - 2 - cunning
    )
    assert found.value == 2
    assert [chance for _, chance in found.chances] == [F(1, 2), F(3, 5), F(7, 10)]


def test_fewest_points_for_treachery() -> None:
    # CDI 7, CV 7: points for a 1/5 chance.
    found = smallest("republic.treachery", "drm", {"falls": True}, F(1, 5), search=range(10), cdi=7, cv=7)
    assert found.value == 2


def test_never_enough_says_the_best_and_where() -> None:
    found = smallest("veneti.missiles", "drm", {"fire": True}, F(3, 4), marines=3, flaming=True)
    assert found.value is None
    assert found.best == (5, F(1, 2))
    assert str(found) == (
        "No drm gives a chance of at least 3/4 of fire yes (searched drm -6 to 7; below and above, nothing changes); "
        "the best is 1/2 (50.0 %) at drm 5."
    )


@pytest.mark.parametrize(
    ("name", "over", "inputs", "when", "chance", "value"),
    [
        ("escadres.leak", "turns", {"hull": 20}, {"hull": 0}, F(1, 2), 118),
        ("republic.star_loss", "sp", {}, {"lost": 9}, F(1, 10), 180),
        ("republic.storm", "infantry", {"defender": 400}, {"falls": True}, F(1, 2), 800),
        ("republic.refusal", "cv", {"drm": 500}, {"refused": True}, F(1), 509),
        ("broadside.wind_reaches", "turns", {"force": 3, "target": 0}, {"reached": True}, F(9, 10), None),
    ],
)
def test_what_lies_far_out_is_found(
    name: str, over: str, inputs: dict[str, Any], when: dict[str, Any], chance: Fraction, value: int | None
) -> None:
    found = smallest(name, over, when, chance, **inputs)
    here = found.value
    assert here is not None
    assert value in (here, None)
    assert str(found).startswith(f"{over} {here} is the smallest with a chance of at least {chance} of ")
    assert answer(name, **inputs, **{over: here}).dist.p(**when) >= chance > answer(name, **inputs, **{over: here - 1}).dist.p(**when)


def test_without_a_smallest_the_edge_of_the_search_is_none() -> None:
    found = smallest("republic.battle", "drm", {"retreat": "attacker"}, F(1, 2))
    assert (found.value, found.endless) == (None, True)
    assert str(found) == (
        "No drm is the smallest with a chance of at least 1/2 of retreat attacker: "
        "drm -23 gives 1 (100.0 %), and so does every smaller one."
    )
    # Here nobody knows that it goes on so; the first that was looked at is called no more than that.
    force = smallest("broadside.boarding_force", "force", {"force": lambda force: force < 0}, F(1, 2))
    assert str(force).startswith("force -400 is the first found with")
    assert str(force).endswith("(searched force -400 to -400; nobody looked below).")


def test_a_search_says_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    short = smallest("republic.storm", "infantry", {"falls": True}, F(1, 2), defender=4000)
    assert str(short) == (
        "No infantry from 1 to 2001 gives a chance of at least 1/2 of falls yes; the best is 1/5 (20.0 %) at infantry 2001. "
        "Nobody looked above."
    )
    monkeypatch.setattr("rulesdemo.analysis.inverse.SEARCH_SECONDS", -1)
    slow = smallest("escadres.fire_fighting", "fires", {"left": 90}, F(1, 50))
    assert (slow.value, slow.searched) == (None, range(60))
    assert str(slow).endswith("at fires 0. Nobody looked above.")
    asked = smallest("veneti.straggler", "crew", {"obeys": True}, F(1), search=range(1, 3))
    assert str(asked) == "No crew from 1 to 2 gives a chance of at least 1 of obeys yes; the best is 1/3 (33.3 %) at crew 2."


def test_every_turn_of_an_input_with_an_end_is_searched() -> None:
    found = smallest("veneti.boarding_within", "tries", {"captured": True}, F(99, 100), attackers=3, defenders=2, height=-1)
    assert (found.value, found.searched) == (None, range(1001))
    assert str(found).startswith("No tries gives a chance of at least 99/100 of captured yes (searched tries 0 to 1000); the best is ")


def test_strictly_and_at_least_differ_on_the_edge() -> None:
    assert smallest("veneti.straggler", "crew", {"obeys": True}, F(1, 2)).value == 3
    assert smallest("veneti.straggler", "crew", {"obeys": True}, F(1, 2), strictly=True).value == 4
    assert smallest("veneti.straggler", "crew", {"obeys": True}, F(1)).searched == range(5)


def test_a_chance_that_falls_again_is_no_trap() -> None:
    # Being at level 2 is likeliest in the middle: a search by halves would miss it.
    found = smallest("veneti.fatigue", "used", {"level": 2}, F(1, 2), crew=3, cruise=4)
    by_hand = next(n for n in range(61) if answer("veneti.fatigue", crew=3, cruise=4, used=n).dist.p(level=2) >= F(1, 2))
    assert found.value == by_hand
    assert answer("veneti.fatigue", crew=3, cruise=4, used=20).dist.p(level=2) < F(1, 2)


@given(st.integers(-8, 8), st.integers(1, 6))
def test_the_smallest_is_the_smallest(first: int, sixths: int) -> None:
    found = smallest("veneti.disengage", "drm", {"free": True}, F(sixths, 6), search=range(first, 12), crew=2)
    enough = [n for n in range(first, 12) if answer("veneti.disengage", crew=2, drm=n).dist.p(free=True) >= F(sixths, 6)]
    assert found.value == enough[0]


def test_questions_that_cannot_be_asked() -> None:
    with pytest.raises(InputError, match="has no input 'modifier'"):
        smallest("veneti.disengage", "modifier", {"free": True}, F(1, 2), crew=2)
    with pytest.raises(InputError, match=r"immobilised of veneti\.grapple is true or false, not a number"):
        smallest("veneti.grapple", "immobilised", {"success": True}, F(1, 2), crew=2)
    with pytest.raises(InputError, match=r"nothing to search: range\(7, 9\) holds no value that is a whole number from 0 to 4"):
        smallest("veneti.straggler", "crew", {"obeys": True}, F(1, 2), search=range(7, 9))
    with pytest.raises(InputError, match="say which outcomes are meant"):
        smallest("veneti.straggler", "crew", {}, F(1, 2))


# -- events --------------------------------------------------------------------------------------------------------------


def test_events_by_value_by_set_and_by_test() -> None:
    dist = answer("veneti.boarding", attackers=4, defenders=1).dist
    assert Event.of({"captured": True, "attacker_loss": 0}).chance(dist) == F(23, 36)
    assert Event.of({"attacker_loss": {0, 1}}).chance(dist) == 1
    assert Event.of({"attacker_loss": lambda loss: loss > 0}).chance(dist) == F(13, 36)
    assert Event.of(lambda outcome: outcome.captured).chance(dist) == F(11, 12)
    assert str(Event.of({"attacker_loss": {1, 0}, "captured": False})) == "attacker_loss 0 or 1, captured no"
    with pytest.raises(InputError, match="no outcome field 'taken'; this law has captured, attacker_loss, defender_loss"):
        Event.of({"taken": True}).chance(dist)


def test_an_event_by_fields_leaves_a_pool_folded() -> None:
    dist = answer("escadres.volley", dice=12, power=10, crew=8).dist
    assert Event.of({"exploded": True}).chance(dist) == 1 - F(431, 432) ** 12
    assert dist.folded


@given(st.lists(st.integers(-20, 20), unique=True, min_size=1, max_size=12).map(sorted))
def test_spans_name_every_number_once(numbers: list[int]) -> None:
    back: list[int] = []
    for part in spans(numbers).replace(" and ", ", ").split(", "):
        low, _, high = part.partition(" to ")
        back += range(int(low), int(high or low) + 1)
    assert back == numbers


# -- what choices are worth ----------------------------------------------------------------------------------------------


def test_what_a_modifier_is_worth() -> None:
    found = worth("veneti.boarding", {"captured": True}, attackers=4, defenders=1)
    assert found.chance == F(11, 12)
    moved = {(change.name, change.after): change.points for change in found.changes}
    assert moved["height", -1] == F(5, 6) - F(11, 12)
    assert moved["height", 1] == F(35, 36) - F(11, 12)
    assert [abs(change.points) for change in found.changes] == sorted((abs(change.points) for change in found.changes), reverse=True)
    assert ("attackers", 3) in moved
    assert ("defenders", 0) in moved


def test_worth_in_means() -> None:
    # What a rake is worth: six more force is exactly one more point on average; one more force a sixth of that.
    found = worth("broadside.gunnery", {"damage": range(1, 99)}, force=10)
    more = next(change for change in found.changes if (change.name, change.after) == ("force", 11))
    assert dict(more.means)["damage"] == F(1, 6)


def test_one_cunning_point_moves_refusal_by_a_tenth() -> None:
    found = worth("republic.refusal", {"refused": True}, cv=5, drm=2)
    assert {change.points for change in found.changes if change.name == "drm"} == {F(1, 10), F(-1, 10)}


def test_changes_that_the_rules_refuse_are_left_out() -> None:
    found = worth("veneti.straggler", {"obeys": True}, crew=4)
    assert [(change.name, change.after) for change in found.changes] == [("crew", 3)]


# -- two rulesets --------------------------------------------------------------------------------------------------------


def test_a_patched_cell_side_by_side() -> None:
    harder = ruleset("veneti", patches={("boarding", "4", "1"): "5"})
    both = compare("veneti.boarding", None, harder, attackers=4, defenders=1)
    assert both.change({"captured": True}) == F(-1, 12)
    assert sum(change for *_, change in both.rows) == 0
    assert [change for *_, change in both.rows] == [F(1, 12), F(-1, 12), 0]
    assert {name: change for name, *_, change in both.means} == {"attacker_loss": F(1, 12), "defender_loss": F(1, 12)}
    assert str(both).splitlines() == [
        "captured  attacker_loss  defender_loss  before  after  change",
        "no        1              1              1/12    1/6    +1/12",
        "yes       0              0              23/36   5/9    -1/12",
    ]


def test_a_switch_side_by_side() -> None:
    modified = ruleset("veneti", switches={"boarding_bands": "modified"})
    both = compare("veneti.boarding", ruleset("veneti"), modified, attackers=4, defenders=1, height=1)
    assert both.change({"captured": True}) == 0
    assert both.change({"attacker_loss": 1}) == F(5, 36)  # a total of 8 now counts as 9
    assert str(compare("veneti.spread", None, modified)) == "No chance moves."


# -- open inputs ---------------------------------------------------------------------------------------------------------


def test_an_input_left_open() -> None:
    asked = Open.of("veneti.straggler", "crew", {})
    assert asked.kind == Whole(0, 4)
    assert [asked.chance(Event.of({"obeys": True}), n) for n in range(3)] == [0, F(1, 6), F(1, 3)]
    assert asked.answer(2).dist == find("veneti.straggler").answer({"crew": 2}).dist


def test_any_distribution_can_be_asked_for_plain_values() -> None:
    @procedure
    def two(dice: Dice) -> int:
        return dice.total(2, D6)

    assert Event.of({"": {2, 12}}).chance(two.dist()) == F(1, 18)
    assert str(Event.of({"": {2, 12}})) == "2 or 12"

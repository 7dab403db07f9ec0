"""Ships tied together and burning: the exact chain against the engine's own status phases, thrown with all faces."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from rulesdemo.games.veneti.cluster import FATES, Cluster, Fate, story
from rulesdemo.games.veneti.play import ENGINE
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.clusters import clusters, standing, ties_of
from rulesdemo.games.veneti.play.state import Position
from rulesdemo.play.engine import legal, prospects
from rulesdemo.rules.ruleset import ruleset
from tests.games.veneti.play.given import position_of

RULES = ruleset("veneti")
PAIR = ["aquila roman galley 1010 N on_fire grappled:gull", "gull veneti sail 1110 N"]
THREE = ["aquila roman galley 1010 N grappled:gull", "gull veneti sail 1110 N on_fire grappled:lupa", "lupa roman galley 1210 N"]
KNOT = ["aquila roman galley 1010 N on_fire grappled:gull,tern", "gull veneti sail 1110 N grappled:tern", "tern veneti sail 1109 N on_fire"]
# Far away a ship of each side, with a leader whose voice carries: nobody has lost the battle when the others burn out, and all act.
FAR = ["ursa roman galley 1810 N", "skua veneti sail 1816 N"]
LEADERS = ["brutus roman ursa admiral range 20", "vindomor veneti skua admiral range 20"]
WAITS = (o.Activate, o.ActivateShip, o.EndMovement, o.EndBoarding, o.FightFire, o.RollSpread)
Seen = tuple[Position, frozenset[str]]  # and who has burnt so far


def given(ships: list[str], switches: dict[str, str] | None = None) -> Position:
    told = {"ships": [*FAR, *ships], "leaders": LEADERS, "phases": "EG", "map": "20x18"}
    return position_of(told, ruleset("veneti", switches)).position


def burnt(position: Position) -> frozenset[str]:
    return frozenset(ship.id for ship in position.ships if ship.on_fire or ship.gone)


def waited(position: Position, is_reached: Callable[[Position], bool]) -> dict[Seen, Fraction]:
    """Everybody waits and fights fires until a moment is reached: every face of every die, as the engine takes it."""
    reached: dict[Seen, Fraction] = {}
    todo: dict[Seen, Fraction] = {(position, burnt(position)): Fraction(1)}
    while todo:
        (now, seen), weight = todo.popitem()
        if now.result is not None or is_reached(now):
            reached[now, seen] = reached.get((now, seen), Fraction(0)) + weight
            continue
        order = next(order for order in legal(ENGINE, now) if isinstance(order, WAITS))
        for outcome, chance in prospects(ENGINE, now, order).items():
            after = (outcome.position, seen | burnt(outcome.position))
            todo[after] = todo.get(after, Fraction(0)) + weight * Fraction(chance)
    return reached


def fate(seen: Seen, name: str) -> Fate:
    position, ever = seen
    ship = position.ship(name)
    if ship.gone:
        return "lost"
    return "burning" if ship.on_fire else "out" if name in ever else "untouched"


def counted(reached: dict[Seen, Fraction], name: str, wanted: Fate) -> Fraction:
    return sum((weight for seen, weight in reached.items() if fate(seen, name) == wanted), Fraction(0))


def begins(turn: int) -> Callable[[Position], bool]:
    return lambda position: position.turn.number == turn


# -- the chain is what the engine does -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ships", "turns"), [(PAIR, 1), (PAIR, 3), (THREE, 1), (THREE, 2), (KNOT, 1)])
def test_the_chain_equals_the_engine_face_by_face(ships: list[str], turns: int) -> None:
    position = given(ships)
    names = next(names for names in clusters(position) if len(names) > 1)
    told = story(position.rules, ties_of(position, names), standing(position, names))
    reached = waited(position, begins(1 + turns))
    for place, name in enumerate(names):
        for wanted in FATES:
            assert told.chance(place, wanted, turns) == counted(reached, name, wanted), (name, wanted)


@pytest.mark.parametrize("step", ["fires", "spread"])
def test_it_goes_on_from_the_middle_of_a_status_phase(step: str) -> None:
    """From every position with that roll to come: the rest of this turn, and the next."""
    middle = waited(given(THREE), lambda position: position.turn.step == step or position.turn.number > 1)
    tried = 0
    for position, _seen in middle:
        if position.turn.number > 1 or position.result is not None:
            continue
        tried += 1
        names = next(names for names in clusters(position) if "gull" in names)
        told = story(position.rules, ties_of(position, names), standing(position, names))
        for turns in (1, 2):
            reached = waited(position, begins(1 + turns))
            for place, name in enumerate(names):
                assert told.chance(place, "lost", turns) == counted(reached, name, "lost")
                assert told.chance(place, "burning", turns) == counted(reached, name, "burning")
    assert tried


def test_who_was_lit_by_a_missile_waits_only_under_the_other_ruling() -> None:
    # The Romans act first: before that everybody acts yet, after it Aquila acts no more this turn.
    for switch, expected in (({}, "burning"), ({"fire_bar": "any_new_fire"}, "waiting")):
        position = given(["aquila roman galley 1010 N grappled:gull", "gull veneti sail 1110 N"], switches=switch)
        names = ("aquila", "gull")
        assert standing(position, names, lit=names).fates == ("burning", "burning")
        late = next(iter(waited(position, lambda now: "brutus" in now.turn.activated)))[0]
        assert standing(late, names, lit=("aquila",)).fates == (expected, "untouched")


# -- numbers from the rules pages ------------------------------------------------------------------------------------------------------


def test_printed_chances() -> None:
    alone = story(RULES, ((),), Cluster(("burning",)))
    assert [alone.chance(0, "out", turns) for turns in (1, 2, 3, 4)] == [Fraction(1, 3), Fraction(1, 2), Fraction(7, 12), Fraction(5, 8)]
    assert (alone.chance(0, "out"), alone.chance(0, "lost"), alone.mean_turns()) == (Fraction(2, 3), Fraction(1, 3), Fraction(2))
    pair = story(RULES, ((1,), (0,)), Cluster(("burning", "untouched")))
    assert 1 - pair.chance(1, "untouched", 1) == Fraction(4, 9)
    assert 1 - pair.chance(1, "untouched") == Fraction(4, 7)


def test_a_fire_that_ended_has_one_story() -> None:
    cold = story(RULES, ((1,), (0,)), Cluster(("untouched", "untouched")))
    assert cold.mean_turns() == 0
    assert cold.chance(0, "untouched") == cold.chance(1, "untouched", 8) == 1


@pytest.mark.parametrize("size", [2, 3, 4])
def test_every_ship_has_some_fate_and_none_burns_for_ever(size: int) -> None:
    ties = tuple(tuple(near for near in (place - 1, place + 1) if 0 <= near < size) for place in range(size))
    start: list[Fate] = ["untouched"] * size
    start[0] = "burning"
    told = story(RULES, ties, Cluster(tuple(start)))
    for place in range(size):
        assert sum(told.chance(place, each) for each in FATES) == 1
        assert sum(told.chance(place, each, 3) for each in FATES) == 1
        assert told.chance(place, "burning") == 0


# -- who is tied to whom ---------------------------------------------------------------------------------------------------------------


def test_clusters_follow_the_grapples() -> None:
    position = given([*THREE, "tern veneti sail 1510 N"])
    assert clusters(position) == (("ursa",), ("skua",), ("aquila", "gull", "lupa"), ("tern",))
    assert ties_of(position, ("aquila", "gull", "lupa")) == ((1,), (0, 2), (1,))


def test_a_ship_that_has_burnt_out_is_in_no_cluster() -> None:
    lost = waited(given(PAIR), begins(2))
    after = [seen[0] for seen in lost if seen[0].ship("aquila").gone]
    assert after
    assert all(("gull",) in clusters(position) and not any("aquila" in names for names in clusters(position)) for position in after)

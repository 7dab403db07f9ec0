"""The solver against plain expectimax, against values worked out by hand, and on small games made for its traps."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.odds.dice import Die, RandomDice
from rulesdemo.play.engine import Decision, Engine, Outcome, Verb, apply, legal
from rulesdemo.play.game import game
from rulesdemo.play.history import History
from rulesdemo.play.solving import Solving, solving_of
from rulesdemo.solver.answer import solve
from rulesdemo.solver.search import Search, TooLarge
from tests.solver.brute_force import TooMany, order_values

# -- against plain expectimax ----------------------------------------------------------------------------------------------------------

# Some hundreds of lines each; the games of Toulon have too many from their starts, and are compared from later positions.
WHOLE = (
    ("broadside", "right_of_way"),
    ("broadside", "touch_and_go"),
    ("broadside", "narrows"),
    ("broadside", "two_turns"),
    ("escadres", "irons"),
    ("escadres", "adrift"),
    ("escadres", "wear"),
    ("republic", "the_gate"),
    ("republic", "the_envoy"),
    ("veneti", "way_out"),
    ("veneti", "loose"),
)


@pytest.mark.parametrize(("name", "scenario"), WHOLE)
def test_whole_set_pieces_have_the_values_of_brute_force(name: str, scenario: str) -> None:
    engine = game(name).play()
    history = History.start(engine, scenario)
    goal = history.position.scenario.goal["side"]
    answer = solve(history)
    assert answer.orders == order_values(engine, history.position, goal)
    assert answer.value == max(answer.orders.values())
    assert answer.is_exact


# Scenario, and how many orders before the end of a random game the comparison begins.
LATE = (
    ("broadside", "bear_away", (3, 4)),
    ("escadres", "landfall", (3, 5)),
    ("republic", "the_wall", (2, 3)),
    ("republic", "slip_away", (2, 3)),
    ("toulon", "two_wings", (2, 4)),
    ("toulon", "four_beaches", (2, 4)),
    ("toulon", "open_road", (2, 4)),
    ("toulon", "hoard", (2, 4)),
    ("veneti", "weather", (3, 5)),
    ("veneti", "flanks", (3, 5)),
)


@pytest.mark.parametrize(("name", "scenario", "before_end"), LATE)
def test_late_positions_of_random_games_have_the_values_of_brute_force(name: str, scenario: str, before_end: tuple[int, ...]) -> None:
    engine = game(name).play()
    compared = 0
    for seed in range(4):
        line = random_game(engine, scenario, seed)
        for back in before_end:
            position = line[max(0, len(line) - 1 - back)]
            if engine.decision(position) is None:
                continue
            goal = position.scenario.goal["side"]
            try:
                expected = order_values(engine, position, goal, 500)
            except TooMany:
                continue
            assert values_of(engine, position, goal) == expected, (seed, back)
            compared += 1
    assert compared >= 2


def random_game(engine: Engine[Any], scenario: str, seed: int) -> list[Any]:
    """Every position of a game of random orders, or of its first sixty."""
    rng = random.Random(seed)
    line = [engine.start(scenario, None).position]
    while engine.decision(line[-1]) is not None and len(line) <= 60:
        order = rng.choice(list(legal(engine, line[-1])))
        line.append(apply(engine, RandomDice(rng), line[-1], order).position)
    return line


def values_of(engine: Engine[Any], position: Any, goal: str, depth: int | None = None, **more: Any) -> dict[str, Fraction]:
    from rulesdemo.play.order_codec import order_text

    search = Search(engine, goal, **more)
    with search.deep():
        _ours, own, others = search.orders(position)
        return {order_text(order): search.order_value(position, order, depth)[0] for order in (*own, *others)}


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_so_many_orders_ahead_is_what_brute_force_finds_within_them(depth: int) -> None:
    engine = game("republic").play()
    history = History.start(engine, "the_envoy")
    answer = solve(history, depth=depth)
    assert answer.orders == order_values(engine, history.position, "roman", depth=depth)
    assert not answer.is_exact


def test_values_rise_with_the_depth_to_the_exact_one() -> None:
    history = History.start(game("escadres").play(), "adrift")
    found = [solve(history, depth=depth) for depth in (1, 4, 8, 12, 40)]
    values = [answer.value for answer in found]
    assert values == sorted(values)
    assert values[0] == 0
    assert (found[-1].value, found[-1].is_exact) == (Fraction(219, 256), True)


# -- by hand ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "scenario", "value"),
    [
        # A ship head to wind falls off on half of all dice, and has four turns: 1 - (1/2)^4.
        ("escadres", "irons", Fraction(15, 16)),
        # Three hexes to drift, a chance of 1/2 in each of eight turns: 1 - (1 + 8 + 28)/256.
        ("escadres", "adrift", Fraction(219, 256)),
        # The Roman die and 2 more against the other; of 36 throws 4 are ties and thrown again, 3 + 2 + 1 lose: 26/32.
        ("veneti", "first_move", Fraction(13, 16)),
        # Enemies in one hex board on three faces of six.
        ("broadside", "touch_and_go", Fraction(1, 2)),
    ],
)
def test_values_worked_out_by_hand(name: str, scenario: str, value: Fraction) -> None:
    answer = solve(History.start(game(name).play(), scenario))
    assert answer.value == value
    assert answer.is_exact


# -- tests that a goal is out of reach, each against the whole game without it ----------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "kind"), [("veer", "reach"), ("way_out", "reach"), ("flanks", "touch"), ("first_move", "first"), ("line", "squadron")]
)
def test_what_is_called_hopeless_is_worth_nothing(scenario: str, kind: str) -> None:
    engine = game("veneti").play()
    position = engine.start(scenario, None).position
    assert position.scenario.goal["kind"] == kind
    if kind == "first":
        # What follows the naming of who is first is long; the same goal with nothing after it but the speeds of galleys.
        position = replace(position, scenario=replace(position.scenario, phases=frozenset("CD")))
    if kind == "squadron":
        # The same: the last turn alone, and after the squadrons only the initiative.
        position = engine.advance(replace(position, scenario=replace(position.scenario, phases=frozenset("BC"), turns=2))).position
    told = solving_of(engine)
    called: list[Any] = []

    def note(each: Any) -> bool:
        if told.is_hopeless(each):
            called.append(each)
        return False

    goal = position.scenario.goal["side"]
    without = values_of(engine, position, goal, solving=told._replace(is_hopeless=note))
    assert without == values_of(engine, position, goal)
    assert called
    blind = Search(engine, goal, solving=told._replace(is_hopeless=lambda _position: False), enemy="yours")
    with blind.deep():
        for each in called:
            assert blind.value(blind.key(each), each) == 0


# -- who the enemy is ------------------------------------------------------------------------------------------------------------------


def test_an_enemy_who_replies_best_is_the_hardest_and_none_the_easiest() -> None:
    history = History.start(game("veneti").play(), "loose")
    best, captain, yours = (solve(history, enemy=enemy).value for enemy in ("best", "captain", "yours"))
    assert best <= captain <= yours


def test_logs_that_both_sides_write_in_secret_are_refused() -> None:
    with pytest.raises(InputError, match="in secret"):
        solve(History.start(game("broadside").play(), "point_blank"))


def test_what_is_written_in_a_log_stands_and_its_order_does_not_matter() -> None:
    engine = game("broadside").play()
    solving = solving_of(engine)
    position = engine.start("flagship", None).position
    written = [order for order in legal(engine, position) if getattr(order, "ship", "") in ("royal", "hardi")]
    one, other = written[0], next(order for order in written if order.ship != written[0].ship)

    def after(*orders: Any) -> Any:
        here = position
        for order in orders:
            here = apply(engine, RandomDice(random.Random(0)), here, order).position
        return here

    assert solving.key(after(one, other)) == solving.key(after(other, one))
    assert solving.key(after(one)) != solving.key(after(other))
    search = Search(engine, "french")
    assert all(type(order).__name__ != "Erase" for order in search.orders(after(one))[1])


# -- small games made for the traps ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    name: str
    result: Any = None


@dataclass(frozen=True)
class Go:
    way: str


@dataclass(frozen=True)
class Won:
    winner: str


# Place -> (who chooses, way -> places, each on one face of a die with as many).
Graph = Mapping[str, tuple[str, Mapping[str, tuple[str, ...]]]]


def toy(graph: Graph) -> Engine[Place]:
    """A game on a graph; "won" and "lost" are its ends."""

    def do(dice: Any, place: Place, order: Go) -> Outcome[Place]:
        to = graph[place.name][1][order.way]
        name = to[dice.roll(Die("die", tuple(range(len(to)))))] if len(to) > 1 else to[0]
        return Outcome(Place(name, {"won": Won("us"), "lost": Won("them")}.get(name)))

    def decision(place: Place) -> Decision | None:
        return None if place.result else Decision(graph[place.name][0], (Go,), "1", "Go.")

    return Engine(
        game="toy",
        sides=("us", "them"),
        scenarios=lambda: (),
        start=lambda _name, _rules: Outcome(Place("a")),
        decision=decision,
        verbs={Go: Verb(lambda _place, _order: None, do, lambda place: [Go(way) for way in graph[place.name][1]])},
        anytime=(),
        owner=lambda place, _order: graph[place.name][0],
        advance=Outcome,
        result=lambda place: place.result,
        name=lambda _place, thing: thing,
        situation=lambda place: place.name,
        turn=lambda _place: 1,
        faults=lambda _place: iter(()),
    )


def value_of(graph: Graph, **more: Any) -> Fraction:
    search = Search(toy(graph), "us", solving=Solving(), **more)
    found = search.value(("a",), Place("a"))
    assert found is not None
    return found


def test_we_take_the_most_and_the_enemy_the_least() -> None:
    ends = {"quarter": ("won", "lost", "lost", "lost"), "half": ("won", "lost")}
    graph: Graph = {"a": ("us", {"left": ("b",), "right": ("c",)}), "b": ("them", ends), "c": ("us", ends)}
    assert value_of(graph) == Fraction(1, 2)
    assert value_of({**graph, "c": ("them", ends)}) == Fraction(1, 4)
    assert value_of({**graph, "c": ("them", ends)}, enemy="yours") == Fraction(1, 2)


def test_a_throw_that_changes_nothing_is_thrown_again() -> None:
    # Won on one face of four, lost on one, else as before: in the end as often won as lost.
    assert value_of({"a": ("us", {"throw": ("won", "lost", "a", "a"), "give_up": ("lost",)})}) == Fraction(1, 2)


def test_nobody_gains_by_going_round() -> None:
    # Declare and call off: from b the way back to a, and from a also a throw of one in three, from b one of one in four.
    graph: Graph = {
        "a": ("us", {"declare": ("b",), "throw": ("won", "lost", "lost")}),
        "b": ("us", {"call_off": ("a",), "enter": ("won", "lost", "lost", "lost")}),
    }
    assert value_of(graph) == Fraction(1, 3)
    search = Search(toy(graph), "us", solving=Solving())
    assert search.value(("b",), Place("b")) == Fraction(1, 3)  # by calling off
    assert search.value(("a",), Place("a")) == Fraction(1, 3)
    # The enemy may not hold the game up for ever either.
    them: Graph = {name: ("them", ways) for name, (_side, ways) in graph.items()}
    assert value_of(them) == Fraction(1, 4)


def test_dice_that_lead_back_by_way_of_another_place_are_refused() -> None:
    graph: Graph = {"a": ("us", {"go": ("b",)}), "b": ("us", {"throw": ("won", "a")})}
    with pytest.raises(TooLarge, match="comes back"):
        value_of(graph)


def test_more_positions_than_allowed_are_refused() -> None:
    graph: Graph = {str(n): ("us", {"on": (str(n + 1), "lost")}) for n in range(50)} | {"50": ("us", {"on": ("won",)})}
    graph = {**graph, "a": ("us", {"on": ("0",)})}
    assert value_of(graph) == Fraction(1, 2**50)
    with pytest.raises(TooLarge, match="more than 20 positions"):
        value_of(graph, most_states=20)

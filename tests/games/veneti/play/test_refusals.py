"""Every way to be refused: illegal orders of all kinds thrown at random positions, and hand-made positions for what chance never finds.

Each refusal must name a rule that exists and be made of whole sentences; an order that is not refused must be among the legal ones.
Which lines of the source made the refusals is noted, and a line that nobody can reach is a failure.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from rulesdemo.games.veneti.play import ENGINE
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.state import Position, Result
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import Refusal, apply, legal
from rulesdemo.rules.ruleset import ruleset
from tests.games.veneti.play.given import position_of
from tests.games.veneti.play.melee import melee
from tests.support.random_play import Temper, note_refusals
from tests.support.refusals import check_orders, faults_of, refused, tried, unprovoked, walk

JUNK = ("", "nobody", "Aquila", "aquila ", "romulus+")
NUMBERS = (-(10**9), -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 10**9)
FIERCE = Temper("fierce", {"fire": 3, "grapple": 6, "board": 6, "use_scythes": 6, "end_movement": 0.5}, by_kind=True, interrupts=0.1)


# -- orders drawn at random ------------------------------------------------------------------------------------------------------------


def drawn(rng: random.Random, position: Position, kind: type) -> Any:
    """An order of this kind with any fields at all."""
    hints = get_type_hints(kind)
    return kind(**{each.name: value(rng, position, each.name, hints[each.name]) for each in fields(kind)})


def changed(rng: random.Random, position: Position, order: Any) -> Any:
    """The order with one field drawn again."""
    names = [each.name for each in fields(order)]
    if not names:
        return order
    name = rng.choice(names)
    return replace(order, **{name: value(rng, position, name, get_type_hints(type(order))[name])})


def value(rng: random.Random, position: Position, name: str, hint: Any) -> Any:
    """Something for a field: of the right type, but seldom right."""
    if get_origin(hint) is Literal:
        known = get_args(hint)
        odd = NUMBERS if isinstance(known[0], int) else JUNK
        return rng.choice(known) if rng.random() < 0.9 else rng.choice(odd)
    if hint is bool:
        return rng.random() < 0.5
    if hint is int:
        return rng.choice(NUMBERS)
    if get_origin(hint) is tuple:
        inside = get_args(hint)[0]
        some = tuple(value(rng, position, name, inside) for _ in range(rng.choice((0, 1, 1, 2, 2, 3))))
        return some + some[:1] if rng.random() < 0.1 else some
    if hint in (o.Share, o.Party):
        return hint(anything(rng, position), rng.choice(NUMBERS))
    return anything(rng, position)


def anything(rng: random.Random, position: Position) -> str:
    """The id of a ship or leader, or of nothing."""
    ships, leaders = [ship.id for ship in position.ships], [leader.id for leader in position.leaders]
    return rng.choice(rng.choices((ships, leaders or JUNK, JUNK), (8, 2, 1))[0])


def told_once(order: Any) -> Any:
    """The order as the list of legal orders writes it, where it can be written in several ways."""
    if isinstance(order, o.Fire):
        return replace(order, shares=tuple(sorted(order.shares)))
    if isinstance(order, o.Board):
        return replace(order, parties=tuple(sorted(order.parties)))
    return order


# -- what every refusal must be --------------------------------------------------------------------------------------------------------


def test_the_watch_on_refusals_sees_what_is_wrong() -> None:
    assert list(faults_of("veneti", Refusal("She cannot.", "6.34", "Wait."))) == []
    for wrong in (Refusal("she cannot.", "6.34", "Wait."), Refusal("She cannot", "6.34", "Wait."), Refusal("She cannot.", "6.34", "")):
        assert len(list(faults_of("veneti", wrong))) == 1
    assert len(list(faults_of("veneti", Refusal("She cannot.", "66.6", "Wait.")))) == 1


# -- the walk --------------------------------------------------------------------------------------------------------------------------

PROVOKED: set[tuple[str, int]] = set()
WALKS = 60


@pytest.fixture(autouse=True)
def noted(monkeypatch: pytest.MonkeyPatch) -> None:
    note_refusals(monkeypatch, PROVOKED)


def positions(seed: int) -> Iterator[Position]:
    """Positions of a random game; every third is a scenario, the others are melees."""
    rng, scenarios = random.Random(seed), ENGINE.scenarios()
    start = melee(rng) if seed % 3 else ENGINE.start(scenarios[seed // 3 % len(scenarios)], None).position
    return walk(ENGINE, start, rng, FIERCE, 150)


@pytest.mark.parametrize("block", range(6))
def test_an_order_is_refused_in_words_or_it_is_legal(block: int) -> None:
    for seed in range(block, WALKS, 6):
        rng = random.Random(f"orders {seed}")
        for position in positions(seed):
            known = list(legal(ENGINE, position))
            orders = [*tried(ENGINE, position, rng, drawn, 6), *(changed(rng, position, rng.choice(known)) for _ in range(4))]
            # A speed is announced in more ways than are listed, so its orders are only looked at.
            check_orders(ENGINE, position, [order for order in orders if not isinstance(order, o.SetSpeed)], told_once)
            for order in orders:
                refused(ENGINE, position, order)


# -- hand-made positions ---------------------------------------------------------------------------------------------------------------

# Aquila fills 1010 and 1011; 1009 is her bow hex, 1110 and 0910 are her flanks, and both lie beside galleys in 1210 and 0810.
AQUILA = "aquila roman galley 1010 N"
LUPA = "lupa roman galley 1210 N"
FAR = "ursa roman galley 2010 N"
TARVOS, GWENNOL = "tarvos veneti sail 1110 N M0", "gwennol veneti sail 0910 N M0"
AT_BOW = "tarvos veneti sail 1009 N M0"
HELD = f"{AQUILA} grappled:tarvos,gwennol"
BRUTUS = "brutus roman aquila admiral range 4"


def after(*orders: Any, ships: tuple[str, ...], switches: Mapping[str, str] | None = None, **given: Any) -> Position:
    """The position after these orders; one that throws stands with its faces."""
    position: Position = position_of({"ships": ships, **given}, ruleset("veneti", switches)).position
    for each in orders:
        order, *faces = each if isinstance(each, tuple) else (each,)
        position = apply(ENGINE, FixedDice(faces), position, order).position
    return position


def boarding(*orders: Any, ships: tuple[str, ...]) -> Position:
    """The same, in the boarding segment of Brutus."""
    return after(o.Activate("brutus"), o.EndMovement(), *orders, ships=ships)


def told_of(*orders: Any, ships: tuple[str, ...], **given: Any) -> Position:
    """The same, in the movement segment of Brutus."""
    return after(o.Activate("brutus"), *orders, ships=ships, **given)


def vacant() -> Position:
    """The beginning of a turn after Vindomor and Talmor were lost."""
    ships, leaders = (AQUILA, TARVOS, GWENNOL), [BRUTUS, "vindomor veneti tarvos admiral", "talmor veneti gwennol"]
    position = after(o.Activate("brutus"), ships=ships, leaders=leaders)
    for name in ("vindomor", "talmor"):
        leader = position.leader(name)
        position = position.with_leader(replace(leader, lost_on=1, lost_at=position.ship(leader.ship).hexes))
    for order in (o.EndMovement(), o.Activate("talmor"), o.EndMovement(), o.Activate("vindomor"), o.EndMovement()):
        position = apply(ENGINE, FixedDice(()), position, order).position
    return position


def signals() -> Position:
    """Brutus may activate a second squadron, of which the leader has just been lost."""
    position = after(ships=(AQUILA, LUPA, TARVOS), leaders=[f"{BRUTUS}", "sura roman lupa"])
    return position.with_leader(replace(position.leader("sura"), lost_on=1, lost_at=position.ship("lupa").hexes))


def taken(name: str) -> Position:
    """A ship of the running activation has changed hands, which no order can bring about."""
    position = told_of(ships=(AQUILA, LUPA, TARVOS))
    return position.with_ships(replace(position.ship(name), controller="veneti", captured="captured"))


def over() -> Position:
    """A game that has ended."""
    return replace(after(ships=(AQUILA, TARVOS)), result=Result("draw", "it is late", (0, 0)))


def idle() -> Position:
    """A squadron in utter confusion that is asked to move; the sequence of play never asks it."""
    return told_of(ships=(HELD, TARVOS, GWENNOL)).with_activation(limit="idle")


BOARD_BOTH = o.Board("tarvos", (o.Party("aquila", 2), o.Party("lupa", 2)))
HAND_MADE: dict[str, tuple[Callable[[], Position], Any, str]] = {
    # boarding
    "boarded in vain": (
        lambda: boarding(
            (o.Board("tarvos", (o.Party("aquila", 2),)), 1, 1), ships=(f"{HELD} M3", f"{LUPA} grappled:tarvos", f"{TARVOS}", GWENNOL)
        ),
        o.Board("tarvos", (o.Party("lupa", 2),)),
        "8.27",
    ),
    "all have gone over": (
        lambda: boarding(
            (o.Board("tarvos", (o.Party("aquila", 2),)), 3, 4), ships=(HELD, "lupa roman galley 0810 N grappled:gwennol", TARVOS, GWENNOL)
        ),
        o.Board("gwennol", (o.Party("aquila", 1),)),
        "8.22",
    ),
    "nobody else to board": (
        lambda: boarding(ships=(f"{AQUILA} grappled:tarvos", TARVOS)),
        o.Board("tarvos", (o.Party("aquila", 1),)),
        "8.22",
    ),
    "more than are aboard": (lambda: boarding(ships=(HELD, TARVOS, GWENNOL)), o.Board("tarvos", (o.Party("aquila", 7),)), "8.22"),
    "the loss is another's": (
        lambda: boarding((BOARD_BOTH, 1, 1), ships=(f"{AQUILA} grappled:tarvos", f"{LUPA} grappled:tarvos", FAR, TARVOS)),
        o.TakeLoss("ursa"),
        "8.28",
    ),
    # grappling and breaking loose
    "breaks loose after her move": (
        lambda: told_of((o.Grapple("aquila", "tarvos"), 6), ships=(AQUILA, TARVOS)),
        o.BreakLoose("aquila", "tarvos"),
        "8.31",
    ),
    "breaks loose twice": (
        lambda: told_of((o.BreakLoose("aquila", "tarvos"), 1), ships=(HELD, TARVOS, GWENNOL)),
        o.BreakLoose("aquila", "tarvos"),
        "8.31",
    ),
    "grappled already": (lambda: told_of(ships=(HELD, TARVOS, GWENNOL)), o.Grapple("aquila", "tarvos"), "8.11"),
    "grapples over the bow": (lambda: told_of(ships=(AQUILA, AT_BOW)), o.Grapple("aquila", "tarvos"), "8.11"),
    "grapples at Maximum": (lambda: told_of(ships=(f"{AQUILA} maximum", TARVOS)), o.Grapple("aquila", "tarvos"), "8.11"),
    "grapples twice": (
        lambda: told_of((o.Grapple("aquila", "tarvos"), 1), ships=(AQUILA, TARVOS, GWENNOL)),
        o.Grapple("aquila", "gwennol"),
        "8.11",
    ),
    "a prize grapples": (
        lambda: told_of(ships=(AQUILA, "lupa roman galley 1210 N recaptured", TARVOS)),
        o.Grapple("lupa", "tarvos"),
        "8.25",
    ),
    "a prize fires": (
        lambda: told_of(ships=(AQUILA, "lupa roman galley 1210 N recaptured", TARVOS)),
        o.Fire("lupa", (o.Share("tarvos", 1),)),
        "8.25",
    ),
    # scythes
    "no scythes in this game": (
        lambda: told_of(o.Announce("aquila", 1), ships=(AQUILA, TARVOS), switches={"scythes": "off"}),
        o.UseScythes("aquila", "tarvos"),
        "8.12 note",
    ),
    "no halyards": (
        lambda: told_of(o.Announce("aquila", 1), ships=(AQUILA, "taran veneti galley 1110 N")),
        o.UseScythes("aquila", "taran"),
        "8.12 note",
    ),
    "no flank for the scythes": (
        lambda: told_of(o.Announce("aquila", 1), ships=(AQUILA, AT_BOW)),
        o.UseScythes("aquila", "tarvos"),
        "8.12 note",
    ),
    "no scythes aboard": (
        lambda: after(o.Activate("vindomor"), o.Announce("tarvos", 1), ships=(AQUILA, TARVOS), first="veneti", wind="3 N"),
        o.UseScythes("tarvos", "aquila"),
        "8.12 note",
    ),
    "a prize's scythes": (
        lambda: told_of(o.Announce("lupa", 1), ships=(AQUILA, "lupa roman galley 1210 N recaptured", TARVOS)),
        o.UseScythes("lupa", "tarvos"),
        "8.25",
    ),
    "scythes at Maximum": (
        lambda: told_of(o.Announce("aquila", 1), ships=(f"{AQUILA} maximum", TARVOS)),
        o.UseScythes("aquila", "tarvos"),
        "8.12 note",
    ),
    "scythes in disorder": (
        lambda: after(
            o.Activate("brutus"),
            o.EndMovement(),
            (o.ActivateShip("ursa"), 6),
            o.Announce("ursa", 1),
            ships=(AQUILA, FAR, TARVOS),
            leaders=[BRUTUS],
        ),
        o.UseScythes("ursa", "tarvos"),
        "6.16",
    ),
    "scythes twice": (
        lambda: told_of(o.Announce("aquila", 2), (o.UseScythes("aquila", "tarvos"), 1), ships=(AQUILA, TARVOS, GWENNOL)),
        o.UseScythes("aquila", "gwennol"),
        "8.12 note",
    ),
    # leaders and squadrons
    "not the nearest": (vacant, o.AppointLeader("vindomor", "aquila"), "6.76"),
    "another leader's place": (vacant, o.DoWithoutLeader("talmor"), "6.76"),
    "no signal to a lost leader": (signals, o.ActivateTogether("sura"), "6.18"),
    # what only a position that cannot be shows
    "taken in her own activation": (lambda: taken("lupa"), o.Announce("lupa", 1), "8.25"),
    "idle and firing": (idle, o.Fire("aquila", (o.Share("tarvos", 2),)), "6.18"),
    "idle and breaking loose": (idle, o.BreakLoose("aquila", "tarvos"), "6.18"),
    "the game is over": (over, o.Activate("brutus"), "9.0"),
}


@pytest.mark.parametrize("name", HAND_MADE)
def test_a_hand_made_position_is_refused_by_its_rule(name: str) -> None:
    made, order, rule = HAND_MADE[name]
    refusal = refused(ENGINE, made(), order)
    assert refusal is not None
    assert refusal.rule == rule, refusal


# The sequence of play asks for these orders only when they are due, so that the engine refuses them before their own check can; the
# check itself answers all the same.
BEHIND_THE_SEQUENCE: dict[str, tuple[Callable[[], Position], Any, str]] = {
    "nobody moves": (lambda: told_of(ships=(AQUILA, TARVOS)), o.Ahead("aquila"), "6.23"),
    "she has moved": (lambda: told_of(o.Announce("aquila", 0), ships=(AQUILA, TARVOS)), o.Ahead("aquila"), "6.15"),
    "not moving": (lambda: told_of(ships=(AQUILA, TARVOS)), o.Stop("aquila"), "6.23"),
    "no points for the scythes": (lambda: told_of(ships=(AQUILA, TARVOS)), o.UseScythes("aquila", "tarvos"), "8.12 note"),
    "idle, with scythes": (idle, o.UseScythes("aquila", "tarvos"), "6.18"),
    "grapples in her move": (
        lambda: told_of(o.Announce("aquila", 1), ships=(AQUILA, TARVOS)),
        o.Grapple("aquila", "tarvos"),
        "8.11",
    ),
    "points left": (lambda: told_of(o.Announce("aquila", 1), ships=(AQUILA, TARVOS)), o.EndMovement(), "6.23"),
    "nothing to answer": (lambda: told_of(ships=(AQUILA, TARVOS)), o.React("tarvos", "aquila"), "8.42"),
    "no loss to bear": (lambda: boarding(ships=(HELD, TARVOS, GWENNOL)), o.TakeLoss("aquila"), "8.28"),
    "no fire": (lambda: told_of(ships=(AQUILA, TARVOS)), o.FightFire("aquila"), "8.53"),
}


@pytest.mark.parametrize("name", BEHIND_THE_SEQUENCE)
def test_a_check_behind_the_sequence_answers_too(name: str) -> None:
    made, order, rule = BEHIND_THE_SEQUENCE[name]
    position = made()
    assert refused(ENGINE, position, order) is not None
    refusal = ENGINE.verbs[type(order)].check(position, order)
    assert refusal is not None
    assert list(faults_of("veneti", refusal)) == []
    assert refusal.rule == rule, refusal


# -- every refusal of the source -------------------------------------------------------------------------------------------------------


def test_every_refusal_of_the_source_has_been_provoked() -> None:
    """Last in the file: by now all of them have been."""
    assert unprovoked("veneti", PROVOKED) == []

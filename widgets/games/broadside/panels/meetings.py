"""Orders that are opened together: examples to begin with, the movement that comes of them, and the exact chances of how it ends.

An example is a numbered case of the document of simultaneous movement, tests/cases/broadside/movement/simultaneous.toml, and is written as
there: id, side, type, hex and heading of each ship, then v and the speed of last turn, H and the hull left, or `anchor`. The reader may
change it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rulesdemo.errors import FacesError
from rulesdemo.games.broadside.grammar import Fault, read_order
from rulesdemo.games.broadside.play import ENGINE, scenarios
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.events import Manoeuvred
from rulesdemo.games.broadside.play.state import SIDES, Contact, DiceRequest, Position
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import Outcome, apply, prospects
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_
from widgets.board import made_up

OWN, FRIENDS, ENEMIES = "own", "friends", "enemies"
THROWS: Final = {"contact": o.RollContact(), "tie": o.RollTie()}
COLUMNS, ROWS = 24, 20
Orders = tuple[tuple[str, str], ...]


class Example(NamedTuple):
    """A case: its title, its ships as the document writes them, their orders, and the wind's force."""

    title: str
    ships: tuple[str, ...]
    orders: Orders
    force: int = 3


def _74(name: str, side: str, rest: str) -> str:
    return f"{name} {side} seventy_four {rest}"


EXAMPLES: Final[Mapping[str, Example]] = {
    "1.2": Example(
        N_("More M spent"),
        (_74("aurore", "french", "0608 SE v3"), _74("hardi", "french", "1308 SW v3")),
        (("aurore", "4"), ("hardi", "3")),
    ),
    "1.3": Example(
        N_("More M to spend"),
        (_74("aurore", "french", "0708 SE v3"), "sirene french frigate 1308 SW v3"),
        (("aurore", "3"), ("sirene", "3")),
    ),
    "1.4": Example(
        N_("More hull"),
        (_74("aurore", "french", "0708 SE v3 H8"), _74("hardi", "french", "1308 SW v3")),
        (("aurore", "3"), ("hardi", "3")),
    ),
    "1.5": Example(
        N_("Equal in everything"),
        (_74("aurore", "french", "0708 SE v3"), _74("hardi", "french", "1308 SW v3")),
        (("aurore", "3"), ("hardi", "3")),
    ),
    "1.13": Example(
        N_("A ship at anchor"),
        (_74("aurore", "french", "1010 SE anchor"), _74("hardi", "french", "1308 SW v3")),
        (("hardi", "3"),),
    ),
    "2.2": Example(
        N_("A tack cut short"),
        (_74("aurore", "french", "1011 NE v3"), _74("hardi", "french", "1408 SW v3")),
        (("aurore", "G1G"), ("hardi", "4")),
    ),
    "3.2": Example(
        N_("Put back twice"),
        (_74("aurore", "french", "0608 SE v3"), _74("hardi", "french", "1308 SW v3"), _74("zele", "french", "1105 S v3")),
        (("aurore", "4"), ("hardi", "3"), ("zele", "4")),
    ),
    "3.4": Example(
        N_("Three in a hex"),
        (_74("aurore", "french", "0608 SE v3"), _74("hardi", "french", "1308 SW v3"), _74("zele", "french", "1008 S v2")),
        (("aurore", "4"), ("hardi", "3"), ("zele", "2")),
    ),
    "3.9": Example(
        N_("Two change places"),
        (_74("aurore", "french", "0909 SE v1"), _74("hardi", "french", "1010 NW v1")),
        (("aurore", "1"), ("hardi", "1")),
    ),
    "3.10": Example(
        N_("Tracks that cross"),
        (_74("aurore", "french", "0708 SE v4"), _74("hardi", "french", "1007 S v4")),
        (("aurore", "4"), ("hardi", "4")),
    ),
    "4.1": Example(
        N_("Enemies meet"),
        (_74("aurore", "french", "0608 SE v3"), _74("lion", "british", "1308 SW v3")),
        (("aurore", "4"), ("lion", "3")),
    ),
    "4.11": Example(
        N_("Put back onto an enemy"),
        (_74("aurore", "french", "0608 SE v3"), _74("hardi", "french", "1308 SW v3"), _74("lion", "british", "1106 S v3")),
        (("aurore", "4"), ("hardi", "3"), ("lion", "3")),
    ),
}


class Meeting(NamedTuple):
    """An example with its orders as the reader wrote them, whose friends the ships are, the wind's force, and what was thrown so far."""

    example: str
    orders: Orders
    flags: str
    force: int
    faces: tuple[tuple[int, ...], ...] = ()


def meeting_of(example: str) -> Meeting:
    """Return an example as it stands."""
    return Meeting(example, EXAMPLES[example].orders, OWN, EXAMPLES[example].force)


# -- a position ------------------------------------------------------------------------------------------------------------------------


def ids(example: str) -> tuple[str, ...]:
    """Return the ships of an example, by id."""
    return tuple(line.split()[0] for line in EXAMPLES[example].ships)


def _entry(line: str, place: int, flags: str) -> dict[str, Any]:
    """Return a ship's line as a scenario writes her."""
    name, side, kind, at, heading, *marks = line.split()
    ship = made_up.ship(name, side if flags == OWN else SIDES[0 if flags == FRIENDS else min(place, 1)], kind, at, heading)
    for mark in marks:
        ship |= {"anchor": "down"} if mark == "anchor" else {"speed" if mark[0] == "v" else "hull_left": int(mark[1:])}
    return ship


@lru_cache(maxsize=200)
def start(rules: Ruleset, meeting: Meeting) -> Position:
    """Return the ships before they move, with every order that can be read in their logs; one turn is all there is."""
    example = EXAMPLES[meeting.example]
    ships = [_entry(line, place, meeting.flags) for place, line in enumerate(example.ships)]
    for name, text in meeting.orders:
        if not isinstance(read_order(rules, text), Fault):
            next(ship for ship in ships if ship["id"] == name)["orders"] = text
    first = ships[0]["id"]
    data = made_up.scenario(
        "meeting",
        ships,
        (COLUMNS, ROWS),
        title={"en": N_("Orders opened together"), "fr": "Ordres révélés ensemble"},
        about=N_("{title}.").format(title=example.title),
        chapter="B6",
        turns=1,
        without=["weather", "fire"],
        scripted=list(SIDES),
        weather={"wind_from": "N", "force": meeting.force},
        # Nobody fires, so that nothing but the movement can end it.
        goal={"side": SIDES[0], "kind": "hurt", "target": first, "need": COLUMNS, "task": {"en": N_("Meet."), "fr": "Rencontrez."}},
    )
    return scenarios.build(data, rules)


# -- a movement ------------------------------------------------------------------------------------------------------------------------


class Movement(NamedTuple):
    """A movement as far as its dice have been thrown: the position, all tracks and contacts, and the dice it waits for."""

    position: Position
    event: Manoeuvred
    asked: DiceRequest | None


@lru_cache(maxsize=200)
def movement(rules: Ruleset, meeting: Meeting) -> Movement:
    """Open the orders, carry them out, and settle the hexes with the dice that were thrown."""
    outcome = ENGINE.advance(start(rules, meeting))
    events = list(outcome.events)
    for faces in meeting.faces:
        asked = _due(outcome.position)
        if asked is None:
            break
        try:
            outcome = apply(ENGINE, FixedDice(faces), outcome.position, THROWS[asked.kind])
        except FacesError:  # faces of another throw: this one is still to come
            break
        events += outcome.events
    return Movement(outcome.position, _event(outcome.position, events), _due(outcome.position))


def _due(position: Position) -> DiceRequest | None:
    return position.settling.asked if position.settling is not None else None


def _event(position: Position, events: list[Any]) -> Manoeuvred:
    """Return the movement that is over, or how far it has come."""
    done = next((event for event in events if isinstance(event, Manoeuvred)), None)
    if done is not None:
        return done
    settling = position.settling
    return Manoeuvred(settling.tracks, settling.contacts) if settling is not None else Manoeuvred((), ())


Chances = tuple[tuple[tuple[Contact, ...], Fraction], ...]
"""Every end of a movement, by the hexes that were settled, with its chance."""


@lru_cache(maxsize=200)
def end_chances(rules: Ruleset, meeting: Meeting) -> Chances:
    """Return how the movement can end from its beginning, the likeliest first; contacts that came to nothing are left out."""
    found: dict[tuple[Contact, ...], Fraction] = {}
    to_do: list[tuple[Outcome[Position], Fraction]] = [(ENGINE.advance(start(rules, meeting)), Fraction(1))]
    while to_do:
        outcome, chance = to_do.pop()
        asked = _due(outcome.position)
        if asked is not None:
            to_do += [(each, chance * part) for each, part in prospects(ENGINE, outcome.position, THROWS[asked.kind]).items()]
            continue
        contacts = _event(outcome.position, list(outcome.events)).contacts
        settled = tuple(contact for contact in contacts if contact.how != "no_boarding")
        found[settled] = found.get(settled, Fraction(0)) + chance
    return tuple(sorted(found.items(), key=lambda each: -each[1]))

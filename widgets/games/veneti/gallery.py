"""Boards to look at: the boarding chapter as on paper, on the wall and on a phone, an evening's fight, and what lessons draw."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play import scenarios
from rulesdemo.games.veneti.play.state import Position
from widgets.board.sheet import CHAPTER, PHONE, PROJECTOR, SANDBOX, Step, Target
from widgets.games.veneti.board.scene import Display, scene
from widgets.scene.shapes import Scene

BOARDING: Final[dict[str, Any]] = {
    "name": "boarding",
    "title": {"en": "Boarding", "fr": "Abordage"},
    "about": "Two galleys hold a sailing ship.",
    "provenance": "reconstructed",
    "source": ["Ours: everything."],
    "turns": 2,
    "map": {
        "columns": 34,
        "rows": 30,
        "coast": ["2622-2630", "2721-2730", "2821-2830", "2920-2930", "3019-3030", "3118-3130", "2524-2530", "2426-2430"],
    },
    "ship": [
        {"id": "aquila", "name": "Aquila", "side": "roman", "type": "galley", "at": "2219", "heading": "N", "grappled": ["darioritum"]},
        {"id": "fides", "name": "Fides", "side": "roman", "type": "galley", "at": "2420", "heading": "S", "grappled": ["darioritum"]},
        {"id": "corvus", "name": "Corvus", "side": "roman", "type": "galley", "at": "2020", "heading": "NE"},
        {"id": "darioritum", "name": "Darioritum", "side": "veneti", "type": "sail", "at": "2319", "heading": "N", "marines": 1},
    ],
}
WINDOW: Final = ("1918", "2622")


def boarding() -> Position:
    """Return the position of the boarding chapter's picture."""
    return scenarios.build(BOARDING)


def boarding_shown() -> Display:
    """Return what that picture shows."""
    legal = tuple(Target(GRID.parse(label), "board with her marines") for label in ("2219", "2220", "2419", "2420"))
    return Display(CHAPTER, WINDOW, (600.0, 408.0), target="darioritum", legal=legal, water="Mare Veneticum", water_at=GRID.parse("2222"))


def _fight() -> dict[str, Any]:
    """Return six ships a side off a coast, in two squadrons each."""
    rowed = (("lupa", "1403"), ("aquila", "1405"), ("ursa", "1407"), ("celer", "1409"), ("victrix", "1411"), ("fulmen", "1413"))
    sails = (("tarvos", "0605"), ("gwennol", "0704"), ("branos", "0506"), ("morwen", "0610"), ("steren", "0709"), ("dervo", "0511"))
    ships = [{"id": name, "name": name.title(), "side": "roman", "type": "galley", "at": at, "heading": "NW"} for name, at in rowed]
    ships += [
        {"id": name, "name": name.title(), "side": "veneti", "type": "sail", "at": at, "heading": "SE" if at < "0610" else "NE"}
        for name, at in sails
    ]
    leaders = [
        {"id": "brutus", "name": "D. Brutus", "side": "roman", "ship": "aquila", "admiral": True},
        {"id": "sura", "name": "L. Sura", "side": "roman", "ship": "victrix"},
        {"id": "vindomor", "name": "Vindomor", "side": "veneti", "ship": "tarvos", "admiral": True},
        {"id": "talmor", "name": "Talmor", "side": "veneti", "ship": "morwen"},
    ]
    return {
        **BOARDING,
        "name": "fight",
        "title": {"en": "A fight off the coast", "fr": "Un combat au large"},
        "map": {"columns": 20, "rows": 15, "coast": ["0101-2001", "0102-0302", "1802-2002", "0215", "0315"]},
        "ship": ships,
        "leader": leaders,
        "wind": {"strength": 3, "to": "NE"},
    }


def busy() -> Position:
    """Return a fight with something of everything on the counters."""
    position = scenarios.build(_fight())
    changes: dict[str, dict[str, Any]] = {
        "lupa": {"level": "maximum"},
        "aquila": {"fatigue": 1},
        "ursa": {"on_fire": True},
        "celer": {"depletion": 1},
        "tarvos": {"immobilised": True},
        "gwennol": {"on_fire": True},
        "branos": {"captured": "captured", "controller": "roman"},
    }
    position = position.with_ships(*(replace(position.ship(name), **change) for name, change in changes.items()))
    return position.with_turn(individuals=("celer", "morwen"), activated=frozenset({"celer", "morwen", "fulmen"}))


def gallery() -> dict[str, Scene]:
    """Return scenes by name."""
    held, plain = boarding(), boarding_shown()
    fight = busy()
    admiral = next(leader for leader in fight.leaders if leader.side == "roman" and leader.admiral)
    corvus, north = held.ship("corvus"), GRID.named("N")
    ahead = [GRID.neighbour(corvus.bow, GRID.turn(corvus.heading, turn)) for turn in (-1, 0, 1)]
    moving = Display(
        CHAPTER,
        WINDOW,
        (600.0, 408.0),
        selected="corvus",
        legal=tuple(Target(place, "row on", str(cost)) for place, cost in zip(ahead, (2, 1, 2), strict=True)),
        refused=GRID.neighbour(ahead[0], north),
        path=(Step(corvus.hexes[1], ""), Step(corvus.bow, "")),
        focus=ahead[1],
        hover=GRID.parse("2122"),
        rose="auto",
    )
    return {
        "boarding": scene(held, plain),
        "moved": scene(held.with_ships(replace(corvus, bow=ahead[2], heading=GRID.turn(corvus.heading, 1))), moving),
        "boarding_wall": scene(held, replace(plain, radius=PROJECTOR, window=("2218", "2421"), size=(640.0, 520.0), projector=True)),
        "boarding_phone": scene(held, replace(plain, radius=PHONE, window=("2118", "2521"), size=(358.0, 300.0), water="")),
        "moving": scene(held, moving),
        "sides": scene(held, Display(CHAPTER, WINDOW, (600.0, 408.0), sides="corvus", selected="corvus")),
        "arcs": scene(held, Display(CHAPTER, ("1917", "2622"), (600.0, 440.0), arcs="corvus")),
        "fight": scene(
            fight, Display(SANDBOX, rose="auto", command=admiral.id, line=admiral.id, selected=admiral.ship, water="Mare Veneticum")
        ),
    }

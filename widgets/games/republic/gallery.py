"""Boards to look at: a war, every terrain and badge, ways out, ways to come, a battle, and a city under siege."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play import ENGINE, scenarios
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.state import Position
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import apply
from widgets.board.sheet import CHAPTER, PROJECTOR, Target
from widgets.games.republic.board.scene import Display, scene
from widgets.play.game_guide import Look
from widgets.scene.shapes import Scene

FRAME: Final = (600.0, 440.0)


def force(name: str, side: str, at: str, letter: str, **more: object) -> dict[str, Any]:
    """Return a Force as a scenario file has it."""
    leader = {"name": f"Leader of {name}", "letter": letter, "cv": 5, "vm": 7}
    return {"id": name, "name": name.title(), "side": side, "at": at, "leader": leader, **more}


def busy() -> Position:
    """Return every terrain, rivers, roads and sea; cities of both sides; Forces with every badge, alone and in a heap."""
    return scenarios.build(
        {
            "name": "busy",
            "title": {"en": "A board to look at", "fr": "Un plateau à regarder"},
            "about": "Forces in every state.",
            "provenance": "reconstructed",
            "source": ["Ours: everything."],
            "others": "others",
            "turns": 3,
            "map": {
                "columns": 8,
                "rows": 6,
                "rough": ["0203", "0302", "0605"],
                "mountain": ["0402", "0403"],
                "marsh": ["0604", "0304"],
                "sea": ["0801-0803", "0701-0702"],
                "rivers": ["0503 S", "0503 SW", "0604 NW", "0205 N", "0205 NE"],
                "roads": ["0503 S", "0504 S", "0505 SE"],
            },
            "inputs": {"successor": {"name": "a tribune", "letter": "D", "cv": 3, "vm": 6}, "major": "no", "march": 1},
            "city": [
                {"id": "capua", "name": "Capua", "at": "0504", "owner": "roman", "cdi": 4, "strength": 6},
                {"id": "locri", "name": "Locri", "at": "0606", "owner": "other", "cdi": 3, "port": True},
            ],
            "force": [
                force("first", "roman", "0503", "B", legion=[{"infantry": 12, "veteran": True}], cavalry=3),
                force("second", "roman", "0504", "C", infantry=20, in_city=True),
                force("third", "roman", "0205", "E", infantry=104, siege_engines=2, status="fatigued"),
                force("fourth", "roman", "0604", "D", infantry=9, status="disorganised"),
                force("royal", "other", "0503", "A", infantry=22, elephants=4, elite=2),
                force("levy", "other", "0604", "D", infantry=7, status="neutralised"),
                force("horse", "other", "0604", "C", infantry=3, cavalry=8),
            ],
        }
    )


def after(position: Position, order: Any, *faces: int) -> Position:  # noqa: ANN401 - any order of the game
    """Return the position after an order with these dice."""
    return apply(ENGINE, FixedDice(faces), position, order).position


def declare_attack(name: str, force_id: str, target: str) -> Position:
    """A set piece in which the first attack has been declared."""
    return after(scenarios.start(name).position, o.Attack(force_id, target))


def ask_for_help() -> Position:
    """Coordination is asked about, with ways and a marsh between."""
    position = declare_attack("come_to_us", "fabius", "gauls")
    return after(position, o.Stand()) if position.turn.step == "refuse" else position


def gallery() -> dict[str, Scene]:
    """Scenes by name."""
    everything, slipping = busy(), declare_attack("slip_away", "samnites", "romans")
    look = Look(radius=CHAPTER, size=FRAME)
    near = tuple(Target(GRID.parse(label), f"march to {label}") for label in ("0104", "0206"))
    moving = Display(CHAPTER, None, None, selected="third", legal=near, refused=GRID.parse("0305"), focus=GRID.parse("0104"))
    return {
        "ground": scene(everything, Display(CHAPTER)),
        "moving": scene(everything, moving),
        "war": scene(scenarios.start("campaign").position, Look(radius=CHAPTER, size=(760.0, 620.0))),
        "refusal": scene(slipping, replace(look, selected="romans", lesson="refusal")),
        "coordination": scene(ask_for_help(), replace(look, lesson="coordination")),
        "wall": scene(slipping, Look(radius=PROJECTOR, size=(640.0, 520.0), projector=True)),
        "phone": scene(slipping, Look(radius=44.0, size=(358.0, 300.0), is_narrow=True)),
    }

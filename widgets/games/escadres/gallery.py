"""Boards to look at: two lines of battle, every marker, and what lies around a ship: zones, lines of fire, debris, drift, reach."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.play import scenarios
from rulesdemo.games.escadres.play.movement import berth_after
from rulesdemo.games.escadres.play.orders import Straight, Turn
from rulesdemo.games.escadres.play.places import lie
from rulesdemo.games.escadres.play.state import Activation, Adrift, Blast, Hit, Position
from widgets.board.made_up import scenario, ship
from widgets.board.sheet import CHAPTER, PROJECTOR, SANDBOX, Step, Target
from widgets.games.escadres.board.scene import Display, display_of, scene
from widgets.play.game_guide import Look
from widgets.scene.shapes import Scene

FRAME: Final = (600.0, 440.0)


def small_battle(
    name: str, ships: list[dict[str, Any]], size: tuple[int, int] = (14, 11), land: tuple[str, ...] = (), wind: str = "SW"
) -> Position:
    """Return a small battle."""
    return scenarios.build(scenario(name, ships, size, land, wind=wind))


def busy() -> Position:
    """Something of everything on the counters, in the middle of a turn."""
    position = small_battle(
        "busy",
        [
            ship("royal", "french", "three_decker", "0503", "E"),
            ship("hardi", "french", "seventy_four", "0406", "NE", power_left=6, crew_left=5, fires=1),
            ship("aurore", "french", "seventy_four", "0509", "W", power_left=0, crew_left=3, fires=3),
            ship("nymphe", "french", "frigate", "0808", "SE", crew_left=0, stopped=True),
            ship("furet", "french", "brig", "0304", "W", stopped=True, next_move_zero=True),
            ship("lion", "british", "seventy_four", "0905", "NW", training=1),
            ship("sovereign", "british", "three_decker", "1103", "W", power_left=9, fires=2, stopped=True, next_move_zero=True),
            ship("swift", "british", "brig", "1106", "SW", power_left=0, hull_left=1),
            ship("diana", "british", "frigate", "1109", "E"),
        ],
        (12, 10),
        ("0109-0110", "0210"),
    )
    fighting = tuple(each.id for each in position.there if not each.struck)
    bag = tuple(name for name in fighting if name not in ("royal", "lion", "sovereign"))
    return replace(position.with_turn(number=2, step="move", bag=bag), activation=Activation("royal", 3, 3))


def firing() -> Position:
    """A frigate with a friend between her and one of two enemies."""
    return small_battle(
        "firing",
        [
            ship("sirene", "french", "frigate", "0706", "E"),
            ship("furet", "french", "brig", "0708", "E"),
            ship("lion", "british", "seventy_four", "0803", "NW"),
            ship("bold", "british", "seventy_four", "0710", "E"),
        ],
    )


def irons() -> Position:
    """Return a frigate head to wind that drifts."""
    return replace(scenarios.load("irons"), pending=Adrift("sirene"))


def exploded() -> Position:
    """Return a battle in which a frigate has blown up, her debris in the air."""
    position = scenarios.load("magazine")
    gone = replace(position.ship("nymphe"), gone="exploded", fires=0)
    return replace(position.with_ship(gone), pending=Blast("nymphe", (Hit("furet", 6), Hit("sirene", 3))))


def gallery() -> dict[str, Scene]:
    """Return scenes by name."""
    everything, shooting, fleet = busy(), firing(), scenarios.start("fleet").position
    lee = scenarios.load("landfall")
    royal = everything.ship("royal")
    left, right = (berth_after(royal, Turn("royal", way)) for way in ("left", "right"))
    moving = Display(
        CHAPTER,
        ("0301", "0906"),
        FRAME,
        selected="royal",
        legal=(
            Target(berth_after(royal, Straight("royal")).bow, "go straight on", "1"),
            Target(lie(*right).hexes[1], "turn to the right", "1"),
        ),
        refused=lie(*left).hexes[1],
        path=tuple(Step(GRID.parse(label), cost) for label, cost in (("0303", ""), ("0403", "1"))),
        focus=GRID.parse("0703"),
        hover=GRID.parse("0605"),
    )
    look = Look(radius=CHAPTER, size=FRAME)
    return {
        "fleet": scene(fleet, Look(radius=SANDBOX, size=(1240.0, 760.0), has_rose=True)),
        "markers": scene(everything, Look(radius=CHAPTER, has_rose=True)),
        "moving": scene(everything, moving),
        "zones": scene(shooting, replace(look, selected="sirene", lesson="zones")),
        "fire": scene(shooting, Display(38.0, fire=("sirene", "lion"), selected="sirene", target="lion")),
        "blocked": scene(shooting, Display(38.0, fire=("sirene", "bold"), selected="sirene")),
        "blast": scene(scenarios.load("magazine"), replace(look, window=("0603", "1410"), selected="nymphe", lesson="blast")),
        "exploded": scene(exploded(), replace(look, window=("0603", "1410"))),
        "drift": scene(irons(), replace(look, selected="sirene", lesson="drift")),
        "reach": scene(lee, replace(look, selected="sirene", lesson="reach")),
        "wall": scene(
            shooting, replace(display_of(shooting, Look(radius=PROJECTOR, size=(640.0, 520.0), projector=True)), selected="lion")
        ),
        "phone": scene(shooting, Look(radius=44.0, size=(358.0, 300.0), is_narrow=True)),
    }

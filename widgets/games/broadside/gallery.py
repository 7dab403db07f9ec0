"""Boards to look at: lines of battle, every marker, fire, sight, command, points of sailing, orders, and a turn by its moments."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play import movement, scenarios
from rulesdemo.games.broadside.play.contact import roll_contact
from rulesdemo.games.broadside.play.events import Manoeuvred
from rulesdemo.games.broadside.play.orders import RollContact
from rulesdemo.games.broadside.play.state import Position, Written
from rulesdemo.odds.dice import FixedDice
from widgets.board.made_up import scenario, ship
from widgets.board.sheet import CHAPTER, PROJECTOR, SANDBOX, Step, Target
from widgets.games.broadside.board.scene import Display, display_of, moment, scene
from widgets.play.game_guide import Look
from widgets.scene.shapes import Scene

FRAME: Final = (600.0, 440.0)


def small_battle(name: str, ships: list[dict[str, Any]], size: tuple[int, int] = (13, 9), land: tuple[str, ...] = ()) -> Position:
    """Return a small battle in its first turn, orders about to be written."""
    position = scenarios.build(scenario(name, ships, size, land, weather={"wind_from": "N", "force": 3}))
    return position.with_turn(number=1, step="orders")


def busy() -> Position:
    """Something of everything on the counters."""
    position = small_battle(
        "busy",
        [
            ship("royal", "french", "seventy_four", "0303", "SE", admiral="chief", speed=3),
            ship("hardi", "french", "seventy_four", "0503", "NE", admiral="second", hull_left=7, masts_lost=1),
            ship("aurore", "french", "seventy_four", "0305", "S", hull_left=3, fire=True),
            ship("nymphe", "french", "frigate", "0505", "NW", sail="on", speed=4),
            ship("furet", "french", "frigate", "0307", "N", in_irons=True, leak="small"),
            ship("sage", "french", "seventy_four", "0507", "SW", hull_left=0, masts_lost=2),
            ship("lion", "british", "seventy_four", "0703", "N", admiral="chief", anchor="down"),
            ship("bold", "british", "seventy_four", "0903", "SW", surrendered=True, hull_left=0),
            ship("swift", "british", "frigate", "0705", "SE", leak="large", hull_left=2),
            ship("diana", "british", "frigate", "0905", "S", masts_lost=1),
            ship("castle", "british", "fort", "1107", hull_left=9),
            ship("eagle", "british", "seventy_four", "0707", "NE", locked=True),
            ship("tonnant", "french", "seventy_four", "0707", "SW", locked=True, hull_left=5),
        ],
        (11, 8),
        ("1106-1108", "1008"),
    )
    diana = position.ship("diana")
    return position.with_ship(replace(diana, anchor="weighing_2", sail="setting"))


def firing() -> Position:
    """Two lines within range: one enemy nearer, one to be raked, and a fort."""
    return small_battle(
        "firing",
        [
            ship("hardi", "french", "seventy_four", "0605", "NE"),
            ship("sage", "french", "frigate", "0406", "NE"),
            ship("lion", "british", "seventy_four", "0806", "NW"),
            ship("bold", "british", "seventy_four", "0907", "SE"),
            ship("eagle", "british", "seventy_four", "1102", "S"),
            ship("castle", "british", "fort", "0308"),
        ],
        land=("0208-0308", "0209-0309"),
    )


def fleet() -> Position:
    """A side with all links of command: the chief's, a second admiral's, and one ship out of reach."""
    return small_battle(
        "command",
        [
            ship("royal", "french", "seventy_four", "0304", "SE", admiral="chief"),
            ship("hardi", "french", "seventy_four", "0505", "SE"),
            ship("sage", "french", "seventy_four", "0706", "SE"),
            ship("tonnant", "french", "seventy_four", "1004", "SE", admiral="second"),
            ship("nymphe", "french", "frigate", "1205", "SE"),
            ship("zele", "french", "seventy_four", "1308", "SE"),
            ship("lion", "british", "seventy_four", "0308", "NE"),
        ],
        (14, 9),
    )


def meeting() -> Position:
    """Return three ships that want two hexes."""
    orders = {"hardi": "3", "sage": "2D1", "lion": "3", "bold": "2"}
    position = small_battle(
        "meeting",
        [
            ship("hardi", "french", "seventy_four", "0303", "SE", speed=3),
            ship("sage", "french", "seventy_four", "0305", "NE", speed=3),
            ship("lion", "british", "seventy_four", "0906", "NW", speed=3),
            ship("bold", "british", "frigate", "1006", "SW", speed=2),
        ],
        (12, 8),
    )
    for name, text in orders.items():
        position = position.with_ship(replace(position.ship(name), log=(Written(1, text),)))
    return position.with_turn(step="move")


def carry_out(position: Position, *faces: int) -> tuple[Position, Manoeuvred]:
    """Return the position after its orders, and the record of the movement; `faces` are the dice for contact."""
    position, events = movement.reveal(position)
    for face in faces:
        position, _more = roll_contact(FixedDice((face,)), position, RollContact())
        position, events = movement.settle(position)
    return position, next(event for event in events if isinstance(event, Manoeuvred))


def gallery() -> dict[str, Scene]:
    """Return scenes by name."""
    everything, shooting, commanded, met = busy(), firing(), fleet(), meeting()
    foggy = replace(shooting, weather=shooting.sky._replace(sky="fog", hexes=3))
    look = Look(radius=CHAPTER, size=FRAME)
    moving = Display(
        CHAPTER,
        ("0202", "0906"),
        FRAME,
        selected="royal",
        legal=(Target(GRID.parse("0604"), "go on", "3"),),
        refused=GRID.parse("0202"),
        path=tuple(Step(GRID.parse(label), cost) for label, cost in (("0303", ""), ("0404", "1"))),
        focus=GRID.parse("0704"),
        hover=GRID.parse("0605"),
    )
    return {
        "line": scene(scenarios.load("line"), Look(radius=SANDBOX, size=(1240.0, 760.0))),
        "markers": scene(everything, Look(radius=CHAPTER)),
        "moving": scene(everything, moving),
        "fire": scene(shooting, replace(look, selected="hardi", regarded="bold", lesson="nearest")),
        "raking": scene(shooting, replace(look, selected="hardi", regarded="lion", lesson="raking")),
        "fort": scene(shooting, replace(look, selected="castle", lesson="gunnery", regarded="hardi")),
        "sight": scene(foggy, replace(look, selected="hardi", lesson="weather")),
        "command": scene(commanded, replace(look, selected="royal", lesson="command")),
        "points": scene(shooting, replace(look, selected="hardi", lesson="points")),
        "inertia": scene(met, replace(look, selected="sage", lesson="orders")),
        "plot": scene(met, replace(look, selected="sage", lesson="orders", plots=(("sage", "1D1G1"), ("hardi", "2G1")))),
        "meeting": moment(met, carry_out(met, 5)[1], 3, look),
        "settled": moment(met, carry_out(met, 5)[1], 9, look),
        "wall": scene(
            shooting, replace(display_of(shooting, Look(radius=PROJECTOR, size=(640.0, 520.0), projector=True)), selected="lion")
        ),
        "phone": scene(shooting, Look(radius=44.0, size=(358.0, 300.0), is_narrow=True)),
    }

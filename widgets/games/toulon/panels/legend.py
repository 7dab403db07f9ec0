"""What the signs of the map mean: each of them as it is drawn, with its words beside it. A panel that only tells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from markupsafe import Markup

from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.toulon.board.scene import beach_sign, fort_sign, plate_sign, redoubt_sign, road_sign, zone_sign
from widgets.games.toulon.board.units import chip, flag
from widgets.kit.panel import Component, Panel, State
from widgets.kit.tiles import Tiles
from widgets.scene import svg
from widgets.scene.shapes import Group, Item, Layer, Scene

SIZE: Final = 13.0
TILE: Final = (64.0, 44.0)

_SIGN: Final = Markup('<span aria-hidden="true">{picture}</span><span>{words}</span>')


def signs() -> tuple[tuple[str, tuple[Item, ...], str], ...]:
    """Return each sign by a name of its own: the shapes around the middle of a tile, and the words."""
    short, long_ = (
        chip("spanish", "8", 3, "", SIZE, fort=False, short=False),
        chip("west", "2", 1, "cavalry", SIZE, fort=False, short=False),
    )
    return (
        ("allied", zone_sign("allied", 16.0), _("Zone that the Allies control, A on its plate")),
        ("republican", zone_sign("republican", 16.0), _("Zone that the Republicans control, R on its plate")),
        ("nobody", zone_sign(None, 16.0), _("No-man's land")),
        ("plate", (plate_sign("A 3", "allied", SIZE),), _("Whose it is, and its value")),
        ("friendly", road_sign("republican"), _("Road that is somebody's")),
        ("wild", road_sign(None), _("Road of no-man's land")),
        ("fort", tuple(fort_sign(2, (0.0, 0.0), 14.0, SIZE)), _("Fort and its level")),
        ("redoubt", tuple(redoubt_sign(("normal", "allied"), (0.0, 0.0), SIZE)), _("Redoubt in its builders' colour")),
        ("improved", tuple(redoubt_sign(("improved", "republican"), (0.0, 0.0), SIZE)), _("Improved redoubt")),
        ("beach", tuple(beach_sign((0.0, 0.0), SIZE, first=False)), _("Beach")),
        ("landing", tuple(beach_sign((0.0, 0.0), SIZE, first=True)), _("Beach of the first landings")),
        ("stack", (short,), _("Spanish, 3 units, 8 strength points")),
        ("unit", (long_,), _("West wing, one cavalry unit of 2")),
        ("inside", (chip("british", "5", 1, "infantry", SIZE, fort=True, short=False),), _("Inside the fort: battlements above")),
        ("leader", (Group((flag("B", "west", SIZE),), at=(-7.0, 12.0)),), _("Leader, by his initial")),
    )


def _body(_rules: Ruleset, _state: State, _seen: object) -> Iterator[Component]:
    yield Tiles([_SIGN.format(picture=_picture(*sign), words=sign[-1]) for sign in signs()])


def _picture(name: str, items: tuple[Item, ...], words: str) -> Markup:
    wide, high = TILE
    scene = Scene(wide, high, (Layer("base", (Group(items, at=(wide / 2, high / 2)),)),), words)
    return Markup(svg.svg(scene, f"legend-{name}"))  # noqa: S704 - our own painter, which escapes every word


LEGEND: Final = Panel("legend", "toulon", N_("Signs of the map"), _body, kind="map-signs")

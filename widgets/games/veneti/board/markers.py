"""The markers of the game, each drawn by the painters of the board on a little water, with what it says and the rule behind it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.veneti.play import scenarios
from rulesdemo.games.veneti.play.state import Position
from rulesdemo.words import N_, cache_by_language
from widgets.games.veneti.board.scene import sheet_of
from widgets.games.veneti.board.ships import flags, links, ship_group
from widgets.scene import svg
from widgets.scene.palette import GRID
from widgets.scene.shapes import Group, Item, Layer, Path, Scene, Style, poly
from widgets.web.badges import joined
from widgets.web.html_output import Html
from widgets.web.rule_links import cited

SIZE: Final = (216.0, 190.0)
RADIUS: Final = 44.0
WINDOW: Final = ("0202", "0403")
_FRAME: Final = Markup('<div class="book markers"><ul>{}</ul></div>')
_FIGURE: Final = Markup('<li><div class="marker-picture">{picture}</div><b>{title}</b><div>{words}</div></li>')


class Figure(NamedTuple):
    """A marker: its name, what it says, and what it is put on."""

    key: str
    title: str
    words: str
    change: dict[str, Any] = {}  # noqa: RUF012 - never changed
    kind: str = "galley"
    leader: str = ""  # "leader" or "admiral"
    has_acted: bool = False


def figures() -> tuple[Figure, ...]:
    """Return every marker, in the order in which a beginner meets it."""
    return (
        Figure("leader", N_("Leader"), N_("A swallowtail on a staff: her squadron follows this ship. [2.1 CdE]"), leader="leader"),
        Figure("admiral", N_("Admiral"), N_("A square flag with a star: the leader of the whole fleet. [2.1 Amiral]"), leader="admiral"),
        Figure("acted", N_("Activated"), N_("A tick: she has acted and is done for this turn. [6.17]"), has_acted=True),
        Figure("tired", N_("Fatigued"), N_("F-2: tired for two turns, and her Cruise falls by the marker. [6.43] [6.44]"), {"fatigue": 2}),
        Figure("grappled", N_("Grappled"), N_("Ropes from hull to hull: neither ship can move. [6.34]")),
        Figure("depleted", N_("Depleted"), N_("The number after M is what is left of her marines. [8.61]"), {"depletion": 1}),
        Figure("fire", N_("On fire"), N_("A flame: her crew fights it at the end of the turn. [8.53]"), {"on_fire": True}),
        Figure(
            "captured",
            N_("Captured"),
            N_("The captor's flag above, her own below; nobody of her crew is left. [8.25]"),
            {"captured": "captured", "controller": "roman"},
            kind="sail",
        ),
        Figure(
            "immobilised", N_("Immobilised"), N_("The yard has fallen: she cannot sail. [2.1 Veneti]"), {"immobilised": True}, kind="sail"
        ),
    )


def position_of(figure: Figure) -> Position:
    """Return one ship with the marker on her, and the other ships that it takes."""
    side = "veneti" if figure.kind == "sail" else "roman"
    ships: list[dict[str, Any]] = [{"id": "she", "name": N_("She"), "side": side, "type": figure.kind, "at": "0302", "heading": "N"}]
    if figure.key == "grappled":
        ships[0]["grappled"] = ["other"]
        ships.append({"id": "other", "name": N_("The other"), "side": "veneti", "type": "sail", "at": "0403", "heading": "N"})
    leader = {"id": "chief", "name": N_("The leader"), "side": side, "ship": "she", "admiral": figure.leader == "admiral"}
    position = scenarios.build(
        {
            "name": "marker",
            "title": {"en": figure.title, "fr": figure.title},
            "about": "A marker.",
            "provenance": "reconstructed",
            "source": ["Ours."],
            "turns": 1,
            "map": {"columns": 5, "rows": 4},
            "ship": ships,
            "leader": [leader] if figure.leader else [],
        }
    )
    position = position.with_ships(replace(position.ship("she"), **figure.change))
    return position.with_turn(activated=frozenset({"she"})) if figure.has_acted else position


def _scene(figure: Figure) -> Scene:
    """Draw her hexes on plain water, and her in them with all that is on her."""
    position = position_of(figure)
    board = sheet_of(position.scenario.sea.hexes, RADIUS, WINDOW, SIZE).board
    ships = position.afloat
    hexes = tuple(Path(poly(board.corners(place)), Style(line=GRID, width=1.0)) for ship in ships for place in ship.hexes)
    drawn = tuple(ship_group(position, board, ship) for ship in ships)
    items: tuple[Item, ...] = (*hexes, *drawn, *links(position, board, ships), *flags(position, board, ships))
    words = ". ".join(str(group.label) for group in drawn)
    x, y = board.middle(tuple(place for ship in ships for place in ship.hexes))
    centred = Group(items, at=(round(SIZE[0] / 2 - x, 1), round(SIZE[1] / 2 - y, 1)))
    return Scene(*SIZE, (Layer("ships", (centred,)),), figure.title, words)


@cache_by_language(10)
def _markers() -> Markup:
    return _FRAME.format(
        joined(
            _FIGURE.format(
                picture=Markup(svg.svg(_scene(figure), f"marker-{figure.key}")),  # noqa: S704 - our own painter, which escapes every word
                title=figure.title,
                words=cited("veneti", figure.words, f"marker-{figure.key}"),
            )
            for figure in figures()
        )
    )


def markers() -> Html:
    """Return the markers, for a notebook."""
    return Html(_markers())

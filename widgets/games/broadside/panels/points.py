"""A panel about points of sailing: the reader turns a ship and the wind, and sees what each of the six headings is worth to her."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.board.hexes import HEXSIDES
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.games.broadside import names
from widgets.games.broadside.board.scene import scene, shown_by
from widgets.games.broadside.lessons import points as lesson
from widgets.games.broadside.panels.sky import FORCES, FROM, Conditions, open_water, row, table
from widgets.kit.radio_row import picked, radio_row
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene import svg
from widgets.web.badges import joined, mark
from widgets.web.phrases import titled, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

SHIPS: Final = {"frigate": "sirene", "seventy_four": "lion"}
ACROSS: Final = (9, 7)
SIZE: Final = (352.0, 320.0)
NOON: Final = 12 * 60
TURNS: Final = {"ship-left": ("heading", -1), "ship-right": ("heading", 1), "wind-left": ("wind_from", -1), "wind-right": ("wind_from", 1)}
_PANEL: Final = Markup(
    '<section class="sky-panel" aria-labelledby="points-title"><div class="odds-head"><h3 id="points-title">{title}</h3>{mark}</div>'
    '<div class="panel-controls">{controls}</div><div class="sky-both"><div class="sky-board">{board}<div class="wheel-turns">{turns}</div>'
    '</div><div class="sky-told"><div class="panel-said" role="status">{said}</div><div class="sky-tables">{table}</div>'
    "</div></div></section>"
)
_BUTTON: Final = Markup('<button type="button" id="points-{what}" data-do="extra" data-name="points:{what}" data-by="">{words}</button>')
_CELL: Final = Markup("<td>{}</td>")


class Helm(NamedTuple):
    """The kind of ship, her heading, where the wind comes from and its force."""

    kind: str
    heading: int
    wind_from: int
    force: int


class PointsBoard:
    """A panel: one ship alone, close-hauled in a wind from the north until the reader turns her or it."""

    key = "points"

    def __init__(self) -> None:
        """A frigate heading north-east."""
        self.helm = Helm("frigate", heading=1, wind_from=0, force=3)

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        return _panel(desk.rules, self.helm)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel is asked
        """Turn the ship or the wind by a hexside, or take another force or ship."""
        if what in TURNS:
            name, by = TURNS[what]
            self.helm = self.helm._replace(**{name: (getattr(self.helm, name) + by) % HEXSIDES})
        elif what == "force":
            self.helm = self.helm._replace(force=picked(value, FORCES))
        elif what == "kind" and value in SHIPS:
            self.helm = self.helm._replace(kind=value)
        else:
            raise unknown(what)

    def kept(self) -> list[Any]:
        """How ship and wind lie."""
        return list(self.helm)

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same, if they can."""
        if isinstance(kept, list) and [type(each) for each in kept] == [str, int, int, int]:
            helm = Helm(*kept)
            if helm.kind in SHIPS and helm.heading in FROM and helm.wind_from in FROM and helm.force in FORCES:
                self.helm = helm


def lying(rules: Ruleset, helm: Helm) -> Position:
    """The ship alone in this wind, by day and under a clear sky."""
    sky = Conditions(helm.wind_from, helm.force, "clear", NOON)
    return open_water(rules, sky, ACROSS, SHIPS[helm.kind], helm.heading)


@cached
def _panel(rules: Ruleset, helm: Helm) -> Markup:
    position = lying(rules, helm)
    (ship,) = position.ships
    kinds = {kind: titled(names.KINDS[kind]) for kind in SHIPS}
    shown = replace(shown_by(position, Look(lesson="points", size=SIZE, selected=ship.id)), numbers=False)
    turns = {
        "ship-left": _("↺ Ship to the left"),
        "ship-right": _("Ship to the right ↻"),
        "wind-left": _("↺ Wind to the left"),
        "wind-right": _("Wind to the right ↻"),
    }
    rows = [
        row(each.name, map(_CELL.format, (f"{each.point}, {names.POINTS[each.point]}", each.m)), is_now=each.is_now)
        for each in lesson.headings(position, ship)
    ]
    return _PANEL.format(
        title=_("Turn her, turn the wind"),
        mark=mark("reconstructed"),
        controls=radio_row("points", "kind", _("Ship"), kinds, helm.kind)
        + radio_row("points", "force", _("Wind force"), FORCES, helm.force),
        board=Markup(svg.svg(scene(position, shown), "points-board")),  # noqa: S704 - our own painter, which escapes every word
        turns=joined(_BUTTON.format(what=what, words=words) for what, words in turns.items()),
        said=cited("broadside", lesson.told(position, ship), "points"),
        table=table(_("The six headings in this wind"), (_("Heading"), _("Point of sailing"), _("M")), rows),
    )

"""A panel about full sail: the same frigate twice, once as she is and once with full sail, straight on for some turns."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.board.hexes import HEXSIDES, Direction
from rulesdemo.games.broadside.board import GRID, point_index
from rulesdemo.games.broadside.play.helm import m_of, point_at
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.broadside import names
from widgets.games.broadside.panels.about import TURNS, Leg, Race, alone, demo, race
from widgets.kit.radio_row import picked, radio_row
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.phrases import modifier, titled, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

KEY: Final = "race"
SHIPS: Final = {"frigate": "sirene", "seventy_four": "lion"}
FORCES: Final = {force: str(force) for force in range(1, 7)}
WIND: Final = Direction(0)
_PANEL: Final = Markup(
    '<section class="race-panel" aria-labelledby="race-title"><div class="odds-head"><h3 id="race-title">{title}</h3>{mark}</div>'
    '<div class="panel-controls">{controls}</div><div class="panel-said" role="status">{said}</div><div class="table-scroll" tabindex="0" '
    'role="region" aria-label="{caption}"><table class="race-table"><caption>{caption}</caption><thead><tr>{heads}</tr></thead>'
    "<tbody>{rows}</tbody></table></div></section>"
)
_HEAD: Final = Markup('<th scope="col">{}</th>')
_ROW: Final = Markup('<tr{now}><th scope="row">{name}</th>{cells}</tr>')
_NOW: Final = Markup(' class="is-now"')
_LEG: Final = Markup(
    '<td><b>{hexes}</b> <span class="about-order">{order}</span><span class="race-bar" aria-hidden="true">'
    '<svg width="100%" height="14"><rect x=".5" y=".5" width="{share}%" height="13" class="{kind}"/></svg></span></td>'
)
_CELL: Final = Markup("<td>{}</td>")


class Trial(NamedTuple):
    """The kind of ship, her point of sailing, the wind's force and her last speed."""

    kind: str
    point: str
    force: int
    speed: int


START_TRIAL: Final = Trial("frigate", "C", 3, 6)
POINTS: Final = {point: f"{point} {words}" for point, words in names.POINTS.items() if point != "A"}


class FullSail:
    """A panel: a frigate that reaches at full speed, until the reader changes ship, point, wind or speed."""

    key = KEY

    def __init__(self) -> None:
        """A frigate reaching at speed 6."""
        self.trial = START_TRIAL

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        return _panel(desk.rules, self.now(desk))

    def now(self, desk: Desk) -> Trial:
        """What is looked at; another wind or point may leave her less speed than was chosen."""
        return self.trial._replace(speed=min(self.trial.speed, max(speeds(desk.rules, self.trial))))

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another ship, point, wind or speed."""
        now = self.now(desk)
        if what == "kind" and value in SHIPS:
            self.trial = now._replace(kind=value)
        elif what == "point" and value in POINTS:
            self.trial = now._replace(point=value)
        elif what == "force":
            self.trial = now._replace(force=picked(value, FORCES))
        elif what == "speed":
            self.trial = now._replace(speed=picked(value, speeds(desk.rules, now)))
        else:
            raise unknown(what)

    def kept(self) -> list[Any]:
        """What is looked at."""
        return list(self.trial)

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same, if it can be."""
        if isinstance(kept, list) and [type(each) for each in kept] == [str, str, int, int]:
            trial = Trial(*kept)
            if trial.kind in SHIPS and trial.point in POINTS and trial.force in FORCES and 0 <= trial.speed <= 2 * max(FORCES):
                self.trial = trial


def heading_on(rules: Ruleset, point: str) -> Direction:
    """The first heading, clockwise from the wind, that is this point of sailing."""
    return next(side for side in map(Direction, range(HEXSIDES)) if point_at(rules, point_index(side, WIND)) == point)


def speeds(rules: Ruleset, trial: Trial) -> dict[int, str]:
    """The speeds that she can have without full sail on this point and in this wind."""
    ship = demo(rules, SHIPS[trial.kind], heading_on(rules, trial.point), 0)
    most = m_of(alone(rules, ship, WIND, trial.force), ship, trial.point)
    return {speed: str(speed) for speed in range(most + 1)}


def race_of(rules: Ruleset, trial: Trial) -> Race:
    """Both runs."""
    return race(rules, demo(rules, SHIPS[trial.kind], heading_on(rules, trial.point), trial.speed), WIND, trial.force)


def told(rules: Ruleset, trial: Trial) -> str:
    """What setting it costs now, what it gives later, and from which turn on it pays."""
    run = race_of(rules, trial)
    if run.refused:
        return run.refused
    more = int(rules.table("full_sail").at("m"))
    cost = int(rules.table("order_costs").at("full_sail", "m"))
    first = _("Setting it spends {cost} M this turn; from the next turn on she has {more} M more. [IV.g] [T7]").format(cost=cost, more=more)
    if not run.pays:
        return f"{first} {_('In {n} turns she gains nothing by it.').format(n=TURNS)}"
    end = ngettext("After {n} turn she is ahead", "After {n} turns she is ahead", run.pays).format(n=run.pays)
    return f"{first} {end}, {_('after {n} by {hexes}.').format(n=TURNS, hexes=_hexes(run.lead(TURNS)))}"


def _hexes(number: int) -> str:
    return ngettext("{n} hex", "{n} hexes", number).format(n=number)


@cached
def _panel(rules: Ruleset, trial: Trial) -> Markup:
    run = race_of(rules, trial)
    controls = [
        radio_row(KEY, "kind", _("Ship"), {kind: titled(names.KINDS[kind]) for kind in SHIPS}, trial.kind),
        radio_row(KEY, "point", _("Point of sailing"), POINTS, trial.point),
        radio_row(KEY, "force", _("Wind force"), FORCES, trial.force),
        radio_row(KEY, "speed", _("Last speed"), speeds(rules, trial), trial.speed),
    ]
    caption = _("Hexes in each turn, heading {heading}").format(heading=GRID.name(heading_on(rules, trial.point)))
    heads = (_("Turn"), _("As she is"), *((_("With full sail"), _("Ahead in all")) if run.full else ()))
    return _PANEL.format(
        title=_("Does full sail pay?"),
        mark=mark("reconstructed"),
        controls=joined(controls),
        said=cited("broadside", told(rules, trial), KEY),
        caption=caption,
        heads=joined(map(_HEAD.format, heads)),
        rows=joined(_row(run, turn) for turn in range(1, TURNS + 1)),
    )


def _row(run: Race, turn: int) -> Markup:
    most = max(len(leg.steps) for leg in (*run.plain, *run.full)) or 1
    cells = [_leg(run.plain[turn - 1], most, "is-plain")]
    if run.full:
        cells += [_leg(run.full[turn - 1], most, "is-full"), _CELL.format(modifier(run.lead(turn)))]
    return _ROW.format(now=_NOW if turn == run.pays else "", name=turn, cells=joined(cells))


def _leg(leg: Leg, most: int, kind: str) -> Markup:
    order = _("order {text}").format(text=leg.order)
    return _LEG.format(hexes=len(leg.steps), order=order, share=f"{99 * len(leg.steps) / most:.1f}", kind=kind)

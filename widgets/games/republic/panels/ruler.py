"""The battle table as a ruler: slide the window of ten faces by the net modifier, and see exactly who gives way and what it costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.republic.battle import battle, battle_roll
from rulesdemo.games.republic.play.state import Position
from rulesdemo.odds.dice import D10
from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import _
from widgets.games.republic.lessons.battle import RETREATS, loss
from widgets.games.republic.panels import cells
from widgets.kit.bars import bars, spoken
from widgets.kit.odds_rows import Row as Bar
from widgets.kit.odds_rows import View
from widgets.kit.results_ruler import Kind, Row, Table, ruler
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import modifier
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited, stacked

GAME: Final = "republic"
KINDS: Final[dict[str, Kind]] = {"attacker": "low", "none": "middle", "defender": "high"}
ORDER: Final = ("defender", "none", "attacker")
FILLS: Final = {"defender": "best", "none": "sixth", "attacker": "third"}

_PANEL: Final = Markup(
    '<section class="battle-ruler" aria-labelledby="ruler-title"><h3 id="ruler-title">{title}</h3>'
    '{ruler}<div class="ruler-key quiet">{legend}</div>'
    '<button type="button" id="ruler-follow" data-do="extra" data-name="ruler:follow"{off}>{follow}</button>{edit}'
    '<div class="ruler-below"><div><h4>{who}</h4>{bars}<div class="panel-said" role="status">{said}</div></div>'
    '<figure class="ruler-curve"><figcaption>{curve_title}</figcaption>{curve}</figure></div></section>'
)
_OFF: Final = Markup(" disabled")


class Fight(NamedTuple):
    """What a net modifier is worth: the chances of a retreat, and the mean losses in percent with stars left out."""

    attacker: Fraction
    none: Fraction
    defender: Fraction
    attacker_mean: Fraction
    defender_mean: Fraction


def limits(rules: Ruleset) -> tuple[int, int]:
    """The least and the largest net modifier that a window is shown at: the first and the last row of the table."""
    labels = rules.table("brt").rows.labels
    return int(labels[0]), int(labels[-1])


@lru_cache(maxsize=500)
def fight(rules: Ruleset, drm: int) -> Fight:
    """The law of one battle roll with its second roll, in short."""
    law = battle.dist(rules, drm)
    chances = {who: law.p(retreat=who) for who in ORDER}
    means = [
        sum((Fraction(getattr(result, side)) * chance for result, chance in law.items() if getattr(result, side) != "*"), Fraction(0))
        for side in ("attacker_loss", "defender_loss")
    ]
    return Fight(chances["attacker"], chances["none"], chances["defender"], *means)


@lru_cache(maxsize=20)
def rows_of(rules: Ruleset) -> tuple[Row, ...]:
    """The rows of the table as cells of the ruler."""
    table = rules.table("brt")
    found = []
    for label in table.rows.labels:
        line = table.record(label)
        if line.x is not None:
            found.append(Row(int(label), "X", modifier(line.x), "again", _("X with {n}, roll again").format(n=modifier(line.x))))
            continue
        said = _("attacker {a}, defender {d}, {who}").format(
            a=loss(line.attacker), d=loss(line.defender), who=RETREATS[line.retreat].lower()
        )
        found.append(Row(int(label), str(line.attacker), str(line.defender), KINDS[line.retreat], said))
    return tuple(found)


def landings(rules: Ruleset, drm: int) -> tuple[tuple[int, int], ...]:
    """From each X in the window to every row that its second roll can find."""
    table, again = rules.table("brt"), rules.table("unpredictable")
    low, high = limits(rules)
    least, most = int(again.rows.labels[0]), int(again.rows.labels[-1])
    found = set()
    for face in D10.faces:
        row = min(max(face + drm, low), high)
        shift = table.record(row).x
        if shift is not None:
            found |= {(row, int(again.at(min(max(second + shift, least), most)))) for second in D10.faces}
    return tuple(sorted(found))


@dataclass(slots=True)
class BattleRuler:
    """The net modifier: that of the battle on the board, or 0, until the reader slides it; and the cells that he changes in thought."""

    key: str = "ruler"
    at: int | None = None  # None: as on the board
    row: int = cells.FIRST  # the row that is looked at for a change
    edits: cells.Edits = ()

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        drm = self.shown(desk)
        return _text(desk.rules, drm, rolled_on(desk, drm), self.row, self.edits, is_own=self.at is not None)

    def shown(self, desk: Desk) -> int:
        """The net modifier that the window stands at, within the table."""
        low, high = limits(desk.rules)
        return min(max(self.at if self.at is not None else net_of(desk.position), low), high)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Slide by one, slide to a modifier, stand as on the board again; look at a row, change a cell of it, or let all be as printed."""
        low, high = limits(desk.rules)
        if what == "follow":
            self.at = None
        elif what == "reset":
            self.edits = ()
        elif what == "row" and value in ("-1", "1"):
            self.row = min(max(self.row + int(value), low), high)
        elif what == "row.at" and (number := whole(value)) is not None and low <= number <= high:
            self.row = number
        elif what in cells.COLUMNS:
            self.edits = cells.put(desk.rules, self.edits, (self.row, what), value)
        elif what == "slide" and value in ("-1", "1"):
            self.at = min(max(self.shown(desk) + int(value), low), high)
        elif what == "at" and (number := whole(value)) is not None and low <= number <= high:
            self.at = number
        else:
            message = _("The window slides from {low} to {high}.").format(low=modifier(low), high=modifier(high))
            raise InputError(message)

    def kept(self) -> list[Any]:
        """The modifier, if it is the reader's own, the row and the changes."""
        return [self.at, self.row, [list(edit) for edit in self.edits]]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand there again, if all of it can be."""
        rules = ruleset(GAME)
        low, high = limits(rules)
        if not isinstance(kept, list) or len(kept) != len(self.kept()):
            return
        at, row, edits = kept
        found = cells.read(rules, edits)
        if found is not None and type(row) is int and low <= row <= high and (at is None or (type(at) is int and low <= at <= high)):
            self.at, self.row, self.edits = at, row, found


def whole(value: str) -> int | None:
    """A whole number of a few digits as a page sends it.

    >>> whole("-3"), whole("x")
    (-3, None)
    """
    digits = value.removeprefix("-")
    return int(value) if digits.isascii() and digits.isdigit() and len(digits) < 5 else None  # noqa: PLR2004 - no control has so many


def rolled_on(desk: Desk, drm: int) -> int | None:
    """The face of the practice roll for the battle, if it was thrown at that modifier."""
    if desk.practice is None or desk.practice.throw.procedure is not battle_roll or desk.practice.throw.args[1] != drm:
        return None
    return desk.practice.faces[0]


def net_of(position: Position) -> int:
    """The modifiers of the battle on the board as far as they are found; 0 where there is none."""
    return position.clash.drm if position.clash is not None else 0


def marked(printed: Ruleset, now: Ruleset) -> tuple[Row, ...]:
    """The rows of the table, those that the reader has changed marked as his."""
    return tuple(
        one
        if one == other
        else one._replace(is_yours=True, said=_("{now}, changed by you, was {before}").format(now=one.said, before=other.said))
        for one, other in zip(rows_of(now), rows_of(printed), strict=True)
    )


@cached
def _text(rules: Ruleset, drm: int, rolled: int | None, row: int, edits: cells.Edits, *, is_own: bool) -> Markup:
    now = cells.edited(rules, edits)
    found, before = fight(now, drm), fight(rules, drm)
    view = View("", tuple(Bar(who, RETREATS[who], RETREATS[who], getattr(found, who), FILLS[who]) for who in ORDER))
    moved = {RETREATS[who]: getattr(before, who) for who in ORDER if getattr(found, who) != getattr(before, who)}
    ends = RETREATS["attacker"].lower(), RETREATS["defender"].lower()
    legend = _(
        "Each cell: attacker's loss over defender's, in percent. [8.3] Dotted rows: the attacker retreats. Green rows: the defender. "
        "White rows: nobody. X: roll again with the shift and land on a dot. [8.4] A star is a die of points, with a cap. [8.3-*]"
    )
    table = Table(marked(rules, now), tuple(D10.faces), ends, rolled)
    return _PANEL.format(
        title=_("The battle table as a ruler"),
        ruler=ruler("ruler", _("Net modifier"), table, drm, limits(rules), landings(now, drm)),
        legend=cited(GAME, legend, "ruler-legend"),
        off="" if is_own else _OFF,
        follow=_("Take the battle on the board"),
        edit=cells.editor(rules, edits, row, limits(rules)),
        who=_("Who gives way?"),
        bars=bars(view, "ruler-bars", was=moved, has_heading=False),
        said=stacked(_said(drm, found, before) + _thrown(marked(rules, now), drm, rolled)),
        curve_title=_("At every modifier"),
        curve=_curve(now, rules, drm),
    )


def _said(drm: int, found: Fight, before: Fight) -> str:
    """The chances and the mean losses in two sentences, with the losses as printed where they moved."""
    said = _("At {n} the defender retreats with {d}, the attacker with {a}.").format(
        n=modifier(drm), d=spoken(found.defender), a=spoken(found.attacker)
    )
    said += " " + _("Mean loss: attacker {a} %, defender {d} %, stars left out.").format(
        a=exact(found.attacker_mean), d=exact(found.defender_mean)
    )
    if (found.attacker_mean, found.defender_mean) != (before.attacker_mean, before.defender_mean):
        said += " " + _("As printed: {a} % and {d} %.").format(a=exact(before.attacker_mean), d=exact(before.defender_mean))
    return said


def _thrown(rows: tuple[Row, ...], drm: int, rolled: int | None) -> str:
    """The row that the reader's roll finds."""
    if rolled is None:
        return ""
    row = rows[min(max(drm + rolled - rows[0].number, 0), len(rows) - 1)]
    return " " + _("Your roll of {face} finds row {row}: {said}.").format(face=rolled, row=modifier(row.number), said=row.said)


# -- at every modifier -------------------------------------------------------------------------------------------------------------------

_W, _H, _LEFT, _FOOT = 372, 190, 34, 30
_SVG: Final = Markup('<svg viewBox="0 0 {w} {h}" role="img" aria-label="{label}">{inside}</svg><div class="ruler-curve-key">{key}</div>')
_LINE: Final = Markup('<path class="curve is-{who}" d="{d}"/>')
_GRID: Final = Markup('<line class="grid" x1="{a}" x2="{b}" y1="{y}" y2="{y}"/><text x="{t}" y="{ty}">{words}</text>')
_TICK: Final = Markup('<text class="axis" x="{x}" y="{y}">{words}</text>')
_WAS: Final = Markup('<path class="curve is-was" d="{d}"/>')
_NOW: Final = Markup('<line class="now" x1="{x}" x2="{x}" y1="0" y2="{y}"/><circle class="now" cx="{x}" cy="{cy}" r="6"/>')
_NAME: Final = Markup(
    '<span class="is-{who}"><svg width="26" height="10" aria-hidden="true"><path class="curve is-{who}" d="M0 5H26"/></svg>{words}</span>'
)


@cached
def _curve(rules: Ruleset, printed: Ruleset, drm: int) -> Markup:
    """Three lines over all net modifiers, told apart by their strokes, where the window stands, and fine lines where they were."""
    low, high = limits(rules)
    every, before = ({number: fight(each, number) for number in range(low, high + 1)} for each in (rules, printed))

    def x(number: int) -> float:
        return round(_LEFT + (number - low) / (high - low) * (_W - _LEFT - 8), 1)

    def y(chance: Fraction) -> float:
        return round(8 + float(1 - chance) * (_H - _FOOT - 8), 1)

    quarters = ((Fraction(0), "0"), (Fraction(1, 4), "1/4"), (Fraction(1, 2), "1/2"), (Fraction(3, 4), "3/4"), (Fraction(1), "1"))
    parts = [_GRID.format(a=_LEFT, b=_W - 8, y=y(chance), t=_LEFT - 6, ty=y(chance) + 5, words=words) for chance, words in quarters]

    def line(law: Mapping[int, Fight], who: str) -> str:
        return "M" + "L".join(f"{x(number)} {y(getattr(each, who))}" for number, each in law.items())

    moved = [who for who in ORDER if any(getattr(every[number], who) != getattr(before[number], who) for number in every)]
    parts += [_WAS.format(d=line(before, who)) for who in moved]
    parts += [_LINE.format(who=who, d=line(every, who)) for who in ORDER]
    parts += [_TICK.format(x=x(number), y=_H - 8, words=modifier(number)) for number in range(low, high + 1) if number % 5 == 0]
    parts.append(_NOW.format(x=x(drm), y=_H - _FOOT, cy=y(every[drm].defender)))
    half = next((number for number, each in every.items() if each.defender > Fraction(1, 2)), None)
    label = _("Chances of a retreat by net modifier, from {low} to {high}.").format(low=modifier(low), high=modifier(high))
    if half is not None:
        label += " " + _("From {n} on the defender retreats more often than not.").format(n=modifier(half))
    key = joined(
        [
            *(_NAME.format(who=who, words=RETREATS[who]) for who in ORDER),
            *([_NAME.format(who="was", words=_("as printed"))] if moved else []),
        ]
    )
    return _SVG.format(w=_W, h=_H, label=label, inside=joined(parts), key=key)

"""The second roll of an X: ten bracketed rows, a window that its shift and both sides' cunning points move, and what a point is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.republic.battle import unpredictable
from rulesdemo.games.republic.play.state import Position
from rulesdemo.odds.dice import D10
from rulesdemo.odds.format import percent
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import _
from widgets.games.republic.lessons.battle import RETREATS
from widgets.games.republic.panels.ruler import FILLS, ORDER, rows_of
from widgets.kit.bars import bars, spoken
from widgets.kit.odds_rows import Row as Bar
from widgets.kit.odds_rows import View
from widgets.kit.pick_table import Cell, pick_table, shade
from widgets.kit.radio_row import radio_row
from widgets.kit.results_ruler import Row, Table, strip
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
MOST: Final = 5  # cunning points that a side can be given here; no rule sets it
POINTS: Final = (0, MOST)

_PANEL: Final = Markup(
    '<section class="second-roll" aria-labelledby="second-title"><h3 id="second-title">{title}</h3>'
    '<div class="panel-controls">{controls}'
    '<button type="button" id="second-follow" data-do="extra" data-name="second:follow"{off}>{follow}</button></div>'
    '{strip}<div class="panel-said" role="status">{said}</div>'
    '<div class="second-below"><div><h4>{who}</h4>{bars}</div>{table}</div></section>'
)
_OFF: Final = Markup(" disabled")
_CORNER: Final = Markup('<span class="sr">{}</span>')


class Spent(NamedTuple):
    """The shift of the X, and the cunning points that each side spends."""

    shift: int
    attacker: int = 0
    defender: int = 0

    @property
    def net(self) -> int:
        """What is added to the second die in all."""
        return self.shift + self.attacker - self.defender


@lru_cache(maxsize=10)
def shifts(rules: Ruleset) -> tuple[int, ...]:
    """The shifts that the X rows of the table print."""
    lines = (rules.table("brt").record(row) for row in rules.table("brt").rows.labels)
    return tuple(sorted({int(line.x) for line in lines if line.x is not None}))


@lru_cache(maxsize=10)
def brackets(rules: Ruleset) -> tuple[Row, ...]:
    """The ten rows that a second roll can find, under the numbers of their brackets."""
    table, rows = rules.table("unpredictable"), {row.number: row for row in rows_of(rules)}
    found = [(int(label), rows[int(table.at(label))]) for label in table.rows.labels]
    return tuple(
        row._replace(
            number=bracket, name=f"[{bracket}]", said=_("battle row {row}, {said}").format(row=modifier(row.number), said=row.said)
        )
        for bracket, row in found
    )


@lru_cache(maxsize=500)
def chances(rules: Ruleset, spent: Spent) -> tuple[Fraction, ...]:
    """The chances of the three ends of a battle, in their order."""
    law = unpredictable.dist(rules, *spent)
    return tuple(law.p(retreat=who) for who in ORDER)


def of_position(position: Position) -> Spent | None:
    """The X on the board, as far as points have been spent on it."""
    clash = position.clash
    if clash is None or clash.first is None or clash.first.x is None:
        return None
    ours, theirs = clash.cunning
    return Spent(clash.first.x, min(ours or 0, MOST), min(theirs or 0, MOST))


@dataclass(slots=True)
class SecondRoll:
    """The X of the board, or the first shift without points, until the reader sets his own."""

    key: str = "second"
    own: Spent | None = None

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.shown(desk), can_follow=self.own is not None)

    def shown(self, desk: Desk) -> Spent:
        """What is shown."""
        return self.own or of_position(desk.position) or Spent(shifts(desk.rules)[0])

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another shift, a point more or less, both sides' points at once, or the X of the board again."""
        now = self.shown(desk)
        if what == "follow":
            self.own = None
        elif what == "shift" and value in map(str, shifts(desk.rules)):
            self.own = now._replace(shift=int(value))
        elif what in ("attacker", "defender") and value in ("-1", "1"):
            self.own = now._replace(**{what: min(max(getattr(now, what) + int(value), POINTS[0]), POINTS[1])})
        elif what == "both" and value in _pairs():
            ours, theirs = map(int, value.split("-"))
            self.own = Spent(now.shift, ours, theirs)
        else:
            raise unknown(what)

    def kept(self) -> list[int] | None:
        """The reader's own numbers."""
        return None if self.own is None else list(self.own)

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if they can be."""
        if isinstance(kept, list) and len(kept) == len(Spent._fields) and all(type(each) is int for each in kept):
            spent = Spent(*kept)
            if spent.shift in shifts(ruleset(GAME)) and all(POINTS[0] <= each <= POINTS[1] for each in spent[1:]):
                self.own = spent


def _pairs() -> frozenset[str]:
    every = range(MOST + 1)
    return frozenset(f"{ours}-{theirs}" for ours in every for theirs in every)


@cached
def _text(rules: Ruleset, spent: Spent, *, can_follow: bool) -> Markup:
    found = chances(rules, spent)
    view = View("", tuple(Bar(who, RETREATS[who], RETREATS[who], chance, FILLS[who]) for who, chance in zip(ORDER, found, strict=True)))
    controls = radio_row("second", "shift", _("Shift of the X"), {shift: modifier(shift) for shift in shifts(rules)}, spent.shift)
    controls += stepper("second", "attacker", _("Attacker's cunning points"), spent.attacker, POINTS)
    controls += stepper("second", "defender", _("Defender's cunning points"), spent.defender, POINTS)
    plain = chances(rules, Spent(spent.shift))[0]
    said = _("{shift} for the X, {ours} and {theirs}: {net} on the second die. The defender retreats with {chance}. [8.4] [R21]").format(
        shift=modifier(spent.shift),
        ours=_("{n} for the attacker").format(n=modifier(spent.attacker)),
        theirs=_("{n} for the defender").format(n=modifier(-spent.defender)),
        net=modifier(spent.net),
        chance=spoken(found[0]),
    )
    if found[0] != plain:
        said += " " + _("Without points it would be {chance}.").format(chance=spoken(plain))
    return _PANEL.format(
        title=_("The second roll of an X"),
        controls=controls,
        off="" if can_follow else _OFF,
        follow=_("Take the X on the board"),
        strip=strip(Table(brackets(rules), tuple(D10.faces)), spent.net),
        said=cited(GAME, said, "second-said"),
        who=_("Who gives way?"),
        bars=bars(view, "second-bars", has_heading=False),
        table=_table(rules, spent),
    )


def _table(rules: Ruleset, spent: Spent) -> Markup:
    """Every number of points of both sides, so that each can see what one more is worth."""
    every = range(MOST + 1)
    rows = [
        (
            str(ours),
            [_cell(Spent(spent.shift, ours, theirs), chances(rules, Spent(spent.shift, ours, theirs))[0]) for theirs in every],
        )
        for ours in every
    ]
    caption = _("Chance in percent that the defender retreats: attacker's points down, defender's across, shift {n}").format(
        n=modifier(spent.shift)
    )
    heads = [_CORNER.format(_("Attacker's points")), *map(str, every)]
    return pick_table("second", "both", caption, heads, rows, f"{spent.attacker}-{spent.defender}", rest="", kind="heat")


def _cell(spent: Spent, chance: Fraction) -> Cell:
    said = _("{a} against {d} points, the defender retreats").format(a=spent.attacker, d=spent.defender)
    return Cell(f"{spent.attacker}-{spent.defender}", percent(chance).removesuffix(" %"), said, chance, shade=shade(chance, Fraction(1)))

"""The bill of a battle: a row of the results table, two Forces as boxes, and what each loses, part by part, beside plain rounding."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.republic.battle import Battle, battle_roll, unpredictable
from rulesdemo.games.republic.losses import HUNDRED, Lost, star_loss
from rulesdemo.games.republic.play.losses import troops_of
from rulesdemo.odds.procedure import Played, play, replay
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.republic import names
from widgets.games.republic.lessons.battle import ENDS, loss, result
from widgets.games.republic.lessons.cost import next_battle, pieces, star_verdict
from widgets.games.republic.panels.ruler import limits, whole
from widgets.kit.bars import bars
from widgets.kit.box_row import boxes
from widgets.kit.odds_rows import Row, View
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
SIDES: Final = {"attacker": N_("Attacker"), "defender": N_("Defender")}
SIZES: Final = (1, 150)  # wide enough for two armies; no rule sets them
START_ROW: Final = 10
START_SIZES: Final = (46, 39)  # where no two Forces face each other

_PANEL: Final = Markup(
    '<section class="bill" aria-labelledby="bill-title"><h3 id="bill-title">{title}</h3><div class="panel-controls">{row}{follow}</div>'
    '<div class="bill-said" role="status">{said}</div><div class="bill-sides">{sides}</div></section>'
)
_FOLLOW: Final = Markup('<button type="button" id="bill-follow" data-do="extra" data-name="bill:follow"{off}>{words}</button>')
_OFF: Final = Markup(" disabled")
_SIDE: Final = Markup(
    '<fieldset class="bill-side is-{side}"><legend>{name}</legend><div class="bill-head">{size}<p class="bill-loss"><span>{word}</span> '
    '<b>{loss}</b></p></div><div class="bill-boxes">{boxes}</div><div class="bill-sum">{sum}</div>{more}</fieldset>'
)
_STAR: Final = Markup(
    '<div class="leaders-throw"><button type="button" id="bill-{side}-roll" data-do="extra" data-name="bill:{side}.roll">{roll}</button>'
    '<div class="leaders-said" role="status">{said}</div></div><div class="odds">{odds}</div>'
)


# -- what is counted -------------------------------------------------------------------------------------------------------------------


def half_up(percent: int, sp: int) -> int:
    """A percentage of a number, rounded once, halves up.

    >>> half_up(15, 24), half_up(5, 90), half_up(25, 39)
    (4, 5, 10)
    """
    return (2 * percent * sp + HUNDRED) // (2 * HUNDRED)


def plain(value: Fraction) -> str:
    """A share of so many hundredths as a decimal number.

    >>> plain(Fraction(18, 5)), plain(Fraction(39, 4)), plain(Fraction(6))
    ('3.6', '9.75', '6')
    """
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def rows_there(rules: Ruleset) -> tuple[int, ...]:
    """The rows that have losses of their own: all but the X rows."""
    table = rules.table("brt")
    return tuple(int(label) for label in table.rows.labels if table.record(label).x is None)


def row_of(rules: Ruleset, found: tuple[Any, ...]) -> int | None:
    """The first row with these losses and this retreat."""
    table = rules.table("brt")
    lines = ((row, table.record(row)) for row in rows_there(rules))
    return next((row for row, line in lines if (line.attacker, line.defender, line.retreat) == found), None)


def nearest(rules: Ruleset, row: int, step: int) -> int:
    """The row itself, or the next one in that direction with losses; at the end of the table the last."""
    there = rows_there(rules)
    ahead = [each for each in there if (each - row) * step >= 0]
    return (there[0] if step < 0 else there[-1]) if not ahead else min(ahead, key=lambda each: abs(each - row))


# -- the panel -------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Bill:
    """The row that is read, the strength of both sides if it is the reader's own, and the dice of their stars."""

    row: int = START_ROW
    own: tuple[int, int] | None = None  # None: the Forces on the board
    stars: dict[str, Played[Lost]] = field(default_factory=dict)
    key: str = field(default="bill", init=False)
    _seen: Any = field(default=None, init=False, repr=False)  # the practice roll that was taken in last
    _rules: Ruleset | None = field(default=None, init=False, repr=False)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another row, another strength, a throw for a star, or the Forces on the board again."""
        side, _dot, name = what.partition(".")
        place = list(SIDES).index(side) if side in SIDES else 0
        now, number, steps = self.sizes(desk), whole(value), value in ("1", "-1")
        if what == "row" and steps:
            self._read(nearest(desk.rules, self.row + int(value), int(value)))
        elif what == "row.at" and number is not None and limits(desk.rules)[0] <= number <= limits(desk.rules)[1]:
            self._read(nearest(desk.rules, number, 1 if number > self.row else -1))
        elif what == "follow":
            self.own, self.stars = None, {}
        elif side in SIDES and name == "sp" and steps:
            self._resize(now, place, now[place] + int(value))
        elif side in SIDES and name == "sp.at" and number is not None:
            self._resize(now, place, number)
        elif side in SIDES and name == "roll" and _losses(desk.rules, self.row)[place] == "*":
            self.stars = {**self.stars, side: play(star_loss, random.Random(desk.seed()), desk.rules, now[place])}
        else:
            raise unknown(what)

    def kept(self) -> list[Any]:
        """The row, and the reader's own strengths."""
        return [self.row, None if self.own is None else list(self.own)]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, where there can be such."""
        if not isinstance(kept, list) or len(kept) != len(self.kept()) or type(kept[0]) is not int:
            return
        row, own = kept
        sound = own is None or (isinstance(own, list) and [type(each) for each in own] == [int, int] and all(map(_is_size, own)))
        if sound and -HUNDRED < row < HUNDRED:
            self.row, self.own = row, None if own is None else (own[0], own[1])

    def sizes(self, desk: Desk) -> tuple[int, int]:
        """The strength of both sides: the reader's own, or that of the Forces on the board."""
        if self.own is not None:
            return self.own
        position = desk.position
        clash = position.clash or next_battle(position, desk.selected)
        if clash is None:
            return START_SIZES
        ours, theirs = (min(max(sum(troops_of(position, each)), SIZES[0]), SIZES[1]) for each in clash.forces)
        return ours, theirs

    def _read(self, row: int) -> None:
        self.row, self.stars = row, {}

    def _resize(self, now: tuple[int, int], place: int, number: int) -> None:
        sp = min(max(number, SIZES[0]), SIZES[1])
        self.own, self.stars = ((sp, now[1]) if place == 0 else (now[0], sp)), {}

    def _take_in(self, desk: Desk) -> None:
        """Show the battle, or the star, that was practised on the board."""
        practice, throw = desk.practice, desk.throw()
        if practice is self._seen:
            return
        self._seen = practice
        if practice is None or throw is None:
            return
        clash, outcome = desk.position.clash, practice.throw.outcome
        if throw.procedure in (battle_roll, unpredictable) and outcome.retreat is not None and clash is not None:
            found = row_of(desk.rules, tuple(outcome)[:3])
            self.own = None
            self.own = self.sizes(desk)
            self._read(self.row if found is None else found)
        elif throw.procedure is star_loss and clash is not None and isinstance(clash.result, Battle):
            side = next((side for side, word in zip(SIDES, clash.result, strict=False) if word == "*" and side not in self.stars), "")
            if side and self.own is not None:
                self.stars = {**self.stars, side: replay(star_loss, practice.faces, *throw.args)}

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now; dice that were read under other rules are taken up."""
        if self._rules is not desk.rules:
            self._rules, self.stars = desk.rules, {}
            self.row = nearest(desk.rules, self.row, 1)
        self._take_in(desk)
        sizes = self.sizes(desk)
        faces = tuple(self.stars[side].faces if side in self.stars else () for side in SIDES)
        return _text(desk.rules, self.row, sizes, faces, is_own=self.own is not None)


def _is_size(number: int) -> bool:
    return SIZES[0] <= number <= SIZES[1]


def _losses(rules: Ruleset, row: int) -> tuple[Any, Any]:
    line = rules.table("brt").record(row)
    return line.attacker, line.defender


# -- as text ---------------------------------------------------------------------------------------------------------------------------


@cached
def _text(rules: Ruleset, row: int, sizes: tuple[int, int], faces: tuple[tuple[int, ...], ...], *, is_own: bool) -> Markup:
    line = rules.table("brt").record(row)
    found = Battle(line.attacker, line.defender, line.retreat)
    said = _("Row {row} of the battle table. {result} {end} [8.3]").format(row=modifier(row), result=result(found), end=ENDS[line.retreat])
    return _PANEL.format(
        title=_("Two Forces and one row"),
        row=stepper("bill", "row", _("Row of the battle table"), row, limits(rules), slides=True),
        follow=_FOLLOW.format(words=_("Take the Forces on the board"), off="" if is_own else _OFF),
        said=cited(GAME, said, "bill-said"),
        sides=joined(_side(rules, side, word, sp, dice) for side, word, sp, dice in zip(SIDES, found, sizes, faces, strict=False)),
    )


def _side(rules: Ruleset, side: str, word: int | str, sp: int, faces: tuple[int, ...]) -> Markup:
    size = stepper("bill", f"{side}.sp", _("Strength points"), sp, SIZES, slides=True)
    head = {"side": side, "name": SIDES[side], "size": size, "word": _("loses"), "loss": loss(word)}
    if isinstance(word, int):
        found = pieces(rules, word, sp)
        shown = joined(boxes(str(points), points, lost) for points, lost in found)
        return _SIDE.format(**head, boxes=shown, sum=cited(GAME, counted(word, sp, found), f"bill-{side}"), more="")
    most = sp * int(rules.table("star_loss").at("cap_percent")) // HUNDRED
    thrown = replay(star_loss, faces, rules, sp) if faces else None
    lost = thrown.value.lost if thrown is not None else 0
    told = _("A die of points, but at most {percent} % of {sp}, rounded down: {most}. [8.3-*]")
    words = told.format(percent=rules.table("star_loss").at("cap_percent"), sp=sp, most=most)
    return _SIDE.format(
        **head,
        boxes=boxes(str(sp), sp, lost, lost if thrown is not None else most),
        sum=cited(GAME, words, f"bill-{side}"),
        more=_star(rules, side, sp, thrown),
    )


def counted(percent: int, sp: int, found: tuple[tuple[int, int], ...]) -> str:
    """The sum of the parts, what the percentage is exactly, and what rounding once would make of it."""
    if not percent:
        return _("0 % costs nothing. [8.34]")
    lost = sum(each for _points, each in found)
    parts = " + ".join(str(each) for _points, each in found)
    total = f"{parts} = {lost}" if len(found) > 1 else str(lost)
    once, share = half_up(percent, sp), plain(Fraction(percent * sp, HUNDRED))
    told = _("By the table {total}. [8.34] [R28] {percent} % of {sp} is {share}; rounded once, halves up, {once}.")
    words = told.format(total=total, percent=percent, sp=sp, share=share, once=once)
    if lost == once:
        return words
    more = _("The table takes {n} more.") if lost > once else _("The table takes {n} less.")
    return f"{words} {more.format(n=abs(lost - once))}"


def _star(rules: Ruleset, side: str, sp: int, thrown: Played[Lost] | None) -> Markup:
    told = _("Not thrown yet.")
    if thrown is not None:
        told = star_verdict(Throw(star_loss, (rules, sp), thrown.value), thrown.faces)
    return _STAR.format(
        side=side,
        roll=_("Throw for the star"),
        said=Markup("<div>{}</div>").format(cited(GAME, told, f"bill-{side}-star")),
        odds=bars(star_view(rules, sp), f"bill-{side}-law"),
    )


@cached
def star_view(rules: Ruleset, sp: int) -> View:
    """What a star costs a Force."""
    law = sorted((lost.lost, chance) for lost, chance in star_loss.dist(rules, sp).items())
    rows = tuple(Row(n, names.strength(n), names.strength(n), Fraction(chance), "best") for n, chance in law)
    return View("", rows, title=_("What the star costs"))

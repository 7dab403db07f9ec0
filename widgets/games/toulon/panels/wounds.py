"""A leader who is hit: his two dice on a grid of 36 cells, what each cell means, and the laws of wounds and of turns away."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.toulon.leaders import LeaderWound, leader_wound, named_by, wound_effect
from rulesdemo.odds.procedure import Played, play
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon.lessons.throws import FATES
from widgets.kit.bars import bars, number
from widgets.kit.odds_rows import FILLS, Row, View
from widgets.kit.pick_table import Cell, pick_table
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import die, joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "wounds"
FACES: Final = range(1, 7)
TURNS: Final = (1, 16)
WHO: Final = {"leader": N_("A leader"), "bonaparte": N_("Bonaparte")}
# Letters tell the cells apart; grounds only repeat them.
LETTERS: Final = {"superficial": N_("Su"), "light": N_("Li"), "serious": N_("Se"), "grave": N_("Gr"), "killed": N_("Ki")}

_PANEL: Final = Markup(
    '<section class="wounds" aria-labelledby="wounds-title"><h3 id="wounds-title">{title}</h3><div class="wounds-set">{controls}'
    '<button type="button" id="wounds-roll" class="primary" data-do="extra" data-name="wounds:roll">{roll}</button></div>'
    '<div class="wounds-both"><div class="wounds-grid">{grid}<ul class="wounds-key" role="list">{key}</ul></div>'
    '<div class="wounds-laws"><h4>{fates}</h4>{one}<h4>{away}</h4>{two}<div class="quiet">{mean}</div></div></div></section>'
)
_KEY: Final = Markup('<li><span class="ground shade-{shade}" aria-hidden="true">{letter}</span>{name}</li>')
_DICE: Final = Markup('<span class="wounds-dice" aria-hidden="true">{}</span>')


@cached
def grid(rules: Ruleset, who: str) -> tuple[tuple[str, ...], ...]:
    """The fate of every pair of faces, first die down."""
    return tuple(tuple(fate(rules, who, first, second) for second in FACES) for first in FACES)


def fate(rules: Ruleset, who: str, first: int, second: int) -> str:
    """What two faces mean for him; Bonaparte is never worse than seriously wounded."""
    found: str = named_by(rules, first, second)
    spared = rules.table("bonaparte_wounds")
    return str(spared.at(found)) if who == "bonaparte" and found in spared.rows.labels else found


def law_of(rules: Ruleset, who: str) -> Any:  # noqa: ANN401 - a law of LeaderWound
    """The exact law of the fate and the turns away."""
    return find("toulon.leader_wound").asked({"bonaparte": who == "bonaparte"}, rules).dist


def mean_away(rules: Ruleset, who: str) -> Fraction:
    """The turns that he is away on average, if he comes back at all."""
    back = [(away, chance) for away, chance in law_of(rules, who).marginal("turns_away").items() if away is not None]
    return Fraction(sum(away * chance for away, chance in back)) / Fraction(sum(chance for _away, chance in back))


def turns(count: int) -> str:
    """So many turns.

    >>> turns(1), turns(3)
    ('1 turn', '3 turns')
    """
    return ngettext("{n} turn", "{n} turns", count).format(n=count)


def means(rules: Ruleset, who: str, pair: tuple[int, int], turn: int) -> str:
    """What a pair means, in words with its rules."""
    found = fate(rules, who, *pair)
    first, second = pair
    sum_ = (_("{a} and {b}, a double") if first == second else _("{a} and {b} are {n}")).format(a=first, b=second, n=first + second)
    words = _("{sum}: {fate} [6.6].").format(sum=sum_, fate=FATES[found].lower())
    if found != fate(rules, "leader", *pair):
        words = _("{sum}: for Bonaparte a {fate} at worst [4.12f] [T25].").format(sum=sum_, fate=FATES[found].lower())
    away = settled(wound_effect, rules, found).away
    if away is None:
        return words + " " + _("He is out of the game.")
    if not away.strip("0"):
        return words + " " + _("He stays with his troops.")
    return words + " " + _("He is away for {dice} turns from turn {turn}.").format(dice=away.upper(), turn=turn)


@dataclass(slots=True)
class Wounds:
    """The panel: who is hit, on which turn, the pair that is looked at, and the throw if there was one."""

    who: str = "leader"
    turn: int = 7
    pair: tuple[int, int] | None = None
    thrown: Played[LeaderWound] | None = None
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.who, self.turn, self.pair, self._said(desk.rules))

    def _said(self, rules: Ruleset) -> Markup:
        if self.pair is None:
            return Markup("{}").format(_("Pick a cell, or throw."))
        words = means(rules, self.who, self.pair, self.turn)
        dice = Markup("")
        if self.thrown is not None:
            dice = _DICE.format(joined(die(face, pips=True) for face in self.thrown.faces))
            away = self.thrown.value.turns_away
            if away:
                words += " " + _("The third die gives {turns}: he is back on turn {n}.").format(turns=turns(away), n=self.turn + away)
        return dice + cited(GAME, words, "wounds-told")

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another leader or turn, a cell, or a throw."""
        if what == "who" and value in WHO:
            self.who, self.thrown = value, None
        elif what == "turn" and value in ("1", "-1"):
            self.turn = min(max(self.turn + int(value), TURNS[0]), TURNS[1])
        elif what == "cell" and value in CELLS:
            self.pair, self.thrown = CELLS[value], None
        elif what == "roll":
            self.thrown = play(leader_wound, random.Random(desk.seed()), desk.rules, self.who == "bonaparte")
            self.pair = (self.thrown.faces[0], self.thrown.faces[1])
        else:
            raise unknown(f"{what} {value}")

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """Who, when and the cell."""
        return [self.who, self.turn, "" if self.pair is None else f"{self.pair[0]}-{self.pair[1]}"]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand again as it was kept."""
        match kept:
            case [str(who), int(turn), str(cell)] if who in WHO and TURNS[0] <= turn <= TURNS[1] and cell in ("", *CELLS):
                self.who, self.turn, self.pair, self.thrown = who, turn, CELLS.get(cell), None


CELLS: Final = {f"{first}-{second}": (first, second) for first in FACES for second in FACES}


@cached
def _text(rules: Ruleset, who: str, turn: int, pair: tuple[int, int] | None, said: Markup) -> Markup:
    cells = grid(rules, who)
    order = list(LETTERS)
    rows = []
    for first, line in zip(FACES, cells, strict=True):
        found = [
            Cell(
                f"{first}-{second}",
                LETTERS[what],
                _("{a} and {b}, {fate}").format(a=first, b=second, fate=FATES[what].lower()),
                Fraction(1, 36),
                shade=order.index(what),
                told=said if pair == (first, second) else "",
            )
            for second, what in zip(FACES, line, strict=True)
        ]
        rows.append((str(first), found))
    picked = "" if pair is None else f"{pair[0]}-{pair[1]}"
    controls = radio_row(KEY, "who", _("Who is hit"), WHO, who) + stepper(KEY, "turn", _("Turn"), turn, TURNS)
    return _PANEL.format(
        title=_("Thirty-six cells"),
        controls=controls,
        roll=_("Throw two dice"),
        grid=pick_table(
            KEY,
            "cell",
            _("First die down, second across"),
            [_("Dice"), *map(str, FACES)],
            rows,
            picked,
            rest=_("Pick a cell, or throw."),
            kind="fates",
        ),
        key=joined(_KEY.format(shade=place, letter=LETTERS[what], name=FATES[what]) for place, what in enumerate(order)),
        fates=_("What becomes of him"),
        one=bars(_fates_view(rules, who), "wounds-fates"),
        away=_("Turns away"),
        two=bars(_away_view(rules, who), "wounds-away"),
        mean=_("If he comes back at all, he is away for {mean} turns on average.").format(mean=number(mean_away(rules, who))),
    )


def _fates_view(rules: Ruleset, who: str) -> View:
    law = dict(law_of(rules, who).marginal("fate").items())
    found = [what for what in LETTERS if what in law]
    named = {what: _("{letter}: {fate}").format(letter=LETTERS[what], fate=FATES[what].lower()) for what in found}
    return View("", tuple(Row(what, named[what], named[what], law[what], fill) for what, fill in zip(found, FILLS, strict=False)))


def _away_view(rules: Ruleset, who: str) -> View:
    law = dict(law_of(rules, who).marginal("turns_away").items())
    times = sorted(away for away in law if away is not None)
    rows = [Row(away, words := turns(away) if away else _("not away"), words, law[away], "best") for away in times]
    if None in law:
        rows.append(Row("never", _("never back"), _("never back"), law[None], "third"))
    return View("", tuple(rows))

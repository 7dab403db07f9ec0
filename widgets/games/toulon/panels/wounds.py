"""A leader who is hit: two dice on a grid of 36 cells, what each cell means, and the chances of wounds and of turns away."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup, escape

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.toulon.leaders import leader_wound, named_by, wound_effect
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon.lessons.throws import FATES
from widgets.kit.bars import number
from widgets.kit.components import Bars, Box, Controls, Custom, Heading, PickTable, Press
from widgets.kit.controls import Choice, Int, Pick
from widgets.kit.last_roll import LastRoll, Roll, throw
from widgets.kit.odds_rows import FILLS, Row, View
from widgets.kit.panel import Component, Panel, Session, State
from widgets.kit.pick_table import Cell
from widgets.kit.tiles import Tiles
from widgets.web.badges import die, joined
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

FACES: Final = range(1, 7)
DICE: Final = {"1d3": N_("1D3"), "1d6": N_("1D6")}
WHO: Final = {"leader": N_("A leader"), "bonaparte": N_("Bonaparte")}
# Letters tell the cells apart; grounds only repeat them.
LETTERS: Final = {"superficial": N_("Su"), "light": N_("Li"), "serious": N_("Se"), "grave": N_("Gr"), "killed": N_("Ki")}
CELLS: Final = {f"{first}-{second}": "" for first in FACES for second in FACES}

_LETTER: Final = Markup('<span class="ground shade-{shade}" aria-hidden="true">{letter}</span>{name}')
_DICE: Final = Markup('<span class="wounds-dice" aria-hidden="true">{}</span>')


@cached
def grid(rules: Ruleset, who: str) -> tuple[tuple[str, ...], ...]:
    """Return the fate of every pair of faces, first die down."""
    return tuple(tuple(fate(rules, who, first, second) for second in FACES) for first in FACES)


def fate(rules: Ruleset, who: str, first: int, second: int) -> str:
    """Return what two faces mean for a leader; Bonaparte is never worse than seriously wounded."""
    found: str = named_by(rules, first, second)
    spared = rules.table("bonaparte_wounds")
    return str(spared.at(found)) if who == "bonaparte" and found in spared.rows.labels else found


def distribution(rules: Ruleset, who: str) -> Any:  # noqa: ANN401 - a distribution of LeaderWound
    """Return the exact distribution of the fate and the turns away."""
    return find("toulon.leader_wound").answer({"bonaparte": who == "bonaparte"}, rules).dist


def mean_away(rules: Ruleset, who: str) -> Fraction:
    """Return the turns that a leader is away on average, if he comes back at all."""
    return Fraction(distribution(rules, who).marginal("turns_away").where(lambda away: away is not None).mean())


def turns(count: int) -> str:
    """Return a number of turns in words.

    >>> turns(1), turns(3)
    ('1 turn', '3 turns')
    """
    return ngettext("{n} turn", "{n} turns", count).format(n=count)


def means(rules: Ruleset, who: str, pair: tuple[int, int], turn: int) -> str:
    """Return what a pair means, in words with its rules."""
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
    return words + " " + _("He is away for {dice} turns from turn {turn}.").format(dice=DICE[away], turn=turn)


def _act(state: State, what: str, value: str, session: Session) -> State | None:
    """Throw the dice for the leader who is hit."""
    if what != "roll" or value:
        return None
    faces = throw(leader_wound, session, (session.rules, state.who == "bonaparte"))
    cell = f"{faces[0]}-{faces[1]}"
    return state.replace(cell=cell, roll=Roll((state.who, cell), faces))


def turns_away(rules: Ruleset, state: State) -> int | None:
    """Return for how long the leader is away by the dice that lie there; None if he never comes back."""
    away: int | None = replay(leader_wound, state.roll.faces, rules, state.who == "bonaparte").value.turns_away
    return away


def _sentence(rules: Ruleset, state: State) -> Markup:
    """Return the dice that were thrown, and what the picked cell means."""
    first, second = map(int, state.cell.split("-"))
    words, dice = means(rules, state.who, (first, second), state.turn), Markup("")
    if state.roll is not None:
        dice = _DICE.format(joined(die(face, pips=True) for face in state.roll.faces))
        away = turns_away(rules, state)
        if away:
            words += " " + _("The third die gives {turns}: he is back on turn {n}.").format(turns=turns(away), n=state.turn + away)
    return dice + cited("toulon", words, "wounds-told")


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    yield Box("wounds-set", [Controls(rules, state, ("who", "turn"), ""), Press("roll", _("Throw two dice"), kind="primary")])
    fates, away = Bars(_fates_view(rules, state.who), "fates"), Bars(_away_view(rules, state.who), "away")
    mean = _("If he comes back at all, he is away for {mean} turns on average.").format(mean=number(mean_away(rules, state.who)))
    odds: list[Component] = [Heading(_("What becomes of him")), fates, Heading(_("Turns away")), away, Box("quiet", [Custom(escape(mean))])]
    yield Box("wounds-both", [Box("wounds-grid", [_table(rules, state), _legend()]), Box("wounds-laws", odds)])


def _table(rules: Ruleset, state: State) -> PickTable:
    rest = _("Pick a cell, or throw.")
    rows = []
    for first, fates in zip(FACES, grid(rules, state.who), strict=True):
        cells = [_cell((first, second), what, rules, state) for second, what in zip(FACES, fates, strict=True)]
        rows.append((str(first), cells))
    return PickTable("cell", _("First die down, second across"), [_("Dice"), *map(str, FACES)], rows, state.cell, rest, "fates")


def _cell(pair: tuple[int, int], what: str, rules: Ruleset, state: State) -> Cell:
    first, second = pair
    name = f"{first}-{second}"
    words = _("{a} and {b}, {fate}").format(a=first, b=second, fate=FATES[what].lower())
    told = _sentence(rules, state) if name == state.cell else ""
    return Cell(name, LETTERS[what], words, Fraction(1, 36), shade=list(LETTERS).index(what), told=told)


def _legend() -> Tiles:
    letters = enumerate(LETTERS.items())
    return Tiles([_LETTER.format(shade=place, letter=text, name=FATES[what]) for place, (what, text) in letters], "wounds-key")


def _fates_view(rules: Ruleset, who: str) -> View:
    chances = dict(distribution(rules, who).marginal("fate").items())
    found = [what for what in LETTERS if what in chances]
    labels = {what: _("{letter}: {fate}").format(letter=LETTERS[what], fate=FATES[what].lower()) for what in found}
    return View("", tuple(Row(what, labels[what], labels[what], chances[what], fill) for what, fill in zip(found, FILLS, strict=False)))


def _away_view(rules: Ruleset, who: str) -> View:
    chances = dict(distribution(rules, who).marginal("turns_away").items())
    times = sorted(away for away in chances if away is not None)
    rows = [Row(away, words := turns(away) if away else _("not away"), words, chances[away], "best") for away in times]
    if None in chances:
        rows.append(Row("never", _("never back"), _("never back"), chances[None], "third"))
    return View("", tuple(rows))


WOUNDS: Final = Panel(
    "wounds",
    "toulon",
    N_("Thirty-six cells"),
    _body,
    fields=(
        Choice("who", N_("Who is hit"), WHO, is_apart=True),
        Int("turn", N_("Turn"), (1, 16), start=7, is_apart=True),
        Pick("cell", "", CELLS),
        LastRoll(basis=lambda _rules, state: (state.who, state.cell)),
    ),
    act=_act,
)

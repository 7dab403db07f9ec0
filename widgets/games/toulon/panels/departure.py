"""When the ships leave: a track of turns, the exact chance that Toulon's war supply lasts, a siege thrown turn by turn, and the price."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.toulon.evacuation import evacuation, supply_fails, war_supply, war_supply_failures
from rulesdemo.games.toulon.play.state import Position
from rulesdemo.odds.format import exact
from rulesdemo.odds.procedure import odds, play, replay
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon.panels.calendar import calendar
from widgets.kit.components import Box, Cell, Custom, Press, Table, Text
from widgets.kit.last_roll import LastRoll
from widgets.kit.panel import Component, Panel, Session, State
from widgets.kit.tiles import Tile, Tiles
from widgets.kit.turn_chart import Run, RunWords, run_panel
from widgets.web.badges import die
from widgets.web.phrases import modifier

# -- the track of turns --------------------------------------------------------------------------------------------------------------------


def sentence(rules: Ruleset, first: int, last: int) -> str:
    """Return how many throws there are, what each must not be, and how many fail on average."""
    turns = last - first + 1
    mean = Fraction(odds(war_supply_failures, rules, turns).mean("failures"))
    when = _("The ships leave on turn {first}.").format(first=first)
    throws = ngettext("{n} throw up to turn {last} [3.8].", "{n} throws up to turn {last} [3.8].", turns).format(n=turns, last=last)
    average = _("The average number of failures is {mean}.").format(mean=exact(mean))
    before = "" if first == calendar(rules).turns[0] else _("Before that the roadsteads supply Toulon [4.8a].")
    return " ".join(part for part in (when, throws, average, before) if part)


WORDS: Final = RunWords(
    N_("Supplied, turn after turn"),
    N_("The ships leave on turn"),
    N_("Look as far as turn"),
    N_("Dotted: the ships are there and supply is sure. Solid: supplied on every turn so far. Dashed: later turns."),
    N_("Supplied on every turn"),
    N_("Cut off at least once"),
    N_("Every chance as a fraction"),
)


RUN: Final = Run(
    "toulon",
    lambda rules: calendar(rules).turns,
    lambda rules, _first, turns: Fraction(odds(war_supply, rules, turns).p(failed=False)),
    1,
    WORDS,
    sentence,
)

_COUNT: Final = Markup('<span class="quiet">{}</span>')
_TURN: Final = Markup("<b>{turn}</b>{die}<span>{words}</span>")
_TOTAL: Final = Markup('<p role="status">{}</p>')


class Siege(NamedTuple):
    """What was thrown for the turns of a span, how many sieges were thrown for it, and how many were supplied to the end."""

    basis: tuple[int, int]
    faces: tuple[int, ...]
    number: int
    whole: int


def _act(state: State, what: str, _value: str, session: Session) -> State | None:
    """Throw for every turn."""
    if what != "throw":
        return None
    span, before = _span(session.rules, state), state.siege
    played = play(war_supply_failures, random.Random(session.seed()), session.rules, state.last - state.first + 1)
    number, whole = (0, 0) if before is None else (before.number, before.whole)
    return state.replace(siege=Siege(span, tuple(played.faces), number + 1, whole + (not played.value.failures)))


def _span(_rules: Ruleset, state: State) -> tuple[int, int]:
    return state.first, state.last


def _siege(rules: Ruleset, state: State) -> Iterator[Component]:
    """Yield a throw for each turn, and what became of it."""
    words = _("Throw for turn {first}") if state.first == state.last else _("Throw for turns {first} to {last}")
    press = Press("throw", words.format(first=state.first, last=state.last), "1", id="throw")
    parts: list[Component] = [Box("siege-do", [press, Custom(_COUNT.format(_count(state.siege)))])]
    if state.siege is not None:
        parts += _throws(rules, state.siege)
    yield Box("siege", parts)


def _count(siege: Siege | None) -> str:
    if siege is None:
        return ""
    words = ngettext("{n} siege thrown, {whole} supplied to the end.", "{n} sieges thrown, {whole} supplied to the end.", siege.number)
    return words.format(n=siege.number, whole=siege.whole)


def _throws(rules: Ruleset, siege: Siege) -> Iterator[Component]:
    fails = [replay(supply_fails, (face,), rules).value for face in siege.faces]
    turns = []
    for turn, (face, is_cut) in enumerate(zip(siege.faces, fails, strict=True), siege.basis[0]):
        words = (_("{half}: cut off") if is_cut else _("{half}: supplied")).format(half=(face + 1) // 2)
        turns.append(Tile(_TURN.format(turn=turn, die=die(face, pips=True), words=words), "is-cut" if is_cut else "is-supplied"))
    yield Tiles(turns, "siege-turns", is_ordered=True)
    number = sum(fails)
    total = ngettext("Cut off on {n} turn.", "Cut off on {n} turns.", number).format(n=number) if number else _("Supplied to the end.")
    yield Custom(_TOTAL.format(total))


DEPARTURE: Final = run_panel("departure", RUN, (5, 7), below=_siege, fields=(LastRoll("siege", basis=_span),), act=_act)


# -- the price -----------------------------------------------------------------------------------------------------------------------------


_NOW: Final = Markup('{words} <span class="ledger-now">{now}</span>')


Price = tuple[str, str, str]
"""A line of the ledger: what is in question, with the ships and without them."""


def prices(position: Position) -> tuple[Price, ...]:
    """Return what the ships take with them: the Allied points, the gun crews, the sea, the sure supply, and the way back."""
    rules = position.rules
    cost = settled(evacuation, rules)
    crews = sum(unit.crew for unit in position.units)
    left = crews if cost.activated_guns else 0
    fails = Fraction(odds(supply_fails, rules).p(True))  # noqa: FBT003 - the outcome
    points = position.vp - cost.vp if position.evacuated else position.vp
    return (
        (_("Allied victory points [3.7]"), modifier(points), modifier(points + cost.vp)),
        (_("Gun crews in the game [3.7]"), str(crews), str(left)),
        (
            _("War supply of Toulon [3.8]"),
            _("sure, while both roadsteads are Allied [4.8a]"),
            _("{p} a turn [T30]").format(p=exact(1 - fails)),
        ),
        (_("Troops by sea [3.9]"), _("from beach to beach"), _("from beach to beach") if cost.sea_moves else _("none, and no retreat")),
        (_("Evacuation gauge [3.4]"), _("not used"), _("not used")),
        (_("Who decides [3.6]"), _("the British player"), _("nobody: it is done")),
        (_("The other way [3.10]"), _("may be taken on any later turn"), _("there is none")),
    )


def _ledger(_rules: Ruleset, _state: State, seen: tuple[tuple[Price, ...], bool]) -> Iterator[Component]:
    """Yield the price; the column that holds on the board is marked."""
    lines, is_gone = seen
    here, gone = ("", "is-now") if is_gone else ("is-now", "")
    heads = [_head(_("With the ships"), here), _head(_("Without them"), gone)]
    rows: list[list[Text]] = [[what, Cell(before, here), Cell(after, gone)] for what, before, after in lines]
    yield Table(["", *heads], rows, kind="ledger-table", label=_("With the ships and without them"))


def _head(words: str, kind: str) -> Cell:
    return Cell(_NOW.format(words=words, now=_("on the board now")) if kind else words, kind)


PRICE: Final = Panel(
    "ledger",
    "toulon",
    N_("What the ships take with them"),
    _ledger,
    reads=lambda session: (prices(session.position), session.position.evacuated),
)

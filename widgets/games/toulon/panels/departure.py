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
from widgets.kit.controls import Value
from widgets.kit.panel import Component, Panel, Session, State
from widgets.kit.turn_chart import Run, RunWords, run_panel
from widgets.web.badges import die, joined
from widgets.web.phrases import modifier

# -- the track of turns --------------------------------------------------------------------------------------------------------------------


def supply_chance(rules: Ruleset, _first: int, turns: int) -> Fraction:
    """Return the chance that war supply holds on each of a number of turns after the ships have gone."""
    return Fraction(odds(war_supply, rules, turns).p(failed=False))


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


RUN: Final = Run("toulon", lambda rules: calendar(rules).turns, supply_chance, 1, WORDS, sentence)

_COUNT: Final = Markup('<span class="quiet">{}</span>')
_TURNS: Final = Markup('<ol class="siege-turns" role="list">{turns}</ol><p role="status">{sum}</p>')
_TURN: Final = Markup('<li class="is-{kind}"><b>{turn}</b>{die}<span>{words}</span></li>')


class Siege(NamedTuple):
    """What was thrown for the turns of a span, how many sieges were thrown for it, and how many were supplied to the end."""

    span: tuple[int, int]
    faces: tuple[int, ...]
    number: int
    whole: int


def _act(state: State, what: str, _value: str, session: Session) -> State | None:
    """Throw for every turn."""
    if what != "throw":
        return None
    span, before = (state.first, state.last), state.siege
    played = play(war_supply_failures, random.Random(session.seed()), session.rules, state.last - state.first + 1)
    number, whole = (0, 0) if before is None else (before.number, before.whole)
    return state.replace(siege=Siege(span, tuple(played.faces), number + 1, whole + (not played.value.failures)))


def _forget(state: State) -> State:
    """Forget the sieges once the turns are others."""
    return state.replace(siege=None) if state.siege is not None and state.siege.span != state.span else state


def _siege(rules: Ruleset, state: State) -> Iterator[Component]:
    """Yield a throw for each turn, and what became of it."""
    words = _("Throw for turn {first}") if state.first == state.last else _("Throw for turns {first} to {last}")
    press = Press("throw", words.format(first=state.first, last=state.last), "1", id="throw")
    parts: list[Component] = [Box("siege-do", [press, Custom(_COUNT.format(_count(state.siege)))])]
    if state.siege is not None:
        parts.append(Custom(_throws(rules, state.siege)))
    yield Box("siege", parts)


def _count(siege: Siege | None) -> str:
    if siege is None:
        return ""
    words = ngettext("{n} siege thrown, {whole} supplied to the end.", "{n} sieges thrown, {whole} supplied to the end.", siege.number)
    return words.format(n=siege.number, whole=siege.whole)


def _throws(rules: Ruleset, siege: Siege) -> Markup:
    fails = [replay(supply_fails, (face,), rules).value for face in siege.faces]
    turns = joined(
        _TURN.format(
            kind="cut" if is_cut else "supplied",
            turn=siege.span[0] + place,
            die=die(face, pips=True),
            words=(_("{half}: cut off") if is_cut else _("{half}: supplied")).format(half=(face + 1) // 2),
        )
        for place, (face, is_cut) in enumerate(zip(siege.faces, fails, strict=True))
    )
    number = sum(fails)
    total = ngettext("Cut off on {n} turn.", "Cut off on {n} turns.", number).format(n=number) if number else _("Supplied to the end.")
    return _TURNS.format(turns=turns, sum=total)


DEPARTURE: Final = run_panel(
    "departure", RUN, (5, 7), below=_siege, fields=(Value("siege", None, is_stored=False),), act=_act, settle=_forget
)


# -- the price -----------------------------------------------------------------------------------------------------------------------------


class Price(NamedTuple):
    """A line of the ledger: what is in question, with the ships and without them."""

    what: str
    here: str
    gone: str


_NOW: Final = Markup('{words} <span class="ledger-now">{now}</span>')


def prices(position: Position) -> tuple[Price, ...]:
    """Return what the ships take with them: the Allied points, the gun crews, the sea, the sure supply, and the way back."""
    rules = position.rules
    cost = settled(evacuation, rules)
    crews = sum(unit.crew for unit in position.units)
    left = crews if cost.activated_guns else 0
    fails = Fraction(odds(supply_fails, rules).p(True))  # noqa: FBT003 - the outcome
    points = position.vp - cost.vp if position.evacuated else position.vp
    return (
        Price(_("Allied victory points [3.7]"), modifier(points), modifier(points + cost.vp)),
        Price(_("Gun crews in the game [3.7]"), str(crews), str(left)),
        Price(
            _("War supply of Toulon [3.8]"),
            _("sure, while both roadsteads are Allied [4.8a]"),
            _("{p} a turn [T30]").format(p=exact(1 - fails)),
        ),
        Price(
            _("Troops by sea [3.9]"), _("from beach to beach"), _("from beach to beach") if cost.sea_moves else _("none, and no retreat")
        ),
        Price(_("Evacuation gauge [3.4]"), _("not used"), _("not used")),
        Price(_("Who decides [3.6]"), _("the British player"), _("nobody: it is done")),
        Price(_("The other way [3.10]"), _("may be taken on any later turn"), _("there is none")),
    )


def _prices(session: Session) -> tuple[tuple[Price, ...], bool]:
    position: Position = session.position
    return prices(position), position.evacuated


def _ledger(_rules: Ruleset, _state: State, seen: tuple[tuple[Price, ...], bool]) -> Iterator[Component]:
    """Yield the price; the column that holds on the board is marked."""
    lines, is_gone = seen
    here, gone = ("", "is-now") if is_gone else ("is-now", "")
    heads = [_head(_("With the ships"), here), _head(_("Without them"), gone)]
    rows: list[list[Text]] = [[line.what, Cell(line.here, here), Cell(line.gone, gone)] for line in lines]
    yield Table(["", *heads], rows, kind="ledger-table", label=_("With the ships and without them"))


def _head(words: str, kind: str) -> Cell:
    return Cell(_NOW.format(words=words, now=_("on the board now")) if kind else words, kind)


PRICE: Final = Panel("ledger", "toulon", N_("What the ships take with them"), _ledger, reads=_prices)

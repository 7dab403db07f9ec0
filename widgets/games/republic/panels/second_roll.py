"""The second roll of an X: ten bracketed rows, a window that its shift and both sides' cunning points move, and what a point is worth."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rulesdemo.games.republic.battle import unpredictable
from rulesdemo.games.republic.play.state import Position
from rulesdemo.odds.dice import D10
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _, cache_by_language
from widgets.games.republic.panels.retreats import ORDER, retreat_view
from widgets.games.republic.panels.ruler import rows_of
from widgets.kit.bars import spoken
from widgets.kit.chances import chance_cell
from widgets.kit.components import Bars, Box, Controls, Custom, Heading, PickTable, Press, Sentence
from widgets.kit.controls import Choice, Int, Own
from widgets.kit.panel import ANY, Component, Followed, Panel, Session, State
from widgets.kit.pick_table import Cell, hidden_head
from widgets.kit.results_ruler import Row, Table, strip
from widgets.web.phrases import modifier

GAME: Final = "republic"
MOST: Final = 5  # cunning points that a side can be given here; no rule sets it
POINTS: Final = (0, MOST)
PAIRS: Final = {f"{ours}-{theirs}": (ours, theirs) for ours in range(MOST + 1) for theirs in range(MOST + 1)}


class Spent(NamedTuple):
    """The shift of the X, and the cunning points that each side spends."""

    shift: int
    attacker: int = 0
    defender: int = 0

    @property
    def net(self) -> int:
        """Return what is added to the second die in all."""
        return self.shift + self.attacker - self.defender


@lru_cache(maxsize=10)
def shifts(rules: Ruleset) -> tuple[int, ...]:
    """Return the shifts that the X rows of the table print."""
    lines = (rules.table("brt").record(row) for row in rules.table("brt").rows.labels)
    return tuple(sorted({int(line.x) for line in lines if line.x is not None}))


@cache_by_language(10)
def brackets(rules: Ruleset) -> tuple[Row, ...]:
    """Return the ten rows that a second roll can find, under the numbers of their brackets."""
    table, rows = rules.table("unpredictable"), {row.number: row for row in rows_of(rules)}
    found = [(int(label), rows[int(table.at(label))]) for label in table.rows.labels]
    return tuple(
        row._replace(
            number=bracket, name=f"[{bracket}]", said=_("battle row {row}, {said}").format(row=modifier(row.number), said=row.said)
        )
        for bracket, row in found
    )


@lru_cache(maxsize=500)
def chances(rules: Ruleset, spent: Spent) -> dict[str, Fraction]:
    """Return the chances of the three ends of a battle."""
    results = unpredictable.dist(rules, *spent)
    return {who: results.p(retreat=who) for who in ORDER}


def of_position(position: Position) -> Spent | None:
    """Return the X on the board, as far as points have been spent on it."""
    clash = position.clash
    if clash is None or clash.first is None or clash.first.x is None:
        return None
    ours, theirs = clash.cunning
    return Spent(clash.first.x, ours or 0, theirs or 0)


def _act(state: State, what: str, value: str, _session: Session) -> State | None:
    """Set both sides' points at once."""
    if what != "both" or value not in PAIRS:
        return None
    return state.replace(**dict(zip(("attacker", "defender"), PAIRS[value], strict=True)))


def _upgrade(stored: Any) -> Any:  # noqa: ANN401 - whatever a browser brings
    shift, attacker, defender = stored
    if type(shift) is not int or shift not in shifts(ruleset(GAME)):
        raise ValueError
    return {"shift": shift, "attacker": attacker, "defender": defender, "own": ANY}


def _shift_words(rules: Ruleset, _state: State) -> dict[int, str]:
    return {shift: modifier(shift) for shift in shifts(rules)}


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    spent = Spent(state.shift, state.attacker, state.defender)
    follow = Press("follow", _("Take the X on the board"), is_off=state.own is None)
    yield Box("panel-controls", [Controls(rules, state, Spent._fields, kind=""), follow])
    yield Custom(strip(Table(brackets(rules), tuple(D10.faces)), spent.net))
    yield Sentence(_sentence(rules, spent))
    bars = Box("", [Heading(_("Who gives way?")), Bars(retreat_view(chances(rules, spent)), "bars", has_heading=False)])
    yield Box("second-below", [bars, _table(rules, spent)])


def _sentence(rules: Ruleset, spent: Spent) -> str:
    chance, plain = chances(rules, spent)["defender"], chances(rules, Spent(spent.shift))["defender"]
    words = _(
        "{shift} for the X, {ours} and {theirs}: {net} on the second die. The defender's chance of retreat is {chance}. [8.4] [R21]"
    ).format(
        shift=modifier(spent.shift),
        ours=_("{n} for the attacker").format(n=modifier(spent.attacker)),
        theirs=_("{n} for the defender").format(n=modifier(-spent.defender)),
        net=modifier(spent.net),
        chance=spoken(chance),
    )
    without = _("Without points it would be {chance}.").format(chance=spoken(plain))
    return words if chance == plain else f"{words} {without}"


def _table(rules: Ruleset, spent: Spent) -> PickTable:
    """Return every number of points of both sides, so that each can see what one more is worth."""
    every = range(MOST + 1)
    caption = _("Chance in percent that the defender retreats: attacker's points down, defender's across, shift {n}")
    return PickTable(
        "both",
        caption.format(n=modifier(spent.shift)),
        [hidden_head(_("Attacker's points")), *map(str, every)],
        [(str(ours), [_cell(rules, Spent(spent.shift, ours, theirs)) for theirs in every]) for ours in every],
        f"{spent.attacker}-{spent.defender}",
        rest="",
        kind="heat",
    )


def _cell(rules: Ruleset, spent: Spent) -> Cell:
    words = _("{a} against {d} points, the defender retreats").format(a=spent.attacker, d=spent.defender)
    return chance_cell(f"{spent.attacker}-{spent.defender}", words, chances(rules, spent)["defender"])


SECOND: Final = Panel(
    "second",
    GAME,
    N_("The second roll of an X"),
    _body,
    fields=(
        Choice("shift", N_("Shift of the X"), _shift_words, start=lambda rules: shifts(rules)[0], is_apart=True),
        Int("attacker", N_("Attacker's cunning points"), POINTS, is_apart=True),
        Int("defender", N_("Defender's cunning points"), POINTS, is_apart=True),
        Own(what="follow"),
    ),
    act=_act,
    follow=lambda session: Followed((of_position(session.position) or Spent(shifts(session.rules)[0]))._asdict()),
    upgrade=_upgrade,
    kind="second-roll",
)

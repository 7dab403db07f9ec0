"""The rounds of the late deployment as a sheet: who was placed when, whose turn it is, and how many units may still come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.toulon.play.events import Notice
from rulesdemo.games.toulon.play.setup import rounds
from rulesdemo.games.toulon.play.state import Position
from rulesdemo.games.toulon.setup import Deployment, deployment
from rulesdemo.play.engine import Outcome, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon import names
from widgets.kit.components import Cell, Note, Table, Text
from widgets.kit.panel import Component, Panel, State
from widgets.web.badges import chip

HEADS: Final = {"allied": (N_("Allies"), "1.16 A"), "west": (N_("West wing"), "1.16 B"), "east": (N_("East wing"), "1.16 C")}
FILLED: Final = ("placed", "passed")

_HEAD: Final = Markup("{name} {chip}")
_TOTAL: Final = Markup("<b>{count}</b> {words}")


class Placement(NamedTuple):
    """A placement: its round, whose it was, and the unit with its zone; none where it was let pass."""

    round: int
    step: str
    unit: str = ""
    zone: str = ""


def placements(outcomes: Iterable[Outcome[Position]]) -> tuple[Placement, ...]:
    """Return what was placed and let pass in the rounds of a game, in its order."""
    found: list[Placement] = []
    before: Position | None = None
    for position, events in outcomes:
        if before is not None and before.turn.step in HEADS:
            facts = [event for event in events if isinstance(event, Notice) and event.what in FILLED]
            found += [Placement(before.turn.round, before.turn.step, *fact.things) for fact in facts]
        before = position
    return tuple(found)


def limits(position: Position) -> Deployment:
    """Return how many rounds there are, and how many units they let each side place."""
    found: Deployment = settled(deployment, position.rules)
    return found


def sentence(position: Position, filled: tuple[Placement, ...]) -> str:
    """Return where the set-up is."""
    limit = limits(position)
    step, number = position.turn.step, position.turn.round
    if position.result is not None:
        return _("The set-up is over.")
    if step == "batteries":
        return _("The batteries come first. [1.15] Then {n} rounds of placements. [1.16 E]").format(n=limit.rounds)
    if step in HEADS:
        return _("Round {n} of {all}. [1.16 E] It ends early once every depot is empty.").format(n=number, all=limit.rounds)
    if step == "setup_attrition":
        due = len(position.turn.due)
        words = ngettext(
            "The rounds are over. {n} unit is still to be tested.", "The rounds are over. {n} units are still to be tested.", due
        )
        return words.format(n=due) + " [1.16 F]"
    placed = sum(bool(box.unit) for box in filled)
    words = ngettext("The rounds are over, with {n} unit placed.", "The rounds are over, with {n} units placed.", placed)
    return words.format(n=placed) + " " + _("What is left goes to friends, or stays. [1.16 G]")


def _read(session: Any) -> tuple[Position, tuple[Placement, ...]]:  # noqa: ANN401 - it reads the history of the game
    return session.position, placements(session.history.outcomes())


def _body(_rules: Ruleset, _state: State, seen: tuple[Position, tuple[Placement, ...]]) -> Iterator[Component]:
    position, filled = seen
    limit = limits(position)
    most = {step: getattr(limit, f"{step}_units") for step in HEADS}
    spans = {step: most[step] // limit.rounds for step in HEADS}
    count = {step: sum(each.step == step and bool(each.unit) for each in filled) for step in HEADS}
    heads = [
        Cell(_HEAD.format(name=name, chip=chip("toulon", rule, f"rounds-{step}", inline=True)), span=spans[step])
        for step, (name, rule) in HEADS.items()
    ]
    totals = [Cell(_TOTAL.format(count=count[step], words=_("of {n}").format(n=most[step])), span=spans[step]) for step in HEADS]
    now = position.turn.round if position.turn.step in HEADS else 0
    yield Note(sentence(position, filled), "rounds-told")
    yield Table(
        [_("Round"), *heads],
        [_row(position, filled, number, spans) for number in range(1, rounds(position) + 1)],
        label=_("Placements by round"),
        row_kinds={now - 1: "is-now"},
        current=now - 1,
        foot=[[_("Placed"), *totals]],
        scroll_kind="rounds-scroll",
    )


def _row(position: Position, filled: tuple[Placement, ...], number: int, spans: dict[str, int]) -> list[Text]:
    is_now = position.turn.round == number and position.turn.step in HEADS
    cells: list[Text] = [number]
    for step, span in spans.items():
        there = [_cell(position, each) for each in filled if each.round == number and each.step == step]
        free = [Cell("", "is-open")] * (span - len(there))
        if free and is_now and position.turn.step == step:
            free[0] = Cell(_("now"), "is-next")
        cells += [*there, *free]
    return cells


def _cell(position: Position, placement: Placement) -> Cell:
    if not placement.unit:
        return Cell(_("Passed").lower(), "is-passed")
    words = _("{unit}, {zone}").format(unit=names.thing(position, placement.unit), zone=names.zone(position, placement.zone))
    return Cell(words, f"is-placed of-{placement.step}")


ROUNDS: Final = Panel("rounds", "toulon", N_("The rounds"), _body, reads=_read, kind="rounds-sheet")

"""The rounds of the late deployment as a sheet: who was placed when, whose turn it is, and how many units may still come."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.toulon.play.events import Told
from rulesdemo.games.toulon.play.setup import rounds
from rulesdemo.games.toulon.play.state import Position
from rulesdemo.games.toulon.setup import Deployment, deployment
from rulesdemo.play.engine import Outcome, settled
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon import names
from widgets.play.session import Desk
from widgets.web.badges import chip, joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "rounds"
HEADS: Final = {"allied": (N_("Allies"), "1.16 A"), "west": (N_("West wing"), "1.16 B"), "east": (N_("East wing"), "1.16 C")}
FILLED: Final = ("placed", "passed")

_PANEL: Final = Markup(
    '<section class="rounds-sheet" aria-labelledby="rounds-title"><h3 id="rounds-title">{title}</h3><div class="rounds-told">{told}</div>'
    '<div class="rounds-scroll" role="group" tabindex="0" aria-labelledby="rounds-title">'
    '<table><thead><tr><th scope="col">{round}</th>{heads}</tr></thead><tbody>{rows}</tbody>'
    '<tfoot><tr><th scope="row">{most}</th>{totals}</tr></tfoot></table></div></section>'
)
_HEAD: Final = Markup('<th scope="col" colspan="{span}">{name} {chip}</th>')
_ROW: Final = Markup('<tr{now}><th scope="row">{number}</th>{cells}</tr>')
_NOW: Final = Markup(' class="is-now" aria-current="step"')
_CELL: Final = Markup('<td class="is-{kind}">{words}</td>')
_TOTAL: Final = Markup('<td colspan="{span}"><b>{placed}</b> {words}</td>')


class Box(NamedTuple):
    """A placement: its round, whose it was, and the unit with its zone; none where it was let pass."""

    round: int
    step: str
    unit: str = ""
    zone: str = ""


def boxes(outcomes: Iterable[Outcome[Position]]) -> tuple[Box, ...]:
    """What was placed and let pass in the rounds of a game, in its order."""
    found: list[Box] = []
    before: Position | None = None
    for position, events in outcomes:
        if before is not None and before.turn.step in HEADS:
            facts = [event for event in events if isinstance(event, Told) and event.what in FILLED]
            found += [Box(before.turn.round, before.turn.step, *fact.things) for fact in facts]
        before = position
    return tuple(found)


def most(position: Position) -> Deployment:
    """How many rounds there are, and how many units they let each side place."""
    found: Deployment = settled(deployment, position.rules)
    return found


class Rounds:
    """The sheet as a panel; it only tells."""

    key = KEY

    def html(self, desk: Desk) -> Markup:
        """The sheet as it is now."""
        position: Position = desk.position
        return _told(position, boxes(desk.history.outcomes()))

    def act(self, what: str, _value: str, _desk: Desk) -> None:
        """Nothing can be done here."""
        raise unknown(what)

    def kept(self) -> None:
        """There is nothing to keep."""

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """There is nothing to restore."""


def _told(position: Position, filled: tuple[Box, ...]) -> Markup:
    limit = most(position)
    spans = {
        "allied": limit.allied_units // limit.rounds,
        "west": limit.west_units // limit.rounds,
        "east": limit.east_units // limit.rounds,
    }
    return _PANEL.format(
        title=_("The rounds"),
        told=cited(GAME, told(position, filled), KEY),
        round=_("Round"),
        heads=joined(
            _HEAD.format(span=spans[step], name=name, chip=chip(GAME, rule, f"{KEY}-{step}", inline=True))
            for step, (name, rule) in HEADS.items()
        ),
        rows=joined(_row(position, filled, number, spans) for number in range(1, rounds(position) + 1)),
        most=_("Placed"),
        totals=joined(
            _TOTAL.format(
                span=spans[step],
                placed=sum(box.step == step and bool(box.unit) for box in filled),
                words=_("of {n}").format(n=getattr(limit, f"{step}_units")),
            )
            for step in HEADS
        ),
    )


def told(position: Position, filled: tuple[Box, ...]) -> str:
    """Where the set-up is, in a sentence."""
    limit = most(position)
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


def _row(position: Position, filled: tuple[Box, ...], number: int, spans: dict[str, int]) -> Markup:
    cells = Markup("")
    is_now = position.turn.round == number and position.turn.step in HEADS
    for step, span in spans.items():
        there = [box for box in filled if box.round == number and box.step == step]
        for spot in range(span):
            waits = is_now and position.turn.step == step and spot == len(there)
            cells += _cell(position, there[spot]) if spot < len(there) else _empty(waits=waits)
    return _ROW.format(now=_NOW if is_now else "", number=number, cells=cells)


def _cell(position: Position, box: Box) -> Markup:
    if not box.unit:
        return _CELL.format(kind="passed", words=_("passed"))
    words = _("{unit}, {zone}").format(unit=names.thing(position, box.unit), zone=names.zone(position, box.zone))
    return _CELL.format(kind=f"placed of-{box.step}", words=words)


@cached
def _empty(*, waits: bool) -> Markup:
    return _CELL.format(kind="next" if waits else "open", words=_("now") if waits else "")

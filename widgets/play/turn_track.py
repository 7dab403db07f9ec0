"""Shows where the game is in the turn: the phases in a row, the step that runs, whose decision it is, and what comes next.

    track(plan, position)       the text, for any page
    TurnTrack(plan)             the same as a panel of a chapter

A `Plan` has a game's own sequence of play and the words for it; this module knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar

from markupsafe import Markup

from rulesdemo.play.engine import Decision
from rulesdemo.play.sequence import Sequence, Step
from rulesdemo.words import _
from widgets.play.order_rows import TICK
from widgets.play.session import Desk
from widgets.play.turn_calendar import TurnCard, calendar
from widgets.web.badges import chip, joined
from widgets.web.phrases import unknown

P = TypeVar("P")


class StepWords(NamedTuple):
    """A step in words: its name, what is decided there, and whether it comes up only now and then."""

    title: str
    line: str
    is_rare: bool = False


@dataclass(frozen=True)
class Plan(Generic[P]):
    """A game's sequence of play, and what its phases, steps and sides are called."""

    game: str
    sequence: Sequence[P]
    phases: Mapping[str, str]
    steps: Mapping[str, StepWords]
    sides: Mapping[str, str]
    has_letters: bool = False  # whether the rules call the phases by the letters that are their keys
    running_phase: Callable[[P], str] | None = None  # the phase that runs, where the steps of one phase serve another too
    turns: Callable[[P], tuple[TurnCard, ...]] | None = None  # of a game with a calendar: every turn, and what those ahead bring

    def turn(self, position: Any) -> int:  # noqa: ANN401 - the game's own position
        """Return the number of the turn."""
        return int(position.turn.number)

    def phase(self, position: P) -> str:
        """Return the phase that runs."""
        if self.running_phase is not None:
            return self.running_phase(position)
        return self.sequence.step(self.sequence.at(position)).phase


_TRACK: Final = Markup(
    '<section class="turn-track" aria-label="{label}"><div class="track-row"><span class="track-turn">{turn}</span>'
    '<ol class="track-phases" role="list">{phases}</ol></div><div class="track-now">{now}</div>'
    '<details class="fold track-all" id="track-all"><summary>{every}</summary><ol class="track-steps" role="list">{steps}</ol></details>'
    "</section>"
)
_PHASE: Final = Markup('<li class="is-{state}"{current}>{sign}{key}<span>{name}</span>{said}</li>')
_LETTER: Final = Markup("<b>{}</b> ")
_STEP: Final = Markup(
    '<li class="is-{state}"{current}><span class="track-sign">{sign}</span><div><b>{title}</b>{said} <span class="track-line">{line}</span>'
    "</div>{chip}</li>"
)
_NOW: Final = Markup('<b>{step}</b> {rule} <span class="track-what">{what}</span> <span>{who}</span> <span>{next}</span>')
_CURRENT: Final = Markup(' aria-current="step"')
_SAID: Final = Markup('<span class="sr">, {}</span>')
_DOT: Final = Markup(
    '<svg class="track-dot" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><circle cx="6" cy="6" r="5"/></svg>'
)


def turn_limit(position: Any) -> int:  # noqa: ANN401 - the game's own
    """Return the number of the last turn; 0 where nothing limits them."""
    scenario = position.scenario
    return int(getattr(scenario, "last_turn", 0) or getattr(scenario, "turns", 0))


def played(plan: Plan[P], position: P) -> tuple[Step[P], ...]:
    """Return the steps that the scenario plays."""
    return tuple(step for step in plan.sequence.steps if not plan.sequence.left_out(position, step))


def following(plan: Plan[P], position: P) -> Step[P] | None:
    """Return the step that comes next as a rule; the first again after the last, and none when the game is over."""
    steps = played(plan, position)
    if plan.sequence.over(position):
        return None
    names = [step.name for step in steps]
    here = names.index(plan.sequence.at(position))
    return next((step for step in (*steps[here + 1 :], *steps) if not plan.steps[step.name].is_rare), None)


def track(plan: Plan[P], position: P) -> Markup:
    """Draw the track as text."""
    steps = played(plan, position)
    names = [step.name for step in steps]
    here = names.index(plan.sequence.at(position))
    is_over = plan.sequence.over(position)
    letters = list(dict.fromkeys(step.phase for step in steps))
    running = letters.index(plan.phase(position))
    return _TRACK.format(
        label=_("Where you are in the turn"),
        turn=_("Turn {n}").format(n=plan.turn(position)),
        phases=joined(_phase(plan, letter, _state(place, running, is_over)) for place, letter in enumerate(letters)),
        now=_now(plan, position, steps, here),
        every=_("All {n} steps").format(n=len(steps)),
        steps=joined(_step(plan, step, _state(place, here, is_over)) for place, step in enumerate(steps)),
    )


def calendar_of(plan: Plan[P], position: P) -> Markup:
    """Draw the calendar of a game that has one."""
    turns = plan.turns(position) if plan.turns is not None else ()
    return calendar(plan.game, turns, plan.turn(position), is_over=plan.sequence.over(position))


def _state(place: int, here: int, is_over: bool) -> str:
    return "done" if place < here else "ahead" if place > here else "done" if is_over else "now"


def _phase(plan: Plan[Any], letter: str, state: str) -> Markup:
    states = {"done": _SAID.format(_("done")), "now": _SAID.format(_("now"))}
    return _PHASE.format(
        state=state,
        current=_CURRENT if state == "now" else "",
        sign=TICK if state == "done" else "",
        key=_LETTER.format(letter) if plan.has_letters else "",
        name=plan.phases[letter],
        said=states.get(state, ""),
    )


def _step(plan: Plan[Any], step: Step[Any], state: str) -> Markup:
    words = plan.steps[step.name]
    states = {"done": _SAID.format(_("done")), "now": _SAID.format(_("now"))}
    return _STEP.format(
        state=state,
        current=_CURRENT if state == "now" else "",
        sign={"done": TICK, "now": _DOT}.get(state, ""),
        title=f"{step.phase} {words.title}" if plan.has_letters else words.title,
        said=states.get(state, ""),
        line=words.line,
        chip=chip(plan.game, step.rule, f"track-{step.name}"),
    )


def _now(plan: Plan[P], position: P, steps: tuple[Step[P], ...], here: int) -> Markup:
    step = steps[here]
    decision = plan.sequence.decision(position)
    after = following(plan, position)
    # A decision in between, to answer a shot or to bear a loss, rests on another rule than the step's own.
    rule = step.rule if decision is None else decision.rule
    words = _("Step {n} of {all}: {title}.")
    return _NOW.format(
        step=words.format(n=here + 1, all=len(steps), title=plan.steps[step.name].title),
        rule=chip(plan.game, rule, "track-now", inline=True),
        what=plan.steps[step.name].line,
        who=_who(plan, position, decision),
        next="" if after is None else _("Next: {title}.").format(title=plan.steps[after.name].title),
    )


def _who(plan: Plan[P], position: P, decision: Decision | None) -> str:
    """Return who decides; nobody where the reader may not see what is decided."""
    if decision is not None:
        return _("{side} decide.").format(side=plan.sides[decision.side])
    return _("The game is over.") if plan.sequence.over(position) else ""


class TurnTrack:
    """The track as a panel of a chapter; it only tells."""

    def __init__(self, plan: Plan[Any]) -> None:
        """Follow a game's plan."""
        self.plan = plan
        self.key = "track"

    def html(self, desk: Desk) -> Markup:
        """Draw the track as it is now."""
        return track(self.plan, desk.position)

    def act(self, what: str, _value: str, _desk: Desk) -> None:
        """Ignore every press."""
        raise unknown(what)

    def stored_state(self) -> None:
        """Store nothing."""

    def restore(self, stored: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Restore nothing."""

"""The workshop: two Forces and a city of the reader's, and the steps of their campaign, with every die and rule of each in a log."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from rulesdemo.errors import InputError
from rulesdemo.games.republic.play.facts import in_a_row
from rulesdemo.games.republic.play.state import Side
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.republic.lessons.adding import rivals
from widgets.games.republic.panels.camp import (
    CAMP,
    CITY,
    GAME,
    NAMES,
    SIDES,
    STEPS,
    Camp,
    force_text,
    of_forces,
    take,
)
from widgets.games.republic.panels.cells import with_edits
from widgets.games.republic.panels.diagram import strength_line
from widgets.kit.components import Box, Custom, Press, Sentence
from widgets.kit.controls import Int, Value, int_between
from widgets.kit.frame import Frame
from widgets.kit.panel import Component, Panel, PanelView, Session, State
from widgets.kit.record import Parts
from widgets.play.log_view import LogView

KEY: Final = "camp"
SPEND: Final = (0, 9)
MOST_BACK: Final = 20  # steps that can be taken back
MOST_LINES: Final = 400
MOST_STEPS: Final = 10**9
# The numbers of a Force, in the order of the page.
SHOWN: Final = ("infantry", "cavalry", "elephants", "cv", "vm", "cunning", "subordinates", "engines", "legions", "veterans", "elite")
OWNERS: Final = {"roman": N_("Rome"), "other": N_("the enemies of Rome")}
STEP_WORDS: Final = {
    "battle": N_("Fight the battle"),
    "assault": N_("Storm {city}"),
    "treachery": N_("Have its gates opened"),
    "surrender": N_("Call on it to surrender"),
}


def rules_of(pairs: PanelView | None, session: Session) -> Ruleset:
    """Return the rules of the session, with the row of the battle table that the map of pairs changes."""
    return session.rules if pairs is None else with_edits(session.rules, pairs.state(session.rules).edits)


def of_board(session: Any) -> Camp:  # noqa: ANN401 - a session of any game
    """Return the Force in hand on the board and the enemy nearest to it."""
    pair = rivals(session.position, session.selected)
    if pair is None:
        message = _("No two enemies stand in the open on the board. Build your own Forces, or go on with the game first.")
        raise InputError(message)
    ours, theirs = pair
    return of_forces(ours, theirs, session.position.scenario.ground.terrain[theirs.at])


# -- what a reader does ----------------------------------------------------------------------------------------------------------------


def _act(state: State, what: str, value: str, session: Session, rules: Ruleset) -> State | None:
    """Build, take a step, or take one back."""
    if what == "step" and value in STEPS:
        return _after_step(state, value, session, rules)
    if what == "back" and state.back:
        camp, steps, log = state.back[-1]
        return state.replace(camp=camp, steps=steps, log=log, back=state.back[:-1])
    if what == "anew":
        return _remember(state).replace(camp=Camp(), steps=0, log=())
    if what == "board":
        return _remember(state).replace(camp=of_board(session), steps=0, log=())
    return None


def _react(before: State, after: State) -> State:
    """Lead the defending Force out of a city that another side attacks or holds."""
    one, other = before.camp, after.camp
    if before.back is not after.back or (one.attacker, one.town.owner) == (other.attacker, other.town.owner):
        return after
    return after.replace(camp=other._replace(town=other.town._replace(manned=False)))


def _after_step(state: State, kind: str, session: Session, rules: Ruleset) -> State:
    step = take(state.camp, kind, state.spend, rules, random.Random(session.seed()))
    steps = state.steps + 1
    lines = tuple(line._replace(turn=steps, step=steps) for line in step.log)
    return _remember(state).replace(camp=step.camp, steps=steps, log=(*state.log, *lines)[-MOST_LINES:])


def _remember(state: State) -> State:
    return state.replace(back=(*state.back, (state.camp, state.steps, state.log))[-MOST_BACK:])


def workshop_panel(pairs: PanelView | None = None) -> Panel:
    """Return the workshop; a row of the battle table that the map of pairs changes counts in it."""
    return Panel(
        KEY,
        GAME,
        N_("Two Forces of your own"),
        _body,
        fields=(
            CAMP,
            Int("spend", N_("Points spent on the gates"), SPEND, start=1, is_apart=True),
            Value("steps", 0, int_between(0, MOST_STEPS), int),
            Value("log", (), is_stored=False),
            Value("back", (), is_stored=False),
        ),
        act=lambda state, what, value, session: _act(state, what, value, session, rules_of(pairs, session)),
        react=_react,
        reads=lambda session: rivals(session.position, session.selected) is not None,
        kind="workshop",
    )


# -- as text ---------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, has_board: bool) -> Iterator[Component]:
    back = Press("back", _("A step back"), is_off=not state.back)
    yield Box(
        "panel-controls", [Press("board", _("Take the Forces on the board"), is_off=not has_board), back, Press("anew", _("All anew"))]
    )
    yield Box("diagram-boxes", [_host(rules, state, side) for side in SIDES])
    yield Parts(rules, state, ("attacker", "terrain", "major"), "panel-controls")
    yield Parts(rules, state, ("flag",))
    yield _city(rules, state)
    presses = [Press("step", words.format(city=CITY), kind, is_first=kind == "battle") for kind, words in STEP_WORDS.items()]
    yield Box("workshop-steps", presses, _("The next step of the campaign"))
    yield Sentence(_sentence(state.camp, state.steps))
    if state.log:
        yield Custom(LogView(GAME, state.log, title=_("Every step with its rule"), key="camp-log", most=24).html())


def _host(rules: Ruleset, state: State, side: Side) -> Frame:
    role = "attacker" if side == state.camp.attacker else "defender"
    numbers = [name for name in SHOWN if name not in (("elite",) if side == "roman" else ("legions", "veterans"))]
    title = (_("{force}, attacks") if role == "attacker" else _("{force}, defends")).format(force=NAMES[side])
    controls = Parts(rules, state, tuple(f"{side}.{name}" for name in (*numbers, "letter", "status")), "diagram-fields")
    return Frame(f"diagram-box is-{role}", title, [strength_line(*state.camp.host(side)[:3]), controls])


def _city(rules: Ruleset, state: State) -> Frame:
    shown = ("owner", "cdi", "walls", "siege_defence", "cunning", "naval", "manned")
    controls = Parts(rules, state, (*(f"town.{name}" for name in shown), "spend"), "diagram-fields")
    return Frame("diagram-box workshop-city", _("{city}, a city in the hex").format(city=CITY), [controls])


def _sentence(camp: Camp, steps: int) -> str:
    if camp.is_over:
        return _("A Force has no infantry left, and the campaign is over. Go a step back, or build anew.")
    if not steps:
        return _("Build both Forces. Then take a step: losses, statuses and leaders are carried on to the next. [8.54] [8.6]")
    words = ngettext("{n} step is behind them.", "{n} steps are behind them.", steps).format(n=steps)
    forces = in_a_row(force_text(camp, side) for side in SIDES)
    end = _("{forces}. {city} is held by {owner}.").format(forces=forces, city=CITY, owner=OWNERS[camp.town.owner])
    return f"{words} {end}"

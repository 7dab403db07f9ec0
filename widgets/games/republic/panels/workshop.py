"""The workshop: two Forces and a city of the reader's, and the steps of their campaign, with every die and rule of each in a log."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from rulesdemo.errors import InputError
from rulesdemo.games.republic.play.state import Side
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.republic import names
from widgets.games.republic.lessons.adding import rivals
from widgets.games.republic.panels.camp import (
    CDI,
    CITY,
    GAME,
    LIMITS,
    NAMES,
    SIDES,
    STEPS,
    TOWN_LIMITS,
    Camp,
    dump_camp,
    force_text,
    load_camp,
    of_forces,
    take,
    with_change,
)
from widgets.games.republic.panels.cells import with_edits
from widgets.games.republic.panels.diagram import FLAGS, LETTERS, SLIDING, TERRAIN, strength_line
from widgets.kit.components import Box, Controls, Custom, Press, Sentence
from widgets.kit.controls import Int, Value
from widgets.kit.frame import Frame
from widgets.kit.panel import Component, Panel, PanelView, Session, State
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.kit.toggle import TogglePress
from widgets.play.log_view import LogView

KEY: Final = "camp"
SPEND: Final = (0, 9)
MOST_BACK: Final = 20  # steps that can be taken back
MOST_LINES: Final = 400
OWNERS: Final = {"roman": N_("Rome"), "other": N_("the enemies of Rome")}
SIDE_WORDS: Final = {"roman": N_("The Romans"), "other": N_("The enemies of Rome")}
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


def _has_board(session: Any) -> bool:  # noqa: ANN401 - a session of any game
    return rivals(session.position, session.selected) is not None


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
    camp = with_change(state.camp, what, value)
    return None if camp is None else state.replace(camp=camp)


def _after_step(state: State, kind: str, session: Session, rules: Ruleset) -> State:
    step = take(state.camp, kind, state.spend, rules, random.Random(session.seed()))
    steps = state.steps + 1
    lines = tuple(line._replace(turn=steps, step=steps) for line in step.log)
    return _remember(state).replace(camp=step.camp, steps=steps, log=(*state.log, *lines)[-MOST_LINES:])


def _remember(state: State) -> State:
    return state.replace(back=(*state.back, (state.camp, state.steps, state.log))[-MOST_BACK:])


def _stored_camp(stored: Any) -> Camp:  # noqa: ANN401 - whatever a browser brings
    camp = load_camp(stored)
    if camp is None:
        raise ValueError
    return camp


def _stored_steps(stored: Any) -> int:  # noqa: ANN401 - whatever a browser brings
    if type(stored) is not int or stored < 0:
        raise ValueError
    return stored


def workshop_panel(pairs: PanelView | None = None) -> Panel:
    """Return the workshop; a row of the battle table that the map of pairs changes counts in it."""
    return Panel(
        KEY,
        GAME,
        N_("Two Forces of your own"),
        _body,
        fields=(
            Value("camp", Camp(), _stored_camp, dump_camp),
            Int("spend", N_("Points spent on the gates"), SPEND, start=1, is_apart=True),
            Value("steps", 0, _stored_steps, int),
            Value("log", (), is_stored=False),
            Value("back", (), is_stored=False),
        ),
        act=lambda state, what, value, session: _act(state, what, value, session, rules_of(pairs, session)),
        reads=_has_board,
        kind="workshop",
    )


# -- as text ---------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, has_board: bool) -> Iterator[Component]:
    camp = state.camp
    back = Press("back", _("A step back"), is_off=not state.back)
    yield Box(
        "panel-controls", [Press("board", _("Take the Forces on the board"), is_off=not has_board), back, Press("anew", _("All anew"))]
    )
    yield Box("diagram-boxes", [_host(camp, side) for side in SIDES])
    radios = radio_row(KEY, "attacker", _("Who attacks"), SIDE_WORDS, camp.attacker)
    radios += radio_row(KEY, "terrain", _("Ground"), TERRAIN, camp.terrain)
    yield Box("panel-controls", [Custom(radios), TogglePress("major", _("A victory is a major one"), camp.major)])
    flags = [TogglePress("flag", words, name in camp.flags, name) for name, words in FLAGS.items()]
    yield Box("diagram-flags", flags, _("How they came to battle"))
    yield _city(rules, state)
    presses = [Press("step", words.format(city=CITY), kind, is_first=kind == "battle") for kind, words in STEP_WORDS.items()]
    yield Box("workshop-steps", presses, _("The next step of the campaign"))
    yield Sentence(_sentence(camp, state.steps))
    if state.log:
        yield Custom(LogView(GAME, state.log, title=_("Every step with its rule"), key="camp-log", most=24).html())


def _host(camp: Camp, side: Side) -> Frame:
    host = camp.host(side)
    role = "attacker" if side == camp.attacker else "defender"
    words = {
        "infantry": _("Infantry"),
        "cavalry": _("Cavalry"),
        "elephants": _("Elephants"),
        "cv": _("Campaign value"),
        "vm": _("Survival rating"),
        "cunning": _("Cunning points"),
        "subordinates": _("Subordinates' points"),
        "engines": _("Siege engines"),
        **({"legions": _("Double Legions"), "veterans": _("Veteran legions")} if side == "roman" else {"elite": _("Elite kinds")}),
    }
    fields = [
        stepper(KEY, f"{side}.{name}", word, getattr(host, name), LIMITS[name], slides=name in SLIDING) for name, word in words.items()
    ]
    fields.append(radio_row(KEY, f"{side}.letter", _("Leader's letter"), LETTERS, host.letter))
    fields.append(radio_row(KEY, f"{side}.status", _("Status"), {each: names.STATUS[each] for each in FROM_BEST_TO_WORST}, host.status))
    title = f"{NAMES[side]}, {_('attacks') if role == 'attacker' else _('defends')}"
    return Frame(f"diagram-box is-{role}", title, [strength_line(*host[:3]), Box("diagram-fields", list(map(Custom, fields)))])


def _city(rules: Ruleset, state: State) -> Frame:
    town = state.camp.town
    words = {
        "walls": _("Walls and garrison"),
        "siege_defence": _("Siege defence"),
        "cunning": _("Cunning points inside"),
        "naval": _("Naval level, if a port"),
    }
    fields = [
        radio_row(KEY, "town.owner", _("Held by"), SIDE_WORDS, town.owner),
        radio_row(KEY, "town.cdi", _("Intrinsic defence"), CDI, town.cdi),
        *(stepper(KEY, f"town.{name}", word, getattr(town, name), TOWN_LIMITS[name]) for name, word in words.items()),
    ]
    manned = TogglePress("town.manned", _("The defending Force is inside"), town.manned)
    parts: list[Component] = [*map(Custom, fields), manned, Controls(rules, state, ("spend",), kind="")]
    return Frame("diagram-box workshop-city", _("{city}, a city in the hex").format(city=CITY), [Box("diagram-fields", parts)])


def _sentence(camp: Camp, steps: int) -> str:
    if camp.is_over:
        return _("A Force has no infantry left, and the campaign is over. Go a step back, or build anew.")
    if not steps:
        return _("Build both Forces. Then take a step: losses, statuses and leaders are carried on to the next. [8.54] [8.6]")
    words = ngettext("{n} step is behind them.", "{n} steps are behind them.", steps).format(n=steps)
    forces = "; ".join(force_text(camp, side) for side in SIDES)
    end = _("{forces}. {city} is held by {owner}.").format(forces=forces, city=CITY, owner=OWNERS[camp.town.owner])
    return f"{words} {end}"

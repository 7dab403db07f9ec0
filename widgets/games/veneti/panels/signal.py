"""Two squadrons with one signal: any initiative, both dice of rule 6.18 together, and what each end of it means."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.veneti.squadrons import double_attempt
from rulesdemo.odds.procedure import replay
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.veneti.lessons.initiative import STATES
from widgets.games.veneti.panels.opposed import RATINGS, roll_row, round_line
from widgets.kit.components import Box, Controls, Custom, Heading
from widgets.kit.controls import Int
from widgets.kit.last_roll import LastRoll, roll_act
from widgets.kit.panel import Component, Panel, State
from widgets.play.odds_view import OddsView
from widgets.web.badges import joined
from widgets.web.rule_links import cited

QUESTION: Final = "veneti.double_attempt"
# What can come of it, best first: a name, and what it means for the two squadrons.
ENDS: Final = {
    "together": (N_("Both act together"), N_("Both squadrons act now, in one go.")),
    "in_order": STATES["none"],
    "slow": STATES["slow"],
    "disorder": STATES["disorder"],
    "idle": STATES["idle"],
}

_ENDS: Final = Markup('<dl class="signal-means">{}</dl>')
_END: Final = Markup("<dt>{name}</dt><dd>{words}</dd>")


def _args(rules: Ruleset, state: State) -> tuple[Any, ...]:
    return rules, state.initiative


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    answer = find(QUESTION).answer({"initiative": state.initiative}, rules)
    names = tuple(name for name, _means in ENDS.values())
    faces = state.roll.faces if state.roll is not None else ()
    outcome = replay(double_attempt, faces, *_args(rules, state)).value if faces else None
    odds = OddsView.of(answer, lambda each: ENDS[each.result][0], names, title=_("How it ends"), outcome=outcome, key="signal-odds")
    rounds = [_round(state.initiative, faces, ENDS[outcome.result][0])] if outcome is not None else []
    roll = roll_row(_("Try the signal"), rounds, _("One die for the signal. If it fails, another for the confusion."))
    yield Box("opposed-left", [Controls(rules, state, ("initiative",), ""), roll])
    yield Box("opposed-right", [Custom(odds.html())])
    ends = joined(_END.format(name=name, words=cited("veneti", means, f"signal-{end}")) for end, (name, means) in ENDS.items())
    yield Box("signal-wide", [Heading(_("What each means for the other squadron"), 3), Custom(_ENDS.format(ends))])


def _round(initiative: int, faces: tuple[int, ...], name: str) -> Markup:
    if len(faces) == 1:
        words = _("{face}, at most {initiative}. {name}.").format(face=faces[0], initiative=initiative, name=name)
    else:
        failed = _("{face}: the signal fails. Confusion {other}: {name}.")
        words = failed.format(face=faces[0], other=faces[1], name=name[0].lower() + name[1:])
    return round_line(_("Dice {faces}").format(faces=" ".join(map(str, faces))), faces, words)


SIGNAL: Final = Panel(
    "signal",
    "veneti",
    N_("Two squadrons, one signal [6.18]"),
    _body,
    fields=(
        Int("initiative", N_("Initiative of the Admiral"), RATINGS, start=3, is_apart=True),
        LastRoll(basis=_args),
    ),
    act=roll_act(double_attempt, _args),
    kind="opposed signal",
    level=2,
)

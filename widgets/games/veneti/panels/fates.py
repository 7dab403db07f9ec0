"""What becomes of ships that are tied together when one of them burns: the exact chance of every fate of every ship, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.veneti import cluster
from rulesdemo.games.veneti.play.clusters import clusters, standing, ties_of
from rulesdemo.games.veneti.play.state import Position
from rulesdemo.odds.reads import weakest
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.veneti.lessons.fire import MOST_TIED
from widgets.kit.bars import number, rounded
from widgets.kit.components import Controls, Note, Press
from widgets.kit.controls import Choice, Value
from widgets.kit.outcome_columns import Fate
from widgets.kit.panel import Component, Panel, State
from widgets.kit.ship_fates import Line, ShipFate, ShipFates, fates_bar, fates_name, question_row
from widgets.play.session import Desk
from widgets.web.badges import mark

MOST_TURNS: Final = 8
END: Final = "end"
TURNS: Final = {"0": N_("now"), **{str(turns): str(turns) for turns in range(1, MOST_TURNS + 1)}, END: N_("in the end")}
OUTCOMES: Final = {
    "untouched": Fate(N_("spared"), "best"),
    "out": Fate(N_("burnt, now out"), "second"),
    "burning": Fate(N_("on fire"), "fire"),
    "lost": Fate(N_("lost"), "third"),
}

Groups = tuple[tuple[str, ...], ...]


def _act(state: State, what: str, value: str, desk: Desk) -> State | None:
    """Light a ship in thought, or put her out again."""
    if what != "light":
        return None
    ship = desk.position.find(value)
    if ship is None or ship.gone or ship.on_fire:
        message = _("Nothing burns there: choose a ship that is afloat, or a turn from 0 to {most}.").format(most=MOST_TURNS)
        raise InputError(message)
    lit = (name for name in state.lit if name != value) if value in state.lit else (*state.lit, value)
    return state.replace(lit=tuple(lit))


def _groups(position: Position, lit: Iterable[str]) -> Groups:
    """Return the clusters worth a word: tied ships, and a ship that burns alone."""
    every = clusters(position)
    return tuple(names for names in every if len(names) > 1 or position.ship(names[0]).on_fire or names[0] in lit)


def _stories(position: Position, lit: tuple[str, ...]) -> dict[tuple[str, ...], cluster.Story]:
    """Return what becomes of each cluster in which something burns, as far as it can be worked out."""
    starts = {names: standing(position, names, lit) for names in _groups(position, lit) if len(names) <= MOST_TIED}
    return {
        names: cluster.story(position.rules, ties_of(position, names), start)
        for names, start in starts.items()
        if any(fate in ("burning", "waiting") for fate in start.fates)
    }


def _heading(_rules: Ruleset, state: State, position: Position) -> tuple[str, Markup]:
    first = next(iter(_stories(position, state.lit).values()), None)
    reads = [] if first is None else [read.provenance for read in first.dist(1).rests_on]
    return _("What becomes of each ship"), mark(weakest(reads)) if reads else Markup("")


def _body(rules: Ruleset, state: State, position: Position) -> Iterator[Component]:
    lead = _("As long as the ships stay tied as they are, and each of them acts in every turn. [8.53] [8.54] [8.54 note]")
    yield Note(lead, "fates-lead", "lead")
    groups, stories = _groups(position, state.lit), _stories(position, state.lit)
    if groups:
        yield question_row(_("What if she burnt?"), [_light(position, state, name) for names in groups for name in names])
    if not stories:
        yield Note(_nothing(groups), "odds-note")
        return
    yield Controls(rules, state, ("turns",), "fates-turns")
    turns = None if state.turns == END else int(state.turns)
    for names, each in stories.items():
        chances = [{fate: each.chance(place, fate, turns) for fate in cluster.FATES} for place in range(len(names))]
        yield ShipFates([_ship(position, *ship) for ship in zip(names, chances, strict=True)])
        yield Note(_("On average {turns} turns pass until nothing burns any more.").format(turns=number(each.mean_turns())))


def _light(position: Position, state: State, name: str) -> Press:
    ship = position.ship(name)
    words = _("{ship} burns") if ship.on_fire else _("Light {ship}")
    return Press("light", words.format(ship=ship.name), name, is_off=ship.on_fire, is_pressed=ship.on_fire or name in state.lit)


def _nothing(groups: Groups) -> str:
    if any(len(names) > MOST_TIED for names in groups):
        return _("More than {most} ships are tied together: too many for an exact answer here. We never guess.").format(most=MOST_TIED)
    return _("Nothing burns. Light a ship to see what would follow.") if groups else _("No ship is tied to another, and nothing burns.")


def _ship(position: Position, name: str, chances: Mapping[Any, Fraction]) -> ShipFate:
    title = position.ship(name).name
    lines = {}
    for fate, each in OUTCOMES.items():
        chance = chances[fate]
        is_none = "" if chance else " is-none"
        lines[fate] = Line(each.name, chance, rounded(chance) if chance else "", each.sign, f"is-{fate}{is_none}")
    return ShipFate(name, fates_name(title), fates_bar(title, OUTCOMES, chances), lines)


def _stored_ships(stored: Any) -> tuple[str, ...]:  # noqa: ANN401 - whatever a browser brings
    if not isinstance(stored, list) or not all(isinstance(name, str) for name in stored):
        raise TypeError
    return tuple(dict.fromkeys(stored))


FATES: Final = Panel(
    "fates",
    "veneti",
    N_("What becomes of each ship"),
    _body,
    fields=(
        Choice("turns", N_("Turns ahead"), TURNS, start=END, is_apart=True),
        Value("lit", (), _stored_ships),
    ),
    act=_act,
    reads=lambda desk: desk.position,
    heading=_heading,
)

"""The one-die ladders of chapter 8: grapnels, scythes and breaking loose by crew, and the chance to get free of several ships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import combinations
from typing import Any, Final

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.veneti.disengagement import disengage
from rulesdemo.games.veneti.grappling import grapple, scythes
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.rules.tables import Table
from rulesdemo.words import N_, _
from widgets.kit.button_rows import ButtonRow, Several
from widgets.kit.components import Box, Custom, Heading, Note, Press
from widgets.kit.controls import Own, Pick
from widgets.kit.ladder import Head, Ladder, Rung, rung
from widgets.kit.panel import Component, Followed, Panel, State
from widgets.play.odds_view import OddsView
from widgets.play.session import Desk
from widgets.web.phrases import signed

ALL: Final = "veneti.disengage_all"
KINDS: Final = {"grapple": N_("Grapple"), "scythes": N_("Cut the halyards"), "disengage": N_("Break loose")}
HELPS: Final = {
    "repelled_boarding": N_("she repelled a boarding this turn"),
    "better_crew": N_("her crew is better"),
    "controls_both": N_("you control both ships"),
}
STATES: Final = {(): N_("free target"), ("grappled",): N_("already held"), ("immobilised",): N_("immobilised")}
CREWS: Final = {crew: f"C{crew}" for crew in range(5)}  # of a ship that is held
HOLDERS: Final = {ships: str(ships) for ships in range(1, 4)}
PAIR: Final = 2


# -- the ladders -----------------------------------------------------------------------------------------------------------------------


def grapple_ladder(rules: Ruleset, lit: tuple[int, frozenset[str]] | None) -> Ladder:
    """Return the ladder of crew against what is known of the target."""
    table, states = rules.table("grapple_drm"), _targets(rules)
    heads = tuple(Head(f"+{_modifier(table, names)}", STATES.get(names, _("both"))) for names in states)
    at = None if lit is None else (_crews(rules, "grapple").index(lit[0]), [frozenset(names) for names in states].index(lit[1]))
    return _ladder("grapple", rules, heads, at)


def scythes_ladder(rules: Ruleset, crew: int | None) -> Ladder:
    """Return the ladder of crew alone."""
    at = None if crew is None else (_crews(rules, "scythes").index(crew), 0)
    return _ladder("scythes", rules, (Head("+0", _("nothing is added")),), at)


def loose_ladder(rules: Ruleset, lit: tuple[int, int] | None) -> Ladder:
    """Return the ladder of crew against the sum of the modifiers."""
    sums = _sums(rules)
    at = None if lit is None or lit[1] not in sums else (_crews(rules, "disengage").index(lit[0]), sums.index(lit[1]))
    return _ladder("disengage", rules, tuple(Head(f"+{drm}", _("no help") if not drm else "") for drm in sums), at)


def _ladder(kind: str, rules: Ruleset, heads: tuple[Head, ...], at: tuple[int, int] | None) -> Ladder:
    caption = _("{title}: the faces that do it, by crew and modifier").format(title=KINDS[kind])
    return Ladder(f"ladder-{kind}", caption, _("Crew"), heads, tuple(f"C{crew}" for crew in _crews(rules, kind)), _rungs(rules, kind), at)


def _crews(rules: Ruleset, table: str) -> tuple[int, ...]:
    return tuple(int(label) for label in rules.table(table).rows.labels)


def _subsets(names: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [found for many in range(len(names) + 1) for found in combinations(sorted(names), many)]


def _modifier(table: Table, names: tuple[str, ...]) -> int:
    return int(table.added(**{name: name in names for name in table.rows.labels}))


def _targets(rules: Ruleset) -> list[tuple[str, ...]]:
    """Return all that can be known of a target, by what it adds."""
    table = rules.table("grapple_drm")
    return sorted(_subsets(table.rows.labels), key=lambda names: _modifier(table, names))


@cache
def _sums(rules: Ruleset) -> tuple[int, ...]:
    """Return every sum that the modifiers for breaking loose can come to."""
    table = rules.table("disengage_drm")
    return tuple(sorted({_modifier(table, names) for names in _subsets(table.rows.labels)}))


@cache
def _rungs(rules: Ruleset, kind: str) -> tuple[tuple[Rung, ...], ...]:
    crews = _crews(rules, kind)
    if kind == "scythes":
        return tuple((rung(scythes, "success", rules, crew),) for crew in crews)
    if kind == "disengage":
        return tuple(tuple(rung(disengage, "free", rules, crew, drm) for drm in _sums(rules)) for crew in crews)
    states = [("immobilised" in names, "grappled" in names) for names in _targets(rules)]
    return tuple(tuple(rung(grapple, "success", rules, crew, *state) for state in states) for crew in crews)


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def _throw_of(desk: Desk) -> tuple[str, tuple[Any, ...]] | None:
    """Return the kind and the numbers of the throw that the chosen order makes, where it has a ladder."""
    throw = desk.throw()
    return (throw.procedure.name, throw.args[1:]) if throw is not None and throw.procedure.name in KINDS else None


def _follow(desk: Desk) -> Followed:
    throw = _throw_of(desk)
    return Followed({"kind": throw[0]} if throw is not None else {}, repr(desk.chosen))


def _body(rules: Ruleset, state: State, seen: tuple[str, tuple[Any, ...]] | None) -> Iterator[Component]:
    kind = state.kind
    args = seen[1] if seen is not None and seen[0] == kind else None
    yield Box("scenes", _presses("kind", KINDS, (kind,)), label=_("Which faces do it"))
    yield Note(_sentence(rules, kind), "ladder-words", f"{kind}-words")
    yield _table(rules, kind, args)
    if kind == "disengage":
        yield _held_by_several(rules, state)


def _presses(what: str, options: Mapping[Any, str], now: tuple[Any, ...]) -> list[Component]:
    return [Press(what, words, str(value), is_pressed=value in now) for value, words in options.items()]


def _sentence(rules: Ruleset, kind: str) -> str:
    if kind == "grapple":
        return _("One die by the crew of the ship that throws. What is known of the target is added to it. [8.12]")
    if kind == "disengage":
        table = rules.table("disengage_drm")
        helps = _("; ").join(f"+{signed(int(table.at(name)))} {words}" for name, words in HELPS.items())
        return _("One die for each ship that holds her, by her own crew. Added: {helps}. [8.31]").format(helps=helps)
    if rules.switch("scythes") == "off":
        return _("This game is played without the scythes; the switch is under What we ruled. [8.12 note]")
    return _("One die by the crew of the galley. The source names the tool and gives no roll: this one is ours. [8.12 note] [A47]")


def _table(rules: Ruleset, kind: str, args: tuple[Any, ...] | None) -> Ladder:
    if kind == "scythes":
        return scythes_ladder(rules, args[0] if args else None)
    if kind == "disengage":
        return loose_ladder(rules, (args[0], args[1]) if args else None)
    names = frozenset(name for name, on in zip(("immobilised", "grappled"), args[1:], strict=True) if on) if args else frozenset()
    return grapple_ladder(rules, (args[0], names) if args else None)


def _held_by_several(rules: Ruleset, state: State) -> Box:
    table = rules.table("disengage_drm")
    helps = {name: f"+{table.at(name)} {words}" for name, words in HELPS.items()}
    groups = [
        ButtonRow(what, words, [Box("", _presses(what, options, now))], "ladder-group")
        for what, words, options, now in (
            ("crew", _("Her crew"), CREWS, (state.crew,)),
            ("held", _("Ships that hold her"), HOLDERS, (state.held,)),
            ("help", _("What helps her"), helps, state.help),
        )
    ]
    answer = find(ALL).answer({"crew": state.crew, "held_by": state.held, **{name: name in state.help for name in HELPS}}, rules)
    order = [_label(state.held, outcome) for outcome in sorted(answer.dist, reverse=True)]
    odds = OddsView.of(answer, partial(_label, state.held), order, title=_("One try at each of them"), key="ladder-odds").html()
    fields = Box("ladder-fields", [Heading(_("Held by several"), 3), *groups])
    return Box("ladder-many", [fields, Box("", [Custom(odds), Note(_why(state), key="why")])])


def _label(held: int, outcome: Any) -> str:  # noqa: ANN401 - a Loose
    if outcome.free:
        return _("Free of her") if held == 1 else _("Free of both") if held == PAIR else _("Free of all three")
    if outcome.broken:
        return _("Free of {n}").format(n=outcome.broken)
    return _("Still held by all") if held > 1 else _("Still held")


def _why(state: State) -> str:
    if state.held > 1 and "better_crew" in state.help:
        return _("Held by two or more, her better crew counts for nothing. [8.33]")
    if state.held > 1:
        return _("She rolls once for each ship, and moves only if she is free of them all. [8.33] [6.34]")
    return _("A success costs her movement points, a failure nothing. [8.31] [8.32]")


LADDERS: Final = Panel(
    "ladder",
    "veneti",
    N_("Which faces do it"),
    _body,
    fields=(
        Pick("kind", "", KINDS, start="grapple", is_stored=False),
        Pick("crew", "", CREWS, start=3),
        Pick("held", "", HOLDERS, start=2),
        Several("help", "", HELPS, is_apart=True),
        Own(is_stored=False),
    ),
    reads=_throw_of,
    follow=_follow,
    upgrade=lambda old: {"crew": old["crew"], "held": old["held_by"], "help": old["helps"]},
    kind="ladders",
    level=2,
)

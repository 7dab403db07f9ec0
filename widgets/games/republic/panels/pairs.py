"""All pairs of leaders at all modifiers as a heat map that follows a changed row of the battle table at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.republic.pairs import MODIFIERS, Retreats, retreats_by_pair
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.republic import names
from widgets.games.republic.lessons.battle import RETREATS
from widgets.games.republic.panels.cells import at, dump_edits, is_again, load_edits, put, with_edits
from widgets.games.republic.panels.ruler import ROWS
from widgets.kit.bars import spoken
from widgets.kit.components import Box, Cell, Controls, Custom, Heading, Note, Press, Sentence, Table
from widgets.kit.controls import Choice, Int, Value
from widgets.kit.panel import Component, Panel, Session, State
from widgets.kit.pick_table import shade
from widgets.kit.radio_row import radio_row
from widgets.web.phrases import modifier
from widgets.web.rule_links import stacked

_MOVED: Final = Markup('{number}<span class="heat-moved"><span class="sr">{words}</span><span aria-hidden="true">{sign}</span></span>')


@lru_cache(maxsize=40)
def pair_retreats(rules: Ruleset) -> Mapping[tuple[str, str], tuple[Retreats, ...]]:
    """Return the chances of every pair at every modifier under these rules."""
    return retreats_by_pair(rules)


def letters(rules: Ruleset) -> tuple[str, ...]:
    """Return the battle letters, best first."""
    return tuple(str(each) for each in rules.table("tactical").columns.labels)


def _act(state: State, what: str, value: str, session: Session) -> State | None:
    """Let another side retreat in the row that is looked at, or let it be as printed."""
    if what == "reset":
        return state.replace(edits=())
    return state.replace(edits=put(session.rules, (), (state.row, "retreat"), value)) if what == "to" else None


def _upgrade(stored: Any) -> Any:  # noqa: ANN401 - whatever a browser brings
    who, attacker, defender, drm, row, to = stored
    edits = [[row, "retreat", to]] if to else []
    return {"who": who, "attacker": attacker, "defender": defender, "drm": drm, "row": row, "edits": edits}


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    who, pair, place = state.who, (state.attacker, state.defender), MODIFIERS.index(state.drm)
    before, now = pair_retreats(rules), pair_retreats(with_edits(rules, state.edits))
    yield Box("pairs-change", [Heading(_("Change one row of the battle table")), Box("panel-controls", [*_editor(rules, state)])])
    chance, was = getattr(now[pair][place], who), getattr(before[pair][place], who)
    words = _("{a} attacks {d} at {n}: {who}").format(a=pair[0], d=pair[1], n=modifier(state.drm), who=RETREATS[who].lower())
    words += f" {spoken(chance)}" + ("." if chance == was else _(", was {before}.").format(before=spoken(was)))
    yield Sentence(stacked(words))
    label = _("Chance in percent that: {who}. A row for each pair, a column for each sum of other modifiers")
    label = label.format(who=RETREATS[who].lower())
    yield Table(
        ["", *(Cell(modifier(each), "lit" if each == state.drm else "") for each in MODIFIERS)],
        [
            [
                Cell(_("{a} against {d}").format(a=each[0], d=each[1]), "lit" if each == pair else ""),
                *(
                    _cell(getattr(one, who), getattr(other, who), is_lit=(each, column) == (pair, place))
                    for column, (one, other) in enumerate(zip(now[each], before[each], strict=True))
                ),
            ]
            for each in now
        ],
        label,
        kind="pairs-heat",
        label=label,
        hides_caption=True,
        scroll_kind="pairs-scroll",
    )
    yield Note(_("In whole percent; darker is likelier. Leaders' rolls and the second roll of an X are counted in. [8.32] [8.4]"))


def _editor(rules: Ruleset, state: State) -> Iterator[Component]:
    yield Controls(rules, state, ("row",), kind="")
    if is_again(rules, state.row):
        yield Custom(Markup('<span class="quiet">{}</span>').format(_("This row is an X: it has no retreat of its own.")))
    else:
        now = at(with_edits(rules, state.edits), state.row, "retreat")
        yield Custom(radio_row("pairs", "to", _("Who retreats there"), RETREATS, now))
    yield Press("reset", _("As printed"), is_off=not state.edits)


def _cell(chance: Fraction, was: Fraction, *, is_lit: bool) -> Cell:
    number: int | Markup = round(100 * chance)
    if chance != was:
        words = _("more than before") if chance > was else _("less than before")
        number = _MOVED.format(number=number, words=words, sign="▲" if chance > was else "▼")
    return Cell(number, f"shade-{shade(chance, Fraction(1))}{' lit' if is_lit else ''}")


PAIRS: Final = Panel(
    "pairs",
    "republic",
    N_("Twenty-five pairs of leaders"),
    _body,
    fields=(
        Choice("who", N_("Map of"), RETREATS),
        Choice("attacker", N_("Attacker"), names.LETTERS),
        Choice("defender", N_("Defender"), names.LETTERS, start="B"),
        Int("drm", N_("All other modifiers"), (MODIFIERS[0], MODIFIERS[-1])),
        Int("row", N_("Row"), ROWS, start=4, is_apart=True),
        Value("edits", (), load_edits, dump_edits),
    ),
    act=_act,
    # The change of a row that is no longer looked at is dropped.
    settle=lambda _rules, state: state.replace(edits=tuple(edit for edit in state.edits if edit[0] == state.row)),
    upgrade=_upgrade,
    kind="pairs-panel",
)

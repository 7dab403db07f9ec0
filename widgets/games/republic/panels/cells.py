"""Cells of the battle table that a reader changes in thought: the rules with them, the controls for one row, and what was changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _, quote
from widgets.games.republic.lessons.battle import RETREATS, loss
from widgets.kit.components import Box, Controls, Custom, Heading, Press
from widgets.kit.controls import Choice, Select
from widgets.kit.panel import Component, State
from widgets.web.badges import joined, mark
from widgets.web.phrases import modifier

GAME: Final = "republic"
TABLE: Final = "brt"
FIRST: Final = 4  # the row in the middle of those where nobody retreats
COLUMNS: Final = {
    "attacker": N_("Attacker loses"),
    "defender": N_("Defender loses"),
    "retreat": N_("Who retreats"),
    "x": N_("Shift of the X"),
}

Edit = tuple[int, str, str]  # the row, the column, and what stands there instead
Edits = tuple[Edit, ...]

_LIST: Final = Markup('<ul class="ruler-changes" role="list" aria-label="{label}">{rows}</ul>')
_LINE: Final = Markup(
    '<li>{mark}<span>{row}, {name}: <s aria-hidden="true">{was}</s> <b>{now}</b><span class="sr">, {before}</span></span></li>'
)


def with_edits(rules: Ruleset, edits: Edits) -> Ruleset:
    """Return the rules with these cells in them."""
    if not edits:
        return rules
    patches = {(table, row, column): text for table, row, column, text in rules.patches}
    return ruleset(GAME, dict(rules.switches), {**patches, **{(TABLE, label(row), column): text for row, column, text in edits}})


def label(row: int) -> str:
    """Return a row as the table writes it.

    >>> label(3), label(-2), label(0)
    ('+3', '-2', '0')
    """
    return f"{row:+}" if row else "0"


def at(rules: Ruleset, row: int, column: str) -> str:
    """Return what stands in a cell, as a page sends it."""
    return str(getattr(rules.table(TABLE).record(row), column))


def is_again(rules: Ruleset, row: int) -> bool:
    """Say whether a row is an X."""
    return rules.table(TABLE).record(row).x is not None


def choices(rules: Ruleset, column: str) -> Mapping[str, str]:
    """Return what may stand in a column: all that does so in some row, and no shift at all."""
    if column == "retreat":
        return RETREATS
    lines = [rules.table(TABLE).record(row) for row in rules.table(TABLE).rows.labels]
    if column == "x":
        shifts = sorted({0, *(int(line.x) for line in lines if line.x is not None)})
        return {str(shift): modifier(shift) for shift in shifts}
    losses = {value for line in lines if line.x is None for value in (line.attacker, line.defender)}
    numbers = sorted(int(value) for value in losses if value != "*")
    return {"*": loss("*"), **{str(number): loss(number) for number in numbers}}


def columns_of(rules: Ruleset, row: int) -> tuple[str, ...]:
    """Return the columns of a row that can be changed: an X has a shift and nothing else."""
    return ("x",) if is_again(rules, row) else ("attacker", "defender", "retreat")


def put(rules: Ruleset, edits: Edits, cell: tuple[int, str], text: str) -> Edits:
    """Return the changes with one more; what is printed there is no change."""
    row, column = cell
    if column not in columns_of(rules, row):
        why = _("it is an X and has only a shift") if column != "x" else _("it is no X and has no shift")
        message = _("Row {row} cannot be changed so: {why}. Choose another row.").format(row=modifier(row), why=why)
        raise InputError(message)
    if text not in choices(rules, column):
        message = _("{value} is not among the choices.").format(value=quote(text))
        raise InputError(message)
    others = [edit for edit in edits if edit[:2] != cell]
    return tuple(sorted(others if at(rules, row, column) == text else [*others, (row, column, text)]))


def load_edits(stored: Any) -> Edits:  # noqa: ANN401 - whatever a browser brings
    """Return changes that a browser stored; a ValueError for what cannot be."""
    edits: Edits = ()
    rules = ruleset(GAME)
    rows = {int(each) for each in rules.table(TABLE).rows.labels}
    for row, column, text in stored:
        if type(row) is not int or row not in rows or not isinstance(column, str) or not isinstance(text, str):
            raise ValueError
        try:
            edits = put(rules, edits, (row, column), text)
        except InputError:
            raise ValueError from None
    return edits


def dump_edits(edits: Edits) -> list[list[Any]]:
    """Return the stored form of changes."""
    return [list(edit) for edit in edits]


# -- as text -----------------------------------------------------------------------------------------------------------------------------


def editor(rules: Ruleset, state: State) -> Box:
    """Return the row that is looked at, a control for each of its cells, and the list of changes."""
    now = with_edits(rules, state.edits)
    controls = [_control(rules, column, at(now, state.row, column)) for column in columns_of(rules, state.row)]
    reset = Press("reset", _("All as printed"), is_off=not state.edits)
    parts: list[Component] = [Heading(_("Change a row of the table"))]
    parts.append(Box("panel-controls", [Controls(rules, state, ("row",), kind=""), *controls, reset]))
    if state.edits:
        parts.append(Custom(_LIST.format(label=_("What you have changed"), rows=joined(_lines(rules, state.edits)))))
    return Box("ruler-change", parts)


def _control(rules: Ruleset, column: str, now: str) -> Custom:
    field = (Choice if column == "retreat" else Select)(column, COLUMNS[column], choices(rules, column))
    return Custom(field.control("ruler", rules, State(**{column: now})))


def _lines(rules: Ruleset, edits: Edits) -> Iterator[Markup]:
    for row, column, text in edits:
        known = choices(rules, column)
        was = known[at(rules, row, column)]
        yield _LINE.format(
            mark=mark("yours"),
            row=_("Row {row}").format(row=modifier(row)),
            name=COLUMNS[column].lower(),
            was=was,
            now=known[text],
            before=_("was {before}").format(before=was),
        )

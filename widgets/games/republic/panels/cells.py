"""Cells of the battle table that a reader changes in thought: the rules with them, the controls for one row, and what was changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _
from widgets.games.republic.lessons.battle import RETREATS, loss
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
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

_EDITOR: Final = Markup(
    '<div class="ruler-change"><h4>{title}</h4><div class="panel-controls">{controls}'
    '<button type="button" id="ruler-reset" data-do="extra" data-name="ruler:reset"{off}>{reset}</button></div>{list}</div>'
)
_SELECT: Final = Markup(
    '<div class="field"><label for="ruler-{what}">{name}</label>'
    '<select id="ruler-{what}" data-set="extra:ruler:{what}">{options}</select></div>'
)
_OPTION: Final = Markup('<option value="{value}"{chosen}>{words}</option>')
_LIST: Final = Markup('<ul class="ruler-changes" role="list" aria-label="{label}">{rows}</ul>')
_LINE: Final = Markup(
    '<li>{mark}<span>{row}, {name}: <s aria-hidden="true">{was}</s> <b>{now}</b><span class="sr">, {before}</span></span></li>'
)
_CHOSEN: Final = Markup(" selected")
_OFF: Final = Markup(" disabled")


def edited(rules: Ruleset, edits: Edits) -> Ruleset:
    """The rules with these cells in them."""
    if not edits:
        return rules
    patches = {(table, row, column): text for table, row, column, text in rules.patches}
    return ruleset(GAME, dict(rules.switches), {**patches, **{(TABLE, label(row), column): text for row, column, text in edits}})


def label(row: int) -> str:
    """A row as the table writes it.

    >>> label(3), label(-2), label(0)
    ('+3', '-2', '0')
    """
    return f"{row:+}" if row else "0"


def at(rules: Ruleset, row: int, column: str) -> str:
    """What stands in a cell, as a page sends it."""
    return str(getattr(rules.table(TABLE).record(row), column))


def is_again(rules: Ruleset, row: int) -> bool:
    """Whether a row is an X."""
    return rules.table(TABLE).record(row).x is not None


def choices(rules: Ruleset, column: str) -> Mapping[str, str]:
    """What may stand in a column: whatever does so in some row, and no shift at all."""
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
    """The columns of a row that can be changed: an X has a shift and nothing else."""
    return ("x",) if is_again(rules, row) else ("attacker", "defender", "retreat")


def put(rules: Ruleset, edits: Edits, cell: tuple[int, str], text: str) -> Edits:
    """The changes with one more; what is printed there is no change."""
    row, column = cell
    if column not in columns_of(rules, row):
        told = _("it is an X and has only a shift") if column != "x" else _("it is no X and has no shift")
        message = _("Row {row} cannot be changed so: {why}. Choose another row.").format(row=modifier(row), why=told)
        raise InputError(message)
    if text not in choices(rules, column):
        message = _("{value} is not among the choices.").format(value=repr(text[:20]))
        raise InputError(message)
    others = [edit for edit in edits if edit[:2] != cell]
    return tuple(sorted(others if at(rules, row, column) == text else [*others, (row, column, text)]))


def read(rules: Ruleset, kept: Any) -> Edits | None:  # noqa: ANN401 - whatever a browser brings
    """Changes that a browser kept; None where they are none."""
    edits: Edits = ()
    rows = {int(each) for each in rules.table(TABLE).rows.labels}
    if not isinstance(kept, list):
        return None
    for each in kept:
        if not isinstance(each, list) or [type(part) for part in each] != [int, str, str] or each[0] not in rows:
            return None
        try:
            edits = put(rules, edits, (each[0], each[1]), each[2])
        except InputError:
            return None
    return edits


# -- as text -----------------------------------------------------------------------------------------------------------------------------


def editor(rules: Ruleset, edits: Edits, row: int, limits: tuple[int, int]) -> Markup:
    """The row that is looked at, a control for each of its cells, and the list of changes."""
    now = edited(rules, edits)
    controls = stepper("ruler", "row", _("Row"), row, limits, slides=True)
    for column in columns_of(rules, row):
        held = at(now, row, column)
        if column == "retreat":
            controls += radio_row("ruler", column, COLUMNS[column], RETREATS, held)
        else:
            controls += _select(column, choices(rules, column), held)
    listed = _LIST.format(label=_("What you have changed"), rows=joined(_listed(rules, edits))) if edits else Markup("")
    return _EDITOR.format(
        title=_("Change a row of the table"), controls=controls, off="" if edits else _OFF, reset=_("All as printed"), list=listed
    )


def _select(column: str, known: Mapping[str, str], held: str) -> Markup:
    options = joined(_OPTION.format(value=value, words=words, chosen=_CHOSEN if value == held else "") for value, words in known.items())
    return _SELECT.format(what=column, name=COLUMNS[column], options=options)


def _listed(rules: Ruleset, edits: Edits) -> Iterable[Markup]:
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

"""The gun table row by row: the reader adds rows up, guesses the sum of a row not yet seen, and so finds the rule behind the table."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.broadside.gunnery import gun_table
from rulesdemo.odds.dice import D6
from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.kit.components import Box, Cell, Controls, Custom, Heading, Note, Press, Sentence, Table
from widgets.kit.controls import Int, Value, one_of
from widgets.kit.panel import Component, Panel, Session, State
from widgets.kit.stepper import stepper
from widgets.web.badges import joined

ENOUGH: Final = 3  # rows that show the rule, before a sum is guessed
GUESSES: Final = (0, 40)
START: Final = 4
LAST: Final = 30  # no stored row can be higher
STRIDE: Final = 13  # from the row added last to the row to guess: far from those that were just seen
OPEN, FOUND, SHOWN = STAGES = ("open", "found", "shown")
FACES: Final = tuple(sorted(D6.faces, reverse=True))

_FACES: Final = Markup('<div class="gun-faces" role="img" aria-label="{spoken}">{faces}</div>')
_FACE: Final = Markup('<span class="gun-face"><span class="gun-die">{die}</span><b>{damage}</b></span>')


# -- the table -------------------------------------------------------------------------------------------------------------------------


def faces_of(rules: Ruleset, force: int) -> tuple[int, ...]:
    """Return a row of the table as it is printed, from the highest face to the lowest [T1]."""
    table = gun_table(rules, force)
    return tuple(table.at(force, face) or 0 for face in FACES)


def forces(rules: Ruleset) -> range:
    """Return the forces that have a printed row [T1]."""
    rows = [int(label) for label in rules.table("gun_table").rows.labels]
    return range(min(rows), max(rows) + 1)


def force_limits(rules: Ruleset, _state: State) -> tuple[int, int]:
    """Return the least and the greatest force of a printed row."""
    return forces(rules)[0], forces(rules)[-1]


def count_regular(rules: Ruleset) -> int:
    """Count the printed rows that add up to their force and 1."""
    return sum(sum(faces_of(rules, force)) == force + 1 for force in forces(rules))


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def _act(state: State, what: str, _value: str, session: Session) -> State | None:
    """Add the row up, check a guess, or show the sum."""
    if what == "add":
        return _add(state, forces(session.rules))
    if what not in ("check", "show") or state.secret < 0:
        return None
    right = sum(faces_of(session.rules, state.secret))
    if what == "show" or state.guess == right:
        return state.replace(stage=SHOWN if what == "show" else FOUND)
    return state.replace(hint="high" if state.guess > right else "low")


def _add(state: State, every: range) -> State:
    rows = state.rows if state.force in state.rows else (*state.rows, state.force)
    if state.stage != OPEN or len(rows) < ENOUGH or state.secret not in (-1, *rows):
        return state.replace(rows=rows)
    unseen = [row for row in every if row not in rows]
    secret = unseen[(rows[-1] + STRIDE) % len(unseen)] if unseen else -1
    return state.replace(rows=rows, secret=secret, hint="")


def _settle(_rules: Ruleset, state: State) -> State:
    return state.replace(stage=OPEN) if state.secret < 0 and state.stage != OPEN else state


def _stored_rows(stored: Any) -> tuple[int, ...]:  # noqa: ANN401 - whatever a browser brings
    rows = tuple(map(one_of(range(LAST + 1)), stored))
    if len(set(rows)) < len(rows):
        raise ValueError
    return rows


def _upgrade(old: dict[str, Any]) -> dict[str, Any]:
    return {"force": old["force"], "rows": old["added"], "secret": old["asked"], "stage": old["state"]}


# -- as text ---------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    faces = faces_of(rules, state.force)
    spoken = _("Damage from a 6 down to a 1: {faces}").format(faces=", ".join(map(str, faces)))
    drawn = joined(_FACE.format(die=die, damage=damage) for die, damage in zip(FACES, faces, strict=True))
    is_added = state.force in state.rows
    is_second = state.secret >= 0 or state.stage != OPEN
    words = _("Added up") if is_added else _("Add this row up")
    add = Press("add", words, is_off=is_added, is_first=not is_second, kind="second" if is_second else "")
    row: list[Component] = [
        Controls(rules, state, ("force",)),
        Custom(_FACES.format(spoken=spoken, faces=drawn)),
        Box("gun-law-buttons", [add]),
    ]
    yield Box("gun-law-both", [Box("gun-law-row", row), Box("gun-law-notes", list(_sums(rules, state)), is_status=True)])
    if state.stage != OPEN:
        yield Box("gun-guess is-found", [Heading(_("The law of the table")), Note(_rule_words(rules, state), "", "law")], is_status=True)
    elif state.secret >= 0:
        yield Box("gun-guess", list(_guess(state)))


def _sums(rules: Ruleset, state: State) -> Iterator[Component]:
    if not state.rows:
        words = _("Every column is a face of the die, and its number is the hull points lost. Choose a row and add it up. [T1]")
        yield Note(words, "", "begin")
        return
    lines = ((force, faces_of(rules, force)) for force in sorted(state.rows))
    rows = [(force, " + ".join(map(str, faces)), Cell(Markup("<b>{}</b>").format(sum(faces)))) for force, faces in lines]
    yield Table([_("Force"), _("6 to 1"), _("Sum")], rows, _("Your rows"), kind="gun-sums")
    left = ENOUGH - len(state.rows)
    if left > 0:
        yield Note(ngettext("Add up {n} more row.", "Add up {n} more rows.", left).format(n=left))


def _guess(state: State) -> Iterator[Component]:
    name = _("Sum of row {force}").format(force=state.secret)
    yield Heading(_("Now guess"))
    yield Note(_("You have not seen the row of force {force}. What do its six faces add up to?").format(force=state.secret), "")
    presses = Box("gun-law-buttons", [Press("check", _("Check"), is_first=True), Press("show", _("Show me"))])
    yield Box("panel-controls", [Custom(stepper("gunlaw", "guess", name, state.guess, GUESSES, slides=True)), presses])
    hints = {
        "": "",
        "high": _("Too high. Compare every force with its sum, or add up one more row."),
        "low": _("Too low. Compare every force with its sum, or add up one more row."),
    }
    yield Sentence(hints[state.hint], kind="gun-told")


def _rule_words(rules: Ruleset, state: State) -> str:
    faces, total = faces_of(rules, state.secret), sum(faces_of(rules, state.secret))
    mean = _("The six faces are equally likely, so with nothing added to the die a shot costs (F + 1)/6 on average: {mean} here.")
    return " ".join(
        (
            _("Right.") if state.stage == FOUND else _("This is it."),
            _("Row {force} is {faces} = {total}.").format(force=state.secret, faces=" + ".join(map(str, faces)), total=total),
            _("Each row adds up to its force plus 1: {n} of {all} printed rows do. [T1]").format(
                n=count_regular(rules), all=len(forces(rules))
            ),
            mean.format(mean=exact(Fraction(total, len(FACES)))),
            _("One point of force is worth 1/6 of a hull point, wherever you stand in the table."),
        )
    )


GUN_ROWS: Final = Panel(
    "gunlaw",
    "broadside",
    N_("One row after the other"),
    _body,
    fields=(
        Int("force", N_("Row of force"), force_limits, start=START, slides=True, is_apart=True),
        Value("rows", (), _stored_rows),  # that were added up
        Value("secret", -1, one_of(range(-1, LAST + 1)), int),  # the row to guess; under 0 while too few were added up
        Value("stage", OPEN, one_of(STAGES), str),
        Int("guess", "", GUESSES, slides=True, is_apart=True, is_stored=False),
        Value("hint", "", is_stored=False),  # whether the last guess was too high or too low
    ),
    act=_act,
    settle=_settle,
    upgrade=_upgrade,
    kind="gun-law",
)

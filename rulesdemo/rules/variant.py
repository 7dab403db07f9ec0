r"""Variants: rules of a reader's own, named, in a TOML file.

    name = "Harder boarding"
    author = "A. Reader"                     # may be left out, as all but the name
    notes = "Two ships may grapple one."
    game = "veneti"

    [switches]
    boarding_bands = "modified"

    [cells]                                  # the places that --patch takes
    "boarding:4,1" = 5

Cells of one table may stand together: `[cells.boarding]`, then `"4,1" = 5`. The fingerprint of a variant depends on what it changes, not on
how it is called.

>>> harder = parse_variant('name = "Harder"\n[cells]\n"boarding:4,1" = 5', "harder.toml")
>>> harder.rules("veneti")
<rules of veneti --patch boarding:4,1=5>
>>> harder.rules("veneti").variant.fingerprint == fingerprint(harder.rules("veneti"))
True
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike, fspath
from typing import Any, Final

from rulesdemo.errors import InputError, nearest
from rulesdemo.rules.datafiles import GAMES, brief_path, read_reader_text
from rulesdemo.rules.ruleset import Ruleset, VariantMark, check_game, fingerprint, ruleset
from rulesdemo.words import N_, brief, quote

__all__ = ["Variant", "fingerprint", "parse_variant", "read_variant", "variant_of"]

KEYS: Final = ("name", "author", "notes", "game", "switches", "cells")
MOST_TEXT: Final = 1_000_000  # characters of a file
MOST_NAME: Final = 200  # characters of a name
MOST_NOTES: Final = 20_000
MOST_CHANGES: Final = 1_000  # switches, or cells
MOST_LETTERS: Final = 200  # characters of a value

Cell = tuple[str, str, str]  # table, row, column


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of switches and cells; `file` is where it was read, for refusals."""

    name: str
    author: str = ""
    notes: str = ""
    game: str = ""
    switches: Mapping[str, str] = field(default_factory=dict)
    cells: Mapping[Cell, str] = field(default_factory=dict)
    file: str = ""

    def rules(self, game: str = "", switches: Mapping[str, str] | None = None, cells: Mapping[Cell, str] | None = None) -> Ruleset:
        """Return the rules of a game under this variant, with a reader's own switches and cells on top of it."""
        game = game or self.game
        if not game:
            message = N_("{file} does not say of which game it is: add a line game = with one of {names}").format(
                file=self._place, names=", ".join(GAMES)
            )
            raise InputError(message)
        if self.game and game != self.game:
            message = N_("{file} is a variant of {own}, not of {game}").format(file=self._place, own=self.game, game=game)
            raise InputError(message)
        try:
            plain = ruleset(game, self.switches, self.cells)
        except InputError as wrong:
            message = N_("{file}: {wrong}").format(file=self._place, wrong=wrong)
            raise InputError(message) from None
        mark = VariantMark(self.name, self.author, fingerprint(plain))
        if not switches and not cells:
            return ruleset(game, self.switches, self.cells, mark)
        above = ruleset(game, None, cells)  # places in their own spelling, so that they cover those of the file
        places = {place[:3]: place[3] for rules in (plain, above) for place in rules.patches}
        return ruleset(game, {**self.switches, **(switches or {})}, places, mark)

    @property
    def _place(self) -> str:
        return brief_path(self.file) if self.file else quote(self.name)


def variant_of(given: Variant | str | PathLike[str]) -> Variant:
    """Return a variant, read from its file if it is the name of one."""
    return given if isinstance(given, Variant) else read_variant(fspath(given))


def read_variant(file: str) -> Variant:
    """Return the variant that a file holds."""
    return parse_variant(read_reader_text(file, MOST_TEXT), file)


def parse_variant(text: str, file: str) -> Variant:
    """Return the variant that a text holds; whatever is wrong with it is said in one sentence with the name of the file."""
    try:
        return _variant(text, file)
    except _Fault as wrong:
        message = N_("{file}: {wrong}").format(file=brief_path(file), wrong=wrong)
        raise InputError(message) from None


class _Fault(InputError):
    """What is wrong with a file, without its name."""


def _variant(text: str, file: str) -> Variant:
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError) as wrong:
        message = N_("it is not valid TOML: {wrong}").format(wrong=wrong)
        raise _Fault(message) from None
    except RecursionError:
        message = N_("it is nested too deeply to be a variant")
        raise _Fault(message) from None
    for key in data:
        if key not in KEYS:
            message = N_("a variant has no {key}. {hint}").format(key=quote(key), hint=nearest(key[:MOST_LETTERS], KEYS))
            raise _Fault(message)
    name = _text(data, "name", MOST_NAME)
    if not name:
        message = N_('a variant needs a name, as in name = "Harder boarding"')
        raise _Fault(message)
    game = _text(data, "game", MOST_LETTERS)
    if game:
        try:
            check_game(game)
        except InputError as wrong:
            raise _Fault(str(wrong)) from None
    made = Variant(
        name, _text(data, "author", MOST_NAME), _text(data, "notes", MOST_NOTES), game, _switches(data), _cells(data), brief_path(file)
    )
    if game:
        made.rules()  # refuses what the game does not have
    return made


def _text(data: dict[str, Any], key: str, most: int) -> str:
    """Return a text of the file, "" where it is left out."""
    value = data.get(key, "")
    if not isinstance(value, str) or len(value) > most or (key != "notes" and not value.isprintable()):
        message = N_("{key} must be a text of at most {most:,} letters").format(key=key, most=most)
        raise _Fault(message)
    return value.strip()


def _group(data: dict[str, Any], key: str) -> dict[str, Any]:
    """Return a table of the file, empty where it is left out."""
    group = data.get(key, {})
    if not isinstance(group, dict) or len(group) > MOST_CHANGES:
        message = N_("{key} must be a table [{key}] of at most {most:,} lines").format(key=key, most=MOST_CHANGES)
        raise _Fault(message)
    return group


def _switches(data: dict[str, Any]) -> dict[str, str]:
    return {name: _value(name, value) for name, value in _group(data, "switches").items()}


def _cells(data: dict[str, Any]) -> dict[Cell, str]:
    cells: dict[Cell, str] = {}
    for key, value in _group(data, "cells").items():
        lines = {f"{key}:{where}": each for where, each in value.items()} if isinstance(value, dict) else {key: value}
        for place, each in lines.items():
            table, colon, where = place.partition(":")
            row, comma, column = where.rpartition(",")
            if not (colon and comma and table):
                message = N_('cell {place} is not "TABLE:ROW,COL", as in "boarding:4,1" = 5').format(place=quote(place))
                raise _Fault(message)
            cell = table, row.strip(), column.strip()
            if cell in cells:
                message = N_("cell {place} is given twice").format(place=quote(place))
                raise _Fault(message)
            cells[cell] = _value(place, each)
    return cells


def _value(place: str, value: object) -> str:
    """Return the value of a switch or a cell as --set and --patch take it."""
    if not isinstance(value, (str, int)) or isinstance(value, bool) or len(str(value)[: MOST_LETTERS + 1]) > MOST_LETTERS:
        message = N_("{place} must be a text or a whole number").format(place=brief(place))
        raise _Fault(message)
    return str(value).strip()

"""Rulesets: a game's tables, with the switches and patches that a reader chose.

A Ruleset is frozen; equal ones are the same object, so that odds kept per Ruleset are found by identity.

>>> rules = ruleset("veneti", switches={"boarding_bands": "modified"})
>>> rules is ruleset("veneti", switches={"boarding_bands": "modified"})
True
>>> rules.switch("boarding_bands")
'modified'
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Final, NamedTuple

from rulesdemo.errors import InputError, nearest
from rulesdemo.odds.dist import Reads
from rulesdemo.odds.reads import SwitchRead, note
from rulesdemo.rules.datafiles import GAMES, table_names
from rulesdemo.rules.rule_index import Switch, rulings_of, switches_of
from rulesdemo.rules.tables import Table, load_table
from rulesdemo.words import N_, brief

Patch = tuple[str, str, str, str]  # table, row, column, text
FINGERPRINT: Final = 12  # hexadecimal digits


class VariantMark(NamedTuple):
    """The name, the author and the fingerprint of the variant that a reader chose (variant.py)."""

    name: str
    author: str
    fingerprint: str


class Ruleset:
    """The tables and switches under which a procedure runs, and the variant that they come from; made by `ruleset`."""

    __slots__ = ("_chosen", "_tables", "game", "patches", "switches", "variant")

    def __init__(
        self, game: str, switches: tuple[tuple[str, str], ...], patches: tuple[Patch, ...], variant: VariantMark | None = None
    ) -> None:
        """Keep what was checked by `ruleset`."""
        self.game = game
        self.switches = switches
        self.patches = patches
        self.variant = variant
        self._tables: dict[str, Table] = {}
        self._chosen: dict[str, tuple[str, Reads]] = {}

    def table(self, name: str) -> Table:
        """A table of the game, with the reader's patches in it."""
        known = self._tables.get(name)
        if known is None:
            known = _printed_table(self.game, name)
            changes = {(row, column): text for table, row, column, text in self.patches if table == name}
            if changes:
                known = known.patched(changes)
            self._tables[name] = known
        return known

    def switch(self, name: str) -> str:
        """Where a switch stands. The reading is noted, at its default too: an answer rests on it where another setting would move it."""
        known = self._chosen.get(name)
        if known is None:
            switch = _switch(self.game, name)
            value = dict(self.switches).get(name, switch.default)
            ruling = rulings_of(self.game)[switch.ruling]
            known = self._chosen[name] = value, Reads(frozenset({SwitchRead(name, value, ruling.id, ruling.provenance)}))
        value, reads = known
        note(reads)
        return value

    def other_settings(self, name: str) -> Iterator[Ruleset]:
        """Yield these rules with one switch at each of its other settings."""
        patches = {(table, row, column): text for table, row, column, text in self.patches}
        for value, _ in _switch(self.game, name).choices:
            if value != self.switch(name):
                yield ruleset(self.game, {**dict(self.switches), name: value}, patches)

    def __repr__(self) -> str:
        """As a reader would ask for it."""
        changes = [f"--set {name}={value}" for name, value in self.switches]
        changes += [f"--patch {table}:{row},{column}={brief(text)}" for table, row, column, text in self.patches]
        return " ".join([f"<rules of {self.game}", *changes]) + ">"


_made: dict[tuple[str, tuple[tuple[str, str], ...], tuple[Patch, ...], VariantMark | None], Ruleset] = {}


def ruleset(
    game: str,
    switches: Mapping[str, str] | None = None,
    patches: Mapping[tuple[str, str, str], str] | None = None,
    variant: VariantMark | None = None,
) -> Ruleset:
    """The rules of a game, with some switches set and some cells patched; every name and value is checked here."""
    check_game(game)
    chosen = {}
    for name, value in (switches or {}).items():
        switch = _switch(game, name)
        if value not in dict(switch.choices):
            message = N_("switch {name} of {game} has no setting {value!r}; it takes {names}").format(
                name=name, game=game, value=value, names=", ".join(choice for choice, _ in switch.choices)
            )
            raise InputError(message)
        if value != switch.default:
            chosen[name] = value
    cells = {}
    for (table, row, column), text in (patches or {}).items():
        printed = _printed_table(game, table)
        printed.patched({(row, column): text})  # refuses what the table cannot hold
        r, _ = printed.rows.find(row, table)
        c, _ = printed.columns.find(column, table)
        cells[table, printed.rows.labels[r], printed.columns.labels[c]] = text
    key = (game, tuple(sorted(chosen.items())), tuple(sorted((*cell, text) for cell, text in cells.items())), variant)
    known = _made.get(key)
    if known is None:
        known = _made[key] = Ruleset(*key)
    return known


def fingerprint(rules: Ruleset) -> str:
    """Return a short word that two rulesets share if they change the same things.

    >>> fingerprint(ruleset("veneti")) == fingerprint(ruleset("republic"))
    False
    """
    text = json.dumps([rules.game, rules.switches, rules.patches], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:FINGERPRINT]


def check_game(game: str) -> None:
    """Refuse a game that does not exist."""
    if game not in GAMES:
        message = N_("no game {game!r}. {hint}").format(game=game, hint=nearest(game, GAMES))
        raise InputError(message)


@cache
def _printed_table(game: str, name: str) -> Table:
    known = table_names(game)
    if name not in known:
        message = N_("{game} has no table {name!r}. {hint}").format(game=game, name=name, hint=nearest(name, known))
        raise InputError(message)
    return load_table(game, name)


def _switch(game: str, name: str) -> Switch:
    known = switches_of(game)
    if name not in known:
        message = N_("{game} has no switch {name!r}. {hint}").format(game=game, name=name, hint=nearest(name, known))
        raise InputError(message)
    return known[name]


@contextmanager
def patches_blamed(name: str, rules: Ruleset) -> Iterator[None]:
    """A reader's patch may leave a rule without sense, such as a divisor of 0; then the patch is refused, with the reason."""
    try:
        yield
    except (ArithmeticError, LookupError, TypeError, ValueError) as wrong:
        if not rules.patches:
            raise
        changes = ", ".join(f"{table}:{row},{column}={brief(text)}" for table, row, column, text in rules.patches)
        message = N_("{name} makes no sense with your patch {changes} ({wrong}); choose another value").format(
            name=name, changes=changes, wrong=wrong
        )
        raise InputError(message) from None

"""References: the rules of each game with their ids, and our rulings with their switches."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from rulesdemo.errors import DataError, InputError, near_name, nearest
from rulesdemo.odds.reads import PROVENANCES
from rulesdemo.rules.datafiles import game_file
from rulesdemo.words import N_, in_both

STATUSES: Final = ("done", "partly", "note", "unused", "out-of-scope", "planned")
TO_CARRY_OUT: Final = ("done", "partly", "planned")
CLASSES: Final = ("C", "P", "T")  # computed from the source alone, computed with parameters that it lacks, told
KINDS: Final = ("state", "legality", "dice", "sequence", "definition", "history", "note", "example", "table", "unused", "set-up")


class Rule(NamedTuple):
    """One rule of the source, in our words."""

    game: str
    id: str
    title_en: str
    title_fr: str
    untitled: bool
    kinds: tuple[str, ...]
    status: str
    text: str
    letter: str = ""  # its class, where the source leaves out so much that rules are told apart by what they need
    parameters: tuple[str, ...] = ()  # what the source lacks and somebody must supply, by name
    missing: str = ""  # which part of a rule that is played `partly` is not

    @property
    def title(self) -> str:
        """Return the title in the session's language; the French one is the source's where it has one."""
        return in_both(self.title_en, self.title_fr)[0]


class Switch(NamedTuple):
    """An alternative reading that a reader may choose."""

    name: str
    default: str
    choices: tuple[tuple[str, str], ...]
    ruling: str


class Ruling(NamedTuple):
    """Our choice between two readings, with its reasons."""

    game: str
    id: str
    provenance: str
    rules: tuple[str, ...]
    question: str
    answer: str
    why: str
    alternatives: tuple[str, ...]
    switch: Switch | None


@cache
def rules_of(game: str) -> Mapping[str, Rule]:
    """Every rule of a game by id, in the order of the source."""
    rules: dict[str, Rule] = {}
    for number, entry in enumerate(game_file(game, "rules").get("rule", []), start=1):
        where = f"data/{game}/rules.toml, rule {number} ({entry.get('id', 'no id')})"
        _check_keys(entry, where, {"id", "title", "kinds", "status", "text"}, {"untitled", "class", "parameters", "missing"})
        title = entry["title"]
        rule = Rule(
            game,
            entry["id"],
            N_(title.get("en", "")),
            title.get("fr", ""),
            bool(entry.get("untitled", False)),
            tuple(entry["kinds"]),
            entry["status"],
            N_(entry["text"].strip()),
            entry.get("class", ""),
            tuple(map(N_, entry.get("parameters", ()))),
            N_(entry.get("missing", "").strip()),
        )
        if rule.id in rules:
            message = N_("{where}: the id stands twice").format(where=where)
            raise DataError(message)
        if not (rule.title_en and rule.title_fr and rule.text):
            message = N_("{where}: needs both titles and a text").format(where=where)
            raise DataError(message)
        if rule.status not in STATUSES or not rule.kinds or not set(rule.kinds) <= set(KINDS):
            message = N_("{where}: status must be one of {statuses}, kinds among {kinds}").format(
                where=where, statuses=", ".join(STATUSES), kinds=", ".join(KINDS)
            )
            raise DataError(message)
        if (rule.status == "partly") != bool(rule.missing):
            message = N_("{where}: a rule that is played partly says in `missing` which part is not, and no other rule does").format(
                where=where
            )
            raise DataError(message)
        if rule.letter not in ("", *CLASSES) or (rule.letter == "P" and not rule.parameters):
            message = N_("{where}: class must be one of {names}, and a rule of class P names its parameters").format(
                where=where, names=", ".join(CLASSES)
            )
            raise DataError(message)
        rules[rule.id] = rule
    return rules


def rule(game: str, rule_id: str) -> Rule:
    """One rule; the nearest id is named when there is none."""
    known = rules_of(game)
    if rule_id not in known:
        hint = nearest(rule_id, known) if len(known) < 12 else _near_ids(rule_id, known)  # noqa: PLR2004 - a dozen ids fit a line
        message = N_("{game} has no rule {rule_id!r}. {hint}").format(game=game, rule_id=rule_id, hint=hint)
        raise InputError(message)
    return known[rule_id]


def _near_ids(rule_id: str, known: Mapping[str, Rule]) -> str:
    close = near_name(rule_id, known)
    if close:
        return nearest(rule_id, [close])
    return N_("It has {count} ids, from {first} on.").format(count=len(known), first=", ".join(list(known)[:8]))


@cache
def rulings_of(game: str) -> Mapping[str, Ruling]:
    """Every ruling of a game by id."""
    rulings: dict[str, Ruling] = {}
    for number, entry in enumerate(game_file(game, "rulings").get("ruling", []), start=1):
        where = f"data/{game}/rulings.toml, ruling {number} ({entry.get('id', 'no id')})"
        _check_keys(entry, where, {"id", "provenance", "rules", "question", "answer", "why", "alternatives"}, {"switch"})
        if entry["provenance"] not in PROVENANCES[1:3]:
            message = N_("{where}: provenance must be ruling or reconstructed").format(where=where)
            raise DataError(message)
        if entry["id"] in rulings:
            message = N_("{where}: the id stands twice").format(where=where)
            raise DataError(message)
        rulings[entry["id"]] = Ruling(
            game,
            entry["id"],
            entry["provenance"],
            tuple(entry["rules"]),
            N_(entry["question"].strip()),
            N_(entry["answer"].strip()),
            N_(entry["why"].strip()),
            tuple(map(N_, entry["alternatives"])),
            _switch(entry.get("switch"), entry["id"], where),
        )
    return rulings


def _switch(data: Mapping[str, Any] | None, ruling: str, where: str) -> Switch | None:
    if data is None:
        return None
    _check_keys(data, f"{where}, switch", {"name", "default", "choices"}, set())
    choices = tuple((str(value), N_(str(text))) for value, text in data["choices"].items())
    if data["default"] not in dict(choices):
        message = N_("{where}: the switch's default {value!r} is not among its choices").format(where=where, value=data["default"])
        raise DataError(message)
    return Switch(data["name"], data["default"], choices, ruling)


@cache
def switches_of(game: str) -> Mapping[str, Switch]:
    """Every switch of a game by name."""
    switches: dict[str, Switch] = {}
    for ruling in rulings_of(game).values():
        if ruling.switch is not None:
            if ruling.switch.name in switches:
                message = N_("data/{game}/rulings.toml: switch {switch} stands twice").format(game=game, switch=ruling.switch.name)
                raise DataError(message)
            switches[ruling.switch.name] = ruling.switch
    return switches


def _check_keys(data: Mapping[str, Any], where: str, needed: set[str], allowed: set[str]) -> None:
    missing = needed - set(data)
    extra = set(data) - needed - allowed
    if missing:
        message = N_("{where}: needs {names}").format(where=where, names=", ".join(sorted(missing)))
        raise DataError(message)
    if extra:
        message = N_("{where}: has unknown keys {names}").format(where=where, names=", ".join(sorted(extra)))
        raise DataError(message)

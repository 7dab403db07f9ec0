"""References: the rules of each game with their ids, and our rulings with their switches."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from rulesdemo.errors import DataError, InputError, nearest
from rulesdemo.odds.reads import PROVENANCES
from rulesdemo.rules.datafiles import game_file

STATUSES: Final = ("done", "note", "unused", "out-of-scope", "planned")
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


class Switch(NamedTuple):
    """An alternative reading that a reader may choose."""

    name: str
    default: str
    choices: tuple[tuple[str, str], ...]
    ruling: str


class Ruling(NamedTuple):
    """A choice of ours, with its reasons."""

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
        _check_keys(entry, where, {"id", "title", "kinds", "status", "text"}, {"untitled", "class", "parameters"})
        title = entry["title"]
        rule = Rule(
            game,
            entry["id"],
            title.get("en", ""),
            title.get("fr", ""),
            bool(entry.get("untitled", False)),
            tuple(entry["kinds"]),
            entry["status"],
            entry["text"].strip(),
            entry.get("class", ""),
            tuple(entry.get("parameters", ())),
        )
        if rule.id in rules:
            message = f"{where}: the id stands twice"
            raise DataError(message)
        if not (rule.title_en and rule.title_fr and rule.text):
            message = f"{where}: needs both titles and a text"
            raise DataError(message)
        if rule.status not in STATUSES or not rule.kinds or not set(rule.kinds) <= set(KINDS):
            message = f"{where}: status must be one of {', '.join(STATUSES)}, kinds among {', '.join(KINDS)}"
            raise DataError(message)
        if rule.letter not in ("", *CLASSES) or (rule.letter == "P" and not rule.parameters):
            message = f"{where}: class must be one of {', '.join(CLASSES)}, and a rule of class P names its parameters"
            raise DataError(message)
        rules[rule.id] = rule
    return rules


def rule(game: str, rule_id: str) -> Rule:
    """One rule; the nearest id is named when there is none."""
    known = rules_of(game)
    if rule_id not in known:
        message = f"{game} has no rule {rule_id!r}. {nearest(rule_id, known) if len(known) < 12 else _near_ids(rule_id, known)}"  # noqa: PLR2004 - a dozen ids fit a line
        raise InputError(message)
    return known[rule_id]


def _near_ids(rule_id: str, known: Mapping[str, Rule]) -> str:
    sentence = nearest(rule_id, known)
    if sentence.startswith("Known"):
        first = ", ".join(list(known)[:8])
        return f"It has {len(known)} ids, from {first} on."
    return sentence


@cache
def rulings_of(game: str) -> Mapping[str, Ruling]:
    """Every ruling of a game by id."""
    rulings: dict[str, Ruling] = {}
    for number, entry in enumerate(game_file(game, "rulings").get("ruling", []), start=1):
        where = f"data/{game}/rulings.toml, ruling {number} ({entry.get('id', 'no id')})"
        _check_keys(entry, where, {"id", "provenance", "rules", "question", "answer", "why", "alternatives"}, {"switch"})
        if entry["provenance"] not in PROVENANCES[1:3]:
            message = f"{where}: provenance must be ruling or reconstructed"
            raise DataError(message)
        if entry["id"] in rulings:
            message = f"{where}: the id stands twice"
            raise DataError(message)
        rulings[entry["id"]] = Ruling(
            game,
            entry["id"],
            entry["provenance"],
            tuple(entry["rules"]),
            entry["question"].strip(),
            entry["answer"].strip(),
            entry["why"].strip(),
            tuple(entry["alternatives"]),
            _switch(entry.get("switch"), entry["id"], where),
        )
    return rulings


def _switch(data: Mapping[str, Any] | None, ruling: str, where: str) -> Switch | None:
    if data is None:
        return None
    _check_keys(data, f"{where}, switch", {"name", "default", "choices"}, set())
    choices = tuple((str(value), str(text)) for value, text in data["choices"].items())
    if data["default"] not in dict(choices):
        message = f"{where}: the switch's default {data['default']!r} is not among its choices"
        raise DataError(message)
    return Switch(data["name"], data["default"], choices, ruling)


@cache
def switches_of(game: str) -> Mapping[str, Switch]:
    """Every switch of a game by name."""
    switches: dict[str, Switch] = {}
    for ruling in rulings_of(game).values():
        if ruling.switch is not None:
            if ruling.switch.name in switches:
                message = f"data/{game}/rulings.toml: switch {ruling.switch.name} stands twice"
                raise DataError(message)
            switches[ruling.switch.name] = ruling.switch
    return switches


def _check_keys(data: Mapping[str, Any], where: str, needed: set[str], allowed: set[str]) -> None:
    missing = needed - set(data)
    extra = set(data) - needed - allowed
    if missing:
        message = f"{where}: needs {', '.join(sorted(missing))}"
        raise DataError(message)
    if extra:
        message = f"{where}: has unknown keys {', '.join(sorted(extra))}"
        raise DataError(message)

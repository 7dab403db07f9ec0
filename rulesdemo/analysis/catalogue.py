"""The catalogue: every public procedure by name, asked with plain values.

>>> answer("veneti.boarding", attackers=4, defenders=1).dist.p(captured=True)
Fraction(11, 12)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from inspect import signature
from typing import Any

from rulesdemo.analysis.decisive import decisive_reads
from rulesdemo.errors import InputError, nearest
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.inputs import Input, bind, inputs_of, outcome_fields, samples
from rulesdemo.odds.procedure import Played, Procedure, play, replay
from rulesdemo.odds.reads import CellRead, Read, weakest
from rulesdemo.play.game import game
from rulesdemo.rules.datafiles import GAMES
from rulesdemo.rules.ruleset import Ruleset, patches_blamed, ruleset
from rulesdemo.words import N_, alternatives


@dataclass(frozen=True, slots=True)
class Entry:
    """One public procedure with all that can be said about it before asking."""

    name: str
    game: str
    procedure: Procedure[..., Any]
    inputs: tuple[Input, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rule ids it carries out."""
        return self.procedure.rules

    @property
    def fields(self) -> dict[str, Any]:
        """Return outcome fields and their types."""
        return outcome_fields(self.procedure)

    @property
    def sentence(self) -> str:
        """Return what it works out, in one sentence."""
        return (self.procedure.__doc__ or "").strip().partition("\n")[0]

    def provenance(self) -> str:
        """Return the weakest provenance found over sample inputs at both ends of every range."""
        found = []
        for sample in samples(self.inputs):
            with suppress(InputError):  # a rule may refuse some combinations, such as a hex that the ship stands on
                found.append(self.answer(sample).provenance)
        return weakest(found)

    def answer(self, given: Mapping[str, object], rules: Ruleset | None = None) -> Answer:
        """Return the exact odds for some inputs."""
        bound = bind(self.name, self.inputs, given)
        chosen = ruleset(self.game) if rules is None else rules
        with patches_blamed(self.name, chosen):
            return Answer(self, bound, chosen, self.procedure.dist(chosen, *bound.values()))

    def thrower(self, given: Mapping[str, object], rng: random.Random, rules: Ruleset | None = None) -> Callable[[], Played[Any]]:
        """Return a call that throws once more; the inputs are checked here, once."""
        bound = bind(self.name, self.inputs, given)
        chosen = ruleset(self.game) if rules is None else rules
        args = (chosen, *bound.values())

        def throw() -> Played[Any]:
            with patches_blamed(self.name, chosen):
                return play(self.procedure, rng, *args)

        return throw

    def throw(self, given: Mapping[str, object], rng: random.Random, rules: Ruleset | None = None) -> Played[Any]:
        """Throw once."""
        return self.thrower(given, rng, rules)()

    def replay(self, given: Mapping[str, object], faces: tuple[int, ...], rules: Ruleset | None = None) -> Played[Any]:
        """Return the throw that these faces make."""
        bound = bind(self.name, self.inputs, given)
        chosen = ruleset(self.game) if rules is None else rules
        with patches_blamed(self.name, chosen):
            return replay(self.procedure, faces, chosen, *bound.values())


@dataclass(frozen=True, slots=True)
class Answer:
    """Exact odds, what was asked, and what they rest on."""

    entry: Entry
    inputs: dict[str, Any]
    rules: Ruleset
    dist: Dist[Any]

    @property
    def rests_on(self) -> list[Read]:
        """Return the cells that were read and the switches that decide; constants printed in the source are taken as read and left out."""
        listed = [read for read in self._reads if not (isinstance(read, CellRead) and read.constant and read.provenance == "seed")]
        return sorted(listed, key=lambda read: (type(read).__name__, read))

    @property
    def provenance(self) -> str:
        """Return the weakest provenance of all that the answer rests on."""
        return weakest([read.provenance for read in self._reads])

    @property
    def _reads(self) -> list[Read]:
        return decisive_reads(self.entry.procedure, (self.rules, *self.inputs.values()), self.dist)


@cache
def entries(name: str) -> Mapping[str, Entry]:
    """Return every public procedure of a game, by full name."""
    return {f"{name}.{key}": Entry(f"{name}.{key}", name, proc, inputs_of(proc)) for key, proc in game(name).procedures().items()}


def thrown_for(name: str, proc: Procedure[..., Any], args: tuple[Any, ...]) -> Answer:
    """Return the exact odds of what a game throws for, rules first; a private procedure gets its arguments as they are."""
    rules, *values = args
    key = f"{name}.{proc.name}"
    entry = entries(name).get(key)
    if entry is None:
        names = list(signature(proc.body).parameters)[2:]
        return Answer(Entry(key, name, proc, ()), dict(zip(names, values, strict=True)), rules, proc.dist(*args))
    return entry.answer({each.name: value for each, value in zip(entry.inputs, values, strict=False)}, rules)


def find(name: str) -> Entry:
    """Return a procedure by its full name, such as veneti.boarding; the nearest name is given when there is none."""
    owner, dot, _ = name.partition(".")
    if not dot:
        homes = [f"{each}.{name}" for each in GAMES if f"{each}.{name}" in entries(each)]
        hint = N_("Write GAME.PROCEDURE; `rulesdemo procedures` lists them.")
        if homes:
            hint = N_("Did you mean {name}?").format(name=alternatives(homes))
        message = N_("no procedure {name!r}. {hint}").format(name=name, hint=hint)
        raise InputError(message)
    if owner not in GAMES:
        message = N_("no game {owner!r}. {hint}").format(owner=owner, hint=nearest(owner, GAMES))
        raise InputError(message)
    known = entries(owner)
    if name not in known:
        message = N_("no procedure {name!r}. {hint}").format(name=name, hint=nearest(name, known))
        raise InputError(message)
    return known[name]


def answer(name: str, /, rules: Ruleset | None = None, **inputs: object) -> Answer:
    """Return the exact odds of a procedure, with what they rest on."""
    return find(name).answer(inputs, rules)

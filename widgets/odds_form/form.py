"""Ask for odds: pick a game and a procedure, set its inputs, read the exact chances, roll.

`Ask` is plain state that tests drive without a browser:

>>> question = Ask("veneti.boarding", {"attackers": 4, "defenders": 1})
>>> question.views[0].rows[0].label, question.views[0].rows[0].chance
('Captured, attacker loss 0, defender loss 0', Fraction(23, 36))
>>> question.set("in:attackers", "none")
>>> question.wrong
{'attackers': "attackers must be a whole number from 1 up, not 'none'"}
"""

from __future__ import annotations

import random
import secrets
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from rulesdemo.analysis.catalogue import Answer, Entry, entries, find
from rulesdemo.errors import InputError, RulesError, nearest
from rulesdemo.odds.inputs import Flag, Input, Whole, bind, samples
from rulesdemo.odds.procedure import Played
from rulesdemo.rules.datafiles import GAMES
from rulesdemo.rules.rule_index import switches_of
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import _, quote
from widgets.kit.fields import value_text
from widgets.kit.odds_rows import Row, View, views
from widgets.web.time_limit import at_most

PATIENCE_SECONDS: Final = 3.0
SLICE_SECONDS: Final = 0.08
MANY: Final = 1000
LONGEST_VALUE: Final = 200


@dataclass(frozen=True, slots=True)
class Throw:
    """One roll: its faces and story, where it falls, and the exact chance it had (None where outcomes are too many to list together)."""

    played: Played[Any]
    seed: int
    rows: tuple[Row, ...]
    chance: Fraction | None


@dataclass(slots=True)
class Tally:
    """Many rolls, counted row by row; it goes on a slice at a time, so that the page stays awake."""

    seed: int
    times: int
    counts: tuple[Counter[str], ...]
    rng: random.Random
    done: int = 0

    @property
    def is_over(self) -> bool:
        """Return whether every roll was made."""
        return self.done >= self.times


@dataclass(slots=True)
class Question:
    """What was last asked of one procedure: the values as typed, good or bad."""

    typed: dict[str, object]
    answer: Answer | None = None
    views: tuple[View, ...] = ()
    wrong: dict[str, str] = field(default_factory=dict)
    trouble: str = ""


class Ask:
    """The whole state of the form; `set`, `step`, `roll` and the like are what a reader can do."""

    def __init__(self, procedure: str, inputs: Mapping[str, object] | None = None, seeds: Iterable[int] = ()) -> None:
        """Start with one procedure and some of its inputs; `seeds` are used up before chance is."""
        given = inputs or {}
        self.entry = find(procedure)
        self.throw: Throw | None = None
        self.tally: Tally | None = None
        self._seeds = iter(seeds)
        self._questions: dict[str, Question] = {}
        self._last: dict[str, str] = {}
        self._switches: dict[str, dict[str, str]] = {}
        self._is_due = False
        self.pushed: dict[str, str] = {}
        start = _start(self.entry)
        bind(procedure, self.entry.inputs, {**start, **given})  # a notebook with a bad value says so
        self._open(self.entry, given)

    # -- what there is ---------------------------------------------------------------------------------------------------

    @property
    def game(self) -> str:
        """Return the game asked about."""
        return self.entry.game

    @property
    def question(self) -> Question:
        """Return the question that stands, answered as far as it can be."""
        if self._is_due:
            self._is_due = False
            self._work()
        return self._questions[self.entry.name]

    @property
    def typed(self) -> dict[str, object]:
        """Return the inputs as typed."""
        return self._questions[self.entry.name].typed

    @property
    def answer(self) -> Answer | None:
        """Return the last answer that could be given."""
        return self.question.answer

    @property
    def views(self) -> tuple[View, ...]:
        """Return the last answer as rows."""
        return self.question.views

    @property
    def wrong(self) -> dict[str, str]:
        """Return a sentence for each input that cannot be used."""
        return self.question.wrong

    @property
    def is_stale(self) -> bool:
        """Return whether the odds shown are those of an earlier question."""
        return bool(self.question.wrong or self.question.trouble)

    @property
    def is_certain(self) -> bool:
        """Return whether there is nothing to roll for."""
        return len(self.views) == 1 and len(self.views[0].rows) == 1

    @property
    def switches(self) -> dict[str, str]:
        """Return switches of the game that stand at other than their default."""
        return self._switches.setdefault(self.game, {})

    @property
    def rules(self) -> Ruleset:
        """Return the rules as the reader has set them."""
        return ruleset(self.game, self.switches)

    def procedures(self) -> tuple[Entry, ...]:
        """Return the procedures of the game."""
        return tuple(entries(self.game).values())

    # -- what a reader can do --------------------------------------------------------------------------------------------

    def set(self, target: str, value: object) -> None:
        """Set the game, the procedure, an input (`in:attackers`) or a switch (`switch:boarding_bands`)."""
        kind, _colon, name = target.partition(":")
        if kind == "in":
            self._input(name)
            self.typed[name] = value
            self._change()
        elif target == "game":
            self._pick_game(str(value))
        elif target == "procedure":
            self._open(find(str(value)))
        elif kind == "switch":
            self._set_switch(name, str(value))
        else:
            message = f"nothing here is called {quote(target)}"
            raise InputError(message)

    def step(self, target: str, by: int) -> None:
        """Move a whole number up or down, as far as its range goes."""
        name = target.removeprefix("in:")
        kind = self._input(name).kind
        if not isinstance(kind, Whole):
            message = f"{name} has no steps"
            raise InputError(message)
        try:
            number = kind.read(self.typed[name]) + by
        except ValueError:
            number = kind.low if kind.low is not None else 0
        low, high = kind.low, kind.high
        number = number if low is None else max(low, number)
        number = number if high is None else min(high, number)
        self.typed[name] = self.pushed[f"in:{name}"] = value_text(number)
        self._change()

    def forget_switches(self) -> None:
        """Set every switch of the game back."""
        for name in list(self.switches):
            self.pushed[f"switch:{name}"] = switches_of(self.game)[name].default
        self.switches.clear()
        self._change()

    def roll(self) -> None:
        """Roll once."""
        answer = self._ready()
        seed = self._seed()
        with at_most(PATIENCE_SECONDS):
            played = self.entry.throw(answer.inputs, random.Random(seed), answer.rules)
            joint = len(self.views) == 1 and not self.views[0].field
            chance = answer.dist.p(played.value) if joint else None
        self.throw = Throw(played, seed, tuple(view.place(played.value) for view in self.views), chance)

    def roll_many(self) -> None:
        """Start a tally; `go_on` carries it to its end."""
        self._ready()
        seed = self._seed()
        self.tally = Tally(seed, MANY, tuple(Counter() for _view in self.views), random.Random(seed))

    def go_on(self, seconds: float = SLICE_SECONDS) -> None:
        """Roll on for a moment."""
        tally, answer = self.tally, self._ready()
        if tally is None:
            return
        until = time.monotonic() + seconds
        while not tally.is_over and time.monotonic() < until:
            value = self.entry.throw(answer.inputs, tally.rng, answer.rules).value
            for counts, view in zip(tally.counts, self.views, strict=True):
                counts[view.place(value).label] += 1
            tally.done += 1

    # -- keeping -----------------------------------------------------------------------------------------------------------

    def stored_state(self) -> dict[str, Any]:
        """Return what a page keeps to ask the same again."""
        return {"procedure": self.entry.name, "inputs": dict(self.typed), "switches": dict(self.switches)}

    def restore(self, stored: Mapping[str, Any]) -> None:
        """Ask again what was kept; whatever no longer fits is left out."""
        try:
            entry = find(str(stored.get("procedure")))
        except InputError:
            return
        inputs, switches = stored.get("inputs"), stored.get("switches")
        known = {each.name for each in entry.inputs}
        typed = {name: value for name, value in inputs.items() if name in known and is_small(value)} if isinstance(inputs, dict) else {}
        self._questions.pop(entry.name, None)
        self._open(entry, typed)
        for name, value in switches.items() if isinstance(switches, dict) else ():
            try:
                self._set_switch(str(name), str(value))
            except InputError:
                continue
            self.pushed[f"switch:{name}"] = str(value)
        self.pushed |= {"game": self.game, "procedure": self.entry.name}

    # -- inside ------------------------------------------------------------------------------------------------------------

    def _input(self, name: str) -> Input:
        for each in self.entry.inputs:
            if each.name == name:
                return each
        message = f"{self.entry.name} has no input {quote(name)}"
        raise InputError(message)

    def _pick_game(self, name: str) -> None:
        if name not in GAMES:
            message = f"no game {quote(name)}. {nearest(name, GAMES)}"
            raise InputError(message)
        known = entries(name)
        if not known:
            message = _("There are no dice procedures for this game.")
            raise InputError(message)
        self._open(known[self._last.get(name, next(iter(known)))])

    def _open(self, entry: Entry, given: Mapping[str, object] | None = None) -> None:
        self.entry = entry
        self._last[entry.game] = entry.name
        self.pushed |= {"procedure": entry.name, "game": entry.game}
        if entry.name not in self._questions:
            self._questions[entry.name] = Question(_start(entry) | {name: _typed(value) for name, value in (given or {}).items()})
        self._change()

    def _set_switch(self, name: str, value: str) -> None:
        ruleset(self.game, {**self.switches, name: value})  # refuses what there is not
        if value == switches_of(self.game)[name].default:
            self.switches.pop(name, None)
        else:
            self.switches[name] = value
        self._change()

    def _change(self) -> None:
        """Take the question for another one; it is answered when somebody looks, however many changes came before."""
        self._is_due = True
        self.throw = self.tally = None

    def _work(self) -> None:
        """Answer the question that stands; a bad value leaves the last answer where it is."""
        question, entry = self._questions[self.entry.name], self.entry
        question.trouble = ""
        question.wrong = {}
        bound: dict[str, Any] = {}
        for each in entry.inputs:
            try:
                bound |= bind(entry.name, (each,), {each.name: question.typed[each.name]})
            except InputError as wrong:
                question.wrong[each.name] = str(wrong).removeprefix(f"{entry.name}: ")
        if question.wrong:
            return
        try:
            with at_most(PATIENCE_SECONDS):
                answer = entry.answer(bound, self.rules)
                question.views = views(answer)
                question.answer = answer
        except RulesError as wrong:
            question.trouble = str(wrong)

    def _ready(self) -> Answer:
        if self.answer is None or self.is_stale:
            message = _("Mend the question first: it has no answer as it stands.")
            raise InputError(message)
        return self.answer

    def _seed(self) -> int:
        return next(self._seeds, None) or secrets.randbelow(2**32)


def _start(entry: Entry) -> dict[str, object]:
    """Return values to start from: defaults, and a middle value where there is none."""
    try:
        middle = samples(entry.inputs)[0]
    except IndexError:  # a form of text without an example
        middle = {}
    start: dict[str, object] = {}
    for each in entry.inputs:
        value = each.default if not each.required else middle.get(each.name, "")
        start[each.name] = bool(value) if isinstance(each.kind, Flag) else value_text(value)
    return start


def _typed(value: object) -> object:
    """Return a value as a field has it: a flag, or text."""
    return value if isinstance(value, bool) else value_text(value)


def is_small(value: object) -> bool:
    """Return whether a value from a page is of a kind and size that a field can have."""
    return isinstance(value, (bool, int)) or (isinstance(value, str) and len(value) <= LONGEST_VALUE)


def ask(procedure: str, /, **inputs: object) -> Any:  # noqa: ANN401 - a widget; its module is only loaded here
    """Return the form on a page, starting from one question."""
    from widgets.odds_form.view import AskPage
    from widgets.web.live import Live

    return Live(AskPage(Ask(procedure, inputs)))


def ask_one(procedure: str, /, *, when: Mapping[str, Any] | None = None, **inputs: object) -> Any:  # noqa: ANN401 - as above
    """Return the form of one procedure alone: what if its inputs were others, and what each of them is worth to the event `when`."""
    from widgets.odds_form.view import AskPage
    from widgets.web.live import Live

    return Live(AskPage(Ask(procedure, inputs), alone=True, when=when))

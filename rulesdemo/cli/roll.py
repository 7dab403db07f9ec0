"""Rolls for the command line: one throw with its story, typed dice, or a tally beside the exact odds."""

from __future__ import annotations

import random
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from heapq import nlargest
from typing import TYPE_CHECKING, Any, Final

from rulesdemo.analysis.catalogue import Answer, Entry
from rulesdemo.analysis.report import grid, outcome_json, provenance_text, refuse_endless, to_json
from rulesdemo.errors import InputError, OutOfTime
from rulesdemo.odds.budget import check, time_limit
from rulesdemo.odds.dice import Step
from rulesdemo.odds.format import exact, fraction, percent, plain, word
from rulesdemo.odds.procedure import Played
from rulesdemo.play.log import changes_json, variant_text
from rulesdemo.words import N_, _

if TYPE_CHECKING:
    from rulesdemo.rules.ruleset import Ruleset

PATIENCE: Final = 1.0  # seconds before a progress bar is worth looking at
MOST_LINES: Final = 40


def once(entry: Entry, given: Mapping[str, object], seed: int | None, rules: Ruleset, *, as_json: bool) -> str:
    """One throw."""
    answer = entry.answer(given, rules)
    seed = _seed(seed)
    played = entry.throw(given, random.Random(seed), rules)
    return _roll_text(answer, played, as_json=as_json, seed=seed)


def roll_typed(entry: Entry, given: Mapping[str, object], faces: str, rules: Ruleset, *, as_json: bool) -> str:
    """The throw that the reader's own dice make."""
    answer = entry.answer(given, rules)
    try:
        shown = tuple(int(face) for face in faces.replace(" ", ",").split(",") if face)
    except ValueError:
        message = N_("--faces {faces!r} is not a list of faces, as in 3,4").format(faces=faces)
        raise InputError(message) from None
    return _roll_text(answer, entry.replay(given, shown, rules), as_json=as_json, seed=None)


def often(
    entry: Entry, given: Mapping[str, object], seed: int | None, times: int, rules: Ruleset, *, as_json: bool
) -> tuple[str, OutOfTime | None]:
    """Throw many times, tallied beside the exact odds; if the time is over before the last of them, what to say of that as well."""
    answer = entry.answer(given, rules)
    seed = _seed(seed)
    tally: Counter[Any] = Counter()
    try:
        _roll_on(tally, entry, given, random.Random(seed), times, rules)
    except OutOfTime as over:
        rolled = tally.total()
        if not rolled:
            raise
        with time_limit(None):
            found = N_("{rolled:,} of {times:,} rolls were made").format(rolled=rolled, times=times)
            return _tally_text(answer, tally, seed, rolled, as_json=as_json), OutOfTime(over.seconds, found)
    return _tally_text(answer, tally, seed, times, as_json=as_json), None


def _tally_text(answer: Answer, tally: Counter[Any], seed: int, times: int, *, as_json: bool) -> str:
    """Return a tally beside the exact odds."""
    entry, dist = answer.entry, answer.dist
    if as_json:
        refuse_endless(entry, dist)
        rows = [
            {"outcome": outcome_json(entry, outcome), "count": tally.get(outcome, 0), "p": exact(chance), "expected": exact(chance * times)}
            for outcome, chance in dist.items()
        ]
        return to_json({**_head(answer), "seed": seed, "times": times, "tally": rows})
    heads = (*dist.fields, _("rolled"), _("expected"), _("share"), _("exact"))
    shown = [(outcome, tally.get(outcome, 0), dist.p(outcome)) for outcome in nlargest(MOST_LINES, dist, key=dist.weights.__getitem__)]
    table = [
        (
            *(word(plain(value)) for value in outcome),
            str(count),
            f"{float(chance * times):.1f}",
            percent(Fraction(count, times)),
            f"{fraction(chance)} = {percent(chance)}",
        )
        for outcome, count, chance in shown
    ]
    title = _("{name}: {times:,} rolls, seed {seed}").format(name=entry.name, times=times, seed=seed)
    lines = [title, *([variant_text(answer.rules)] if answer.rules.variant else []), "", grid(heads, table)]
    if len(dist) > MOST_LINES:
        lines.append(_("... and {count} rarer outcomes").format(count=len(dist) - MOST_LINES))
    return "\n".join(lines)


def _roll_on(tally: Counter[Any], entry: Entry, given: Mapping[str, object], rng: random.Random, times: int, rules: Ruleset) -> None:
    """Roll so often, and count what comes."""
    throw = entry.thrower(given, rng, rules)
    with _progress(times) as advance:
        for done in range(1, times + 1):
            tally[throw().value] += 1
            if not done % 256:
                advance(done)
                check()


@contextmanager
def _progress(times: int) -> Iterator[Any]:
    """A progress bar on the error stream that appears only after a second, so that short work stays quiet."""
    started = time.monotonic()
    bar: Any = None
    task: Any = None

    def advance(done: int) -> None:
        nonlocal bar, task
        if bar is None and time.monotonic() - started > PATIENCE and sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress

            bar = Progress(console=Console(stderr=True), transient=True)
            bar.start()
            task = bar.add_task(_("rolling"), total=times)
        if bar is not None:
            bar.update(task, completed=done)

    try:
        yield advance
    finally:
        if bar is not None:
            bar.stop()


def _seed(seed: int | None) -> int:
    return secrets.randbelow(2**32) if seed is None else seed


def _head(answer: Answer) -> dict[str, Any]:
    return {
        "procedure": answer.entry.name,
        "inputs": {name: plain(value) for name, value in answer.inputs.items()},
        "rules": list(answer.entry.rules),
        "provenance": answer.provenance,
        **changes_json(answer.rules),
    }


def _roll_text(answer: Answer, played: Played[Any], *, as_json: bool, seed: int | None) -> str:
    chance = answer.dist.p(played.value)
    outcome = outcome_json(answer.entry, played.value)
    if as_json:
        return to_json({**_head(answer), "seed": seed, "faces": list(played.faces), "outcome": outcome, "p": exact(chance)})
    result = ", ".join(f"{name} {word(value)}" for name, value in outcome.items())
    faces = " ".join(map(str, played.faces)) or _("none")
    head = [answer.entry.name, _("faces {faces}").format(faces=faces)]
    head += [] if seed is None else [_("seed {seed}").format(seed=seed)]
    chances = _("chance {fraction} = {percent}").format(fraction=fraction(chance), percent=percent(chance))
    return "\n".join(
        [
            "   ".join(head),
            *([variant_text(answer.rules)] if answer.rules.variant else []),
            *_story(played.story, "  "),
            f"{result}",
            f"{chances}   {provenance_text(answer.provenance)}",
        ]
    )


def _story(steps: tuple[Step, ...], indent: str) -> list[str]:
    lines = []
    for step in steps:
        shown = f" [{' '.join(map(str, step.faces))}]" if step.faces and not step.steps else ""
        value = (
            step.value
            if not hasattr(step.value, "_fields")
            else ", ".join(f"{n} {word(v)}" for n, v in zip(step.value._fields, step.value, strict=True))
        )
        lines.append(indent + _("{name}: {words}").format(name=f"{_(step.what)}{shown}", words=word(value)))
        lines += _story(step.steps, indent + "  ")
    return lines

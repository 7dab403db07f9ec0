"""Batches: a JSON list of questions, answered in the same order; one bad question never takes the others with it.

Answers are printed one by one, so that the first are there before the last are worked out. Whatever ends a batch early, what was printed
is a JSON list: cases that nobody came to have an error, unless the reader stopped it.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from math import inf, isfinite
from time import monotonic
from typing import Any, Final, NamedTuple

import typer

from rulesdemo.analysis.catalogue import find
from rulesdemo.analysis.report import answer_json, to_json
from rulesdemo.errors import InputError, OutOfTime, RulesError, nearest
from rulesdemo.odds.budget import check, limit_in_seconds, time_limit
from rulesdemo.odds.procedure import forget_all
from rulesdemo.rules.datafiles import brief_path, read_reader_text
from rulesdemo.rules.ruleset import ruleset
from rulesdemo.rules.variant import Variant, read_variant
from rulesdemo.words import N_, _, brief

KEYS: Final = ("procedure", "inputs", "fields", "set", "patch", "when", "given")
MOST_DIGITS: Final = 30
MOST_TEXT: Final = 10_000_000  # characters of a file
TIMES: Final = 10  # how many times as long as a case a batch may take

Rules = Callable[[str], Any]  # the Ruleset that the command chose for a game


def run_batch(file: str, chosen_rules: Rules, variant: str = "") -> int:
    """Answer every case of the file on standard output; the exit code is 2 if any could not be answered.

    A case's own switches and patches take the place of those that the command chose, and go on top of a variant.
    """
    base = read_variant(variant) if variant else None
    seconds = limit_in_seconds()
    failed = 0
    with time_limit(None):  # neither a reader who types nor an answer that is being printed is cut short
        text, file = (_standard_input(), N_("standard input")) if file == "-" else (read_reader_text(file, MOST_TEXT), file)
        cases = _cases(text, file)
        ends = monotonic() + TIMES * (seconds or inf)
        typer.echo("[", nl=False)
        try:
            for place, case in enumerate(cases):
                with time_limit(min(seconds or inf, ends - monotonic())):
                    answer = _case_answer(case, chosen_rules, base)
                typer.echo((",\n " if place else "") + answer.text, nl=False)
                failed += answer.failed
        finally:
            typer.echo("]")
    if failed:
        told = _('{failed} of {cases} cases could not be answered; each says why under "error"').format(failed=failed, cases=len(cases))
        sys.stderr.write(f"rulesdemo: {told}\n")
    return 2 if failed else 0


class _CaseAnswer(NamedTuple):
    """The answer to a case as JSON, and whether it is an error."""

    text: str
    failed: bool


class _Object(dict[str, Any]):
    """An object of the file, and the name that it gives twice, if any: JSON allows that, but nobody can know which is meant."""

    __slots__ = ("twice",)

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.twice = ""
        if len(self) < len(pairs):
            self.twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)


def _standard_input() -> str:
    """What is piped in, as UTF-8 whatever the terminal speaks."""
    piped = b"" if sys.stdin is None else sys.stdin.buffer.read(MOST_TEXT + 1)
    if len(piped) > MOST_TEXT:
        message = N_("standard input is too long: more than {most:,} bytes").format(most=MOST_TEXT)
        raise InputError(message)
    try:
        return piped.decode("utf-8-sig")
    except UnicodeDecodeError:
        message = N_("standard input cannot be read: it is not UTF-8 text")
        raise InputError(message) from None


def _cases(text: str, file: str) -> list[Any]:
    try:
        # Numbers too long to be meant, and what is no number in JSON, stay text: they are refused by name, and the answer is still JSON.
        cases = json.loads(
            text,
            object_pairs_hook=_Object,
            parse_int=lambda digits: int(digits) if len(digits) <= MOST_DIGITS else digits,
            parse_float=lambda digits: float(digits) if isfinite(float(digits)) else digits,
            parse_constant=str,
        )
    except json.JSONDecodeError as wrong:
        message = N_("{file} is not JSON: {what} at line {line}, column {column}").format(
            file=brief_path(file), what=wrong.msg, line=wrong.lineno, column=wrong.colno
        )
        raise InputError(message) from None
    except RecursionError:
        message = N_("{file} is nested too deeply to be a list of cases").format(file=brief_path(file))
        raise InputError(message) from None
    if not isinstance(cases, list):
        message = N_("{file} must hold a JSON list of cases, not {kind}").format(file=brief_path(file), kind=_kind(cases))
        raise InputError(message)
    return cases


def _case_answer(case: Any, chosen_rules: Rules, base: Variant | None) -> _CaseAnswer:  # noqa: ANN401 - whatever the file held
    try:
        check()
        return _CaseAnswer(to_json(_answer(case, chosen_rules, base)), failed=False)
    except OutOfTime as over:
        wrong = (
            N_("not found within {seconds:.3g} seconds (--limit-seconds gives more)").format(seconds=over.seconds)
            if over.seconds > 0
            else N_("nobody came to this case: the time of the batch was over (--limit-seconds gives more)")
        )
    except RulesError as refused:
        wrong = str(refused)
    except MemoryError:
        forget_all()
        wrong = N_("the answer takes more memory than there is; ask for less, as for fewer dice, turns or fields")
    given = case if isinstance(case, dict) else {}
    told = {"procedure": given.get("procedure"), "inputs": given.get("inputs", {}), "error": " ".join(str(wrong).split())}
    return _CaseAnswer(to_json(told), failed=True)


def _answer(case: Any, chosen_rules: Rules, base: Variant | None) -> dict[str, Any]:  # noqa: ANN401 - whatever the file held
    if not isinstance(case, dict):
        message = N_("a case must be an object with procedure and inputs, not {kind}").format(kind=_kind(case))
        raise InputError(message)
    for key in case:
        if key not in KEYS:
            message = N_("a case has no key {key!r}. {hint}").format(key=key, hint=nearest(key, KEYS))
            raise InputError(message)
    for given in (case, *case.values()):
        if isinstance(given, _Object) and given.twice:
            message = N_("{key} is given twice").format(key=brief(given.twice))
            raise InputError(message)
    name, inputs = case.get("procedure"), case.get("inputs", {})
    if not isinstance(name, str):
        message = N_("a case needs a procedure, as in 'veneti.boarding'")
        raise InputError(message)
    if not isinstance(inputs, dict):
        message = N_("inputs must be an object of names and values, not {kind}").format(kind=_kind(inputs))
        raise InputError(message)
    entry = find(name)
    rules = _rules(case, entry.game, base) if "set" in case or "patch" in case else chosen_rules(entry.game)
    fields = case.get("fields", [])
    if not isinstance(fields, list) or not all(isinstance(field, str) for field in fields):
        message = N_("fields must be a list of outcome field names")
        raise InputError(message)
    answer = entry.answer(inputs, rules)
    if "when" in case or "given" in case:
        from rulesdemo.analysis.question import parse_question
        from rulesdemo.cli.event_odds import event_json

        return event_json(answer, parse_question(entry, _events(case, "when"), _events(case, "given")))
    return answer_json(answer, tuple(fields))


def _events(case: dict[str, Any], key: str) -> list[str]:
    """Return the events of a case: a text, or a list of texts that must all hold."""
    given = case.get(key, [])
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        message = N_("{key} must be an event such as {example}, or a list of them").format(key=key, example='"loss>=2"')
        raise InputError(message)
    return texts


def _rules(case: dict[str, Any], game: str, base: Variant | None) -> Any:  # noqa: ANN401 - a Ruleset
    """A case's own switches and patches: {"set": {name: value}, "patch": {"table:row,col": value}}."""
    switches, patches = case.get("set", {}), case.get("patch", {})
    if not isinstance(switches, dict) or not isinstance(patches, dict):
        message = N_("set and patch must be objects")
        raise InputError(message)
    cells = {}
    for place, value in patches.items():
        table, colon, where = place.partition(":")
        row, comma, column = where.rpartition(",")
        if not (colon and comma):
            message = N_("patch {place!r} is not TABLE:ROW,COL").format(place=place)
            raise InputError(message)
        cells[table, row, column] = str(value)
    settings = {name: str(value) for name, value in switches.items()}
    return ruleset(game, settings, cells) if base is None else base.rules(game, settings, cells)


def _kind(value: object) -> str:
    names = {_Object: N_("an object"), list: N_("a list"), str: N_("a text"), bool: N_("true or false"), type(None): "null"}
    return names.get(type(value), N_("a number"))

"""`rulesdemo odds --when`: the chance of an event, alone, given another, or over ranges of inputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulesdemo.analysis import report
from rulesdemo.analysis.event_table import event_chance, event_table, question_json, question_text, split_ranges
from rulesdemo.analysis.question import Question, parse_question
from rulesdemo.errors import InputError
from rulesdemo.odds.format import exact, fraction, latex_fraction, latex_word, percent
from rulesdemo.play.log import changes_json
from rulesdemo.words import N_, _

if TYPE_CHECKING:
    from rulesdemo.analysis.catalogue import Answer, Entry
    from rulesdemo.rules.ruleset import Ruleset


def event_odds(entry: Entry, given: Mapping[str, object], events: tuple[list[str], list[str]], rules: Ruleset, form: str) -> str:
    """Return the answer in a form: text, json, csv, latex or heat; `events` are what --when and --given say."""
    question = parse_question(entry, *events)
    if split_ranges(entry, given)[1]:
        table = event_table(entry, given, question, rules)
        if form == "json":
            return report.to_json(table.json())
        if form in ("csv", "latex"):
            return table.csv() if form == "csv" else table.latex()
        return table.text(heat=form == "heat")
    if form == "heat":
        message = N_("--heat draws a table over ranges of inputs, as in attackers=1..12 defenders=0..8")
        raise InputError(message)
    answer = entry.answer(given, rules)
    return _one(answer, question, form)


def _one(answer: Answer, question: Question, form: str) -> str:
    chance = event_chance(answer, question)
    if form == "json":
        return report.to_json(event_json(answer, question))
    if form == "csv":
        asked = question_json(question)
        return report.rows_csv((*asked, "p", "provenance"), [(*asked.values(), exact(chance), answer.provenance)])
    if form == "latex":
        under = "" if question.given is None else rf" \mid \text{{{latex_word(str(question.given))}}}"
        return rf"P(\text{{{latex_word(str(question.when))}}}{under}) = {latex_fraction(chance)}"
    words = _("{event}: {chance} ({percent})").format(event=question_text(question), chance=fraction(chance), percent=percent(chance))
    return "\n".join([*report.head_lines(answer), "", words, *report.weak_lines(answer)])


def event_json(answer: Answer, question: Question) -> dict[str, Any]:
    """Return the chance of an event with all that an answer of `odds --json` has, but for the outcomes."""
    return {
        **report.basis_json(answer),
        **question_json(question),
        "p": exact(event_chance(answer, question)),
        **changes_json(answer.rules),
    }


def refuse_ranges(entry: Entry, given: Mapping[str, object]) -> None:
    """Refuse ranges of inputs without an event, of which a table would be."""
    ranges = split_ranges(entry, given)[1]
    if ranges:
        message = N_("{input} has several values: say with --when of which event the table is").format(input=next(iter(ranges)))
        raise InputError(message)

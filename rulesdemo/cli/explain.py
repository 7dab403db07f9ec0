"""Commands that explain and ask the other way round: why, formula, least, worth, mean."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Final, Optional, get_args

import typer

from rulesdemo.cli.main import WHEN_HELP, Inputs, Json, Latex, Patch, Set, VariantFile, app, chosen_rules, one_form, pairs, say
from rulesdemo.errors import InputError, nearest
from rulesdemo.words import N_, _, brief, local_signs

if TYPE_CHECKING:
    from rulesdemo.analysis.catalogue import Answer, Entry
    from rulesdemo.analysis.event import Event
    from rulesdemo.odds.inputs import Input

Procedure = Annotated[str, typer.Argument(metavar="GAME.PROCEDURE", help=N_("As in veneti.boarding."))]
When = Annotated[
    list[str],
    typer.Option("--when", metavar="EVENT", help=WHEN_HELP),
]
# Nobody types a number that is longer; and what is typed with an exponent is short but may be endless when written out.
MOST_LETTERS: Final = 60
NUMBER: Final = re.compile(r"[+-]?(\d+\s*/\s*\d+|(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?)", re.IGNORECASE)
Over = Annotated[str, typer.Option("--over", metavar="INPUT", help=N_("The whole-number input left open."))]


def _find(procedure: str) -> Entry:
    """The catalogue is loaded only when a command asks for it: listing commands start sooner without."""
    from rulesdemo.analysis.catalogue import find

    return find(procedure)


def event(entry: Entry, given: list[str]) -> Event:
    """The event that all --when describe together."""
    from rulesdemo.analysis.question import parse_event

    return parse_event(entry, given).event()


def open_input(entry: Entry, over: str) -> Input:
    """The whole-number input that is left open."""
    from rulesdemo.odds.inputs import Whole

    numbers = {each.name: each for each in entry.inputs if isinstance(each.kind, Whole)}
    if over not in numbers:
        takes = nearest(over, numbers) if numbers else N_("It has none.")
        message = N_("{name} has no whole-number input {input!r}. {hint}").format(name=entry.name, input=over, hint=takes)
        raise InputError(message)
    return numbers[over]


# What a step says of a cell: `(seed; 8.23)`.
_ORIGIN: Final = re.compile(r"\((seed|ruling|reconstructed|yours)([;)])")


@app.command()
def why(
    procedure: Procedure,
    when: When,
    inputs: Inputs = None,
    as_latex: Latex = False,
    switches: Set = None,
    patches: Patch = None,
    variant: VariantFile = "",
) -> None:
    """How a chance comes about, step by step: faces, table cells, sum, reduction."""
    from rulesdemo.analysis.derivation import derivation

    entry = _find(procedure)
    answer = entry.answer(pairs(inputs), chosen_rules(entry.game, switches, patches, variant))
    told = derivation(answer, event(entry, when))
    say(told.latex() if as_latex else _in_words(str(told)))


@app.command()
def formula(
    procedure: Procedure,
    over: Over,
    when: When,
    inputs: Inputs = None,
    as_latex: Latex = False,
    switches: Set = None,
    patches: Patch = None,
    variant: VariantFile = "",
) -> None:
    """A chance as a formula: closed in the number of turns, or by stretches in a modifier."""
    entry = _find(procedure)
    rules = chosen_rules(entry.game, switches, patches, variant)
    given, wanted = pairs(inputs), event(entry, when)
    kind = open_input(entry, over).kind
    if _counts_turns(kind):
        from rulesdemo.analysis.formulas import closed_form

        found = closed_form(entry.name, over, given, when=wanted, rules=rules)
        aside = "" if found.found else " " + _("{command} gives each.").format(command=f"rulesdemo odds {entry.name}")
        say("\n".join([*(step.latex for step in found.steps if step.latex), found.latex]) if as_latex else f"{found}{aside}")
        return
    from rulesdemo.analysis.piecewise import in_modifier

    stretches = in_modifier(entry.name, given, over, when=wanted, rules=rules)
    say(stretches.latex() if as_latex else str(stretches))


def _counts_turns(kind: object) -> bool:
    """Repeated procedures count their turns from 0 to the same end (inputs.Turns)."""
    from rulesdemo.odds.inputs import Turns

    return bool(kind == get_args(Turns)[1])


Chance = Annotated[str, typer.Option("--chance", metavar="P", help=N_("The chance to reach, as in 2/3, 0.5 or 50%."))]
More = Annotated[bool, typer.Option("--more", help=N_("More than the chance, not just as much."))]


@app.command()
def least(
    procedure: Procedure,
    over: Over,
    when: When,
    chance: Chance,
    inputs: Inputs = None,
    more: More = False,
    switches: Set = None,
    patches: Patch = None,
    variant: VariantFile = "",
) -> None:
    """The smallest input that gives an outcome at least some chance."""
    from rulesdemo.analysis.inverse import smallest

    entry = _find(procedure)
    open_input(entry, over)
    rules = chosen_rules(entry.game, switches, patches, variant)
    given: dict[str, Any] = pairs(inputs)
    say(str(smallest(entry.name, over, event(entry, when), _chance(chance), strictly=more, rules=rules, **given)))


@app.command()
def most(
    procedure: Procedure,
    over: Over,
    when: When,
    chance: Chance,
    inputs: Inputs = None,
    more: More = False,
    switches: Set = None,
    patches: Patch = None,
    variant: VariantFile = "",
) -> None:
    """The largest input that still gives an outcome at least some chance."""
    from rulesdemo.analysis.largest import largest

    entry = _find(procedure)
    open_input(entry, over)
    rules = chosen_rules(entry.game, switches, patches, variant)
    given: dict[str, Any] = pairs(inputs)
    say(str(largest(entry.name, over, event(entry, when), _chance(chance), strictly=more, rules=rules, **given)))


def _chance(text: str) -> Fraction:
    """A chance as people write it: 2/3, 0.639 or 63.9 %."""
    number, percent, rest = text.strip().partition("%")
    value = _number(number)
    if value is None or rest or not 0 <= value <= (100 if percent else 1):
        message = N_("--chance {text!r} is not a chance such as 2/3, 0.5 or 50%").format(text=text)
        raise InputError(message)
    return value / 100 if percent else value


def _number(text: str) -> Fraction | None:
    """A fraction or a decimal; None for other texts, and for powers of ten that would take for ever to write out."""
    if len(text) > MOST_LETTERS or not NUMBER.fullmatch(text.strip()):
        return None
    try:
        return Fraction("".join(text.split()))
    except ZeroDivisionError:
        return None


@app.command()
def worth(
    procedure: Procedure,
    when: When,
    inputs: Inputs = None,
    as_json: Json = False,
    switches: Set = None,
    patches: Patch = None,
    variant: VariantFile = "",
) -> None:
    """What each input is worth: how an outcome's chance moves when one of them moves."""
    from rulesdemo.analysis.inverse import worth as worth_of
    from rulesdemo.analysis.report import to_json, worth_json

    entry = _find(procedure)
    rules, given, wanted = chosen_rules(entry.game, switches, patches, variant), pairs(inputs), event(entry, when)
    found = worth_of(entry.name, wanted, rules=rules, **given)
    say(to_json(worth_json(entry.answer(given, rules), found)) if as_json else _with_hint(str(found)))


def _with_hint(text: str) -> str:
    """The answer; where a figure in it is rounded, with the way to the exact one."""
    return f"{text}\n{_('(~ is rounded; --json gives the exact fraction.)')}" if "~ " in text else text


@app.command()
def mean(
    procedure: Procedure,
    field: Annotated[str, typer.Option("--field", metavar="FIELD", help=N_("The outcome field to average."))],
    inputs: Inputs = None,
    counts: Annotated[
        Optional[list[str]],  # noqa: UP045 - typer reads it at run time
        typer.Option(
            "--count", metavar="VALUE=NUMBER", help=N_("What a value counts for that is no number, as in null=6; may be repeated.")
        ),
    ] = None,
    as_json: Json = False,
    as_latex: Latex = False,
    switches: Set = None,
    patches: Patch = None,
    variant: VariantFile = "",
) -> None:
    """The exact mean and variance of an outcome field."""
    from rulesdemo.analysis.moments import moments
    from rulesdemo.analysis.report import moments_json, to_json

    one_form(json=as_json, latex=as_latex)
    entry = _find(procedure)
    answer = entry.answer(pairs(inputs), chosen_rules(entry.game, switches, patches, variant))
    found = moments(answer, field, count=_count_chances(answer, field, counts))
    if as_json:
        say(to_json(moments_json(answer, found)))
    else:
        say("\n".join(step.latex for step in found.steps) if as_latex else _with_hint(str(found)))


def _count_chances(answer: Answer, field: str, given: list[str] | None) -> dict[Any, Fraction]:
    """What --count says of the values that a field can have."""
    known = {"null" if value is None else str(value): value for value in answer.dist.marginal(field)} if given else {}
    found = {}
    for said, text in pairs(given, "null=6").items():
        if said not in known:
            message = N_("--count {value}: {field} is never that here. {hint}").format(
                value=brief(said), field=field, hint=nearest(said, known)
            )
            raise InputError(message)
        number = _number(str(text))
        if number is None:
            message = N_("--count {value}={number}: what it counts for must be a number such as 0 or 3/2").format(
                value=brief(said), number=brief(text)
            )
            raise InputError(message)
        found[known[said]] = number
    return found


def _in_words(steps: str) -> str:
    """Return the steps of a derivation, whose marks are code, with the marks in words."""
    from rulesdemo.analysis.report import PROVENANCES

    return local_signs(_ORIGIN.sub(lambda found: f"({PROVENANCES[found[1]]}{found[2]}", steps))

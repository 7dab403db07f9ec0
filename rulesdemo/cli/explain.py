"""Commands that explain and ask the other way round: why, formula, least, worth, mean."""

from __future__ import annotations

import re
from fractions import Fraction
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, Final, Optional, get_args

import typer

from rulesdemo.cli.main import Inputs, Json, Latex, Patch, Set, VariantFile, app, chosen_rules, one_form, pairs, say
from rulesdemo.errors import InputError, nearest
from rulesdemo.words import N_, _, brief

if TYPE_CHECKING:
    from rulesdemo.analysis.catalogue import Answer, Entry
    from rulesdemo.odds.inputs import Input

Procedure = Annotated[str, typer.Argument(metavar="GAME.PROCEDURE", help=N_("As in veneti.boarding."))]
When = Annotated[
    list[str],
    typer.Option("--when", metavar="FIELD=VALUE", help=N_("The outcome meant, as in captured=true or loss=2..4; may be repeated.")),
]
# Nobody types a number that is longer; and what is typed with an exponent is short but may be endless when written out.
MOST_LETTERS: Final = 60
NUMBER: Final = re.compile(r"[+-]?(\d+\s*/\s*\d+|(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?)", re.IGNORECASE)
WHOLE: Final = re.compile(r"[+-]?[0-9]{1,30}")
SPAN: Final = re.compile(r"([+-]?[0-9]{1,30})\.\.([+-]?[0-9]{1,30})")
Over = Annotated[str, typer.Option("--over", metavar="INPUT", help=N_("The whole-number input left open."))]


def _find(procedure: str) -> Entry:
    """The catalogue is loaded only when a command asks for it: listing commands start sooner without."""
    from rulesdemo.analysis.catalogue import find

    return find(procedure)


def event(entry: Entry, given: list[str]) -> dict[str, Any]:
    """The outcome fields that --when names, each value as the field has it."""
    wanted = {}
    for name, text in pairs(given).items():
        if name not in entry.fields:
            message = N_("{procedure} has no outcome field {name!r}. {hint}").format(
                procedure=entry.name, name=name, hint=nearest(name, entry.fields)
            )
            raise InputError(message)
        wanted[name] = _value(name, str(text), entry.fields[name])
    return wanted


def _value(name: str, text: str, kind: Any) -> Any:  # noqa: ANN401 - a field's annotation and value; each kind has its own way out
    kinds = (kind, *get_args(kind))
    words = [choice for part in kinds for choice in get_args(part) if isinstance(choice, str)]
    null = NoneType in kinds
    if str in kinds and SPAN.fullmatch(text):
        message = N_("{name} is never {text!r}. It is a text, and texts have no range.").format(name=name, text=text)
        raise InputError(message)
    if text in words or str in kinds:
        return None if null and text in ("null", "none") else text
    if null and text in ("null", "none"):
        return None
    if bool in kinds:
        return _flag(name, text, null=null)
    numbers = any(part in (int, Fraction) or any(type(choice) is int for choice in get_args(part)) for part in kinds)
    if numbers and (number := _whole_or_span(name, text)) is not None:
        return number
    if numbers or words:
        if not words:
            hint = N_("It is a whole number or null.") if null else N_("It is a whole number.")
        elif not numbers:
            hint = nearest(text, words)
        elif null:
            hint = N_("{hint} Or give a whole number or null.").format(hint=nearest(text, words))
        else:
            hint = N_("{hint} Or give a whole number.").format(hint=nearest(text, words))
        message = N_("{name} is never {text!r}. {hint}").format(name=name, text=text, hint=hint)
        raise InputError(message)
    return text


def _flag(name: str, text: str, *, null: bool) -> bool:
    """True or false, for a field that is nothing else, or null."""
    from rulesdemo.odds.inputs import Flag

    try:
        return Flag().read(text)
    except ValueError:
        message = N_("{name} is {range} or null, not {text!r}") if null else N_("{name} is {range}, not {text!r}")
        message = message.format(name=name, range=Flag().says(), text=text)
        raise InputError(message) from None


def _whole_or_span(name: str, text: str) -> int | range | None:
    """A whole number, or a range that is given by its bounds and never spelled out; None for other texts."""
    span = SPAN.fullmatch(text)
    if span is None:
        return int(text) if WHOLE.fullmatch(text) else None
    low, high = map(int, span.groups())
    if low > high:
        message = N_("{name} has nothing from {low} to {high}: write the smaller number first").format(name=name, low=low, high=high)
        raise InputError(message)
    return range(low, high + 1)


def open_input(entry: Entry, over: str) -> Input:
    """The whole-number input that is left open."""
    from rulesdemo.odds.inputs import Whole

    numbers = {each.name: each for each in entry.inputs if isinstance(each.kind, Whole)}
    if over not in numbers:
        takes = nearest(over, numbers) if numbers else N_("It has none.")
        message = N_("{name} has no whole-number input {input!r}. {hint}").format(name=entry.name, input=over, hint=takes)
        raise InputError(message)
    return numbers[over]


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
    say(told.latex() if as_latex else str(told))


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


@app.command()
def least(
    procedure: Procedure,
    over: Over,
    when: When,
    chance: Annotated[str, typer.Option("--chance", metavar="P", help=N_("The chance to reach, as in 2/3, 0.5 or 50%."))],
    inputs: Inputs = None,
    more: Annotated[bool, typer.Option("--more", help=N_("More than the chance, not just as much."))] = False,
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

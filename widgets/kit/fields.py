"""Form fields for the inputs of a procedure, made from the kinds that its signature declares."""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

from rulesdemo.odds.format import plain
from rulesdemo.odds.inputs import Flag, Input, Many, OneOf, Whole, Word
from rulesdemo.words import N_, _
from widgets.web.badges import joined
from widgets.web.phrases import signed, spaced, titled

# The most values of a whole number with a slider, and the most choices, and letters of them, that stand side by side.
MOST_SLID: Final = 24
MOST_SIDE_BY_SIDE: Final = 4
MOST_LETTERS: Final = 36

_FIELD: Final = Markup('<div class="field{kind}">{inside}<span class="wrong" id="{key}-wrong" data-part="wrong-{name}"></span></div>')
_LABELLED: Final = Markup('<label for="{key}">{label}</label>{control}<span class="hint" id="{key}-hint">{hint}</span>')
_TEXT: Final = Markup(
    '<input class="text" type="text" id="{key}" data-set="in:{name}" value="{value}" aria-describedby="{key}-hint {key}-wrong" '
    'placeholder="{example}" autocomplete="off" spellcheck="false" maxlength="60">'
)
_STEPPER: Final = Markup(
    '<div class="stepper"><button type="button" data-do="step" data-name="in:{name}" data-by="-1" aria-label="{less}">−</button>'
    '<input class="number" type="text" inputmode="numeric" id="{key}" data-set="in:{name}" value="{value}" '
    'aria-describedby="{key}-hint {key}-wrong" autocomplete="off" maxlength="30">'
    '<button type="button" data-do="step" data-name="in:{name}" data-by="1" aria-label="{more}">+</button>{slider}</div>'
)
_SLIDER: Final = Markup(
    '<input class="slider" type="range" min="{low}" max="{high}" step="1" data-set="in:{name}" value="{value}" aria-label="{label}">'
)
_SWITCH: Final = Markup(
    '<label class="switch"><input type="checkbox" id="{key}" data-set="in:{name}" aria-describedby="{key}-wrong"{checked}>'
    '<span class="knob" aria-hidden="true"></span><span>{label}</span></label>'
)
_RADIOS: Final = Markup(
    '<fieldset class="side-by-side" aria-describedby="{key}-wrong"><legend>{label}</legend><div>{inside}</div></fieldset>'
)
_RADIO: Final = Markup('<label><input type="radio" name="{key}" data-set="in:{name}" value="{value}"{checked}><span>{words}</span></label>')
_SELECT: Final = Markup(
    '<label for="{key}">{label}</label><select id="{key}" data-set="in:{name}" aria-describedby="{key}-wrong">{inside}</select>'
)
OPTION: Final = Markup('<option value="{value}"{chosen}>{words}</option>')
CHECKED: Final = Markup(" checked")
SELECTED: Final = Markup(" selected")


def value_text(value: object) -> str:
    """Return a value as a reader would type it into a field.

    >>> value_text((10, 5)), value_text(True), value_text(-1)
    ('10,5', 'true', '-1')
    """
    text = plain(value)
    if isinstance(text, list):
        return ",".join(map(str, text))
    if isinstance(text, bool):
        return "true" if text else "false"
    return str(text)


# What inputs are called where their names mean something else for the same game's ships.
LABELS: Final = {("escadres.in_irons", "turns"): N_("Turns"), ("escadres.leak", "turns"): N_("Turns")}


def field(each: Input, value: object, of: str = "") -> Markup:
    """Draw one input of a procedure: label, control, range in words, and a place for a refusal."""
    label = LABELS.get((of, each.name)) or titled(spaced(each.name))
    parts = {"key": f"in-{each.name}", "name": each.name, "label": str(label), "value": value_text(value)}
    kind = ""
    if isinstance(each.kind, Flag):
        kind = " flag"
        inside = _SWITCH.format(checked=CHECKED if parts["value"] == "true" else "", **parts)
    elif isinstance(each.kind, OneOf):
        inside = _choices(each.kind, parts)
    else:
        control = _stepper(each.kind, parts) if isinstance(each.kind, Whole) else _text(each.kind, parts)
        inside = _LABELLED.format(control=control, hint=titled(_hint(each)), **parts)
    return _FIELD.format(kind=kind, inside=inside, **parts)


def _hint(each: Input) -> str:
    if isinstance(each.kind, Word) and each.kind.examples:
        return _("{form}, for example {examples}").format(form=each.kind.says(), examples=", ".join(each.kind.examples[:3]))
    return each.kind.says()


def _text(kind: Any, parts: dict[str, str]) -> Markup:  # noqa: ANN401 - Many or Word
    return _TEXT.format(example="10,5" if isinstance(kind, Many) else "", **parts)


def _stepper(kind: Whole, parts: dict[str, str]) -> Markup:
    slider = Markup("")
    if kind.low is not None and kind.high is not None and 1 < kind.high - kind.low <= MOST_SLID:
        slider = _SLIDER.format(low=kind.low, high=kind.high, **parts)
    return _STEPPER.format(
        less=_("{name}, one less").format(name=parts["label"]),
        more=_("{name}, one more").format(name=parts["label"]),
        slider=slider,
        **parts,
    )


def _choices(kind: OneOf, parts: dict[str, str]) -> Markup:
    words = {value_text(choice): signed(choice) if isinstance(choice, int) else spaced(str(choice)) for choice in kind.choices}
    chosen = parts["value"]
    if len(words) <= MOST_SIDE_BY_SIDE and sum(map(len, words.values())) <= MOST_LETTERS:
        inside = joined(
            _RADIO.format(key=parts["key"], name=parts["name"], value=value, words=text, checked=CHECKED if value == chosen else "")
            for value, text in words.items()
        )
        return _RADIOS.format(inside=inside, **parts)
    return _SELECT.format(inside=options(words, chosen), **parts)


def options(words: dict[str, str], chosen: str) -> Markup:
    """Draw the choices of a list, one of them chosen."""
    return joined(OPTION.format(value=value, words=text, chosen=SELECTED if value == chosen else "") for value, text in words.items())

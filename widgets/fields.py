"""Form fields for the inputs of a procedure, made from the kinds that its signature declares."""

from __future__ import annotations

from html import escape
from typing import Any, Final

from rulesdemo.inputs import Flag, Input, Many, OneOf, Whole, Word
from rulesdemo.report import plain
from widgets.words import _, signed, spaced, titled

# A whole number with no more values than this gets a slider, up to so many choices stand side by side.
MOST_SLID: Final = 24
MOST_SIDE_BY_SIDE: Final = 4
MOST_LETTERS: Final = 18


def written(value: object) -> str:
    """A value as a reader would type it into a field.

    >>> written((10, 5)), written(True), written(-1)
    ('10,5', 'true', '-1')
    """
    shown = plain(value)
    if isinstance(shown, list):
        return ",".join(map(str, shown))
    if isinstance(shown, bool):
        return "true" if shown else "false"
    return str(shown)


def field(each: Input, value: object) -> str:
    """One input: label, control, range in words, and a place for a refusal."""
    key = f"in-{escape(each.name)}"
    label = escape(titled(spaced(each.name)))
    hint = f'<span class="hint" id="{key}-hint">{escape(titled(_hint(each)))}</span>'
    wrong = f'<span class="wrong" id="{key}-wrong" data-part="wrong-{escape(each.name)}"></span>'
    described = f'aria-describedby="{key}-wrong"'
    if isinstance(each.kind, Flag):
        checked = " checked" if value is True or written(value) == "true" else ""
        return (
            f'<div class="field flag"><label class="switch"><input type="checkbox" id="{key}" data-set="in:{escape(each.name)}" {described}{checked}>'
            f'<span class="knob" aria-hidden="true"></span><span>{label}</span></label>{wrong}</div>'
        )
    if isinstance(each.kind, OneOf):
        return f'<div class="field">{_choices(each, key, label, described, value)}{wrong}</div>'
    described = f'aria-describedby="{key}-hint {key}-wrong"'
    control = _stepper(each, key, described, value) if isinstance(each.kind, Whole) else _text(each, key, described, value)
    return f'<div class="field"><label for="{key}">{label}</label>{control}{hint}{wrong}</div>'


def _hint(each: Input) -> str:
    if isinstance(each.kind, Word) and each.kind.examples:
        return _("{form}, for example {examples}").format(form=each.kind.says(), examples=", ".join(each.kind.examples[:3]))
    return each.kind.says()


def _text(each: Input, key: str, described: str, value: object) -> str:
    several = ' placeholder="10,5"' if isinstance(each.kind, Many) else ""
    return (
        f'<input class="text" type="text" id="{key}" data-set="in:{escape(each.name)}" value="{escape(written(value))}" {described}{several} '
        'autocomplete="off" spellcheck="false" maxlength="60">'
    )


def _stepper(each: Input, key: str, described: str, value: object) -> str:
    kind = each.kind
    name = escape(each.name)
    slider = ""
    if isinstance(kind, Whole) and kind.low is not None and kind.high is not None and 1 < kind.high - kind.low <= MOST_SLID:
        slider = (
            f'<input class="slider" type="range" min="{kind.low}" max="{kind.high}" step="1" data-set="in:{name}" value="{escape(written(value))}" '
            f'aria-label="{escape(titled(spaced(each.name)))}">'
        )
    less, more = _("one less"), _("one more")
    words = escape(spaced(each.name))
    return (
        f'<div class="stepper"><button type="button" data-do="step" data-name="in:{name}" data-by="-1" aria-label="{words}, {escape(less)}">−</button>'
        f'<input class="number" type="text" inputmode="numeric" id="{key}" data-set="in:{name}" value="{escape(written(value))}" {described} '
        'autocomplete="off" maxlength="30">'
        f'<button type="button" data-do="step" data-name="in:{name}" data-by="1" aria-label="{words}, {escape(more)}">+</button>{slider}</div>'
    )


def _choices(each: Input, key: str, label: str, described: str, value: object) -> str:
    name = escape(each.name)
    choices: tuple[Any, ...] = each.kind.choices if isinstance(each.kind, OneOf) else ()
    words = {written(choice): _choice_words(choice) for choice in choices}
    chosen = written(value)
    if len(words) <= MOST_SIDE_BY_SIDE and sum(map(len, words.values())) <= MOST_LETTERS * 2:
        inside = "".join(
            f'<label><input type="radio" name="{key}" data-set="in:{name}" value="{escape(choice)}"{" checked" if choice == chosen else ""}>'
            f"<span>{escape(text)}</span></label>"
            for choice, text in words.items()
        )
        return f'<fieldset class="side-by-side" {described}><legend>{label}</legend><div>{inside}</div></fieldset>'
    inside = "".join(
        f'<option value="{escape(choice)}"{" selected" if choice == chosen else ""}>{escape(text)}</option>'
        for choice, text in words.items()
    )
    return f'<label for="{key}">{label}</label><select id="{key}" data-set="in:{name}" {described}>{inside}</select>'


def _choice_words(choice: object) -> str:
    return signed(choice) if isinstance(choice, int) else spaced(str(choice))

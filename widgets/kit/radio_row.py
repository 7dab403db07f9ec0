"""A few values side by side, of which one holds: the control of a chapter's own panels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.words import _, quote
from widgets.web.badges import joined

_ROW: Final = Markup('<fieldset class="side-by-side tight"><legend>{legend}</legend><div>{inside}</div></fieldset>')
_RADIO: Final = Markup(
    '<label><input type="radio" id="{key}" name="{name}" data-set="{name}" value="{value}"{checked}><span>{words}</span></label>'
)
_CHECKED: Final = Markup(" checked")


def radio_row(extra: str, what: str, legend: str, options: Mapping[int, str] | Mapping[str, str], chosen: int | str) -> Markup:
    """Draw the control of one whole number or word of a panel, which hears of it as `what`."""
    name = f"extra:{extra}:{what}"
    inside = joined(
        _RADIO.format(key=f"{extra}-{what}-{value}", name=name, value=value, words=words, checked=_CHECKED if value == chosen else "")
        for value, words in options.items()
    )
    return _ROW.format(legend=legend, inside=inside)


def picked(value: str, options: Mapping[int, str]) -> int:
    """Return what a page sent for such a control.

    >>> picked("3", {3: "C3"})
    3
    """
    found = int(value) if value.isascii() and value.isdigit() and len(value) < 3 else -1  # noqa: PLR2004 - no control has a hundred
    if found not in options:
        message = _("{value} is not among the choices.").format(value=quote(value))
        raise InputError(message)
    return found

"""A line of text that a reader types into a panel: its input, and the field that holds it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.rules.ruleset import Ruleset
from widgets.kit.controls import Value
from widgets.kit.panel import Panel, State

_INPUT: Final = Markup(
    '<label for="{key}-{id}">{label}</label><input type="text" class="text" id="{key}-{id}" data-set="extra:{key}:{what}" value="{value}" '
    'maxlength="{most}" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="{key}-{about}"{wrong}>'
)
_WRONG: Final = Markup(' aria-invalid="true"')


@dataclass(frozen=True, slots=True)
class TextInput:
    """An input with its label; `about` is the id of the part that says what is right or wrong with the text."""

    what: str
    label: str
    value: str
    most: int
    about: str
    is_wrong: bool = False
    id: str = ""

    def html(self, panel: Panel) -> Markup:
        """Draw the label and the input."""
        return _INPUT.format(
            key=panel.key,
            id=self.id or self.what,
            what=self.what,
            label=self.label,
            value=self.value,
            most=self.most,
            about=self.about,
            wrong=_WRONG if self.is_wrong else "",
        )


@dataclass(frozen=True, eq=False, slots=True)
class Text(Value):
    """A line of text of at most `most` letters; a TextInput in the body is its control."""

    form: Callable[[Any], Any] = str
    most: int = field(default=40, kw_only=True)

    def hears(self, what: str) -> bool:
        """Say whether an act is this field's."""
        return what == self.name

    def read(self, what: str, text: str, rules: Ruleset, state: State) -> str:  # noqa: ARG002 - as every field is asked
        """Return the text, cut where it is too long."""
        return text[: self.most]

    def load(self, stored: Any) -> str:  # noqa: ANN401 - whatever a browser brings
        """Return a stored text."""
        if not isinstance(stored, str) or len(stored) > self.most:
            raise ValueError
        return stored

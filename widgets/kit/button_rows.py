"""Rows of buttons with a name: presets that set several fields at once, and choices of which several hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.kit.components import Press, draw
from widgets.kit.panel import Act, Component, Panel, Session, State
from widgets.web.badges import joined
from widgets.web.phrases import unknown

_ROW: Final = Markup('<div class="{kind}" role="group" aria-labelledby="{key}-{name}"><span id="{key}-{name}">{words}</span>{inside}</div>')
_TOGGLE: Final = Markup(
    '<button type="button" id="{key}-{name}-{value}" data-do="extra" data-name="{key}:{name}" data-by="{value}" aria-pressed="{on}"{off}>'
    "{words}</button>"
)
_OFF: Final = Markup(' aria-disabled="true"')


@dataclass(frozen=True, slots=True)
class ButtonRow:
    """Parts in one row, with words before them that name the group."""

    name: str
    words: str
    parts: Sequence[Component]
    kind: str = "crowd-row"

    def html(self, panel: Panel) -> Markup:
        """Draw the row."""
        return _ROW.format(kind=self.kind, key=panel.key, name=self.name, words=self.words, inside=draw(panel, self.parts))


class Preset(NamedTuple):
    """A button that sets several fields at once."""

    words: str
    fields: Mapping[str, Any]


def preset_act(presets: Mapping[str, Preset]) -> Act:
    """Return what hears the buttons of some presets."""

    def act(state: State, what: str, value: str, session: Session) -> State | None:  # noqa: ARG001 - as every act is asked
        return state.replace(**presets[value].fields) if what == "try" and value in presets else None

    return act


def preset_row(presets: Mapping[str, Preset], state: State | None = None, kind: str = "crowd-row") -> ButtonRow:
    """Return the buttons of some presets; with a `state`, the one that holds is marked."""
    presses = [Press("try", each.words, name, is_pressed=None if state is None else _holds(each, state)) for name, each in presets.items()]
    return ButtonRow("tries", _("Try"), presses, kind)


def _holds(preset: Preset, state: State) -> bool:
    return all(getattr(state, name) == value for name, value in preset.fields.items())


@dataclass(frozen=True, eq=False, slots=True)
class Several:
    """Any number of values, each with a button that is pressed or not; `last` says why the last of them stays, where one must."""

    name: str
    label: str
    options: Mapping[str, str]
    start: tuple[str, ...] = ()
    last: str = ""
    face: Callable[[str], str] | None = None  # what stands on a button, where it is more than the words
    is_apart: bool = field(default=False, kw_only=True)
    is_stored: bool = field(default=True, kw_only=True)

    def initial(self, rules: Ruleset) -> tuple[str, ...]:  # noqa: ARG002 - as every field is asked
        """Return the values to begin with."""
        return self.start

    def control(self, key: str, rules: Ruleset, state: State) -> Markup:  # noqa: ARG002 - as every field is asked
        """Draw the row of buttons."""
        now: tuple[str, ...] = getattr(state, self.name)
        inside = joined(
            _TOGGLE.format(
                key=key,
                name=self.name,
                value=value,
                on="true" if value in now else "false",
                off=_OFF if self.last and now == (value,) else "",
                words=words if self.face is None else self.face(value),
            )
            for value, words in self.options.items()
        )
        return _ROW.format(kind="crowd-row", key=key, name=f"{self.name}-name", words=self.label, inside=inside)

    def hears(self, what: str) -> bool:
        """Say whether an act is this field's."""
        return what == self.name

    def read(self, what: str, text: str, rules: Ruleset, state: State) -> tuple[str, ...]:  # noqa: ARG002 - as every field is asked
        """Return the values with one more, or one less."""
        if text not in self.options:
            raise unknown(f"{what} {text}")
        now = getattr(state, self.name)
        if self.last and now == (text,):
            message = str(self.last)
            raise InputError(message)
        return tuple(value for value in self.options if (value in now) != (value == text))

    def fit(self, value: tuple[str, ...], rules: Ruleset, state: State) -> tuple[str, ...]:  # noqa: ARG002 - as every field is asked
        """Return the values."""
        return value

    def load(self, stored: Any) -> tuple[str, ...]:  # noqa: ANN401 - whatever a browser brings
        """Return stored values, in the order of the options."""
        if not isinstance(stored, list) or not all(isinstance(each, str) and each in self.options for each in stored):
            raise ValueError
        if self.last and not stored:
            raise ValueError
        return tuple(value for value in self.options if value in stored)

    def dump(self, value: tuple[str, ...]) -> list[str]:
        """Return the values."""
        return list(value)

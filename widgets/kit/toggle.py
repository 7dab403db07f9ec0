"""A button that stays down while something holds: a field, several in a group, and a component for what the panel's own acts switch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from markupsafe import Markup

from rulesdemo.rules.ruleset import Ruleset
from widgets.kit.button_rows import Several
from widgets.kit.controls import Flag
from widgets.kit.panel import Panel, State
from widgets.web.badges import joined
from widgets.web.phrases import unknown

_TOGGLE: Final = Markup(
    '<button type="button" class="toggle" id="{key}-{id}" data-do="extra" data-name="{key}:{what}" data-by="{by}" aria-pressed="{on}">'
    '<span class="toggle-sign" aria-hidden="true">{sign}</span>{words}</button>'
)
_GROUP: Final = Markup('<div class="{kind}" role="group" aria-label="{label}">{inside}</div>')


def _toggle(key: str, what: str, words: str, by: str = "", *, is_on: bool) -> Markup:
    name = f"{what}-{by}" if by else what
    return _TOGGLE.format(key=key, id=name, what=what, by=by, on="true" if is_on else "false", sign="✓" if is_on else "+", words=words)


@dataclass(frozen=True, eq=False, slots=True)
class Toggle(Flag):
    """A switch drawn as a button, which turns it over."""

    def control(self, key: str, rules: Ruleset, state: State) -> Markup:  # noqa: ARG002 - as every field is asked
        """Draw the button."""
        return _toggle(key, self.name, self.label, is_on=getattr(state, self.name))

    def read(self, what: str, text: str, rules: Ruleset, state: State) -> bool:  # noqa: ARG002 - as every field is asked
        """Return the other value; the button sends none."""
        if text:
            raise unknown(f"{what} {text}")
        return not getattr(state, self.name)


@dataclass(frozen=True, slots=True)
class TogglePress:
    """A button that stays down: the panel's `act` hears `what` and `by`."""

    what: str
    words: str
    is_on: bool
    by: str = ""

    def html(self, panel: Panel) -> Markup:
        """Draw the button."""
        return _toggle(panel.key, self.what, self.words, self.by, is_on=self.is_on)


@dataclass(frozen=True, eq=False, slots=True)
class Toggles(Several):
    """Any number of values, each a button that stays down, in a group that `label` names to listeners."""

    kind: str = field(default="diagram-flags", kw_only=True)

    def control(self, key: str, rules: Ruleset, state: State) -> Markup:  # noqa: ARG002 - as every field is asked
        """Draw the group."""
        now = getattr(state, self.name)
        inside = joined(_toggle(key, self.name, words, value, is_on=value in now) for value, words in self.options.items())
        return _GROUP.format(kind=self.kind, label=self.label, inside=inside)

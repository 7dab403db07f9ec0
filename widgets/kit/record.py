"""A named tuple as one field of a panel: each of its values has a field of its own, which draws it, checks it, and stores it.

    FORCE = Record("force", Force(), (Int("force.infantry", N_("Infantry"), (1, 60)), Toggle("force.roman", N_("Roman"))))

Fields of the parts stand in the order of the tuple, under the names that a page has for them; a part may be a Record again. The body gets
the tuple as `state.force`, and places the controls by `Parts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.rules.ruleset import Ruleset
from widgets.kit.controls import Value
from widgets.kit.panel import Field, Panel, State
from widgets.web.badges import joined
from widgets.web.phrases import unknown

_BOX: Final = Markup('<div class="{}">{}</div>')


@dataclass(frozen=True, eq=False, slots=True)
class Record(Value):
    """A named tuple; `start` is the one to begin with."""

    parts: tuple[Field, ...] = field(kw_only=True)

    def spread(self, state: State) -> State:
        """Return the state with the parts as fields of their own."""
        return state.replace(**dict(zip((part.name for part in self.parts), getattr(state, self.name), strict=True)))

    def hears(self, what: str) -> bool:
        """Say whether an act is that of a part."""
        return any(part.hears(what) for part in self.parts)

    def read(self, what: str, text: str, rules: Ruleset, state: State) -> Any:  # noqa: ANN401 - a named tuple, here and below
        """Return the tuple with one part changed."""
        value, spread = getattr(state, self.name), self.spread(state)
        for name, part in zip(value._fields, self.parts, strict=True):
            if part.hears(what):
                return value._replace(**{name: part.read(what, text, rules, spread)})
        raise unknown(what)

    def fit(self, value: Any, rules: Ruleset, state: State) -> Any:  # noqa: ANN401
        """Return the tuple, every part within its limits."""
        spread = self.spread(state)
        fitted = type(value)(*(part.fit(each, rules, spread) for part, each in zip(self.parts, value, strict=True)))
        return value if fitted == value else fitted

    def load(self, stored: Any) -> Any:  # noqa: ANN401 - whatever a browser brings
        """Return the tuple of a stored list."""
        if not isinstance(stored, list | tuple):
            raise ValueError  # noqa: TRY004 - as every field refuses
        return type(self.start)(*(part.load(each) for part, each in zip(self.parts, stored, strict=True)))

    def dump(self, value: Any) -> list[Any]:  # noqa: ANN401
        """Return the parts as a list."""
        return [part.dump(each) for part, each in zip(self.parts, value, strict=True)]


def _leaves(fields: tuple[Field, ...], state: State) -> Iterator[tuple[str, tuple[Field, State]]]:
    for each in fields:
        if isinstance(each, Record):
            yield from _leaves(each.parts, each.spread(state))
        else:
            yield each.name, (each, state)


@dataclass(frozen=True, slots=True)
class Parts:
    """The controls of some parts of records, and of fields beside them, by the names that a page has for them."""

    rules: Ruleset
    state: State
    names: tuple[str, ...]
    kind: str = ""

    def html(self, panel: Panel) -> Markup:
        """Draw the controls."""
        found: Mapping[str, tuple[Field, State]] = dict(_leaves(panel.fields, self.state))
        inside = joined(each.control(panel.key, self.rules, spread) for each, spread in map(found.__getitem__, self.names))
        return _BOX.format(self.kind, inside) if self.kind else inside

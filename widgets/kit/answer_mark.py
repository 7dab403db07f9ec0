"""The provenance mark of a panel: that of the answer which it shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.rules.ruleset import Ruleset
from widgets.kit.panel import State
from widgets.web.badges import mark


def answer_mark(procedure: str, **inputs: Any) -> Callable[[Ruleset, State], Markup]:  # noqa: ANN401 - the procedure's own
    """Return what draws the mark of a procedure's answer under the rules in force.

    An input that hangs on the rules or on the panel's state is a function of both.
    """

    def draw(rules: Ruleset, state: State) -> Markup:
        values = {name: value(rules, state) if callable(value) else value for name, value in inputs.items()}
        return mark(find(procedure).answer(values, rules).provenance)

    return draw

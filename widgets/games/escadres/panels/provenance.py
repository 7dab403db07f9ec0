"""The provenance mark of a panel: that of the answer which it shows."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.rules.ruleset import Ruleset
from widgets.kit.panel import State
from widgets.web.badges import mark


def answer_mark(procedure: str, **inputs: int) -> Callable[[Ruleset, State], Markup]:
    """Return what draws the mark of a procedure's answer under the rules in force."""

    def draw(rules: Ruleset, _state: State) -> Markup:
        return mark(find(procedure).answer(inputs, rules).provenance)

    return draw

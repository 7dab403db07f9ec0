"""A named tuple as one field of a panel: its parts are heard, drawn, held within their limits and stored."""

from typing import Any, NamedTuple

import pytest

from rulesdemo.errors import InputError
from rulesdemo.rules.ruleset import Ruleset, ruleset
from tests.support.markup import Marked
from tests.widgets.kit.test_panel import Table
from widgets.kit.components import Sentence
from widgets.kit.controls import Choice, Int
from widgets.kit.panel import Panel, PanelView, State
from widgets.kit.record import Parts, Record
from widgets.kit.toggle import Toggle


class Crew(NamedTuple):
    men: int = 6
    watch: int = 2  # never more than there are men


class Ship(NamedTuple):
    crew: Crew = Crew()
    rig: str = "lateen"
    anchored: bool = False


def _watch(_rules: Ruleset, state: State) -> tuple[int, int]:
    return 0, getattr(state, "crew.men")


SHIP = Record(
    "ship",
    Ship(),
    parts=(
        Record("crew", Crew(), parts=(Int("crew.men", "Men", (1, 9), slides=True), Int("crew.watch", "Watch", _watch))),
        Choice("rig", "Rig", {"lateen": "Lateen", "square": "Square"}),
        Toggle("anchored", "At anchor"),
    ),
)
PANEL = Panel(
    "ship",
    "veneti",
    "A ship",
    lambda rules, state, _seen: [
        Sentence(str(state.ship)),
        Parts(rules, state, ("crew.men", "crew.watch", "most"), "crew-box"),
        Parts(rules, state, ("rig", "anchored")),
    ],
    fields=(SHIP, Int("most", "Most", (0, 3), is_apart=True)),
)
RULES = ruleset("veneti")


def test_each_part_is_heard_under_its_own_name_and_held_within_its_limits() -> None:
    table, view = Table(RULES), PanelView(PANEL)
    for what, value in (("crew.men", "1"), ("crew.watch", "1"), ("rig", "square"), ("anchored", ""), ("most", "1")):
        view.act(what, value, table)
    assert view.state(RULES) == State(ship=Ship(Crew(7, 3), "square", anchored=True), most=1)
    view.act("crew.men.at", "2", table)
    assert view.state(RULES).ship.crew == Crew(2, 2)
    for what, value in (("ship", "1"), ("crew", "1"), ("crew.men", "2"), ("rig", "gaff"), ("men", "1")):
        with pytest.raises(InputError):
            view.act(what, value, table)


def test_its_controls_are_those_of_the_parts() -> None:
    page = Marked(str(PANEL.html(RULES, PANEL.initial(RULES))))
    assert page.faults == []
    assert [attrs["data-name"] for attrs in page.all(do="extra")] == [
        *("ship:crew.men",) * 2,
        *("ship:crew.watch",) * 2,
        *("ship:most",) * 2,
        "ship:anchored",
    ]
    assert [attrs["class"] for attrs in page.all("div") if "crew" in attrs.get("class", "")] == ["crew-box"]


@pytest.mark.parametrize(
    "stored", [None, {}, "ab", [], [[6, 2], "lateen"], [[6, 2], "gaff", False], [[10, 2], "lateen", False], [[6], "lateen", False]]
)
def test_what_it_cannot_be_is_not_loaded(stored: Any) -> None:
    view = PanelView(PANEL)
    view.restore({"v": 1, "ship": stored, "most": 2})
    assert view.state(RULES) == PANEL.initial(RULES)


def test_what_was_stored_comes_back() -> None:
    view, again = PanelView(PANEL), PanelView(PANEL)
    view.act("crew.men", "-1", Table(RULES))
    assert view.stored_state() == {"v": 1, "ship": [[5, 2], "lateen", False], "most": 0}
    again.restore(view.stored_state())
    assert again.state(RULES) == view.state(RULES)

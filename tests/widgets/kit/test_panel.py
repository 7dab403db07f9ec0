"""Every panel of every game: all values of its fields, walks over what it offers, stored states whole and broken."""

import importlib
import itertools
import pkgutil
import random
import re
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import pytest

import widgets.games
from rulesdemo.errors import InputError, RulesError
from rulesdemo.games.republic.elephants import elephants
from rulesdemo.rules.ruleset import Ruleset, ruleset
from tests.support.markup import Marked
from widgets.kit.components import Box, Cell, Heading, Items, Note, Sentence
from widgets.kit.components import Table as TablePart
from widgets.kit.controls import Choice, Flag, Int, Own, Value, face_tuple
from widgets.kit.last_roll import LastRoll, roll_act
from widgets.kit.panel import ANY, Followed, Panel, PanelView, State
from widgets.kit.text_field import Text, TextInput
from widgets.kit.toggle import Toggle, TogglePress

STRANGE: tuple[Any, ...] = (
    None, 0, -1, 10**30, 1.5, True, "", "x", [], {}, [None], [[]], [1, 2], ["a", "b", "c"], [[1, 2], [3]], {"v": 1}, {"v": "1"}, {"v": 9},
)  # fmt: skip
STEPS = 25


@cache
def panels() -> tuple[Panel, ...]:
    """Every panel that a module of a game has under a name."""
    found: dict[int, Panel] = {}
    for module in pkgutil.walk_packages(widgets.games.__path__, "widgets.games."):
        if ".panels." in module.name:
            for each in vars(importlib.import_module(module.name)).values():
                if isinstance(each, Panel):
                    found[id(each)] = each
    return tuple(sorted(found.values(), key=lambda panel: (panel.game, panel.key)))


@dataclass
class Table:
    """A game as a panel sees it, where no board stands beside it."""

    rules: Ruleset
    position: Any = None
    selected: str = ""
    seeds: Any = field(default_factory=itertools.count)

    def seed(self) -> int:
        """The next seed."""
        return int(next(self.seeds))


def stands_alone(panel: Panel) -> bool:
    """Whether a panel can be drawn without a board: it reads nothing of one."""
    return panel.reads.__name__ == "_reads_nothing" and panel.follow is None and panel.notice.__name__ == "_keep"


def panels_by_name() -> dict[str, Panel]:
    """Every panel that stands alone, by game and key; panels of one key, which two chapters share, are counted."""
    found: dict[str, Panel] = {}
    for panel in filter(stands_alone, panels()):
        name = f"{panel.game}-{panel.key}"
        count = sum(each.game == panel.game and each.key == panel.key for each in found.values())
        found[f"{name}-{count + 1}" if count else name] = panel
    return found


ALONE = [pytest.param(panel, id=name) for name, panel in panels_by_name().items()]


def values(each: Any, rules: Ruleset, state: State) -> list[Any]:
    """Every value that a field may have."""
    if isinstance(each, Int):
        low, high = each.within(rules, state)
        return list(range(low, high + 1))
    if isinstance(each, Choice):
        return list(each.among(rules, state))
    return [False, True] if isinstance(each, Flag) else []


def check(panel: Panel, rules: Ruleset, state: State) -> Marked:
    """One state: its text is whole, names every drawing and control, and the state comes back from the store."""
    page = Marked(str(panel.html(rules, state)))
    assert page.faults == []
    for attrs in page.all("svg"):
        assert attrs.get("aria-hidden") == "true" or attrs.get("aria-label") or attrs.get("aria-labelledby"), attrs
    for attrs in page.all("div"):
        assert attrs.get("role") != "region" or attrs.get("aria-label"), attrs
    stored = {name: value for name, value in state.values().items() if next(e for e in panel.fields if e.name == name).is_stored}
    assert panel.load(panel.dump(state.values())) == stored
    return page


@pytest.mark.parametrize("panel", ALONE)
def test_every_field_has_every_value(panel: Panel) -> None:
    rules = ruleset(panel.game)
    start = panel.fit(rules, panel.initial(rules))
    check(panel, rules, start)
    for each in panel.fields:
        for value in values(each, rules, start):
            state = panel.fit(rules, start.replace(**{each.name: value}))
            if state != start:
                check(panel, rules, state)


def offers(page: Marked, key: str) -> list[tuple[str, str, bool]]:
    """What a reader can press or choose in a panel, and whether it is off."""
    found = [
        (attrs["data-name"].removeprefix(f"{key}:"), attrs.get("data-by", ""), "disabled" in attrs or attrs.get("aria-disabled") == "true")
        for attrs in page.all(do="extra")
    ]
    for attrs in page.all("input"):
        what = attrs.get("data-set", "").removeprefix(f"extra:{key}:")
        if attrs.get("type") == "radio":
            found.append((what, attrs["value"], "disabled" in attrs))
        elif attrs.get("type") == "range":
            found += [(what, attrs[limit], False) for limit in ("min", "max")]
    return found


@pytest.mark.parametrize("panel", ALONE)
def test_a_walk_over_what_a_panel_offers(panel: Panel) -> None:
    table, dice = Table(ruleset(panel.game)), random.Random(21)
    view = PanelView(panel)
    for _step in range(STEPS):
        state = view.state(table.rules)
        choices = offers(check(panel, table.rules, state), panel.key)
        if not choices:
            return
        what, value, is_off = dice.choice(choices)
        try:
            view.act(what, value, table)
        except RulesError:
            assert is_off, f"{what} {value} is offered and refused"
            assert view.state(table.rules) == state


@pytest.mark.parametrize("panel", ALONE)
def test_no_stored_state_breaks_a_panel(panel: Panel) -> None:
    table = Table(ruleset(panel.game))
    good = PanelView(panel)
    good.html(table)
    whole = good.stored_state()
    broken = [*STRANGE, *({**whole, name: strange} for name in whole for strange in STRANGE)]
    for stored in broken:
        view = PanelView(panel)
        view.restore(stored)
        check(panel, table.rules, view.state(table.rules))


@pytest.mark.parametrize("panel", ALONE)
def test_what_a_panel_does_not_have_is_refused(panel: Panel) -> None:
    table = Table(ruleset(panel.game))
    view = PanelView(panel)
    before = view.state(table.rules)
    strange = [
        (each.name, value)
        for each in panel.fields
        for value in ("lever", "99", "1.5", "²")
        # A line of text may be anything, and a choice may be called so.
        if not isinstance(each, Text) and value not in map(str, values(each, table.rules, before))
    ]
    for what, value in (("lever", ""), ("", ""), *strange):
        with pytest.raises(InputError):
            view.act(what, value, table)
        assert view.state(table.rules) == before


# -- the kit itself --------------------------------------------------------------------------------------------------------------------

SMALL = Panel(
    "small",
    "veneti",
    "Small",
    lambda _rules, state, _seen: [Sentence(f"{state.many} of {state.most}, {state.kind}, {state.sure}, {state.faces}")],
    fields=(
        Int("most", "Most", (1, 5), start=3),
        Int("many", "Many", lambda _rules, state: (0, state.most), start=2, slides=True),
        Choice("kind", "Kind", {"a": "A", "b": "B"}),
        Flag("sure", "Sure"),
        Value("faces", (), face_tuple(2)),
    ),
    act=lambda state, what, _value, _session: state.replace(faces=(6,)) if what == "throw" else None,
)
RULES = ruleset("veneti")


def test_a_change_of_one_field_keeps_the_others_within_their_limits() -> None:
    table, view = Table(RULES), PanelView(SMALL, most=2)
    view.act("most", "-1", table)
    assert view.state(RULES) == State(most=1, many=1, kind="a", sure=False, faces=())
    view.act("many.at", "4", table)
    view.act("sure", "true", table)
    view.act("throw", "", table)
    assert "1 of 1, a, True, (6,)" in view.html(table)


def test_a_list_of_the_first_version_is_read_in_the_order_of_the_fields() -> None:
    view = PanelView(SMALL)
    view.restore([4, 4, "b", 1, [2, 3]])
    assert view.state(RULES) == State(most=4, many=4, kind="b", sure=True, faces=(2, 3))
    again = PanelView(SMALL)
    again.restore(view.stored_state())
    assert again.state(RULES) == view.state(RULES)
    assert view.stored_state() == {"v": 1, "most": 4, "many": 4, "kind": "b", "sure": True, "faces": [2, 3]}


def test_a_number_that_is_no_longer_among_the_choices_becomes_the_first_or_the_nearest() -> None:
    options = {1: "1", 3: "3", 4: "4"}
    near, first = Choice("a", "A", options, is_near=True), Choice("a", "A", options)
    state = State(a=1)
    assert [near.fit(value, RULES, state) for value in (0, 1, 3, 9)] == [1, 1, 3, 4]
    assert [first.fit(value, RULES, state) for value in (0, 1, 3, 9)] == [1, 1, 3, 1]


FOLLOWING = Panel(
    "following",
    "veneti",
    "Following",
    lambda _rules, state, _seen: [Sentence(f"{state.many}, {state.own}")],
    fields=(Int("many", "Many", (0, 9)), Own()),
    follow=lambda session: Followed({"many": session.position}, f"moment {session.selected}"),
)


def test_a_field_follows_the_board_until_the_reader_sets_it_and_again_at_another_moment() -> None:
    table, view = Table(RULES, position=4, selected="a"), PanelView(FOLLOWING)
    assert "4, None" in view.html(table)
    table.position = 5
    assert "5, None" in view.html(table)
    view.act("many", "1", table)
    table.position = 7
    assert "6, moment a" in view.html(table)
    again = PanelView(FOLLOWING)
    again.restore(view.stored_state())
    assert again.current(table) == view.current(table)
    view.act("board", "", table)
    assert "7, None" in view.html(table)
    table.selected = "b"
    assert "7, None" in again.html(table)
    again.restore({"many": 2, "own": ANY})
    assert "2, *" in again.html(table)
    again.restore({"many": 3, "own": 5})
    assert "2, *" in again.html(table)


def test_what_else_follows_from_an_act() -> None:
    def react(before: State, after: State) -> State:
        return after if after.most == before.most else after.replace(faces=())

    table, view = Table(RULES), PanelView(replace(SMALL, react=react))
    view.act("throw", "", table)
    view.act("many", "1", table)
    assert view.state(RULES).faces == (6,)
    view.act("most", "1", table)
    assert view.state(RULES) == State(most=4, many=3, kind="a", sure=False, faces=())


def _letters(_rules: Ruleset, state: State) -> list[str]:
    return ["line"] if state.line.isdigit() else []


TYPED = Panel(
    "typed",
    "veneti",
    "Typed",
    lambda rules, state, _seen: [TextInput("line", "Line", state.line, 5, "about", is_wrong=bool(_letters(rules, state)))],
    fields=(Text("line", "abc", most=5),),
    wrong=_letters,
)


def test_a_line_of_text_is_typed_stored_and_called_wrong() -> None:
    table, view = Table(RULES), PanelView(TYPED)
    assert 'value="abc"' in view.html(table)
    assert view.wrong(table) == []
    view.act("line", "1234567", table)
    (attrs,) = Marked(str(view.html(table))).all("input")
    assert (attrs["value"], attrs["aria-invalid"], attrs["aria-describedby"]) == ("12345", "true", "typed-about")
    assert view.wrong(table) == ["extra:typed:line"]
    for stored in ("abcdef", 5, None, ["a"]):
        view.restore(stored)
        assert view.state(RULES).line == "12345"
    view.restore("ab")
    assert view.state(RULES).line == "ab"
    with pytest.raises(InputError):
        view.act("other", "a", table)


def test_a_panel_that_remembers_has_the_last_values_of_the_board() -> None:
    def follow(session: Table) -> Followed:
        return Followed({} if session.position is None else {"many": session.position})

    table, view = Table(RULES, position=4), PanelView(replace(FOLLOWING, follow=follow, remembers=True))
    assert "4, None" in view.html(table)
    table.position = None
    assert "4, None" in view.html(table)
    forgetful = PanelView(replace(FOLLOWING, follow=follow))
    table.position = 4
    forgetful.html(table)
    table.position = None
    assert "0, None" in forgetful.html(table)


def test_a_label_and_a_title_may_depend_on_the_rules() -> None:
    fields = (Choice("kind", lambda _rules, state: f"Now {state.kind}", {"a": "A", "b": "B"}),)
    page = str(Panel("small", "veneti", "Small [6.18]", lambda *_: [], fields=fields).html(RULES, State(kind="b")))
    assert "<legend>Now b</legend>" in page
    assert "small-title-0" in page  # the rule opens in place


def test_a_table_names_its_cells_and_may_hide_its_caption() -> None:
    body = [
        TablePart(["", "Mean"], [["+1", Cell("2", "mean", name="Mean")]], "All", hides_caption=True),
        Heading("Why [6.18]", 3),
        Items(["One.", "Two. [6.18]"], "list"),
        Box("", [Note("Inside")]),
    ]
    text = str(replace(SMALL, body=lambda *_: body).html(RULES, SMALL.initial(RULES)))
    assert '<caption class="sr">All</caption>' in text
    assert '<td class="mean" data-name="Mean">2</td>' in text
    assert "<h3>Why " in text
    assert '<ul class="list"><li>One.</li><li>Two. ' in text
    assert "<div><p" in text


NOTICING = Panel(
    "noticing",
    "veneti",
    "Noticing",
    lambda _rules, state, _seen: [Sentence(f"{state.many}, {state.sure}")],
    fields=(Int("many", "Many", (0, 9)), Toggle("sure", "Sure"), Value("last", 0, is_stored=False)),
    notice=lambda state, session: state if session.position == state.last else state.replace(many=session.position, last=session.position),
)


def test_what_is_new_on_the_board_is_taken_over_once() -> None:
    table, view = Table(RULES, position=4), PanelView(NOTICING)
    assert "4, False" in view.html(table)
    view.act("many", "1", table)
    view.act("sure", "", table)
    assert "5, True" in view.html(table)
    table.position = 7
    assert "7, True" in view.html(table)
    assert view.stored_state() == {"v": 1, "many": 7, "sure": True}


ROLLING = Panel(
    "rolling",
    "republic",
    "Rolling",
    lambda _rules, state, _seen: [TogglePress("sure", "Sure", state.roll is None)],
    fields=(Int("many", "Many", (1, 8), start=2), LastRoll(basis=lambda rules, state: (rules, state.many))),
    act=roll_act(elephants, lambda rules, state: (rules, state.many)),
)


def test_dice_lie_there_until_what_they_were_thrown_for_changes() -> None:
    table, view = Table(ruleset("republic")), PanelView(ROLLING)
    assert 'id="rolling-sure" data-do="extra" data-name="rolling:sure" data-by="" aria-pressed="true"' in view.html(table)
    view.act("roll", "", table)
    roll = view.state(table.rules).roll
    assert roll.basis == (table.rules, 2)
    assert len(roll.faces) == 2
    assert view.stored_state() == {"v": 1, "many": 2}
    assert 'aria-pressed="false"' in view.html(table)
    view.act("many", "1", table)
    assert view.state(table.rules).roll is None
    view.act("roll", "", table)
    other = ruleset("republic", patches={("assault", "1-2", "need"): "8"})
    assert view.state(other).roll is None


def test_one_broken_field_leaves_all_as_they_were() -> None:
    view = PanelView(SMALL)
    for stored in ([4, 4, "c", 1, []], [4, 4, "b", 2, []], [9, 4, "b", 1, []], [4, 4, "b", 1, [7]], [4, 4, "b", 1, [1, 2, 3]], [4, 4]):
        view.restore(stored)
        assert view.state(RULES) == SMALL.initial(RULES)


def test_a_state_is_a_value() -> None:
    state = State(a=1, b=(2,))
    assert state == State(a=1, b=(2,))
    assert hash(state) == hash(State(a=1, b=(2,)))
    assert state.replace(a=2) != state
    with pytest.raises(AttributeError, match=re.escape("state.replace(a=...)")):
        state.a = 3

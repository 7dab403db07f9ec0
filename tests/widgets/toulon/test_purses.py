"""Whose purse?: what the board says of purses, an action that is paid or refused, and what a defeat costs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import plain
from widgets.chapter.page import Chapter, chapter
from widgets.games.toulon.guide import GUIDE
from widgets.games.toulon.lessons.purses import outlook, payers_of
from widgets.games.toulon.panels.defeat import DEFEAT, op_left, op_lost
from widgets.games.toulon.panels.pay import PAY, check_action, price, sentence, verdict
from widgets.kit.panel import PanelView, State
from widgets.scene.text_painter import label_of as spoken

RULES = ruleset("toulon")
NAME = "en/toulon/06_whose_purse"
F = Fraction


def page() -> Chapter:
    return chapter("toulon", "whose_purse", name=NAME, lesson="purses", ship="saluzzo", at_once=True)


def after(face: str, *orders: Any) -> Chapter:
    """The page after the throw for the defeat and some orders."""
    table = page()
    table.hear([{"do": "use dice", "value": face}])
    for order in orders:
        table.desk.give(order)
    table.hear([])
    return table


# -- the board ---------------------------------------------------------------------------------------------------------------------------


def test_the_defeat_is_thrown_first_and_its_odds_stand_best_first() -> None:
    table = page()
    assert table.answer is not None
    # 4 OP less a die: 3, 2 and 1 with 1/6 each, nothing with 1/2 (item 8).
    text = plain(table.view.parts()["odds"])
    assert [text.index(f"{op} OP left") for op in (3, 2, 1, 0)] == sorted(text.index(f"{op} OP left") for op in range(4))
    assert table.answer.dist.p(op_left=0) == F(1, 2)


def test_the_purses_are_told_and_those_that_pay_are_marked() -> None:
    table = after("1", o.Skip())
    position = table.desk.position
    assert payers_of(position, position.unit("saluzzo")) == ["british", "sardinian"]
    assert payers_of(position, position.unit("malaga")) == ["spanish"]
    found = outlook(position, "saluzzo")
    assert found is not None
    assert [(line.name, line.text, line.is_now) for line in found.lines] == [
        ("British", "1 OP", True),
        ("Spanish", "2 OP", False),
        ("Sardinians", "0 OP", True),
    ]
    assert spoken(table.scene, "payer la_malgue") == "British can pay for Sardinian Saluzzo"
    table.hear([{"do": "take", "name": "malaga"}])
    assert spoken(table.scene, "payer toulon") == "Spanish can pay for Spanish Malaga"


def test_the_wrong_purse_is_a_row_that_says_why_not() -> None:
    table = after("1", o.Skip())
    rows = {row.refusal.rule: row for row in table.desk.choices() if row.refusal is not None}
    assert rows["4.2f"].order == o.March("saluzzo", "la_valette", "spanish")
    assert rows["4.2f"].refusal is not None
    assert rows["4.2f"].refusal.way_out == "Pay from the British purse."
    # The Spaniards have a purse of their own that pays, and the British one does not pay for them.
    table.hear([{"do": "take", "name": "malaga"}])
    rows = {row.refusal.rule: row for row in table.desk.choices() if row.refusal is not None}
    assert rows["4.2f"].order == o.March("malaga", "la_valette", "british")


def test_when_all_is_lost_a_delay_pays_for_the_march() -> None:
    table = after("6")
    position = table.desk.position
    assert (position.op("british"), position.op("spanish")) == (0, 0)
    table = after("6", o.Delay("foot_50"), o.Skip(), o.March("saluzzo", "la_valette", "british"))
    assert table.goals == {"whose_purse"}
    assert outlook(table.desk.position, "saluzzo") is None
    assert table.desk.position.defeat == "none"  # the point for La Valette has made it good (4.2g)


def test_nobody_pays_where_no_purse_is_full() -> None:
    table = after("6", o.Skip())
    assert spoken(table.scene, "payer la_malgue") == "No purse with OP in it pays for Sardinian Saluzzo"
    table.hear([{"do": "press", "name": "La Valette"}])
    assert table.desk.refusal is not None
    assert table.desk.refusal.rule == "4.2e"
    assert GUIDE.outlook(table.desk.position, "", "purses") is not None


# -- who pays ----------------------------------------------------------------------------------------------------------------------------


def allied(nation: tuple[str, ...]) -> State:
    return PAY.initial(RULES).replace(nation=nation)


def republican(unit: str, **more: str) -> State:
    return PAY.initial(RULES).replace(side="republican", unit=unit, **more)


# D19 and D20 of the specification, and each line of 4.2.
@pytest.mark.parametrize(
    ("purse", "action", "allowed", "rule"),
    [
        ("british", allied(("sardinian",)), True, "[4.2f]"),
        ("spanish", allied(("neapolitan",)), False, "[4.2f]"),
        ("spanish", allied(("spanish", "neapolitan")), True, "[4.2e]"),
        ("british", allied(("spanish", "neapolitan")), True, "[4.2f]"),
        ("sardinian", allied(("spanish", "neapolitan")), False, "[4.2e]"),
        ("toulonnais", allied(("toulonnais",)), True, "[T36]"),
        ("west", republican("battery"), True, "[4.2b]"),
        ("east", republican("battery"), False, "[4.2b]"),
        ("east", republican("east"), True, "[T36]"),
        ("west", republican("east"), False, "[T36]"),
        ("east", republican("reserve"), True, "[T36]"),
        ("bonaparte", republican("west", bonaparte="with"), True, "[4.2a]"),
        ("bonaparte", republican("west", bonaparte="away"), False, "[4.2a]"),
        ("bonaparte", republican("battery", bonaparte="away"), True, "[4.2a]"),
        ("bonaparte", republican("battery", bonaparte="out"), False, "[4.2c]"),
    ],
)
def test_who_pays_for_whom_and_by_which_rule(purse: str, action: State, allowed: bool, rule: str) -> None:
    found = verdict(RULES, purse, action)
    assert found.allowed is allowed
    assert rule in found.words


def test_prices_are_printed_or_ours() -> None:
    # 6.3 prints 3 to enter; the rest are data/toulon/demo.toml.
    assert {does: price(RULES, does) for does in ("march", "enter", "hasten", "battery")} == {
        "march": 1,
        "enter": 3,
        "hasten": 2,
        "battery": 3,
    }


def test_batteries_are_not_hastened_and_nothing_else_is_placed_as_one() -> None:
    assert "[4.4]" in check_action(republican("battery", does="hasten"))
    assert "[4.4]" in check_action(republican("west", does="battery"))
    assert check_action(republican("battery", does="battery")) == ""


def test_a_purse_pays_until_it_is_empty() -> None:
    desk, panel = page().desk, PanelView(PAY)
    assert plain(panel.html(desk)).count("✓ may pay") == 2  # the British and the Sardinians themselves
    panel.act("does", "enter", desk)
    for left in ("3 OP", "0 OP"):
        panel.act("purse", "british", desk)
        assert "Paid 3 OP." in sentence(RULES, panel.state(RULES))
        assert f'aria-label="The British purse, {left}' in panel.html(desk)
    panel.act("purse", "british", desk)
    assert sentence(RULES, panel.state(RULES)).startswith("Refused. The British purse holds 0 OP, and this costs 3.")
    panel.act("purse", "spanish", desk)
    assert not panel.state(RULES).last.paid
    assert sentence(RULES, panel.state(RULES)).startswith("Refused. The Spanish purse does not pay for another nation.")
    panel.act("nation", "spanish", desk)
    panel.act("purse", "spanish", desk)
    assert panel.state(RULES).last.paid
    assert dict(panel.state(RULES).spent) == {"british": 6, "spanish": 3}
    # As 0.5 stored it.
    good: dict[str, Any] = {
        "side": "allied",
        "nations": ["spanish", "sardinian"],
        "unit": "west",
        "bonaparte": "with",
        "does": "enter",
        "spent": {"british": 6, "spanish": 3},
    }
    again = PanelView(PAY)
    again.restore(good)
    for stored in ({**good, "side": "french"}, {**good, "nations": []}, {**good, "spent": {"british": 99}}):
        again.restore(stored)
    assert again.state(RULES) == panel.state(RULES).replace(last=None)
    panel.act("fill", "", desk)
    assert panel.state(RULES).spent == ()
    panel.act("side", "republican", desk)
    panel.act("unit", "battery", desk)
    panel.act("does", "hasten", desk)
    panel.act("purse", "west", desk)
    assert "may not be hastened" in sentence(RULES, panel.state(RULES))
    assert panel.state(RULES).spent == ()
    for what, value in (("purse", "british"), ("nation", "french"), ("side", "x"), ("does", "sing")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)


# -- what a defeat costs -----------------------------------------------------------------------------------------------------------------


def test_the_odds_of_the_specification() -> None:
    # Item 8: with 4 OP mean 1; over 2 turns 10 or more with 1/6, over 3 turns with 5/8; a mean of 7/2 a turn.
    left = op_left(RULES, 4)
    assert (dict(left.items()), left.mean()) == ({0: F(1, 2), 1: F(1, 6), 2: F(1, 6), 3: F(1, 6)}, F(1))
    assert [op_lost(RULES, turns).at_least(10) for turns in (2, 3)] == [F(1, 6), F(5, 8)]
    assert op_lost(RULES, 1).mean() == F(7, 2)


def test_the_panel_of_the_defeat() -> None:
    desk, panel = page().desk, PanelView(DEFEAT)
    text = plain(panel.html(desk))
    assert "Left on average: 1 OP" in text
    assert "10 OP or more lost in 2 turns: 1/6, 16.7 %" in text
    # 2 to 12 in all: 10, 11 and 12 are feared.
    assert (panel.html(desk).count('class="mine"'), panel.html(desk).count('class="within"')) == (3, 8)
    panel.act("turns", "-1", desk)
    assert panel.state(RULES) == State(income=4, turns=1, least=6)  # one die shows no more
    panel.act("income", "1", desk)
    again = PanelView(DEFEAT)
    again.restore([5, 1, 6])  # as 0.5 stored it
    again.restore([99, 1, 1])
    assert again.state(RULES) == panel.state(RULES)
    with pytest.raises(InputError):
        panel.act("turns", "2", desk)

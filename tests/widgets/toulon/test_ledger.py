"""Battle bookkeeping: losses in their order on the map and by hand, which guns fire, and what a ring costs."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.rules.ruleset import ruleset
from tests.support.chances import outcome_chances
from tests.support.markup import run_on
from widgets.chapter.page import Chapter, chapter
from widgets.games.toulon.lessons.ledger import in_range, kinds, outlook, why_not
from widgets.games.toulon.panels.guns import AWAY, GUNS, GUNS_PANEL, PLACES, verdict
from widgets.games.toulon.panels.guns import sentence as guns_sentence
from widgets.games.toulon.panels.ledger import LEDGER, Account, account, losses_of
from widgets.games.toulon.panels.ledger import sentence as ledger_sentence
from widgets.games.toulon.panels.ring import RING, losses_over, sentence
from widgets.kit.panel import PanelView
from widgets.scene.text_painter import label_of as spoken

RULES = ruleset("toulon")
F = Fraction
UNITS = ("italie", "barrois", "east_hussars")
BEGIN = (
    *(f"declare unit={unit} to=la_valette" for unit in UNITS),
    "go_in purse=east",
    *(f"roll_quality unit={unit}" for unit in UNITS),
    "end_moves",
)


def page() -> Chapter:
    return chapter("toulon", "assault", "ringed", lesson="ledger", begin={"assault": BEGIN}, chosen="bombard unit=convention", at_once=True)


def throw(table: Chapter, order: object, face: int) -> None:
    table.desk.give(order)
    table.desk.use_dice((face,))
    table.hear([])


# -- the map -----------------------------------------------------------------------------------------------------------------------------


def test_the_chapter_begins_in_the_combat_and_shows_who_reaches_it() -> None:
    table = page()
    assert table.desk.chosen == o.Bombard("convention")
    # 4.12j: a battery reaches 2 zones, other guns 1; La Seyne is 3 away from La Valette, Malbousquet 2, Solliès and La Malgue 1.
    assert spoken(table.scene, "fire convention") == "Battery of the Convention may fire from Malbousquet into the combat"
    assert spoken(table.scene, "fire british_guns") == "British guns may fire from Fort La Malgue into the combat"
    assert spoken(table.scene, "range la_seyne") == "Battery of the Jacobins in La Seyne, range 2, may not fire"
    battle = table.desk.position.pending
    refusal = why_not(table.desk.position, battle, table.desk.position.unit("jacobins"))
    assert refusal is not None
    assert refusal.rule == "4.12j"
    assert in_range(table.desk.position, table.desk.position.unit("east_guns")) == {"la_valette", "la_garde"}
    assert in_range(table.desk.position, table.desk.position.unit("royals")) == frozenset()


def test_losses_are_boxes_over_the_combat_in_their_order() -> None:
    table = page()
    throw(table, o.Bombard("convention"), 0)
    throw(table, o.Bombard("east_guns"), 1)
    # One hit: temporary (4.12a).
    assert spoken(table.scene, "losses allied") == "Allied losses: temporary"
    table.desk.give(o.Skip())
    table.hear([])
    # 7 against 2 is 3:1; a 4 there is 1-2 in our table.
    throw(table, o.RollBattle(), 4)
    assert spoken(table.scene, "losses allied") == "Allied losses: temporary, permanent and temporary"
    assert spoken(table.scene, "losses republican") == "Republican losses: temporary"
    found = outlook(table.desk.position, "")
    assert found is not None
    assert found.title == "Combat in La Valette, round 2"
    assert [line.text for line in found.lines] == ["6 : 0", "T", "T P T"]
    assert found.words.endswith("More than 1 P on a side makes the battle decisive [4.12p].")
    # A gun that has fired has no more to tell; one that is too far away says so.
    fired, far = (outlook(table.desk.position, name) for name in ("east_guns", "jacobins"))
    assert fired is not None
    assert far is not None
    assert fired.words == found.words
    assert "reaches no zone farther than 2 away. [4.12j]" in far.words


def test_losses_that_guns_took_are_counted_where_their_order_is_not_known() -> None:
    table = page()
    battle = table.desk.position.pending
    # Guns in a melee begin with a permanent loss (4.12b), so one loss may be permanent.
    assert kinds(table.desk.position, battle._replace(losses=(1, 2), permanent=(1, 1)), "republican") == ("permanent",)
    assert kinds(table.desk.position, battle._replace(losses=(1, 2), permanent=(1, 1)), "allied") == ("temporary", "permanent")


def test_a_ringed_force_is_marked_and_told_what_awaits_it() -> None:
    table = page()
    table.hear([{"do": "restart", "name": "ringed"}])
    position = table.desk.position
    assert spoken(table.scene, "ringed faron") == "The force in Mont Faron is ringed by the enemy"
    found = outlook(position, "")
    assert found is not None
    assert found.title == "Allobroges"
    assert found.words == (
        "Enemy zones lie all around: it cannot rally, and its force loses a die of strength [4.13b]. "
        "It attacks at two to one or better [4.8c]."
    )
    bourgogne = outlook(position, "bourgogne")
    assert bourgogne is not None
    assert bourgogne.words.endswith("[4.13a].")
    # 4.8c: 2 dragoons against 3 at Malbousquet are not two to one; all 6 are.
    table.desk.give(o.Declare("west_dragoons", "malbousquet"))
    table.desk.give(o.GoIn("west"))
    assert table.desk.refusal is not None
    assert table.desk.refusal.rule == "4.8c"
    table.desk.give(o.Declare("allobroges", "malbousquet"))
    table.desk.give(o.GoIn("west"))
    assert table.desk.refusal is None


def test_who_stays_in_the_ring_throws_for_losses() -> None:
    table = page()
    table.hear([{"do": "restart", "name": "ringed"}])
    table.desk.give(o.EndMoves())
    table.hear([])
    assert table.desk.chosen == o.RollSurrounded("faron")
    assert sorted((loss.losses, chance) for loss, chance in outcome_chances(table.desk)) == [(n, F(1, 6)) for n in range(1, 7)]


# -- by hand -----------------------------------------------------------------------------------------------------------------------------


def test_the_vectors_of_the_specification() -> None:
    # D11 to D14.
    assert losses_of(RULES, Account("infantry", 3)).losses == ("temporary", "permanent", "temporary")
    assert losses_of(RULES, Account("guns", 2)).losses == ("permanent", "temporary")
    assert losses_of(RULES, Account("beaten", 2)).losses == ("permanent", "permanent")  # 4.12c
    assert "not decisive" in ledger_sentence(RULES, Account("infantry", 3), Account("guns", 2))  # 1 and 1
    assert "is decisive" in ledger_sentence(RULES, Account("infantry", 4), Account("infantry", 0))  # 2 and 0


def test_the_account_is_kept_by_buttons() -> None:
    table, ledger = page(), PanelView(LEDGER)
    html = ledger.html(table.desk)
    assert (html.count('class="is-temporary"'), html.count('class="is-permanent"')) == (3, 2)
    assert "Permanent losses: attacker 1, defender 1. No side has more than 1" in run_on(html)
    ledger.act("defender.arm", "beaten", table.desk)
    assert 'class="ledger-told is-decisive"' in ledger.html(table.desk)
    for _ in range(9):
        ledger.act("attacker.losses", "-1", table.desk)
    assert account(ledger.state(RULES), "attacker") == ("infantry", 0)
    assert "No loss yet." in ledger.html(table.desk)
    again = PanelView(LEDGER)
    again.restore([["infantry", 0], ["beaten", 2]])  # as 0.5 stored it
    for strange in ([["infantry", 3], ["ships", 2]], [["infantry", 99], ["guns", 2]]):
        again.restore(strange)
    assert again.state(RULES) == ledger.state(RULES)
    for what, value in (("attacker.arm", "ships"), ("attacker.losses", "3"), ("nobody.arm", "guns"), ("attacker", "1")):
        with pytest.raises(InputError):
            ledger.act(what, value, table.desk)


# -- which guns fire ---------------------------------------------------------------------------------------------------------------------


def test_every_cell_of_which_guns_fire() -> None:
    # 4.12j range, 4.12k busy, 4.12l fort guns in their own zone, 4.12h ammunition, 4.12n the third battery.
    rule = {
        (gun, away): "fires" if (refusal := verdict(gun, away)) is None else refusal.rule
        for gun, away in product(GUNS, AWAY)
        if away in PLACES[GUNS[gun].fort]
    }
    expected = {
        "battery": ("4.12k", "fires", "fires", "4.12j", "4.12k"),
        "field": ("4.12k", "fires", "4.12j", "4.12j", "4.12k"),
        "fort": ("fires", "fires", "4.12j", None, "4.12k"),
        "third": ("4.12k", "4.12n", "4.12n", "4.12j", "4.12k"),
        "empty": ("4.12k", "4.12h", "4.12h", "4.12j", "4.12k"),
        "stock": ("4.12k", "fires", "fires", "4.12j", "4.12k"),
        "cut": ("4.12k", "4.12h", "4.12j", "4.12j", "4.12k"),
        "walled": ("fires", "fires", "4.12j", None, "4.12k"),
    }
    assert rule == {(gun, away): answer for gun, row in expected.items() for away, answer in zip(AWAY, row, strict=True) if answer}
    assert guns_sentence("battery", "two").endswith("[4.12m] A battery reaches 2 zones. [4.12j]")


def test_a_gun_is_picked_and_kept() -> None:
    table, panel = page(), PanelView(GUNS_PANEL)
    panel.act("cell", "fort-here", table.desk)
    assert re.search(r'id="guns-cell-fort-here"[^>]* checked', panel.html(table.desk))
    again = PanelView(GUNS_PANEL)
    again.restore("fort-here")  # as 0.5 stored it
    for strange in ("fort-three", "ships-one"):
        again.restore(strange)
    assert again.state(RULES) == panel.state(RULES)
    with pytest.raises(InputError):
        panel.act("cell", "fort-three", table.desk)


# -- in the ring -------------------------------------------------------------------------------------------------------------------------


def test_question_9_of_the_specification() -> None:
    # 3 or more with 2/3; 7 or more over two turns with 7/12.
    assert losses_over(RULES, 1, fort=False).at_least(3) == F(2, 3)
    assert losses_over(RULES, 2, fort=False).at_least(7) == F(7, 12)
    # T32: a fort spares nobody the losses by our reading; by the other it does.
    assert losses_over(RULES, 1, fort=True) == losses_over(RULES, 1, fort=False)
    spared = ruleset("toulon", {"surrounded_fort_losses": "no"})
    assert dict(losses_over(spared, 2, fort=True).items()) == {0: F(1)}


def test_the_panel_of_the_ring() -> None:
    table, ring = page(), PanelView(RING)
    assert "It loses 7 or more over 2 turns with a chance of 7/12; 7 on average." in run_on(ring.html(table.desk))
    ring.act("turns", "-1", table.desk)
    assert ring.html(table.desk).count('fill="') == 6
    assert (
        sentence(RULES, 1, 3, fort=False)
        == "It loses 3 or more in 1 turn with a chance of 2/3; 7/2, about 3.50 on average. [4.13b] It cannot rally in between."
    )
    ring.act("fort", "1", table.desk)
    assert "Inside a fort it may rally in between." in run_on(ring.html(table.desk))
    ring.act("losses", "1", table.desk)
    assert ring.state(RULES).losses == 8
    again = PanelView(RING)
    again.restore(ring.stored_state())
    assert again.stored_state() == ring.stored_state()
    for strange in (None, [1, 2], [9, 7, 0], [2, 0, 0], [2, 7, 5]):
        again.restore(strange)
    assert again.stored_state() == ring.stored_state()
    for what, value in (("turns", "5"), ("fort", "3"), ("losses", "x"), ("sing", "1")):
        with pytest.raises(InputError):
            ring.act(what, value, table.desk)

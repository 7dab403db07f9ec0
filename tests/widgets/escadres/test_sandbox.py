"""The sandbox of escadres without a browser: fire arcs, a glance at an enemy by pointer, keys and press, and a quick log."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.games.escadres.damage import volley
from rulesdemo.games.escadres.play.state import Activation, Position
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import ruleset
from tests.games.escadres.play.given import position_of
from tests.support.markup import Marked
from widgets.games.escadres.sandbox import SANDBOX
from widgets.sandbox.page import Sandbox, sandbox
from widgets.scene.text_painter import words as spoken

RULES = ruleset("escadres")
LION, AURORE = "0612", "0602"  # where their bows are as the duel begins


def act(page: Sandbox, do: str, name: str = "", value: Any = None) -> dict[str, Any]:
    """One act, with both halves of the reply."""
    first = page.hear([{"do": do, "name": name, "value": value}])
    rest = page.rest()
    return {**first, **rest, "parts": {**first.get("parts", {}), **rest.get("parts", {})}}


def words(text: str) -> str:
    return " ".join(Marked(text).words.split())


@pytest.fixture
def page() -> Sandbox:
    """A duel at one table, Aurore in hand."""
    made = sandbox("escadres", seeds=range(100_000))
    made.hear([{"do": "start"}])
    made.first()
    for side in ("french", "british"):
        act(made, "set", f"seat:{side}", "you")
    act(made, "type dice")
    act(made, "set", "dice", "1")
    act(made, "use dice")
    assert made.battle.desk.selected == "aurore"
    return made


# -- arcs ------------------------------------------------------------------------------------------------------------------------------


def test_the_arcs_of_the_ship_in_hand_are_drawn_and_can_be_put_away(page: Sandbox) -> None:
    assert "Aurore fires abeam" in spoken(page.scene)
    assert 'aria-pressed="true"' in page.view.parts()["tools"]
    reply = act(page, "arcs")
    assert 'aria-pressed="false"' in reply["parts"]["tools"]
    assert "fires abeam" not in spoken(page.scene)
    act(page, "key", value="a")
    assert "Aurore fires abeam" in spoken(page.scene)


def test_an_enemy_who_is_looked_at_shows_from_where_she_is_raked(page: Sandbox) -> None:
    act(page, "hover", f"hex {LION}")
    told = spoken(page.scene)
    assert "Aurore fires abeam" in told
    assert "Lion is raked from" in told
    assert "Aurore fires at Lion with 1 die: power 10, 9 hexes between" in told
    act(page, "hover", "")
    assert "Lion is raked from" not in spoken(page.scene)


def test_a_friend_who_is_looked_at_shows_her_own_arcs(page: Sandbox) -> None:
    page.battle.desk.selected = ""
    act(page, "hover", f"hex {LION}")
    assert "Lion fires abeam" in spoken(page.scene)


# -- a glance --------------------------------------------------------------------------------------------------------------------------


def test_a_pointer_on_an_enemy_tells_the_shot(page: Sandbox) -> None:
    card = act(page, "hover", f"hex {LION}")["parts"]["card"]
    said = words(card)
    # Ten hexes apart are nine between: 10 - 9 is one die, with 1/432 for the magazine. On average 103/216 power, less what is past her
    # last box, and 127/432 crew.
    assert said.startswith("If Aurore fired at Lion now 10 − 9 = 1 die. Rule E-FIRE-3")
    assert "Explodes 1/432" in said
    assert "On average she loses about 0.48 power, 127/432, about 0.29 crew" in said
    assert "is-pinned" not in card
    assert act(page, "hover", "hex 0101")["parts"]["card"] == ""


def test_keys_and_a_press_tell_the_same(page: Sandbox) -> None:
    by_pointer = words(act(page, "hover", f"hex {LION}")["parts"]["card"])
    act(page, "hover", "")
    page.battle.desk.focus = page.battle.desk.guide.grid.parse("0512")
    by_keys = act(page, "key", value="ArrowRight")["parts"]["card"]
    assert words(by_keys) == by_pointer
    act(page, "key", value="Escape")
    pressed = act(page, "press", LION)["parts"]["card"]
    assert words(pressed) == by_pointer
    assert "is-pinned" in pressed


def test_there_is_nothing_to_tell_about_oneself(page: Sandbox) -> None:
    assert "card" not in act(page, "hover", f"hex {AURORE}")["parts"]


def test_hexes_can_be_pointed_at_only_where_that_tells_something(page: Sandbox) -> None:
    assert f'data-hover="hex {LION}"' in page.view.parts()["hits"]
    other = sandbox("veneti")
    other.first()
    parts = other.view.parts()
    assert "data-hover" not in parts["hits"]
    assert parts["tools"] == ""


def table(*ships: str, moved: bool = True) -> Position:
    """Lion plays and has yet to fire."""
    position = position_of({"ships": ships}, RULES).position
    return replace(position, activation=Activation("lion", 4, 0, moved=moved))


def test_a_shot_that_cannot_be_says_why_and_what_to_do() -> None:
    position = table("lion british seventy_four 1008 E", "near british seventy_four 1010 E", "furet french brig 1012 E")
    found = SANDBOX.glance(position, "lion", "furet")
    assert found is not None
    assert found.title == "Lion fires at Furet"
    assert "In the way: Near. [E-FIRE-2] Choose a target with a clear line" in found.line
    assert found.view is None


def test_table_s_is_what_a_glance_tells() -> None:
    # Alongside: 10 dice on a ship with power 8 and crew 6; Table S has 0.191898 struck and 0.022909 exploded.
    position = table("lion british seventy_four 1008 E", "royal french seventy_four 1009 E P8 C6")
    found = SANDBOX.glance(position, "lion", "royal")
    assert found is not None
    assert found.view is not None
    chances = {row.label: float(row.chance) for row in found.view.rows}
    assert chances["Strikes"] == pytest.approx(0.191898, abs=5e-7)
    assert chances["Explodes"] == pytest.approx(0.022909, abs=5e-7)


@pytest.mark.parametrize("other", ["near", "lion", "nobody"])
def test_friends_and_nobody_are_not_shot_at(other: str) -> None:
    ships = ("lion british seventy_four 1008 E", "near british seventy_four 1010 E", "furet french brig 1012 E")
    assert SANDBOX.glance(table(*ships), "lion", other) is None


def test_a_ship_that_has_fired_has_nothing_more_to_tell() -> None:
    position = table("lion british seventy_four 1008 E", "royal french seventy_four 1009 E").with_activation(fired=True)
    assert SANDBOX.glance(position, "lion", "royal") is None


# -- how long it takes -----------------------------------------------------------------------------------------------------------------


def test_the_log_weighs_a_big_shot_at_once() -> None:
    """It tells the exact chance of what fell. The distribution of twelve dice has a million outcomes; to list them takes a second."""
    faces = (3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4)
    throw = Throw(volley, (RULES, 12, 10, 8), replay(volley, faces, RULES, 12, 10, 8).value)
    before = time.perf_counter()
    chance = throw.chance
    assert time.perf_counter() - before < 0.3
    assert throw.outcome[:3] == (6, 2, 0)
    # Each such roll of twelve dice, in whatever order, has 4 misses, 6 hits of one power and 2 of one crew: 12! / (4! 6! 2!) orders,
    # each with (1/3)^4 (1/3)^6 (1/6)^2. Criticals lead there in other ways too, so the chance is more than that.
    assert Fraction(13860, 3**10 * 36) < chance < volley.dist(RULES, 12, 10, 8).p(power=6, crew=2, fires=0)

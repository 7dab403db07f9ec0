"""A way of several steps is shown with its cost before it is taken, and what would end the ship is marked and asked about."""

from __future__ import annotations

import pytest

from rulesdemo.board.hexes import Hex
from rulesdemo.games.escadres.board import GRID as ESCADRES
from rulesdemo.games.veneti.board import GRID
from widgets.games.escadres.guide import GUIDE as BAG
from widgets.games.veneti.guide import GUIDE
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene.shapes import every_group


def at(label: str) -> Hex:
    return GRID.parse(label)


@pytest.fixture
def desk() -> Desk:
    """Celer, bow in 0806 and heading N, has announced 4 PM east of the headland."""
    made = Desk(GUIDE, "sprint", seeds=range(100))
    made.choose("end_speed")
    made.select("celer")
    made.choose("announce ship=celer pm=4")
    return made


def bow(desk: Desk) -> str:
    return GRID.label(desk.position.ship("celer").bow)


def test_a_press_beyond_one_step_shows_the_way_and_moves_nothing(desk: Desk) -> None:
    done = len(desk.history.done)
    desk.press(at("0803"))
    assert (bow(desk), len(desk.history.done)) == ("0806", done)
    assert desk.ahead.way is not None
    # Three hexes straight on cost a point each, of the four announced.
    assert desk.look(Look()).plan == ((at("0806"), 0), (at("0805"), 1), (at("0804"), 2), (at("0803"), 3))
    assert desk.message.startswith("Celer can come to 0803 by 0805, 0804, 0803: 3 points, and 1 left to spend.")
    assert desk.refusal is None


def test_the_second_press_takes_it_step_by_step(desk: Desk) -> None:
    done = len(desk.history.done)
    desk.press(at("0803"))
    desk.press(at("0803"))
    assert bow(desk) == "0803"
    assert len(desk.history.done) == done + 3
    desk.undo()  # each step is an order of its own
    assert bow(desk) == "0804"


def test_another_press_shows_another_way_and_leaving_it_shows_none(desk: Desk) -> None:
    desk.press(at("0803"))
    desk.press(at("0703"))
    assert desk.ahead.way is not None
    assert desk.ahead.way.place == at("0703")
    desk.ahead.leave()
    assert (desk.ahead.way, bow(desk)) == (None, "0806")


def test_beyond_all_her_points_stays_a_refusal(desk: Desk) -> None:
    desk.press(at("0801"))  # five hexes ahead, and four points
    assert desk.ahead.way is None
    assert desk.refusal is not None


def test_a_way_never_leads_over_the_coast(desk: Desk) -> None:
    desk.press(at("0604"))  # on the headland
    assert desk.ahead.way is None
    assert desk.refusal is not None


def ashore() -> Desk:
    """Celer lies with the headland before her: the line of the near miss in the table of goals."""
    made = Desk(GUIDE, "sprint", seeds=range(100))
    made.choose("end_speed")
    made.select("celer")
    made.choose("announce ship=celer pm=4")
    for order in ("ahead ship=celer", "veer ship=celer turn=-1"):
        made.choose(order)
    return made


def test_a_hex_that_ends_the_ship_is_marked_and_not_lit() -> None:
    desk = ashore()
    look = desk.look(Look())
    assert look.fatal
    assert not set(look.fatal) & set(look.legal)
    scene = GUIDE.scene(desk.position, look)
    marks = [group for group in every_group(scene) if group.id.startswith("fatal ")]
    assert len(marks) == len(look.fatal)
    assert all("would run aground" in group.label for group in marks)
    rows = [row.text.line for row in desk.choices() if row.text.place in look.fatal]
    assert rows
    assert all("runs aground" in line for line in rows)


def test_an_order_that_ends_the_ship_is_asked_about_first() -> None:
    desk = ashore()
    place = next(iter(desk.look(Look()).fatal))
    order = next(row.order for row in desk.choices() if row.text.place == place)
    desk.give(order)
    assert not desk.is_over
    assert desk.message.endswith("Give the order again to do it all the same.")
    desk.give(order)
    assert desk.is_over
    assert desk.position.find("celer").gone == "aground"


def test_who_was_asked_and_did_something_else_is_asked_again() -> None:
    desk = ashore()
    place = next(iter(desk.look(Look()).fatal))
    order = next(row.order for row in desk.choices() if row.text.place == place)
    desk.give(order)
    desk.undo()
    desk.redo()
    desk.give(order)
    assert not desk.is_over


def test_a_ship_under_sail_has_her_way_too() -> None:
    desk = Desk(BAG, "landfall", seeds=range(100))
    desk.select("sirene")
    here = desk.position.ship("sirene")
    two = ESCADRES.neighbour(ESCADRES.neighbour(here.bow, here.heading), here.heading)
    desk.press(two)
    assert desk.ahead.way is not None
    assert desk.ahead.way.cost == 2
    desk.press(two)
    assert desk.position.ship("sirene").bow == two


def test_forces_in_one_hex_show_the_orders_of_both() -> None:
    """No press on the board tells them apart, so neither may hide the other's orders."""
    from widgets.games.republic.guide import GUIDE as REPUBLIC

    desk = Desk(REPUBLIC, "worn_out", seeds=range(100))
    desk.select("fresh")
    keys = {row.key for row in desk.choices()}
    assert {"attack force=fresh target=samnites", "attack force=tired target=samnites"} <= keys


@pytest.mark.parametrize("game", ["broadside", "republic", "toulon"])
def test_a_game_without_steps_has_no_way_to_show(game: str) -> None:
    """A press anywhere is told about, or refused, as before."""
    from importlib import import_module

    guide = import_module(f"widgets.games.{game}.guide").GUIDE
    scenario, ship = {"broadside": ("two_turns", "aurore"), "republic": ("worn_out", "fresh"), "toulon": ("open_road", "royals")}[game]
    desk = Desk(guide, scenario, seeds=range(100))
    desk.selected = ship
    history = desk.history
    for place in sorted(guide.hexes(desk.position), key=guide.grid.label)[:40]:
        if not list(guide.orders_at(desk.position, ship, place)):
            desk.press(place)
            desk.selected = ship
            assert desk.ahead.way is None
    assert desk.history is history

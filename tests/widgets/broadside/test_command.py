"""Chapter 10 of Broadside without a browser: who is in command through whom, how late orders are, who strikes, and the board of flags."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play import ENGINE
from rulesdemo.games.broadside.play.command import lag_of
from rulesdemo.play.order_codec import read_order
from tests.support.markup import Marked
from widgets.games.broadside.guide import GUIDE
from widgets.games.broadside.lessons.command import fate_words, through, verdict, writes
from widgets.games.broadside.try_out.flags import FlagBoard, flag_board
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene.text_painter import words as spoken


def drag(board: FlagBoard, start: str, end: str) -> str:
    """The words after a drag."""
    text = board.hear([{"do": "drag", "name": start, "value": end}])["parts"].get("flags-said", "")
    return " ".join(Marked(text).words.split())


def change(board: FlagBoard, ship: str, *names: str) -> None:
    board.selected = ship
    board.hear([{"do": "change", "name": name} for name in names])


def lags(board: FlagBoard, *names: str) -> tuple[int, ...]:
    return tuple(lag_of(board.position, board.ships[name]) for name in names)


def fate(board: FlagBoard, ship: str) -> tuple[str, int, int]:
    return tuple(verdict(board.position, board.ships[ship]))  # type: ignore[return-value]


# -- command -----------------------------------------------------------------------------------------------------------------------------


def test_the_set_piece_counts_the_turns_ahead() -> None:
    desk = Desk(GUIDE, "flagship")
    desk.select("royal")
    outlook = desk.outlook("command")
    assert outlook is not None
    # Rule VII: the chief writes each turn; out of command a ship of the line 3 turns ahead, a frigate 2.
    assert [(line.name, line.number, line.is_now) for line in outlook.lines] == [
        ("Royal", 0, True),
        ("Hardi", 3, False),
        ("Furet", 2, False),
    ]
    assert outlook.words.startswith("Royal flies the chief admiral's flag. [VII]")
    for order in ("plot royal 3", "ready"):
        desk.give(read_order(desk.engine, order))
    assert "Hardi is out of command" in through(desk.position, desk.position.ship("hardi"))


def test_the_second_set_piece_counts_who_is_beside_the_hulk() -> None:
    outlook = Desk(GUIDE, "prize").outlook("command")
    assert outlook is not None
    assert [(line.name, line.number) for line in outlook.lines[2:]] == [("Enemies beside Lion", 0), ("Friends beside Lion", 1)]
    assert "Lion: No hull, 0 enemies and 1 friend beside her" in outlook.words


def test_nothing_is_counted_once_it_is_over() -> None:
    desk = Desk(GUIDE, "flagship")
    for order in ("plot royal 3", "ready", "plot royal 4", "ready"):
        desk.give(read_order(desk.engine, order))
    assert desk.is_over
    assert desk.outlook("command") is None


def test_a_chain_of_two_a_second_admiral_and_two_alone() -> None:
    board = FlagBoard()
    # By hand: two steps SE from 0303 are 0504, two more 0705. Zele and Furet are far from all of them.
    assert lags(board, "royal", "hardi", "sage", "tonnant", "sirene", "zele", "furet") == (0, 0, 0, 0, 2, 3, 2)
    told = {name: through(board.position, ship) for name, ship in board.ships.items()}
    assert told["sage"] == "Sage is in command through Hardi, 2 hexes away. [VII]"
    assert told["tonnant"] == "Tonnant flies a second admiral's flag, 10 hexes from the chief: in command. [VII] [B26]"
    assert told["sirene"] == "Sirene is in command through Tonnant, 1 hex away, but only under a second admiral. [VII] [B26]"
    assert "the nearest friend in command, Sage, 5 hexes" in told["zele"]


def test_a_broken_link_loses_the_rest_of_the_chain() -> None:
    board = FlagBoard()
    said = drag(board, "0504", "0511")
    assert said.startswith("Hardi lies in 0511. Hardi is out of command")
    assert "She writes 3 turns ahead." in said
    assert lags(board, "hardi", "sage") == (3, 3)


def test_a_second_admiral_reaches_as_far_as_the_table_says() -> None:
    board = FlagBoard()
    drag(board, "0303", "0103")
    drag(board, "1305", "1703")  # 16 columns away, on the same row: 16 hexes
    assert lags(board, "tonnant") == (0,)
    drag(board, "1703", "1803")
    assert lags(board, "tonnant", "sirene") == (3, 2)  # a second admiral out of command commands nobody
    change(board, "tonnant", "flag")
    assert board.ships["tonnant"].admiral == "none"


def test_the_dead_make_orders_later() -> None:
    board = FlagBoard()
    change(board, "hardi", "captain")
    assert lags(board, "hardi") == (1,)
    assert (
        writes(board.position, board.ships["hardi"]) == "She writes 1 turn ahead. [VII] 0 and 1 more, for her captain is dead [T12] [B18]."
    )
    change(board, "hardi", "officers")  # 4, and not 5
    assert lags(board, "hardi") == (4,)


def test_a_chief_who_has_struck_commands_nobody() -> None:
    board = FlagBoard()
    change(board, "royal", "prize", "flag")  # the chief's flag is not changed for another
    assert board.ships["royal"].admiral == "chief"
    assert lags(board, "hardi", "tonnant") == (3, 3)
    assert "nobody is in command" in through(board.position, board.ships["hardi"])
    assert "has struck" in through(board.position, board.ships["royal"])


# -- surrender ---------------------------------------------------------------------------------------------------------------------------


def test_one_enemy_and_one_friend_leave_her_a_hulk_and_one_more_takes_her() -> None:
    board = FlagBoard()
    assert fate(board, "zele") == ("hulk", 1, 1)
    drag(board, "1309", "0809")
    assert fate(board, "zele") == ("strikes", 2, 1)
    assert "2 enemies and 1 friend beside her: more enemies than friends, so she strikes." in fate_words(
        board.position, board.ships["zele"]
    )
    assert "Zele: 2 enemies and 1 friend beside her, strikes" in spoken(board.scene)
    drag(board, "0303", "0908")
    assert fate(board, "zele") == ("hulk", 2, 2)


def test_a_leak_sinks_her_and_hull_saves_her() -> None:
    board = FlagBoard()
    change(board, "zele", "leak")
    assert fate(board, "zele")[0] == "sinks"
    change(board, "zele", "hull")
    assert fate(board, "zele")[0] == ""
    assert board.ships["zele"].hull == 12  # a two-decker's 4+4+4


def test_a_prize_is_retaken_by_the_larger_side() -> None:
    board = FlagBoard()
    change(board, "zele", "prize")
    assert fate(board, "zele") == ("struck", 1, 1)
    drag(board, "1009", "1611")
    assert fate(board, "zele") == ("retaken", 0, 1)


# -- the board ---------------------------------------------------------------------------------------------------------------------------


def test_a_hex_holds_one_ship() -> None:
    board = FlagBoard()
    before = dict(board.ships)
    assert "Refused. Lion lies in 1009, and a hex holds one ship." in drag(board, "1309", "1009")
    assert board.ships == before


def test_keys_carry_a_ship_and_all_is_put_back() -> None:
    board = FlagBoard()
    before = dict(board.ships)
    for key in ("PageDown", "PageDown", "Enter", "ArrowDown", "Enter"):
        board.hear([{"do": "key", "name": "flags", "value": key}])
    assert GRID.label(board.ships["hardi"].place) == "0505"
    board.hear([{"do": "put back"}])
    assert board.ships == before
    for act in ({}, {"do": "change", "name": "rudder"}, {"do": "drag", "name": "0303", "value": "9999"}, {"do": 3}):
        assert board.hear([act]) == {"patches": {}}


def test_every_ship_has_a_line_with_her_delay_and_what_carries_is_drawn() -> None:
    text = flag_board().first
    lines = [" ".join(Marked(each).words.split()) for each in re.findall(r'<li class="is-[a-z]+">.*?</li>', text, re.DOTALL)]
    assert len(lines) == 10
    assert lines[0].startswith("Royal each turn")
    assert lines[5].startswith("Zele 3 turns ahead, hulk")
    assert 'data-name="0303" data-grab="flags-royal' in text


def test_a_phone_gets_larger_hexes_in_a_frame_that_scrolls() -> None:
    board = FlagBoard()
    board.hear([{"do": "hello", "page": {"width": 390}}])
    assert board.scene.w > 600


# -- the second set piece ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hardi", "winner"), [("3G1", "french"), ("3", None)])
def test_two_beside_her_make_her_strike(hardi: str, winner: str | None) -> None:
    desk = Desk(GUIDE, "prize")
    for order in ("plot aurore 4", f"plot hardi {hardi}", "ready"):
        desk.give(read_order(desk.engine, order))
    result = desk.position.result
    assert (None if result is None else result.winner) == winner


def test_a_fort_is_neither_commanded_nor_a_hulk_on_the_board() -> None:
    position = ENGINE.start("convoy", None).position
    (fort,) = [ship for ship in position.ships if ship.is_fort]
    ruined = replace(position, ships=tuple(replace(ship, hull=0) if ship.is_fort else ship for ship in position.ships))
    told = spoken(GUIDE.scene(ruined, Look(lesson="command")))
    assert f"{fort.name}: " not in told

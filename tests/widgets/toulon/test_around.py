"""Around the table: who commands whom for every number of players, on the map and at the table, and where turn and markers begin."""

from __future__ import annotations

import re

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.toulon.players import COMMANDS
from rulesdemo.rules.ruleset import ruleset
from widgets.chapter.page import Chapter, chapter
from widgets.games.toulon.lessons.around import commands, deciding, outlook, player_of
from widgets.games.toulon.panels.table import TABLE, players_by_side, sentence, start_text
from widgets.kit.panel import PanelView
from widgets.scene.text_painter import label_of as spoken

RULES = ruleset("toulon")
PIECES = tuple(f"table_{players}" for players in range(2, 8))
# The table of the specification, section 4: the sides of each player, first player first.
NATIONS = ("british", "spanish", "neapolitan", "sardinian", "toulonnais")
SPLITS = {
    2: (NATIONS, ("west", "east", "bonaparte")),
    3: (NATIONS, ("west", "bonaparte"), ("east",)),
    4: (("british", "neapolitan", "sardinian", "toulonnais"), ("spanish",), ("west", "bonaparte"), ("east",)),
    5: (("british",), ("spanish",), ("neapolitan", "sardinian", "toulonnais"), ("west", "bonaparte"), ("east",)),
    6: (("british",), ("spanish",), ("neapolitan",), ("sardinian", "toulonnais"), ("west", "bonaparte"), ("east",)),
    7: (("british",), ("spanish",), ("neapolitan",), ("sardinian",), ("toulonnais",), ("west", "bonaparte"), ("east",)),
}


def page(*pieces: str) -> Chapter:
    return chapter("toulon", *(pieces or PIECES), name="en/toulon/01_around_the_table", lesson="around", ship="malaga")


def plain(text: str) -> str:
    return " ".join(re.sub(r"<details.*?</details>|<[^>]+>", " ", text).split())


@pytest.mark.parametrize("players", SPLITS)
def test_every_player_has_the_sides_of_the_list(players: int) -> None:
    position = page(f"table_{players}").desk.position
    assert tuple(commands(position, player) for player in range(1, players + 1)) == SPLITS[players]
    assert players_by_side(RULES, players) == {side: player_of(position, side) for side in COMMANDS}


@pytest.mark.parametrize(("players", "turn"), [(2, 1), (3, 1), (4, 1), (5, 5), (6, 5), (7, 5)])
def test_the_board_and_the_table_agree_on_the_turn(players: int, turn: int) -> None:
    table = page(f"table_{players}")
    assert table.desk.position.turn.number == turn
    assert f"begin on turn {turn}." in start_text(RULES, players)
    text = PanelView(TABLE).html(table.desk)
    lit = re.findall(r'<li class="is-start" aria-current="step"><span>(\d)</span>', text)
    assert lit == [str(turn)]
    assert text.count('<li class="is-over"') == turn - 1
    # The reserves of the West wing go with its player.
    assert player_of(table.desk.position, "reserve") == player_of(table.desk.position, "west")


def test_the_outlook_marks_whoever_decides_and_tells_whom_the_regiment_obeys() -> None:
    table = page("table_4")
    position = table.desk.position
    found = outlook(position, "foot_11")
    assert found.title == "4 players, from turn 1"
    assert [(line.text, line.is_now) for line in found.lines] == [("decides", True), ("waits", False), ("waits", False), ("waits", False)]
    assert found.lines[0].name == "Player 1: British, Neapolitans, Sardinians and Toulonnais"
    assert found.words == "Spanish Malaga obeys player 2. [2.1] British 11th obeys player 1. [2.1]"
    table.hear([{"do": "choose", "name": "end_moves"}])
    assert deciding(table.desk.position) == 2
    assert table.desk.selected == "malaga"


def test_another_player_s_regiment_is_refused_with_its_rule() -> None:
    table = page("table_4")
    table.hear([{"do": "take", "name": "foot_11"}])
    refused = [row for row in table.desk.choices() if row.refusal is not None]
    assert refused[0].text.title == "Spanish Malaga: go to Toulon"
    assert refused[0].refusal is not None
    assert refused[0].refusal.rule == "2.1"
    # Whose own it is, is not refused; and the enemy is not tempted by it.
    table.hear([{"do": "choose", "name": "end_moves"}])
    assert "2.1" not in {row.refusal.rule for row in table.desk.choices() if row.refusal is not None}
    table.hear([{"do": "choose", "name": "end_moves"}])
    assert deciding(table.desk.position) == 3
    assert "malaga" not in {row.text.ship for row in table.desk.choices()}


@pytest.mark.parametrize("players", [2, 3])
def test_with_few_players_the_allied_one_marches_at_once(players: int) -> None:
    table = page(f"table_{players}")
    table.hear([{"do": "press", "name": "Toulon"}])
    assert table.goals == {f"table_{players}"}


@pytest.mark.parametrize("players", [5, 6, 7])
def test_with_many_the_spanish_player_wishes_and_the_british_player_agrees(players: int) -> None:
    table = page(f"table_{players}")
    assert deciding(table.desk.position) == 1
    table.hear([{"do": "choose", "name": "skip"}])
    assert (deciding(table.desk.position), table.desk.selected) == (2, "malaga")
    table.hear([{"do": "press", "name": "Toulon"}])
    assert deciding(table.desk.position) == 1
    table.hear([{"do": "choose", "name": "agree"}])
    assert table.goals == {f"table_{players}"}
    assert deciding(table.desk.position) == 0


def test_plates_on_the_map_say_whose_units_are_there() -> None:
    table = page("table_4")
    assert spoken(table.scene, "seat ollioules") == "Ollioules: player 3 commands here"
    assert spoken(table.scene, "seat sollies") == "Solliès: player 4 commands here"
    assert spoken(table.scene, "seat la_malgue") == "Fort La Malgue: players 1, 2 command here"
    seven = page("table_7")
    assert spoken(seven.scene, "seat fleet") == "The fleet: players 1 to 5 command here"


def test_a_side_that_is_pressed_lights_its_player() -> None:
    table, panel = page("table_6"), PanelView(TABLE)
    panel.act("side", "toulonnais", table.desk)
    assert sentence(RULES, 6, "toulonnais") == "Toulonnais: player 4, who commands Sardinians too. [2.1]"
    assert sentence(RULES, 7, "toulonnais") == "Toulonnais: player 5, who commands nobody else. [2.1]"
    text = panel.html(table.desk)
    assert re.findall(r'is-lit" role="group" aria-label="([^"]+)"', text) == ["Player 4: Sardinians and Toulonnais"]
    # Two players: the Republican one sits on both sides of the table, and both places light up.
    two = page("table_2")
    panel.act("side", "bonaparte", two.desk)
    lit = re.findall(r'is-lit" role="group" aria-label="([^"]+)"', panel.html(two.desk))
    assert lit == ["Player 2: West wing and Bonaparte", "Player 2: East wing"]


def test_the_number_of_players_is_chosen_at_the_table_too() -> None:
    table = page()
    live = table.extra(TABLE)
    assert live is not None
    table.hear([{"do": "set", "name": "extra:table:players", "value": "5"}])
    assert (table.desk.scenario, table.desk.position.turn.number) == ("table_5", 5)
    panel = table.extras["table"]
    before = panel.html(table.desk)
    for what, value in (("players", "8"), ("players", "x"), ("side", "austrians"), ("seat", "1")):
        with pytest.raises(InputError):
            panel.act(what, value, table.desk)
    assert panel.html(table.desk) == before


def test_all_markers_begin_at_nothing_and_only_the_turn_depends_on_the_players() -> None:
    rows = {}
    for players in (4, 5):
        text = PanelView(TABLE).html(page(f"table_{players}").desk)
        rows[players] = re.findall(r'<th scope="row">([^<]+)</th><td>([^<]+)</td>', text)
    # 1.2 to 1.10 of the specification.
    assert [value for _name, value in rows[4]] == ["both Allied", "0", "0", "0", "nobody&#39;s", "0", "0", "1"]
    assert [(one, other) for one, other in zip(rows[4], rows[5], strict=True) if one != other] == [(("Turn", "1"), ("Turn", "5"))]


def test_the_side_is_kept_and_nonsense_is_not() -> None:
    panel = PanelView(TABLE)
    panel.restore("east")  # as 0.5 stored it
    for nonsense in (None, 3, "austrians", ["east"]):
        panel.restore(nonsense)
    assert panel.state(RULES).side == "east"
    assert panel.stored_state() == {"v": 1, "side": "east"}
    assert "East wing: player 5, who commands nobody else." in plain(panel.html(page("table_5").desk))

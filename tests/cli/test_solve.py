"""`rulesdemo solve`, run as a user runs it."""

from __future__ import annotations

import json

import pytest

from tests.cli.test_play import run
from tests.support import commands


def good(*args: str) -> str:
    return commands.good(run("solve", *args))


def bad(*args: str) -> str:
    return commands.bad(run("solve", *args))


def test_json_is_as_the_contract_says() -> None:
    assert json.loads(good("veneti", "first_move", "--json")) == {
        "value": "13/16",
        "orders": {"roll_initiative": "13/16"},
        "exact": True,
        "states": 2,
    }


def test_the_text_has_orders_best_first_the_line_and_the_enemy() -> None:
    text = good("republic", "the_envoy")
    assert text.startswith("roman meets the goal with chance 44629/62500 (71.4 %).\n")
    assert text.index("negotiate ambassador=fabricius") < text.index("pass ")
    assert "only dice stand against the goal" in text
    # Two boxes in his favour: the ambassador's table has +2 on four of ten faces.
    assert "with chance 2/5, then 1109/1250: Fabricius moves the marker +2 and returns." in text
    assert "868 positions" in text


def test_after_takes_orders_with_their_dice_and_several_in_a_row() -> None:
    rolled = json.loads(good("veneti", "first_move", "--json", "--after", "roll_initiative dice 3 4"))
    assert rolled["orders"] == {"name_first side=roman": "1", "name_first side=veneti": "0"}
    over = good("veneti", "first_move", "--after", "roll_initiative dice 3 4", "name_first side=veneti", "--json")
    assert json.loads(over)["value"] == "0"
    twice = good("veneti", "first_move", "--after", "roll_initiative dice 3 4", "--after", "name_first side=roman")
    assert twice == "The game is over, and the goal of roman was met.\n"


def test_so_many_orders_ahead_is_said_and_never_shown_as_the_whole() -> None:
    found = json.loads(good("republic", "the_envoy", "--depth", "2", "--json"))
    assert found["exact"] is False
    text = good("republic", "the_envoy", "--depth", "2")
    assert "within 2 orders; what comes later is not counted" in text
    assert "at least " in text


def test_a_patch_changes_the_value() -> None:
    printed = json.loads(good("republic", "the_envoy", "--json"))["value"]
    assert printed != json.loads(good("republic", "the_envoy", "--json", "--patch", "ambassador:0,B=+1"))["value"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["veneti", "first_mov"], "Did you mean first_move?"),
        (["venetti", "first_move"], "Did you mean veneti?"),
        (["veneti", "evening"], "veneti evening has no goal"),
        (
            ["veneti", "weather", "--states", "30"],
            "too large to be solved: there are more than 30 positions; 31 positions were looked into",
        ),
        (["broadside", "point_blank"], "in secret"),
        (["veneti", "first_move", "--after", "roll_initiative"], "roll_initiative throws dice"),
        (["veneti", "first_move", "--after", "roll_initiative dice 3 x"], "dice are whole numbers"),
        (["veneti", "first_move", "--after", "roll_initiative dice 3 9"], "is not on a d6"),
        (["veneti", "first_move", "--after", "veer ship=aquila turn=1"], "This is not the moment to veer"),
        (["veneti", "first_move", "roll_initiative"], "is left over"),
        (["veneti", "first_move", "--enemy", "captian"], "Did you mean captain?"),
        (["veneti", "first_move", "--depth", "0"], "--depth"),
        (["veneti", "weather", "--limit-seconds", "0.5"], "stopped after 0.5 seconds:"),
    ],
)
def test_what_cannot_be_solved_is_refused_in_one_sentence(args: list[str], words: str) -> None:
    assert words in bad(*args)

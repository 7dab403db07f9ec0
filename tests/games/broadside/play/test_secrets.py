"""Written orders are secret: no sight, no sentence, no save and no bot of the other side holds them before they are revealed."""

from __future__ import annotations

import base64
import json
import random
import zlib
from typing import Any

import pytest

from rulesdemo.games.broadside.play import ENGINE
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.bots import engine_bots, next_order
from rulesdemo.play.history import History
from rulesdemo.play.log import lines, playthrough
from rulesdemo.play.order_codec import read_order
from rulesdemo.play.saves import SaveError, from_code, from_text, to_code, to_text

ZIGZAG = "1D1G1"


def duel(*orders: str) -> History[Any]:
    """The duel after the weather of turn 1 and these orders."""
    history = History.start(ENGINE, "duel").play(o.RollWeather(), FixedDice((5,)))
    for said in orders:
        words, _, faces = said.partition(" dice ")
        history = history.play(read_order(ENGINE, words), FixedDice(map(int, faces.split())))
    return history


def test_a_side_sees_its_own_log_and_not_the_other() -> None:
    position = duel(f"plot aurore {ZIGZAG}").position
    assert ENGINE.sight(position, "french").ship("aurore").log == position.ship("aurore").log != ()
    assert ENGINE.sight(position, "british").ship("aurore").log == ()
    assert ENGINE.sight(position, "british").turn.wrote == ()


def test_orders_ahead_stay_secret_until_their_own_turn() -> None:
    """Hardi is out of command and writes three turns ahead."""
    history = History.start(ENGINE, "flagship")
    start, order = history.position, o.Plot("hardi", "3")
    history = history.play(order, FixedDice(())).play(o.Ready(), FixedDice(()))
    assert history.turn == 2
    assert ENGINE.secret(start, order, history.position)
    assert [line.turn for line in history.position.ship("hardi").log] == [2, 3, 4]
    assert ENGINE.sight(history.position, "british").ship("hardi").log == ()
    assert "sealed" in to_text(history)


def test_the_log_and_the_playthrough_tell_nothing_before_the_reveal() -> None:
    hidden = duel(f"plot aurore {ZIGZAG}", "ready")
    for told in (*(line.text for line in lines(hidden)), playthrough(hidden), ENGINE.situation(hidden.position)):
        assert ZIGZAG not in told
    shown = duel(f"plot aurore {ZIGZAG}", "ready", "ready")
    assert f"Aurore {ZIGZAG}" in "".join(line.text for line in lines(shown))
    assert f"plot ship=aurore text={ZIGZAG}" in playthrough(shown)


def test_a_save_seals_what_is_not_revealed_and_opens_it_afterwards() -> None:
    hidden = duel(f"plot aurore {ZIGZAG}", "ready")
    text = to_text(hidden)
    assert ZIGZAG not in text
    (step,) = [step for step in json.loads(text)["steps"] if "sealed" in step]
    assert set(step) == {"sealed", "note"}
    assert from_text(text) == hidden
    assert from_code(to_code(hidden)) == hidden
    shown = to_text(duel(f"plot aurore {ZIGZAG}", "ready", "ready"))
    assert "sealed" not in shown
    assert ZIGZAG in shown


def sealed(text: str) -> str:
    return base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"sealed": "!!", "note": ""}, "step 2: its seal is broken"),
        ({"sealed": 3, "note": ""}, "sealed must be a text"),
        ({"sealed": "x" * 10_001, "note": ""}, "sealed must be a text"),
        ({"sealed": sealed("[1]"), "note": ""}, "its seal is broken"),
        ({"sealed": sealed("[" * 5000), "note": ""}, "its seal is broken"),
        ({"sealed": sealed("x" * 20_000), "note": ""}, "its seal is broken"),
        ({"sealed": sealed('{"sealed": "x", "note": ""}'), "note": ""}, "its seal is broken"),
        ({"sealed": sealed("{}")}, "a sealed step needs note"),
        ({"sealed": sealed("{}"), "note": "", "order": "ready"}, "a sealed step has no field 'order'"),
        ({"sealed": sealed('{"faces": []}'), "note": ""}, "a step needs order"),
        ({"sealed": sealed('{"order": "plot", "ship": "aurore", "text": "9", "faces": []}'), "note": ""}, "step 2 (plot): This spends 9 M"),
    ],
)
def test_a_bad_seal_is_named_with_its_step(step: dict[str, Any], words: str) -> None:
    save = json.loads(to_text(duel()))
    save["steps"].append(step)
    with pytest.raises(SaveError) as refused:
        from_text(json.dumps(save))
    assert words in str(refused.value)


@pytest.mark.parametrize("name", engine_bots("broadside"))
def test_a_bot_chooses_the_same_whatever_the_other_side_has_written(name: str) -> None:
    bots = dict.fromkeys(ENGINE.sides, engine_bots("broadside")[name])
    chosen = {
        str(next_order(duel(*plot, "ready"), bots, random.Random(seed)))
        for seed in (7,)
        for plot in ([], ["plot aurore 3"], ["plot aurore 2"], [f"plot aurore {ZIGZAG}"], ["plot aurore 3", "erase aurore"])
    }
    assert len(chosen) == 1


@pytest.mark.parametrize("name", engine_bots("broadside"))
def test_a_bot_chooses_its_target_whatever_the_other_side_aims_at(name: str) -> None:
    bots = dict.fromkeys(ENGINE.sides, engine_bots("broadside")[name])
    start = History.start(ENGINE, "point_blank").play(o.Ready(), FixedDice(())).play(o.Ready(), FixedDice(()))
    aimed = start.play(o.Aim("aurore", "lion"), FixedDice(()))
    held = start.play(o.HoldFire("aurore"), FixedDice(()))
    assert next_order(aimed, bots, random.Random(1)) == next_order(held, bots, random.Random(1))
    assert "target=lion" not in playthrough(aimed)


def test_when_the_game_is_over_nothing_is_secret() -> None:
    history = History.start(ENGINE, "right_of_way").play(o.Plot("aurore", "4"), FixedDice(())).play(o.Ready(), FixedDice(()))
    assert history.result is not None
    assert "sealed" not in to_text(history)

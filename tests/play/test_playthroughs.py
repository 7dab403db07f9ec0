"""Golden games: texts that a player can read, played again order by order and die by die, and compared line by line.

A playthrough says at each step what was asked of whom and by which rule, the order, the faces, and what came of it with the exact chance.
The file is the game: its orders and faces are read from it. When wording or rules change on purpose, `make golden` writes the files again
from their own orders and faces; look at the difference. A new one is made from random bots, or from others that the game has:

    .venv/bin/python -m tests.play.test_playthroughs GAME SCENARIO SEED TURNS [BOT] FILE

A game by hand is made by writing its orders and faces into a file in the same form, then `make golden`.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.errors import RulesError
from rulesdemo.play.bots import engine_bots, play_out
from rulesdemo.play.history import History
from rulesdemo.play.log import playthrough
from rulesdemo.play.saves import from_text, playable, to_text
from tests.support.playthroughs import replayed

FOLDER = Path(__file__).parents[1] / "playthroughs"
FILES = sorted(FOLDER.glob("*/*.txt"))
NAMES = [f"{path.parent.name}-{path.stem}" for path in FILES]
LEAST = 3  # for each game that has any


def read_story(path: Path) -> tuple[str, History[Any]]:
    """What the file says, and the game that its orders and faces make."""
    text = path.read_text(encoding="utf-8")
    return text, replayed(playable(path.parent.name), text)


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_playthrough_tells_the_same_game_line_by_line(path: Path) -> None:
    text, history = read_story(path)
    assert history.done
    now, golden = playthrough(history).splitlines(), text.splitlines()
    for number, (line, wanted) in enumerate(zip(now, golden, strict=False), start=1):
        assert line == wanted, f"line {number} of {path.name}"
    assert now == golden


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_playthrough_shows_no_internals(path: Path) -> None:
    text, history = read_story(path)
    assert not any(inside in text for inside in ("<class", "object at 0x", "frozenset", "Hex(", "Fraction("))
    for position in (outcome.position for outcome in history.outcomes()):
        assert list(history.engine.faults(position)) == []


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_playthrough_can_be_saved(path: Path) -> None:
    _, history = read_story(path)
    again = from_text(to_text(history))
    assert again == history
    assert again.outcome == history.outcome


@pytest.mark.parametrize("game", sorted({path.parent.name for path in FILES}))
def test_a_game_has_several_and_one_to_the_end(game: str) -> None:
    histories = [read_story(path)[1] for path in FILES if path.parent.name == game]
    assert len(histories) >= LEAST
    assert any(history.result is not None for history in histories)


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_another_face_makes_another_text_or_none(path: Path) -> None:
    """The comparison would see one die that fell differently, or the game cannot be played so at all."""
    text, _ = read_story(path)
    lines = text.splitlines()
    thrown = [number for number, line in enumerate(lines) if line.startswith("   dice ")]
    number = thrown[len(thrown) // 2]
    *head, face = lines[number].split(" ")
    lines[number] = " ".join([*head, str(int(face) % 6 + 1)])
    changed = "\n".join(lines) + "\n"
    try:
        history = replayed(playable(path.parent.name), changed)
    except RulesError:
        return
    assert playthrough(history) != text


def new(game: str, scenario: str, seed: str, turns: str, bot: str = "random") -> str:
    """A game of bots, from its start to the end of some turns."""
    engine, rng = playable(game), random.Random(int(seed))
    history = play_out(History.start(engine, scenario), dict.fromkeys(engine.sides, engine_bots(game)[bot]), rng)
    kept = [step for step, outcome in enumerate(history.outcomes()) if engine.turn(outcome.position) <= int(turns)]
    return playthrough(history.at(kept[-1]))


if __name__ == "__main__":
    *given, file = sys.argv[1:]
    Path(file).write_text(new(*given), encoding="utf-8")

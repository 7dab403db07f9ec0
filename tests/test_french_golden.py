"""The French of each game as somebody read it; `make golden` writes it anew, and `git diff` shows what moved."""

import pytest

from rulesdemo.rules.datafiles import GAMES
from tests.support.french_golden import files


@pytest.mark.parametrize("game", GAMES)
def test_the_french_of_a_game_is_as_it_was_read(game: str) -> None:
    for path, text in files(game):
        assert text == path.read_text(encoding="utf-8"), f"{path.name}: make golden writes it anew"

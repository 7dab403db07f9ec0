"""Every command speaks the language of --lang: in the pseudo-language only names and codes stand outside of the brackets."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rulesdemo.play.game import game as find_game
from rulesdemo.rules.datafiles import GAMES
from tests.cli.test_cli import run
from tests.support.pseudo import english_outside
from tests.support.pseudo_pages import codes_of

COMMANDS = [
    "games",
    "procedures broadside",
    "rules escadres",
    "rules veneti 99.9",
    "tables broadside",
    "tables --audit",
    "odds veneti.boarding attackers=4 defenders=1",
    "odds veneti.boarding attackers=x defenders=1",
    "odds veneti.bording",
    "roll veneti.boarding attackers=4 defenders=1 --seed 3",
    "roll veneti.boarding attackers=4 defenders=1 --seed 3 --times 20",
    "roll veneti.boarding attackers=4 defenders=1 --faces 3,9",
    "why veneti.boarding attackers=4 defenders=1 --when captured=true",
    "formula broadside.wind_reaches force=3 target=4 --over turns --when reached=true",
    "least veneti.boarding defenders=2 --over attackers --when captured=true --chance 2/3",
    "worth veneti.boarding attackers=4 defenders=1 --when captured=true",
    "mean veneti.boarding attackers=4 defenders=1 --field attacker_loss",
    "play escadres duel --bots random --seed 2",
    "play broadside duel --bots random --seed 2",
    "play broadside nope --bots random",
    "nope",
]


def codes() -> set[str]:
    """Names that no language changes: of games, procedures and their fields, tables and their labels, rules, sides and ships."""
    found = {"rulesdemo", *GAMES}.union(*map(codes_of, GAMES))
    for game in ("broadside", "escadres"):
        engine: Any = find_game(game).play()
        found |= {ship.name for name in engine.scenarios() for ship in engine.start(name, None).position.ships}
    return found | set(re.findall(r"^  (\w+)  ", run("--help").stdout, re.MULTILINE))


@pytest.fixture(scope="module")
def known() -> set[str]:
    return codes()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_shows_no_english(command: str, known: set[str]) -> None:
    words = command.split()
    scenarios = run("play", words[1]).stdout.split() if words[0] == "play" else []
    done = run(*words, "--lang", "qps")
    assert "⟦" in done.stdout + done.stderr
    allowed = {*known, *scenarios, *words}
    wrong = [line for line in (done.stdout + done.stderr).splitlines() if english_outside(line, allowed)]
    assert wrong == []


def test_help_is_put_into_words() -> None:
    done = run("odds", "--help", "--lang", "qps")
    assert "⟦Answer as JSON.⟧" in done.stdout

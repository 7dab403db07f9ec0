"""Playthroughs read back: the orders and dice of a told game, given again, must tell the same game."""

from __future__ import annotations

import re
from typing import Any

from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import Engine
from rulesdemo.play.history import History
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import ruleset

ORDER = re.compile(r"^   (?:\w+ )?> (?P<order>.+)$")
DICE = re.compile(r"^   dice (?P<faces>[\d ]+)(?:, rolled again(?: (?P<times>\d+) times)?)?$")


def replayed(engine: Engine[Any], text: str) -> History[Any]:
    """The game that a playthrough tells."""
    lines = text.splitlines()
    head = [line.partition(" ")[::2] for line in lines[: lines.index("")]]
    switches = dict(rest.split("=") for word, rest in head if word == "set")
    patches = {}
    for place, _, value in (rest.rpartition("=") for word, rest in head if word == "patch"):
        table, _, where = place.partition(":")
        row, _, column = where.rpartition(",")
        patches[table, row, column] = value
    history = History.start(engine, dict(head)["scenario"], ruleset(engine.game, switches, patches))
    for at, line in enumerate(lines):
        given = ORDER.match(line)
        if given:
            thrown = DICE.match(lines[at + 1]) if at + 1 < len(lines) else None
            faces = map(int, thrown["faces"].split()) if thrown else ()
            rerolls = int(thrown["times"] or 1) if thrown and "again" in thrown[0] else 0
            history = history.play(read_order(engine, given["order"]), FixedDice(faces), rerolls)
    return history

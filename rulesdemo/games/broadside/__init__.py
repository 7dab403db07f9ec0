"""Broadside: written orders under sail. Wiring only; each chapter of the rules is a module."""

from rulesdemo.games.broadside import (
    boarding,
    command,
    criticals,
    gunnery,
    hull,
    movement,
    orders,
    rounding,
    ships,
    surrender,
    weather,
)
from rulesdemo.play.game import Game

GAME = Game(
    "broadside",
    (ships, weather, movement, orders, boarding, gunnery, hull, criticals, surrender, command, rounding),
    engine="rulesdemo.games.broadside.play",
)

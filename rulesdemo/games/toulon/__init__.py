"""Toulon 1793: a port under siege. Wiring only; each chapter of the rules is a module."""

from rulesdemo.games.toulon import (
    combat,
    evacuation,
    fortifications,
    hasty,
    initiative,
    leaders,
    movement,
    operations,
    options,
    players,
    setup,
    stacking,
    supply,
    turns,
)
from rulesdemo.play.game import Game

GAME = Game(
    "toulon",
    (
        setup,
        initiative,
        players,
        evacuation,
        stacking,
        operations,
        movement,
        supply,
        combat,
        fortifications,
        turns,
        hasty,
        leaders,
        options,
    ),
    engine="rulesdemo.games.toulon.play",
)

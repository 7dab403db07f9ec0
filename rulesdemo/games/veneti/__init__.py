"""Veneti: oars against sails off Brittany, 56 BC. Wiring only; each chapter of the rules is a module."""

from rulesdemo.games.veneti import (
    boarding,
    disengagement,
    fire,
    grappling,
    initiative,
    leaders,
    missiles,
    movement,
    rowing,
    ships,
    squadrons,
    wind,
)
from rulesdemo.play.game import Game

GAME = Game(
    "veneti",
    (initiative, ships, movement, squadrons, rowing, leaders, wind, grappling, boarding, disengagement, missiles, fire),
    engine="rulesdemo.games.veneti.play",
)

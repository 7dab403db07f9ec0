"""Escadres: fleets under sail, one chit at a time. Wiring only; each chapter of the rules is a module."""

from rulesdemo.games.escadres import blast, burning, damage, drift, gunnery, hulks, movement, ships, turn, victory
from rulesdemo.play.game import Game

GAME = Game(
    "escadres",
    (ships, victory, turn, movement, drift, gunnery, damage, burning, hulks, blast),
    engine="rulesdemo.games.escadres.play",
)

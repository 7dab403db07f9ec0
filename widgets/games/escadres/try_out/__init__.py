"""Boards of Escadres to try one rule on."""

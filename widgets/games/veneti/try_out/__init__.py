"""Boards of Veneti to try one rule on."""

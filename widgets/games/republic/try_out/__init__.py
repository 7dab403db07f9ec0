"""Boards of Republic to try one rule on."""

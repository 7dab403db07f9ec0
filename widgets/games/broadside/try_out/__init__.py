"""Boards of Broadside to try one rule on."""

"""The board of Escadres."""

"""The game escadres."""

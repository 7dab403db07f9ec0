"""What only one game shows: a module for each, named as the game."""

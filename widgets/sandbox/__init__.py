"""The page of a whole game, with its opponents."""

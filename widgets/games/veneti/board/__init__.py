"""The board of Veneti."""

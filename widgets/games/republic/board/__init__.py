"""The board of Republic."""

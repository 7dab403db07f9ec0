"""The board of Toulon."""

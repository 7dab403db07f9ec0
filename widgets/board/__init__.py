"""Boards of any game: charts, counters, highlights, hex notes, boards to try things on."""

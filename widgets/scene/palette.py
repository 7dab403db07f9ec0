"""The colours of boards and drawings, by the names of the look book."""

from __future__ import annotations

from typing import Final

PAPER: Final = "#FAF7EF"
SHEET: Final = "#FFFDF9"
INK: Final = "#1B2A33"
INK2: Final = "#4A5A64"
SEA: Final = "#E4EFF2"
SHOAL: Final = "#CFE3E9"
GRID: Final = "#A5BFC9"
COORD: Final = "#4F6B78"
LAND: Final = "#F0E4C3"
COAST: Final = "#7A6532"
MAG: Final = "#8E1D63"
RUST: Final = "#9E3A12"
BLUE: Final = "#1B4F86"
TEAL: Final = "#0A6259"
TEALMID: Final = "#6DB0A5"
SAND: Final = "#CDBF9C"
AMBER: Final = "#F0B429"
WHITE: Final = "#FFFFFF"

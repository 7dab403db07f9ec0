"""The only module that opens files: finds data/, reads TOML and CSV, and says which file, row and column is at fault."""

from __future__ import annotations

import csv
import io
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from rulesdemo.errors import DataError, InputError


def folder(name: str, checkout: str = "") -> Path:
    """A folder that an installed package carries inside and a checkout has beside the package."""
    inside = Path(__file__).parent / name
    return inside if inside.is_dir() else Path(__file__).parent.parent / (checkout or name)


@cache
def root() -> Path:
    """The data folder."""
    return folder("data")


GAMES: Final = tuple(sorted(path.parent.name for path in root().glob("*/game.toml")))


def shown(path: Path) -> str:
    """A path as error sentences print it, from `data/` on."""
    try:
        return f"data/{path.relative_to(root()).as_posix()}"
    except ValueError:
        return path.name


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        message = f"{shown(path)} cannot be read: {getattr(wrong, 'strerror', None) or 'it is not UTF-8 text'}"
        raise DataError(message) from None


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as a dict."""
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as wrong:
        message = f"{shown(path)} is not valid TOML: {wrong}"
        raise DataError(message) from None


def read_csv(path: Path) -> list[list[str]]:
    """A CSV file as rows of equal length, cells stripped of outer spaces."""
    try:
        rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(read_text(path), newline=""), strict=True) if row]
    except csv.Error as wrong:
        message = f"{shown(path)} is not valid CSV: {wrong}"
        raise DataError(message) from None
    if len(rows) < 2 or len(rows[0]) < 2:  # noqa: PLR2004 - a heading and one row, a label and one cell
        message = f"{shown(path)} needs a heading line and at least one row, with a label and at least one cell"
        raise DataError(message)
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            message = f"{shown(path)}, line {number} ({row[0]!r}): {len(row)} cells where the heading has {len(rows[0])}"
            raise DataError(message)
    return rows


def game_folder(game: str) -> Path:
    """The folder of one game."""
    return root() / game


@cache
def table_names(game: str) -> tuple[str, ...]:
    """The tables of a game, by name."""
    return tuple(sorted(path.stem for path in (game_folder(game) / "tables").glob("*.csv")))


def table_files(game: str, name: str) -> tuple[list[list[str]], dict[str, Any], str]:
    """The grid and the sidecar of a table, and the CSV's name for error sentences."""
    folder = game_folder(game) / "tables"
    return read_csv(folder / f"{name}.csv"), read_toml(folder / f"{name}.toml"), shown(folder / f"{name}.csv")


@cache
def game_file(game: str, name: str) -> dict[str, Any]:
    """One of a game's own TOML files: game, rules or rulings."""
    return read_toml(game_folder(game) / f"{name}.toml")


def read_reader_text(file: str) -> str:
    """A file that the reader named on the command line."""
    try:
        return Path(file).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as wrong:
        message = f"{file} cannot be read: {getattr(wrong, 'strerror', None) or 'it is not UTF-8 text'}"
        raise InputError(message) from None

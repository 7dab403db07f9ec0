"""The only module that opens files: finds data/, reads TOML and CSV, and says which file, row and column is at fault."""

from __future__ import annotations

import csv
import io
import os
import tomllib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from rulesdemo.errors import DataError, InputError
from rulesdemo.templates import MOST_REPEATED
from rulesdemo.words import N_, by_language

PACKAGE: Final = Path(__file__).parents[1]
SHOWN: Final = ("title", "line", "you")  # what a game's own file says in several languages


def folder(name: str, checkout: str = "") -> Path:
    """A folder of this release, or the one that an author or a test has in its place."""
    chosen = os.environ.get(f"RULESDEMO_{name.upper()}_FOLDER")
    return Path(chosen) if chosen else release_folder(name, checkout)


def release_folder(name: str, checkout: str = "") -> Path:
    """A folder that an installed package carries inside and a checkout has beside the package."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / (checkout or name)


@cache
def root() -> Path:
    """The data folder."""
    return folder("data")


GAMES: Final = tuple(sorted(path.parent.name for path in root().glob("*/game.toml")))


def short_path(path: Path) -> str:
    """A path as error sentences print it, from `data/` on."""
    try:
        return f"data/{path.relative_to(root()).as_posix()}"
    except ValueError:
        return path.name


def brief_path(file: str) -> str:
    """Return the name of a reader's file as refusals repeat it: of a long one its end, which tells it from others.

    >>> brief_path("game.json"), brief_path("~/" + "deep/" * 20 + "game.json")
    ('game.json', '…/deep/deep/deep/deep/deep/deep/game.json')
    """
    return file if len(file) <= 2 * MOST_REPEATED else f"…{file[-MOST_REPEATED:]}"


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        message = N_("{file} cannot be read: {reason}").format(
            file=short_path(path), reason=getattr(wrong, "strerror", None) or N_("it is not UTF-8 text")
        )
        raise DataError(message) from None


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as a dict."""
    try:
        return tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as wrong:
        message = N_("{file} is not valid TOML: {wrong}").format(file=short_path(path), wrong=wrong)
        raise DataError(message) from None


def read_csv(path: Path) -> list[list[str]]:
    """A CSV file as rows of equal length, cells stripped of outer spaces."""
    try:
        rows = [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(read_text(path), newline=""), strict=True) if row]
    except csv.Error as wrong:
        message = N_("{file} is not valid CSV: {wrong}").format(file=short_path(path), wrong=wrong)
        raise DataError(message) from None
    if len(rows) < 2 or len(rows[0]) < 2:  # noqa: PLR2004 - a heading and one row, a label and one cell
        message = N_("{file} needs a heading line and at least one row, with a label and at least one cell").format(file=short_path(path))
        raise DataError(message)
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            message = N_("{file}, line {number} ({row!r}): {cells} cells where the heading has {columns}").format(
                file=short_path(path), number=number, row=row[0], cells=len(row), columns=len(rows[0])
            )
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
    return read_csv(folder / f"{name}.csv"), read_toml(folder / f"{name}.toml"), short_path(folder / f"{name}.csv")


def release_grid(game: str, name: str) -> list[list[str]] | None:
    """The grid of a table as this release has it, empty where it lacks the table; None where nothing is the reader’s own."""
    home = release_folder("data") / game
    if home.resolve() == game_folder(game).resolve() or not (home / "game.toml").is_file():
        return None
    path = home / "tables" / f"{name}.csv"
    return read_csv(path) if path.is_file() else []


@cache
def game_file(game: str, name: str) -> dict[str, Any]:
    """One of a game's own TOML files: game, rules or rulings."""
    found = read_toml(game_folder(game) / f"{name}.toml")
    if name == "game":
        found |= {key: by_language(found[key]) for key in SHOWN if isinstance(found.get(key), dict)}
        found |= {"about": N_(found["about"])} if "about" in found else {}
    return found


@cache
def scenario_names(game: str) -> tuple[str, ...]:
    """The scenarios of a game, by name."""
    return tuple(sorted(path.stem for path in (game_folder(game) / "scenarios").glob("*.toml")))


def scenario_file(game: str, name: str) -> tuple[dict[str, Any], str]:
    """What a scenario's file says, and the file's name for error sentences."""
    path = game_folder(game) / "scenarios" / f"{name}.toml"
    return read_toml(path), short_path(path)


def record_file(game: str, name: str) -> tuple[str, str]:
    """The text of a recorded game, which is a save, and the file's name for error sentences."""
    path = game_folder(game) / "records" / f"{name}.json"
    return read_text(path), short_path(path)


def read_reader_text(file: str, most: int | None = None) -> str:
    """A file that the reader named on the command line; one of more than `most` characters is refused before it is read in full."""
    try:
        with Path(file).open(encoding="utf-8-sig") as opened:
            text = opened.read() if most is None else opened.read(most + 1)
    except (OSError, ValueError) as wrong:
        reason = getattr(wrong, "strerror", None) or N_("it is not UTF-8 text")
        message = N_("{file} cannot be read: {reason}").format(file=brief_path(file), reason=reason)
        raise InputError(message) from None
    if most is not None and len(text) > most:
        message = N_("{file} is too long: more than {most:,} characters").format(file=brief_path(file), most=most)
        raise InputError(message)
    return text


def check_reader_file(file: str) -> bool:
    """Refuse a name under which no file can be written; tell whether a file is there already."""
    try:
        path = Path(file)
        there = path.exists() or path.is_symlink()
        faults = {
            N_("its name is empty"): not file,
            N_("it is a folder"): path.is_dir(),
            N_("it is no plain file"): there and not path.is_file(),
            N_("its folder does not exist"): not path.resolve().parent.is_dir(),
        }
    except (OSError, ValueError, RuntimeError):  # too long, with a null in it, or a link to itself
        there, faults = False, {N_("its name is not valid"): True}
    wrong = next((fault for fault, found in faults.items() if found), "")
    if wrong:
        message = N_("{file} cannot be written: {wrong}").format(file=brief_path(file), wrong=wrong)
        raise InputError(message)
    return there


def write_reader_text(file: str, text: str) -> None:
    """Write a file that the reader named: all of it or, if that fails, nothing, so that what was there before is not lost."""
    there = check_reader_file(file)
    path = Path(file).resolve()  # through a link to the file itself
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as opened:
            opened.write(text)
        if there:
            beside.chmod(path.stat().st_mode)
        beside.replace(path)
    except (OSError, ValueError) as wrong:
        message = N_("{file} cannot be written: {reason}").format(
            file=brief_path(file), reason=getattr(wrong, "strerror", None) or N_("its name or text is not valid")
        )
        raise InputError(message) from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)

"""The shape of the code: who imports whom, how long a module is, what it is called, and what it may not mention."""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("rulesdemo", "widgets")
LONGEST = 500
BANNED_NAMES = {"utils", "helpers", "common", "manager", "base", "misc"}
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|root|home)/")
WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")  # of an identifier or a text: snake_case, CamelCase, CAPITALS
HIDDEN_BUT_OURS = {".ci"}
LEFT_BY_BUILDING = {"__pycache__", "build", "dist"}


def modules() -> list[Path]:
    """Every module of the two packages; finding none would make the tests below say nothing."""
    found = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    assert {path.relative_to(ROOT).parts[0] for path in found} == set(PACKAGES)
    return found


def games() -> set[str]:
    """The games are the packages in rulesdemo/games."""
    found = {path.parent.name for path in (ROOT / "rulesdemo" / "games").glob("*/__init__.py")}
    assert found
    return found


def path_text(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


# ---------------------------------------------------------------------------------------------------------------- imports


def test_imports_keep_their_contracts() -> None:
    command = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run([command, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


# ------------------------------------------------------------------------------------------------------- sizes and names


def test_no_module_is_too_long() -> None:
    lengths = {path_text(path): len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def test_no_module_has_a_name_that_says_nothing() -> None:
    words = {
        path_text(path): set(path.relative_to(ROOT).with_suffix("").as_posix().lower().replace("_", "/").split("/")) for path in modules()
    }
    assert [name for name, said in words.items() if said & BANNED_NAMES] == []


# --------------------------------------------------------------------------------------------------------- machine paths


def tracked_files() -> list[Path]:
    """What git keeps or would keep; without git (an unpacked source archive), all but hidden folders and what building leaves."""
    git = shutil.which("git")
    if git and (ROOT / ".git").exists():
        command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        if listed.returncode == 0:
            return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]
    return [
        path
        for path in ROOT.rglob("*")
        if path.is_file()
        and not any(
            folder in LEFT_BY_BUILDING or (folder.startswith(".") and folder not in HIDDEN_BUT_OURS)
            for folder in path.relative_to(ROOT).parts[:-1]
        )
    ]


def machine_paths(text: str) -> list[int]:
    """Numbers of the lines that name a folder of somebody's machine."""
    return [number for number, line in enumerate(text.splitlines(), 1) if MACHINE_PATH.search(line)]


def test_no_file_names_a_folder_of_somebodys_machine() -> None:
    places = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture or an archive
        places += [f"{path_text(path)}:{line}" for line in machine_paths(text)]
    assert places == []


@pytest.mark.parametrize("folder", ["work", "root", "home"])
def test_a_machine_path_is_seen(folder: str) -> None:
    path = f"/{folder}/someone/book"
    assert machine_paths(f"fine\nopen('{path}')\n{path}") == [2, 3]
    assert machine_paths(f"https://example.org{path}\n{folder}/someone\n../..{path}") == []


# ---------------------------------------------------------------------------------------------------------- games' names


# History names a people, a town and a volley after which games are called; and one word of a game's inputs has two meanings.
NAMED = {"widgets/play/real_day_maps.py", "widgets/kit/fields.py"}
EXAMPLE = re.compile(r"\b[Aa]s in\b|^Try: ")


def texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Each name and string of the code with its line, but no docstring (a string that stands alone as a statement).

    An example shown to the reader ("as in ...", "Try: ...") names a real game, so those are left alone too.
    """
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if id(node) in alone and isinstance(node, ast.Constant):
            continue
        for _, value in ast.iter_fields(node):
            for text in value if isinstance(value, list) else [value]:
                if isinstance(text, str) and not EXAMPLE.search(text):
                    yield getattr(node, "lineno", 0), text


def games_named(code: str, names: set[str]) -> list[tuple[int, str]]:
    """Lines of the code that mention a game, and which."""
    found = {(line, word.lower()) for line, text in texts(ast.parse(code)) for word in WORD.findall(text)}
    return sorted((line, word) for line, word in found if word in names)


def test_shared_modules_name_no_game() -> None:
    names = games()
    shared = [path for path in modules() if path.relative_to(ROOT).parts[1] != "games" and path_text(path) not in NAMED]
    assert shared
    named = {path_text(path): games_named(path.read_text(encoding="utf-8"), names) for path in shared}
    assert {name: lines for name, lines in named.items() if lines} == {}
    assert [path_text(path) for path in shared if names & set(path.stem.split("_"))] == []


@pytest.mark.parametrize(
    "code",
    [
        "import rulesdemo.games.chess",
        "from rulesdemo.games import chess as game",
        "from rulesdemo.games.chess import legal",
        "play_chess = 1",
        "class ChessBoard: pass",
        "def f(chess): pass",
        "f(chess=1)",
        "x.chess",
        "games = ['chess.castling']",
        "f'{x} of CHESS'",
        "match x:\n    case {'a': 1, **chess}: pass",
        "global chess",
    ],
)
def test_a_games_name_is_seen(code: str) -> None:
    assert [word for _, word in games_named(code, {"chess"})] == ["chess"]


@pytest.mark.parametrize(
    "code",
    [
        '"""As in chess."""',
        'def f():\n    """Castle.\n\n    >>> odds("chess.castling")\n    """',
        "x = 1  # as in chess",
        "chessmen = 'chessmen'",
        "say('Name a procedure, as in chess.castling')",
    ],
)
def test_docstrings_comments_and_longer_words_are_left_alone(code: str) -> None:
    assert games_named(code, {"chess"}) == []

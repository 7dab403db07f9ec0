"""`dice.last(...)` gives its value only after `return`; anywhere else the exact odds would be quietly wrong."""

import ast
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[2] / "rulesdemo" / "games"


def misplaced(source: str) -> list[int]:
    """Lines on which `dice.last` is used other than called straight after `return`."""
    tree = ast.parse(source)
    returned = {id(node.value.func) for node in ast.walk(tree) if isinstance(node, ast.Return) and isinstance(node.value, ast.Call)}
    # A conditional expression returns one of its two arms untouched, so both may be such a call.
    waiting = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and isinstance(node.value, ast.IfExp)]
    while waiting:
        choice = waiting.pop()
        for arm in (choice.body, choice.orelse):
            if isinstance(arm, ast.IfExp):
                waiting.append(arm)
            elif isinstance(arm, ast.Call):
                returned.add(id(arm.func))
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "dice.last" and id(node) not in returned
    ]


@pytest.mark.parametrize("path", sorted(GAMES.rglob("*.py")), ids=lambda path: path.relative_to(GAMES).as_posix())
def test_last_stands_straight_after_return(path: Path) -> None:
    assert misplaced(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("return dice.last(battle, 1)", []),
        ("return dice.last(battle, 1) if drm else dice.last(battle, 2)", []),
        ("return dice.do(battle, 1)", []),
        ("value = dice.last(battle, 1)\n    return value", [2]),
        ("return dice.last(battle, 1).loss", [2]),
        ("return Loss(dice.last(battle, 1))", [2]),
        ("return dice.last(battle, 1), 2", [2]),
        ("return dice.last(battle, 1) or None", [2]),
        ("return 1 if dice.last(battle, 1) else 2", [2]),
        ("tail = dice.last\n    return tail(battle, 1)", [2]),
    ],
)
def test_the_lint_sees_every_other_place(body: str, lines: list[int]) -> None:
    assert misplaced(f"def full_battle(dice, drm):\n    {body}\n") == lines

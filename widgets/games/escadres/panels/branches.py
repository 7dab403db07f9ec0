"""What one die of a shot can lead to, as a tree: each table a level, its results the branches, read from the tables in the reading chosen.

>>> from rulesdemo.rules.ruleset import ruleset
>>> [(branch.faces, branch.chance) for branch in levels(ruleset("escadres"))[3]]
[((1, 2, 3), Fraction(1, 432)), ((4, 5, 6), Fraction(1, 432))]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from rulesdemo.games.escadres.damage import AMOUNT, Damage, critical_table, damage_table
from rulesdemo.games.escadres.play.events import losses_text
from rulesdemo.games.escadres.play.facts import listed
from rulesdemo.odds.dice import D6
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.rules.tables import Table
from rulesdemo.words import N_, _, cache_by_language, ngettext
from widgets.web.phrases import titled

RULES: Final = ("E-DMG-1", "E-DMG-2", "E-DMG-3", "E-DMG-3")
ONWARD: Final = {"critical": N_("critical"), "big_critical": N_("big critical"), "major_explosion": N_("major explosion")}
# The results of the big critical table have names of their own, by face.
NAMES: Final = {
    1: N_("Explosion"),
    2: N_("Major leak"),
    3: N_("Masts"),
    4: N_("Helm"),
    5: N_("Aground or taken aback"),
    6: N_("Major explosion"),
}
MAGAZINE: Final = N_("the magazine goes, and the ship explodes")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Branch:
    """One result of one table: the faces it covers, what it costs at least and at most, and whether the die is thrown on."""

    level: int
    faces: tuple[int, ...]
    title: str
    cost: str  # in words
    power: Span
    crew: Span
    leads: bool
    explodes: bool
    more: int  # dice thrown for amounts, after which nothing depends on them
    share: Fraction  # of its own die
    chance: Fraction  # of the whole way from the first die

    @property
    def key(self) -> str:
        """Return its name on the page."""
        return f"{self.level}-{self.faces[0]}"

    @property
    def faces_text(self) -> str:
        """Return the faces as a table prints them."""
        return str(self.faces[0]) if len(self.faces) == 1 else f"{self.faces[0]}-{self.faces[-1]}"


@cache_by_language(20)
def levels(rules: Ruleset) -> tuple[tuple[Branch, ...], ...]:
    """Return the four tables one after the other, each thrown on by one branch of the table before it."""
    found: list[tuple[Branch, ...]] = []
    chance = Fraction(1)
    for level, table in enumerate(_tables(rules)):
        found.append(tuple(_branch(rules, level, table, faces, chance) for faces in _alike(table)))
        chance = sum((branch.chance for branch in found[-1] if branch.leads), Fraction(0))
    return tuple(found)


def way(rules: Ruleset, branch: Branch) -> tuple[Branch, ...]:
    """Return the branches from the first die to this one."""
    before = tuple(next(each for each in level if each.leads) for level in levels(rules)[: branch.level])
    return (*before, branch)


def find(rules: Ruleset, key: str) -> Branch:
    """Return a branch by its name on the page; a LookupError for a name that none has."""
    return {branch.key: branch for level in levels(rules) for branch in level}[key]


def ways(rules: Ruleset, faces: Sequence[int]) -> tuple[tuple[Branch, ...], ...]:
    """Return the way of each die of a shot through the tree, by the faces in the order in which they were thrown.

    >>> from rulesdemo.rules.ruleset import ruleset
    >>> [[branch.faces_text for branch in each] for each in ways(ruleset("escadres"), (3, 6, 6, 1, 4, 5))]
    [['3-4'], ['6', '6', '1'], ['5']]
    """
    tree, left, found = levels(rules), list(faces), []
    while left:
        path: list[Branch] = []
        while left and (not path or path[-1].leads):
            face = left.pop(0)
            path.append(next(branch for branch in tree[len(path)] if face in branch.faces))
        del left[: path[-1].more]
        found.append(tuple(path))
    return tuple(found)


# -- reading the tables ----------------------------------------------------------------------------------------------------------------


def _tables(rules: Ruleset) -> tuple[Table, ...]:
    return damage_table(rules), critical_table(rules), rules.table("big_critical"), rules.table("major_explosion")


def _line(table: Table, face: int) -> Any:  # noqa: ANN401 - an entry, or a record of them
    return table.under(D6)[D6.faces.index(face)]


def _alike(table: Table) -> list[tuple[int, ...]]:
    """Return the faces that give the same, together."""
    found: dict[Any, list[int]] = {}
    for face in D6.faces:
        found.setdefault(_line(table, face), []).append(face)
    return [tuple(faces) for faces in found.values()]


def _branch(rules: Ruleset, level: int, table: Table, faces: tuple[int, ...], reached: Fraction) -> Branch:
    line = _line(table, faces[0])
    share = Fraction(len(faces), len(D6.faces))
    made = _plain if level < RULES.index("E-DMG-3") else _rich
    return Branch(level, faces, *made(rules, line, faces[0]), share, reached * share)


def _plain(rules: Ruleset, line: Any, _face: int) -> tuple[str, str, Span, Span, bool, bool, int]:  # noqa: ANN401 - one result or two
    """Return a result of the first two tables, by name; in reading B a face may have two."""
    names = [line] if isinstance(line, str) else [name for name in line if name]
    costs = [rules.table("results").record(name) for name in names if name not in ONWARD]
    power, crew, fires = (sum(cost[place] for cost in costs) for place in range(3))
    onward = [ONWARD[name] for name in names if name in ONWARD]
    lost = losses_text(Damage(power, crew, fires, 0, 0, stopped=False, exploded=False))
    is_miss = not (power or crew or fires or onward)
    title = _("miss") if is_miss else lost
    if onward:
        (name,) = onward
        title = name if not (power or crew or fires) else _("{lost} and a {name}").format(lost=lost, name=name)
    return titled(title), lost, (power, power), (crew, crew), bool(onward), False, 0


def _rich(_rules: Ruleset, line: Any, face: int) -> tuple[str, str, Span, Span, bool, bool, int]:  # noqa: ANN401 - a record of the table
    """Return a line of the last two tables, with amounts that may be dice."""
    has = line._asdict()
    if has.get("exploded") and int(has["exploded"]):
        return _("The ship explodes"), MAGAZINE, (0, 0), (0, 0), False, True, 0
    power, crew, fires = (span(str(has.get(name, 0))) for name in ("power", "crew", "fires"))
    leads = has.get("roll") in ONWARD
    parts = [
        *([_amount(power, _("{n} power"))] if power[1] else []),
        *([_amount(crew, _("{n} crew"))] if crew[1] else []),
        *([_amount(fires, ngettext("{n} new fire", "{n} new fires", fires[1]))] if fires[1] else []),
        *([_("{n} speed for good").format(n=has["speed"])] if has.get("speed") else []),
        *([ngettext("{n} turn for good", "{n} turns for good", has["turns"]).format(n=has["turns"])] if has.get("turns") else []),
        *([_("the next move")] if has.get("stopped") else []),
    ]
    cost = listed(parts) if parts else ""
    more = sum(dice_of(str(has.get(name, 0))) for name in ("power", "crew", "fires"))
    # The last table has no names for its lines: what they cost says it.
    title = NAMES[face] if "roll" in has else titled(cost)
    return title, cost, power, crew, leads, False, more


def span(text: str) -> Span:
    """Return the least and the most that an amount of the tables can be.

    >>> span("2d6"), span("1d3"), span("2")
    ((2, 12), (1, 3), (2, 2))
    """
    count, sides = _read(text)
    return count, count * (sides or 1)


def dice_of(text: str) -> int:
    """Return the number of dice that are thrown for an amount."""
    count, sides = _read(text)
    return count if sides else 0


def _read(text: str) -> tuple[int, int]:
    found = AMOUNT.fullmatch(text)
    return (int(found[1]), int(found[2] or 0)) if found else (0, 0)


def _amount(of: Span, words: str) -> str:
    low, high = of
    number = str(low) if low == high else _("{low} to {high}").format(low=low, high=high)
    return words.format(n=number)

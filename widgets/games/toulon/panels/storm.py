"""The same attack under each leader and against each state of a redoubt: nine ratios that the engine works out, one of them in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.toulon.combat import combined_units
from rulesdemo.games.toulon.play import scenarios
from rulesdemo.games.toulon.play.combat import attack_strength, defence_strength, odds_of
from rulesdemo.games.toulon.play.state import Battle
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.toulon import names
from widgets.games.toulon.panels.thought_positions import thought_position
from widgets.kit.components import Custom, PickTable
from widgets.kit.controls import Pick
from widgets.kit.panel import Component, Panel, State
from widgets.kit.pick_table import Cell, answer_cell

ZONE: Final = "la_seyne"
ATTACKERS: Final = ("allobroges", "bourgogne", "west_chasseurs")
DEFENDER: Final = "royals"
LETTERS: Final = ("A", "B", "C")
WORKS: Final = {"improved": N_("improved redoubt"), "normal": N_("redoubt"), "removed": N_("removed")}

CELLS: Final = {f"{letter}-{work}": "" for letter in LETTERS for work in WORKS}


class Storm(NamedTuple):
    """Both strengths and the ratio."""

    attack: int
    defence: int
    ratio: str


@lru_cache(maxsize=40)
def storm(rules: Ruleset, letter: str, work: str) -> Storm:
    """Return the attack under a leader of that letter, with the redoubt in that state, as the engine has it."""
    units = [{"id": name, "at": ZONE} for name in (*ATTACKERS, DEFENDER)]
    leader = {"id": "leader", "name": "Leader", "nation": "west", "efficiency": letter, "at": ZONE}
    redoubts = [] if work == "removed" else [{"zone": ZONE, "level": work}]
    position = thought_position(8, units, rules, options=["6.7", "6.8"], leader=[leader], redoubt=redoubts)
    battle = Battle(ZONE, "republican")
    return Storm(attack_strength(position, battle), defence_strength(position, battle), odds_of(position, battle).ratio)


def strengths(rules: Ruleset) -> tuple[tuple[int, ...], int]:
    """Return the strength of each attacker, and of the defender without works."""
    known, _leaders = scenarios.roster()
    return tuple(known[name]["sp"] for name in ATTACKERS), storm(rules, "A", "removed").defence


def sentence(rules: Ruleset, letter: str, work: str) -> str:
    """Return one cell in words."""
    found = storm(rules, letter, work)
    units, bare = strengths(rules)
    number = settled(combined_units, rules, letter, False).units  # noqa: FBT003 - input of a procedure
    if number > 1:
        parts = names.list_text(map(str, units[:number]))
        words = _("A leader of letter {letter} combines {n} units, here {parts}: {attack} [6.7].").format(
            letter=letter, n=number, parts=parts, attack=found.attack
        )
    else:
        words = _("A leader of letter {letter} combines none: the strongest fights alone with {attack} [6.7].").format(
            letter=letter, attack=found.attack
        )
    works = found.defence - bare
    held = (
        _("The defender has {bare} and {works} from the redoubt: {sum} [6.8] [T38].").format(bare=bare, works=works, sum=found.defence)
        if works
        else _("The redoubt is gone, and the defender has {bare} [6.8].").format(bare=bare)
    )
    return f"{words} {held} " + _("That is {ratio}.").format(ratio=found.ratio)


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    units, bare = strengths(rules)
    lead = _("Units of {units} attack one of {bare} in La Seyne. A row for each letter of their leader.")
    yield Custom(Markup("<div>{}</div>").format(lead.format(units=names.list_text(map(str, units)), bare=bare)))
    rows = [(letter, [_cell(rules, letter, work) for work in WORKS]) for letter in LETTERS]
    columns = [_("Leader"), *WORKS.values()]
    yield PickTable("cell", _("The ratio, by leader and redoubt"), columns, rows, state.cell, rest="", kind="storms")


def _cell(rules: Ruleset, letter: str, work: str) -> Cell:
    place = _("letter {letter}, {work}").format(letter=letter, work=WORKS[work])
    answer = storm(rules, letter, work).ratio, place, sentence(rules, letter, work)
    return answer_cell("toulon", "storm", f"{letter}-{work}", answer)


STORM: Final = Panel("storm", "toulon", N_("Nine ratios"), _body, fields=(Pick("cell", "", CELLS, start="B-improved"),))

"""The same attack under each leader and against each state of a redoubt: nine ratios that the engine works out, one of them in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.toulon.combat import combined_units
from rulesdemo.games.toulon.play import scenarios
from rulesdemo.games.toulon.play.combat import attack_strength, defence_strength, odds_of
from rulesdemo.games.toulon.play.state import Battle
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.toulon import names
from widgets.kit.pick_table import Cell, pick_table
from widgets.play.session import Desk
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "storm"
ZONE: Final = "la_seyne"
ATTACKERS: Final = ("allobroges", "bourgogne", "west_chasseurs")
DEFENDER: Final = "royals"
LETTERS: Final = ("A", "B", "C")
WORKS: Final = {"improved": N_("improved redoubt"), "normal": N_("redoubt"), "removed": N_("removed")}

_PANEL: Final = Markup(
    '<section class="storm" aria-labelledby="storm-title"><h3 id="storm-title">{title}</h3><div>{lead}</div>{table}</section>'
)


class Storm(NamedTuple):
    """Both strengths and the ratio."""

    attack: int
    defence: int
    ratio: str


@lru_cache(maxsize=40)
def storm(rules: Ruleset, letter: str, work: str) -> Storm:
    """The attack under a leader of that letter, with the redoubt in that state, as the engine has it."""
    units = [{"id": name, "at": ZONE} for name in (*ATTACKERS, DEFENDER)]
    position = scenarios.build(
        {
            "name": "storm",
            "title": {"en": "Storm", "fr": "Assaut"},
            "about": "An attack in thought.",
            "provenance": "reconstructed",
            "source": ["Ours."],
            "kind": "turns",
            "players": 2,
            "turn": 8,
            "last_turn": 9,
            "options": ["6.7", "6.8"],
            "unit": units,
            "leader": [{"id": "leader", "name": "Leader", "nation": "west", "efficiency": letter, "at": ZONE}],
            "redoubt": [] if work == "removed" else [{"zone": ZONE, "level": work}],
        },
        rules,
    )
    battle = Battle(ZONE, "republican")
    return Storm(attack_strength(position, battle), defence_strength(position, battle), odds_of(position, battle).ratio)


def strengths(rules: Ruleset) -> tuple[tuple[int, ...], int]:
    """The strength of each attacker, and of the defender without works."""
    known, _leaders = scenarios.roster()
    return tuple(known[name]["sp"] for name in ATTACKERS), storm(rules, "A", "removed").defence


def told(rules: Ruleset, letter: str, work: str) -> str:
    """One cell in words."""
    found = storm(rules, letter, work)
    units, bare = strengths(rules)
    number = settled(combined_units, rules, letter, False).units  # noqa: FBT003 - input of a procedure
    if number > 1:
        parts = names.listed(map(str, units[:number]))
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


@dataclass(slots=True)
class Storms:
    """The panel: the cell that is picked."""

    letter: str = "B"
    work: str = "improved"
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.letter, self.work)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - the board is not touched
        """Pick another cell."""
        letter, _dash, work = value.partition("-")
        if what != "cell" or letter not in LETTERS or work not in WORKS:
            raise unknown(f"{what} {value}")
        self.letter, self.work = letter, work

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """The cell."""
        return f"{self.letter}-{self.work}"

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Pick the cell that was kept."""
        letter, _dash, work = kept.partition("-") if isinstance(kept, str) else ("", "", "")
        if letter in LETTERS and work in WORKS:
            self.letter, self.work = letter, work


@cached
def _text(rules: Ruleset, letter: str, work: str) -> Markup:
    said = cited(GAME, told(rules, letter, work), KEY)
    rows = []
    for each in LETTERS:
        cells = []
        for state, name in WORKS.items():
            found = storm(rules, each, state)
            words = _("letter {letter}, {work}").format(letter=each, work=name)
            is_picked = (each, state) == (letter, work)
            cells.append(Cell(f"{each}-{state}", found.ratio, words, Fraction(1), told=said if is_picked else ""))
        rows.append((each, cells))
    units, bare = strengths(rules)
    lead = _("Units of {units} attack one of {bare} in La Seyne. A row for each letter of their leader.").format(
        units=names.listed(map(str, units)), bare=bare
    )
    return _PANEL.format(
        title=_("Nine ratios"),
        lead=lead,
        table=pick_table(
            KEY,
            "cell",
            _("The ratio, by leader and redoubt"),
            [_("Leader"), *WORKS.values()],
            rows,
            f"{letter}-{work}",
            rest="",
            kind="storms",
        ),
    )

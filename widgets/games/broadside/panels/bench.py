"""A ship to break: critical hits that a reader marks on her, or throws for, and the turns after, by the engine of the game."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rulesdemo.errors import FacesError
from rulesdemo.games.broadside.movement import speed_window
from rulesdemo.games.broadside.play import damage, scenarios, tending
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.boarding import force_of
from rulesdemo.games.broadside.play.command import lag_of
from rulesdemo.games.broadside.play.gunnery import aim_of, check_guns
from rulesdemo.games.broadside.play.helm import m_of
from rulesdemo.games.broadside.play.rolling import first_due
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.games.broadside.play.surrender import settle_surrenders
from rulesdemo.odds.dice import FixedDice, RandomDice
from rulesdemo.play.engine import Outcome, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, cache_by_language, ngettext
from widgets.games.broadside.lessons import THROWS
from widgets.games.broadside.lessons.gunnery import effect_of
from widgets.kit.controls import face_tuple, one_of
from widgets.web.phrases import modifier

SHIP, NEAR, FOE = "aurore", "hardi", "lion"
FAST: Final = 9  # a speed from which inertia shows whole
MOST_LINE: Final = 99  # no table has more lines
MOST_STEPS: Final = 30
MOST_DICE: Final = 30  # no step throws more
DEEDS: Final = ("hit", "silent", "firing")
_SCENE: Final = MappingProxyType(
    {
        "name": "bench",
        "title": {"en": "A ship to break", "fr": "Un navire à casser"},
        "about": "Ours.",
        "provenance": "reconstructed",
        "source": ["Ours."],
        "turns": 20,
        "map": {"columns": 7, "rows": 5},
        "weather": {"wind_from": "NW", "force": 3},
        "ship": [
            {"id": SHIP, "name": "Aurore", "side": "french", "type": "seventy_four", "at": "0303", "heading": "N", "admiral": "chief"},
            {"id": NEAR, "name": "Hardi", "side": "french", "type": "seventy_four", "at": "0304", "heading": "N"},
            {"id": FOE, "name": "Lion", "side": "british", "type": "seventy_four", "at": "0503", "heading": "N"},
        ],
    }
)


class Step(NamedTuple):
    """Something that was done to her: a critical hit by its line, or a turn, silent or firing; and the faces that fell."""

    what: str  # one of DEEDS
    line: int
    faces: tuple[int, ...]


class Entry(NamedTuple):
    """A step as it came out: the turn, and a sentence for everything that happened."""

    turn: int
    lines: tuple[str, ...]


class Bench(NamedTuple):
    """How things stand, and how they came to."""

    position: Position
    story: tuple[Entry, ...] = ()


@lru_cache(maxsize=20)
def start(rules: Ruleset) -> Bench:
    """Return three sound ships: the one to break, a friend one hex away, and an enemy two hexes away for her to fire at."""
    position = scenarios.build(_SCENE, rules)
    ships = tuple(replace(ship, has_fired=True) for ship in position.ships)
    return Bench(replace(position, ships=ships).with_turn(number=1))


# -- what is done to her ---------------------------------------------------------------------------------------------------------------


class _Hand:
    """Carries steps of the game out one after the other and notes what is said of each."""

    def __init__(self, position: Position, dice: Any) -> None:  # noqa: ANN401 - any hand of dice that keeps its faces
        self.position = position
        self.dice = dice
        self.lines: list[str] = []

    def do(self, step: Callable[[Position], Outcome[Position]]) -> None:
        """Carry out what happens by itself."""
        self._note(step(self.position), ())

    def roll(self, roll: Callable[..., Outcome[Position]], order: Callable[[str], Any]) -> None:
        """Throw for everybody who is due."""
        while (due := first_due(self.position)) is not None:
            before = len(self.dice.faces)
            self._note(roll(self.dice, self.position, order(due)), tuple(self.dice.faces[before:]))

    def _note(self, outcome: Outcome[Position], faces: tuple[int, ...]) -> None:
        self.position = outcome.position
        for event in outcome.events:
            if event.throw is not None:
                words = THROWS[type(event.throw.outcome)].verdict(event.throw, faces)
                self.lines.append(f"{_name(event.ship)}. {words}")
            else:
                self.lines.append(f"{event.text(_name)} [{event.rule}]")


def _name(ship: str) -> str:
    return {SHIP: "Aurore", NEAR: "Hardi", FOE: "Lion"}[ship]


def _carry_out(position: Position, what: str, line: int, dice: Any) -> tuple[Position, Entry]:  # noqa: ANN401 - see _Hand
    if what != "hit":
        # A new turn: leaks and fires of earlier ones cost what they cost [B19].
        ship = position.ship(SHIP)
        fires = what == "firing" and check_guns(position, ship) is None
        position = position.with_ship(replace(ship, fired=fires)).with_turn(number=position.turn.number + 1)
    hand = _Hand(position, dice)
    if what == "hit":
        hand.do(lambda now: damage.critical(now, SHIP, line))
        hand.do(damage.blow_up)
    else:
        hand.do(tending.call_for_leaks)
        hand.roll(tending.roll_leak, o.RollLeak)
        hand.do(tending.call_for_fires)
        hand.roll(tending.roll_fire, o.RollFire)
    hand.do(damage.call_for_masts)
    hand.roll(damage.roll_mast, o.RollMast)
    hand.do(settle_surrenders)
    lines = hand.lines or [_("Nothing leaks and nothing burns.")]
    return hand.position, Entry(position.turn.number, tuple(lines))


def throw_step(bench: Bench, what: str, line: int, seed: int) -> Step:
    """Return a step with the faces that a seed throws."""
    dice = RandomDice(random.Random(seed))
    _carry_out(bench.position, what, line, dice)
    return Step(what, line, tuple(dice.faces))


@cache_by_language(200)
def after(rules: Ruleset, steps: tuple[Step, ...]) -> Bench:
    """Return the ships after some steps, as far as the rules in force ask for such faces."""
    if not steps:
        return start(rules)
    before = after(rules, steps[:-1])
    last = steps[-1]
    is_nothing = last.what == "hit" and (not last.line or effect_of(rules, last.line) == "none")
    if is_nothing or is_gone(before) or len(before.story) < len(steps) - 1:
        return before
    dice = FixedDice(last.faces)
    try:
        position, entry = _carry_out(before.position, last.what, last.line, dice)
        dice.finish()
    except FacesError:
        return before
    return Bench(position, (*before.story, entry))


def is_gone(bench: Bench) -> bool:
    """Say whether there is no ship left to hit."""
    return bool(bench.position.ship(SHIP).gone)


# -- what she is worth -----------------------------------------------------------------------------------------------------------------


class Rating(NamedTuple):
    """One rating of her: its name, what it is now, and the rule that could change it."""

    name: str
    now: str
    rule: str


def ratings(position: Position) -> tuple[Rating, ...]:
    """Return every rating that a critical hit or a lost section can touch, as the game itself computes it."""
    ship, foe = position.ship(SHIP), position.ship(FOE)
    shot = aim_of(position, ship, foe)
    fires = check_guns(position, ship) is None and shot.fires
    boards = force_of(position, ship)
    window = settled(speed_window, position.rules, FAST + FAST, ship.inertia, FAST, ship.damage.rigging_inertia)
    lag = lag_of(position, ship)
    none = _("none")
    written = ngettext("{n} turn ahead", "{n} turns ahead", lag).format(n=lag) if lag else _("each turn")
    return (
        Rating(_("Force of her guns at 2 hexes"), str(shot.force) if fires else none, "T9"),
        Rating(_("Added to her die"), modifier(shot.drm) if fires else none, "T8"),
        Rating(_("Force of her boarders"), str(boards) if boards >= 0 else none, "V.a"),
        Rating(_("M reaching, wind force {n}").format(n=position.sky.force), str(m_of(position, ship, "C")), "IV.a"),
        Rating(_("Inertia"), none if ship.gone else str(window.most - FAST), "IV.d"),
        Rating(_("Orders are written"), none if ship.gone else written, "VII"),
    )


def stored_steps(stored: Any) -> tuple[Step, ...]:  # noqa: ANN401 - whatever a browser brings
    """Return steps from their stored form; a ValueError for what they cannot be."""
    faces_of, what_of, line_of = face_tuple(MOST_DICE), one_of(DEEDS), one_of(range(MOST_LINE + 1))
    if len(stored) > MOST_STEPS:
        raise ValueError
    return tuple(Step(what_of(what), line_of(line), faces_of(faces)) for what, line, faces in stored)

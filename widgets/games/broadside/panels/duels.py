"""Duels of broadsides as numbers and words: two ships, the exact chances turn by turn, and one duel with its dice and rules.

Critical hits are left aside here; on the board they count.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rulesdemo.analysis.catalogue import answer
from rulesdemo.games.broadside.gunnery import exchange
from rulesdemo.games.broadside.hull import Hulls, empty_sections, is_decided, outcome
from rulesdemo.games.broadside.hull import Ship as Guns
from rulesdemo.odds.chains import Chain
from rulesdemo.odds.dice import D6
from rulesdemo.odds.procedure import play, replay
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.broadside.lessons.gunnery import points, read_die
from widgets.kit.outcome_columns import Fate

MOST_TURNS: Final = 12  # that the curve shows
LONGEST: Final = 60  # turns that are fought at most
HULLS: Final = {"3+3": (3, 3), "4+4": (4, 4), "4+4+4": (4, 4, 4)}  # the cards of our ships, and of those on this chapter's board
# Both fire as long as they float: two sections may be gone before the last, and each costs 2 of the force.
FORCES: Final = (4, 30)
FACES: Final = {face: str(face) for face in D6.faces}
FATES: Final = ("b", "both", "none", "a")  # who is beaten, the best for the first ship at the foot of a column

Faces = tuple[int, int]  # the die of the first ship, and of the second
Chances = tuple[tuple[str, Fraction], ...]


class Side(NamedTuple):
    """A ship of a duel: her short force, and her hull sections as a card has them."""

    force: int
    hull: str

    @property
    def guns(self) -> Guns:
        """Her force and her sections, as the procedures take them."""
        return self.force, HULLS[self.hull]


class Duel(NamedTuple):
    """Two ships, and whether their first broadsides are still to come."""

    a: Side
    b: Side
    is_first: bool = True

    @property
    def full(self) -> Hulls:
        """The hull points of two ships that nobody has hit."""
        return Hulls(sum(HULLS[self.a.hull]), sum(HULLS[self.b.hull]))


class Volley(NamedTuple):
    """One turn of a duel: both dice, the hull points left, and those before."""

    faces: Faces
    hulls: Hulls
    before: Hulls
    drm: int


USUAL: Final = Duel(Side(10, "4+4"), Side(10, "4+4"))


def read_duel(stored: Any) -> Duel | None:  # noqa: ANN401 - whatever a browser brings
    """Return the duel of a stored form, if there can be one."""
    if not isinstance(stored, list) or [type(each) for each in stored] != [int, str, int, str, bool]:
        return None
    duel = Duel(Side(*stored[:2]), Side(*stored[2:4]), stored[4])
    low, high = FORCES
    return duel if all(low <= side.force <= high and side.hull in HULLS for side in (duel.a, duel.b)) else None


def fates_of(who: tuple[str, str]) -> dict[str, Fate]:
    """Return what can have become of the two."""
    a, b = who
    fates = {
        "b": Fate(_("{ship} has won").format(ship=a), "best"),
        "both": Fate(_("both are beaten"), "second"),
        "none": Fate(_("still fighting"), "sixth"),
        "a": Fate(_("{ship} has won").format(ship=b), "third"),
    }
    return {name: fates[name] for name in FATES}


# -- chances -----------------------------------------------------------------------------------------------------------------------------


def first_drm(rules: Ruleset, duel: Duel, turn: int) -> int:
    """Return what both dice of a turn get, the first turn being 0 [T8]."""
    return int(rules.table("die_modifiers").at("first_fire")) if duel.is_first and not turn else 0


@lru_cache(maxsize=200)
def standings(rules: Ruleset, duel: Duel) -> tuple[Chances, ...]:
    """Return the chance of each fate after no turn, after one, two and so on [V.b, T1, T8, T9]."""
    (force_a, hull_a), (force_b, hull_b) = duel.a.guns, duel.b.guns
    ships = {"force_a": force_a, "hull_a": hull_a, "force_b": force_b, "hull_b": hull_b, "first_fire": duel.is_first}
    every = (answer("broadside.duel", rules, **ships, turns=turns).dist for turns in range(MOST_TURNS + 1))
    return tuple(tuple((fate, chances.p(beaten=fate)) for fate in FATES) for chances in every)


@lru_cache(maxsize=500)
def from_here(rules: Ruleset, duel: Duel, hulls: Hulls, turn: int) -> Chances:
    """Return the chance of each end, from somewhere in a duel: the turns fought so far, and the hull points left."""
    start = {hulls: Fraction(1)}
    drm = first_drm(rules, duel, turn)
    if drm and not is_decided(hulls):
        chances = exchange.dist(rules, duel.a.guns, duel.b.guns, drm, hulls)
        start = {each: Fraction(weight, chances.total) for each, weight in chances.weights.items()}
    found = dict.fromkeys(FATES, Fraction(0))
    for each, chance in start.items():
        for fate, share in _ends(rules, duel.a, duel.b, each):
            found[fate] += chance * share
    return tuple(found.items())


@lru_cache(maxsize=2000)
def _ends(rules: Ruleset, a: Side, b: Side, hulls: Hulls) -> Chances:
    """Return how it ends once the first broadsides are fired."""
    chances = Chain(exchange, hulls, is_decided, rules, a.guns, b.guns, 0).ends()
    found = dict.fromkeys(FATES, Fraction(0))
    for ends, weight in chances.weights.items():
        found[outcome(ends).beaten] += Fraction(weight, chances.total)
    return tuple(found.items())


# -- one duel, and many ------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=200)
def volleys(rules: Ruleset, duel: Duel, thrown: tuple[Faces, ...]) -> tuple[Volley, ...]:
    """Return the turns of a duel with these dice, as far as it goes."""
    found: list[Volley] = []
    hulls = duel.full
    for turn, faces in enumerate(thrown):
        if is_decided(hulls):
            break
        drm = first_drm(rules, duel, turn)
        # The procedure throws first for the shot that hits the first ship.
        after = replay(exchange, reversed(faces), rules, duel.a.guns, duel.b.guns, drm, hulls).value
        found.append(Volley(faces, after, hulls, drm))
        hulls = after
    return tuple(found)


def throw(rules: Ruleset, duel: Duel, hulls: Hulls, turn: int, rng: random.Random) -> Faces:
    """Return the dice of one turn."""
    die_b, die_a = play(exchange, rng, rules, duel.a.guns, duel.b.guns, first_drm(rules, duel, turn), hulls).faces
    return die_a, die_b


def many(rules: Ruleset, duel: Duel, count: int, rng: random.Random) -> dict[str, int]:
    """Fight a number of duels out, and count how they end."""
    found = dict.fromkeys(FATES, 0)
    for _number in range(count):
        hulls, turn = duel.full, 0
        while not is_decided(hulls) and turn < LONGEST:
            hulls = play(exchange, rng, rules, duel.a.guns, duel.b.guns, first_drm(rules, duel, turn), hulls).value
            turn += 1
        found[outcome(hulls).beaten] += 1
    return found


# -- in words ----------------------------------------------------------------------------------------------------------------------------


def shot_words(rules: Ruleset, names: tuple[str, str], firer: Side, shot: tuple[int, int, int], hulls: tuple[int, int]) -> str:
    """Return one shot in words: the force with its losses, the die with its modifier, what it costs, and what is left of the target.

    `shot` is the hull of the firer before the turn, her die and its modifier; `hulls` that of the target before and after.
    """
    name, target = names
    hull, die, drm = shot
    before, after = hulls
    force, sections = firer.guns
    gone = empty_sections(sections, hull)
    cost = int(rules.table("force_modifiers").at("destroyed_hull_section", "force"))
    row = force + cost * gone
    why = ngettext(
        "{force} − {less} for {n} section lost [T9] = {row}", "{force} − {less} for {n} sections lost [T9] = {row}", gone
    ).format(force=force, less=-cost * gone, n=gone, row=row)
    first = _(" with the first broadside [T8]") if drm else ""
    form = _("{ship}: {die}{first} on the row of force {row} [T1]: {hurt}. {target} has {left} left.")
    return form.format(
        ship=name,
        die=read_die(die, drm),
        first=first,
        row=why if gone else row,
        hurt=points(before - after) if before - after else _("no damage"),
        target=target,
        left=after,
    )


def turn_words(rules: Ruleset, duel: Duel, who: tuple[str, str], volley: Volley) -> str:
    """Return both shots of a turn in words, and what it has come to."""
    a, b = who
    (die_a, die_b), before, after = volley.faces, volley.before, volley.hulls
    words = [
        shot_words(rules, (a, b), duel.a, (before.a, die_a, volley.drm), (before.b, after.b)),
        shot_words(rules, (b, a), duel.b, (before.b, die_b, volley.drm), (before.a, after.a)),
    ]
    for name, side, was, now in ((a, duel.a, before.a, after.a), (b, duel.b, before.b, after.b)):
        lost = empty_sections(HULLS[side.hull], now) - empty_sections(HULLS[side.hull], was)
        if lost and now:
            words.append(_("A section of {ship} is empty: from now on she fires with less. [V.b sections]").format(ship=name))
    if is_decided(after):
        words.append(end_words(who, after))
    return " ".join(words)


def end_words(who: tuple[str, str], hulls: Hulls) -> str:
    """Return how a duel ended, in words."""
    a, b = who
    return {
        "b": _("{ship} has won. [VI]").format(ship=a),
        "a": _("{ship} has won. [VI]").format(ship=b),
        "both": _("Both fired at once, and both are beaten. [B41] [VI]"),
        "none": _("Both still fight."),
    }[outcome(hulls).beaten]

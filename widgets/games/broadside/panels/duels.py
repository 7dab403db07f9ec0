"""Duels of broadsides as numbers and words: two ships, the exact chances turn by turn, and one duel told with its dice and rules.

Critical hits are left aside here; on the board they count.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rulesdemo.analysis.catalogue import answer
from rulesdemo.games.broadside.gunnery import exchange
from rulesdemo.games.broadside.hull import Hulls, destroyed, is_decided, outcome
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
Law = tuple[tuple[str, Fraction], ...]


class Side(NamedTuple):
    """A ship of a duel: her short force, and her hull sections as a card has them."""

    force: int
    hull: str

    @property
    def guns(self) -> Guns:
        """As the procedures want her."""
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


class Fired(NamedTuple):
    """One turn that was fought: both dice, the hull points left, and those before."""

    faces: Faces
    hulls: Hulls
    before: Hulls
    drm: int


USUAL: Final = Duel(Side(10, "4+4"), Side(10, "4+4"))


def read_duel(kept: Any) -> Duel | None:  # noqa: ANN401 - whatever a browser brings
    """A duel as it was kept, if there can be one."""
    if not isinstance(kept, list) or [type(each) for each in kept] != [int, str, int, str, bool]:
        return None
    duel = Duel(Side(*kept[:2]), Side(*kept[2:4]), kept[4])
    low, high = FORCES
    return duel if all(low <= side.force <= high and side.hull in HULLS for side in (duel.a, duel.b)) else None


def fates_of(who: tuple[str, str]) -> dict[str, Fate]:
    """What can have become of the two."""
    a, b = who
    told = {
        "b": Fate(_("{ship} has won").format(ship=a), "best"),
        "both": Fate(_("both are beaten"), "second"),
        "none": Fate(_("still fighting"), "sixth"),
        "a": Fate(_("{ship} has won").format(ship=b), "third"),
    }
    return {name: told[name] for name in FATES}


# -- the law -----------------------------------------------------------------------------------------------------------------------------


def first_drm(rules: Ruleset, duel: Duel, turn: int) -> int:
    """What both dice of a turn get, the first turn being 0 [T8]."""
    return int(rules.table("die_modifiers").at("first_fire")) if duel.is_first and not turn else 0


@lru_cache(maxsize=200)
def standings(rules: Ruleset, duel: Duel) -> tuple[Law, ...]:
    """The chance of each fate after no turn, after one, two and so on [V.b, T1, T8, T9]."""
    (force_a, hull_a), (force_b, hull_b) = duel.a.guns, duel.b.guns
    asked = {"force_a": force_a, "hull_a": hull_a, "force_b": force_b, "hull_b": hull_b, "first_fire": duel.is_first}
    laws = (answer("broadside.duel", rules, **asked, turns=turns).dist for turns in range(MOST_TURNS + 1))
    return tuple(tuple((fate, law.p(beaten=fate)) for fate in FATES) for law in laws)


@lru_cache(maxsize=500)
def from_here(rules: Ruleset, duel: Duel, hulls: Hulls, turn: int) -> Law:
    """The chance of each end, from somewhere in a duel: the turns fought so far, and the hull points left."""
    start = {hulls: Fraction(1)}
    drm = first_drm(rules, duel, turn)
    if drm and not is_decided(hulls):
        law = exchange.dist(rules, duel.a.guns, duel.b.guns, drm, hulls)
        start = {each: Fraction(weight, law.total) for each, weight in law.weights.items()}
    found = dict.fromkeys(FATES, Fraction(0))
    for each, chance in start.items():
        for fate, share in _ends(rules, duel.a, duel.b, each):
            found[fate] += chance * share
    return tuple(found.items())


@lru_cache(maxsize=2000)
def _ends(rules: Ruleset, a: Side, b: Side, hulls: Hulls) -> Law:
    """How it ends once the first broadsides are fired."""
    law = Chain(exchange, hulls, is_decided, rules, a.guns, b.guns, 0).ends()
    found = dict.fromkeys(FATES, Fraction(0))
    for ends, weight in law.weights.items():
        found[outcome(ends).beaten] += Fraction(weight, law.total)
    return tuple(found.items())


# -- one duel, and many ------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=200)
def fought(rules: Ruleset, duel: Duel, thrown: tuple[Faces, ...]) -> tuple[Fired, ...]:
    """A duel fought with these dice, as far as it goes."""
    found: list[Fired] = []
    hulls = duel.full
    for turn, faces in enumerate(thrown):
        if is_decided(hulls):
            break
        drm = first_drm(rules, duel, turn)
        # The procedure throws first for the shot that hits the first ship.
        after = replay(exchange, reversed(faces), rules, duel.a.guns, duel.b.guns, drm, hulls).value
        found.append(Fired(faces, after, hulls, drm))
        hulls = after
    return tuple(found)


def throw(rules: Ruleset, duel: Duel, hulls: Hulls, turn: int, rng: random.Random) -> Faces:
    """The dice of one turn."""
    die_b, die_a = play(exchange, rng, rules, duel.a.guns, duel.b.guns, first_drm(rules, duel, turn), hulls).faces
    return die_a, die_b


def many(rules: Ruleset, duel: Duel, count: int, rng: random.Random) -> dict[str, int]:
    """So many duels fought out: how often each ended how."""
    found = dict.fromkeys(FATES, 0)
    for _number in range(count):
        hulls, turn = duel.full, 0
        while not is_decided(hulls) and turn < LONGEST:
            hulls = play(exchange, rng, rules, duel.a.guns, duel.b.guns, first_drm(rules, duel, turn), hulls).value
            turn += 1
        found[outcome(hulls).beaten] += 1
    return found


# -- in words ----------------------------------------------------------------------------------------------------------------------------


def shot_words(rules: Ruleset, names: tuple[str, str], firer: Side, told: tuple[int, int, int], hulls: tuple[int, int]) -> str:
    """One shot of a turn: the force with its losses, the die with its modifier, what it costs, and what is left of the target.

    `told` is the hull of the firer before the turn, her die and its modifier; `hulls` that of the target before and after.
    """
    name, target = names
    hull, die, drm = told
    before, after = hulls
    force, sections = firer.guns
    gone = destroyed(sections, hull)
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


def turn_words(rules: Ruleset, duel: Duel, who: tuple[str, str], fired: Fired) -> str:
    """Both shots of a turn, and what it has come to."""
    a, b = who
    (die_a, die_b), before, after = fired.faces, fired.before, fired.hulls
    told = [
        shot_words(rules, (a, b), duel.a, (before.a, die_a, fired.drm), (before.b, after.b)),
        shot_words(rules, (b, a), duel.b, (before.b, die_b, fired.drm), (before.a, after.a)),
    ]
    for name, side, was, now in ((a, duel.a, before.a, after.a), (b, duel.b, before.b, after.b)):
        lost = destroyed(HULLS[side.hull], now) - destroyed(HULLS[side.hull], was)
        if lost and now:
            told.append(_("A section of {ship} is empty: from now on she fires with less. [V.b sections]").format(ship=name))
    if is_decided(after):
        told.append(end_words(who, after))
    return " ".join(told)


def end_words(who: tuple[str, str], hulls: Hulls) -> str:
    """How a duel ended."""
    a, b = who
    return {
        "b": _("{ship} has won. [VI]").format(ship=a),
        "a": _("{ship} has won. [VI]").format(ship=b),
        "both": _("Both fired at once, and both are beaten. [B41] [VI]"),
        "none": _("Both still fight."),
    }[outcome(hulls).beaten]

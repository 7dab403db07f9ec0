"""Who fires at whom, with which force and which die, and why: both sums part by part, and the exact chances of the damage."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.broadside.play.gunnery import Aimed, aim_of, check_guns, check_shot, range_at, targets
from rulesdemo.games.broadside.play.state import SIDES, Position, Ship
from rulesdemo.games.broadside.play.weather import sight_of
from rulesdemo.play.engine import Refusal
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.board.highlights import ship_there
from widgets.kit.sum_line import Part
from widgets.web.position_cache import memo_of

GAME: Final = "broadside"
ONE_SHOT: Final = "broadside.gunnery"


# -- who fires at whom -----------------------------------------------------------------------------------------------------------------


class Pair(NamedTuple):
    """The ship that fires, and the one that she fires at; either may be missing."""

    ship: Ship | None
    target: Ship | None


def aiming(position: Position, looked_at: str) -> Pair:
    """Return who fires at whom: a friend of the ship that acts is looked at as a firer, an enemy as a target.

    Without either it is the shot that matters here.
    """
    acts, seen = _acting(position), ship_there(position, looked_at)
    if seen is not None and (acts is None or seen.side == acts.side):
        return Pair(seen, _target(position, seen))
    return Pair(acts, seen or (_target(position, acts) if acts is not None else None))


def _acting(position: Position) -> Ship | None:
    """Return whose gunners choose or throw now; while nobody's do, the ship of the goal, or the first that is there."""
    chosen = {shot.ship for shot in position.shots}
    if position.turn.step == "aim":
        waiting = [ship for side in SIDES for ship in position.there if ship.side == side and ship.id not in chosen]
        able = next((ship for ship in waiting if targets(position, ship)), None)
        if able is not None:
            return able
    due = ship_there(position, position.turn.due[0]) if position.turn.due else None
    return due or ship_there(position, position.scenario.goal.get("ship", "")) or next(iter(position.there), None)


def enemies(position: Position, ship: Ship) -> tuple[Ship, ...]:
    """Return the ships of the other side that are on the map."""
    return tuple(other for other in position.there if other.side != ship.side)


def _target(position: Position, ship: Ship) -> Ship | None:
    """Return the enemy that the goal names if she may be fired at; else the one who would lose most, or who is nearest."""
    aim = position.scenario.goal.get("target", "")

    def rank(other: Ship) -> tuple[bool, bool, Fraction, int]:
        shot = shot_of(position, ship, other)
        return shot.refusal is not None, other.id != aim, -shot.mean, ship.place.distance(other.place)

    return min(enemies(position, ship), key=rank, default=None)


# -- both sums -------------------------------------------------------------------------------------------------------------------------


def force_terms(position: Position, ship: Ship, aimed: Aimed) -> tuple[Part, ...]:
    """Return what makes the force: the rating of the range, all that adds, then every halving as what it takes off [V.b, T9, B5, B48]."""
    rules, hurt = position.rules, ship.damage
    table = rules.table("force_modifiers")
    is_short = range_at(rules, aimed.distance, fort=ship.is_fort).rating == "short"
    found = [Part(ship.short, _("short range"), "II Combat") if is_short else Part(ship.long, _("long range"), "II Combat")]
    lost = ngettext("section lost", "sections lost", ship.sections_destroyed)
    causes = (
        ("destroyed_hull_section", ship.sections_destroyed, lost, "T9"),
        ("raking", int(aimed.raking), _("raking"), "V.b enfilade"),
        ("not_the_nearest_target", int(aimed.past_nearer), _("past a nearer enemy"), "V.b obstruction"),
        ("guns_loose", hurt.guns_loose, _("guns loose"), "T12"),
    )
    found += [Part(times * int(table.at(name, "force")), words, rule) for name, times, words, rule in causes if times]
    if ship.sail in ("on", "taking_in") and rules.switch("full_sail_penalty") != "die":
        found.append(Part(int(rules.table("full_sail").at("force")), _("full sail"), "IV.g"))
    half = rules.table("wind").at(position.sky.force, "gunfire") == "half"
    halvings = (("wind_force_5", half, _("halved by the wind")), ("small_leak", hurt.leak == "small", _("halved by the leak")))
    for name, halves, words in halvings:
        if halves:
            force = sum(term.number for term in found)
            found.append(Part(force // int(table.at(name, "divisor")) - force, words, "T9"))
    return tuple(found)


def die_terms(position: Position, ship: Ship, target: Ship, aimed: Aimed) -> tuple[Part, ...]:
    """Return what is added to the die [T8, T12, B5, B21, B22]."""
    rules = position.rules
    table = rules.table("die_modifiers")
    anchored = target.anchor == "down" if rules.switch("anchor_bonus") == "target" else ship.anchor == "down"
    sky = position.sky.sky
    causes = (
        ("first_fire", not ship.has_fired, _("first broadside")),
        ("range_5_to_7", range_at(rules, aimed.distance, fort=ship.is_fort).far, _("far away")),
        ("fort", ship.is_fort, _("fort")),
        ("at_anchor", anchored, _("at anchor")),
        ("full_sail", ship.sail in ("on", "taking_in") and rules.switch("full_sail_penalty") != "force", _("full sail")),
        ("gunner_dead", ship.damage.gunner_dead, _("gunner dead")),
        ("night", sight_of(position).night, _("night")),
        ("fog", sky == "fog", _("fog")),
        ("heavy_rain", sky == "heavy_rain", _("heavy rain")),
    )
    return tuple(Part(int(table.at(name)), words, "T8") for name, holds, words in causes if holds)


# -- a shot ----------------------------------------------------------------------------------------------------------------------------


class Shot(NamedTuple):
    """A shot as the rules have it, with both its sums and its average, or why there is none."""

    ship: Ship
    target: Ship
    aimed: Aimed
    force: tuple[Part, ...]
    die: tuple[Part, ...]
    mean: Fraction
    refusal: Refusal | None = None

    @property
    def refusal_text(self) -> str:
        """Why there is no shot, with its rule and the way out; empty where there is one."""
        return "" if self.refusal is None else f"{self.refusal.reason} [{self.refusal.rule}] {self.refusal.way_out}"

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules behind its parts."""
        return tuple(dict.fromkeys(term.rule for term in (*self.force, *self.die)))


def shot_of(position: Position, ship: Ship, target: Ship) -> Shot:
    """Return a shot from where the two lie now."""
    return memo_of(position, ("shot", ship.id, target.id), lambda: _shot(position, ship, target))


def _shot(position: Position, ship: Ship, target: Ship) -> Shot:
    aimed, refusal = aim_of(position, ship, target), check_guns(position, ship) or check_shot(position, ship, target)
    mean = mean_of(position.rules, aimed.force, aimed.drm) if refusal is None else Fraction(0)
    parts = force_terms(position, ship, aimed), die_terms(position, ship, target, aimed)
    return Shot(ship, target, aimed, *parts, mean, refusal)


def shots(position: Position, ship: Ship) -> Iterator[Shot]:
    """Return her shots at all enemies."""
    return (shot_of(position, ship, target) for target in enemies(position, ship))


# -- what it costs ---------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=500)
def damage_chances(rules: Ruleset, force: int, drm: int) -> tuple[tuple[int, Fraction], ...]:
    """Return the hull points lost by one shot, and the chance of each number [V.b, T1]."""
    return tuple(sorted(find(ONE_SHOT).answer({"force": force, "drm": drm}, rules).dist.marginal("damage").items()))


def mean_of(rules: Ruleset, force: int, drm: int = 0) -> Fraction:
    """Return the hull points that a shot costs on average; none where no force is left [B29]."""
    return sum((damage * chance for damage, chance in damage_chances(rules, force, drm)), Fraction(0))

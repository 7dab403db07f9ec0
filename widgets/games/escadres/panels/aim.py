"""Who fires at whom, with how many dice and why: the sum of a shot part by part, and what another reading of the rules makes of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final, NamedTuple

from rulesdemo.analysis.catalogue import find
from rulesdemo.board.hexes import Hex
from rulesdemo.games.escadres.gunnery import enfilade_bonus
from rulesdemo.games.escadres.play.gunnery import aim, blocks_fire, check_shot
from rulesdemo.games.escadres.play.places import apart
from rulesdemo.games.escadres.play.state import Position, Ship
from rulesdemo.play.engine import Refusal, settled
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.board.highlights import ship_there
from widgets.games.escadres.board.ranges import Zones, line_between, names_at, zones_of
from widgets.kit.sum_table import Term, total
from widgets.web.position_cache import memo_of

GAME: Final = "escadres"
ONE_DIE: Final = "escadres.gun"


# -- who fires at whom -----------------------------------------------------------------------------------------------------------------


class Aimed(NamedTuple):
    """The ship that fires, and the one that she fires at; either may be missing."""

    ship: Ship | None
    target: Ship | None


def aiming(position: Position, firer: str, looked_at: str = "") -> Aimed:
    """Return who fires at whom: a friend who is looked at fires herself, an enemy is aimed at; else it is the shot that matters."""
    ship, other = ship_there(position, firer), ship_there(position, looked_at)
    if ship is None or (other is not None and other.side == ship.side):
        ship, other = other or ship, None
    if ship is None:
        return Aimed(None, None)
    return Aimed(ship, other or _target(position, ship))


def aimed_by(position: Position, looked_at: str) -> Aimed:
    """Return who fires at whom, with the ship that plays as the firer."""
    return aiming(position, position.activation.ship if position.activation is not None else "", looked_at)


def enemies(position: Position, ship: Ship) -> tuple[Ship, ...]:
    """Return the ships of the other side that are on the table."""
    return tuple(other for other in position.there if other.side != ship.side)


def _target(position: Position, ship: Ship) -> Ship | None:
    """Return the enemy that the goal names if she may be fired at; else the one who would have most dice, or who is nearest."""
    named = position.scenario.goal.get("target", "")
    return min(enemies(position, ship), key=lambda other: _rank(position, ship, other, named), default=None)


def _rank(position: Position, ship: Ship, other: Ship, named: str) -> tuple[bool, bool, int, int]:
    """Return what sorts enemies: who may be fired at, whom the goal names, with how many dice, from how near."""
    dice = aim(position, ship, other).dice
    return check_shot(position, ship, other) is not None, other.id != named, -dice, apart(ship.berth, other.berth)


# -- the sum ---------------------------------------------------------------------------------------------------------------------------


class Parts(NamedTuple):
    """What makes the dice of a shot, as the procedure takes it."""

    power: int
    between: int
    raking: bool = False
    low: bool = False
    training: int = 0


def terms(rules: Ruleset, parts: Parts) -> tuple[Term, ...]:
    """Return the sum in the order of the rules; out of range it ends early [E-FIRE-3, E-ENF-1, E-LOW-1, E-TRN-1, E28, E29]."""
    table = rules.table("dice_modifiers")
    base = parts.power - parts.between
    found = [Term(_("power"), "E-FIRE-3", parts.power)]
    if parts.between:
        found.append(Term(ngettext("hex between", "hexes between", parts.between), "E-FIRE-3", -parts.between))
    if base < table.at("base_least"):
        return tuple(found)
    changes = [Term(_("low target"), "E-LOW-1", int(table.at("low_target")))] if parts.low else []
    changes += [Term(_("training"), "E-TRN-1", parts.training)] if parts.training else []
    first = rules.switch("enfilade_order") == "first"
    count = base if first else max(0, base + total(changes))
    raking = [Term(_("raking"), "E-ENF-1", int(settled(enfilade_bonus, rules, count).bonus))] if parts.raking else []
    found += [*raking, *changes] if first else [*changes, *raking]
    short = int(table.at("dice_least")) - total(found)
    return (*found, Term(_("never under 0"), "E29", short)) if short > 0 else tuple(found)


def sum_text(found: tuple[Term, ...]) -> str:
    """Return the sum on one line.

    >>> sum_text((Term("power", "E-FIRE-3", 10), Term("hexes between", "E-FIRE-3", -3)))
    '10 − 3'
    """
    first, *others = (term.number for term in found)
    return " ".join([str(first), *(f"{'−' if number < 0 else '+'} {abs(number)}" for number in others)])


def dice_words(count: int) -> str:
    """Return a number of dice in words."""
    return ngettext("{n} die", "{n} dice", count).format(n=count)


class Shot(NamedTuple):
    """A shot as the rules have it: its dice and their sum, or why there is none and who stands in the way."""

    ship: Ship
    target: Ship
    dice: int
    parts: Parts
    terms: tuple[Term, ...]
    refusal: Refusal | None = None
    by: str = ""

    @property
    def sum_words(self) -> str:
        """Return the sum and what it comes to."""
        return f"{sum_text(self.terms)} = {dice_words(self.dice)}"

    @property
    def short(self) -> str:
        """Return in a few words the dice with their sum, or why not."""
        if self.refusal is None:
            return f"{self.sum_words}{_(', raking') if self.parts.raking else ''}"
        why = _("{by} in the way").format(by=self.by) if self.by else _REASONS.get(self.refusal.rule, self.refusal.reason)
        return _("no shot, {why}").format(why=why)

    @property
    def refusal_text(self) -> str:
        """Return why there is no shot, with who stands in the way and the way out; empty where there is one."""
        if self.refusal is None:
            return ""
        by = f" {_('In the way: {by}.').format(by=self.by)}" if self.by else ""
        return f"{self.refusal.reason}{by} [{self.refusal.rule}] {self.refusal.way_out}"


_REASONS: Final = {"E-FIRE-1": N_("not abeam"), "E-FIRE-3": N_("out of range"), "E-MARK-2": N_("she has struck")}


def shot_of(position: Position, ship: Ship, target: Ship) -> Shot:
    """Return the shot from where the two lie now."""
    return memo_of(position, ("shot", ship.id, target.id), lambda: _shot(position, ship, target))


def _shot(position: Position, ship: Ship, target: Ship) -> Shot:
    aimed, refusal = aim(position, ship, target), check_shot(position, ship, target)
    by = ""
    if refusal is not None and refusal.rule == "E-FIRE-2":
        by = names_at(position, line_between(ship, target, lambda place: blocks_fire(position, ship, place)).stop)
    parts = Parts(ship.power, aimed.between, aimed.raking, aimed.low, ship.training)
    return Shot(ship, target, aimed.dice if refusal is None else 0, parts, terms(position.rules, parts), refusal, by)


# -- what it costs ---------------------------------------------------------------------------------------------------------------------


class Losses(NamedTuple):
    """What some dice cost on average before anything caps it, and the chance of a fire and of an explosion among them."""

    power: Fraction
    crew: Fraction
    fire: Fraction
    explosion: Fraction


def losses(rules: Ruleset, dice: int) -> Losses:
    """Return the losses of dice that are thrown each by itself: averages add up, and chances of none multiply [E-DMG-1]."""
    one = find(ONE_DIE).answer({}, rules).dist
    return Losses(dice * one.mean("power"), dice * one.mean("crew"), 1 - one.p(fires=0) ** dice, 1 - (1 - one.p(exploded=True)) ** dice)


# -- another reading -------------------------------------------------------------------------------------------------------------------


def ours(position: Position) -> Position:
    """Return the same position under our own readings; itself where no other was chosen."""
    if not position.rules.switches:
        return position
    return memo_of(position, "ours", lambda: replace(position, rules=ruleset(GAME)))


def zone_changes(position: Position, ship: Ship) -> dict[tuple[str, str], tuple[Hex, ...]]:
    """Return the hexes that lie in another zone of hers than under our readings, by the zone they were in and the one they are in."""
    if ours(position) is position:
        return {}
    before, after = (_zone_by_hex(zones_of(each, ship)) for each in (ours(position), position))
    found: dict[tuple[str, str], list[Hex]] = {}
    for place in sorted(before.keys() | after.keys()):
        was, now = before.get(place, ""), after.get(place, "")
        if was != now:
            found.setdefault((was, now), []).append(place)
    return {change: tuple(places) for change, places in found.items()}


def _zone_by_hex(zones: Zones) -> dict[Hex, str]:
    keel = dict.fromkeys((*zones.ahead, *zones.astern), "enfilade")
    return {**keel, **{place: "fire" for band in zones.bands for place in band.hexes}}

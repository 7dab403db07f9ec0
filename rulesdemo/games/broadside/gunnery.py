"""Gunnery (rules V.b, T1, T8, T9): range, force, dice, damage, and the duel of two ships."""

from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from rulesdemo.board.hexes import Hex
from rulesdemo.board.sectors import in_sector
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.criticals import critical_hit
from rulesdemo.games.broadside.hull import Fight, Hulls, Sections, Ship, empty_sections, is_decided, outcome
from rulesdemo.games.broadside.movement import Compass
from rulesdemo.games.broadside.rounding import rounded
from rulesdemo.games.broadside.weather import SkyName, WindForce
from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import AnyInt, Count, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.rules.tables import Table

Step = Annotated[int, Whole(-1000, 1000)]
# A joint run of many shots is exact, but its fractions grow with every one.
Shots = Annotated[int, Whole(0, 100)]


class Gunnery(NamedTuple):
    """Hull points lost, and the line of the critical table, 0 for none."""

    damage: int
    critical: int


class Modifier(NamedTuple):
    """The sum of the modifiers."""

    drm: int


class GunForce(NamedTuple):
    """Whether there is a shot at all, and its force."""

    fires: bool
    force: int


class GunRange(NamedTuple):
    """Whether the guns reach, with which rating, and whether the distance allows a rake or costs a die modifier."""

    legal: bool
    rating: Literal["short", "long", "none"]
    rake: bool
    far: bool


class FieldOfFire(NamedTuple):
    """The broadside that bears, and how far off the target is."""

    side: Literal["starboard", "port", "none"]
    distance: int


class Raking(NamedTuple):
    """Whether the attacker rakes."""

    rakes: bool


class SameDie(NamedTuple):
    """Hull points lost by one shot and by another on the same die, and how many more those of the other are."""

    damage: int
    other: int
    more: int


class HullLeft(NamedTuple):
    """Hull points left."""

    hull: int


def gun_table(rules: Ruleset, force: int) -> Table:
    """The table that holds a force of 0 or more: the printed one, or above it our rebuilt rows if the switch says so (B44)."""
    printed = rules.table("gun_table")
    if printed.rows.find(force, printed.name)[1] and rules.switch("gun_table_above") == "extended":
        return rules.table("gun_table_extension")
    return printed


@procedure
def damage_roll(dice: Dice, rules: Ruleset, force: int, drm: int) -> int:
    """One die on the gun table, criticals left aside."""
    if force < 0:
        return int(rules.table("gun_table_below").at(force, "damage"))
    return dice.read(D6, gun_table(rules, force).across(D6, force, plus=drm)) or 0


@procedure(rules=("V.b", "V.b critique", "V.b forts", "T1", "T12"), public=True)
def gunnery(dice: Dice, rules: Ruleset, force: AnyInt, drm: AnyInt = 0, fort: YesNo = False) -> Gunnery:
    """A die with its modifiers on the row of the force; a natural 6 adds a critical; below 0 there is no shot [V.b, T1, B29, B43, B44].

    >>> from rulesdemo import odds
    >>> odds("broadside.gunnery", force=10).p(damage=3, critical=16)
    Fraction(1, 36)
    """
    if force < 0:
        return Gunnery(*rules.table("gun_table_below").record(force))
    natural = dice.roll(D6)
    damage = gun_table(rules, force).at(force, natural + drm) or 0
    if natural != rules.table("critical_effects").at("critical_natural_die"):
        return Gunnery(damage, 0)
    return Gunnery(damage, dice.do(critical_hit, rules, force, fort).critical)


@procedure(rules=("V.b", "V.b forts", "T8", "T12"), public=True)
def gunnery_drm(  # noqa: PLR0913, PLR0917 - one input for each line of the list
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    distance: Annotated[int, Whole(1)] = 1,
    weather: SkyName = "clear",
    night: YesNo = False,
    first_fire: YesNo = False,
    full_sail: YesNo = False,
    fort: YesNo = False,
    anchored: YesNo = False,
    target_anchored: YesNo = False,
    gunner_dead: YesNo = False,
) -> Modifier:
    """The modifiers of a shot added up; distance costs a fort nothing [T8, T12, B5, B21].

    >>> from rulesdemo import odds
    >>> odds("broadside.gunnery_drm", distance=6, first_fire=True, night=True).p(drm=-1)
    Fraction(1, 1)
    """
    table = rules.table("die_modifiers")
    at_anchor = anchored
    if anchored != target_anchored and rules.switch("anchor_bonus") == "target":
        at_anchor = target_anchored
    drm = table.added(
        night=night,
        first_fire=first_fire,
        fort=fort,
        gunner_dead=gunner_dead,
        range_5_to_7=not fort and _in_band(rules, "far", distance),
        full_sail=full_sail and rules.switch("full_sail_penalty") != "force",
        at_anchor=at_anchor,
    )
    return Modifier(drm + (table.at(weather) if weather in table.rows.labels else 0))


@procedure(rules=("V.b", "V.b enfilade", "V.b obstruction", "V.b sections", "V.b forts", "T9", "T12"), public=True)
def gun_force(  # noqa: PLR0913, PLR0917 - one input for each line of the list
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    force: AnyInt,
    sections_destroyed: Count = 0,
    rake_distance: Count = 0,
    past_nearer_target: YesNo = False,
    guns_loose: Count = 0,
    full_sail: YesNo = False,
    wind: WindForce = 3,
    small_leak: YesNo = False,
    fort: YesNo = False,
) -> GunForce:
    """The force of a shot: all that adds, then a halving for each cause, rounded down; `rake_distance` 0 is none [T9, T12, B5, B29, B48].

    >>> from rulesdemo import odds
    >>> odds("broadside.gun_force", force=11, sections_destroyed=1, wind=5).p(force=4)
    Fraction(1, 1)
    """
    table = rules.table("force_modifiers")
    causes = {
        "destroyed_hull_section": sections_destroyed,
        "raking": not fort and _in_band(rules, "rake", rake_distance),
        "not_the_nearest_target": not fort and past_nearer_target,
        "guns_loose": guns_loose,
    }
    force += sum(times * table.at(name, "force") for name, times in causes.items() if times)
    if full_sail and rules.switch("full_sail_penalty") != "die":
        force += rules.table("full_sail").at("force")
    gunfire = rules.table("wind").at(wind, "gunfire")
    for name, halves in (("wind_force_5", gunfire == "half"), ("small_leak", small_leak)):
        if halves:
            force = rounded(rules, "halved_force", Fraction(force, table.at(name, "divisor")))
    return GunForce(gunfire != "no" and force >= 0, force)


def _in_band(rules: Ruleset, band: str, distance: int) -> bool:
    ranges = rules.table("gun_ranges")
    return bool(ranges.at(band, "least") <= distance <= ranges.at(band, "most"))


@procedure(rules=("II Combat", "V.b", "V.b enfilade", "V.b forts", "T8"), public=True)
def gun_range(dice: Dice, rules: Ruleset, distance: Count, fort: YesNo = False) -> GunRange:  # noqa: ARG001 - no dice
    """Whether guns reach a distance in hexes and with which rating; a fort not under two hexes [II Combat, V.b forts, B14, B30].

    >>> from rulesdemo import odds
    >>> odds("broadside.gun_range", distance=1, fort=True).p(legal=False)
    Fraction(1, 1)
    """
    too_near = fort and distance < rules.table("gun_ranges").at("fort", "least")
    if too_near or not (_in_band(rules, "short", distance) or _in_band(rules, "long", distance)):
        return GunRange(legal=False, rating="none", rake=False, far=False)
    rating: Literal["short", "long"] = "short" if _in_band(rules, "short", distance) else "long"
    return GunRange(
        legal=True, rating=rating, rake=not fort and _in_band(rules, "rake", distance), far=not fort and _in_band(rules, "far", distance)
    )


@procedure(rules=("V.b",), public=True)
def field_of_fire(dice: Dice, rules: Ruleset, heading: Compass, q: Step, r: Step) -> FieldOfFire:  # noqa: ARG001 - no dice
    """Which broadside bears on a hex q, r away (q grows to the south-east, r to the south); rebuilt, the diagram is lost [V.b, B32].

    >>> from rulesdemo import odds
    >>> odds("broadside.field_of_fire", heading="N", q=2, r=-1).p(side="starboard", distance=2)
    Fraction(1, 1)
    """
    return _bearing(rules, heading, Hex(q, r))


def _bearing(rules: Ruleset, heading: str, away: Hex) -> FieldOfFire:
    table = rules.table("field_of_fire")
    for side in ("starboard", "port"):
        edges = (GRID.vector(GRID.turn_right(GRID.named(heading), table.at(side, column))) for column in ("edge", "other_edge"))
        if in_sector(away, *edges):
            return FieldOfFire(side, away.length)
    return FieldOfFire("none", away.length)


@procedure(rules=("V.b enfilade",), public=True)
def raking(dice: Dice, rules: Ruleset, heading: Compass, q: Step, r: Step) -> Raking:  # noqa: ARG001 - no dice
    """Whether a ship q, r away from her target rakes it: outside the target's field of fire and near enough [V.b enfilade, B14, B32].

    >>> from rulesdemo import odds
    >>> odds("broadside.raking", heading="N", q=0, r=3).p(rakes=True)
    Fraction(1, 1)
    """
    side, distance = _bearing(rules, heading, Hex(q, r))
    return Raking(side == "none" and _in_band(rules, "rake", distance))


@procedure(rules=("V.b", "T1", "T8", "T9"), public=True)
def same_die(dice: Dice, rules: Ruleset, force: AnyInt, other_force: AnyInt, drm: AnyInt = 0, other_drm: AnyInt = 0) -> SameDie:
    """One die read for two shots, criticals left aside: what a modifier of force or die is worth [V.b, T1, T8, T9, B29].

    >>> from rulesdemo import odds
    >>> odds("broadside.same_die", force=12, other_force=18).mean("more")
    Fraction(1, 1)
    """
    natural = dice.roll(D6)
    damage, other = (_read(rules, row, natural + plus) for row, plus in ((force, drm), (other_force, other_drm)))
    return SameDie(damage, other, other - damage)


def _read(rules: Ruleset, force: int, die: int) -> int:
    if force < 0:
        return int(rules.table("gun_table_below").at(force, "damage"))
    return gun_table(rules, force).at(force, die) or 0


@procedure
def batter(dice: Dice, rules: Ruleset, force: int, drm: int, hull: int) -> int:
    """One shot at what is left of a hull."""
    return max(0, hull - dice.do(damage_roll, rules, force, drm))


def is_empty(hull: int) -> bool:
    """Nothing left."""
    return hull <= 0


@procedure(rules=("V.b", "V.b sections", "T1"), public=True)
def hull_after_shots(
    dice: Dice, rules: Ruleset, force: AnyInt, hull: Annotated[int, Whole(0, 200)], shots: Shots, drm: AnyInt = 0
) -> HullLeft:
    """What some shots of one force leave of a hull, or of one section of it, criticals left aside [V.b, T1].

    >>> from rulesdemo import odds
    >>> odds("broadside.hull_after_shots", force=10, hull=4, shots=2).p(hull=0)
    Fraction(5, 9)
    """
    return HullLeft(dice.do(repeat(batter, is_empty), rules, force, drm, hull, shots))


@procedure
def exchange(dice: Dice, rules: Ruleset, a: Ship, b: Ship, drm: int, hulls: Hulls) -> Hulls:
    """Both fire at once."""
    penalty = rules.table("force_modifiers").at("destroyed_hull_section", "force")
    (force_a, sections_a), (force_b, sections_b) = a, b
    loss_a = dice.do(damage_roll, rules, force_b + penalty * empty_sections(sections_b, hulls.b), drm)
    loss_b = dice.do(damage_roll, rules, force_a + penalty * empty_sections(sections_a, hulls.a), drm)
    return Hulls(max(0, hulls.a - loss_a), max(0, hulls.b - loss_b))


@procedure(rules=("SEQ", "V.b", "V.b sections", "T1", "T8", "T9"), public=True)
def duel(
    dice: Dice,
    rules: Ruleset,
    force_a: AnyInt,
    hull_a: Sections,
    force_b: AnyInt,
    hull_b: Sections,
    turns: Annotated[int, Whole(0, 60)],
    first_fire: YesNo = True,
) -> Fight:
    """Two ships exchange broadsides every turn, both at once, weaker with each section lost, criticals left aside [V.b, T8, T9, B22, B41].

    >>> from rulesdemo import odds
    >>> odds("broadside.duel", force_a=10, hull_a=(4, 4), force_b=10, hull_b=(4, 4), turns=3).p(beaten="both")
    Fraction(16, 729)
    """
    a, b = (force_a, hull_a), (force_b, hull_b)
    hulls = Hulls(sum(hull_a), sum(hull_b))
    if first_fire and turns:
        hulls = dice.do(exchange, rules, a, b, rules.table("die_modifiers").at("first_fire"), hulls)
        turns -= 1
    return outcome(dice.do(repeat(exchange, is_decided), rules, a, b, 0, hulls, turns))

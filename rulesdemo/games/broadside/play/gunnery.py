"""Gunnery (V.b): who may be fired at, with which force and which die, the choice of targets in secret, and the broadsides."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.gunnery import GunForce, GunRange, field_of_fire, gun_force, gun_range, gunnery, gunnery_drm, raking
from rulesdemo.games.broadside.play.events import ShotFired, TargetChosen
from rulesdemo.games.broadside.play.orders import Aim, Fire, HoldFire
from rulesdemo.games.broadside.play.rolling import after_roll, check_due, due_orders, first_due
from rulesdemo.games.broadside.play.state import SIDES, Hit, Position, Ship, Shot
from rulesdemo.games.broadside.play.weather import sight_of
from rulesdemo.games.broadside.weather import wind_effects
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, Nn_

# -- where guns bear -------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=50_000)
def _bears(rules: Ruleset, heading: Direction, away: Hex) -> bool:
    return bool(settled(field_of_fire, rules, GRID.name(heading), away.q, away.r).side != "none")


@lru_cache(maxsize=50_000)
def _rakes(rules: Ruleset, heading: Direction, away: Hex) -> bool:
    return bool(settled(raking, rules, GRID.name(heading), away.q, away.r).rakes)


@cites("V.b", "V.b forts")
def bears(rules: Ruleset, ship: Ship, place: Hex) -> bool:
    """Whether her guns bear on a hex; a fort's do all round [V.b, B32, B33]."""
    return ship.is_fort or _bears(rules, ship.heading, place - ship.place)


@cites("V.b enfilade", "V.b forts")
def rakes(rules: Ruleset, ship: Ship, target: Ship) -> bool:
    """Whether she fires from outside the target's field of fire, near enough; forts neither rake nor are raked [V.b enfilade, B14]."""
    return not ship.is_fort and not target.is_fort and _rakes(rules, target.heading, ship.place - target.place)


@lru_cache(maxsize=1_000)
def range_at(rules: Ruleset, distance: int, *, fort: bool) -> GunRange:
    """What a distance means for guns [II Combat, V.b forts, B14, B30]."""
    found: GunRange = settled(gun_range, rules, distance, fort)
    return found


@lru_cache(maxsize=50_000)
def _force(rules: Ruleset, force: int, *causes: int) -> GunForce:
    sections, rake, past, loose, sail, wind, leak, fort = causes
    found: GunForce = settled(gun_force, rules, force, sections, rake, bool(past), loose, bool(sail), wind, bool(leak), bool(fort))
    return found


@lru_cache(maxsize=50_000)
def _die(rules: Ruleset, distance: int, sky: str, *causes: bool) -> int:
    return int(settled(gunnery_drm, rules, distance, sky, *causes).drm)


# -- a shot ----------------------------------------------------------------------------------------------------------------------------


class Aimed(NamedTuple):
    """What makes a shot: the force after its modifiers, those of the die, and where they come from."""

    fires: bool
    force: int
    drm: int
    distance: int
    raking: bool
    past_nearer: bool


@cites("V.b obstruction")
def is_past_nearer(position: Position, ship: Ship, target: Ship) -> bool:
    """Whether a nearer enemy, seen and in her field of fire, has not surrendered [V.b obstruction, B23]; forts fire over them."""
    if ship.is_fort:
        return False
    far = ship.place.distance(target.place)
    return any(
        0 < ship.place.distance(other.place) < min(far, sight_of(position).hexes + 1) and bears(position.rules, ship, other.place)
        for other in position.there
        if other.side != ship.side and not other.surrendered and other.id != target.id
    )


@cites("II Combat", "V.b", "V.b sections", "V.b enfilade", "V.b obstruction", "V.b forts", "T8", "T9", "T12", "IV.g")
def aim_of(position: Position, ship: Ship, target: Ship) -> Aimed:
    """The force and the die modifiers with which a ship fires at another [V.b, T8, T9, B5, B21, B22, B48]."""
    rules, distance = position.rules, ship.place.distance(target.place)
    rating = range_at(rules, distance, fort=ship.is_fort).rating
    base = {"short": ship.short, "long": ship.long, "none": 0}[rating]
    rake, past = rakes(rules, ship, target), is_past_nearer(position, ship, target)
    full_sail, hurt = ship.sail in ("on", "taking_in"), ship.damage
    found = _force(
        rules,
        base,
        ship.sections_destroyed,
        distance if rake else 0,
        past,
        hurt.guns_loose,
        full_sail,
        position.sky.force,
        hurt.leak == "small",
        ship.is_fort,
    )
    drm = _die(
        rules,
        max(1, distance),
        position.sky.sky,
        sight_of(position).night,
        not ship.has_fired,
        full_sail,
        ship.is_fort,
        ship.anchor == "down",
        target.anchor == "down",
        hurt.gunner_dead,
    )
    return Aimed(found.fires, found.force, drm, distance, rake, past)


@cites("V.b", "V.b forts", "V.a", "VI", "T3", "T6", "T12")
def check_guns(position: Position, ship: Ship) -> Refusal | None:
    """Whether she may fire at all this turn [V.a, VI, T3, T12]."""
    if ship.gone or ship.surrendered or not ship.hull:
        return Refusal(N_("{ship} can no longer fight.").format(ship=ship.name), "VI", N_("Fire with another ship."))
    if not ship.can_fight:
        return Refusal(
            N_("{ship} fights a fire or a large leak, and nobody else.").format(ship=ship.name), "T12", N_("Fire with another ship.")
        )
    if ship.locked:
        return Refusal(N_("{ship} is locked in a boarding and does not fire.").format(ship=ship.name), "V.a", N_("Fire with another ship."))
    if settled(wind_effects, position.rules, position.sky.force).gunfire == "no":
        return Refusal(N_("In this wind nobody can fire."), "T3", N_("Wait until it drops."))
    return None


@cites("V.b", "V.b forts", "T6", "T9", "VI")
def check_shot(position: Position, ship: Ship, target: Ship) -> Refusal | None:
    """One enemy with her flag flying, in sight, in the field of fire and within range [V.b, B24, B29, B30]."""
    if target.gone or target.surrendered:
        return Refusal(N_("{target} is out of the fight.").format(target=target.name), "VI", N_("Choose an enemy who is not."))
    if target.side == ship.side:
        return Refusal(N_("{target} is on your own side.").format(target=target.name), "V.b", N_("Choose an enemy."))
    return _check_reach(position, ship, target)


@cites("V.b", "V.b forts", "T6", "T9")
def _check_reach(position: Position, ship: Ship, target: Ship) -> Refusal | None:
    """In sight, within range, in the field of fire, and with some force left [V.b, B24, B29, B30]."""
    distance, sight = ship.place.distance(target.place), sight_of(position).hexes
    if distance > sight:
        return Refusal(
            Nn_("{target} cannot be seen: sight is {n} hex.", "{target} cannot be seen: sight is {n} hexes.", sight).format(
                target=target.name
            ),
            "T6",
            N_("Choose an enemy in sight, or hold fire."),
        )
    if not range_at(position.rules, distance, fort=ship.is_fort).legal:
        return _out_of_range(position, ship, target, distance)
    if not bears(position.rules, ship, target.place):
        return Refusal(
            N_("{target} is not in the field of fire of {ship}.").format(target=target.name, ship=ship.name),
            "V.b",
            N_("Choose an enemy on the beam, or hold fire."),
        )
    if not aim_of(position, ship, target).fires:
        return Refusal(
            N_("At {target} nothing is left of the force.").format(target=target.name), "T9", N_("Choose another target, or hold fire.")
        )
    return None


def _out_of_range(position: Position, ship: Ship, target: Ship, distance: int) -> Refusal:
    if ship.is_fort and distance and range_at(position.rules, distance, fort=False).legal:
        return Refusal(
            N_("{target} is too near for a fort.").format(target=target.name), "V.b forts", N_("Choose an enemy two hexes away or more.")
        )
    return Refusal(
        Nn_("{target} is {n} hex away, where no gun reaches.", "{target} is {n} hexes away, where no gun reaches.", distance).format(
            target=target.name
        ),
        "V.b",
        N_("Choose an enemy 1 to 7 hexes away, or hold fire."),
    )


def targets(position: Position, ship: Ship) -> tuple[Ship, ...]:
    """Every ship that she may fire at."""
    if check_guns(position, ship) is not None:
        return ()
    return tuple(other for other in position.there if other.side != ship.side and check_shot(position, ship, other) is None)


# -- choosing targets ------------------------------------------------------------------------------------------------------------------


def _gunners(position: Position) -> tuple[Ship, ...]:
    """The ships of the side that chooses now that have somebody to fire at and have not chosen."""
    chosen = {shot.ship for shot in position.shots}
    if "targets" not in position.memo:
        position.memo["targets"] = {ship.id: bool(targets(position, ship)) for ship in position.there if ship.id not in chosen}
    able: dict[str, bool] = position.memo["targets"]
    for side in SIDES:
        waiting = tuple(ship for ship in position.there if ship.side == side and able.get(ship.id))
        if waiting:
            return waiting
    return ()


@cites("SEQ", "V.b")
def decide_aim(position: Position) -> Decision | None:
    """Step 5-2: each side chooses its targets, unseen by the other, as all fire at once [SEQ, V.b, B41, B72]."""
    waiting = _gunners(position)
    if not waiting:
        return None
    return Decision(
        waiting[0].side, (Aim, HoldFire), "V.b", N_("Choose a target for {ship}, or hold her fire.").format(ship=waiting[0].name)
    )


def _check_gunner(position: Position, name: str) -> Refusal | None:
    """Whether it is this ship that chooses."""
    first = _gunners(position)[0]
    if name == first.id:
        return None
    return Refusal(N_("It is {ship} who chooses now.").format(ship=first.name), "V.b", N_("Choose for {ship}.").format(ship=first.name))


@cites("V.b")
def check_aim(position: Position, order: Aim) -> Refusal | None:
    """One target for one ship [V.b]."""
    refusal = _check_gunner(position, order.ship)
    if refusal:
        return refusal
    target = position.find(order.target)
    if target is None:
        return Refusal(N_("There is no ship {name!r}.").format(name=order.target), "V.b", N_("Choose an enemy on the map."))
    ship = position.ship(order.ship)
    return check_guns(position, ship) or check_shot(position, ship, target)


@cites("V.b")
def aim(_dice: Dice, position: Position, order: Aim) -> Outcome[Position]:
    """Note the target; all shots use the state at the start of this step [V.b, B41]."""
    return Outcome(replace(position, shots=(*position.shots, Shot(order.ship, order.target))), (TargetChosen(order.ship),))


def aims(position: Position) -> Iterator[Aim]:
    """Every enemy of the ship that chooses."""
    waiting = _gunners(position)
    if waiting:
        ship = waiting[0]
        yield from (Aim(ship.id, other.id) for other in position.there if other.side != ship.side)


@cites("V.b")
def check_hold_fire(position: Position, order: HoldFire) -> Refusal | None:
    """Nobody is made to fire."""
    return _check_gunner(position, order.ship)


@cites("V.b")
def hold_fire(_dice: Dice, position: Position, order: HoldFire) -> Outcome[Position]:
    """Note that she does not fire."""
    return Outcome(replace(position, shots=(*position.shots, Shot(order.ship, ""))), (TargetChosen(order.ship),))


def holds(position: Position) -> Iterator[HoldFire]:
    """The ship that chooses."""
    waiting = _gunners(position)
    if waiting:
        yield HoldFire(waiting[0].id)


# -- broadsides ------------------------------------------------------------------------------------------------------------------------


@cites("SEQ", "V.b")
def call_for_fire(position: Position) -> Outcome[Position]:
    """Every ship that has a target fires [SEQ, B41]."""
    return Outcome(position.with_turn(due=tuple(shot.ship for shot in position.shots if shot.target)))


def decide_fire(position: Position) -> Decision | None:
    """The owner of the next ship that fires."""
    due = first_due(position)
    if due is None:
        return None
    ship, target = position.ship(due), _target(position, due)
    aimed = aim_of(position, ship, target)
    prompt = N_("{ship} fires at {target} with force {force}, die {drm:+}: throw.").format(
        ship=ship.name, target=target.name, force=aimed.force, drm=aimed.drm
    )
    return Decision(ship.side, (Fire,), "V.b", prompt)


def _target(position: Position, name: str) -> Ship:
    return next(position.ship(shot.target) for shot in position.shots if shot.ship == name)


def check_fire(position: Position, order: Fire) -> Refusal | None:
    """Ships fire one after the other, though all at once in the rules."""
    return check_due(position, order, "V.b")


@cites("V.b", "V.b critique", "V.b enfilade", "V.b obstruction", "V.b forts", "T1", "T8", "T9")
def fire(dice: Dice, position: Position, order: Fire) -> Outcome[Position]:
    """A die on the gun table, and a critical on a natural 6; what it costs is marked in step 6 [V.b, B22, B41, B43]."""
    ship, target = position.ship(order.ship), _target(position, order.ship)
    aimed = aim_of(position, ship, target)
    throw = throw_for(dice, gunnery, position.rules, aimed.force, aimed.drm, ship.is_fort)
    damage, critical = throw.outcome
    position = after_roll(position, ship.id).with_ship(replace(ship, has_fired=True, fired=True))
    shot = ShotFired(ship.id, target.id, aimed.force, aimed.drm, aimed.raking, aimed.past_nearer, damage, critical, throw)
    return Outcome(replace(position, hits=(*position.hits, Hit(target.id, damage, critical))), (shot,))


def broadsides(position: Position) -> Iterator[Fire]:
    """The next ship that fires."""
    yield from due_orders(position, Fire)

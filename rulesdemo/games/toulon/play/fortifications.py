"""Fortifications (4.7, 4.12o, 6.5, 6.8): redoubts and whom they help, forts that bar the way, and guns against walls."""

from __future__ import annotations

from dataclasses import replace

from rulesdemo.games.toulon.fortifications import fort_bars, fort_benefit, fort_group, redoubt_reduction
from rulesdemo.games.toulon.play.events import Notice
from rulesdemo.games.toulon.play.state import Position, Redoubt, Side, Unit, enemy_of
from rulesdemo.play.engine import Outcome, Refusal, cites, settled
from rulesdemo.words import N_


def redoubt_in(position: Position, zone: str) -> Redoubt | None:
    """The redoubt of a zone."""
    return next((each for each in position.redoubts if each.zone == zone), None)


@cites("4.7a", "4.7b")
def helps(position: Position, side: Side, zone: str) -> Redoubt | None:
    """The redoubt of a zone, if this side built it; old ones count as built by the Allies [4.7a, 4.7b]."""
    found = redoubt_in(position, zone)
    return found if found is not None and found.builder == side else None


@cites("4.12o")
def sheltered_unit(position: Position, side: Side, zone: str) -> Unit | None:
    """Who fills a redoubt: a battery before any other gun, a gun before other troops [4.12o]."""
    if helps(position, side, zone) is None:
        return None
    order = {"battery": 0, "artillery": 1, "infantry": 2, "cavalry": 3}
    outside = [unit for unit in position.of(side, zone) if not unit.fort]
    return min(outside, key=lambda unit: order[unit.arm], default=None)


@cites("4.7c", "6.8")
def check_dig(position: Position, side: Side, zone: str) -> Refusal | None:  # noqa: PLR0911 - one for each reason
    """Not twice in a turn, not beyond the improved level; a removed redoubt is rebuilt only where it stood [4.7c, 6.8]."""
    found = redoubt_in(position, zone)
    if found is not None:
        if found.builder != side:
            return Refusal(N_("That redoubt is the enemy's work."), "4.7b", N_("Dig elsewhere."))
        if found.level == "improved":
            return Refusal(N_("That redoubt is improved already."), "4.7c", N_("Dig elsewhere."))
        if found.turn == position.turn.number:
            return Refusal(N_("A redoubt is not built and improved in one turn."), "4.7c", N_("Improve it next turn."))
        return None
    bound = [place for place, builder in position.razed if builder == side]
    built = sum(each.builder == side and each.turn > 0 for each in position.redoubts)
    if zone not in bound and built + len(bound) >= position.number("redoubts"):
        if bound:
            return Refusal(
                N_("A redoubt that was removed may be rebuilt only where it stood."),
                "6.8",
                N_("Dig in {bound}.").format(bound=position.zone(bound[0]).name),
            )
        return Refusal(N_("All your redoubts stand already."), "4.7c", N_("Improve one instead."))
    return None


@cites("4.7c", "6.8")
def dig(position: Position, side: Side, zone: str) -> Outcome[Position]:
    """A new redoubt, or an improved one [4.7c]."""
    rest = tuple(each for each in position.redoubts if each.zone != zone)
    improved = len(rest) < len(position.redoubts)
    new = Redoubt(zone, "improved" if improved else "normal", side, position.turn.number)
    razed = tuple(each for each in position.razed if each != (zone, side))
    words = N_("The redoubt of {zone} is improved.") if improved else N_("A redoubt is built in {zone}.")
    return Outcome(replace(position, redoubts=(*rest, new), razed=razed), (Notice("dug", "4.7c", words, (zone,)),))


@cites("6.8")
def reduce_redoubt(position: Position, zone: str) -> Outcome[Position]:
    """An improved redoubt becomes a normal one, a normal one is removed [6.8, T8]."""
    found = redoubt_in(position, zone)
    if found is None:
        return Outcome(position)
    becomes = settled(redoubt_reduction, position.rules, found.level).becomes
    rest = tuple(each for each in position.redoubts if each.zone != zone)
    if becomes == "normal":
        return Outcome(
            replace(position, redoubts=(*rest, found._replace(level="normal"))),
            (Notice("reduced", "6.8", N_("The redoubt of {zone} is a normal one now."), (zone,)),),
        )
    position = replace(position, redoubts=rest, razed=(*position.razed, (zone, found.builder)))
    return Outcome(position, (Notice("reduced", "6.8", N_("The redoubt of {zone} is removed."), (zone,)),))


@cites("4.7d")
def bars(position: Position, side: Side, zone: str) -> bool:
    """Whether a level-3 fort with garrison enough keeps this side out of its zone [4.7d]."""
    inside = sum(unit.strength for unit in position.of(enemy_of(side), zone) if unit.fort)
    level = position.zone(zone).fort
    return bool(level) and settled(fort_bars, position.rules, level, inside >= position.number("garrison_sp")).barred


@cites("4.7a", "4.7b", "4.7e", "6.5")
def defence(position: Position, side: Side, zone: str, units: tuple[Unit, ...]) -> int:
    """What works add to a defence: redoubts for their builders, a fort for its garrison, less with enemy guns close by [4.7]."""
    added = 0
    redoubt = helps(position, side, zone)
    if redoubt is not None and any(not unit.fort for unit in units):
        added += position.number("redoubt_strength" if redoubt.level == "normal" else "improved_strength")
    walls = position.zone(zone).fort if any(unit.fort or position.zone(zone).whole_fort for unit in units) else 0
    guns = any(unit.is_gun and not unit.fort for unit in position.of(enemy_of(side), zone))
    left: int = settled(fort_benefit, position.rules, walls, position.number("gun_reduction"), guns).benefit
    return added + left


@cites("6.5")
def is_one_group(position: Position, side: Side, zone: str) -> bool:
    """Under option 6.5 the defenders of a fort stand as one group; under a switch only with a leader [6.5, T33]."""
    return position.has("6.5") and settled(fort_group, position.rules, bool(position.led(side, zone))).one_group

"""Chapter 11, the magazine: whom debris strikes, whom something shelters, and what the dice would do to the ship that is looked at."""

from __future__ import annotations

from typing import Final, NamedTuple

from rulesdemo.games.escadres.blast import blast_dice, blast_on
from rulesdemo.games.escadres.play.damage import ships_reached
from rulesdemo.games.escadres.play.places import apart
from rulesdemo.games.escadres.play.state import Blast, Position, Ship
from rulesdemo.play.engine import Throw, settled
from rulesdemo.words import _, listing, ngettext
from widgets.play.game_guide import Count, Outlook, Rehearsal
from widgets.play.lesson import Lesson


class Reach(NamedTuple):
    """How debris of a ship would fly: the dice for each ship that it strikes, who is sheltered, and who lies too far away."""

    dice: dict[str, int]
    sheltered: tuple[Ship, ...]
    far: tuple[Ship, ...]


def source_of(position: Position) -> Ship | None:
    """The ship whose debris the board shows: the one that has just burst, else the one that the goal warns of, while she is there."""
    if isinstance(position.pending, Blast):
        return position.ship(position.pending.source)
    ship = position.find(position.scenario.goal.get("target", ""))
    return None if ship is None or ship.gone else ship


def dice_at(position: Position, source: Ship, ship: Ship) -> int:
    """The dice of debris that fly so far, whatever lies in between [E-BLAST-1]."""
    return int(settled(blast_dice, position.rules, source.power_initial, apart(source.berth, ship.berth)).dice)


def reach_of(position: Position, source: Ship) -> Reach:
    """Where her debris goes, were she to burst now; what is in the air already goes to whom it has not struck yet."""
    pending = position.pending
    is_flying = isinstance(pending, Blast) and pending.source == source.id
    dice = dict(pending.hits if isinstance(pending, Blast) and is_flying else ships_reached(position, source))
    spared = [ship for ship in position.there if ship.id not in dice and ship.id != source.id and not is_flying]
    near = {ship.id for ship in spared if dice_at(position, source, ship)}
    return Reach(dice, tuple(ship for ship in spared if ship.id in near), tuple(ship for ship in spared if ship.id not in near))


# -- what can happen -------------------------------------------------------------------------------------------------------------------


def outlook(position: Position, name: str) -> Outlook | None:
    """How many ships debris strikes, how many are sheltered or too far away, and what becomes of the one that is looked at."""
    source = source_of(position)
    if source is None or position.result is not None:
        return None
    found = reach_of(position, source)
    title = _("Debris of {ship} in the air") if source.gone else _("If {ship} blew up now")
    lines = [Count(_("ships struck"), len(found.dice), "bar")]
    if not source.gone:
        lines += [Count(_("sheltered"), len(found.sheltered), "bar"), Count(_("too far away"), len(found.far), "bar")]
    return Outlook(title.format(ship=source.name), tuple(lines), _sentence(position, source, found, name))


def _sentence(position: Position, source: Ship, found: Reach, name: str) -> str:
    ship = position.find(name)
    if ship is None or ship.gone or ship.id == source.id:
        names = listing([each.name for each in found.sheltered]) if found.sheltered else ""
        return _("Sheltered: {names}. [E-BLAST-1]").format(names=names) if names else _("Nothing stops debris here. [E-BLAST-1]")
    away = apart(source.berth, ship.berth)
    hexes = ngettext("{n} hex", "{n} hexes", away).format(n=away)
    if ship.id in found.dice:
        dice = ngettext("{n} die", "{n} dice", found.dice[ship.id]).format(n=found.dice[ship.id])
        words = _("{ship} is {hexes} from her: {power} divided by {away}, rounded down, is {dice}. [E-BLAST-1]")
        return words.format(ship=ship.name, hexes=hexes, power=source.power_initial, away=away, dice=dice)
    if ship in found.sheltered:
        return _("{ship} is {hexes} from her, and something stands in every line: no dice. [E-BLAST-1]").format(ship=ship.name, hexes=hexes)
    if ship in found.far:
        return _("{ship} is {hexes} from her, and debris flies {power} at most. [E-BLAST-1]").format(
            ship=ship.name, hexes=hexes, power=source.power_initial
        )
    return _("{ship} has had her share. [E-BLAST-1]").format(ship=ship.name)


def rehearsal(position: Position, name: str) -> Rehearsal | None:
    """The debris that would strike the ship looked at."""
    source, ship = source_of(position), position.find(name)
    if source is None or source.gone or ship is None or ship.gone or position.result is not None:
        return None
    dice = reach_of(position, source).dice.get(ship.id, 0)
    if not dice:
        return None
    title = ngettext("{ship}, struck by {n} die", "{ship}, struck by {n} dice", dice).format(ship=ship.name, n=dice)
    return Rehearsal(title, Throw(blast_on, (position.rules, dice, ship.power, ship.crew), None))


BLAST: Final = Lesson("blast", outlook=outlook, rehearsal=rehearsal, regards=True)

"""Damage: what the dice of a shot, of fires aboard and of debris cost a ship, and how she stands after it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rulesdemo.games.escadres.blast import blast_on
from rulesdemo.games.escadres.burning import blows_up, burn_on
from rulesdemo.games.escadres.damage import Damage
from rulesdemo.games.escadres.play.facts import damage_text
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _, ngettext
from widgets.games.escadres.names import no_more
from widgets.play.game_guide import Part
from widgets.play.lesson import Lesson, Words
from widgets.web.phrases import titled

STANDING: Final = ("power", "crew", "exploded")  # the fields that say how she stands
RIG: Final = ("speed", "turns", "stopped")
FIGHTS, AFLOAT, STRIKES, EXPLODES = N_("Fights on"), N_("Stays afloat"), N_("Strikes"), N_("Explodes")


class Struck(NamedTuple):
    """The ship that dice of damage strike: what she has, and whether it is fire that does."""

    dice: int
    left: int  # power; on a hulk that burns, hull
    crew: int
    is_fire: bool
    is_hulk: bool

    @classmethod
    def by(cls, throw: Throw) -> Struck:
        """Read from what was thrown for."""
        _rules, dice, left, crew, *hulk = throw.args
        return cls(dice, left, crew, throw.procedure is burn_on, bool(hulk and hulk[0]))

    @property
    def boxes(self) -> str:
        """What the dice take besides crew."""
        return _("hull") if self.is_hulk else _("power")


def is_gone(throw: Throw) -> bool:
    """Whether she explodes: by her magazine, or because fire takes the last of her."""
    ship = Struck.by(throw)
    return blows_up(throw.outcome, ship.left) if ship.is_fire else bool(throw.outcome.exploded)


def lacks(throw: Throw) -> tuple[str, ...]:
    """What she has lost the last of by this throw, and therefore strikes."""
    ship, lost = Struck.by(throw), throw.outcome
    power = ship.left and not ship.is_hulk and lost.power >= ship.left
    # A hulk has struck already.
    crew = ship.crew and not ship.is_hulk and lost.crew >= ship.crew
    return (*((_("power"),) if power else ()), *((_("crew"),) if crew else ()))


def harm(throw: Throw) -> int:
    """The boxes that it costs her; all that she has where she explodes."""
    ship, lost = Struck.by(throw), throw.outcome
    return int(ship.left + ship.crew if is_gone(throw) else lost.power + lost.crew)


def standing(throw: Throw) -> str:
    """How she stands after it."""
    if is_gone(throw):
        return EXPLODES
    ship = Struck.by(throw)
    # A wreck that strikes for want of crew too is no worse off for it.
    is_wreck = ship.is_hulk or not ship.left or not ship.crew
    return AFLOAT if is_wreck else STRIKES if lacks(throw) else FIGHTS


def is_beaten(throw: Throw) -> bool:
    """Whether a ship that fought before it fights no more, or a wreck is gone."""
    return standing(throw) in (STRIKES, EXPLODES)


def rig(throw: Throw) -> str:
    """Whether masts, helm or way are lost."""
    return _("Something lost") if any(throw.outcome) else _("Nothing lost")


def parts(throw: Throw) -> tuple[Part, ...]:
    """How she stands first, and then what is lost of each kind; what she has none of is left out."""
    ship = Struck.by(throw)
    is_shot = not ship.is_fire and throw.procedure is not blast_on
    order = (EXPLODES, STRIKES, FIGHTS) if is_shot else (FIGHTS, AFLOAT, STRIKES, EXPLODES)
    found = [Part(STANDING, _("How she stands"), standing, order)]
    if ship.left:
        found.append(Part(("power",), _("Hull lost") if ship.is_hulk else _("Power lost")))
    if ship.crew:
        found.append(Part(("crew",), _("Crew lost")))
    return (*found, Part(("fires",), _("New fires")), Part(RIG, _("Speed, turns, next move"), rig))


def label(throw: Throw) -> str:
    """What it costs her."""
    return titled(damage_text(throw.outcome, Struck.by(throw).boxes))


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """How many dice, how many more for criticals, what they cost, and what it means."""
    ship = Struck.by(throw)
    thrown = ngettext("{n} die", "{n} dice", ship.dice).format(n=ship.dice)
    more = len(faces) - ship.dice
    if more > 0:
        thrown += ngettext(", and {n} more for criticals [E-DMG-2]", ", and {n} more for criticals [E-DMG-2]", more).format(n=more)
    return _("{dice}: {cost}. {end}").format(dice=thrown, cost=damage_text(throw.outcome, ship.boxes), end=_end(throw, ship))


def _end(throw: Throw, ship: Struck) -> str:
    lost: Any = throw.outcome
    if lost.exploded:
        return _("She explodes [E-DMG-3].")
    if is_gone(throw):
        form = _("Fire takes her last hull point: she explodes [E-HULL-2].") if ship.is_hulk else ""
        return form or _("Fire takes the last of her power: she explodes [E-BURN-4].")
    lacking = lacks(throw)
    if standing(throw) == STRIKES:
        return _("She has no {what} left and strikes her flag [E-MARK-2].").format(what=no_more(lacking))
    return _("She is a wreck, and stays afloat.") if standing(throw) == AFLOAT else _("She fights on.")


DAMAGE: Final = Lesson("damage", throws={Damage: Words(label, verdict, parts=parts)})

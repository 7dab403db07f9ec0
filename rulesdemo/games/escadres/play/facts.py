"""The words of Escadres' events: names of things, and sentences that come in several whole forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rulesdemo.games.escadres.damage import Damage
from rulesdemo.words import N_, _, listing, ngettext

Name = Callable[[str], str]
SIDES_FIRST: Final = {"french": N_("The French"), "british": N_("The British")}  # at the beginning of a sentence
WINDS: Final = {"A": N_("reaching"), "B": N_("running"), "C": N_("close-hauled"), "D": N_("head to wind")}
# Ships by side and type: an adjective and its noun are one message.
KINDS: Final = {
    ("french", "three_decker"): N_("french three decker"),
    ("british", "three_decker"): N_("british three decker"),
    ("french", "seventy_four"): N_("french seventy four"),
    ("british", "seventy_four"): N_("british seventy four"),
    ("french", "frigate"): N_("french frigate"),
    ("british", "frigate"): N_("british frigate"),
    ("french", "brig"): N_("french brig"),
    ("british", "brig"): N_("british brig"),
}
MOVES: Final = {
    "straight": N_("{ship} goes straight on: bow in {hex}, heading {heading}."),
    "left": N_("{ship} turns to the left: bow in {hex}, heading {heading}."),
    "right": N_("{ship} turns to the right: bow in {hex}, heading {heading}."),
}
DRIFTS: Final = {
    "both": N_("{ship} drifts downwind: bow in {hex}, heading {heading}."),
    "stern_only": N_("{ship} drifts by the stern: bow in {hex}, heading {heading}."),
    "bow_only": N_("{ship} drifts by the bow: bow in {hex}, heading {heading}."),
    "bow_pays_off_left": N_("{ship} pays off: bow in {hex}, heading {heading}."),
    "bow_pays_off_right": N_("{ship} pays off: bow in {hex}, heading {heading}."),
}
FLAGS: Final = {
    "power": N_("{ship} has no power left and strikes her flag."),
    "crew": N_("{ship} has no crew left and strikes her flag."),
}
VERDICTS: Final = {
    "french": N_("The French win: {why} (ships lost: French {french}, British {british})."),
    "british": N_("The British win: {why} (ships lost: French {french}, British {british})."),
    "draw": N_("Nobody wins: {why} (ships lost: French {french}, British {british})."),
}

listed = listing  # its former name


def dice_text(dice: int) -> str:
    """Return a number of dice in words."""
    return ngettext("{n} die", "{n} dice", dice).format(n=dice)


def hull_text(points: int) -> str:
    """Return a number of hull points in words."""
    return ngettext("{n} hull point", "{n} hull points", points).format(n=points)


def steps_text(steps: int) -> str:
    """Return a number of steps in words."""
    return ngettext("{n} step", "{n} steps", steps).format(n=steps)


def losses(damage: Damage, boxes: str = "power") -> Iterator[str]:
    """Yield what the dice cost, part by part; on a hulk fire costs hull points in the place of power."""
    if damage.power:
        words = _("{n} hull") if boxes == "hull" else _("{n} power")
        yield words.format(n=damage.power)
    if damage.crew:
        yield _("{n} crew").format(n=damage.crew)
    if damage.fires:
        yield ngettext("{n} new fire", "{n} new fires", damage.fires).format(n=damage.fires)
    if damage.speed:
        yield _("{n} speed for good").format(n=damage.speed)
    if damage.turns:
        yield ngettext("{n} turn for good", "{n} turns for good", damage.turns).format(n=damage.turns)
    if damage.stopped:
        yield _("the next move")


def damage_text(damage: Damage, boxes: str = "power") -> str:
    """Return what the dice cost in words, as they stand after a colon.

    >>> damage_text(Damage(power=2, crew=1, fires=1, speed=0, turns=0, stopped=0, exploded=False))
    '2 power, 1 crew and 1 new fire'
    """
    if damage.exploded:
        return _("the magazine goes up")
    parts = list(losses(damage, boxes))
    return str(listing(parts)) if parts else _("no damage")

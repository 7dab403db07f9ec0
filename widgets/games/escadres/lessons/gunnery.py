"""Can I fire, and do I rake: the sum of the shot in hand, lines to every enemy, and the hexes that another reading moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from rulesdemo.games.escadres.damage import EXPLODED, volley
from rulesdemo.games.escadres.gunnery import zone
from rulesdemo.games.escadres.play.places import bears
from rulesdemo.games.escadres.play.state import Position, Ship
from rulesdemo.play.engine import Throw, settled
from rulesdemo.words import N_, _, local_figures, ngettext
from widgets.board.reading_marks import changed
from widgets.games.escadres.board.ranges import line_of_fire
from widgets.games.escadres.panels.aim import Shot, aimed_by, aiming, dice_words, enemies, losses, ours, shot_of, terms, zone_changes
from widgets.kit.sum_table import Term, total
from widgets.play.game_guide import Count, Outlook, Rehearsal
from widgets.play.lesson import Lesson
from widgets.scene.geometry import BoardGrid
from widgets.scene.shapes import Item
from widgets.web.phrases import signed, titled

if TYPE_CHECKING:
    from widgets.games.escadres.board.scene import Display

ZONES: Final = {"fire": N_("the fire zone"), "enfilade": N_("the enfilade zone"), "": N_("no zone")}


# -- beside the board ------------------------------------------------------------------------------------------------------------------


def zones_outlook(position: Position, looked_at: str) -> Outlook | None:
    """The sum of the shot, and why other enemies are no targets."""
    ship, target = aimed_by(position, looked_at)
    if ship is None or target is None:
        return None
    shot = shot_of(position, ship, target)
    others = [shot_of(position, ship, other) for other in enemies(position, ship) if other.id != target.id]
    sentences = [*_reading(position, shot), *([shot.refusal_text] if shot.refusal_text else []), *(_aside(other) for other in others)]
    return Outlook(_title(shot), _lines(shot), " ".join(sentences) or _("One die for each. [E-FIRE-3]"))


def raking_outlook(position: Position, looked_at: str) -> Outlook | None:
    """How much of her lies in the cone, and the sum of the shot."""
    ship, target = aimed_by(position, looked_at)
    if ship is None or target is None:
        return None
    shot = shot_of(position, ship, target)
    inside = _inside(position, ship, target)
    words = _("{n} of {all} hexes").format(n=inside, all=len(ship.hexes))
    lines = (Count(_("{ship} in the cone").format(ship=ship.name), inside, text=words),)
    # The odds of the shot below cap what is lost, so their average is a little less.
    means = _("Averages here are before any cap and any explosion. [E-MARK-3] [E40]")
    sentences = [*_reading(position, shot), *([shot.refusal_text] if shot.refusal_text else [_rake_words(shot, inside), means])]
    return Outlook(_title(shot), lines + _lines(shot) + _means(position, shot), " ".join(sentences))


def _title(shot: Shot) -> str:
    return _("{ship} at {target}").format(ship=shot.ship.name, target=shot.target.name)


def _lines(shot: Shot) -> tuple[Count, ...]:
    """A line for each part, and what they come to."""
    if shot.refusal is not None:
        return (Count(_("Dice"), 0, is_now=True, text=_("no shot")),)
    parts = [Count(titled(term.name), term.number, text=_plus(term, place)) for place, term in enumerate(shot.terms)]
    return (*parts, Count(_("Makes"), shot.dice, is_now=True, text=f"= {dice_words(shot.dice)}"))


def _means(position: Position, shot: Shot) -> tuple[Count, ...]:
    """What the shot takes on average, and what it would take raking or not, whichever it is not."""
    if shot.refusal is not None:
        return ()
    other = terms(position.rules, shot.parts._replace(raking=not shot.parts.raking))
    names = _("Average power lost"), _("If she did not rake") if shot.parts.raking else _("If she raked")
    found = (losses(position.rules, dice).power for dice in (shot.dice, max(0, total(other))))
    return tuple(Count(name, round(mean), text=_near(mean)) for name, mean in zip(names, found, strict=True))


def _near(mean: Fraction) -> str:
    return local_figures(f"{mean} ≈ {float(mean):.2f}") if mean.denominator > 1 else str(mean)


def _plus(term: Term, place: int) -> str:
    """A part as it stands in a sum: only the first has no sign of its own."""
    return signed(term.number) if term.number < 0 or not place else f"+{term.number}"


def _aside(shot: Shot) -> str:
    """Another enemy in a sentence."""
    rule = shot.refusal.rule if shot.refusal is not None else "E-FIRE-3"
    return _("{target}: {words}. [{rule}]").format(target=shot.target.name, words=shot.short, rule=rule)


def _reading(position: Position, shot: Shot) -> Iterator[str]:
    """What the reader's own reading makes of the shot, where it makes a difference."""
    before = shot_of(ours(position), shot.ship, shot.target)
    if before.short != shot.short:
        yield _("Our reading: {before}. Yours: {after}.").format(before=before.short, after=shot.short)


def _inside(position: Position, ship: Ship, target: Ship) -> int:
    """How many hexes of hers lie in the target's enfilade zone."""
    steps = (place - target.bow for place in ship.hexes)
    return sum(settled(zone, position.rules, target.heading, (step.q, step.r)).zone != "broadside" for step in steps)


def _rake_words(shot: Shot, inside: int) -> str:
    if shot.parts.raking:
        return _("Both hexes lie in the enfilade zone: she rakes, with a third more dice. [E-ENF-1]")
    if inside:
        return _("One hex is not enough: both must lie in the enfilade zone. [E-ENF-1]")
    return _("She lies outside the enfilade zone, and rakes nobody. [E-ENF-1]")


# -- on the board ----------------------------------------------------------------------------------------------------------------------


def zones_overlay(position: Position, board: BoardGrid, shown: Display) -> tuple[Item, ...]:
    """Lines to the other enemies in the fire zone, besides the target's own, and the hexes that have changed zone."""
    ship, target = aiming(position, *shown.fire)
    if ship is None:
        return ()
    others = [other for other in enemies(position, ship) if target is None or other.id != target.id]
    others = [other for other in others if bears(position.rules, ship.berth, other.berth)]
    lit = [target.place for target in shown.legal]
    lines = ((other, line_of_fire(position, board, ship, other, lit)) for other in others)
    found = (replace(line, id=f"line to {other.id}") for other, line in lines if line is not None)
    return (*_changes(position, board, ship), *found)


def raking_overlay(position: Position, board: BoardGrid, shown: Display) -> tuple[Item, ...]:
    """The hexes around the target that have changed zone."""
    target = aiming(position, *shown.fire).target
    return () if target is None else _changes(position, board, target)


def _changes(position: Position, board: BoardGrid, ship: Ship) -> tuple[Item, ...]:
    found = []
    for (was, now), places in zone_changes(position, ship).items():
        form = ngettext("Your reading: {n} hex moves from {was} to {now}", "Your reading: {n} hexes move from {was} to {now}", len(places))
        words = form.format(n=len(places), was=ZONES[was], now=ZONES[now])
        found.append(changed(board, places, words, f"{was or 'none'} {now or 'none'}"))
    return tuple(found)


# -- dice ------------------------------------------------------------------------------------------------------------------------------


def rehearsal(position: Position, looked_at: str) -> Rehearsal | None:
    """The shot as she lies now, while she plays and has not fired."""
    doing = position.activation
    ship, target = aimed_by(position, looked_at)
    if doing is None or doing.fired or ship is None or target is None:
        return None
    shot = shot_of(position, ship, target)
    if shot.refusal is not None or not shot.dice:
        return None
    title = _("{ship} fires at {target}: {dice}").format(ship=ship.name, target=target.name, dice=dice_words(shot.dice))
    return Rehearsal(title, Throw(volley, (position.rules, shot.dice, target.power, target.crew), EXPLODED))


CAN_FIRE: Final = Lesson("zones", outlook=zones_outlook, overlay=zones_overlay, rehearsal=rehearsal, regards=True)
RAKING: Final = Lesson("raking", outlook=raking_outlook, overlay=raking_overlay, rehearsal=rehearsal, regards=True)

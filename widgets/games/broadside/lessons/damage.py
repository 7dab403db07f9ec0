"""Damage: what boarders cost a ship, whether a mast falls, and what leaks and fires do."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.broadside.criticals import Fire, Leak, large_leak
from rulesdemo.games.broadside.hull import mast_roll
from rulesdemo.odds.dice import D6
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _
from widgets.games.broadside.lessons.gunnery import points
from widgets.play.lesson import Lesson, Words
from widgets.web.phrases import titled

KEEPS, FALLS = N_("Her masts stand"), N_("She loses a mast section")
REPAIRED, LEAKS, SINKS = N_("Repaired"), N_("Leaks on"), N_("She sinks")
OUT, EXPLODES, BURNT = N_("The fire is out"), N_("She explodes"), N_("She burns to the water")

# -- boarders and masts: two procedures that give a plain number -----------------------------------------------------------------------


def number_label(throw: Throw) -> str:
    """The masts after a roll for one, or the hull points that boarders cost."""
    if throw.procedure is mast_roll:
        return FALLS if _falls(throw) else KEEPS
    return titled(points(throw.outcome))


def number_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The face, what it was read against, and what it means."""
    rules, force, *_more = throw.args
    (face,) = faces
    if throw.procedure is mast_roll:
        under = 1 + max(each for each in D6.faces if rules.table("mast_loss").at(each) == "lost")
        end = FALLS if _falls(throw) else KEEPS
        return _("{face}. A die under {under} costs a mast section [V.b sections]. {end}.").format(face=face, under=under, end=end)
    return _("{face} on the row of force {force} [T1]: {hurt}. Boarders add no modifiers and no critical hits [V.a].").format(
        face=face, force=force, hurt=points(throw.outcome)
    )


def _falls(throw: Throw) -> bool:
    _rules, standing = throw.args
    return bool(throw.outcome < standing)


# -- leaks -----------------------------------------------------------------------------------------------------------------------------


def leak_label(throw: Throw) -> str:
    """How the leak stands; what it costs is the same whatever the die says."""
    leak: Leak = throw.outcome
    return {"sunk": SINKS, "repaired": REPAIRED}.get(leak.state, LEAKS)


def leak_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """What it costs first, then the repair."""
    rules, hull, *_more = throw.args
    leak: Leak = throw.outcome
    table = rules.table("large_leak" if throw.procedure is large_leak else "small_leak")
    need = max(face for face in D6.faces if table.at(face) == "repaired")
    cost = _("The leak costs {hurt} first.").format(hurt=points(hull - leak.hull))
    mends = _("{face}: it is repaired on {need} or less [T12].").format(face=faces[-1], need=need)
    left = _(", {hull} left").format(hull=points(leak.hull)) if leak.hull else ""
    return f"{cost} {mends} {leak_label(throw)}{left}."


# -- fires -----------------------------------------------------------------------------------------------------------------------------


def fire_label(throw: Throw) -> str:
    """How the fire stands."""
    fire: Fire = throw.outcome
    known = {"out": OUT, "exploded": EXPLODES, "burnt": BURNT}
    return known.get(fire.state) or _("Burns on, {hull} left").format(hull=points(fire.hull))


def fire_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The face, and what its line says."""
    fire: Fire = throw.outcome
    (face,) = faces
    if fire.state in ("out", "exploded"):
        end = _("the fire is put out") if fire.state == "out" else _("the fire reaches the powder, and she explodes")
        return _("{face}: {end} [T12].").format(face=face, end=end)
    _rules, before = throw.args
    lost = points(before.hull - fire.hull)
    left = _("{hull} left").format(hull=points(fire.hull)) if fire.hull else _("none is left")
    return _("{face}: the fire costs {lost} [T12], {left}.").format(face=face, lost=lost, left=left)


DAMAGE: Final = Lesson(
    "damage",
    throws={
        int: Words(number_label, number_verdict, (KEEPS, FALLS)),
        Leak: Words(leak_label, leak_verdict, (REPAIRED, LEAKS)),
        Fire: Words(fire_label, fire_verdict, (OUT,)),
    },
)

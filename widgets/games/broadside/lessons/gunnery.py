"""Gunnery: every shot of the ship that fires, what a broadside costs its target, and the critical hit that a rolled 6 adds."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.broadside.gunnery import Gunnery, gunnery
from rulesdemo.games.broadside.play.facts import CRITICALS
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.odds.dice import D6
from rulesdemo.odds.format import exact
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.broadside import names
from widgets.games.broadside.panels.shots import Shot, aiming, shot_of, shots
from widgets.play.game_guide import Count, Outlook, Rehearsal
from widgets.play.lesson import Lesson, Words
from widgets.web.phrases import modifier, signed

NOTHING: Final = N_("No damage")


def points(number: int) -> str:
    """Return a number of hull points, in words."""
    return ngettext("{n} hull point", "{n} hull points", number).format(n=number) if number else _("no damage")


def effect_of(rules: Ruleset, line: int) -> str:
    """What a line of the critical table does, as the tables call it."""
    return str(rules.table("critical").at(line))


def label(throw: Throw) -> str:
    """The hull points, and the critical hit."""
    rules, hit = throw.args[0], throw.outcome
    hurt = points(hit.damage) if hit.damage else NOTHING
    return _("{hurt}, {critical}").format(hurt=hurt, critical=names.CRITICALS[effect_of(rules, hit.critical)]) if hit.critical else hurt


def read_die(natural: int, drm: int) -> str:
    """A die with its modifiers, and the column that it is read in."""
    if not drm:
        return str(natural)
    total = natural + drm
    sign = "+" if drm > 0 else "−"
    told = f"{natural} {sign} {abs(drm)} = {signed(total)}"
    column = min(max(D6.faces), max(min(D6.faces), total))
    return told if column == total else _("{sum}, read as {column}").format(sum=told, column=column)


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The die and its modifiers, the row of the force, what it costs, and what a rolled 6 adds."""
    rules, force, drm, fort = throw.args
    hit: Gunnery = throw.outcome
    natural, *more = faces
    told = _("{die} on the row of force {force} [T1]: {hurt}.").format(die=read_die(natural, drm), force=force, hurt=points(hit.damage))
    if not more:
        return told
    (second,) = more
    total = _("{die} + {force} = {sum}").format(die=second, force=force, sum=second + force)
    what = CRITICALS[effect_of(rules, hit.critical)] if hit.critical else _("nothing")
    chips = "[V.b forts]" if fort else "[T12]"
    critical = _("A rolled {natural} adds a critical hit [V.b critique]: {total} {chips}, {what}.")
    return f"{told} {critical.format(natural=natural, total=total, chips=chips, what=what)}"


# -- before a target is chosen -----------------------------------------------------------------------------------------------------------


def outlook(position: Position, looked_at: str) -> Outlook | None:
    """Every enemy with the force, the die and the average of a shot at her; the one that is looked at stands out."""
    ship, target = aiming(position, looked_at)
    if ship is None or target is None:
        return None
    lines = tuple(_line(shot, is_now=shot.target.id == target.id) for shot in shots(position, ship))
    reason = shot_of(position, ship, target).refusal_text
    means = _("The number is the hull points that she loses on average. [V.b] [T8] [T9]")
    return Outlook(_("{ship} fires").format(ship=ship.name), lines, f"{reason} {means}".strip())


def _line(shot: Shot, *, is_now: bool) -> Count:
    if shot.refusal is not None:
        return Count(_("{target}, {why}").format(target=shot.target.name, why=_why_not(shot)), 0, is_now=is_now)
    parts = [_("force {n}").format(n=shot.aimed.force)]
    parts += [_("die {n}").format(n=modifier(shot.aimed.drm))] if shot.aimed.drm else []
    parts += [_("raking")] if shot.aimed.raking else []
    parts += [_("not nearest")] if shot.aimed.past_nearer else []
    name = _("{target}, {how}").format(target=shot.target.name, how=", ".join(map(str, parts)))
    return Count(name, round(shot.mean), is_now=is_now, text=exact(shot.mean))


def _why_not(shot: Shot) -> str:
    rule = shot.refusal.rule if shot.refusal is not None else ""
    return {"V.b": _("no gun bears"), "T6": _("out of sight"), "T9": _("no force left")}.get(rule, _("not to be fired at"))


def rehearsal(position: Position, looked_at: str) -> Rehearsal | None:
    """The shot at the enemy who is looked at, while targets are still to be chosen."""
    if position.turn.step not in ("orders", "aim") or position.result is not None:
        return None
    ship, target = aiming(position, looked_at)
    if ship is None or target is None:
        return None
    shot = shot_of(position, ship, target)
    if shot.refusal is not None:
        return None
    form = _("{ship} rakes {target}") if shot.aimed.raking else _("{ship} fires at {target}")
    title = form.format(ship=ship.name, target=target.name)
    return Rehearsal(title, Throw(gunnery, (position.rules, shot.aimed.force, shot.aimed.drm, ship.is_fort), Gunnery(0, 0)))


GUNNERY: Final = Lesson("gunnery", outlook=outlook, throws={Gunnery: Words(label, verdict)}, rehearsal=rehearsal)

"""Boarding: what every ship brings to it, how the forces are spread over the enemies, and the die that comes next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulesdemo.games.broadside.boarding import Contact, contact
from rulesdemo.games.broadside.gunnery import damage_roll
from rulesdemo.games.broadside.play.boarding import force_of, group_of, share_on
from rulesdemo.games.broadside.play.state import SIDES, Position, Ship
from rulesdemo.games.broadside.weather import wind_effects
from rulesdemo.odds.dice import D6
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.broadside import names
from widgets.play.game_guide import Count, Outlook, Rehearsal
from widgets.play.lesson import Lesson


def boarding_under(rules: Ruleset) -> int:
    """Return the number that the die for contact must stay under [V.a]."""
    return 1 + max(face for face in D6.faces if rules.table("contact").at(face) == "boarding")


def locked_with(position: Position, name: str) -> tuple[Ship, ...]:
    """Return the ships that are locked where that ship is, or else in the first hex where some are."""
    ship = position.find(name)
    if ship is not None and ship.locked and not ship.gone:
        return group_of(position, ship.place)
    held = next((each for each in position.there if each.locked), None)
    return group_of(position, held.place) if held is not None else ()


def spread_words(position: Position, group: Iterable[Ship]) -> str:
    """Return in words, for each side, its forces, their sum, over how many they are spread, and what strikes each of those [V.a, B10]."""
    ships, words = tuple(group), []
    for side in SIDES:
        own = [ship for ship in ships if ship.side == side]
        struck = [ship for ship in ships if ship.side != side and ship.hull]
        strikes = max((share_on(position, ship) for ship in struck), default=-1)
        if strikes < 0:
            words.append(_("The {side} strike nobody. [B70]").format(side=names.SIDES[side]))
            continue
        forces = [max(0, force_of(position, ship)) for ship in own]
        total = sum(forces)
        written = " + ".join(map(str, forces)) + (f" = {total}" if len(forces) > 1 else "")
        form = ngettext(
            "The {side} have {sum}, on one enemy: she is struck with {share}.",
            "The {side} have {sum}, spread over {n} enemies: each is struck with {share}.",
            len(struck),
        )
        sentence = form.format(side=names.SIDES[side], sum=written, n=len(struck), share=strikes)
        words.append(sentence + (" " + _("The rest is dropped. [B10]") if total % len(struck) else ""))
    return " ".join((*words, "[V.a]"))


def outlook(position: Position, name: str) -> Outlook | None:
    """Return what strikes each ship that is locked; before that, what each brings."""
    if position.result is not None or position.weather is None:
        return None
    group = locked_with(position, name)
    if group:
        lines = tuple(
            Count(_("{ship}, hull {hull}").format(ship=ship.name, hull=ship.hull), max(0, share_on(position, ship)), "bar")
            for ship in group
        )
        return Outlook(_("The force that strikes each ship"), lines, spread_words(position, group))
    able = [ship for ship in position.there if not ship.is_fort]
    lines = tuple(Count(ship.name, max(0, force_of(position, ship)), "bar") for ship in able)
    force = position.sky.force
    if settled(wind_effects, position.rules, force).boarding:
        words = _("Wind force {n}: boarding is allowed. Enemies who end in one hex board on a die under {under}. [V.a] [T3]")
    else:
        words = _("Wind force {n}: nobody boards. [V.a] [T3] [B13]")
    lost = int(position.rules.table("boarding").at("force_per_destroyed_section"))
    less = _("Each empty hull section takes {n} off. [T9]").format(n=abs(lost))
    sentence = words.format(n=force, under=boarding_under(position.rules))
    return Outlook(_("What each would bring to a boarding"), lines, f"{sentence} {less}")


def rehearsal(position: Position, name: str) -> Rehearsal | None:
    """Return the die for contact, or for an enemy who is locked already, while orders are being written."""
    if position.turn.step != "orders" or position.result is not None or position.weather is None:
        return None
    rules, goal = position.rules, position.scenario.goal.get("target", "")
    group = locked_with(position, name)
    if group:
        target = next((ship for ship in group if ship.id == goal), group[-1])
        share = share_on(position, target)
        if share < 0:
            return None
        return Rehearsal(_("Boarders strike {ship}").format(ship=target.name), Throw(damage_roll, (rules, share, 0), 0))
    if not settled(wind_effects, rules, position.sky.force).boarding:
        return None
    return Rehearsal(_("If they meet in one hex"), Throw(contact, (rules,), Contact(boarding=True)))


BOARDERS: Final = Lesson("boarders", outlook=outlook, rehearsal=rehearsal)

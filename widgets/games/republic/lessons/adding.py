"""Adding up and rolling: the modifiers of the battle that is on or would be, what a river costs on the board, and the roll to come."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rulesdemo.games.republic.battle import Battle, FirstRoll, battle_roll, full_battle
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.modifiers import devotio
from rulesdemo.games.republic.play import modifiers
from rulesdemo.games.republic.play.state import Clash, Force, Part, Position, enemy_of
from rulesdemo.play.engine import Throw, settled
from rulesdemo.words import _
from widgets.board.hex_notes import note_size
from widgets.games.republic import names
from widgets.games.republic.lessons import leaders
from widgets.games.republic.lessons.battle import ORDER, again_verdict, battle_parts, modifiers_outlook, parts_now, roll_label, roll_verdict
from widgets.games.republic.lessons.ten import words
from widgets.play.game_guide import Count, Outlook, Rehearsal
from widgets.play.lesson import Lesson
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import MAG, SHEET
from widgets.scene.shapes import Disc, Group, Item, Label, Style, along
from widgets.web.phrases import modifier

BANK: Final = 0.87  # from the middle of a hex to its side, by the radius

# -- the battle that would be ------------------------------------------------------------------------------------------------------------


def rivals(position: Position, name: str) -> tuple[Force, Force] | None:
    """Return the Force in hand, or the first that may attack, and the enemy nearest to it."""
    ours = [force for force in position.there if force.side == position.turn.side and force.sp and not force.in_city and not force.acted]
    theirs = [force for force in position.there if force.side == enemy_of(position.turn.side) and force.sp and not force.in_city]
    if not ours or not theirs:
        return None
    force = next((each for each in ours if each.id == name), ours[0])
    return force, min(theirs, key=lambda foe: (foe.at.distance(force.at), foe.id))


def on_arrival(position: Position, force: Force, foe: Force) -> Position:
    """Return the position as if a Force had gone straight at an enemy and attacked; from farther off, how it comes there is open."""
    river = force.crossed if force.at == foe.at else position.scenario.ground.river(force.at, foe.at)
    there = position.with_forces((replace(force, crossed=river),))
    return replace(there, clash=Clash((force.id,), (foe.id,), foe.at, entered=force.at != foe.at))


def would_be(position: Position, force: Force, foe: Force) -> tuple[Part, ...]:
    """Return the modifiers of that attack."""
    there = on_arrival(position, force, foe)
    return modifiers.all_modifiers(there, there.fight)


def outlook(position: Position, name: str) -> Outlook | None:
    """Return the modifiers line by line: of the attack that is on, or of the one that the Force in hand could make."""
    if position.result is not None:
        return None
    if position.clash is not None:
        return modifiers_outlook(position, name)
    pair = rivals(position, name)
    if pair is None:
        return None
    force, foe = pair
    found = would_be(position, force, foe)
    net = sum(part.drm for part in found)
    lines = [Count(names.PARTS[part.name], part.drm, text=modifier(part.drm)) for part in found if part.drm]
    lines.append(Count(_("before tactics"), net, is_now=True, text=modifier(net)))
    mean = leaders.mean(position.rules, force.leader.letter, foe.leader.letter)
    lines.append(Count(_("tactics on average"), 0, text=leaders.tenths(mean)))
    sentences = [_("A plus favours the attacker. [8.31]")]
    far = force.at.distance(foe.at)
    if far > 1:
        sentences.append(_("From {hex} the way is still open.").format(hex=GRID.label(force.at)))
    elif far:
        sentences.append(_("So it stands if they march in from {hex}.").format(hex=GRID.label(force.at)))
    if force.roman:
        life = settled(devotio, position.rules, force.leader.cv).drm
        sentences.append(_("{leader} may give his life for {n}. [8.31-o]").format(leader=names.leader(force), n=modifier(life)))
    title = _("{force} against {foe}").format(force=force.name, foe=foe.name)
    return Outlook(title, tuple(lines), " ".join(sentences))


def overlay(position: Position, board: BoardGrid, _shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - the game's own `Display`
    """Draw what a river costs a Force that crosses it into an enemy's hex, on each side where one runs."""
    if position.result is not None:
        return ()
    price = modifier(int(position.rules.table("battle_drm").at("attacker_crossed_river")))
    ground = position.scenario.ground
    found: list[Item] = []
    for place in sorted({foe.at for foe in position.there if foe.side == enemy_of(position.turn.side) and not foe.in_city}):
        x, y = board.centre(place)
        for other in (each for each in ground.around(place) if ground.river(place, each)):
            far_x, far_y = board.centre(other)
            label = _("{n} for an attack over the river from {one} into {other}").format(
                n=price, one=GRID.label(other), other=GRID.label(place)
            )
            at = along((x, y), (far_x, far_y), BANK * board.radius)
            middle, size = (round(at[0], 1), round(at[1], 1)), note_size(board.radius)
            ring = Disc(*middle, round(0.95 * size, 1), Style(SHEET, MAG, 2.0)), Label(*middle, price, size, weight=700, ink=MAG)
            found.append(Group(ring, id=f"river {GRID.label(other)} {GRID.label(place)}", role="sector", label=label))
    return tuple(found)


# -- the roll to come --------------------------------------------------------------------------------------------------------------------


def battle_to_come(position: Position, name: str) -> Rehearsal | None:
    """Return the battle roll with the modifiers that are known; before the tactical roll, that roll and an X's second one too."""
    if position.result is not None or (position.clash is not None and position.clash.first is not None):
        return None
    pair = rivals(position, name) if position.clash is None else leaders.pair_of(position, name)
    if pair is not None:
        parts = parts_now(position) or would_be(position, *pair)
        net = sum(part.drm for part in parts)
        letters = pair[0].leader.letter, pair[1].leader.letter
        title = _("The whole battle, {a} against {b} at {n}").format(a=letters[0], b=letters[1], n=modifier(net))
        return Rehearsal(title, Throw(full_battle, (position.rules, *letters, net), None))
    if position.clash is None or not position.clash.parts:
        return None
    drm = position.clash.drm
    return Rehearsal(_("The battle roll at {n}").format(n=modifier(drm)), Throw(battle_roll, (position.rules, drm), None))


MODIFIERS: Final = Lesson("modifiers", outlook=outlook, overlay=overlay, rehearsal=battle_to_come)
BATTLE: Final = Lesson(
    "battle",
    outlook=outlook,
    throws={FirstRoll: words(roll_label, roll_verdict, ORDER), Battle: words(roll_label, again_verdict, ORDER, battle_parts)},
    rehearsal=battle_to_come,
)

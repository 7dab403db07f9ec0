"""Republic for a desk: what each order is called, which hex stands for it, and how results read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Any

from rulesdemo.board.hexes import Grid, Hex
from rulesdemo.games.republic import board
from rulesdemo.games.republic.play import events as ev
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play import scenarios
from rulesdemo.games.republic.play.aftermath import beaten, retreating
from rulesdemo.games.republic.play.attack import refusals
from rulesdemo.games.republic.play.coordination import role_now
from rulesdemo.games.republic.play.sequence import SEQUENCE
from rulesdemo.games.republic.play.state import ATTACKER, SIDES, Force, Position, enemy_of
from rulesdemo.play.engine import Refusal
from rulesdemo.words import _, ngettext
from widgets.board.hex_guide import BoardGuide
from widgets.board.hex_notes import hex_list
from widgets.games.republic import names
from widgets.games.republic.board import scene
from widgets.games.republic.board.track import envoy_words, is_track, plan_of
from widgets.games.republic.lessons import LESSONS
from widgets.games.republic.orders import TELLERS
from widgets.games.republic.plan import PLAN
from widgets.play.game_guide import Look, Strike, Strikes
from widgets.scene.geometry import Outline
from widgets.web.phrases import modifier


class RepublicGuide(BoardGuide):
    """The words and pictures of the game."""

    grid: Grid = board.GRID
    strikes: Strikes = MappingProxyType({ev.Attacked: lambda it: (Strike("board", it.force, it.target),)})
    plan = PLAN
    lessons = LESSONS
    scenarios = scenarios
    pictures = scene
    tellers = TELLERS

    def hexes(self, position: Position) -> frozenset[Hex]:
        """Return the land."""
        return frozenset(position.scenario.ground.terrain)

    # -- Forces ------------------------------------------------------------------------------------------------------------------------

    def ship_at(self, position: Position, place: Hex) -> str:
        """Return the Force in a hex: one that is asked now before any other, and one outside a city before one inside."""
        there = [force for force in position.there if force.at == place]
        there.sort(key=lambda force: (not self.selectable(position, force.id), force.in_city))
        return there[0].id if there else ""

    def place_of(self, position: Position, ship: str) -> Hex:
        """Return where a Force stands."""
        return position.force(ship).at

    def selectable(self, position: Position, ship: str) -> bool:
        """Say whether a Force is of the side that acts; in an attack, whether its leader is asked; after it, whether it retreats."""
        force, kinds = position.find(ship), _order_kinds(position)
        if force is None or not force.sp:
            return False
        if o.March in kinds:
            return force.side == position.turn.side and not _is_done(position, force)
        if o.Refuse in kinds or o.RollRefusal in kinds:
            return ship == position.fight.defenders[0]
        if o.RollContinuation in kinds or o.Counter in kinds:
            return ship == position.fight.attackers[0]
        role = beaten(position) if o.Retreat in kinds else None
        return role is not None and ship in position.fight.forces[role]

    # -- presses -----------------------------------------------------------------------------------------------------------------------

    def orders_at(self, position: Position, selected: str, place: Hex) -> Iterator[Any]:
        """Yield marches to hexes next door, attacks and sieges in the hex itself; ways out while a Force is attacked or beaten."""
        if not self.selectable(position, selected):
            return
        force, kinds, label = position.force(selected), _order_kinds(position), self.grid.label(place)
        if o.Refuse in kinds:
            yield from (order for order in refusals(position) if (order.route[-1] if order.route else self.grid.label(force.at)) == label)
        elif o.Retreat in kinds:
            yield from (order for order in retreating(position) if order.to == label)
        elif o.March in kinds and place == force.at:
            yield from _in_hex(position, selected)
        elif o.March in kinds and place in self.grid.neighbours(force.at):
            yield o.March(selected, label)

    def tempting(self, position: Position, selected: str) -> Iterator[Any]:
        """Yield what a newcomer tries: attacking when worn out, storming, bribing, calling for surrender, and calling distant Forces."""
        kinds = _order_kinds(position)
        if o.Coordinate in kinds:
            role = role_now(position, position.fight)
            side = position.side_of(ATTACKER if role is None else role)
            engaged = position.fight.forces[ATTACKER if role is None else role]
            yield from (o.Coordinate(force.id) for force in position.there if force.side == side and force.id not in engaged)
        elif o.RollContinuation in kinds:
            yield o.RollContinuation()
        elif o.March in kinds and self.selectable(position, selected):
            yield from _in_hex(position, selected)

    def far(self, position: Position, selected: str, place: Hex) -> Refusal | None:
        """Return which hexes are in reach instead."""
        if not self.selectable(position, selected):
            return None
        force, there, kinds = position.force(selected), self.grid.label(place), _order_kinds(position)
        if o.Refuse in kinds:
            ends = {self.grid.parse(order.route[-1]) for order in refusals(position) if order.route}
            reason = _("{force} cannot slip away to {hex}.").format(force=force.name, hex=there)
            way_out = _("It can go to {hexes}.").format(hexes=hex_list(self.grid, ends)) if ends else _("Choose a row.")
            return Refusal(reason, "8.23", way_out)
        if o.Retreat in kinds:
            ends = {self.grid.parse(order.to) for order in retreating(position)}
            reason = _("{force} cannot retreat to {hex}.").format(force=force.name, hex=there)
            return Refusal(reason, "8.37", _("It can go to {hexes}.").format(hexes=hex_list(self.grid, ends)))
        if o.March not in kinds or place == force.at:
            return None
        near = position.scenario.ground.around(force.at)
        reason = _("{hex} is not next to {force}.").format(force=force.name, hex=there)
        return Refusal(reason, "Pointers", _("A march goes one hex at a time: {hexes}.").format(hexes=hex_list(self.grid, near)))

    # -- words -------------------------------------------------------------------------------------------------------------------------

    def is_shared(self, position: Position, side: str) -> bool:
        """Say whether both sides have somebody to decide for, or the side is asked that the goal is not for."""
        holders = {force.side for force in position.there} | {envoy.side for envoy in position.ambassadors}
        return len(holders) == len(SIDES) or side != position.scenario.goal.get("side", side)

    def next_words(self, position: Position, selected: str) -> str:
        """Return how far the Force in hand may still march."""
        if o.March not in _order_kinds(position) or not self.selectable(position, selected):
            return ""
        force = position.force(selected)
        if force.entered:
            return _("{force} has marched into an enemy's hex and halted. Attack, or choose another Force.").format(force=force.name)
        left = ngettext("{n} hex", "{n} hexes", force.left).format(n=force.left)
        return _("{force} may march {left} further.").format(force=force.name, left=left) if force.left else ""

    def outlines(self, position: Position, look: Look) -> tuple[Outline, ...]:
        """Return every hex that is shown; where only envoys are, their cards stand for the one hex."""
        if not is_track(position):
            return super().outlines(position, look)
        plan, count = plan_of(scene.display_of(position, look).size), len(position.ambassadors)
        (left, top, _r, _b), (_l, _t, right, bottom) = plan.card(0, count), plan.card(count - 1, count)
        (place,) = self.hexes(position)
        return ((self.grid.label(place), ((left, top), (right, top), (right, bottom), (left, bottom))),)

    def place_text(self, position: Position, place: Hex) -> str:
        """Return a hex in words: the ground, the city, and the Forces; or the envoys, where there is nothing else."""
        if is_track(position):
            marker = _("The marker stands at {n}").format(n=modifier(position.alliance))
            return f"{'. '.join((*map(envoy_words, position.ambassadors), marker))}."
        ground = position.scenario.ground
        parts = [names.TERRAIN.get(ground.terrain.get(place, ""), _("no land"))]
        rivers = [self.grid.name(self.grid.direction_to(place, near)) for near in ground.around(place) if ground.river(place, near)]
        if rivers:
            parts.append(_("river to {sides}").format(sides=", ".join(rivers)))
        city = position.city_at(place)
        if city is not None:
            parts.append(city.name)
        parts += [
            _("{force} in the city").format(force=force.name) if force.in_city else force.name
            for force in position.there
            if force.at == place
        ]
        return f"{self.grid.label(place)}, {', '.join(parts)}."


def _order_kinds(position: Position) -> tuple[type, ...]:
    """Return the kinds of order that the moment asks for."""
    decision = SEQUENCE.decision(position)
    return decision.orders if decision is not None else ()


def _is_done(position: Position, force: Force) -> bool:
    """Say whether a Force has marched as far as it can, and there is nothing for it to do in its hex."""
    return not force.left and (force.acted or not any(_in_hex(position, force.id)))


def _in_hex(position: Position, selected: str) -> Iterable[Any]:
    """Yield what a Force may do in its own hex: attack, besiege, go into a city or come out of it."""
    force = position.force(selected)
    city = position.city_at(force.at)
    if force.in_city:
        yield o.LeaveCity(selected)
        return
    yield from (o.Attack(selected, foe.id) for foe in position.outside(force.at, enemy_of(force.side)))
    if city is not None and city.owner == force.side:
        yield o.EnterCity(selected)
    elif city is not None:
        yield from (o.Assault(selected), o.TryTreachery(selected), o.DemandSurrender(selected))


GUIDE = RepublicGuide()

"""Broadside for a desk: what each order is called, which hex stands for it, and how results read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any, Final

from rulesdemo.board.hexes import Grid, Hex
from rulesdemo.games.broadside import board
from rulesdemo.games.broadside.grammar import DROP_ANCHOR, WEIGH
from rulesdemo.games.broadside.play import events as ev
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play import scenarios
from rulesdemo.games.broadside.play.boarding import share_on
from rulesdemo.games.broadside.play.command import lag_of
from rulesdemo.games.broadside.play.gunnery import Aimed, aim_of, range_at, targets
from rulesdemo.games.broadside.play.helm import cost_of, helm_of, legal_orders
from rulesdemo.games.broadside.play.sequence import SEQUENCE
from rulesdemo.games.broadside.play.state import SIDES, Position, Ship
from rulesdemo.games.broadside.play.weather import sight_of
from rulesdemo.games.broadside.play.writing import turn_of, writers
from rulesdemo.odds.dice import D6
from rulesdemo.play.engine import Refusal
from rulesdemo.words import _, listing, ngettext
from widgets.board.hex_guide import BoardGuide, hex_text
from widgets.games.broadside import names
from widgets.games.broadside.board import scene
from widgets.games.broadside.lessons import LESSONS
from widgets.games.broadside.plan import PLAN
from widgets.games.broadside.slate import course_of, ends
from widgets.play.game_guide import OrderText, Strike, Strikes
from widgets.web.phrases import modifier
from widgets.web.position_cache import Remembered

LAST: Final = 9


# -- who acts --------------------------------------------------------------------------------------------------------------------------


_KNOWN: Final = Remembered()


def acting(position: Position) -> tuple[str, ...]:
    """Return the ships that the reader may take in hand now: all that he writes for, or the one whose gunners choose."""
    return _KNOWN.about(position, "acting", lambda: _acting(position))


def _acting(position: Position) -> tuple[str, ...]:
    decision = SEQUENCE.decision(position)
    if decision is None:
        return ()
    if o.Plot in decision.orders:
        return tuple(ship.id for side in SIDES if side == decision.side for ship in writers(position, side))
    if o.Aim in decision.orders:
        chosen = {shot.ship for shot in position.shots}
        own = (ship for ship in position.there if ship.side == decision.side and ship.id not in chosen)
        return tuple(ship.id for ship in own if targets(position, ship))[:1]
    return position.turn.due[:1]


def _ending_in(position: Position, ship: Ship, place: Hex) -> Iterator[str]:
    """Yield the orders that bring her into a hex."""
    for text in legal_orders(position.rules, helm_of(position, ship)):
        walked = course_of(position, ship, text)
        if walked is not None and walked.end.hex == place and not walked.left:
            yield text


def _may_spend(position: Position, ship: Ship) -> str:
    helm = helm_of(position, ship)
    return f"{helm.least}" if helm.least == helm.most else _("{least} to {most}").format(least=helm.least, most=helm.most)


# -- words -----------------------------------------------------------------------------------------------------------------------------


def _roll_start(_position: Position, _order: o.RollStart) -> OrderText:
    return OrderText(_("Throw for the weather"), _("Three dice: direction, force and sky"), "III")


def _roll_weather(position: Position, _order: o.RollWeather) -> OrderText:
    sky = position.sky
    line = _("Force {n} from {wind}, {sky}").format(n=sky.force, wind=board.GRID.name(sky.wind_from), sky=names.SKIES[sky.sky])
    return OrderText(_("Throw for the wind"), line, "T4")


def _plot(position: Position, order: o.Plot) -> OrderText:
    ship = position.ship(order.ship)
    title = _("Write {text}").format(text=order.text)
    walked = course_of(position, ship, order.text)
    if walked is None:
        return OrderText(title, _("For turn {turn}").format(turn=turn_of(position, ship)), "VII", ship.id, is_minor=True)
    spends = cost_of(position.rules, order.text)
    line = _("{n} M. {ends}").format(n=spends, ends=ends(position, walked))
    if order.text in (DROP_ANCHOR, WEIGH):
        line = (
            _("Drops anchor, and lies at it from next turn") if order.text == DROP_ANCHOR else _("Weighs anchor: two turns without moving")
        )
    place = walked.end.hex if walked.end.hex != ship.place and not walked.left else None
    # Of tacks there are few, and they would be the last of many rows.
    rule, rank = ("IV.f", 0) if walked.tacked else ("T7", 1)
    return OrderText(title, line, rule, ship.id, place, rank, is_minor=True, cost=spends)


def _erase(position: Position, order: o.Erase) -> OrderText:
    ship = position.ship(order.ship)
    text = ship.written_for(turn_of(position, ship)) or ""
    return OrderText(_("Strike out {text}").format(text=text), _("Then write another order"), "IV", ship.id)


def _ready(position: Position, _order: o.Ready) -> OrderText:
    own = [position.ship(name) for name in acting(position) if name not in position.turn.wrote]
    still = sum(not lag_of(position, ship) and not helm_of(position, ship).most for ship in own)
    sails = len(own) - still
    told = []
    if sails:
        form = ngettext("{n} ship has no order, and sails straight on", "{n} ships have no order, and sail straight on", sails)
        told.append(form.format(n=sails))
    if still:
        told.append(ngettext("{n} ship has no order, and lies still", "{n} ships have no order, and lie still", still).format(n=still))
    return OrderText(_("Close the logs"), ". ".join(told) or _("Every ship has an order"), "VII", rank=LAST, is_closing=True)


def _meeting(position: Position) -> tuple[str, Hex | None]:
    """Return who meets where, while a shared hex waits for dice."""
    asked = position.settling.asked if position.settling is not None else None
    if asked is None:
        return "", None
    who = listing(position.ship(name).name for name in asked.ships)
    return _("{ships} in {hex}").format(ships=who, hex=board.GRID.label(asked.hex)), asked.hex


def _roll_contact(position: Position, _order: o.RollContact) -> OrderText:
    line, place = _meeting(position)
    return OrderText(_("See whether they board"), line, "V.a", place=place)


def _roll_tie(position: Position, _order: o.RollTie) -> OrderText:
    line, place = _meeting(position)
    return OrderText(_("Throw a die each for the hex"), line, "IV", place=place)


def _roll_boarding(position: Position, order: o.RollBoarding) -> OrderText:
    ship = position.ship(order.ship)
    every = int(position.rules.table("boarding").at("rounds_per_turn"))
    line = _("Force {force}, round {n} of {every}").format(force=share_on(position, ship), n=every - position.turn.rounds, every=every)
    return OrderText(_("Throw for the boarders who strike {ship}").format(ship=ship.name), line, "V.a", ship.id, ship.place)


def shot_words(position: Position, ship: Ship, aimed: Aimed) -> str:
    """Return the force and the die of a shot, and where they come from."""
    rating = range_at(position.rules, aimed.distance, fort=ship.is_fort).rating
    parts = [ngettext("{n} hex away", "{n} hexes away", aimed.distance).format(n=aimed.distance)]
    parts.append(_("short range") if rating == "short" else _("long range"))
    told = (
        (aimed.raking, _("raking")),
        (aimed.past_nearer, _("past a nearer enemy")),
        (not ship.has_fired, _("first broadside")),
        (ship.anchor == "down", _("at anchor")),
        (sight_of(position).night, _("night")),
    )
    parts += [words for on, words in told if on]
    die = _(", die {n}").format(n=modifier(aimed.drm)) if aimed.drm else ""
    return _("Force {force}{die}: {why}").format(force=aimed.force, die=die, why=", ".join(map(str, parts)))


def _aim(position: Position, order: o.Aim) -> OrderText:
    ship, target = position.ship(order.ship), position.ship(order.target)
    aimed = aim_of(position, ship, target)
    title = (_("Rake {name}") if aimed.raking else _("Fire at {name}")).format(name=target.name)
    rule = "V.b enfilade" if aimed.raking else "V.b obstruction" if aimed.past_nearer else "V.b"
    return OrderText(title, shot_words(position, ship, aimed), rule, ship.id, target.place, -max(0, aimed.force))


def _hold_fire(position: Position, order: o.HoldFire) -> OrderText:
    line = _("{ship} does not fire this turn").format(ship=position.ship(order.ship).name)
    return OrderText(_("Hold fire"), line, "V.b", order.ship, rank=LAST, is_closing=True)


def _fire(position: Position, order: o.Fire) -> OrderText:
    ship = position.ship(order.ship)
    target = position.ship(next(shot.target for shot in position.shots if shot.ship == ship.id))
    aimed = aim_of(position, ship, target)
    title = (_("{ship} rakes {target}") if aimed.raking else _("{ship} fires at {target}")).format(ship=ship.name, target=target.name)
    return OrderText(title, shot_words(position, ship, aimed), "V.b enfilade" if aimed.raking else "V.b", ship.id, target.place)


def _roll_mast(position: Position, order: o.RollMast) -> OrderText:
    ship = position.ship(order.ship)
    standing = len(ship.masts) - ship.masts_lost
    line = ngettext("{n} mast section stands", "{n} mast sections stand", standing).format(n=standing)
    return OrderText(_("See whether {ship} loses a mast").format(ship=ship.name), line, "V.b sections", ship.id, ship.place)


def _roll_leak(position: Position, order: o.RollLeak) -> OrderText:
    ship = position.ship(order.ship)
    large = ship.damage.leak == "large"
    table = position.rules.table("large_leak" if large else "small_leak")
    need = max(face for face in D6.faces if table.at(face) == "repaired")
    cost = int(position.rules.table("critical_effects").at("large_leak_loss" if large else "small_leak_loss"))
    line = ngettext(
        "It costs {n} hull point, then {need} or less repairs it", "It costs {n} hull points, then {need} or less repairs it", cost
    )
    return OrderText(_("Throw for the leak of {ship}").format(ship=ship.name), line.format(n=cost, need=need), "T12", ship.id, ship.place)


def _roll_fire(position: Position, order: o.RollFire) -> OrderText:
    ship = position.ship(order.ship)
    hull = ngettext("{n} hull point left", "{n} hull points left", ship.hull).format(n=ship.hull)
    return OrderText(_("Throw for the fire aboard {ship}").format(ship=ship.name), hull, "T12", ship.id, ship.place)


_TELLERS: Final[dict[type, Callable[[Position, Any], OrderText]]] = {
    o.RollStart: _roll_start,
    o.RollWeather: _roll_weather,
    o.Plot: _plot,
    o.Erase: _erase,
    o.Ready: _ready,
    o.RollContact: _roll_contact,
    o.RollTie: _roll_tie,
    o.RollBoarding: _roll_boarding,
    o.Aim: _aim,
    o.HoldFire: _hold_fire,
    o.Fire: _fire,
    o.RollMast: _roll_mast,
    o.RollLeak: _roll_leak,
    o.RollFire: _roll_fire,
}


class BroadsideGuide(BoardGuide):
    """The words and pictures of the game."""

    grid: Grid = board.GRID
    strikes: Strikes = MappingProxyType(
        {
            ev.ShotFired: lambda it: (Strike("shot", it.ship, it.target),),
            ev.BoardingBegan: lambda it: (Strike("board", it.ships[0], it.ships[-1]),),
        }
    )
    plan = PLAN
    lessons = LESSONS
    scenarios = scenarios
    pictures = scene
    tellers = _TELLERS

    def hexes(self, position: Position) -> frozenset[Hex]:
        """Return the map."""
        return position.scenario.chart.hexes

    def ship_at(self, position: Position, place: Hex) -> str:
        """Return the ship in a hex; of several, one that may act, or else the first."""
        there = [ship.id for ship in position.there if ship.place == place]
        return next((name for name in there if self.selectable(position, name)), there[0] if there else "")

    def place_of(self, position: Position, ship: str) -> Hex:
        """Return her hex."""
        return position.ship(ship).place

    def selectable(self, position: Position, ship: str) -> bool:
        """Return whether the reader writes for her, or her gunners choose."""
        return ship in acting(position)

    def orders_at(self, position: Position, selected: str, place: Hex) -> Iterator[Any]:
        """Yield orders that end in that hex, the shortest first, or shots at targets in it."""
        if not self.selectable(position, selected):
            return
        ship = position.ship(selected)
        if position.turn.step == "aim":
            yield from (o.Aim(selected, other.id) for other in position.there if other.place == place and other.side != ship.side)
        elif place != ship.place and not lag_of(position, ship):
            yield from (o.Plot(selected, text) for text in _ending_in(position, ship, place))

    def tempting(self, position: Position, selected: str) -> Iterator[Any]:
        """Yield what a newcomer tries: firing ahead, astern or too far."""
        if position.turn.step == "aim" and self.selectable(position, selected):
            side = position.ship(selected).side
            yield from (o.Aim(selected, other.id) for other in position.there if other.side != side)

    def far(self, position: Position, selected: str, place: Hex) -> Refusal | None:
        """Return why no order ends in that hex, or nobody is to be fired at in it."""
        if not self.selectable(position, selected):
            return None
        ship, there = position.ship(selected), board.GRID.label(place)
        if position.turn.step == "aim":
            reason = _("Nobody is in {hex} for {ship} to fire at.").format(hex=there, ship=ship.name)
            return Refusal(reason, "V.b", _("Press an enemy, or hold fire."))
        if lag_of(position, ship):
            reason = _("{ship} writes for turn {turn}, and nobody knows where she will be then.")
            return Refusal(reason.format(ship=ship.name, turn=turn_of(position, ship)), "VII", _("Write her order in words."))
        reason = _("No order of {ship} ends in {hex}.").format(ship=ship.name, hex=there)
        return Refusal(reason, "IV.d", _("She must spend {may} M. Press a lit hex.").format(may=_may_spend(position, ship)))

    def is_shared(self, position: Position, side: str) -> bool:
        """Return whether ships of both sides fight, or the side decides that the goal is not for."""
        if position.turn.step in ("start", "weather", "move"):
            return False
        fighting = {ship.side for ship in position.there if not ship.surrendered}
        return len(fighting) == len(SIDES) or side != position.scenario.goal.get("side", side)

    def next_words(self, position: Position, selected: str) -> str:
        """Return what the ship in hand may spend."""
        if position.turn.step != "orders" or not self.selectable(position, selected):
            return ""
        ship = position.ship(selected)
        if lag_of(position, ship):
            return _("{ship} writes for turn {turn}.").format(ship=ship.name, turn=turn_of(position, ship))
        form = _("{ship} must spend {may} M. Write her order, or press a lit hex.")
        return form.format(ship=ship.name, may=_may_spend(position, ship))

    def place_text(self, position: Position, place: Hex) -> str:
        """Return a hex in words, with everybody in it."""
        there = [ship for ship in position.there if ship.place == place]
        if not there:
            return hex_text(board.GRID, place, _("land") if place in position.scenario.chart.land else _("open water"))
        what = listing(ship.name for ship in there)
        return hex_text(board.GRID, place, what, there[0].heading if len(there) == 1 and not there[0].is_fort else None)


GUIDE: Final = BroadsideGuide()

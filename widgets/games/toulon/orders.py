"""Every order of Toulon 1793 in words: a title, a line about what it takes, its rule, who it is for, and the zone that stands for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rulesdemo.games.toulon.combat import artillery_range
from rulesdemo.games.toulon.play import fortifications, ground, movement
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.combat import FACES, attack_strength, column, defence_strength, odds_of
from rulesdemo.games.toulon.play.entry import price
from rulesdemo.games.toulon.play.operations import is_battery
from rulesdemo.games.toulon.play.setup import placing
from rulesdemo.games.toulon.play.state import BONAPARTE, Battle, Entry, Leader, Position, Proposal, Trial, Unit
from rulesdemo.games.toulon.play.supplied import value_name
from rulesdemo.play.engine import settled
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon import names
from widgets.play.game_guide import OrderText
from widgets.web.phrases import modifier, titled

LAST: Final = 9
YES_NO: Final = {"yes": N_("yes"), "no": N_("no")}


def _room(position: Position, unit: Unit | Leader | None, zone: str, *, fort: bool = False) -> str:
    """Return how much room a place has left, as a line says it."""
    if not isinstance(unit, Unit) or zone not in position.board.zones or position.zone(zone).kind != "land":
        return _("No limit to who stands there")
    stand = ground.stack(position, unit.side, zone, fort=fort)
    if stand.room <= 0:
        return _("No room left")
    return titled(_("room for {sp}").format(sp=names.strength(stand.room)))


def _found(position: Position, name: str) -> Unit | Leader | None:
    return position.find(name) or position.leader(name)


def _supply(position: Position, order: o.Supply) -> OrderText:
    name = titled(str(value_name(position, order.what)))
    line = _("{name} is {value} from now on").format(name=name, value=YES_NO.get(order.value, order.value))
    return OrderText(_("Supply a value of your own"), line, "1.11", is_minor=True)


# -- setting up ----------------------------------------------------------------------------------------------------------------------------


def _place_battery(position: Position, order: o.PlaceBattery) -> OrderText:
    where, what = names.zone(position, order.zone), names.thing(position, order.unit)
    title = _("Place {unit} in {zone}").format(unit=what, zone=where)
    line = _("With a redoubt") if order.redoubt else _("Without a redoubt")
    if order.purse is not None:
        paid = _("{op} from {purse}").format(op=names.op(position.number("battery_op")), purse=names.purse(order.purse))
        line = f"{line}, {paid}"
    rule = "4.4" if position.turn.step == "move" else "1.15"
    return OrderText(
        title, line, rule, order.unit, order.zone, 0 if order.redoubt else 1, cost=position.number("battery_op") if order.purse else 0
    )


def _place_unit(position: Position, order: o.PlaceUnit) -> OrderText:
    thing = _found(position, order.unit)
    title = _("Place {unit} in {zone}").format(unit=names.thing(position, order.unit), zone=names.zone(position, order.zone))
    return OrderText(title, _room(position, thing, order.zone), placing(position)[1], order.unit, order.zone, 1)


def _agree(position: Position, _order: o.Agree) -> OrderText:
    proposal = _proposal(position)
    line = _("{unit} goes to {zone}").format(unit=names.thing(position, proposal.unit), zone=names.zone(position, proposal.zone))
    return OrderText(_("Agree"), line, "1.16 A", proposal.unit, proposal.zone)


def _overrule(position: Position, order: o.Overrule) -> OrderText:
    proposal = _proposal(position)
    title = _("Send it to {zone} instead").format(zone=names.zone(position, order.zone))
    line = _("The British decide for {unit}").format(unit=names.thing(position, proposal.unit))
    return OrderText(title, line, "1.16 A", proposal.unit, order.zone, 1)


def _proposal(position: Position) -> Proposal:
    return position.pending if isinstance(position.pending, Proposal) else Proposal("", "")


PASSES: Final = {
    "allied": (N_("Let it pass"), N_("No unit is placed now")),
    "west": (N_("Let it pass"), N_("No unit is placed now")),
    "east": (N_("Let it pass"), N_("No unit is placed now")),
    "rest": (N_("Leave the rest in the depot"), N_("They stay there when the game begins")),
    "arrive": (N_("Take what comes"), N_("What is due arrives at its depot")),
    "espionage": (N_("End espionage"), N_("Supply is next")),
    "evacuation": (N_("Keep the ships"), N_("You may send them away on a later turn")),
    "war_supply": (N_("Do not pay"), N_("The wing is out of war supply and may not attack")),
    "rally": (N_("Rally no more"), N_("Losses that are left may be recovered later")),
    "combat": (N_("Do not fight here"), N_("Both sides stay where they are")),
}
STAGES: Final = {
    "late": (N_("Stay out"), N_("It does not try again")),
    "fire": (N_("Fire no more"), N_("The next side fires, or the die is thrown")),
    "pursuit": (N_("Do not pursue"), N_("The beaten enemy gets away")),
}


def _skip(position: Position, _order: o.Skip) -> OrderText:
    if isinstance(position.pending, Entry):
        return OrderText(_("Stay out"), _("Your unit takes no part in this entry"), "4.2e", rank=LAST, is_closing=True)
    battle = position.pending if isinstance(position.pending, Battle) else None
    title, line = STAGES[battle.stage] if battle is not None else PASSES[position.turn.step]
    rules = {
        "rest": "1.16 G",
        "arrive": "4.4",
        "espionage": "5a",
        "evacuation": "3.5",
        "war_supply": "4.8b",
        "rally": "4.13a",
        "combat": "4.12a",
    }
    rule = "4.12m" if battle is not None else rules.get(position.turn.step, "1.16 E")
    return OrderText(title, line, rule, rank=LAST, is_closing=True)


def _attrition(position: Position, order: o.RollAttrition) -> OrderText:
    title = _("Test {unit} for attrition").format(unit=names.thing(position, order.unit))
    line = _("It suffers with a chance of {p}, supplied").format(p=position.chance("attrition"))
    unit = position.find(order.unit)
    return OrderText(title, line, "1.16 F" if position.turn.step == "setup_attrition" else "4.11", order.unit, unit.place if unit else None)


# -- operation points ----------------------------------------------------------------------------------------------------------------------


def _random_op(position: Position, order: o.RollRandomOp) -> OrderText:
    title = titled(_("throw for {purse}").format(purse=names.purse(order.purse)))
    line = _("{dice} random OP on top of {op}").format(dice=position.scenario.random_op, op=position.op(order.purse))
    return OrderText(title, titled(line), "4.2d")


def _defeat(_position: Position, _order: o.RollDefeat) -> OrderText:
    return OrderText(_("Throw for the defeat"), _("One die of OP is lost"), "4.2g")


def _austrians(position: Position, _order: o.RollAustrians) -> OrderText:
    return OrderText(
        _("Throw for the Austrians"), _("They come with a chance of {p}, supplied").format(p=position.chance("austrians")), "5h"
    )


def _initiative(_position: Position, _order: o.RollInitiative) -> OrderText:
    return OrderText(_("Throw for the initiative"), _("One die each, the higher goes first, a tie is thrown again"), "1.18")


def _hasten(position: Position, order: o.Hasten) -> OrderText:
    line = _("A turn early, {op} from {purse}").format(op=names.op(position.number("hasten_op")), purse=names.purse(order.purse))
    return OrderText(_("Hasten {unit}").format(unit=names.thing(position, order.unit)), line, "4.4", order.unit, rank=2)


def _delay(position: Position, order: o.Delay) -> OrderText:
    unit = position.find(order.unit)
    purse = "west" if unit is None or unit.nation == "reserve" else unit.nation
    line = _("A turn later, {op} into {purse}").format(op=names.op(position.number("delay_op")), purse=names.purse(purse))
    return OrderText(_("Hold back {unit}").format(unit=names.thing(position, order.unit)), line, "4.4", order.unit, rank=3)


def _enter(position: Position, order: o.EnterBonaparte) -> OrderText:
    title = _("Bring Bonaparte in at {zone}").format(zone=names.zone(position, order.zone))
    return OrderText(title, _("On a battery of his, or at Ollioules"), "4.4", BONAPARTE, order.zone, 1)


# -- espionage and supply ------------------------------------------------------------------------------------------------------------------


def _spy(position: Position, order: o.Spy) -> OrderText:
    title = _("Send a spy to {zone}").format(zone=names.zone(position, order.zone))
    return OrderText(title, _("Answered with a chance of {p}, supplied").format(p=position.chance("espionage")), "5a", "", order.zone, 1)


def _inspect(position: Position, _order: o.Inspect) -> OrderText:
    return OrderText(_("Inspect the troops in Toulon"), _("No die, and no part of your one try at spying"), "5b", "", position.board.toulon)


def _council(_position: Position, _order: o.HoldCouncil) -> OrderText:
    return OrderText(_("Hold a council of war"), _("Unheard on 1 or 2"), "5c")


def _evacuate(_position: Position, _order: o.Evacuate) -> OrderText:
    return OrderText(_("Send the ships away"), _("For good: it costs victory points and all gun crews"), "3.5", rank=1)


def _war_roll(_position: Position, _order: o.RollWarSupply) -> OrderText:
    return OrderText(_("Throw for the war supply of Toulon"), _("Half a die, and a 3 fails"), "3.8")


def _war_pay(position: Position, order: o.PayWarSupply) -> OrderText:
    line = _("{op} of {left} in {purse}").format(
        op=names.op(position.number("war_supply_op")), left=position.op(order.purse), purse=names.purse(order.purse)
    )
    return OrderText(_("Pay for war supply"), line, "4.8b")


def _trace(position: Position, order: o.TraceSupply) -> OrderText:
    title = _("Trace supply to {zone}").format(zone=names.zone(position, order.zone))
    return OrderText(title, _("Through no-man's land it fails on 5 or 6"), "5g", "", order.zone)


# -- movement ------------------------------------------------------------------------------------------------------------------------------


def _march(position: Position, order: o.March) -> OrderText:
    thing, zone = _found(position, order.unit), order.to if order.to in position.board.zones else None
    title = _("{unit}: go to {zone}").format(unit=names.thing(position, order.unit), zone=names.zone(position, order.to))
    if not isinstance(thing, Unit) or zone is None:
        return OrderText(title, _("A leader goes without OP"), "4.9b", order.unit, zone, 2)
    cost = movement.cost(position, thing, zone)
    by_sea = thing.place in position.board.zones and zone not in position.board.chart.neighbours(thing.place)
    parts = [_("by sea")] if by_sea else []
    parts.append(_("{op} from {purse}").format(op=names.op(cost), purse=names.purse(order.purse)) if order.purse else _("free"))
    if position.zone(zone).kind == "road" and not position.friendly_road(zone, thing.side):
        parts.append(_("a quality test on the road"))
    elif position.zone(zone).kind == "land":
        parts.append(_room(position, thing, zone).lower())
    rule = "4.9k" if by_sea else "4.9n" if position.zone(zone).kind == "road" else "4.9b"
    return OrderText(title, titled(", ".join(map(str, parts))), rule, order.unit, zone, 2, cost=cost if order.purse else 0)


def _declare(position: Position, order: o.Declare) -> OrderText:
    unit = position.find(order.unit)
    words = {"unit": names.thing(position, order.unit), "zone": names.zone(position, order.to)}
    if unit is not None and position.turn.seats and position.seat(unit.nation) != position.turn.seats[0]:
        line = _("{side} are asked, and may stay out").format(side=names.SEATS[position.seat(unit.nation)])
        return OrderText(_("Ask {unit} to join for {zone}").format(**words), line, "4.2e", order.unit, order.to, 2)
    line = _("It is to enter a zone with enemies, and is tested later")
    return OrderText(_("{unit}: declare for {zone}").format(**words), line, "4.9f", order.unit, order.to, 1)


def _join(position: Position, order: o.Join) -> OrderText:
    entry = position.pending if isinstance(position.pending, Entry) else Entry("", "", ())
    title = _("Join, and let your purse pay") if order.pays else _("Join the force")
    line = _("{unit} enters {zone} with {units}").format(
        unit=names.thing(position, entry.asked) or _("Your unit"),
        zone=names.zone(position, entry.zone) or _("the zone"),
        units=names.list_text(names.thing(position, name) for name in entry.units) or _("a friend"),
    )
    return OrderText(title, line, "4.2e", entry.asked, entry.zone or None, 1 if order.pays else 0)


def _go_in(position: Position, order: o.GoIn) -> OrderText:
    entry = position.pending if isinstance(position.pending, Entry) else Entry("", "", ())
    op = names.op(price(position, entry, hasty=order.hasty)) if entry.units else names.op(0)
    title = _("Go into {zone} in haste") if order.hasty else _("Go into {zone}")
    line = _("{op} from {purse}").format(op=op, purse=names.purse(order.purse))
    units = ngettext("{n} unit is declared", "{n} units are declared", len(entry.units)).format(n=len(entry.units))
    title = title.format(zone=names.zone(position, entry.zone) or _("the zone"))
    return OrderText(title, f"{line}, {units}", "6.3" if order.hasty else "4.9f", "", entry.zone or None, 3 if order.hasty else 0)


def _call_off(_position: Position, _order: o.CallOff) -> OrderText:
    return OrderText(_("Call it off"), _("Those declared lose nothing by it"), "4.9f", rank=LAST, is_closing=True)


def _quality(position: Position, order: o.RollQuality) -> OrderText:
    unit, pending = position.find(order.unit), position.pending
    to = pending.to if isinstance(pending, Trial) else pending.zone if isinstance(pending, Entry | Battle) else None
    title = _("Test {unit}").format(unit=names.thing(position, order.unit))
    chance = movement.quality(position, unit) if unit is not None else "0"
    if isinstance(pending, Trial):  # on a road no leader helps
        rule = "4.9n" if position.zone(pending.to).kind == "road" else "4.9p"
        return OrderText(title, _("Quality {p}, supplied").format(p=chance), rule, order.unit, to)
    return OrderText(title, _("Quality {p}, supplied; a leader may add to it").format(p=chance), "4.9c", order.unit, to)


def _capture(position: Position, _order: o.RollCapture) -> OrderText:
    line = _("He is taken with a chance of {p}, supplied").format(p=position.chance("capture"))
    return OrderText(_("Throw for Bonaparte's capture"), line, "4.9s")


def _turn_back(position: Position, order: o.TurnBack) -> OrderText:
    title = _("{unit}: turn back").format(unit=names.thing(position, order.unit))
    unit = position.find(order.unit)
    if not isinstance(unit, Unit) or unit.place not in position.board.zones:
        return OrderText(title, "", "4.9r", order.unit, rank=4)
    passing = ground.is_passing(position, unit)
    line = _("It may not stay with the other wing") if passing else _("To the zone where its scouting began")
    return OrderText(title, line, "4.9a" if passing else "4.9r", order.unit, movement.way_back(position, unit), 4)


def _garrison(position: Position, order: o.Garrison) -> OrderText:
    unit = position.find(order.unit)
    zone = unit.place if unit is not None and unit.place in position.board.zones else None
    where = names.zone(position, zone) if zone else _("the zone")
    title = _("{unit}: man the fort of {zone}") if order.inside else _("{unit}: come out of the fort of {zone}")
    title = title.format(unit=names.thing(position, order.unit), zone=where.removeprefix("Fort "))
    return OrderText(title, _room(position, unit, zone or "", fort=order.inside), "4.1", order.unit, zone, 1 if order.inside else 3)


def _fortify(position: Position, order: o.Fortify) -> OrderText:
    old = fortifications.redoubt_in(position, order.zone)
    title = _("Improve the redoubt in {zone}") if old is not None else _("Dig a redoubt in {zone}")
    line = _("{op} from {purse}").format(op=names.op(position.number("redoubt_op")), purse=names.purse(order.purse))
    return OrderText(title.format(zone=names.zone(position, order.zone)), line, "4.7c", rank=5, is_minor=True)


def _end_moves(_position: Position, _order: o.EndMoves) -> OrderText:
    return OrderText(_("End your moves"), _("Nobody may be on a road"), "4.9m", rank=LAST, is_closing=True)


# -- combat --------------------------------------------------------------------------------------------------------------------------------


def _battle(position: Position) -> Battle:
    return position.pending if isinstance(position.pending, Battle) else Battle("", "allied")


def _fight(position: Position, order: o.Fight) -> OrderText:
    title = _("Storm the fort of {zone}") if order.assault else _("Fight in {zone}")
    line = _("The garrison defends") if order.assault else _("Two rounds against those outside the fort")
    return OrderText(title.format(zone=names.zone(position, order.zone)), line, "4.12a", "", order.zone, 1 if order.assault else 0)


def _bombard(position: Position, order: o.Bombard) -> OrderText:
    unit, battle = position.find(order.unit), _battle(position)
    title = _("{unit}: fire at the redoubt") if order.redoubt else _("{unit}: fire at range")
    reach = settled(artillery_range, position.rules, is_battery(position, unit)).zones if unit is not None else 0
    far = ngettext("range {n} zone", "range {n} zones", reach).format(n=reach)
    line = titled(_("{far}, hits with a chance of {p}, supplied").format(far=far, p=position.chance("bombard")))
    title = title.format(unit=names.thing(position, order.unit))
    return OrderText(title, line, "6.8" if order.redoubt else "4.12j", order.unit, battle.zone or None, 1)


def _roll_battle(position: Position, _order: o.RollBattle) -> OrderText:
    battle = _battle(position)
    said = odds_of(position, battle)
    ours, theirs = attack_strength(position, battle), defence_strength(position, battle)
    title = _("Throw for round {n}").format(n=battle.round)
    line = _("{ours} against {theirs}, column {column}").format(ours=ours, theirs=theirs, column=column(position, said.column))
    return OrderText(title, titled(line), "4.12a", "", battle.zone or None)


def _adjust(position: Position, order: o.AdjustDie) -> OrderText:
    battle = _battle(position)
    face = battle.die + order.by
    title = _("Leave the die as it is") if not order.by else _("Move the die by {n}").format(n=modifier(order.by))
    line = _("It counts as {n}").format(n=face)
    if battle.zone and 1 <= face <= FACES:
        ours, theirs = position.scenario.combat[column(position, odds_of(position, battle).column)][face - 1].split("-")
        line = _("It counts as {n}: attackers lose {ours}, defenders {theirs}").format(n=face, ours=ours, theirs=theirs)
    return OrderText(title, line, "6.3", rank=abs(order.by))


def _pursue(position: Position, order: o.Pursue) -> OrderText:
    line = _("One loss more with a chance of {p}, supplied").format(p=position.chance("pursuit"))
    return OrderText(
        _("{unit}: pursue").format(unit=names.thing(position, order.unit)), line, "4.12q", order.unit, _battle(position).zone or None
    )


def _roll_leader(position: Position, order: o.RollLeader) -> OrderText:
    line = _("Hit with a chance of {p}, supplied; then two dice say how badly").format(p=position.chance("leader_hit"))
    return OrderText(_("Test {leader}").format(leader=names.thing(position, order.leader)), line, "6.6", order.leader)


def _retreat(position: Position, order: o.Retreat) -> OrderText:
    title = _("Retreat to {zone}").format(zone=names.zone(position, order.zone))
    return OrderText(title, _("All beaten units go there"), "4.12d", "", order.zone)


def _surrounded(position: Position, order: o.RollSurrounded) -> OrderText:
    title = _("Throw for those surrounded in {zone}").format(zone=names.zone(position, order.zone))
    return OrderText(title, _("One die of losses"), "4.13b", "", order.zone)


def _rally(position: Position, order: o.Rally) -> OrderText:
    unit = position.find(order.unit)
    line = titled(names.losses(unit)) if unit is not None and names.losses(unit) else _("No losses to recover")
    title = _("{unit}: recover a temporary loss").format(unit=names.thing(position, order.unit))
    return OrderText(title, line, "4.13a", order.unit, unit.place if unit is not None and unit.place in position.board.zones else None, 1)


TELLERS: Final[dict[type, Callable[[Position, Any], OrderText]]] = {
    o.Supply: _supply,
    o.PlaceBattery: _place_battery,
    o.PlaceUnit: _place_unit,
    o.Agree: _agree,
    o.Overrule: _overrule,
    o.Skip: _skip,
    o.RollAttrition: _attrition,
    o.RollRandomOp: _random_op,
    o.RollDefeat: _defeat,
    o.RollAustrians: _austrians,
    o.RollInitiative: _initiative,
    o.Hasten: _hasten,
    o.Delay: _delay,
    o.EnterBonaparte: _enter,
    o.Spy: _spy,
    o.Inspect: _inspect,
    o.HoldCouncil: _council,
    o.Evacuate: _evacuate,
    o.RollWarSupply: _war_roll,
    o.PayWarSupply: _war_pay,
    o.TraceSupply: _trace,
    o.March: _march,
    o.Declare: _declare,
    o.Join: _join,
    o.GoIn: _go_in,
    o.CallOff: _call_off,
    o.RollQuality: _quality,
    o.RollCapture: _capture,
    o.TurnBack: _turn_back,
    o.Garrison: _garrison,
    o.Fortify: _fortify,
    o.EndMoves: _end_moves,
    o.Fight: _fight,
    o.Bombard: _bombard,
    o.RollBattle: _roll_battle,
    o.AdjustDie: _adjust,
    o.Pursue: _pursue,
    o.RollLeader: _roll_leader,
    o.Retreat: _retreat,
    o.RollSurrounded: _surrounded,
    o.Rally: _rally,
}

"""Every order of Republic in words: a title, a line about what it takes, its rule, and the hex that stands for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.modifiers import devotio
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.attack import refusal_modifier
from rulesdemo.games.republic.play.coordination import call_of, role_now
from rulesdemo.games.republic.play.diplomacy import price
from rulesdemo.games.republic.play.ground import WayOut
from rulesdemo.games.republic.play.losses import troops_of
from rulesdemo.games.republic.play.modifiers import roman_role
from rulesdemo.games.republic.play.siege import storm_of, treachery_modifier
from rulesdemo.games.republic.play.state import ATTACKER, DEFENDER, Ambassador, Attempt, City, Force, Position
from rulesdemo.games.republic.status import effect
from rulesdemo.games.republic.treachery import treachery_check
from rulesdemo.play.engine import settled
from rulesdemo.words import _, ngettext
from widgets.games.republic import names
from widgets.games.republic.lessons.before import attrition_of
from widgets.play.game_guide import OrderText
from widgets.web.phrases import modifier, titled

LAST: Final = 9
FIRST_TROOPS: Final = 3  # ways to take losses that are shown at once


# -- operations ------------------------------------------------------------------------------------------------------------------------


def _pass(position: Position, _order: o.Pass) -> OrderText:
    line = _("The other side acts, or the turn ends") if len(position.turn.passed) == 0 else _("The turn ends")
    return OrderText(_("End your operations"), line, "Pointers", rank=LAST, is_closing=True)


def _march(position: Position, order: o.March) -> OrderText:
    force, to = position.force(order.force), GRID.parse(order.to)
    ground = position.scenario.ground
    terrain = names.TERRAIN.get(ground.terrain.get(to, ""), _("no land"))
    line = _("{terrain}, across a river") if ground.river(force.at, to) else "{terrain}"
    if position.outside(to, "other" if force.roman else "roman"):
        line += _(", and an enemy Force: it halts there")
    goal = position.city_at(to)
    if goal is not None and goal.owner != force.side:
        line += _(", before the walls of {city}").format(city=goal.name)
    title = _("{force}: march to {hex}").format(force=force.name, hex=order.to)
    return OrderText(title, titled(line.format(terrain=terrain)), "R-PRE-1", force.id, to, 1)


def _enter(position: Position, order: o.EnterCity) -> OrderText:
    force = position.force(order.force)
    title = _("{force}: go into {city}").format(force=force.name, city=_city_name(position, force.at))
    return OrderText(title, _("Behind walls it cannot be attacked in the open"), "Pointers", force.id, force.at, 3, is_minor=True)


def _leave(position: Position, order: o.LeaveCity) -> OrderText:
    force = position.force(order.force)
    title = _("{force}: come out of {city}").format(force=force.name, city=_city_name(position, force.at))
    return OrderText(title, _("Outside it may march and fight"), "Pointers", force.id, force.at, 2)


def _detach(position: Position, order: o.Detach) -> OrderText:
    force = position.force(order.force)
    count = ngettext("{n} infantry point", "{n} infantry points", order.infantry).format(n=order.infantry)
    title = _("{force}: leave {count} in {city}").format(force=force.name, count=count, city=_city_name(position, force.at))
    return OrderText(title, _("They strengthen the walls"), "8.55", force.id, rank=4, is_minor=True)


def _attack(position: Position, order: o.Attack) -> OrderText:
    force, target = position.force(order.force), position.find(order.target)
    foe, place = (target.name, target.at) if target is not None else (order.target, force.at)
    line = _("{ours} against {theirs} strength points").format(ours=force.sp, theirs=target.sp if target is not None else 0)
    return OrderText(_("{force}: attack {foe}").format(force=force.name, foe=foe), line, "R-PRE-1", force.id, place)


def _city_name(position: Position, place: Hex) -> str:
    city = position.city_at(place)
    return city.name if city is not None else _("a city")


# -- sieges ----------------------------------------------------------------------------------------------------------------------------


def _walls(position: Position, name: str) -> tuple[Force, City | None]:
    force = position.force(name)
    return force, position.city_at(force.at)


def _assault(position: Position, order: o.Assault) -> OrderText:
    force, city = _walls(position, order.force)
    line = _("No walls to storm here")
    if city is not None and city.strength is None:
        line = _("The strength of its walls is not known")
    elif city is not None:
        storm = storm_of(position, force, city)
        at = storm.column or _("less than 1-2")
        line = _("{ours} against {theirs}: {at}, modifier {n}")
        line = line.format(ours=storm.attacker_sp, theirs=storm.defender_sp, at=at, n=modifier(storm.drm))
    return OrderText(
        _("{force}: storm {city}").format(force=force.name, city=_city_name(position, force.at)), line, "9.4", force.id, force.at
    )


def _treachery(position: Position, order: o.TryTreachery) -> OrderText:
    force, city = _walls(position, order.force)
    title = _("{force}: have {city} opened from inside").format(force=force.name, city=_city_name(position, force.at))
    if city is None:
        return OrderText(title, _("No gates here"), "9.6", force.id, force.at, 1)
    leader = force.leader
    cost = settled(treachery_check, position.rules, force.roman, leader.rank, city.roma, leader.cunning, max(0, order.cunning)).cunning
    drm = treachery_modifier(position, city, max(0, order.cunning))
    line = titled(_("{cunning} in all, modifier {n}").format(cunning=names.cunning(cost), n=modifier(drm)))
    return OrderText(title, line, "9.6", force.id, force.at, 1, is_minor=order.cunning > 1)


def _surrender(position: Position, order: o.DemandSurrender) -> OrderText:
    force, city = _walls(position, order.force)
    need = position.rules.table("surrender").at(city.cdi) if city is not None else "impossible"
    line = _("It never surrenders so") if need == "impossible" else _("The die must show {n} or more").format(n=need)
    title = _("{force}: call on {city} to surrender").format(force=force.name, city=_city_name(position, force.at))
    return OrderText(title, line, "9.52", force.id, force.at, 1)


# -- envoys ----------------------------------------------------------------------------------------------------------------------------


def _envoy(position: Position, name: str) -> Ambassador:
    found = position.ambassador(name)
    return found if found is not None else Ambassador(name, name, position.turn.side, "D")


def _negotiate(position: Position, order: o.Negotiate) -> OrderText:
    envoy = _envoy(position, order.ambassador)
    line = _("Letter {letter}, marker at {n} for Rome").format(letter=envoy.letter, n=modifier(position.alliance))
    if envoy.state == "waiting_audience":
        line = _("Letter {letter}, a new audience for {cost}")
        line = line.format(letter=envoy.letter, cost=names.cunning(price(position, "new_audience")))
    return OrderText(_("Send {envoy} to an audience").format(envoy=envoy.name), line, "12.34", rank=2)


def _roll_ransom(position: Position, order: o.RollRansom) -> OrderText:
    title = _("Throw for the ransom of {envoy}").format(envoy=_envoy(position, order.ambassador).name)
    return OrderText(title, _("Half a die, at least 1 cunning point"), "12.34-D")


def _pay_ransom(position: Position, order: o.PayRansom) -> OrderText:
    envoy = _envoy(position, order.ambassador)
    left = (envoy.ransom or 0) - order.points
    line = _("He is free") if left <= 0 else titled(_("{n} still to pay").format(n=names.points(left)))
    title = _("Pay {n} for {envoy}").format(n=names.cunning(order.points), envoy=envoy.name)
    return OrderText(title, line, "12.34-D", rank=2)


def _recall(position: Position, order: o.Recall) -> OrderText:
    envoy = _envoy(position, order.ambassador)
    line = _("For {cost} of {has}").format(cost=names.cunning(price(position, "recall_straying")), has=envoy.cunning)
    return OrderText(_("Bring {envoy} back").format(envoy=envoy.name), line, "12.34-D")


def _abandon(position: Position, order: o.Abandon) -> OrderText:
    title = _("Let {envoy} go").format(envoy=_envoy(position, order.ambassador).name)
    return OrderText(title, _("He is out of the game"), "12.34-D", rank=1)


# -- before the battle -----------------------------------------------------------------------------------------------------------------


def _refuse(position: Position, order: o.Refuse) -> OrderText:
    force = position.leading(DEFENDER)
    route = tuple(map(GRID.parse, order.route))
    end = route[-1] if route else force.at
    to = _city_name(position, end) if order.city else GRID.label(end)
    title = (_("Slip away into {to}") if order.city else _("Slip away to {to}")).format(to=to)
    drm = refusal_modifier(position, force, Attempt(route, order.city, order.cunning))
    parts = [_("modifier {n}").format(n=modifier(drm))]
    if order.cunning:
        parts.append(names.cunning(order.cunning))
    if len(route) > 1:
        parts.append(_("by {hex}").format(hex=GRID.label(route[0])))
    cost = attrition_of(position, force, WayOut(route, order.city))
    if cost:
        parts.append(ngettext("{n} attrition point", "{n} attrition points", cost).format(n=cost))
    minor = not order.city and (bool(order.cunning) or len(route) > 1)
    return OrderText(title, titled(", ".join(map(str, parts))), "8.23", force.id, end, 0 if order.city else 1, is_minor=minor)


def _stand(position: Position, _order: o.Stand) -> OrderText:
    force = position.leading(DEFENDER)
    return OrderText(
        _("Stand and fight"), _("{force} does not try to get away").format(force=force.name), "R-PRE-2", rank=LAST, is_closing=True
    )


def _counter(position: Position, order: o.Counter) -> OrderText:
    who = names.leader(position.leading(ATTACKER))
    line = _("Modifier {n} on the die of the refusal").format(n=modifier(order.cunning)) if order.cunning else _("The die stays as it is")
    return OrderText(_("{who} spends {n}").format(who=who, n=names.cunning(order.cunning)), line, "8.23-M", rank=order.cunning)


def _roll_refusal(position: Position, _order: o.RollRefusal) -> OrderText:
    force, attempt = position.leading(DEFENDER), position.fight.attempt
    drm = refusal_modifier(position, force, attempt) if attempt is not None else 0
    line = _("{cv} or less with {n}").format(cv=force.leader.cv, n=modifier(drm))
    return OrderText(_("Throw for the refusal of {force}").format(force=force.name), line, "8.23")


def _roll_continuation(position: Position, _order: o.RollContinuation) -> OrderText:
    tenths = position.scenario.inputs.continuation
    line = _("The scenario gives no number for it") if tenths is None else _("{n} faces of 10 pass").format(n=tenths)
    return OrderText(_("Throw to go on"), line, "R-PRE-3")


def _desist(position: Position, _order: o.Desist) -> OrderText:
    return OrderText(_("Do not go on"), _("{force} stops here").format(force=position.leading(ATTACKER).name), "R-PRE-3", rank=LAST)


def _coordinate(position: Position, order: o.Coordinate) -> OrderText:
    force = position.force(order.force)
    role = role_now(position, position.fight)
    call = call_of(position, role if role is not None else ATTACKER, force)
    hexes = len(call.way.hexes) if call.way is not None else 0
    way = ngettext("{n} hex off", "{n} hexes off", hexes).format(n=hexes)
    need = _("No face brings it, {way}") if call.value < 0 else _("{n} or less on the die, {way}")
    lines = {
        "automatic": _("From the same hex, without a roll"),
        "barred": _("There is no way for it to come"),
        "roll": need.format(n=call.value, way=way),
    }
    return OrderText(_("Call in {force}").format(force=force.name), lines[call.result], "8.26", force.id, force.at)


def _fight_alone(position: Position, _order: o.FightAlone) -> OrderText:
    role = role_now(position, position.fight)
    force = position.leading(role if role is not None else ATTACKER)
    return OrderText(
        _("Call in nobody else"), _("{force} fights with what is there").format(force=force.name), "R-PRE-4", rank=LAST, is_closing=True
    )


# -- the battle ------------------------------------------------------------------------------------------------------------------------


def _roll_tactics(position: Position, _order: o.RollTactics) -> OrderText:
    ours, theirs = (position.leading(role) for role in (ATTACKER, DEFENDER))
    line = _("{a}, letter {la}, against {b}, letter {lb}").format(
        a=names.leader(ours), la=ours.leader.letter, b=theirs.leader.name, lb=theirs.leader.letter
    )
    return OrderText(_("Throw for tactics"), line, "8.32")


def _devotio(position: Position) -> tuple[Force, int]:
    role = roman_role(position)
    force = position.leading(role)
    return force, int(settled(devotio, position.rules, force.leader.cv, role == ATTACKER).drm)


def _devote(position: Position, _order: o.Devote) -> OrderText:
    force, drm = _devotio(position)
    title = _("{who} gives his life").format(who=names.leader(force))
    return OrderText(title, _("Modifier {n} on the battle roll").format(n=modifier(drm)), "8.31-o", rank=1)


def _live(position: Position, _order: o.Live) -> OrderText:
    force, _drm = _devotio(position)
    line = _("The modifiers stay at {n}").format(n=modifier(position.fight.drm))
    return OrderText(_("{who} lives").format(who=names.leader(force)), line, "8.31-o")


def _charge(position: Position, _order: o.ChargeElephants) -> OrderText:
    clash = position.fight
    waiting = [
        troops_of(position, clash.forces[role]).elephants
        for role in (ATTACKER, DEFENDER)
        if clash.charges[role] is None and troops_of(position, clash.forces[role]).elephants
    ]
    count = waiting[0] if waiting else 0
    return OrderText(_("Send in the elephants"), ngettext("{n} die", "{n} dice", count).format(n=count), "8.36")


def _roll_battle(position: Position, _order: o.RollBattle) -> OrderText:
    return OrderText(_("Throw for the battle"), _("One die with {n} in all").format(n=modifier(position.fight.drm)), "8.3")


def _spend(position: Position, order: o.Spend) -> OrderText:
    clash = position.fight
    role = next((each for each in (ATTACKER, DEFENDER) if clash.cunning[each] is None and position.leading(each).leader.cunning), ATTACKER)
    sign = 1 if role == ATTACKER else -1
    line = (
        _("Modifier {n} on the second roll").format(n=modifier(sign * order.cunning))
        if order.cunning
        else _("The second roll stays as it is")
    )
    title = _("{who} spends {n}").format(who=names.leader(position.leading(role)), n=names.cunning(order.cunning))
    return OrderText(title, line, "8.4", rank=order.cunning)


def _roll_again(position: Position, _order: o.RollAgain) -> OrderText:
    clash = position.fight
    shift = (clash.first.x or 0) if clash.first is not None else 0
    ours, theirs = (points or 0 for points in clash.cunning)
    return OrderText(_("Throw the second roll"), _("One die with {n}").format(n=modifier(shift + ours - theirs)), "8.4")


def _roll_star(position: Position, _order: o.RollStar) -> OrderText:
    line = _("A die of points, at most {n} % of them").format(n=position.rules.table("star_loss").at("cap_percent"))
    return OrderText(_("Throw for the star"), line, "8.3-*")


def _take_losses(position: Position, order: o.TakeLosses) -> OrderText:
    due = position.dues[0]
    there = troops_of(position, due.forces)
    left = names.troops(there.infantry - order.infantry, there.cavalry - order.cavalry, there.elephants - order.elephants)
    title = _("Take off {troops}").format(troops=names.troops(order.infantry, order.cavalry, order.elephants))
    rank = order.cavalry + order.elephants
    return OrderText(title, _("Left: {troops}").format(troops=left), due.rule, rank=rank, is_minor=rank >= FIRST_TROOPS)


def _retreat(position: Position, order: o.Retreat) -> OrderText:
    to = GRID.parse(order.to)
    if order.city:
        return OrderText(_("Retreat into {city}").format(city=_city_name(position, to)), _("Behind its walls"), "8.37", place=to)
    terrain = names.TERRAIN.get(position.scenario.ground.terrain.get(to, ""), _("no land"))
    return OrderText(_("Retreat to {hex}").format(hex=order.to), titled(terrain), "8.37", place=to, rank=1)


def _judge(_position: Position, order: o.Judge) -> OrderText:
    if order.major:
        return OrderText(_("It is a major victory"), _("The defeated are neutralised"), "8.54", rank=1)
    return OrderText(_("It is no major victory"), _("The defeated are disorganised"), "8.54")


def _roll_leader(position: Position, order: o.RollLeader) -> OrderText:
    force = position.force(order.force)
    line = _("Survival rating {n}").format(n=force.leader.vm)
    return OrderText(_("Throw for the fate of {who}").format(who=force.leader.name), line, "8.6")


def _roll_siege(position: Position, order: o.RollSiege) -> OrderText:
    drm = effect(position.rules, "siege_attrition", position.force(order.force).status)
    line = _("One die, {drm:+} for its status").format(drm=drm) if drm else _("One die for the turn before the city")
    return OrderText(_("Throw for the siege attrition of {force}").format(force=position.force(order.force).name), line, "8.55")


TELLERS: Final[dict[type, Callable[[Position, Any], OrderText]]] = {
    o.Pass: _pass,
    o.March: _march,
    o.EnterCity: _enter,
    o.LeaveCity: _leave,
    o.Detach: _detach,
    o.Attack: _attack,
    o.Assault: _assault,
    o.TryTreachery: _treachery,
    o.DemandSurrender: _surrender,
    o.Negotiate: _negotiate,
    o.RollRansom: _roll_ransom,
    o.PayRansom: _pay_ransom,
    o.Recall: _recall,
    o.Abandon: _abandon,
    o.Refuse: _refuse,
    o.Stand: _stand,
    o.Counter: _counter,
    o.RollRefusal: _roll_refusal,
    o.RollContinuation: _roll_continuation,
    o.Desist: _desist,
    o.Coordinate: _coordinate,
    o.FightAlone: _fight_alone,
    o.RollTactics: _roll_tactics,
    o.Devote: _devote,
    o.Live: _live,
    o.ChargeElephants: _charge,
    o.RollBattle: _roll_battle,
    o.Spend: _spend,
    o.RollAgain: _roll_again,
    o.RollStar: _roll_star,
    o.TakeLosses: _take_losses,
    o.Retreat: _retreat,
    o.Judge: _judge,
    o.RollSiege: _roll_siege,
    o.RollLeader: _roll_leader,
}

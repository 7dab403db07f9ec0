"""Command and surrender: through whom each ship is in command, how many turns ahead she writes, and what becomes of one without hull."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from rulesdemo.board.hexes import Hex
from rulesdemo.games.broadside.command import Through, order_lag
from rulesdemo.games.broadside.play.command import in_command, lag_of
from rulesdemo.games.broadside.play.state import Position, Ship, enemy_of
from rulesdemo.games.broadside.play.surrender import ADJACENT, beside, settle_surrenders
from rulesdemo.play.engine import settled
from rulesdemo.words import _, ngettext
from widgets.board import sea_chart
from widgets.board.hex_notes import note
from widgets.board.sheet import Display
from widgets.games.broadside import names
from widgets.games.broadside.board.ranges import Link, chain_of
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, MAG
from widgets.scene.shapes import Group, Item, Path, Style

Fate = Literal["", "hulk", "strikes", "struck", "retaken", "sinks"]
BELOW: Final = 2.85  # radii under the middle of a ship where her fate is written: outside the hexes that count


class Verdict(NamedTuple):
    """What step 7 makes of a ship: nothing while she has hull. Enemies and friends are those of her own side's point of view."""

    fate: Fate
    enemies: int
    friends: int


# -- command -----------------------------------------------------------------------------------------------------------------------------


def ahead(turns: int) -> str:
    """For which turn she writes."""
    return ngettext("{n} turn ahead", "{n} turns ahead", turns).format(n=turns) if turns else _("each turn")


def _hexes(count: int) -> str:
    return ngettext("{n} hex", "{n} hexes", count).format(n=count)


def link_to(position: Position, ship: Ship) -> Link | None:
    """The link by which command comes to her; None for the chief and for a ship out of command."""
    chief = _chief(position, ship)
    return None if chief is None else next((link for link in chain_of(position, chief) if link.below.id == ship.id), None)


def _chief(position: Position, ship: Ship) -> Ship | None:
    return next((each for each in position.there if each.side == ship.side and each.admiral == "chief" and not each.surrendered), None)


def through(position: Position, ship: Ship) -> str:
    """Through whom she is in command, or why she is not."""
    if ship.surrendered:
        return _("{ship} has struck: she writes nothing and passes nothing on. [VI] [B64]").format(ship=ship.name)
    chief = _chief(position, ship)
    if chief is None:
        return _("No chief admiral's flag flies on her side: nobody is in command. [VII] [B64]")
    if chief.id == ship.id:
        return _("{ship} flies the chief admiral's flag. [VII]").format(ship=ship.name)
    link = link_to(position, ship)
    if link is None:
        return _alone(position, ship, chief)
    away = _hexes(ship.place.distance(link.above.place))
    if link.late:
        form = _("{ship} is in command through {above}, {away} away, but only under a second admiral. [VII] [B26]")
    elif ship.admiral == "second" and in_reach(position, ship, chief):
        form = _("{ship} flies a second admiral's flag, {away} from the chief: in command. [VII] [B26]")
        away = _hexes(ship.place.distance(chief.place))
    else:
        form = _("{ship} is in command through {above}, {away} away. [VII]")
    return form.format(ship=ship.name, above=link.above.name, away=away)


def in_reach(position: Position, ship: Ship, chief: Ship) -> bool:
    """Whether a second admiral is near enough to the chief."""
    return ship.place.distance(chief.place) <= int(position.rules.table("command").at("second_admiral_reach"))


def _alone(position: Position, ship: Ship, chief: Ship) -> str:
    """How far off everybody is who could have commanded her."""
    reach = int(position.rules.table("command").at("friend_reach"))
    known = in_command(position, ship.side)
    near = [each for each in position.there if known.get(each.id, "none") != "none" and each.id not in (ship.id, chief.id)]
    told = [_("{chief} is {away} off").format(chief=chief.name, away=_hexes(ship.place.distance(chief.place)))]
    if near:
        closest = min(near, key=lambda each: (ship.place.distance(each.place), each.id))
        form = _("the nearest friend in command, {friend}, {away}")
        told.append(form.format(friend=closest.name, away=_hexes(ship.place.distance(closest.place))))
    form = _("{ship} is out of command: {told}, and command carries {reach}. [VII]")
    return form.format(ship=ship.name, told=_(", ").join(told), reach=_hexes(reach))


def writes(position: Position, ship: Ship) -> str:
    """Return how many turns ahead she writes, and why."""
    if ship.surrendered:
        return ""
    lag, hurt = lag_of(position, ship), ship.damage
    known: Through = in_command(position, ship.side).get(ship.id, "none")
    plain = int(settled(order_lag, position.rules, ship.rank, known).turns)
    told = _("She writes {ahead}. [VII]").format(ahead=ahead(lag)) if lag else _("She writes her order each turn. [VII]")
    if lag == plain:
        return told
    who = _("her officers are dead") if hurt.officers_dead else _("her captain is dead")
    sum_ = _("{plain} and {more} more, for {who} [T12] [B18].").format(plain=plain, more=lag - plain, who=who)
    return f"{told} {sum_[0].upper()}{sum_[1:]}"


# -- surrender ---------------------------------------------------------------------------------------------------------------------------


def verdict(position: Position, ship: Ship) -> Verdict:
    """What step 7 makes of her as everybody lies now [VI]."""
    enemies, friends = beside(position, ship, enemy_of(ship.side)), beside(position, ship, ship.side)
    if ship.hull or ship.gone:
        return Verdict("", enemies, friends)
    key = "after surrender"
    if key not in position.memo:
        position.memo[key] = settle_surrenders(position).position
    after: Ship = position.memo[key].ship(ship.id)
    if after.gone:
        return Verdict("sinks", enemies, friends)
    if ship.surrendered:
        return Verdict("struck" if after.surrendered else "retaken", enemies, friends)
    return Verdict("strikes" if after.surrendered else "hulk", enemies, friends)


def fates() -> dict[str, str]:
    """What each fate is called, short."""
    return {
        "": _("fighting"),
        "hulk": _("hulk"),
        "strikes": _("strikes"),
        "struck": _("stays taken"),
        "retaken": _("retaken"),
        "sinks": _("sinks"),
    }


def _beside(found: Verdict) -> str:
    foes = ngettext("{n} enemy", "{n} enemies", found.enemies).format(n=found.enemies)
    friends = ngettext("{n} friend", "{n} friends", found.friends).format(n=found.friends)
    return _("{foes} and {friends} beside her").format(foes=foes, friends=friends)


def fate_words(position: Position, ship: Ship) -> str:
    """The same in a sentence; nothing for a ship with hull left."""
    found = verdict(position, ship)
    forms = {
        "": "",
        "hulk": _("No hull, {beside}: no more enemies than friends, so she keeps her flag. She may move but not fight. [VI]"),
        "strikes": _("No hull, {beside}: more enemies than friends, so she strikes. [VI] [B25]"),
        "struck": _("A prize, {beside}: too few friends to take her back. [VI]"),
        "retaken": _("A prize, {beside}: more friends than enemies, so she is retaken. [VI] [B71]"),
        "sinks": _("No hull and a leak: she sinks at once, whoever is beside her. [VI]"),
    }
    return forms[found.fate].format(beside=_beside(found))


# -- beside the board and on it ----------------------------------------------------------------------------------------------------------


def outlook(position: Position, name: str) -> Outlook | None:
    """How many turns ahead each ship of a side writes; the ship in hand stands out, and is told about."""
    fleet = [ship for ship in position.there if not ship.is_fort and not ship.surrendered]
    ship = next((each for each in fleet if each.id == name), fleet[0] if fleet else None)
    if ship is None or position.result is not None:
        return None
    own = [each for each in fleet if each.side == ship.side]
    lags = {each.id: lag_of(position, each) for each in own}
    lines = [Count(each.name, lags[each.id], "bar", is_now=each.id == ship.id) for each in own]
    words = [through(position, ship), writes(position, ship), fate_words(position, ship)]
    # A ship without hull is what the rest of the chapter is about, on whichever side she is.
    for hulk in (each for each in position.there if not each.hull and not each.is_fort and each.id != ship.id):
        found = verdict(position, hulk)
        lines.append(Count(_("Enemies beside {ship}").format(ship=hulk.name), found.enemies, "bar"))
        lines.append(Count(_("Friends beside {ship}").format(ship=hulk.name), found.friends, "bar"))
        words.append(_("{ship}: {words}").format(ship=hulk.name, words=fate_words(position, hulk)))
    title = _("How many turns ahead the {side} write").format(side=names.SIDES[ship.side])
    return Outlook(title, tuple(lines), " ".join(filter(None, words)))


def overlay(position: Position, board: BoardGrid, _shown: Display) -> tuple[Item, ...]:
    """Around every ship without hull the hexes that count, and what becomes of her."""
    return tuple(_mark(position, board, ship) for ship in position.there if not ship.hull and not ship.is_fort)


def _mark(position: Position, board: BoardGrid, ship: Ship) -> Group:
    found = verdict(position, ship)
    near: tuple[Hex, ...] = tuple(place for place in sorted(position.scenario.chart.hexes) if place.distance(ship.place) <= ADJACENT)
    line = Path(sea_chart.outline(board, near), Style(line=MAG, width=2.0, dash=(7.0, 4.0), join="miter"))
    words = fates()[found.fate]
    text = note(board, ship.place, _("{foes}:{friends} {fate}").format(foes=found.enemies, friends=found.friends, fate=words), INK, BELOW)
    label = f"{ship.name}: {_beside(found)}, {words}"
    return Group((line, text), id=f"fate {ship.id}", role="mark", label=label)


COMMAND: Final = Lesson("command", outlook=outlook, overlay=overlay, rose="ne")

"""Cities: storming them, having them opened from inside, and waiting for them to surrender."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rulesdemo.games.republic.assault import Assault, column_of, sides
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play.siege import storm_of, treachery_modifier
from rulesdemo.games.republic.play.state import City, Force, Position
from rulesdemo.games.republic.surrender import Surrender
from rulesdemo.games.republic.treachery import Treachery
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _
from widgets.board.hex_notes import note_at
from widgets.games.republic.lessons.ten import either, total, two_ends, words
from widgets.play.game_guide import Count, Outlook, Part
from widgets.play.lesson import Lesson
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import MAG
from widgets.scene.shapes import Group, Item
from widgets.web.phrases import modifier

FALLS, HOLDS = N_("The city falls"), N_("The city holds")
DEAD = N_("The city holds and the leader dies")
KEPT, GONE = N_("No engine lost"), N_("An engine lost")
OPENS, SHUT = N_("The city surrenders"), N_("The city holds out")

BESIDE: Final = (-1.5, -0.28)  # radii from the middle of a city's hex to what is noted at its walls

# -- assault ---------------------------------------------------------------------------------------------------------------------------


def assault_parts(_throw: Throw) -> tuple[Part, ...]:
    """Return the city, the losses of both sides, and the engines."""
    return (
        Part(("success",), _("The city"), either("success", FALLS, HOLDS), (FALLS, HOLDS)),
        Part(("attacker_loss",), _("Attacker's loss in percent")),
        Part(("defender_loss",), _("Defender's loss in percent")),
        Part(("engine_lost",), _("Siege engines, where there are any"), either("engine_lost", GONE, KEPT), (KEPT, GONE)),
    )


def assault_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the assault die, what was needed, both losses, and what it means."""
    rules, ratio, *more = throw.args
    drm = more[0] if more else 0
    column, outcome = column_of(rules, *sides(ratio)), throw.outcome
    need = _("Below the first column nothing succeeds [9.4].")
    if column is not None:
        need = _("At {column} it takes {n} or more [9.4].").format(column=column, n=rules.table("assault").at(column))
    lost = _("The attacker loses {a} %, the defender {d} % [9.4-L].").format(a=outcome.attacker_loss, d=outcome.defender_loss)
    end = _("The city falls.") if outcome.success else _("The city holds.")
    if outcome.engine_lost:
        end = _("The city holds, and a siege engine is lost.")
    return f"{total(faces[0], drm, '9.4-M')}. {need} {lost} {end}"


def before_walls(position: Position, name: str, hexes: int = 0) -> tuple[Force, City] | None:
    """Return the Force in hand as it would be before an enemy city that is at most some hexes away, and the city."""
    force = position.find(name) if name else None
    if force is None or not force.sp or force.in_city:
        return None
    near = (city for city in position.cities if city.owner != force.side and force.at.distance(city.at) <= hexes)
    return next(((replace(force, at=city.at), city) for city in near), None)


def near_walls(position: Position, name: str) -> tuple[Force, City] | None:
    """Return the Force in hand before an enemy city, or as it would be before one next door."""
    return before_walls(position, name, 1)


def assault_overlay(position: Position, board: BoardGrid, shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - the game's own `Display`
    """Draw at the city the column of the Force in hand and the number that it takes."""
    found = near_walls(position, shown.selected)
    if found is None or position.result is not None or found[1].strength is None:
        return ()
    force, city = found
    storm = storm_of(position, force, city)
    text, label = _("no column"), _("{force} would storm {city} at less than 1-2, which fails").format(force=force.name, city=city.name)
    if storm.column is not None:
        need = position.rules.table("assault").at(storm.column)
        text = _("{column}: {n}+").format(column=storm.column, n=need)
        label = _("{force} would storm {city} at {column} and needs {n} or more, modifier {drm}").format(
            force=force.name, city=city.name, column=storm.column, n=need, drm=modifier(storm.drm)
        )
    return (Group((_wall_note(board, city, text),), id=f"walls {GRID.label(city.at)}", role="sector", label=label),)


def _wall_note(board: BoardGrid, city: City, text: str) -> Item:
    """Draw a word beside the walls, where no counter stands."""
    x, y = board.centre(city.at)
    return note_at(board, (x + BESIDE[0] * board.radius, y + BESIDE[1] * board.radius), text, MAG)


def assault_outlook(position: Position, name: str) -> Outlook | None:
    """Return what the storm would be rolled with."""
    found = before_walls(position, name)
    if found is None or position.result is not None:
        return None
    force, city = found
    if city.strength is None:
        return Outlook(_("The walls of {city}").format(city=city.name), (), _("This scenario does not say what the walls add. [9.4] [R32]"))
    storm = storm_of(position, force, city)
    lines = (
        Count(_("attackers, engines counted in"), storm.attacker_sp, "bar", text=str(storm.attacker_sp)),
        Count(_("walls and garrison"), storm.defender_sp, "bar", text=str(storm.defender_sp)),
        Count(_("column"), 0, text=storm.column or _("none")),
        Count(_("modifier"), storm.drm, text=modifier(storm.drm)),
    )
    sentence = _("Below 1-2 the assault fails. [9.4]")
    if storm.column is not None:
        sentence = _("The modified die must show {n} or more. [9.4] [9.4-M]").format(n=position.rules.table("assault").at(storm.column))
    return Outlook(_("The walls of {city}").format(city=city.name), lines, sentence)


# -- treachery and surrender -----------------------------------------------------------------------------------------------------------


def treachery_label(throw: Throw) -> str:
    """Return what becomes of the city and of the leader, in words."""
    if throw.outcome.falls:
        return FALLS
    return DEAD if throw.outcome.leader_killed else HOLDS


def treachery_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the die, the number, a second die if there was one, and what it means."""
    rules, cdi, cv, *more = throw.args
    drm = more[0] if more else 0
    number = rules.table("treachery").at(cdi, cv)
    sentence = _("{total}. It takes more than {n} [9.6].").format(total=total(faces[0], drm, "9.6"), n=number) if faces else ""
    if len(faces) > 1:
        sentence += " " + _("Equal: {face} for the leader's life, who has {cv}.").format(face=faces[1], cv=cv)
    ends = {FALLS: _("The gates open."), HOLDS: _("The gates stay shut."), DEAD: _("The gates stay shut, and the leader is dead.")}
    return f"{sentence} {ends[treachery_label(throw)]}".strip()


def treachery_outlook(position: Position, name: str) -> Outlook | None:
    """Return what cunning points would make of the die."""
    found = before_walls(position, name)
    if found is None or position.result is not None:
        return None
    force, city = found
    held = treachery_modifier(position, city, 0)
    lines = (
        Count(_("cunning points of the leader"), force.leader.cunning, "bar", text=str(force.leader.cunning)),
        Count(_("modifier for those held inside"), held, text=modifier(held)),
        Count(_("intrinsic defence"), city.cdi, text=str(city.cdi)),
    )
    return Outlook(_("The gates of {city}").format(city=city.name), lines, _("Each point spent adds 1 to the die. [9.6] [9.6-R]"))


def treachery_overlay(position: Position, board: BoardGrid, shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - the game's own `Display`
    """Draw at the city the number that the leader in hand must beat."""
    found = near_walls(position, shown.selected)
    if found is None or position.result is not None:
        return ()
    force, city = found
    table = position.rules.table("treachery")
    number = "impossible" if force.leader.cv < int(table.columns.labels[0]) else table.at(city.cdi, force.leader.cv)
    is_closed = number == "impossible"
    text = _("no way in") if is_closed else _("over {n}").format(n=number)
    label = _("{leader} must come to more than {n} to have {city} opened") if not is_closed else _("{leader} cannot have {city} opened")
    spoken = label.format(leader=force.leader.name, n=number, city=city.name)
    return (Group((_wall_note(board, city, text),), id=f"gate {GRID.label(city.at)}", role="sector", label=spoken),)


def surrender_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the die, the number, and what it means."""
    rules, cdi = throw.args
    need = rules.table("surrender").at(cdi)
    end = _("The city surrenders.") if throw.outcome.surrenders else _("The city holds out.")
    return _("{face}. It takes {n} or more [9.52]. {end}").format(face=sum(faces), n=need, end=end)


ASSAULT: Final = Lesson(
    "assault",
    outlook=assault_outlook,
    overlay=assault_overlay,
    throws={Assault: two_ends("success", FALLS, HOLDS, assault_verdict, assault_parts)},
)
TREACHERY: Final = Lesson(
    "treachery",
    outlook=treachery_outlook,
    overlay=treachery_overlay,
    throws={
        Treachery: words(treachery_label, treachery_verdict, (FALLS, HOLDS, DEAD)),
        Surrender: two_ends("surrenders", OPENS, SHUT, surrender_verdict),
    },
)

"""Chapter 5: rowing and fatigue: how far she can go, and what the rowers pay for it on later turns."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.movement import cruise_limit
from rulesdemo.games.veneti.play.ships import crew_of, may_row_at_maximum, speed_limit
from rulesdemo.games.veneti.play.state import Position, Sea, Ship
from rulesdemo.games.veneti.rowing import Fatigue, fatigue, fatigue_recovery
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.board.hex_notes import LEAST_NOTE, NOTE
from widgets.board.sea_chart import outline
from widgets.games.veneti.board.ranges import hex_list
from widgets.games.veneti.panels import outlook as veneti_outlook
from widgets.play.game_guide import Count, Outlook, Rehearsal
from widgets.play.lesson import Lesson, Words
from widgets.scene.palette import MAG, SHEET, TEAL
from widgets.scene.shapes import Group, Item, Label, Path, Style, poly

INKS: Final = {"cruise": TEAL, "maximum": MAG}

# -- the throw -------------------------------------------------------------------------------------------------------------------------


def label(throw: Throw) -> str:
    """Return whether the rowers are fresh, or for how many turns they are tired."""
    level = throw.outcome.level
    return _("F-{n}, tired for {n} turns").format(n=level) if level else _("No effect")


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The die with the points beyond Cruise, from which number on this crew tires, and what that leaves her."""
    rules, crew, cruise, used = throw.args
    added = max(0, used - cruise)
    changed = f"{faces[0]} + {added} [6.42] = {faces[0] + added}" if added else f"{faces[0]}"
    need = _("Crew {crew} tires from {need} on.").format(crew=crew, need=tires_from(rules, crew))
    level = throw.outcome.level
    if not level:
        return f"{changed}. {need} " + _("No effect. [6.43]")
    left = recovering(rules, cruise, weighing(rules, level))
    rest = _(", then ").join(map(str, left))
    return f"{changed}. {need} " + _("F-{n}: Cruise {rest} on the next turns. [6.44]").format(n=level, rest=rest)


def tires_from(rules: Ruleset, crew: int) -> int:
    """The smallest modified die that tires a crew."""
    table = rules.table("fatigue")
    return next(int(row) for row in table.rows.labels if table.cell(row, str(crew)).value)


def weighing(rules: Ruleset, level: int) -> int:
    """What a marker placed this turn counts on the next: itself, or one less where the switch lowers all of them [A12]."""
    return int(fatigue_recovery.dist(rules, level, placed_now=True).mean("level"))


def recovering(rules: Ruleset, cruise: int, level: int) -> list[int]:
    """Cruise turn by turn from this marker on, as long as it is lowered [6.44, 6.45]."""
    found = []
    while level:
        found.append(int(settled(cruise_limit, rules, cruise, level).pm))
        level = settled(fatigue_recovery, rules, level).level
    return found


# -- what is open without dice ---------------------------------------------------------------------------------------------------------


def galley_in_hand(position: Position, name: str) -> Ship | None:
    """The galley that is in hand, or else the first of the Romans'."""
    galleys = [ship for ship in position.afloat if ship.kind == "galley" and ship.controller == "roman"]
    return next((ship for ship in galleys if ship.id == name), galleys[0] if galleys else None)


def outlook(position: Position, name: str) -> Outlook | None:
    """Her two speeds; while she moves, where she can end; while she is tired, how her Cruise comes back."""
    ship = galley_in_hand(position, name)
    if ship is None or position.result is not None:
        return None
    if ship.fatigue:
        return _fatigue_outlook(position, ship)
    doing = position.activation.doing(ship.id) if position.activation is not None else None
    if doing is not None and doing.stage == "moving":
        return veneti_outlook.reach(position, ship.id)
    is_set = position.activation is not None
    lines = (
        Count(_("Cruise"), ship.cruise, "bar", is_now=is_set and ship.level == "cruise"),
        Count(_("Maximum"), ship.maximum, "bar", is_now=is_set and ship.level == "maximum"),
    )
    if not is_set:
        words = _("Choose her speed for this turn. [3.0 D] At Maximum her rowers are tested, however little she moves. [6.22]")
    elif ship.level == "maximum":
        words = _("She is at Maximum, so her rowers are tested after the move. [6.22]")
    else:
        words = _("She is at Cruise. Nobody tires at Cruise. [6.42]")
    return Outlook(_("The speeds of {ship}, in PM").format(ship=ship.name), lines, words)


def _fatigue_outlook(position: Position, ship: Ship) -> Outlook:
    """A marker placed this turn weighs from the next turn on; it is lowered in every recovery after that, or at once by the switch."""
    now = ship.level if not ship.fatigue_fresh else ""
    level = weighing(position.rules, ship.fatigue) if ship.fatigue_fresh else ship.fatigue
    left = recovering(position.rules, ship.cruise, level)
    first = position.turn.number + bool(ship.fatigue_fresh)
    lines = [Count(_("Turn {n}").format(n=first + place), pm, "bar", is_now=bool(now) and place == 0) for place, pm in enumerate(left)]
    lines.append(Count(_("Turn {n}").format(n=first + len(left)), ship.cruise, "bar"))
    words = _("{ship} carries F-{n}. No Maximum, and Cruise falls by the marker, never under 1. [6.44] It drops by one each turn. [6.45]")
    return Outlook(_("The Cruise of {ship}").format(ship=ship.name), tuple(lines), words.format(ship=ship.name, n=ship.fatigue))


def rehearsal(position: Position, name: str) -> Rehearsal | None:
    """The test that her rowers will owe: for all the points of Maximum, or for those that she has announced."""
    ship = galley_in_hand(position, name)
    if ship is None or position.result is not None or ship.fatigue:
        return None
    doing = position.activation.doing(ship.id) if position.activation is not None else None
    if doing is None:
        used = ship.maximum if may_row_at_maximum(position, ship) else 0
    elif ship.level == "maximum":
        used = speed_limit(position, ship) if doing.stage == "waiting" else doing.spent + doing.left
    else:
        return None
    title = _("Her rowers, if she spends {n} PM").format(n=used)
    return Rehearsal(title, Throw(fatigue, (position.rules, crew_of(position, ship), ship.cruise, used), None)) if used else None


# -- on the board ----------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=200)
def bow_hexes(sea: Sea, ship: tuple[Hex, Direction], pm: int) -> frozenset[Hex]:
    """Return the hexes that the bow of a galley alone on the sea can come to with some points, rowing ahead and veering [6.32, 5.2]."""
    seen, edge = {ship}, {ship}
    for _point in range(pm):
        edge = {after for each in edge for after in _steps(sea, each)} - seen
        seen |= edge
    return frozenset(bow for bow, _heading in seen) - {ship[0]}


def _steps(sea: Sea, ship: tuple[Hex, Direction]) -> Iterator[tuple[Hex, Direction]]:
    for turn in (-1, 0, 1):
        heading = GRID.turn(ship[1], turn)
        bow = GRID.neighbour(ship[0], heading)
        if bow in sea.hexes and bow not in sea.coast:
            yield bow, heading


def overlay(position: Position, board: Any, shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - a BoardGrid and a Display
    """Before she moves: how far Cruise carries her bow, and how much farther Maximum does."""
    ship = galley_in_hand(position, shown.selected)
    doing = position.activation.doing(ship.id) if ship is not None and position.activation is not None else None
    if ship is None or position.result is not None or (doing is not None and doing.stage != "waiting"):
        return ()
    place, sea = (ship.bow, ship.heading), position.scenario.sea
    cruise = int(settled(cruise_limit, position.rules, ship.cruise, ship.fatigue).pm)
    most = ship.maximum if (ship.level == "maximum" if doing is not None else may_row_at_maximum(position, ship)) else cruise
    near, far = bow_hexes(sea, place, cruise), bow_hexes(sea, place, most)
    items: list[Item] = [Path(poly(board.corners(each)), Style(f"{TEAL}1F")) for each in sorted(near)]
    items.append(Path(outline(board, sorted(near)), Style(line=TEAL, width=2.0, dash=(0.1, 5.0), cap="round")))
    notes = [_note(board, _farthest(ship, near), "cruise", _("Cruise {n}").format(n=cruise))]
    words = _("With Cruise {n} the bow of {ship} can come to {hexes}").format(n=cruise, ship=ship.name, hexes=hex_list(list(near)))
    if far > near:
        items.append(Path(outline(board, sorted(far)), Style(line=MAG, width=2.0, dash=(9.0, 5.0), join="miter")))
        notes.append(_note(board, _farthest(ship, far - near), "maximum", _("Maximum {n}").format(n=most)))
        more = _("with Maximum {n} also to {hexes}").format(n=most, hexes=hex_list(list(far - near)))
        words = _("; ").join([words, more])
    return (Group(tuple(items), id="speeds", role="sector", label=words), *notes)


def _farthest(ship: Ship, hexes: frozenset[Hex]) -> Hex:
    """The hex that is farthest from her bow; of several, the one nearest to straight ahead."""
    ahead = ship.bow
    for _step in range(ship.maximum):
        ahead = GRID.neighbour(ahead, ship.heading)
    return max(sorted(hexes), key=lambda place: (ship.bow.distance(place), -ahead.distance(place)))


def _note(board: Any, place: Hex, level: str, text: str) -> Group:  # noqa: ANN401 - a BoardGrid
    x, y = board.centre(place)
    size = max(LEAST_NOTE, NOTE * board.radius)
    words = Label(0.0, 0.0, text, round(size, 1), "serif", italic=True, ink=INKS[level], halo=SHEET, halo_w=4.0)
    at = (round(x, 1), round(y + 0.2 * board.radius, 1))
    return Group((words,), at=at, id=f"{level}-end", role="note", label=_("{words} ends here").format(words=text))


ROWING: Final = Lesson("rowing", outlook=outlook, overlay=overlay, throws={Fatigue: Words(label, verdict)}, rehearsal=rehearsal)

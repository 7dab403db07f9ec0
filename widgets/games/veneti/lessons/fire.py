"""Chapter 11: fire: how far flaming missiles reach, who is tied to a burning ship, and what becomes of each in the end."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.cluster import Story, story
from rulesdemo.games.veneti.fire import Burns, Extinguish
from rulesdemo.games.veneti.play.clusters import clusters, standing, ties_of
from rulesdemo.games.veneti.play.fire import ships_to_test
from rulesdemo.games.veneti.play.state import Position, Ship
from rulesdemo.odds.dice import D6
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.veneti.board.ranges import arcs
from widgets.kit.bars import rounded, spoken
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson, Words, either
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, INK2, WHITE
from widgets.scene.shapes import Group, Item, Label, Path, Style, poly

MOST_TIED: Final = 5
"""Larger clusters take seconds to work out, and no page waits for that."""
NOTE: Final = 0.3  # of the hex radius
LEAST_NOTE: Final = 13.0
AWAY: Final = 0.12  # how far beyond the middle of the hex it stands, by the way from her to there
SHORT: Final = 99  # a fraction with a larger number below the line is written as a percent on the board
# The ends of a fight against fire, best first.
RESULTS: Final = {
    "out": N_("The fire is out"),
    "burns": N_("She burns on"),
    "gains": N_("The fire gains, 1 M lost"),
    "lost": N_("She burns out"),
}


# -- the ships that are tied together ----------------------------------------------------------------------------------------------------


def burning_clusters(position: Position) -> Iterator[tuple[tuple[str, ...], Story]]:
    """Every cluster that has fire in it and is small enough to be worked out, with all that can come of it."""
    for names in clusters(position):
        if len(names) <= MOST_TIED and any(position.ship(name).on_fire for name in names):
            yield names, story(position.rules, ties_of(position, names), standing(position, names))


def outlook(position: Position, name: str) -> Outlook | None:
    """Who is tied together, who burns, and who may catch fire at the end of the turn."""
    if not any(ship.on_fire for ship in position.afloat):
        return None
    group = next((names for names in clusters(position) if name in names), ())
    if not any(position.ship(each).on_fire for each in group):
        group = next(names for names in clusters(position) if any(position.ship(each).on_fire for each in names))
    ships = [position.ship(each) for each in group]
    due = [each for each in ships_to_test(position) if each in group]
    lines = (
        Count(_("tied together"), len(ships), "bar"),
        Count(_("on fire"), sum(ship.on_fire for ship in ships), "bar"),
        Count(_("beside a fire"), len(due), "bar"),
    )
    words = ngettext(
        "At the end of the turn every crew fights its fire [8.53]; then {n} ship rolls to see whether she catches it. [8.54]",
        "At the end of the turn every crew fights its fire [8.53]; then {n} ships roll to see whether they catch it. [8.54]",
        len(due),
    )
    title = _("Fire aboard {ships}").format(ships=", ".join(ship.name for ship in ships if ship.on_fire))
    return Outlook(title, lines, words.format(n=len(due)))


# -- on the board ------------------------------------------------------------------------------------------------------------------------


def overlay(position: Position, board: BoardGrid, shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - the game's own `Display`
    """How far the flames of the ship in hand reach, and beside each ship in danger the chance that she is lost in the end."""
    found: list[Item] = []
    ship = position.find(shown.selected) if shown.selected else None
    doing = position.activation.doing(ship.id) if ship is not None and position.activation is not None else None
    if ship is not None and ship.flame and not ship.gone and doing is not None and not doing.fired:
        found.append(arcs(position, board, ship, flaming=True))
    taken = set(position.occupied) | {target.place for target in shown.legal}
    for names, end in burning_clusters(position) if position.result is None else ():
        for place, name in enumerate(names):
            note = _fate_note(position, board, position.ship(name), end.chance(place, "lost"), taken)
            found += [note] if note is not None else []
    return tuple(found)


def _fate_note(position: Position, board: BoardGrid, ship: Ship, lost: Fraction, taken: set[Hex]) -> Group | None:
    """A few words on open water beside her, with a line to her; none where no hex around her is free."""
    free = [place for place in ship.around if place not in taken and place in position.scenario.sea.hexes - position.scenario.sea.coast]
    if not free:
        return None
    spot = min(free, key=lambda place: (sum(near in position.occupied for near in GRID.neighbours(place)), place))
    taken.add(spot)
    x, y = board.centre(spot)
    near = min((board.centre(place) for place in ship.hexes), key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
    at = (float(round(x + AWAY * (x - near[0]))), float(round(y + AWAY * (y - near[1]))))
    size = max(LEAST_NOTE, NOTE * board.radius)
    to_her = poly([(0.0, 0.0), (round(near[0] - at[0], 1), round(near[1] - at[1], 1))], closed=False)
    line = Path(to_her, Style(line=INK2, width=1.4, dash=(0.1, 5.0), cap="round"))
    text = _("lost {chance}").format(chance=_short(lost))
    words = Label(0.0, 0.0, text, size, weight=600, ink=INK, halo=WHITE, halo_w=size * 0.35)
    label = _("In the end {ship} is lost with a chance of {chance}").format(ship=ship.name, chance=spoken(lost))
    return Group((line, words), at=at, id=f"fate {ship.id}", role="note", label=label)


def _short(chance: Fraction) -> str:
    return str(chance) if chance.denominator <= SHORT else rounded(chance)


# -- what the dice say -------------------------------------------------------------------------------------------------------------------


def _need(rules: Ruleset, table: str, result: str) -> str:
    """The faces that bring a result, in words."""
    faces = [str(face) for face in D6.faces if rules.table(table).at(face, "result") == result]
    return " ".join([", ".join(faces[:-1]), _("or"), faces[-1]]) if len(faces) > 1 else faces[0]


def fire_label(throw: Throw) -> str:
    """What a crew's fight against its fire brings."""
    return RESULTS[throw.outcome.result]


def fire_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The die, what puts a fire out, and what it means for her and for those tied to her."""
    result = {
        "out": _("The fire is out."),
        "burns": _("She burns on."),
        "gains": _("The fire gains: she loses a marine, and every ship tied to her burns."),
        "lost": _("She burns out and is lost, and every ship tied to her burns."),
    }[throw.outcome.result]
    need = _need(throw.args[0], "extinguish", "out")
    return _("{face}. You need {need} [8.53]. {result}").format(face=faces[0], need=need, result=result)


def burns_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The die, the faces on which fire catches, and what it means."""
    table, rule = ("ignite", "8.51") if throw.procedure.name == "ignite" else ("spread", "8.54")
    need = _need(throw.args[0], table, "fire")
    result = _("She catches fire.") if throw.outcome.burns else _("She is spared.")
    return _("{face}. Fire catches on {need} [{rule}]. {result}").format(face=faces[0], need=need, rule=rule, result=result)


FIRE: Final = Lesson(
    "fire",
    outlook=outlook,
    overlay=overlay,
    throws={
        Extinguish: Words(fire_label, fire_verdict, tuple(RESULTS.values())),
        Burns: Words(either("burns", N_("She catches fire"), N_("She is spared")), burns_verdict),
    },
)

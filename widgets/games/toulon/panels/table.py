"""The table before the game: how many play, who sits where and commands whom, on which turn it begins, and where the markers lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.toulon.operations import NATIONS
from rulesdemo.games.toulon.players import COMMANDS, commander
from rulesdemo.games.toulon.setup import StartingMarkers, start_turn, starting_markers
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.toulon import names
from widgets.kit.components import Box, Custom, Heading, Note, Press, Sentence, Table, Text
from widgets.kit.controls import Pick
from widgets.kit.panel import Component, Panel, State
from widgets.kit.radio_row import picked, radio_row
from widgets.kit.tiles import Tile, Tiles
from widgets.web.badges import chip

COUNTS: Final = {players: str(players) for players in range(2, 8)}
PIECE: Final = "table_{n}"  # the set piece for a number of players
TURNS: Final = 6  # of the track
NAMES: Final = {2: N_("Two"), 3: N_("Three"), 4: N_("Four"), 5: N_("Five"), 6: N_("Six"), 7: N_("Seven")}
OF_WEST: Final = ("west", "bonaparte")
MARKERS: Final = {
    "rade_control": (N_("Roadsteads"), "1.2"),
    "op_tracks": (N_("Operation points of every purse"), "1.4"),
    "ammunition_stockpile": (N_("Ammunition of the batteries"), "1.5"),
    "evacuation_trigger": (N_("Evacuation gauge"), "1.6"),
    "significant_defeat": (N_("Last significant defeat"), "1.7"),
    "victory_differential": (N_("Victory points, difference"), "1.8"),
    "loss_differential": (N_("Losses, difference"), "1.9"),
    "game_turn": (N_("Turn"), "1.10"),
}
VALUES: Final = {"both_allied": N_("both Allied"), "none": N_("nobody's")}

_NAME: Final = Markup('<b class="seat-name">{}</b>')
_SIDE: Final = Markup(
    '<svg class="seat-chip" viewBox="0 0 34 24" width="34" height="24" aria-hidden="true"><rect x="1" y="1" width="32" height="22" rx="4" '
    'fill="{fill}"/><text x="17" y="17" text-anchor="middle" fill="{ink}">{letters}</text></svg>{name}'
)
_TURN: Final = Markup("<span>{}</span>")
_SAID: Final = Markup('<span class="sr"> {}</span>')
_MAP: Final = Markup(
    '<svg viewBox="0 0 320 190" role="img" aria-label="{label}"><rect width="320" height="190" class="land"/>'
    '<path d="M0 128C34 116 52 140 88 134C104 104 128 92 150 96C172 84 196 104 204 118C236 108 276 132 320 112V190H0Z" class="sea"/>'
    '<circle cx="20" cy="58" r="7"/><circle cx="160" cy="76" r="7"/><circle cx="300" cy="40" r="7"/>'
    '<text x="34" y="63">{west}</text><text x="160" y="60" text-anchor="middle">{town}</text>'
    '<text x="286" y="45" text-anchor="end">{east}</text><text x="96" y="158" text-anchor="middle" class="water">{small}</text>'
    '<text x="236" y="158" text-anchor="middle" class="water">{large}</text>'
    '<g transform="translate(163 153)"><rect x="-15" y="-15" width="30" height="30" rx="3" class="marker"/>'
    '<text y="5" text-anchor="middle" class="letter">A</text></g></svg>'
)


def players_by_side(rules: Ruleset, players: int) -> dict[str, int]:
    """Return the number of the player who commands each nation, each wing and Bonaparte."""
    return {side: int(settled(commander, rules, players, side).player) for side in COMMANDS}


def sentence(rules: Ruleset, players: int, side: str) -> str:
    """Return who commands a side, and whom else that player commands."""
    by_side = players_by_side(rules, players)
    others = [names.nation_of(each).name for each in COMMANDS if by_side[each] == by_side[side] and each != side]
    words = _("{side}: player {n}, who commands {others} too.") if others else _("{side}: player {n}, who commands nobody else.")
    return words.format(side=names.nation_of(side).name, n=by_side[side], others=names.list_text(others)) + " [2.1]"


def start_text(rules: Ruleset, players: int) -> str:
    """Return on which turn a number of players begin, and how."""
    start = settled(start_turn, rules, players, False)  # noqa: FBT003 - an input of a procedure
    if start.late:
        words = _("{n} players begin on turn {turn}. [1.10] Nobody stands on the map yet: they deploy late. [1.12]")
    else:
        words = _("{n} players begin on turn {turn}. [1.10] Its units stand where the reinforcement table puts them. [1.11]")
    return words.format(n=NAMES[players], turn=start.turn)


def _act(state: State, what: str, value: str, session: Any) -> State | None:  # noqa: ANN401 - it begins the board anew
    """Seat another number of players: then the board begins anew."""
    if what != "players":
        return None
    session.restart(PIECE.format(n=picked(value, COUNTS)))
    return state


def _body(rules: Ruleset, state: State, players: int) -> Iterator[Component]:
    yield Custom(radio_row("table", "players", _("How many play"), COUNTS, players))
    yield Note(start_text(rules, players), "seats-told", "start")
    yield Box("seats-table", list(_around(players_by_side(rules, players), state.side)))
    yield Sentence(sentence(rules, players, state.side), "who", "seats-who")
    turn = int(settled(start_turn, rules, players, False).turn)  # noqa: FBT003 - an input of a procedure
    title, marks = _("The turn marker"), settled(starting_markers, rules)
    turns = Tiles([_turn(number, turn) for number in range(1, TURNS + 1)], "seats-turns", is_ordered=True, label=title)
    markers = Table(
        [],
        [_marker(marks, name, turn) for name in MARKERS],
        _("Where the markers begin"),
        kind="seats-markers",
        row_kinds={list(MARKERS).index("game_turn"): "is-moved" if turn != marks.game_turn else ""},
    )
    yield Box("seats-below", [Box("", [Heading(title), turns]), markers])


def _around(by_side: dict[str, int], side: str) -> Iterator[Component]:
    """Yield the players around the map: the wings left and right, the Allies below."""
    label = _(
        "The map: Ollioules on the left, Solliès on the right, the two roadsteads below, their marker between them on its Allied side"
    )
    picture = _MAP.format(label=label, west="Ollioules", town="Toulon", east="Solliès", small=_("Petite Rade"), large=_("Grande Rade"))
    allies = {player: tuple(each for each in NATIONS if by_side[each] == player) for player in sorted({by_side[each] for each in NATIONS})}
    yield _seat(by_side, by_side["west"], OF_WEST, side, "republican")
    yield Box("seats-map", [Custom(picture)])
    yield _seat(by_side, by_side["east"], ("east",), side, "republican")
    yield Box("seats-allies", [_seat(by_side, player, sides, side, "allied") for player, sides in allies.items()])


def _seat(by_side: dict[str, int], player: int, sides: tuple[str, ...], picked: str, kind: str) -> Box:
    """Return a place at the table: the player's number, and a button for each side that the player commands there."""
    name = _("Player {n}").format(n=player)
    parts: list[Component] = [Custom(_NAME.format(name)), Box("seat-sides", [_side(side, picked) for side in sides])]
    lit = " is-lit" if by_side[picked] == player else ""
    return Box(
        f"seat is-{kind}{lit}",
        parts,
        _("{player}: {sides}").format(player=name, sides=names.list_text(names.nation_of(each).name for each in sides)),
    )


def _side(side: str, picked: str) -> Press:
    nation = names.NATIONS["west" if side == "bonaparte" else side]
    own = names.nation_of(side)
    face = _SIDE.format(fill=nation.fill, ink=nation.ink, letters=own.letters, name=own.name)
    return Press("side", face, side, is_pressed=side == picked)


def _turn(number: int, start: int) -> Tile:
    kind = "is-start" if number == start else "is-over" if number < start else "is-ahead"
    words = {"is-start": _("the marker is here"), "is-over": _("not played"), "is-ahead": ""}[kind]
    return Tile(_TURN.format(number) + (_SAID.format(words) if words else ""), kind, is_now=number == start)


def _marker(marks: StartingMarkers, name: str, turn: int) -> list[Text]:
    words, rule = MARKERS[name]
    value = str(turn if name == "game_turn" else getattr(marks, name))
    return [words, VALUES.get(value, value), chip("toulon", rule, "table-marker")]


TABLE: Final = Panel(
    "table",
    "toulon",
    N_("The table"),
    _body,
    fields=(Pick("side", "", dict.fromkeys(COMMANDS, ""), start="sardinian"),),
    act=_act,
    reads=lambda session: session.position.scenario.players,
    kind="seats",
)

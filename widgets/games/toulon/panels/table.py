"""The table before the game: how many play, who sits where and commands whom, on which turn it begins, and where the markers lie."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.toulon.operations import NATIONS
from rulesdemo.games.toulon.players import COMMANDS, commander
from rulesdemo.games.toulon.setup import StartingMarkers, start_turn, starting_markers
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.toulon import names
from widgets.games.toulon.lessons.around import side_name
from widgets.kit.radio_row import picked, radio_row
from widgets.play.session import Desk
from widgets.web.badges import chip, joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "table"
COUNTS: Final = {players: str(players) for players in range(2, 8)}
PIECE: Final = "table_{n}"  # the set piece of so many players
SHOWN: Final = 6  # turns of the track
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

_PANEL: Final = Markup(
    '<section class="seats" aria-labelledby="seats-title"><h3 id="seats-title">{title}</h3>{count}<div class="seats-told">{start}</div>'
    '<div class="seats-table">{left}<div class="seats-map">{map}</div>{right}<div class="seats-allies">{allies}</div></div>'
    '<div class="seats-who" role="status">{told}</div>'
    '<div class="seats-below"><div><h4>{turns_title}</h4><ol class="seats-turns" role="list" aria-label="{turns_title}">{turns}</ol></div>'
    '<table class="seats-markers"><caption>{markers_title}</caption><tbody>{markers}</tbody></table></div></section>'
)
_SEAT: Final = Markup(
    '<div class="seat is-{side}{lit}" role="group" aria-label="{label}"><b class="seat-name">{name}</b>'
    '<div class="seat-sides">{sides}</div></div>'
)
_SIDE: Final = Markup(
    '<button type="button" id="table-side-{side}" data-do="extra" data-name="table:side" data-by="{side}" aria-pressed="{on}">'
    '<svg class="seat-chip" viewBox="0 0 34 24" width="34" height="24" aria-hidden="true"><rect x="1" y="1" width="32" height="22" rx="4" '
    'fill="{fill}"/><text x="17" y="17" text-anchor="middle" fill="{ink}">{letters}</text></svg>{name}</button>'
)
_TURN: Final = Markup('<li class="{kind}"{now}><span>{n}</span>{said}</li>')
_NOW: Final = Markup(' aria-current="step"')
_SAID: Final = Markup('<span class="sr"> {}</span>')
_ROW: Final = Markup('<tr class="{kind}"><th scope="row">{name}</th><td>{value}</td><td>{rule}</td></tr>')
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


def seated(rules: Ruleset, players: int) -> dict[str, int]:
    """The number of the player who commands each nation, each wing and Bonaparte."""
    return {side: int(settled(commander, rules, players, side).player) for side in COMMANDS}


def told(rules: Ruleset, players: int, side: str) -> str:
    """Who commands a side, and whom else he commands."""
    held = seated(rules, players)
    others = [side_name(each) for each in COMMANDS if held[each] == held[side] and each != side]
    words = _("{side}: player {n}, who commands {others} too.") if others else _("{side}: player {n}, who commands nobody else.")
    return words.format(side=side_name(side), n=held[side], others=names.listed(others)) + " [2.1]"


def begun(rules: Ruleset, players: int) -> str:
    """On which turn so many players begin, and how."""
    start = settled(start_turn, rules, players, False)  # noqa: FBT003 - an input of a procedure
    if start.late:
        words = _("{n} players begin on turn {turn}. [1.10] Nobody stands on the map yet: they deploy late. [1.12]")
    else:
        words = _("{n} players begin on turn {turn}. [1.10] Its units stand where the reinforcement table puts them. [1.11]")
    return words.format(n=NAMES[players], turn=start.turn)


@dataclass(slots=True)
class Table:
    """The panel: it follows the set piece on the board, and remembers which side was asked about."""

    side: str = "sardinian"
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _told(desk.rules, desk.position.scenario.players, self.side)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Ask about a side, or seat another number of players: then the board begins anew."""
        if what == "players":
            desk.restart(PIECE.format(n=picked(value, COUNTS)))
        elif what == "side" and value in COMMANDS:
            self.side = value
        else:
            raise unknown(f"{what} {value}")

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """The side that was asked about."""
        return self.side

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Ask about the same side again."""
        if isinstance(kept, str) and kept in COMMANDS:
            self.side = kept


@cached
def _told(rules: Ruleset, players: int, side: str) -> Markup:
    held = seated(rules, players)
    turn = int(settled(start_turn, rules, players, False).turn)  # noqa: FBT003 - an input of a procedure
    allies = sorted({held[nation] for nation in NATIONS})
    label = _(
        "The map: Ollioules on the left, Solliès on the right, the two roadsteads below, their marker between them on its Allied side"
    )
    return _PANEL.format(
        title=_("The table"),
        count=radio_row(KEY, "players", _("How many play"), COUNTS, players),
        start=cited(GAME, begun(rules, players), f"{KEY}-start"),
        left=_seat(held, held["west"], OF_WEST, side, "republican"),
        right=_seat(held, held["east"], ("east",), side, "republican"),
        allies=joined(_seat(held, player, tuple(each for each in NATIONS if held[each] == player), side, "allied") for player in allies),
        map=_MAP.format(label=label, west="Ollioules", town="Toulon", east="Solliès", small=_("Petite Rade"), large=_("Grande Rade")),
        told=cited(GAME, told(rules, players, side), f"{KEY}-who"),
        turns_title=_("The turn marker"),
        turns=joined(_turn(number, turn) for number in range(1, SHOWN + 1)),
        markers_title=_("Where the markers begin"),
        markers=joined(_marker(settled(starting_markers, rules), name, turn) for name in MARKERS),
    )


def _seat(held: dict[str, int], player: int, sides: tuple[str, ...], asked: str, kind: str) -> Markup:
    """A place at the table: the player's number, and a button for each side that he commands there."""
    name = _("Player {n}").format(n=player)
    here = names.listed(map(side_name, sides))
    return _SEAT.format(
        side=kind,
        lit=" is-lit" if held[asked] == player else "",
        label=f"{name}: {here}",
        name=name,
        sides=joined(_side(side, asked) for side in sides),
    )


def _side(side: str, asked: str) -> Markup:
    nation = names.NATIONS["west" if side == "bonaparte" else side]
    letters = _("Bo") if side == "bonaparte" else nation.letters
    return _SIDE.format(
        side=side, on="true" if side == asked else "false", fill=nation.fill, ink=nation.ink, letters=letters, name=side_name(side)
    )


def _turn(number: int, start: int) -> Markup:
    kind = "is-start" if number == start else "is-over" if number < start else "is-ahead"
    words = {"is-start": _("the marker is here"), "is-over": _("not played"), "is-ahead": ""}[kind]
    return _TURN.format(kind=kind, now=_NOW if number == start else "", n=number, said=_SAID.format(words) if words else "")


def _marker(marks: StartingMarkers, name: str, turn: int) -> Markup:
    words, rule = MARKERS[name]
    value = turn if name == "game_turn" else getattr(marks, name)
    shown = VALUES.get(str(value), str(value))
    moved = name == "game_turn" and turn != marks.game_turn
    return _ROW.format(kind="is-moved" if moved else "", name=words, value=shown, rule=chip(GAME, rule, f"{KEY}-marker"))

"""A board to lay squadrons out on: ships are carried where the reader likes, and it says who hears the leader and by which rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.board.hexes import Hex
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play import scenarios
from rulesdemo.games.veneti.play.squadrons import form_squadrons
from rulesdemo.games.veneti.play.state import Leader, Position, Ship
from rulesdemo.play.engine import Refusal
from rulesdemo.words import N_, _
from widgets.board.drag_board import HELP, CarryBoard
from widgets.games.veneti.board.hearing import hearing, leader_for, sentence, tag_words
from widgets.games.veneti.guide import GUIDE
from widgets.games.veneti.try_out.practice import fits, turn_about
from widgets.play.game_guide import Look
from widgets.web.badges import joined
from widgets.web.live import Live
from widgets.web.rule_links import cited

WATERS: Final = "stragglers"  # the set piece whose map this is
FLEET: Final = "battle"  # and the one whose ships lie on it
WINDOW: Final = ("0202", "1108")
# A line of three, a fourth ship that an enemy shuts off from her leader, and an enemy to spare: where each bow lies, and its heading.
BERTHS: Final = {
    "aquila": ("0402", "N"),
    "lupa": ("0404", "N"),
    "ursa": ("0406", "N"),
    "celer": ("0604", "NW"),
    "tarvos": ("0503", "SE"),
    "taran": ("1004", "SW"),
}
LEADERS: Final = {"sura": "aquila", "naso": "celer"}  # whose ships they are aboard; the second comes when he is called
RANGES: Final = (1, 2, 3, 4)
_LINE: Final = Markup('<li class="{kind}"><span class="heard-name">{name}</span> <span class="heard-tag">{tag}</span> {words}</li>')


class LineBoard(CarryBoard):
    """Four galleys and two enemies; all of them can be carried and turned."""

    guide = GUIDE
    prefix = "signals"
    title = N_("Ships to lay out as you like")
    help = N_("{help} R turns her to starboard, Shift and R to port.").format(help=HELP)
    size = (600.0, 466.0)
    more = Markup(' data-drag data-keys="r R"')
    ships: dict[str, Ship]

    def __init__(self) -> None:
        """Lay them out as they begin."""
        self._fleet = scenarios.load(FLEET)
        sea = scenarios.load(WATERS).scenario.sea
        self._scenario = replace(self._fleet.scenario, title=self.title, sea=sea, goal={})
        self._laid: tuple[Any, Position] | None = None
        self.reach = 2
        self.has_second = False
        self._put_back()
        super().__init__(Look(lesson="squadrons", size=self.size, window=WINDOW))

    def _put_back(self) -> None:
        berths = {name: (GRID.parse(bow), GRID.named(heading)) for name, (bow, heading) in BERTHS.items()}
        ships = {name: replace(self._fleet.ship(name), bow=bow, heading=heading) for name, (bow, heading) in berths.items()}
        self.lay(ships, "aquila")

    # -- what there is ---------------------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The ships as they lie, in the squadrons that the rules put them into; the same object until something changes."""
        key = (tuple(self.ships.values()), self.reach, self.has_second)
        if self._laid is None or self._laid[0] != key:
            self._laid = (key, self._form())
        return self._laid[1]

    def _form(self) -> Position:
        leaders = tuple(self._leader(name, ship) for name, ship in LEADERS.items() if name == "sura" or self.has_second)
        laid = replace(self._fleet, scenario=self._scenario, ships=tuple(self.ships.values()), leaders=leaders, activation=None)
        return form_squadrons(laid).position

    def _leader(self, name: str, ship: str) -> Leader:
        return replace(self._fleet.leader(name), ship=ship, command_range=self.reach)

    @property
    def waters(self) -> frozenset[Hex]:
        """The sea of the set piece."""
        return self._scenario.sea.hexes

    def hexes_of(self, ship: Ship) -> tuple[Hex, ...]:
        """Her bow, and her stern where she has one."""
        return ship.hexes

    def shifted(self, ship: Ship, by: Hex) -> Ship:
        """Her, heading the same way."""
        return replace(ship, bow=ship.bow + by)

    # -- what a reader can do --------------------------------------------------------------------------------------------------------

    def act(self, do: str, name: str, value: object) -> None:
        """Carry a ship, pick one up or put her down, turn her, change the signals."""
        if do == "turn" and name in ("-1", "1"):
            self._turn(int(name))
        elif do == "key" and value in ("r", "R"):
            self.is_keyed = True
            self._turn(1 if value == "r" else -1)
        elif do == "reach" and name.isdecimal() and int(name) in RANGES:
            self.reach = int(name)
            self.say("")
        elif do == "second":
            self.has_second = not self.has_second
            self.say("")
        elif do == "put back":
            self._put_back()
        else:
            super().act(do, name, value)

    def misfit(self, ship: Ship) -> Refusal | None:
        """Off the map, or in a hex that is taken."""
        if not fits(ship, self._scenario.sea):
            return Refusal(_("{ship} would lie off the map.").format(ship=ship.name), "6.31", _("Keep her whole in water hexes."))
        for place in ship.hexes:
            other = self.ship_in(place)
            if other is not None and other.id != ship.id:
                words = _("{other} fills {hex}, and a hex holds one ship.").format(other=other.name, hex=GRID.label(place))
                return Refusal(words, "6.6", _("Put {ship} into empty hexes.").format(ship=ship.name))
        return None

    def _turn(self, by: int) -> None:
        ship = self.ships[self.selected]
        taken = frozenset(place for other in self.ships.values() if other.id != ship.id for place in other.hexes)
        self.ships[ship.id] = after = turn_about(ship, by, self._scenario.sea, taken)
        if self.held == ship.id:
            self.grip = after.bow
        self.say(self.landed(after))

    def landed(self, ship: Ship) -> str:
        """Where she lies, and whether she hears her leader there."""
        where = _("{ship} lies in {hexes}, heading {heading}.").format(
            ship=ship.name, hexes=_(" and ").join(map(GRID.label, ship.hexes)), heading=GRID.name(ship.heading)
        )
        position = self.position
        heard = hearing(position, position.ship(ship.id))
        return where if heard.leader is None or ship.side != heard.leader.side else f"{where} {sentence(position, heard)}"

    # -- what is told ----------------------------------------------------------------------------------------------------------------

    def beside(self) -> dict[str, Markup]:
        """The buttons, and a line for every ship."""
        position = self.position
        reaches = joined(self.button(f"reach-{n}", "reach", str(n), str(n), is_pressed=n == self.reach) for n in RANGES)
        second = self._fleet.leader("naso").name
        aboard = _("{leader} aboard {ship}").format(leader=second, ship=self.ships[LEADERS["naso"]].name)
        buttons = Markup(
            '<div class="scenes reaches" role="group" aria-label="{title}"><span aria-hidden="true">{title}</span>{reaches}</div>'
            '<div class="scenes">{turns}</div><div class="scenes">{second}{back}</div>'
        ).format(
            title=_("Signals carry, in hexes"),
            reaches=reaches,
            turns=self.turn_buttons(),
            second=self.button("second", "second", "", aboard, is_pressed=self.has_second),
            back=self.button("back", "put back", "", _("As it was")),
        )
        leader = leader_for(position, self.selected)
        title = _("Who hears {leader}?").format(leader=leader.name) if leader is not None else ""
        lines = joined(self._line(position, ship) for ship in position.afloat)
        heard = Markup('<h3 class="heard-title">{}</h3><ul class="heard">{}</ul>').format(title, lines)
        return {"signals-buttons": buttons, "signals-heard": heard}

    def _line(self, position: Position, ship: Ship) -> Markup:
        key = f"signals-{ship.id}"
        if ship.controller != "roman":
            words = cited("veneti", _("No count goes through her hex. [6.14]"), key)
            return _LINE.format(kind="is-enemy", name=ship.name, tag=_("enemy"), words=words)
        heard = hearing(position, ship)
        tag = _("command ship") if heard.how == "command" else tag_words(heard)
        kind = "is-out" if heard.how == "alone" else "is-in"
        return _LINE.format(kind=kind, name=ship.name, tag=tag, words=cited("veneti", sentence(position, heard), key))


def line_board() -> Live:
    """The board, for a notebook."""
    return Live(LineBoard())

"""A board of flags: two fleets to lay out as the reader likes, who is in command through whom, how late orders are, and who strikes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.board.hexes import Hex
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play import scenarios
from rulesdemo.games.broadside.play.command import lag_of
from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.play.engine import Refusal
from rulesdemo.words import N_, _
from widgets.board.drag_board import CarryBoard
from widgets.games.broadside.board.open_water import open_chart
from widgets.games.broadside.guide import GUIDE
from widgets.games.broadside.lessons.command import ahead, fate_words, fates, through, verdict, writes
from widgets.play.game_guide import Look
from widgets.web.badges import joined
from widgets.web.live import Live
from widgets.web.rule_links import cited

FLEET: Final = ("line", "flagship")  # the scenarios whose ships these are
ACROSS: Final = (18, 12)  # columns and rows: a second admiral can be carried out of the chief's reach
# Where each lies: a chain of two links, a second admiral with a frigate of his own, a hulk with a friend and an enemy beside her, and one
# enemy more at hand. The first is in hand.
BERTHS: Final = {
    "royal": "0303",
    "hardi": "0504",
    "sage": "0705",
    "tonnant": "1305",
    "sirene": "1406",
    "zele": "0909",
    "furet": "0910",
    "lion": "1009",
    "ajax": "1309",
    "victor": "1510",
}
HULKS: Final = ("zele",)
_LINE: Final = Markup('<li class="{kind}"><span class="heard-name">{name}</span> <span class="heard-tag">{tag}</span> {words}</li>')


def _hull(ship: Ship) -> Ship:
    """All her hull gone, or back again; a prize has none, so a ship that gets hull is nobody's prize."""
    return replace(ship, hull=0) if ship.hull else replace(ship, hull=ship.hull_initial, surrendered=False)


def _flag(ship: Ship) -> Ship:
    return replace(ship, admiral="none" if ship.admiral == "second" else "second")


def _leak(ship: Ship) -> Ship:
    return replace(ship, damage=ship.damage._replace(leak="none" if ship.damage.leak != "none" else "small"))


def _captain(ship: Ship) -> Ship:
    return replace(ship, damage=ship.damage._replace(captain_dead=not ship.damage.captain_dead))


def _officers(ship: Ship) -> Ship:
    return replace(ship, damage=ship.damage._replace(officers_dead=not ship.damage.officers_dead))


def _prize(ship: Ship) -> Ship:
    return replace(ship, surrendered=not ship.surrendered, hull=0)


CHANGES: Final[dict[str, tuple[str, Callable[[Ship], Ship], Callable[[Ship], bool]]]] = {
    "hull": (N_("No hull left"), _hull, lambda ship: not ship.hull),
    "leak": (N_("A leak"), _leak, lambda ship: ship.damage.leak != "none"),
    "prize": (N_("Taken already"), _prize, lambda ship: ship.surrendered),
    "captain": (N_("Captain dead"), _captain, lambda ship: ship.damage.captain_dead),
    "officers": (N_("Officers dead"), _officers, lambda ship: ship.damage.officers_dead),
    "flag": (N_("Second admiral"), _flag, lambda ship: ship.admiral == "second"),
}


class FlagBoard(CarryBoard):
    """Seven French ships and three British; all of them can be carried and hurt."""

    guide = GUIDE
    prefix = "flags"
    title = N_("Flags and hulks to lay out as you like")
    size = (600.0, 452.0)
    near = (2.2, 400.0)
    ships: dict[str, Ship]

    def __init__(self) -> None:
        """Lay them out as they begin."""
        columns, rows = ACROSS
        self._fleet, *others = map(scenarios.load, FLEET)
        self._known = {ship.id: ship for position in (*others, self._fleet) for ship in position.ships}
        chart = open_chart(range(1, columns + 1), range(1, rows + 1))
        self._scenario = replace(self._fleet.scenario, title=self.title, chart=chart, goal={})
        self._laid: tuple[tuple[Ship, ...], Position] | None = None
        self._put_back()
        super().__init__(Look(lesson="command", size=self.size))

    def _put_back(self) -> None:
        ships = {name: replace(self._known[name], place=GRID.parse(berth)) for name, berth in BERTHS.items()}
        self.lay({name: _hull(ship) if name in HULKS else ship for name, ship in ships.items()}, next(iter(BERTHS)))

    # -- what there is ---------------------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The ships as they lie, in the step in which command is settled; the same object until something changes."""
        ships = tuple(self.ships.values())
        if self._laid is None or self._laid[0] != ships:
            self._laid = ships, replace(self._fleet, scenario=self._scenario, ships=ships)
        return self._laid[1]

    @property
    def waters(self) -> frozenset[Hex]:
        """Open water, all of it."""
        return self._scenario.chart.hexes

    def hexes_of(self, ship: Ship) -> tuple[Hex, ...]:
        """Her one hex."""
        return (ship.place,)

    def shifted(self, ship: Ship, by: Hex) -> Ship:
        """Her, heading the same way."""
        return replace(ship, place=ship.place + by)

    # -- what a reader can do --------------------------------------------------------------------------------------------------------

    def act(self, do: str, name: str, value: Any) -> None:  # noqa: ANN401 - whatever a page sends
        """Carry a ship, pick one up or put her down, do something to the one in hand, or put all back."""
        if do == "change" and name in CHANGES and not (name == "flag" and self.ships[self.selected].admiral == "chief"):
            self.ships[self.selected] = after = CHANGES[name][1](self.ships[self.selected])
            self.say(self._sentence(after))
        elif do == "put back":
            self._put_back()
        else:
            super().act(do, name, value)

    def misfit(self, ship: Ship) -> Refusal | None:
        """Off the map, or in a hex that is taken."""
        if ship.place not in self.waters:
            return Refusal(_("{ship} would lie off the map.").format(ship=ship.name), "IV", _("Keep her in a hex of the board."))
        other = self.ship_in(ship.place)
        if other is None or other.id == ship.id:
            return None
        words = _("{other} lies in {hex}, and a hex holds one ship.").format(other=other.name, hex=GRID.label(ship.place))
        return Refusal(words, "IV", _("Put {ship} into the next hex: it counts just as much.").format(ship=ship.name))

    def landed(self, ship: Ship) -> str:
        """Where she lies, and what that means for her."""
        return _("{ship} lies in {hex}.").format(ship=ship.name, hex=GRID.label(ship.place)) + " " + self._sentence(ship)

    def _sentence(self, ship: Ship) -> str:
        position = self.position
        return " ".join(filter(None, (through(position, ship), writes(position, ship), fate_words(position, ship))))

    # -- beside the board ------------------------------------------------------------------------------------------------------------

    def beside(self) -> dict[str, Markup]:
        """What can be done to the ship in hand, and a line for every ship."""
        ship = self.ships[self.selected]
        able = [key for key in CHANGES if key != "flag" or ship.admiral != "chief"]
        changes = joined(self.button(key, "change", key, CHANGES[key][0], is_pressed=CHANGES[key][2](ship)) for key in able)
        buttons = Markup(
            '<div class="scenes flag-changes" role="group" aria-label="{title}"><span aria-hidden="true">{title}</span>{changes}</div>'
            '<div class="scenes">{back}</div>'
        ).format(title=ship.name, changes=changes, back=self.button("back", "put back", "", _("As it was")))
        lines = joined(self._line(each) for each in self.ships.values())
        heard = Markup('<h3 class="heard-title">{}</h3><ul class="heard">{}</ul>').format(_("Who writes when, and who strikes"), lines)
        return {"flags-buttons": buttons, "flags-told": heard}

    def _line(self, ship: Ship) -> Markup:
        position = self.position
        fate = verdict(position, ship).fate
        lag = lag_of(position, ship)
        tags = [fates()[fate]] if fate else []
        tags = tags if ship.surrendered else [ahead(lag), *tags]
        kind = "is-enemy" if ship.side == "british" else "is-out" if lag or fate else "is-in"
        # A friend's chain of command is the lesson; of the enemy it is enough to know what becomes of those without hull.
        chain = "" if ship.side == "british" else through(position, ship)
        words = " ".join(filter(None, (chain, fate_words(position, ship))))
        return _LINE.format(kind=kind, name=ship.name, tag=", ".join(tags), words=cited("broadside", words, f"flags-{ship.id}"))


def flag_board() -> Live:
    """The board, for a notebook."""
    return Live(FlagBoard())

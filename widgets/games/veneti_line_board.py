"""A board to lay squadrons out on: ships are carried where the reader likes, and it says who hears the leader and by which rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.engine import Refusal
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play import scenarios
from rulesdemo.games.veneti.play.squadrons import form_squadrons
from rulesdemo.games.veneti.play.state import Leader, Position, Ship
from rulesdemo.hexes import Hex
from widgets.cited import cited
from widgets.frames import framed
from widgets.games.veneti_guide import GUIDE
from widgets.games.veneti_hearing import hearing, leader_for, sentence, tag_words
from widgets.games.veneti_practice import PracticeBoard, fits, turned
from widgets.guide import Look
from widgets.live import Live
from widgets.marks import joined
from widgets.svg import ids
from widgets.words import _

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
NEAR: Final = (1.3, 340.0)  # a phone shows a part of the board, enlarged for a finger, in a lower frame
_LINE: Final = Markup('<li class="{kind}"><span class="heard-name">{name}</span> <span class="heard-tag">{tag}</span> {words}</li>')


class LineBoard(PracticeBoard):
    """Four galleys and two enemies; all of them can be carried and turned."""

    prefix = "signals"
    title = _("Ships to lay out as you like")
    help = _(
        "Page Up and Page Down go from ship to ship. Enter picks one up, arrow keys carry her, Enter puts her down, Escape lets go. "
        "R turns her to starboard, Shift and R to port."
    )
    size = (600.0, 466.0)
    more = Markup(' data-drag data-keys="r R"')

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
        self.ships: dict[str, Ship] = {
            name: replace(self._fleet.ship(name), bow=GRID.parse(bow), heading=GRID.named(heading))
            for name, (bow, heading) in BERTHS.items()
        }
        self.selected = "aquila"
        self.held = ""
        self.grip: Hex | None = None  # the hex by which she is held
        self.focus: Hex | None = None
        self.is_keyed = False
        self.refusal: Refusal | None = None
        self.told = _("Drag a ship to another hex, or press her and then the hex.")

    # -- what there is ---------------------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The ships as they lie, in the squadrons that the rules put them into; the same object until something changes."""
        key = (tuple(self.ships.values()), self.reach, self.has_second)
        if self._laid is None or self._laid[0] != key:
            self._laid = (key, self._formed())
        return self._laid[1]

    def _formed(self) -> Position:
        leaders = tuple(self._leader(name, ship) for name, ship in LEADERS.items() if name == "sura" or self.has_second)
        laid = replace(self._fleet, scenario=self._scenario, ships=tuple(self.ships.values()), leaders=leaders, activation=None)
        return form_squadrons(laid).position

    def _leader(self, name: str, ship: str) -> Leader:
        return replace(self._fleet.leader(name), ship=ship, command_range=self.reach)

    def looked(self) -> Look:
        """The ship in hand, and where the keys are."""
        return replace(self.look, selected=self.selected, focus=self.focus if self.is_keyed else None)

    def frame(self, page: Mapping[str, Any]) -> Look:
        """Enlarged on a phone; the frame scrolls."""
        look = super().frame(page)
        if not framed(look, page).is_narrow or look.size is None:
            return replace(look, zoom=1.0)
        return replace(look, zoom=NEAR[0], size=(look.size[0], NEAR[1]))

    def grab(self, ship: Ship) -> Markup:
        """What follows the finger: her hull, her flag and her name."""
        known = ids(self.scene, self.prefix)
        carried = [known[name] for name in (ship.id, f"{ship.id} flag", f"name {ship.name}") if name in known]
        return Markup(' data-grab="{}"').format(" ".join(carried))

    # -- what a reader can do --------------------------------------------------------------------------------------------------------

    def act(self, do: str, name: str, value: object) -> None:
        """Carry a ship, pick one up or put her down, turn her, change the signals."""
        places = {str(GRID.label(place)): place for place in self._scenario.sea.hexes}
        if do == "drag" and name in places and value in places:
            self.is_keyed = False
            self._carry(places[name], places[str(value)])
        elif do == "press" and name in places:
            self.is_keyed = False
            self._press(places[name])
        elif do == "turn" and name in ("-1", "1"):
            self._turn(int(name))
        elif do == "key":
            self._key(str(value))
        elif do == "reach" and name.isdecimal() and int(name) in RANGES:
            self.reach = int(name)
            self._say("")
        elif do == "second":
            self.has_second = not self.has_second
            self._say("")
        elif do == "put back":
            self._put_back()

    def _ship_in(self, place: Hex) -> Ship | None:
        return next((ship for ship in self.ships.values() if place in ship.hexes), None)

    def _press(self, place: Hex) -> None:
        """Pick a ship up, let her go, or put the one that is held down."""
        there = self._ship_in(place)
        self.focus = place
        if self.held and self.grip is not None and there is None:
            self._carry(self.grip, place)
        elif there is not None and there.id != self.held:
            self._pick_up(there, place)
        elif there is not None:
            self._let_go()
        else:
            self._say(_("{hex}, open water. Press a ship first.").format(hex=GRID.label(place)))

    def _pick_up(self, ship: Ship, place: Hex) -> None:
        self.selected = self.held = ship.id
        self.grip = place
        self._say(_("{ship} is picked up. Press the hex to put her in.").format(ship=ship.name))

    def _let_go(self) -> None:
        self.held, self.grip = "", None
        self._say(_("Nothing is picked up.") if not self.selected else _("{ship} stays.").format(ship=self.ships[self.selected].name))

    def _carry(self, start: Hex, end: Hex) -> None:
        """Move whoever lies there by the same step; she is put down only where she fits."""
        ship = self._ship_in(start)
        if ship is None:
            self._say(_("No ship lies in {hex}.").format(hex=GRID.label(start)))
            return
        self.selected = ship.id
        after = replace(ship, bow=ship.bow + (end - start))
        refusal = self._refusal(after)
        if refusal is not None:
            self.refusal, self.told = refusal, ""
            return
        self.ships[ship.id] = after
        self.held, self.grip = "", None
        self._say(self._landed(after))

    def _refusal(self, ship: Ship) -> Refusal | None:
        if not fits(ship, self._scenario.sea):
            return Refusal(_("{ship} would lie off the map.").format(ship=ship.name), "6.31", _("Keep her whole in water hexes."))
        for place in ship.hexes:
            other = self._ship_in(place)
            if other is not None and other.id != ship.id:
                words = _("{other} fills {hex}, and a hex holds one ship.").format(other=other.name, hex=GRID.label(place))
                return Refusal(words, "6.6", _("Put {ship} into empty hexes.").format(ship=ship.name))
        return None

    def _turn(self, by: int) -> None:
        ship = self.ships[self.selected]
        taken = frozenset(place for other in self.ships.values() if other.id != ship.id for place in other.hexes)
        self.ships[ship.id] = after = turned(ship, by, self._scenario.sea, taken)
        if self.held == ship.id:
            self.grip = after.bow
        self._say(self._landed(after))

    def _key(self, key: str) -> None:
        self.is_keyed = key != "Escape"
        if key in ("r", "R"):
            self._turn(1 if key == "r" else -1)
        elif key == "Escape":
            self._let_go()
        elif key in ("PageUp", "PageDown", "Home", "End"):
            self._go_to(key)
        elif key in ("Enter", " "):
            self._press(self.focus if self.focus is not None else self.ships[self.selected].bow)
        else:
            self._walk(key)

    def _go_to(self, key: str) -> None:
        """The next ship, the one before, the one in hand."""
        names = list(self.ships)
        step = {"PageDown": 1, "PageUp": -1}.get(key, 0)
        there = self._ship_in(self.focus) if self.focus is not None else None
        name = names[(names.index(there.id) + step) % len(names)] if there is not None and step else self.selected
        self.focus = self.ships[name].bow
        if not self.held:
            self.selected = name
        self._say(GUIDE.told(self.position, self.focus))

    def _walk(self, key: str) -> None:
        here = self.focus if self.focus is not None else self.ships[self.selected].bow
        there = GUIDE.neighbour(here, key)
        self.focus = there if there in self._scenario.sea.hexes else here
        if not self.held or self.grip is None:
            self._say(GUIDE.told(self.position, self.focus))
            return
        ship = self.ships[self.held]
        after = replace(ship, bow=ship.bow + (self.focus - self.grip))
        refusal = self._refusal(after)
        where = _(" and ").join(GRID.label(place) for place in after.hexes)
        words = _("{ship} would lie in {hexes}. Enter puts her down.").format(ship=ship.name, hexes=where)
        self._say(words if refusal is None else refusal.reason)

    def _say(self, words: str) -> None:
        self.refusal, self.told = None, words

    def _landed(self, ship: Ship) -> str:
        where = _("{ship} lies in {hexes}, heading {heading}.").format(
            ship=ship.name, hexes=_(" and ").join(map(GRID.label, ship.hexes)), heading=GRID.name(ship.heading)
        )
        position = self.position
        heard = hearing(position, position.ship(ship.id))
        return where if heard.leader is None or ship.side != heard.leader.side else f"{where} {sentence(position, heard)}"

    # -- what is told ----------------------------------------------------------------------------------------------------------------

    def said(self) -> Markup:
        """What has just happened, or why it did not."""
        if self.refusal is not None:
            words = cited("veneti", _("Refused. {words}").format(words=self.refusal), "signals-said")
            return Markup('<div class="practice-said is-refused">{}</div>').format(words)
        return Markup('<div class="practice-said">{}</div>').format(cited("veneti", self.told, "signals-said"))

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

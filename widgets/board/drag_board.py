"""Carries ships over a practice board of any game: they are dragged, pressed and put down, or walked about with the keys."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.board.hexes import Hex
from rulesdemo.play.engine import Refusal
from rulesdemo.words import N_, _
from widgets.board.try_out_board import PracticeBoard
from widgets.play.game_guide import Look
from widgets.web.rule_links import cited

HELP: Final = N_(
    "Page Up and Page Down go from ship to ship. Enter picks one up, arrow keys carry her, Enter puts her down, Escape lets go."
)
FIRST: Final = N_("Drag a ship to another hex, or press her and then the hex.")


class TellingBoard(PracticeBoard):
    """A board with something in hand and a place where the keys are, which tells what has just happened, or why it did not."""

    def begin(self, selected: str, words: str) -> None:
        """Begin with one piece selected and none in hand, and tell these words."""
        self.selected = selected
        self.held = ""
        self.focus: Hex | None = None
        self.is_keyed = False
        self.refusal: Refusal | None = None
        self.message = words

    def current_look(self) -> Look:
        """Return the look with the piece that is selected, and where the keys are."""
        return replace(self.look, selected=self.selected, focus=self.focus if self.is_keyed else None)

    def say(self, words: str) -> None:
        """Tell this next; what was refused is over."""
        self.refusal, self.message = None, words

    def refuse(self, refusal: Refusal) -> None:
        """Tell why not."""
        self.refusal, self.message = refusal, ""

    def message_html(self) -> Markup:
        """Draw what has just happened, or why it did not."""
        key, game = f"{self.prefix}-said", self.guide.game
        if self.refusal is not None:
            words = cited(game, _("Refused. {words}").format(words=self.refusal), key)
            return Markup('<div class="practice-said is-refused">{}</div>').format(words)
        return Markup('<div class="practice-said">{}</div>').format(cited(game, self.message, key))


class CarryBoard(TellingBoard):
    """Ships by id, each in one hex or more; who makes such a board says where they fit and what is told when one is put down."""

    help = HELP
    more = Markup(" data-drag")
    near = (1.3, 340.0)
    ships: dict[str, Any]

    def lay(self, ships: dict[str, Any], selected: str) -> None:
        """Lay them out, one of them in hand and none picked up."""
        self.begin(selected, FIRST)
        self.ships = ships
        self.grip: Hex | None = None  # the hex by which she is held

    @property
    @abstractmethod
    def waters(self) -> frozenset[Hex]:
        """Return the hexes of the map."""

    @abstractmethod
    def hexes_of(self, ship: Any) -> tuple[Hex, ...]:  # noqa: ANN401 - the game's own, here and below
        """Return the hexes that she fills, the one that stands for her first."""

    @abstractmethod
    def shifted(self, ship: Any, by: Hex) -> Any:  # noqa: ANN401
        """Return the ship moved by a step."""

    @abstractmethod
    def misfit(self, ship: Any) -> Refusal | None:  # noqa: ANN401
        """Return why she cannot lie there, or None where she can."""

    @abstractmethod
    def landed(self, ship: Any) -> str:  # noqa: ANN401
        """Return the sentence about her when she has been put down."""

    # -- what is shown ---------------------------------------------------------------------------------------------------------------

    def grab(self, ship: Any) -> Markup:  # noqa: ANN401
        """Return the attribute that names what follows the finger: her hull, her flag and her name."""
        known = self.ids()
        carried = [known[name] for name in (ship.id, f"{ship.id} flag", f"name {ship.name}") if name in known]
        return Markup(' data-grab="{}"').format(" ".join(carried))

    def grabs(self) -> Mapping[Hex, Markup]:
        """Return the attribute for every hex of every ship."""
        return {place: self.grab(ship) for ship in self.ships.values() for place in self.hexes_of(ship)}

    # -- what a reader can do --------------------------------------------------------------------------------------------------------

    def act(self, do: str, name: str, value: object) -> None:
        """Carry a ship, pick one up or put her down."""
        places = {str(self.guide.grid.label(place)): place for place in self.waters}
        if do == "drag" and name in places and value in places:
            self.is_keyed = False
            self._carry(places[name], places[str(value)])
        elif do == "press" and name in places:
            self.is_keyed = False
            self._press(places[name])
        elif do == "key":
            self._key(str(value))

    def ship_in(self, place: Hex) -> Any:  # noqa: ANN401 - a ship, or None
        """Return the ship that lies there, or None."""
        return next((ship for ship in self.ships.values() if place in self.hexes_of(ship)), None)

    def _press(self, place: Hex) -> None:
        """Pick a ship up, let her go, or put the one that is held down."""
        there = self.ship_in(place)
        self.focus = place
        if self.held and self.grip is not None and there is None:
            self._carry(self.grip, place)
        elif there is not None and there.id != self.held:
            self._pick_up(there, place)
        elif there is not None:
            self._let_go()
        else:
            self.say(_("{hex}, open water. Press a ship first.").format(hex=self.guide.grid.label(place)))

    def _pick_up(self, ship: Any, place: Hex) -> None:  # noqa: ANN401
        self.selected = self.held = ship.id
        self.grip = place
        self.say(_("{ship} is picked up. Press the hex to put her in.").format(ship=ship.name))

    def _let_go(self) -> None:
        self.held, self.grip = "", None
        self.say(_("Nothing is picked up.") if not self.selected else _("{ship} stays.").format(ship=self.ships[self.selected].name))

    def _carry(self, start: Hex, end: Hex) -> None:
        """Move the ship that lies there by the same step; she is put down only where she fits."""
        ship = self.ship_in(start)
        if ship is None:
            self.say(_("No ship lies in {hex}.").format(hex=self.guide.grid.label(start)))
            return
        self.selected = ship.id
        after = self.shifted(ship, end - start)
        refusal = self.misfit(after)
        if refusal is not None:
            self.refuse(refusal)
            return
        self.ships[ship.id] = after
        self.held, self.grip = "", None
        self.say(self.landed(after))

    def _key(self, key: str) -> None:
        self.is_keyed = key != "Escape"
        if key == "Escape":
            self._let_go()
        elif key in ("PageUp", "PageDown", "Home", "End"):
            self._go_to(key)
        elif key in ("Enter", " "):
            self._press(self._here)
        else:
            self._walk(key)

    @property
    def _here(self) -> Hex:
        return self.focus if self.focus is not None else self.hexes_of(self.ships[self.selected])[0]

    def _go_to(self, key: str) -> None:
        """Go to the next ship, the one before, or the one in hand."""
        names = list(self.ships)
        step = {"PageDown": 1, "PageUp": -1}.get(key, 0)
        there = self.ship_in(self.focus) if self.focus is not None else None
        name = names[(names.index(there.id) + step) % len(names)] if there is not None and step else self.selected
        self.focus = self.hexes_of(self.ships[name])[0]
        if not self.held:
            self.selected = name
        self.say(self.guide.place_text(self.position, self.focus))

    def _walk(self, key: str) -> None:
        here = self._here
        there = self.guide.neighbour(here, key)
        self.focus = there if there in self.waters else here
        if not self.held or self.grip is None:
            self.say(self.guide.place_text(self.position, self.focus))
            return
        ship = self.ships[self.held]
        after = self.shifted(ship, self.focus - self.grip)
        refusal = self.misfit(after)
        where = _(" and ").join(map(self.guide.grid.label, self.hexes_of(after)))
        words = _("{ship} would lie in {hexes}. Enter puts her down.").format(ship=ship.name, hexes=where)
        self.say(words if refusal is None else refusal.reason)

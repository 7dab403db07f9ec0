"""A battle that is played to its end: who sits where, whose turn it is, the bots' orders, the dice, and the record of it all.

Plain state over a desk. Rolls count at once. The record can be looked at step by step, taken back and given again.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final, NamedTuple

from rulesdemo.errors import InputError, RulesError
from rulesdemo.odds.dice import RandomDice
from rulesdemo.play import saves
from rulesdemo.play.bots import Bot, engine_bots, next_order
from rulesdemo.play.engine import check, legal
from rulesdemo.play.history import History
from rulesdemo.words import _
from widgets.play.desk_parts import Choice
from widgets.play.dice_tray import DiceTray
from widgets.play.opened_file import check_place
from widgets.play.session import Desk
from widgets.sandbox.guide import SandboxGuide, party_of
from widgets.sandbox.sealed_bot_orders import Pledge
from widgets.sandbox.secrecy import call
from widgets.sandbox.viewpoint import HUMAN, Question, Screen

PACES: Final[dict[str, int]] = {"step": 900, "quick": 300, "jump": 0}  # milliseconds to look at an order of a bot
SLICE: Final = 0.4  # seconds that a bot may think before the page is told how far he has got


class Fallen(NamedTuple):
    """The last dice that fell: whose order they were thrown for, the faces, and how they led to the result."""

    title: str
    side: str
    faces: tuple[int, ...]
    words: str
    typed: bool = False


class Battle(Screen):
    """A battle, and how far the readers have got in it."""

    def __init__(self, guide: SandboxGuide, *, battle: str = "", seeds: Iterable[int] = ()) -> None:
        """Set out a battle, or else the shortest; the reader has the first side, and the best bot there is the others."""
        self.desk = Desk(guide.guide, battle or guide.battles[0], seeds=seeds)
        self.bots = engine_bots(self.desk.engine.game)
        super().__init__(guide)
        self.pace = "quick"
        self.unfit: tuple[str, str] | None = None  # the last value of the reader's own that was refused, by its name
        self.picked = self.desk.scenario  # for the next new game
        self.desk.eyes = self.seen
        self.tray = DiceTray.of_game(self.desk.engine.game, can_repeat=False, takes_focus=True)
        self.fallen: Fallen | None = None
        self.is_stopped = False
        self.is_jumping = False
        self.former = ""  # the code of the game that this one took the place of
        self.pledge = Pledge(self.curtain.slate.words if self.curtain.slate is not None else None)
        self._pick_ship()

    # -- what there is -----------------------------------------------------------------------------------------------------------------

    @property
    def run(self) -> int:
        """Return how many throws are due one after the other with nothing to choose, where a game has many."""
        party = party_of(self.guide)
        return 0 if party is None or self.is_choosing else party.run(self.desk.position)

    @property
    def mover(self) -> str:
        """Return who must choose now; nobody when the game is over."""
        decision = self.desk.history.decision
        return decision.side if decision is not None else ""

    @property
    def is_mine(self) -> bool:
        """Return whether a reader must choose now."""
        return bool(self.mover) and self.seats[self.mover] == HUMAN

    @property
    def is_running(self) -> bool:
        """Return whether a bot is at work."""
        is_held = self.is_waiting or self.is_stopped or self.replay is not None or self.question is not None
        return bool(self.mover) and not self.is_mine and not is_held

    @property
    def is_opening(self) -> bool:
        """Return whether the reader has yet to give an order, so that what comes before is shown him order by order."""
        return HUMAN in self.seats.values() and not self.can_undo

    @property
    def can_order(self) -> bool:
        """Return whether orders can be given on the board."""
        return self.is_mine and self.replay is None and not self.covered

    @property
    def is_choosing(self) -> bool:
        """Return whether there is more than one order to choose from."""
        return len(self._due()) > 1

    def _due(self) -> list[Any]:
        """Return the legal orders of the decision that is due."""
        decision = self.desk.history.decision
        kinds = decision.orders if decision is not None else ()
        return [order for order in legal(self.desk.engine, self.desk.position) if type(order) in kinds]

    def giver(self, step: int) -> str:
        """Return the side that gave an order of the record."""
        history = self.desk.history
        every = history.done + history.undone
        before = every[step - 1].outcome.position if step else history.opening.position
        return history.engine.owner(before, every[step].order)

    def rows(self) -> list[Choice]:
        """Return the orders that can be given: of the ship in hand, and at any time those of the ship that is looked at."""
        if not self.can_order:
            return []
        rows = self.desk.choices()
        if self.is_writing:  # what is written needs no row, unless a press on the board means one of several orders
            return [row for row in rows if row.key in self.desk.narrowed]
        if self.mover and not self.curtain.is_own(self.mover, self.viewer):  # dice of the other team's: its units have no names here
            return [replace(row, key="due") for row in rows if row.refusal is None][:1]
        known = {row.key for row in rows}
        return [row for row in rows if self._is_ours(row.order)] + [row for row in self._interrupts() if row.key not in known]

    def _is_ours(self, order: Any) -> bool:  # noqa: ANN401 - the game's own
        return self.seats[self.desk.engine.owner(self.desk.position, order)] == HUMAN

    def _interrupts(self) -> list[Choice]:
        desk, engine = self.desk, self.desk.engine
        if not self.inspected:
            return []
        orders = [order for order in legal(engine, desk.position) if type(order) in engine.anytime and self._is_ours(order)]
        return [row for row in map(desk.row_of, orders) if row.text.ship == self.inspected]

    # -- orders ------------------------------------------------------------------------------------------------------------------------

    def check_turn(self) -> None:
        """Say why no order can be given, if none can."""
        if self.replay is not None:
            message = _("You are looking back. Go back to the game, or play on from here.")
            raise InputError(message)
        if self.mover and not self.is_mine:
            message = _("{side} are the bot's. Wait for your turn, or take them over.").format(side=self.guide.sides[self.mover])
            raise InputError(message)
        if self.covered:
            message = _("Draw back the curtain first.")
            raise InputError(message)

    def press(self, name: str) -> None:
        """Press a hex: look at a ship or take her in hand, or give an order."""
        desk = self.desk
        desk.is_keyed = False
        place = desk.guide.grid.parse(name)
        ship = desk.guide.ship_at(self.position, place)
        self.inspected = ship
        if not self.can_order:
            desk.message = desk.guide.place_text(self.position, place)
            return
        before = desk.history
        meant = [row for row in desk.choices() if ship and row.refusal is None and self.guide.means(desk.position, row.order, ship)]
        if not desk.selected and meant:
            desk.narrowed = frozenset(row.key for row in meant)
            desk.message = desk.guide.place_text(desk.seen, place)
        elif not self.press_written(place):
            desk.press(place)
        if desk.guide.in_hand(desk.position):
            self.inspected = ""  # of a stack the one in hand is shown
        if desk.history is not before:
            self.after()

    def key(self, key: str) -> None:
        """Take a key on the board: walk over the hexes, press the one that was reached, or let go."""
        desk = self.desk
        if key == "Escape":
            self.drop()
            return
        self.pointed = None
        if key not in ("Enter", " "):
            desk.walk(key)
        elif desk.focus is not None:
            self.press(desk.guide.grid.label(desk.focus))
        desk.is_keyed = True
        if desk.focus is not None:
            self.sight = desk.guide.grid.label(desk.focus)

    def choose(self, key: str) -> None:
        """Press a row."""
        self.check_turn()
        row = next((row for row in self.rows() if row.key == key), None)
        if row is None:
            message = _("That order is no longer there.")
            raise InputError(message)
        before = self.desk.history
        if self.write_by(row.order) or self.asks_first(row):
            return
        self.desk.give(row.order)
        self.tray.clear()
        if self.desk.history is not before:
            self.after()

    def hover(self, key: str) -> None:
        """Look at what the pointer or the keys rest on: a row, a hex, or neither."""
        kind, _space, label = key.partition(" ")
        self.pointed = self.desk.guide.grid.parse(label) if kind == "hex" else None
        self.hovered = key if any(row.key == key for row in self.rows()) else ""

    def select(self, ship: str) -> None:
        """Take a ship in hand that is acting."""
        self.check_turn()
        if self.desk.guide.selectable(self.desk.position, ship):
            self.desk.select(ship)
            self.inspected = ""
            self.see(ship)

    def drop(self) -> None:
        """Let go of the order that was chosen, or of the rows that a press has picked out."""
        desk = self.desk
        if desk.chosen is not None and self.is_choosing:
            desk.select(desk.selected)
        elif desk.guide.in_hand(desk.position) and not desk.narrowed:
            desk.select("")
        desk.narrowed = frozenset()
        self.inspected = ""
        desk.is_keyed = False

    # -- dice --------------------------------------------------------------------------------------------------------------------------

    def roll(self) -> None:
        """Throw for the order that was chosen."""
        self.check_turn()
        self._throw(self.desk.roll)

    def practise(self) -> None:
        """Throw for the order that was chosen, for practice."""
        self.check_turn()
        fall = self.desk.practise()
        self.tray.show_practice(fall.faces, fall.words)

    def roll_on(self) -> None:
        """Throw for all that are due one after the other, as long as they are of one kind and a reader's."""
        thrown, kind = 0, type(self.desk.chosen)
        while self.desk.chosen is not None and type(self.desk.chosen) is kind and self.can_order and (self.run or thrown):
            self.roll()
            thrown += 1
        if thrown > 1:
            self.desk.message = _("{n} throws. The log tells each of them.").format(n=thrown)

    def supply(self, what: str, value: str) -> None:
        """Go on with a value of the reader's own, where a game takes such values."""
        party = party_of(self.guide)
        if party is None or self.replay is not None:
            message = _("Nothing can be supplied here now.")
            raise InputError(message)
        before = self.desk.history
        self.desk.give(party.supply(what, value))
        self.unfit = (what, value) if self.desk.history is before else None
        if self.desk.history is not before:
            self.after()

    def use_dice(self, text: str = "") -> None:
        """Take the faces that were typed, or the chit that was pressed."""
        self.check_turn()
        if text:
            self.tray.write(text)
        faces = self.tray.take(self.desk.highest())
        if faces is None:
            return
        try:
            self._throw(lambda: self.desk.use_dice(faces))
        except RulesError as wrong:
            self.tray.refuse(str(wrong))

    def _throw(self, give: Callable[[], None]) -> None:
        """Carry the chosen order out with dice, and show how they fell."""
        desk, side = self.desk, self.mover
        title = desk.guide.say(desk.seen, desk.chosen).title if desk.chosen is not None else ""
        give()
        self.tray.clear()
        if (fall := desk.fallen) is not None:
            self.fallen = Fallen(title, side, fall.faces, fall.words, fall.typed)
            self.tray.is_typing = fall.typed
        self.tray.text = ""
        self.after()

    # -- bots --------------------------------------------------------------------------------------------------------------------------

    def after(self) -> None:
        """Go on after an order: nobody looks back any more, bots play, and the next ship that may act is taken in hand."""
        self._take_seats()
        self.replay, self.plays_back = None, False
        self.is_stopped = False
        self.question = None if self.question is not None and self.question.order is not None else self.question
        self.hovered = ""
        self.inspected = ""
        self.slow.stop()
        self._pick_ship()

    def _pick_ship(self) -> None:
        """Take the ship in hand that is moving, or one that still has orders; the one in hand stays as long as she has some."""
        desk = self.desk
        self.curtain.settle(desk.history, self.readers)
        if self.covered:  # what was said to the other side is not for this one
            desk.message, self.fallen = call(self.guide.sides[self.covered]), None
        self.pledge.settle(desk.history, self._seated(), desk.seed)
        actors = self.guide.actors(desk.position) if self.is_mine else ()
        due = self._due()
        able = {desk.guide.say(desk.position, order).ship for order in due}
        acting = [actor.ship for actor in actors if actor.state == "acting"]
        # Of many the reader chooses; the one in hand stays.
        held = {each.ship for each in desk.guide.in_hand(desk.position)} if self.is_mine else set()
        wanted = acting + [desk.selected] + [actor.ship for actor in actors if actor.state == "ready" and not held]
        known = {actor.ship for actor in actors} | held
        ship = next((each for each in wanted if each and each in able and each in known), "")
        if desk.chosen is None:
            desk.selected = ship
            # Dice that must be thrown are in the hand already.
            if self.is_mine and len(due) == 1 and desk.throw_of(due[0]) is not None:
                desk.give(due[0])
        self.see(ship)

    def go_on(self) -> None:
        """Let the bot give an order; or, when the reader wants to get on, as many as fit into a slice of time."""
        is_quick = self.is_jumping or self.pace == "jump"
        until = time.monotonic() + SLICE
        while self.is_running:
            self._bot_plays()
            if not is_quick or time.monotonic() > until:
                break
        if not self.is_running:
            self.is_jumping = False

    def _bot_plays(self) -> None:
        desk = self.desk
        rng = random.Random(desk.seed())
        before, side = desk.history, self.mover
        order = self.pledge.next(before) or next_order(before, self._seated(), rng)
        text = desk.guide.say(before.position, order)
        is_seen = not text.ship or desk.name(text.ship) == desk.engine.name(before.position, text.ship)
        desk.turn_to(desk.hurried(before.play(order, RandomDice(rng))), "")
        new = desk.history.done[len(before.done) :]
        desk.message = " ".join(event.text(desk.name) for deed in new for event in deed.outcome.events)
        throw = next((event.throw for event in new[0].outcome.events if event.throw is not None), None)
        if throw is not None:
            self.fallen = Fallen(text.title, side, new[0].faces, desk.guide.verdict(throw, new[0].faces)) if is_seen else None
        self.hovered = self.inspected = ""
        self._pick_ship()
        if not self.is_mine:
            self.see(self.last_ship())

    def _seated(self) -> dict[str, Bot]:
        """Return the bots by the sides that they play."""
        return {side: self.bots[seat] for side, seat in self.seats.items() if seat != HUMAN}

    def stop(self, *, is_stopped: bool) -> None:
        """Stop the bots, or let them go on."""
        self.is_stopped = is_stopped
        self.is_jumping = False

    def jump(self) -> None:
        """Go on to the next decision of a reader."""
        self.is_stopped, self.is_waiting, self.is_jumping = False, False, True
        self.go_on()

    # -- the record --------------------------------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Return whether there is an order of a reader's to take back."""
        return self._step_to_undo() is not None

    def _step_to_undo(self) -> int | None:
        """Return where the last order was given by a reader; where there are only bots, the last order."""
        done = len(self.desk.history.done)
        if HUMAN not in self.seats.values():
            return done - 1 if done else None
        return next((step for step in range(done - 1, -1, -1) if self._is_readers(step)), None)

    def _is_readers(self, step: int) -> bool:
        """Return whether a reader gave an order of the record, and it did not follow by itself."""
        history, party = self.desk.history, party_of(self.guide)
        if party is not None and party.is_readers((history.done + history.undone)[step].order):
            return True
        return self.seats[self.giver(step)] == HUMAN and not self.desk.is_forced(step)

    def undo(self) -> None:
        """Take the reader's last order back, with all that bots have done since."""
        step = self._step_to_undo()
        if step is None:
            message = _("You have given no order yet, so there is nothing to take back.")
            raise InputError(message)
        self.turn_to(self.desk.history.at(step), _("Taken back."))
        self.is_stopped = not self.is_mine

    def redo(self) -> None:
        """Give the order again that was taken back, and let follow what followed, with the same dice."""
        history = self.desk.history
        if not history.undone:
            message = _("No order has been taken back, so there is none to give again.")
            raise InputError(message)
        steps = range(len(history.done) + 1, history.steps)
        step = next((step for step in steps if self._is_readers(step)), history.steps)
        self.turn_to(history.at(step), _("Given again, with the same dice."))

    def roll_again(self) -> None:
        """Give the last order with new dice."""
        self.check_turn()
        self.desk.roll_again()
        self.fallen = None
        self.after()

    def turn_to(self, history: History[Any], words: str) -> None:
        """Stand where another record stands."""
        self.desk.turn_to(history, words)
        self.curtain.forget()
        self.fallen = None
        self.desk.selected = ""
        self.after()

    def play_on(self) -> None:
        """Let the game go on from the step that is looked at."""
        if self.replay is None:
            return
        self.put_by()
        self.turn_to(self.desk.history.at(self.replay), _("The game goes on from here. What came later can be given again."))

    # -- new games ---------------------------------------------------------------------------------------------------------------------

    @property
    def has_begun(self) -> bool:
        """Return whether there is a game that would be missed."""
        return bool(self.desk.history.done) and self.desk.history.result is None and self.desk.can_undo

    def ask_for_new(self) -> None:
        """Begin anew, but ask first where a game would be missed."""
        if not self.has_begun:
            self.begin()
            return
        words = _("This battle is not over. If you begin another it is put by, until a third takes its place. A file keeps it for good.")
        self.question = Question(
            words, (("dismiss", _("Go on with this one")), ("save", _("Save it to a file")), ("begin", _("Begin the new one")))
        )

    def begin(self) -> None:
        """Set out the battle that was picked."""
        self.question = None
        self.is_waiting = True
        self.put_by()
        self.set_out()

    def set_out(self) -> None:
        """Set out the battle that was picked, with what the reader has supplied in the one before."""
        party, before = party_of(self.guide), self.desk.position
        self.desk.restart(self.picked)
        for order in () if party is None else party.supplied(before):
            if check(self.desk.engine, self.desk.position, order) is None:  # not every battle asks for every value
                self.desk.give(order)
        self.fallen = None
        self.after()

    def open(self, history: History[Any]) -> None:
        """Go on with another record of this game; the one that was being played is put by."""
        check_place(history, self.desk.engine.game, self.guide.battles)
        self.put_by()
        self.desk.open(history)
        self.picked = history.scenario if history.scenario in self.guide.battles else self.picked
        self.fallen = self.question = None
        self.is_waiting = False
        self.after()
        self.desk.message = _("The game is as you left it.")

    def put_by(self) -> None:
        """Keep the game that another takes the place of, so that nothing is lost by a press."""
        if self.has_begun:
            self.former = saves.to_code(self.desk.history)

    def bring_back(self) -> None:
        """Go back to the game that was put by; this one is put by in its place."""
        if not self.former:
            message = _("No other game has been put by.")
            raise InputError(message)
        former, self.former = saves.from_code(self.former), ""
        self.open(former)

"""The desk: everything a reader does at a board, as plain state that tests drive without a browser.

A press selects a ship, gives an order, or is refused with the rule that says no. Orders that throw no dice are carried out at once. An
order with dice is first chosen: its exact odds are shown, and a throw carries it out. Practice throws are apart, and change nothing.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from rulesdemo.analysis.catalogue import Answer, thrown_for
from rulesdemo.errors import FacesError, InputError, RulesError
from rulesdemo.odds.dice import FixedDice, RandomDice
from rulesdemo.play.engine import Engine, Refusal, Throw, check, legal
from rulesdemo.play.game import game as find_game
from rulesdemo.play.history import History
from rulesdemo.play.order_codec import order_text, read_order
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import _
from widgets.play.desk_parts import Choice, Fall, Luck, fall_of, story_from, targets, together
from widgets.play.first_throw import throws_for
from widgets.play.game_guide import Guide, Look, Outlook, Place, Rehearsal
from widgets.play.move_path import way_so_far
from widgets.play.opponent import Opponent
from widgets.play.way_ahead import Ahead
from widgets.web.position_cache import Remembered

MOST_TEMPTING: Final = 2


class Desk:
    """A game on a page."""

    def __init__(
        self,
        guide: Guide,
        scenario: str,
        switches: Mapping[str, str] | None = None,
        *,
        hurry: bool = True,
        begin: Iterable[str] | Mapping[str, Iterable[str]] = (),
        seeds: Iterable[int] = (),
        opponent: str = "",
    ) -> None:
        """Set up a scenario and give the orders that a chapter begins with, written as saves write them.

        With `hurry`, orders that leave no choice and throw no dice are given by themselves. An `opponent`, the name of a bot or "steady",
        plays every side but the one that the set piece gives its goal to.
        """
        engine = find_game(guide.game).play()
        if engine is None:
            message = f"{guide.game} cannot be played yet"
            raise InputError(message)
        self.engine: Engine[Any] = engine
        self.guide = guide
        self.scenario = scenario
        self.hurry = hurry
        self._opponent_kind = opponent
        # For every scenario the same, or by its name.
        self.begin = {name: tuple(each) for name, each in begin.items()} if isinstance(begin, Mapping) else tuple(begin)
        self.selected = ""
        self.regards = False  # whether a press on any ship shows her; where it does, it is no attack
        self.regarded = ""
        self.focus: Place | None = None
        self.is_keyed = False  # whether the reader walks with the keys and so must see where they are
        self.chosen: Any = None
        self.practice: Fall | None = None  # the last practice throw for the order that is chosen
        self.fallen: Fall | None = None  # the throw of the last order, until another takes its place
        self.luck = Luck()
        self.refusal: Refusal | None = None
        self.refused_at: Place | None = None
        self.ahead = Ahead(self)
        self.warned: Any = None  # the order that would end a ship and was asked about
        self.narrowed: frozenset[str] = frozenset()
        self.plots: tuple[tuple[str, str], ...] = ()  # orders that are being written, for the board to draw
        self.message = ""  # the last thing worth telling a listener
        self.eyes: Callable[[Any], Any] = lambda position: position  # the position as the reader at the screen may see it
        # Every legal order as a row while nothing is ordered, and those shown while nothing else is taken in hand.
        self._known: tuple[History[Any] | None, list[Choice], tuple[Any, ...], list[Choice]] = (None, [], (), [])
        self._here = Remembered()  # about the position
        self._seeds = iter(seeds)
        self.history = self._begun(ruleset(guide.game, switches))

    # -- what there is ---------------------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Any:  # noqa: ANN401 - the game's own
        """Return the position on the board."""
        return self.history.position

    @property
    def seen(self) -> Any:  # noqa: ANN401 - the game's own
        """Return the position as the reader at the screen may see it."""
        return self.eyes(self.position)

    def name(self, thing: str) -> str:
        """Return what the reader may call a thing."""
        return self.engine.name(self.seen, thing)

    @property
    def rules(self) -> Ruleset:
        """Return the rules in force."""
        return self.history.rules

    @property
    def goal_side(self) -> str:
        """Return the side that the set piece gives a goal to."""
        return str(self.position.scenario.goal.get("side", ""))

    @property
    def is_over(self) -> bool:
        """Return whether the scenario is decided."""
        return self.history.result is not None

    def choices(self) -> list[Choice]:
        """Return the legal orders, those of the selected ship if she has any, and then the refused ones that are worth a row."""
        choice_key = (self.selected, self.narrowed)
        history, every, before, rows = self._known
        if is_new := history is not self.history:
            every = [self.row_of(order) for order in legal(self.engine, self.position)]
        rows = self._choices(every) if is_new or before != choice_key else rows
        self._known = (self.history, every, choice_key, rows)
        return list(rows)

    def _choices(self, every: list[Choice]) -> list[Choice]:
        decision = self.history.decision
        if decision is None:
            return []
        rows = [row for row in every if type(row.order) in decision.orders or row.text.ship == self.selected]
        is_acting = bool(self.selected) and self.guide.selectable(self.position, self.selected)
        first = {each.ship for each in self.guide.in_hand(self.position)}
        beside = {"", self.selected, *(together(self.guide, self.position, self.selected, every) - first)} if is_acting else frozenset()
        own = [row for row in rows if row.text.ship in beside or not (is_acting or row.text.ship in first)]
        if first and not is_acting:
            return sorted(own, key=lambda row: row.text.rank)  # somebody must be taken in hand first
        # What is due may be another ship's: then a boat for a leader, who may take one at any time, must not hide it.
        rows = own if any(type(row.order) in decision.orders for row in own) else rows
        if self.narrowed:
            rows = [row for row in rows if row.key in self.narrowed] or rows
        rows.sort(key=lambda row: row.text.rank)
        return rows + self._tempting({row.key for row in rows})

    def _tempting(self, known: set[str]) -> list[Choice]:
        """Return refused orders that are worth a row before anybody tries them: a few, and one for each rule."""
        rows: list[Choice] = []
        for order in self.guide.tempting(self.position, self.selected):
            refusal = check(self.engine, self.position, order)
            if refusal is None or order_text(order) in known or any(row.refusal and row.refusal.rule == refusal.rule for row in rows):
                continue
            rows.append(Choice(order_text(order), order, self.guide.say(self.position, order), refusal))
        return rows[:MOST_TEMPTING]

    def row_of(self, order: Any) -> Choice:  # noqa: ANN401 - the game's own
        """Return an order as a row."""
        return Choice(order_text(order), order, self.guide.say(self.seen, order))

    def look(self, base: Look) -> Look:
        """Return what to draw besides the position."""
        outlook = self.outlook(base.lesson)
        return replace(
            base,
            selected=self.selected,
            regarded=self.regarded,
            focus=self.focus if self.is_keyed else None,
            **targets(self.guide, self.position, self.choices()),
            refused=self.refused_at,
            path=self.path(),
            plan=self.ahead.way.hexes if self.ahead.way is not None else (),
            tint=outlook.hexes if outlook is not None else frozenset(),
            plots=self.plots,
        )

    def outlook(self, lesson: str) -> Outlook | None:
        """Return what can happen without dice to the ship that is looked at or in hand."""
        ship = self.regarded or self.selected
        return self._here.about(
            self.position, ("outlook", ship, lesson), lambda: self.guide.outlook(self.position, ship, lesson) if lesson else None
        )

    def rehearsal(self, lesson: str) -> Rehearsal | None:
        """Return the throw that a lesson lets the ship that is looked at or in hand practise before it is due."""
        ship = self.regarded or self.selected
        return self._here.about(self.position, ("rehearsal", ship, lesson), lambda: self.guide.rehearsal(self.position, ship, lesson))

    def path(self) -> tuple[tuple[Place, int], ...]:
        """Return where the ship that is moving has come by in this move, with the points spent so far."""
        return way_so_far(self.history)

    @property
    def fall(self) -> Fall | None:
        """Return the dice that the reader sees: the last practice throw, or those of the last order."""
        return self.practice if self.chosen is not None else self.fallen

    def answer(self) -> Answer | None:
        """Return the exact odds of the procedure that the chosen order throws for, or that the last one threw for."""
        if self.chosen is not None:
            return self.answer_of(self.chosen)
        if self.fallen is None:
            return None
        throw = self.fallen.throw
        return self._here.about(self.position, "fallen", lambda: thrown_for(self.engine.game, throw.procedure, throw.args))

    def answer_of(self, order: Any) -> Answer | None:  # noqa: ANN401 - the game's own
        """Return the exact odds of the procedure that an order throws for."""
        throw = self.throw_of(order)
        if throw is None:
            return None
        return self._here.about(self.position, ("answer", order), lambda: thrown_for(self.engine.game, throw.procedure, throw.args))

    def throw(self) -> Throw | None:
        """Return what the chosen order throws for, with one of the outcomes that can come; else what the last order threw for."""
        if self.chosen is not None:
            return self.throw_of(self.chosen)
        return self.fallen.throw if self.fallen is not None else None

    def highest(self) -> int | None:
        """Return the highest face of the chosen order's dice."""
        throw = self.throw()
        return None if throw is None else self.guide.highest(throw)

    # -- what a reader can do --------------------------------------------------------------------------------------------------------

    def press(self, place: Place) -> None:
        """Press a hex: select a ship, give the order that it stands for, or say why not."""
        if self.ahead.is_at(place):
            self.ahead.go()
            return
        self._forget_refusal()
        self.focus = place
        self.narrowed = frozenset()
        ship = self.guide.next_at(self.position, place, self.selected)
        is_asked = bool(self.selected) or self.guide.has_zone_orders
        candidates = list(self.guide.orders_at(self.position, self.selected, place)) if is_asked else []
        # While the reader chooses who shall act, a press on a ship may mean her.
        if ship and not candidates and not self.guide.selectable(self.position, ship):
            candidates = [row.order for row in self.choices() if row.text.ship == ship and row.text.place is not None]
        allowed = [order for order in candidates if check(self.engine, self.position, order) is None]
        if not allowed and ship and ship != self.selected and self.guide.selectable(self.position, ship):
            self.select(ship)
        elif not allowed and ship and self.regards:
            self.regarded = "" if ship == self.selected else ship
            self.message = self.guide.place_text(self.seen, place)
        elif len(allowed) == 1:
            self.give(allowed[0])
        elif allowed:
            self.narrowed = frozenset(order_text(order) for order in allowed)
            self.message = _("Several orders fit that {place}. Choose one.").format(place=self.guide.a_place)
        elif candidates or not ship:
            self._press_in_vain(candidates, place)
        elif ship == self.selected:
            self.select("")
        else:
            self.message = self.guide.place_text(self.seen, place)

    def _press_in_vain(self, candidates: list[Any], place: Place) -> None:
        """Say why nothing comes of a press: the rule behind the likeliest order, or what is in reach instead."""
        if not candidates and self.ahead.find(place):
            return
        refusal = check(self.engine, self.position, candidates[0]) if candidates else None
        if refusal is None:
            refusal = self.guide.far(self.position, self.selected, place)
        if refusal is None:
            self.message = self.guide.place_text(self.seen, place)
        else:
            self._refuse(refusal, place)

    def select(self, ship: str) -> None:
        """Take a ship in hand, or none."""
        self._forget_refusal()
        self.selected = ship
        self.regarded = ""
        self.narrowed = frozenset()
        self._unchoose()
        self.message = _("{name} is selected.").format(name=self.name(ship)) if ship else _("Nothing is selected.")

    def give(self, order: Any) -> None:  # noqa: ANN401 - the game's own
        """Give an order: one with dice is chosen first, any other is carried out."""
        self._forget_refusal()
        refusal = check(self.engine, self.position, order)
        if refusal is not None:
            self._refuse(refusal, self.guide.say(self.position, order).place)
            return
        if (how := self.guide.danger(self.position, order)) and order != self.warned:
            self.warned = order
            self.message = _("{how}. Give the order again to do it all the same.").format(how=how)
            return
        if self.throw_of(order) is not None:
            self._unchoose()
            self.chosen = order
            self.selected = self.guide.say(self.position, order).ship or self.selected
            self.message = _("{order} is chosen. Roll when you are ready.").format(order=self.guide.say(self.seen, order).title)
            return
        self._play(order, RandomDice(self._rng()))

    def choose(self, key: str) -> None:
        """Press a row."""
        for row in self.choices():
            if row.key == key:
                self.give(row.order)
                return
        raise InputError(_("That order is no longer there."))

    def roll(self) -> None:
        """Throw for the chosen order, which is then carried out."""
        self._let_count(RandomDice(self._rng()), typed=False)

    def use_dice(self, faces: tuple[int, ...]) -> None:
        """Carry the chosen order out with faces that were thrown on a table."""
        self._let_count(FixedDice(faces), typed=True)

    def practise(self, dice: FixedDice | None = None) -> Fall:
        """Throw for the chosen order without giving it: nothing changes."""
        deed = self.history.play(self._with_dice(), dice or RandomDice(self._rng())).done[-1]
        self.practice = fall = fall_of(self.guide, deed, typed=False)
        self.luck.count(fall.throw.outcome)
        self.message = _("For practice: {words}").format(words=fall.words)
        return fall

    def roll_again(self) -> None:
        """Give the last order with new dice; the log says so."""
        self.turn_to(self.hurried(self.history.roll_again(RandomDice(self._rng()))), _("Rolled again."))

    @property
    def can_undo(self) -> bool:
        """Return whether the reader has given an order; those given by themselves at the start do not count."""
        return len(self.history.done) > self._given_at_start

    @property
    def can_roll_again(self) -> bool:
        """Return whether the last order threw dice; one that was given by itself left nothing to them."""
        done = self.history.done
        return bool(done and done[-1].faces) and self.can_undo and not self._next_is_forced(self.history.undo())

    def undo(self) -> None:
        """Take the reader's last order back, with all that followed by itself."""
        if not self.can_undo:
            raise InputError(_("Nothing has been done yet, so there is nothing to take back."))
        history = self.history.undo()
        while len(history.done) > self._given_at_start and self._next_is_forced(history):
            history = history.undo()
        self.turn_to(history, _("Taken back."))

    def redo(self) -> None:
        """Give the order again that was taken back, with the same dice."""
        history = self.history.redo()
        while history.undone and self._next_is_forced(history):
            history = history.redo()
        self.turn_to(history, _("Given again, with the same dice."))

    def restart(self, scenario: str = "") -> None:
        """Begin again, or begin another scenario."""
        self.scenario = scenario or self.scenario
        self.turn_to(self._begun(self.rules), _("The board is set out anew."))
        self.selected = ""

    def open(self, history: History[Any]) -> None:
        """Go on with another record of this game."""
        self.scenario = history.scenario
        self._given_at_start = len(self._begun(history.rules).done)
        self.turn_to(self.hurried(history) if self.opponent is not None else history, _("The game is as you left it."))
        self.selected = ""

    def set_switch(self, name: str, value: str) -> None:
        """Play under another ruling, ours where there is no value, all our own without a name; the game is replayed under it."""
        switches = {key: each for key, each in self.rules.switches if key != name} if name else {}
        changed = ruleset(self.engine.game, {**switches, name: value} if name and value else switches)
        chosen = self.chosen
        kept, lost = self.retold(changed)
        self.turn_to(kept, _("The ruling takes effect at once."))
        if lost:
            self.message = _("Under this ruling the last orders would not have been possible; the game stands where it still holds.")
        if chosen is not None and check(self.engine, self.position, chosen) is None:
            self.chosen = chosen

    def walk(self, key: str) -> None:
        """Move the focus by one hex, as an arrow key points; Home goes to the ship in hand."""
        if self.focus is None or key == "Home":
            self.focus = self._first_place()
        else:
            there = self.guide.neighbour(self.focus, key)
            if there in self.guide.hexes(self.position):
                self.focus = there
        self.message = self.guide.place_text(self.seen, self.focus)

    def _begun(self, rules: Ruleset) -> History[Any]:
        self.opponent: Opponent | None = None  # who waits until the reader's chapter has begun
        history = self.hurried(History.start(self.engine, self.scenario, rules))
        for words in self.begin.get(self.scenario, ()) if isinstance(self.begin, dict) else self.begin:
            history = self.hurried(history.play(read_order(self.engine, words), RandomDice(random.Random(0))))
        goal_side = history.position.scenario.goal.get("side", "") if self._opponent_kind else ""
        if goal_side:
            self.opponent = Opponent(self.engine, [side for side in self.engine.sides if side != goal_side], self._opponent_kind)
            history = self.hurried(history, random.Random(0))  # always the same opening
        self._given_at_start = len(history.done)
        return history

    def hurried(self, history: History[Any], rng: random.Random | None = None) -> History[Any]:
        """Give orders that leave no choice and throw no dice, and let the opponent give his."""
        while True:
            if (order := self._forced(history)) is not None:
                history = history.play(order, RandomDice(random.Random(0)))
            elif self.opponent is not None and self.opponent.is_due(history):
                rng = rng or self._rng()
                history = self.opponent.play(history, rng)
            else:
                return history

    def _forced(self, history: History[Any]) -> Any:  # noqa: ANN401 - the game's own
        """Return the order that leaves no choice and throws no dice, if any; closing a segment is a choice even when it is alone."""
        decision = history.decision
        if not self.hurry or decision is None:
            return None
        orders = [order for order in legal(self.engine, history.position) if type(order) in decision.orders]
        if len(orders) != 1 or self.engine.verbs[type(orders[0])].closes:
            return None
        throw = throws_for(self.engine, history.position, orders[0])
        # The last chit in a bag is drawn with a die that has one face: no throw either.
        return orders[0] if throw is None or self.guide.highest(throw) == 1 else None

    def is_forced(self, step: int) -> bool:
        """Return whether an order of the record was given by itself."""
        return self._next_is_forced(self.history.at(step))

    def _next_is_forced(self, history: History[Any]) -> bool:
        """Return whether the order taken back last was given by itself, or by the opponent."""
        if not history.undone:
            return False
        is_opponents = self.opponent is not None and self.opponent.is_due(history)
        return is_opponents or history.undone[0].order == self._forced(history)

    def _play(self, order: Any, dice: RandomDice | FixedDice) -> None:  # noqa: ANN401 - the game's own
        ship, step = self.guide.say(self.position, order).ship, len(self.history.done)
        self.turn_to(self.hurried(self.history.play(order, dice)), "")
        self.selected = ship or self.selected
        self.message = story_from(self.history, step, self.name, self.opponent.bots if self.opponent is not None else ())

    def turn_to(self, history: History[Any], words: str) -> None:
        """Stand where another record of this game stands; nothing is chosen there yet."""
        self.history = history
        self.plots = ()
        self.warned = None
        self.narrowed = frozenset()
        self.regarded = ""
        self._forget_refusal()
        self._unchoose()
        self.message = words

    def retold(self, rules: Ruleset) -> tuple[History[Any], bool]:
        """Return the same orders and faces under other rules, as far as they hold, and whether some do not."""
        history = History.start(self.engine, self.scenario, rules)
        for deed in self.history.done:
            try:
                history = history.play(deed.order, FixedDice(deed.faces), deed.rerolls)
            except (RulesError, FacesError):
                return self.hurried(history), True
        return history, False

    def throw_of(self, order: Any) -> Throw | None:  # noqa: ANN401 - the game's own
        """Return what an order throws for; the outcome in it is one of those that can come."""
        return self._here.about(self.position, ("throw", order), lambda: throws_for(self.engine, self.position, order))

    def _with_dice(self) -> Any:  # noqa: ANN401 - the game's own
        """Return the order that is chosen, which throws dice."""
        if self.chosen is None:
            raise InputError(_("Choose an order with dice first."))
        return self.chosen

    def _let_count(self, dice: RandomDice | FixedDice, *, typed: bool) -> None:
        step = len(self.history.done)
        self._play(self._with_dice(), dice)
        self.fallen = fall_of(self.guide, self.history.done[step], typed=typed)

    def _unchoose(self) -> None:
        self.chosen = None
        self.practice = self.fallen = None
        self.luck = Luck()

    def _refuse(self, refusal: Refusal, place: Place | None) -> None:
        self.refusal, self.refused_at = refusal, place
        self.message = _("Refused. {words}").format(words=refusal)

    def _forget_refusal(self) -> None:
        self.refusal = self.refused_at = self.ahead.way = None

    def _first_place(self) -> Place:
        ship = self.selected or next((row.text.ship for row in self.choices() if row.text.ship), "")
        return self.guide.place_of(self.position, ship) if ship else min(self.guide.hexes(self.position))

    def seed(self) -> int:
        """Return a seed that nobody knew before, or the next of those given."""
        given = next(self._seeds, None)
        return secrets.randbelow(2**32) if given is None else given

    def _rng(self) -> random.Random:
        return random.Random(self.seed())

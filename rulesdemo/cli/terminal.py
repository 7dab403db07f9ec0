"""A game at a terminal, or fed by a script: shows what can be done, reads what is wanted, and says why not."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Final

from rulesdemo.analysis.report import grid
from rulesdemo.errors import InputError, RulesError
from rulesdemo.odds.budget import progress_report, time_limit
from rulesdemo.odds.dice import FixedDice, RandomDice
from rulesdemo.odds.format import fraction, percent
from rulesdemo.play.bots import Bot, play_out
from rulesdemo.play.engine import check, legal, prospects
from rulesdemo.play.history import History
from rulesdemo.play.log import lines
from rulesdemo.play.order_codec import order_text, read_order
from rulesdemo.play.saves import write_save
from rulesdemo.words import N_, _, quote

PAGE: Final = 20  # orders shown at a time
MOST_LINES: Final = 40  # of odds
SECONDS: Final = 60.0  # for odds
HELP: Final = N_("""\
NUMBER             give that order
WORD FIELD=VALUE   give an order by its words, as in: veer ship=aquila turn=1
... dice 3 4       the same with dice that you threw yourself
odds NUMBER        exact chances of everything the order can lead to; words will do too
why NUMBER         whether the order is legal, and which rule says no; words will do too
orders [WORD]      the legal orders, or those with that word in them; more: the next page
again              roll the dice of the last order again
undo, redo         take an order back, give it again with the same dice
show, log          the situation, the story so far
save FILE, quit""")


class Terminal:
    """One game at a terminal, or fed by a script: shows what can be done, reads what is wanted, and says why not."""

    def __init__(
        self, history: History[Any], bots: Mapping[str, Bot], seed: int, *, say: Callable[[str], None], keep: Callable[[History[Any]], None]
    ) -> None:
        """Sides without a bot are the reader's; `say` prints for him, `keep` is told of the game after every order."""
        self.history = history
        self.bots = bots
        self.seed = seed
        self.rng = random.Random(seed)
        self.say = say
        self.keep = keep
        self.orders: list[Any] = []  # as numbered now
        self.page = 0
        self.commands: dict[str, Callable[[str], None]] = {
            "odds": self.odds,
            "why": self.why,
            "orders": self.list_orders,
            "more": lambda _rest: self.show_orders(self.page + 1),
            "again": lambda _rest: self.roll_again(),
            "undo": lambda _rest: self.back(),
            "redo": lambda _rest: self.forth(),
            "show": lambda _rest: self.say(self.history.engine.situation(self.history.position)),
            "log": lambda _rest: self.tell(),
            "save": self.save,
            "help": lambda _rest: self.say(str(HELP)),
        }

    def run(self) -> History[Any]:
        """Until the reader leaves; the game as he leaves it."""
        self.tell()
        self.say(self.history.engine.situation(self.history.position))
        self.go_on()
        while (line := self.ask()) is not None and line.strip() not in ("quit", "exit"):
            try:
                self.obey(line.strip())
            except RulesError as wrong:
                self.say(str(wrong))
        return self.history

    def ask(self) -> str | None:
        """What the reader types next; None at the end of the input."""
        decision = self.history.decision
        prompt = f"{_('over') if decision is None else _(decision.side)}> "
        if sys.stdin.isatty() and sys.stdout.isatty():
            try:
                return input(prompt)
            except EOFError:
                self.say("")
                return None
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            message = N_("standard input is not UTF-8 text")
            raise InputError(message) from None
        return line or None

    def obey(self, line: str) -> None:
        """Carry out one line."""
        word, _space, rest = line.partition(" ")
        if not word:
            return
        if word in self.commands:
            self.commands[word](rest.strip())
            return
        wanted, dice, faces = f"{line} ".partition(" dice ")
        self.give(self.order(wanted.strip()), self.typed(faces) if dice else None)

    # -- what is shown

    def tell(self, since: int = -1) -> None:
        """The story after that step."""
        for line in lines(self.history, since):
            self.say(str(line))

    def go_on(self) -> None:
        """Let the bots play until it is the reader's turn to choose, then ask him."""
        before = len(self.history.done)
        self.history = play_out(self.history, self.bots, self.rng, seed=self.seed, watch=self.keep)
        if len(self.history.done) > before:
            self.tell(before)
        self.question()

    def question(self) -> None:
        """Who must choose what, and among which orders."""
        engine, position, decision = self.history.engine, self.history.position, self.history.decision
        self.keep(self.history)
        if decision is None:
            self.orders = []
            self.say(_("The game is over: undo, log, save FILE or quit."))
            return
        self.orders = [
            order
            for order in legal(engine, position)
            if type(order) not in engine.anytime or engine.owner(position, order) not in self.bots
        ]
        self.say(f"\n{_(decision.side)}: {decision.prompt} [{decision.rule}]")
        self.show_orders(0)

    def show_orders(self, page: int) -> None:
        """One page of the numbered orders."""
        first = page * PAGE
        if first >= len(self.orders):
            self.say(_("There are no more orders."))
            return
        self.page = page
        self.number(range(first, min(first + PAGE, len(self.orders))))
        left = len(self.orders) - first - PAGE
        if left > 0:
            self.say("  " + _("... and {left} more: type more, or orders WORD").format(left=left))

    def list_orders(self, word: str) -> None:
        """The orders with a word in them."""
        if not word:
            self.show_orders(0)
            return
        found = [at for at, order in enumerate(self.orders) if word in order_text(order)]
        if found:
            self.number(found)
        else:
            self.say(_("No legal order has {word} in it.").format(word=quote(word)))

    def number(self, places: Iterable[int]) -> None:
        """The orders at these places, each with its number and, if it is another side's, whose it is."""
        engine, position, decision = self.history.engine, self.history.position, self.history.decision
        for at in places:
            order = self.orders[at]
            giver = engine.owner(position, order)
            whose = f"({_(giver)}) " if decision is not None and giver != decision.side else ""
            self.say(f"{at + 1:4}  {whose}{order_text(order)}")

    def odds(self, wanted: str) -> None:
        """Show the exact distribution of what an order leads to, by the log lines it would make."""
        engine = self.history.engine
        told: Counter[str] = Counter()
        order = self.order(wanted)
        with (
            time_limit(SECONDS),
            progress_report(lambda: N_("its odds take more than {seconds:g} seconds to work out").format(seconds=SECONDS)),
        ):
            dist = prospects(engine, self.history.position, order)
        for outcome, weight in dist.weights.items():
            text = " ".join(str(event.text(partial(engine.name, outcome.position))) for event in outcome.events)
            told[text or _("Nothing happens.")] += weight
        rows = [(fraction(p), percent(p), text) for text, weight in told.most_common(MOST_LINES) for p in [Fraction(weight, dist.total)]]
        self.say(grid((_("chance"), "", _("what happens")), rows))
        if len(told) > MOST_LINES:
            self.say(_("... and {count} rarer outcomes").format(count=len(told) - MOST_LINES))

    def why(self, wanted: str) -> None:
        """Whether an order is legal; if not, by which rule, and what to do instead."""
        refusal = check(self.history.engine, self.history.position, self.order(wanted))
        self.say(_("That is legal now.") if refusal is None else str(refusal))

    # -- what is done

    def order(self, wanted: str) -> Any:  # noqa: ANN401 - the game's own orders
        """The order that a number or words mean."""
        if not wanted:
            message = N_("say which order, by its number or its words")
            raise InputError(message)
        if not (wanted.isascii() and wanted.isdigit()):
            return read_order(self.history.engine, wanted)
        number = int(wanted) if len(wanted) <= len(str(len(self.orders))) else 0
        if not 1 <= number <= len(self.orders):
            message = N_("there is no order {number}: {count} are numbered").format(number=wanted[:PAGE], count=len(self.orders))
            raise InputError(message)
        return self.orders[number - 1]

    def typed(self, faces: str) -> FixedDice:
        """The reader's own dice."""
        words = faces.replace(",", " ").split()
        if not words or not all(word.isascii() and word.isdigit() and len(word) <= PAGE for word in words):
            message = N_("{faces!r} is not a list of faces, as in 3 4").format(faces=faces.strip())
            raise InputError(message)
        return FixedDice(map(int, words))

    def give(self, order: Any, dice: FixedDice | None = None) -> None:  # noqa: ANN401 - the game's own orders
        """Carry an order out."""
        before = len(self.history.done)
        self.history = self.history.play(order, dice or RandomDice(self.rng))
        self.tell(before)
        self.go_on()

    def roll_again(self) -> None:
        """The last order with new dice."""
        self.history = self.history.roll_again(RandomDice(self.rng))
        self.tell(len(self.history.done) - 1)
        self.go_on()

    def back(self) -> None:
        """To the reader's own last decision, past whatever bots did since."""
        history = self.history.undo()
        while history.done and not self.is_readers(history):
            history = history.undo()
        if not self.is_readers(history):
            message = N_("No order of yours has been given yet, so there is nothing to take back.")
            raise InputError(message)
        self.history = history
        self.say(_("Back at step {step}.").format(step=len(history.done)))
        self.question()

    def forth(self) -> None:
        """To the reader's own next decision, or the end."""
        before = len(self.history.done)
        history = self.history.redo()
        while history.undone and not self.is_readers(history):
            history = history.redo()
        self.history = history
        self.tell(before)
        self.question()

    def is_readers(self, history: History[Any]) -> bool:
        """Whether the reader must choose there."""
        return history.decision is not None and history.decision.side not in self.bots

    def save(self, file: str) -> None:
        """Write the game to a file."""
        if not file:
            message = N_("say where, as in: save game.json")
            raise InputError(message)
        write_save(self.history, file)
        self.say(_("saved in {file}").format(file=file))

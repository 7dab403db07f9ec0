"""The engine: how a position, an order and a hand of dice become a new position and a list of events.

A game that can be played fills in one `Engine`, a record of functions; nothing inherits. Its positions, orders and events are frozen data
of its own. Legality lives in one place, the check of each verb, and says its reason, its rule and the way out; buttons, command line and
exceptions all show that sentence. An order never rolls for more than one thing, so that its exact odds are the odds of that thing.

    refusal = check(engine, position, order)            None, or why not
    orders = legal(engine, position)                    every order that nobody would refuse
    outcome = apply(engine, dice, position, order)      position + events; raises IllegalOrder with the same refusal
    dist = prospects(engine, position, order)           the exact distribution of what comes next, from the same code
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeVar, get_args, get_origin, get_type_hints

from rulesdemo.errors import RulesError
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.enumerate import walk
from rulesdemo.odds.procedure import Procedure
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, alternatives

P = TypeVar("P")
T = TypeVar("T", bound=Callable[..., Any])


class Refusal(NamedTuple):
    """Why an order is not legal, by which rule, and what can be done instead; three texts that read as one sentence or two."""

    reason: str
    rule: str
    way_out: str

    def __str__(self) -> str:
        """Return the words that every page, command and exception shows.

        >>> print(Refusal("Aquila is grappled and cannot move.", "6.34", "Let her break loose first."))
        Aquila is grappled and cannot move. [6.34] Let her break loose first.
        """
        return f"{self.reason} [{self.rule}] {self.way_out}"


class IllegalOrder(RulesError):
    """An order that the rules refuse."""

    def __init__(self, refusal: Refusal) -> None:
        """Carry the refusal."""
        super().__init__(refusal)
        self.refusal = refusal


class Throw(NamedTuple):
    """What was thrown for, and what came out: enough to say the exact chance it had."""

    procedure: Procedure[..., Any]
    args: tuple[Any, ...]
    outcome: Any

    @property
    def chance(self) -> Fraction:
        """Return the exact chance of what came out."""
        return _chance(self)


@lru_cache(maxsize=10_000)
def _chance(throw: Throw) -> Fraction:
    """Return a chance from a cache: a log asks again for every line it shows, and the distribution of many dice takes long."""
    dist = throw.procedure.dist(*throw.args)
    return Fraction(dist.weight(throw.outcome), dist.total)


class Event(Protocol):
    """A past fact: what happened, by which rule, and with which dice."""

    @property
    def rule(self) -> str:
        """Return the rule that made it happen."""

    @property
    def throw(self) -> Throw | None:
        """Return the dice behind it, if any."""

    def text(self, name: Callable[[str], str]) -> str:
        """Return the fact as a sentence; `name` turns an id into the name that players use."""


class Outcome(NamedTuple, Generic[P]):
    """A position and the events that led to it."""

    position: P
    events: tuple[Any, ...] = ()


class Decision(NamedTuple):
    """Who must choose now, by which rule, among which kinds of order; the prompt is a sentence for that player."""

    side: str
    orders: tuple[type, ...]
    rule: str
    prompt: str


class Verb(NamedTuple):
    """All about one kind of order: is it legal, which ones are worth asking about, and what does it do.

    `candidates` must yield every legal order of its kind; what it yields besides, `check` takes out. Of a kind without end, such as a
    value that a reader supplies, it yields none. An order that `closes` a part of the turn is a choice even where it is the only one.
    A verb is `sure` if its candidates are legal one and all, so that a list of legal orders need not check each of them again.
    """

    check: Callable[[Any, Any], Refusal | None]
    do: Callable[[Dice, Any, Any], Outcome[Any]]
    candidates: Callable[[Any], Iterable[Any]]
    closes: bool = False
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Engine(Generic[P]):
    """A game that can be played, as a record of functions."""

    game: str
    sides: tuple[str, ...]
    scenarios: Callable[[], tuple[str, ...]]
    start: Callable[[str, Ruleset | None], Outcome[P]]
    decision: Callable[[P], Decision | None]  # None when the game is over
    verbs: Mapping[type, Verb]
    anytime: tuple[type, ...]  # orders that interrupt: legal at every decision of either side
    owner: Callable[[P, Any], str]  # which side gives this order
    advance: Callable[[P], Outcome[P]]  # all that happens by itself until the next decision
    result: Callable[[P], Any]  # None while the game goes on
    name: Callable[[P, str], str]  # what players call the thing with this id
    situation: Callable[[P], str]  # the position in a few lines of text
    turn: Callable[[P], int]
    faults: Callable[[P], Iterator[str]] = field(repr=False)  # what no position may ever show; for tests and for loading
    figures: Callable[[P, str], Mapping[str, int]] = lambda _position, _thing: {}  # the numbers of the thing with this id, by name
    sight: Callable[[P, str], P] = lambda position, _side: position  # the position as a side may see it; bots choose from it
    secret: Callable[[P, Any, P], bool] = lambda _before, _order, _now: False  # is an order of `before` still hidden from the others?
    # What must be ordered before this order of a save, because the release that wrote the save did not ask for it.
    unasked: Callable[[P, Any], tuple[Any, ...]] = lambda _position, _order: ()


NOW_OVER: Final = N_("The game is over.")


def check(engine: Engine[P], position: P, order: Any) -> Refusal | None:  # noqa: ANN401 - the game's own orders
    """Return why the order is not legal, or None when it is."""
    verb = engine.verbs.get(type(order))
    if verb is None:
        message = N_("{name} is no order of {game}").format(name=type(order).__name__, game=engine.game)
        raise RulesError(message)
    decision = engine.decision(position)
    if decision is None:
        return Refusal(NOW_OVER, engine.result(position).rule, N_("Undo a step, or start again."))
    if type(order) not in decision.orders and type(order) not in engine.anytime:
        acts = alternatives(sorted(map(phrase_of, decision.orders)))
        return Refusal(
            N_("This is not the moment to {act}.").format(act=phrase_of(type(order))),
            decision.rule,
            N_("{prompt} Now is the moment to {acts}.").format(prompt=decision.prompt, acts=acts),
        )
    return _misfit(order, decision) or verb.check(position, order)


def _misfit(order: Any, decision: Decision) -> Refusal | None:  # noqa: ANN401 - the game's own orders
    """Refuse a word or number that the order does not know, so that no check of a game has to."""
    kind: Any = type(order)
    for name, known in _choices(kind):
        if getattr(order, name) not in known:
            what, words = name.replace("_", " "), alternatives(map(str, known))
            return Refusal(
                N_("There is no {what} {value!r}.").format(what=what, value=getattr(order, name)),
                decision.rule,
                N_("Choose {values} as {what}.").format(values=words, what=what),
            )
    return None


@cache
def _choices(kind: Any) -> tuple[tuple[str, tuple[Any, ...]], ...]:  # noqa: ANN401 - a type; mypy holds that some cannot be hashed
    """Return the fields of an order that take one of a few words or numbers, and those."""
    hints = get_type_hints(kind)
    return tuple((name, get_args(hint)) for name, hint in hints.items() if get_origin(hint) is Literal)


def legal(engine: Engine[P], position: P) -> Iterator[Any]:
    """Yield every legal order: first those of the side that must choose, then the interrupts of anyone."""
    decision = engine.decision(position)
    if decision is None:
        return
    for kind in (*decision.orders, *engine.anytime):
        verb = engine.verbs[kind]
        if verb.sure:
            yield from verb.candidates(position)
            continue
        check_order = verb.check
        for order in verb.candidates(position):
            if check_order(position, order) is None:
                yield order


def apply(engine: Engine[P], dice: Dice, position: P, order: Any) -> Outcome[P]:  # noqa: ANN401 - the game's own orders
    """Carry out a legal order, and all that follows by itself."""
    refusal = check(engine, position, order)
    if refusal is not None:
        raise IllegalOrder(refusal)
    done = engine.verbs[type(order)].do(dice, position, order)
    after = engine.advance(done.position)
    return Outcome(after.position, done.events + after.events)


def prospects(engine: Engine[P], position: P, order: Any) -> Dist[Outcome[P]]:  # noqa: ANN401 - the game's own orders
    """Return the exact distribution of what a legal order leads to: the code that plays it, with every face of every die."""

    def body(dice: Dice) -> Outcome[P]:
        return apply(engine, dice, position, order)

    return walk(word_of(type(order)), body, ())[0]


def settled(proc: Procedure[..., Any], *args: Any) -> Any:  # noqa: ANN401 - whatever the procedure gives
    """Return the outcome of a procedure without dice."""
    return proc.settled(*args)


def throw_for(dice: Dice, proc: Procedure[..., Any], *args: Any) -> Throw:  # noqa: ANN401 - whatever the procedure takes
    """Throw for a procedure, and keep what was thrown for beside what came out."""
    return Throw(proc, args, dice.do(proc, *args))


def cites(*rules: str) -> Callable[[T], T]:
    """Say which rules a function or class of the engine carries out; the account of the rules is made from it."""

    def mark(thing: T) -> T:
        thing.rules = rules  # type: ignore[attr-defined]
        return thing

    return mark


def word_of(kind: type) -> str:
    """Return the name of an order's kind as saves and cases write it.

    >>> class AboutTurn: ...
    >>> word_of(AboutTurn)
    'about_turn'
    """
    return _in_small_letters(kind.__name__)


@cache
def _in_small_letters(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


def phrase_of(kind: type) -> str:
    """Return the same as words after "to": its own `phrase` where the name would not read well.

    >>> class HoldFire: ...
    >>> phrase_of(HoldFire)
    'hold fire'
    """
    return getattr(kind, "phrase", None) or N_(word_of(kind).replace("_", " "))

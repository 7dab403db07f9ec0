"""The bag of a turn: the chits still in it, those drawn in their order, and exact odds of what may yet come, as the board stands."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.escadres.play.events import ChitDrawn, TurnBegan
from rulesdemo.games.escadres.play.sequence import chits
from rulesdemo.games.escadres.play.state import SIDES, Position, enemy_of
from rulesdemo.games.escadres.turn import chit
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.escadres import names
from widgets.kit.components import Bars, Box, Custom, Heading, Note
from widgets.kit.controls import Choice, Select, Value, one_of, short_text
from widgets.kit.odds_rows import Row, View
from widgets.kit.panel import Component, Panel, State
from widgets.kit.tiles import Tile, Tiles

_NECK: Final = Markup(
    '<svg class="bag-neck" viewBox="0 0 120 44" width="120" height="44" aria-hidden="true">'
    '<path d="M34 43C42 32 42 26 30 6 38 11 44 4 52 9 58 3 64 3 68 9 76 4 82 11 90 6 78 26 78 32 86 43Z" class="cloth"/>'
    '<path d="M38 30C52 36 68 36 82 30M82 30C92 26 98 32 104 40M82 31C90 32 92 38 94 43" class="cord"/></svg>'
)
_CHIT: Final = Markup('{flag}<span class="bag-name">{name}</span><span class="sr">, {words}</span>')
# A square ensign, or a pennant with stripes: the form tells the sides apart, as on the board.
_FLAGS: Final = {
    "british": Markup(
        '<svg viewBox="0 0 22 16" width="22" height="16" aria-hidden="true"><path d="M1 1H16V15H1Z" fill="#9E3A12" stroke="#1B2A33"/></svg>'
    ),
    "french": Markup(
        '<svg viewBox="0 0 22 16" width="22" height="16" aria-hidden="true"><path d="M1 1 21 8 1 15Z" fill="#FFFDF9" stroke="#1B4F86" '
        'stroke-width="2"/><path d="M2 5 6 3M2 10 12 5M5 13 17 7" stroke="#1B4F86" stroke-width="1.5"/></svg>'
    ),
}

TWO: Final = 2  # chits in front, as in the goal


class Token(NamedTuple):
    """A chit: whose ship, what she is called, and her side."""

    ship: str
    name: str
    side: str


class Bag(NamedTuple):
    """The bag of this turn: what is in it, and what came out in that order."""

    left: tuple[Token, ...]
    drawn: tuple[Token, ...]


class Seen(NamedTuple):
    """What the panel reads of the board: the bag, everybody who has a chit, and the side that the goal is for."""

    bag: Bag
    ships: tuple[Token, ...]
    side: str


def fleet(position: Position) -> tuple[Token, ...]:
    """Return everybody who has a chit in this battle."""
    return tuple(Token(ship.id, ship.name, ship.side) for ship in position.ships)


def bag_of(session: Any) -> Bag:  # noqa: ANN401 - the page's game
    """Return the bag as the board stands; the record says what was drawn."""
    position: Position = session.position
    tokens = {token.ship: token for token in fleet(position)}
    drawn: list[Token] = []
    for outcome in session.history.outcomes():
        for event in outcome.events:
            if isinstance(event, TurnBegan):
                drawn.clear()
            elif isinstance(event, ChitDrawn):
                drawn.append(tokens[event.ship])
    return Bag(tuple(tokens[name] for name in chits(position)), tuple(drawn))


# -- what the reader asks --------------------------------------------------------------------------------------------------------------


def _read(session: Any) -> Seen:  # noqa: ANN401 - the page's game
    return Seen(bag_of(session), fleet(session.position), session.goal_side or SIDES[0])


def _question(state: State, seen: Seen) -> State:
    """Return the question with what the reader has left open: the side of the goal, and the first ship of each side."""
    side = state.side or seen.side
    known = [token.ship for token in seen.ships]
    one = state.one if state.one in known else next(token.ship for token in seen.ships if token.side == side)
    foe = next(token.ship for token in seen.ships if token.side != side and token.ship != one)
    return State(side=side, one=one, other=state.other if state.other in known and state.other != one else foe)


def _act(state: State, what: str, value: str, session: Any) -> State | None:  # noqa: ANN401 - the page's game
    """Take another side, or another ship to ask about; asking about one ship twice swaps the two."""
    if what == "side" and value in SIDES:
        return state.replace(side=value)
    seen = _read(session)
    if what not in ("one", "other") or all(token.ship != value for token in seen.ships):
        return None
    before = _question(state, seen)
    one, other = (value, before.other) if what == "one" else (before.one, value)
    if one == other:
        one, other = before.other, before.one
    return state.replace(one=one, other=other)


# -- odds ------------------------------------------------------------------------------------------------------------------------------


def next_is(rules: Ruleset, bag: Bag, side: str) -> Fraction:
    """Return the chance that the next chit is of that side."""
    chances = chit.dist(rules, tuple(token.ship for token in bag.left))
    sides = {token.ship: token.side for token in bag.left}
    return sum((chance for drawn, chance in chances.items() if sides[drawn.ship] == side), Fraction(0))


def plays_before(rules: Ruleset, bag: Bag, one: str, other: str) -> Fraction | None:
    """Return the chance that one ship plays before another; None where neither has a chit any more and neither was drawn."""
    drawn = [token.ship for token in bag.drawn if token.ship in (one, other)]
    if drawn:
        return Fraction(drawn[0] == one)
    left = {token.ship for token in bag.left} & {one, other}
    if len(left) == 2:  # noqa: PLR2004 - the two
        return Fraction(find("escadres.before").answer({"others": len(bag.left) - 2}, rules).dist.p(mine=True))
    return Fraction(left == {one}) if left else None


def ships_of(bag: Bag, side: str) -> int:
    """Return the number of chits of a side, drawn or not."""
    return sum(token.side == side for token in (*bag.drawn, *bag.left))


def leads(rules: Ruleset, bag: Bag, side: str, need: int) -> Fraction | None:
    """Return the chance that some chits of a side come before any of the other; None where there are none to come or to beat."""
    if not need <= ships_of(bag, side) < len(bag.drawn) + len(bag.left):
        return None
    drawn, left = [token.side for token in bag.drawn], [token.side for token in bag.left]
    # What came before the first of theirs, or all that came.
    lead = next((place for place, each in enumerate(drawn) if each != side), len(drawn))
    if lead >= need or lead < len(drawn):
        return Fraction(lead >= need)
    mine = left.count(side)
    order = find("escadres.draw_order").answer({"mine": mine, "theirs": len(left) - mine}, rules).dist
    return Fraction(order.marginal("lead").at_least(need - lead))


# -- as text ---------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, seen: Seen) -> Iterator[Component]:
    bag, question = seen.bag, _question(state, seen)
    count = len(bag.left)
    title = ngettext("{n} chit in the bag", "{n} chits in the bag", count).format(n=count) if count else _("The bag is empty")
    inside = _chits(bag.left) if bag.left else Note(_("All ships have played."), "bag-none")
    out = _chits(bag.drawn, is_ordered=True) if bag.drawn else Note(_("Nothing yet. Draw a chit above."), "bag-none")
    sack = Box("bag-sack", [Custom(_NECK), Box("bag-cloth", [Heading(title), inside])])
    yield Box("bag-picture", [sack, Box("bag-out", [Heading(_("Drawn this turn, in order")), out])])
    called = {token.ship: token.name for token in seen.ships}
    bars = Bars(View("", tuple(_rows(rules, bag, question, called))))
    yield Box("bag-odds", [_controls(rules, question, called), Box("odds", [bars], is_status=True), Note(_note(bag, question, called))])


def _controls(rules: Ruleset, question: State, called: dict[str, str]) -> Box:
    """Return the controls: what they offer and what they show is the board's."""
    side = Choice("side", _("Your side"), {side: names.SIDES[side] for side in SIDES})
    ships = (Select("one", _("This ship"), called), Select("other", _("before this one"), called))
    return Box("bag-ask", [Custom(each.control("bag", rules, question)) for each in (side, *ships)])


def _chits(tokens: tuple[Token, ...], *, is_ordered: bool = False) -> Tiles:
    items = []
    for _ship, name, side in tokens:
        items.append(Tile(_CHIT.format(flag=_FLAGS[side], name=name, words=names.SIDES[side]), f"bag-chit is-{side}"))
    return Tiles(items, "chits", is_ordered=is_ordered, has_role=False)


def _rows(rules: Ruleset, bag: Bag, question: State, called: dict[str, str]) -> list[Row]:
    mine, theirs = names.SIDES[question.side], names.SIDES[enemy_of(question.side)]
    found = (
        (_("The next chit is {side}").format(side=mine), next_is(rules, bag, question.side) if bag.left else None),
        (
            _("{one} plays before {other}").format(one=called[question.one], other=called[question.other]),
            plays_before(rules, bag, question.one, question.other),
        ),
        (_("Two {mine} chits before any {theirs} one").format(mine=mine, theirs=theirs), leads(rules, bag, question.side, TWO)),
        (
            _("All {mine} chits before any {theirs} one").format(mine=mine, theirs=theirs),
            leads(rules, bag, question.side, ships_of(bag, question.side)),
        ),
    )
    return [Row(words, words, words, chance, "best") for words, chance in found if chance is not None]


def _note(bag: Bag, question: State, called: dict[str, str]) -> str:
    """Return what makes the numbers what they are now."""
    two = {question.one, question.other}
    if two <= {token.ship for token in bag.left}:
        rest = len(bag.left) - len(two)
        words = ngettext(
            "The other chit does not matter for {one} and {other}: it only puts off the draw that decides. [E-TURN-1]",
            "The other {n} chits do not matter for {one} and {other}: they only put off the draw that decides. [E-TURN-1]",
            rest,
        )
        if rest:
            return words.format(n=rest, one=called[question.one], other=called[question.other])
    if not bag.left:
        return _("When the last ship has played, the turn ends, and the chits go back into the bag. [E-TURN-3]")
    return _("A drawn chit stays out until the turn ends, so every draw changes the odds of the next. [E-TURN-1] [E-TURN-3]")


BAG: Final = Panel(
    "bag",
    "escadres",
    N_("The bag"),
    _body,
    fields=(Value("side", "", one_of(("", *SIDES)), str), Value("one", "", short_text, str), Value("other", "", short_text, str)),
    act=_act,
    reads=_read,
    mark=lambda _rules, _state: Markup(""),  # the frame of the title alone
)

"""The bag of a turn: the chits still in it, those drawn in their order, and exact odds of what may yet come, as the board stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.escadres.play.events import ChitDrawn, TurnBegan
from rulesdemo.games.escadres.play.sequence import chits
from rulesdemo.games.escadres.play.state import SIDES, Position, enemy_of
from rulesdemo.games.escadres.turn import chit
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.escadres import names
from widgets.kit.bars import bars
from widgets.kit.odds_rows import Row, View
from widgets.kit.radio_row import picked, radio_row
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

_PANEL: Final = Markup(
    '<section class="bag" aria-labelledby="bag-title"><div class="odds-head"><h3 id="bag-title">{title}</h3></div>'
    '<div class="bag-picture"><div class="bag-sack">{neck}<div class="bag-cloth"><h4>{left_title}</h4>{left}</div></div>'
    '<div class="bag-out"><h4>{drawn_title}</h4>{drawn}</div></div>'
    '<div class="bag-odds"><div class="bag-ask">{side}{one}{other}</div><div class="odds" role="status">{bars}</div>'
    '<div class="quiet">{note}</div></div></section>'
)
_NECK: Final = Markup(
    '<svg class="bag-neck" viewBox="0 0 120 44" width="120" height="44" aria-hidden="true">'
    '<path d="M34 43C42 32 42 26 30 6 38 11 44 4 52 9 58 3 64 3 68 9 76 4 82 11 90 6 78 26 78 32 86 43Z" class="cloth"/>'
    '<path d="M38 30C52 36 68 36 82 30M82 30C92 26 98 32 104 40M82 31C90 32 92 38 94 43" class="cord"/></svg>'
)
_EMPTY: Final = Markup('<p class="bag-none">{}</p>')
_CHITS: Final = Markup('<{tag} class="chits">{items}</{tag}>')
_CHIT: Final = Markup('<li class="bag-chit is-{side}">{flag}<span class="bag-name">{name}</span><span class="sr">, {words}</span></li>')
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
_PICK: Final = Markup(
    '<div class="field"><label for="bag-{what}">{label}</label><select id="bag-{what}" data-set="extra:bag:{what}">{options}</select></div>'
)
_OPTION: Final = Markup('<option value="{value}"{chosen}>{name}</option>')
_CHOSEN: Final = Markup(" selected")


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


class Asked(NamedTuple):
    """What the reader asks: his side, and the ship that he would see play before another."""

    side: str
    one: str
    other: str


@dataclass(slots=True)
class BagOdds:
    """The panel. Until the reader asks otherwise, it takes the side that the goal is for, and the first ship of each side."""

    side: str = ""
    one: str = ""
    other: str = ""
    key: str = field(default="bag", init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _told(desk.rules, bag_of(desk), fleet(desk.position), self.asked(desk))

    def asked(self, desk: Desk) -> Asked:
        """What is asked, with what the reader has left open."""
        side = self.side or desk.goal_side or SIDES[0]
        ships = fleet(desk.position)
        own = next(token.ship for token in ships if token.side == side)
        known = {token.ship for token in ships}
        one = self.one if self.one in known else own
        foe = next(token.ship for token in ships if token.side == enemy_of(side) and token.ship != one)  # type: ignore[arg-type]
        return Asked(side, one, self.other if self.other in known - {one} else foe)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another side, or another ship to ask about; asking about one ship twice swaps the two."""
        known = {token.ship for token in fleet(desk.position)}
        if what == "side":
            self.side = SIDES[picked(value, dict.fromkeys(range(len(SIDES)), ""))]
        elif what in ("one", "other") and value in known:
            before = self.asked(desk)
            self.one = value if what == "one" else before.other if value == before.one else before.one
            self.other = value if what == "other" else before.one if value == before.other else before.other
        else:
            raise unknown(what)

    def kept(self) -> list[str]:
        """What the reader has asked."""
        return [self.side, self.one, self.other]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Ask it again; a ship that is not there is as good as none."""
        if isinstance(kept, list) and len(kept) == len(Asked._fields) and all(isinstance(each, str) for each in kept):
            side, one, other = kept
            self.side = side if side in SIDES else ""
            self.one, self.other = one, other


def fleet(position: Position) -> tuple[Token, ...]:
    """Everybody who has a chit in this battle."""
    return tuple(Token(ship.id, ship.name, ship.side) for ship in position.ships)


def bag_of(desk: Desk) -> Bag:
    """The bag as the board stands; what was drawn is told by the record."""
    position: Position = desk.position
    tokens = {token.ship: token for token in fleet(position)}
    drawn: list[Token] = []
    for outcome in desk.history.outcomes():
        for event in outcome.events:
            if isinstance(event, TurnBegan):
                drawn.clear()
            elif isinstance(event, ChitDrawn):
                drawn.append(tokens[event.ship])
    return Bag(tuple(tokens[name] for name in chits(position)), tuple(drawn))


# -- odds ------------------------------------------------------------------------------------------------------------------------------


def next_is(rules: Ruleset, bag: Bag, side: str) -> Fraction:
    """The chance that the next chit is of that side."""
    law = chit.dist(rules, tuple(token.ship for token in bag.left))
    sides = {token.ship: token.side for token in bag.left}
    return sum((chance for drawn, chance in law.items() if sides[drawn.ship] == side), Fraction(0))


def plays_before(rules: Ruleset, bag: Bag, one: str, other: str) -> Fraction | None:
    """The chance that one ship plays before another; None where neither has a chit any more and neither was drawn."""
    drawn = [token.ship for token in bag.drawn if token.ship in (one, other)]
    if drawn:
        return Fraction(drawn[0] == one)
    left = {token.ship for token in bag.left} & {one, other}
    if len(left) == 2:  # noqa: PLR2004 - the two
        return Fraction(find("escadres.before").asked({"others": len(bag.left) - 2}, rules).dist.p(mine=True))
    return Fraction(left == {one}) if left else None


def ships_of(bag: Bag, side: str) -> int:
    """The chits of a side, drawn or not."""
    return sum(token.side == side for token in (*bag.drawn, *bag.left))


def leads(rules: Ruleset, bag: Bag, side: str, need: int) -> Fraction | None:
    """The chance that in this turn so many chits of a side come before any of the other; None where there are none to come or to beat."""
    if not need <= ships_of(bag, side) < len(bag.drawn) + len(bag.left):
        return None
    drawn, left = [token.side for token in bag.drawn], [token.side for token in bag.left]
    # What came before the first of theirs, or all that came.
    lead = next((place for place, each in enumerate(drawn) if each != side), len(drawn))
    if lead >= need or lead < len(drawn):
        return Fraction(lead >= need)
    mine = left.count(side)
    law = find("escadres.draw_order").asked({"mine": mine, "theirs": len(left) - mine}, rules).dist
    return Fraction(law.marginal("lead").at_least(need - lead))


# -- as text ---------------------------------------------------------------------------------------------------------------------------


@cached
def _told(rules: Ruleset, bag: Bag, ships: tuple[Token, ...], asked: Asked) -> Markup:
    called = {token.ship: token.name for token in ships}
    count = len(bag.left)
    return _PANEL.format(
        title=_("The bag"),
        neck=_NECK,
        left_title=ngettext("{n} chit in the bag", "{n} chits in the bag", count).format(n=count) if count else _("The bag is empty"),
        left=_chits("ul", bag.left) if count else _EMPTY.format(_("All ships have played.")),
        drawn_title=_("Drawn this turn, in order"),
        drawn=_chits("ol", bag.drawn) if bag.drawn else _EMPTY.format(_("Nothing yet. Draw a chit above.")),
        side=radio_row("bag", "side", _("Your side"), dict(enumerate(names.SIDES[each] for each in SIDES)), _place(asked.side)),
        one=_pick("one", _("This ship"), ships, asked.one),
        other=_pick("other", _("before this one"), ships, asked.other),
        bars=bars(View("", tuple(_rows(rules, bag, asked, called))), "bag"),
        note=cited("escadres", _note(bag, asked, called), "bag-note"),
    )


def _place(side: str) -> int:
    return [str(each) for each in SIDES].index(side)


def _chits(tag: str, tokens: tuple[Token, ...]) -> Markup:
    items = joined(
        _CHIT.format(side=token.side, flag=_FLAGS[token.side], name=token.name, words=names.SIDES[token.side]) for token in tokens
    )
    return _CHITS.format(tag=Markup(tag), items=items)  # noqa: S704 - one of our two


def _pick(what: str, label: str, ships: tuple[Token, ...], chosen: str) -> Markup:
    options = joined(_OPTION.format(value=token.ship, chosen=_CHOSEN if token.ship == chosen else "", name=token.name) for token in ships)
    return _PICK.format(what=what, label=label, options=options)


def _rows(rules: Ruleset, bag: Bag, asked: Asked, called: dict[str, str]) -> list[Row]:
    mine, theirs = names.SIDES[asked.side], names.SIDES[enemy_of(asked.side)]  # type: ignore[arg-type]
    found = (
        (_("The next chit is {side}").format(side=mine), next_is(rules, bag, asked.side) if bag.left else None),
        (
            _("{one} plays before {other}").format(one=called[asked.one], other=called[asked.other]),
            plays_before(rules, bag, asked.one, asked.other),
        ),
        (_("Two {mine} chits before any {theirs} one").format(mine=mine, theirs=theirs), leads(rules, bag, asked.side, TWO)),
        (
            _("All {mine} chits before any {theirs} one").format(mine=mine, theirs=theirs),
            leads(rules, bag, asked.side, ships_of(bag, asked.side)),
        ),
    )
    return [Row(words, words, words, chance, "best") for words, chance in found if chance is not None]


def _note(bag: Bag, asked: Asked, called: dict[str, str]) -> str:
    """What makes the numbers what they are now."""
    two = {asked.one, asked.other}
    if two <= {token.ship for token in bag.left}:
        rest = len(bag.left) - len(two)
        words = ngettext(
            "The other chit does not matter for {one} and {other}: it only puts off the draw that decides. [E-TURN-1]",
            "The other {n} chits do not matter for {one} and {other}: they only put off the draw that decides. [E-TURN-1]",
            rest,
        )
        if rest:
            return words.format(n=rest, one=called[asked.one], other=called[asked.other])
    if not bag.left:
        return _("When the last ship has played, the turn ends, and the chits go back into the bag. [E-TURN-3]")
    return _("A drawn chit stays out until the turn ends, so every draw changes the odds of the next. [E-TURN-1] [E-TURN-3]")

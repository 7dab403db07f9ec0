"""The order language (rule T7, ruling B47): a reader that says at which character an order goes wrong, and by which rule.

order = "A" | "-A-" | pivot | tack | ["VH"] number {pivots number} [tack]        pivot = "G" | "D"        tack = "G1G" | "D1D"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_

Kind = Literal["anchor", "weigh", "pivot", "moves"]

DROP_ANCHOR, WEIGH = "A", "-A-"
LEFT, RIGHT = "G", "D"
FULL_SAIL, FULL_SAIL_IN_TEXT = "VH", "FS"
MOST_SIGNS: Final = 40
MOST_DIGITS: Final = 3
_TOKEN: Final = re.compile(r"[0-9]+|[GD]+")


class Fault(NamedTuple):
    """What is wrong with a text, from which character on (the first is 1), by which rule, and what would do instead."""

    at: int
    reason: str
    rule: str
    way_out: str


class Token(NamedTuple):
    """A number or a run of pivots, and the character at which it begins."""

    text: str
    at: int


class Parsed(NamedTuple):
    """An order taken apart: hexes ahead with runs of pivots between them, then perhaps a tack, given as its three tokens."""

    kind: Kind
    sail: bool = False
    ahead: tuple[Token, ...] = ()
    pivots: tuple[Token, ...] = ()
    tack: tuple[Token, ...] = ()

    @property
    def hexes(self) -> tuple[int, ...]:
        """The hexes ahead, leg by leg; a tack's own hex is not among them."""
        return tuple(int(each.text) for each in self.ahead)

    @property
    def turns(self) -> tuple[str, ...]:
        """The runs of pivots between the legs; the only one of a pivot alone."""
        return tuple(each.text for each in self.pivots)

    @property
    def tacks(self) -> str:
        """G or D for a tack to the left or to the right, else nothing."""
        return self.tack[0].text if self.tack else ""

    @property
    def text(self) -> str:
        """The order in its usual spelling: full sail is VH."""
        if self.kind in ("anchor", "weigh"):
            return DROP_ANCHOR if self.kind == "anchor" else WEIGH
        tokens = sorted((*self.ahead, *self.pivots, *self.tack), key=lambda token: token.at)
        return (FULL_SAIL if self.sail else "") + "".join(token.text for token in tokens)


@lru_cache(maxsize=20_000)
def parse(text: str) -> Parsed | Fault:
    """Read an order; small letters will do.

    >>> parse("2d1g1").text
    '2D1G1'
    >>> parse("1G").at, parse("1G").rule
    (3, 'IV.c')
    """
    if not text:
        return Fault(1, N_("There is no order."), "T7", N_("Write the hexes ahead, such as 3, or 1G1 to turn left."))
    if len(text) > MOST_SIGNS:
        return Fault(
            MOST_SIGNS + 1,
            N_("An order has at most {most} signs.").format(most=MOST_SIGNS),
            "T7",
            N_("Write the moves of one turn only."),
        )
    said = text.upper() if text.isascii() else text
    if said == DROP_ANCHOR:
        return Parsed("anchor")
    if said == WEIGH:
        return Parsed("weigh")
    sail = said.startswith((FULL_SAIL, FULL_SAIL_IN_TEXT))
    start = len(FULL_SAIL) if sail else 0
    tokens = _tokens(said, start)
    if isinstance(tokens, Fault):
        return tokens
    return _moves(tokens, len(said) + 1, sail=sail)


def _tokens(said: str, start: int) -> tuple[Token, ...] | Fault:
    """Numbers and runs of pivots, one after the other."""
    found: list[Token] = []
    at = start
    while at < len(said):
        match = _TOKEN.match(said, at)
        if match is None:
            return _stray(said, at)
        token = Token(match[0], at + 1)
        if token.text.isdigit():
            if len(token.text) > MOST_DIGITS:
                return Fault(
                    token.at + MOST_DIGITS,
                    N_("A number has at most {most} digits.").format(most=MOST_DIGITS),
                    "IV.b",
                    N_("Write fewer hexes."),
                )
            if token.text[0] == "0" and len(token.text) > 1:
                return Fault(token.at, N_("A number does not begin with 0."), "IV.b", N_("Write {order}.").format(order=int(token.text)))
        found.append(token)
        at = match.end()
    return tuple(found)


def _stray(said: str, at: int) -> Fault:
    """A sign that cannot stand there."""
    sign = said[at]
    if sign in (DROP_ANCHOR, "-"):
        return Fault(at + 1, N_("An anchor order stands alone."), "T7", N_("Write A to drop anchor or -A- to weigh it, and nothing else."))
    if sign in (*FULL_SAIL, *FULL_SAIL_IN_TEXT):
        return Fault(at + 1, N_("VH for full sail stands in front, and once."), "IV.g", N_("Write VH first, then the moves, such as VH2."))
    return Fault(
        at + 1,
        N_("{sign!r} means nothing in an order.").format(sign=sign),
        "T7",
        N_("Write numbers, G and D, VH in front, or A or -A- alone."),
    )


def _moves(tokens: tuple[Token, ...], end: int, *, sail: bool) -> Parsed | Fault:
    """Steps and a tack out of tokens."""
    if not tokens:
        return Fault(end, N_("Full sail is set on the move."), "IV.g", N_("Write the hexes ahead after VH, such as VH2 or VH0."))
    first, last = tokens[0], tokens[-1]
    if not first.text.isdigit() and len(tokens) == 1 and len(first.text) == 1 and not sail:
        return Parsed("pivot", pivots=tokens)
    tack = tokens[-3:] if not last.text.isdigit() else ()
    if tack and not _is_tack(tack):
        return _loose_end(tokens, last, end)
    steps = tokens[:-3] if tack else tokens
    return _bad_start(tokens, steps, sail=sail) or Parsed("moves", sail, steps[::2], steps[1::2], tack)


def _bad_start(tokens: tuple[Token, ...], steps: tuple[Token, ...], *, sail: bool) -> Fault | None:
    """What is wrong before the first hex ahead."""
    if not steps and sail:
        return Fault(
            tokens[0].at, N_("Full sail and a tack alone do not go together."), "IV.g", N_("Write hexes ahead before it, such as VH1G1G.")
        )
    if not steps or steps[0].text.isdigit():
        return None
    if len(tokens) > len("G1G") and _is_tack(tokens[:3]):
        return Fault(tokens[3].at, N_("A tack ends the move."), "IV.f", N_("Write nothing after the tack."))
    return Fault(steps[0].at, N_("A pivot needs a hex ahead before it."), "IV.c", N_("Write a number first, such as 1G1."))


def _is_tack(tokens: tuple[Token, ...]) -> bool:
    """Pivot, hexes, pivot the same way."""
    if len(tokens) != len("G1G"):
        return False
    pivot, number, again = (token.text for token in tokens)
    return len(pivot) == 1 and number.isdigit() and again == pivot


def _loose_end(tokens: tuple[Token, ...], last: Token, end: int) -> Fault:
    """A pivot at the end that no tack explains."""
    before = tokens[-3:-1]
    if len(last.text) > 1:
        return Fault(last.at + 1, N_("Two pivots in one hex."), "IV.c", N_("Put a hex ahead between them, such as 1G1G1."))
    if len(before) == len("G1") and before[0].text in (LEFT, RIGHT) and before[0].text != last.text:
        way_out = N_("Write {way}1{way} to tack, or a hex after {last}.").format(way=before[0].text, last=last.text)
        return Fault(last.at, N_("The two pivots of a tack go the same way."), "IV.f", way_out)
    return Fault(
        end, N_("A pivot needs a hex ahead after it."), "IV.c", N_("Write a number after {last}, such as 1{last}1.").format(last=last.text)
    )


def check_limits(rules: Ruleset, order: Parsed) -> Fault | None:
    """What the movement rules say about the shape of an order: hexes around a pivot, pivots in a hex, and the length of a tack."""
    return next(_over_limits(rules, order), None) if order.kind == "moves" else None


def _over_limits(rules: Ruleset, order: Parsed) -> Iterator[Fault]:
    limits = rules.table("movement")
    for place, run in enumerate(order.pivots):
        before, after = order.ahead[place], order.ahead[place + 1]
        if int(before.text) < limits.at("hexes_before_pivot"):
            yield Fault(before.at, N_("A pivot needs a hex ahead before it."), "IV.c", N_("Write 1 or more before the pivot."))
        if int(after.text) < limits.at("hexes_after_pivot"):
            yield Fault(after.at, N_("A pivot needs a hex ahead after it."), "IV.c", N_("Write 1 or more after the pivot."))
        most = limits.at("pivots_per_hex")
        if len(run.text) > most:
            yield Fault(run.at + most, N_("Two pivots in one hex."), "IV.c", N_("Put a hex ahead between them, such as 1G1G1."))
    if order.tack and int(order.tack[1].text) != limits.at("tack_hexes"):
        word = f"{order.tacks}{limits.at('tack_hexes')}{order.tacks}"
        yield Fault(order.tack[1].at, N_("A tack sails one hex head to wind."), "IV.f", N_("Write {order}.").format(order=word))


def read_order(rules: Ruleset, text: str) -> Parsed | Fault:
    """Read an order and hold it against the shape that the rules give it."""
    order = parse(text)
    return order if isinstance(order, Fault) else check_limits(rules, order) or order

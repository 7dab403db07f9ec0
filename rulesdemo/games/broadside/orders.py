"""Orders (rules IV.b, IV.c, IV.f, IV.g, T7): what a written order means and costs."""

from typing import Annotated, Final, NamedTuple

from rulesdemo.games.broadside.grammar import LEFT, Fault, read_order
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import Count, Word
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

EXAMPLES: Final = ("3", "1G1", "2D1D", "VH2", "G", "A", "-A-", "1GG1")
Order = Annotated[str, Word(r"[-0-9A-Z]{1,40}", "an order such as 3, 1G1, 2D1D, VH2, G, A or -A-, up to 40 signs", EXAMPLES)]


class OrderCost(NamedTuple):
    """Whether the order is well formed, what it costs in M and turns, and what it does; `turned` is in hexsides, right positive."""

    legal: bool
    m: int
    turns: int
    hexes: int
    turned: int
    speed_after: int


class Tack(NamedTuple):
    """Whether she may tack, and the M it takes with the hexes before it."""

    allowed: bool
    m: int


ILLEGAL: Final = OrderCost(legal=False, m=0, turns=0, hexes=0, turned=0, speed_after=0)


@procedure(rules=("IV.b", "IV.c", "IV.f", "IV.g", "T7", "T11"), public=True)
def order_cost(dice: Dice, rules: Ruleset, order: Order) -> OrderCost:  # noqa: ARG001 - no dice
    """What an order costs: each hex ahead, each pivot after the first, a tack, full sail; anchors take turns [T7, IV.c, IV.f, B47].

    >>> from rulesdemo import odds
    >>> odds("broadside.order_cost", order="1G1D1").p(m=4, hexes=3, turned=0)
    Fraction(1, 1)
    """
    moves = read_order(rules, order)
    if isinstance(moves, Fault):
        return ILLEGAL
    if moves.kind in ("anchor", "weigh"):
        takes = rules.table("order_costs").at("drop_anchor" if moves.kind == "anchor" else "weigh", "turns")
        return ILLEGAL._replace(legal=True, turns=takes)
    pivots = "".join(moves.turns)
    if moves.kind == "pivot":
        return ILLEGAL._replace(legal=True, turned=_net_turn(rules, pivots))
    costs, limits = rules.table("order_costs"), rules.table("movement")
    hexes, tack = sum(moves.hexes), moves.tacks
    m = hexes * costs.at("ahead", "m")
    if pivots:
        m += costs.at("turn_first", "m") + (len(pivots) - 1) * costs.at("turn_later", "m")
    if tack:
        m += costs.at("tack", "m")
        hexes += limits.at("tack_hexes")
    turns = 0
    if moves.sail:
        m += costs.at("full_sail", "m")
        turns = costs.at("full_sail", "turns")
    turned = _net_turn(rules, pivots + tack * limits.at("tack_pivots") if tack else pivots)
    return OrderCost(legal=True, m=m, turns=turns, hexes=hexes, turned=turned, speed_after=limits.at("speed_after_tack") if tack else hexes)


def _net_turn(rules: Ruleset, pivots: str) -> int:
    """Hexsides turned in all, right positive."""
    if not pivots:
        return 0
    return sum(-1 if letter == LEFT else 1 for letter in pivots) * int(rules.table("movement").at("hexsides_per_pivot"))


@procedure(rules=("IV.d", "IV.f"), public=True)
def tack_allowed(dice: Dice, rules: Ruleset, m: Count, inertia: Count, speed_last: Count, ahead: Count = 0) -> Tack:  # noqa: ARG001 - no dice
    """Whether a close-hauled ship may tack after some hexes ahead: her M, and last speed plus inertia, must reach the cost [IV.f, B7].

    >>> from rulesdemo import odds
    >>> odds("broadside.tack_allowed", m=3, inertia=1, speed_last=1).p(allowed=False)
    Fraction(1, 1)
    """
    costs = rules.table("order_costs")
    cost = costs.at("tack", "m") + (ahead * costs.at("ahead", "m") if ahead else 0)
    return Tack(cost <= min(m, speed_last + inertia), cost)

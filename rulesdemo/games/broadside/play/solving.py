"""What the solver needs to know of Broadside: logs in any order are the same logs, and what is written stands."""

from __future__ import annotations

from collections.abc import Hashable

from rulesdemo.games.broadside.play.orders import Erase
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.games.broadside.play.writing import decide_orders
from rulesdemo.play.records import replace
from rulesdemo.play.solving import Solving, fields_of
from rulesdemo.words import N_


def key(position: Position) -> Hashable:
    """All fields; in which order the logs were written does not matter."""
    turn = position.turn
    if len(turn.wrote) > 1:
        turn = replace(turn, wrote=tuple(sorted(turn.wrote)))
    return turn, fields_of(position, "turn")


def objection(position: Position) -> str:
    """Who writes second must not know what the first has written, so that no order of his is best [IV]."""
    decision = decide_orders(position) if position.turn.step == "orders" else None
    if decision is None or not position.turn.ready:
        return ""
    return N_(
        "both sides write their logs in secret, so that the best play is a mixture of orders; it is solved only where one side writes"
    )


SOLVING = Solving(key=key, left_out=(Erase,), objection=objection)

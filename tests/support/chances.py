"""The exact chances of what a desk is about to throw for."""

from fractions import Fraction
from typing import Any

from widgets.play.session import Desk


def outcome_chances(desk: Desk) -> list[tuple[Any, Fraction]]:
    """Every outcome of the chosen order's throw with its chance."""
    throw = desk.throw()
    assert throw is not None
    return list(throw.procedure.dist(*throw.args).items())

"""Limits that are read only where an amount would pass them."""

from rulesdemo.rules.tables import Table


def no_less(table: Table, limit: str, amount: int) -> int:
    """The amount, or the table's limit if the amount is under it: only then does the answer rest on the limit.

    >>> from rulesdemo.rules.ruleset import ruleset
    >>> modifiers = ruleset("escadres").table("dice_modifiers")
    >>> no_less(modifiers, "dice_least", 3), no_less(modifiers, "dice_least", -2)
    (3, 0)
    """
    return amount if amount >= table.cell(limit, "value").value else int(table.at(limit))

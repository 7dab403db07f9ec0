"""Emptying every cache before a run: distributions, packed rows and component tables here, and what the peers keep between calls."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import dyce  # noqa: F401 - its modules are searched below
import icepool  # noqa: F401 - as above

from rulesdemo.odds import chains, dice, dice_pools
from rulesdemo.odds.procedure import forget_all

PEERS = ("dyce", "icepool")


def _cleared_by_peers() -> list[Any]:
    """Every function of the peers that keeps its answers; what their dice keep goes with the dice, which every run makes anew."""
    found = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] not in PEERS or not isinstance(module, ModuleType):
            continue
        for each in vars(module).values():
            for candidate in (each, *(vars(each).values() if isinstance(each, type) else ())):
                clear = getattr(candidate, "cache_clear", None)
                if callable(clear):
                    found[id(candidate)] = clear
    return list(found.values())


_PEERS = _cleared_by_peers()
_DICE = [each for each in vars(dice).values() if isinstance(each, dice.Die)]


def empty_caches() -> None:
    """Forget everything that was worked out; tables that were read from files stay, as do the names of record classes."""
    forget_all()
    dice_pools._pools.clear()
    chains._repeats.clear()
    dice._gaps.clear()
    for die in _DICE:
        die._sums.clear()
        die._through.clear()
    for clear in _PEERS:
        clear()

"""Exact odds: dice, distributions, procedures, and the ways to work a distribution out.

The package can be called, because `rulesdemo.odds` is also the public question:

>>> from rulesdemo import odds
>>> odds("veneti.boarding", attackers=4, defenders=1).p(captured=True)
Fraction(11, 12)
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _Odds(ModuleType):
    """Answers the call `odds(...)`: Python puts this package under the name `rulesdemo.odds` whenever a part of it is loaded."""

    def __call__(self, *args: Any, **inputs: Any) -> Any:  # noqa: ANN401 - as `rulesdemo.api.odds` takes them
        from rulesdemo.api import odds

        return odds(*args, **inputs)


sys.modules[__name__].__class__ = _Odds

"""A TOML file that is read key by key, so that a missing, wrong or unknown one is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesdemo.errors import DataError
from rulesdemo.words import N_


class Sidecar:
    """A sidecar being read: takes keys one by one, checks them, and refuses what is left over."""

    def __init__(self, data: Mapping[str, Any], where: str) -> None:
        """Take what the file holds, and where that stands, for the sentence of a fault."""
        self._left = dict(data)
        self.where = where

    def take(self, key: str, kind: type, default: Any = None, allowed: tuple[str, ...] = ()) -> Any:  # noqa: ANN401 - of `kind`
        """Return the value of a key, which must be there unless there is a default."""
        value = self._left.pop(key, default)
        if value is None:
            raise self.fault(N_("needs {key!r}").format(key=key))
        if not isinstance(value, kind):
            raise self.fault(
                N_("{key!r} must be {kind}, not {value!r}").format(key=key, kind=N_("text") if kind is str else kind.__name__, value=value)
            )
        if allowed and value not in allowed:
            raise self.fault(N_("{key!r} is {value!r}, not one of {names}").format(key=key, value=value, names=", ".join(allowed)))
        return value

    def finish(self) -> None:
        """Refuse the keys that nobody took."""
        if self._left:
            raise self.fault(N_("has unknown keys {names}").format(names=", ".join(sorted(self._left))))

    def fault(self, what: str) -> DataError:
        """Return the error that names the file and the fault."""
        return DataError(N_("{where} {what}").format(where=self.where, what=what))

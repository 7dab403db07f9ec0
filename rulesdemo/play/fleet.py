"""Look-ups in the ships of a position, which the naval games share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, Self, TypeVar

from rulesdemo.play.records import replace


class Named(Protocol):
    """A ship as the look-ups see her: an id, and how she left the map, if she did."""

    @property
    def id(self) -> str:
        """Return the id by which orders name her."""

    @property
    def gone(self) -> str:
        """Return how she left the map; "" while she is on it."""


S = TypeVar("S", bound=Named)


class Fleet(Generic[S]):
    """Finds and changes the ships of a frozen position, which has the fields `ships` and `turn`."""

    ships: tuple[S, ...]
    turn: Any  # the game's own record

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """Return what the chapters have worked out about this very position and may be asked again."""
        return {}

    @cached_property
    def _by_id(self) -> dict[str, int]:
        return {ship.id: place for place, ship in enumerate(self.ships)}

    @cached_property
    def there(self) -> tuple[S, ...]:
        """Return the ships that are still on the map, whatever is left of them."""
        return tuple(ship for ship in self.ships if not ship.gone)

    def ship(self, name: str) -> S:
        """Return a ship by its id."""
        return self.ships[self._by_id[name]]

    def find(self, name: str) -> S | None:
        """Return a ship by its id, or None if there is no such ship."""
        place = self._by_id.get(name)
        return None if place is None else self.ships[place]

    def with_ship(self, changed: S) -> Self:
        """Return the position with a ship changed."""
        place = self._by_id[changed.id]
        ships: Sequence[S] = (*self.ships[:place], changed, *self.ships[place + 1 :])
        return replace(self, ships=ships)  # type: ignore[type-var] # a position is a dataclass

    def with_turn(self, **changes: Any) -> Self:  # noqa: ANN401 - fields of the game's turn
        """Return the position with fields of the turn changed."""
        return replace(self, turn=replace(self.turn, **changes))  # type: ignore[type-var] # as above

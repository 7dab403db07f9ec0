"""Secrets at one screen: who may see what, the curtain between two readers, and the slate behind it.

A game whose sides hide anything from each other has a `secrecy` in its share of the sandbox. While readers of both sides play, whatever is
secret is decided behind a curtain: it hides the page until the side whose turn it is says that it sits there. What the page shows is always
the engine's `sight` of one side, or of nobody, so that nothing of the other's is ever on it.

Where sides write orders, the curtain falls as soon as these are written. Where what stands on the board itself is hidden (`lasts`), the
reader who sits there stays until one of the other team has a choice to make; dice that are due leave none, and anybody may throw them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from markupsafe import Markup

from rulesdemo.board.hexes import Hex
from rulesdemo.play.engine import Decision
from rulesdemo.play.history import History
from rulesdemo.words import _
from widgets.play.game_guide import Look
from widgets.play.order_slate import OrderSlate, SlateWords

_CURTAIN: Final = Markup(
    '<section class="orders curtain" aria-labelledby="orders-title"><h3 id="orders-title">{title}</h3><p class="order-next">{words}</p>'
    '<div class="row"><button type="button" class="first" id="do-uncover" data-do="uncover"{focus}>{button}</button></div></section>'
)
_FOCUS: Final = Markup(" data-focus")


class Moment(NamedTuple):
    """One picture of a move that was made by all together: what it shows in words, and the board as it was."""

    words: str
    scene: Callable[[Look], Any]
    places: Mapping[str, Hex]  # where each ship is then


class Secrecy(Protocol):
    """A game's share in what is secret."""

    slate: SlateWords | None  # orders that are written, where any are
    kinds: tuple[type, ...]  # orders that the other side must not see given
    lasts: bool  # whether what a side sees is secret between its orders too

    def team(self, side: str) -> str:
        """Return the side with which a player sees: his own, or that of his team."""

    def moments(self, history: History[Any]) -> tuple[Moment, ...]:
        """Return the last move that all made together, picture by picture; nothing where there was none yet."""


def call(name: str) -> str:
    """Return what is said to the side that must come to the screen: at the head of the curtain, and to listeners."""
    return _("{side}, come to the screen").format(side=name)


@dataclass(slots=True)
class Curtain:
    """Whether the page is covered, and the slate behind."""

    secrecy: Secrecy | None
    slate: OrderSlate | None = None
    _open: tuple[Any, ...] | None = None  # the decision for which it was drawn back
    _due: tuple[Any, ...] | None = None  # the decision that drafts are written for

    @classmethod
    def of(cls, guide: Any, game: str) -> Curtain:  # noqa: ANN401 - a SandboxGuide, which may have a secrecy
        """Return the curtain of a game; one without secrets never needs it."""
        secrecy: Secrecy | None = getattr(guide, "secrecy", None)
        words = secrecy.slate if secrecy is not None else None
        return cls(secrecy, OrderSlate(words, game, do="slate") if words is not None else None)

    def _key(self, history: History[Any]) -> tuple[Any, ...] | None:
        """Return the secret decision that is due, if one is."""
        decision: Decision | None = history.decision
        if self.secrecy is None or decision is None or not any(kind in decision.orders for kind in self.secrecy.kinds):
            return None
        if self.secrecy.lasts:
            return (self.secrecy.team(decision.side),)
        return decision.side, history.turn, decision.orders

    def covers(self, history: History[Any], readers: tuple[str, ...]) -> str:
        """Return the side that must come to the screen before anything goes on; empty where there is nothing to hide."""
        key, decision = self._key(history), history.decision
        if key is None or decision is None or decision.side not in readers or self._open == key or len(self._teams(readers)) == 1:
            return ""
        return decision.side

    def _teams(self, readers: tuple[str, ...]) -> set[str]:
        """Return the sides with which readers see."""
        return {self.secrecy.team(side) for side in readers} if self.secrecy is not None else set()

    def viewer(self, history: History[Any], readers: tuple[str, ...]) -> str:
        """Return through whose eyes the page is seen: the only reader's, or his behind the curtain; nobody's while both may look."""
        if self.secrecy is None or len(self._teams(readers)) == 1:
            return readers[0] if readers else ""
        key = self._open if self.secrecy.lasts else self._key(history)
        return str(key[0]) if key is not None and self._open == key else ""

    def is_own(self, side: str, viewer: str) -> bool:
        """Return whether what a side has to decide now is about what the viewer may know anyway."""
        return self.secrecy is None or not self.secrecy.lasts or (bool(viewer) and self.secrecy.team(viewer) == self.secrecy.team(side))

    def draw_back(self, history: History[Any]) -> None:
        """Open the curtain: the side sits at the screen."""
        self._open = self._key(history)

    def settle(self, history: History[Any], readers: tuple[str, ...]) -> None:
        """Cover again as soon as something else is due; drafts never outlast the decision that they were written for."""
        key, decision = self._key(history), history.decision
        stays = self.secrecy is not None and self.secrecy.lasts and (key is None or decision is None or decision.side not in readers)
        if self._open != key and not stays:
            self._open = None
        if self._due != key:
            self._due = key
            self.forget()

    def forget(self) -> None:
        """Wipe the slate."""
        if self.slate is not None:
            self.slate.clear()

    def html(self, side: str, sides: Mapping[str, str]) -> Markup:
        """Show what covers the orders."""
        name = sides[side]
        return _CURTAIN.format(
            title=call(name),
            words=_("What comes now is secret. Pass the screen on and press when you are there; the other side looks away."),
            button=_("{side} are here: draw back the curtain").format(side=name),
            focus=_FOCUS,
        )

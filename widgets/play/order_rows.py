"""Your move: the orders as rows to press. A refused row says why, by which rule, and what can be done instead.

>>> row = OrderRow("board aquila", "Board with Aquila", "2 marines against 1", "8.23")
>>> OrderRows("veneti", (row,)).open_rows[0].key
'board aquila'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal

from markupsafe import Markup

from rulesdemo.play.engine import Refusal
from rulesdemo.words import _, ngettext
from widgets.web.badges import chip, joined
from widgets.web.render_cache import cached
from widgets.web.rule_links import abbreviated, is_known

State = Literal["legal", "chosen", "refused", "done"]

# Rows shown before the fold, and how many there must be before they are set out by ship.
MOST_ROWS: Final = 8
MANY_ROWS: Final = 5
SHORT_RULE: Final = 5  # letters; a longer number needs more room beside the title

SALTIRE: Final = Markup(
    '<svg class="saltire" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">'
    '<circle cx="10" cy="10" r="8.2" fill="#FFFDF9" stroke="#1B2A33" stroke-width="1.8" stroke-dasharray="3.2 2.2"/>'
    '<path d="M6.2 6.2 13.8 13.8M13.8 6.2 6.2 13.8" stroke="#1B2A33" stroke-width="2" stroke-linecap="round"/></svg>'
)
TICK: Final = Markup(
    '<svg class="tick-mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">'
    '<path d="M4 10.5 8.4 15 16 5.5" fill="none" stroke="#0A6259" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>'
)
_PANEL: Final = Markup(
    '<section class="orders" aria-labelledby="{key}-title"><h3 id="{key}-title" tabindex="-1">{title}</h3>{inside}</section>'
)
_GROUP: Final = Markup('<h4 class="order-group">{title}</h4>')
_LIST: Final = Markup('<ul class="order-list">{}</ul>')
_ROW: Final = Markup('<li class="order is-{state}">{face}{chip}</li>')
_BUTTON: Final = Markup(
    '<button type="button" class="order-face" id="{key}" data-do="choose" data-name="{name}"{hover}{pressed}>{inside}</button>'
)
_PLAIN: Final = Markup('<div class="order-face" id="{key}">{inside}</div>')
_FOLD: Final = Markup('<details class="fold" id="{key}-all"><summary>{words}</summary>{inside}</details>')


@dataclass(frozen=True, slots=True)
class OrderRow:
    """One order: its words, the rule behind it, how it stands, and the ship it belongs to where there are many."""

    key: str
    title: str
    line: str
    rule: str
    state: State = "legal"
    refusal: Refusal | None = None
    odds_hint: str = ""
    group: str = ""
    is_minor: bool = False  # waits behind the fold, however few rows there are
    is_closing: bool = False  # it closes what goes on, so it never waits there
    has_odds: bool = False  # the desk shows its odds when the pointer or the keys rest on it

    @property
    def must_show(self) -> bool:
        """Return whether it may not go behind a fold: it answers what the reader has just done, or is the way on."""
        return self.is_closing or self.state in ("chosen", "refused")

    @property
    def cites(self) -> str:
        """Return the rule on its chip: of a refusal, the rule that says no."""
        return self.refusal.rule if self.state == "refused" and self.refusal is not None else self.rule


@dataclass(frozen=True, slots=True)
class OrderRows:
    """The whole panel."""

    game: str
    rows: tuple[OrderRow, ...]
    title: str = ""
    empty: str = ""
    prompt: str = ""  # what to do next
    key: str = "orders"
    before: Markup = Markup("")  # what stands between the heading and the rows  # noqa: RUF009 - a text

    @property
    def open_rows(self) -> tuple[OrderRow, ...]:
        """Return the rows before the fold."""
        return tuple(row for place, row in enumerate(self.rows) if self._is_shown(place, row))

    @property
    def folded_rows(self) -> tuple[OrderRow, ...]:
        """Return the rows behind it."""
        return tuple(row for place, row in enumerate(self.rows) if not self._is_shown(place, row))

    def _is_shown(self, place: int, row: OrderRow) -> bool:
        return row.must_show or (place < MOST_ROWS and (not row.is_minor or all(each.is_minor or each.must_show for each in self.rows)))

    def html(self) -> Markup:
        """Draw the panel as text."""
        if not self.rows:
            inside = Markup('<p class="quiet">{}</p>').format(self.empty or _("There is nothing to order here. Pick a ship, or go on."))
        else:
            inside = Markup('<p class="order-next">{}</p>').format(abbreviated(self.game, self.prompt)) if self.prompt else Markup("")
            inside += self.before + self._listed(self.open_rows)
        if self.folded_rows:
            words = ngettext("Show {count} more order", "Show {count} more orders", len(self.folded_rows)).format(
                count=len(self.folded_rows)
            )
            inside += _FOLD.format(key=self.key, words=words, inside=self._listed(self.folded_rows))
        return _PANEL.format(key=self.key, title=self.title or _("Your move"), inside=inside)

    def _listed(self, rows: tuple[OrderRow, ...]) -> Markup:
        if len(self.rows) <= MANY_ROWS or len({row.group for row in self.rows}) == 1:
            return self._list(rows)
        by_group = {name: list(group) for name, group in groupby(sorted(rows, key=self._place), key=lambda row: row.group)}
        return joined((_GROUP.format(title=name) if name else Markup("")) + self._list(group) for name, group in by_group.items())

    def _list(self, rows: Iterable[OrderRow]) -> Markup:
        places = {row: place for place, row in reversed(list(enumerate(self.rows)))}
        return _LIST.format(joined(_row(self.game, f"{self.key}-{places[row]}", row) for row in rows))

    def _place(self, row: OrderRow) -> int:
        """Return the place of a row's group, in the order in which groups first come up."""
        return [each.group for each in self.rows].index(row.group)


@cached
def _row(game: str, key: str, row: OrderRow) -> Markup:
    inside = _face(row)
    if row.state == "done":
        face = _PLAIN.format(key=key, inside=inside)
    else:
        pressed = Markup(' aria-pressed="true"') if row.state == "chosen" else ""
        hover = Markup(' data-hover="{}"').format(row.key) if row.has_odds else ""
        face = _BUTTON.format(key=key, name=row.key, hover=hover, pressed=pressed, inside=inside)
    number = row.cites
    rule_chip = chip(game, number, key) if is_known(game, number) else Markup("")
    is_wide = bool(rule_chip) and len(number) > SHORT_RULE
    return _ROW.format(state=f"{row.state} wide-rule" if is_wide else row.state, face=face, chip=rule_chip)


def _face(row: OrderRow) -> Markup:
    sign = {"refused": SALTIRE, "done": TICK}.get(row.state, Markup(""))
    title = Markup('<span class="order-title">{}{}</span>').format(sign, row.title)
    if row.state == "refused" and row.refusal is not None:
        words = _("Refused. {reason} {way_out}").format(reason=row.refusal.reason, way_out=row.refusal.way_out)
        return title + Markup('<span class="order-why">{}</span>').format(words.strip())
    line = Markup('<span class="sr">{} </span>').format(_("Done.")) if row.state == "done" else Markup("")
    line += Markup('<span class="order-line">{}</span>').format(row.line) if row.line else Markup("")
    hint = Markup('<span class="order-odds">{}</span>').format(row.odds_hint) if row.odds_hint else Markup("")
    return title + line + hint

"""The slate: the reader writes orders ship by ship, and the page reads them meanwhile.

Each line says at once where the order leads and what it spends, or which character is wrong, by which rule, and what to write instead.
Buttons write for readers without a keyboard. Nothing is given to the game before the logs are closed; until then it is a draft. The
game's own `SlateWords` read and spell; this module knows no game. It is a panel of a chapter (`Extra`), and part of a sandbox.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from markupsafe import Markup, escape

from rulesdemo.board.hexes import Hex
from rulesdemo.errors import InputError
from rulesdemo.play.order_codec import order_text as spelled
from rulesdemo.words import _, ngettext
from widgets.play.order_rows import SALTIRE, TICK
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.rule_links import cited

LONGEST: Final = 60  # letters of a draft; what is too long for the game is refused by its own rule
MOST_SEALED: Final = 20_000
CLOSE: Final = "close"
_PANEL: Final = Markup(
    '<section class="orders slate" aria-labelledby="{key}-title"><h3 id="{key}-title">{title}</h3><div class="order-next">{prompt}</div>'
    '<ul class="slate-lines">{lines}</ul>{rows}<div class="slate-end"><p class="quiet">{left}</p>{close}</div></section>'
)
_LINE: Final = Markup(
    '<li class="slate-line is-{state}"><div class="slate-head"><button type="button" class="slate-ship" id="{key}-ship" '
    'data-do="{do}" data-name="{name}:hand" data-by="{ship}" aria-expanded="{in_hand}">{title}</button>'
    '<span class="slate-note">{note}</span></div>'
    '<label class="sr" for="{key}">{label}</label>'
    '<input type="text" class="text" id="{key}" data-set="{set}" data-enter="{enter}" value="{value}" maxlength="{most}" '
    'autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="{key}-told" placeholder="{hint}"{wrong}{focus}>'
    '{window}<div class="slate-told" id="{key}-told">{told}</div>{pieces}</li>'
)
_PIECE: Final = Markup(
    '<button type="button" id="{key}-{piece}" data-do="{do}" data-name="{name}:{piece}" data-by="{ship}">{words}</button>'
)
_PIECES: Final = Markup('<div class="slate-pieces" role="group" aria-label="{label}">{pieces}</div>')
_WINDOW: Final = Markup('<div class="slate-window"><span class="sr">{said}</span><span aria-hidden="true">{title} {boxes}</span></div>')
_BOX: Final = Markup('<i class="{}">{}</i>')
_ECHO: Final = Markup('<span class="slate-echo" aria-hidden="true">{}<mark>{}</mark>{}</span> ')
_CLOSE: Final = Markup(
    '<button type="button" class="first" id="{key}-close" data-do="{do}" data-name="{name}:close"{focus}>{words}</button>'
)
_FOCUS: Final = Markup(" data-focus")
_WRONG: Final = Markup(' aria-invalid="true"')


def echo(text: str, at: int) -> Markup:
    """Draw an order with the character marked at which it goes wrong; one that breaks off has a gap at its end."""
    return _ECHO.format(text[: at - 1], text[at - 1 : at] or Markup("&nbsp;"), escape(text[at:])) if at > 0 else Markup("")


class Course(NamedTuple):
    """What an order comes to: its usual spelling, the points that it spends, and a sentence."""

    text: str
    spends: int
    line: str


class Wrong(NamedTuple):
    """Why an order fails: from which character on (the first is 1, 0 for the whole of it), by which rule, and what would do instead."""

    at: int
    reason: str
    rule: str
    way_out: str


class Line(NamedTuple):
    """A ship that is written for: what to know about her, what stands in her log, and the points that she may spend."""

    ship: str
    name: str
    note: str
    written: str = ""
    least: int = 0
    most: int = -1  # below `least` for a later turn: nobody knows her limits yet
    highest: int = 0

    @property
    def has_limits(self) -> bool:
        """Return whether it is for this turn, so that one knows what she may spend."""
        return self.least <= self.most

    @property
    def lies_still(self) -> bool:
        """Return whether she can spend nothing this turn, so that straight on would lead nowhere."""
        return self.has_limits and not self.most


class SlateWords(Protocol):
    """A game's orders that are written."""

    pieces: Mapping[str, str]  # what buttons write, by key, with their words
    unit: str  # what orders spend

    def prompt(self, position: Any) -> str:  # noqa: ANN401 - the game's own position, here and below
        """Return what to do, and who has written already."""

    def closing(self, position: Any) -> str:  # noqa: ANN401
        """Return what closing the logs is called."""

    def lines(self, position: Any) -> tuple[Line, ...]:  # noqa: ANN401
        """Return every ship that the side which writes now may write for; none when nobody writes."""

    def read(self, position: Any, ship: str, text: str) -> Course | Wrong:  # noqa: ANN401
        """Return what an order comes to, or why it fails."""

    def added(self, position: Any, ship: str, text: str, piece: str) -> str:  # noqa: ANN401
        """Return the text after a button was pressed."""

    def entering(self, position: Any, drafts: Mapping[str, str]) -> Iterator[Any]:  # noqa: ANN401
        """Yield the orders of the game that put these texts into the logs, in the place of what was written before; no text strikes out."""

    def draft_of(self, order: Any) -> tuple[str, str] | None:  # noqa: ANN401
        """Return the ship and the text of an order of the game that writes; None for any other."""

    def close(self) -> Any:  # noqa: ANN401
        """Return the order of the game that ends the writing."""


@dataclass(slots=True)
class OrderSlate:
    """The drafts of the side that writes, and the ship in hand."""

    words: SlateWords
    game: str
    key: str = "slate"
    do: str = "extra"  # how a page calls what buttons do
    drafts: dict[str, str] = field(default_factory=dict)
    ship: str = ""
    _focus: str = ""  # the field, or the button, that the reader goes on with; once

    # -- what is written -----------------------------------------------------------------------------------------------------------------

    def lines(self, desk: Desk) -> tuple[Line, ...]:
        """Return the ships to write for."""
        return () if desk.is_over else self.words.lines(desk.position)

    def text_of(self, line: Line) -> str:
        """Return her draft, or what stands in her log."""
        return self.drafts.get(line.ship, line.written)

    def in_hand(self, desk: Desk) -> str:
        """Return the ship that buttons write for: the one chosen here, or on the board, or the first."""
        known = [line.ship for line in self.lines(desk)]
        return next((ship for ship in (self.ship, desk.selected) if ship in known), known[0] if known else "")

    def read(self, desk: Desk, line: Line) -> Course | Wrong | None:
        """Return what her line comes to; None for a blank one."""
        text = self.text_of(line).strip()
        return self.words.read(desk.position, line.ship, text) if text else None

    def plots(self, desk: Desk) -> tuple[tuple[str, str], ...]:
        """Return every ship with what is written for her, for the board to draw; not what is for a later turn."""
        return tuple((line.ship, text) for line in self.lines(desk) if line.has_limits and (text := self.text_of(line).strip()))

    def _field(self, line: Line) -> str:
        """Return what a page calls her field."""
        return f"{'extra:' if self.do == 'extra' else ''}{self.key}:at:{line.ship}"

    def wrong(self, desk: Desk) -> list[str]:
        """Return the fields whose orders fail, by the names that the page has for them."""
        return [self._field(line) for line in self.lines(desk) if isinstance(self.read(desk, line), Wrong)]

    def clear(self) -> None:
        """Forget every draft."""
        self.drafts.clear()
        self.ship = self._focus = ""

    # -- what a reader can do ------------------------------------------------------------------------------------------------------------

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Take a field that was written in (`at:<ship>`) or left with Enter (`next:<ship>`), or a button for the ship that is the value."""
        kind, _colon, ship = what.partition(":")
        lines = {line.ship: line for line in self.lines(desk)}
        named = ship or value
        if what == CLOSE:
            self.close(desk)
        elif named not in lines or kind not in ("at", "next", "hand", *self.words.pieces):
            raise unknown(what)
        else:
            self._take(desk, named)
            if kind in ("at", "next"):
                self.drafts[named] = value[:LONGEST]
            elif kind != "hand":
                before = self.text_of(lines[named])
                self.drafts[named] = self.words.added(desk.position, named, before, kind)[:LONGEST]
            if kind == "next":
                self._go_on(desk, named)
            if kind == "hand":
                self._focus = named
            desk.plots = self.plots(desk)

    def put(self, desk: Desk, order: Any) -> bool:  # noqa: ANN401 - the game's own
        """Write an order that was chosen in another way; False for one that is not written."""
        draft = self.words.draft_of(order)
        if draft is None:
            return False
        self._take(desk, draft[0])
        self.drafts[draft[0]] = draft[1]
        desk.plots = self.plots(desk)
        return True

    def choose(self, desk: Desk, order: Any) -> bool:  # noqa: ANN401 - the game's own
        """Write the order chosen on the board or from a row; return False where it is not one to write, or nobody writes."""
        if not self.lines(desk) or not self.put(desk, order):
            return False
        desk.narrowed = frozenset()
        desk.message = _("{order} stands on the slate.").format(order=desk.guide.say(desk.position, order).title)
        return True

    def press(self, desk: Desk, place: Hex) -> bool:
        """Write the order that leads to a hex, or offer those that do; return False where none does, or nobody writes."""
        if not self.lines(desk) or not desk.selected:
            return False
        meant = list(desk.guide.orders_at(desk.position, desk.selected, place))
        known = {row.order for row in desk.choices()}
        rows = [order for order in meant if order in known]
        if len(rows) > 1:
            desk.narrowed = frozenset(map(spelled, rows))
            desk.message = _("Several orders fit that {place}. Choose one.").format(place=desk.guide.a_place)
            return True
        return bool(meant) and self.choose(desk, (rows or meant)[0])

    def _take(self, desk: Desk, ship: str) -> None:
        self.ship = ship
        if desk.guide.selectable(desk.position, ship) and desk.selected != ship:
            desk.select(ship)

    def _go_on(self, desk: Desk, ship: str) -> None:
        """Go to the next ship without an order, unless this one's fails; after the last, to the button."""
        lines = self.lines(desk)
        here = next(line for line in lines if line.ship == ship)
        if isinstance(self.read(desk, here), Wrong):
            return
        blank = [line.ship for line in lines if not self.text_of(line).strip()]
        self._focus = blank[0] if blank else CLOSE
        if blank:
            self._take(desk, blank[0])

    def enter(self, desk: Desk, *, only_good: bool = False) -> None:
        """Put the drafts into the logs; one that fails stops all of them, or, with `only_good`, stays a draft."""
        good: dict[str, str] = {}
        for line in self.lines(desk):
            if line.ship not in self.drafts or self.drafts[line.ship] == line.written:
                continue
            found = self.read(desk, line)
            if not isinstance(found, Wrong):
                good[line.ship] = found.text if found is not None else ""
            elif not only_good:
                self._take(desk, line.ship)
                self._focus = line.ship
                message = _("{ship}: {reason} [{rule}] {way_out}").format(ship=line.name, **found._asdict())
                raise InputError(message)
        selected = desk.selected
        for order in list(self.words.entering(desk.position, good)):
            desk.give(order)
        for ship in good:
            self.drafts.pop(ship, None)
        desk.selected = selected

    def close(self, desk: Desk) -> None:
        """Enter everything, and end the writing."""
        self.enter(desk)
        desk.give(self.words.close())
        self.clear()

    # -- what a browser keeps ------------------------------------------------------------------------------------------------------------

    def stored_state(self) -> str:
        """Return the drafts, packed so that nobody reads them at a glance."""
        if not self.drafts:
            return ""
        return base64.urlsafe_b64encode(zlib.compress(json.dumps(self.drafts).encode(), level=9)).decode()

    def restore(self, stored: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Put up the drafts again."""
        if not isinstance(stored, str) or not 0 < len(stored) <= MOST_SEALED:
            return
        try:
            stream = zlib.decompressobj()
            found = json.loads(stream.decompress(base64.urlsafe_b64decode(stored), MOST_SEALED))
        except (binascii.Error, ValueError, zlib.error, RecursionError):
            return
        if isinstance(found, dict) and all(isinstance(each, str) and len(each) <= LONGEST for pair in found.items() for each in pair):
            self.drafts = found

    # -- as text -------------------------------------------------------------------------------------------------------------------------

    def html(self, desk: Desk, rows: Markup | str = "", title: str = "", note: str = "") -> Markup:
        """Draw the panel as it is now; nothing where nobody writes. `rows` stand between the lines and the end, a note above them all."""
        lines = self.lines(desk)
        if not lines:
            return Markup("")
        focus, self._focus = self._focus, ""
        in_hand = self.in_hand(desk)
        return _PANEL.format(
            key=self.key if self.do == "extra" else "orders",  # in a sandbox it stands in the place of the rows
            title=title or _("Write your orders"),
            prompt=cited(self.game, f"{self.words.prompt(desk.position)} {note}".strip(), f"{self.key}-prompt"),
            lines=joined(self._line(desk, line, is_in_hand=line.ship == in_hand, focus=focus) for line in lines),
            rows=rows,
            left=self._left(desk, lines),
            close=_CLOSE.format(
                key=self.key, do=self.do, name=self.key, words=self.words.closing(desk.position), focus=_FOCUS if focus == CLOSE else ""
            ),
        )

    def _left(self, desk: Desk, lines: tuple[Line, ...]) -> str:
        """Return how far the writing has got."""
        found = [self.read(desk, line) for line in lines]
        wrong = sum(isinstance(each, Wrong) for each in found)
        still = sum(each is None and line.lies_still for each, line in zip(found, lines, strict=True))
        blank = found.count(None) - still
        texts = []
        if wrong:
            texts.append(ngettext("{n} order cannot be given as it is.", "{n} orders cannot be given as they are.", wrong).format(n=wrong))
        if blank:
            form = ngettext("{n} ship has no order, and sails straight on.", "{n} ships have no order, and sail straight on.", blank)
            texts.append(form.format(n=blank))
        if still:
            texts.append(
                ngettext("{n} ship has no order, and lies still.", "{n} ships have no order, and lie still.", still).format(n=still)
            )
        return " ".join(texts) or _("Every ship has an order.")

    def _line(self, desk: Desk, line: Line, *, is_in_hand: bool, focus: str) -> Markup:
        found = self.read(desk, line)
        key = f"{self.key}-{line.ship}"
        state = "blank" if found is None else "wrong" if isinstance(found, Wrong) else "good"
        return _LINE.format(
            state=f"{state} in-hand" if is_in_hand else state,
            key=key,
            do=self.do,
            name=self.key,
            ship=line.ship,
            in_hand="true" if is_in_hand else "false",
            title=line.name,
            note=line.note,
            label=_("Order of {ship}").format(ship=line.name),
            set=self._field(line),
            enter=f"{self.do} next",
            value=self.text_of(line),
            most=LONGEST,
            hint=_("lie still") if line.lies_still else _("straight on"),
            wrong=_WRONG if state == "wrong" else "",
            focus=_FOCUS if focus == line.ship else "",
            window=self._window(line, found),
            told=self._verdict_html(line, found, key),
            pieces=self._pieces(line, key) if is_in_hand else "",
        )

    def _window(self, line: Line, found: Course | Wrong | None) -> Markup:
        """Draw the points that she may spend, and those that she does."""
        if not line.has_limits:
            return Markup("")
        spends = found.spends if isinstance(found, Course) else -1
        may = _("{least} to {most}").format(least=line.least, most=line.most) if line.least < line.most else str(line.most)
        words = _("She may spend {may} {unit}.").format(may=may, unit=self.words.unit)
        words += " " + _("This order spends {n}.").format(n=spends) if spends >= 0 else ""
        boxes = joined(
            _BOX.format(" ".join(word for word, on in (("may", line.least <= n <= line.most), ("now", n == spends)) if on), n)
            for n in range(max(line.highest, line.most, spends) + 1)
        )
        return _WINDOW.format(said=words, title=self.words.unit, boxes=boxes)

    def _verdict_html(self, line: Line, found: Course | Wrong | None, key: str) -> Markup:
        if found is None:
            blank = _("No order: she lies still.") if line.lies_still else _("No order: she sails straight on.")
            return Markup('<span class="quiet">{}</span>').format(blank)
        if isinstance(found, Course):
            return TICK + cited(self.game, found.line, key)
        text = self.text_of(line).strip()
        said = _("{reason} [{rule}] {way_out}").format(**found._asdict())
        return SALTIRE + echo(text, found.at) + cited(self.game, said, key)

    def _pieces(self, line: Line, key: str) -> Markup:
        made = joined(
            _PIECE.format(key=key, piece=piece, do=self.do, name=self.key, ship=line.ship, words=words)
            for piece, words in self.words.pieces.items()
        )
        return _PIECES.format(label=_("Write for {ship}").format(ship=line.name), pieces=made)


# -- what a reader does on a board beside which there may be a slate ----------------------------------------------------------------------


def press_place(slate: OrderSlate | None, desk: Desk, place: Hex) -> None:
    """Press a hex: write where orders are written, else leave it to the desk."""
    if slate is None or not slate.press(desk, place):
        desk.press(place)


def choose_row(slate: OrderSlate | None, desk: Desk, key: str) -> None:
    """Choose a row: write where orders are written, else give the order."""
    order = next((row.order for row in desk.choices() if row.key == key and row.refusal is None), None)
    if order is None or slate is None or not slate.choose(desk, order):
        desk.choose(key)

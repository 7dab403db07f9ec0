"""The log: what happened, newest first, each line with its dice, its exact chance and its rule; and the bar of a game's buttons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from rulesdemo.play.log import Line, again
from rulesdemo.words import _, ngettext
from widgets.kit.bars import fraction
from widgets.web.badges import chip, die, has_pips, joined
from widgets.web.phrases import titled
from widgets.web.render_cache import cached
from widgets.web.rule_links import is_known

MOST_LINES: Final = 12
MOST_DICE: Final = 8

_PANEL: Final = Markup('<section class="log" aria-labelledby="{key}-title"><h3 id="{key}-title">{title}</h3>{inside}</section>')
_LIST: Final = Markup('<ol class="log-list" reversed>{}</ol>')
_LINE: Final = Markup('<li{lit}><span class="log-turn">{turn}</span><div class="event">{text}{dice}</div>{chip}</li>')
_THROWN: Final = Markup('<span class="thrown"><span class="sr">{said} </span>{dice}{chance}{again}</span>')
_FOLD: Final = Markup('<details class="fold" id="{key}-older"><summary>{words}</summary>{inside}</details>')
_BAR: Final = Markup('<div class="game-bar" role="group" aria-label="{label}">{buttons}</div>')
_BUTTON: Final = Markup('<button type="button" id="{key}" data-{act}{off}>{words}</button>')
_OFF: Final = Markup(" disabled")


@dataclass(frozen=True, slots=True)
class LogView:
    """The lines of a game, oldest first as the game tells them."""

    game: str
    lines: tuple[Line, ...] = ()
    title: str = ""
    key: str = "log"
    lit: int = -1  # the order whose lines are lit
    most: int = MOST_LINES  # lines before the fold

    def html(self) -> Markup:
        """Draw the log as text."""
        return _PANEL.format(key=self.key, title=self.title or _("Log"), inside=self._inside())

    def _inside(self) -> Markup:
        if not self.lines:
            return Markup('<p class="quiet">{}</p>').format(_("Nothing has happened yet. Choose an order to begin."))
        newest = list(reversed(list(enumerate(self.lines))))
        newest_lines, older = newest[: self.most], newest[self.most :]
        text = self._list(newest_lines)
        if older:
            words = ngettext("{count} earlier line", "{count} earlier lines", len(older)).format(count=len(older))
            text += _FOLD.format(
                key=self.key,
                words=words,
                inside=self._list(older),
            )
        return text

    def _list(self, lines: list[tuple[int, Line]]) -> Markup:
        rule_chip = (
            _line(self.game, f"{self.key}-{place}", line, pips=has_pips(self.game), is_lit=line.step == self.lit) for place, line in lines
        )
        return _LIST.format(joined(rule_chip))


@cached
def _line(game: str, key: str, line: Line, *, pips: bool, is_lit: bool) -> Markup:
    turn = Markup('<span aria-hidden="true">{short}</span><span class="sr">{long}</span>').format(
        short=f"T{line.turn}", long=_("Turn {turn}.").format(turn=line.turn)
    )
    rule_chip = chip(game, line.rule, key) if is_known(game, line.rule) else Markup("<span></span>")
    lit = Markup(' class="is-lit" aria-current="step"') if is_lit else ""
    return _LINE.format(lit=lit, turn=turn, text=line.text, dice=_throw_html(line, key, pips=pips), chip=rule_chip)


def _throw_html(line: Line, key: str, *, pips: bool) -> Markup:
    if not line.faces and line.p is None:
        return Markup("")
    faces = () if line.names_faces else line.faces
    dice = joined(die(face, pips=pips) for face in faces[:MOST_DICE])
    if len(faces) > MOST_DICE:
        dice += Markup("<span>{}</span>").format(_("and {count} more").format(count=len(faces) - MOST_DICE))
    chance = Markup("")
    if line.p is not None:
        chance = Markup('<span class="log-chance"><span class="sr">{}</span>{}</span>').format(_("chance"), fraction(line.p, key))
    return _THROWN.format(
        said=_("Dice {faces},").format(faces=" ".join(map(str, faces))) if faces else "",
        dice=dice,
        chance=chance,
        again=Markup('<span class="again">{}</span>').format(titled(again(line.rerolls))) if line.rerolls else "",
    )


@dataclass(frozen=True, slots=True)
class GameBar:
    """Undo, redo and the rest; what cannot be done now is there and asleep."""

    can_undo: bool = False
    can_redo: bool = False
    can_roll_again: bool = False
    has_begun: bool = False
    key: str = "bar"

    def html(self) -> Markup:
        """Draw the bar as text."""
        buttons = (
            ("undo", "do=undo", "↶ " + _("Undo"), self.can_undo),
            ("redo", "do=redo", _("Redo"), self.can_redo),
            ("again", "do=roll again", _("Roll again"), self.can_roll_again),
            ("restart", "do=restart", _("Start again"), self.has_begun),
            ("save", "do=save", _("Save"), True),
            ("open", "open=game", _("Open"), True),
            ("link", "do=copy link", _("Copy link"), True),
        )
        return _BAR.format(label=_("This game"), buttons=joined(self._button(*each) for each in buttons))

    def _button(self, name: str, act: str, words: str, is_on: bool) -> Markup:
        kind, _equals, what = act.partition("=")
        rule_chip = Markup('{}="{}"').format(Markup(kind), what)  # noqa: S704 - one of our own words
        return _BUTTON.format(key=f"{self.key}-{name}", act=rule_chip, words=words, off="" if is_on else _OFF)

"""Shows what can happen where there are no dice: a few counts with their signs, and a sentence with its rule."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from rulesdemo.words import _
from widgets.play.game_guide import Count, Outlook
from widgets.web.badges import joined
from widgets.web.rule_links import cited

_PANEL: Final = Markup(
    '<section class="odds outlook" aria-labelledby="{key}-title"><h3 id="{key}-title">{title}</h3>'
    '{what}<ul class="counts-list">{lines}</ul><div class="quiet">{words}</div></section>'
)
_LINE: Final = Markup('<li class="count{now}">{sign}<span class="count-name">{name}</span>{bar}<b>{number}</b></li>')
_BAR: Final = Markup(
    '<span class="count-bar" aria-hidden="true"><svg width="100%" height="16"><rect width="{share}%" height="16"/></svg></span>'
)
_SIGNS: Final = {
    kind: Markup(
        '<svg class="side-sign" viewBox="-12 -11 24 22" width="24" height="22" aria-hidden="true">'
        '<path d="M-11 0-5.5-9.5H5.5L11 0 5.5 9.5H-5.5Z" class="is-{kind}"/>{inside}</svg>'
    ).format(kind=kind, inside=Markup(inside))  # noqa: S704 - ours
    for kind, inside in {
        "front": "",
        "flank": '<path d="M-7.5 4 1-8M-4.5 8.5 6-6M1.5 8.5 8.5-1" class="lines"/>',
        "rear": '<circle r="1.3"/><circle cx="-5" cy="-3.5" r="1.3"/><circle cx="5" cy="-3.5" r="1.3"/>'
        '<circle cx="-5" cy="3.5" r="1.3"/><circle cx="5" cy="3.5" r="1.3"/>',
    }.items()
}


def outlook_panel(game: str, outlook: Outlook, title: str = "", key: str = "outlook") -> Markup:
    """Draw the panel as text."""
    most = max((line.number for line in outlook.lines), default=1) or 1
    return _PANEL.format(
        key=key,
        title=title or _("What can happen"),
        what=Markup("") if title else Markup('<p class="outlook-what">{}</p>').format(outlook.title),
        lines=joined(_line(line, most) for line in outlook.lines),
        words=cited(game, outlook.words, key),
    )


def _line(line: Count, most: int) -> Markup:
    bar = _BAR.format(share=f"{100 * line.number / most:.1f}") if line.sign == "bar" else Markup("")
    now, sign = " is-now" if line.is_now else "", _SIGNS.get(line.sign, Markup(""))
    return _LINE.format(now=now, sign=sign, name=line.name, bar=bar, number=line.text or line.number)

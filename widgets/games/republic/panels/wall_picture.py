"""The picture of a wall with a block for every strength point on both sides, and the columns of the assault table beneath it."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.games.republic.assault import assault
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.kit.components import chance_text
from widgets.web.badges import joined
from widgets.web.render_cache import cached

_FIGURE: Final = Markup('<div class="wall-picture" role="img" aria-label="{label}">{field}{wall}</div>')
_SVG: Final = Markup('<svg viewBox="0 0 {w} {h}" aria-hidden="true"><path class="ground" d="M0 {floor}H{w}"/>{inside}</svg>')
_BLOCK: Final = Markup('<rect class="is-{kind}" x="{x}" y="{y}" width="11" height="11"/>')
_NUMBER: Final = Markup('<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{text}</text>')
# Two towers, merlons between them, and a gate; a pennant on the left tower.
_WALL: Final = Markup(
    '<g class="stone"><path d="M12 188V58h-6V38h12v8h10v-8h12v8h10v-8h12v20h-6v14h14v-12h16v12h18v-12h16v12h18v-12h16v12h18v-12h16v12h18'
    'v-12h16v12h18v-12h16v12h18v-12h16v12h18v-12h16v12h14V58h-6V38h12v8h10v-8h12v8h10v-8h12v20h-6V188Z"/>'
    '<path class="gate" d="M195 188v-30a14 16 0 0 1 28 0v30Z"/></g>'
    '<path d="M34 38V6" class="staff"/><path class="pennant" d="M34 7 68 16 34 25Z"/>'
)
_TOWER: Final = Markup(
    '<g class="engine"><path d="M402 180 410 50H458L466 180Z"/><path d="M405 132H463M407 92H461M410 50 463 132M458 50 405 132" '
    'class="beam"/><path d="M458 64 480 71" class="bridge"/><circle cx="416" cy="181" r="8"/><circle cx="452" cy="181" r="8"/></g>'
)
_SIZE: Final = (480, 196)
_STEP: Final = 13
_FLOOR: Final = 186
_ACROSS: Final = 20  # blocks side by side before the wall, and on it
_ON_WALL: Final = 18
_LEFT: Final = 122  # the first block before the wall
_MIDDLE: Final = 209  # of the wall


@cached
def picture(infantry: int, other: int, defender: int, strength: int, *, has_engines: bool) -> Markup:
    """Draw the Force that storms, and the wall beside or below it; what engines add is drawn in outline."""
    added = strength - infantry - other
    rows = [(kind, count) for kind, count in (("foot", infantry), ("added", added), ("horse", other)) if count]
    words = _("{ours} strength points before a wall that is held by {theirs}").format(ours=strength, theirs=defender)
    if has_engines:
        words += ", " + _("siege engines among them: {n} infantry count {twice}").format(n=infantry, twice=infantry + added)
    small = " + ".join(str(count) for _kind, count in rows) if len(rows) > 1 else ""
    field = _TOWER if has_engines else Markup("")
    field += _NUMBER.format(x=_LEFT - 18, y=_FLOOR - 26, kind="big", anchor="end", text=strength)
    field += _NUMBER.format(x=_LEFT - 18, y=_FLOOR - 4, kind="small", anchor="end", text=small)
    field += joined(_blocks(rows))
    left = _MIDDLE - min(_ON_WALL, defender) * _STEP // 2
    holders = [_BLOCK.format(kind="wall", x=left + n % _ON_WALL * _STEP, y=86 + n // _ON_WALL * _STEP) for n in range(defender)]
    held_wall = _WALL + joined(holders) + _NUMBER.format(x=_SIZE[0] - 8, y=_FLOOR - 120, kind="big", anchor="end", text=defender)
    return _FIGURE.format(label=words, field=svg(field), wall=svg(held_wall))


def wall() -> Markup:
    """Return the wall alone, for another picture."""
    return _WALL


def _blocks(rows: list[tuple[str, int]]) -> list[Markup]:
    """Draw the blocks before the wall, each kind in rows of its own, from the ground up."""
    blocks, height = [], 1
    for kind, count in rows:
        blocks += [
            _BLOCK.format(kind=kind, x=_LEFT + place % _ACROSS * _STEP, y=_FLOOR - (height + place // _ACROSS) * _STEP)
            for place in range(count)
        ]
        height += -(-count // _ACROSS)
    return blocks


def svg(inside: Markup) -> Markup:
    """Draw one half of the picture, on its ground."""
    return _SVG.format(w=_SIZE[0], h=_SIZE[1], floor=_FLOOR + 3, inside=inside)


# -- the columns -----------------------------------------------------------------------------------------------------------------------

_TABLE: Final = Markup(
    '<div class="table-scroll" tabindex="0" role="region" aria-label="{caption}"><table class="wall-columns"><caption>{caption}</caption>'
    "<tbody>{rows}</tbody></table></div>"
)
_ROW: Final = Markup('<tr><th scope="row">{}</th>{}</tr>')
_HEAD: Final = Markup('<th scope="col"{}>{}</th>')
_CELL: Final = Markup("<td{}>{}</td>")
_LIT: Final = Markup(' class="lit" aria-current="true"')


def columns(rules: Ruleset, column: str | None, drm: int) -> Markup:
    """Draw every column with the number that it takes and the chance with this modifier; the one that is used is lit."""
    table = rules.table("assault")
    labels: tuple[str | None, ...] = (None, *table.rows.labels)
    lit = [_LIT if label == column else "" for label in labels]
    chances = [Fraction(assault.dist(rules, label, drm).p(success=True)) if label is not None else Fraction(0) for label in labels]
    caption = _("The columns of the table, with this modifier; less is below {first}, and the last serves everything above")
    rows = (
        (_("Ratio"), _HEAD, [label or _("less") for label in labels]),
        (_("Takes"), _CELL, [f"{table.at(label)}+" if label is not None else "–" for label in labels]),
        (_("Falls"), _CELL, [chance_text(chance, f"wall-column-{place}") for place, chance in enumerate(chances)]),
    )
    return _TABLE.format(
        caption=caption.format(first=labels[1]),
        rows=joined(_ROW.format(name, joined(map(form.format, lit, texts))) for name, form, texts in rows),
    )

"""The gate as a picture with a coin for every cunning point, its dice face by face, and tables of points, cities and leaders."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.games.republic.treachery import treachery, treachery_drm
from rulesdemo.odds.dice import D10
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.games.republic import names
from widgets.games.republic.panels.dice_parts import Sign, face_strip, total_row
from widgets.games.republic.panels.wall_picture import svg, wall
from widgets.kit.chances import chance_cell
from widgets.kit.components import Custom, Note, PickTable, Table
from widgets.kit.panel import Component
from widgets.kit.pick_table import Cell
from widgets.web.badges import joined
from widgets.web.phrases import modifier
from widgets.web.render_cache import cached

# -- the picture -----------------------------------------------------------------------------------------------------------------------

_FIGURE: Final = Markup('<div class="wall-picture gate-picture" role="img" aria-label="{label}">{field}{wall}</div>')
_HEAD: Final = Markup(
    '<g class="{kind}"><path d="M{left} {foot}a{wide} {wide} 0 0 1 {both} 0Z"/><circle cx="{x}" cy="{y}" r="{r}"/></g>{text}'
)
_COIN: Final = Markup('<g class="coin is-{kind}"><circle cx="{x}" cy="{y}" r="{r}"/>{text}</g>')
_TEXT: Final = Markup('<text x="{x}" y="{y}" class="{kind}" text-anchor="middle">{text}</text>')
_LEADERS: Final = (118, 209, 300)  # where those inside stand, behind the wall
_ROW: Final = 8  # coins side by side


@cached
def picture(outside: tuple[int, int, int, int], inside: tuple[int, ...], number: int | None) -> Markup:
    """Draw the leader outside with the points that count, a Roman's extra one and those that stay; and leaders behind the wall."""
    cv, cunning, spent, extra = outside
    kinds = ["counts"] * spent + ["extra"] * extra + ["kept"] * max(0, cunning - spent - extra)
    signs = {"counts": "+1", "extra": "0", "kept": ""}
    field = _head(78, 150, 26, "leader-out") + _TEXT.format(x=78, y=138, kind="cv", text=cv)
    field += joined(
        _coin(kind, 156 + place % _ROW * 38, 150 - place // _ROW * 40, 15, signs[kind] if place < cunning else "!")
        for place, kind in enumerate(kinds)
    )
    heads = Markup("")
    for x, points in zip(_LEADERS, inside, strict=False):
        heads += _head(x, 76, 15, "leader-in")
        heads += joined(_coin("held", x + (place - (points - 1) / 2) * 19, 20, 9, "−") for place in range(points))
    plate = _TEXT.format(x=452, y=112, kind="big", text="–" if number is None else f">{number}")
    label = _("A leader with campaign value {cv} and {points} before a gate").format(cv=cv, points=names.cunning(cunning))
    words = [label, _("{n} of them count").format(n=spent)]
    words += [_("{n} more gives nothing").format(n=extra)] if extra else []
    words += [_("leaders inside hold {points}").format(points=names.cunning(sum(inside)))] if inside else []
    words += [_("the die must be above {n}").format(n=number)] if number is not None else []
    return _FIGURE.format(label=", ".join(words), field=svg(field), wall=svg(heads + wall() + plate))


def _head(x: int, foot: int, r: int, kind: str) -> Markup:
    wide = round(r * 1.6)
    foot += 38 if kind == "leader-out" else 10
    return _HEAD.format(kind=kind, left=x - wide, foot=foot, wide=wide, both=2 * wide, x=x, y=foot - wide - round(r * 0.35), r=r, text="")


def _coin(kind: str, x: float, y: int, r: int, text: str) -> Markup:
    inside = Markup('<text x="{}" y="{}" text-anchor="middle">{}</text>').format(x, y + 5, text) if text else ""
    return _COIN.format(kind=kind, x=x, y=y, r=r, text=inside)


# -- face by face ----------------------------------------------------------------------------------------------------------------------


def strips(rules: Ruleset, cdi: int, cv: int, drm: int, thrown: tuple[int, ...]) -> Iterator[Component]:
    """Yield both dice face by face; the second only where the first can come to the number itself."""
    number = rules.table("treachery").at(cdi, cv)
    totals = [face + drm for face in D10.faces]
    yield _strip(_("First die"), [_first_sign(each, number) for each in totals], drm, thrown[:1])
    if number in totals:
        dies, lives = Sign("†", _("he dies"), "is-bad"), Sign("✓", _("he lives"), "is-good")
        yield _strip(_("Second die"), [dies if face > cv else lives for face in D10.faces], 0, thrown[1:2])
    yield Note(_("✓ falls, ✗ holds, ? equal to the number: the second die is for his life, ✓ lives, † dies."))


def _first_sign(total: int, number: int) -> Sign:
    if total == number:
        return Sign("?", _("equal: a second die"), "is-even")
    return Sign("✓", _("the city falls"), "is-good") if total > number else Sign("✗", _("the city holds"), "is-bad")


def _strip(name: str, signs: list[Sign], drm: int, thrown: tuple[int, ...]) -> Component:
    return Custom(face_strip(name, _("{name}, face by face").format(name=name), [*total_row(drm), (_("Means"), signs)], thrown))


# -- tables ----------------------------------------------------------------------------------------------------------------------------

_SPEND: Final = Markup(
    '<button type="button" id="gate-spend-{n}" data-do="extra" data-name="gate:spend" data-by="{n}" aria-pressed="{on}">{n}'
    '<span class="sr"> {words}</span></button>'
)


def points_table(rules: Ruleset, cdi: int, cv: int, points: tuple[int, int, int, int]) -> Table:
    """Return what points buy; as many rows as he can pay for, and the one that is chosen."""
    cunning, spent, extra, held = points
    most = max(cunning - extra, 0)
    numbers, rows = sorted({*range(most + 1), spent}), []
    for number in numbers:
        drm = int(settled(treachery_drm, rules, number, held).drm)
        dist = treachery.dist(rules, cdi, cv, drm)
        button = _SPEND.format(n=number, on="true" if number == spent else "false", words=_("points that count"))
        cost = _("{n}, too many").format(n=number + extra) if number > most else number + extra
        rows.append([button, cost, modifier(drm), Fraction(dist.p(falls=True)), Fraction(dist.p(leader_killed=True))])
    heads, caption = [_("Count"), _("Spent in all"), _("Modifier"), _("City falls"), _("He dies")], _("What points buy")
    return Table(heads, rows, caption, "gate-points", caption, row_kinds={numbers.index(spent): "lit"})


def every_city(rules: Ruleset, drm: int, chosen: str) -> PickTable:
    """Return the chance to take every kind of city, by the campaign value, with this modifier."""
    table = rules.table("treachery")
    rows = []
    for cdi in table.rows.labels:
        cells: list[Cell | None] = []
        for cv in table.columns.labels:
            if table.at(int(cdi), int(cv)) == "impossible":
                cells.append(None)
                continue
            chance = Fraction(treachery.dist(rules, int(cdi), int(cv), drm).p(falls=True))
            words = _("Intrinsic defence {cdi}, campaign value {cv}: the city falls").format(cdi=cdi, cv=cv)
            cells.append(chance_cell(f"{cdi}-{cv}", words, chance))
        rows.append((str(cdi), cells))
    caption = _("The city falls with {n}, in percent: intrinsic defence down, campaign value across. Pick a cell to set both")
    columns = [_("Defence"), *(str(cv) for cv in table.columns.labels)]
    rest = _("That campaign value has no column of its own.")
    return PickTable("cell", caption.format(n=modifier(drm)), columns, rows, chosen, rest, "heat")

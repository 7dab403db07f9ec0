"""The gate as a picture with a coin for every cunning point, its dice face by face, and tables of points, cities and leaders."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.games.republic.treachery import treachery, treachery_drm
from rulesdemo.odds.dice import D10
from rulesdemo.odds.format import percent
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.games.republic import names
from widgets.games.republic.panels.wall_picture import svg, wall
from widgets.kit.bars import fraction, rounded
from widgets.kit.pick_table import Cell, pick_table, shade
from widgets.web.badges import joined
from widgets.web.phrases import modifier, signed
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
    """The leader outside with his points: those that count, the Roman's extra one, those he keeps; and leaders behind the wall."""
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
    told = [label, _("{n} of them count").format(n=spent)]
    told += [_("{n} more gives nothing").format(n=extra)] if extra else []
    told += [_("leaders inside hold {points}").format(points=names.cunning(sum(inside)))] if inside else []
    told += [_("the die must be above {n}").format(n=number)] if number is not None else []
    return _FIGURE.format(label=", ".join(told), field=svg(field), wall=svg(heads + wall() + plate))


def _head(x: int, foot: int, r: int, kind: str) -> Markup:
    wide = round(r * 1.6)
    foot += 38 if kind == "leader-out" else 10
    return _HEAD.format(kind=kind, left=x - wide, foot=foot, wide=wide, both=2 * wide, x=x, y=foot - wide - round(r * 0.35), r=r, text="")


def _coin(kind: str, x: float, y: int, r: int, text: str) -> Markup:
    inside = Markup('<text x="{}" y="{}" text-anchor="middle">{}</text>').format(x, y + 5, text) if text else ""
    return _COIN.format(kind=kind, x=x, y=y, r=r, text=inside)


# -- face by face ----------------------------------------------------------------------------------------------------------------------

_STRIP: Final = Markup(
    '<table class="leader-strip"><caption class="sr">{caption}</caption><colgroup></colgroup>'
    '<tbody><tr><th scope="row">{name}</th>{faces}</tr>{totals}<tr><th scope="row">{means}</th>{signs}</tr></tbody></table>'
)
_FACE: Final = Markup('<th scope="col"{lit}>{face}</th>')
_CELL: Final = Markup("<td>{}</td>")
_SIGN: Final = Markup('<td class="{kind}{lit}"><span aria-hidden="true">{sign}</span><span class="sr">{words}</span></td>')
_LIT: Final = Markup(' class="lit"')


@cached
def strips(rules: Ruleset, cdi: int, cv: int, drm: int, thrown: tuple[int, ...]) -> Markup:
    """Both dice; the second only where the first can come to the number itself."""
    number = rules.table("treachery").at(cdi, cv)
    totals = [face + drm for face in D10.faces]
    means = [("is-good", "✓", _("the city falls")) if each > number else ("is-bad", "✗", _("the city holds")) for each in totals]
    means = [("is-even", "?", _("equal: a second die")) if each == number else mean for each, mean in zip(totals, means, strict=True)]
    text = _strip(_("First die"), means, totals if drm else [], thrown[:1])
    if number in totals:
        second = [("is-bad", "†", _("he dies")) if face > cv else ("is-good", "✓", _("he lives")) for face in D10.faces]
        text += _strip(_("Second die"), second, [], thrown[1:2])
    legend = _("✓ falls, ✗ holds, ? equal to the number: the second die is for his life, ✓ lives, † dies.")
    return text + Markup('<p class="quiet">{}</p>').format(legend)


def _strip(name: str, means: list[tuple[str, str, str]], totals: Iterable[int], thrown: tuple[int, ...]) -> Markup:
    shown = joined(_CELL.format(signed(each)) for each in totals)
    return _STRIP.format(
        caption=_("{name}, face by face").format(name=name),
        name=name,
        faces=joined(_FACE.format(face=face, lit=_LIT if face in thrown else "") for face in D10.faces),
        totals=Markup('<tr><th scope="row">{}</th>{}</tr>').format(_("Total"), shown) if shown else "",
        means=_("Means"),
        signs=joined(
            _SIGN.format(kind=kind, lit=" lit" if face in thrown else "", sign=sign, words=words)
            for face, (kind, sign, words) in zip(D10.faces, means, strict=True)
        ),
    )


# -- tables ----------------------------------------------------------------------------------------------------------------------------

_POINTS: Final = Markup(
    '<div class="table-scroll" tabindex="0" role="region" aria-label="{caption}"><table class="gate-points"><caption>{caption}</caption>'
    '<thead><tr><th scope="col">{spend}</th><th scope="col">{cost}</th><th scope="col">{drm}</th><th scope="col">{falls}</th>'
    '<th scope="col">{dies}</th></tr></thead><tbody>{rows}</tbody></table></div>'
)
_LINE: Final = Markup(
    '<tr{now}><th scope="row"><button type="button" id="gate-spend-{n}" data-do="extra" data-name="gate:spend" data-by="{n}" '
    'aria-pressed="{on}">{n}<span class="sr"> {words}</span></button></th><td>{cost}</td><td>{drm}</td><td>{falls}</td><td>{dies}</td></tr>'
)
_CHANCE: Final = Markup('{} <span class="percent">{}</span>')


@cached
def points_table(rules: Ruleset, cdi: int, cv: int, points: tuple[int, int, int, int]) -> Markup:
    """What so many points buy; as many rows as he can pay for, and the one that is chosen."""
    cunning, spent, extra, held = points
    most = max(cunning - extra, 0)
    rows = []
    for number in sorted({*range(most + 1), spent}):
        drm = int(settled(treachery_drm, rules, number, held).drm)
        dist = treachery.dist(rules, cdi, cv, drm)
        falls, dies = Fraction(dist.p(falls=True)), Fraction(dist.p(leader_killed=True))
        rows.append(
            _LINE.format(
                now=Markup(' class="lit"') if number == spent else "",
                n=number,
                on="true" if number == spent else "false",
                words=_("points that count"),
                cost=_("{n}, too many").format(n=number + extra) if number > most else number + extra,
                drm=modifier(drm),
                falls=_CHANCE.format(fraction(falls, f"gate-falls-{number}"), rounded(falls)),
                dies=_CHANCE.format(fraction(dies, f"gate-dies-{number}"), rounded(dies)),
            )
        )
    return _POINTS.format(
        caption=_("What points buy"),
        spend=_("Count"),
        cost=_("Spent in all"),
        drm=_("Modifier"),
        falls=_("City falls"),
        dies=_("He dies"),
        rows=joined(rows),
    )


@cached
def every_city(rules: Ruleset, drm: int, chosen: str) -> Markup:
    """The chance to take every kind of city, by the campaign value, with this modifier."""
    table = rules.table("treachery")
    rows = []
    for cdi in table.rows.labels:
        cells: list[Cell | None] = []
        for cv in table.columns.labels:
            if table.at(int(cdi), int(cv)) == "impossible":
                cells.append(None)
                continue
            chance = Fraction(treachery.dist(rules, int(cdi), int(cv), drm).p(falls=True))
            said = _("Intrinsic defence {cdi}, campaign value {cv}: the city falls").format(cdi=cdi, cv=cv)
            cells.append(Cell(f"{cdi}-{cv}", percent(chance).removesuffix(" %"), said, chance, shade=shade(chance, Fraction(1))))
        rows.append((str(cdi), cells))
    caption = _("The city falls with {n}, in percent: intrinsic defence down, campaign value across. Pick a cell to set both")
    columns = [_("Defence"), *(str(cv) for cv in table.columns.labels)]
    rest = _("That campaign value has no column of its own.")
    return pick_table("gate", "cell", caption.format(n=modifier(drm)), columns, rows, chosen, rest=rest, kind="heat")

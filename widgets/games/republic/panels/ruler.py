"""The battle table as a ruler: slide the window of ten faces by the net modifier, and see exactly who gives way and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.republic.battle import battle, battle_roll
from rulesdemo.games.republic.play.state import Position
from rulesdemo.odds.dice import D10
from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, cache_by_language
from widgets.games.republic.lessons.battle import RETREATS, loss
from widgets.games.republic.panels import cells
from widgets.games.republic.panels.retreats import ORDER, former_chances, retreat_view
from widgets.kit.bars import spoken
from widgets.kit.components import Bars, Box, Custom, Heading, Note, Press, Sentence
from widgets.kit.controls import Int, Own, Value
from widgets.kit.panel import ANY, Component, Followed, Panel, Session, State
from widgets.kit.results_ruler import Kind, Row, Table, Window, ruler
from widgets.web.badges import joined
from widgets.web.phrases import modifier
from widgets.web.render_cache import cached
from widgets.web.rule_links import stacked

ROWS: Final = (-13, 22)  # of the battle table
KINDS: Final[dict[str, Kind]] = {"attacker": "low", "none": "middle", "defender": "high"}


class Fight(NamedTuple):
    """What a net modifier is worth: the chances of a retreat, and the mean losses in percent with stars left out."""

    attacker: Fraction
    none: Fraction
    defender: Fraction
    attacker_mean: Fraction
    defender_mean: Fraction


@lru_cache(maxsize=500)
def fight(rules: Ruleset, drm: int) -> Fight:
    """Return what one battle roll with its second roll is worth."""
    results = battle.dist(rules, drm)
    chances = {who: results.p(retreat=who) for who in ORDER}
    means = [
        sum((Fraction(getattr(result, side)) * chance for result, chance in results.items() if getattr(result, side) != "*"), Fraction(0))
        for side in ("attacker_loss", "defender_loss")
    ]
    return Fight(chances["attacker"], chances["none"], chances["defender"], *means)


@cache_by_language(20)
def rows_of(rules: Ruleset) -> tuple[Row, ...]:
    """Return the rows of the table as cells of the ruler."""
    table = rules.table("brt")
    found = []
    for label in table.rows.labels:
        line = table.record(label)
        if line.x is not None:
            found.append(Row(int(label), "X", modifier(line.x), "again", _("X with {n}, roll again").format(n=modifier(line.x))))
            continue
        words = _("attacker {a}, defender {d}, {who}").format(
            a=loss(line.attacker), d=loss(line.defender), who=RETREATS[line.retreat].lower()
        )
        found.append(Row(int(label), str(line.attacker), str(line.defender), KINDS[line.retreat], words))
    return tuple(found)


def landings(rules: Ruleset, drm: int) -> tuple[tuple[int, int], ...]:
    """Return the ways from each X in the window to every row that its second roll can find."""
    table, again = rules.table("brt"), rules.table("unpredictable")
    low, high = ROWS
    least, most = int(again.rows.labels[0]), int(again.rows.labels[-1])
    found = set()
    for face in D10.faces:
        row = min(max(face + drm, low), high)
        shift = table.record(row).x
        if shift is not None:
            found |= {(row, int(again.at(min(max(second + shift, least), most)))) for second in D10.faces}
    return tuple(sorted(found))


def net_of(position: Position) -> int:
    """Return the modifiers of the battle on the board as far as they are found; 0 where there is none."""
    return position.clash.drm if position.clash is not None else 0


def _practice(session: Any) -> tuple[int, int] | None:  # noqa: ANN401 - a session of any game
    """Return the modifier and the face of the practice roll for the battle, if there is one."""
    if session.fall is None or session.fall.throw.procedure is not battle_roll:
        return None
    return session.fall.throw.args[1], session.fall.faces[0]


def _act(state: State, what: str, value: str, session: Session) -> State | None:
    """Change a cell of the row that is looked at, or let all be as printed."""
    if what == "reset":
        return state.replace(edits=())
    if what in cells.COLUMNS:
        return state.replace(edits=cells.put(session.rules, state.edits, (state.row, what), value))
    return None


def _upgrade(stored: Any) -> Any:  # noqa: ANN401 - whatever a browser brings
    at, row, edits = stored
    return {"row": row, "edits": edits, **({} if at is None else {"at": at, "own": ANY})}


# -- as text -----------------------------------------------------------------------------------------------------------------------------


def rows_with_changes(printed: Ruleset, now: Ruleset) -> tuple[Row, ...]:
    """Return the rows of the table, those that the reader has changed marked as theirs."""
    return tuple(
        one
        if one == other
        else one._replace(is_yours=True, said=_("{now}, changed by you, was {before}").format(now=one.said, before=other.said))
        for one, other in zip(rows_of(now), rows_of(printed), strict=True)
    )


def _body(rules: Ruleset, state: State, practice: tuple[int, int] | None) -> Iterator[Component]:
    drm, now = state.at, cells.with_edits(rules, state.edits)
    found, before = fight(now, drm), fight(rules, drm)
    rolled = practice[1] if practice is not None and practice[0] == drm else None
    rows = rows_with_changes(rules, now)
    table = Table(rows, tuple(D10.faces), (RETREATS["attacker"].lower(), RETREATS["defender"].lower()), rolled)
    yield Custom(ruler("ruler", _("Net modifier"), table, drm, ROWS, landings(now, drm)))
    legend = _(
        "Each cell: attacker's loss over defender's, in percent. [8.3] Dotted rows: the attacker retreats. Green rows: the defender. "
        "White rows: nobody. X: roll again with the shift and land on a dot. [8.4] A star is a die of points, with a cap. [8.3-*]"
    )
    yield Note(legend, "ruler-key quiet", "legend")
    yield Press("follow", _("Take the battle on the board"), is_off=state.own is None)
    yield cells.editor(rules, state)
    view, was = retreat_view(found._asdict()), former_chances(found._asdict(), before._asdict())
    words = stacked(_sentence(drm, found, before) + _roll_text(rows, drm, rolled))
    bars: list[Component] = [Heading(_("Who gives way?")), Bars(view, "bars", was, has_heading=False), Sentence(words)]
    yield Box("ruler-below", [Box("", bars), Custom(_curve(now, rules, drm))])


def _sentence(drm: int, found: Fight, before: Fight) -> str:
    """Tell the chances and the mean losses in two sentences, with the losses as printed where they moved."""
    words = _("At {n} the chance of retreat is {d} for the defender, {a} for the attacker.").format(
        n=modifier(drm), d=spoken(found.defender), a=spoken(found.attacker)
    )
    words += " " + _("Mean loss: attacker {a} %, defender {d} %, stars left out.").format(
        a=exact(found.attacker_mean), d=exact(found.defender_mean)
    )
    if (found.attacker_mean, found.defender_mean) != (before.attacker_mean, before.defender_mean):
        words += " " + _("As printed: {a} % and {d} %.").format(a=exact(before.attacker_mean), d=exact(before.defender_mean))
    return words


def _roll_text(rows: tuple[Row, ...], drm: int, rolled: int | None) -> str:
    """Tell the row that the reader's roll finds."""
    if rolled is None:
        return ""
    row = rows[min(max(drm + rolled - rows[0].number, 0), len(rows) - 1)]
    return " " + _("Your roll of {face} finds row {row}: {said}.").format(face=rolled, row=modifier(row.number), said=row.said)


# -- at every modifier -------------------------------------------------------------------------------------------------------------------

_W, _H, _LEFT, _FOOT = 372, 190, 34, 30
_CURVE: Final = Markup(
    '<figure class="ruler-curve"><figcaption>{title}</figcaption><svg viewBox="0 0 {w} {h}" role="img" aria-label="{label}">{inside}</svg>'
    '<div class="ruler-curve-key">{key}</div></figure>'
)
_LINE: Final = Markup('<path class="curve is-{who}" d="{d}"/>')
_GRID: Final = Markup('<line class="grid" x1="{a}" x2="{b}" y1="{y}" y2="{y}"/><text x="{t}" y="{ty}">{words}</text>')
_TICK: Final = Markup('<text class="axis" x="{x}" y="{y}">{words}</text>')
_WAS: Final = Markup('<path class="curve is-was" d="{d}"/>')
_NOW: Final = Markup('<line class="now" x1="{x}" x2="{x}" y1="0" y2="{y}"/><circle class="now" cx="{x}" cy="{cy}" r="6"/>')
_NAME: Final = Markup(
    '<span class="is-{who}"><svg width="26" height="10" aria-hidden="true"><path class="curve is-{who}" d="M0 5H26"/></svg>{words}</span>'
)


@cached
def _curve(rules: Ruleset, printed: Ruleset, drm: int) -> Markup:
    """Draw three lines over all net modifiers, told apart by their strokes, where the window stands, and fine lines where they were."""
    low, high = ROWS
    every, before = ({number: fight(each, number) for number in range(low, high + 1)} for each in (rules, printed))

    def x(number: int) -> float:
        return round(_LEFT + (number - low) / (high - low) * (_W - _LEFT - 8), 1)

    def y(chance: Fraction) -> float:
        return round(8 + float(1 - chance) * (_H - _FOOT - 8), 1)

    quarters = ((Fraction(0), "0"), (Fraction(1, 4), "1/4"), (Fraction(1, 2), "1/2"), (Fraction(3, 4), "3/4"), (Fraction(1), "1"))
    parts = [_GRID.format(a=_LEFT, b=_W - 8, y=y(chance), t=_LEFT - 6, ty=y(chance) + 5, words=words) for chance, words in quarters]

    def line(fights: Mapping[int, Fight], who: str) -> str:
        return "M" + "L".join(f"{x(number)} {y(getattr(each, who))}" for number, each in fights.items())

    changed = [who for who in ORDER if any(getattr(every[number], who) != getattr(before[number], who) for number in every)]
    parts += [_WAS.format(d=line(before, who)) for who in changed]
    parts += [_LINE.format(who=who, d=line(every, who)) for who in ORDER]
    parts += [_TICK.format(x=x(number), y=_H - 8, words=modifier(number)) for number in range(low, high + 1) if number % 5 == 0]
    parts.append(_NOW.format(x=x(drm), y=_H - _FOOT, cy=y(every[drm].defender)))
    half = next((number for number, each in every.items() if each.defender > Fraction(1, 2)), None)
    label = _("Chances of a retreat by net modifier, from {low} to {high}.").format(low=modifier(low), high=modifier(high))
    if half is not None:
        label += " " + _("From {n} on the defender retreats more often than not.").format(n=modifier(half))
    key = joined(
        [
            *(_NAME.format(who=who, words=RETREATS[who]) for who in ORDER),
            *([_NAME.format(who="was", words=_("as printed"))] if changed else []),
        ]
    )
    return _CURVE.format(title=_("At every modifier"), w=_W, h=_H, label=label, inside=joined(parts), key=key)


RULER: Final = Panel(
    "ruler",
    "republic",
    N_("The battle table as a ruler"),
    _body,
    fields=(
        Window("at", N_("Net modifier"), ROWS),
        Int("row", N_("Row"), ROWS, start=cells.FIRST, slides=True, is_apart=True),
        Value("edits", (), cells.load_edits, cells.dump_edits),
        Own(what="follow"),
    ),
    act=_act,
    reads=_practice,
    follow=lambda session: Followed({"at": net_of(session.position)}),
    upgrade=_upgrade,
    kind="battle-ruler",
)

"""The bill of a battle: a row of the results table, two Forces as boxes, and what each loses, part by part, beside plain rounding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.republic.battle import Battle, battle_roll, unpredictable
from rulesdemo.games.republic.losses import HUNDRED, star_loss
from rulesdemo.games.republic.play.losses import troops_of
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures
from widgets.games.republic import names
from widgets.games.republic.lessons.battle import ENDS, loss, result
from widgets.games.republic.lessons.cost import next_battle, pieces, star_verdict
from widgets.games.republic.panels.dice_parts import ThrowRow, new_practice
from widgets.games.republic.panels.ruler import ROWS
from widgets.kit.box_row import boxes
from widgets.kit.chances import plain_view
from widgets.kit.components import Bars, Box, Controls, Custom, Note, Press, Sentence
from widgets.kit.controls import Int, Own, Value
from widgets.kit.frame import Frame
from widgets.kit.last_roll import LastRoll, Roll, throw
from widgets.kit.odds_rows import View
from widgets.kit.panel import ANY, Component, Followed, Panel, Session, State
from widgets.web.badges import joined
from widgets.web.phrases import modifier
from widgets.web.render_cache import cached

SIDES: Final = {"attacker": N_("Attacker"), "defender": N_("Defender")}
SIZES: Final = (1, 150)  # wide enough for two armies; no rule sets them
START_SIZES: Final = (46, 39)  # where no two Forces face each other

_LOSS: Final = Markup('<p class="bill-loss"><span>{word}</span> <b>{loss}</b></p>')


# -- what is counted -------------------------------------------------------------------------------------------------------------------


def half_up(percent: int, sp: int) -> int:
    """Return a percentage of a number, rounded once, halves up.

    >>> half_up(15, 24), half_up(5, 90), half_up(25, 39)
    (4, 5, 10)
    """
    return (2 * percent * sp + HUNDRED) // (2 * HUNDRED)


def plain(value: Fraction) -> str:
    """Return a share of hundredths as a decimal number.

    >>> plain(Fraction(18, 5)), plain(Fraction(39, 4)), plain(Fraction(6))
    ('3.6', '9.75', '6')
    """
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def rows_there(rules: Ruleset) -> tuple[int, ...]:
    """Return the rows that have losses of their own: all but the X rows."""
    table = rules.table("brt")
    return tuple(int(label) for label in table.rows.labels if table.record(label).x is None)


def row_of(rules: Ruleset, found: tuple[Any, ...]) -> int | None:
    """Return the first row with these losses and this retreat."""
    table = rules.table("brt")
    lines = ((row, table.record(row)) for row in rows_there(rules))
    return next((row for row, line in lines if (line.attacker, line.defender, line.retreat) == found), None)


def nearest(rules: Ruleset, row: int, step: int) -> int:
    """Return the row itself, or the next one in that direction with losses; at the end of the table the last."""
    there = rows_there(rules)
    ahead = [each for each in there if (each - row) * step >= 0]
    return (there[0] if step < 0 else there[-1]) if not ahead else min(ahead, key=lambda each: abs(each - row))


# -- the panel -------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class LossRow(Int):
    """A row of the battle table that has losses: X rows are stepped over."""

    def read(self, what: str, text: str, rules: Ruleset, state: State) -> int:
        """Return the next row with losses, in the direction that the reader goes."""
        number = Int(self.name, self.label, self.limits).read(what, text, rules, state)
        return nearest(rules, number, 1 if number > getattr(state, self.name) else -1)

    def fit(self, value: int, rules: Ruleset, state: State) -> int:  # noqa: ARG002 - as every field is asked
        """Return the row, or the next with losses."""
        return nearest(rules, value, 1)


def _losses(rules: Ruleset, row: int) -> Battle:
    line = rules.table("brt").record(row)
    return Battle(line.attacker, line.defender, line.retreat)


def _basis(rules: Ruleset, state: State) -> tuple[Any, ...]:
    """Return what the die of a star was thrown for; once any of it changes, the dice are taken up."""
    return rules, state.row, *(getattr(state, f"{side}.sp") for side in SIDES)


def _of_board(session: Any) -> Followed:  # noqa: ANN401 - a session of any game
    """Return the strength of both sides of the battle on the board, or of the one that may be next."""
    position, sizes = session.position, START_SIZES
    clash = position.clash or next_battle(position, session.selected)
    if clash is not None:
        ours, theirs = (sum(troops_of(position, each)) for each in clash.forces)
        sizes = ours, theirs
    return Followed({f"{side}.sp": sp for side, sp in zip(SIDES, sizes, strict=True)})


def _notice(state: State, session: Any) -> State:  # noqa: ANN401 - a session of any game
    """Show the battle, or the star, that was practised on the board."""
    clash = session.position.clash
    state, found = new_practice(state, session)
    if found is None or clash is None:
        return state
    outcome = (session.practice or session.fallen).throw.outcome
    if found.procedure in (battle_roll, unpredictable) and outcome.retreat is not None:
        row = row_of(session.rules, tuple(outcome)[:3])
        state = state.replace(**_of_board(session).values, own="", row=state.row if row is None else row)
        return state.replace(**{f"{side}.star": None for side in SIDES})
    if found.procedure is star_loss and isinstance(clash.result, Battle) and state.own is not None:
        stars = [side for side, word in zip(SIDES, clash.result, strict=False) if word == "*" and getattr(state, f"{side}.star") is None]
        return state.replace(
            **{f"{side}.star": Roll(_basis(session.rules, state), (session.practice or session.fallen).faces) for side in stars[:1]}
        )
    return state


def _act(state: State, what: str, _value: str, session: Session) -> State | None:
    """Throw for the star of a side."""
    side, _dot, name = what.partition(".")
    if name != "roll" or side not in SIDES or getattr(_losses(session.rules, state.row), f"{side}_loss") != "*":
        return None
    faces = throw(star_loss, session, (session.rules, getattr(state, f"{side}.sp")))
    return state.replace(**{f"{side}.star": Roll(_basis(session.rules, state), faces)})


def _upgrade(stored: Any) -> Any:  # noqa: ANN401 - whatever a browser brings
    row, own = stored
    if own is None:
        return {"row": row}
    ours, theirs = own
    return {"row": row, "attacker.sp": ours, "defender.sp": theirs, "own": ANY}


# -- as text ---------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    found = _losses(rules, state.row)
    follow = Press("follow", _("Take the Forces on the board"), is_off=state.own is None)
    yield Box("panel-controls", [Controls(rules, state, ("row",), kind=""), follow])
    words = _("Row {row} of the battle table. {result} {end} [8.3]")
    yield Sentence(words.format(row=modifier(state.row), result=result(found), end=ENDS[found.retreat]), kind="bill-said")
    yield Box("bill-sides", [_side(rules, state, side, word) for side, word in zip(SIDES, found, strict=False)])


def _side(rules: Ruleset, state: State, side: str, word: int | str) -> Frame:
    sp = getattr(state, f"{side}.sp")
    head: list[Component] = [Controls(rules, state, (f"{side}.sp",), kind=""), Custom(_LOSS.format(word=_("loses"), loss=loss(word)))]
    more: list[Component] = []
    if isinstance(word, int):
        found = pieces(rules, word, sp)
        rows, words = joined(boxes(str(points), points, lost) for points, lost in found), sum_text(word, sp, found)
    else:
        rows, words, more = _star(rules, side, sp, getattr(state, f"{side}.star"))
    parts: list[Component] = [Box("bill-head", head), Box("bill-boxes", [Custom(rows)]), Note(words, "bill-sum", side), *more]
    return Frame(f"bill-side is-{side}", SIDES[side], parts)


def _star(rules: Ruleset, side: str, sp: int, roll: Roll | None) -> tuple[Markup, str, list[Component]]:
    """Return the boxes of a side with a star, how they are counted, and its die."""
    percent = rules.table("star_loss").at("cap_percent")
    cap = sp * int(percent) // HUNDRED
    lost, most, verdict = 0, cap, _("Not thrown yet.")
    if roll is not None:
        value = replay(star_loss, roll.faces, rules, sp).value
        lost = most = value.lost
        verdict = star_verdict(Throw(star_loss, (rules, sp), value), roll.faces)
    words = _("A die of points, but at most {percent} % of {sp}, rounded down: {most}. [8.3-*]")
    words = words.format(percent=percent, sp=sp, most=cap)
    press = Press(f"{side}.roll", _("Throw for the star"), id=f"{side}-roll")
    more: list[Component] = [ThrowRow(press, "", verdict, key=f"{side}-star"), Box("odds", [Bars(star_view(rules, sp), f"{side}-odds")])]
    return boxes(str(sp), sp, lost, most), words, more


def sum_text(percent: int, sp: int, found: tuple[tuple[int, int], ...]) -> str:
    """Tell the sum of the parts, what the percentage is exactly, and what rounding once would make of it."""
    if not percent:
        return _("0 % costs nothing. [8.34]")
    lost = sum(each for _points, each in found)
    parts = " + ".join(str(each) for _points, each in found)
    total = f"{parts} = {lost}" if len(found) > 1 else str(lost)
    once, share = half_up(percent, sp), plain(Fraction(percent * sp, HUNDRED))
    form = _("By the table {total}. [8.34] [R28] {percent} % of {sp} is {share}; rounded once, halves up, {once}.")
    words = form.format(total=total, percent=percent, sp=sp, share=local_figures(share), once=once)
    if lost == once:
        return words
    more = _("The table takes {n} more.") if lost > once else _("The table takes {n} less.")
    return f"{words} {more.format(n=abs(lost - once))}"


@cached
def star_view(rules: Ruleset, sp: int) -> View:
    """Return what a star costs a Force."""
    chances = sorted((lost.lost, Fraction(chance)) for lost, chance in star_loss.dist(rules, sp).items())
    return plain_view(((names.strength(n), chance) for n, chance in chances), _("What the star costs"))


BILL: Final = Panel(
    "bill",
    "republic",
    N_("Two Forces and one row"),
    _body,
    fields=(
        LossRow("row", N_("Row of the battle table"), ROWS, start=10, slides=True, is_apart=True),
        *(
            Int(f"{side}.sp", N_("Strength points"), SIZES, start, slides=True, is_apart=True)
            for side, start in zip(SIDES, START_SIZES, strict=True)
        ),
        *(LastRoll(f"{side}.star", basis=_basis) for side in SIDES),
        Value("practice", "", is_stored=False),
        Own(what="follow"),
    ),
    act=_act,
    follow=_of_board,
    notice=_notice,
    upgrade=_upgrade,
)

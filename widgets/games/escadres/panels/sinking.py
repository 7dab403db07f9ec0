"""How long a ship without power floats: her hull boxes, the faces that leak, and the exact chance to have sunk by every turn.

The ship is the one on the board, until the reader makes another.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.escadres.hulks import afloat, hull, leak, leak_faces
from rulesdemo.games.escadres.play.closing import faces_of
from rulesdemo.games.escadres.play.state import Position
from rulesdemo.odds.dice import D6
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures, ngettext
from widgets.kit.answer_mark import answer_mark
from widgets.kit.bars import fraction, rounded
from widgets.kit.components import Box, Boxes, Controls, Custom, Facts, Figure, Note, Press, Sentence
from widgets.kit.controls import Choice, Int, Own, Value
from widgets.kit.panel import ANY, Component, Followed, Panel, State
from widgets.web.badges import die, joined

MOST_POWER: Final = 12
MOST_TURNS: Final = 60
WIDE: Final = 600  # units of the drawing
HIGH: Final = 200
TOP: Final = 18
BELOW: Final = 26

_DICE: Final = Markup('<div class="sinking-dice" role="img" aria-label="{label}">{dice}</div>')
_FACE: Final = Markup('<span class="{kind}">{die}<span aria-hidden="true">{word}</span></span>')
_CHANCE: Final = Markup('<span class="chance">{}<span class="percent">{}</span></span>')
# Lines are stretched to the width of the page, words and the point are not: so they stand in two drawings, one inside the other.
_CHART: Final = Markup(
    '<svg class="sinking-curve" width="100%" height="{tall}" role="img" aria-label="{label}">'
    '<svg x="0" y="{top}" width="100%" height="{high}" viewBox="0 0 {wide} {high}" preserveAspectRatio="none">'
    '<path d="{grid}" class="grid"/>{others}<path d="{area}" class="hill"/><path d="{line}" class="step"/></svg>{words}</svg>'
)
_OTHER: Final = Markup('<path d="{line}" class="other"/>')
_WORD: Final = Markup('<text x="{x}%" y="{y}" text-anchor="{anchor}" class="{kind}">{words}</text>')
_POINT: Final = Markup('<line x1="{x}%" x2="{x}%" y1="{low}" y2="{y}" class="point"/><circle cx="{x}%" cy="{y}" r="5" class="point"/>')


def _faces(rules: Ruleset, weak: int, storm: int) -> int:
    """Return how many faces leak, of a ship that is small or badly trained or is not, in a storm or in moderate weather."""
    small = int(rules.table("leak").at("small_ship_guns"))
    return int(settled(leak_faces, rules, small if weak else small + 1, 0, bool(storm)).faces)


@lru_cache(maxsize=200)
def sunk_by(rules: Ruleset, left: int, faces: int, turns: int) -> tuple[Fraction, ...]:
    """Return the chance to have sunk within no turn, one turn, and so on."""
    return tuple(Fraction(leak.dist(rules, left, n, faces).p(hull=0)) for n in range(turns + 1))


# -- the ship on the board -------------------------------------------------------------------------------------------------------------


def _on_board(position: Position) -> tuple[str, dict[str, Any]]:
    """Return the first ship without power on the board, by name and fields; without one, an ordinary ship of power 9."""
    for ship in position.there:
        if ship.hull is not None and ship.power_initial <= MOST_POWER:
            storm = int(position.scenario.storm)
            weak = int(faces_of(position, ship) > _faces(position.rules, 0, storm))
            return ship.name, {"power": ship.power_initial, "weak": weak, "storm": storm, "left": ship.hull}
    return "", {"power": 9, "weak": 0, "storm": 0, "left": None}


def _settle(_rules: Ruleset, state: State) -> State:
    return state if state.own is None else state.replace(left=None)


def _upgrade(stored: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever a browser brings
    if stored["own"] is None:
        return {"turns": stored["turns"]}
    power, weak, storm = stored["own"]
    return {"power": power, "weak": int(weak), "storm": int(storm), "turns": stored["turns"], "own": ANY}


# -- words and drawings ----------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, name: str) -> Iterator[Component]:
    side: list[Component] = [
        Sentence(_who(state, name), kind="sinking-who"),
        Controls(rules, state, ("power", "weak", "storm"), ""),
        Press("board", _("As on the board"), is_off=state.own is None),
    ]
    yield Box("sinking-parts", [Box("sinking-side", side), Box("sinking-main", list(_story(rules, state)))])


def _who(state: State, name: str) -> str:
    if state.own is not None:
        return _("A ship of your own.")
    return _("{ship} as she is on the board now.").format(ship=name) if name else _("No ship without power is left on the board.")


def _story(rules: Ruleset, state: State) -> Iterator[Component]:
    whole, faces = int(settled(hull, rules, state.power).hull), _faces(rules, state.weak, state.storm)
    left = whole if state.left is None else state.left
    least = max(D6.faces) - faces + 1
    on = _("{need} or more").format(need=least) if faces > 1 else str(least)
    dice = _DICE.format(
        label=_("The die leaks on {on}.").format(on=on), dice=joined(_face(each, is_leak=each >= least) for each in D6.faces)
    )
    yield Box("sinking-ship", [Boxes(_("Hull"), left, whole), Custom(dice)])
    words = _("Half the initial power, rounded up [E-HULL-1]; one die each turn, and {on} costs a point. [E-LEAK-1]")
    yield Note(words.format(on=on), "sinking-faces", "rule")
    times, chance = settled(afloat, rules, left, faces), sunk_by(rules, left, faces, MOST_TURNS)[state.turns]
    within = ngettext("Sunk within {n} turn", "Sunk within {n} turns", state.turns).format(n=state.turns)
    sums = {
        _("Mean"): ngettext("{n} turn", "{n} turns", times.mean).format(n=times.mean),
        _("Median"): ngettext("{n} turn", "{n} turns", times.median).format(n=times.median),
        within: _CHANCE.format(fraction(chance, "sinking-within"), rounded(chance)),
    }
    yield Facts(sums, "sinking-sums")
    yield Controls(rules, state, ("turns",), "")
    caption = _("The chance to have sunk by each turn, with water alone at work. [E-LEAK-1] [E-LEAK-2]")
    one, other = map(_band, _others(faces))
    legend = _("Solid: a leak on {this}. Dashed: the same hull with a leak on {one} or on {other}.")
    key = Note(legend.format(this=_band(faces), one=one, other=other), "sinking-key")
    yield Figure(caption, [Custom(_chart(rules, left, faces, state.turns)), key], "sinking-figure", "caption")


def _others(faces: int) -> list[int]:
    return [each for each in (1, 2, 3) if each != faces]


def _band(faces: int) -> str:
    """Return the faces that leak.

    >>> _band(1), _band(3)
    ('6', '4–6')
    """
    high = max(D6.faces)
    return str(high) if faces == 1 else f"{high - faces + 1}–{high}"


def _face(face: int, *, is_leak: bool) -> Markup:
    return _FACE.format(kind="leaks" if is_leak else "holds", die=die(face, pips=True), word=_("leak") if is_leak else "")


def _steps(chances: tuple[Fraction, ...], span: int) -> str:
    step = WIDE / span
    return f"M0 {HIGH}" + "".join(f"V{HIGH * (1 - float(chance)):.2f}H{step * (n + 1):.2f}" for n, chance in enumerate(chances[:span]))


def _chart(rules: Ruleset, left: int, faces: int, turns: int) -> Markup:
    span = min(MOST_TURNS, 2 * len(D6.faces) * left)  # twice the longest mean, as long as there is room
    curve = {each: sunk_by(rules, left, each, MOST_TURNS) for each in (1, 2, 3)}
    own, line = curve[faces], _steps(curve[faces], span)
    every = max(1, span // 6)
    list_text = ", ".join(f"{n}: {rounded(own[n])}" for n in range(0, span, every))
    words = [_word("0.5", HIGH * part / 4 - 5, local_figures(f"{100 - 25 * part} %"), "start") for part in range(4)]
    words += [_word(_across(n, span), HIGH + 20, str(n)) for n in range(every, span, every)]
    words += [_name(curve[each], span, each) for each in _others(faces)]
    if turns < span:
        words.append(_POINT.format(x=_across(turns, span), y=f"{TOP + _height(own[turns]):.1f}", low=TOP + HIGH))
    return _CHART.format(
        tall=TOP + HIGH + BELOW,
        top=TOP,
        high=HIGH,
        wide=WIDE,
        label=_("Sunk by turn. {list}").format(list=list_text),
        grid="".join(f"M0 {HIGH * part // 4}H{WIDE}" for part in range(5)),
        others=joined(_OTHER.format(line=_steps(curve[each], span)) for each in _others(faces)),
        area=f"{line}V{HIGH}Z",
        line=line,
        words=joined(words),
    )


def _height(chance: Fraction) -> float:
    return HIGH * (1 - float(chance))


def _across(turn: int, span: int) -> str:
    """Return the middle of a turn's step, as a share of the width."""
    return f"{100 * (turn + 0.5) / span:.2f}"


def _word(x: str, y: float, words: str, anchor: str = "middle", kind: str = "turn") -> Markup:
    return _WORD.format(x=x, y=f"{TOP + y:.1f}", words=words, anchor=anchor, kind=kind)


def _name(chances: tuple[Fraction, ...], span: int, faces: int) -> Markup:
    """Draw the name of a curve of other faces, where it has come half-way up or ends."""
    half = next((n for n, chance in enumerate(chances[:span]) if chance >= Fraction(1, 2)), span - 1)
    return _word(_across(half, span), _height(chances[half]), _band(faces), kind="band")


SINKING: Final = Panel(
    "sinking",
    "escadres",
    N_("How long she floats"),
    _body,
    fields=(
        Int("power", N_("Initial power"), (1, MOST_POWER), start=9, is_apart=True),
        Choice("weak", N_("Small, or badly trained"), {0: N_("no"), 1: N_("yes")}, is_apart=True),
        Choice("storm", N_("Weather"), {0: N_("moderate"), 1: N_("storm")}, is_apart=True),
        Int("turns", N_("Turns"), (1, MOST_TURNS), start=5, is_apart=True),
        Value("left", None, is_stored=False),
        Own(),
    ),
    reads=lambda session: _on_board(session.position)[0],
    follow=lambda session: Followed(_on_board(session.position)[1]),
    settle=_settle,
    upgrade=_upgrade,
    mark=answer_mark("escadres.leak", hull=1, turns=1, faces=lambda rules, state: _faces(rules, state.weak, state.storm)),
)

"""How long a ship without power floats: her hull boxes, the faces that leak, and the exact chance to have sunk by every turn.

The ship is the one on the board, until the reader makes one of his own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.escadres.hulks import afloat, hull, leak, leak_faces
from rulesdemo.games.escadres.play.closing import faces_of
from rulesdemo.games.escadres.play.state import Position
from rulesdemo.odds.dice import D6
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.kit.bars import fraction, rounded
from widgets.kit.box_row import boxes
from widgets.kit.radio_row import picked, radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import die, joined, mark
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

MOST_POWER: Final = 12
MOST_TURNS: Final = 60
WIDE: Final = 600  # units of the drawing
HIGH: Final = 200
TOP: Final = 18
BELOW: Final = 26

_PANEL: Final = Markup(
    '<section class="sinking" aria-labelledby="sinking-title"><div class="odds-head"><h3 id="sinking-title">{title}</h3>{mark}</div>'
    '<div class="sinking-parts"><div class="sinking-side">{controls}</div><div class="sinking-main">{told}</div></div></section>'
)
_CONTROLS: Final = Markup(
    '<p class="sinking-who" role="status">{who}</p>{power}{weak}{storm}'
    '<button type="button" id="sinking-board" data-do="extra" data-name="sinking:board" data-by=""{off}>{again}</button>'
)
_TOLD: Final = Markup(
    '<div class="sinking-ship">{boxes}<div class="sinking-dice" role="img" aria-label="{faces}">{dice}</div></div>'
    '<div class="sinking-faces">{rule}</div><dl class="sinking-sums">{sums}</dl>{turns}'
    '<figure class="sinking-figure"><figcaption>{caption}</figcaption>{chart}<p class="sinking-key">{legend}</p></figure>'
)
_FACE: Final = Markup('<span class="{kind}">{die}<span aria-hidden="true">{word}</span></span>')
_SUM: Final = Markup("<div><dt>{name}</dt><dd>{value}</dd></div>")
# Lines are stretched to the width of the page, words and the point are not: so they stand in two drawings, one inside the other.
_CHART: Final = Markup(
    '<svg class="sinking-curve" width="100%" height="{tall}" role="img" aria-label="{label}">'
    '<svg x="0" y="{top}" width="100%" height="{high}" viewBox="0 0 {wide} {high}" preserveAspectRatio="none">'
    '<path d="{grid}" class="grid"/>{others}<path d="{area}" class="hill"/><path d="{line}" class="step"/></svg>{words}</svg>'
)
_OTHER: Final = Markup('<path d="{line}" class="other"/>')
_WORD: Final = Markup('<text x="{x}%" y="{y}" text-anchor="{anchor}" class="{kind}">{words}</text>')
_POINT: Final = Markup('<line x1="{x}%" x2="{x}%" y1="{low}" y2="{y}" class="point"/><circle cx="{x}%" cy="{y}" r="5" class="point"/>')
_OFF: Final = Markup(" disabled")


class Hulk(NamedTuple):
    """A ship without power: what she started with, whether she is small or badly trained, and the weather."""

    power: int
    is_weak: bool
    is_storm: bool


class Leaking(NamedTuple):
    """Hull points, how many of them are left, and how many faces leak."""

    hull: int
    left: int
    faces: int


@dataclass(slots=True)
class Sinking:
    """The ship that is asked about, None for the one on the board, and how many turns on."""

    own: Hulk | None = None
    turns: int = 6
    key: str = field(default="sinking", init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        name, hulk, left = self._asked(desk)
        whole = settled(hull, desk.rules, hulk.power).hull
        leaking = Leaking(whole, whole if left is None else left, _faces(desk.rules, hulk))
        return _PANEL.format(
            title=_("How long she floats"),
            mark=mark(_provenance(desk.rules, leaking.faces)),
            controls=self._controls(name, hulk),
            told=_told(desk.rules, leaking, self.turns),
        )

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another ship, another weather, another turn; or the ship on the board again."""
        _name, hulk, _left = self._asked(desk)
        if what == "board":
            self.own = None
        elif what == "weak":
            self.own = hulk._replace(is_weak=bool(picked(value, _ships())))
        elif what == "storm":
            self.own = hulk._replace(is_storm=bool(picked(value, _weathers())))
        elif what == "power" and value in ("1", "-1"):
            self.own = hulk._replace(power=max(1, min(MOST_POWER, hulk.power + int(value))))
        elif what == "turns" and value in ("1", "-1"):
            self.turns = max(1, min(MOST_TURNS, self.turns + int(value)))
        else:
            raise unknown(what)

    def kept(self) -> dict[str, Any]:
        """The ship and the turns."""
        return {"turns": self.turns, "own": None if self.own is None else list(self.own)}

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand as it was kept, where there can be such a ship."""
        if not isinstance(kept, dict) or type(kept.get("turns")) is not int or not 1 <= kept["turns"] <= MOST_TURNS:
            return
        own = kept.get("own")
        if own is None:
            self.turns, self.own = kept["turns"], None
        elif isinstance(own, list) and [type(each) for each in own] == [int, bool, bool] and 1 <= own[0] <= MOST_POWER:
            self.turns, self.own = kept["turns"], Hulk(*own)

    def _asked(self, desk: Desk) -> tuple[str, Hulk, int | None]:
        """Her name, the ship, and the hull points that she has left where she is on the board."""
        if self.own is not None:
            return "", self.own, None
        position: Position = desk.position
        for ship in position.there:
            if ship.hull is not None and ship.power_initial <= MOST_POWER:
                usual = Hulk(ship.power_initial, is_weak=False, is_storm=position.scenario.storm)
                is_weak = faces_of(position, ship) > _faces(desk.rules, usual)
                return ship.name, usual._replace(is_weak=is_weak), ship.hull
        return "", Hulk(9, is_weak=False, is_storm=False), None

    def _controls(self, name: str, hulk: Hulk) -> Markup:
        if name:
            who = _("{ship} as she is on the board now.").format(ship=name)
        else:
            who = _("A ship of your own.") if self.own is not None else _("No ship without power is left on the board.")
        return _CONTROLS.format(
            who=who,
            power=stepper(self.key, "power", _("Initial power"), hulk.power, (1, MOST_POWER)),
            weak=radio_row(self.key, "weak", _("Small, or badly trained"), _ships(), int(hulk.is_weak)),
            storm=radio_row(self.key, "storm", _("Weather"), _weathers(), int(hulk.is_storm)),
            off=_OFF if self.own is None else "",
            again=_("As on the board"),
        )


def _ships() -> dict[int, str]:
    return {0: _("no"), 1: _("yes")}


def _weathers() -> dict[int, str]:
    return {0: _("moderate"), 1: _("storm")}


def _faces(rules: Ruleset, hulk: Hulk) -> int:
    """How many faces leak."""
    small = int(rules.table("leak").at("small_ship_guns"))
    return int(settled(leak_faces, rules, small if hulk.is_weak else small + 1, 0, hulk.is_storm).faces)


@cached
def _provenance(rules: Ruleset, faces: int) -> str:
    return find("escadres.leak").asked({"hull": 1, "turns": 1, "faces": faces}, rules).provenance


@lru_cache(maxsize=200)
def sunk_by(rules: Ruleset, left: int, faces: int, turns: int) -> tuple[Fraction, ...]:
    """The chance to have sunk within no turn, one turn, and so on."""
    return tuple(Fraction(leak.dist(rules, left, n, faces).p(hull=0)) for n in range(turns + 1))


# -- words and drawings ----------------------------------------------------------------------------------------------------------------


@cached
def _told(rules: Ruleset, leaking: Leaking, turns: int) -> Markup:
    whole, left, faces = leaking
    times = settled(afloat, rules, left, faces)
    chances = sunk_by(rules, left, faces, MOST_TURNS)
    least = max(D6.faces) - faces + 1
    on = _("{need} or more").format(need=least) if faces > 1 else str(least)
    within = ngettext("Sunk within {n} turn", "Sunk within {n} turns", turns).format(n=turns)
    caption = _("The chance to have sunk by each turn, with water alone at work. [E-LEAK-1] [E-LEAK-2]")
    return _TOLD.format(
        boxes=boxes(_("Hull"), left, initial=whole),
        faces=_("The die leaks on {on}.").format(on=on),
        dice=joined(_face(each, is_leak=each >= least) for each in D6.faces),
        rule=cited(
            "escadres",
            _("Half the initial power, rounded up [E-HULL-1]; one die each turn, and {on} costs a point. [E-LEAK-1]").format(on=on),
            "sinking-rule",
        ),
        sums=joined(
            (
                _SUM.format(name=_("Mean"), value=ngettext("{n} turn", "{n} turns", times.mean).format(n=times.mean)),
                _SUM.format(name=_("Median"), value=ngettext("{n} turn", "{n} turns", times.median).format(n=times.median)),
                _SUM.format(
                    name=within,
                    value=Markup('<span class="chance">{}<span class="percent">{}</span></span>').format(
                        fraction(chances[turns], "sinking-within"), rounded(chances[turns])
                    ),
                ),
            )
        ),
        turns=stepper("sinking", "turns", _("Turns"), turns, (1, MOST_TURNS)),
        caption=cited("escadres", caption, "sinking-caption"),
        chart=_chart(rules, leaking, turns),
        legend=_("Solid: a leak on {this}. Dashed: the same hull with a leak on {others}.").format(
            this=_band(faces), others=_(" or on ").join(_band(each) for each in _others(faces))
        ),
    )


def _others(faces: int) -> list[int]:
    return [each for each in (1, 2, 3) if each != faces]


def _band(faces: int) -> str:
    """The faces that leak.

    >>> _band(1), _band(3)
    ('6', '4–6')
    """
    high = max(D6.faces)
    return str(high) if faces == 1 else f"{high - faces + 1}–{high}"


def _face(face: int, *, is_leak: bool) -> Markup:
    return _FACE.format(kind="leaks" if is_leak else "holds", die=die(face, pips=True), word=_("leak") if is_leak else "")


def _span(leaking: Leaking) -> int:
    """How many turns the drawing shows: twice the longest mean of a hull so large, as long as it has room."""
    return min(MOST_TURNS, 2 * len(D6.faces) * leaking.left)


def _steps(chances: tuple[Fraction, ...], span: int) -> str:
    step = WIDE / span
    return f"M0 {HIGH}" + "".join(f"V{HIGH * (1 - float(chance)):.2f}H{step * (n + 1):.2f}" for n, chance in enumerate(chances[:span]))


def _chart(rules: Ruleset, leaking: Leaking, turns: int) -> Markup:
    span = _span(leaking)
    curve = {faces: sunk_by(rules, leaking.left, faces, MOST_TURNS) for faces in (1, 2, 3)}
    line = _steps(curve[leaking.faces], span)
    every = max(1, span // 6)
    said = ", ".join(f"{n}: {rounded(curve[leaking.faces][n])}" for n in range(0, span, every))
    words = [_word("0.5", HIGH * part / 4 - 5, f"{100 - 25 * part} %", "start") for part in range(4)]
    words += [_word(_across(n, span), HIGH + 20, str(n)) for n in range(every, span, every)]
    words += [_name(curve[faces], span, faces) for faces in _others(leaking.faces)]
    if turns < span:
        words.append(_POINT.format(x=_across(turns, span), y=f"{TOP + _height(curve[leaking.faces][turns]):.1f}", low=TOP + HIGH))
    return _CHART.format(
        tall=TOP + HIGH + BELOW,
        top=TOP,
        high=HIGH,
        wide=WIDE,
        label=_("Sunk by turn. {list}").format(list=said),
        grid="".join(f"M0 {HIGH * part // 4}H{WIDE}" for part in range(5)),
        others=joined(_OTHER.format(line=_steps(curve[faces], span)) for faces in _others(leaking.faces)),
        area=f"{line}V{HIGH}Z",
        line=line,
        words=joined(words),
    )


def _height(chance: Fraction) -> float:
    return HIGH * (1 - float(chance))


def _across(turn: int, span: int) -> str:
    """The middle of a turn's step, as a share of the width."""
    return f"{100 * (turn + 0.5) / span:.2f}"


def _word(x: str, y: float, words: str, anchor: str = "middle", kind: str = "turn") -> Markup:
    return _WORD.format(x=x, y=f"{TOP + y:.1f}", words=words, anchor=anchor, kind=kind)


def _name(chances: tuple[Fraction, ...], span: int, faces: int) -> Markup:
    """The name of a curve of other faces, where it has come half-way up or ends."""
    half = next((n for n, chance in enumerate(chances[:span]) if chance >= Fraction(1, 2)), span - 1)
    return _word(_across(half, span), _height(chances[half]), _band(faces), kind="band")

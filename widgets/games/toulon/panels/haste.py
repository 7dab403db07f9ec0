"""An odds ratio of one's own: the column it is fought on, what the entry costs, and which faces the defender can make of the die."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.toulon.hasty import Hasty, hasty, hasty_reach
from rulesdemo.games.toulon.operations import entry_cost
from rulesdemo.games.toulon.play.supplied import demo
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.toulon import names
from widgets.kit.bars import fraction, spoken
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited, stacked

GAME: Final = "toulon"
KEY: Final = "ratio"
STRENGTHS: Final = (1, 20)
FACES: Final = range(1, 7)
STEPS: Final = range(-5, 5)  # the ratios that the ruler has, in steps from even odds: 1:6 to 5:1
PACES: Final = {"no": N_("at the full cost"), "yes": N_("in haste")}
SUPPLIES: Final = {"in": N_("in war supply"), "out": N_("out of it, with 6.4")}


class Try(NamedTuple):
    """A pair of strengths to begin with."""

    words: str
    attack: int
    defence: int
    pace: str


TRIES: Final = {
    "printed": Try(N_("4 against 15, in haste"), 4, 15, "yes"),
    "even": Try(N_("7 against 3, in haste"), 7, 3, "yes"),
    "edge": Try(N_("4 against 8"), 4, 8, "no"),
    "past": Try(N_("4 against 9"), 4, 9, "no"),
}

_PANEL: Final = Markup(
    '<section class="ratio" aria-labelledby="ratio-title"><h3 id="ratio-title">{title}</h3><div class="ratio-set">{controls}</div>'
    '<ol class="ratio-ruler" role="list" aria-label="{label}">{cells}</ol><div class="quiet">{key}</div>'
    '<div class="ratio-told" role="status">{told}</div>'
    '<div class="ratio-row" role="group" aria-labelledby="ratio-tries"><span id="ratio-tries">{tries}</span>{buttons}</div>'
    "{faces}</section>"
)
_MARK: Final = Markup('<svg viewBox="0 0 26 26" width="26" height="26" aria-hidden="true">{}</svg>')
_SHAPES: Final = {
    "ratio": Markup('<circle cx="13" cy="13" r="7" class="hollow"/>'),
    "column": Markup('<circle cx="13" cy="13" r="9" class="full"/>'),
    "both": Markup('<circle cx="13" cy="13" r="9" class="full"/><circle cx="13" cy="13" r="4" class="eye"/>'),
    "left": Markup('<path d="M24 13H5M11 7 5 13 11 19" class="arrow"/>'),
    "right": Markup('<path d="M2 13H21M15 7 21 13 15 19" class="arrow"/>'),
    "": Markup(""),
}
_CELL: Final = Markup('<li class="{kind}"><b>{name}</b>{mark}<span class="sr">{said}</span></li>')
_TRY: Final = Markup(
    '<button type="button" id="ratio-try-{by}" data-do="extra" data-name="ratio:try" data-by="{by}" aria-pressed="{on}">{words}</button>'
)
_FACES: Final = Markup(
    '<div class="ratio-faces"><h4>{title}</h4><div class="table-scroll" tabindex="0" role="region" aria-label="{label}">'
    '<table><caption class="sr">{label}</caption><thead><tr><th scope="col">{corner}</th>{heads}</tr></thead>'
    "<tbody>{rows}</tbody><tfoot>{feet}</tfoot></table></div>"
    '{pick}<div class="ratio-told is-face" role="status">{told}</div></div>'
)
_HEAD: Final = Markup('<th scope="col"{lit}>{face}</th>')
_ROW: Final = Markup('<tr><th scope="row">{head}</th>{cells}</tr>')
_FACE: Final = Markup('<td class="{kind}{lit}"><span aria-hidden="true">{sign}</span><span class="sr">{said}</span></td>')
_FOOT: Final = Markup('<td class="foot{lit}">{words}</td>')
_LIT: Final = " lit"


def odds_for(rules: Ruleset, attack: int, defence: int, pace: str) -> Hasty:
    """What the rule says of these strengths."""
    found: Hasty = settled(hasty, rules, attack, defence, pace == "yes")
    return found


def price(rules: Ruleset, pace: str, supply: str) -> int:
    """What the entry costs."""
    return int(settled(entry_cost, rules, pace == "yes", supply == "out").op)


def step_of(ratio: str) -> int:
    """A written ratio in steps from even odds.

    >>> step_of("1:4"), step_of("1:1"), step_of("3:1")
    (-3, 0, 2)
    """
    ours, theirs = map(int, ratio.split(":"))
    return ours - theirs


def on_ruler(ratio: str) -> int:
    """The place of a ratio on the ruler, whose ends stand for all that is past them.

    >>> on_ruler("1:20"), on_ruler("2:1")
    (-5, 1)
    """
    return min(max(step_of(ratio), STEPS[0]), STEPS[-1])


@cached
def chances(rules: Ruleset, adjust: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """For each face the chance that the defender can make it of the die, and that he can keep the die from it."""
    entry = find("toulon.hasty_reach")
    found = [entry.asked({"adjust": adjust, "face": face}, rules).dist for face in FACES]
    return tuple((dist.p(reached=True), dist.p(avoided=True)) for dist in found)


def told(rules: Ruleset, attack: int, defence: int, pace: str, supply: str) -> str:
    """The ratio, the column and why, the hand on the die, and the cost."""
    found = odds_for(rules, attack, defence, pace)
    is_even = not max(attack, defence) % min(attack, defence)
    first = _("{a} against {d} is {ratio} [6.3].") if is_even else _("{a} against {d} is {ratio}, rounded against the attacker [T26].")
    words = [first.format(a=attack, d=defence, ratio=found.ratio)]
    if step_of(found.ratio) < step_of(found.column):
        words.append(_("Nothing is worse than column {column} [T7].").format(column=found.column))
    elif pace == "yes" and found.column == found.ratio:
        words.append(_("It is the worst column already, and haste does not shift past it [T27]."))
    elif pace == "yes":
        words.append(_("Haste shifts it one to the left, to {column} [6.3].").format(column=found.column))
    if found.adjust_max:
        words.append(_("After the roll the defender may add or take up to {n} on the die [6.3].").format(n=found.adjust_max))
    else:
        words.append(_("The defender has no hand in the die [6.3]."))
    rule = "[6.3]" if supply == "in" else "[6.4] [T22]"
    words.append(_("To go in costs {op} {rule}.").format(op=names.op(price(rules, pace, supply)), rule=rule))
    if supply == "out":
        words.append(_("A leader must be where the force starts [6.4]."))
    return " ".join(words)


@dataclass(slots=True)
class Ratio:
    """The panel: two strengths, the pace, the supply, and the face that the defender would like."""

    attack: int = 4
    defence: int = 9
    pace: str = "yes"
    supply: str = "in"
    face: int = 1
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.attack, self.defence, (self.pace, self.supply), self.face)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - the board is not touched
        """Change a strength, the pace, the supply or the face, or begin with a pair of strengths."""
        number = int(value) if value.removeprefix("-").isdecimal() and len(value) < 4 else None  # noqa: PLR2004 - no number here is so long
        name, _dot, at = what.partition(".")
        if name in ("attack", "defence") and number is not None and at in ("", "at") and (at or number in (-1, 1)):
            wanted = number if at else getattr(self, name) + number
            setattr(self, name, min(max(wanted, STRENGTHS[0]), STRENGTHS[1]))
        elif what == "pace" and value in PACES:
            self.pace = value
        elif what == "supply" and value in SUPPLIES:
            self.supply = value
        elif what == "face" and number is not None and number in FACES:
            self.face = number
        elif what == "try" and value in TRIES:
            _words, self.attack, self.defence, self.pace = TRIES[value]
        else:
            raise unknown(f"{what} {value}")

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """All of it."""
        return [self.attack, self.defence, self.pace, self.supply, self.face]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand again as it was kept."""
        match kept:
            case [int(attack), int(defence), str(pace), str(supply), int(face)]:
                strong = all(STRENGTHS[0] <= each <= STRENGTHS[1] for each in (attack, defence))
                if strong and pace in PACES and supply in SUPPLIES and face in FACES:
                    self.attack, self.defence, self.pace, self.supply, self.face = attack, defence, pace, supply, face


@cached
def _text(rules: Ruleset, attack: int, defence: int, how: tuple[str, str], face: int) -> Markup:
    pace, supply = how
    found = odds_for(rules, attack, defence, pace)
    controls = stepper(KEY, "attack", _("Attackers"), attack, STRENGTHS, slides=True)
    controls += stepper(KEY, "defence", _("Defenders"), defence, STRENGTHS, slides=True)
    controls += radio_row(KEY, "pace", _("They go in"), PACES, pace) + radio_row(KEY, "supply", _("They are"), SUPPLIES, supply)
    return _PANEL.format(
        title=_("Strengths, column and die"),
        controls=controls,
        label=_("Ratios from the worst to the best, with the ratio and the column"),
        cells=_ruler(rules, found),
        key=_("Ring: the ratio. Full disc: the column it is fought on. Hatched ratios have no column of their own."),
        told=cited(GAME, told(rules, attack, defence, pace, supply), KEY),
        tries=_("Try"),
        buttons=joined(
            _TRY.format(by=name, words=each.words, on="true" if each[1:] == (attack, defence, pace) else "false")
            for name, each in TRIES.items()
        ),
        faces=_faces(rules, found, face),
    )


def _ruler(rules: Ruleset, found: Hasty) -> Markup:
    worst = 1 - rules.table("hasty").at("worst_ratio")
    ratio, column = on_ruler(found.ratio), on_ruler(found.column)
    cells = []
    for step in STEPS:
        name = f"{step + 1}:1" if step >= 0 else f"1:{1 - step}"
        name += "+" if step in (STEPS[0], STEPS[-1]) else ""
        what = "both" if step == ratio == column else "column" if step == column else "ratio" if step == ratio else ""
        said = {"both": _("ratio and column"), "column": _("column"), "ratio": _("ratio"), "": ""}[what]
        if min(ratio, column) < step < max(ratio, column):
            what = "left" if column < ratio else "right"
        kind = "past" if step < worst else "lit" if step == column else "plain"
        cells.append(_CELL.format(kind=kind, name=name, mark=_MARK.format(_SHAPES[what]), said=said))
    return joined(cells)


def _faces(rules: Ruleset, found: Hasty, face: int) -> Markup:
    adjust = found.adjust_max
    law = chances(rules, adjust)
    rows = joined(
        _ROW.format(
            head=_("Die {n}").format(n=die),
            cells=joined(_face(rules, adjust, die, wanted, lit=_LIT if wanted == face else "") for wanted in FACES),
        )
        for die in FACES
    )
    feet = _ROW.format(
        head=_("Chance"),
        cells=joined(
            _FOOT.format(lit=_LIT if wanted == face else "", words=fraction(law[wanted - 1][0], f"ratio-face-{wanted}")) for wanted in FACES
        ),
    )
    line = table_line(found.column)
    feet += _ROW.format(
        head=_("Losses in {column}, ours").format(column=line[0]),
        cells=joined(_FOOT.format(lit=_LIT if wanted == face else "", words=line[1][wanted - 1]) for wanted in FACES),
    )
    reached, avoided = law[face - 1]
    said = _("The defender can bring the die to {face} with a chance of {p}.").format(face=face, p=spoken(reached))
    said += " " + (
        _("He can always keep it from that face.") if avoided == 1 else _("He keeps it from that face with {p}.").format(p=spoken(avoided))
    )
    label = _("Down: the die as thrown. Across: the face that the defender would like")
    return _FACES.format(
        title=_("What the defender can make of the die"),
        label=label,
        corner=_("Wish"),
        heads=joined(_HEAD.format(lit=Markup(' class="lit"') if wanted == face else "", face=wanted) for wanted in FACES),
        rows=rows,
        feet=feet,
        pick=radio_row(KEY, "face", _("The face he would like"), {wanted: str(wanted) for wanted in FACES}, face),
        told=stacked(said),
    )


def _face(rules: Ruleset, adjust: int, die: int, wanted: int, *, lit: str) -> Markup:
    """A cell of the table of wishes: what the defender does to the die to get his wish, if he can."""
    if die == wanted:
        return _FACE.format(kind="same", lit=lit, sign="0", said=_("as thrown"))
    if replay(hasty_reach, (die,), rules, adjust, wanted).value.reached:
        return _FACE.format(kind="reached", lit=lit, sign=modifier(wanted - die), said=_("can be made"))
    return _FACE.format(kind="none", lit=lit, sign="·", said=_("out of reach"))


def table_line(column: str) -> tuple[str, tuple[str, ...]]:
    """The column of the supplied combat table with its losses of attacker and defender; the last one serves for all better odds."""
    combat: dict[str, list[str]] = demo()["combat"]
    name = column if column in combat else list(combat)[-1]
    return name, tuple(combat[name])

"""An odds ratio of one's own: the column it is fought on, what the entry costs, and which faces the defender can make of the die."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from markupsafe import Markup, escape

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
from widgets.kit.button_rows import Preset, preset_act, preset_row
from widgets.kit.components import Box, Cell, Controls, Custom, Heading, Sentence, Table, Text
from widgets.kit.controls import Choice, Int
from widgets.kit.panel import Component, Panel, State
from widgets.kit.sign import sign
from widgets.kit.tiles import Tile, Tiles
from widgets.web.phrases import modifier
from widgets.web.render_cache import cached
from widgets.web.rule_links import stacked

STRENGTHS: Final = (1, 20)
FACES: Final = range(1, 7)
STEPS: Final = range(-5, 5)  # the ratios that the ruler has, in steps from even odds: 1:6 to 5:1
PACES: Final = {"no": N_("at the full cost"), "yes": N_("in haste")}
SUPPLIES: Final = {"in": N_("in war supply"), "out": N_("out of it, with 6.4")}
TRIES: Final = {
    "printed": Preset(N_("4 against 15, in haste"), {"attack": 4, "defence": 15, "pace": "yes"}),
    "even": Preset(N_("7 against 3, in haste"), {"attack": 7, "defence": 3, "pace": "yes"}),
    "edge": Preset(N_("4 against 8"), {"attack": 4, "defence": 8, "pace": "no"}),
    "past": Preset(N_("4 against 9"), {"attack": 4, "defence": 9, "pace": "no"}),
}

_MARK: Final = Markup('<svg viewBox="0 0 26 26" width="26" height="26" aria-hidden="true">{}</svg>')
_SHAPES: Final = {
    "ratio": Markup('<circle cx="13" cy="13" r="7" class="hollow"/>'),
    "column": Markup('<circle cx="13" cy="13" r="9" class="full"/>'),
    "both": Markup('<circle cx="13" cy="13" r="9" class="full"/><circle cx="13" cy="13" r="4" class="eye"/>'),
    "left": Markup('<path d="M24 13H5M11 7 5 13 11 19" class="arrow"/>'),
    "right": Markup('<path d="M2 13H21M15 7 21 13 15 19" class="arrow"/>'),
    "": Markup(""),
}
_CELL: Final = Markup('<b>{name}</b>{mark}<span class="sr">{words}</span>')


def odds_for(rules: Ruleset, attack: int, defence: int, pace: str) -> Hasty:
    """Return what the rule says of these strengths."""
    found: Hasty = settled(hasty, rules, attack, defence, pace == "yes")
    return found


def price(rules: Ruleset, pace: str, supply: str) -> int:
    """Return what the entry costs."""
    return int(settled(entry_cost, rules, pace == "yes", supply == "out").op)


def step_of(ratio: str) -> int:
    """Return a written ratio in steps from even odds.

    >>> step_of("1:4"), step_of("1:1"), step_of("3:1")
    (-3, 0, 2)
    """
    ours, theirs = map(int, ratio.split(":"))
    return ours - theirs


def on_ruler(ratio: str) -> int:
    """Return the place of a ratio on the ruler, whose ends stand for all that is past them.

    >>> on_ruler("1:20"), on_ruler("2:1")
    (-5, 1)
    """
    return min(max(step_of(ratio), STEPS[0]), STEPS[-1])


@cached
def chances(rules: Ruleset, adjust: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return, for each face, the chance that the defender can make it of the die, and that the defender can keep the die from it."""
    entry = find("toulon.hasty_reach")
    found = [entry.answer({"adjust": adjust, "face": face}, rules).dist for face in FACES]
    return tuple((dist.p(reached=True), dist.p(avoided=True)) for dist in found)


def sentence(rules: Ruleset, attack: int, defence: int, pace: str, supply: str) -> str:
    """Return the ratio, the column and why, the hand on the die, and the cost."""
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


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    found = odds_for(rules, state.attack, state.defence, state.pace)
    yield Controls(rules, state, ("attack", "defence", "pace", "supply"), "ratio-set")
    yield _ruler(rules, found)
    key = _("Ring: the ratio. Full disc: the column it is fought on. Hatched ratios have no column of their own.")
    yield Box("quiet", [Custom(escape(key))])
    yield Sentence(sentence(rules, state.attack, state.defence, state.pace, state.supply), kind="ratio-told")
    yield preset_row(TRIES, state, "ratio-row")
    title = Heading(_("What the defender can make of the die"))
    words = Sentence(stacked(face_sentence(rules, found.adjust_max, state.face)), "face", "ratio-told is-face")
    yield Box("ratio-faces", [title, _faces(rules, found, state.face), Controls(rules, state, ("face",), ""), words])


def _ruler(rules: Ruleset, found: Hasty) -> Tiles:
    worst = 1 - rules.table("hasty").at("worst_ratio")
    ratio, column = on_ruler(found.ratio), on_ruler(found.column)
    cells = []
    for step in STEPS:
        name = f"{step + 1}:1" if step >= 0 else f"1:{1 - step}"
        name += "+" if step in (STEPS[0], STEPS[-1]) else ""
        what = "both" if step == ratio == column else "column" if step == column else "ratio" if step == ratio else ""
        words = {"both": _("ratio and column"), "column": _("column"), "ratio": _("ratio"), "": ""}[what]
        if min(ratio, column) < step < max(ratio, column):
            what = "left" if column < ratio else "right"
        kind = "past" if step < worst else "lit" if step == column else "plain"
        cells.append(Tile(_CELL.format(name=name, mark=_MARK.format(_SHAPES[what]), words=words), kind))
    label = _("Ratios from the worst to the best, with the ratio and the column")
    return Tiles(cells, "ratio-ruler", is_ordered=True, label=label)


def face_sentence(rules: Ruleset, adjust: int, face: int) -> str:
    """Return the chances that the defender can bring the die to a face, and keep it from there."""
    reached, avoided = chances(rules, adjust)[face - 1]
    bring = _("The defender can bring the die to {face} with a chance of {p}.").format(face=face, p=spoken(reached))
    keep = _("He can always keep it from that face.") if avoided == 1 else _("He keeps it from that face with a chance of {p}.")
    return f"{bring} {keep.format(p=spoken(avoided))}"


def _faces(rules: Ruleset, found: Hasty, face: int) -> Table:
    adjust, (column, losses) = found.adjust_max, table_line(found.column)
    lit = {wish: " lit" if wish == face else "" for wish in FACES}
    reach = {wish: fraction(chance, f"ratio-face-{wish}") for wish, (chance, _kept) in zip(FACES, chances(rules, adjust), strict=True)}
    feet: list[list[Text]] = [
        [_("Chance"), *(Cell(reach[wish], f"foot{lit[wish]}") for wish in FACES)],
        [_("Losses in {column}, ours").format(column=column), *(Cell(losses[wish - 1], f"foot{lit[wish]}") for wish in FACES)],
    ]
    label = _("Down: the die as thrown. Across: the face that the defender would like")
    return Table(
        [_("Wish"), *(Cell(wish, lit[wish].strip()) for wish in FACES)],
        [[_("Die {n}").format(n=die), *(_face(rules, adjust, die, wish, lit[wish]) for wish in FACES)] for die in FACES],
        label,
        label=label,
        hides_caption=True,
        foot=feet,
    )


def _face(rules: Ruleset, adjust: int, die: int, wish: int, lit: str) -> Cell:
    """Return a cell of the table of wishes: what the defender does to the die to get the wish, if that can be."""
    if die == wish:
        return Cell(sign("0", _("as thrown")), f"same{lit}")
    if replay(hasty_reach, (die,), rules, adjust, wish).value.reached:
        return Cell(sign(modifier(wish - die), _("can be made")), f"reached{lit}")
    return Cell(sign("·", _("out of reach")), f"none{lit}")


def table_line(column: str) -> tuple[str, tuple[str, ...]]:
    """Return the column of the supplied combat table with its losses of attacker and defender; the last one serves for all better odds."""
    combat: dict[str, list[str]] = demo()["combat"]
    name = column if column in combat else list(combat)[-1]
    return name, tuple(combat[name])


RATIO: Final = Panel(
    "ratio",
    "toulon",
    N_("Strengths, column and die"),
    _body,
    fields=(
        Int("attack", N_("Attackers"), STRENGTHS, start=4, slides=True, is_apart=True),
        Int("defence", N_("Defenders"), STRENGTHS, start=9, slides=True, is_apart=True),
        Choice("pace", N_("They go in"), PACES, start="yes", is_apart=True),
        Choice("supply", N_("They are"), SUPPLIES, is_apart=True),
        Choice("face", N_("The face he would like"), {face: str(face) for face in FACES}, is_apart=True),
    ),
    act=preset_act(TRIES),
)

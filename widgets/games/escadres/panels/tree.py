"""The tree of one die: four tables, each branch a button. Pressing one lights the way to it; so does a roll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.escadres.damage import volley
from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _
from widgets.games.escadres.panels.branches import RULES, Branch, find, levels, way, ways
from widgets.kit.answer_mark import answer_mark
from widgets.kit.bars import fraction, rounded
from widgets.kit.box_row import boxes
from widgets.kit.components import Box, Custom, Heading, Note, Press
from widgets.kit.controls import Own, Pick, Value
from widgets.kit.panel import Component, Followed, Panel, State
from widgets.web.badges import joined

GAME: Final = "escadres"
FIRST: Final = "0-6"  # where a reader begins: the die that is thrown on
PITCH: Final = 100  # units of the drawing from one branch to the next
SHIFT: Final = 50
DICE: Final = (N_("First die"), N_("Second die"), N_("Third die"), N_("Fourth die"))
AFTER: Final = ("", N_("after a critical"), N_("after a big critical"), N_("after a major explosion"))
WHICH: Final = N_("There is no such branch here. Press one that is shown.")

_LEVEL: Final = Markup('{die} <span class="quiet">{after}</span>')
_NODE: Final = Markup(
    '<span class="tree-face">{faces}</span><span class="tree-name">{title}{note}</span><span class="tree-chance">{chance}</span>'
)
_LINKS: Final = Markup('<svg class="tree-links" viewBox="0 0 {wide} {high}" preserveAspectRatio="none" aria-hidden="true">{paths}</svg>')
_LINK: Final = Markup('<path d="M0 {top}C{half} {top} {half} {end} {wide} {end}" class="link{kind}"/>')
_NOTE: Final = Markup('<span class="{kind}">{words}</span>')


class Target(NamedTuple):
    """The ship that is shot at: her name, and the boxes she has."""

    name: str
    power: int
    crew: int


# -- the board -------------------------------------------------------------------------------------------------------------------------


def _faces(session: Any) -> tuple[int, ...]:  # noqa: ANN401 - the page's game
    """Return the faces of the last roll of a shot on the board, as long as it lies there."""
    fall = session.fall
    return fall.faces if fall is not None and fall.throw.procedure is volley else ()


def _follow(session: Any) -> Followed:  # noqa: ANN401 - the page's game
    """Return the ship that the chosen shot is at, and the end of the longest way that its last roll took."""
    values: dict[str, Any] = {}
    throw, faces = session.throw(), _faces(session)
    if throw is not None and throw.procedure is volley:
        _rules, _dice, power, crew = throw.args
        order = session.chosen or session.fall.deed.order
        values["target"] = Target(session.engine.name(session.position, order.target), power, crew)
    if faces:
        values["pick"] = max(ways(session.rules, faces), key=len)[-1].key
    return Followed(values, f"{values.get('target')} {session.luck.rolls if faces else 0}")


def _keys(rules: Ruleset, _state: State) -> dict[str, str]:
    return {branch.key: "" for level in levels(rules) for branch in level}


# -- the tree --------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, faces: tuple[int, ...]) -> Iterator[Component]:
    path = way(rules, find(rules, state.pick))
    yield Note(_("Press a branch to see the way to it. Roll above, and the way that came lights up."))
    yield Box("tree-levels", list(_levels(rules, path, {each.key for taken in ways(rules, faces) for each in taken})))
    yield Box("tree-way", list(_way(path, state.target)), is_status=True)


def _levels(rules: Ruleset, lit: tuple[Branch, ...], rolled: set[str]) -> Iterator[Component]:
    tree = levels(rules)
    skips = _skips(tree)
    for level, branches in enumerate(tree):
        if level:
            yield Custom(_links(tree, skips, level, {branch.key for branch in lit}))
        nodes = [_node(rules, branch, lit, is_rolled=branch.key in rolled) for branch in branches]
        heading = Heading(_LEVEL.format(die=DICE[level], after=AFTER[level]))
        label = f"{DICE[level]} {AFTER[level]}".strip()
        yield Box(f"tree-level level-{level}", [heading, Box(f"tree-nodes skip-{skips[level]}", nodes)], label)


def _skips(tree: tuple[tuple[Branch, ...], ...]) -> list[int]:
    """Return how many places each level stands down, so that its middle is near the branch that leads to it."""
    rows = max(map(len, tree))
    skips = [(rows - len(tree[0])) // 2]
    for before, branches in pairwise(tree):
        parent = skips[-1] + next(place for place, branch in enumerate(before) if branch.leads)
        skips.append(max(0, min(rows - len(branches), parent - (len(branches) - 1) // 2)))
    return skips


def _links(tree: tuple[tuple[Branch, ...], ...], skips: list[int], level: int, lit: set[str]) -> Markup:
    parent = next(place for place, branch in enumerate(tree[level - 1]) if branch.leads)
    top = PITCH * (skips[level - 1] + parent) + SHIFT
    paths = [
        _LINK.format(
            top=top,
            end=PITCH * (skips[level] + place) + SHIFT,
            half=SHIFT // 2,
            wide=SHIFT,
            kind=" is-on" if branch.key in lit else "",
        )
        # What is lit comes last, above the others.
        for place, branch in sorted(enumerate(tree[level]), key=lambda pair: pair[1].key in lit)
    ]
    return _LINKS.format(wide=SHIFT, high=PITCH * max(map(len, tree)), paths=joined(paths))


def _node(rules: Ruleset, branch: Branch, lit: tuple[Branch, ...], *, is_rolled: bool) -> Press:
    is_picked, old = branch is lit[-1], change_text(rules, branch)
    notes = [_NOTE.format(kind="tree-was", words=old)] if old else []
    notes += [_NOTE.format(kind="your-roll", words=_("your roll"))] if is_rolled else []
    marks = {"is-on": branch in lit, "is-picked": is_picked, "is-end": not branch.leads}
    words = _NODE.format(
        faces=branch.faces_text, title=branch.title, note=joined(notes), chance=fraction(branch.chance, f"tree-{branch.key}")
    )
    kind = " ".join(["tree-node", *(name for name, holds in marks.items() if holds)])
    return Press("pick", words, branch.key, kind=kind, is_pressed=is_picked, id=branch.key)


def change_text(rules: Ruleset, branch: Branch) -> str:
    """Return what our reading has in the place of a branch, where that is something else."""
    ours = next(each for each in levels(ruleset(GAME))[branch.level] if branch.faces[-1] in each.faces)
    if ours.title != branch.title:
        return _("ours: {title}").format(title=ours.title)
    return _("was {chance}").format(chance=exact(ours.chance)) if rules.switches and ours.chance != branch.chance else ""


# -- the way to a branch ---------------------------------------------------------------------------------------------------------------


def _way(path: tuple[Branch, ...], target: Target | None) -> Iterator[Component]:
    branch = path[-1]
    times = Markup(' <span class="times">×</span> ').join(fraction(each.share, f"tree-way-{each.level}") for each in path)
    whole = Markup('{} <span class="percent">{}</span>').format(fraction(branch.chance, "tree-way"), rounded(branch.chance))
    yield Heading(", ".join(each.faces_text for each in path) + f": {branch.title}")
    yield Note(whole if len(path) == 1 else Markup('{} <span class="times">=</span> {}').format(times, whole), "tree-product")
    yield Note(" ".join(_steps(path)), "tree-words", "steps")
    if target is not None:
        whose = Note(_("Sheet of {name}").format(name=target.name), "boxes-title")
        yield Box("tree-sheet", [whose, Custom(_sheet(path, target))])


def _steps(path: tuple[Branch, ...]) -> Iterable[str]:
    for branch in path:
        if branch.leads:
            words = _("{title}: throw another die.").format(title=branch.title)
        elif branch.explodes:
            words = _("The magazine goes, and the ship explodes, whatever else the shot did.")
        elif not (branch.power[1] or branch.crew[1]) and branch.level == 0:
            words = _("A miss. Nothing is marked.")
        else:
            words = _("She loses: {cost}.").format(cost=branch.cost) if not _is_fire(branch) else _("A fire is marked beside her.")
        yield f"{DICE[branch.level]} {branch.faces_text}. {words} [{RULES[branch.level]}]"


def _is_fire(branch: Branch) -> bool:
    """Say whether all that it does is to light a fire."""
    return not (branch.power[1] or branch.crew[1]) and branch.level == RULES.index("E-DMG-2")


def _sheet(path: tuple[Branch, ...], target: Target) -> Markup:
    """Draw what the way costs the ship that is shot at, box by box; a ship that explodes has none left."""
    if path[-1].explodes:
        return boxes(_("Power"), target.power, target.power) + boxes(_("Crew"), target.crew, target.crew)
    power = [sum(each.power[end] for each in path) for end in (0, 1)]
    crew = [sum(each.crew[end] for each in path) for end in (0, 1)]
    return boxes(_("Power"), target.power, *power) + boxes(_("Crew"), target.crew, *crew)


TREE: Final = Panel(
    "tree",
    GAME,
    N_("One die, all the way"),
    _body,
    fields=(Pick("pick", WHICH, _keys, start=FIRST), Value("target", None, is_stored=False), Own()),
    reads=_faces,
    follow=_follow,
    upgrade=lambda stored: {"pick": stored},
    mark=answer_mark("escadres.gun"),
    remembers=True,
)

"""The tree of one die: four tables, each branch a button. Pressing one lights the way to it; so does a roll."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find as find_procedure
from rulesdemo.errors import InputError
from rulesdemo.games.escadres.damage import volley
from rulesdemo.odds.format import exact
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _
from widgets.games.escadres.panels.branches import RULES, Branch, find, levels, way, ways
from widgets.kit.bars import fraction, rounded
from widgets.kit.box_row import boxes
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.rule_links import cited

GAME: Final = "escadres"
QUESTION: Final = "escadres.gun"
FIRST: Final = "0-6"  # where a reader begins: the die that is thrown on
PITCH: Final = 100  # units of the drawing from one branch to the next
SHIFT: Final = 50
DICE: Final = (N_("First die"), N_("Second die"), N_("Third die"), N_("Fourth die"))
AFTER: Final = ("", N_("after a critical"), N_("after a big critical"), N_("after a major explosion"))

_PANEL: Final = Markup(
    '<section class="tree" aria-labelledby="tree-title"><div class="odds-head"><h3 id="tree-title">{title}</h3>{mark}</div>'
    '<p class="quiet">{help}</p><div class="tree-levels">{levels}</div><div class="tree-way" role="status">{way}</div></section>'
)
_LEVEL: Final = Markup(
    '<div class="tree-level level-{level}" role="group" aria-labelledby="tree-die-{level}"><h4 id="tree-die-{level}">{die} '
    '<span class="quiet">{after}</span></h4><div class="tree-nodes skip-{skip}">{nodes}</div></div>'
)
_NODE: Final = Markup(
    '<button type="button" class="tree-node{kind}" id="tree-{key}" data-do="extra" data-name="tree:pick" data-by="{key}" '
    'aria-pressed="{pressed}"><span class="tree-face">{faces}</span><span class="tree-name">{title}{note}</span>'
    '<span class="tree-chance">{chance}</span></button>'
)
_LINKS: Final = Markup('<svg class="tree-links" viewBox="0 0 {wide} {high}" preserveAspectRatio="none" aria-hidden="true">{paths}</svg>')
_LINK: Final = Markup('<path d="M0 {top}C{half} {top} {half} {end} {wide} {end}" class="link{kind}"/>')
_NOTE: Final = Markup('<span class="{kind}">{words}</span>')
_WAY: Final = Markup(
    '<h4>{title}</h4><p class="tree-product">{product}</p><div class="tree-words">{words}</div>'
    '<div class="tree-sheet"><p class="boxes-title">{whose}</p>{boxes}</div>'
)


@dataclass(frozen=True, slots=True)
class Target:
    """The ship that is shot at: her name, and the boxes she has."""

    name: str
    power: int
    crew: int


@dataclass(slots=True)
class OneDieTree:
    """The branch that is lit, the ways of the last roll, and the ship that the shot is at."""

    picked: str = FIRST
    rolled: tuple[tuple[Branch, ...], ...] = ()
    target: Target | None = None
    key: str = field(default="tree", init=False)
    _seen: Any = field(default=None, init=False, repr=False)  # the practice roll that was taken in last

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Light the way to a branch."""
        if what != "pick" or find(desk.rules, value) is None:
            message = _("There is no such branch here. Press one that is shown.")
            raise InputError(message)
        self.picked = value

    def kept(self) -> str:
        """The branch that is lit."""
        return self.picked

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same branch, where there is one of that name under our reading."""
        if isinstance(kept, str) and find(ruleset(GAME), kept) is not None:
            self.picked = kept

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        self._take_in(desk)
        rules = desk.rules
        branch = find(rules, self.picked) or levels(rules)[0][-1]
        answer = find_procedure(QUESTION).asked({}, rules)
        return _PANEL.format(
            title=_("One die, all the way"),
            mark=mark(answer.provenance),
            help=_("Press a branch to see the way to it. Roll above, and the way that came lights up."),
            levels=self._levels(rules, way(rules, branch)),
            way=_told(rules, branch, self.target),
        )

    def _take_in(self, desk: Desk) -> None:
        """Follow the shot that is chosen and its last roll."""
        throw = desk.throw()
        if throw is not None and throw.procedure is volley:
            self.target = _target(desk, throw)
        practice = desk.practice
        if practice is self._seen:
            return
        self._seen, self.rolled = practice, ()
        if practice is not None and practice.throw.procedure is volley:
            self.rolled = ways(desk.rules, practice.faces)
            self.picked = max(self.rolled, key=len)[-1].key if self.rolled else self.picked

    def _levels(self, rules: Ruleset, lit: tuple[Branch, ...]) -> Markup:
        tree = levels(rules)
        rows = max(map(len, tree))
        skips = _skips(tree)
        rolled = {branch.key for path in self.rolled for branch in path}
        parts: list[Markup] = []
        for level, branches in enumerate(tree):
            if level:
                parts.append(_links(tree, skips, level, rows, {branch.key for branch in lit}))
            nodes = joined(_node(rules, branch, lit, is_rolled=branch.key in rolled) for branch in branches)
            parts.append(_LEVEL.format(level=level, die=DICE[level], after=AFTER[level], skip=skips[level], nodes=nodes))
        return joined(parts)


def _target(desk: Desk, throw: Throw) -> Target:
    _rules, _dice, power, crew = throw.args
    return Target(desk.engine.name(desk.position, desk.chosen.target), power, crew)


def _skips(tree: tuple[tuple[Branch, ...], ...]) -> list[int]:
    """How many places each level stands down, so that its middle is near the branch that leads to it."""
    rows = max(map(len, tree))
    skips = [(rows - len(tree[0])) // 2]
    for before, branches in pairwise(tree):
        parent = skips[-1] + next(place for place, branch in enumerate(before) if branch.leads)
        skips.append(max(0, min(rows - len(branches), parent - (len(branches) - 1) // 2)))
    return skips


def _links(tree: tuple[tuple[Branch, ...], ...], skips: list[int], level: int, rows: int, lit: set[str]) -> Markup:
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
    return _LINKS.format(wide=SHIFT, high=PITCH * rows, paths=joined(paths))


def _node(rules: Ruleset, branch: Branch, lit: tuple[Branch, ...], *, is_rolled: bool) -> Markup:
    is_picked = branch is lit[-1]
    notes = []
    old = changed(rules, branch)
    if old:
        notes.append(_NOTE.format(kind="tree-was", words=old))
    if is_rolled:
        notes.append(_NOTE.format(kind="your-roll", words=_("your roll")))
    kind = (" is-on" if branch in lit else "") + (" is-picked" if is_picked else "") + (" is-end" if not branch.leads else "")
    return _NODE.format(
        kind=kind,
        key=branch.key,
        pressed="true" if is_picked else "false",
        faces=branch.shown,
        title=branch.title,
        note=joined(notes),
        chance=fraction(branch.chance, f"tree-{branch.key}"),
    )


def changed(rules: Ruleset, branch: Branch) -> str:
    """What our reading has in the place of a branch, where that is something else."""
    ours = next(each for each in levels(ruleset(GAME))[branch.level] if branch.faces[-1] in each.faces)
    if ours.title != branch.title:
        return _("ours: {title}").format(title=ours.title)
    return _("was {chance}").format(chance=exact(ours.chance)) if rules.switches and ours.chance != branch.chance else ""


def _told(rules: Ruleset, branch: Branch, target: Target | None) -> Markup:
    path = way(rules, branch)
    times = Markup(' <span class="times">×</span> ').join(fraction(each.share, f"tree-way-{each.level}") for each in path)
    whole = Markup('{} <span class="percent">{}</span>').format(fraction(branch.chance, "tree-way"), rounded(branch.chance))
    product = whole if len(path) == 1 else Markup('{} <span class="times">=</span> {}').format(times, whole)
    return _WAY.format(
        title=", ".join(f"{each.shown}" for each in path) + f": {branch.title}",
        product=product,
        words=cited(GAME, " ".join(_steps(path)), "tree-steps"),
        whose=_("Sheet of {name}").format(name=target.name) if target is not None else "",
        boxes=_sheet(path, target),
    )


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
        yield f"{DICE[branch.level]} {branch.shown}. {words} [{RULES[branch.level]}]"


def _is_fire(branch: Branch) -> bool:
    """Whether all that it does is to light a fire."""
    return not (branch.power[1] or branch.crew[1]) and branch.level == RULES.index("E-DMG-2")


def _sheet(path: tuple[Branch, ...], target: Target | None) -> Markup:
    """What the way costs the ship that is shot at, box by box; a ship that explodes has none left."""
    if target is None:
        return Markup("")
    if path[-1].explodes:
        return boxes(_("Power"), target.power, target.power) + boxes(_("Crew"), target.crew, target.crew)
    power = [sum(each.power[end] for each in path) for end in (0, 1)]
    crew = [sum(each.crew[end] for each in path) for end in (0, 1)]
    return boxes(_("Power"), target.power, *power) + boxes(_("Crew"), target.crew, *crew)

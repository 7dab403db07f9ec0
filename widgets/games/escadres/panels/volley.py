"""A volley: choose the dice and the target, throw them, and see the exact joint law of power and crew lost, its sides and its curves."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.escadres.damage import MANY_SHOTS, Damage, volley
from rulesdemo.games.escadres.play.events import told as losses
from rulesdemo.odds.format import percent
from rulesdemo.odds.procedure import Played
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.escadres.panels.branches import Branch, ways
from widgets.games.escadres.panels.volleys import QUESTION, Aimed, Joint, joint
from widgets.kit.bars import HALF_A_TENTH, bars, rounded, spoken
from widgets.kit.box_row import boxes
from widgets.kit.odds_rows import Row, View
from widgets.kit.pick_table import Cell, pick_table, shade
from widgets.kit.stepper import stepper
from widgets.play import ruling_diff
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.phrases import titled, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "escadres"
MOST_BOXES: Final = 12  # as our largest demonstration ship has
LIMITS: Final = {"dice": (1, MANY_SHOTS), "power": (1, MOST_BOXES), "crew": (1, MOST_BOXES)}
NAMES: Final = {"dice": N_("Dice"), "power": N_("Her power"), "crew": N_("Her crew")}
START: Final = Aimed(8, 8, 6)
STEP: Final = 100  # units of a curve for one box, and for certainty

_PANEL: Final = Markup(
    '<section class="volley" aria-labelledby="volley-title"><div class="odds-head"><h3 id="volley-title">{title}</h3>{mark}</div>'
    '<div class="volley-top"><div class="volley-side"><div class="panel-controls">{controls}</div>'
    '<div class="volley-buttons"><button type="button" class="first" id="volley-roll" data-do="extra" data-name="volley:roll" data-by="">'
    "{roll}</button>{follow}</div></div>"
    '<div class="volley-sheet" role="status">{sheet}</div></div><div class="volley-law">{law}</div></section>'
)
_FOLLOW: Final = Markup(
    '<button type="button" class="second" id="volley-follow" data-do="extra" data-name="volley:follow" data-by="">{}</button>'
)
_DICE: Final = Markup('<ol class="volley-dice">{}</ol>')
_DIE: Final = Markup("<li><b>{faces}</b> {does}</li>")
_LAW: Final = Markup(
    '<div class="volley-fates odds">{fates}<p class="volley-out">{out}</p></div>{heat}<div class="volley-curves">{curves}</div>'
)
_CURVE: Final = Markup(
    '<figure class="least"><figcaption>{title}</figcaption>'
    '<svg class="tries-curve" viewBox="0 0 {wide} {high}" preserveAspectRatio="none" role="img" aria-label="{label}">'
    '<path d="{area}" class="hill"/><path d="{grid}" class="grid"/><path d="{line}" class="step"/></svg>'
    '<ol class="least-list of-{count}" aria-hidden="true">{numbers}</ol>'
    '<details class="fold" id="{key}-all"><summary>{all}</summary>{bars}</details></figure>'
)
_NUMBER: Final = Markup("<li><b>{number}</b><span>{percent}</span></li>")


@dataclass(slots=True)
class VolleyPanel:
    """The shot that is looked at, what was thrown for it, and the cell that is picked."""

    aimed: Aimed = START
    thrown: Played[Any] | None = None
    picked: str = ""
    key: str = field(default="volley", init=False)
    _order: Aimed | None = field(default=None, init=False, repr=False)  # the shot on the board
    _seen: Any = field(default=None, init=False, repr=False)  # the practice roll that was taken in last
    _rules: Ruleset | None = field(default=None, init=False, repr=False)

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def act(self, what: str, value: str, desk: Desk) -> None:
        """One more or one less, a roll, the shot on the board again, or another cell."""
        if what in LIMITS and value in ("1", "-1"):
            low, high = LIMITS[what]
            self._aim(self.aimed._replace(**{what: max(low, min(high, getattr(self.aimed, what) + int(value)))}))
        elif what == "roll":
            self.thrown = find(QUESTION).thrown(self.aimed._asdict(), random.Random(desk.seed()), desk.rules)
        elif what == "follow" and self._order is not None:
            self._aim(self._order)
        elif what == "cell" and len(value) < 8:  # noqa: PLR2004 - as long as two numbers and a comma
            self.picked = value
        else:
            raise unknown(what)

    def kept(self) -> list[int]:
        """The shot."""
        return list(self.aimed)

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same shot, where there can be such a shot."""
        if isinstance(kept, list) and len(kept) == len(LIMITS) and all(type(each) is int for each in kept):
            limits = zip(kept, LIMITS.values(), strict=True)
            if all(low <= each <= high for each, (low, high) in limits):
                self._aim(Aimed(*kept))

    def _aim(self, aimed: Aimed) -> None:
        if aimed != self.aimed:
            self.aimed, self.thrown, self.picked = aimed, None, ""

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        self._take_in(desk)
        is_off = self._order is not None and self._order != self.aimed
        return _PANEL.format(
            title=_("All the dice together"),
            mark=mark(joint(desk.rules, self.aimed).provenance),
            controls=joined(stepper(self.key, what, NAMES[what], getattr(self.aimed, what), limits) for what, limits in LIMITS.items()),
            roll=ngettext("Throw {n} die", "Throw {n} dice", self.aimed.dice).format(n=self.aimed.dice),
            follow=_FOLLOW.format(_("As on the board")) if is_off else "",
            sheet=_sheet(desk.rules, self.aimed, self.thrown),
            law=_law(desk.rules, self.aimed, self.picked),
        )

    def _take_in(self, desk: Desk) -> None:
        """Follow the shot that is chosen on the board, and its last roll; dice that were read under other rules are taken up."""
        if self._rules is not desk.rules:
            self._rules, self.thrown = desk.rules, None
        throw = desk.throw()
        order = Aimed(*throw.args[1:]) if throw is not None and throw.procedure is volley else None
        if order is not None and order != self._order and _fits(order):
            is_first = self._order is None
            self._order = order
            # What a browser kept stands until another shot is chosen.
            if not is_first or self.aimed == START:
                self._aim(order)
        practice = desk.practice
        if practice is not self._seen:
            self._seen = practice
            if practice is not None and order is not None and order == self._order:
                self._aim(order)
                self.thrown = find(QUESTION).replayed(order._asdict(), practice.faces, desk.rules)


def _fits(aimed: Aimed) -> bool:
    return all(low <= each <= high for each, (low, high) in zip(aimed, LIMITS.values(), strict=True))


# -- the sheet -------------------------------------------------------------------------------------------------------------------------


def _sheet(rules: Ruleset, aimed: Aimed, thrown: Played[Any] | None) -> Markup:
    if thrown is None:
        rows = boxes(_("Power"), aimed.power) + boxes(_("Crew"), aimed.crew)
        return rows + Markup('<p class="quiet">{}</p>').format(_("Throw the dice, here or above, and the boxes fill."))
    lost: Damage = thrown.value
    power, crew = (aimed.power, aimed.crew) if lost.exploded else (lost.power, lost.crew)
    dice = _DICE.format(joined(_die(path) for path in ways(rules, thrown.faces)))
    said = Markup('<div class="volley-said">{}</div>').format(cited(GAME, _said(aimed, lost), "volley-said"))
    return boxes(_("Power"), aimed.power, power) + boxes(_("Crew"), aimed.crew, crew) + dice + said


def _die(path: tuple[Branch, ...]) -> Markup:
    # In reading B a die that is thrown on has cost something already, and its title says so.
    return _DIE.format(faces=", ".join(branch.shown for branch in path), does=path[-1].title)


def _said(aimed: Aimed, lost: Damage) -> str:
    """What the shot came to, and how she stands."""
    cost = titled(losses(lost))
    if lost.exploded:
        return _("{cost}: she explodes, whatever the other dice did. [E-DMG-3] [E40]").format(cost=cost)
    lacking = [name for name, have, gone in ((_("power"), aimed.power, lost.power), (_("crew"), aimed.crew, lost.crew)) if gone == have]
    if lacking:
        words = _("{cost}. She has no {what} left and strikes; what goes beyond that is lost. [E-MARK-2] [E-MARK-3]")
        return words.format(cost=cost, what=_(" and no ").join(lacking))
    return _("{cost}. She fights on. [E-MARK-1]").format(cost=cost)


# -- the law ---------------------------------------------------------------------------------------------------------------------------


@cached
def _law(rules: Ruleset, aimed: Aimed, picked: str) -> Markup:
    law = joint(rules, aimed)
    view = fates(law)
    was = ruling_diff.was(view, fates(joint(ruleset(GAME), aimed))) if rules.switches else {}
    return _LAW.format(
        fates=bars(view, "volley-fates", was=was),
        out=_("Out of action, struck or exploded: {chance}.").format(chance=spoken(law.out)),
        heat=_heat(law, picked),
        curves=_curve(_("Power: at least so many lost, in percent"), law.power, "volley-power")
        + _curve(_("Crew: at least so many lost, in percent"), law.crew, "volley-crew"),
    )


def fates(law: Joint) -> View:
    """How she stands, in the order and with the fills of the shot above: best for whoever fires."""
    rows = ((_("Explodes"), law.exploded, "best"), (_("Strikes"), law.struck, "second"), (_("Fights on"), 1 - law.out, "third"))
    return View("", tuple(Row(words, words, words, chance, fill) for words, chance, fill in rows), title=_("How she stands"))


def _short(chance: Fraction) -> str:
    """Percent to a tenth without its sign, for a small cell; never rounded away."""
    if 0 < chance < HALF_A_TENTH:
        return "<.1"
    return percent(chance).removesuffix(" %")


def _heat(law: Joint, picked: str) -> Markup:
    _dice, power, crew = law.aimed
    most = max(law.cells.values(), default=Fraction(1))
    rows: list[tuple[str, list[Cell | None]]] = []
    for gone in range(crew + 1):
        cells = [_cell(law, lost, gone, most) for lost in range(power + 1)]
        said = _("{n} crew lost, whatever the power").format(n=gone)
        rows.append((_edge(gone, crew), [*cells, _sum(f"c{gone}", said, law.crew[gone])]))
    sums = [_sum(f"p{lost}", _("{n} power lost, whatever the crew").format(n=lost), chance) for lost, chance in enumerate(law.power)]
    whole = _sum("all", _("She stays afloat, whatever is lost"), 1 - law.exploded)
    rows.append((_("All"), [*sums, whole]))
    top = max(law.cells.items(), key=lambda pair: pair[1], default=((0, 0), Fraction(0)))
    rest = _("Pick a cell for its exact chance. Likeliest: {power} power and {crew} crew lost, {chance}.").format(
        power=top[0][0], crew=top[0][1], chance=rounded(top[1])
    )
    caption = _("Power lost (across) and crew lost (down), in percent, while she stays afloat. Darker is likelier; with ⚑ she strikes.")
    columns = [Markup('<span class="sr">{}</span>').format(_("Crew lost")), *(_edge(lost, power) for lost in range(power + 1)), _("All")]
    return pick_table("volley", "cell", caption, columns, rows, picked, rest=rest, kind="heat")


def _edge(number: int, most: int) -> str:
    """A number at the edge of the map; with the last box she strikes."""
    return _("{n} ⚑").format(n=number) if number == most else str(number)


def _cell(law: Joint, power: int, crew: int, most: Fraction) -> Cell | None:
    chance = law.chance(power, crew)
    if not chance:
        return None
    end = _("she strikes") if power == law.aimed.power or crew == law.aimed.crew else _("she fights on")
    said = _("{power} power and {crew} crew lost, {end}").format(power=power, crew=crew, end=end)
    return Cell(f"{power},{crew}", _short(chance), said, chance, shade=shade(chance, most))


def _sum(value: str, said: str, chance: Fraction) -> Cell | None:
    return Cell(value, _short(chance), said, chance, is_edge=True) if chance else None


def _curve(title: str, law: tuple[Fraction, ...], key: str) -> Markup:
    """The chance of so many boxes or more, from one box on."""
    left, chances = sum(law, Fraction(0)), []
    for chance in law[:-1]:
        left -= chance
        chances.append(left)
    tops = [round(STEP * (1 - float(chance)), 2) for chance in chances]
    line = f"M0 {tops[0]}" + "".join(f"V{top}H{STEP * place}" for place, top in enumerate(tops, 1))
    wide = STEP * len(chances)
    # The explosion, which costs her everything, is in no row: it is told by itself.
    words = [_("{number} or more").format(number=place) for place in range(1, len(law))]
    rows = tuple(Row(each, each, each, chance, "best") for each, chance in zip(words, chances, strict=True))
    return _CURVE.format(
        title=title,
        wide=wide,
        high=STEP,
        label=f"{title}: " + "; ".join(f"{place}, {rounded(chance)}" for place, chance in enumerate(chances, 1)),
        area=f"{line}V{STEP}H0Z",
        grid="".join(f"M0 {STEP * part / 4:g}H{wide}" for part in range(5)),
        line=line,
        count=len(chances),
        numbers=joined(_NUMBER.format(number=place, percent=f"{float(chance) * 100:.0f}") for place, chance in enumerate(chances, 1)),
        key=key,
        all=_("Exact chances"),
        bars=bars(View("", rows), key),
    )

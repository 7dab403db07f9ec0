"""What raking, a low target and training are worth: the same guns four ways, side by side, with exact losses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.escadres.play.state import Position
from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import _
from widgets.games.escadres.panels.aim import GAME, Losses, Parts, Term, added, aimed_by, losses, shot_of, terms
from widgets.games.escadres.panels.shots import facts as shot_facts
from widgets.kit.bars import FILL, fraction, rounded
from widgets.kit.stepper import stepper
from widgets.play.ruling_diff_panel import Fact
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited, stacked

BASE: Final = (1, 12)  # dice before any change, as far as the table of extra dice is printed
WAYS: Final = {"plain": (False, False), "raked": (True, False), "low": (False, True), "both": (True, True)}  # raked, at a low target
FILLS: Final = {"plain": "third", "raked": "best", "low": "second", "both": "fourth"}

_PANEL: Final = Markup(
    '<section class="worth-panel" aria-labelledby="worth-title"><h3 id="worth-title">{title}</h3>'
    '<div class="panel-controls">{controls}{follow}</div><div class="panel-said" role="status">{said}</div>'
    '<div class="table-scroll"><table class="ways-table"><caption class="sr">{title}</caption><thead><tr><td></td>{heads}</tr></thead>'
    '<tbody>{rows}</tbody></table></div><div class="quiet">{note}</div></section>'
)
_FOLLOW: Final = Markup('<button type="button" id="worth-follow" data-do="extra" data-name="worth:follow"{off}>{words}</button>')
_HEAD: Final = Markup('<th scope="col">{name}<span class="ways-sum">{sum}</span><b>{dice}</b></th>')
_ROW: Final = Markup('<tr><th scope="row">{name}</th>{cells}</tr>')
_CELL: Final = Markup(
    '<td><span class="ways-number">{number}<span class="percent">{near}</span></span><svg class="ways-bar" height="12" aria-hidden="true">'
    '<rect class="trough" x=".5" y=".5" width="100%" height="11" rx="3"/>'
    '<rect class="bar" x=".5" y=".5" width="{width}%" height="11" rx="3" fill="{fill}"/></svg></td>'
)
_OFF: Final = Markup(" disabled")


# -- the same shot, four ways ------------------------------------------------------------------------------------------------------------


def ways(rules: Ruleset, base: int, training: int) -> dict[str, tuple[Term, ...]]:
    """The sum of the same shot each way."""
    return {name: terms(rules, Parts(base, 0, raked, low, training)) for name, (raked, low) in WAYS.items()}


def facts(position: Position) -> Iterator[Fact]:
    """What a reading of the zones changes in the shots, and in what the shot in hand costs."""
    yield from shot_facts(position)
    ship, target = aimed_by(position, "")
    if ship is None or target is None:
        return
    shot = shot_of(position, ship, target)
    found = losses(position.rules, shot.dice)
    names = {"ship": ship.name, "target": target.name}
    yield Fact(_("Power lost by {target} on average, {ship} firing").format(**names), _near(found.power))
    yield Fact(_("Crew lost by {target} on average, {ship} firing").format(**names), _near(found.crew))
    yield Fact(_("Chance of a fire aboard {target}").format(**names), rounded(found.fire))
    yield Fact(_("Chance that {target} explodes").format(**names), rounded(found.explosion))


def _near(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else _("{exact}, about {near}").format(exact=exact(value), near=f"{float(value):.2f}")


# -- the panel -------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Worth:
    """Dice before any change, from the board until the reader sets them, and the training of the gunners."""

    key: str = "worth"
    base: int = 0  # 0: as on the board
    training: int = 0

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.shown(desk), self.training, is_own=bool(self.base))

    def shown(self, desk: Desk) -> int:
        """The dice before any change: the reader's, or those of the shot on the board as far as the table goes."""
        if self.base:
            return self.base
        ship, target = aimed_by(desk.position, desk.regarded or desk.selected)
        if ship is None or target is None:
            return BASE[1]
        parts = shot_of(desk.position, ship, target).parts
        return min(BASE[1], max(BASE[0], parts.power - parts.between))

    def act(self, what: str, value: str, desk: Desk) -> None:
        """One die or one step of training more or less, or the dice of the board again."""
        limits = {"base": BASE, "training": _trained(desk.rules)}.get(what)
        if what == "follow":
            self.base = 0
        elif limits is None or value not in ("-1", "1"):
            raise unknown(what)
        else:
            before = self.shown(desk) if what == "base" else self.training
            setattr(self, what, min(limits[1], max(limits[0], before + int(value))))

    def kept(self) -> list[int]:
        """Both numbers."""
        return [self.base, self.training]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if they can be."""
        if isinstance(kept, list) and len(kept) == len(self.kept()) and all(type(each) is int for each in kept):
            base, training = kept
            least, most = _trained(ruleset(GAME))
            if 0 <= base <= BASE[1] and least <= training <= most:
                self.base, self.training = base, training


def _trained(rules: Ruleset) -> tuple[int, int]:
    table = rules.table("dice_modifiers")
    return int(table.at("training_least")), int(table.at("training_most"))


@cached
def _text(rules: Ruleset, base: int, training: int, *, is_own: bool) -> Markup:
    found = ways(rules, base, training)
    dice = {name: max(0, sum(term.number for term in parts)) for name, parts in found.items()}
    lost = {name: losses(rules, count) for name, count in dice.items()}
    controls = stepper("worth", "base", _("Dice before any change"), base, BASE)
    controls += stepper("worth", "training", _("Training"), training, _trained(rules))
    names = {"plain": _("Plain"), "raked": _("Raking"), "low": _("At a low ship"), "both": _("Raking a low ship")}
    heads = joined(_HEAD.format(name=names[way], sum=f"{added(found[way])} =", dice=_dice(dice[way])) for way in WAYS)
    most = max(each.power for each in lost.values())  # one scale for power and crew
    rows = [
        _mean_row(_("Power lost on average"), {way: lost[way].power for way in WAYS}, most),
        _mean_row(_("Crew lost on average"), {way: lost[way].crew for way in WAYS}, most),
        _chance_row("fire", _("Some fire aboard"), {way: lost[way].fire for way in WAYS}),
        _chance_row("explodes", _("She explodes"), {way: lost[way].explosion for way in WAYS}),
    ]
    note = _("Averages are taken before what she has left caps them, and a fire counts even on a ship that explodes. [E-MARK-3] [E40]")
    return _PANEL.format(
        title=_("The same guns, four ways"),
        controls=controls,
        follow=_FOLLOW.format(words=_("Take the shot on the board"), off="" if is_own else _OFF),
        said=stacked(_said(dice, lost)) + _rules(),
        heads=heads,
        rows=joined(rows),
        note=cited(GAME, note, "worth-note"),
    )


def _dice(count: int) -> str:
    return _("{n} dice").format(n=count) if count != 1 else _("1 die")


def _rules() -> Markup:
    return cited(GAME, " [E-ENF-1] [E-LOW-1] [E-TRN-1]", "worth-rules")


def _said(dice: dict[str, int], lost: dict[str, Losses]) -> str:
    """What raking and a low target change, in power and crew."""
    raking = dice["raked"] - dice["plain"]
    gain = (lost["raked"].power - lost["plain"].power, lost["raked"].crew - lost["plain"].crew)
    loss = (lost["plain"].power - lost["low"].power, lost["plain"].crew - lost["low"].crew)
    first = _("Raking adds {n}: {power} power and {crew} crew more on average.").format(
        n=_dice(raking), power=exact(gain[0]), crew=exact(gain[1])
    )
    if dice["low"] == dice["plain"]:
        return f"{first} {_('A low target costs nothing here: no die is left to lose.')}"
    second = _("A low target costs {n}: {power} power and {crew} crew.").format(
        n=_dice(dice["plain"] - dice["low"]), power=exact(loss[0]), crew=exact(loss[1])
    )
    return f"{first} {second}"


def _mean_row(name: str, means: dict[str, Fraction], most: Fraction) -> Markup:
    cells = (
        _CELL.format(
            number=fraction(value, f"worth-{way}"),
            near=f"{float(value):.2f}",
            width=f"{float(value / most) * 100 if most else 0:.2f}",
            fill=FILL[FILLS[way]],
        )
        for way, value in means.items()
    )
    return _ROW.format(name=name, cells=joined(cells))


def _chance_row(key: str, name: str, chances: dict[str, Fraction]) -> Markup:
    cells = (
        _CELL.format(
            number=fraction(chance, f"worth-{key}-{way}"), near=rounded(chance), width=f"{float(chance) * 100:.2f}", fill=FILL[FILLS[way]]
        )
        for way, chance in chances.items()
    )
    return _ROW.format(name=name, cells=joined(cells))

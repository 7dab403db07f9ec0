"""What raking, a low target and training are worth: the same guns four ways, side by side, with exact losses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.escadres.play.state import Position
from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures
from widgets.games.escadres.panels.aim import GAME, Losses, Parts, aimed_by, dice_words, losses, shot_of, sum_text, terms
from widgets.games.escadres.panels.shots import facts as shot_facts
from widgets.kit.bars import FILL, fraction, rounded
from widgets.kit.components import Box, Controls, Note, Press, Sentence, Table, scroll_label
from widgets.kit.controls import Int, Own
from widgets.kit.panel import ANY, Component, Followed, Panel, State
from widgets.kit.sum_table import Term, total
from widgets.play.ruling_diff_panel import Fact
from widgets.web.rule_links import cited, stacked

TITLE: Final = N_("The same guns, four ways")
BASE: Final = (1, 12)  # dice before any change, as far as the table of extra dice is printed
WAYS: Final = {"plain": (False, False), "raked": (True, False), "low": (False, True), "both": (True, True)}  # raked, at a low target
NAMES: Final = {"plain": N_("Plain"), "raked": N_("Raking"), "low": N_("At a low ship"), "both": N_("Raking a low ship")}
FILLS: Final = {"plain": "third", "raked": "best", "low": "second", "both": "fourth"}

_HEAD: Final = Markup('{name}<span class="ways-sum">{sum} =</span><b>{dice}</b>')
_CELL: Final = Markup(
    '<span class="ways-number">{number}<span class="percent">{near}</span></span><svg class="ways-bar" height="12" aria-hidden="true">'
    '<rect class="trough" x=".5" y=".5" width="100%" height="11" rx="3"/>'
    '<rect class="bar" x=".5" y=".5" width="{width}%" height="11" rx="3" fill="{fill}"/></svg>'
)


# -- the same shot, four ways ------------------------------------------------------------------------------------------------------------


def ways(rules: Ruleset, base: int, training: int) -> dict[str, tuple[Term, ...]]:
    """Return the sum of the same shot each way."""
    return {name: terms(rules, Parts(base, 0, raked, low, training)) for name, (raked, low) in WAYS.items()}


def facts(position: Position) -> Iterator[Fact]:
    """Yield what a reading of the zones may change: the shots, and what the shot in hand costs."""
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
    return (
        str(value)
        if value.denominator == 1
        else _("{exact}, about {near}").format(exact=exact(value), near=local_figures(f"{float(value):.2f}"))
    )


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def _follow(session: Any) -> Followed:  # noqa: ANN401 - the page's game
    """Return the dice before any change of the shot on the board, as far as the table goes."""
    ship, target = aimed_by(session.position, session.regarded or session.selected)
    if ship is None or target is None:
        return Followed({"base": BASE[1]})
    parts = shot_of(session.position, ship, target).parts
    return Followed({"base": min(BASE[1], max(BASE[0], parts.power - parts.between))})


def _upgrade(stored: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever a browser brings
    base, training = stored
    return {"training": training, **({"base": base, "own": ANY} if base else {})}  # 0 stood for the board


def _training_limits(rules: Ruleset, _state: State) -> tuple[int, int]:
    table = rules.table("dice_modifiers")
    return int(table.at("training_least")), int(table.at("training_most"))


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    follow = Press("follow", _("Take the shot on the board"), is_off=state.own is None)
    yield Box("panel-controls", [Controls(rules, state, ("base", "training"), ""), follow])
    sums = ways(rules, state.base, state.training)
    dice = {way: max(0, total(parts)) for way, parts in sums.items()}
    lost = {way: losses(rules, count) for way, count in dice.items()}
    yield Sentence(stacked(_sentence(dice, lost)) + cited(GAME, " [E-ENF-1] [E-LOW-1] [E-TRN-1]", "worth-rules"))
    most = max(each.power for each in lost.values()) or Fraction(1)  # one scale for power and crew
    rows = [
        [_("Power lost on average"), *(_cell(way, "power", lost[way].power, most) for way in WAYS)],
        [_("Crew lost on average"), *(_cell(way, "crew", lost[way].crew, most) for way in WAYS)],
        [_("Some fire aboard"), *(_cell(way, "fire", lost[way].fire) for way in WAYS)],
        [_("She explodes"), *(_cell(way, "explodes", lost[way].explosion) for way in WAYS)],
    ]
    heads = [_HEAD.format(name=NAMES[way], sum=sum_text(sums[way]), dice=dice_words(dice[way])) for way in WAYS]
    yield Table(["", *heads], rows, str(TITLE), "ways-table", scroll_label(str(TITLE)), hides_caption=True)
    yield Note(_("Averages are taken before what she has left caps them, and a fire counts even on a ship that explodes. [E-MARK-3] [E40]"))


def _sentence(dice: dict[str, int], lost: dict[str, Losses]) -> str:
    """Return what raking and a low target change, in power and crew."""
    raking = dice["raked"] - dice["plain"]
    gain = (lost["raked"].power - lost["plain"].power, lost["raked"].crew - lost["plain"].crew)
    loss = (lost["plain"].power - lost["low"].power, lost["plain"].crew - lost["low"].crew)
    first = _("Raking adds {n}: {power} power and {crew} crew more on average.").format(
        n=dice_words(raking), power=exact(gain[0]), crew=exact(gain[1])
    )
    if dice["low"] == dice["plain"]:
        return f"{first} {_('A low target costs nothing here: no die is left to lose.')}"
    second = _("A low target costs {n}: {power} power and {crew} crew.").format(
        n=dice_words(dice["plain"] - dice["low"]), power=exact(loss[0]), crew=exact(loss[1])
    )
    return f"{first} {second}"


def _cell(way: str, key: str, value: Fraction, most: Fraction | None = None) -> Markup:
    """Draw a chance, or a mean on a scale up to `most`, as a number over its bar."""
    return _CELL.format(
        number=fraction(value, f"worth-{key}-{way}"),
        near=rounded(value) if most is None else local_figures(f"{float(value):.2f}"),
        width=f"{float(value / (most or 1)) * 100:.2f}",
        fill=FILL[FILLS[way]],
    )


WORTH: Final = Panel(
    "worth",
    GAME,
    TITLE,
    _body,
    fields=(
        Int("base", N_("Dice before any change"), BASE, start=BASE[1], is_apart=True),
        Int("training", N_("Training"), _training_limits, is_apart=True),
        Own(what="follow"),
    ),
    follow=_follow,
    upgrade=_upgrade,
    kind="worth-panel",
)

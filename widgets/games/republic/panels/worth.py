"""What each modifier is worth: the sum of the force diagram step by step, and the chance of the battle without each part of it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.republic.status import status_drm
from rulesdemo.odds.format import exact, percent
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.republic.lessons.battle import RETREATS
from widgets.games.republic.panels.diagram import GAME, Array, Diagram, terms
from widgets.games.republic.panels.ruler import fight
from widgets.kit.bars import FILL, fraction, rounded, spoken
from widgets.kit.radio_row import radio_row
from widgets.kit.sum_table import Term, total
from widgets.play.session import Desk
from widgets.web.badges import chip, joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

ENDS: Final = {who: RETREATS[who] for who in ("defender", "attacker")}
SAID: Final = {"defender": N_("the defender retreats"), "attacker": N_("the attacker retreats")}

_PANEL: Final = Markup(
    '<section class="drm-worth" aria-labelledby="drm-worth-title"><h3 id="drm-worth-title">{title}</h3>'
    '<div class="panel-controls">{controls}</div><div class="panel-said" role="status">{said}</div>{table}'
    '<div class="quiet">{note}</div></section>'
)
_TABLE: Final = Markup(
    '<div class="table-scroll"><table class="worth-steps"><caption class="sr">{title}</caption><thead><tr><th scope="col">{part}</th>'
    '<th scope="col">{number}</th><th scope="col" class="step-head">{way}</th><th scope="col">{without}</th><th scope="col">{worth}</th>'
    "</tr></thead><tbody>{rows}</tbody><tfoot>{foot}</tfoot></table></div>"
)
_ROW: Final = Markup(
    '<tr><th scope="row"><div class="step-part"><span>{name}</span>{chip}</div></th><td class="step-number">{number}</td>'
    '<td class="step-way"><span class="sr">{told}</span>{picture}</td>'
    '<td class="step-chance"><span class="step-net">{net}</span>{chance}<span class="percent">{near}</span></td>'
    '<td class="step-worth">{worth}</td></tr>'
)
_FOOT: Final = Markup(
    '<tr><th scope="row">{name}</th><td class="step-number">{number}</td><td class="step-way">{picture}</td>'
    '<td class="step-chance">{chance}<span class="percent">{near}</span></td><td class="step-worth">{worth}</td></tr>'
)
_SVG: Final = Markup('<svg viewBox="0 0 {w} 30" height="30" preserveAspectRatio="none" aria-hidden="true">{inside}</svg>')
_BAR: Final = Markup('<rect class="bar" x="{x}" y="6" width="{wide}" height="18" rx="2" fill="{fill}"/>')
_NOUGHT: Final = Markup('<line class="nought" x1="{x}" x2="{x}" y1="0" y2="30"/>')
_ENDS: Final = Markup('<line class="reached" x1="{x}" x2="{x}" y1="2" y2="28"/>')
_WIDE: Final = 260
_LEAST: Final = 6  # modifiers that the picture is wide at least, so that small sums look small


class Step(NamedTuple):
    """One part that counts: the sum before and after it, the chance without it, and what it adds to the chance."""

    term: Term
    start: int
    end: int
    without: Fraction
    worth: Fraction


def steps(rules: Ruleset, found: tuple[Term, ...], who: str) -> tuple[Step, ...]:
    """The parts that count, in the order of the source, each with what it is worth to one of the ends of a battle."""
    counted = [term for term in found if term.number]
    net = total(counted)
    chance = getattr(fight(rules, net), who)
    reached = list(accumulate((term.number for term in counted), initial=0))
    made = []
    for place, term in enumerate(counted):
        without = getattr(fight(rules, net - term.number), who)
        made.append(Step(term, reached[place], reached[place + 1], without, chance - without))
    return tuple(made)


@dataclass(slots=True)
class ModifierWorth:
    """Over the force diagram of the same page: whose retreat the chances are of."""

    diagram: Diagram
    key: str = "drmworth"
    who: str = "defender"

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.diagram.shown(desk), self.who)

    def act(self, what: str, value: str, _desk: Desk) -> None:
        """Look at the other end of a battle."""
        if what != "who" or value not in ENDS:
            raise unknown(what)
        self.who = value

    def kept(self) -> str:
        """Whose retreat."""
        return self.who

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if it can be."""
        if isinstance(kept, str) and kept in ENDS:
            self.who = kept


@cached
def _text(rules: Ruleset, array: Array, who: str) -> Markup:
    found = terms(rules, array)
    net = total(found)
    made = steps(rules, found, who)
    now, nought = getattr(fight(rules, net), who), getattr(fight(rules, 0), who)
    more, less = (getattr(fight(rules, net + by), who) for by in (1, -1))
    said = _("At {n}, {end} with {chance}. One point more makes it {more}, one less {less}. [8.3]").format(
        n=modifier(net), end=SAID[who], chance=spoken(now), more=spoken(more), less=spoken(less)
    )
    if not settled(status_drm, rules, array.attacker.status, array.defender.status).allowed:
        said, made = _("A neutralised Force may not attack, so nothing is added up. [8.55]"), ()
    note = _(
        "Each line leaves one part out and keeps all others; the last compares with a net of 0. "
        "The worths need not add up, because the battle table is no straight line. [8.3]"
    )
    return _PANEL.format(
        title=_("What each modifier is worth"),
        controls=radio_row("drmworth", "who", _("Chance that"), ENDS, who),
        said=cited(GAME, said, "drmworth-said"),
        table=_table(made, net, now, nought) if made else Markup("<p>{}</p>").format(_("Nothing counts yet. Change the diagram above.")),
        note=cited(GAME, note, "drmworth-note"),
    )


def _table(made: tuple[Step, ...], net: int, now: Fraction, nought: Fraction) -> Markup:
    low = min(0, *(min(step.start, step.end) for step in made))
    high = max(0, *(max(step.start, step.end) for step in made))
    spare = max(0, _LEAST - (high - low))
    low, high = low - spare // 2, high + spare - spare // 2
    rows = joined(
        _ROW.format(
            name=step.term.name,
            chip=chip(GAME, step.term.rule, f"drmworth-{place}"),
            number=modifier(step.term.number),
            told=_("from {start} to {end}").format(start=modifier(step.start), end=modifier(step.end)),
            picture=_picture((low, high), step.start, step.end),
            net=_("at {n}").format(n=modifier(net - step.term.number)),
            chance=fraction(step.without, f"drmworth-{place}-without"),
            near=rounded(step.without),
            worth=_points(step.worth),
        )
        for place, step in enumerate(made)
    )
    foot = _FOOT.format(
        name=_("In all"),
        number=modifier(net),
        picture=_picture((low, high), 0, net),
        chance=fraction(now, "drmworth-now"),
        near=rounded(now),
        worth=_points(now - nought),
    )
    return _TABLE.format(
        title=_("What each modifier is worth"),
        part=_("Modifier"),
        number=_("Adds"),
        way=_("The sum so far"),
        without=_("Without it"),
        worth=_("Worth"),
        rows=rows,
        foot=foot,
    )


def _picture(ends: tuple[int, int], start: int, end: int) -> Markup:
    """A bar from one sum to the next; plus and minus differ in fill, and the number with its sign stands beside it."""
    low, high = ends
    scale = (_WIDE - 8) / (high - low)

    def x(number: int) -> float:
        return round(4 + (number - low) * scale, 1)

    left, right = sorted((x(start), x(end)))
    bar = _BAR.format(x=left, wide=round(right - left, 1), fill=FILL["best" if end > start else "third"]) if start != end else Markup("")
    return _SVG.format(w=_WIDE, inside=_NOUGHT.format(x=x(0)) + bar + _ENDS.format(x=x(end)))


def _points(worth: Fraction) -> str:
    """A difference of chances: exact, and in points of a hundred.

    >>> _points(Fraction(1, 5)), _points(Fraction(0))
    ('+1/5, +20.0 points', 'nothing')
    """
    if not worth:
        return _("nothing")
    sign = "+" if worth > 0 else "−"
    return _("{difference}, {points} points").format(
        difference=f"{sign}{exact(abs(worth))}", points=f"{sign}{percent(abs(worth)).removesuffix(' %')}"
    )

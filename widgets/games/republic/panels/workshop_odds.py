"""Beside the workshop: the exact law of the next step, what each modifier is worth in it, and what a wished chance would take."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.republic.status import FROM_BEST_TO_WORST
from rulesdemo.odds.format import percent
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.republic.lessons.battle import RETREATS as WHO
from widgets.games.republic.lessons.cost import FATES as FATE_WORDS
from widgets.games.republic.lessons.cost import status_name
from widgets.games.republic.panels.camp import CITY, GAME, Camp
from widgets.games.republic.panels.camp_laws import (
    FATES,
    RETREATS,
    battle_law,
    chance_at,
    city_laws,
    is_allowed,
    needs,
    net_of,
    parts_of,
    second_battle,
    worths,
)
from widgets.games.republic.panels.diagram import FLAGS
from widgets.games.republic.panels.ruler import whole
from widgets.games.republic.panels.workshop import Workshop
from widgets.kit.bars import bars, fraction, number, rounded, spoken
from widgets.kit.histogram import histogram
from widgets.kit.odds_rows import Row, View
from widgets.kit.sum_table import summed
from widgets.play.session import Desk
from widgets.web.badges import chip, joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited, stacked

FILLS: Final = {"defender": "best", "none": "sixth", "attacker": "third"}
FATE_FILLS: Final = {"safe": "best", "wounded": "second", "killed": "third"}
STATUS_FILLS: Final = dict(zip(FROM_BEST_TO_WORST, ("best", "second", "fourth", "third"), strict=True))
WISHES: Final = (5, 95, 5)  # percent: the least, the most, and from one to the next
KINDS: Final = {"assault": N_("Storm"), "treachery": N_("Gates from inside"), "surrender": N_("Surrender")}
RULES: Final = {"assault": "9.4", "treachery": "9.6", "surrender": "9.52"}

_ODDS: Final = Markup(
    '<section class="workshop-odds" aria-labelledby="campodds-title"><h3 id="campodds-title">{title}</h3>'
    '<div class="workshop-laws"><div><div class="odds">{retreat}</div>{second}</div><div><h4>{sum_title}</h4>{sum}</div></div>{more}'
    '<h4>{city_title}</h4>{city}<div class="quiet">{note}</div></section>'
)
_MORE: Final = Markup(
    '<div class="workshop-laws">{lost}</div><div class="workshop-laws">{after}</div><div class="workshop-laws">{fates}</div>'
)
_CITY: Final = Markup(
    '<div class="table-scroll" tabindex="0" role="region" aria-label="{caption}"><table class="letter-means workshop-table is-city">'
    '<caption class="sr">{caption}</caption><thead><tr><th scope="col">{way}</th><th scope="col">{how}</th><th scope="col">{falls}</th>'
    '<th scope="col">{cost}</th></tr></thead><tbody>{rows}</tbody></table></div>'
)
_CITY_ROW: Final = Markup('<tr><th scope="row">{name} {chip}</th><td>{how}</td><td>{chance}</td><td>{cost}</td></tr>')
_WORTH: Final = Markup(
    '<section class="workshop-worth" aria-labelledby="campworth-title"><h3 id="campworth-title">{title}</h3>'
    '<div class="workshop-laws"><div>{worth}</div><div><h4>{needs_title}</h4>{wish}<div class="panel-said" role="status">{needs}</div>'
    "</div></div></section>"
)
_WORTH_TABLE: Final = Markup(
    '<div class="table-scroll" tabindex="0" role="region" aria-label="{caption}"><table class="letter-means workshop-table">'
    '<caption>{caption}</caption><thead><tr><th scope="col">{part}</th><th scope="col">{adds}</th><th scope="col">{without}</th>'
    '<th scope="col">{worth}</th></tr></thead><tbody>{rows}</tbody></table></div>'
)
_WORTH_ROW: Final = Markup(
    '<tr><th scope="row">{name} {chip}</th><td>{number}</td><td>{without} <span class="percent">{near}</span></td><td>{worth}</td></tr>'
)
_WISH: Final = Markup(
    '<label class="workshop-wish" for="campworth-wish">{words} <output>{value} %</output></label><input class="slider" type="range" '
    'min="{low}" max="{high}" step="{by}" id="campworth-wish" data-set="extra:campworth:wish" value="{value}">'
)
_LAW: Final = Markup('<div class="odds">{}</div>')
_NEED: Final = Markup("<ul>{}</ul>")


# -- the odds --------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class CampOdds:
    """The next step of the workshop beside it, exactly."""

    workshop: Workshop
    key: str = field(default="campodds", init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        shop = self.workshop
        return _odds(shop.rules(desk), shop.camp, shop.spend)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel has it
        """It has nothing to press."""
        raise unknown(what)

    def kept(self) -> None:
        """It has nothing of its own."""

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - as every panel has it
        """It has nothing of its own."""


@cached
def _odds(rules: Ruleset, camp: Camp, spend: int) -> Markup:
    parts = parts_of(rules, camp) if not camp.is_over else ()
    if is_allowed(rules, camp):
        law = battle_law(rules, camp)
        rows = tuple(Row(who, WHO[who], WHO[who], law.retreat[who], FILLS[who]) for who in RETREATS)
        retreat = bars(View("", rows, title=_("Who gives way")), "campodds-who")
        more, second = _more(rules, camp), _second(rules, camp)
    else:
        words = _("A neutralised Force may not attack. Give it another status, or let the other side attack. [8.55]")
        words = _("A Force without infantry fights no more. Go a step back, or build anew.") if camp.is_over else words
        retreat = Markup('<div class="is-refused">{}</div>').format(cited(GAME, words, "campodds-refused"))
        more = second = Markup("")
    note = _(
        "Leaders' rolls, elephants and the second roll of an X are counted in; nobody spends cunning points on an X. "
        "A row of the battle table that you change below counts here at once. [8.3] [8.4]"
    )
    return _ODDS.format(
        title=_("The next step, exactly"),
        retreat=retreat,
        second=second,
        sum_title=_("The battle roll before any dice"),
        sum=summed(GAME, "campodds-sum", _("The modifiers of the battle roll; a plus favours the attacker"), parts),
        more=more,
        city_title=_("The city"),
        city=_city(rules, camp, spend),
        note=cited(GAME, note, "campodds-note"),
    )


def _more(rules: Ruleset, camp: Camp) -> Markup:
    """What it costs, how it leaves both sides, and what becomes of the leaders."""
    law = battle_law(rules, camp)
    statuses = {each: status_name(each) for each in FROM_BEST_TO_WORST}
    fates = dict(zip(FATES, FATE_WORDS.values(), strict=True))
    titles = (
        (_("Points that the attacker loses"), _("The attacker afterwards"), _("The attacker's leader")),
        (_("Points that the defender loses"), _("The defender afterwards"), _("The defender's leader")),
    )
    lost, after, ends = [], [], []
    for place, (cost, left, fate) in enumerate(titles):
        lost.append(histogram(f"campodds-lost-{place}", cost, tuple(law.lost[place].items()), law.means[place]))
        after.append(_LAW.format(bars(_view(left, law.after[place], STATUS_FILLS, statuses), f"campodds-after-{place}")))
        ends.append(_LAW.format(bars(_view(fate, law.fates[place], FATE_FILLS, fates), f"campodds-fate-{place}")))
    return _MORE.format(lost=joined(lost), after=joined(after), fates=joined(ends))


def _second(rules: Ruleset, camp: Camp) -> Markup:
    """The battle after the next."""
    able, wins = second_battle(rules, camp)
    told = _("If the same side attacks again after this battle, the defender retreats then with {wins}, however this one ends.")
    words = told.format(wins=spoken(wins)) + (" " + _("It may attack at all with {able}.").format(able=spoken(able)) if able < 1 else "")
    words += " " + _("Losses are counted as infantry, and leaders as if they lived. [8.54] [8.31-m]")
    return Markup('<h4>{}</h4><div class="panel-said">{}</div>').format(_("And the battle after it"), cited(GAME, words, "campodds-second"))


def _view(title: str, law: dict[str, Fraction], fills: dict[Any, str], words: dict[Any, str]) -> View:
    rows = tuple(Row(each, words[each], words[each], law[each], fills[each]) for each in words if law.get(each))
    return View("", rows, title=title)


def _city(rules: Ruleset, camp: Camp, spend: int) -> Markup:
    rows = []
    for law in city_laws(rules, camp, spend):
        how, cost = "", "–"
        chance = Markup("{} <span class='percent'>{}</span>").format(fraction(law.chance, f"campodds-{law.kind}"), rounded(law.chance))
        if law.refused:
            how, chance = cited(GAME, law.refused, f"campodds-{law.kind}-no"), Markup("–")
        elif law.kind == "assault":
            how = _("{ratio}, modifier {n}").format(ratio=law.ratio or _("less than 1-2"), n=modifier(law.drm))
            cost = _("on average {a} % of the attacker, {d} % of the walls").format(a=number(law.losses[0]), d=number(law.losses[1]))
            cost += _("; engines lost {p}").format(p=spoken(law.danger)) if law.danger else ""
        elif law.kind == "treachery":
            how = _("modifier {n}").format(n=modifier(law.drm))
            cost = _("the leader dies {p}").format(p=spoken(law.danger)) if law.danger else _("no danger")
        else:
            how, cost = _("infantry enough before the walls"), _("nothing")
        rows.append(
            _CITY_ROW.format(
                name=KINDS[law.kind], chip=chip(GAME, RULES[law.kind], f"campodds-{law.kind}"), how=how, chance=chance, cost=cost
            )
        )
    return _CITY.format(
        caption=_("Three ways into {city}").format(city=CITY),
        way=_("Way"),
        how=_("How"),
        falls=_("It falls"),
        cost=_("Costs"),
        rows=joined(rows),
    )


# -- worth and needs -------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class CampWorth:
    """What each modifier is worth in the next battle, and what a wished chance would take."""

    workshop: Workshop
    wish: int = 60
    key: str = field(default="campworth", init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _worth(self.workshop.rules(desk), self.workshop.camp, self.wish)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel has it
        """Wish for another chance."""
        wish = whole(value)
        if what != "wish" or wish is None or wish not in range(WISHES[0], WISHES[1] + 1):
            raise unknown(what)
        self.wish = wish

    def kept(self) -> int:
        """The wish."""
        return self.wish

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if it can be."""
        if type(kept) is int and kept in range(WISHES[0], WISHES[1] + 1):
            self.wish = kept


@cached
def _worth(rules: Ruleset, camp: Camp, wish: int) -> Markup:
    allowed = is_allowed(rules, camp)
    refused = cited(GAME, _("No attack is possible now, so there is nothing to weigh. [8.55]"), "campworth-refused")
    return _WORTH.format(
        title=_("What it is worth, and what it would take"),
        worth=_worth_table(rules, camp) if allowed else refused,
        needs_title=_("What would I need"),
        wish=_WISH.format(words=_("A chance of at least"), value=wish, low=WISHES[0], high=WISHES[1], by=WISHES[2]),
        needs=_needs(rules, camp, wish) if allowed else refused,
    )


def _worth_table(rules: Ruleset, camp: Camp) -> Markup:
    found = worths(rules, camp)
    now = chance_at(rules, camp, net_of(rules, camp))
    if not found:
        return stacked(_("No modifier counts before the dice. The defender retreats with {chance}.").format(chance=spoken(now)))
    rows = joined(
        _WORTH_ROW.format(
            name=each.term.name,
            chip=chip(GAME, each.term.rule, f"campworth-{place}"),
            number=modifier(each.term.number),
            without=fraction(each.without, f"campworth-without-{place}"),
            near=rounded(each.without),
            worth=_points(each.worth),
        )
        for place, each in enumerate(found)
    )
    caption = _("The defender retreats with {chance}. Without each modifier").format(chance=spoken(now))
    return _WORTH_TABLE.format(
        caption=caption, part=_("Modifier"), adds=_("Adds"), without=_("Without it"), worth=_("Worth in points"), rows=rows
    )


def _points(worth: Fraction) -> str:
    """A difference of chances in points of a hundred.

    >>> _points(Fraction(1, 5)), _points(Fraction(-1, 8)), _points(Fraction(0))
    ('+20.0', '−12.5', '0')
    """
    if not worth:
        return "0"
    return f"{'+' if worth > 0 else '−'}{percent(abs(worth)).removesuffix(' %')}"


def _needs(rules: Ruleset, camp: Camp, wish: int) -> Markup:
    """What brings the defender to retreat, and the city to fall, with at least the wished chance."""
    found = needs(rules, camp, Fraction(wish, 100))
    told = []
    if found.least_net is None:
        told.append(_("No sum of modifiers is enough for that. [8.3]"))
    else:
        gap = found.least_net - found.net
        have = _("that is {n} more than you have") if gap > 0 else _("you have {n} to spare")
        have = _("just what you have") if not gap else have.format(n=abs(gap))
        told.append(
            _("The defender retreats: a sum of {net} before the dice, {have}. [8.31]").format(net=modifier(found.least_net), have=have)
        )
    if found.infantry is None:
        told.append(_("By infantry alone: no number brings it. [8.31-d]"))
    else:
        foot = ngettext("{n} point", "{n} points", found.infantry).format(n=found.infantry)
        told.append(_("By infantry alone: {foot}, and you have {has}. [8.31-d]").format(foot=foot, has=found.has))
    # Who has the chance already needs no change.
    if found.least_net is None or found.least_net > found.net:
        single = [FLAGS[name] for name in found.flags]
        single += [_("a leader of letter {letter}").format(letter=letter) for letter in found.letters]
        told.append(
            _("Any one of these would do: {list}. [8.31]").format(list="; ".join(single))
            if single
            else _("No single change of this kind would do.")
        )
    if camp.town.owner == camp.attacker:
        told.append(_("{city} is the attacker's own.").format(city=CITY))
    elif found.storm is not None or found.storm_engines is not None:
        parts = [_("{n} without engines").format(n=found.storm)] if found.storm is not None else []
        parts += [_("{n} with them").format(n=found.storm_engines)] if found.storm_engines is not None else []
        told.append(_("{city} falls to a storm by infantry: {infantry}. [9.4] [9.4-S]").format(city=CITY, infantry=", ".join(parts)))
    else:
        told.append(_("{city} falls to no storm with that chance. [9.4]").format(city=CITY))
    return _NEED.format(
        joined(Markup("<li>{}</li>").format(cited(GAME, words, f"campworth-need-{place}")) for place, words in enumerate(told))
    )

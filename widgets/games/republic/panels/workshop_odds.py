"""Beside the workshop: the exact chances of the next step, what each modifier is worth in it, and what a wished chance would take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.republic.play.facts import in_a_row
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.republic.lessons.cost import FATES as FATE_WORDS
from widgets.games.republic.lessons.cost import status_name
from widgets.games.republic.panels.camp import CITY, GAME, Camp
from widgets.games.republic.panels.camp_chances import (
    FATES,
    battle_chances,
    chance_now,
    city_chances,
    is_allowed,
    needs,
    parts_of,
    second_battle,
    worths,
)
from widgets.games.republic.panels.diagram import FLAGS
from widgets.games.republic.panels.fates import FILLS as FATE_FILLS
from widgets.games.republic.panels.retreats import retreat_view
from widgets.games.republic.panels.workshop import rules_of
from widgets.kit.bars import number, spoken
from widgets.kit.chances import chance_view, points_text
from widgets.kit.components import Bars, Box, Custom, Heading, Items, Note, Sentence, Table
from widgets.kit.controls import Value, int_between
from widgets.kit.histogram import histogram
from widgets.kit.odds_rows import View
from widgets.kit.panel import Component, Panel, PanelView, Session, State
from widgets.kit.sum_table import summed
from widgets.web.badges import chip
from widgets.web.phrases import modifier
from widgets.web.rule_links import stacked

STATUS_FILLS: Final = dict(zip(FROM_BEST_TO_WORST, ("best", "second", "fourth", "third"), strict=True))
WISHES: Final = (5, 95, 5)  # percent: the least, the most, and from one to the next
KINDS: Final = {"assault": N_("Storm"), "treachery": N_("Gates from inside"), "surrender": N_("Surrender")}
RULES: Final = {"assault": "9.4", "treachery": "9.6", "surrender": "9.52"}

_WISH: Final = Markup(
    '<label class="workshop-wish" for="campworth-wish">{words} <output>{value} %</output></label><input class="slider" type="range" '
    'min="{low}" max="{high}" step="{by}" id="campworth-wish" data-set="extra:campworth:wish" value="{value}">'
)
_NAMED: Final = Markup("{name} {chip}")


class Step(NamedTuple):
    """What the workshop shows: the rules with the changed row, the Forces with the city, and the points for its gates."""

    rules: Ruleset
    camp: Camp
    spend: int


def step_of(workshop: PanelView, pairs: PanelView | None) -> Callable[[Session], Step]:
    """Return what reads the next step of a workshop."""

    def read(session: Session) -> Step:
        state = workshop.state(session.rules)
        return Step(rules_of(pairs, session), state.camp, state.spend)

    return read


# -- the odds --------------------------------------------------------------------------------------------------------------------------


def camp_odds_panel(workshop: PanelView, pairs: PanelView | None = None) -> Panel:
    """Return the exact odds of the next step of a workshop."""
    reads = step_of(workshop, pairs)
    return Panel("campodds", GAME, N_("The next step, exactly"), _odds, reads=reads, kind="workshop-odds")


def _odds(_rules: Ruleset, _state: State, step: Step) -> Iterator[Component]:
    rules, camp, spend = step
    who: list[Component] = []
    if is_allowed(rules, camp):
        view = retreat_view(battle_chances(rules, camp).retreat, _("Who gives way"))
        who.append(Box("odds", [Bars(view, "who")]))
        who += [Heading(_("And the battle after it")), Note(_second(rules, camp), "panel-said", "second")]
    else:
        words = _("A neutralised Force may not attack. Give it another status, or let the other side attack. [8.55]")
        words = _("A Force without infantry fights no more. Go a step back, or build anew.") if camp.is_over else words
        who.append(Box("odds", [Sentence(words, "refused", "is-refused")]))
    parts = parts_of(rules, camp) if not camp.is_over else ()
    label = _("The modifiers of the battle roll; a plus favours the attacker")
    sum_list = Custom(summed(GAME, "campodds-sum", label, parts))
    yield Box("workshop-laws", [Box("", who), Box("", [Heading(_("The battle roll before any dice")), sum_list])])
    if is_allowed(rules, camp):
        yield from _costs(rules, camp)
    yield Heading(_("The city"))
    yield _city(rules, camp, spend)
    note = _(
        "Leaders' rolls, elephants and the second roll of an X are counted in; nobody spends cunning points on an X. "
        "A row of the battle table that you change below counts here at once. [8.3] [8.4]"
    )
    yield Note(note)


def _costs(rules: Ruleset, camp: Camp) -> Iterator[Box]:
    """Show what it costs, how it leaves both sides, and what becomes of the leaders."""
    found = battle_chances(rules, camp)
    statuses = {each: status_name(each) for each in FROM_BEST_TO_WORST}
    fates = dict(zip(FATES, FATE_WORDS.values(), strict=True))
    titles = (_("Points that the attacker loses"), _("Points that the defender loses"))
    yield Box(
        "workshop-laws",
        [
            Custom(histogram(f"campodds-lost-{place}", title, tuple(found.lost[place].items()), found.means[place]))
            for place, title in enumerate(titles)
        ],
    )
    titles = (_("The attacker afterwards"), _("The defender afterwards"))
    yield _both_sides("after", [_view(title, chances, STATUS_FILLS, statuses) for title, chances in zip(titles, found.after, strict=True)])
    titles = (_("The attacker's leader"), _("The defender's leader"))
    yield _both_sides("fate", [_view(title, chances, FATE_FILLS, fates) for title, chances in zip(titles, found.fates, strict=True)])


def _both_sides(key: str, views: list[View]) -> Box:
    return Box("workshop-laws", [Box("odds", [Bars(view, f"{key}-{place}")]) for place, view in enumerate(views)])


def _second(rules: Ruleset, camp: Camp) -> str:
    """Tell of the battle after the next."""
    able, wins = second_battle(rules, camp)
    words = _(
        "If the same side attacks again after this battle, the defender then retreats with a chance of {wins}, however this one ends."
    )
    words = words.format(wins=spoken(wins)) + (
        " " + _("The chance that it may attack at all is {able}.").format(able=spoken(able)) if able < 1 else ""
    )
    return words + " " + _("Losses are counted as infantry, and leaders as if they lived. [8.54] [8.31-m]")


def _view(title: str, chances: dict[str, Fraction], fills: dict[Any, str], words: dict[Any, str]) -> View:
    return chance_view(((words[each], chances[each], fills[each]) for each in words if chances.get(each)), title)


def _city(rules: Ruleset, camp: Camp, spend: int) -> Table:
    rows = []
    for way in city_chances(rules, camp, spend):
        chance: Fraction | str = way.chance
        cost = "–"
        if way.refused:
            how, chance = str(way.refused), "–"
        elif way.kind == "assault":
            how = _("{ratio}, modifier {n}").format(ratio=way.ratio or _("less than 1-2"), n=modifier(way.drm))
            cost = _("on average {a} % of the attacker, {d} % of the walls").format(a=number(way.losses[0]), d=number(way.losses[1]))
            cost += _("; engines lost {p}").format(p=spoken(way.danger)) if way.danger else ""
        elif way.kind == "treachery":
            how = _("modifier {n}").format(n=modifier(way.drm))
            cost = _("the leader dies {p}").format(p=spoken(way.danger)) if way.danger else _("no danger")
        else:
            how, cost = _("infantry enough before the walls"), _("nothing")
        rows.append([_NAMED.format(name=KINDS[way.kind], chip=chip(GAME, RULES[way.kind], f"campodds-{way.kind}")), how, chance, cost])
    caption = _("Three ways into {city}").format(city=CITY)
    return Table(
        [_("Way"), _("How"), _("It falls"), _("Costs")],
        rows,
        caption,
        kind="letter-means workshop-table is-city",
        label=caption,
        hides_caption=True,
    )


# -- worth and needs -------------------------------------------------------------------------------------------------------------------


def camp_worth_panel(workshop: PanelView, pairs: PanelView | None = None) -> Panel:
    """Return what each modifier is worth in the next battle of a workshop, and what a wished chance would take."""
    return Panel(
        "campworth",
        GAME,
        N_("What it is worth, and what it would take"),
        _worth,
        fields=(Value("wish", 60, int_between(*WISHES[:2]), int),),
        act=_act,
        reads=step_of(workshop, pairs),
        kind="workshop-worth",
    )


def _act(state: State, what: str, value: str, _session: Session) -> State | None:
    """Wish for another chance."""
    wishes = map(str, range(WISHES[0], WISHES[1] + 1))
    return state.replace(wish=int(value)) if what == "wish" and value in wishes else None


def _worth(_rules: Ruleset, state: State, step: Step) -> Iterator[Component]:
    rules, camp, _spend = step
    allowed = is_allowed(rules, camp)
    refused = _("No attack is possible now, so there is nothing to weigh. [8.55]")
    wish = _WISH.format(words=_("A chance of at least"), value=state.wish, low=WISHES[0], high=WISHES[1], by=WISHES[2])
    what = Items(_needs(rules, camp, state.wish), key="need") if allowed else Note(refused, "", "refused-need")
    yield Box(
        "workshop-laws",
        [
            Box("", [_worth_table(rules, camp) if allowed else Note(refused, "", "refused")]),
            Box("", [Heading(_("What would I need")), Custom(wish), Box("panel-said", [what], is_status=True)]),
        ],
    )


def _worth_table(rules: Ruleset, camp: Camp) -> Component:
    found = worths(rules, camp)
    now = chance_now(rules, camp)
    if not found:
        words = _("No modifier counts before the dice. The defender retreats with a chance of {chance}.").format(chance=spoken(now))
        return Custom(stacked(words))
    caption = _("The defender retreats with a chance of {chance}. Without each modifier").format(chance=spoken(now))
    return Table(
        [_("Modifier"), _("Adds"), _("Without it"), _("Worth in points")],
        [
            [
                _NAMED.format(name=each.term.name, chip=chip(GAME, each.term.rule, f"campworth-{place}")),
                modifier(each.term.number),
                each.without,
                points_text(each.worth),
            ]
            for place, each in enumerate(found)
        ],
        caption,
        kind="letter-means workshop-table",
        label=caption,
    )


def _needs(rules: Ruleset, camp: Camp, wish: int) -> list[str]:
    """Tell what brings the defender to retreat, and the city to fall, with at least the wished chance."""
    found = needs(rules, camp, Fraction(wish, 100))
    words = []
    if found.least_net is None:
        words.append(_("No sum of modifiers is enough for that. [8.3]"))
    else:
        gap = found.least_net - found.net
        have = _("that is {n} more than you have") if gap > 0 else _("you have {n} to spare")
        have = _("just what you have") if not gap else have.format(n=abs(gap))
        words.append(
            _("The defender retreats: a sum of {net} before the dice, {have}. [8.31]").format(net=modifier(found.least_net), have=have)
        )
    if found.infantry is None:
        words.append(_("By infantry alone: no number brings it. [8.31-d]"))
    else:
        foot = ngettext("{n} point", "{n} points", found.infantry).format(n=found.infantry)
        words.append(_("By infantry alone: {foot}, and you have {has}. [8.31-d]").format(foot=foot, has=found.has))
    # Who has the chance already needs no change.
    if found.least_net is None or found.least_net > found.net:
        single = [FLAGS[name] for name in found.flags]
        single += [_("a leader of letter {letter}").format(letter=letter) for letter in found.letters]
        words.append(
            _("Any one of these would do: {list}. [8.31]").format(list=in_a_row(single))
            if single
            else _("No single change of this kind would do.")
        )
    if camp.town.owner == camp.attacker:
        words.append(_("{city} is the attacker's own.").format(city=CITY))
    elif found.storm is not None or found.storm_engines is not None:
        parts = [_("{n} without engines").format(n=found.storm)] if found.storm is not None else []
        parts += [_("{n} with them").format(n=found.storm_engines)] if found.storm_engines is not None else []
        words.append(_("{city} falls to a storm by infantry: {infantry}. [9.4] [9.4-S]").format(city=CITY, infantry=", ".join(parts)))
    else:
        words.append(_("{city} falls to no storm with that chance. [9.4]").format(city=CITY))
    return words

"""The values that the main rulebook of Toulon 1793 would give and we supply (T38), as fields that a reader may change during the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from markupsafe import Markup

from rulesdemo.games.toulon.board import board
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.scenarios import load, roster
from rulesdemo.games.toulon.play.state import PURSES, Position
from rulesdemo.games.toulon.play.supplied import (
    ARRIVAL,
    COUNTER,
    FIRST,
    LEADER,
    OPTION,
    RANDOM,
    SCALE,
    SWITCHES,
    WHOLE,
    YES,
    ZONE,
    demo,
    rules_of,
    values,
)
from rulesdemo.rules.rule_index import rules_of as rule_index
from rulesdemo.rules.ruleset import ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon import names
from widgets.games.toulon.panels.options import OPTIONS, WORDS, lean
from widgets.web.badges import chip, joined, mark
from widgets.web.phrases import titled
from widgets.web.render_cache import cached

NUMBERS: Final = {
    "nml_op": N_("OP into no-man's land"),
    "steps": N_("Zones a unit may enter in a turn"),
    "road_steps": N_("Road sections besides"),
    "battery_op": N_("OP to place a battery"),
    "hasten_op": N_("OP to hasten a reinforcement"),
    "delay_op": N_("OP for holding one back"),
    "war_supply_op": N_("OP for a wing's war supply"),
    "redoubt_op": N_("OP to dig or improve"),
    "redoubts": N_("Redoubts a side may build"),
    "redoubt_strength": N_("Defence of a redoubt"),
    "improved_strength": N_("Defence of an improved one"),
    "garrison_sp": N_("SP that bar a level-3 fort"),
    "gun_reduction": N_("Fort levels lost to guns"),
    "repulse_ratio": N_("Ratio that pushes patrols out, to one"),
    "decisive_vp": N_("VP for a decisive battle"),
    "tenuous_vp": N_("VP for a tenuous hold"),
    "zone_vp": N_("VP for taking a zone"),
    "fort_vp": N_("VP more for its fort"),
    "stock_loss": N_("Ammunition lost in defeat"),
    "stock_gain": N_("Ammunition gained a turn"),
    "leader_bonus": N_("Sixths that a leader adds"),
    "gauge_step": N_("Steps of the evacuation gauge"),
    "gauge_trigger": N_("Gauge at which the fleet leaves"),
    "rade_range": N_("Zones from battery to water"),
    "rade_tenuous": N_("Batteries that make a hold tenuous"),
    "rade_lost": N_("Batteries that end a hold"),
}
CHANCES: Final = {
    "attrition": N_("Movement attrition"),
    "espionage": N_("A spy is answered"),
    "bombard": N_("Guns hit at range"),
    "pursuit": N_("Cavalry costs one more"),
    "capture": N_("Bonaparte, alone, is taken"),
    "leader_hit": N_("A leader is hit"),
    "austrians": N_("The Austrians come"),
}

SENTENCES: Final = {  # what each of them means in play
    "nml_op": N_("What a unit pays to enter no-man's land, or to leave a road for it."),
    "steps": N_("How many zones a unit may enter in its moves of one turn."),
    "road_steps": N_("How many sections of road it may pass besides."),
    "battery_op": N_("The price of a battery of Bonaparte's after the set-up."),
    "hasten_op": N_("The price of a reinforcement that comes a turn early."),
    "delay_op": N_("What a purse gains for a reinforcement that comes a turn late."),
    "war_supply_op": N_("What each wing pays each turn; without it the wing may not attack."),
    "redoubt_op": N_("The price of a new redoubt, or of improving one."),
    "redoubts": N_("How many redoubts each side may build in the game."),
    "redoubt_strength": N_("What a redoubt adds to the defence of those who built it."),
    "improved_strength": N_("What an improved redoubt adds to it."),
    "garrison_sp": N_("The strength inside a fort of level 3 that bars its zone to the enemy."),
    "gun_reduction": N_("How many levels a fort loses when guns take part in the assault."),
    "repulse_ratio": N_("How many times their strength pushes patrols out of a zone."),
    "decisive_vp": N_("What the winner of a decisive battle gains."),
    "tenuous_vp": N_("What the Allies get each turn while a roadstead is not firmly theirs."),
    "zone_vp": N_("What a side gains when it comes to control a zone."),
    "fort_vp": N_("What it gains besides if the zone has a fort."),
    "stock_loss": N_("What goes from the stock when defending batteries are beaten."),
    "stock_gain": N_("What comes to the stock each turn in which the West wing has war supply."),
    "leader_bonus": N_("What a leader adds to the quality of the units that start with him."),
    "gauge_step": N_("How far the evacuation gauge moves each turn of a tenuous hold."),
    "gauge_trigger": N_("Where on the gauge the fleet leaves and the Republicans have won."),
    "rade_range": N_("From how many zones away a battery commands a roadstead."),
    "rade_tenuous": N_("How many Republican batteries that command a roadstead make its hold tenuous."),
    "rade_lost": N_("How many of them end it."),
    "attrition": N_("The chance that a unit under test takes a loss on the march."),
    "espionage": N_("The chance that a spy turns the units of a zone face up."),
    "bombard": N_("The chance that guns at range cost the enemy a loss."),
    "pursuit": N_("The chance that cavalry costs a beaten enemy another loss."),
    "capture": N_("The chance that Bonaparte, alone among enemies, is taken."),
    "leader_hit": N_("The chance that a leader in a combat is hit."),
    "austrians": N_("The chance that the Austrians come, once they are thrown for."),
    RANDOM: N_("What every purse but Bonaparte's throws for each turn."),
}
OP_SENTENCE: Final = N_("What this purse gets each turn, before it throws.")
ARRIVAL_SENTENCE: Final = N_("The turn on which it comes to its depot; the table is ours [T64].")
COUNTER_SENTENCE: Final = N_("Its strength points, and the sixths with which it passes a quality test.")
LEADER_SENTENCE: Final = N_("His efficiency, by which he combines units under option 6.7.")
ZONE_SENTENCE: Final = N_("It holds three times this value.")
FORT_SENTENCE: Final = N_("It holds three times the first number; the second is the level of its fort.")
WHOLE_SENTENCE: Final = N_("Zone and fort at once, it holds what a fort holds; the second number is the level of the fort.")
COLUMN_SENTENCE: Final = N_("Six pairs for the faces of the die: losses of the attacker, then of the defender.")

_PANEL: Final = Markup(
    '<details class="fold own-values-fold" id="supplied"><summary>{title}</summary><p class="quiet">{mark} {words}</p>{groups}</details>'
)
_GROUP: Final = Markup(
    '<details class="fold own-group" id="supplied-{place}"><summary>{title} ({n})</summary>'
    '<div class="fields own-values{wide}">{fields}</div></details>'
)
_FIELD: Final = Markup(
    '<div class="field"><label for="supply-{key}">{label}</label><div class="own-value"><input class="text" type="text" '
    'id="supply-{key}" data-set="supply:{name}" value="{value}" autocomplete="off" maxlength="60" '
    'aria-describedby="supply-{key}-words{wrong}"{invalid}>{chip}{mark}</div>{words}{reason}{trouble}</div>'
)
_WORDS: Final = Markup('<p class="own-words{aside}" id="supply-{key}-words">{words}</p>')
_ASIDE: Final = " sr"  # of what a like value has said, so that it is only read out
_REASON: Final = Markup('<p class="own-words own-reason">{words}</p>')


_TROUBLE: Final = Markup('<span class="wrong" id="supply-{key}-wrong">{words}</span>')
_INVALID: Final = Markup(' aria-invalid="true"')
_WRONG: Final = Markup(" supply-{key}-wrong")

_CHOICE: Final = Markup(
    '<div class="field"><label for="supply-{key}">{label}</label><div class="own-value"><select id="supply-{key}" data-set="supply:{name}" '
    'aria-describedby="supply-{key}-words">{choices}</select>{chip}{mark}</div>{words}{trouble}</div>'
)
_YES_NO: Final = {"yes": N_("in play"), "no": N_("not in play")}

Unfit = tuple[str, str, str]  # the name of a value, what the reader wrote, and what it should be


def groups(stand: Iterable[str]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the values by what they are, each with its label; turns of arrival as far as they stand among the values of the game."""
    yield _("Costs, moves and points"), NUMBERS
    yield _("Chances"), CHANCES
    purses = {f"{SCALE}{purse}": titled(names.purse(purse)) for purse in PURSES}
    yield _("Operation points a turn"), {**purses, RANDOM: _("Random OP of each purse")}
    columns = {column: _("At {odds}").format(odds=column) for column in demo()["combat"]}
    yield _("Losses of attacker and defender by the die, 1 to 6"), columns
    for prefix, title in PRINTED.items():
        found = {name: titled(_(_names()[name.removeprefix(prefix)])) for name in stand if name.startswith(prefix)}
        if found:
            yield _(title), found
    yield _("Agreed before the second turn"), {f"{OPTION}{option}": _(AGREED[option]) for option in FIRST}
    yield _("Options of section 6, and whom each favours"), {f"{OPTION}{option}": _option(option) for option in SWITCHES}


PRINTED: Final = {
    ARRIVAL: N_("Turns on which reinforcements arrive"),
    COUNTER: N_("Units: strength and quality"),
    LEADER: N_("Leaders: efficiency"),
    ZONE: N_("The map: values of zones and levels of forts"),
}


@cache
def _names() -> Mapping[str, str]:
    """Return the names of all units, leaders and zones by their ids."""
    units, leaders = roster()
    zones = {name: zone.name for name, zone in board().zones.items()}
    return {**zones, **{name: each["name"] for name, each in {**units, **leaders}.items()}}


AGREED: Final = {"2.2": N_("Limited co-operation of the Allies"), "3.4": N_("Deliberate evacuation")}
PARTS: Final = {"6.9a": N_("Gunners leave"), "6.9b": N_("No supply"), "6.9c": N_("Four beaches")}


def _option(option: str) -> str:
    """Return an option by its name, with the author's remark."""
    found = lean(ruleset("toulon"), WHOLE if option in PARTS else option)
    return _("{option}: {words}").format(option=PARTS.get(option) or OPTIONS[option], words=WORDS[found.favours, found.strength])


def sentence(name: str) -> str:
    """Return what a value means in play, and what it rests on; of an option, what its rule says."""
    if name.startswith(OPTION):
        return rule_index("toulon")[name.removeprefix(OPTION)].text
    if name in demo()["combat"]:
        return _(COLUMN_SENTENCE)
    if name.startswith(ZONE):
        zone = board().zones[name.removeprefix(ZONE)]
        return _(WHOLE_SENTENCE if zone.whole_fort else FORT_SENTENCE if zone.fort else ZONE_SENTENCE)
    like = {ARRIVAL: ARRIVAL_SENTENCE, COUNTER: COUNTER_SENTENCE, LEADER: LEADER_SENTENCE}
    return _(next((words for prefix, words in like.items() if name.startswith(prefix)), SENTENCES.get(name, OP_SENTENCE)))


def reason(name: str) -> str:
    """Return the sentence that says what a value rests on; of like values the first one has it for all."""
    reasons: Mapping[str, str] = demo()["reasons"]
    units, leaders = roster()
    firsts = {
        f"{SCALE}{PURSES[0]}": "op_scale",
        next(iter(demo()["combat"])): "combat",
        f"{COUNTER}{next(iter(units))}": "units",
        f"{LEADER}{next(iter(leaders))}": "leaders",
        f"{ZONE}{board().chart.of_kind('land')[0]}": "zones",
    }
    found = reasons.get(firsts.get(name, name), "")
    return _(found) if found else ""


def changed_values(position: Position) -> dict[str, str]:
    """Return the values that the reader has changed in this game."""
    ours = values(load(position.scenario.name).scenario)
    return {name: value for name, value in values(position.scenario).items() if ours[name] != value}


def supply_orders(position: Position) -> tuple[o.Supply, ...]:
    """Return the orders that give another game the reader's values."""
    return tuple(o.Supply(name, value) for name, value in changed_values(position).items())


def panel(position: Position, unfit: Unfit | None = None) -> Markup:
    """Draw all values, in a fold; one that was refused is still there as the reader wrote it, and says what it should be."""
    return _panel_text(position.scenario.name, tuple(values(position.scenario).items()), frozenset(changed_values(position)), unfit)


@cached
def _panel_text(_scenario: str, stand: tuple[tuple[str, str], ...], changed: frozenset[str], unfit: Unfit | None) -> Markup:
    now = dict(stand)
    number = ngettext("{n} of them is yours", "{n} of them are yours", len(changed)).format(n=len(changed))
    ours = sum(not name.startswith(OPTION) for name in now)
    title = _("Values that we supply: {n}, and {m} options").format(n=ours, m=len(now) - ours) + (f", {number}" if changed else "")
    return _PANEL.format(
        title=title,
        mark=mark("reconstructed", label=True),
        words=_(
            "The main rulebook is not in our source. What it would give is ours. Change a value and the game goes on with it; "
            "the log says so, and undo takes it back."
        ),
        groups=joined(
            _GROUP.format(
                place=place,
                title=title,
                n=len(group),
                wide=" is-wide" if _is_wide(group, now) else "",
                fields=_fields(group, now, changed, unfit),
            )
            for place, (title, group) in enumerate(groups(now))
        ),
    )


def _is_wide(group: Mapping[str, str], now: Mapping[str, str]) -> bool:
    """Return whether the fields of a group hold more than a number, or have a long label."""
    first = next(iter(group))
    return first.startswith(OPTION) or "," in now[first]


def _fields(group: Mapping[str, str], now: Mapping[str, str], changed: frozenset[str], unfit: Unfit | None) -> Markup:
    wrong, fields, heard = {unfit[0]: unfit[1:]} if unfit else {}, [], set[str]()
    for name, label in group.items():
        words = sentence(name)
        shown = _WORDS.format(key=_key(name), words=words, aside=_ASIDE if words in heard else "")
        fields.append(_field(name, label, now[name], wrong.get(name), shown, is_yours=name in changed))
        heard.add(words)
    return joined(fields)


def _key(name: str) -> str:
    return name.replace(":", "-to-").replace(".", "-")


def _field(name: str, label: str, value: str, wrong: tuple[str, str] | None, words: Markup, *, is_yours: bool) -> Markup:
    key = _key(name)
    trouble = "" if wrong is None else _("Refused: the value is still {value}. {way_out}").format(value=value, way_out=wrong[1])
    choices = joined(
        Markup('<option value="{}"{}>{}</option>').format(each, Markup(" selected") if each == value else "", _YES_NO[each])
        for each in YES.values()
    )
    return (_CHOICE if name.startswith(OPTION) else _FIELD).format(
        choices=choices,
        key=key,
        name=name,
        label=label,
        value=value if wrong is None else wrong[0],
        words=words,
        reason=_REASON.format(words=reason(name)) if reason(name) else "",
        invalid="" if wrong is None else _INVALID,
        wrong="" if wrong is None else _WRONG.format(key=key),
        trouble="" if wrong is None else _TROUBLE.format(key=key, words=trouble),
        chip=chip("toulon", rules_of()[name], f"supply-{key}"),
        mark=mark("yours", label=True) if is_yours else "",
    )

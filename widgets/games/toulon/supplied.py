"""The values that the main rulebook of Toulon 1793 would give and we supply (T38), as fields that a reader may change during the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from markupsafe import Markup

from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.scenarios import load
from rulesdemo.games.toulon.play.state import PURSES, Position
from rulesdemo.games.toulon.play.supplied import OPTION, RANDOM, SCALE, SWITCHES, WHOLE, YES, demo, rules_of, values
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
    "stock_loss": N_("Ammunition lost in defeat"),
    "stock_gain": N_("Ammunition gained a turn"),
    "leader_bonus": N_("Sixths that a leader adds"),
    "gauge_step": N_("Steps of the evacuation gauge"),
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

_PANEL: Final = Markup(
    '<details class="fold own-values-fold" id="supplied"><summary>{title}</summary><p class="quiet">{mark} {words}</p>{groups}</details>'
)
_GROUP: Final = Markup('<h4>{title}</h4><div class="fields own-values{wide}">{fields}</div>')
_FIELD: Final = Markup(
    '<div class="field"><label for="supply-{key}">{label}</label><div class="own-value"><input class="text" type="text" '
    'id="supply-{key}" data-set="supply:{name}" value="{value}" autocomplete="off" maxlength="40"{invalid}>{chip}{mark}</div>'
    "{trouble}</div>"
)


_TROUBLE: Final = Markup('<span class="wrong" id="supply-{key}-wrong">{words}</span>')
_INVALID: Final = Markup(' aria-invalid="true" aria-describedby="supply-{key}-wrong"')

_CHOICE: Final = Markup(
    '<div class="field"><label for="supply-{key}">{label}</label><div class="own-value"><select id="supply-{key}" data-set="supply:{name}">'
    "{choices}</select>{chip}{mark}</div>{trouble}</div>"
)
_YES_NO: Final = {"yes": N_("in play"), "no": N_("not in play")}

Unfit = tuple[str, str, str]  # the name of a value, what the reader wrote, and what it should be


def groups() -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the values by what they are, each with its label."""
    yield _("Costs, moves and points"), NUMBERS
    yield _("Chances"), CHANCES
    purses = {f"{SCALE}{purse}": titled(names.purse(purse)) for purse in PURSES}
    yield _("Operation points a turn"), {**purses, RANDOM: _("Random OP of each purse")}
    columns = {column: _("At {odds}").format(odds=column) for column in demo()["combat"]}
    yield _("Losses of attacker and defender by the die, 1 to 6"), columns
    yield _("Options of section 6, and whom each favours"), {f"{OPTION}{option}": _option(option) for option in SWITCHES}


PARTS: Final = {"6.9a": N_("Gunners leave"), "6.9b": N_("No supply"), "6.9c": N_("Four beaches")}


def _option(option: str) -> str:
    """Return an option by its name, with the author's remark."""
    found = lean(ruleset("toulon"), WHOLE if option in PARTS else option)
    return f"{PARTS.get(option) or OPTIONS[option]}: {WORDS[found.favours, found.strength]}"


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
                title=title,
                wide=" is-wide" if demo()["combat"].keys() == group.keys() or next(iter(group)).startswith(OPTION) else "",
                fields=_fields(group, now, changed, unfit),
            )
            for title, group in groups()
        ),
    )


def _fields(group: Mapping[str, str], now: Mapping[str, str], changed: frozenset[str], unfit: Unfit | None) -> Markup:
    wrong = {unfit[0]: unfit[1:]} if unfit else {}
    return joined(_field(name, label, now[name], wrong.get(name), is_yours=name in changed) for name, label in group.items())


def _field(name: str, label: str, value: str, wrong: tuple[str, str] | None, *, is_yours: bool) -> Markup:
    key = name.replace(":", "-to-").replace(".", "-")
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
        invalid="" if wrong is None else _INVALID.format(key=key),
        trouble="" if wrong is None else _TROUBLE.format(key=key, words=trouble),
        chip=chip("toulon", rules_of()[name], f"supply-{key}"),
        mark=mark("yours", label=True) if is_yours else "",
    )

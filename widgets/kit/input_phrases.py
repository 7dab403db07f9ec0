"""Says in words under which input a number would be right: `for a sailing ship`, not the input's name and value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rulesdemo.words import N_, _, ngettext
from widgets.kit.fields import value_text
from widgets.web.phrases import modifier, signed, spaced, titled

# A flag that is up, and one that is down.
_FLAGS: Final[Mapping[str, tuple[str, str]]] = {
    "anchored": (N_("for a ship at anchor"), N_("for a ship under way")),
    "better_crew": (N_("for the better crew"), N_("without the better crew")),
    "bonaparte": (N_("with Bonaparte"), N_("without Bonaparte")),
    "captain_dead": (N_("without her captain"), N_("with her captain alive")),
    "captured": (N_("for a captured ship"), N_("for a ship that was not captured")),
    "city_here": (N_("with a friendly city in the hex"), N_("without a friendly city in the hex")),
    "controls_both": (N_("with both ships in one hand"), N_("with the ships in different hands")),
    "desperate": (N_("in a desperate attack"), N_("outside a desperate attack")),
    "enfilade": (N_("with raking fire"), N_("without raking fire")),
    "first_fire": (N_("for her first fire"), N_("after her first fire")),
    "flaming": (N_("with flaming missiles"), N_("with ordinary missiles")),
    "fort": (N_("for a fort"), N_("for a ship")),
    "full_sail": (N_("under full sail"), N_("without full sail")),
    "grappled": (N_("against a ship that is grappled already"), N_("against a ship that nobody has grappled yet")),
    "hasty": (N_("in a hasty attack"), N_("without haste")),
    "immobilised": (N_("for an immobilised ship"), N_("for a ship that is not immobilised")),
    "low": (N_("against a low target"), N_("against a target that is not low")),
    "mountain_or_marsh": (N_("in Mountain or Marsh"), N_("outside Mountain and Marsh")),
    "next_move_zero": (N_("for a ship whose next move is 0"), N_("for a ship whose next move is not cut to 0")),
    "officers_dead": (N_("without her officers"), N_("with her officers alive")),
    "only_over_river": (N_("with no way out but over a river"), N_("with a way out that crosses no river")),
    "out_of_supply": (N_("out of supply"), N_("in supply")),
    "repelled_boarding": (N_("after a boarding was repelled"), N_("without a boarding repelled before")),
    "roman": (N_("for a Roman"), N_("for a non-Roman")),
    "short": (N_("in the short game"), N_("in the full game")),
    "siege_engines": (N_("with siege engines"), N_("without siege engines")),
    "silent": (N_("with her guns silent"), N_("for a ship that goes on firing")),
    "slow": (N_("for a ship held to half her speed"), N_("for a ship that is not held to half her speed")),
    "stopped": (N_("after a stop"), N_("without a stop before")),
    "straggling": (N_("for a straggler"), N_("for a ship that keeps up")),
}
_CHOICES: Final[Mapping[tuple[str, str], str]] = {
    ("command", "chief"): N_("under the chief admiral"),
    ("command", "second_admiral"): N_("under a second admiral"),
    ("command", "none"): N_("out of command"),
    ("fate", "killed"): N_("for a leader who is killed"),
    ("fate", "superficial"): N_("for a superficial wound"),
    ("fate", "light"): N_("for a light wound"),
    ("fate", "serious"): N_("for a serious wound"),
    ("fate", "grave"): N_("for a grave wound"),
    ("kind", "galley"): N_("for a galley"),
    ("kind", "sail"): N_("for a sailing ship"),
    ("move", "ahead"): N_("for a hex straight ahead"),
    ("move", "veer"): N_("for a hex ahead to one side"),
    ("move", "step_and_turn"): N_("for a step and a turn"),
    ("move", "pivot"): N_("for a pivot"),
    ("move", "about_turn"): N_("for an about-turn"),
    ("move", "back"): N_("for a hex backwards"),
    ("place", "fort_la_garde"): N_("in Fort La Garde"),
    ("place", "fortress"): N_("in a fortress"),
    ("place", "zone"): N_("in a zone"),
    ("rank", "line"): N_("for a ship of the line"),
    ("rank", "other"): N_("for a ship outside the line"),
    ("roman", "attacker"): N_("with the Romans attacking"),
    ("roman", "defender"): N_("with the Romans defending"),
    ("roman", "both"): N_("with Romans on both sides"),
    ("roman", "neither"): N_("without Romans"),
    ("side", "british"): N_("for the British"),
    ("side", "east"): N_("for the East wing"),
    ("side", "neapolitan"): N_("for the Neapolitans"),
    ("side", "sardinian"): N_("for the Sardinians"),
    ("side", "spanish"): N_("for the Spanish"),
    ("side", "toulonnais"): N_("for the Toulonnais"),
    ("side", "west"): N_("for the West wing"),
    ("speed", "cruise"): N_("at Cruise"),
    ("speed", "maximum"): N_("at Maximum"),
    ("speed", "sail"): N_("for a sailing ship"),
    ("status", "fresh"): N_("for a fresh force"),
    ("status", "fatigued"): N_("for a fatigued force"),
    ("status", "disorganised"): N_("for a disorganised force"),
    ("status", "neutralised"): N_("for a neutralised force"),
    ("terrain", "flat"): N_("on Flat ground"),
    ("terrain", "rough"): N_("on Rough ground"),
    ("terrain", "mountain"): N_("in the mountains"),
    ("terrain", "marsh"): N_("in a marsh"),
    ("wind_through", "bow"): N_("with the wind through the bow"),
    ("wind_through", "bow_flank"): N_("with the wind through a bow/flank hex"),
    ("wind_through", "stern"): N_("with the wind through the stern"),
    ("wind_through", "stern_flank"): N_("with the wind through a stern/flank hex"),
}
# One phrase for every value of an input that is a figure or a letter.
_FIGURES: Final[Mapping[str, str]] = {
    "adjust": N_("with an adjustment of {value}"),
    "allowance": N_("with an allowance of {value}"),
    "attack": N_("with an attack of {value}"),
    "attacker": N_("with {value} for the attacker"),
    "attacker_cavalry": N_("with {value} SP of attacking cavalry"),
    "attacker_sp": N_("with {value} SP attacking"),
    "cdi": N_("for a city of intrinsic defence {value}"),
    "count": N_("with a count of {value}"),
    "crew": N_("with a crew of {value}"),
    "cruise": N_("for a Cruise speed of {value}"),
    "cv": N_("for a leader of campaign value {value}"),
    "cv_active": N_("for an active leader of campaign value {value}"),
    "cv_inactive": N_("for an inactive leader of campaign value {value}"),
    "damage": N_("with a damage of {value}"),
    "defence": N_("with a defence of {value}"),
    "defender": N_("with {value} for the defender"),
    "defender_cavalry": N_("with {value} SP of defending cavalry"),
    "defender_sp": N_("with {value} SP defending"),
    "distance": N_("at a distance of {value}"),
    "drm": N_("with a die modifier of {value}"),
    "face": N_("with {value} on the die"),
    "faces": N_("with a leak on {value} of the six faces"),
    "fatigue": N_("with a fatigue of {value}"),
    "force": N_("with a force of {value}"),
    "force_a": N_("with a force of {value} on the first side"),
    "force_b": N_("with a force of {value} on the second side"),
    "height": N_("with a difference in height of {value}"),
    "hull_initial": N_("for a hull of {value} when whole"),
    "hull": N_("with a hull of {value}"),
    "hull_a": N_("with a hull of {value} for the first ship"),
    "hull_b": N_("with a hull of {value} for the second ship"),
    "inertia": N_("with an inertia of {value}"),
    "infantry": N_("with {value} SP of infantry"),
    "initiative": N_("with an initiative of {value}"),
    "letter": N_("for letter {value}"),
    "lost": N_("with {value} lost before"),
    "m": N_("with {value} M"),
    "m_a": N_("with {value} M for the first ship"),
    "m_b": N_("with {value} M for the second ship"),
    "mast_points_lost": N_("with {value} M lost with the masts"),
    "mine": N_("with {value} on your side"),
    "minutes": N_("at minute {value} of the day"),
    "name": N_("for the rule: {value}"),
    "op": N_("with {value} OP"),
    "other_drm": N_("against a die modifier of {value}"),
    "other_force": N_("against a force of {value}"),
    "other_sp": N_("with {value} SP of others"),
    "others": N_("with {value} beside them"),
    "percent": N_("for {value} percent"),
    "point": N_("on point of sailing {value}"),
    "power": N_("with a power of {value}"),
    "power_initial": N_("with a power of {value} at the start"),
    "shift": N_("with a shift of {value}"),
    "side": N_("for {value}"),
    "sp": N_("with {value} SP"),
    "spent_a": N_("with {value} M spent by the first ship"),
    "spent_b": N_("with {value} M spent by the second ship"),
    "speed": N_("with a speed of {value}"),
    "speed_last": N_("after a speed of {value}"),
    "strength": N_("with a wind of strength {value}"),
    "target": N_("for a wind of {value} to be reached"),
    "theirs": N_("with {value} on the other side"),
    "to": N_("with the wind toward side {value}"),
    "training": N_("with a training of {value}"),
    "turn": N_("on turn {value}"),
    "used": N_("with {value} PM used"),
    "value": N_("with a value of {value}"),
    "vm": N_("for a leader of survival rating {value}"),
    "wind": N_("with wind {value}"),
}
_COUNTS: Final[Mapping[str, Callable[[int], str]]] = {
    "attacker_cunning": lambda n: ngettext("with {n} cunning point of the attacker", "with {n} cunning points of the attacker", n),
    "attackers": lambda n: ngettext("with {n} marine attacking", "with {n} marines attacking", n),
    "between": lambda n: ngettext("with {n} hex between", "with {n} hexes between", n),
    "city_hexes": lambda n: ngettext("with the city {n} hex away", "with the city {n} hexes away", n),
    "defender_cunning": lambda n: ngettext("with {n} cunning point of the defender", "with {n} cunning points of the defender", n),
    "defenders": lambda n: ngettext("with {n} marine defending", "with {n} marines defending", n),
    "dice": lambda n: ngettext("with {n} die", "with {n} dice", n),
    "fires": lambda n: ngettext("with {n} fire aboard", "with {n} fires aboard", n),
    "held_by": lambda n: ngettext("for a ship held by {n} enemy", "for a ship held by {n} enemies", n),
    "held_in_city": lambda n: ngettext("with {n} cunning point in the city", "with {n} cunning points in the city", n),
    "hexes": lambda n: ngettext("at {n} hex", "at {n} hexes", n),
    "marines": lambda n: ngettext("with {n} marine", "with {n} marines", n),
    "players": lambda n: ngettext("with {n} player", "with {n} players", n),
    "rigging_hits": lambda n: ngettext("with {n} hit in the rigging", "with {n} hits in the rigging", n),
    "rivers": lambda n: ngettext("with {n} river between", "with {n} rivers between", n),
    "rolls": lambda n: ngettext("after {n} roll", "after {n} rolls", n),
    "shots": lambda n: ngettext("after {n} shot", "after {n} shots", n),
    "spent": lambda n: ngettext("with {n} cunning point spent", "with {n} cunning points spent", n),
    "throws": lambda n: ngettext("after {n} throw", "after {n} throws", n),
    "tries": lambda n: ngettext("within {n} try", "within {n} tries", n),
    "turns": lambda n: ngettext("after {n} turn", "after {n} turns", n),
    "units": lambda n: ngettext("with {n} unit", "with {n} units", n),
    "zones": lambda n: ngettext("through {n} zone", "through {n} zones", n),
}
_ADDED: Final = frozenset({"adjust", "drm", "height", "other_drm", "shift", "training"})  # figures that are read with their sign


def input_phrase(name: str, value: object) -> str:
    """Return how it is with an input so. What has no phrase of its own is said with the label that the form gives it.

    >>> input_phrase("kind", "sail"), input_phrase("attackers", 3), input_phrase("drm", -1), input_phrase("fort", False)
    ('for a sailing ship', 'with 3 marines attacking', 'with a die modifier of −1', 'for a ship')
    >>> input_phrase("rank", "consul"), input_phrase("major", False)
    ('with “Rank” at consul', 'with “Major” at no')
    """
    if isinstance(value, bool):
        if name in _FLAGS:
            return _(_FLAGS[name][not value])
        words = _("yes") if value else _("no")
    elif isinstance(value, int):
        if name in _COUNTS:
            return _COUNTS[name](value).format(n=value)
        words = modifier(value) if value and name in _ADDED else signed(value)
    else:
        if (name, value) in _CHOICES:
            return _(_CHOICES[name, str(value)])
        words = spaced(value_text(value))
    template = _FIGURES[name] if name in _FIGURES else N_("with “{name}” at {value}")
    return _(template).format(name=titled(spaced(name)), value=words)

"""The words of the game: sides, players, nations, purses, arms, holds and the steps of a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rulesdemo.words import N_

Name = Callable[[str], str]
Words = Mapping[str, str]

# What a fact is about: these fields stand open until it is told, when the names of its things fill them.
UNIT: Final = "{unit}"
ZONE: Final = "{zone}"
LEADER: Final = "{leader}"

# -- who -------------------------------------------------------------------------------------------------------------------------------

SIDES_FIRST: Final[Words] = {"allied": N_("The Allies"), "republican": N_("The Republicans")}  # at the beginning of a sentence
PLAYERS: Final[Words] = {
    "allied": N_("The Allied player"),
    "republican": N_("The Republican player"),
    "british": N_("The British player"),
    "spanish": N_("The Spanish player"),
    "neapolitan": N_("The Neapolitan player"),
    "sardinian": N_("The Sardinian player"),
    "toulonnais": N_("The Toulonnais player"),
    "west": N_("The West player"),
    "east": N_("The East player"),
}
SEATS: Final[Words] = {
    "allied": N_("Allied"),
    "republican": N_("Republican"),
    "british": N_("British"),
    "spanish": N_("Spanish"),
    "neapolitan": N_("Neapolitan"),
    "sardinian": N_("Sardinian"),
    "toulonnais": N_("Toulonnais"),
    "west": N_("West"),
    "east": N_("East"),
}
NATIONS: Final[Words] = {  # and purses, as the account of a position has them
    "british": N_("british"),
    "spanish": N_("spanish"),
    "neapolitan": N_("neapolitan"),
    "sardinian": N_("sardinian"),
    "toulonnais": N_("toulonnais"),
    "west": N_("west"),
    "east": N_("east"),
    "reserve": N_("reserve"),
    "bonaparte": N_("bonaparte"),
}
PURSES: Final[Words] = {
    "british": N_("the British purse"),
    "spanish": N_("the Spanish purse"),
    "neapolitan": N_("the Neapolitan purse"),
    "sardinian": N_("the Sardinian purse"),
    "toulonnais": N_("the Toulonnais purse"),
    "west": N_("the West purse"),
    "east": N_("the East purse"),
    "bonaparte": N_("the purse of Bonaparte"),
}
PURSES_FIRST: Final[Words] = {  # at the beginning of a sentence
    "british": N_("The British purse"),
    "spanish": N_("The Spanish purse"),
    "neapolitan": N_("The Neapolitan purse"),
    "sardinian": N_("The Sardinian purse"),
    "toulonnais": N_("The Toulonnais purse"),
    "west": N_("The West purse"),
    "east": N_("The East purse"),
    "bonaparte": N_("The purse of Bonaparte"),
}
ARMS: Final[Words] = {"infantry": N_("infantry"), "cavalry": N_("cavalry"), "artillery": N_("artillery"), "battery": N_("battery")}
FACE_DOWN: Final[Words] = {  # units of which nothing but their nation or wing is seen
    "british": N_("a British unit"),
    "spanish": N_("a Spanish unit"),
    "neapolitan": N_("a Neapolitan unit"),
    "sardinian": N_("a Sardinian unit"),
    "toulonnais": N_("a Toulonnais unit"),
    "west": N_("a unit of the West wing"),
    "east": N_("a unit of the East wing"),
    "reserve": N_("a unit of the Reserves"),
}
WOUNDS: Final[Words] = {
    "unhurt": N_("{leader} is unhurt."),
    "superficial": N_("{leader} has a superficial wound."),
    "light": N_("{leader} has a light wound, and is back on turn {turn}."),
    "serious": N_("{leader} has a serious wound, and is back on turn {turn}."),
    "killed": N_("{leader} is killed."),
    "grave": N_("{leader} is gravely wounded and out of the game."),
}

# -- how things stand ------------------------------------------------------------------------------------------------------------------

HOLDS: Final[Words] = {"allied": N_("in Allied hands"), "tenuous": N_("held tenuously"), "lost": N_("lost to the Allies")}
MARKS: Final[Words] = {  # of the roadsteads and of a significant defeat, as the account of a position has them
    "allied": N_("allied"),
    "republican": N_("republican"),
    "tenuous": N_("tenuous"),
    "lost": N_("lost"),
    "none": N_("none"),
}
LOSSES: Final[Words] = {"temporary": N_("temporary"), "permanent": N_("permanent")}
REDOUBTS: Final = {
    ("normal", "allied"): N_("normal redoubt (allied)"),
    ("normal", "republican"): N_("normal redoubt (republican)"),
    ("improved", "allied"): N_("improved redoubt (allied)"),
    ("improved", "republican"): N_("improved redoubt (republican)"),
}
STEPS: Final[Words] = {
    "start": N_("start"),
    "fill": N_("fill"),
    "batteries": N_("batteries"),
    "allied": N_("allied"),
    "west": N_("west"),
    "east": N_("east"),
    "setup_attrition": N_("setup_attrition"),
    "rest": N_("rest"),
    "setup_end": N_("setup_end"),
    "open": N_("open"),
    "turn": N_("turn"),
    "op": N_("op"),
    "defeat": N_("defeat"),
    "arrive": N_("arrive"),
    "arrived": N_("arrived"),
    "austrians": N_("austrians"),
    "initiative": N_("initiative"),
    "espionage": N_("espionage"),
    "evacuation": N_("evacuation"),
    "war_supply": N_("war_supply"),
    "trace": N_("trace"),
    "move": N_("move"),
    "combat": N_("combat"),
    "attrition": N_("attrition"),
    "surrounded": N_("surrounded"),
    "rally": N_("rally"),
    "pass": N_("pass"),
    "other": N_("other"),
    "end": N_("end"),
}
VALUES: Final[Words] = {  # that the main rulebook would give and a reader may supply
    "nml_op": N_("nml op"),
    "steps": N_("steps"),
    "road_steps": N_("road steps"),
    "battery_op": N_("battery op"),
    "hasten_op": N_("hasten op"),
    "delay_op": N_("delay op"),
    "war_supply_op": N_("war supply op"),
    "redoubt_op": N_("redoubt op"),
    "redoubts": N_("redoubts"),
    "redoubt_strength": N_("redoubt strength"),
    "improved_strength": N_("improved strength"),
    "garrison_sp": N_("garrison sp"),
    "gun_reduction": N_("gun reduction"),
    "repulse_ratio": N_("repulse ratio"),
    "decisive_vp": N_("decisive vp"),
    "tenuous_vp": N_("tenuous vp"),
    "zone_vp": N_("zone vp"),
    "fort_vp": N_("fort vp"),
    "stock_loss": N_("stock loss"),
    "stock_gain": N_("stock gain"),
    "leader_bonus": N_("leader bonus"),
    "gauge_step": N_("gauge step"),
    "gauge_trigger": N_("gauge trigger"),
    "rade_range": N_("rade range"),
    "rade_tenuous": N_("rade tenuous"),
    "rade_lost": N_("rade lost"),
    "attrition": N_("attrition"),
    "espionage": N_("espionage"),
    "bombard": N_("bombard"),
    "pursuit": N_("pursuit"),
    "capture": N_("capture"),
    "leader_hit": N_("leader hit"),
    "austrians": N_("austrians"),
    "op_british": N_("op british"),
    "op_spanish": N_("op spanish"),
    "op_neapolitan": N_("op neapolitan"),
    "op_sardinian": N_("op sardinian"),
    "op_toulonnais": N_("op toulonnais"),
    "op_west": N_("op west"),
    "op_east": N_("op east"),
    "op_bonaparte": N_("op bonaparte"),
    "random_op": N_("random op"),
}

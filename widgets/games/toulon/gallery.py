"""Maps to look at: the set-up with full depots, a siege with every sign, choosing and being refused, a wall and a phone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rulesdemo.games.toulon.play import scenarios
from rulesdemo.games.toulon.play.state import Position, Redoubt
from widgets.play.game_guide import Look
from widgets.scene.shapes import Scene

FRAME: Final = (600.0, 406.0)


def siege() -> Position:
    """Return everything that a map can show: stacks of several nations, units in a fort, losses, redoubts of both sides, roads, leaders."""
    position = scenarios.start("late").position
    places: dict[str, dict[str, Any]] = {
        "royals": {"place": "toulon", "fort": True},
        "cambridgeshires": {"place": "toulon", "fort": True, "perm": 3},
        "marines": {"place": "la_malgue"},
        "sailors": {"place": "toulon"},
        "malaga": {"place": "toulon"},
        "re": {"place": "toulon", "temp": 1},
        "cordoba": {"place": "cepet"},
        "messapia": {"place": "cepet"},
        "saluzzo": {"place": "cepet"},
        "national_guard": {"place": "cepet"},
        "patrol_naples": {"place": "faron"},
        "marseille": {"place": "la_seyne"},
        "convention": {"place": "la_seyne"},
        "west_dragoons": {"place": "west_road_1"},
        "allobroges": {"place": "malbousquet", "temp": 2},
        "reserve_grenadiers": {"place": "malbousquet"},
        "italie": {"place": "la_garde"},
        "barrois": {"place": "la_garde"},
        "east_hussars": {"place": "la_valette"},
    }
    for name, changes in places.items():
        position = position.with_unit(name, **changes)
    for name, zone in {"mulgrave": "toulon", "gravina": "toulon", "bonaparte": "la_seyne", "lapoype": "la_garde"}.items():
        position = position.with_leader(name, place=zone)
    works = (
        Redoubt("la_seyne", "normal", "republican"),
        Redoubt("la_malgue", "improved", "allied"),
        Redoubt("faron", "improved", "allied"),
    )
    return replace(position, redoubts=works, roads=(("west_road_1", "republican"),), petite="tenuous")


def gallery() -> dict[str, Scene]:
    """Return scenes by name."""
    from widgets.games.toulon.board.scene import scene

    look = Look(size=FRAME)
    fort = scenarios.start("full_fort").position
    choosing = replace(
        look,
        selected="royals",
        legal={"la_valette": "march", "toulon": "march"},
        costs={"la_valette": 1},
        refused="petite_rade",
        focus="marguerite",
    )
    return {
        "depots": scene(scenarios.start("late").position, look),
        "siege": scene(siege(), look),
        "choosing": scene(fort, choosing),
        "reach": scene(fort, replace(look, tint=frozenset(("toulon", "faron", "west_road_2")))),
        "wall": scene(siege(), Look(size=(960.0, 720.0), projector=True)),
        "phone": scene(siege(), Look(size=(358.0, 340.0), is_narrow=True)),
    }

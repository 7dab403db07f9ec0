"""Two Forces and a city that a reader builds, and the steps of their campaign: battles and sieges, played by the game's own engine.

Every step is a little scenario: the Forces as they stand, in one hex with the city. What the engine leaves of them goes into the next.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from rulesdemo.errors import InputError
from rulesdemo.games.republic.play import ENGINE, orders, scenarios, sequence
from rulesdemo.games.republic.play.state import Force, Position, Side, enemy_of
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST, StatusName
from rulesdemo.odds.dice import RandomDice
from rulesdemo.play.bots import engine_bots
from rulesdemo.play.engine import Outcome, check, legal
from rulesdemo.play.history import History
from rulesdemo.play.log import Line, lines
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _
from widgets.games.republic import names
from widgets.games.republic.panels import diagram
from widgets.games.republic.panels.diagram import FLAGS, LETTERS, TERRAIN, Army, Array
from widgets.games.republic.panels.ruler import whole

GAME: Final = "republic"
HERE, AWAY = "0202", "0101"
SIDES: Final[tuple[Side, Side]] = ("roman", "other")
STEPS: Final = ("battle", "assault", "treachery", "surrender")
# The least and the most that can be built; no rule sets them, they are only wide enough.
LIMITS: Final = {name: limits for name, limits in diagram.LIMITS.items() if name in Army._fields} | {
    "elephants": (0, 4),
    "vm": (0, 10),
    "cunning": (0, 9),
    "engines": (0, 5),
}
TOWN_LIMITS: Final = {"walls": (0, 60), "siege_defence": (0, 20), "cunning": (0, 9), "naval": (-9, 9)}
CDI: Final = {1: "1", 3: "3", 4: "4", 7: "7", 10: "10"}
MOST_ORDERS: Final = 200  # no step takes nearly as many


class Host(NamedTuple):
    """A Force as it is built and as battles leave it; its legions share the infantry evenly."""

    infantry: int = 30
    cavalry: int = 4
    elephants: int = 0
    letter: str = "C"
    cv: int = 5
    vm: int = 7
    cunning: int = 1
    legions: int = 0
    veterans: int = 0
    subordinates: int = 0
    elite: int = 0
    engines: int = 0
    status: StatusName = "fresh"

    @property
    def sp(self) -> int:
        """Return all strength points."""
        return self.infantry + self.cavalry + self.elephants


class Town(NamedTuple):
    """The city in the hex: whose it is, what its walls are worth, and whether the defending Force is behind them."""

    cdi: int = 3
    walls: int = 8
    siege_defence: int = 2
    cunning: int = 0
    owner: Side = "other"
    manned: bool = False
    naval: int = 0  # 9.43, with its sign


@dataclass(frozen=True, slots=True)
class Camp:
    """Everything that a step depends on."""

    roman: Host = Host(30, 4, letter="B", cunning=2, legions=2, veterans=1, engines=1)  # noqa: RUF009 - a named tuple
    other: Host = Host(28, 6, elephants=2, elite=1)  # noqa: RUF009
    town: Town = Town()  # noqa: RUF009
    attacker: Side = "roman"
    terrain: str = "flat"
    flags: frozenset[str] = frozenset()
    major: bool = False

    @property
    def sides(self) -> tuple[Side, Side]:
        """Return who attacks, and who defends."""
        return self.attacker, enemy_of(self.attacker)

    def host(self, side: Side) -> Host:
        """Return the Force of a side."""
        return self.roman if side == "roman" else self.other

    @property
    def hosts(self) -> tuple[Host, Host]:
        """Return the attacker's Force, and the defender's."""
        one, other = self.sides
        return self.host(one), self.host(other)

    @property
    def is_over(self) -> bool:
        """Say whether a Force has no infantry left to fight with."""
        return not all(host.infantry for host in self.hosts)

    def with_host(self, side: Side, host: Host) -> Camp:
        """Return the camp with another Force."""
        return replace(self, roman=host) if side == "roman" else replace(self, other=host)


def array_of(camp: Camp) -> Array:
    """Return the battle as a force diagram, before any dice."""
    armies = [
        Army(
            host.infantry,
            host.cavalry,
            host.elephants,
            host.letter,
            host.cv,
            *((host.legions, strong(host)) if side == "roman" else (0, 0)),
            host.subordinates,
            host.elite if side == "other" else 0,
            host.status,
        )
        for side, host in zip(camp.sides, camp.hosts, strict=True)
    ]
    roman = "attacker" if camp.attacker == "roman" else "defender"
    return Array(armies[0], armies[1], camp.terrain, roman, flags=camp.flags)


def strong(host: Host) -> int:
    """Return how many veteran legions have infantry enough to count [8.31-k]."""
    least = int(ruleset(GAME).table("battle_constants").at("veteran_legion_least_infantry_sp"))
    return min(host.veterans, host.legions) if host.legions and host.infantry // host.legions >= least else 0


# -- as a scenario ---------------------------------------------------------------------------------------------------------------------

_MARKS: Final = {"ambush": "ambush", "envelopment": "double_envelopment", "attacker_landed": "just_landed"}
_THEIRS: Final = {"failed_refusal": "failed_interception", "defender_landed": "just_landed"}
CITY: Final = "Capua"
NAMES: Final = {"roman": N_("Roman Force"), "other": N_("Enemy Force")}
LEADERS: Final = {"roman": N_("the Roman leader"), "other": N_("the enemy's leader")}


def _force(camp: Camp, side: Side, kind: str) -> dict[str, Any]:
    host, is_attacker = camp.host(side), side == camp.attacker
    share = host.infantry // host.legions if side == "roman" and host.legions else 0
    legions = [{"infantry": share, "veteran": place < host.veterans} for place in range(host.legions)] if share else []
    known = _MARKS if is_attacker else _THEIRS
    marks = sorted(known[flag] for flag in camp.flags if flag in known) if kind == "battle" else []
    is_inside = kind != "battle" and not is_attacker and camp.town.manned
    return {
        "id": side,
        "name": NAMES[side],
        "side": side,
        "at": HERE if kind == "battle" or is_attacker or is_inside else AWAY,
        "infantry": host.infantry - share * len(legions),
        **({"legion": legions} if legions else {}),
        "cavalry": host.cavalry,
        "elephants": host.elephants,
        "elite": host.elite if side == "other" else 0,
        "status": host.status,
        "siege_engines": host.engines,
        **({"marks": marks} if marks else {}),
        "in_city": is_inside,
        "leader": {
            "name": LEADERS[side],
            "letter": host.letter,
            "cv": host.cv,
            "vm": host.vm,
            "cunning": host.cunning,
            "rank": "consul" if side == "roman" else "other",
            "subordinates": host.subordinates,
        },
    }


def position_of(camp: Camp, kind: str, rules: Ruleset) -> Position:
    """Return the Forces in one hex, with the city where it is a siege."""
    town = camp.town
    city = {
        "id": "city",
        "name": CITY,
        "at": HERE,
        "owner": camp.sides[1],
        "cdi": town.cdi,
        "strength": town.walls,
        "siege_defence": town.siege_defence,
        "cunning": town.cunning,
        "port": bool(town.naval),
        "naval": town.naval,
    }
    data: Mapping[str, Any] = {
        "name": "workshop",
        "title": {"en": N_("Workshop"), "fr": "Atelier"},
        "about": N_("Two Forces of the reader's."),
        "provenance": "reconstructed",
        "source": ["Ours: everything."],
        "others": "others",
        "first": camp.attacker,
        "turns": 1,
        "map": {"columns": 3, "rows": 3, **({camp.terrain: [HERE]} if camp.terrain != "flat" else {})},
        "inputs": {
            "successor": {"name": N_("a legate"), "letter": "D", "cv": 3, "vm": 6},
            "major": "yes" if camp.major else "no",
            "leader_loss": "battle",
        },
        "force": [_force(camp, side, kind) for side in SIDES],
        **({} if kind == "battle" else {"city": [city]}),
    }
    position = sequence.advance(scenarios.build(data, rules)).position
    force = position.force(camp.attacker)
    return position.with_forces((replace(force, crossed="river" in camp.flags),))


# -- a step ----------------------------------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """What a step left, and its log."""

    camp: Camp
    log: tuple[Line, ...]


def order_of(camp: Camp, kind: str, spend: int) -> Any:  # noqa: ANN401 - an order of the game
    """Return the order that begins a step."""
    order_makers: dict[str, Callable[[], Any]] = {
        "battle": lambda: orders.Attack(camp.attacker, camp.sides[1]),
        "assault": lambda: orders.Assault(camp.attacker),
        "treachery": lambda: orders.TryTreachery(camp.attacker, spend),
        "surrender": lambda: orders.DemandSurrender(camp.attacker),
    }
    return order_makers[kind]()


def refusal_of(camp: Camp, kind: str, spend: int, rules: Ruleset) -> str:
    """Return why a step cannot be taken, with its rule; empty where it can."""
    if camp.is_over:
        return _("A Force without infantry fights no more. Build it anew, or go a step back.")
    if kind != "battle" and camp.town.owner == camp.attacker:
        return _("The city is the attacker's already. Let the other side attack.")
    refusal = check(ENGINE, position_of(camp, kind, rules), order_of(camp, kind, spend))
    return str(refusal) if refusal is not None else ""


def take(camp: Camp, kind: str, spend: int, rules: Ruleset, rng: random.Random) -> Step:
    """Play a step to its end: the dice are thrown, and what must be chosen is chosen as the captain would, but nobody slips away."""
    refusal = refusal_of(camp, kind, spend, rules)
    if refusal:
        raise InputError(refusal)
    opening = Outcome(position_of(camp, kind, rules), ())
    history = History(ENGINE, "workshop", rules, opening).play(order_of(camp, kind, spend), RandomDice(rng))
    captain = engine_bots(GAME)["captain"]
    for _order in range(MOST_ORDERS):
        position = history.position
        known = [order for order in legal(ENGINE, position) if position.result is None]
        if position.result is not None or not known or any(isinstance(order, orders.Pass) for order in known):
            break
        history = history.play(_choice(camp, known) or captain(ENGINE, position, known, rng), RandomDice(rng))
    return Step(_after(camp, kind, history.position), tuple(line for line in lines(history, 0) if line.text))


def _choice(camp: Camp, known: list[Any]) -> Any:  # noqa: ANN401 - an order, or None
    """Return what the workshop decides itself: to stand, to fight alone, to spend nothing on an X, and devotio as its flag says."""
    choices = (orders.Stand(), orders.FightAlone(), orders.Spend(0), orders.Devote() if "devotio" in camp.flags else orders.Live())
    return next((order for order in known if order in choices), None)


def _after(camp: Camp, kind: str, position: Position) -> Camp:
    for side in SIDES:
        camp = camp.with_host(side, _left(camp.host(side), position.force(side)))
    if kind != "battle":
        city = position.cities[0]
        is_manned = camp.town.manned and city.owner == camp.town.owner
        camp = replace(camp, town=camp.town._replace(walls=city.strength or 0, owner=city.owner, manned=is_manned))
    # How they came to this battle is over with it.
    return replace(camp, flags=frozenset())


def _left(host: Host, force: Force) -> Host:
    leader = force.leader
    return host._replace(
        infantry=force.infantry,
        cavalry=force.cavalry,
        elephants=force.elephants,
        legions=force.double_legions,
        veterans=sum(legion.veteran and legion.infantry > 0 for legion in force.legions),
        status=force.status,
        engines=force.engines,
        letter=leader.letter,
        cv=leader.cv,
        vm=leader.vm,
        cunning=leader.cunning,
        subordinates=leader.subordinates,
    )


def of_forces(ours: Force, theirs: Force, terrain: str) -> Camp:
    """Return a camp with two Forces of a board, the first of them attacking."""
    camp = replace(Camp(), attacker=ours.side, terrain=terrain)
    for force in (ours, theirs):
        leader = force.leader
        host = _left(Host(), force)._replace(elite=force.elite, legions=force.double_legions, subordinates=leader.subordinates)
        camp = camp.with_host(force.side, host._replace(elephants=min(host.elephants, LIMITS["elephants"][1])))
    return replace(camp, town=camp.town._replace(owner=enemy_of(ours.side)))


# -- what a reader changes -------------------------------------------------------------------------------------------------------------


def with_change(camp: Camp, what: str, value: str) -> Camp | None:
    """Return the camp with one thing changed; None where there is no such thing."""
    head, _dot, name = what.partition(".")
    changes: dict[str, Any] = {}
    if what == "attacker" and value in SIDES:
        changes = {"attacker": value, "town": camp.town._replace(manned=False)}
    elif what == "terrain" and value in TERRAIN:
        changes = {"terrain": value}
    elif what == "flag" and value in FLAGS:
        changes = {"flags": camp.flags ^ {value}}
    elif what == "major":
        changes = {"major": not camp.major}
    elif head == "town" and (town := _town(camp.town, name, value)) is not None:
        changes = {"town": town}
    elif head in SIDES and (host := _host(camp.host("roman" if head == "roman" else "other"), name, value)) is not None:
        changes = {head: host}
    return replace(camp, **changes) if changes else None


def _town(town: Town, name: str, value: str) -> Town | None:
    changes: dict[str, Any] = {}
    if name == "manned":
        changes = {"manned": not town.manned}
    elif name == "owner" and value in SIDES:
        changes = {"owner": value, "manned": False}
    elif name == "cdi" and value in CDI.values():
        changes = {"cdi": int(value)}
    elif name in TOWN_LIMITS and (number := step_number(getattr(town, name), TOWN_LIMITS[name], value)) is not None:
        changes = {name: number}
    return town._replace(**changes) if changes else None


def _host(host: Host, name: str, value: str) -> Host | None:
    field = name.removesuffix(".at")
    changes: dict[str, Any] = {}
    if (name == "letter" and value in LETTERS) or (name == "status" and value in FROM_BEST_TO_WORST):
        changes = {name: value}
    elif field in LIMITS:
        limits = LIMITS[field]
        number = slider_number(limits, value) if name.endswith(".at") else step_number(getattr(host, field), limits, value)
        changes = {} if number is None else {field: number}
    return host._replace(**changes) if changes else None


def step_number(before: int, limits: tuple[int, int], value: str) -> int | None:
    """Return a number one up or down."""
    return min(max(before + int(value), limits[0]), limits[1]) if value in ("-1", "1") else None


def slider_number(limits: tuple[int, int], value: str) -> int | None:
    """Return a number as a slider sends it."""
    number = whole(value)
    return number if number is not None and limits[0] <= number <= limits[1] else None


# -- what a browser stores -------------------------------------------------------------------------------------------------------------


def dump_camp(camp: Camp) -> list[Any]:
    """Return the camp as plain JSON."""
    return [list(camp.roman), list(camp.other), list(camp.town), camp.attacker, camp.terrain, sorted(camp.flags), camp.major]


def load_camp(stored: Any) -> Camp | None:  # noqa: ANN401 - whatever a browser brings
    """Return the camp of a stored form, if every value of it can be."""
    try:
        roman, other, town, attacker, terrain, flags, major = stored
        camp = Camp(Host(*roman), Host(*other), Town(*town), attacker, terrain, frozenset(flags), major)
    except (TypeError, ValueError):
        return None
    hosts = [(name, getattr(host, name)) for host in (camp.roman, camp.other) for name in LIMITS]
    # A battle may leave a Force without infantry, which nobody can build.
    sound = all(type(number) is int and min(LIMITS[name][0], 0) <= number <= LIMITS[name][1] for name, number in hosts)
    walls = [(getattr(camp.town, name), limits) for name, limits in TOWN_LIMITS.items()]
    sound = sound and all(type(number) is int and low <= number <= high for number, (low, high) in walls)
    words = all(host.letter in LETTERS and host.status in FROM_BEST_TO_WORST for host in (camp.roman, camp.other))
    place = camp.attacker in SIDES and camp.terrain in TERRAIN and camp.flags <= FLAGS.keys() and type(camp.major) is bool
    around = camp.town.cdi in CDI and camp.town.owner in SIDES and type(camp.town.manned) is bool
    return camp if sound and words and place and around else None


def force_text(camp: Camp, side: Side) -> str:
    """Return a Force in a few words."""
    host = camp.host(side)
    return _("{name}: {strength}, {status}").format(name=NAMES[side], strength=names.strength(host.sp), status=names.STATUS[host.status])

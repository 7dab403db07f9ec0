"""Two Forces and a city that a reader builds, and the steps of their campaign: battles and sieges, played by the game's own engine.

Every step is a little scenario: the Forces as they stand, in one hex with the city. What the engine leaves of them goes into the next.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from rulesdemo.errors import InputError
from rulesdemo.games.republic.play import ENGINE, orders, scenarios, sequence
from rulesdemo.games.republic.play.state import Force, Position, Side, enemy_of
from rulesdemo.games.republic.status import StatusName
from rulesdemo.odds.dice import RandomDice
from rulesdemo.play.bots import engine_bots
from rulesdemo.play.engine import Outcome, check, legal
from rulesdemo.play.history import History
from rulesdemo.play.log import Line, lines
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _
from widgets.games.republic import names
from widgets.games.republic.panels import diagram
from widgets.games.republic.panels.diagram import FLAGS, TERRAIN, Army, Array, force_field
from widgets.games.republic.panels.siege_parts import CDI
from widgets.kit.controls import Choice, Int
from widgets.kit.panel import State
from widgets.kit.record import Record
from widgets.kit.toggle import Toggle, Toggles

GAME: Final = "republic"
HERE, AWAY = "0202", "0101"
SIDES: Final[tuple[Side, Side]] = ("roman", "other")
STEPS: Final = ("battle", "assault", "treachery", "surrender")
# The least and the most that can be built; no rule sets them, they are only wide enough.
NUMBERS: Final = {
    **diagram.NUMBERS,
    "elephants": (N_("Elephants"), (0, 4)),
    "vm": (N_("Survival rating"), (0, 10)),
    "cunning": (N_("Cunning points"), (0, 9)),
    "engines": (N_("Siege engines"), (0, 5)),
}
SIDE_WORDS: Final = {"roman": N_("The Romans"), "other": N_("The enemies of Rome")}
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


class Camp(NamedTuple):
    """Everything that a step depends on."""

    roman: Host = Host(30, 4, letter="B", cunning=2, legions=2, veterans=1, engines=1)
    other: Host = Host(28, 6, elephants=2, elite=1)
    town: Town = Town()
    attacker: Side = "roman"
    terrain: str = "flat"
    flags: Collection[str] = ()
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
        return self._replace(roman=host) if side == "roman" else self._replace(other=host)


def array_of(camp: Camp) -> Array:
    """Return the battle as a force diagram, before any dice."""
    ours, theirs = (Army(**{name: getattr(host, name) for name in Army._fields})._replace(veterans=strong(host)) for host in camp.hosts)
    return Array(ours, theirs, camp.terrain, "attacker" if camp.attacker == "roman" else "defender", flags=camp.flags)


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
        camp = camp._replace(town=camp.town._replace(walls=city.strength or 0, owner=city.owner, manned=is_manned))
    # How they came to this battle is over with it.
    return camp._replace(flags=())


def _left(host: Host, force: Force) -> Host:
    leader = force.leader
    return host._replace(
        infantry=force.infantry,
        cavalry=force.cavalry,
        elephants=force.elephants,
        legions=force.standing_legions,
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
    camp = Camp(attacker=ours.side, terrain=terrain)
    for force in (ours, theirs):
        camp = camp.with_host(force.side, _left(Host(elite=force.elite), force))
    return camp._replace(town=camp.town._replace(owner=enemy_of(ours.side)))


# -- as a field ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class Points(Int):
    """A number that a reader builds within its limits, and that a battle may leave at 0."""

    def read(self, what: str, text: str, rules: Ruleset, state: State) -> int:
        """Return the number after a step, within the limits."""
        return max(self.within(rules, state)[0], Int.read(self, what, text, rules, state))

    def fit(self, value: int, rules: Ruleset, state: State) -> int:
        """Return the number, or the nearest within the limits."""
        return value and Int.fit(self, value, rules, state)

    def load(self, stored: Any) -> int:  # noqa: ANN401 - whatever a browser brings
        """Return a stored number."""
        return 0 if type(stored) is int and stored == 0 else Int.load(self, stored)


TOWN: Final = Record(
    "town",
    Town(),
    parts=(
        Choice("town.cdi", N_("Intrinsic defence"), CDI),
        Int("town.walls", N_("Walls and garrison"), (0, 60)),
        Int("town.siege_defence", N_("Siege defence"), (0, 20)),
        Int("town.cunning", N_("Cunning points inside"), (0, 9)),
        Choice("town.owner", N_("Held by"), SIDE_WORDS),
        Toggle("town.manned", N_("The defending Force is inside")),
        Int("town.naval", N_("Naval level, if a port"), (-9, 9)),
    ),
)
CAMP: Final = Record(
    "camp",
    Camp(),
    parts=(
        *(force_field(side, Host(), NUMBERS, Points) for side in SIDES),
        TOWN,
        Choice("attacker", N_("Who attacks"), SIDE_WORDS),
        Choice("terrain", N_("Ground"), TERRAIN),
        Toggles("flag", N_("How they came to battle"), FLAGS),
        Toggle("major", N_("A victory is a major one")),
    ),
)


def force_text(camp: Camp, side: Side) -> str:
    """Return a Force in a few words."""
    host = camp.host(side)
    return _("{name}: {strength}, {status}").format(name=NAMES[side], strength=names.strength(host.sp), status=names.STATUS[host.status])

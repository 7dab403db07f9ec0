"""Republic in its sandbox: who has marched and acted, a Force's sheet, what is good luck, and how the sides stand at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.assault import Assault
from rulesdemo.games.republic.attrition import SiegeAttrition
from rulesdemo.games.republic.battle import Battle, FirstRoll
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.continuation import Continuation
from rulesdemo.games.republic.coordination import Coordination
from rulesdemo.games.republic.diplomacy import Audience
from rulesdemo.games.republic.elephants import Charge
from rulesdemo.games.republic.leaders import LeaderLoss, Tactical
from rulesdemo.games.republic.losses import Lost
from rulesdemo.games.republic.play import ENGINE
from rulesdemo.games.republic.play import battle_events as be
from rulesdemo.games.republic.play import events as ev
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.state import ATTACKER, Force, Position, double_legions
from rulesdemo.games.republic.play.victory import scores
from rulesdemo.games.republic.refusal import Refusal
from rulesdemo.games.republic.surrender import Surrender
from rulesdemo.games.republic.treachery import Treachery
from rulesdemo.play.engine import Throw, legal
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.republic import names
from widgets.games.republic.board.forces import SIDES as COLOURS
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.plan import PLAN
from widgets.play.game_guide import Guide
from widgets.sandbox.guide import Actor, Band, Fact, GameSandbox, Hope, Loss, Sheet, State
from widgets.web.phrases import titled

_ALWAYS_TOLD: Final = (
    ev.ForceDestroyed,
    ev.CityTaken,
    ev.GameEnded,
    be.Devoted,
    be.Retreated,
    be.LeaderSucceeded,
)


HOPES: Final[Mapping[type, Hope]] = {
    Refusal: Hope(N_("gets away"), lambda it: it.refused),
    Continuation: Hope(N_("goes on"), lambda it: it.passed),
    Coordination: Hope(N_("comes"), lambda it: it.coordinated),
    Tactical: Hope(N_("the attacker's gain"), lambda it: it.drm > 0),
    FirstRoll: Hope(N_("defender retreats"), lambda it: it.retreat == "defender"),
    Battle: Hope(N_("defender retreats"), lambda it: it.retreat == "defender"),
    Charge: Hope(N_("a help on the roll"), lambda it: it.drm > 0),
    Lost: Hope(N_("no loss"), lambda it: it.lost == 0),
    SiegeAttrition: Hope(N_("no loss"), lambda it: it.lost == 0),
    LeaderLoss: Hope(N_("safe"), lambda it: it.fate == "safe"),
    Assault: Hope(N_("the city falls"), lambda it: it.success),
    Treachery: Hope(N_("the city falls"), lambda it: it.falls),
    Surrender: Hope(N_("the gates open"), lambda it: it.surrenders),
    Audience: Hope(N_("the marker moves your way"), lambda it: it.shift > 0),
}
_TURNING: Final = (be.BattleRolled, be.RolledAgain, ev.Stormed, ev.TreacheryTried, ev.SurrenderTried)


class RepublicSandbox(GameSandbox):
    """The game's share in its sandbox."""

    guide: Guide = GUIDE
    battles: tuple[str, ...] = ("meeting", "siris", "thurii", "campaign")
    sides: Mapping[str, str] = {side: PLAN.sides[side] for side in COLOURS}
    plan = PLAN
    turning_points = _TURNING
    ending = N_("Points that the enemy has lost, cities that were taken and allies are added up; more points win. [Pointers]")

    def bands(self, position: Position) -> tuple[Band, ...]:
        """Return every Force in the field: it fights, may still march or act, or has done so."""
        fighting = {name for side in position.clash.forces for name in side} if position.clash is not None else set()

        def state(force: Force) -> State:
            if force.id in fighting:
                return "acting"
            is_over = force.side in position.turn.passed
            return "done" if is_over or force.acted else "ready"

        return tuple(Band(force.name, side, state(force)) for side in COLOURS for force in position.there if force.side == side)

    def actors(self, position: Position) -> tuple[Actor, ...]:
        """Return the Forces that may be given something to do now."""
        forces = [force for force in position.there if GUIDE.selectable(position, force.id)]
        state: State = "ready" if position.clash is None else "acting"
        return tuple(Actor(force.id, force.name, state, _line(position, force)) for force in forces)

    def forgotten(self, position: Position, order: Any) -> tuple[str, ...]:  # noqa: ANN401 - any order
        """Return the Forces that could still march, where their side ends its operations."""
        if not isinstance(order, o.Pass):
            return ()
        able = {each.force for each in legal(ENGINE, position) if isinstance(each, o.March)}
        return tuple(force.name for force in position.there if force.id in able)

    def means(self, position: Position, order: Any, ship: str) -> bool:  # noqa: ANN401, ARG002 - any order; it says all itself
        """Say whether an order is a Force's own, or an attack on it."""
        return ship in (getattr(order, "target", None), getattr(order, "force", None))

    def place(self, position: Position, ship: str) -> Hex | None:
        """Return where a Force stands."""
        found = position.find(ship)
        return None if found is None or not found.sp else found.at

    def sheet(self, position: Position, ship: str) -> Sheet | None:
        """Return a Force in a few lines."""
        force = position.find(ship)
        if force is None or not force.sp:
            return None
        leader = force.leader
        city = position.city_at(force.at)
        where = _("in {city}, {hex}") if force.in_city and city is not None else "{hex}"
        line = _("{strength}, {where}").format(
            strength=names.strength(force.sp), where=where.format(city=city.name if city is not None else "", hex=GRID.label(force.at))
        )
        ratings = _("letter {letter}, campaign {cv}, survival {vm}").format(letter=leader.letter, cv=leader.cv, vm=leader.vm)
        facts = [
            Fact(_("Leader"), words=names.leader(force)),
            Fact(_("Ratings"), words=ratings),
            Fact(_("Cunning"), words=str(leader.cunning)),
            Fact(_("Troops"), words=names.troops(*force.troops)),
            Fact(_("Status"), words=names.STATUS[force.status]),
        ]
        return Sheet(force.name, titled(line), tuple(facts), tuple(_notes(position.rules, force)))

    def hope(self, throw: Throw, side: str = "") -> Hope | None:  # noqa: ARG002 - the same on either side
        """Return what the side that throws hopes for; the price of a ransom is nobody's luck."""
        return HOPES.get(type(throw.outcome))

    def thrower(self, position: Position, event: Any) -> str:  # noqa: ANN401 - any event with dice
        """Return the side whose luck a throw was."""
        return _side_of(position, event)

    def is_told(self, event: Any) -> bool:  # noqa: ANN401 - any event
        """Say whether an event is a battle, a storm, or something won or lost."""
        return isinstance(event, (*_ALWAYS_TOLD, *_TURNING)) or (isinstance(event, be.LossesCounted) and any(event.lost))

    def losses(self, position: Position) -> tuple[Loss, ...]:
        """Return the Forces that are gone."""
        gone = [Loss(force.side, force.name, _("destroyed")) for force in position.forces if not force.sp]
        return tuple(gone)

    def score(self, position: Position) -> dict[str, int]:
        """Return the points of both sides, as victory counts them [R40]."""
        roman, other = scores(position)
        return {"roman": roman, "other": other}

    def score_text(self, position: Position) -> tuple[str, ...]:
        """Return the points of both sides in sentences."""
        return tuple(
            _("{side} have {points}.").format(side=self.sides[side], points=ngettext("{n} point", "{n} points", n).format(n=n))
            for side, n in self.score(position).items()
        )


def _side_of(position: Position, event: Any) -> str:  # noqa: ANN401 - any event
    """Return whose luck a throw was."""
    force = position.find(getattr(event, "force", ""))
    if force is not None:
        return force.side
    if isinstance(event, be.ElephantsCharged | be.StarRolled):
        return event.side
    if isinstance(event, be.TacticsRolled | be.BattleRolled | be.RolledAgain) and position.clash is not None:
        return position.side_of(ATTACKER)
    if isinstance(event, be.LeaderTested):
        return next((each.side for each in position.forces if each.leader.name == event.leader), "")
    if isinstance(event, ev.SurrenderTried):
        return position.turn.side
    envoy = position.ambassador(getattr(event, "ambassador", ""))
    return envoy.side if envoy is not None else ""


def _line(position: Position, force: Force) -> str:
    """Return what a Force can still do."""
    if position.clash is not None:
        return _("in battle") if any(force.id in side for side in position.clash.forces) else ""
    return ngettext("{n} hex left", "{n} hexes left", force.left).format(n=force.left) if force.left else _("may act")


def _notes(rules: Ruleset, force: Force) -> list[str]:
    """Return how a Force is, in short sentences."""
    leader = force.leader
    doubled = double_legions(rules, force)
    legions = ngettext("{n} Double Legion.", "{n} Double Legions.", doubled).format(n=doubled)
    notes = (
        (bool(doubled), legions),
        (bool(force.elite), ngettext("{n} elite kind.", "{n} elite kinds.", force.elite).format(n=force.elite)),
        (bool(force.engines), ngettext("{n} siege engine.", "{n} siege engines.", force.engines).format(n=force.engines)),
        (bool(leader.subordinates), _("Subordinate leaders bring {n}.").format(n=names.points(leader.subordinates))),
        (leader.wounded, _("The leader is wounded.")),
        (force.in_city, _("Behind walls it cannot be attacked in the open.")),
        (force.entered, _("It has halted in an enemy's hex.")),
        (force.acted, _("It has acted this turn.")),
        *((True, titled(f"{names.MARKS[mark]}.")) for mark in force.marks),
    )
    return [words for on, words in notes if on]


SANDBOX: Final = RepublicSandbox()

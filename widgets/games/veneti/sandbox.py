"""Veneti in its sandbox: the track of a turn, squadrons and ships that may act, a ship's sheet, and what is good luck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.boarding import Boarding
from rulesdemo.games.veneti.disengagement import Disengage
from rulesdemo.games.veneti.fire import Burns, Extinguish
from rulesdemo.games.veneti.grappling import Grapple, Scythes
from rulesdemo.games.veneti.initiative import Initiative
from rulesdemo.games.veneti.leaders import Transfer
from rulesdemo.games.veneti.missiles import Missiles
from rulesdemo.games.veneti.play import ENGINE
from rulesdemo.games.veneti.play import combat_events as fights
from rulesdemo.games.veneti.play import events as ev
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.facts import TYPES
from rulesdemo.games.veneti.play.ships import crew_of, marines_of
from rulesdemo.games.veneti.play.state import SIDES, Doing, Exchange, Position, Ship, Toll, enemy_of
from rulesdemo.games.veneti.play.victory import score
from rulesdemo.games.veneti.rowing import Fatigue
from rulesdemo.games.veneti.squadrons import Confusion, DoubleActivation, Straggler
from rulesdemo.play.engine import Throw, legal
from rulesdemo.words import N_, _, ngettext
from widgets.games.veneti.guide import GUIDE
from widgets.games.veneti.plan import PLAN
from widgets.play.game_guide import Guide
from widgets.play.luck import Rolled
from widgets.sandbox.guide import Actor, Band, Fact, GameSandbox, Hope, Loss, Sheet, State

# What each kind of throw is made for; the wind serves whom it serves.
_HOPES: Final[Mapping[type, Hope]] = {
    Boarding: Hope(N_("captured"), lambda it: it.captured),
    Burns: Hope(N_("spared"), lambda it: not it.burns),
    Confusion: Hope(N_("in order"), lambda it: it.result == "none"),
    Disengage: Hope(N_("free"), lambda it: it.free),
    DoubleActivation: Hope(N_("both act"), lambda it: it.success),
    Extinguish: Hope(N_("fire out"), lambda it: it.result == "out"),
    Fatigue: Hope(N_("not tired"), lambda it: it.level == 0),
    Grapple: Hope(N_("held"), lambda it: it.success),
    Missiles: Hope(N_("hurt"), lambda it: it.depletion > 0 or it.fire),
    Scythes: Hope(N_("cut"), lambda it: it.success),
    Straggler: Hope(N_("she obeys"), lambda it: it.obeys),
    Transfer: Hope(N_("he gets across"), lambda it: it.moved),
}
_TURNING: Final = (
    fights.Boarded,
    fights.ShotFired,
    fights.FireFought,
    fights.ScythesUsed,
    fights.BreakLooseTried,
    fights.GrappleTried,
    fights.SpreadTested,
)
_ALWAYS_TOLD: Final = (fights.Boarded, fights.ShipRetaken, ev.RanAground, fights.CaughtFire, ev.LeaderLost, fights.FireFought, ev.GameEnded)


class VenetiSandbox(GameSandbox):
    """The game's share in its sandbox."""

    guide: Guide = GUIDE
    battles: tuple[str, ...] = ("evening", "battle")
    sides: Mapping[str, str] = PLAN.sides
    plan = PLAN
    turning_points = _TURNING
    ending = N_("The side that has taken or destroyed more enemy ships wins. [9.0]")

    def bands(self, position: Position) -> tuple[Band, ...]:
        """Return the squadrons, and then the ships that sail on their own."""
        turn, acting = position.turn, position.activation
        running = acting.leaders if acting is not None else ()
        alone = {doing.ship for doing in acting.doings} if acting is not None and not acting.leaders else set()

        def state(name: str, *, now: bool) -> State:
            return "acting" if now else "done" if name in turn.activated else "ready"

        found = []
        for side in SIDES:
            for squadron in turn.squadrons:
                leader = position.leader(squadron.leader)
                if leader.side == side and squadron.ships:
                    found.append(Band(leader.name, side, state(leader.id, now=leader.id in running)))
            for name in turn.individuals:
                ship = position.ship(name)
                if ship.controller == side and not ship.gone:
                    found.append(Band(ship.name, side, state(name, now=name in alone)))
        return tuple(found)

    def actors(self, position: Position) -> tuple[Actor, ...]:
        """Return the ships of the running activation."""
        if position.activation is None:
            return ()
        doings = ((position.ship(doing.ship), doing) for doing in position.activation.doings)
        return tuple(_actor(position, ship, doing) for ship, doing in doings if not ship.gone)

    def forgotten(self, position: Position, order: Any) -> tuple[str, ...]:  # noqa: ANN401 - any order
        """Return the ships of the squadron that have points to spend, where its movement is ended."""
        if not isinstance(order, o.EndMovement):
            return ()
        able = {each.ship for each in legal(ENGINE, position) if isinstance(each, o.Announce) and each.pm}
        return tuple(actor.name for actor in self.actors(position) if actor.state == "ready" and actor.ship in able)

    def ready(self, position: Position) -> tuple[str, ...]:
        """Return the ships that may act or answer, or must be thrown for."""
        turn, pending = position.turn, position.pending
        if isinstance(pending, Exchange):
            return pending.waiting
        if isinstance(pending, Toll):
            return pending.ships
        if position.activation is not None:
            return tuple(actor.ship for actor in self.actors(position) if actor.state != "done")
        if turn.step == "squadron":
            mine = [squadron for squadron in turn.squadrons if position.leader(squadron.leader).side == turn.active]
            return tuple(ship for squadron in mine if squadron.leader not in turn.activated for ship in squadron.ships)
        if turn.step == "individual":
            return tuple(name for name in turn.individuals if name not in turn.activated and position.ship(name).controller == turn.active)
        decision = PLAN.sequence.decision(position)
        named = turn.due if turn.step in ("fires", "spread") else turn.unassigned if turn.step == "squadrons" else ()
        ships = [ship for name in named if (ship := position.find(name)) is not None]
        return tuple(ship.id for ship in ships if decision is not None and ship.controller == decision.side)

    def means(self, position: Position, order: Any, ship: str) -> bool:  # noqa: ANN401 - any order
        """Return whether it is one of her own orders, or the activation of her squadron."""
        if isinstance(order, o.Activate | o.ActivateTogether):
            return any(squadron.leader == order.leader and ship in squadron.ships for squadron in position.turn.squadrons)
        return ship == getattr(order, "ship", None) or ship in getattr(order, "ships", ())

    def sheet(self, position: Position, ship: str) -> Sheet | None:
        """Return a ship in a few lines."""
        found = position.find(ship)
        if found is None or found.gone:
            return None
        where = _("{kind}, {hex}, heading {heading}").format(
            kind=TYPES[found.side, found.kind], hex=GRID.label(found.bow), heading=GRID.name(found.heading)
        )
        facts = [
            Fact(_("Marines"), marines_of(position, found), found.marines_printed),
            Fact(_("Crew"), crew_of(position, found), found.crew_printed),
        ]
        if found.kind == "galley":
            speed = _("Cruise {cruise}, Maximum {maximum}").format(cruise=found.cruise, maximum=found.maximum)
            facts.append(Fact(_("Speed"), words=speed))
        return Sheet(found.name, where, tuple(facts), tuple(_notes(position, found)))

    def hope(self, throw: Throw, side: str = "") -> Hope | None:
        """Return what a side hopes for."""
        if isinstance(throw.outcome, Initiative):
            return Hope(_("won"), lambda it: it.winner == side)
        return _HOPES.get(type(throw.outcome))

    def thrower(self, position: Position, event: Any) -> str:  # noqa: ANN401 - any event with dice
        """Return the side whose dice they were."""
        return _thrower(position, event)

    def rolls_of(self, position: Position, event: Any, dice: int) -> tuple[Rolled, ...]:  # noqa: ANN401 - any event
        """Return how a throw fell: it counts for the side that made it, the initiative for both."""
        throw = event.throw
        if throw is None:
            return ()
        if isinstance(event, ev.InitiativeRolled):
            return tuple(Rolled.of(throw, side, hope.is_good, 1) for side in SIDES if (hope := self.hope(throw, side)) is not None)
        return super().rolls_of(position, event, dice)

    def is_told(self, event: Any) -> bool:  # noqa: ANN401 - any event
        """Return whether it is the wind, something won or lost, or a hook or grapnel that held."""
        if isinstance(event, fights.ShotFired):
            return bool(event.fire or event.depletion)
        if isinstance(event, fights.ScythesUsed | fights.GrappleTried):
            return event.success
        if isinstance(event, fights.BreakLooseTried):
            return event.free
        return isinstance(event, (*_ALWAYS_TOLD, ev.WindRolled, ev.InitiativeRolled))

    def losses(self, position: Position) -> tuple[Loss, ...]:
        """Return ships that are gone or in enemy hands, as rule 9.0 counts them."""
        how = {"aground": _("ran aground"), "burnt": _("burnt out"), "": _("captured")}
        lost = [ship for ship in position.ships if ship.gone or ship.controller != ship.side]
        return tuple(Loss(ship.side, ship.name, how[ship.gone]) for ship in lost)

    def score(self, position: Position) -> dict[str, int]:
        """Return enemy ships taken or destroyed."""
        return dict(zip(SIDES, score(position), strict=True))


def _thrower(position: Position, event: Any) -> str:  # noqa: ANN401 - any event with dice
    """Return whose dice they were: of the ship that acts, or of the leader."""
    if isinstance(event, fights.Boarded):
        # Who boards from a prize fights for the side that holds her.
        return position.ship(event.parties[0].ship).controller
    if isinstance(event, fights.ShotFired):
        return position.ship(event.shot.firer).controller
    if hasattr(event, "leader"):
        return position.leader(event.leader).side
    return position.ship(event.ship).controller if hasattr(event, "ship") else enemy_of(position.turn.active)


def _actor(position: Position, ship: Ship, doing: Doing) -> Actor:
    if position.turn.step == "board":
        holds = any(position.ship(other).controller != ship.controller for other in ship.grappled)
        can = holds and doing.boarded < marines_of(position, ship)
        return Actor(ship.id, ship.name, "ready" if can else "done", _("can board") if can else _("cannot board"))
    if doing.stage == "moving":
        return Actor(ship.id, ship.name, "acting", _("{n} PM left").format(n=doing.left))
    if doing.stage == "moved":
        return Actor(ship.id, ship.name, "done", _("has moved"))
    return Actor(ship.id, ship.name, "ready", _("grappled") if ship.grappled else _("to move"))


def _notes(position: Position, ship: Ship) -> list[str]:
    """Return how she is, in short sentences."""
    turn = position.turn
    squadron = next((each for each in turn.squadrons if ship.id in each.ships), None)
    notes = [
        _("{name}, Admiral, aboard.").format(name=leader.name) if leader.admiral else _("{name} aboard.").format(name=leader.name)
        for leader in position.aboard(ship.id)
    ]
    if squadron is not None:
        acted = squadron.leader in turn.activated
        form = _("Squadron of {name}, which has acted.") if acted else _("Squadron of {name}.")
        notes.append(form.format(name=position.leader(squadron.leader).name))
    elif ship.id in turn.individuals:
        notes.append(_("In nobody's command: she acts on her own."))
    names = ", ".join(sorted(position.ship(other).name for other in ship.grappled))
    states = (
        (bool(names), _("Grappled to {names}.").format(names=names)),
        (ship.on_fire, _("On fire.")),
        (ship.captured == "captured", _("A prize.")),
        (ship.captured == "recaptured", _("Retaken.")),
        (ship.immobilised, _("Her yard is down: she cannot sail.")),
        (bool(ship.fatigue), _("Tired rowers, F-{level}.").format(level=ship.fatigue)),
        (ship.level == "maximum", _("At Maximum this turn.")),
        (bool(ship.depletion), ngettext("{n} marine lost.", "{n} marines lost.", ship.depletion).format(n=ship.depletion)),
    )
    return notes + [words for on, words in states if on]


SANDBOX: Final = VenetiSandbox()

"""Escadres in its sandbox: the track of a turn, the ships whose chits are in the bag, a ship's sheet, and what is good luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from rulesdemo.analysis.catalogue import thrown_for
from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.burning import FireFighting
from rulesdemo.games.escadres.damage import Damage, volley
from rulesdemo.games.escadres.hulks import Hull
from rulesdemo.games.escadres.hulks import hull as hull_points
from rulesdemo.games.escadres.play import events as ev
from rulesdemo.games.escadres.play.facts import WINDS
from rulesdemo.games.escadres.play.movement import wind_on
from rulesdemo.games.escadres.play.sequence import chits
from rulesdemo.games.escadres.play.state import SIDES, Adrift, Blast, Position, Ship
from rulesdemo.games.escadres.play.victory import losses
from rulesdemo.odds.procedure import Procedure
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, cache_by_language, ngettext
from widgets.games.escadres import names
from widgets.games.escadres.board.ships import SIDES as COLOURS
from widgets.games.escadres.guide import GUIDE
from widgets.games.escadres.lessons.damage import STANDING, harm, is_beaten, parts
from widgets.games.escadres.panels.aim import shot_of
from widgets.games.escadres.plan import PLAN
from widgets.kit.odds_rows import View, part_in_words
from widgets.play.game_guide import Guide
from widgets.play.hover_card import Glance
from widgets.play.luck import Rolled
from widgets.sandbox.guide import Actor, Band, Fact, GameSandbox, Hope, Loss, Sheet, State
from widgets.web.phrases import modifier, titled

_SHOTS: Final = (ev.ShotFired, ev.DebrisStruck, ev.FiresBurnt)
NO_DAMAGE: Final = Damage(0, 0, 0, 0, 0, stopped=False, exploded=False)
_ALWAYS_TOLD: Final = (ev.Struck, ev.Sank, ev.Exploded, ev.LeftTable, ev.GameEnded)


class EscadresSandbox(GameSandbox):
    """The game's share in its sandbox."""

    guide: Guide = GUIDE
    battles: tuple[str, ...] = ("duel", "frigates", "fleet")
    # Britain is side one, rust and solid, France side two, blue and hatched, as their ships are drawn.
    sides: Mapping[str, str] = {side: PLAN.sides[side] for side in COLOURS}
    plan = PLAN
    has_glances = True
    ending = N_("A side that has lost more than half its ships has lost; after the last turn the side that has lost fewer wins. [E-VIC-1]")

    def bands(self, position: Position) -> tuple[Band, ...]:
        """Return every ship that fights: she plays, her chit is in the bag, or she has played."""
        bag, playing = chits(position), position.activation.ship if position.activation is not None else ""

        def state(ship: Ship) -> State:
            return "acting" if ship.id == playing else "ready" if ship.id in bag else "done"

        fighting = [ship for ship in position.there if not ship.struck]
        return tuple(Band(ship.name, side, state(ship)) for side in SIDES for ship in fighting if ship.side == side)

    def actors(self, position: Position) -> tuple[Actor, ...]:
        """Return the ship that drifts as her owner says, or the one that plays."""
        pending, doing = position.pending, position.activation
        if isinstance(pending, Adrift):
            return (Actor(pending.ship, position.ship(pending.ship).name, "acting", _("drifts")),)
        if doing is None or pending is not None or position.ship(doing.ship).lost:
            return ()
        line = _("to fire") if doing.moved else ngettext("{n} step left", "{n} steps left", doing.left).format(n=doing.left)
        return (Actor(doing.ship, position.ship(doing.ship).name, "acting", line),)

    def ready(self, position: Position) -> tuple[str, ...]:
        """Return the ship that plays or drifts, or must be thrown for."""
        if isinstance(position.pending, Blast):
            return (position.pending.hits[0].ship,)
        if position.activation is not None or position.pending is not None:
            return super().ready(position)
        return tuple(due.ship for due in position.turn.due if not position.ship(due.ship).gone)

    def sheet(self, position: Position, ship: str) -> Sheet | None:
        """Return a ship in a few lines."""
        found = position.find(ship)
        if found is None or found.gone:
            return None
        where = _("{kind}, {hex}, heading {heading}, {wind}").format(
            kind=names.OF_SIDE[found.side, found.type_name],
            hex=GRID.label(found.bow),
            heading=GRID.name(found.heading),
            wind=WINDS[wind_on(position, found)],
        )
        facts = [Fact(_("Power"), found.power, found.power_initial), Fact(_("Crew"), found.crew, found.crew_initial)]
        if found.hull is not None:
            facts.append(Fact(_("Hull"), found.hull, int(settled(hull_points, position.rules, found.power_initial).hull)))
        speed = _("{n} of {of}") if found.speed < found.speed_initial else "{n}"
        turns = _("{n} of {of}") if found.turns < found.turns_initial else "{n}"
        facts.append(Fact(_("Speed"), words=speed.format(n=found.speed, of=found.speed_initial)))
        facts.append(Fact(_("Turns a move"), words=turns.format(n=found.turns, of=found.turns_initial)))
        return Sheet(found.name, where, tuple(facts), tuple(_notes(position, found)))

    def glance(self, position: Position, ship: str, other: str) -> Glance | None:
        """Return a shot at an enemy while the ship that plays has one: its dice and their outcome, or why there is none [E-FIRE-1]."""
        doing, firer, target = position.activation, position.find(ship), position.find(other)
        if doing is None or doing.ship != ship or doing.fired or firer is None or target is None or target.gone:
            return None
        if target.side == firer.side or firer.struck:
            return None
        shot = shot_of(position, firer, target)
        title = (_("{ship} fires at {target}") if doing.moved else _("If {ship} fired at {target} now")).format(
            ship=firer.name, target=target.name
        )
        if shot.refusal is not None:
            return Glance(title, shot.refusal_text)
        rules = "[E-FIRE-3] [E-ENF-1]" if shot.parts.raking else "[E-FIRE-3]"
        stands, *means = _prospect(position.rules, shot.dice, target.power, target.crew)
        return Glance(title, f"{titled(shot.short)}. {rules}", stands, tuple(zip((_("power"), _("crew")), means, strict=True)))

    def hope(self, throw: Throw, side: str = "") -> Hope | None:  # noqa: ARG002 - the same on either side
        """Return what the side that throws hopes for: that the enemy strikes, or that its own ship does not."""
        if isinstance(throw.outcome, Damage):
            is_shot = throw.procedure.name == "volley"
            words = _("she strikes or explodes") if is_shot else _("she holds out")
            return Hope(words, lambda it: is_beaten(throw._replace(outcome=it)) == is_shot, STANDING)
        if isinstance(throw.outcome, FireFighting):
            return Hope(_("all fires out"), lambda it: it.left == 0)
        if isinstance(throw.outcome, Hull):
            _rules, before, *_more = throw.args
            return Hope(_("no leak"), lambda it: it.hull == before)
        return None

    def rolls_of(self, position: Position, event: Any, dice: int) -> tuple[Rolled, ...]:  # noqa: ANN401 - any event
        """Return how a throw fell beside its average; drift and chits are nobody's luck."""
        throw = event.throw
        if throw is None:
            return ()
        side = position.ship(event.ship).side
        if isinstance(event, _SHOTS):
            mean = mean_harm(throw.procedure, throw.args)
            is_shot = isinstance(event, ev.ShotFired)
            is_good = lambda it: _harm(throw, it) >= mean if is_shot else _harm(throw, it) <= mean  # noqa: E731 - of this throw
            return (Rolled.of(throw, side, is_good, dice, STANDING),)
        if isinstance(event, ev.FiresFought):
            middle = throw.procedure.dist(*throw.args).mean("left")
            return (Rolled.of(throw, side, lambda it: it.left <= middle, dice),)
        return super().rolls_of(position, event, dice)

    def is_told(self, event: Any) -> bool:  # noqa: ANN401 - any event
        """Return whether it hurt somebody, or something was won or lost."""
        if isinstance(event, _SHOTS):
            return any(event.damage)
        return isinstance(event, _ALWAYS_TOLD)

    def turning(self, position: Position, event: Any) -> tuple[Rolled, ...]:  # noqa: ANN401 - any event
        """Return how shots, debris and fires fared, by whether a ship struck or exploded."""
        return super().rolls_of(position, event, 1) if isinstance(event, _SHOTS) else ()

    def losses(self, position: Position) -> tuple[Loss, ...]:
        """Return ships that are gone or have struck, as victory counts them."""
        how = {"sunk": _("sank"), "exploded": _("exploded"), "off_table": _("drifted off the table"), "": _("struck")}
        return tuple(Loss(ship.side, ship.name, how[ship.gone]) for ship in position.ships if ship.lost)

    def score(self, position: Position) -> dict[str, int]:
        """Return enemy ships that are lost."""
        french, british = losses(position)
        return {"french": british, "british": french}


@cache_by_language(1000)
def _prospect(rules: Ruleset, dice: int, power: int, crew: int) -> tuple[View, Fraction, Fraction]:
    """Return how a target would stand after a shot, and the power and the crew that it costs her on average."""
    throw = Throw(volley, (rules, dice, power, crew), NO_DAMAGE)
    answer = thrown_for(GUIDE.game, volley, throw.args)
    stands = replace(part_in_words(answer, parts(throw)[0], throw), title="")
    return stands, answer.dist.mean("power"), answer.dist.mean("crew")


def _harm(throw: Throw, outcome: Any) -> int:  # noqa: ANN401 - Damage, or the fields of it that say how she stands
    return harm(throw._replace(outcome=outcome))


@lru_cache(maxsize=1000)
def mean_harm(procedure: Procedure[..., Any], args: tuple[Any, ...]) -> Fraction:
    """Return the boxes that dice of damage cost on average, from the distribution of the fields that say how she stands."""
    chances = procedure.dist(*args).marginal(*STANDING)
    return Fraction(chances.mean(lambda it: _harm(Throw(procedure, args, it), it)))


def _notes(position: Position, ship: Ship) -> list[str]:
    """Return how she is, in short sentences."""
    in_bag = ship.id in chits(position)
    training = _("Training {n}.").format(n=modifier(ship.training))
    told = (
        (ship.hull is not None, _("A hulk: she has no power left.")),
        (ship.struck and ship.hull is None, _("A wreck: she has no crew left.")),
        (in_bag, _("Her chit is in the bag.")),
        (bool(ship.training), training),
        (bool(ship.fires), ngettext("{n} fire aboard.", "{n} fires aboard.", ship.fires).format(n=ship.fires)),
        (ship.stopped and not ship.struck, _("Stopped: she must go straight on before she turns.")),
        (ship.next_move_zero and not ship.struck, _("Aground or taken aback: she has no next move.")),
    )
    return [words for on, words in told if on]


SANDBOX: Final = EscadresSandbox()

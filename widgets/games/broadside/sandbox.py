"""Broadside in its sandbox: the track of a turn, who has written or aimed, a ship's sheet, what is good luck, and what is secret."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, Final

from rulesdemo.analysis.catalogue import thrown_for
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.criticals import Fire, Leak
from rulesdemo.games.broadside.gunnery import Gunnery, gunnery
from rulesdemo.games.broadside.hull import mast_roll
from rulesdemo.games.broadside.play import events as ev
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.command import lag_of
from rulesdemo.games.broadside.play.gunnery import aim_of, check_guns, check_shot
from rulesdemo.games.broadside.play.helm import point_of
from rulesdemo.games.broadside.play.state import SIDES, Position, Ship
from rulesdemo.odds.procedure import Procedure
from rulesdemo.play.engine import Throw
from rulesdemo.play.history import History
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, cache_by_language, listing, ngettext
from widgets.games.broadside import names
from widgets.games.broadside.board.ships import SIDES as COLOURS
from widgets.games.broadside.guide import GUIDE, acting, shot_words
from widgets.games.broadside.plan import PLAN
from widgets.games.broadside.slate import SLATE
from widgets.kit.odds_rows import View, in_words
from widgets.play.game_guide import Guide, Look
from widgets.play.hover_card import Glance
from widgets.play.luck import Rolled
from widgets.play.order_slate import SlateWords
from widgets.sandbox.guide import Actor, Band, Fact, GameSandbox, Hope, Loss, Sheet, State
from widgets.sandbox.secrecy import Moment

NO_HIT: Final = Gunnery(0, 0)
_ALWAYS_TOLD: Final = (ev.BoardingBegan, ev.Sank, ev.Exploded, ev.Surrendered, ev.Retaken, ev.LeftMap, ev.GameEnded)


class BroadsideSecrecy:
    """What one side keeps from the other: its logs until they are opened, its targets until all have chosen."""

    slate: SlateWords = SLATE
    kinds: tuple[type, ...] = (o.Plot, o.Aim)
    lasts = False

    def team(self, side: str) -> str:
        """Return the side itself: nobody sees with it."""
        return side

    def moments(self, history: History[Position]) -> tuple[Moment, ...]:
        """Return the last movement, hex by hex and contact by contact."""
        from widgets.games.broadside.board.scene import moment
        from widgets.games.broadside.board.tracks import moment_words, moments

        for deed in reversed(history.done):
            event = next((each for each in deed.outcome.events if isinstance(each, ev.Manoeuvred)), None)
            if event is not None:
                # The same position for every picture: the words and the boards of one movement are made of it.
                position = deed.outcome.position
                given = [f"{position.ship(track.ship).name} {track.order}" for track in event.tracks if track.order]
                orders = _(" The orders: {orders} [IV].").format(orders=listing(given)) if given else ""
                return tuple(
                    Moment(
                        f"{moment_words(position, each)}.{'' if step else orders}",
                        partial(_picture, moment, position, event, step),
                        {track.ship: track.place.hex for track in each.tracks},
                    )
                    for step, each in enumerate(moments(event))
                )
        return ()


def _picture(moment: Callable[..., Any], position: Position, event: ev.Manoeuvred, step: int, look: Look) -> Any:  # noqa: ANN401 - a Scene
    return moment(position, event, step, look)


class BroadsideSandbox(GameSandbox):
    """The game's share in its sandbox."""

    guide: Guide = GUIDE
    battles: tuple[str, ...] = ("duel", "convoy", "line")
    # Britain is side one, rust and solid, France side two, blue and hatched, as their ships are drawn.
    sides: Mapping[str, str] = {side: PLAN.sides[side] for side in COLOURS}
    plan = PLAN
    has_glances = True
    ending = N_("A side without a ship that fights has lost; after the last turn the side that has lost less hull wins. [VI]")
    secrecy = BroadsideSecrecy()

    def bands(self, position: Position) -> tuple[Band, ...]:
        """Return every ship that fights: she is due now, has something to do still, or has done it."""
        able = acting(position)

        def state(ship: Ship) -> State:
            if position.turn.step == "orders":
                is_done = ship.id in position.turn.wrote or ship.side in position.turn.ready or ship.is_fort
                return "done" if is_done else "ready"
            return "acting" if ship.id in able else "ready"

        fighting = [ship for ship in position.there if not ship.surrendered]
        return tuple(Band(ship.name, side, state(ship)) for side in COLOURS for ship in fighting if ship.side == side)

    def actors(self, position: Position) -> tuple[Actor, ...]:
        """Return the ships that are written for, or the one that aims or rolls."""
        wrote = position.turn.wrote
        is_orders = position.turn.step == "orders"
        return tuple(
            Actor(
                name,
                position.ship(name).name,
                "acting" if not is_orders else "done" if name in wrote else "ready",
                _("written") if is_orders and name in wrote else "",
            )
            for name in acting(position)
            if not position.ship(name).gone
        )

    def sheet(self, position: Position, ship: str) -> Sheet | None:
        """Return a ship in a few lines."""
        found = position.find(ship)
        if found is None or found.gone:
            return None
        where = _("{ship}, {hex}").format(ship=names.SHIPS[found.side, found.type_name], hex=GRID.label(found.place))
        facts = [Fact(_("Hull"), found.hull, found.hull_initial)]
        if not found.is_fort:
            where += _(", heading {heading}, {wind}").format(heading=GRID.name(found.heading), wind=names.POINTS[point_of(position, found)])
            facts.append(Fact(_("Masts"), len(found.masts) - found.masts_lost, len(found.masts)))
            m = _("{b} close-hauled, {c} reaching, {d} running").format(b=found.m_close_hauled, c=found.m_reaching, d=found.m_running)
            facts.append(Fact("M", words=m))
            facts.append(Fact(_("Speed"), words=_("{n} last turn, inertia {i}").format(n=found.speed, i=found.inertia)))
        force = _("{short} short, {long} long, {boarding} boarding").format(short=found.short, long=found.long, boarding=found.boarding)
        facts.append(Fact(_("Force"), words=force))
        return Sheet(found.name, where, tuple(facts), tuple(_notes(position, found)))

    def glance(self, position: Position, ship: str, other: str) -> Glance | None:
        """Return a shot at an enemy from where they lie: force, die and what comes of it, or why there is none [V.b]."""
        firer, target = position.find(ship), position.find(other)
        if firer is None or target is None or firer.gone or target.gone or target.side == firer.side:
            return None
        title = (_("{ship} fires at {target}") if position.turn.step == "aim" else _("If {ship} fired at {target} now")).format(
            ship=firer.name, target=target.name
        )
        refusal = check_guns(position, firer) or check_shot(position, firer, target)
        if refusal is not None:
            return Glance(title, str(refusal))
        aimed = aim_of(position, firer, target)
        rules = "[V.b] [V.b enfilade]" if aimed.raking else "[V.b]"
        view, mean = _prospect(position.rules, aimed.force, aimed.drm, firer.is_fort)
        return Glance(title, f"{shot_words(position, firer, aimed)}. {rules}", view, ((_("hull"), mean),))

    def hope(self, throw: Throw, side: str = "") -> Hope | None:  # noqa: ARG002 - the same on either side
        """Return what the side that throws hopes for: that the enemy is hurt, or that its own ship holds."""
        if isinstance(throw.outcome, Gunnery):
            return Hope(_("hull lost"), lambda it: it.damage > 0)
        if isinstance(throw.outcome, Leak):
            return Hope(_("repaired"), lambda it: it.state == "repaired")
        if isinstance(throw.outcome, Fire):
            return Hope(_("put out"), lambda it: it.state == "out")
        if isinstance(throw.outcome, int):
            _rules, standing, *_more = throw.args
            is_mast = throw.procedure is mast_roll
            return Hope(_("her masts stand") if is_mast else _("no damage"), lambda it: it == (standing if is_mast else 0))
        return None

    def rolls_of(self, position: Position, event: Any, dice: int) -> tuple[Rolled, ...]:  # noqa: ANN401 - any event
        """Return how a throw fell beside its average; weather, contact and ties are nobody's luck."""
        throw = event.throw
        if throw is None:
            return ()
        if isinstance(event, ev.ShotFired):
            mean = mean_damage(throw.procedure, throw.args)
            return (Rolled.of(throw, position.ship(event.ship).side, lambda it: it.damage >= mean, dice),)
        if isinstance(event, ev.BoardersStruck):
            mean = mean_damage(throw.procedure, throw.args)
            return (Rolled.of(throw, position.ship(event.ship).side, lambda it: it <= mean, dice),)
        return super().rolls_of(position, event, dice)

    def is_told(self, event: Any) -> bool:  # noqa: ANN401 - any event
        """Return whether it hurt somebody, or something was won or lost."""
        if isinstance(event, ev.ShotFired | ev.BoardersStruck):
            return bool(event.damage)
        if isinstance(event, ev.CriticalTaken):
            return event.tells
        return isinstance(event, _ALWAYS_TOLD)

    def turning(self, position: Position, event: Any) -> tuple[Rolled, ...]:  # noqa: ANN401 - any event
        """Return how broadsides fared by whether they made a critical hit, and fires by whether they reached the powder."""
        if isinstance(event, ev.ShotFired) and event.throw is not None:
            return (Rolled.of(event.throw, position.ship(event.ship).side, lambda it: it.critical > 0),)
        if isinstance(event, ev.Burnt) and event.throw is not None:
            return (Rolled.of(event.throw, position.ship(event.ship).side, lambda it: it.state != "exploded"),)
        return ()

    def losses(self, position: Position) -> tuple[Loss, ...]:
        """Return ships that fight no more."""
        how = {
            "sunk": _("sank"),
            "exploded": _("exploded"),
            "left": _("left the map"),
            "surrendered": _("surrendered"),
            "hulk": _("lay a hulk"),
        }
        return tuple(Loss(ship.side, ship.name, how[ship.state]) for ship in position.ships if ship.state in how)

    def score(self, position: Position) -> dict[str, int]:
        """Return the enemy ships that were sunk, blown up, taken or beaten to hulks; one that left the map got away."""
        lost = [ship.side for ship in position.ships if ship.state not in ("fighting", "left")]
        french, british = (lost.count(side) for side in SIDES)
        return {"french": british, "british": french}


@cache_by_language(1000)
def _prospect(rules: Ruleset, force: int, drm: int, fort: bool) -> tuple[View, Fraction]:
    """Return what a shot would cost, and its mean."""
    throw = Throw(gunnery, (rules, force, drm, fort), NO_HIT)
    answer = thrown_for(GUIDE.game, gunnery, throw.args)
    (view,) = in_words(answer, GUIDE, throw)
    return view, mean_damage(gunnery, throw.args)


@lru_cache(maxsize=1000)
def mean_damage(procedure: Procedure[..., Any], args: tuple[Any, ...]) -> Fraction:
    """Return the hull points that dice cost on average."""
    chances = procedure.dist(*args)
    return Fraction(chances.mean("damage") if chances.fields else chances.mean())


def _notes(position: Position, ship: Ship) -> list[str]:
    """Return how she is, in short sentences."""
    hurt, ahead = ship.damage, lag_of(position, ship) if not ship.is_fort else 0
    sails = {"off": "", "setting": _("Full sail is being set."), "on": _("Full sail is set."), "taking_in": _("Full sail comes in.")}
    anchors = {"none": "", "dropping": _("The anchor goes down."), "down": _("At anchor.")}
    late = ngettext("Her orders are for {n} turn ahead.", "Her orders are for {n} turns ahead.", ahead).format(n=ahead)
    told = (
        (ship.surrendered, _("She has surrendered.")),
        (not ship.hull and not ship.surrendered, _("A hulk: she has no hull left and cannot fight.")),
        (ship.locked, _("Locked in a boarding: she neither moves nor fires.")),
        (ship.in_irons, _("Stopped head to wind: one pivot on the spot is all she can do.")),
        (bool(sails[ship.sail]), sails[ship.sail]),
        (ship.anchor != "none", anchors.get(ship.anchor, _("She weighs anchor."))),
        (ship.admiral != "none", names.ADMIRALS.get(ship.admiral, "")),
        (ahead > 0, late),
        (not ship.has_fired, _("Her first broadside is still to come.")),
        (hurt.fire, _("Fire aboard: she cannot fight.")),
        (hurt.leak == "small", _("A small leak: her force is halved.")),
        (hurt.leak == "large", _("A large leak: she cannot fight.")),
        (hurt.gunner_dead, _("Her master gunner is dead.")),
        (hurt.captain_dead and not hurt.officers_dead, _("Her captain is dead.")),
        (hurt.officers_dead, _("All her officers are dead.")),
        (hurt.rigging_m > 0, _("Rigging cut: {n} M less.").format(n=hurt.rigging_m)),
        (hurt.rigging_inertia > 0, _("Rigging torn: {n} less inertia, and no full sail.").format(n=hurt.rigging_inertia)),
        (
            hurt.guns_loose > 0,
            ngettext("{n} hit broke guns loose.", "{n} hits broke guns loose.", hurt.guns_loose).format(n=hurt.guns_loose),
        ),
    )
    return [words for on, words in told if on]


SANDBOX: Final = BroadsideSandbox()

"""Toulon 1793 in its sandbox: two to seven players, who has acted, a unit's sheet, the markers, and what is good luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.toulon.evacuation import WarSupply
from rulesdemo.games.toulon.leaders import AfterCombat
from rulesdemo.games.toulon.movement import Attrition, QualityTests
from rulesdemo.games.toulon.play import ENGINE
from rulesdemo.games.toulon.play import events as ev
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.combat import battle_die
from rulesdemo.games.toulon.play.sequence import SEQUENCE
from rulesdemo.games.toulon.play.state import GONE, PURSES, Entry, Leader, Position, Result, Unit, side_of
from rulesdemo.games.toulon.supply import Losses, Supplied
from rulesdemo.games.toulon.turns import Council
from rulesdemo.play.engine import Throw
from rulesdemo.play.history import History
from rulesdemo.words import N_, _, local_figures, ngettext
from widgets.games.toulon import names
from widgets.games.toulon import supplied as toulon_supplied
from widgets.games.toulon.guide import GUIDE
from widgets.games.toulon.plan import PLAN
from widgets.play.board_sizes import MARGINS, NARROW
from widgets.play.game_guide import Guide, Look
from widgets.play.luck import Rolled
from widgets.play.order_slate import SlateWords
from widgets.sandbox.guide import Actor, Band, Fact, GameSandbox, Hope, Loss, Sheet, State
from widgets.sandbox.secrecy import Moment
from widgets.web.phrases import modifier, titled

TWO_COLUMNS: Final = 1000  # pixels; a page less wide has the orders below the board
BESIDE: Final = (394, 484)  # what stands beside the board, on a page and in a room
WIDEST: Final = 1440
HIGH: Final = 0.7  # the height of the map, by its width
PHONE_HIGH: Final = 1.2
THROWS: Final = (  # orders that leave nothing to choose: anybody may throw for them
    *(o.Supply, o.RollAttrition, o.RollRandomOp, o.RollDefeat, o.RollAustrians, o.RollInitiative, o.RollWarSupply, o.TraceSupply),
    *(o.RollQuality, o.RollCapture, o.RollBattle, o.RollLeader, o.RollSurrounded),
)
RUNS: Final = ("setup_attrition", "op", "attrition")  # steps in which many throw one after the other
SIXTHS: Final = 6
FATES: Final = {"killed": N_("killed"), "grave": N_("grave"), "captured": N_("captured")}  # of leaders who are out of the game
_TOLD: Final = frozenset(
    {
        *("combat", "losses", "crushed", "won", "lost", "defeat", "retreat", "captured", "leader", "evacuated", "points", "repulsed"),
        *("supplied", "rades", "commands", "replaced", "weakened", "regained", "removed"),  # the last four by the calendar
    }
)
_SUMS: Final = frozenset({"points", "losses", "combat", "retreat", "supplied"})


class FogOfWar:
    """What one team keeps from the other: which unit lies under each counter, until it is revealed; throws that are due keep nothing."""

    slate: SlateWords | None = None
    kinds: tuple[type, ...] = tuple(kind for kind in ENGINE.verbs if kind not in THROWS)
    lasts = True

    def team(self, side: str) -> str:
        """Return the team: its players sit on the same side of the table, and look at their units together."""
        return side_of(side)

    def moments(self, _history: History[Any]) -> tuple[Moment, ...]:
        """Return nothing: nobody moves at the same time as another."""
        return ()


class ToulonParty:
    """Two to seven players in two teams, and values that a reader may change."""

    teams: Mapping[str, int] = {seat: int(side_of(seat) == "republican") for seat in names.SEATS}
    team_names: tuple[str, str] = (names.SEATS["allied"], names.SEATS["republican"])

    def seated(self, position: Position) -> tuple[str, ...]:
        """Return the players, each named after the first side that he holds [2.1]."""
        return tuple(seat[0] for seat in position.seats)

    def winner(self, result: Result) -> str:
        """Return who has won."""
        if result.winner == "draw":
            return _("Nobody has won.")
        return _("{side} have won.").format(side=names.SEATS[result.winner])

    def score(self, position: Position) -> tuple[str, ...]:
        """Return the points, the losses, and under option 2.2 each Allied player's own."""
        lines = [
            _("Victory points: {n} for the Allies.").format(n=modifier(position.vp)),
            _("Losses: {n}, Republican less Allied.").format(n=modifier(position.loss)),
        ]
        for player in position.players_of("allied") if position.personal else ():
            tenths = sum(had for nation, had in position.personal if position.seat(nation) == player)
            lines.append(_("{side}: {vp} personal points.").format(side=names.SEATS[player], vp=local_figures(f"{tenths / 10:.1f}")))
        return tuple(lines)

    def framed(self, look: Look, width: int, zoom: float) -> Look:
        """Return the whole map in the room that the page has for it."""
        if width < NARROW:
            wide = max(240, width - MARGINS[0])
            return replace(look, size=(wide, round(PHONE_HIGH * wide)), is_narrow=True, zoom=zoom)
        beside = BESIDE[look.projector] if width > TWO_COLUMNS else 0
        wide = min(width, WIDEST) - MARGINS[1] - beside
        return replace(look, size=(wide, round(HIGH * wide)), is_narrow=False, zoom=zoom)

    def run(self, position: Position) -> int:
        """Return how many throws follow one another: attrition tests, random OP, or the quality tests of one entry."""
        pending = position.pending
        if isinstance(pending, Entry):
            return len(pending.units) - len(pending.tested) if pending.purse else 0
        return len(position.turn.due) if pending is None and position.turn.step in RUNS else 0

    def panel(self, position: Position, unfit: tuple[str, str, str] | None = None) -> Markup:
        """Draw the values that we supply."""
        return toulon_supplied.panel(position, unfit)

    def supply(self, what: str, value: str) -> o.Supply:
        """Return a value of the reader's own."""
        return o.Supply(what, value.replace(" ", ""))

    def is_readers(self, order: Any) -> bool:  # noqa: ANN401 - any order
        """Return whether it is a value: no bot supplies one."""
        return isinstance(order, o.Supply)

    def supplied(self, position: Position) -> tuple[o.Supply, ...]:
        """Return the reader's values for another game."""
        return toulon_supplied.supply_orders(position)


class ToulonSandbox(GameSandbox):
    """The game's share in its sandbox."""

    guide: Guide = GUIDE
    battles: tuple[str, ...] = (
        *("setup_2", "setup_5", "setup_7", "late", "short_2", "short_3", "short_4"),
        *("campaign_2", "campaign_3", "campaign_4", "campaign_5", "campaign_6", "campaign_7"),
    )
    sides: Mapping[str, str] = names.SEATS
    plan = PLAN
    party = ToulonParty()
    secrecy = FogOfWar()

    def bands(self, position: Position) -> tuple[Band, ...]:
        """Return every player with what is in his purses: he decides now, has still to act in this step, or has done so."""
        decision = SEQUENCE.decision(position)
        mover = decision.side if decision is not None else ""
        turn = position.turn
        waiting = {*turn.seats, *(position.seat(due) for due in turn.due if due in PURSES)}

        def state(seat: str) -> State:
            if seat == mover:
                return "acting"
            phase = SEQUENCE.step(turn.step).phase
            later = turn.side == turn.first and side_of(seat) != turn.side and phase == "side"
            return "ready" if seat in waiting or later or phase == "set-up" else "done"

        return tuple(Band(_band_text(position, seat), seat[0], state(seat[0])) for seat in position.seats)

    def actors(self, _position: Position) -> tuple[Actor, ...]:
        """Return nobody: those who may act are taken in hand by place."""
        return ()

    def ready(self, position: Position) -> tuple[str, ...]:
        """Return those who may be taken in hand."""
        return tuple(each.ship for each in GUIDE.in_hand(position))

    def means(self, _position: Position, _order: Any, _ship: str) -> bool:  # noqa: ANN401 - any order
        """Return False: the guide reads a press on a zone."""
        return False

    def place(self, position: Position, ship: str) -> Any:  # noqa: ANN401 - a zone, by its id
        """Return the zone of a unit or leader on the map."""
        thing = position.find(ship) or position.leader(ship)
        return thing.place if thing is not None and thing.place in position.board.zones else None

    def sheet(self, position: Position, ship: str) -> Sheet | None:
        """Return a unit or a leader in a few lines; without one, the markers of the siege."""
        thing: Unit | Leader | None = position.find(ship) or position.leader(ship)
        if thing is None:
            return _markers(position)
        where = str(position.zone(thing.place).name) if thing.place in position.board.zones else _("not on the map")
        nation = names.NATIONS[thing.nation].name
        if isinstance(thing, Leader):
            line = _("Leader, {nation}, {zone}").format(nation=nation, zone=where)
            return Sheet(str(thing.name), line, (Fact(_("Efficiency"), words=thing.efficiency),))
        if thing.is_face_down:
            line = _("{nation}, {zone}").format(nation=nation, zone=where)
            return Sheet(titled(str(thing.name)), line, (), (_("It lies face down: what it is and how strong, you do not see."),))
        line = _("{nation}, {arm}, {zone}").format(nation=nation, arm=names.ARMS[thing.arm], zone=where)
        steps = position.number("steps")
        facts = (
            Fact(_("Strength"), thing.strength, thing.sp),
            Fact(_("Quality"), words=_("{n} of {of}, ours").format(n=thing.quality, of=SIXTHS)),
            Fact(_("Zones to enter"), max(0, steps - thing.steps), steps),
        )
        return Sheet(str(thing.name), line, facts, tuple(_notes(position, thing)))

    def hope(self, throw: Throw, side: str = "") -> Hope | None:  # noqa: ARG002 - the same on either side
        """Return what the player who throws hopes for; initiative, random OP and penalties are nobody's luck."""
        return _hope(throw)

    def thrower(self, position: Position, event: Any) -> str:  # noqa: ANN401 - any event with dice
        """Return the player who threw."""
        return _thrower(position, event)

    def is_told(self, event: Any) -> bool:  # noqa: ANN401 - any event
        """Return whether it hurt somebody, or something was won or lost."""
        return isinstance(event, ev.GameEnded) or getattr(event, "what", "") in _TOLD

    def is_headline(self, event: Any) -> bool:  # noqa: ANN401 - any event
        """Return whether something was won or lost for good; points and losses add up elsewhere."""
        return isinstance(event, ev.GameEnded) or getattr(event, "what", "") in _TOLD - _SUMS

    def standing(self, position: Position) -> str:
        """Return the victory points; a set-up that is a game of its own has no turns to tell."""
        return "" if position.scenario.kind == "setup" else _("{n} VP for the Allies").format(n=modifier(position.vp))

    def turning(self, position: Position, event: Any) -> tuple[Rolled, ...]:  # noqa: ANN401 - any event
        """Return how leaders fared, by whether they were hurt."""
        is_leader = event.throw is not None and isinstance(event.throw.outcome, AfterCombat)
        return self.rolls_of(position, event, 1) if is_leader else ()

    def losses(self, position: Position) -> tuple[Loss, ...]:
        """Return units and leaders that are out of the game, and permanent losses of the others."""
        gone = [Loss(position.seat(unit.nation), str(unit.name), _("lost")) for unit in position.units if unit.place == GONE]
        gone += [
            Loss(position.seat(each.nation), str(each.name), _(FATES.get(each.fate, "lost")))
            for each in position.leaders
            if each.place == GONE
        ]
        hurt = [unit for unit in position.units if unit.perm and unit.place != GONE]
        return (*gone, *(Loss(position.seat(unit.nation), str(unit.name), _permanent(unit.perm)) for unit in hurt))

    def score(self, position: Position) -> dict[str, int]:
        """Return the victory points by team."""
        return {"allied": max(0, position.vp), "republican": max(0, -position.vp)}


def _permanent(number: int) -> str:
    return ngettext("{n} permanent loss", "{n} permanent losses", number).format(n=number)


def _band_text(position: Position, seat: tuple[str, ...]) -> str:
    """Return a player and what his purses hold."""
    held = [purse for purse in PURSES if position.seat(purse) == seat[0]]
    if SEQUENCE.step(position.turn.step).phase == "set-up":
        return names.SEATS[seat[0]]
    return _("{side}, {op}").format(side=names.SEATS[seat[0]], op=names.op(sum(map(position.op, held))))


def _markers(position: Position) -> Sheet:
    """Return where the markers stand, and what is in every purse."""
    purses = ", ".join(f"{names.NATIONS[name].letters if name in names.NATIONS else _('Bo')} {op}" for name, op in position.purses)
    step, most = position.gauge, position.number("gauge_trigger")
    gauge = () if position.has("3.4") else (Fact(_("Gauge"), words=_("{n} of {most}, then the fleet leaves").format(n=step, most=most)),)
    defeat = {"none": titled(_("none")), "allied": _("Allied"), "republican": _("Republican")}[position.defeat]
    facts = (
        Fact(_("VP"), words=_("{n} for the Allies").format(n=modifier(position.vp))),
        Fact(_("Losses"), words=_("{n} Republican less Allied").format(n=modifier(position.loss))),
        Fact(_("Defeat"), words=defeat),
        Fact(_("Stock"), words=str(position.stock)),
        Fact(
            _("Rades"),
            words=_("Petite {petite}, Grande {grande}").format(petite=names.HELD[position.petite], grande=names.HELD[position.grande]),
        ),
        *gauge,
        Fact(_("Purses"), words=purses),
    )
    notes = (_("The ships have gone."),) if position.evacuated else ()
    last = position.scenario.last_turn
    return Sheet(_("The siege"), _("Turn {n}; the game ends after turn {last}").format(n=position.turn.number, last=last), facts, notes)


def _notes(position: Position, unit: Unit) -> list[str]:
    """Return how it is, in short sentences."""
    lines = (
        (bool(unit.temp or unit.perm), f"{titled(names.losses(unit))}."),
        (unit.fort, _("In the fort.")),
        (unit.patrol, _("A patrol: it occupies, and does not control.")),
        (unit.crew, _("A gun crew.")),
        (unit.revealed, _("The enemy has seen it.")),
        (unit.hasty, _("It attacks in haste.")),
        (bool(unit.late), _("It may try again to get in.")),
        (unit.check, _("It must be tested for attrition.")),
        (unit.id in position.turn.cut, _("Out of supply: its guns may not fire at range.")),
    )
    return [words for on, words in lines if on]


def _hope(throw: Throw) -> Hope | None:
    """Return what the player who throws hopes for."""
    kinds: dict[type, Hope] = {
        QualityTests: Hope(_("succeeds"), lambda it: bool(it.passed)),
        Attrition: Hope(_("is spared"), lambda it: not it.suffering),
        Council: Hope(_("held unheard"), lambda it: bool(it.held)),
        WarSupply: Hope(_("in supply"), lambda it: not it.failed),
        Supplied: Hope(_("in supply"), lambda it: bool(it.supplied)),
        AfterCombat: Hope(_("unhurt"), lambda it: it.fate == "unhurt"),
        Losses: Hope(_("at most 3 losses"), lambda it: it.losses <= SIXTHS // 2),
    }
    if throw.procedure is battle_die:
        return Hope(_("4 or more"), lambda it: it > SIXTHS // 2)
    return kinds.get(type(throw.outcome))


def _thrower(position: Position, event: Any) -> str:  # noqa: ANN401 - an event with a throw
    """Return the player whose throw it was: the owner of the unit or leader, or the player who speaks for the side."""
    for thing in event.things:
        found = position.find(thing) or position.leader(thing)
        if found is not None:
            return position.seat(found.nation)
        there = position.of(position.turn.side, thing) if event.what in ("traced", "surrounded") else ()
        if there:
            return position.seat(there[0].nation)
    return position.players_of("allied" if event.what in ("council", "war") else position.turn.side)[0]


SANDBOX: Final = ToulonSandbox()

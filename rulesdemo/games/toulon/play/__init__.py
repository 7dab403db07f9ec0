"""Toulon 1793 as a game that can be played: orders and events, chapter by chapter. Wiring only; read `sequence` first."""

from rulesdemo.games.toulon.play import scenarios, sequence, sight, supply
from rulesdemo.games.toulon.play.orders import Supply
from rulesdemo.games.toulon.play.state import SEATS, Position
from rulesdemo.play.engine import Engine

ENGINE: Engine[Position] = Engine(
    game="toulon",
    sides=SEATS,
    scenarios=scenarios.names,
    start=scenarios.start,
    decision=sequence.SEQUENCE.decision,
    verbs=sequence.VERBS,
    anytime=(Supply,),
    owner=sequence.owner,
    advance=sequence.advance,
    result=lambda position: position.result,
    name=sight.name,
    situation=sight.situation,
    turn=lambda position: position.turn.number,
    faults=sight.faults,
    figures=sight.figures,
    unasked=supply.unasked,
    sight=sight.view_of,
    secret=sight.is_secret,
)

BOTS = {"captain": "rulesdemo.games.toulon.play.captain:captain"}  # imported on first use
SOLVING = "rulesdemo.games.toulon.play.solving:SOLVING"  # for the solver

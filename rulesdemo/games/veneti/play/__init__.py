"""Veneti as a game that can be played: orders and events, chapter by chapter. Wiring only; read `sequence` first."""

from rulesdemo.games.veneti.play import scenarios, sequence, sight
from rulesdemo.games.veneti.play.orders import Transfer
from rulesdemo.games.veneti.play.state import SIDES, Position
from rulesdemo.play.engine import Engine

ENGINE: Engine[Position] = Engine(
    game="veneti",
    sides=SIDES,
    scenarios=scenarios.names,
    start=scenarios.start,
    decision=sequence.SEQUENCE.decision,
    verbs=sequence.VERBS,
    anytime=(Transfer,),
    owner=sequence.owner,
    advance=sequence.advance,
    result=lambda position: position.result,
    name=sight.name,
    situation=sight.situation,
    turn=lambda position: position.turn.number,
    faults=sight.faults,
    figures=sight.figures,
)

BOTS = {"captain": "rulesdemo.games.veneti.play.captain:captain"}  # imported on first use
SOLVING = "rulesdemo.games.veneti.play.solving:SOLVING"  # for the solver

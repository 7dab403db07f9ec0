"""Broadside as a game that can be played: orders and events, chapter by chapter. Wiring only; read `sequence` first."""

from rulesdemo.games.broadside.play import scenarios, sequence, sight
from rulesdemo.games.broadside.play.state import SIDES, Position
from rulesdemo.play.engine import Engine

ENGINE: Engine[Position] = Engine(
    game="broadside",
    sides=SIDES,
    scenarios=scenarios.names,
    start=scenarios.start,
    decision=sequence.SEQUENCE.decision,
    verbs=sequence.VERBS,
    anytime=(),
    owner=sequence.owner,
    advance=sequence.advance,
    result=lambda position: position.result,
    name=sight.name,
    situation=sight.situation,
    turn=lambda position: position.turn.number,
    faults=sight.faults,
    figures=sight.figures,
    sight=sight.view_of,
    secret=sight.is_secret,
)

BOTS = {"captain": "rulesdemo.games.broadside.play.captain:captain"}  # imported on first use
SOLVING = "rulesdemo.games.broadside.play.solving:SOLVING"  # for the solver

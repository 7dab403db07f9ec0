"""Small positions for tests, made without any scenario file.

A galley with her bow in 1010 heading N fills 1010 and 1011. Around her lie 1009 (bow), 1109 and 0909 (bow/flank), 1110 and 0910 (flank),
1111 and 0911 (stern/flank) and 1012 (stern); 1210, 1211, 0810 and 0811 are two hexes off her flanks, 1008 two off her bow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulesdemo.board.hexes import Hex
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play.ships import enemies_beside, with_grapple
from rulesdemo.games.veneti.play.state import Activation, Doing, Leader, Limit, Position, Scenario, Sea, Ship, Side, Turn, Weather
from rulesdemo.odds.dice import Dice, FixedDice
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.enumerate import walk
from rulesdemo.play.engine import Outcome, Refusal
from rulesdemo.rules.ruleset import ruleset

Do = Callable[[Dice, Position, Any], Outcome[Position]]

COLUMNS, ROWS = 30, 30
OPEN_SEA = frozenset(GRID.parse(f"{column:02}{row:02}") for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1))


def at(label: str) -> Hex:
    """The hex with this printed number."""
    return GRID.parse(label)


def ship(name: str, where: str, heading: str = "N", *, side: Side = "roman", **changes: Any) -> Ship:
    """A Roman galley or a sailing ship of the Veneti, by her side; anything else as said."""
    roman = side == "roman"
    made = Ship(
        id=name,
        name=name.capitalize(),
        type_name="demonstration",
        side=side,
        kind="galley" if roman else "sail",
        bow=at(where),
        heading=GRID.named(heading),
        crew_printed=3 if roman else 2,
        marines_printed=3 if roman else 2,
        cruise=4 if roman else 0,
        maximum=6 if roman else 0,
        height=0 if roman else 1,
        flame=False,
        controller=side,
    )
    return replace(made, **changes)


def prize(name: str, where: str, heading: str = "N", *, side: Side, **changes: Any) -> Ship:
    """A ship of this side that the other side has taken."""
    captor: Side = "veneti" if side == "roman" else "roman"
    return ship(name, where, heading, side=side, **{"controller": captor, "captured": "captured", **changes})


def leader(name: str, aboard: str, *, side: Side = "roman", **changes: Any) -> Leader:
    """A squadron leader aboard a ship."""
    return replace(Leader(name, name.capitalize(), side, aboard, admiral=False, command_range=4, initiative=0), **changes)


def position(  # noqa: PLR0913 - each is something that a test may have to say
    ships: Iterable[Ship],
    leaders: Iterable[Leader] = (),
    wind: tuple[int, str] = (3, "NE"),
    acting: Iterable[str] | None = None,
    *,
    limit: Limit = "free",
    held: Iterable[tuple[str, str]] = (),
    coast: Iterable[str] = (),
    switches: Mapping[str, str] | None = None,
    patches: Mapping[tuple[str, str, str], str] | None = None,
    number: int = 1,
    **changes: Any,
) -> Position:
    """These ships on a wide sea, in activation `number` of the ships named; by default all under the command of the first one's side.

    `acting=()` makes a position in which nobody acts; `held` are pairs of grappled ships.
    """
    ships = tuple(ships)
    side = ships[0].controller
    shore = frozenset(at(label) for label in coast)
    scenario = Scenario("test", "Test", "", 10, Sea(OPEN_SEA, shore), frozenset("ABCDEFGH"), side)
    turn = Turn(1, "move", first=side, winner=side, active=side)
    rules, weather = ruleset("veneti", switches, patches), Weather(wind[0], GRID.named(wind[1]))
    made = Position(rules, scenario, ships, tuple(leaders), weather, turn, activations=number)
    for one, other in held:
        made = with_grapple(made, one, other, held=True)
    names = tuple(each.id for each in ships if each.controller == side) if acting is None else tuple(acting)
    if names:
        side = made.ship(names[0]).controller
        doings = tuple(Doing(name, bool(enemies_beside(made, made.ship(name)))) for name in names)
        made = replace(made, activation=Activation(number, side, (), doings, limit))
    return replace(made, **changes)


def with_ship(before: Position, name: str, **changes: Any) -> Position:
    """The position with one ship changed."""
    return before.with_ships(replace(before.ship(name), **changes))


def thrown_with(do: Do, before: Position, order: Any, *faces: int) -> Outcome[Position]:
    """Carry out an order with exactly these faces."""
    dice = FixedDice(faces)
    outcome = do(dice, before, order)
    dice.finish()
    return outcome


def dist(do: Do, before: Position, order: Any) -> Dist[Outcome[Position]]:
    """The exact distribution of what an order leads to."""
    return walk("order", lambda dice: do(dice, before, order), ())[0]


def chance(do: Do, before: Position, order: Any, happens: Callable[[Outcome[Position]], bool]) -> Fraction:
    """The exact chance that an order leads to such an outcome."""
    return sum((p for outcome, p in dist(do, before, order).items() if happens(outcome)), Fraction(0))


def says(refusal: Refusal | None, reason: str, rule: str) -> None:
    """Check a refusal's sentence and rule, and that its way out is a sentence too."""
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == (reason, rule)
    assert refusal.way_out[0].isupper()
    assert refusal.way_out.endswith(".")
    assert reason.endswith(".")


def kinds(outcome: Outcome[Position]) -> list[str]:
    """The kinds of the events, in order."""
    return [type(event).__name__ for event in outcome.events]


def legal(check: Callable[[Position, Any], Refusal | None], candidates: Callable[[Position], Iterable[Any]], here: Position) -> list[Any]:
    """The candidates that the check lets pass."""
    return [order for order in candidates(here) if check(here, order) is None]


def melee(**options: Any) -> Position:
    """Nine ships in a knot, some of them grappled, one burning, one a prize: enough to meet every rule of marine combat at once."""
    ships = [
        ship("aquila", "1010", flame=True),
        ship("lupa", "1210", "NE", marines_printed=2),
        ship("ursa", "0808", "S", level="maximum"),
        ship("navis", "1014", marines_printed=4),
        prize("ictis", "0911", side="veneti"),
        ship("dufa", "1110", side="veneti", on_fire=True),
        ship("ura", "0910", "SE", side="veneti", marines_printed=3),
        ship("lexa", "1111", "SW", side="veneti", immobilised=True),
        ship("vala", "1113", "NW", side="veneti"),
    ]
    held = [("aquila", "dufa"), ("aquila", "ura"), ("lupa", "dufa"), ("aquila", "ictis"), ("ictis", "ura")]
    return position(ships, **{"held": held, **options})

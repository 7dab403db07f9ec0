"""The command `solve`: perfect play in a set piece, and what every order is worth."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Final, Optional

import typer

from rulesdemo.cli.limits import memory_now
from rulesdemo.cli.main import GameName, Json, Patch, Set, app, chosen_rules, say
from rulesdemo.errors import InputError, nearest
from rulesdemo.words import N_, _, ngettext

if TYPE_CHECKING:
    from rulesdemo.play.history import History
    from rulesdemo.solver.answer import Answer, Step

PATIENCE: Final = 1.0  # seconds before it is worth saying how far it has got
REFRESH: Final = 0.2
MOST_DEPTH: Final = 1_000
MEGABYTES: Final = 500
MOST_DIGITS: Final = 6  # of a face
FOES: Final = ("best", "captain", "yours")


@app.command()
def solve(  # noqa: PLR0913, PLR0917 - an option each
    game: GameName,
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help=N_("A set piece; `rulesdemo play GAME` lists them."))],
    more: Annotated[Optional[list[str]], typer.Argument(metavar="[ORDER...]", help=N_("More orders after that of --after."))] = None,  # noqa: UP045 - typer reads it at run time
    after: Annotated[
        Optional[list[str]],  # noqa: UP045 - as above
        typer.Option(
            "--after", metavar="ORDER", help=N_("Solve the position after this order, as in 'veer ship=aquila turn=1'; may be repeated.")
        ),
    ] = None,
    depth: Annotated[
        Optional[int],  # noqa: UP045 - as above
        typer.Option("--depth", min=1, max=MOST_DEPTH, metavar="N", help=N_("Look only N orders ahead; the answer says so.")),
    ] = None,
    enemy: Annotated[
        str,
        typer.Option(
            "--enemy", metavar="WHO", help=N_("Who plays against the goal: best, his best reply; captain, the bot; yours, nobody.")
        ),
    ] = "best",
    most_states: Annotated[
        int, typer.Option("--states", min=1, max=100_000_000, metavar="N", help=N_("Stop after N positions."))
    ] = 1_000_000,
    as_json: Json = False,
    switches: Set = None,
    patches: Patch = None,
) -> None:
    """Perfect play in a set piece: its value, and the exact value of every order."""
    from rulesdemo.analysis.report import to_json
    from rulesdemo.play.history import History
    from rulesdemo.play.saves import playable
    from rulesdemo.solver.answer import goal_of
    from rulesdemo.solver.answer import solve as worked_out

    if enemy not in FOES:
        message = N_("there is no enemy {name!r}. {hint}").format(name=enemy, hint=nearest(enemy, FOES))
        raise InputError(message)
    history = History.start(playable(game), scenario, chosen_rules(game, switches, patches))
    goal_of(history)
    for text in _orders(after or [], more or []):
        history = _given(history, text)
    with _watch(quiet=as_json) as watch:
        answer = worked_out(history, enemy=enemy, depth=depth, most_states=most_states, watch=watch, with_line=not as_json)  # type: ignore[arg-type]
    say(to_json(_as_json(answer)) if as_json else _as_text(answer, depth))


def _orders(after: list[str], more: list[str]) -> list[str]:
    """Return the orders in the order in which they were typed; `--after` takes several in a row, or one at a time."""
    if more and len(after) != 1:
        message = N_("{text!r} is left over: write orders behind one --after, or each behind an --after of its own").format(text=more[0])
        raise InputError(message)
    return [*after, *more]


def _given(history: History[Any], text: str) -> History[Any]:
    """Return the game after an order as it was typed, with the faces of its dice behind it."""
    from rulesdemo.odds.dice import FixedDice
    from rulesdemo.play.order_codec import read_order

    words, dice, faces = f"{text} ".partition(" dice ")
    order = read_order(history.engine, words.strip())
    thrown = faces.replace(",", " ").split()
    if not all(each.isascii() and each.isdigit() and len(each) < MOST_DIGITS for each in thrown):
        message = N_("dice are whole numbers, as in: {order} dice 3 4").format(order=words.strip())
        raise InputError(message)
    if not dice and _throws(history, order):
        message = N_("{order} throws dice: write what they showed, as in: {order} dice 3 4").format(order=words.strip())
        raise InputError(message)
    return history.play(order, FixedDice([int(each) for each in thrown]))


def _throws(history: History[Any], order: Any) -> bool:  # noqa: ANN401 - a game's own order
    """Return whether a legal order has more than one outcome; of any other, playing it says what is wrong."""
    from rulesdemo.play.engine import check, prospects

    return check(history.engine, history.position, order) is None and len(prospects(history.engine, history.position, order)) > 1


@contextmanager
def _watch(*, quiet: bool) -> Iterator[Callable[[int], None]]:
    """Say on the error stream of a terminal how far it has got, once it takes more than a second; and keep to the memory."""
    shown, seen, due, began = False, 0, time.monotonic() + PATIENCE, memory_now()
    quiet = quiet or not sys.stderr.isatty()

    def look(states: int) -> None:
        nonlocal shown, seen, due
        seen = states
        if memory_now() - began > MEGABYTES << 20:
            raise MemoryError
        if not quiet and time.monotonic() > due:
            sys.stderr.write("\r" + ngettext("{n:,} position", "{n:,} positions", states).format(n=states) + " ")
            sys.stderr.flush()
            shown, due = True, time.monotonic() + REFRESH

    try:
        yield look
    except KeyboardInterrupt:
        words = ngettext("{n:,} position was looked into", "{n:,} positions were looked into", seen).format(n=seen)
        typer.echo(("\r\x1b[K" if shown else "") + words, err=True)
        raise
    finally:
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


# -- the answer ------------------------------------------------------------------------------------------------------------------------


def _as_json(answer: Answer) -> dict[str, Any]:
    found = {
        "value": str(answer.value),
        "orders": {order: str(value) for order, value in answer.orders.items()},
        "exact": answer.is_exact,
        "states": answer.states,
    }
    return found if answer.enemy == "best" else {**found, "enemy": answer.enemy}


def _as_text(answer: Answer, depth: int | None) -> str:
    from rulesdemo.analysis.report import grid
    from rulesdemo.odds.format import fraction, percent

    if not answer.chooser:
        if answer.value:
            return _("The game is over, and the goal of {side} was met.").format(side=_(answer.goal))
        return _("The game is over, and the goal of {side} was not met.").format(side=_(answer.goal))
    heads = (_("order"), _("chance"), _("in percent"))
    rows = [
        (order, _("at least {chance}").format(chance=fraction(value)) if order in answer.inexact else fraction(value), percent(value))
        for order, value in answer.orders.items()
    ]
    parts = [
        _value_words(answer, depth),
        _enemy_words(answer),
        "",
        _("{side} chooses. The chance after each order, best first:").format(side=_(answer.chooser)),
        grid(heads, rows),
        *_line_words(answer.line),
        "",
        ngettext("{n:,} position, {seconds:.1f} s", "{n:,} positions, {seconds:.1f} s", answer.states).format(
            n=answer.states, seconds=answer.seconds
        ),
    ]
    return "\n".join(parts)


def _value_words(answer: Answer, depth: int | None) -> str:
    from rulesdemo.odds.format import fraction, percent

    if answer.is_exact:
        words = _("{side} meets the goal with chance {chance} ({percent}).")
    else:
        words = _("{side} meets the goal with chance {chance} ({percent}) within {depth} orders; what comes later is not counted.")
    return words.format(side=_(answer.goal), chance=fraction(answer.value), percent=percent(answer.value), depth=depth)


def _enemy_words(answer: Answer) -> str:
    if answer.enemy == "yours":
        return _("Both sides are in your hands, and all orders are given for the goal.")
    if answer.enemy == "captain":
        return _("The enemy is the captain, who gives no order out of turn.")
    if answer.is_exact and not answer.enemy_choices:
        return _("In no position that counts had the enemy a choice: only dice stand against the goal.")
    return _("The enemy gives the reply that hurts most, and sees all that was done before it.")


def _line_words(line: tuple[Step, ...]) -> Iterator[str]:
    from rulesdemo.odds.format import fraction

    if line:
        yield ""
        yield _("The best line:")
    for number, step in enumerate(line, start=1):
        yield f"{number:3}. " + _("{side}: {order} ({chance})").format(side=_(step.side), order=step.order, chance=fraction(step.value))
        if len(step.branches) > 1:
            for chance, value, words in step.branches:
                branch = _("with chance {chance}, then {value}: {words}")
                yield "       " + branch.format(chance=fraction(chance), value=fraction(value), words=words)

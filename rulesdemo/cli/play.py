"""Commands that play: `play`, by bots or by the reader in a terminal, and `replay` of a save."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Final, Optional

import typer

from rulesdemo.cli.main import GameName, Json, Patch, Set, VariantFile, app, chosen_rules, one_form, say
from rulesdemo.errors import InputError
from rulesdemo.words import N_, _, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesdemo.play.bots import Bot
    from rulesdemo.play.history import History

PATIENCE: Final = 1.0  # seconds before it is worth saying how far the bots have got
REFRESH: Final = 0.2


@app.command()
def play(
    game: GameName,
    scenario: Annotated[str, typer.Argument(metavar="[SCENARIO]", help=N_("Which battle or set piece; left out, they are listed."))] = "",
    seed: Annotated[Optional[int], typer.Option("--seed", help=N_("Same seed and same orders, same game."))] = None,  # noqa: UP045 - typer reads it at run time
    bots: Annotated[
        str, typer.Option("--bots", metavar="BOT", help=N_("Who plays: a bot for all sides, or SIDE=BOT,...; sides without one are yours."))
    ] = "",
    save: Annotated[str, typer.Option("--save", metavar="FILE", help=N_("Write the game there when it ends or is stopped."))] = "",
    as_json: Json = False,
    switches: Set = None,
    patches: Patch = None,
    variant: VariantFile = "",
) -> None:
    """Play a game: in the terminal, or by bots. Prints the log; --json plays by random bots unless told otherwise."""
    import secrets

    from rulesdemo.play.bots import chosen_bots, engine_bots
    from rulesdemo.play.history import History
    from rulesdemo.play.saves import check_target, playable

    engine = playable(game)
    if not scenario:
        if bots or save or switches or patches or variant or seed is not None:
            message = N_("which scenario of {game}? Known: {names}.").format(game=game, names=", ".join(engine.scenarios()))
            raise InputError(message)
        say(_scenarios(engine, as_json=as_json))
        return
    seated = chosen_bots(bots or "random", engine, engine_bots(game)) if bots or as_json else {}
    if as_json and len(seated) < len(engine.sides):
        message = N_("--json needs a bot for every side: {names}").format(names=", ".join(engine.sides))
        raise InputError(message)
    history = History.start(engine, scenario, chosen_rules(game, switches, patches, variant))
    if save:
        check_target(save)
    chosen_seed = secrets.randbelow(2**32) if seed is None else seed
    with _saved_at_the_end(history, save, quiet=as_json) as keep, _read_or_not():
        if len(seated) == len(engine.sides):
            _by_bots(history, seated, chosen_seed, keep, as_json=as_json)
        else:
            from rulesdemo.cli.terminal import Terminal

            say(_title(history, chosen_seed))
            say(_summary(Terminal(history, seated, chosen_seed, say=say, keep=keep).run()))


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help=N_("A save; - for standard input."))],
    full: Annotated[bool, typer.Option("--full", help=N_("With every decision, order and position."))] = False,
    as_json: Json = False,
) -> None:
    """Play a save again, order by order under the rules, and print its log."""
    from rulesdemo.analysis.report import to_json
    from rulesdemo.play import log
    from rulesdemo.play.saves import MOST_TEXT, from_text, read_save

    one_form(json=as_json, full=full)
    history = from_text(_standard_input(MOST_TEXT)) if file == "-" else read_save(file)
    with _read_or_not():
        if as_json:
            say(to_json(log.game_json(history)))
        elif full:
            say(log.playthrough(history).rstrip("\n"))
        else:
            say("\n".join([_title(history), *map(str, log.lines(history)), _summary(history)]))


@contextmanager
def _read_or_not() -> Iterator[None]:
    """The reader of a long log may go away, as `head` does; then we stop, and nothing is wrong."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None


def _standard_input(most: int) -> str:
    try:
        return sys.stdin.read(most + 1)
    except UnicodeDecodeError:
        message = N_("standard input is not UTF-8 text")
        raise InputError(message) from None


def _scenarios(engine: Any, *, as_json: bool) -> str:  # noqa: ANN401 - an Engine, imported when needed
    from rulesdemo.analysis.report import to_json

    names = list(engine.scenarios())
    return to_json(names) if as_json else "\n".join(names)


def _title(history: History[Any], seed: int | None = None) -> str:
    from rulesdemo.play.log import changes

    parts = [f"{history.engine.game} {history.scenario}", *changes(history.rules)]
    parts += [] if seed is None else [_("seed {seed}").format(seed=seed)]
    return ", ".join(parts)


def _summary(history: History[Any]) -> str:
    orders = len(history.done)
    if history.result is None:
        words = ngettext("{n} order, turn {turn}, not over", "{n} orders, turn {turn}, not over", orders)
    else:
        words = ngettext("{n} order, turn {turn}, over", "{n} orders, turn {turn}, over", orders)
    return words.format(n=orders, turn=history.turn)


@contextmanager
def _saved_at_the_end(history: History[Any], file: str, *, quiet: bool) -> Iterator[Callable[[History[Any]], None]]:
    """Write what was played to the file, whatever ends the game: Ctrl-C and a bug too."""
    latest = history

    def keep(now: History[Any]) -> None:
        nonlocal latest
        latest = now

    try:
        yield keep
    finally:
        if file:
            from rulesdemo.play.saves import write_save

            write_save(latest, file)
            if not quiet:
                say(_("saved in {file}").format(file=file))


# -- by bots ---------------------------------------------------------------------------------------------------------------------------


def _by_bots(history: History[Any], bots: Mapping[str, Bot], seed: int, keep: Callable[[History[Any]], None], *, as_json: bool) -> None:
    """Play to the end, telling the story as it goes."""
    import random

    from rulesdemo.analysis.report import to_json
    from rulesdemo.play import log
    from rulesdemo.play.bots import play_out

    if not as_json:
        say("\n".join([_title(history, seed), *map(str, log.lines(history))]))
    with _progress(quiet=not as_json and sys.stdout.isatty()) as progress:

        def watch(now: History[Any]) -> None:
            keep(now)
            progress(now)
            if not as_json:
                for line in log.lines(now, since=len(now.done) - 1):
                    say(str(line))

        history = play_out(history, bots, random.Random(seed), watch=watch, seed=seed)
    say(to_json({**log.game_json(history), "seed": seed}) if as_json else _summary(history))


@contextmanager
def _progress(*, quiet: bool) -> Iterator[Callable[[History[Any]], None]]:
    """Say how far the game has got, on the error stream of a terminal that shows nothing else, once it takes more than a second."""
    shown = False
    due = time.monotonic() + PATIENCE
    quiet = quiet or not sys.stderr.isatty()

    def tell(history: History[Any]) -> None:
        nonlocal shown, due
        if not quiet and time.monotonic() > due:
            sys.stderr.write("\r" + _("turn {turn}, {count} orders").format(turn=history.turn, count=len(history.done)) + " ")
            sys.stderr.flush()
            shown, due = True, time.monotonic() + REFRESH

    try:
        yield tell
    finally:
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

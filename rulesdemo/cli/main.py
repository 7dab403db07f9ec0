"""The command line: `rulesdemo COMMAND ...`. Parsing and printing only; answers come from the catalogue, pages from serve.py.

Exit codes: 0 fine; 2 bad input, with one line that says what is wrong and what is allowed; 1 a bug in rulesdemo.
"""

from __future__ import annotations

import errno
import inspect
import os
import sys
from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from typing import Annotated, Any, Final, NoReturn, Optional

import click
import typer
from typer.core import TyperGroup

from rulesdemo import __version__
from rulesdemo.cli.limits import ENDLESS, GIGABYTES, LIMIT, limit_option
from rulesdemo.errors import InputError, OutOfTime, RulesError, nearest
from rulesdemo.odds.budget import time_limit
from rulesdemo.words import ENGLISH, N_, PSEUDO, _, all_of, brief, language, languages, speak, speak_of

LANG: Final = "lang"
LANG_HELP: Final = N_("en or fr; by itself the language of this shell, or else English.")


class Commands(TyperGroup):
    """Names the nearest command when there is none of that name."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - whatever the command gives back
        """Run the command; a reader who has seen enough ends it without a word."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # click would end with 1, which says that we have a bug; but the reader, as `head` does, has only seen enough.
            _let_go_of_output()
            return 0

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command, which like all of them takes `--lang`, and like nearly all of them `--limit-seconds`."""
        found = super().get_command(ctx, cmd_name)
        if found is None:
            return None
        if all(each.name != LANG for each in found.params):
            found.params.append(
                click.Option(
                    ["--lang"], default=None, help=LANG_HELP, expose_value=False, is_eager=True, callback=lambda *it: check_lang(it[-1])
                )
            )
        if cmd_name not in ENDLESS and all(each.name != LIMIT for each in found.params):
            found.params.append(limit_option())
        return _helpful(found)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help in the session's language."""
        self.epilog = _(self.epilog or "")
        super().format_help(_helpful_context(ctx), formatter)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:  # noqa: ANN401 - click's own triple
        """Return the command, or name the nearest one in a refusal."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            message = N_("no command {name!r}. {hint}").format(name=args[0], hint=nearest(args[0], self.commands))
            raise InputError(message)
        return super().resolve_command(ctx, args)


def _helpful(command: click.Command) -> click.Command:
    """Put the help of a command, bound when the module was read, into the session's language."""
    if language() == ENGLISH:
        return command
    command.help = _(inspect.cleandoc(command.help or ""))
    command.short_help = _(command.short_help or "")
    for each in command.params:
        words = getattr(each, "help", None)
        if words:
            each.help = _(words)
    return command


def _helpful_context(ctx: click.Context) -> click.Context:
    _helpful(ctx.command)
    return ctx


app = typer.Typer(
    cls=Commands,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help=N_("Five historical wargames, every rule by its number, every chance as an exact fraction."),
    epilog=N_("Try: rulesdemo odds veneti.boarding attackers=4 defenders=1"),
)


def _checked_lang(lang: str | None) -> str:
    return check_lang(lang)


Json = Annotated[bool, typer.Option("--json", help=N_("Answer as JSON."))]
Csv = Annotated[bool, typer.Option("--csv", help=N_("Answer as CSV."))]
Latex = Annotated[bool, typer.Option("--latex", help=N_("Answer as LaTeX."))]
Lang = Annotated[Optional[str], typer.Option("--lang", help=LANG_HELP, is_eager=True, callback=_checked_lang)]  # noqa: UP045 - typer reads it at run time
Set = Annotated[Optional[list[str]], typer.Option("--set", metavar="SWITCH=VALUE", help=N_("Choose another reading; may be repeated."))]  # noqa: UP045 - typer reads it at run time
Patch = Annotated[
    Optional[list[str]],  # noqa: UP045 - as above
    typer.Option("--patch", metavar="TABLE:ROW,COL=VALUE", help=N_("Change a table cell; may be repeated.")),
]
VariantFile = Annotated[
    str, typer.Option("--variant", metavar="FILE", help=N_("Rules of your own in a TOML file; --set and --patch go on top of it."))
]
WHEN_HELP: Final = N_('The event meant, as in captured=true, loss=2..4 or "loss>=2 and not sunk"; several mean and.')
Events = Annotated[Optional[list[str]], typer.Option("--when", metavar="EVENT", help=WHEN_HELP)]  # noqa: UP045 - typer reads it at run time
Fields = Annotated[str, typer.Option("--fields", metavar="NAME,...", help=N_("Only these outcome fields."))]
Inputs = Annotated[Optional[list[str]], typer.Argument(metavar="KEY=VALUE...", help=N_("The procedure's inputs."), show_default=False)]  # noqa: UP045 - as above
GameName = Annotated[str, typer.Argument(metavar="GAME", help=N_("One of the five games."))]
MaybeGame = Annotated[str, typer.Argument(metavar="[GAME]", help=N_("One of the five games; all when left out."))]

LOCALE: Final = ("LC_ALL", "LC_MESSAGES", "LANG")  # where a shell names its language, the first that says anything
STOPPED: Final = 130  # as shells tell of Ctrl-C
# The disk behind standard output is full, or the reader's share of it is.
NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def say(text: str) -> None:
    """Print for the user, who may take as long as he likes to read it; what he typed and no terminal can write is shown by its number."""
    with time_limit(None):
        try:
            typer.echo(text)
        except UnicodeEncodeError:
            typer.echo(text.encode(errors="backslashreplace").decode())


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help=N_("Print the version and stop."))] = False
) -> None:
    if version:
        say(f"rulesdemo {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        say(context.get_help())


# -- reading what the user typed ---------------------------------------------------------------------------------------


def pairs(given: list[str] | None, example: str = "attackers=4") -> dict[str, object]:
    """`key=value` arguments as a dict; the example is for the reader who wrote something else."""
    found: dict[str, object] = {}
    for text in given or []:
        key, equals, value = text.partition("=")
        if not equals or not key:
            message = N_("{text!r} is not KEY=VALUE, as in {example}").format(text=text, example=example)
            raise InputError(message)
        if key in found:
            message = N_("{key} is given twice").format(key=brief(key))
            raise InputError(message)
        found[key] = value
    return found


def chosen_rules(game: str, switches: list[str] | None, patches: list[str] | None, variant: str = "") -> Any:  # noqa: ANN401 - a Ruleset, imported when needed
    """The Ruleset that --set, --patch and --variant describe."""
    from rulesdemo.rules.ruleset import ruleset

    speak_of(game)
    cells = {}
    for text in patches or []:
        place, equals, value = text.rpartition("=")
        table, colon, where = place.partition(":")
        row, comma, column = where.rpartition(",")
        if not (equals and colon and comma):
            message = N_("--patch {text!r} is not TABLE:ROW,COL=VALUE, as in boarding:4,1=5").format(text=text)
            raise InputError(message)
        if (table, row, column) in cells:
            message = N_("--patch {place} is given twice").format(place=brief(place))
            raise InputError(message)
        cells[table, row, column] = value
    settings = {key: str(value) for key, value in pairs(switches, "boarding_bands=modified").items()}
    if variant:
        from rulesdemo.rules.variant import read_variant

        return read_variant(variant).rules(game, settings, cells)
    return ruleset(game, settings, cells)


def chosen_fields(text: str, known: dict[str, Any]) -> tuple[str, ...]:
    """The fields that --fields names."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name not in known:
            message = N_("no outcome field {name!r}. {hint}").format(name=name, hint=nearest(name, known))
            raise InputError(message)
    return names


def check_lang(lang: str | None) -> str:
    """Speak a language if the command names one; nothing where it does not."""
    if lang is None:
        return ""
    if lang not in languages():
        message = N_("no language {name!r}. Known: {names}.").format(
            name=lang, names=", ".join(name for name in languages() if name != PSEUDO)
        )
        raise InputError(message)
    if lang != language():
        speak(lang)
    return lang


def in_language(titles: Mapping[str, str]) -> str:
    """Return a text that the data has in several languages; where it lacks one, the catalogue may have it."""
    return titles[language()] if language() in titles else _(titles[ENGLISH])


def one_form(**forms: bool) -> None:
    """Refuse two output forms at once."""
    asked = [f"--{name}" for name, on in forms.items() if on]
    if len(asked) > 1:
        message = N_("choose one of {options}").format(options=all_of(asked))
        raise InputError(message)


# -- commands: see also cli_show.py ------------------------------------------------------------------------------------


@app.command()
def odds(  # noqa: PLR0913, PLR0917 - an option each
    procedure: Annotated[
        str, typer.Argument(metavar="[GAME.PROCEDURE]", help=N_("As in veneti.boarding; `rulesdemo procedures` lists them."))
    ] = "",
    inputs: Inputs = None,
    batch: Annotated[
        str, typer.Option("--batch", metavar="FILE", help=N_("A JSON list of {procedure, inputs}; - for standard input."))
    ] = "",
    as_json: Json = False,
    as_csv: Csv = False,
    as_latex: Latex = False,
    fields: Fields = "",
    when: Events = None,
    given: Annotated[
        Optional[list[str]],  # noqa: UP045 - typer reads it at run time
        typer.Option("--given", metavar="EVENT", help=N_("The chance of --when where this is known to hold; several mean and.")),
    ] = None,
    as_heat: Annotated[bool, typer.Option("--heat", help=N_("A table over ranges of inputs as a heat map."))] = False,
    switches: Set = None,
    patches: Patch = None,
    variant: VariantFile = "",
) -> None:
    """Exact odds of a dice procedure: every outcome with its chance as a fraction."""
    from rulesdemo.analysis import report
    from rulesdemo.analysis.catalogue import find

    forms = {"json": as_json, "csv": as_csv, "latex": as_latex, "heat": as_heat}
    one_form(**forms)
    if batch:
        if procedure or as_csv or as_latex or as_heat or when or given:
            message = N_("--batch takes its procedures from the file and answers in JSON; give nothing else beside it")
            raise InputError(message)
        from rulesdemo.cli.batch import run_batch

        raise typer.Exit(run_batch(batch, partial(chosen_rules, switches=switches, patches=patches, variant=variant), variant))
    if not procedure:
        message = N_("name a procedure, as in: rulesdemo odds veneti.boarding attackers=4 defenders=1")
        raise InputError(message)
    entry = find(procedure)
    names = chosen_fields(fields, entry.fields)
    asked, rules = pairs(inputs), chosen_rules(entry.game, switches, patches, variant)
    if when or given or as_heat or any("|" in text or ".." in text for text in inputs or []):
        from rulesdemo.cli.event_odds import event_odds, refuse_ranges

        if names:
            message = N_("--fields chooses what is listed; an event names its own fields, so leave one of the two out")
            raise InputError(message)
        if when or given or as_heat:
            form = next((name for name, on in forms.items() if on), "text")
            say(event_odds(entry, asked, (when or [], given or []), rules, form))
            return
        refuse_ranges(entry, asked)
    answer = entry.answer(asked, rules)
    if as_json:
        say(report.to_json(report.answer_json(answer, names)))
    elif as_csv:
        say(report.answer_csv(answer, names))
    elif as_latex:
        say(report.answer_latex(answer, names))
    else:
        say(report.answer_text(answer, names))


@app.command()
def roll(
    procedure: Annotated[str, typer.Argument(metavar="GAME.PROCEDURE", help=N_("As in veneti.boarding."))],
    inputs: Inputs = None,
    seed: Annotated[Optional[int], typer.Option("--seed", help=N_("Same seed, same faces."))] = None,  # noqa: UP045 - typer reads it at run time
    times: Annotated[int, typer.Option("--times", min=1, max=10_000_000, help=N_("Roll this often and tally beside the exact odds."))] = 1,
    faces: Annotated[str, typer.Option("--faces", metavar="3,4,...", help=N_("Use these faces instead of rolling."))] = "",
    as_json: Json = False,
    switches: Set = None,
    patches: Patch = None,
    variant: VariantFile = "",
) -> None:
    """Roll a dice procedure: faces, result, and the exact chance it had."""
    from rulesdemo.analysis.catalogue import find
    from rulesdemo.cli import roll as rolling

    entry = find(procedure)
    rules = chosen_rules(entry.game, switches, patches, variant)
    if faces and (seed is not None or times > 1):
        message = N_("--faces takes the dice you typed; leave --seed and --times out")
        raise InputError(message)
    given = pairs(inputs)
    if faces:
        say(rolling.roll_typed(entry, given, faces, rules, as_json=as_json))
    elif times == 1:
        say(rolling.once(entry, given, seed, rules, as_json=as_json))
    else:
        text, over = rolling.often(entry, given, seed, times, rules, as_json=as_json)
        say(text)
        if over is not None:
            raise over


@app.command()
def serve(  # noqa: PLR0913, PLR0917 - an option each
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help=N_("Where to listen; 0 takes any free port."))] = 8866,
    host: Annotated[
        str | None, typer.Option("--host", help=N_("The address to listen on; by itself 127.0.0.1, with --class every one."))
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help=N_("Do not open a browser."))] = False,
    lang: Lang = None,
    token: Annotated[str, typer.Option("--token", metavar="WORD", help=N_("Let in whoever knows this word."))] = "",
    is_open: Annotated[bool, typer.Option("--open", help=N_("Let in whoever can reach this machine."))] = False,
    is_class: Annotated[bool, typer.Option("--class", help=N_("For a room: an address, a code to photograph, a teacher's page."))] = False,
    is_behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help=N_("Believe what a proxy on this machine says about requests (X-Forwarded-...)."))
    ] = False,
    public: Annotated[
        str, typer.Option("--public-address", metavar="URL", help=N_("The address by which others reach the book, to print and to show."))
    ] = "",
    doctor: Annotated[bool, typer.Option("--doctor", help=N_("Say what would be served, to whom and how quickly, and stop."))] = False,
    log_level: Annotated[str, typer.Option("--log-level", help=N_("What to log: debug, info, warning or error and worse."))] = "warning",
    log_json: Annotated[bool, typer.Option("--log-json", help=N_("Log one JSON object a line."))] = False,
    metrics: Annotated[bool, typer.Option("--metrics", help=N_("Answer /metrics in the text format of Prometheus."))] = False,
) -> None:
    """Serve the book as web pages with Voila; Ctrl-C stops it."""
    from dataclasses import replace

    from rulesdemo.serve import serve_book
    from rulesdemo.serve.access import chosen_door
    from rulesdemo.serve.log import begin_log

    begin_log(log_level, as_json=log_json)
    door = chosen_door(port, host, token, is_open=is_open, is_class=is_class, is_behind_proxy=is_behind_proxy, public=public)
    door = replace(door, has_metrics=metrics)
    if doctor:
        from rulesdemo.serve.doctor import examine

        say(examine(door))
        raise typer.Exit
    raise typer.Exit(serve_book(door, lang or "", browser=not no_browser))


@app.command()
def lab(
    port: Annotated[Optional[int], typer.Option("--port", min=0, max=65535, help=N_("Where to listen; 0 takes any free port."))] = None,  # noqa: UP045 - typer reads it at run time
    folder: Annotated[
        str, typer.Option("--folder", metavar="FOLDER", help=N_("Where your copy of the book lies; ~/rulesdemo-book when left out."))
    ] = "",
    no_browser: Annotated[bool, typer.Option("--no-browser", help=N_("Do not open a browser."))] = False,
) -> None:
    """Open a copy of the notebooks in JupyterLab, code visible."""
    from rulesdemo.serve.lab import open_lab

    raise typer.Exit(open_lab(port, folder, browser=not no_browser))


# -- running -----------------------------------------------------------------------------------------------------------


def main() -> NoReturn:
    """Run, and turn whatever happens into one line and an exit code."""
    try:
        _load_commands()
        _speak_first()
        if sys.stdout is None:
            code = _complain(_("there is nowhere to write to: standard output is closed"), 2)
        else:
            code = app(standalone_mode=False)
            if code == STOPPED:
                raise KeyboardInterrupt  # noqa: TRY301 - which click has made into a code
            sys.stdout.flush()
    except (RulesError, click.ClickException, MemoryError) as wrong:
        code = _complain(_refusal(wrong), 2)
    except (KeyboardInterrupt, typer.Abort):
        code = _complain(_("stopped"), STOPPED)
    except BrokenPipeError:
        _let_go_of_output()
        code = 0
    except Exception as bug:
        if getattr(bug, "errno", None) in NO_ROOM:
            _let_go_of_output()
            sys.exit(_complain(_("the answer cannot be written: {reason}").format(reason=getattr(bug, "strerror", "")), 2))
        if os.environ.get("RULESDEMO_DEBUG"):
            raise
        told = _("a bug of ours, sorry: {kind}: {bug} (set RULESDEMO_DEBUG=1 to see where)")
        code = _complain(told.format(kind=type(bug).__name__, bug=bug), 1)
    sys.exit(code if isinstance(code, int) else 0)


def _load_commands() -> None:
    """Load the other modules of commands; one of this module needs no other: odds are asked in loops, where every start counts."""
    own = {each.name or getattr(each.callback, "__name__", "") for each in app.registered_commands}
    if not own & set(sys.argv[1:2]):
        from rulesdemo.cli import (
            explain,  # noqa: F401 - they register their commands
            impact,  # noqa: F401 - they register their commands
            play,  # noqa: F401 - they register their commands
            show,  # noqa: F401 - they register their commands
            site,  # noqa: F401 - they register their commands
            solve,  # noqa: F401 - they register their commands
        )


def _speak_first() -> None:
    """Choose the language that the words of the command name, or else the shell, before anything is said."""
    shell = next(filter(None, map(os.environ.get, LOCALE)), "").partition("_")[0]
    if shell in languages() and shell != language():
        speak(shell)
    given = [*sys.argv[1:], ""]
    for word, following in pairwise(given):
        name, equals, value = word.partition("=")
        if name == "--lang" and (value if equals else following) in languages():
            speak(value if equals else following)
    if language() != ENGLISH:
        from rulesdemo.cli.click_words import speak_as_we_do

        speak_as_we_do()


def _let_go_of_output() -> None:
    """Send what is left of the answer nowhere, so that Python does not stumble over it on the way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(text: str, code: int) -> int:
    typer.echo(f"rulesdemo: {' '.join(text.split())}", err=True)
    return code


def _refusal(wrong: Exception) -> str:
    """Why there is no answer, or not all of it."""
    if isinstance(wrong, OutOfTime):
        text = _("stopped after {seconds:g} seconds: {found} (--limit-seconds gives more)")
        return text.format(seconds=wrong.seconds, found=wrong.progress or _("nothing was found"))
    if isinstance(wrong, MemoryError):
        text = _("stopped: the answer takes more than {most} gigabytes of memory; ask for less, as for fewer dice, turns or fields")
        return text.format(most=GIGABYTES)
    return _sentence(wrong) if isinstance(wrong, click.ClickException) else str(wrong)


def _brief_arguments(text: str) -> str:
    """Cut what click repeats of the command's words, as our own refusals cut it."""
    for word in sys.argv[1:]:
        for part in (word, *word.split("=", 1)):
            text = text.replace(part, brief(part)) if part else text
    return text


def _sentence(wrong: click.ClickException) -> str:
    """What click found wrong with the words of the command, and where its help is."""
    context = getattr(wrong, "ctx", None)
    known = getattr(wrong, "possibilities", None)
    if known:
        text = _("no option {option}. Did you mean {name}?").format(option=getattr(wrong, "option_name", ""), name=known[0])
    else:
        text = _brief_arguments(_(wrong.format_message()))
    name = context.info_name if context is not None and context.parent is not None else ""
    return _("{what} (see {command})").format(what=text, command=f"rulesdemo {name + ' ' if name else ''}--help")

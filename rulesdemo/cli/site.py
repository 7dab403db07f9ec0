"""Commands for the book without a server: build it into a folder, and look at it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from rulesdemo.cli.main import Commands, app, say
from rulesdemo.words import N_, _, local_figures

site = typer.Typer(cls=Commands, add_completion=False, rich_markup_mode=None, help=N_("The book as a folder of files, for any web host."))
app.add_typer(site, name="site")

WIDTH = 24  # letters of the bar

Folder = Annotated[str, typer.Argument(metavar="DIR", help=N_("The folder of the book."))]


def _tell(what: str, done: int, of: int) -> None:
    """Draw how far it is, on a terminal; elsewhere say each step once."""
    if sys.stderr.isatty():
        full = WIDTH * done // of
        sys.stderr.write(f"\r{what:<24} {'█' * full}{'░' * (WIDTH - full)} {done}/{of}" + ("\n" if done == of else ""))
    elif done == of:
        sys.stderr.write(f"{what}: {of}\n")
    sys.stderr.flush()


@site.command()
def build(
    target: Folder,
    base_url: Annotated[
        str,
        typer.Option("--base-url", metavar="/path/", help=N_("Where it will lie on its host, for the page that says that there is none.")),
    ] = "/",
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="PAGE", help=N_("Only this page, named as in its address without the language; may be repeated.")),
    ] = None,
) -> None:
    """Build the book as files that any web host can serve, with Python in the reader's browser."""
    from rulesdemo.site.build import build as build_site

    size = build_site(Path(target), base_url, tell=_tell, only=only or ())
    say(_("{folder}: {size} MB. Any web host can serve it.").format(folder=target, size=local_figures(f"{size / 1e6:.1f}")))


@site.command()
def serve(
    target: Folder,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help=N_("Where to listen; 0 takes any free port."))] = 8867,
) -> None:
    """Serve a built book on this machine for a look; Ctrl-C stops it."""
    from rulesdemo.site.preview import serve as serve_site

    serve_site(Path(target), port, lambda address: say(_("The book is at {address} (Ctrl-C stops it).").format(address=address)))

"""The messages of click and typer that our commands show: they ask gettext for them, and gettext is shown our catalogue."""

from __future__ import annotations

import gettext
import os
from typing import Final

from rulesdemo.catalogues import DOMAIN, ENGLISH, PSEUDO, words_folder
from rulesdemo.words import N_, language

# `make words` finds them here.
MESSAGES: Final = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Arguments"),
    N_("Show this message and exit."),
    N_("default: {default}"),
    N_("required"),
    N_("No such option {name!r}."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Missing command."),
    N_("Choose from:\n\t{choices}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Invalid value: {message}"),
    N_("Option {name!r} does not take a value."),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("Argument {name!r} takes {nargs} values."),
)


def speak_as_we_do() -> None:
    """Let gettext find our catalogue in the session's language."""
    if language() in {ENGLISH, PSEUDO}:
        return
    os.environ["LANGUAGE"] = language()
    gettext.bindtextdomain(DOMAIN, str(words_folder()))
    gettext.textdomain(DOMAIN)

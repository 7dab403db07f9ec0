"""Every message that pages ask for while they are rendered: `python -m tests.support.message_ids PAGE...` writes their ids as JSON."""

from __future__ import annotations

import json
import sys

from rulesdemo import catalogues, words
from tests.support.notebooks import run
from tests.support.pseudo_pages import pieces


class PseudoNotes(catalogues.Pseudo):
    """The pseudo-language, which notes what it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()

    def gettext(self, message: str) -> str:
        self.ids.add(str.__str__(message))
        return super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.ids.add(msgid1)
        return super().ngettext(msgid1, msgid2, n)


def message_ids(pages: list[str]) -> list[str]:
    """The ids of the messages that pages ask for, in the order of the alphabet."""
    catalogue = PseudoNotes()
    words.catalogue = lambda _lang: catalogue  # type: ignore[assignment]
    words.speak(words.PSEUDO)
    for page in pages:
        list(pieces(run(page)))
    return sorted(catalogue.ids)


if __name__ == "__main__":
    json.dump(message_ids(sys.argv[1:]), sys.stdout)

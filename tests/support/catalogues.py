"""The catalogues of `data/words/<language>`: `merge` brings them up to date with the code, `check` says what is missing or wrong.

    python -m tests.support.catalogues merge     `make words`, after it has extracted the template
    python -m tests.support.catalogues check     `make words-check`

A message stands in one catalogue: that of the game whose code, data or chapters alone show it, or else in `interface`. A message whose
French is right though the lint finds fault with it (a name, Latin) has the comment `# as it is`. Where a game has another word for a
message of several games, its `<game>_play` has the message once more, with the game as its context (`msgctxt "toulon"`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from rulesdemo.rules.datafiles import GAMES, folder
from tests.support.french import faults

FOLDER = folder("data") / "words"
TEMPLATE = FOLDER / "messages.pot"
LANGUAGES = ("fr",)
INTERFACE = "interface"
AS_IT_IS = "as it is"
KINDS = ("play", "data", "chapters")  # a message of several kinds stands with the first


def area(files: Iterable[str]) -> str:
    """Return the catalogue of a message that stands in some files.

    >>> area(["data/veneti/game.toml", "rulesdemo/games/veneti/boarding.py"]), area(["book/en/toulon/01_table.ipynb"])
    ('veneti_play', 'toulon_chapters')
    >>> area(["data/veneti/game.toml", "data/toulon/game.toml"]), area(["rulesdemo/cli/main.py"])
    ('interface', 'interface')
    """
    paths = [path.split("/") for path in files]
    games = {next((part for part in path if part in GAMES), "") for path in paths}
    if len(games) > 1 or "" in games:
        return INTERFACE
    kinds = {"chapters" if path[0] == "book" else "data" if path[0] in {"data", "tests"} else "play" for path in paths}
    return f"{games.pop()}_{next(kind for kind in KINDS if kind in kinds)}"


def forms(message: Message) -> tuple[str, ...]:
    """Return the one form of a message, or both."""
    return tuple(message.id) if isinstance(message.id, (tuple, list)) else (message.id,)


def words(message: Message) -> tuple[str, ...]:
    """Return the translated forms of a message; empty ones where there are none."""
    found = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
    return tuple(each or "" for each in found)


def template() -> Catalog:
    """Return the messages that were extracted."""
    with TEMPLATE.open("rb") as file:
        return read_po(file)


def extracted_keys() -> set[tuple[None, tuple[str, ...]]]:
    """Return the keys of the messages that were extracted."""
    return {(None, forms(message)) for message in template() if message.id}


def stored(lang: str) -> Iterator[tuple[str, Message]]:
    """Yield every message of a language's catalogues with the catalogue's name."""
    for path in sorted((FOLDER / lang).glob("*.po")):
        with path.open("rb") as file:
            yield from ((path.stem, message) for message in read_po(file, lang) if message.id)


def merge(lang: str) -> None:
    """Write the catalogues of a language with all messages that there are now, and the words that they had."""
    known = {(message.context, forms(message)): message for _area, message in stored(lang)}
    made: dict[str, Catalog] = {}
    for message in sorted((each for each in template() if each.id), key=lambda each: (each.locations[0][0], forms(each))):
        before = known.get((message.context, forms(message)))
        files = sorted({path for path, _line in message.locations})
        catalogue = made.setdefault(area(files), Catalog(lang, project="rulesdemo", header_comment="", fuzzy=False))
        catalogue.add(
            message.id,
            before.string if before is not None else "",
            [(path, None) for path in files[:3]],
            user_comments=before.user_comments if before is not None else (),
            context=message.context,
        )
    for (context, own), message in known.items():
        if context in GAMES and (None, own) in extracted_keys():  # what a game has other words for
            made[f"{context}_play"].add(
                message.id, message.string, context=context, user_comments=message.user_comments, auto_comments=message.auto_comments
            )
    for name, catalogue in made.items():
        write(FOLDER / lang / f"{name}.po", catalogue)
    for path in (FOLDER / lang).glob("*.po"):
        if path.stem not in made:
            path.unlink()


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue, with nothing in it that changes by itself."""
    out = BytesIO()
    write_po(out, catalogue, width=0, omit_header=True)
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(header + out.getvalue().decode("utf-8"), encoding="utf-8")


def wrong(lang: str) -> Iterator[str]:
    """Yield what is missing or wrong in the catalogues of a language."""
    needed = extracted_keys()
    there: dict[tuple[str | None, tuple[str, ...]], str] = {}
    for name, message in stored(lang):
        key, place = (message.context, forms(message)), f"{lang}/{name}.po: {forms(message)[0][:60]!r}"
        if key in there:
            yield f"{place} stands in {there[key]} too"
        there[key] = name
        if (None, key[1]) not in needed or key[0] not in {None, *GAMES}:
            yield f"{place} is no message any more: run make words"
        if message.fuzzy:
            yield f"{place} is fuzzy"
        french = words(message)
        if len(french) != len(key[1]) or not all(french):
            yield f"{place} has no words"
        elif AS_IT_IS not in message.user_comments:
            yield from (f"{place}: {fault}" for one, other in zip(key[1], french, strict=True) for fault in faults(one, other))
    yield from (f"{lang}: {key[1][0][:60]!r} is in no catalogue: run make words" for key in sorted(needed - there.keys(), key=str))


def main() -> int:
    """Run what the command names."""
    if sys.argv[1:] == ["merge"]:
        for lang in LANGUAGES:
            merge(lang)
        return 0
    found = [each for lang in LANGUAGES for each in wrong(lang)]
    sys.stdout.write("".join(f"{each}\n" for each in found))
    sys.stdout.write(f"{len(found)} faults in the catalogues\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

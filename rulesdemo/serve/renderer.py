"""Writing a page: its head at once, its cells as a kernel runs them, its end. Notices are written the same way, without a kernel."""

from __future__ import annotations

import base64
import copy
import itertools
import logging
import re
from collections.abc import AsyncIterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import nbformat
from nbclient.exceptions import CellExecutionError
from voila.execute import VoilaExecutor
from voila.exporter import MarkdownWithMath, VoilaMarkdownRenderer

from rulesdemo.rules.glossary import Term, explained
from rulesdemo.rules.prose import notebook_in_words
from rulesdemo.rules.toc import contents
from rulesdemo.serve import first_paint, voila_front
from rulesdemo.serve.access import TOKEN, Door, room_address
from rulesdemo.serve.assets import FONTS, SCRIPT, Assets
from rulesdemo.serve.chapter_parts import RULE, SECTION, Sections, divide
from rulesdemo.serve.class_status import Census
from rulesdemo.serve.failures import TITLE, reason_of, reference_text
from rulesdemo.serve.first_paint import UNKNOWN, Opening
from rulesdemo.serve.log import PAGE, log_failure
from rulesdemo.serve.routes import Nowhere, Place, chips, rule_chip, tongues
from rulesdemo.words import N_, _, cache_by_language, language, ngettext

ONLY_LAB: Final = {"lab", "title"}  # tags of cells that are for JupyterLab alone; the title is in the head
IN_CODE: Final = "in-code"  # the tag of cells whose source is shown
TEACHERS: Final = "teachers"  # the tag of words that open when their heading is pressed
PARAGRAPH: Final = re.compile(r"<p( [^>]*)?>((?:(?!</p>).)*?)</p>", re.DOTALL)
CITED: Final = re.compile(r"\[([\w.][^\[\]<>&]{0,20})\]")
HEADING: Final = re.compile(r"\s*<h2[^>]*>(.*?)</h2>", re.DOTALL)
LIVE: Final = "data-live"
SET_OUT: Final = ("chapter", "sandbox")  # pages that begin with what is set out, and nothing else
TELL_PAGE: Final = "__import__('os').environ[{name!r}] = {page!r}; __import__('rulesdemo.words').words.speak_first({lang!r})"
SHOWN: Final = ("display_data", "execute_result")
# What a cell shows may come after its end. By itself nbclient waits four seconds, then goes on without it: a page without its board.
OUTPUT_SECONDS: Final = 60
WIDGET: Final = "application/vnd.jupyter.widget-view+json"
SAID: Final = {
    400: (N_("This address cannot be read."), N_("It may have been cut off on its way to you.")),
    401: (
        N_("This book asks for a word."),
        N_("Whoever opened it for you knows the word."),
    ),
    403: (N_("This cannot be shown."), N_("Pages of other sites may not ask for it.")),
    404: (N_("There is no page here."), N_("The address may be mistyped.")),
    405: (N_("This cannot be done."), N_("Nothing was changed.")),
    429: (
        N_("Several of your pages are on their way."),
        N_("This page tries again by itself in a few seconds. Nothing is lost."),
    ),
    503: (N_("Many readers are here at once."), N_("This page tries again by itself in a few seconds. Nothing is lost.")),
}
AGAIN: Final = (429, 503)  # the page loads itself again


class Words(VoilaMarkdownRenderer):
    """The book's words, without a link sign behind every heading."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.exclude_anchor_links = True


class Executor(VoilaExecutor):
    """Runs cells as Voila does. What they show goes into a page and not into a notebook file, so it is not held against a schema."""

    def output(self, outs: list[Any], msg: dict[str, Any], display_id: str | None, cell_index: int) -> Any:  # noqa: ANN401 - nbclient's own
        """Take what a cell shows; nbclient deals with all else."""
        is_hooked = bool(self.output_hook_stack[msg["parent_header"].get("msg_id")])
        if msg["msg_type"] not in SHOWN or display_id or is_hooked or self.clear_before_next_output:
            return super().output(outs, msg, display_id, cell_index)
        outs.append(nbformat.from_dict({"output_type": msg["msg_type"], "data": msg["content"]["data"]}))  # type: ignore[no-untyped-call]
        return outs[-1]


class Writer:
    """Writes pages from the templates of the book."""

    def __init__(self, templates: Any, assets: Assets, default: str, files: Any, log: logging.Logger) -> None:  # noqa: ANN401 - Voila's own
        """Remember where templates and files are."""
        self.more: dict[str, Any] = {}  # what templates are told beside a place
        templates.globals |= {"_": _, "ngettext": ngettext}  # Voila's own would look elsewhere
        # Kept: whether their files have changed need not be asked for every cell.
        self._head, self._class = (templates.get_template(name) for name in ("head.html", "class.html"))
        self._pieces = templates.get_template("index.html.j2").module
        self._assets = assets
        self._files = files
        self._log = log
        self.default = default
        self._still: dict[Version, str] = {}  # pages that need no kernel once they are written
        self._openings: dict[Version, Opening] = {}
        self._mark, self._chart = (_as_address(assets.files[name]) for name in ("mark.svg", "chart.svg"))
        # Drawn in the page itself: as a picture it would be a document of its own, for which first words would wait.
        self._drawn_mark = assets.files["mark.svg"].decode().replace("<svg ", '<svg width="26" height="26" aria-hidden="true" ', 1)
        self._marked = lru_cache(maxsize=1000)(self._mark_up)

    # -- parts -----------------------------------------------------------------------------------------------------------------

    def head(self, place: Place, opening: Opening = UNKNOWN) -> str:
        """Return the page down to its first cell, for which no kernel is needed, and how it opens."""
        told = {**self._around(place), "notice": False, "opening": opening.text}
        return str(self._head.render(**told))

    def opening(self, place: Place) -> Opening:
        """Return how the page opens, as far as is known."""
        if place.notebook is None or self.front(place) is not None:
            return UNKNOWN
        known = self._openings.get(_version(place))
        if known is None and place.kind in SET_OUT and (pieces := first_paint.stored_pieces(place.notebook, language())):
            known = self._openings[_version(place)] = self._put_together(place, pieces)
        return known or UNKNOWN

    def tail(self, place: Place) -> str:
        """Return what comes after the last cell."""
        return self._piece("tail", self._around(place))

    def notice(self, status: int, nowhere: Nowhere | None = None, bug: BaseException | None = None, reference: str = "") -> str:
        """Return a whole page that says in a sentence why there is none."""
        title, reason = SAID.get(status, (TITLE, reason_of(bug)))
        place = Place("notice", self.default, f"/{self.default}", title)
        told = {
            **self._around(place),
            "notice": True,
            "again": status in AGAIN,
            "asks": TOKEN if status == 401 else "",  # noqa: PLR2004 - not let in
            "reason": nowhere.reason if nowhere else reason,
            "reference": reference_text(reference),
            "nearest": nowhere.nearest if nowhere else None,
        }
        return str(self._head.render(**told)) + self._piece("tail", told)

    def status(self, counted: Census, door: Door) -> str:
        """Return the teacher's page."""
        place = Place("class", self.default, f"/{self.default}", _("The class"))
        told = {**self._around(place), "counted": counted, "room": room_address(door), "code": _code(room_address(door))}
        return str(self._class.render(**told))

    def to_come(self, place: Place) -> str:
        """Return a page that is planned and says so."""
        return self.head(place) + self.tail(place)

    def waiting(self, number: int) -> str:
        """Return the line that says how many stand before the reader."""
        return self._piece("waiting", number)

    def slow(self, seconds: float) -> str:
        """Return the line that says that the next part of the page is long in coming, and how long it may take."""
        return self._piece("slow", f"{seconds:g}")

    def broken(self, place: Place, bug: BaseException | None = None, reference: str = "") -> str:
        """Return the end of a page that could not be finished."""
        return self._piece("broken", TITLE, reason_of(bug), reference_text(reference)) + self.tail(place)

    def front(self, place: Place) -> tuple[str, ...] | None:
        """Return the extensions of Voila's own front end that the page needs; None for ours."""
        return voila_front.asked_for(_read(*_version(place)[:2]))

    def kernel(self, place: Place, kernel_id: str) -> str:
        """Return the piece that names the page's kernel to its script."""
        front = self.front(place)
        if front is None:
            return self._piece("kernel", kernel_id)
        return self._piece("voila_kernel", kernel_id, voila_front.address(), voila_front.config(kernel_id, front))

    def still(self, place: Place) -> str | None:
        """Return the cells of a page that was written before and needs no kernel."""
        return self._still.get(_version(place))

    async def cells(self, place: Place, kernel: Any, client: Any, opening: Opening) -> AsyncIterator[str]:  # noqa: ANN401 - jupyter_client's own
        """Run the cells one after the other and write each as it is done; those of the opening that is shown already come together."""
        written: list[str] = []
        sound = 0  # cells before one that failed
        is_fine = True
        async for text, is_sound in self._ran(place, kernel, client):
            is_fine = is_fine and is_sound
            if not text:
                continue
            written.append(text)
            sound += is_fine
            if len(written) == opening.cells:
                yield self._in_place(written, opening)
            elif len(written) > opening.cells:
                yield text
        if len(written) < opening.cells:
            yield self._in_place(written, opening)
        self._remember(place, written, sound)

    def _in_place(self, written: list[str], opening: Opening) -> str:
        """Return what makes the opening the reader's own, or what replaces it if that is another."""
        if first_paint.looked_at(written) == opening.text:
            return self._piece("wakes", first_paint.models(written))
        return self._piece("anew") + "".join(written)

    async def _ran(self, place: Place, kernel: Any, client: Any) -> AsyncIterator[tuple[str, bool]]:  # noqa: ANN401 - as above
        """Yield each cell as it is done, and whether it did not fail."""
        notebook = copy.deepcopy(_read(*_version(place)[:2]))
        late = {"iopub_timeout": OUTPUT_SECONDS, "raise_on_iopub_timeout": True}
        executor = Executor(notebook, km=kernel, allow_errors=True, show_tracebacks=False, **late)
        sections = Sections()
        executor.kc = client
        # Nobody waits for this: cells come after it. A step that breaks names the page in the log.
        client.execute(TELL_PAGE.format(name=PAGE, page=place.address, lang=language()), silent=True, store_history=False)
        by_voila = voila_front.asked_for(notebook) is not None
        for number, cell in enumerate(notebook.cells):
            tags = cell.metadata.get("tags", [])
            if ONLY_LAB & set(tags):
                continue
            errors = await self._execute(place, executor, cell, number) if cell.cell_type == "code" else []
            if by_voila and cell.cell_type == "code":
                for output in cell.outputs:
                    output.by_voila = voila_front.in_page(output) if WIDGET in output.get("data", {}) else ""
            is_words = cell.cell_type == "markdown"
            for whole in sections.add(self._cell(place, cell, tags).strip(), tags, is_words=is_words, is_sound=not errors):
                yield whole
        for whole in sections.end():
            yield whole

    async def _execute(self, place: Place, executor: Any, cell: Any, number: int) -> list[Any]:  # noqa: ANN401 - nbclient's own
        """Run a cell; what went wrong in it is logged, and stands in it."""
        try:
            await executor.async_execute_cell(cell, number, store_history=False)
        except CellExecutionError:
            self._log.debug("a cell failed", exc_info=True)
        errors = [output for output in cell.outputs if output.output_type == "error"]
        for error in errors:
            trace = "\n".join(error.get("traceback") or [f"{error.get('ename')}: {error.get('evalue')}"])
            error["reference"] = reference_text(log_failure(f"cell {cell.get('id')} broke", trace, page=place.address))
        return errors

    def _remember(self, place: Place, written: list[str], sound: int) -> None:
        """Store what the next reader can have at once: a page that needs no kernel, or how one begins that does; nothing that failed."""
        whole, opening = "".join(written), first_paint.opening(written)
        if sound == len(written) and LIVE not in whole:
            self._still[_version(place)] = whole
        elif 0 < opening.cells <= sound and self.front(place) is None:
            self._openings[_version(place)] = opening

    def _put_together(self, place: Place, pieces: dict[str, str]) -> Opening:
        """Return the opening of a page whose live pieces somebody has seen."""
        shown = {name: {WIDGET: {"model_id": ""}, "text/html": text} for name, text in pieces.items()}
        return first_paint.opening(self._put_cells(place, shown))

    def whole(self, place: Place, shown: dict[str, dict[str, Any]]) -> str:
        """Return a page of which it is known what every cell shows: complete, for no kernel."""
        return self.head(place) + "".join(self._put_cells(place, shown)) + self.tail(place) if place.notebook else self.to_come(place)

    def _put_cells(self, place: Place, shown: dict[str, dict[str, Any]]) -> list[str]:
        """Return the cells of a page with what they show."""
        cells: list[str] = []
        sections = Sections()
        for cell in copy.deepcopy(_read(*_version(place)[:2])).cells:
            tags = cell.metadata.get("tags", [])
            if ONLY_LAB & set(tags):
                continue
            if cell.get("id") in shown:
                cell.outputs = [nbformat.v4.new_output("display_data", shown[cell.id])]  # type: ignore[no-untyped-call]
            text = self._cell(place, cell, tags).strip()
            cells += [each for each, _is_sound in sections.add(text, tags, is_words=cell.cell_type == "markdown")]
        return cells + [each for each, _is_sound in sections.end()]

    # -- inside ----------------------------------------------------------------------------------------------------------------

    def _cell(self, place: Place, cell: Any, tags: list[str]) -> str:  # noqa: ANN401 - nbformat's own
        if cell.cell_type == "markdown":
            if RULE in tags:
                return self._rule(place, cell, tags)
            text = self._cited(place, self._marked(cell.source), cell.get("id", ""))
            heading = HEADING.match(text) if {TEACHERS, SECTION} & set(tags) else None
            if heading is None:
                return self._piece("cell", cell, text, tags)
            words, kind = text[heading.end() :], "section" if SECTION in tags else "fold"
            return self._piece(kind, cell, heading[1], words, tags)
        return self._piece("cell", cell, _shown_source(cell.source) if IN_CODE in tags else "", tags)

    def _rule(self, place: Place, cell: Any, tags: list[str]) -> str:  # noqa: ANN401 - as above
        """Return the rule: what is shown, what waits behind a fold below it, and what was written at the time beside it."""
        key = cell.get("id", "")
        rule = divide(cell.source)
        shown, rest, history = (
            self._cited(place, self._marked(text), f"{key}{part}") if text else ""
            for part, text in (("", rule.shown), ("-more", "\n\n".join(rule.rest)), ("-then", rule.history))
        )
        words = ngettext("{count} more paragraph", "{count} more paragraphs", len(rule.rest)).format(count=len(rule.rest))
        return self._piece("rule", cell, shown, rest, words, history, tags)

    def _cited(self, place: Place, text: str, key: str) -> str:
        """Return words whose `[8.23]` open the rule in place, and whose terms say what they mean.

        A fold may not stand in a `<p>`, so such a paragraph is a `<div>`.
        """
        game = place.game
        if not game:
            return text
        count, seen = itertools.count(), set[str]()

        def chip(found: re.Match[str]) -> str:
            rule = rule_chip(game, found[1])
            return self._piece("chip", rule, f"{key}-{next(count)}") if rule else found[0]

        def term(term: Term, word: str) -> str:
            return self._piece("term", term, word, f"{key}-{term.place}", place.lang)

        def paragraph(found: re.Match[str]) -> str:
            inside = CITED.sub(chip, explained(game, found[2], term, seen))
            return found[0] if inside == found[2] else f"<div{found[1] or ''} data-p>{inside}</div>"

        return CITED.sub(chip, PARAGRAPH.sub(paragraph, text))

    def _piece(self, name: str, *given: object) -> str:
        return str(getattr(self._pieces, name)(*given))

    def _mark_up(self, source: str) -> str:
        renderer = Words(contents_manager=self._files, escape=False, attachments={}, anchor_link_text="")
        return str(MarkdownWithMath(renderer=renderer).render(source))

    def _around(self, place: Place) -> dict[str, Any]:
        chapter = place.chapter
        book = contents()
        before, after = book.around(chapter) if chapter else (None, None)
        return {
            "place": place,
            "chapter": chapter,
            "count": len(book.of(place.game)) if chapter else 0,
            "chips": chips(chapter, place.lang) if chapter else [],
            "before": before,
            "after": after,
            "done_of": [each.key for each in book.of(place.game) if each.is_there] if chapter else [],
            "tongues": tongues(place, self.default),
            "home": "/" if place.lang == self.default else f"/{place.lang}",
            "static": self._assets.root,
            "styles": self._assets.style(place.notebook, place.kind, place.game),
            "fonts": FONTS,
            "early": self._assets.early,
            "script": SCRIPT,
            "mark": self._mark,
            "drawn_mark": self._drawn_mark,
            "chart": self._chart,
            **self.more,
        }


def _code(address: str) -> str:
    """Return an address as a picture that a phone can read."""
    import segno

    return str(segno.make_qr(address).svg_inline(scale=8, omitsize=True, svgclass="code"))


Version = tuple[Path, int, str]
"""A notebook, its version, so that a reload shows a chapter as it is now, and the language."""


def _version(place: Place) -> Version:
    assert place.notebook is not None  # noqa: S101 - pages without one are never run
    return place.notebook, place.notebook.stat().st_mtime_ns, language()


@cache_by_language(200)
def _read(path: Path, _version: int) -> Any:  # noqa: ANN401 - nbformat's own
    # Not held against the schema, which takes ten times as long as reading: first words wait for this, and chapters are tested.
    return notebook_in_words(nbformat.v4.reads(path.read_text(encoding="utf-8")))  # type: ignore[no-untyped-call]


def _shown_source(source: str) -> str:
    """Return the lines of a cell that a reader may want to try; marks for the tests are left out."""
    return "\n".join(line for line in source.splitlines() if not line.startswith("# NBVAL")).strip()


def _as_address(picture: bytes) -> str:
    """Return a drawing as an address, so that no further answer is waited for."""
    return f"data:image/svg+xml;base64,{base64.b64encode(picture).decode()}"

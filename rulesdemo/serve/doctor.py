"""The doctor: what would be served, to whom, and whether the quick path is on. Nothing is started."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Final

from rulesdemo.rules.datafiles import folder
from rulesdemo.serve import SCRATCH, has_sockets, home_page, scratch_root
from rulesdemo.serve.access import Door, address_of
from rulesdemo.serve.assets import Assets
from rulesdemo.serve.descriptor_limits import allow_many_files, files_allowed
from rulesdemo.serve.fork_client import can_fork
from rulesdemo.serve.kernel_pool import IDLE_SECONDS, STARTS, WAITING, bearable, memory
from rulesdemo.serve.routes import places
from rulesdemo.serve.search_index import looked_up
from rulesdemo.serve.voila_front import is_chosen

VOILAS: Final = "Voila's own, as RULESDEMO_FRONT_END asks (slower)"
KINDS: Final = ("home", "chapter", "sandbox", "rules", "lab", "glossary", "drills")


def examine(door: Door, lang: str) -> str:
    """The findings, a line each."""
    home = home_page(lang)
    return "\n".join((*_served(home), *_to_whom(door), *_quick(door)))


def _served(home: Path) -> list[str]:
    known = {place.address: place for place in places(home.parent.name).values()}
    there = Counter(place.kind for place in known.values() if place.notebook is not None)
    missing = [place.address for place in known.values() if place.notebook is None]
    kinds = ", ".join(f"{there[kind]} {kind}" for kind in KINDS if there[kind])
    return [
        f"Served: {sum(there.values())} pages ({kinds}) from {folder('book')}.",
        *([f"Not there yet: {', '.join(missing)}."] if missing else []),
        "Nothing else: no files, no folders, no terminal. Pages run the book's own code only; nothing is fetched from outside.",
    ]


def _to_whom(door: Door) -> list[str]:
    return [f"Address: {address_of(door.host, door.port)}. {door.to_whom}"]


def _quick(door: Door) -> list[str]:
    allow_many_files()  # as the server does
    assets = Assets(folder("book") / "template" / "static", looked_up())
    sent = sum(len(assets.packed.get(name, assets.files[name])) for name in assets.first)
    short = has_sockets(scratch_root() / f"{SCRATCH}12345678")
    front = f"our own, {len(assets.first)} files, {sent / 1000:.0f} kB packed, kept by browsers for good"
    return [
        f"Front end: {VOILAS if is_chosen() else front}.",
        f"Kernels: {'forked from one that has everything loaded (quick)' if can_fork() else 'started one by one (slower)'}.",
        f"Spares: {door.spares} stand ready, {STARTS} start at once; an idle one ends after {IDLE_SECONDS // 60} minutes.",
        f"Readers: {WAITING} may wait, {bearable(files_allowed(), memory())} may be here at once.",
        f"Line to the kernels: {'sockets in a private folder (quick, closed to others)' if short else 'ports on this machine (slower)'}.",
    ]

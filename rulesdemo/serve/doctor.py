"""Reports what would be served, to whom, and whether the quick path is on, without starting anything."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rulesdemo.rules.datafiles import folder
from rulesdemo.serve import SCRATCH, has_sockets, scratch_root
from rulesdemo.serve.access import Door, address_of
from rulesdemo.serve.assets import Assets
from rulesdemo.serve.descriptor_limits import allow_many_files
from rulesdemo.serve.fork_client import can_fork
from rulesdemo.serve.kernel_pool import IDLE_SECONDS, STARTS, WAITING, most_kernels
from rulesdemo.serve.routes import places
from rulesdemo.serve.search_index import looked_up
from rulesdemo.serve.voila_front import is_chosen
from rulesdemo.words import N_, _, page_language

VOILAS: Final = N_("Voila's own, as RULESDEMO_FRONT_END asks (slower)")
KINDS: Final = {
    "home": N_("home"),
    "chapter": N_("chapter"),
    "sandbox": N_("sandbox"),
    "rules": N_("rules"),
    "start": N_("guided start"),
    "lab": N_("lab"),
    "glossary": N_("glossary"),
    "drills": N_("drills"),
}


def examine(door: Door) -> str:
    """Return the findings, a line each."""
    return "\n".join((*_served(), *_to_whom(door), *_quick(door)))


def _served() -> list[str]:
    known = {place.address: place for place in places(page_language()).values()}
    there = Counter(place.kind for place in known.values() if place.notebook is not None)
    missing = [place.address for place in known.values() if place.notebook is None]
    kinds = ", ".join(f"{there[kind]} {words}" for kind, words in KINDS.items() if there[kind])
    return [
        _("Served: {count} pages ({kinds}) from {folder}.").format(count=sum(there.values()), kinds=kinds, folder=folder("book")),
        *([_("Not there yet: {pages}.").format(pages=", ".join(missing))] if missing else []),
        _("Nothing else: no files, no folders, no terminal. Pages run the book's own code only; nothing is fetched from outside."),
    ]


def _to_whom(door: Door) -> list[str]:
    return [_("Address: {address}. {who}").format(address=address_of(door.host, door.port), who=door.to_whom)]


def _quick(door: Door) -> list[str]:
    allow_many_files()  # as the server does
    assets = Assets(folder("book") / "template" / "static", looked_up())
    home = places("en")["/"]
    first = (assets.style(home.notebook, home.kind), *assets.first)
    sent = sum(len(assets.packed.get(name, assets.files[name])) for name in first)
    short = has_sockets(scratch_root() / f"{SCRATCH}12345678")
    front = _("our own, {count} files, {size:.0f} kB packed, kept by browsers for good").format(count=len(first), size=sent / 1000)
    forked = _("forked from one that has everything loaded (quick)") if can_fork() else _("started one by one (slower)")
    line = _("sockets in a private folder (quick, closed to others)") if short else _("ports on this machine (slower)")
    spares = _("Spares: {count} stand ready, {starts} start at once; an idle one ends after {minutes} minutes.")
    readers = _("Readers: {waiting} may wait, {here} may be here at once.")
    return [
        _("Front end: {which}.").format(which=VOILAS if is_chosen() else front),
        _("Kernels: {how}.").format(how=forked),
        spares.format(count=door.spares, starts=STARTS, minutes=IDLE_SECONDS // 60),
        readers.format(waiting=WAITING, here=most_kernels()),
        _("Line to the kernels: {which}.").format(which=line),
    ]

"""Builds the book without a server: every page complete, the files that pages share, and Python for browsers."""

from __future__ import annotations

import hashlib
import json
import logging
import shutil
from collections.abc import Callable, Collection
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import jinja2

from rulesdemo.errors import InputError
from rulesdemo.rules.datafiles import folder
from rulesdemo.serve import handlers, own_settings
from rulesdemo.serve.assets import SITE_SCRIPT, Assets
from rulesdemo.serve.renderer import Writer
from rulesdemo.serve.routes import Nowhere, Place, places
from rulesdemo.serve.search_index import looked_up
from rulesdemo.site import browser_python, links, parts
from rulesdemo.words import ENGLISH, N_, _, language, speak, speak_of

MARK: Final = ".rulesdemo-site"  # in a folder that we have built, and may build again
MORE_POLICY: Final = {"script-src": "'wasm-unsafe-eval'", "worker-src": "'self'"}
NOT_IN_PAGES: Final = {"frame-ancestors"}  # which only a header may say

Tell = Callable[[str, int, int], None]
"""Takes what is being done, how much of it is done, and of how much."""


def build(target: Path, base_url: str = "/", *, tell: Tell, only: Collection[str] = ()) -> int:
    """Build the book into a folder, and return its size in bytes; `only` some pages, by address without the language."""
    if target.is_dir() and any(target.iterdir()) and not (target / MARK).is_file():
        message = N_("{folder} is not empty and holds no book built here: name another folder.").format(folder=target)
        raise InputError(message)
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    (target / MARK).touch()
    before = language()
    with own_settings(before):
        try:
            python = _put_python(target, tell)
            _put_pages(target, python, base_url, tell, only)
        finally:
            speak(before)
            speak_of("")
    return sum(path.stat().st_size for path in target.rglob("*") if path.is_file())


# -- Python --------------------------------------------------------------------------------------------------------------------


def _put_python(target: Path, tell: Tell) -> str:
    """Put Python for browsers and the parts of the book there, and return their folder."""
    words = _("Python for browsers")
    tell(words, 0, 1)
    contents = {path: file.read_bytes() for path, file in parts.files().items()}
    shipped, modules = browser_python.compiled({path: data for path, data in contents.items() if path.endswith(".py")})
    wholes: dict[str, dict[str, bytes]] = {}
    for path, data in [*((path, data) for path, data in contents.items() if not path.endswith(".py")), *modules.items()]:
        wholes.setdefault(parts.part_of(path.replace(".pyc", ".py")), {})[path] = data
    made = {**shipped, **{f"{name}.part": parts.pack(whole) for name, whole in wholes.items()}}
    made["sizes.json"] = json.dumps({name: len(data) for name, data in made.items()}).encode()
    name = f"python/{hashlib.sha256(b''.join(made.values())).hexdigest()[:12]}"
    (target / name).mkdir(parents=True)
    for file, data in made.items():
        (target / name / file).write_bytes(data)
    tell(words, 1, 1)
    return name


# -- pages ---------------------------------------------------------------------------------------------------------------------


def _put_pages(target: Path, python: str, base_url: str, tell: Tell, only: Collection[str]) -> None:
    static = folder("book") / "template" / "static"
    assets = Assets(static, looked_up())
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(str(folder("book") / "template")), extensions=["jinja2.ext.i18n"], autoescape=True
    )
    writer = Writer(templates, assets, ENGLISH, None, logging.getLogger(__name__))
    wanted = [(address, place) for address, place in places(ENGLISH).items() if not only or address == "/" or _name(place) in only]
    for count, (address, place) in enumerate(wanted):
        tell(_("Pages"), count, len(wanted))
        speak(place.lang)
        text = _page(writer, assets, address, place, python)
        file = target / links.file_of(address)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    tell(_("Pages"), len(wanted), len(wanted))
    speak(ENGLISH)
    nowhere = writer.notice(404, Nowhere(_("The address may be mistyped.")))
    (target / "404.html").write_text(links.relative(nowhere, f"{base_url.rstrip('/')}/"), encoding="utf-8")
    for name, data in assets.files.items():
        file = target / assets.address(name).lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    (target / ".nojekyll").touch()  # some hosts leave out what begins with a line below


def _name(place: Place) -> str:
    """Return a page's name in every language; the home page's is `home`."""
    return place.address.partition(f"/{place.lang}")[2].lstrip("/") or "home"


def _page(writer: Writer, assets: Assets, address: str, place: Place, python: str) -> str:
    """Return a page, complete and with relative links."""
    speak_of("")
    root = links.root_of(address)
    writer.more = {
        "without_server": True,
        "policy": _policy(assets),
        "script": SITE_SCRIPT,
        "page_name": _name(place),
        "root": root,
        "python": python,
        "parts": " ".join(parts.needed_by(place)),
    }
    shown: dict[str, Any] = import_module("widgets.web.static_page").outputs(_name(place)) if place.notebook else {}
    return links.relative(writer.whole(place, shown), root)


def _policy(assets: Assets) -> str:
    """Return what a page may run and load: what the served one may, and Python."""
    policy = {key: what for key, what in handlers.POLICY.items() if key not in NOT_IN_PAGES}
    policy["script-src"] = f"{policy['script-src']} {assets.pin}"
    for key, what in MORE_POLICY.items():
        policy[key] = f"{policy[key]} {what}" if key in policy else what
    return "; ".join(f"{key} {what}" for key, what in policy.items())

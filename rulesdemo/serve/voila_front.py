"""Voila's own front end, for a notebook whose metadata names widgets that our page does not draw: slower, and complete.

    "metadata": {"rulesdemo": {"widgets": ["bqplot"]}}

names lab extensions that are installed; an empty list asks for ipywidgets' own controls. Words, style and furniture of the page stay ours;
Voila's script draws the outputs and holds the line to the kernel. `RULESDEMO_FRONT_END=voila` serves every page this way.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import mimetypes
import os
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from jupyter_core.paths import jupyter_path
from voila.configuration import VoilaConfiguration
from voila.utils import get_page_config, get_voila_labextensions_path

ALWAYS: Final = ("@voila-dashboards/widgets-manager8", "@jupyter-widgets/jupyterlab-manager", "anywidget")
SCRIPT: Final = "app/voila.js"
# Voila would fetch MathJax from outside. Nothing is: formulas stay as they are written.
NO_FORMULAS: Final = "no_formulas.js"
STILL: Final = b"globalThis.MathJax = { Hub: { Config() {}, Configured() {}, Queue() {}, Register: { StartupHook() {} } } };\n"
PACKABLE: Final = (".js", ".css", ".svg", ".json")
# What Voila's script asks of a kernel beside widget messages: both only tell what is there.
QUESTIONS: Final = ("kernel_info_request", "comm_info_request")


def asked_for(notebook: Any) -> tuple[str, ...] | None:  # noqa: ANN401 - nbformat's own
    """Return the extensions that a notebook needs; None where our own page draws all of it.

    >>> asked_for({"metadata": {}}), asked_for({"metadata": {"rulesdemo": {"widgets": ["bqplot"]}}})
    (None, ('bqplot',))
    """
    ours = notebook["metadata"].get("rulesdemo", {})
    named = ours.get("widgets") if isinstance(ours, dict) else None
    if isinstance(named, list):
        return tuple(str(each) for each in named)
    return () if is_chosen() else None


def is_chosen() -> bool:
    """Return whether every page shall be served this way."""
    return os.environ.get("RULESDEMO_FRONT_END") == "voila"


@lru_cache(maxsize=100)
def _about(extensions: tuple[str, ...]) -> dict[str, Any]:
    chosen = VoilaConfiguration(extension_allowlist=[*ALWAYS, *extensions])
    told: dict[str, Any] = get_page_config("/", {}, logging.getLogger(__name__), chosen)
    root = f"/front/{version()}"
    ours = {
        "fullStaticUrl": f"{root}/app",
        "fullLabextensionsUrl": f"{root}/ext",
        "themesUrl": "",
        "fullMathjaxUrl": f"{root}/{NO_FORMULAS}",
    }
    return told | ours


def config(kernel_id: str, extensions: tuple[str, ...]) -> str:
    """Return what Voila's script wants to know, as JSON that may stand in a page."""
    return in_page({**_about(extensions), "kernelId": kernel_id})


def in_page(found: object) -> str:
    r"""Return JSON that cannot end the tag in which it stands.

    >>> print(in_page({"a": "</script>"}))
    {"a": "\u003c/script>"}
    """
    return json.dumps(found).replace("<", "\\u003c")


@cache
def version() -> str:
    """Return a name for the files of these versions, so that browsers may keep them for good."""
    told: dict[str, Any] = get_page_config("/", {}, logging.getLogger(__name__), VoilaConfiguration())
    parts = [told["appVersion"], *(f"{each['name']} {each['load']}" for each in told["federated_extensions"])]
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:12]


def address() -> str:
    """Return where Voila's script is served."""
    return f"/front/{version()}/{SCRIPT}"


@lru_cache(maxsize=400)
def file(name: str) -> tuple[str, bytes, bytes | None] | None:
    """Return the kind of a file, the file, and the file packed; None where there is none."""
    if name == NO_FORMULAS:
        return "text/javascript", STILL, None
    path = _files().get(name)
    if path is None:
        return None
    data = path.read_bytes()
    guessed = {".js": "text/javascript", ".woff2": "font/woff2"}.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return guessed or "application/octet-stream", data, gzip.compress(data) if path.suffix in PACKABLE else None


@cache
def _files() -> dict[str, Path]:
    """Return every file that there is, by its name in an address: what a stranger writes is looked up and never made into a path."""
    found: dict[str, Path] = {}
    for kind, roots in (("app", _app_folders()), ("ext", map(Path, get_voila_labextensions_path()))):
        for root in roots:
            for path in sorted(root.rglob("*")):
                if path.is_file() and path.resolve().is_relative_to(root.resolve()):
                    found.setdefault(f"{kind}/{path.relative_to(root).as_posix()}", path)
    return found


def _app_folders() -> tuple[Path, ...]:
    return tuple(Path(each) / "templates" / "base" / "static" for each in jupyter_path("voila"))

"""The style, script, picture and font files, and what scripts look up, read once, with addresses that browsers may keep for good.

Each page has a style sheet of its own, joined from what it shows; pages that show the same share one.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rulesdemo.rules.datafiles import read_text
from rulesdemo.serve import styles
from rulesdemo.serve.bundling import bundle, with_fonts, without_faces

FONTS: Final = "fonts.css"
SCRIPT: Final = "book.js"
EARLY: Final = "early.js"  # runs before the first paint, and so stands in the page itself
ENTRY: Final = "page"
SITE_SCRIPT: Final = "book-site.js"  # of the edition without a server
SITE_ENTRY: Final = "site"
AROUND: Final = ("search.css", "page.css")  # what stands around everything, and so comes last


class Assets:
    """The files; a page's style sheets are one and all scripts are one, so that a page waits for few answers instead of many."""

    first: Final = (FONTS, SCRIPT)  # what every page asks for, beside its style

    def __init__(self, root: Path, more: Mapping[str, bytes] | None = None) -> None:
        """Read everything under a folder, and take what else there is."""
        paths = sorted(path for path in root.rglob("*") if path.is_file())
        self.files = {**{path.relative_to(root).as_posix(): path.read_bytes() for path in paths}, **(more or {})}
        around, faces = without_faces("\n".join(self.files[name].decode() for name in AROUND))
        self._around = around
        scripts = {name.removesuffix(".js"): data.decode() for name, data in self.files.items() if name.endswith(".js")}
        self.files |= {
            FONTS: with_fonts(faces, self.files).encode(),
            SCRIPT: bundle(scripts, ENTRY).encode(),
            SITE_SCRIPT: bundle(scripts, SITE_ENTRY).encode(),
        }
        self.early = self.files[EARLY].decode()
        # How a policy names the script in the page: by its content, so that nothing else can run in its place.
        self.pin = f"'sha256-{base64.b64encode(hashlib.sha256(self.files[EARLY]).digest()).decode()}'"
        digest = hashlib.sha256(b"".join(name.encode() + data for name, data in self.files.items()))
        self._styles: dict[Path | None, str] = {}
        self.version = digest.hexdigest()[:12]
        self.packed = {name: gzip.compress(data) for name, data in self.files.items() if not name.endswith(".woff2")}

    @property
    def root(self) -> str:
        """Return where the files are served."""
        return f"/static/{self.version}"

    def address(self, name: str) -> str:
        """Return where a file is served."""
        return f"{self.root}/{name}"

    def style(self, notebook: Path | None, kind: str = "", game: str = "") -> str:
        """Return the name of the style sheet for a notebook's page; without a notebook, for a page of words."""
        if notebook not in self._styles:
            source = "" if notebook is None else "\n".join(code_of(notebook))
            data = f"{styles.join_sheets(styles.modules_of(source, kind, game))}\n{self._around}".encode()
            name = f"style-{hashlib.sha256(data).hexdigest()[:12]}.css"
            self.files[name], self.packed[name] = data, gzip.compress(data)
            self._styles[notebook] = name
        return self._styles[notebook]


def code_of(notebook: Path) -> list[str]:
    """Return the sources of a notebook's code cells."""
    cells = json.loads(read_text(notebook))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]

"""Compiles the catalogues of `data/words` when the package is built or installed; what is compiled is not stored with the source."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileWords(BuildHookInterface):  # type: ignore[misc] # hatchling is there only while something is built
    """Compiles every language before files are gathered."""

    def initialize(self, _version: str, _build_data: dict[str, Any]) -> None:
        """Look every language up, which compiles what has changed."""
        sys.path.insert(0, self.root)
        from rulesdemo.catalogues import catalogue, languages

        for lang in languages():
            catalogue(lang)

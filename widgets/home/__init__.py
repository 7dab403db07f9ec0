"""The home page and the glossary."""

from typing import TYPE_CHECKING

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Return a name that 0.5 had here."""
        from rulesdemo import moved_name

        return moved_name(__name__, name, {"home": "page", "legend": "page", "again": "page"})

"""Addresses of a book without a server: every page lies in a folder of its own, and all links are relative, so that it may lie anywhere."""

from __future__ import annotations

import re
from typing import Final

INDEX: Final = "index.html"
_LINK: Final = re.compile(r'(?P<before>\b(?:href|src|action)=")/(?P<address>[^"#/][^"#]*)?(?P<after>[#"])')


def file_of(address: str) -> str:
    """Return the file of a page.

    >>> file_of("/"), file_of("/en/veneti/01_facing")
    ('index.html', 'en/veneti/01_facing/index.html')
    """
    return f"{address.strip('/')}/{INDEX}".lstrip("/")


def root_of(address: str) -> str:
    """Return the way from a page to the folder of the book.

    >>> root_of("/"), root_of("/en"), root_of("/en/veneti/01_facing")
    ('', '../', '../../../')
    """
    return "../" * len([name for name in address.split("/") if name])


def relative(text: str, root: str) -> str:
    """Return a page with relative links.

    >>> relative('<a href="/en/lab#x"> <a href="/"> <link href="/static/1/a.css"> <a href="#b">', "../")
    '<a href="../en/lab/#x"> <a href="../"> <link href="../static/1/a.css"> <a href="#b">'
    """

    def link(found: re.Match[str]) -> str:
        address = (found["address"] or "").rstrip("/")
        is_page = bool(address) and "." not in address.rpartition("/")[2]
        return f"{found['before']}{root}{address}{'/' if is_page else ''}{found['after']}".replace('=""', '="./"')

    return _LINK.sub(link, text)

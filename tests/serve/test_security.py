"""SECURITY.md says what the server does: its tables hold the addresses, messages, keys, limits and policy of the code, and no others."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulesdemo.rules.datafiles import GAMES, folder
from rulesdemo.serve import SCRATCH, descriptor_limits, handlers, kernel_pool, kernel_socket, rate_limit, slow_parts
from rulesdemo.serve.access import Door
from rulesdemo.serve.app import KERNEL, Book
from rulesdemo.serve.guarded import COOKIE
from rulesdemo.serve.kernel_bootstrap import MOST_MEMORY
from rulesdemo.serve.reader_language import COOKIE as LANGUAGE
from rulesdemo.serve.routes import places
from rulesdemo.serve.voila_front import QUESTIONS
from widgets.web.live import MOST_ACTS

TEXT = (Path(__file__).parents[2] / "SECURITY.md").read_text(encoding="utf-8")
SCRIPTS = folder("book") / "template" / "static"


def section(heading: str) -> str:
    """The text under a heading."""
    parts = re.split(r"^## (.+)$", TEXT, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))[heading]


def table(heading: str, number: int = 0) -> list[list[str]]:
    """The rows of a table under a heading, without its head; marks of code are left out."""
    blocks = re.findall(r"(?:^\|.*\n)+", section(heading), re.MULTILINE)
    lines = blocks[number].splitlines()[2:]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


def columns(heading: str, number: int = 0) -> dict[str, str]:
    return {row[0]: row[1] for row in table(heading, number)}


# ------------------------------------------------------------------------------------------------------------------- addresses


def served() -> list[tuple[str, Any]]:
    """Every address that the server answers, as a reader would write it, and who answers."""
    book: Any = SimpleNamespace(assets=SimpleNamespace(version="VERSION"), door=Door(is_class=True, key="KEY", has_metrics=True))
    plain = {
        KERNEL: "<kernel>",
        "VERSION": "<version>",
        "([0-9a-f]{12})": "<version>",
        "(.+)": "<file>",
        "KEY": "<key>",
        "(.*)": "<page>",
        "\\.": ".",
    }
    found = []
    for pattern, handler in Book.init_handlers(book):
        address = pattern
        for code, word in plain.items():
            address = address.replace(code, word)
        found.append((address, handler))
    return found


def test_every_address_is_listed_with_its_methods_and_no_other() -> None:
    assert columns("Addresses") == {address: ", ".join(handler.methods) for address, handler in served()}


def test_methods_are_those_that_a_handler_has() -> None:
    """What answers POST must not say that it only reads, nor the other way round."""
    for _address, handler in served():
        answers = {method.upper() for method in ("get", "post", "put", "patch", "delete") if method in has_own(handler)}
        assert answers == set(handler.methods) - {"HEAD"}, handler
        assert ("HEAD" in handler.methods) == ("GET" in handler.methods)


def has_own(handler: type) -> set[str]:
    """The methods that our classes or jupyter_server's define; tornado's own refuse."""
    return {name for kind in handler.__mro__ if not kind.__module__.startswith("tornado.web") for name in vars(kind)}


def test_every_page_is_listed_and_no_other() -> None:
    shapes = set()
    for address, place in places("en").items():
        words: list[str] = ["<game>" if word in GAMES else word for word in address.split("/")[1:]]
        words[0] = "<lang>" if words[0] else ""
        if place.chapter:
            words[-1] = "<chapter>"
        shapes.add("/" + "/".join(words))
    assert {row[0] for row in table("Addresses", 1)} == shapes


# --------------------------------------------------------------------------------------------------------------------- messages


def test_what_a_page_may_send_is_listed_and_nothing_else() -> None:
    named = set(re.findall(r"`(\w+_\w+)`", section("What a page may send")))
    assert named == {*kernel_socket.COMM, *QUESTIONS}
    first = section("What a page may send").split("\n\n")[1]
    assert {name for name in named if f"`{name}`" in first} == {kernel_socket.SAID}
    assert f"`{kernel_socket.PROTOCOL}`" in first


# ---------------------------------------------------------------------------------------------------------------------- storage


def stored() -> dict[str, str]:
    """What the scripts store in a browser, by the key as a reader would write it, and where."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(SCRIPTS.glob("*.js")))
    constants = dict(re.findall(r'^const ([A-Z]+) = "(\w+)";$', text, re.MULTILINE))
    constants["mine()"] = template(re.findall(r"const mine = \(\) => `(.+)`;", text)[0])
    constants["aside"] = template(re.findall(r"const freshAside = \(what\) => `(.+)`;", text)[0])
    found = {}
    for where, key in re.findall(r"(local|session)Storage\.setItem\(([^,]+),", text):
        if key != "name":  # of the function `write`
            found[constants.get(key) or key.strip('"')] = f"{where} storage"
    for key in re.findall(r"(?<!function )\bwrite\(([^,]+),", text):
        found[constants.get(key) or template(key.strip("`"))] = "local storage"
    return found


def template(text: str) -> str:
    """A key with places to fill, as a reader would write it: what the scripts call a chapter may be any page."""
    return text.replace("${chapter}", "<page>").replace("${tab}", "<tab>").replace("${what}", "<page>").replace("${Date.now()}", "<time>")


def test_every_key_in_a_browser_is_listed_and_no_other() -> None:
    cookie = COOKIE.format(port="<port>")
    assert columns("What is stored where") == {**stored(), cookie: "cookie", LANGUAGE: "cookie"}
    assert len(stored()) == 15
    assert f"`{SCRATCH}...`" in TEXT


def test_scripts_store_nowhere_else() -> None:
    others = re.compile(r"document\.cookie|indexedDB|caches\.|serviceWorker|navigator\.storage")
    assert [path.name for path in SCRIPTS.glob("*.js") if others.search(path.read_text(encoding="utf-8"))] == []


# ----------------------------------------------------------------------------------------------------------------------- limits


def test_limits_are_those_of_the_code() -> None:
    assert columns("Limits") == {
        "a message from a page": f"{kernel_socket.MOST_BYTES:,} bytes",
        "acts in a message": f"{MOST_ACTS}",
        "messages from a page": f"{rate_limit.PER_SECOND:.0f} a second, {rate_limit.AT_ONCE:.0f} at once",
        "sockets to a kernel": f"{rate_limit.MOST_SOCKETS}",
        "what a page has not read": f"{kernel_socket.MOST_UNREAD:,} bytes",
        "what is stored for a page that is away": f"{kernel_socket.MOST_KEPT:,} bytes",
        "the body of a request": f"{descriptor_limits.MOST_BODY:,} bytes",
        "a connection that says nothing": f"{descriptor_limits.IDLE_SECONDS:.0f} seconds",
        "connections from one address": f"{descriptor_limits.MOST_OF_ONE:,}",
        "readers who wait": f"{kernel_pool.WAITING}",
        "kernels": f"{kernel_pool.MOST}, fewer where memory or files are few",
        "kernels whose page is gone": f"{kernel_pool.LEFT}",
        "a kernel that nobody uses": f"{kernel_pool.IDLE_SECONDS // 60} minutes",
        "a kernel whose page has not come": f"{kernel_pool.GRACE_SECONDS} seconds",
        "a cell of a page that is on its way": f"{slow_parts.MOST_SECONDS:.0f} seconds",
        "one step of a page, if its reader does not end it": f"{kernel_pool.ENDLESS_SECONDS / 60:.0f} minutes",
        "memory that a kernel may take": f"{MOST_MEMORY >> 20:,} MiB beyond its start",
        "wrong words": f"{handlers.WRONG_AT_ONCE} at once, {handlers.WRONG_SECONDS:.0f} second each",
    }


def test_the_policy_is_that_of_the_code() -> None:
    policy = {**handlers.POLICY, "script-src": f"{handlers.POLICY['script-src']} 'sha256-...'"}
    found = re.search(r"```\n(.*?)```", section("Policy of every page"), re.DOTALL)
    assert found
    assert found[1].splitlines() == [f"{name} {value}" for name, value in policy.items()]
    for name, value in handlers.HEADERS.items():
        assert f"`{name}: {value}`" in TEXT


@pytest.mark.parametrize("heading", ["How to report", "What is promised", "What is not promised"])
def test_there_are_words_for_people(heading: str) -> None:
    assert len(section(heading)) > 200

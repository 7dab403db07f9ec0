"""The door: on which address the book is served, who may come in, and how a class finds it.

Only this machine may, unless the reader says otherwise: then guests know a word, or the door stands open on purpose.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import socket
from dataclasses import dataclass, field
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from rulesdemo.errors import InputError
from rulesdemo.words import N_, brief

LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = ("", "0.0.0.0", "::")  # noqa: S104 - compared, and bound only when the reader asks for it
TOKEN: Final = "token"  # noqa: S105 - what the word is called in an address
LONGEST_WORD: Final = 100
# Syllables are told across a room and typed on a phone more easily than letters; four of them are 24 million words.
_FIRST: Final = "bdfgklmnprstvz"
_SECOND: Final = "aeiou"
SYLLABLES: Final = 4
KEY_BYTES: Final = 8
SECRET_BYTES: Final = 32
GUEST_BYTES: Final = 16
GUEST: Final = re.compile(f"[0-9a-f]{{{2 * GUEST_BYTES}}}")
# A spare kernel takes about 60 MB; a class may have a quarter of what the machine has free.
SPARE_BYTES: Final = 60 * 2**20
FEWEST_SPARES: Final = 2
MOST_SPARES: Final = 12


@dataclass(frozen=True, slots=True)
class Door:
    """Where the book is served, and to whom."""

    host: str = LOOPBACK
    port: int = 8866
    word: str = ""  # what guests must know; without one, everybody who reaches the machine may read
    is_class: bool = False
    key: str = ""  # the end of the address of the teacher's page
    is_behind_proxy: bool = False  # one on this machine, whose headers say who asks and how
    public: str = ""  # how others reach it, where that is not its own address: `https://book.example/`
    has_metrics: bool = False  # counts for a monitor beside its state
    # What tickets are made with.
    secret: bytes = field(default_factory=partial(secrets.token_bytes, SECRET_BYTES), repr=False, compare=False)

    @property
    def is_local(self) -> bool:
        """Return whether only this machine can reach the host."""
        return is_loopback(self.host)

    @property
    def is_private(self) -> bool:
        """Return whether only this machine can read the book, also by way of a proxy."""
        return self.is_local and not self.is_behind_proxy

    @property
    def has_guests(self) -> bool:
        """Return whether guests are told apart by their tickets; on a machine of one's own there is but one reader."""
        return bool(self.word) or self.is_class or not self.is_private

    @property
    def spares(self) -> int:
        """Return how many kernels are ready before anybody asks."""
        return spares_for(os.cpu_count() or 1, free_bytes()) if self.is_class else FEWEST_SPARES

    @property
    def to_whom(self) -> str:
        """Return who can read the book, in a sentence."""
        if self.is_private:
            return N_("Only this machine can reach it.")
        if self.word:
            words = N_("Whoever can reach this machine and knows the word {word!r} can read it and roll its dice.")
            return words.format(word=self.word)
        return N_("Everyone who can reach this machine can read it and roll its dice.")


def chosen_door(
    port: int,
    host: str | None,
    word: str,
    *,
    is_open: bool,
    is_class: bool,
    is_behind_proxy: bool = False,
    public: str = "",
) -> Door:
    """Return the door as the options say; refuse one that stands open without an option that says so."""
    if is_open and word:
        message = N_("--open lets everybody in and --token asks for a word: leave one of them out.")
        raise InputError(message)
    if not all(letter.isalnum() or letter in "-_" for letter in word) or len(word) > LONGEST_WORD:
        message = N_("--token takes up to {most} letters, digits, - and _, so that it fits into an address.").format(most=LONGEST_WORD)
        raise InputError(message)
    if host is None:  # a proxy is on this machine, and nobody else need reach it
        host = EVERYWHERE[1] if is_class and not is_behind_proxy else LOOPBACK
    if is_class and not word and not is_open:
        word = new_word()
    if not is_loopback(host) and not word and not is_open:
        words = N_("--host {host} lets other machines in. Add --token WORD to let in whoever knows it, or --open to let in everybody.")
        message = words.format(host=brief(host))
        raise InputError(message)
    if is_behind_proxy and not word and not is_open:
        message = N_("--behind-proxy lets other machines in. Add --token WORD to let in whoever knows it, or --open to let in everybody.")
        raise InputError(message)
    return Door(host, port, word, is_class, secrets.token_hex(KEY_BYTES) if is_class else "", is_behind_proxy, chosen_public(public))


def chosen_public(address: str) -> str:
    """Return the address by which others reach the book, with a stroke at its end; refuse one with a folder, since pages stand at the root.

    >>> chosen_public("https://book.example"), chosen_public("")
    ('https://book.example/', '')
    """
    if not address:
        return ""
    try:
        parts = urlsplit(address)
        is_right = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_right = False
    if not is_right or f"{parts.scheme}://{parts.netloc}" != address.rstrip("/") or "@" in parts.netloc:
        words = N_("--public-address takes an address without a folder, such as https://book.example/, not {address!r}.")
        message = words.format(address=address)
        raise InputError(message)
    return f"{parts.scheme}://{parts.netloc}/"


def new_word() -> str:
    """Return a word that nobody can guess and everybody can type."""
    return "".join(secrets.choice(_FIRST) + secrets.choice(_SECOND) for _syllable in range(SYLLABLES))


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach the host."""
    return host in ("localhost", "::1") or host.startswith("127.")


# -- the word ----------------------------------------------------------------------------------------------------------------


def knows(door: Door, word: str) -> bool:
    """Return whether a guest gave the word; capitals do not matter, as a phone writes them by itself."""
    return not door.word or hmac.compare_digest(word.strip().lower().encode(), door.word.lower().encode())


def ticket(door: Door) -> str:
    """Return a new cookie for a guest's browser: a random name, and a seal that only this server can make.

    Trying words elsewhere is no help.
    """
    guest = secrets.token_hex(GUEST_BYTES)
    return f"{guest}.{_seal(door, guest)}"


def _seal(door: Door, guest: str) -> str:
    return hmac.new(door.secret, f"{guest}.{door.word.lower()}".encode(), hashlib.sha256).hexdigest()


def guest_of(door: Door, shown: str) -> str:
    """Return the name of the guest to whom this server gave a ticket; none where it gave no such ticket."""
    guest, _dot, seal = shown.partition(".")
    is_ours = GUEST.fullmatch(guest) is not None and hmac.compare_digest(seal.encode(), _seal(door, guest).encode())
    return guest if is_ours else ""


def has_ticket(door: Door, shown: str) -> bool:
    """Return whether a browser has been let in before."""
    return not door.word or bool(guest_of(door, shown))


# -- the way to it -----------------------------------------------------------------------------------------------------------


def address_of(host: str, port: int) -> str:
    """Return the address to type into a browser on this machine."""
    shown = LOOPBACK if host in EVERYWHERE else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def own_address(door: Door) -> str:
    """Return the address for this machine, with the word in it."""
    return address_of(door.host, door.port) + _query(door)


def room_address(door: Door) -> str:
    """Return the address for the other machines in the room, with the word in it."""
    host = machine() if door.host in EVERYWHERE else door.host
    return (door.public or address_of(host, door.port)) + _query(door)


def status_path(door: Door) -> str:
    """Return where the teacher's page is; its address is the key to it."""
    return f"/class/{door.key}"


def status_address(door: Door) -> str:
    """Return the address of the teacher's page."""
    return (door.public or address_of(door.host, door.port)) + status_path(door)[1:]


def _query(door: Door) -> str:
    return f"?{TOKEN}={door.word}" if door.word else ""


def machine() -> str:
    """Return the address of this machine in its network. Nothing is sent: the system only says which way it would go."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # an address kept for examples: nobody has it
            return str(line.getsockname()[0])
        except OSError:
            return socket.gethostname()


# -- the machine -------------------------------------------------------------------------------------------------------------


def spares_for(processors: int, free: int | None) -> int:
    """Return how many kernels stand ready for a class: two for each processor, as far as there is memory.

    >>> spares_for(2, None), spares_for(1, 10**12), spares_for(64, 10**12), spares_for(8, 10**9)
    (4, 2, 12, 3)
    """
    room = MOST_SPARES if free is None else free // 4 // SPARE_BYTES
    return max(FEWEST_SPARES, min(MOST_SPARES, 2 * processors, room))


def free_bytes() -> int | None:
    """Return the bytes of free memory; None where the system does not say."""
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return None

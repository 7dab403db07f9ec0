"""For monitors: whether the server can take readers, and counts in the text format of Prometheus; nothing of what anybody does.

Both are answered where the teacher's page may be seen, behind its key, and to programs on this machine. A request that came through a
proxy is not from this machine, wherever the proxy runs.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections import Counter
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from tornado.web import HTTPError

from rulesdemo import __version__
from rulesdemo.serve.access import Door, is_loopback, status_path
from rulesdemo.serve.class_status import own_memory
from rulesdemo.serve.descriptor_limits import has_room
from rulesdemo.serve.handlers import BookHandler
from rulesdemo.serve.kernel_pool import Kernels
from rulesdemo.serve.log import failures
from rulesdemo.serve.reader_queue import Queue

HEALTH: Final = "/health"
METRICS: Final = "/metrics"
FORWARDED: Final = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")
PROMETHEUS: Final = "text/plain; version=0.0.4; charset=utf-8"
REFUSAL: Final = 400  # from this status on
FINE: Final = 200
BUSY: Final = 503
MIB: Final = 2**20


class Counts:
    """Counts answers since the server began."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.pages = 0
        self.refusals: Counter[int] = Counter()

    def note(self, status: int, *, is_page: bool) -> None:
        """Count an answer by its status."""
        if status >= REFUSAL:
            self.refusals[status] += 1
        elif is_page and status == FINE:
            self.pages += 1


def monitor_addresses(door: Door) -> list[tuple[str, type[Monitor]]]:
    """Return the addresses that monitors may ask."""
    asked: list[tuple[str, type[Monitor]]] = [(HEALTH, State), *([(METRICS, Metrics)] if door.has_metrics else [])]
    return [*asked, *((status_path(door) + path, handler) for path, handler in asked if door.is_class)]


class Monitor(BookHandler):
    """Answers monitors alone; nobody else learns that there is such an address."""

    async def prepare(self, **_more: Any) -> Any:  # noqa: ANN401 - jupyter_server's handlers add something of their own
        """Let in a monitor that knows the key, or one on this machine."""
        is_by_key = self.door.is_class and self.request.path.startswith(f"{status_path(self.door)}/")
        if not is_by_key and not self._is_from_here():
            raise HTTPError(404)

    def _is_from_here(self) -> bool:
        """Return whether a program of this machine asks, and neither a proxy nor a page of another site that took its name."""
        headers = self.request.headers
        host = urlsplit(f"//{self.request.host}").hostname or ""
        return is_from_loopback(self.request.connection.stream) and is_loopback(host) and not any(name in headers for name in FORWARDED)  # type: ignore[union-attr]

    @property
    def kernels(self) -> Kernels:
        """Return the pool of kernels."""
        return self.settings["kernel_manager"]  # type: ignore[no-any-return]

    @property
    def queue(self) -> Queue:
        """Return those who wait."""
        return self.settings["queue"]  # type: ignore[no-any-return]


class State(Monitor):
    """Whether a reader who comes now gets a page."""

    def get(self) -> None:
        """Send the state; a load balancer reads the status alone."""
        is_ready = can_serve(self.kernels, self.queue)
        if self.kernels.is_failing:
            self.kernels.fill()  # nobody else may try: readers are sent elsewhere while this says no
        self.set_status(FINE if is_ready else BUSY)
        self.set_header("Content-Type", "application/json")
        self.set_header("Cache-Control", "no-store")
        counted = {"ready": is_ready, "kernels": len(self.kernels), "spare": self.kernels.ready, "waiting": self.queue.waiting}
        self.finish(json.dumps({**counted, "most": self.kernels.most, "version": __version__}))


class Metrics(Monitor):
    """Counts for a monitor that draws curves of them."""

    async def get(self) -> None:
        """Count, and write."""
        kernels = self.kernels
        running: list[Any] = [kernels.get_kernel(each) for each in kernels.list_kernel_ids()]
        pids = [pid for kernel in running if (pid := getattr(kernel.provisioner, "pid", None)) is not None]
        used = await asyncio.to_thread(lambda: [own_memory(pid) for pid in pids])
        counts: Counts = self.settings["counts"]
        refusals = [Sample(number, (("status", str(status)),)) for status, number in sorted(counts.refusals.items())]
        forks = 0 if kernels.forks is None else kernels.forks.forks
        families = (
            Family("ready", "gauge", "Whether a reader who comes now gets a page.", [Sample(int(can_serve(kernels, self.queue)))]),
            Family("kernels", "gauge", "Kernels that run.", [Sample(len(kernels))]),
            Family("kernels_most", "gauge", "Kernels that may run at once.", [Sample(kernels.most)]),
            Family("kernels_spare", "gauge", "Kernels that stand ready for the next reader.", [Sample(kernels.ready)]),
            Family("kernels_starting", "gauge", "Kernels that are being started.", [Sample(kernels.starting)]),
            Family("kernels_memory_bytes", "gauge", "Memory that kernels share with no other process.", [Sample(_bytes(used))]),
            Family("readers_waiting", "gauge", "Readers in the queue.", [Sample(self.queue.waiting)]),
            Family("pages_total", "counter", "Pages served.", [Sample(counts.pages)]),
            Family("refusals_total", "counter", "Answers with a status from 400 on.", refusals),
            Family("failures_total", "counter", "Failures that have a reference in the log.", [Sample(failures())]),
            Family("forks_total", "counter", "Kernels made by forking.", [Sample(forks)]),
            Family("info", "gauge", "The version that is served.", [Sample(1, (("version", __version__),))]),
        )
        self.set_header("Content-Type", PROMETHEUS)
        self.set_header("Cache-Control", "no-store")
        self.finish("".join(family_text(each) for each in families))


def can_serve(kernels: Kernels, queue: Queue) -> bool:
    """Return whether a reader who comes now gets a page, or a place in the queue."""
    is_broken = kernels.is_failing and not kernels.ready
    return not (kernels.is_ending or is_broken or queue.is_full) and has_room()


def is_from_loopback(stream: Any) -> bool:  # noqa: ANN401 - tornado's own
    """Return whether the other end of a connection is on this machine, whatever a proxy says of it."""
    try:
        peer = ipaddress.ip_address(str(stream.socket.getpeername()[0]).partition("%")[0])
    except (AttributeError, IndexError, OSError, ValueError):
        return False
    return (getattr(peer, "ipv4_mapped", None) or peer).is_loopback


def _bytes(mebibytes: list[float | None]) -> int:
    return round(sum(each for each in mebibytes if each is not None) * MIB)


# -- the text format -----------------------------------------------------------------------------------------------------------


class Sample(NamedTuple):
    """A number, and what tells it from others of its name."""

    value: float
    labels: tuple[tuple[str, str], ...] = ()


class Family(NamedTuple):
    """The samples of one name."""

    name: str
    kind: str
    words: str
    samples: list[Sample]


def family_text(family: Family) -> str:
    r"""Return a family as Prometheus reads it.

    >>> print(family_text(Family("refusals_total", "counter", "Answers.", [Sample(2, (("status", "404"),))])), end="")
    # HELP rulesdemo_refusals_total Answers.
    # TYPE rulesdemo_refusals_total counter
    rulesdemo_refusals_total{status="404"} 2
    """
    name = f"rulesdemo_{family.name}"
    lines = [f"# HELP {name} {family.words}", f"# TYPE {name} {family.kind}"]
    for value, labels in family.samples:
        inside = ",".join(f'{label}="{text}"' for label, text in labels)
        lines.append(f"{name}{{{inside}}} {value:g}" if inside else f"{name} {value}")
    return "\n".join(lines) + "\n"

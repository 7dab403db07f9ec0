"""A proxy on this machine says who asks, by which name and how; from anybody else such headers mean nothing."""

from __future__ import annotations

from typing import Any, Final

from tornado.httputil import HTTPHeaders, HTTPMessageDelegate, RequestStartLine, ResponseStartLine

from rulesdemo.serve.access import is_loopback

HOST: Final = "X-Forwarded-Host"
# What tornado would take in place of X-Forwarded-For and X-Forwarded-Proto, which proxies set; a visitor could send them through one.
UNTRUSTED: Final = ("X-Real-Ip", "X-Scheme")
THIS_MACHINE: Final = ("127.0.0.1", "::1")


def is_from_here(address: Any) -> bool:  # noqa: ANN401 - as the system names the other end of a line
    """Return whether a line comes from this machine.

    >>> is_from_here(("127.0.0.1", 4711)), is_from_here(("::ffff:127.0.0.1", 4711, 0, 0)), is_from_here(("192.0.2.7", 4711))
    (True, True, False)
    """
    return bool(address) and is_loopback(str(address[0]).removeprefix("::ffff:"))


class ByProxy(HTTPMessageDelegate):
    """Puts the name by which the visitor knows the book in the place of the name by which the proxy knows it."""

    def __init__(self, inner: HTTPMessageDelegate) -> None:
        """Take what deals with the request."""
        self._inner = inner

    def headers_received(self, start_line: RequestStartLine | ResponseStartLine, headers: HTTPHeaders) -> Any:  # noqa: ANN401 - tornado's own
        """Take the last name, which the proxy itself has added; what came before it may be made up."""
        names = headers.get(HOST, "").rpartition(",")[2].strip()
        if names:
            headers["Host"] = names
        for name in UNTRUSTED:
            if name in headers:
                del headers[name]
        return self._inner.headers_received(start_line, headers)

    def data_received(self, chunk: bytes) -> Any:  # noqa: ANN401 - tornado's own
        """Pass it on."""
        return self._inner.data_received(chunk)

    def finish(self) -> None:
        """Pass it on."""
        self._inner.finish()

    def on_connection_close(self) -> None:
        """Pass it on."""
        self._inner.on_connection_close()

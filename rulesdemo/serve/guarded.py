"""What every answer has in common: who may have it, which methods there are, what it says about the server, and how it refuses."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from tornado.web import HTTPError

from rulesdemo.serve.access import Door, guest_of, has_ticket, ticket
from rulesdemo.serve.failures import Reporting

COOKIE: Final = "rulesdemo_guest_{port}"  # a browser keeps one name for all ports of a machine
NOT_ALLOWED: Final = 405


class GuardedHandler(Reporting):
    """Answers only browsers that were let in, and knows a guest by the ticket that his browser shows."""

    methods: ClassVar[tuple[str, ...]] = ("GET", "HEAD")

    @property
    def door(self) -> Door:
        """Return the rules of who may come in."""
        return self.settings["door"]  # type: ignore[no-any-return]

    @property
    def _cookie_text(self) -> str:
        return self.get_cookie(COOKIE.format(port=self.door.port), "") or ""

    @property
    def is_guest(self) -> bool:
        """Return whether this browser was let in."""
        return has_ticket(self.door, self._cookie_text)

    @property
    def guest(self) -> str:
        """Return the name of the guest; none where guests are not told apart, or where he has no ticket yet."""
        return guest_of(self.door, self._cookie_text) if self.door.has_guests else ""

    def welcome(self) -> str:
        """Return the name of the guest, who gets a ticket if he has none and guests are told apart."""
        if self.guest or not self.door.has_guests:
            return self.guest
        shown = ticket(self.door)
        is_secure = self.request.protocol == "https"
        self.set_cookie(COOKIE.format(port=self.door.port), shown, httponly=True, samesite="Lax", secure=is_secure)
        return guest_of(self.door, shown)

    def owns(self, kernel_id: str) -> bool:
        """Return whether a kernel is there and belongs to who asks; to everybody else it is not there."""
        kernels: Any = self.settings["kernel_manager"]
        is_named = bool(self.guest) or not self.door.has_guests
        return is_named and kernel_id in kernels and kernels.guests.owns(self.guest, kernel_id)

    def clear(self) -> None:
        """Start an answer, without the line in which tornado names itself and its version."""
        super().clear()
        self.clear_header("Server")

    async def prepare(self, **more: Any) -> Any:  # noqa: ANN401 - jupyter_server's handlers add something of their own
        """Refuse a browser that was not let in."""
        made = super().prepare(**more)
        if made is not None:
            await made
        if not self.is_guest:
            raise HTTPError(401)

    async def head(self, *path: str, **named: str) -> None:
        """Answer as GET does; tornado sends no body."""
        answer = self.get(*path, **named)
        if answer is not None:
            await answer

    def options(self, *_path: str, **_named: str) -> None:
        """Refuse: no page of another site has anything to ask here, so none is told what it might."""
        raise HTTPError(NOT_ALLOWED)

    def write_error(self, status_code: int, **more: object) -> None:
        """Refuse, and have nobody store the refusal."""
        self.start_refusal(status_code)
        super().write_error(status_code, **more)

    def start_refusal(self, status_code: int) -> None:
        """Set the headers of a refusal: the next time it may be granted, so nobody stores it."""
        self.set_header("Cache-Control", "no-store")
        if status_code == NOT_ALLOWED:
            self.set_header("Allow", ", ".join(self.methods))

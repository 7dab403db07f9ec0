"""The book behind a real proxy with TLS: nginx, set up as the README says, and a real browser that knows the book by its public name.

    python tests/bench/behind_proxy.py                     nginx from the PATH
    python tests/bench/behind_proxy.py --nginx /tmp/root/usr/sbin/nginx     one that was only unpacked

All of it listens on this machine alone, in a folder of its own, and needs no root. It prints what was tried and what held; exit code 1:
something did not hold. Without nginx, openssl or a browser nothing is tried.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPSConnection
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, sync_playwright  # noqa: E402 - the checkout comes first
from tornado.httpclient import HTTPClientError, HTTPRequest  # noqa: E402
from tornado.websocket import websocket_connect  # noqa: E402

from tests.attack.inputs import Row  # noqa: E402
from tests.support.browser import AWAKE, FLAGS  # noqa: E402
from tests.support.find_browser import find  # noqa: E402
from tests.support.protocol import PROTOCOL, run  # noqa: E402
from tests.support.server import Served, free_port, served  # noqa: E402

NAME: Final = "book.example"
WORD: Final = "halyard"
CHAPTER: Final = "/en/veneti/09_boarding"
PATIENCE: Final = 60_000  # milliseconds
SEALED: Final = ssl._create_unverified_context()  # noqa: S323 - the certificate was made a moment ago
AROUND: Final = """daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{inside}
}}
"""


def settings(folder: Path, port: int, behind: int) -> str:
    """The README's own settings, with the ports and the certificate of this run."""
    found = re.search(r"```nginx\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert found
    inside = found[1]
    for old, new in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/book", f"{folder}/book"),
        ("http://127.0.0.1:8866", f"http://127.0.0.1:{behind}"),
    ):
        assert old in inside
        inside = inside.replace(old, new)
    return AROUND.format(folder=folder, inside=inside)


@contextmanager
def proxy(nginx: str, folder: Path, port: int, behind: int) -> Iterator[None]:
    """nginx at a port of this machine."""
    name = ("-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}")
    keys = ("-keyout", f"{folder}/book.key", "-out", f"{folder}/book.crt")
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *name, *keys]
    subprocess.run(made, check=True, capture_output=True)
    (folder / "nginx.conf").write_text(settings(folder, port, behind), encoding="utf-8")
    running = subprocess.Popen([nginx, "-p", str(folder), "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"])
    try:
        until = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < until and running.poll() is None:
            try:
                status(port, "/favicon.ico")
            except OSError:
                time.sleep(0.1)
            else:
                break
        yield
    finally:
        running.terminate()
        running.wait()


def ask(port: int, path: str, method: str = "GET", **headers: str) -> HTTPSConnection:
    """A question to the proxy, under the book's public name."""
    line = HTTPSConnection("127.0.0.1", port, context=SEALED, timeout=PATIENCE / 1000)
    line.request(method, path, headers={"Host": f"{NAME}:{port}", **{name.replace("_", "-"): value for name, value in headers.items()}})
    return line


def status(port: int, path: str, method: str = "GET", **headers: str) -> int:
    """The status of the answer through the proxy."""
    line = ask(port, path, method, **headers)
    try:
        return line.getresponse().status
    finally:
        line.close()


def socket_status(port: int, kernel: str, origin: str, cookie: str) -> int:
    """The status with which a socket through the proxy is opened (101) or refused."""

    async def talk() -> int:
        address = f"wss://127.0.0.1:{port}/api/kernels/{kernel}/channels?session_id=a1"
        request = HTTPRequest(address, headers={"Host": f"{NAME}:{port}", "Origin": origin, "Cookie": cookie}, validate_cert=False)
        try:
            line = await websocket_connect(request, subprotocols=[PROTOCOL])
        except HTTPClientError as refused:
            return refused.code
        line.close()
        return 101

    return run(talk())


def parts_of(port: int, path: str, cookie: str) -> tuple[float, float]:
    """When the first words of a page were there, and when all of it: a proxy that holds answers back gives both at once."""
    start = time.monotonic()
    line = ask(port, path, Cookie=cookie)
    answer = line.getresponse()
    text, words = b"", 0.0
    while part := answer.read1(1 << 16):
        text += part
        words = words or (time.monotonic() - start if b"</h1>" in text else 0.0)
    line.close()
    return words, time.monotonic() - start


class Visit:
    """What is tried, and what held."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def check(self, what: str, is_so: Callable[[], bool]) -> None:
        """Try one thing; an exception is no."""
        try:
            held = bool(is_so())
        except Exception as wrong:  # noqa: BLE001 - whatever it is, it did not hold
            print(f"{what}: {wrong!r}", flush=True)
            held = False
        self.rows.append(Row(what, 1, int(held)))
        print(self.rows[-1], flush=True)


def come_in(page: Page, origin: str) -> None:
    """Say the word, and open a chapter."""
    page.goto(f"{origin}/?token={WORD}", timeout=PATIENCE)
    page.goto(origin + CHAPTER, timeout=PATIENCE)
    page.wait_for_selector(AWAKE, timeout=PATIENCE)


def kernel_of(page: Page) -> str:
    """The name of a page's kernel."""
    return page.locator("[data-kernel]").get_attribute("data-kernel") or ""


def play(page: Page) -> bool:
    """Give an order, and see that the log grew."""
    page.locator(".order", has_text="End").first.click()
    page.locator("[data-owed]").wait_for(state="detached", timeout=PATIENCE)
    page.locator(".desk-log, #story").first.wait_for(timeout=PATIENCE)
    return page.locator("#lost").is_hidden()


def try_all(visit: Visit, server: Served, port: int, stack: ExitStack) -> Page:
    """Try what does not end the server; return a page that stands open."""
    origin = f"https://{NAME}:{port}"
    found = find()
    assert found
    playwright = stack.enter_context(sync_playwright())
    browser = playwright.chromium.launch(executable_path=found, args=[*FLAGS, f"--host-resolver-rules=MAP {NAME} 127.0.0.1"])
    stack.callback(browser.close)
    anna, bert = (browser.new_context(ignore_https_errors=True).new_page() for _ in range(2))
    for page in (anna, bert):
        come_in(page, origin)
    (cookie,) = anna.context.cookies()
    own = f"{cookie['name']}={cookie['value']}"
    visit.check("a chapter wakes up and plays over the proxy's socket", lambda: play(anna))
    visit.check(
        "the ticket is Secure, HttpOnly and SameSite=Lax", lambda: cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Lax"
    )
    visit.check("without a ticket a page asks for the word", lambda: status(port, CHAPTER) == 401)
    visit.check("a guest's own kernel answers him", lambda: status(port, f"/api/kernels/{kernel_of(anna)}", Cookie=own) == 200)
    visit.check("another guest's kernel is not there", lambda: status(port, f"/api/kernels/{kernel_of(bert)}", Cookie=own) == 404)
    visit.check("nor its socket", lambda: socket_status(port, kernel_of(bert), origin, own) == 404)
    visit.check("nor its end", lambda: status(port, f"/bye/{kernel_of(bert)}", "POST", Cookie=own, Origin=origin) == 404)
    visit.check("a socket from the public name opens", lambda: socket_status(port, kernel_of(anna), origin, own) == 101)
    visit.check("a socket from another site is refused", lambda: socket_status(port, kernel_of(anna), "https://evil.example", own) == 403)
    visit.check("another site's name is refused", lambda: status(port, CHAPTER, Cookie=own, Host="evil.example") == 403)
    forged = {"X_Forwarded_Host": "evil.example", "X_Forwarded_For": "127.0.0.1", "X_Real_Ip": "127.0.0.1", "X_Scheme": "http"}
    visit.check("a visitor's own X-Forwarded headers change nothing", lambda: status(port, "/en", Cookie=own, **forged) == 200)
    visit.check("/health is not there through the proxy", lambda: status(port, "/health", Cookie=own, **forged) == 404)
    visit.check("/health is there on the machine itself", lambda: server.get("/health")[0] == 200)
    words, whole = parts_of(port, CHAPTER, own)
    visit.check(f"the first words ({words:.2f} s) come before the page is whole ({whole:.2f} s)", lambda: words < whole / 2)
    kernel = kernel_of(anna)
    server.kernel(kernel).kill()
    visit.check("a killed kernel: the page comes back by itself", lambda: has_come_back(anna, kernel))
    return anna


def has_come_back(page: Page, before: str) -> bool:
    """Whether a page gets another kernel without a press, and says so."""
    page.wait_for_function("(old) => document.querySelector('[data-kernel]')?.dataset.kernel !== old", arg=before, timeout=PATIENCE)
    page.wait_for_selector(AWAKE, timeout=PATIENCE)
    return "The page has a new engine." in page.locator("#note").inner_text()


def try_away(visit: Visit, page: Page) -> None:
    """Nothing on a page leads to the proxy's own error page while the server behind it is away."""
    page.wait_for_selector("#lost:not([hidden])", timeout=PATIENCE)
    page.get_by_role("button", name="Start it again").click()
    said = page.get_by_text("No server answers. This page stays")
    visit.check("with the server away the button says so", lambda: said.wait_for(timeout=PATIENCE) is None)
    page.wait_for_timeout(6_000)  # it looks for the server every two seconds
    visit.check("and the page stays", lambda: CHAPTER in page.url and page.locator("#lost").is_visible())
    page.get_by_role("link", name="Glossary").first.click()
    page.wait_for_timeout(1_000)
    visit.check("also when a link is pressed", lambda: CHAPTER in page.url and page.locator("#lost").is_visible())


def main() -> int:
    """Try all; print, and say by the exit code whether it held."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nginx", default=shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin"), help="the program")
    options = parser.parse_args()
    if not (options.nginx and shutil.which("openssl") and find()):
        print("behind_proxy: no nginx, openssl or Chromium found, nothing tried")
        return 0
    visit, port, behind = Visit(), free_port(), free_port()
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        (folder / "nginx").mkdir()
        public = f"https://{NAME}:{port}/"
        book = ExitStack()
        arguments = ("--class", "--token", WORD, "--behind-proxy", "--public-address", public)
        server = book.enter_context(served(folder, "--port", str(behind), *arguments))
        stack.enter_context(proxy(options.nginx, folder / "nginx", port, behind))
        page = try_all(visit, server, port, stack)
        book.close()
        try_away(visit, page)
    return int(any(row.held != row.tried for row in visit.rows))


if __name__ == "__main__":
    sys.exit(main())

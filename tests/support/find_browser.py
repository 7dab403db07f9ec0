"""Find a Chromium for the browser tests, or fetch one; run by `make env-browser`.

In this order: Chromium or Chrome on the PATH, the one that Playwright has installed, with root apt-get, and else Playwright's own
download, which needs no root. Where all of it fails, one line says what to do.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
ADVICE = (
    "No browser for the browser tests: install Chromium with your system's packages (Debian: sudo apt-get install chromium), "
    "or try `.venv/bin/playwright install --with-deps chromium` where there is a network; `make check` needs none."
)


def on_path() -> str | None:
    """Return the path of a Chromium or Chrome on the PATH."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def by_playwright() -> str | None:
    """Return the path of the Chromium that Playwright has installed, if it starts: it may lack libraries of the system."""
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
        if not Path(path).exists():
            return None
        try:
            playwright.chromium.launch(executable_path=path, args=["--headless", "--no-sandbox"]).close()
        except Error:
            return None
        return path


def find() -> str | None:
    """Return the path of a browser that is there."""
    return on_path() or by_playwright()


def run(*command: str) -> bool:
    """Run a command quietly, and say whether it succeeded."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def fetch() -> str | None:
    """Install a browser and return its path."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        sys.stdout.write("Fetching chromium with apt-get (once)...\n")
        os.environ["DEBIAN_FRONTEND"] = "noninteractive"
        if run("apt-get", "update") and run("apt-get", "install", "-y", "chromium") and (path := on_path()):
            return path
    sys.stdout.write("Fetching chromium with Playwright (once)...\n")
    return by_playwright() if run(sys.executable, "-m", "playwright", "install", "chromium") else None


def main() -> int:
    """Say by the exit code whether there is a browser at the end."""
    if find() or fetch():
        return 0
    sys.stderr.write(f"{ADVICE}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())

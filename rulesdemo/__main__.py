"""`python -m rulesdemo` is `rulesdemo`."""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line; a reader who stops it while it is still loading gets no traceback either."""
    try:
        from rulesdemo.cli.main import main as run
    except KeyboardInterrupt:
        sys.stderr.write("rulesdemo: stopped\n")
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()

"""Hypothesis draws the same examples in every run, on every machine; `--hypothesis-profile=default` draws new ones.

An assertion that fails in a module that tests share says as much as one in a test.

A test that talks to a browser or to a server's processes is run once more when it fails: on a busy machine one of a thousand comes too
late. The summary names it (RERUN), so that a test which needs its second chance again and again is seen and mended.
"""

from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")
pytest.register_assert_rewrite(*(f"tests.support.{path.stem}" for path in (Path(__file__).parent / "support").glob("*.py")))

_HERE: Final = Path(__file__).parent
_WITH_PROCESSES: Final = (_HERE / "attack", _HERE / "browser", _HERE / "serve")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if any(folder in item.path.parents for folder in _WITH_PROCESSES):
            item.add_marker(pytest.mark.flaky(reruns=1))

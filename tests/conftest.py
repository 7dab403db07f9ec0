"""Hypothesis draws the same examples in every run, on every machine; `--hypothesis-profile=default` draws new ones.

An assertion that fails in a module that tests share says as much as one in a test.
"""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")
pytest.register_assert_rewrite(*(f"tests.support.{path.stem}" for path in (Path(__file__).parent / "support").glob("*.py")))

"""One browser and at most three servers for all tests here: starting them takes longer than most of the tests."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from rulesdemo.serve.voila_front import is_chosen
from tests.support.browser import a_browser
from tests.support.server import Served, served, tiny_book

# Only our own front end opens with a picture, comes as one bundle and asks again on a new line; and the last compares both.
collect_ignore = ["test_bundle.py", "test_jupyterlab.py", "test_lines.py", "test_openings.py", "test_voila_front.py"] if is_chosen() else []


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with a_browser() as running:
        yield running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The book as it is."""
    with served(tmp_path_factory.mktemp("book")) as running:
        yield running


@pytest.fixture(scope="session")
def tiny_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The book with one small chapter more, of which tests know every word."""
    folder = tmp_path_factory.mktemp("tiny")
    with served(folder, book=tiny_book(folder)) as running:
        yield running


@pytest.fixture(scope="session")
def tiny_by_voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The same, with every page drawn by Voila's own front end."""
    folder = tmp_path_factory.mktemp("voila")
    with served(folder, book=tiny_book(folder), RULESDEMO_FRONT_END="voila") as running:
        yield running

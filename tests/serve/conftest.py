"""A server of the book with one small chapter more, of which tests know every word; one for each file, which may harm it."""

from collections.abc import Iterator

import pytest

from tests.support.protocol import LAB
from tests.support.server import TINY, Served, served, tiny_book


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("serve")
    with served(folder, book=tiny_book(folder)) as running:
        yield running


@pytest.fixture(scope="module")
def page(server: Served) -> str:
    status, _headers, text = server.get(LAB)
    assert status == 200
    return text


@pytest.fixture(scope="module")
def tiny(server: Served) -> str:
    status, _headers, text = server.get(TINY)
    assert status == 200
    return text

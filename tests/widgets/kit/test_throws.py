"""Lists of throws as a field, and rows of radios that a panel's own act hears."""

from typing import Any

import pytest

from tests.support.markup import Marked
from widgets.kit.controls import throws
from widgets.kit.panel import Panel
from widgets.kit.radios import Radios

FIELD = throws("thrown", 2, 3, least=1)


def test_throws_come_back_from_the_store() -> None:
    assert FIELD.load([[6], [1, 2, 3]]) == ((6,), (1, 2, 3))
    assert FIELD.load(FIELD.dump(((6,), (1, 2)))) == ((6,), (1, 2))


@pytest.mark.parametrize("stored", [[[1], [2], [3]], [[]], [[1, 2, 3, 4]], [[7]], [[0]], [["1"]], ["12"], [6], 6, None])
def test_throws_that_cannot_be_are_refused(stored: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        FIELD.load(stored)


def test_radios_send_their_panel_the_value() -> None:
    panel = Panel("sky", "broadside", "The sky", lambda _rules, _state, _seen: [])
    page = Marked(str(Radios("force", "Wind force", {0: "none", 3: "3"}, 3).html(panel)))
    found = [(attrs["data-set"], attrs["value"], "checked" in attrs) for attrs in page.all("input")]
    assert found == [("extra:sky:force", "0", False), ("extra:sky:force", "3", True)]

"""What a distribution answers besides its chances: conditional ones, quantiles, sums of independent throws, pictures, tables."""

from __future__ import annotations

import operator
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from fractions import Fraction
from itertools import product
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from rulesdemo.api import odds
from rulesdemo.errors import InputError, TooManyPaths
from rulesdemo.odds.dist import Dist

D6: Dist[Any] = Dist(dict.fromkeys(range(1, 7), 1), 6)
BOARDING = odds("veneti.boarding", attackers=4, defenders=1)


@pytest.mark.parametrize("join", [operator.add, operator.sub, operator.mul, operator.lt, operator.le, operator.gt, operator.ge])
def test_independent_throws_agree_with_a_count_of_pairs(join: Any) -> None:
    odd = Dist({-1: 2, 0: 3, 5: 1}, 6)
    pairs: Counter[Any] = Counter()
    for (a, p), (b, q) in product(D6.weights.items(), odd.weights.items()):
        pairs[join(a, b)] += p * q
    assert join(D6, odd).to_dict() == {outcome: Fraction(ways, 36) for outcome, ways in sorted(pairs.items())}


def test_numbers_join_in() -> None:
    assert (D6 + 2).to_dict() == {face + 2: Fraction(1, 6) for face in range(1, 7)}
    assert (7 - D6) == D6
    assert (2 * D6).p(12) == (D6 * 2).p(12) == Fraction(1, 6)
    assert sum([D6, D6]).p(7) == Fraction(6, 36)  # type: ignore[union-attr,attr-defined]
    assert (-D6).p(-3) == Fraction(1, 6)
    assert (D6 >= 5).p(True) == Fraction(1, 3)
    assert (D6 >= 5).p(True) == Fraction(1, 3)
    assert (D6 - D6).p(0) == Fraction(1, 6)  # two throws, not one


def test_what_cannot_be_reckoned_with_is_refused() -> None:
    with pytest.raises(InputError, match="choose one"):
        BOARDING + 1
    with pytest.raises(InputError, match="is not a number"):
        Dist({"a": 1}, 1) + 1
    with pytest.raises(TypeError):
        D6 + "a"
    with pytest.raises(InputError, match="ask for its chance"):
        bool(D6 < D6 + 1)
    wide = Dist(dict.fromkeys(range(3_000), 1), 3_000)
    with pytest.raises(TooManyPaths, match="too many pairs"):
        wide + wide
    assert (BOARDING.marginal("attacker_loss") + 1).p(2) == Fraction(13, 36)


def test_given() -> None:
    assert BOARDING.given(captured=True).p(attacker_loss=1) == Fraction(10, 33)
    assert BOARDING.given(lambda outcome: outcome.attacker_loss > 0).p(captured=False) == Fraction(3, 13)
    for wrong in (BOARDING.given, lambda: BOARDING.given(bool, captured=True)):
        with pytest.raises(InputError, match="given"):
            wrong()
    with pytest.raises(InputError, match="never holds"):
        BOARDING.given(attacker_loss=9)


def test_cdf_and_quantile() -> None:
    two = D6 + D6
    assert two.cdf(7) == Fraction(21, 36)
    assert two.cdf(1) == 0
    assert two.cdf(99) == two.cdf()[12] == 1
    assert list(two.cdf()) == list(range(2, 13))
    assert [two.quantile(Fraction(ways, 36)) for ways in (0, 1, 2, 3, 21, 22, 36)] == [2, 2, 3, 3, 7, 8, 12]
    assert two.quantile("1/2") == 7
    assert BOARDING.quantile(Fraction(1, 2), "attacker_loss") == 0
    assert BOARDING.cdf(0, "attacker_loss") == Fraction(23, 36)
    with pytest.raises(InputError, match="from 0 to 1"):
        two.quantile(2)
    with pytest.raises(InputError, match="from 0 to 1"):
        two.quantile("half")
    with pytest.raises(InputError, match="say of which field"):
        BOARDING.cdf()
    with pytest.raises(InputError, match="without an order"):
        Dist({"*": 1, 3: 1}, 2).cdf()


def test_to_dict_and_to_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    assert sum(BOARDING.to_dict().values()) == 1
    monkeypatch.setitem(sys.modules, "pandas", None)  # as where it is not installed
    with pytest.raises(InputError, match="needs pandas"):
        BOARDING.to_frame()
    pandas = ModuleType("pandas")
    pandas.DataFrame = lambda rows, columns: (columns, rows)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    columns, rows = BOARDING.marginal("captured").to_frame()
    assert (columns, rows) == (["captured", "p"], [(False, Fraction(1, 12)), (True, Fraction(11, 12))])


def test_plot_is_a_picture_with_a_bar_for_each_outcome() -> None:
    picture = BOARDING.plot()
    root = ET.fromstring(picture._repr_svg_())  # noqa: S314 - our own
    bars = root.findall("{http://www.w3.org/2000/svg}rect")
    assert len(bars) == len(BOARDING)
    widths = [float(bar.attrib["width"]) for bar in bars]
    shares = [float(chance / max(BOARDING.to_dict().values())) for chance in BOARDING.to_dict().values()]
    assert [width / max(widths) for width in widths] == pytest.approx(shares, abs=1e-3)
    assert "23/36 = 63.9 %" in str(picture)


def test_plot_draws_on_axes_that_are_given() -> None:
    calls: list[Any] = []
    axes = SimpleNamespace(
        barh=lambda places, widths, tick_label: calls.append((list(places), widths, tick_label)),
        invert_yaxis=lambda: None,
        set_xlabel=lambda _words: None,
        set_ylabel=lambda _words: None,
    )
    assert Dist({1: 1, 2: 3}, 4).plot(axes) is axes
    assert calls == [([0, 1], [0.25, 0.75], ["1", "2"])]


def test_mathematics_for_a_notebook() -> None:
    text = Dist({1: 1, 2: 3}, 4)._repr_latex_()
    assert text.startswith(r"$$\begin{array}{lr}")
    assert r"\text{2} & \frac{3}{4} \\" in text

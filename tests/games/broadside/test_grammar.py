"""The order language: any text at all is an order or a fault with a place and a rule, and what is read can be written again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.api import odds
from rulesdemo.games.broadside.grammar import MOST_SIGNS, Fault, Parsed, parse, read_order
from rulesdemo.rules.rule_index import rules_of
from rulesdemo.rules.ruleset import ruleset

RULES = ruleset("broadside")
KNOWN = rules_of("broadside")
signs = st.text(alphabet="0123456789GDAVHFS-gdavhfs ", max_size=12)


def sound(text: str, fault: Fault) -> None:
    assert 1 <= fault.at <= len(text) + 1, (text, fault)
    assert fault.rule in KNOWN
    assert fault.reason.endswith(".")
    assert fault.way_out.endswith(".")


@given(st.one_of(signs, st.text(max_size=60)))
def test_any_text_is_an_order_or_a_fault_with_a_place(text: str) -> None:
    found = read_order(RULES, text)
    if isinstance(found, Fault):
        sound(text, found)
    else:
        assert read_order(RULES, found.text) == read_order(RULES, found.text.lower())
        assert isinstance(parse(found.text), Parsed)


@given(signs)
def test_what_is_read_is_what_the_procedure_calls_legal(text: str) -> None:
    said = text.upper().replace(" ", "")
    if said:
        (cost,) = odds("broadside.order_cost", order=said)
        assert cost.legal == isinstance(read_order(RULES, said), Parsed)


@given(signs)
def test_a_fault_stands_where_the_text_can_no_longer_be_saved_or_before(text: str) -> None:
    """Up to the character before the fault nothing is a stray sign: whatever is wrong there is named at or after it."""
    found = parse(text)
    if isinstance(found, Fault) and found.rule == "T7" and text and found.at <= len(text):
        earlier = parse(text[: found.at - 1]) if found.at > 1 else None
        assert not isinstance(earlier, Fault) or earlier.at >= found.at or earlier.rule != "T7"


@pytest.mark.parametrize(
    ("text", "at", "rule"),
    [
        ("", 1, "T7"),
        ("1" * (MOST_SIGNS + 1), MOST_SIGNS + 1, "T7"),
        ("3X", 2, "T7"),
        ("3A", 2, "T7"),
        ("-3", 1, "T7"),
        ("2VH", 2, "IV.g"),
        ("VH", 3, "IV.g"),
        ("VHG1G", 3, "IV.g"),
        ("VHG", 4, "IV.c"),
        ("1000", 4, "IV.b"),
        ("01", 1, "IV.b"),
        ("G1", 1, "IV.c"),
        ("G1G1", 4, "IV.f"),
        ("2G1D", 4, "IV.f"),
        ("G2G", 2, "IV.f"),
        ("1G", 3, "IV.c"),
        ("1GG", 3, "IV.c"),
        ("1GG1", 3, "IV.c"),
        ("0G1", 1, "IV.c"),
        ("1G0", 3, "IV.c"),
        ("É", 1, "T7"),
        ("٣", 1, "T7"),
    ],
)
def test_where_and_why(text: str, at: int, rule: str) -> None:
    found = read_order(RULES, text)
    assert isinstance(found, Fault)
    assert (found.at, found.rule) == (at, rule)
    sound(text, found)


@pytest.mark.parametrize(
    ("text", "hexes", "turns", "tacks", "sail"),
    [
        ("3", (3,), (), "", False),
        ("1G1", (1, 1), ("G",), "", False),
        ("2D1G1", (2, 1, 1), ("D", "G"), "", False),
        ("2d1d", (2,), (), "D", False),
        ("G1G", (), (), "G", False),
        ("VH2", (2,), (), "", True),
        ("FS1G1D1D", (1, 1), ("G",), "D", True),
    ],
)
def test_parts(text: str, hexes: tuple[int, ...], turns: tuple[str, ...], tacks: str, sail: bool) -> None:
    found = read_order(RULES, text)
    assert isinstance(found, Parsed)
    assert (found.hexes, found.turns, found.tacks, found.sail) == (hexes, turns, tacks, sail)

"""Chances under their names: bars and cells made of them."""

from fractions import Fraction

from widgets.kit.chances import chance_cell, chance_view, plain_view

F = Fraction


def test_a_list_of_bars_has_each_name_with_its_chance_and_fill() -> None:
    view = chance_view((("Yes", F(1, 3), "best"), ("No", F(2, 3), "third")), "Whether")
    assert view.heading == "Whether"
    assert [(row.label, row.short, row.chance, row.fill) for row in view.rows] == [
        ("Yes", "Yes", F(1, 3), "best"),
        ("No", "No", F(2, 3), "third"),
    ]
    assert {row.fill for row in plain_view((("1", F(1, 2)), ("2", F(1, 2)))).rows} == {"best"}


def test_a_cell_is_as_dark_as_its_share_of_the_most() -> None:
    cell = chance_cell("a-b", "Words", F(1, 8))
    assert (cell.value, cell.shown, cell.said, cell.exact, cell.shade) == ("a-b", "12.5", "Words", F(1, 8), 1)
    assert chance_cell("a-b", "Words", F(1, 8), F(1, 8)).shade == 4

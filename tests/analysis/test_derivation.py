"""Why: branches against the odds, trees against hand counts, and every sum that a derivation prints worked out anew."""

import ast
import operator
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesdemo.analysis import branch_tree
from rulesdemo.analysis.branch_tree import collapse
from rulesdemo.analysis.catalogue import Answer, answer, entries, find
from rulesdemo.analysis.derivation import derivation, paths, why
from rulesdemo.analysis.derivation_steps import MOST_STEPS, MOST_TERMS, Step, sum_text
from rulesdemo.errors import InputError, TooManyPaths
from rulesdemo.games.veneti.boarding import boarding
from rulesdemo.games.veneti.fire import Burning, burn_once, burning, is_settled
from rulesdemo.games.veneti.initiative import opposed
from rulesdemo.games.veneti.missiles import missiles
from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import AGAIN, D2, D3, D6, D10, Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.inputs import samples
from rulesdemo.odds.procedure import Procedure, procedure
from rulesdemo.odds.reads import CellRead
from rulesdemo.rules.datafiles import GAMES
from rulesdemo.rules.ruleset import Ruleset, ruleset

RULES = ruleset("veneti")


# -- paths ---------------------------------------------------------------------------------------------------------------


def dist_of(proc: Procedure[..., Any], *args: Any) -> dict[Any, Fraction]:
    """The distribution that the paths add up to, what is thrown again left out."""
    sums: dict[Any, Fraction] = {}
    for path in paths(proc, *args):
        sums[path.result] = sums.get(path.result, Fraction(0)) + Fraction(path.weight, path.denominator)
    assert sum(sums.values()) == 1
    again = sums.pop(AGAIN, Fraction(0))
    return {result: chance / (1 - again) for result, chance in sums.items()}


def next_branch(dice: Dice, kind: int) -> int:
    match kind % 4:
        case 0:
            return dice.roll(D6)  # type: ignore[no-any-return]
        case 1:
            return dice.total(2, D3)
        case 2:
            return dice.gap(D6, D2)
        case _:
            return dice.read(D6, (0, 0, 1, 1, 2, 2))


def random_body(tree: Any) -> Procedure[..., Any]:
    """A procedure that follows a drawn tree: a leaf is its result, a list asks a die and goes on by its value."""

    @procedure
    def body(dice: Dice) -> Any:
        here = tree
        while isinstance(here, list):
            here = here[next_branch(dice, len(here)) % len(here)]
        return AGAIN if here == 0 else here

    return body


@settings(max_examples=40)
@given(st.recursive(st.integers(0, 4), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=5))
def test_paths_and_trees_add_up_to_the_odds(tree: Any) -> None:
    proc = random_body([tree, 1])  # the second leaf ends, so that not every throw is thrown again
    dist = proc.dist()
    assert dist_of(proc) == dict(dist.items())
    grown = why(proc)
    assert grown.again == proc.again()
    found: dict[Any, Fraction] = {}

    def add(node: Any, share: Fraction) -> None:
        if node.ask is None:
            found[node.result] = found.get(node.result, Fraction(0)) + share
        for branch in node.branches:
            add(branch.then, share * Fraction(branch.weight, node.ask.total))

    add(grown.root, Fraction(1))
    found.pop(AGAIN, None)
    assert {result: chance / (1 - grown.again) for result, chance in found.items()} == dict(dist.items())


def test_paths_are_merged_at_each_verb() -> None:
    # 2d6 has eleven totals, not 36 pairs; a tail is told by its outcomes.
    assert [(path.answers, path.weight) for path in paths(boarding, RULES, 4, 1)][:2] == [((2,), 1), ((3,), 2)]
    assert len(paths(boarding, RULES, 4, 1)) == 11

    @procedure
    def hands_on(dice: Dice) -> bool:
        dice.roll(D2)
        return dice.last(opposed, 1)

    assert [path.answers for path in paths(hands_on)] == [(1, False), (1, True), (2, False), (2, True)]
    assert dist_of(hands_on) == dict(opposed.dist(1).items())


def test_pools_and_repeats_are_one_distribution() -> None:
    hits = pool(single_hit, cap=3)
    assert dist_of(hits, 4) == dict(hits.dist(4).items())
    assert {path.answers for path in paths(hits, 4)} == {()}
    turns = repeat(burn_once, is_settled)
    assert dist_of(turns, RULES, Burning("burning"), 3)[Burning("out")] == Fraction(7, 12)


def test_too_many_branches_are_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    @procedure
    def many(dice: Dice) -> int:
        return int(sum(dice.each(4, D10)) % 2)

    assert len(paths(many)) == 10**4
    monkeypatch.setattr(branch_tree, "MOST_PATHS", 9_999)
    with pytest.raises(TooManyPaths, match="many has more than 9,999 branches, too many to tell one by one; ask for its odds instead"):
        paths(many)


# -- trees ---------------------------------------------------------------------------------------------------------------


@procedure
def single_hit(dice: Dice) -> int:
    return int(dice.roll(D6) >= 5)


def test_faces_totals_and_cells_of_each_branch() -> None:
    tree = why(boarding, RULES, 4, 1)
    assert tree.root is not None
    assert tree.root.ask is not None
    assert (tree.root.ask.what, tree.root.ask.noun, tree.root.ask.total) == ("2d6", "total", 36)
    assert [seen.read[:4] for seen in tree.root.reads] == [("boarding", "4", "1", "seed")]
    assert [seen.value for seen in tree.root.reads] == ["4"]
    assert [(branch.answers, branch.weight, branch.then.result.captured) for branch in tree.root.branches] == [
        ((2, 3), 3, False),
        ((4, 5, 6, 7, 8), 23, True),
        ((9, 10, 11, 12), 10, True),
    ]
    rows = {seen.read.row for seen in tree.root.branches[1].then.reads if isinstance(seen.read, CellRead)}
    assert rows == {"4", "5", "6", "7", "8"}


def test_a_column_gives_each_branch_its_own_cells() -> None:
    tree = why(missiles, RULES, 3, 0, True)
    assert tree.root is not None
    assert tree.root.reads == ()
    cells = [[seen.read.row for seen in branch.reads if isinstance(seen.read, CellRead)] for branch in tree.root.branches]
    assert cells == [["1", "2", "3", "4"], ["5"], ["6"]]
    assert [branch.values for branch in tree.root.branches][1:] == [((5, 1),), ((6, 1),)]


def test_faces_are_physical_and_readings_are_answers() -> None:
    @procedure
    def half(dice: Dice) -> int:
        return dice.roll(D3, "half a die")  # type: ignore[no-any-return]

    tree = why(half)
    assert tree.root is not None
    assert [(branch.answers, branch.values) for branch in tree.root.branches] == [
        ((1,), ((1, 1), (2, 1))),
        ((2,), ((3, 1), (4, 1))),
        ((3,), ((5, 1), (6, 1))),
    ]
    assert "throw d3 (half a die)\n    faces 1 and 2, 2 of 6 ways: 1" in str(tree)


def test_a_branch_collapses_only_if_its_whole_subtree_agrees() -> None:
    @procedure
    def sly(dice: Dice) -> str:
        face = dice.roll(D6)
        if face <= 2:
            return "win"
        if face <= 4:
            return "win" if dice.roll(D2) == 1 else "lose"
        return "win" if dice.roll(D2) == 1 else "draw"

    # Filtered first, faces 3 to 6 would all read "then a coin: win" and fall together.
    tree = why(sly, to={"": "win"})
    assert tree.root is not None
    assert [branch.answers for branch in tree.root.branches] == [(1, 2), (3, 4), (5, 6)]
    assert [len(branch.then.branches) for branch in tree.root.branches] == [0, 1, 1]
    assert tree.chance == Fraction(2, 3)
    # Told apart by what they mean, they do fall together.
    meant = collapse(why(sly).body, lambda result: result == "win")
    assert [branch.answers for branch in meant.branches] == [(1, 2), (3, 4, 5, 6)]


def test_impossible_events_have_no_tree_and_unknown_fields_are_named() -> None:
    assert why(boarding, RULES, 4, 1, to={"captured": "perhaps"}).root is None
    with pytest.raises(InputError, match="no outcome field 'taken'"):
        why(boarding, RULES, 4, 1, to={"taken": True})


def test_again_shows_its_share() -> None:
    tree = why(opposed, 0)
    assert tree.again == Fraction(1, 6)
    assert "thrown again 1/6: what is left is divided by 1 - 1/6 = 5/6" in str(tree)


def test_pools_show_one_die_and_repeats_one_step() -> None:
    many = why(pool(single_hit, cap=3), 4)
    assert (many.times, many.how, many.root) == (4, "added, the sum at most 3", None)
    assert many.one is not None
    assert many.one == why(single_hit)
    turns = why(repeat(burn_once, is_settled), RULES, Burning("burning"), 4, to={"state": "out"})
    assert turns.chance == Fraction(5, 8)
    assert turns.one is not None
    assert turns.one.title == "burn once"
    assert "4 steps, one after another, until: Out, or lost with the ship" in str(turns)
    assert "extinguish [8.53" in str(why(burning, RULES, 4))


def test_a_tail_is_handed_on() -> None:
    battle = find("republic.battle")
    text = str(why(battle.procedure, ruleset("republic"), 3, to={"retreat": "defender"}))
    assert "face 4, 1 of 10 ways: as second roll, plus 1" in text
    assert "together 11/20" in text


def test_a_long_tree_is_cut_with_its_length() -> None:
    battle = find("republic.full_battle")
    assert re.search(r"\n\.\.\. and \d+ more lines$", str(why(battle.procedure, ruleset("republic"), "A", "B", 0)))


# -- derivations ---------------------------------------------------------------------------------------------------------

OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def worked_out(text: str) -> Fraction:
    """The value of printed arithmetic, by Fractions: + - * / ^, brackets, C(n, k), and the rest of a long sum."""
    text = re.sub(r"\(\d+ more terms: ([^)]+)\)", r"(\1)", text).replace("^", "**").replace("~ ", "")

    def value(node: ast.AST) -> Fraction:
        match node:
            case ast.Expression(body=body):
                return value(body)
            case ast.Constant(value=number):
                return Fraction(str(number))
            case ast.BinOp(left=ast.Constant() | ast.BinOp() | ast.Call() as left, op=op, right=right):
                exponent = value(right)
                return Fraction(OPERATORS[type(op)](value(left), int(exponent) if isinstance(op, ast.Pow) else exponent))
            case ast.Call(func=ast.Name(id="C"), args=[n, k]):
                return Fraction(comb(int(value(n)), int(value(k))))
        message = f"cannot work out {ast.dump(node)}"
        raise AssertionError(message)

    return value(ast.parse(text, mode="eval"))


def check_sums(step: Step) -> int:
    """Work out every equation that a step prints; give how many there were."""
    done = 0
    printed = re.findall(r": ([\d/*+ ]+(?:\(\d+ more terms: [\d/]+\))?) (=) ([\d/]+)", step.words)
    if " = " in step.sums or " ~ " in step.sums:
        left, sign, right = re.fullmatch(r"(.*?) (=|~(?= [\d.e-]+\.$)) (.*)\.", step.sums).groups()  # type: ignore[union-attr]
        printed.append((left, sign, right))
    for left, sign, right in printed:
        one, other = worked_out(left), worked_out(right)
        assert one == other if sign == "=" and "." not in left else abs(one - other) <= abs(other) / 10**6, (left, right)
        done += 1
    if step.terms:
        assert sum(step.terms) == step.value
    return done


def test_boarding_step_by_step() -> None:
    told = derivation(answer("veneti.boarding", attackers=4, defenders=1), {"captured": True})
    assert str(told).splitlines() == [
        "1. Read boarding, row 4, column 1: 4 (seed; 8.23).",
        "2. Throw 2d6. Totals 4 to 12: 3 + 4 + 5 + 6 + 5 + 4 + 3 + 2 + 1 = 33 of 36 ways. 33/36 = 11/12.",
    ]
    assert told.steps[1].latex == r"P = \frac{3 + 4 + 5 + 6 + 5 + 4 + 3 + 2 + 1}{36} = \frac{33}{36} = \frac{11}{12}"
    assert told.latex().startswith("\\begin{aligned}\n(1) \\quad & \\text{Read boarding, row 4, column 1: 4 (seed; 8.23).}")
    # By hand: of 36 pairs, those of a total of at least 4.
    by_hand = sum(a + b >= 4 for a, b in product(range(1, 7), repeat=2))
    assert told.chance == Fraction(by_hand, 36) == Fraction(11, 12)


def test_a_patched_cell_is_yours_in_the_derivation() -> None:
    rules = ruleset("veneti", patches={("boarding", "4", "1"): "6"})
    told = derivation(answer("veneti.boarding", rules=rules, attackers=4, defenders=1), {"captured": True})
    assert told.steps[0].text == "Read boarding, row 4, column 1: 6 (yours; 8.23)."
    assert told.chance == Fraction(13, 18)


def test_a_switch_is_named_in_the_derivation() -> None:
    rules = ruleset("veneti", switches={"boarding_bands": "modified"})
    told = derivation(answer("veneti.boarding", rules=rules, attackers=4, defenders=1, height=1), {"attacker_loss": 1})
    assert told.steps[0].text.startswith("Read switch boarding_bands: modified (A17); boarding, row 4")


@pytest.mark.parametrize(
    ("name", "inputs", "when", "last"),
    [
        ("veneti.burning", {"rolls": 4}, {"state": "out"}, "1/3 + 1/6 + 1/12 + 1/24 = 5/8."),
        ("veneti.initiative", {"roman": 1, "veneti": 0}, {"winner": "roman"}, "7/12 / (1 - 5/36) = 21/31."),
        ("veneti.missiles", {"marines": 3, "flaming": True}, {"fire": True}, "1/6 * 1/2 = 1/12."),
        ("republic.battle", {"drm": 3}, {"retreat": "defender"}, "1/10 * 1/2 + 5/10 = 11/20."),
        ("republic.elephants", {"count": 3}, {"drm": 2}, "C(3, 2) * (1/5)^2 * (4/5)^1 = 12/125."),
        ("escadres.volley", {"dice": 2, "power": 10, "crew": 8}, {"exploded": True}, "1 - (431/432)^2 = 863/186624."),
        ("escadres.gun", {}, {"power": 1}, "2/6 + 1/6 * 1/216 = 433/1296."),
    ],
)
def test_last_lines(name: str, inputs: dict[str, Any], when: dict[str, Any], last: str) -> None:
    told = derivation(answer(name, **inputs), when)
    assert told.steps[-1].sums == last
    assert told.chance == answer(name, **inputs).dist.p(**when)
    assert sum(check_sums(step) for step in told.steps) >= 1


def every_question(entry_name: str) -> list[tuple[Answer, dict[str, Any]]]:
    """The first sample that the rules allow, each field of its outcome, two values each."""
    entry = find(entry_name)
    for sample in samples(entry.inputs):
        try:
            found = entry.answer(sample)
        except InputError:
            continue
        return [(found, {name: value}) for name in found.dist.fields for value in list(found.dist.marginal(name))[:2]]
    message = f"{entry_name} refuses all its samples"
    raise AssertionError(message)


@pytest.mark.parametrize("game", GAMES)
def test_every_procedure_can_be_derived_and_every_printed_sum_is_right(game: str) -> None:
    sums = 0
    for name in entries(game):
        for asked, when in every_question(name):
            told = derivation(asked, when)
            assert told.chance == asked.dist.p(**when), (name, when)
            assert told.steps[-1].value == told.chance
            assert [step.number for step in told.steps] == list(range(1, len(told.steps) + 1))
            assert len(told.steps) <= MOST_STEPS + 1
            assert told.latex().count("{") == told.latex().count("}")
            sums += sum(check_sums(step) for step in told.steps)
    assert sums > 10


class Mark(NamedTuple):
    mark: int


@procedure
def number(dice: Dice, index: int) -> Mark:
    return Mark(int(dice.roll(D10) < index % 9))


@procedure(rules=("0",))
def chosen(dice: Dice, _rules: Ruleset) -> Mark:
    """A hundred dice rules, nine different chances."""
    first = dice.roll(D10) * 10 + dice.roll(D10)
    return dice.do(number, first)


def test_a_long_derivation_is_folded_and_stays_exact() -> None:
    entry = find("veneti.initiative")
    asked = Answer(type(entry)("a.chosen", "veneti", chosen, ()), {}, RULES, chosen.dist(RULES))
    told = derivation(asked, {"mark": 1})
    assert told.folded > 0
    assert len(told.steps) <= MOST_STEPS + 1
    assert str(told).endswith(f"({told.folded} more parts are folded: their chances are exact, their own steps are not shown.)")
    assert told.chance == Fraction(sum(min(10, n % 9) for n in range(100)), 1000)
    for step in told.steps:
        check_sums(step)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=40))
def test_long_sums_keep_their_value(numbers: list[int]) -> None:
    text = sum_text(map(str, numbers), numbers, str)
    assert worked_out(text) == sum(numbers)
    assert text.count("+") < MOST_TERMS


@given(st.lists(st.fractions(0, 1, max_denominator=9), min_size=2, max_size=4))
def test_the_reader_of_sums_works_out_products(parts: list[Fraction]) -> None:
    assert worked_out(" * ".join(map(str, parts))) == prod(parts)


def test_neither_why_nor_questions_load_sympy() -> None:
    code = (
        "import sys, rulesdemo.analysis.derivation, rulesdemo.analysis.inverse, rulesdemo.analysis.formulas; print('sympy' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"

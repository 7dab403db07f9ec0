"""Chapter 11 without a browser: the words for its throws, what is counted and drawn, and the panel of fates."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.veneti.fire import Burns, Extinguish, extinguish, ignite, spread
from rulesdemo.play.engine import Throw
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.chapter.page import Chapter, chapter
from widgets.games.veneti.guide import GUIDE
from widgets.games.veneti.lessons.fire import FIRE
from widgets.games.veneti.panels.fates import FATES
from widgets.kit.panel import PanelView, State
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene.text_painter import words as spoken

RULES = ruleset("veneti")
SHOT = "fire ship=ursa shares=dervo:3 flaming=yes"


def desk(scenario: str, *orders: tuple[str, str]) -> Desk:
    """A desk after some orders, each with the faces that are thrown for it."""
    made = Desk(GUIDE, scenario)
    for words, faces in orders:
        made.give(read_order(made.engine, words))
        if faces:
            made.use_dice(tuple(map(int, faces.split())))
    return made


def lit() -> Desk:
    """Dervo burns: a 5 and 1 for a ship that cannot move is a D/F, and a 4 catches."""
    return desk("fire_arrows", (SHOT, "5 4"))


def words(text: str) -> str:
    return " ".join(Marked(text).words.split())


# -- dice ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "outcome", "label", "told"),
    [
        (6, Extinguish("out", 0, neighbours_burn=False), "The fire is out", "6. You need 5 or 6 [8.53]. The fire is out."),
        (3, Extinguish("burns", 0, neighbours_burn=False), "She burns on", "3. You need 5 or 6 [8.53]. She burns on."),
        (2, Extinguish("gains", 1, neighbours_burn=True), "The fire gains, 1 M lost", "every ship tied to her burns."),
        (1, Extinguish("lost", 0, neighbours_burn=True), "She burns out", "She burns out and is lost, and every ship tied to her burns."),
    ],
)
def test_a_fight_against_fire_in_words(face: int, outcome: Extinguish, label: str, told: str) -> None:
    throw = Throw(extinguish, (RULES,), outcome)
    assert GUIDE.label(throw) == label
    assert GUIDE.verdict(throw, (face,)).startswith(f"{face}. You need 5 or 6 [8.53]. ")
    assert told in GUIDE.verdict(throw, (face,))
    assert FIRE.throws[Extinguish].order[0] == "The fire is out"


def test_catching_fire_names_its_own_rule_and_faces() -> None:
    by_missile = Throw(ignite, (RULES,), Burns(burns=True))
    by_rope = Throw(spread, (RULES,), Burns(burns=False))
    assert GUIDE.verdict(by_missile, (4,)) == "4. Fire catches on 4, 5 or 6 [8.51]. She catches fire."
    assert GUIDE.verdict(by_rope, (4,)) == "4. Fire catches on 5 or 6 [8.54]. She is spared."
    assert [GUIDE.label(each) for each in (by_missile, by_rope)] == ["She catches fire", "She is spared"]


# -- the board -------------------------------------------------------------------------------------------------------------------------


def test_nothing_is_counted_while_nothing_burns_and_then_who_is_in_danger() -> None:
    assert desk("fire_arrows").outlook("fire") is None
    outlook = lit().outlook("fire")
    assert outlook is not None
    # Dervo burns, Lupa is tied to her, Taran only to Lupa.
    assert [(line.name, line.number) for line in outlook.lines] == [("tied together", 3), ("on fire", 1), ("beside a fire", 1)]
    assert "1 ship rolls" in outlook.words


def drawn(made: Desk) -> str:
    return spoken(GUIDE.scene(made.position, made.look(Look(lesson="fire"))))


def test_flames_reach_one_hex_through_any_side_until_she_has_fired() -> None:
    before = desk("fire_arrows")
    before.select("ursa")
    # Ursa fills 0606 and 0607; her bow hex 0605 is among the eight around her, for flames leave by any side (8.52, 8.41).
    assert "The flaming missiles of Ursa reach 0505, 0506, 0507, 0605, 0608, 0705, 0706, 0707" in drawn(before)
    after = lit()
    assert after.selected == "ursa"
    assert "flaming missiles" not in drawn(after)


def test_each_ship_in_danger_has_her_fate_beside_her() -> None:
    # Two ships: brute force over the engine gives 71/189 and 41/189 (tests/games/veneti/play/test_clusters.py proves the chain).
    told = drawn(desk("burning"))
    assert "In the end Aquila is lost with a chance of 71/189, 37.6 %" in told
    assert "In the end Taran is lost with a chance of 41/189, 21.7 %" in told
    assert "In the end" not in drawn(desk("fire_arrows"))
    assert drawn(lit()).count("In the end") == 3


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def test_a_pair_in_the_end() -> None:
    text = PanelView(FATES).html(desk("burning"))
    told = words(text)
    assert Marked(text).faults == []
    # A neighbour catches fire in the end with chance 4/7 (section 8, answer 18), so 3/7 are spared.
    assert re.search(r"Taran.* spared 3/7 3 7 42.9 %", told)
    assert "On average 26/9" in told


def test_one_turn_at_a_time() -> None:
    panel, made = PanelView(FATES), desk("burning")
    panel.act("turns", "0", made)
    assert re.search(r"Aquila spared 0 .* on fire 1 100.0 %", words(panel.html(made)))
    panel.act("turns", "1", made)
    # One roll: 1 is lost, 2 to 4 burn on, 5 and 6 are out, and nobody else burns yet who could light her again.
    told = words(panel.html(made))
    assert re.search(r"Aquila spared 0 burnt, now out 1/3 1 3 33.3 % on fire 1/2 1 2 50.0 % lost 1/6 1 6 16.7 %", told)
    assert re.search(r"Taran spared 5/9 5 9 55.6 %", told)  # 4/9 caught in one turn


def test_ships_are_lit_in_thought_only() -> None:
    panel, made = PanelView(FATES), desk("fire_arrows")
    assert "Nothing burns. Light a ship" in panel.html(made)
    panel.act("light", "dervo", made)
    told = words(panel.html(made))
    assert "spared 3/7 3 7" in told  # Lupa, tied to Dervo alone as far as the first fire goes
    assert not made.position.ship("dervo").on_fire
    panel.act("light", "dervo", made)
    assert "Nothing burns" in panel.html(made)


def test_a_ship_that_burns_cannot_be_lit_again_and_strange_wishes_are_refused() -> None:
    panel, made = PanelView(FATES), desk("burning")
    assert re.search(r'id="fates-light-aquila"[^>]* aria-disabled="true"', panel.html(made))
    for what, value in (("light", "aquila"), ("light", "nobody"), ("turns", "9"), ("turns", "-1"), ("burn", "taran")):
        with pytest.raises(InputError):
            panel.act(what, value, made)
    assert panel.state(made.rules) == State(turns="end", lit=())


@pytest.mark.parametrize("kept", [None, 3, {}, {"turns": "99", "lit": []}, {"turns": "3", "lit": "dervo"}, {"turns": "3", "lit": [1]}])
def test_what_a_browser_brings_may_be_anything(kept: Any) -> None:
    panel = PanelView(FATES, lit=("dervo",))
    panel.restore(kept)
    assert panel.state(RULES) == State(turns="end", lit=("dervo",))


def test_it_stands_again_as_it_was_kept() -> None:
    panel, other = PanelView(FATES), PanelView(FATES)
    panel.act("turns", "4", desk("burning"))
    panel.act("light", "taran", desk("burning"))
    other.restore(panel.stored_state())
    assert other.state(RULES) == State(turns="4", lit=("taran",))
    old = PanelView(FATES)
    old.restore({"turns": "4", "lit": ["taran"]})  # what 0.5 stored
    assert old.state(RULES) == State(turns="4", lit=("taran",))


def test_no_more_ships_than_can_be_worked_out_while_somebody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("widgets.games.veneti.panels.fates.MOST_TIED", 2)
    made = desk("fire_arrows")
    parts = FATES.components(made.rules, State(turns="end", lit=("dervo",)), made.position)  # not the text, which may be cached
    assert any("too many for an exact answer" in getattr(part, "text", "") for part in parts)


def test_two_fires_in_two_clusters_are_told_side_by_side() -> None:
    text = PanelView(FATES, lit=("dervo", "ursa")).html(desk("fire_arrows"))
    assert Marked(text).faults == []
    # Ursa burns alone: 2/3 saved, 1/3 lost (section 8, answer 17).
    assert re.search(r"Ursa spared 0 burnt, now out 2/3 2 3 66.7 % on fire 0 lost 1/3 1 3 33.3 %", words(text))


# -- the page --------------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def page() -> Chapter:
    return chapter(
        "veneti", "fire_arrows", "burning", name="en/veneti/11_fire", lesson="fire", when={"fire": True}, ship="ursa", chosen=SHOT
    )


def act(page: Chapter, do: str, name: str = "", value: Any = None) -> dict[str, Any]:
    return page.hear([{"do": do, "name": name, "value": value}])


def use(page: Chapter, faces: str) -> None:
    act(page, "type dice")
    act(page, "set", "dice", faces)
    act(page, "use dice")


def test_a_turn_is_stepped_through_and_the_fire_crosses(page: Chapter) -> None:
    use(page, "5 4")
    assert page.desk.position.ship("dervo").on_fire
    act(page, "choose", "end_movement")
    act(page, "choose", "end_movement")
    # The fight is Dervo's, although Ursa is in hand and her leader might take to a boat.
    assert "fight_fire ship=dervo" in [row.key for row in page.desk.choices()]
    act(page, "choose", "fight_fire ship=dervo")
    use(page, "3")
    act(page, "choose", "roll_spread ship=lupa")
    use(page, "2")
    assert page.desk.position.turn.number == 2
    assert page.desk.selected == "ursa"  # the ship of the page is in hand again, not the last that rolled
    for _turn in range(2):
        act(page, "choose", "end_movement")
    act(page, "choose", "fight_fire ship=dervo")
    use(page, "2")  # the fire gains, and Lupa burns: two of three
    assert page.goals == {"fire_arrows"}

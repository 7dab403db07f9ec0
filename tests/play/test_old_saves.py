"""Saves, links and stored pages of released versions open with the present code, and stand where they stood.

tests/saves/README.md says what is what.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.play.engine import legal
from rulesdemo.play.history import History
from rulesdemo.play.order_codec import order_text
from rulesdemo.play.saves import from_code, from_text, read_save, to_code, to_text
from rulesdemo.rules.toc import contents
from tests.support.notebooks import run
from widgets.chapter.page import Chapter
from widgets.sandbox.page import Sandbox
from widgets.web.live import Live

FOLDER = Path(__file__).parents[1] / "saves" / "0.5"
GAMES = ("broadside", "escadres", "republic", "toulon", "veneti")
HELLO: dict[str, Any] = {"do": "hello", "value": "", "page": {}}
# Panels, by chapter and key, whose stored form says the same in other words: they must at least not stand as on a page that nobody used.
OTHER_FORM: frozenset[tuple[str, str]] = frozenset(
    {
        ("broadside/02_weather", "sky"),
        ("broadside/04_orders", "inertia"),
        ("broadside/07_gunnery", "aim"),
        ("broadside/08_criticals", "chains"),
        ("broadside/11_the_duel", "duel"),
        ("toulon/09_the_calendar", "timeline"),
        ("escadres/06_one_die", "one-die"),
        ("escadres/06_one_die", "tree"),
        ("escadres/07_a_volley", "volley"),
        ("escadres/08_raking", "worth"),
        ("escadres/09_fire_aboard", "blaze"),
        ("escadres/10_hulks", "sinking"),
        ("republic/03_the_leaders", "pairs"),
        ("republic/04_adding_up_modifiers", "diagram"),
        ("republic/05_the_battle_table", "ruler"),
        ("republic/05_the_battle_table", "second"),
        ("republic/06_losses", "bill"),
        ("republic/11_ambassadors", "alliance"),
        ("republic/08_after_the_battle", "flags"),
        ("republic/09_storming_a_city", "wall"),
        ("republic/10_gates_from_inside", "gate"),
        ("republic/10_gates_from_inside", "ways"),
        ("veneti/06_wind", "wheel"),
    }
)
# Events that a correction of our rules cites otherwise than the release did, by game, rule and chance; the play is the same.
CITED_NOW = {("toulon", "5b", "1/2"): "5a"}  # a spy in Toulon is a try like any other; what 5b lets happen there takes no die
# What is legal now at the end of a game, and was not, by scenario and steps: an entry called off costs those declared nothing (4.9f).
LEGAL_NOW = {("full_fort", 8): ["declare unit=marseille to=toulon"]}
# Orders that a game has gained, because a correction of our rules asks for something that the release did not: by chapter, the order that
# it follows, and itself, as lines of the save.
GAINED = {  # after the spy somebody may still inspect Toulon, or let it pass (5b)
    "toulon/09_the_calendar": ('{"order": "spy", "zone": "toulon", "faces": [0]}', '{"order": "skip", "faces": []}')
}


def read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


SAVES = read("saves.json")
LINKS = read("links.json")
CHAPTERS = [entry for game in GAMES for entry in read(f"chapters-{game}.json")]


def seen(history: History[Any]) -> dict[str, Any]:
    """A game as tests/saves/README.md describes it."""
    engine, events = history.engine, [event for deed in history.done for event in deed.outcome.events]
    return {
        "game": engine.game,
        "scenario": history.scenario,
        "steps": len(history.done),
        "events": [[event.rule, str(event.throw.chance) if event.throw else None] for event in events],
        "turn": engine.turn(history.position),
        "result": None if history.result is None else str(history.result.winner),
        "legal": [order_text(order) for order in legal(engine, history.position)],
    }


def then_seen(entry: dict[str, Any], *other: str) -> dict[str, Any]:
    """What the release saw, without the `other` fields of the entry, and cited as it is now."""
    events = [[CITED_NOW.get((entry["game"], rule, chance), rule) if chance else rule, chance] for rule, chance in entry["events"]]
    legal_now = [*LEGAL_NOW.get((entry["scenario"], entry["steps"]), ()), *entry["legal"]]
    return {**{key: value for key, value in entry.items() if key not in other}, "events": events, "legal": legal_now}


def leaves(stored: Any) -> list[str]:
    """Every value of a stored state, in any order; the version, the names of fields and None are left out, and a switch is a 0 or a 1."""
    if stored is None:
        return []
    if isinstance(stored, dict):
        return sorted(leaf for name, inner in stored.items() if name != "v" for leaf in leaves(inner))
    if isinstance(stored, list):
        return sorted(leaf for inner in stored for leaf in leaves(inner))
    return [str(int(stored)) if isinstance(stored, bool) else str(stored)]


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No page listens."""
    monkeypatch.setattr(Live, "send", lambda *_args, **_more: None)


def test_every_game_and_every_chapter_is_there() -> None:
    assert {name.partition("-")[0] for name in SAVES} == set(GAMES)
    assert [f"en/{entry['chapter']}" for entry in CHAPTERS] == [
        chapter.path for game in GAMES for chapter in contents().of(game) if chapter.is_there
    ]
    assert {link["sandbox"] for link in LINKS if "sandbox" in link} == set(GAMES)
    assert {file.name for file in FOLDER.iterdir()} == {
        "links.json",
        "saves.json",
        *SAVES,
        *(f"{kind}-{game}.json" for kind in ("chapters", "sandbox") for game in GAMES),
    }


@pytest.mark.parametrize("name", SAVES)
def test_a_saved_game_is_played_again(name: str) -> None:
    history = read_save(FOLDER / name)
    assert seen(history) == then_seen(SAVES[name], "made by")
    assert to_text(history) == (FOLDER / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("link", LINKS, ids=lambda link: f"{link['game']}-{link['scenario']}-{link['steps']}")
def test_a_link_opens(link: dict[str, Any]) -> None:
    history = from_code(link["fragment"].removeprefix("s="))
    assert seen(history) == then_seen(link, "fragment", "chapter", "sandbox")
    assert from_code(to_code(history)) == history


@pytest.mark.parametrize("entry", CHAPTERS, ids=lambda entry: entry["chapter"])
def test_a_chapter_comes_back_as_it_was(entry: dict[str, Any]) -> None:
    page = next(each for each in run(entry["chapter"]) if isinstance(each, Chapter))
    untouched = {key: extra.stored_state() for key, extra in page.extras.items()}
    page.hear([{**HELLO, "value": json.dumps(entry["stored"])}])
    assert page.trouble == ""
    now = json.loads(page.hear([])["keep"])
    then = {**entry["stored"], **entry["restored"]}
    # Where it was the enemy's turn, he has played on by himself since; what there was comes first, order by order.
    game = then_seen(entry["game"])
    if entry["chapter"] in GAINED:
        before, gained = GAINED[entry["chapter"]]
        then["save"] = then["save"].replace(f"{before},", f"{before},\n  {gained},")
        game["steps"] += 1
    assert now["asks"] == then["asks"]
    assert set(now["goals"]) >= set(then["goals"])
    steps, before = json.loads(now["save"])["steps"], json.loads(then["save"])["steps"]
    assert steps[: len(before)] == before
    if len(steps) > len(before):
        assert page.desk.opponent is not None
        return
    assert (now["save"], now["ship"], now["goals"]) == (then["save"], then["ship"], then["goals"])
    assert seen(from_text(now["save"])) == game
    for key, state in then.get("extras", {}).items():
        if (entry["chapter"], key) not in OTHER_FORM:
            assert leaves(now["extras"][key]) == leaves(state), key
        elif state != entry["first"][key]:
            assert now["extras"][key] != untouched[key], key


@pytest.mark.parametrize("link", [link for link in LINKS if "chapter" in link], ids=lambda link: link["chapter"])
def test_a_link_to_a_chapter_opens_its_page(link: dict[str, Any]) -> None:
    page = next(each for each in run(link["chapter"]) if isinstance(each, Chapter))
    page.hear([{**HELLO, "page": {"fragment": f"#{link['fragment']}"}}])
    assert page.trouble == ""
    done = len(page.desk.history.done)
    assert done == link["steps"] or (page.desk.opponent is not None and done > link["steps"])


@pytest.mark.parametrize("game", GAMES)
def test_a_sandbox_comes_back_as_it_was(game: str) -> None:
    entry = read(f"sandbox-{game}.json")
    page = next(each for each in run(f"{game}/sandbox") if isinstance(each, Sandbox))
    page.hear([{**HELLO, "value": json.dumps(entry["stored"])}])
    assert page.trouble == ""
    assert seen(page.battle.desk.history) == then_seen(entry["game"])
    assert page.battle.seats.items() <= entry["stored"]["seats"].items()
    assert (page.battle.pace, page.battle.picked, page.battle.former) == tuple(
        entry["stored"][name] for name in ("pace", "battle", "former")
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_link_to_a_sandbox_opens_its_page(game: str) -> None:
    (link,) = [link for link in LINKS if link.get("sandbox") == game]
    page = next(each for each in run(f"{game}/sandbox") if isinstance(each, Sandbox))
    page.hear([{**HELLO, "page": {"fragment": f"#{link['fragment']}"}}])
    assert page.trouble == ""
    assert seen(page.battle.desk.history) == then_seen(link, "fragment", "sandbox")

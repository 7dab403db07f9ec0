"""Pictures of the parts of a chapter page in all their states, for looking at: `python -m tests.support.parts_gallery --out FOLDER`."""

import argparse
import random
from fractions import Fraction
from pathlib import Path

from markupsafe import Markup

from rulesdemo.analysis.catalogue import answer, find
from rulesdemo.play.engine import Refusal
from rulesdemo.play.log import Line
from rulesdemo.rules.datafiles import folder
from rulesdemo.rules.ruleset import ruleset
from rulesdemo.serve.styles import modules_of, sheets_of
from tests.support.browser import a_browser
from widgets.chapter.challenge import Challenge
from widgets.chapter.expected_answer import Chance, Choice, Option, Whole
from widgets.chapter.rule_card import RuleCard
from widgets.kit.bars import PATTERNS
from widgets.kit.odds_rows import views
from widgets.kit.table_view import TableView
from widgets.kit.totals_chart import totals
from widgets.play.dice_tray import Count, DiceTray
from widgets.play.log_view import GameBar, LogView
from widgets.play.luck import LuckMeter, Rolled
from widgets.play.many_rolls import ManyRolls
from widgets.play.odds_view import OddsView
from widgets.play.order_rows import OrderRow, OrderRows
from widgets.play.rulings_panel import RulingsPanel
from widgets.play.why_view import WhyView

GAME = "veneti"
INPUTS = {"attackers": 4, "defenders": 1, "height": -1}
LEVEL = {"attackers": 4, "defenders": 1}
NAMES = ("Captured, no loss", "Captured, you lose 1 M", "Repelled, both lose 1 M", "Repelled, you lose 1 M")
NOT_GRAPPLED = Refusal("She is not grappled to the target.", "8.21", "End a move alongside and grapple first.")
ROWS = (
    OrderRow("both", "Board with both galleys", "4 marines against 1", "8.22", "chosen"),
    OrderRow("aquila", "Board with Aquila alone", "2 marines against 1", "8.23", odds_hint="Captures with 7/12"),
    OrderRow("hold", "Hold back", "Nothing happens this turn", "6.17"),
    OrderRow("corvus", "Board with Corvus", "", "8.21", "refused", NOT_GRAPPLED),
)


def label(outcome: object) -> str:
    captured, lost, cost = outcome  # type: ignore[misc]
    return NAMES[(0 if not lost else 1) if captured else (2 if cost else 3)]


def orders() -> dict[str, Markup]:
    ships = ("Aquila", "Fides", "Corvus")
    many = [OrderRow(f"{ship}{n}", f"Order {n} for {ship}", "1 point of 6", "5.1", group=ship) for ship in ships for n in range(5)]
    many[12] = OrderRow("late", "A late refusal", "", "8.21", "refused", NOT_GRAPPLED, group="Corvus")
    done = (OrderRow("a", "Grapple Darioritum", "Held by two ropes", "8.12", "done"), *ROWS[1:3])
    return {
        "orders": OrderRows(GAME, ROWS).html(),
        "orders, many": OrderRows(GAME, tuple(many), key="many").html(),
        "orders, done": OrderRows(GAME, done, key="done").html(),
        "orders, none": OrderRows(GAME, (), key="none").html(),
    }


def trays() -> dict[str, Markup]:
    sentence = "7 − 1 [8.24] = 6. You need 4. She is yours."
    found = {}
    for name in ("empty", "rolled", "typed, wrong", "many", "over", "waiting"):
        tray = DiceTray(GAME, need=2, key=f"tray-{name[:4]}")
        if name != "empty":
            tray.show((3, 4), sentence)
            tray.count = Count(12, 10, Fraction(5, 6), "capture", "captures")
        if name == "typed, wrong":
            tray.show((3, 4), sentence, typed=True)
            tray.write("3 9")
            tray.take()
        if name in ("many", "over"):
            asked = answer("veneti.boarding", **INPUTS)
            tray.rolls = ManyRolls.of(asked.entry.procedure, (asked.rules, 4, 1, -1), views(asked), seed=7)
            while tray.rolls.done < (400 if name == "many" else 1000):
                tray.rolls.go_on(0.001)
        if name == "waiting":
            tray.wait("Veneti")
        found[f"tray, {name}"] = tray.html()
    return found


def odds() -> dict[str, Markup]:
    asked = answer("veneti.boarding", **INPUTS)
    shown = OddsView.of(asked, label, NAMES, key="o1")
    rolls = ManyRolls.of(asked.entry.procedure, (asked.rules, 4, 1, -1), shown.views, seed=7)
    rolls.go_on(1)
    found_totals = totals(asked, shown.views[0])
    assert found_totals is not None
    number = answer("veneti.sprint_cost", crew=2, cruise=4, used=6)
    long = answer("veneti.boarding_within", attackers=6, defenders=6, tries=12)
    wind = answer("veneti.missiles", marines=4, drm=1, flaming=True)
    wind_totals = totals(wind, views(wind)[0])
    first = answer("veneti.initiative", roman=3, veneti=1)
    first_totals = totals(first, views(first)[0])
    assert wind_totals is not None
    assert first_totals is not None
    return {
        "odds": shown.html() + found_totals.with_roll((3, 4)).html(),
        "odds, rolled": OddsView.of(
            asked, label, NAMES, key="o2", rolls=rolls, outcome=find("veneti.boarding").replay(INPUTS, (3, 4)).value
        ).html(),
        "odds, a number": OddsView.of(number, key="o3").html(),
        "odds, at least": OddsView.of(number, key="o4").turn("o4:", "least").html(),
        "odds, long": OddsView.of(long, key="o5").html(),
        "odds, none": OddsView(GAME, state="none", rule="5.2", key="o6").html(),
        "odds, too many": OddsView(GAME, state="too many", key="o7").html(),
        "odds, hidden": shown.hide().html(),
        "odds, six fills": OddsView.of(wind, key="o8").html() + wind_totals.with_roll((3, 4)).html(),
        "totals, thrown again": first_totals.with_roll((2, 4)).html(),
    }


def tables() -> dict[str, Markup]:
    asked = answer("veneti.boarding", **INPUTS)
    patched = ruleset(GAME, patches={("boarding", "3", "2"): "7"})
    yours = TableView(
        patched.table("boarding"), printed=ruleset(GAME).table("boarding"), editable=True, warned=frozenset({("3", "3")}), key="edit"
    )
    battle = TableView(ruleset("republic").table("percent_losses"), lit=(("20", ""),), key="wide")
    moves = TableView(ruleset(GAME).table("moves"), key="moves")
    return {
        "table": TableView.of(
            asked, "boarding", title="The boarding table", axes="Marines boarding (down) against marines aboard (across)"
        ).html(),
        "table, yours": yours.html(),
        "table, wide": battle.html(),
        "table, moves": moves.html(),
    }


def words() -> dict[str, Markup]:
    asked = answer("veneti.boarding", **INPUTS)
    before = ("Aquila 2 and Fides 2 board together: row 4. [8.22]", "Darioritum has 1 marine: column 1. [8.23]")
    free = Chance("veneti.boarding", LEVEL, {"captured": True, "attacker_loss": 0})
    tasks = {}
    for name, text in (("open", ""), ("wrong", "5/18"), ("unreadable", "a lot"), ("right", "23/36"), ("shown", "")):
        task = Challenge(
            name,
            GAME,
            "Both decks are level now, 4 marines against 1. What is the chance that you capture her and lose nobody?",
            free,
            hint="Count the totals from 4 up, then leave out those of 8.28. [8.28]",
            explanation="You need 4 or more, and 9 to 12 costs a marine, so only 4 to 8 is free. [8.28]",
        )
        task.write(text)
        if text:
            task.check()
        if name == "wrong":
            task.give_hint()
        if name == "shown":
            task.show()
        tasks[f"challenge, {name}"] = task.html()
    options = (Option("true", "Yes"), Option("false", "No", "A prize has no crew to sprint with."))
    choice = Challenge(
        "choice", GAME, "May a tired galley row at Maximum? [6.44]", Choice(options, "veneti.maximum_allowed", {"fatigue": 1}, "allowed")
    )
    choice.write("true")
    choice.check()
    whole = Challenge(
        "whole", GAME, "What does a turn on the spot cost?", Whole("veneti.move_cost", {"move": "pivot", "speed": "cruise"}, "pm")
    )
    whole.write("1")
    whole.check()
    lines = (
        Line(0, 1, "Turn 1 begins. The wind blows to NE at strength 3.", "6.81"),
        Line(1, 1, "Aquila goes ahead to 2219.", "6.32"),
        Line(2, 1, "Aquila grapples Darioritum.", "8.12", (5,), Fraction(1, 2)),
        Line(3, 2, "Aquila and Fides take Darioritum.", "8.23", (3, 4), Fraction(5, 9), 1),
    )
    rng = random.Random(4)
    rolls = [
        Rolled(side, chance, rng.random() < chance) for side in ("roman", "veneti") for chance in [Fraction(n, 6) for n in range(1, 6)] * 5
    ]
    return {
        "why": WhyView.of(asked, {"captured": True}, before, is_open=True).html(),
        "why, nested": WhyView.of(answer("veneti.initiative", roman=3, veneti=1), {"winner": "roman"}, is_open=True, key="why2").html(),
        **tasks,
        "challenge, choice": choice.html(),
        "challenge, whole": whole.html(),
        "log": LogView(GAME, lines).html() + GameBar(can_undo=True, has_begun=True).html(),
        "log, empty": LogView(GAME, key="log0").html(),
        "rule card": RuleCard.of(GAME, "8.23").html(),
        "luck": LuckMeter.of(rolls, {"roman": "Rome", "veneti": "Veneti"}).html(),
        "luck, few": LuckMeter.of(rolls[:4], {"roman": "Rome", "veneti": "Veneti"}, key="luck2").html(),
        "rulings": RulingsPanel.of(
            ruleset(GAME, {"boarding_bands": "modified"}), ("8.23", "8.24", "8.28"), ("boarding",), is_open=True
        ).html(),
    }


CHAPTER = Markup(
    '<div style="display:block;max-width:1280px;margin:0 auto;padding:24px 40px"><div class="book" style="display:grid;'
    'grid-template-columns:600px 266px 274px;gap:0 32px;align-items:start;justify-content:space-between"><div><div style="height:408px;'
    'background:#E4EFF2;border:1px solid #1B2A33;margin-bottom:14px"></div>{tray}</div>{orders}<div>{odds}</div>'
    '</div><div class="book" style="display:grid;grid-template-columns:minmax(0,600px) minmax(0,568px);gap:32px;margin-top:32px">'
    "<div>{table}</div>"
    "<div>{why}{rulings}{challenge}</div></div></div>"
)
STATE = Markup('<div style="min-width:0"><p style="color:#8E1D63;font-size:13px;margin:0 0 6px">{}</p><div class="book">{}</div></div>')
STATES = Markup(
    '<div style="display:grid;grid-template-columns:repeat({columns},minmax(0,1fr));gap:40px 32px;max-width:1280px;margin:0 auto;'
    'padding:24px;align-items:start">{parts}</div>'
)


def page(inside: Markup, kind: str = "") -> str:
    """A whole page with our styles."""
    source = f"{Path(__file__).read_text(encoding='utf-8')}\nfrom widgets.chapter import page"
    sheets = [*sheets_of(modules_of(source)), folder("book") / "template" / "static" / "page.css"]
    links = "".join(f'<link rel="stylesheet" href="{sheet.as_uri()}">' for sheet in sheets)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Parts</title>{links}'
    body = (
        f'<body class="{kind}"><main style="display:block;max-width:none;padding:0"><h1 hidden>Parts</h1>{PATTERNS}{inside}</main></body>'
    )
    return f'<!doctype html><html lang="en"><head>{head}</head>{body}</html>'


def pages() -> dict[str, tuple[str, int]]:
    """Every page by name, with the width to look at it."""
    parts = {**orders(), **trays(), **odds(), **tables(), **words()}
    chapter = CHAPTER.format(
        **{name: parts[name] for name in ("orders", "odds", "table", "why", "rulings")},
        tray=parts["tray, rolled"],
        challenge=parts["challenge, right"],
    )
    states = Markup("").join(STATE.format(*each) for each in parts.items())
    few = [name for name in parts if (name.startswith(("odds", "orders")) and "," not in name) or name == "tray, rolled"]
    shown = Markup("").join(STATE.format(name, parts[name]) for name in few)
    return {
        "chapter": (page(chapter), 1280),
        "states": (page(STATES.format(columns=2, parts=states)), 1280),
        "phone": (page(STATES.format(columns=1, parts=states).replace("padding:24px", "padding:16px")), 390),
        "projector": (page(STATES.format(columns=2, parts=shown), "projector"), 1280),
    }


def main() -> None:
    """Write the pages and their pictures."""
    reading = argparse.ArgumentParser()
    reading.add_argument("--out", type=Path, required=True)
    out: Path = reading.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    with a_browser() as browser:
        for name, (text, width) in pages().items():
            path = out / f"{name}.html"
            path.write_text(text, encoding="utf-8")
            sheet = browser.new_page(viewport={"width": width, "height": 800})
            sheet.goto(path.as_uri())
            sheet.wait_for_timeout(300)
            sheet.screenshot(path=str(out / f"{name}.png"), full_page=True)


if __name__ == "__main__":
    main()

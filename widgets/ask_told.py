"""The parts of the form that tell: odds, rolls, what they rest on, our rulings, and the same question elsewhere."""

from __future__ import annotations

import json
import shlex
from html import escape
from typing import Final

from rulesdemo.catalogue import Answer
from rulesdemo.datafiles import game_file
from rulesdemo.dice import Step
from rulesdemo.ledger import CellRead, SwitchRead
from rulesdemo.refs import Ruling, rulings_of, switches_of
from rulesdemo.report import plain
from rulesdemo.tables import Table
from widgets import bars
from widgets.ask import Ask
from widgets.fields import written
from widgets.laws import outcome_words
from widgets.marks import chips, die, mark
from widgets.words import _, plural, signed, spaced, titled

MOST_DICE: Final = 24
MOST_CELLS: Final = 6
MOST_STEPS: Final = 40


# -- odds --------------------------------------------------------------------------------------------------------------------


def odds(ask: Ask) -> str:
    """The exact odds as bars, with their mark."""
    head = f"<h3>{escape(_('What can happen'))}</h3>"
    if ask.answer is None:
        return f'{head}<p class="note">{escape(titled(ask.question.trouble) or _("Fill in the form to see the odds."))}</p>'
    stale = ""
    if ask.is_stale:
        last = ", ".join(f"{spaced(name)} {_shown(value)}" for name, value in ask.answer.inputs.items())
        why = f"{titled(ask.question.trouble)} " if ask.question.trouble else ""
        stale = f'<p class="note">{escape(why)}{escape(_("These are still the odds for {question}.").format(question=last or _("the last question")))}</p>'
    tally = ask.tally
    shown = "".join(
        bars.bars(
            view,
            f"odds-{place}",
            bars.Tallied(tally.counts[place], tally.done) if tally else None,
            ask.throw.rows[place] if ask.throw else None,
        )
        for place, view in enumerate(ask.views)
    )
    many = f'<p class="quiet">{escape(_many(ask.answer))}</p>' if len(ask.views) > 1 else ""
    return f'<div class="head">{head}{mark(ask.answer.provenance, label=True)}</div>{stale}<div class="law{" stale" if ask.is_stale else ""}">{shown}</div>{many}'


def _many(answer: Answer) -> str:
    if answer.dist.folded:
        return _("Each field by itself: together they have too many outcomes for a page. The command line below can list them.")
    return _("Each field by itself: together they have {count} outcomes. The command line below lists them.").format(count=len(answer.dist))


def said(ask: Ask) -> str:
    """The state of the form in a sentence, for a reader who does not see it."""
    if ask.wrong:
        return " ".join(titled(sentence) + "." for sentence in ask.wrong.values())
    if ask.question.trouble:
        return titled(ask.question.trouble)
    return bars.said(ask.views) if ask.answer else ""


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return signed(value) if isinstance(value, int) else spaced(written(value))


# -- rolls -------------------------------------------------------------------------------------------------------------------


def buttons(ask: Ask) -> str:
    """Roll once, or a thousand times."""
    if ask.answer is None:
        return ""
    if ask.is_certain:
        return f'<p class="quiet">{escape(_("There is only one outcome, so there is nothing to roll for."))}</p>'
    return (
        f'<button type="button" class="first" id="roll" data-do="roll">{escape(_("Roll"))}</button>'
        f'<button type="button" id="roll-many" data-do="roll many">{escape(_("Roll 1000 times"))}</button>'
    )


def rolled(ask: Ask) -> str:
    """The last roll, and the tally with its progress."""
    return _thrown(ask) + _tallied(ask)


def _thrown(ask: Ask) -> str:
    throw, answer = ask.throw, ask.answer
    if throw is None or answer is None:
        return ""
    faces = throw.played.faces
    pips = "d10" not in game_file(ask.game, "game")["dice"]
    dice = "".join(die(face, pips=pips) for face in faces[:MOST_DICE])
    more = (
        f'<span class="quiet">{escape(_("and {count} more").format(count=len(faces) - MOST_DICE))}</span>' if len(faces) > MOST_DICE else ""
    )
    kinds = answer.entry.fields
    values = [plain(value, kinds.get(name)) for name, value in zip(kinds, throw.played.value, strict=True)]
    if throw.chance is not None:
        chance = _("This had a chance of {chance}.").format(chance=bars.spoken(throw.chance))
    else:
        each = "; ".join(f"{row.label}, {bars.spoken(row.chance)}" for row in throw.rows)
        chance = _("The chance of each part by itself: {list}.").format(list=each)
    faces_said = _("Faces {faces}.").format(faces=" ".join(map(str, faces))) if faces else _("No dice were thrown.")
    story = _story(throw.played.story)
    how = (
        f'<details class="fold" id="how-it-went"><summary>{escape(_("How it went"))}</summary><ol class="story">{story}</ol></details>'
        if story
        else ""
    )
    return (
        f'<div class="throw"><span class="dice">{dice}{more}</span><div><p class="verdict">{escape(outcome_words(tuple(kinds), values))}</p>'
        f'<p class="quiet">{escape(faces_said)} {escape(chance)} {escape(_("Seed {seed}.").format(seed=throw.seed))}</p></div></div>{how}'
    )


def _story(steps: tuple[Step, ...], depth: int = 0) -> str:
    lines = ""
    for step in steps[:MOST_STEPS]:
        faces = f" [{' '.join(map(str, step.faces))}]" if step.faces and not step.steps else ""
        value = step.value
        if hasattr(value, "_fields"):
            told = outcome_words(value._fields, [plain(part) for part in value])
        else:
            told = _shown(plain(value)) if not isinstance(plain(value), list) else str(plain(value))
        inside = f"<ol>{_story(step.steps, depth + 1)}</ol>" if step.steps else ""
        lines += f"<li>{escape(titled(spaced(step.what)))}{escape(faces)}: {escape(told)}{inside}</li>"
    if len(steps) > MOST_STEPS:
        lines += f"<li>{escape(_('and {count} more').format(count=len(steps) - MOST_STEPS))}</li>"
    return lines


def _tallied(ask: Ask) -> str:
    tally = ask.tally
    if tally is None:
        return ""
    if not tally.is_over:
        label = _("Rolled {done} of {times}").format(done=tally.done, times=tally.times)
        return f'<p class="progress"><label>{escape(label)} <progress max="{tally.times}" value="{tally.done}"></progress></label></p>'
    line = _("Rolled {times} times, seed {seed}. The magenta tick on each bar is how often it came up; the bar is the exact chance.")
    return f'<p class="quiet">{escape(line.format(times=tally.times, seed=tally.seed))}</p>'


# -- what it rests on --------------------------------------------------------------------------------------------------------


def rests(ask: Ask) -> str:
    """Tables and switches behind the answer, each with its mark, rules and source."""
    head = f"<h3>{escape(_('What it rests on'))}</h3>"
    answer = ask.answer
    if answer is None:
        return head
    groups: dict[tuple[str, str], list[CellRead]] = {}
    lines = ""
    for read in answer.rests_on:
        if isinstance(read, CellRead):
            groups.setdefault((read.table, read.provenance), []).append(read)
        else:
            lines += _switch_line(ask.game, read)
    for (name, provenance), cells in groups.items():
        lines += _table_line(answer, answer.rules.table(name), provenance, cells)
    if not lines:
        lines = f"<li>{mark('seed')}<div>{escape(_('Only numbers that are printed in the source.'))}</div></li>"
    return f'{head}<ul class="rests">{lines}</ul>'


def _table_line(answer: Answer, table: Table, provenance: str, cells: list[CellRead]) -> str:
    info = table.info
    places = [_("{place} reads {text}").format(place=_place(table, cell), text=_cell_text(table, cell)) for cell in cells]
    shown = "; ".join(places[:MOST_CELLS])
    if len(places) > MOST_CELLS:
        shown = _("{count} cells, such as {places}").format(count=len(places), places="; ".join(places[: MOST_CELLS // 2]))
    key = f"rests-{table.name}-{provenance}"
    why = f'<details class="fold" id="{escape(key)}"><summary>{escape(_("Where from"))}</summary><p>{escape(info.source)} {escape(info.note)}</p></details>'
    return (
        f"<li>{mark(provenance)}<div><strong>{escape(info.title_en)}:</strong> {escape(shown)}"
        f'<div class="row">{chips(answer.entry.game, info.rules, key)}{why}</div></div></li>'
    )


def _place(table: Table, cell: CellRead) -> str:
    row = f"{spaced(table.rows.name)} {spaced(cell.row)}"
    return row if len(table.columns.labels) == 1 else f"{row}, {spaced(table.columns.name)} {spaced(cell.column)}"


def _cell_text(table: Table, cell: CellRead) -> str:
    row, column = table.rows.labels.index(cell.row), table.columns.labels.index(cell.column)
    return table.cells[row][column].text or _("blank")


def _switch_line(game: str, read: SwitchRead) -> str:
    switch = switches_of(game)[read.switch]
    text = dict(switch.choices)[read.value]
    return f"<li>{mark(read.provenance)}<div>{escape(_('You chose another reading ({ruling}):').format(ruling=read.ruling))} {escape(text)}</div></li>"


# -- our rulings -------------------------------------------------------------------------------------------------------------


def rulings(ask: Ask) -> str:
    """Every switch of the game; those on the rules of this question first."""
    found = [ruling for ruling in rulings_of(ask.game).values() if ruling.switch is not None]
    if not found:
        return ""
    near = [ruling for ruling in found if set(ruling.rules) & set(ask.entry.rules)]
    far = [ruling for ruling in found if ruling not in near]
    changed = len(ask.switches)
    count = plural("{count} choice", "{count} choices", len(found)).format(count=len(found))
    state = "" if not changed else ", " + plural("{count} changed by you", "{count} changed by you", changed).format(count=changed)
    back = f'<button type="button" id="forget" data-do="forget switches">{escape(_("Set all back"))}</button>' if changed else ""
    far_head = f'<p class="quiet">{escape(_("On other rules of this game:"))}</p>' if near and far else ""
    return (
        f'<details class="fold big" id="rulings"><summary>{escape(_("What did we rule"))} <span class="quiet">{escape(count + state)}</span></summary>'
        f"<p>{escape(_('Where the source can be read in more than one way, we chose. Choose otherwise, and the odds follow.'))}</p>{back}"
        f'<div class="rulings">{"".join(_ruling(ask, each) for each in near)}</div>{far_head}'
        f'<div class="rulings">{"".join(_ruling(ask, each) for each in far)}</div></details>'
    )


def _ruling(ask: Ask, ruling: Ruling) -> str:
    switch = ruling.switch
    if switch is None:
        return ""
    chosen = ask.switches.get(switch.name, switch.default)
    options = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(text)}</option>' for value, text in switch.choices
    )
    key = f"switch-{escape(switch.name)}"
    yours = mark("yours") if chosen != switch.default else mark(ruling.provenance)
    return (
        f'<div class="field ruling"><label for="{key}">{yours} <span class="ruling-id">{escape(ruling.id)}</span> {escape(ruling.question)}</label>'
        f'<select id="{key}" data-set="switch:{escape(switch.name)}">{options}</select></div>'
    )


# -- elsewhere ---------------------------------------------------------------------------------------------------------------


def command(answer: Answer) -> str:
    """The same question for the command line."""
    inputs = [shlex.quote(f"{name}={written(value)}") for name, value in answer.inputs.items()]
    chosen = [f"--set {shlex.quote(f'{name}={value}')}" for name, value in answer.rules.switches]
    return " ".join(["rulesdemo odds", answer.entry.name, *inputs, *chosen])


def code(answer: Answer) -> str:
    """The same question in Python."""
    inputs = [f"{name}={_quoted(value)}" for name, value in answer.inputs.items()]
    name = _quoted(answer.entry.name)
    if not answer.rules.switches:
        return f"from rulesdemo import odds\nprint(odds({', '.join([name, *inputs])}))"
    chosen = ", ".join(f"{_quoted(switch)}: {_quoted(value)}" for switch, value in answer.rules.switches)
    rules = f"rules=ruleset({_quoted(answer.entry.game)}, {{{chosen}}})"
    return f"from rulesdemo import odds, ruleset\nprint(odds({', '.join([name, *inputs, rules])}))"


def _quoted(value: object) -> str:
    """A value as Python source, texts in double quotes."""
    return json.dumps(value) if isinstance(value, str) else repr(value)


def elsewhere(ask: Ask) -> str:
    """Both, ready to copy."""
    if ask.answer is None:
        return ""
    blocks = (("command", _("On the command line"), command(ask.answer)), ("code", _("In Python"), code(ask.answer)))
    inside = "".join(
        f'<div class="copy"><span class="copy-head"><span>{escape(title)}</span>'
        f'<button type="button" data-copy="{key}" aria-label="{escape(_("Copy"))}: {escape(title)}">{escape(_("Copy"))}</button></span>'
        f'<pre id="{key}" tabindex="0" aria-label="{escape(title)}">{escape(text)}</pre></div>'
        for key, title, text in blocks
    )
    return f"<h3>{escape(_('The same question elsewhere'))}</h3>{inside}"

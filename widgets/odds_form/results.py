"""Draws the results in the form: odds, rolls, what they rest on, our rulings, and the same question elsewhere."""

from __future__ import annotations

import json
import shlex
from typing import Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import Answer
from rulesdemo.errors import RulesError
from rulesdemo.odds.dice import Step
from rulesdemo.odds.format import plain
from rulesdemo.odds.reads import CellRead, SwitchRead
from rulesdemo.rules.rule_index import Ruling, rulings_of, switches_of
from rulesdemo.rules.tables import Table
from rulesdemo.words import _, listing, local_signs, ngettext
from widgets.kit import bars
from widgets.kit.fields import options, value_text
from widgets.kit.input_phrases import input_phrase
from widgets.kit.odds_rows import View, outcome_words, views
from widgets.odds_form.form import Ask
from widgets.play import ruling_diff
from widgets.web.badges import chips, die, has_pips, joined, mark
from widgets.web.phrases import signed, spaced, titled

MOST_DICE: Final = 24
MOST_CELLS: Final = 6
MOST_STEPS: Final = 40

_NOTE: Final = Markup('<p class="note">{}</p>')
_QUIET: Final = Markup('<p class="quiet">{}</p>')
_TITLE: Final = Markup("<h3>{}</h3>")
_FOLD: Final = Markup('<details class="fold" id="{key}"><summary>{title}</summary>{inside}</details>')
_BUTTON: Final = Markup('<button type="button" class="{kind}" id="{key}" data-do="{do}">{words}</button>')
_THROW: Final = Markup(
    '<div class="throw"><span class="dice">{dice}</span><div><p class="verdict">{verdict}</p><p class="quiet">{told}</p></div></div>{story}'
)
_PROGRESS: Final = Markup('<p class="progress"><label>{words} <progress max="{most}" value="{done}"></progress></label></p>')
_TABLE: Final = Markup('<li>{mark}<div><strong>{title}</strong> {places}<div class="row">{chips}{source}</div></div></li>')
_RULINGS: Final = Markup(
    '<details class="fold big" id="ask-rulings"><summary>{title} <span class="quiet">{count}</span></summary><p>{words}</p>{back}'
    '<div class="rulings">{near}</div>{between}<div class="rulings">{far}</div></details>'
)
_RULING: Final = Markup(
    '<div class="field ruling"><label for="switch-{name}">{mark} <span class="ruling-id">{number}</span> {question}</label>'
    '<select id="switch-{name}" data-set="switch:{name}">{choices}</select></div>'
)
_COPY: Final = Markup(
    '<div class="copy"><span class="copy-head"><span>{title}</span>'
    '<button type="button" data-copy="{key}" data-copied="{copied}" data-press="{press}" aria-label="{told}">{copy}</button>'
    '</span><pre id="{key}" tabindex="0" role="group" aria-label="{title}">{text}</pre></div>'
)


# -- odds --------------------------------------------------------------------------------------------------------------------


def odds(ask: Ask) -> Markup:
    """Draw the exact odds as bars, with their mark."""
    title = _TITLE.format(_("What can happen"))
    if ask.answer is None:
        return title + _NOTE.format(titled(ask.question.trouble) or _("Fill in the form to see the odds."))
    tally, throw, ours = ask.tally, ask.throw, _ours(ask.answer)
    text = joined(
        bars.bars(
            view,
            f"ask-odds-{place}",
            bars.Tallied(tally.counts[place], tally.done) if tally else None,
            throw.rows[place] if throw else None,
            ruling_diff.was(view, ruling_diff.before(view, ours)),
        )
        for place, view in enumerate(ask.views)
    )
    return Markup('<div class="head">{}{}</div>{}<div class="law{}">{}</div>{}').format(
        title,
        mark(ask.answer.provenance, label=True),
        _NOTE.format(_stale(ask, ask.answer)) if ask.is_stale else "",
        " stale" if ask.is_stale else "",
        text,
        _QUIET.format(_many(ask.answer)) if len(ask.views) > 1 else "",
    )


def _ours(answer: Answer) -> tuple[View, ...]:
    """Return the same question under our reading, where the reader has another; nothing where that has no answer."""
    if not answer.rules.switches:
        return ()
    try:
        return views(answer.entry.answer(answer.inputs))
    except RulesError:
        return ()


def _stale(ask: Ask, answer: Answer) -> str:
    phrases = [input_phrase(each.name, value) for each in answer.entry.inputs if (value := answer.inputs[each.name]) != each.default]
    last = listing(phrases) if phrases else _("of the last question")
    trouble = titled(ask.question.trouble)
    if trouble and trouble[-1] not in ".?":
        trouble += "."
    return f"{trouble} {_('These are still the odds {question}.').format(question=last)}".strip()


def _many(answer: Answer) -> str:
    if answer.dist.folded:
        return _("Each field by itself: together they have too many outcomes for a page. The command line below can list them.")
    return _("Each field by itself: together they have {count} outcomes. The command line below lists them.").format(count=len(answer.dist))


def status_text(ask: Ask) -> str:
    """Return the state of the form in a sentence, for a reader who does not see it."""
    if ask.wrong:
        return " ".join(f"{titled(sentence)}." for sentence in ask.wrong.values())
    if ask.question.trouble:
        return titled(ask.question.trouble)
    return bars.odds_sentence(ask.views) if ask.answer else ""


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return signed(value) if isinstance(value, int) else spaced(value_text(value))


# -- rolls -------------------------------------------------------------------------------------------------------------------


def buttons(ask: Ask) -> Markup:
    """Roll once, or a thousand times."""
    if ask.answer is None:
        return Markup("")
    if ask.is_certain:
        return _QUIET.format(_("There is only one outcome, so there is nothing to roll for."))
    once = _BUTTON.format(kind="first", key="roll", do="roll", words=_("Roll"))
    return once + _BUTTON.format(kind="second", key="roll-many", do="roll many", words=_("Roll 1000 times"))


def rolls(ask: Ask) -> Markup:
    """Draw the last roll, and the tally with its progress."""
    return _throw_html(ask) + _tally_html(ask)


def _throw_html(ask: Ask) -> Markup:
    throw, answer = ask.throw, ask.answer
    if throw is None or answer is None:
        return Markup("")
    faces, kinds = throw.played.faces, answer.entry.fields
    dice = joined(die(face, pips=has_pips(ask.game)) for face in faces[:MOST_DICE])
    if len(faces) > MOST_DICE:
        dice += Markup('<span class="quiet">{}</span>').format(_("and {count} more").format(count=len(faces) - MOST_DICE))
    if throw.chance is not None:
        chance = _("This had a chance of {chance}.").format(chance=bars.spoken(throw.chance))
    else:
        chance = _("The exact chance of each part stands at its bar.")
    thrown = _("Faces {faces}.").format(faces=" ".join(map(str, faces))) if faces else _("No dice were thrown.")
    story = Markup('<ol class="story">{}</ol>').format(_story(throw.played.story))
    return _THROW.format(
        dice=dice,
        verdict=outcome_words(tuple(kinds), [plain(value, kinds[name]) for name, value in zip(kinds, throw.played.value, strict=True)]),
        told=f"{thrown} {chance} {_('Seed {seed}.').format(seed=throw.seed)}",
        story=_FOLD.format(key="how-it-went", title=_("How it went"), inside=story) if throw.played.story else "",
    )


def _colon(name: str, words: str) -> str:
    return _("{name}: {words}").format(name=name, words=words)


def _story(steps: tuple[Step, ...]) -> Markup:
    lines = []
    for step in steps[:MOST_STEPS]:
        faces = f" [{' '.join(map(str, step.faces))}]" if step.faces and not step.steps else ""
        inside = Markup("<ol>{}</ol>").format(_story(step.steps)) if step.steps else ""
        lines.append(Markup("<li>{}{}</li>").format(_colon(f"{titled(spaced(step.what))}{faces}", _step_value(step.value)), inside))
    if len(steps) > MOST_STEPS:
        lines.append(Markup("<li>{}</li>").format(_("and {count} more").format(count=len(steps) - MOST_STEPS)))
    return joined(lines)


def _step_value(value: object) -> str:
    names = getattr(value, "_fields", None)
    if names is not None and isinstance(value, tuple):
        return outcome_words(names, [plain(part) for part in value])
    return _value_text(plain(value))


def _tally_html(ask: Ask) -> Markup:
    tally = ask.tally
    if tally is None:
        return Markup("")
    if not tally.is_over:
        words = _("Rolled {done} of {times}").format(done=tally.done, times=tally.times)
        return _PROGRESS.format(words=words, most=tally.times, done=tally.done)
    line = _("Rolled {times} times, seed {seed}. The magenta tick on each bar is how often it came up; the bar is the exact chance.")
    return _QUIET.format(line.format(times=tally.times, seed=tally.seed))


# -- what it rests on --------------------------------------------------------------------------------------------------------


def rests(ask: Ask) -> Markup:
    """Draw tables and switches behind the answer, each with its mark, rules and source."""
    title = _TITLE.format(_("What it rests on"))
    answer = ask.answer
    if answer is None:
        return title
    tables: dict[tuple[str, str], list[CellRead]] = {}
    lines = []
    for read in answer.rests_on:
        if isinstance(read, CellRead):
            tables.setdefault((read.table, read.provenance), []).append(read)
        elif isinstance(read, SwitchRead):
            lines.append(_switch_line(ask.game, read))
        else:
            words = _("You gave {name} as {value}: the source has no number for it.").format(name=spaced(read.input), value=read.value)
            lines.append(Markup("<li>{}<div>{}</div></li>").format(mark(read.provenance), words))
    lines += [_table_line(answer, answer.rules.table(name), provenance, cells) for (name, provenance), cells in tables.items()]
    if not lines:
        lines = [Markup("<li>{}<div>{}</div></li>").format(mark("seed"), _("Only numbers that are printed in the source."))]
    return Markup('{}<ul class="rests">{}</ul>').format(title, joined(lines))


def _table_line(answer: Answer, table: Table, provenance: str, cells: list[CellRead]) -> Markup:
    info = table.info
    places = [_("{place} reads {text}").format(place=_place(table, cell), text=_cell_text(table, cell)) for cell in cells]
    text = local_signs("; ".join(places[:MOST_CELLS]))
    if len(places) > MOST_CELLS:
        text = _("{count} cells, such as {places}").format(count=len(places), places=local_signs("; ".join(places[: MOST_CELLS // 2])))
    key = f"rests-{table.name}-{provenance}"
    source = Markup("<p>{} {}</p>").format(info.source, info.note)
    return _TABLE.format(
        mark=mark(provenance),
        title=_colon(info.title, "").rstrip(" "),
        places=text,
        chips=chips(answer.entry.game, info.rules, key),
        source=_FOLD.format(key=key, title=_("Where from"), inside=source),
    )


def _place(table: Table, cell: CellRead) -> str:
    row = f"{spaced(table.rows.name)} {spaced(cell.row)}"
    return row if len(table.columns.labels) == 1 else f"{row}, {spaced(table.columns.name)} {spaced(cell.column)}"


def _cell_text(table: Table, cell: CellRead) -> str:
    row, column = table.rows.labels.index(cell.row), table.columns.labels.index(cell.column)
    return _(table.cells[row][column].text) or _("blank")


def _switch_line(game: str, read: SwitchRead) -> Markup:
    switch = switches_of(game)[read.switch]
    text = dict(switch.choices)[read.value]
    words = _("Our reading ({ruling}):") if read.value == switch.default else _("You chose another reading ({ruling}):")
    words = words.format(ruling=read.ruling)
    return Markup("<li>{}<div>{} {}</div></li>").format(mark(read.provenance), words, text)


# -- our rulings -------------------------------------------------------------------------------------------------------------


def rulings(ask: Ask) -> Markup:
    """Draw every switch of the game; those on the rules of this question first."""
    found = [ruling for ruling in rulings_of(ask.game).values() if ruling.switch is not None]
    if not found:
        return Markup("")
    near = [ruling for ruling in found if set(ruling.rules) & set(ask.entry.rules)]
    far = [ruling for ruling in found if ruling not in near]
    changed = len(ask.switches)
    count = ngettext("{count} choice", "{count} choices", len(found)).format(count=len(found))
    if changed:
        count += ", " + _("{count} changed by you").format(count=changed)
    return _RULINGS.format(
        title=_("What did we rule"),
        count=count,
        words=_("Where the source can be read in more than one way, we chose. Choose otherwise, and the odds follow."),
        back=_BUTTON.format(kind="second", key="forget", do="forget switches", words=_("Set all back")) if changed else "",
        near=joined(_ruling(ask, each) for each in near),
        between=_QUIET.format(_("On other rules of this game:")) if near and far else "",
        far=joined(_ruling(ask, each) for each in far),
    )


def _ruling(ask: Ask, ruling: Ruling) -> Markup:
    switch = ruling.switch
    if switch is None:
        return Markup("")
    chosen = ask.switches.get(switch.name, switch.default)
    return _RULING.format(
        name=switch.name,
        mark=mark("yours" if chosen != switch.default else ruling.provenance),
        number=ruling.id,
        question=ruling.question,
        choices=options(dict(switch.choices), chosen),
    )


# -- elsewhere ---------------------------------------------------------------------------------------------------------------


def command(answer: Answer) -> str:
    """Return the same question for the command line."""
    inputs = [shlex.quote(f"{name}={value_text(value)}") for name, value in answer.inputs.items()]
    chosen = [f"--set {shlex.quote(f'{name}={value}')}" for name, value in answer.rules.switches]
    return " ".join(["rulesdemo odds", answer.entry.name, *inputs, *chosen])


def code(answer: Answer) -> str:
    """Return the same question in Python."""
    inputs = [f"{name}={_quoted(value)}" for name, value in answer.inputs.items()]
    name = _quoted(answer.entry.name)
    if not answer.rules.switches:
        return f"from rulesdemo import odds\nprint(odds({', '.join([name, *inputs])}))"
    chosen = ", ".join(local_signs(f"{_quoted(switch)}: {_quoted(value)}") for switch, value in answer.rules.switches)
    rules = f"rules=ruleset({_quoted(answer.entry.game)}, {{{chosen}}})"
    return f"from rulesdemo import odds\nfrom rulesdemo.rules.ruleset import ruleset\nprint(odds({', '.join([name, *inputs, rules])}))"


def _quoted(value: object) -> str:
    """Return a value as Python source, texts in double quotes."""
    return json.dumps(value) if isinstance(value, str) else repr(value)


def elsewhere(ask: Ask) -> Markup:
    """Draw both, ready to copy."""
    if ask.answer is None:
        return Markup("")
    blocks = (("command", _("On the command line"), command(ask.answer)), ("code", _("In Python"), code(ask.answer)))
    words = {"copy": _("Copy"), "copied": _("Copied"), "press": _("Press Ctrl+C")}
    inside = joined(
        _COPY.format(key=key, title=title, told=_colon(words["copy"], title), text=text, **words) for key, title, text in blocks
    )
    return _TITLE.format(_("The same question elsewhere")) + inside

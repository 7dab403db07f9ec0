"""Pieces of a sandbox's page as text: the track, the rows around orders, the record's slider, a ship's sheet, new games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from rulesdemo.odds.format import digits
from rulesdemo.words import _, ngettext
from widgets.kit.bars import rounded
from widgets.sandbox.guide import Actor, Band, Fact, Sheet, Stake
from widgets.web.badges import joined
from widgets.web.phrases import MOST_DIGITS, titled
from widgets.web.rule_links import cited

if TYPE_CHECKING:
    from widgets.sandbox.viewpoint import Question

SIDES: Final = ("one", "two")
LONGEST_ROW: Final = 12  # pips that a line of a sheet has room for

_STATE: Final = Markup(
    '{track}<div class="acting"><p class="who {side}" id="who">{sample}{who}</p>'
    '<ul class="bands" aria-label="{bands_label}">{bands}</ul></div>'
)
_SAMPLE: Final = Markup('<span class="sample {}" aria-hidden="true"></span>')
_BAND: Final = Markup('<li class="band {side} is-{state}">{name}<span class="sr">, {words}</span></li>')
_BUTTON: Final = Markup('<button type="button" class="{kind}" id="{key}" data-do="{do}" data-name="{name}"{more}>{words}</button>')
_PANEL: Final = Markup('<section class="orders" aria-labelledby="orders-title"><h3 id="orders-title">{title}</h3>{inside}</section>')
_ASK: Final = Markup('<div class="question" role="alert"><p>{words}</p><div class="row">{buttons}</div></div>')
_REPLAY: Final = Markup(
    '<div class="replay" role="group" aria-label="{label}">{first}{before}'
    '<input class="slider" type="range" min="0" max="{most}" value="{most}" step="1" id="look-back" data-set="replay" '
    'aria-label="{slider}"{off}>'
    "{after}{last}{play}</div>"
)
_PLAY: Final = Markup(
    '<button type="button" class="replay-play" id="look-back-play" data-do="look back" data-name="{name}"{off}>{words}</button>'
)
_SHEET: Final = Markup(
    '<section class="ship-sheet" aria-labelledby="sheet-title"><h3 id="sheet-title">{name}</h3><p class="quiet">{line}</p>'
    "{facts}{notes}</section>"
)
_FACT: Final = Markup('<div class="fact"><span>{label}</span><span class="pips" aria-hidden="true">{pips}</span><b>{words}</b></div>')
_SETUP: Final = Markup(
    '<details class="fold" id="setup"><summary>{title}</summary><div class="fields">{fields}</div>'
    '<div class="row">{buttons}</div></details>'
)
_SELECT: Final = Markup(
    '<div class="field"><label for="{key}">{label}</label><select id="{key}" data-set="{name}">{options}</select></div>'
)
_OPTION: Final = Markup('<option value="{value}"{chosen}>{words}</option>')
_CHOSEN: Final = Markup(" selected")
_OFF: Final = Markup(" disabled")
_FOCUS: Final = Markup(" data-focus")


def button(do: str, words: str, kind: str = "", name: str = "", more: Markup | str = "") -> Markup:
    """Draw a button that does something."""
    return _BUTTON.format(kind=kind, key=f"do-{do.replace(' ', '-')}{f'-{name}' if name else ''}", do=do, name=name, words=words, more=more)


def seat_words(seat: str) -> str:
    """Return who sits there, in words."""
    known = {"you": _("you"), "captain": _("the captain"), "random": _("chance, who gives any legal order")}
    return known.get(seat, seat)


def state(track: Markup, who: str, side: int, bands: Iterable[tuple[Band, int]]) -> Markup:
    """Draw the track of the turn, whose decision is due, and who has acted."""
    words = {"ready": _("still to act"), "acting": _("acting now"), "done": _("has acted")}
    return _STATE.format(
        track=track,
        side=SIDES[side] if side >= 0 else "",
        sample=_SAMPLE.format(SIDES[side]) if side >= 0 else "",
        who=who,
        bands_label=_("Who acts in this turn"),
        bands=joined(_BAND.format(side=SIDES[team], state=band.state, name=band.name, words=words[band.state]) for band, team in bands),
    )


def question(pending: Question | None) -> Markup:
    """Draw a question to be settled first."""
    if pending is None:
        return Markup("")
    return _ASK.format(words=pending.words, buttons=_answers(pending))


# -- orders ----------------------------------------------------------------------------------------------------------------------------


def actors(ships: Iterable[Actor], selected: str) -> Markup:
    """Draw the ships that act together, to be taken in hand."""
    signs = {"done": "✓ ", "acting": "▸ ", "ready": ""}
    chips = joined(
        Markup(
            '<button type="button" class="actor is-{}" data-do="select" data-name="{}" aria-pressed="{}">{}{} <span>{}</span></button>'
        ).format(each.state, each.ship, "true" if each.ship == selected else "false", signs[each.state], each.name, each.line)
        for each in ships
    )
    return Markup('<div class="actors" role="group" aria-label="{}">{}</div>').format(_("Ships"), chips) if chips else Markup("")


def nothing_yet(title: str, ask: str, held: Markup) -> Markup:
    """Say whom to take in hand, where nothing can be ordered before."""
    return _PANEL.format(title=title, inside=Markup('<p class="order-next">{}</p>{}').format(ask, held))


def hint(stake: Stake) -> str:
    """Return what is hoped for, with its exact chance where that is short enough to be read.

    >>> from fractions import Fraction
    >>> hint(Stake("captured", Fraction(11, 12))), hint(Stake("captured", Fraction(1, 6**9)))
    ('11/12 captured, 91.7 %', 'captured, < 0.1 %')
    """
    if digits(stake.chance.denominator) <= MOST_DIGITS:
        return f"{stake.chance} {stake.words}, {rounded(stake.chance)}"
    return f"{stake.words}, {rounded(stake.chance)}"


def chosen_order(tray: Markup, *, has_others: bool, run: int = 0) -> Markup:
    """Draw dice below the chosen order, a button for all throws of a long run, and a way back where there are other orders."""
    back = button("drop", _("Another order"), "second") if has_others else ""
    every = button("roll on", _("Roll all {n}").format(n=run), "second") if run > 1 else ""
    return Markup('<div class="chosen-tray">{}{}{}</div>').format(tray, every, back)


def all_orders() -> Markup:
    """Draw a way back from the rows that a press has picked out."""
    return Markup('<div class="row">{}</div>').format(button("drop", _("All orders"), "second"))


def looking_back(step: int, last: int, turn: int) -> Markup:
    """Show what a reader sees who looks back."""
    words = _("After order {step} of {last}, in turn {turn}.").format(step=step, last=last, turn=turn)
    inside = Markup('<p class="order-next">{}</p><div class="row">{}{}</div>').format(
        words, button("back", _("Back to the game"), "first"), button("play on", _("Play on from here"), "second")
    )
    return _PANEL.format(title=_("Looking back"), inside=inside)


def bot_at_work(side: str, seat: str, *, is_stopped: bool, has_reader: bool) -> Markup:
    """Draw a bot's turn. The text stays the same from order to order, so that a press on a button is never lost."""
    title = _("{side}: {seat}").format(side=side, seat=seat_words(seat))
    jump = _("Jump to my next decision") if has_reader else _("Jump to the end")
    buttons = button("go on", _("Go on"), "first") if is_stopped else button("stop", _("Stop"), "first")
    words = _("Stopped. Nothing happens until you say so.") if is_stopped else _("Each order is shown on the board and in the log.")
    inside = Markup('<p class="order-next">{}</p><div class="row">{}{}</div>').format(words, buttons, button("jump", jump, "second"))
    return _PANEL.format(title=title, inside=inside)


def before_battle(side: str, seat: str) -> Markup:
    """Say that a bot moves first, once the reader begins."""
    words = _("They move first, and wait until you begin.")
    inside = Markup('<p class="order-next">{}</p><div class="row">{}</div>').format(
        words, button("start", _("Begin"), "first", name="here")
    )
    return _PANEL.format(title=_("{side}: {seat}").format(side=side, seat=seat_words(seat)), inside=inside)


def asked_first(pending: Question) -> Markup:
    """Draw a question about an order, in the place of the rows; the safe answer has the focus."""
    inside = Markup('<p class="order-next">{}</p><div class="row">{}</div>').format(
        _("What you leave now stays where it is."), _answers(pending)
    )
    return _PANEL.format(title=pending.words, inside=inside)


def _answers(pending: Question) -> Markup:
    return joined(
        button(do, words, "first" if not place else "second", more=_FOCUS if not place else "")
        for place, (do, words) in enumerate(pending.buttons)
    )


def ships_taken(score: Iterable[tuple[str, int]]) -> Markup:
    """Draw the score of two sides in ships."""
    return joined(
        Markup("<li>{} <b>{}</b></li>").format(
            _("{side} took or destroyed").format(side=side), ngettext("{n} ship", "{n} ships", n).format(n=n)
        )
        for side, n in score
    )


def result(game: str, winner: str, why: str, rule: str, points: Markup) -> Markup:
    """Show how the battle ended."""
    reason = cited(game, f"{titled(why)}. [{rule}]", "result")
    inside = Markup('<div class="order-next">{}</div><ul class="score">{}</ul><div class="row">{}{}</div>').format(
        reason,
        points,
        Markup('<a class="button first" href="#story" data-focus>{}</a>').format(_("Read the story")),
        button("new game", _("New game"), "second"),
    )
    return _PANEL.format(title=winner, inside=inside)


# -- the record ------------------------------------------------------------------------------------------------------------------------


def bar(*, can_undo: bool, can_redo: bool, can_roll_again: bool) -> Markup:
    """Undo, redo and the rest; what cannot be done now is there and asleep."""
    buttons = (
        ("do", "undo", "↶ " + _("Undo"), can_undo),
        ("do", "redo", _("Redo"), can_redo),
        ("do", "roll again", _("Roll again"), can_roll_again),
        ("do", "save", _("Save"), True),
        ("open", "game", _("Open"), True),
        ("do", "copy link", _("Copy link"), True),
        ("do", "new game", _("New game"), True),
    )
    made = joined(
        Markup('<button type="button" id="bar-{}" data-{}="{}"{}>{}</button>').format(
            what.replace(" ", "-"), kind, what, "" if is_on else _OFF, words
        )
        for kind, what, words, is_on in buttons
    )
    return Markup('<div class="game-bar" role="group" aria-label="{}">{}</div>').format(_("This game"), made)


def replay(most: int, *, plays: bool = False) -> Markup:
    """Draw the slider over the record. Where it stands is sent apart, so that it is not written anew under the reader's finger."""
    off = "" if most else _OFF

    def step(name: str, sign: str, words: str) -> Markup:
        return Markup('<button type="button" data-do="look back" data-name="{}" aria-label="{}"{}>{}</button>').format(
            name, words, off, sign
        )

    return _REPLAY.format(
        label=_("Look back at the game"),
        most=most,
        slider=_("Orders of the game, {n} so far").format(n=most),
        off=off,
        first=step("first", "|◂", _("To the beginning")),
        before=step("before", "◂", _("One order back")),
        after=step("after", "▸", _("One order on")),
        last=step("last", "▸|", _("To the game as it stands")),
        play=_PLAY.format(name="stop" if plays else "play", words=_("Stop") if plays else _("Play it through"), off=off),
    )


def log_button(*, is_whole: bool) -> Markup:
    """Draw a switch between the newest lines and all of them."""
    return Markup('<div class="row">{}</div>').format(
        button("whole log", _("Newest lines only") if is_whole else _("The whole log"), "second")
    )


# -- ships and new games -----------------------------------------------------------------------------------------------------------------


def sheet(found: Sheet) -> Markup:
    """Draw a ship: what she has left of what, and how she is."""
    notes = joined(Markup("<li>{}</li>").format(note) for note in found.notes)
    return _SHEET.format(
        name=found.name,
        line=found.line,
        facts=joined(_fact(fact) for fact in found.facts),
        notes=Markup('<ul class="notes">{}</ul>').format(notes) if notes else "",
    )


def _fact(fact: Fact) -> Markup:
    if not fact.of:
        return _FACT.format(label=fact.label, pips="", words=fact.words)
    pips = joined(
        Markup('<i class="{}"></i>').format("" if place < fact.value else "lost")
        for place in range(min(LONGEST_ROW, max(fact.of, fact.value)))
    )
    words = str(fact.value) if fact.value == fact.of else _("{n} of {of}").format(n=fact.value, of=fact.of)
    return _FACT.format(label=fact.label, pips=pips, words=words)


def setup(
    *,
    battles: list[tuple[str, str]],
    picked: str,
    seats: list[tuple[str, str, str]],
    bots: list[str],
    pace: str,
    has_former: bool,
    teams: tuple[str, ...] = (),
    more: Markup | str = "",
) -> Markup:
    """Show who plays, how fast bots show their orders, and which battle comes next; with many seats, all of a team's at once."""
    players = [("you", titled(_("you"))), *((bot, titled(seat_words(bot))) for bot in reversed(bots))]
    paces = [("step", _("One by one")), ("quick", _("Quickly")), ("jump", _("At once, to my next decision"))]
    fields = [_select(f"seat-{side}", f"seat:{side}", name, players, seat) for side, name, seat in seats]
    fields += [
        _select("pace", "pace", _("The computer's orders come"), paces, pace),
        _select("battle", "battle", _("Next battle"), battles, picked),
    ]
    buttons = button("new game", _("New game"), "first", name="setup")
    buttons += button("former", _("Back to the game before"), "second") if has_former else Markup("")
    if teams:
        buttons += button("seat all", _("All of us sit here"), "second", name="all")
        buttons += joined(
            button("seat all", _("{side} are mine").format(side=name), "second", name=str(team)) for team, name in enumerate(teams)
        )
    return _SETUP.format(title=_("Players and battles"), fields=joined(fields), buttons=buttons) + more


def _select(key: str, name: str, label: str, options: list[tuple[str, str]], value: str) -> Markup:
    made = joined(_OPTION.format(value=each, words=words, chosen=_CHOSEN if each == value else "") for each, words in options)
    return _SELECT.format(key=key, name=name, label=label, options=made)


def tools(*, has_arcs: bool) -> Markup:
    """Show what the board may show besides."""
    more = Markup(' aria-pressed="{}"').format("true" if has_arcs else "false")
    return button("arcs", _("Fire arcs"), more=more)

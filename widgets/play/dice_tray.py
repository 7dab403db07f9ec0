"""The dice tray: what fell, what it means, how to throw, and how to type the faces of real dice.

A throw carries an order out. Practice throws stand apart below it, with dice of their own, and change nothing; a whole tray may be for
practice, where its dice belong to no order. The tray knows no rules: the desk gives it faces and a sentence, and asks it for the faces
that a reader typed.

>>> tray = DiceTray("veneti", need=2)
>>> tray.write("3 4")
>>> tray.take()
(3, 4)
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.odds.dice import D10
from rulesdemo.odds.format import hundredths
from rulesdemo.words import N_, _
from widgets.play.many_rolls import ManyRolls
from widgets.web.badges import die, has_pips, joined
from widgets.web.rule_links import cited, count_text

State = Literal["empty", "rolled", "typed", "waiting"]

MOST_DICE: Final = 24
MOST_FACES: Final = 60
LONGEST: Final = 200
_FACES: Final = re.compile(r"[0-9]+")
_OTHER: Final = re.compile(r"[^0-9\s,;+/-]")
_MINUS: Final = re.compile(r"(?:^|[\s,;])-\s*[0-9]")

_TRAY: Final = Markup(
    '<div class="dice-tray is-{state}"><div class="tray-row"><span class="dice{fresh}" role="img" aria-label="{said}">{dice}</span>'
    '<div class="tray-words">{words}</div><div class="tray-buttons">{buttons}</div></div>{field}{practice}</div>'
)
_PRACTICE: Final = Markup(
    '<div class="tray-practice" role="group" aria-labelledby="{key}-practice"><div class="tray-quiet" id="{key}-practice">{title}</div>'
    '{fall}<div class="tray-more">{buttons}</div>{rolls}</div>'
)
_FALL: Final = Markup(
    '<div class="tray-row"><span class="dice{fresh}" role="img" aria-label="{said}">{dice}</span>'
    '<div class="tray-words">{words}</div></div>'
)
_BUTTON: Final = Markup('<button type="button" class="{kind}" id="{key}-{name}" data-do="{do}"{extra}>{words}</button>')
_CHIT: Final = Markup('<span class="drawn-chit">{}</span>')
_CHITS: Final = Markup('<div class="tray-chits" role="group" aria-label="{label}">{chits}</div>')
_FIELD: Final = Markup(
    '<div class="tray-type">{chits}<label for="{key}-faces">{label}</label><div class="type-row">'
    '<input class="text" type="text" inputmode="{mode}" id="{key}-faces" data-set="dice" data-enter="use dice" value="{value}" '
    'placeholder="{example}" aria-describedby="{key}-wrong"{invalid} autocomplete="off" maxlength="80">{use}</div>'
    '<span class="wrong" id="{key}-wrong" role="alert">{wrong}</span></div>'
)


class Calls(NamedTuple):
    """What the tray calls its things."""

    none: str
    said: str
    ready: str
    own: str
    roll: str
    type: str
    use: str
    title: str
    practise: str
    many: str


DICE: Final = Calls(
    none=N_("No dice yet."),
    said=N_("Dice: {faces}."),
    ready=N_("Roll when you are ready, or type the dice that you threw on the table."),
    own=N_("Your own dice."),
    roll=N_("Roll"),
    type=N_("Type dice"),
    use=N_("Use these"),
    title=N_("Practice throws change nothing:"),
    practise=N_("Throw for practice"),
    many=N_("Roll 1000 times"),
)
CHITS: Final = Calls(
    none=N_("No chit yet."),
    said=N_("Chit: {faces}."),
    ready=N_("Draw when you are ready, or name the chit that you drew on the table."),
    own=N_("Your own draw."),
    roll=N_("Draw"),
    type=N_("Name a chit"),
    use=N_("Use this"),
    title=N_("Practice draws change nothing:"),
    practise=N_("Draw for practice"),
    many=N_("Draw 1000 times"),
)


@dataclass(frozen=True, slots=True)
class Count:
    """How often the good thing came in some rolls, beside the exact chance it had each time."""

    rolls: int
    hits: int
    chance: Fraction | None = None
    one: str = ""
    many: str = ""

    def __str__(self) -> str:
        """Return the count in a sentence.

        >>> print(Count(12, 10, Fraction(5, 6), "capture", "captures"))
        10 captures in 12 rolls. 10.0 expected.
        """
        said = _("{hits} in {rolls}.").format(
            hits=count_text(self.hits, self.one, self.many) if self.one else count_text(self.hits, "success", "successes"),
            rolls=count_text(self.rolls, "roll", "rolls"),
        )
        if self.chance is None:
            return said
        expected = hundredths(self.chance * self.rolls / 100)  # to a tenth, from the exact value
        return said + " " + _("{expected} expected.").format(expected=expected)


@dataclass(slots=True)
class DiceTray:
    """The state of the tray; `show`, `write`, `take` and the like are what desk and reader do to it."""

    game: str
    need: int | None = None  # dice to throw, where that is known before
    low: int = 1
    high: int = 6
    pips: bool = True
    names: tuple[str, ...] = ()  # what the faces are called, from 1 on, where they are chits in a bag
    key: str = "tray"
    state: State = "empty"
    faces: tuple[int, ...] = ()
    sentence: str = ""
    waiting_for: str = ""
    tried: tuple[int, ...] = ()  # the dice of the last practice throw, and what they mean
    tried_words: str = ""
    count: Count | None = None
    is_practice: bool = False  # whether these dice belong to no order, so that all throws are for practice
    can_order: bool = True  # whether an order waits for its dice
    can_repeat: bool = True  # whether a thousand rolls may be tried out
    takes_focus: bool = False  # whether Roll takes the focus when the part around it is written anew
    is_typing: bool = False
    text: str = ""
    wrong: str = ""
    rolls: ManyRolls | None = None
    beside: Markup = Markup("")  # one more button, of the desk's own  # noqa: RUF009 - a text
    is_fresh: bool = field(default=False, compare=False)

    @classmethod
    def of_game(cls, game: str, **more: Any) -> DiceTray:  # noqa: ANN401 - fields of the tray
        """Return a tray for the dice that a game throws: pips from 1 on, or numbers from 0 on where it has ten sides.

        >>> DiceTray.of_game("republic").low, DiceTray.of_game("veneti").low
        (0, 1)
        """
        return cls(game, **more) if has_pips(game) else cls(game, low=min(D10.faces), high=max(D10.faces), pips=False, **more)

    # -- what happens to it ----------------------------------------------------------------------------------------------------------

    def show(self, faces: tuple[int, ...], sentence: str, *, typed: bool = False) -> None:
        """Show dice that have fallen, or were typed."""
        self.state = "typed" if typed else "rolled"
        self.faces, self.sentence = faces, sentence
        self.wrong = ""
        self.is_typing = typed  # the field stays for the next roll on the table
        self.is_fresh = not typed

    def lay(self, faces: tuple[int, ...], sentence: str, *, typed: bool) -> None:
        """Show the dice of an order that was carried out, and nothing else any more."""
        self.clear()
        self.text = ""
        self.show(faces, sentence, typed=typed)

    def show_practice(self, faces: tuple[int, ...], sentence: str) -> None:
        """Show the dice of a practice throw, apart from those that count."""
        self.tried, self.tried_words = faces, sentence
        self.is_fresh = True

    def settle(self) -> None:
        """Note that the reader has seen them fall."""
        self.is_fresh = False

    def clear(self) -> None:
        """Take the dice up again; what the reader was typing stays."""
        self.state, self.faces, self.sentence = "empty", (), ""
        self.tried, self.tried_words, self.count, self.rolls = (), "", None, None
        self.is_fresh = False

    def wait(self, whom: str = "") -> None:
        """Wait while somebody else rolls."""
        self.clear()
        self.state, self.waiting_for = "waiting", whom

    def stop_rolls(self) -> None:
        """Stop the many practice throws that are under way, if any are."""
        if self.rolls is not None:
            self.rolls.stop()

    def toggle_typing(self) -> None:
        """Open or close the field for real dice."""
        self.is_typing = not self.is_typing
        self.wrong = ""

    def write(self, text: str) -> None:
        """Note what stands in the field."""
        self.text = text[: LONGEST + 1]  # one too many shows that it was too long
        self.wrong = ""

    def take(self, high: int | None = None) -> tuple[int, ...] | None:
        """Return the faces typed, none above `high` if given, or None with a sentence beside the field; the text stays either way."""
        self.is_typing = True
        try:
            faces = self._read(high)
        except InputError as wrong:
            self.wrong = str(wrong)
            return None
        self.wrong = ""
        return faces

    def _read(self, high: int | None) -> tuple[int, ...]:
        if self.names:
            return (read_name(self.text, self.names),)
        return read_faces(self.text, self.need, self.low, self.high if high is None else high)

    def refuse(self, sentence: str) -> None:
        """Say that the rules could not use the faces."""
        self.is_typing = True
        self.wrong = sentence

    # -- as text ---------------------------------------------------------------------------------------------------------------------

    def html(self) -> Markup:
        """Draw the tray as text."""
        return _TRAY.format(
            state=self.state,
            fresh=" fresh" if self.is_fresh and not self.tried else "",
            said=self._faces_said(self.faces),
            dice=self._dice(self.faces),
            words=self._words(),
            buttons=self._buttons(),
            field=self._field() if self.is_typing and self.state != "waiting" and self.can_throw else "",
            practice=self._practice() if self.state != "waiting" and self.can_throw else "",
        )

    @property
    def can_throw(self) -> bool:
        """Return whether there is something to throw for."""
        return self.can_order or self.is_practice

    @property
    def _calls(self) -> Calls:
        return CHITS if self.names else DICE

    def _face_name(self, face: int) -> str:
        return self.names[face - 1] if 0 < face <= len(self.names) else str(face)

    def _faces_said(self, faces: tuple[int, ...]) -> str:
        if not faces:
            return self._calls.none
        return self._calls.said.format(faces=", ".join(map(self._face_name, faces)))

    def _dice(self, faces: tuple[int, ...]) -> Markup:
        if not faces:
            return Markup('<span class="die-place"></span>') * min(self.need or 1, 2)
        if self.names:
            return joined(_CHIT.format(self._face_name(face)) for face in faces)
        dice = joined(die(face, pips=self.pips) for face in faces[:MOST_DICE])
        if len(faces) > MOST_DICE:
            dice += Markup('<span class="quiet">{}</span>').format(_("and {count} more").format(count=len(faces) - MOST_DICE))
        return dice

    def _words(self) -> Markup:
        quiet = Markup('<div class="tray-quiet">{}</div>')
        if self.state == "waiting":
            whom = _("{whom} rolls now.").format(whom=self.waiting_for) if self.waiting_for else _("This is not your roll.")
            return quiet.format(whom)
        if self.state == "empty":
            return quiet.format(self._calls.ready)
        return self._verdict(self.sentence) + (self._counted() if self.is_practice else Markup(""))

    def _verdict(self, sentence: str, key: str = "") -> Markup:
        """Tell what dice mean: the sum stands out; what follows from it, in the last sentence, is told more quietly."""
        first, last = _halves(sentence or _("Your roll is marked at its bar."))
        more = Markup('<div class="tray-line">{}</div>').format(cited(self.game, first, f"{self.key}{key}-said")) if first else Markup("")
        after = [cited(self.game, last, f"{self.key}{key}-so")] if last else []
        after += [Markup("{}").format(self._calls.own)] if self.state == "typed" and not key else []
        return more + (Markup('<div class="tray-quiet">{}</div>').format(Markup(" ").join(after)) if after else Markup(""))

    def _counted(self) -> Markup:
        """Tell how often the good thing has come."""
        if self.count is None or self.count.rolls <= 1:
            return Markup("")
        return Markup('<div class="tray-count">{}</div>').format(str(self.count))

    def _button(self, kind: str, name: str, do: str, words: str, extra: Markup | str = "") -> Markup:
        return _BUTTON.format(kind=kind, key=self.key, name=name, do=do, words=words, extra=extra)

    def _buttons(self) -> Markup:
        if self.state == "waiting" or not self.can_throw:
            return self.beside if self.state != "waiting" else Markup("")
        expanded = Markup(' aria-expanded="{}"').format("true" if self.is_typing else "false")
        return (
            self._button("first", "roll", "roll", self._calls.roll, Markup(" data-focus") if self.takes_focus else "")
            + self._button("second", "type", "type dice", self._calls.type, expanded)
            + self.beside
        )

    def _field(self) -> Markup:
        need = self.need or 2
        example = " ".join(str(min(self.high, self.low + 2 + place)) for place in range(min(need, 3)))
        label = _("The faces of your dice, as in {example}").format(example=example)
        if self.names:
            example, label = self.names[0], _("Or type her name")
        return _FIELD.format(
            key=self.key,
            chits=self._chits() if self.names else "",
            mode="text" if self.names else "numeric",
            label=label,
            value=self.text,
            example=example,
            invalid=Markup(' aria-invalid="true"') if self.wrong else "",
            use=self._button("second", "use", "use dice", self._calls.use),
            wrong=self.wrong,
        )

    def _chits(self) -> Markup:
        """Draw a button for each chit in the bag."""
        buttons = (
            self._button("second", f"chit-{place}", "use dice", name, Markup(' data-by="{}"').format(name))
            for place, name in enumerate(self.names, 1)
        )
        return _CHITS.format(label=_("The chit that you drew"), chits=joined(buttons))

    def _practice(self) -> Markup:
        """Draw the practice throws: their dice, and the buttons that throw them."""
        rolls = self.rolls.html(self.key) if self.rolls is not None else Markup("")
        buttons = Markup("") if self.is_practice else self._button("plain", "practise", "practise", self._calls.practise)
        if self.can_repeat and (self.rolls is None or self.rolls.is_over):
            buttons += self._button("plain", "many", "roll many", self._calls.many)
        fall = Markup("")
        if self.tried:
            fall = _FALL.format(
                fresh=" fresh" if self.is_fresh else "",
                said=self._faces_said(self.tried),
                dice=self._dice(self.tried),
                words=self._verdict(self.tried_words, "-practice") + self._counted(),
            )
        return _PRACTICE.format(key=self.key, title=self._calls.title, fall=fall, buttons=buttons, rolls=rolls)


def _halves(sentence: str) -> tuple[str, str]:
    """Return all sentences but the last, and the last; a single one stands first.

    >>> _halves("7 − 1 [8.24] = 6. You need 4. She is yours.")
    ('7 − 1 [8.24] = 6. You need 4.', 'She is yours.')
    """
    first, stop, last = sentence.rstrip().rpartition(". ")
    return (first + stop.rstrip(), last) if stop else (sentence, "")


def read_faces(text: str, need: int | None = None, low: int = 1, high: int = 6) -> tuple[int, ...]:
    """Return faces as readers write them; InputError says what is wrong.

    >>> read_faces("3 4"), read_faces("3,4"), read_faces("34"), read_faces(" 3 + 4 ")
    ((3, 4), (3, 4), (3, 4), (3, 4))
    """
    words = _FACES.findall(text[:LONGEST])
    if not words or len(text) > LONGEST or _OTHER.search(text) or _MINUS.search(text):
        message = _("Write only the faces of your dice, as in 3 4.")
        raise InputError(message)
    # Faces of one figure may stand close together.
    digits = high < 10 and any(len(word) > 1 for word in words)  # noqa: PLR2004 - one figure
    faces = tuple(int(figure) for word in words for figure in word) if digits else tuple(int(word[:4]) for word in words)
    bad = next((face for face in faces if not low <= face <= high), None)
    if bad is not None:
        message = _("There is no {face} on these dice. They show {low} to {high}.").format(face=bad, low=low, high=high)
        raise InputError(message)
    if len(faces) > MOST_FACES or (need is not None and len(faces) != need):
        wanted = count_text(MOST_FACES if need is None else need, "die", "dice")
        form = (
            _("This roll takes {wanted}. You wrote {count}.")
            if need is not None
            else _("A roll takes at most {wanted}. You wrote {count}.")
        )
        raise InputError(form.format(wanted=wanted, count=len(faces)))
    return faces


def read_name(text: str, names: tuple[str, ...]) -> int:
    """Return the place, from 1 on, of the chit that a reader names: by its name, the beginning of it, or its number among those in the bag.

    >>> read_name(" sirene ", ("Nymphe", "Sirène")), read_name("ny", ("Nymphe", "Sirène")), read_name("2", ("Nymphe", "Sirène"))
    (2, 1, 2)
    """
    wanted = _plain(text[:LONGEST])
    if wanted.isdecimal() and 0 < (place := int(wanted[: len(str(len(names))) + 1])) <= len(names):
        return place
    known = [_plain(name) for name in names]
    found = [place for place, name in enumerate(known, 1) if name == wanted] or [
        place for place, name in enumerate(known, 1) if wanted and name.startswith(wanted)
    ]
    if len(found) != 1:
        message = _("Name one of the chits in the bag: {names}.").format(names=", ".join(names))
        raise InputError(message)
    return found[0]


def _plain(text: str) -> str:
    """Return text without accents, capitals and spaces around it, as one types a ship's name in haste."""
    parted = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(letter for letter in parted if not unicodedata.combining(letter))

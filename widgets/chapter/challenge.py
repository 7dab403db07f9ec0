"""A challenge: a question with a checked answer, a hint, and an explanation. A wrong answer hears what it would answer.

>>> from widgets.chapter.expected_answer import Chance
>>> wanted = Chance("veneti.boarding", {"attackers": 4, "defenders": 1}, {"captured": True, "attacker_loss": 0})
>>> task = Challenge("free", "veneti", "What is the chance that you capture her and lose nobody?", wanted)
>>> task.write("63,9 %")
>>> task.check()
True
>>> task.feedback
'Right, 23/36.'
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.words import N_, _
from widgets.chapter.expected_answer import Chance, Choice, ExpectedAnswer, Mean
from widgets.kit.bars import spoken
from widgets.kit.fields import CHECKED
from widgets.kit.number_input import LONGEST, Typed, read
from widgets.play.order_rows import SALTIRE, TICK
from widgets.web.badges import joined
from widgets.web.phrases import signed, titled
from widgets.web.rule_links import cited

State = Literal["open", "wrong", "right", "shown"]
STATES: Final = ("open", "wrong", "right", "shown")
ASKS: Final = ("check", "hint", "show", "retry")  # what a card's buttons do
POINT: Final = Fraction(1, 100)
FAR: Final = Fraction(1, 10)
MOST_TRIES: Final = 999

_CARD: Final = Markup(
    '<section class="challenge is-{state}" aria-labelledby="{key}-title"><h3 id="{key}-title">{title}</h3>'
    '<div class="task">{question}</div>{form}<div class="verdicts">{told}</div></section>'
)
_TEXT: Final = Markup(
    '<div class="challenge-row"><input class="text" type="text" id="{key}" data-set="answer:{name}" data-enter="check" value="{value}" '
    'aria-label="{label}" aria-describedby="{key}-told" placeholder="{example}"{invalid} autocomplete="off" spellcheck="false" '
    'maxlength="{most}"{focus}>{buttons}</div>'
)
_CHOICES: Final = Markup(
    '<fieldset class="choices"><legend class="sr">{label}</legend>{choices}</fieldset><div class="challenge-row">{buttons}</div>'
)
_CHOICE: Final = Markup(
    '<label class="choice"><input type="radio" name="{key}" data-set="answer:{name}" value="{value}"{marks}>'
    '<span class="dot" aria-hidden="true"></span><span>{words}</span></label>'
)
_BUTTON: Final = Markup(
    '<button type="button" class="{kind}" id="{key}-{do}" data-do="{do}" data-name="answer:{name}"{focus}>{words}</button>'
)
_FOCUS: Final = Markup(" data-focus")
_TOLD: Final = Markup('<div class="told {kind}" id="{key}-told" role="status">{sign}<div>{words}</div></div>')
_EXAMPLES: Final[dict[type, str]] = {Chance: N_("1/2, 0.5 or 50 %"), Mean: N_("3/4 or 0.75")}
_HINT: Final = Markup('<div class="told hint-box"><div><b>{title}</b> {words}</div></div>')


@dataclass(frozen=True, slots=True)
class Wording:
    """A question with one set of numbers: its words, its right answer, and what helps."""

    question: str
    expected: ExpectedAnswer
    hint: str = ""
    explanation: str = ""


@dataclass(slots=True)
class Challenge:
    """One question, and where the reader stands with it.

    Once its answer was shown it is asked again with the next of its `fresh` wordings; `version` says which one stands now, 0 the first.
    """

    key: str
    game: str
    question: str
    expected: ExpectedAnswer
    hint: str = ""
    explanation: str = ""
    title: str = ""
    text: str = ""
    state: State = "open"
    feedback: str = ""
    tries: int = 0
    is_hinted: bool = False
    fresh: tuple[Wording, ...] = ()
    version: int = 0
    is_settled: bool = False  # it was right elsewhere, in the drills, and counts

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        """Note what stands in the field, or which option the reader chose."""
        self.text = text[: LONGEST + 1]

    def check(self) -> bool:
        """Check what was written; an answer that cannot be read gets a sentence and is no try."""
        if self.state in ("right", "shown"):
            return self.state == "right"
        try:
            right, feedback = self._judge_choice() if isinstance(self.expected, Choice) else self._judge(read(self.text))
        except InputError as wrong:
            self.feedback = str(wrong)
            return False
        self.state, self.feedback = ("right" if right else "wrong"), feedback
        self.tries += 1
        return right

    def give_hint(self) -> None:
        """Show the hint."""
        self.is_hinted = True

    def show(self) -> None:
        """Give up: show the answer and how it comes about."""
        if self.state != "right":
            self.state = "shown"
            self.feedback = _("The answer is {answer}.").format(answer=self._answer())

    @property
    def misses(self) -> int:
        """Return how often it was answered wrong or given up; once right, or shown, it grows no more."""
        return max(0, self.tries - (self.state == "right")) + (self.state == "shown")

    @property
    def counts(self) -> bool:
        """Return whether the reader has answered it, here or in the drills."""
        return self.state == "right" or self.is_settled

    def try_again(self) -> None:
        """Ask again with fresh numbers, once the answer was shown; that it was given up is not forgotten."""
        if self.state == "shown":
            self.tries += 1
            self._turn()
            self._reopen()

    def _turn(self) -> None:
        """Put the next wording in the place of this one, which goes to the end of the line."""
        if self.fresh:
            now = Wording(self.question, self.expected, self.hint, self.explanation)
            following, *others = self.fresh
            self.fresh = (*others, now)
            self.version = (self.version + 1) % len((now, *others, following))
            self.question, self.expected = following.question, following.expected
            self.hint, self.explanation = following.hint, following.explanation

    def _reopen(self) -> None:
        self.state, self.text, self.feedback, self.is_hinted = "open", "", "", False

    # -- keeping -----------------------------------------------------------------------------------------------------------------------

    def report(self) -> dict[str, Any]:
        """Return what a desk keeps of it."""
        found = {"key": self.key, "state": self.state, "tries": self.tries, "hinted": self.is_hinted, "text": self.text}
        return found | ({"version": self.version} if self.version else {})

    def restore(self, stored: object) -> None:
        """Stand again where the reader left it; a malformed report changes nothing. Right answers are checked again, not believed."""
        if not isinstance(stored, dict) or stored.get("key") != self.key or stored.get("state") not in STATES:
            return
        text, tries, version = stored.get("text"), stored.get("tries"), stored.get("version", 0)
        if version != self.version and version in range(len(self.fresh) + 1):
            while self.version != version:
                self._turn()
        self._reopen()
        self.write(text if isinstance(text, str) else "")
        self.is_hinted = stored.get("hinted") is True
        if stored["state"] == "shown":
            self.show()
        elif stored["state"] in ("wrong", "right"):
            self.check()
        self.tries = tries if isinstance(tries, int) and not isinstance(tries, bool) and 0 <= tries <= MOST_TRIES else 0

    # -- judging -----------------------------------------------------------------------------------------------------------------------

    def _judge_choice(self) -> tuple[bool, str]:
        expected = self.expected
        option = expected.option(self.text) if isinstance(expected, Choice) else None
        if option is None or not isinstance(expected, Choice):
            message = _("Choose one first.")
            raise InputError(message)
        if option.value == expected.exact:
            return True, _("Right.")
        return False, option.why or _("Not that one. Try another.")

    def _judge(self, typed: Typed) -> tuple[bool, str]:
        if isinstance(self.expected, Mean):
            return self._judge_mean(typed, self.expected)
        return self._judge_chance(typed, self.expected) if isinstance(self.expected, Chance) else self._judge_whole(typed)

    @staticmethod
    def _judge_mean(typed: Typed, expected: Mean) -> tuple[bool, str]:
        exact = expected.exact
        if typed.is_percent:
            message = _("An average is a number, not a share.")
            raise InputError(message)
        fits = typed.rounds(exact)
        if typed.value == exact or (fits and typed.figures >= expected.figures):
            return True, _("Right, {answer}.").format(answer=exact)
        if fits:
            words = _("{typed} is right as far as it goes. Give at least {count} figures, or the fraction.")
            return False, words.format(typed=typed.text, count=expected.figures)
        way = _("Too high.") if typed.value > exact else _("Too low.")
        return False, f"{way} {_meaning_text(typed, expected.meaning(typed.value))}".rstrip()

    def _judge_whole(self, typed: Typed) -> tuple[bool, str]:
        if isinstance(self.expected, (Chance, Choice, Mean)):  # judged elsewhere
            raise TypeError
        exact = self.expected.exact
        if typed.value == exact and not typed.is_percent:
            return True, _("Right, {answer}.").format(answer=signed(exact))
        if typed.value.denominator != 1 or typed.is_percent:
            message = _("The answer is a whole number.")
            raise InputError(message)
        way = _("Too high.") if typed.value > exact else _("Too low.")
        meaning = self.expected.meaning(typed.value)
        return False, f"{way} {_meaning_text(typed, meaning)}".rstrip()

    @staticmethod
    def _judge_chance(typed: Typed, expected: Chance) -> tuple[bool, str]:
        exact = expected.exact
        if not 0 <= typed.value <= 1:
            raise InputError(_out_of_range(typed))
        fits = typed.rounds(exact)
        if typed.value == exact or (fits and typed.figures >= expected.figures and 0 < typed.value < 1):
            return True, _("Right, {answer}.").format(answer=exact)
        if fits:
            words = _("{typed} is right as far as it goes. Give at least {count} figures, or the fraction.")
            return False, words.format(typed=typed.text, count=expected.figures)
        if typed.value in (0, 1):
            certain = _("{typed} would be certain, and it is not.") if typed.value else _("{typed} would be impossible, and it is not.")
            return False, certain.format(typed=typed.text)
        meaning = expected.meaning(typed.value) or _by_rounding(typed, expected)
        if meaning:
            return False, _meaning_text(typed, meaning)
        if typed.is_cut_from(exact):
            return False, _("{typed} is cut off. Round the last figure, or give the fraction.").format(typed=typed.text)
        return False, _how_far(typed.value - exact)

    def _answer(self) -> str:
        if isinstance(self.expected, Choice):
            option = self.expected.option(self.expected.exact)
            return option.words.rstrip(".") if option else self.expected.exact
        exact = self.expected.exact
        return spoken(exact) if isinstance(exact, Fraction) else signed(exact)

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def html(self) -> Markup:
        """Draw the card as text."""
        return _CARD.format(
            state=self.state,
            key=f"ask-{self.key}",
            title=self.title or _("Challenge"),
            question=cited(self.game, self.question, f"ask-{self.key}-q"),
            form=self._form(),
            told=self._hint() + self._verdict(),
        )

    def _form(self) -> Markup:
        fields = {"key": f"ask-{self.key}", "name": self.key, "label": _("Your answer"), "buttons": self._buttons()}
        # Fresh numbers have just come, by a button that is gone: the focus goes to where they are answered.
        is_anew = self.tries and self.state == "open" and not (self.text or self.feedback or self.is_hinted)
        focus = _FOCUS if is_anew else ""
        if not isinstance(self.expected, Choice):
            example = _EXAMPLES.get(type(self.expected), _("a number"))
            invalid = Markup(' aria-invalid="true"') if self.state == "wrong" or (self.feedback and self.state == "open") else ""
            return _TEXT.format(value=self.text, example=example, invalid=invalid, most=LONGEST, focus=focus, **fields)
        marks = {self.expected.options[0].value: focus, self.text: CHECKED}
        choices = joined(
            _CHOICE.format(value=each.value, words=each.words, marks=marks.get(each.value, ""), **fields) for each in self.expected.options
        )
        return _CHOICES.format(choices=choices, **fields)

    def _buttons(self) -> Markup:
        names = [("first", "retry", _("Try again"))] if self.state == "shown" else []
        if self.state not in ("right", "shown"):
            names = [("first", "check", _("Check"))]
            names += [("plain", "hint", _("Hint"))] if self.hint and not self.is_hinted else []
            names += [("plain", "show", _("Show the answer"))] if self.tries or self.is_hinted else []
        focus = _FOCUS if self.state == "shown" else ""
        return joined(
            _BUTTON.format(kind=kind, key=f"ask-{self.key}", do=do, name=self.key, words=words, focus=focus) for kind, do, words in names
        )

    def _hint(self) -> Markup:
        if not self.is_hinted or not self.hint or self.state in ("right", "shown"):
            return Markup("")
        return _HINT.format(title=_("Hint."), words=cited(self.game, self.hint, f"ask-{self.key}-h"))

    def _verdict(self) -> Markup:
        key = f"ask-{self.key}"
        if not self.feedback:
            note = _("You have answered this one right before, so it counts.") if self.is_settled else ""
            return Markup('<div id="{}-told" role="status" class="quiet">{}</div>').format(key, note)
        words = Markup("<b>{}</b>").format(self.feedback) if self.state in ("right", "shown") else Markup("{}").format(self.feedback)
        if self.state in ("right", "shown") and self.explanation:
            words += Markup(" ") + cited(self.game, self.explanation, f"{key}-e")
        sign = {"right": TICK, "wrong": SALTIRE}.get(self.state, Markup(""))
        return _TOLD.format(key=key, kind={"right": "good", "wrong": "bad"}.get(self.state, "plain-box"), sign=sign, words=words)


def _meaning_text(typed: Typed, meaning: str) -> str:
    return _("{typed} is {meaning}.").format(typed=typed.text, meaning=meaning) if meaning else ""


def _by_rounding(typed: Typed, expected: Chance) -> str:
    """Return what a wrong answer in decimals would mean, rounded as it is."""
    if typed.places is None:
        return ""
    for chance, words in expected.meanings():
        if typed.rounds(chance) and typed.figures >= expected.figures:
            return words
    return ""


def _out_of_range(typed: Typed) -> str:
    if typed.value < 0:
        return _("A chance is never under 0.")
    if not typed.figures:  # a fraction
        return _("{typed} is more than certain. The ways that count stand on top, all ways below.").format(typed=typed.text)
    if not typed.is_percent and typed.value <= 100:  # noqa: PLR2004 - percent
        return _("{typed} is more than certain. If you mean percent, write {typed} %.").format(typed=typed.text)
    return _("{typed} is more than certain. A chance is at most 1, or 100 %.").format(typed=typed.text)


def _how_far(gap: Fraction) -> str:
    """Return which way a wrong chance is off, and about how far."""
    way = _("too high") if gap > 0 else _("too low")
    if abs(gap) < POINT:
        return titled(_("{way}, by less than one percent point. Count again, or give the fraction.").format(way=way))
    if abs(gap) < FAR:
        return titled(_("{way}, by less than ten percent points.").format(way=way))
    return titled(_("{way}, by more than ten percent points.").format(way=way))

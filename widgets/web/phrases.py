"""Writes names, numbers and refusals as a page has them: spaced, with capitals, true minus signs and unbroken percents."""

from __future__ import annotations

from typing import Final

from rulesdemo.errors import InputError
from rulesdemo.words import _, quote

MOST_DIGITS: Final = 5  # longer fractions are shown as a percent, with the exact value one click away
# Abbreviations that players write in capitals: die roll modifier, movement and strength points, command and other values.
CAPITALS: Final = frozenset({"cdi", "cv", "drm", "op", "pm", "sp", "vm", "vp"})
# Names that code has in small letters.
PROPER: Final = {
    "austrian": "Austrian",
    "bonaparte": "Bonaparte",
    "cambridgeshires": "Cambridgeshires",
    "carteaux": "Carteaux",
    "dugommier": "Dugommier",
    "louis": "Louis",
    "nonroman": "non-Roman",
    "ohara": "O'Hara",
    "pluto": "Pluto",
    "roma": "Roma",
    "roman": "Roman",
    "royal": "Royal",
    "toulonnais": "Toulonnais",
}


def spaced(name: str) -> str:
    """Return a name of code as words of the session's language.

    >>> spaced("attacker_loss"), spaced("missile_drm"), spaced("roman_leader")
    ('attacker loss', 'missile DRM', 'Roman leader')
    """
    return _(words_of_name(name))


def words_of_name(name: str) -> str:
    """Return a name of code as English words: the message that `spaced` puts into words."""
    return " ".join(word.upper() if word in CAPITALS else PROPER.get(word, word) for word in name.replace("_", " ").split(" "))


def titled(text: str) -> str:
    """Return text with a capital first letter; the rest stays as it is.

    >>> titled("drm of A")
    'Drm of A'
    """
    return text[:1].upper() + text[1:]


def signed(number: int) -> str:
    """Return a whole number with a true minus sign.

    >>> signed(-2), signed(3)
    ('−2', '3')
    """
    return f"−{-number}" if number < 0 else str(number)


def modifier(number: int) -> str:
    """Return a whole number that is added to something, with its sign.

    >>> modifier(-2), modifier(3), modifier(0)
    ('−2', '+3', '0')
    """
    return f"+{number}" if number > 0 else signed(number)


def unbroken(text: str) -> str:
    r"""Return text in whose lines no percent sign is left alone.

    >>> unbroken("5.6 %") == "5.6\N{NO-BREAK SPACE}%"
    True
    """
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def unknown(name: str) -> InputError:
    """Return the refusal of a control that the page does not have; only a page of another version, or a hand-made message, asks for one.

    >>> print(unknown("lever"))
    Nothing here is called 'lever'.
    """
    return InputError(_("Nothing here is called {name}.").format(name=quote(name)))

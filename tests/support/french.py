"""French as it is written: a fixer that sets spaces and signs, and a lint that finds what should not stand in a French text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from string import Formatter

THIN, HARD = "\u202f", "\u00a0"
# Fields of which French has forms: `{de_ship}` is the field `ship` after "de". `rulesdemo/french.py` makes them.
FORMS = re.compile(r"^(?:cap_)?(?:(?:de|a|que)_)?")

CHIP = re.compile(r"\[[^\[\]]+\]")
FRACTION = re.compile(r"\d+/\d+")
# What is no French prose: code, tags and entities, addresses, chips, fields.
STRIPPED = (
    (re.compile(r"```.*?```|`[^`]*`", re.DOTALL), "X"),
    (re.compile(r"<[^<>]*>|&\w+;"), ""),
    (re.compile(r"https?://\S+"), "X"),
    (CHIP, "X"),
    (re.compile(r"\{[^{}]*\}"), "X"),
)
LINT = {
    "L1 straight or English quotes": r"[\"'\u2018`]|[“”](?![^«]*»)",
    "L2 thin space missing": r"[^\u202f!?…][;!?]|[^\u202f]%",
    "L3 guillemets without thin space": r"«(?!\u202f)|(?<!\u202f)»",
    "L4 hard space missing before a colon": r"[^\u00a0]:(?=\s|$)",
    "L5 plain space there": r"[\u0020][;:!?%»]|«[\u0020]",
    "L6 decimal point": r"(?<![\w.–-])(?<!règle )(?<!règles )\d+\.\d+(?![\w.-])",
    "L8 decimals parted by commas": r"\d,\d+, ?\d",
    "L9 tu": r"(?i)\b(?:tu|toi|ton|ta|tes)\b|\bt’",
    "L10 English left over": (
        r"(?i)\b(?:the|and|of|with|you|your|she|her|his|they|is|are|was|were|not|from|which|that|this|when|what|who|if|at|by|to|for|has"
        r"|have|may|must|roll|ship|ships|hex|hexes|hexs|crew|loss|losses|turn|turns|wind|rule|ruling)\b"
    ),
    "L11 double, trailing or stray space, three points": r"[ \u00a0\u202f]{2,}|[ \t]+$|[ \u00a0\u202f][,.](?!\w)|\.\.\.",
    "L12 elision": (
        r"(?<![\w-])(?:de|que|ne|le|la|se|jusque|lorsque|puisque) (?=[aeiouàâéèêëîïôûœ](?!nze\b|n\b|ui\b)|y |hexagone)|\b[Ss]i ils?\b"
    ),
    "L14 accents on capitals, œ": r"\bE(?:quip|ch|tat|gal|vac|pav|per|tein)|[cnv]oe(?=[urd])",
    "L15 inclusive points": r"\w·\w|\([es]{1,2}\)",
    "L16 words we do not use": (
        r"(?i)\bhexs?\b|mélée|canonier|2d12|(?-i:\b\d?D(?:6|10|3)\b)|calme plat|points? d’opération|\bcotes?\b|\bcliqu|veuillez"
        r"|\berreur\b|interdit|\bchances? (?:de|que)\b"
    ),
}
RAW = {"L13 article before a name": r"\b(?:de|du|des|que|le|la|les|l’|d’|au|aux) ?\{(?!n\b|number|pm|level|least|most|de_)"}


def fix(text: str) -> str:
    """Return a text with the spaces and signs that French wants.

    >>> print(ascii(fix("C'est 2 : 3 ; non ?  «Oui» , 40 %... et 1 000.")))
    'C\\u2019est 2\\xa0: 3\\u202f; non\\u202f? \\xab\\u202fOui\\u202f\\xbb, 40\\u202f%\\u2026 et 1\\u202f000.'
    """
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[0])
        return f"\ue000{len(kept) - 1}\ue001"

    text = re.sub(r"`[^`]*`|<[^<>]*>|https?://\S+|\{[^{}]*\}|\[[^\[\]]+\]", keep, text)
    text = text.replace("...", "…").replace("'", "’")
    text = re.sub(r"[ \u00a0\u202f]*([;!?]+)(?=\s|$|[»)*\ue000])", "\u202f\\1", text)
    text = re.sub(r"(?<=[\d\ue001])[ \u00a0\u202f]*%", "\u202f%", text)
    text = re.sub(r"«[ \u00a0\u202f]*", "«\u202f", re.sub(r"[ \u00a0\u202f]*»", "\u202f»", text))
    text = re.sub(r"[ \u00a0\u202f]*:(?=\s|$)", "\u00a0:", text)
    text = re.sub(r"(?<=\d) (?=\d{3}\b)", "\u202f", text)
    text = re.sub(r"(?<=\S)  +(?=\S)", " ", text)
    text = re.sub(r"[ \u00a0\u202f]+([,.])(?=\s|$)", r"\1", text)
    return re.sub(r"\ue000(\d+)\ue001", lambda found: kept[int(found[1])], text)


def fields(text: str) -> Counter[str]:
    """Return the fields of a template, each without its French form."""
    try:
        return Counter(FORMS.sub("", field) for _text, field, _form, _conversion in Formatter().parse(text) if field is not None)
    except ValueError:  # a lone brace: the text is no template
        return Counter()


def faults(english: str, french: str) -> Iterator[str]:
    """Yield what is wrong with the French of a message."""
    if set(fields(english)) != set(fields(french)):
        yield f"fields: {sorted(fields(english))} and {sorted(fields(french))}"
    if Counter(CHIP.findall(english)) != Counter(CHIP.findall(french)):
        yield "rule numbers in brackets differ"
    if Counter(FRACTION.findall(english)) != Counter(FRACTION.findall(french)):
        yield "fractions differ"
    if (english[:1].isspace(), english[-1:].isspace()) != (french[:1].isspace(), french[-1:].isspace()):
        yield "space at the ends differs"
    yield from lint(french)


def lint(french: str) -> Iterator[str]:
    """Yield what the list of faults finds in a French text."""
    bare = french
    for pattern, instead in STRIPPED:
        bare = pattern.sub(instead, bare)
    bare = bare.strip(" ")
    for text, rules in ((bare, LINT), (french, RAW)):
        for name, rule in rules.items():
            if found := re.search(rule, text):
                yield f"{name}: {text[max(0, found.start() - 15) : found.end() + 15]!r}"

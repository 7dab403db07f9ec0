"""How a distribution looks: a table in a terminal, bars in a notebook, LaTeX on request.

Fractions stay exact; percents are rounded for the eye only.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from html import escape
from math import gcd
from typing import TYPE_CHECKING, Any, Final

from rulesdemo.words import _, local_figures

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesdemo.odds.dist import Dist

# Longer fractions are shown rounded; the exact value stays one question away (JSON, .p()).
MOST_DIGITS: Final = 15
MOST_LINES: Final = 60
SAFE_BITS: Final = 13_000  # under 4,000 digits, which Python prints without being asked twice
BAR: Final = 24


def percent(chance: Fraction, places: int = 1) -> str:
    """Return a chance in percent, rounded half up from the exact value.

    >>> percent(Fraction(23, 36))
    '63.9 %'
    """
    with localcontext() as context:
        context.prec = 50
        scaled = Decimal(chance.numerator) * 100 / Decimal(chance.denominator)
        return local_figures(f"{scaled.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)} %")


def hundredths(chance: Fraction) -> str:
    """Return the number of a percentage alone.

    >>> hundredths(Fraction(23, 36))
    '63.9'
    """
    return percent(chance).rstrip("\N{NARROW NO-BREAK SPACE} %")


def fraction(chance: Any, *, most: int = MOST_DIGITS) -> str:  # noqa: ANN401 - a Fraction, or a formula in an unknown
    """Return the exact fraction, or its rounded decimal marked as such when it is too long for a line.

    >>> fraction(Fraction(23, 36)), fraction(Fraction(1, 3**40))
    ('23/36', '~ 8.2252633e-20')
    """
    if not isinstance(chance, Fraction):
        return str(chance)
    if digits(chance.denominator) <= most:
        return str(chance)
    with localcontext() as context:
        context.prec = 8
        return local_figures(f"~ {Decimal(chance.numerator) / Decimal(chance.denominator):g}")


def exact(chance: Fraction) -> str:
    """Return the fraction in full, however long: Python by itself refuses to print integers of more than 4,300 digits."""
    return quotient(chance.numerator, chance.denominator)


def quotient(number: int, total: int) -> str:
    """Return a part of a whole as a fraction in full; for many outcomes, since a Fraction takes longer to make than to print.

    >>> quotient(10, 36), quotient(3, 3)
    ('5/18', '1')
    """
    common = gcd(number, total)
    top = whole(number // common)
    return top if total == common else f"{top}/{whole(total // common)}"


def whole(number: int) -> str:
    """Return all digits of a whole number of any size.

    >>> whole(-12), len(whole(10**5000))
    ('-12', 5001)
    """
    if number < 0:
        return "-" + whole(-number)
    if number.bit_length() < SAFE_BITS:
        return str(number)
    half = digits(number) // 2
    high, low = divmod(number, 10**half)
    return whole(high) + whole(low).zfill(half)


def digits(number: int) -> int:
    """Return how many decimal digits a whole number has, near enough to choose a layout."""
    return max(1, int(abs(number).bit_length() * 0.30103) + 1)


def word(value: object) -> str:
    """Return one outcome value as a reader writes it.

    >>> word(True), word(None), word("*"), word(-2)
    ('yes', '-', '*', '-2')
    """
    if value is True:
        return _("yes")
    if value is False:
        return _("no")
    if value is None:
        return "-"
    if isinstance(value, tuple):
        return ", ".join(word(part) for part in value)
    return str(value)


def columns_of(dist: Dist[Any], most: int | None = None) -> tuple[tuple[str, ...], list[tuple[tuple[str, ...], Any]]]:
    """Return headings and rows (cells, chance) of a distribution in order, all or the first few; plain outcomes stand under one heading."""
    rows = dist.items() if most is None else dist.first(most)
    fields = dist.fields
    if not fields:
        return (dist.head,), [((word(outcome),), chance) for outcome, chance in rows]
    return fields, [(tuple(word(part) for part in outcome), chance) for outcome, chance in rows]


def dist_text(dist: Dist[Any]) -> str:
    """Return a plain table with bars."""
    heads, rows = columns_of(dist, MOST_LINES)
    table = [(*cells, fraction(chance), _percent(chance), _bar(chance)) for cells, chance in rows]
    lines = [(*heads, _("chance"), "", ""), *table]
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    text = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    if len(dist) > MOST_LINES:
        text.append(_("... and {count} more outcomes").format(count=len(dist) - MOST_LINES))
    return "\n".join(text)


def _percent(chance: Any) -> str:  # noqa: ANN401 - see fraction
    return percent(chance) if isinstance(chance, Fraction) else ""


def _bar(chance: Any) -> str:  # noqa: ANN401 - see fraction
    return "#" * round(chance * BAR) if isinstance(chance, Fraction) else ""


def dist_html(dist: Dist[Any]) -> str:
    """Return a table with bars for notebooks; colours and figures as the book's."""
    heads, rows = columns_of(dist, MOST_LINES)
    names = (*heads, _("chance"), "")
    head = "".join(f"<th scope='col' style='text-align:left;padding:2px 12px 2px 0'>{escape(name)}</th>" for name in names)
    body = "".join(_html_row(cells, chance) for cells, chance in rows)
    count = len(dist) - MOST_LINES
    more = f"<p>{escape(_('... and {count} more outcomes').format(count=count))}</p>" if count > 0 else ""
    style = "border-collapse:collapse;font-variant-numeric:tabular-nums"
    return f"<table style='{style}'><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _html_row(cells: tuple[str, ...], chance: Any) -> str:  # noqa: ANN401 - see fraction
    cell = "".join(f"<td style='padding:2px 12px 2px 0;text-align:left'>{escape(text)}</td>" for text in (*cells, fraction(chance)))
    width = float(chance) * 100 if isinstance(chance, Fraction) else 0
    bar = f"<div style='width:{width:.2f}%;height:14px;background:#0A6259;outline:1px solid #1B2A33'></div>"
    return f"<tr>{cell}<td style='width:240px;text-align:left'>{bar}<span>{_percent(chance)}</span></td></tr>"


def latex_word(text: str) -> str:
    r"""Return plain text made safe for LaTeX.

    >>> print(latex_word("attacker_loss 5 %"))
    attacker\_loss 5 \%
    """
    marks = {
        "\\": r"\textbackslash{}",
        "_": r"\_",
        "%": r"\%",
        "&": r"\&",
        "#": r"\#",
        "$": r"\$",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
    }
    return "".join(marks.get(letter, letter) for letter in text)


def latex_fraction(chance: Any) -> str:  # noqa: ANN401 - see fraction
    r"""Return a fraction as LaTeX; a formula in an unknown as its own text.

    >>> print(latex_fraction(Fraction(23, 36)), latex_fraction(Fraction(1)))
    \frac{23}{36} 1
    """
    if not isinstance(chance, Fraction):
        return str(chance)
    if chance.denominator == 1:
        return whole(chance.numerator)
    return rf"\frac{{{whole(chance.numerator)}}}{{{whole(chance.denominator)}}}"


def dist_latex(dist: Dist[Any]) -> str:
    """Return the distribution as a LaTeX tabular."""
    heads, rows = columns_of(dist)
    return grid_latex(
        (*heads, _("chance")), [(*map(latex_word, cells), f"${latex_fraction(chance)}$") for cells, chance in rows], f"{'l' * len(heads)}r"
    )


def dist_math(dist: Dist[Any]) -> str:
    r"""Return the distribution as mathematics, which notebooks draw: an array, since they know no tabular."""
    heads, rows = columns_of(dist, MOST_LINES)
    lines = [
        " & ".join([*(rf"\text{{{latex_word(head)}}}" for head in (*heads, _("chance")))]) + r" \\ \hline",
        *(" & ".join([*(rf"\text{{{latex_word(cell)}}}" for cell in cells), latex_fraction(chance)]) + r" \\" for cells, chance in rows),
    ]
    return "\n".join([rf"$$\begin{{array}}{{{'l' * len(heads)}r}}", *lines, r"\end{array}$$"])


def grid_latex(heads: Iterable[str], rows: Iterable[Iterable[str]], places: str) -> str:
    """Return a LaTeX tabular of cells that are LaTeX already; `places` says where each column's cells stand, as in `llr`."""
    lines = [
        rf"\begin{{tabular}}{{{places}}}",
        " & ".join(map(latex_word, heads)) + r" \\ \hline",
        *(" & ".join(cells) + r" \\" for cells in rows),
        r"\end{tabular}",
    ]
    return "\n".join(lines)


def plain(value: object, kind: object = None) -> Any:  # noqa: ANN401 - what JSON can hold
    """Return an outcome value as JSON has it; a field annotated as a flag is true or false however it was added up."""
    if kind is bool and value is not None:
        return bool(value)
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, tuple):
        names = getattr(value, "_fields", None)
        return [plain(part) for part in value] if names is None else {name: plain(part) for name, part in zip(names, value, strict=True)}
    return value

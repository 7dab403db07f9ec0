"""Surds: numbers a + b√d with exact a and b, for chances that solve a quadratic equation and are no fractions.

>>> golden = smaller_root(1, -3, 1)  # of x² - 3x + 1
>>> golden, golden * golden - 3 * golden + 1
(Surd(plain=Fraction(3, 2), root=Fraction(-1, 2), under=5), Surd(plain=Fraction(0, 1), root=Fraction(0, 1), under=5))
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

Rational = int | Fraction


@dataclass(frozen=True, slots=True)
class Surd:
    """plain + root * √under; whatever is calculated with it has the same number under the root, or none."""

    plain: Rational
    root: Rational = 0
    under: int = 1

    def __add__(self, other: Surd | Rational) -> Surd:
        """Return the sum."""
        if isinstance(other, Surd):
            return Surd(self.plain + other.plain, self.root + other.root, self._shared(other))
        return Surd(self.plain + other, self.root, self.under)

    __radd__ = __add__

    def __sub__(self, other: Surd | Rational) -> Surd:
        """Return the difference."""
        return self + -1 * other

    def __rsub__(self, other: Rational) -> Surd:
        """Return the difference from a rational number."""
        return -1 * self + other

    def __mul__(self, other: Surd | Rational) -> Surd:
        """Return the product."""
        if isinstance(other, Surd):
            under = self._shared(other)
            plain = self.plain * other.plain + self.root * other.root * under
            return Surd(plain, self.plain * other.root + self.root * other.plain, under)
        return Surd(self.plain * other, self.root * other, self.under)

    __rmul__ = __mul__

    def _shared(self, other: Surd) -> int:
        if 1 < self.under != other.under > 1:
            message = f"√{self.under} and √{other.under} have no sum or product of the form a + b√d"
            raise ValueError(message)
        return max(self.under, other.under)

    def inverse(self) -> Surd:
        """Return one divided by it.

        >>> Surd(1, 1, 2).inverse()
        Surd(plain=Fraction(-1, 1), root=Fraction(1, 1), under=2)
        """
        norm = Fraction(self.plain**2 - self.root**2 * self.under)
        return Surd(self.plain / norm, -self.root / norm, self.under)

    def is_rational(self) -> bool:
        """Return whether it is a fraction after all."""
        return not self.root

    def between(self, places: int) -> tuple[Fraction, Fraction]:
        """Return two decimals of `places` places, one step apart or equal, that it lies between.

        >>> Surd(0, 1, 2).between(4)
        (Fraction(7071, 5000), Fraction(14143, 10000))
        """
        scale = 10**places
        # |root| √under = √(top) / bottom, and the floor of a root divided by a whole number needs the floor of the root only.
        root = Fraction(self.root)
        square = root.numerator**2 * self.under * scale**2
        plain = Fraction(self.plain)
        common = plain.denominator * root.denominator
        size = isqrt(square * plain.denominator**2)
        is_whole = size * size == square * plain.denominator**2
        top = plain.numerator * root.denominator * scale
        low, high = (top + size, top + size + (not is_whole)) if root >= 0 else (top - size - (not is_whole), top - size)
        return Fraction(low // common, scale), Fraction(-(-high // common), scale)


def smaller_root(square: Rational, linear: Rational, constant: Rational) -> Surd:
    """Return the smaller solution of square * x² + linear * x + constant = 0, where square > 0 and there are two.

    >>> smaller_root(1, -3, 2)
    Surd(plain=Fraction(1, 1), root=0, under=1)
    """
    scale = Fraction(1) * square
    half, rest = Fraction(linear) / scale / 2, Fraction(constant) / scale
    inner = half * half - rest
    under = inner.numerator * inner.denominator
    if isqrt(under) ** 2 == under:
        return Surd(-half - Fraction(isqrt(under), inner.denominator))
    out, under = _drawn_out(under)
    return Surd(-half, Fraction(-out, inner.denominator), under)


def _drawn_out(number: int) -> tuple[int, int]:
    """Return the largest k whose square divides a number, by trial, and what is left: small prime squares are all that dice bring in.

    >>> _drawn_out(72)
    (6, 2)
    """
    out, trial = 1, 2
    while trial * trial <= number and trial < 100:  # noqa: PLR2004 - a square left in leaves the value as it is
        while number % (trial * trial) == 0:
            number //= trial * trial
            out *= trial
        trial += 1
    return out, number

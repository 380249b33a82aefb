"""Numbers as MySQL reads and writes them in text, and its DECIMAL arithmetic's limits."""

from __future__ import annotations

import decimal
import math
import re
from decimal import ROUND_HALF_UP, Decimal

INT64_MIN = -(1 << 63)
INT64_MAX = (1 << 63) - 1
UINT64_MAX = (1 << 64) - 1
UINT64_MASK = UINT64_MAX
DECIMAL_MAX_DIGITS = 65
DECIMAL_MAX_SCALE = 30
DECIMAL_MAX = Decimal("9" * DECIMAL_MAX_DIGITS)
DECIMAL_CALCULATION_MAX = Decimal("9" * 81)  # nine words of nine digits: what an intermediate result may have

# Wide enough for a product of two DECIMAL(65): every intermediate result is exact.
EXACT = decimal.Context(prec=200, rounding=ROUND_HALF_UP, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)

_NUMBER_PREFIX = re.compile(r"[ \t\n\v\f\r]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)")
_INTEGER_PREFIX = re.compile(r"[ \t\n\v\f\r]*([+-]?\d+)")
_SPACES = " \t\n\v\f\r"


def number_prefix(text: str) -> tuple[str, bool]:
    """The longest numeric beginning of a string ("0" if none) and whether nothing but spaces followed it."""
    match = _NUMBER_PREFIX.match(text)
    if match is None:
        return "0", not text.strip(_SPACES)
    return match[1], not text[match.end() :].strip(_SPACES)


def integer_prefix(text: str) -> tuple[int, bool]:
    """The integer at the beginning of a string (0 if none) and whether nothing but spaces followed it."""
    match = _INTEGER_PREFIX.match(text)
    if match is None:
        return 0, False
    return int(match[1]), not text[match.end() :].strip(_SPACES)


def round_decimal(value: Decimal, scale: int) -> Decimal:
    """Rounded half away from zero to `scale` digits after the point (negative: before it)."""
    return value.quantize(Decimal(1).scaleb(-scale), context=EXACT)


def decimal_scale(value: Decimal) -> int:
    """Digits after the point as written."""
    exponent = value.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def decimal_text(value: Decimal) -> str:
    """Plain digits, never an exponent; MySQL has no negative zero."""
    text = format(value, "f")
    return text[1:] if text.startswith("-") and not value else text


def real_text(value: float, *, single: bool = False) -> str:
    """A DOUBLE as MySQL prints it.

    The shortest digits that read back the same (FLOAT: six), 1e15 from sixteen places on.
    """
    if value == 0:
        return "-0" if math.copysign(1.0, value) < 0 else "0"
    digits, exponent = _shortest(value, single)
    point = exponent + 1  # where the decimal point stands, counted from the first digit
    sign = "-" if value < 0 else ""
    if -15 < point <= 15 or len(digits) > point > 0:
        if point <= 0:
            return f"{sign}0.{'0' * -point}{digits}"
        if len(digits) <= point:
            return sign + digits.ljust(point, "0")
        return f"{sign}{digits[:point]}.{digits[point:]}"
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{sign}{mantissa}e{exponent}"


def _shortest(value: float, single: bool) -> tuple[str, int]:
    """Significant digits without trailing zeros, and the exponent of the first one."""
    text = f"{abs(value):.5e}" if single else format(Decimal(repr(abs(value))), "e")
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).rstrip("0") or "0"
    return digits, int(exponent or 0) + len(whole) - 1


def round_half_away(value: float) -> int:
    """A real as an integer, as MySQL's conversions do it (rint: halves to the even neighbour)."""
    return round(value)

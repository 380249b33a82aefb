"""A DOUBLE or FLOAT in MySQL's own spelling, for everything that prints numbers as MySQL does."""

from __future__ import annotations

import decimal
import math
from decimal import Decimal

FLOAT_WIDTH, DOUBLE_WIDTH = 12, 22  # characters of their texts in expressions
_DIGITS = decimal.Context(prec=400, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)  # 309 and 30 are the most


def real_text(value: float, *, single: bool = False, width: int | None = None) -> str:
    """A DOUBLE as MySQL prints it.

    The shortest digits that read back the same (FLOAT: six), 1e15 from sixteen places on, and what takes more than
    width characters without an exponent has one, with fewer digits where even that is too long (captured:
    texts_of_floats). What is beyond DOUBLE, as sums may be, is 0 in texts (captured: clusters/moments_in_year_0).
    """
    if math.isinf(value):
        return "0"
    if value == 0:
        return "-0" if math.copysign(1.0, value) < 0 else "0"
    digits, exponent = _shortest(value, single)
    point = exponent + 1  # where the decimal point stands, counted from the first digit
    sign = "-" if value < 0 else ""
    if -15 < point <= 15 or len(digits) > point > 0:
        if point <= 0:
            plain = f"{sign}0.{'0' * -point}{digits}"
        elif len(digits) <= point:
            plain = sign + digits.ljust(point, "0")
        else:
            plain = f"{sign}{digits[:point]}.{digits[point:]}"
        if width is None or len(plain) <= width:
            return plain
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    shown = f"{sign}{mantissa}e{exponent}"
    if width is not None and len(shown) > width:  # as many digits as there is room for
        rounded = f"{value:.{len(digits) - 1 - (len(shown) - width)}e}"
        return rounded.replace("e+", "e") if math.isinf(float(rounded)) else real_text(float(rounded))
    return shown


def text_in(value: float, width: int) -> str:
    """A DOUBLE in a column of so many characters: rounded to as many decimals as there is room for (captured:
    tests/golden/chosen)."""
    shown = real_text(value)
    whole = len(f"{math.trunc(value)}") + (-1 < value < 0)
    if len(shown) <= width or not _LEAST_PLAIN <= abs(value) < _MOST_PLAIN or width <= whole + 1:
        return real_text(value, width=width)
    return f"{value:.{width - whole - 1}f}".rstrip("0").rstrip(".")


_LEAST_PLAIN, _MOST_PLAIN = 1e-4, 1e15


def fixed_text(value: float, decimals: int) -> str:
    """A DOUBLE of a type with so many decimals, as MySQL prints it.

    Zeros follow the shortest digits that read back the same; where there are more of them than decimals, the value
    itself is rounded: ties of the binary value go to the even digit, and a zero keeps its sign (crafted: digits).
    """
    shortest = Decimal(repr(value))
    exponent = shortest.as_tuple().exponent
    if isinstance(exponent, int) and -exponent > decimals:
        shortest = Decimal(value)
    return format(shortest.quantize(Decimal(1).scaleb(-decimals), decimal.ROUND_HALF_EVEN, _DIGITS), "f")


def _shortest(value: float, single: bool) -> tuple[str, int]:
    """Significant digits without trailing zeros, and the exponent of the first one."""
    text = f"{abs(value):.5e}" if single else format(Decimal(repr(abs(value))), "e")
    mantissa, _, exponent = text.lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).rstrip("0") or "0"
    return digits, int(exponent or 0) + len(whole) - 1

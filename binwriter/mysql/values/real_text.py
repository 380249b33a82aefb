"""A DOUBLE or FLOAT in MySQL's own spelling, for everything that prints numbers as MySQL does."""

from __future__ import annotations

import decimal
import math
from collections.abc import Sequence
from decimal import Decimal

from binwriter.formats.columns.values import JsonDocument

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


def printed_text(value: float, *, single: bool = False) -> str:
    """A DOUBLE as servers before 5.5 print it, by C's %g: fifteen digits, six of a FLOAT (captured: 5.1.54,
    texts_of_doubles_row)."""
    return f"{value:.{_SINGLE_DIGITS if single else _DOUBLE_DIGITS}g}"


_SINGLE_DIGITS, _DOUBLE_DIGITS = 6, 15


def exact_text(value: float) -> str:
    """What a DECIMAL of those servers is read from (`double2decimal` of 5.1)."""
    return f"{value:.16G}"


def printed_in(value: float, width: int) -> str:
    """Likewise in a CHAR or VARCHAR of so many characters: as many digits as `Field_str::store` of 5.1 thinks that
    there is room for, which may be too many."""
    exponent = _exponent_below(abs(value))
    room = width - (value < 0)
    digits = max(1, room - bool(value % 1))
    if exponent < 0:
        digits = max(1, digits + exponent)
    if exponent >= digits or exponent < -4:
        digits = max(1, room - 5 - (abs(exponent) >= 100))
    return f"{value:.{min(digits, _DOUBLE_DIGITS)}g}"


def _exponent_below(magnitude: float) -> int:
    """As that function reckons it: a power of ten beyond 1 has that of the place below."""
    if not magnitude:
        return 0
    shown = Decimal(repr(magnitude))
    power = shown.adjusted()
    return power - 1 if power > 0 and shown == Decimal(1).scaleb(power) else power


def is_same_row(after: Sequence[object], before: Sequence[object]) -> bool:
    """Whether rows have the same bytes: those of 0 and -0 are others (captured: scenario zeros_of_two_signs_row).
    Documents are compared as `=` does, of whichever types their numbers are (captured: cluster documents_unchanged)."""
    equal = after == before  # which is quick, but takes true for 1 in documents, and 0 for -0
    if not equal and JsonDocument not in map(type, after):
        return False
    for one, other in zip(after, before, strict=True):
        if one is other:
            continue
        if type(one) is JsonDocument and type(other) is JsonDocument:
            is_same = _is_same_document(one, other)
        elif type(one) is float and type(other) is float and not one:
            is_same = not other and _sign(one) == _sign(other)
        else:
            is_same = equal or one == other
        if not is_same:
            return False
    return True


def _sign(value: float) -> float:
    return math.copysign(1, value)


def _is_same_document(one: JsonDocument, other: JsonDocument) -> bool:
    from binwriter.mysql.values.json_order import json_key  # not needed by most

    return json_key(one.root) == json_key(other.root)


def narrow_text(value: float, width: int) -> tuple[str, bool]:
    """A DOUBLE in at most width characters, with as many digits as fit, and whether it fits at all: what does not is
    cut off. 123456.789 in five characters is 1.2e5, 1234.56789 is 1235, 3.4e38 in four is 3e38 (captured: cluster
    reals_in_narrow_columns)."""
    if math.isinf(value) or value == 0:
        text = real_text(value)
        return text[:width], len(text) <= width
    sign = "-" if value < 0 else ""
    room = width - len(sign)
    digits, point = _rounded_digits(value, room)
    count = len(digits)
    plain_length = count - point + 2 if point <= 0 else count + 1 if point < count else point
    exponent_length = 1 + (point >= 101 or point <= -99) + (point >= 11 or point <= -9)
    if plain_length <= room:
        is_plain = point > _FIRST_PLAIN and (point <= _LAST_PLAIN or count > point)
    else:  # not where an exponent alone leaves room for a digit
        is_plain = -2 <= point <= room and not (point <= 0 and 3 + exponent_length <= room <= 2 - point)
    if is_plain:
        return _plain(value, sign, digits, point, room, width)
    exponent = point - 1
    room -= 1 + len(str(exponent)) + (count > 1)
    fits = room > 0
    if room < count:
        digits, point = _digits_of_exponent(value, max(room, 1))
        exponent = point - 1
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{sign}{mantissa}e{exponent}"[: max(width, 0)], fits


_FIRST_PLAIN, _LAST_PLAIN = -15, 15  # where the point stands in what is shown without an exponent


def _plain(value: float, sign: str, digits: str, point: int, room: int, width: int) -> tuple[str, bool]:
    """Without an exponent. room: for digits, the point and zeros behind it."""
    fits = True
    room -= (point < len(digits)) + (1 - point if point <= 0 else 0)
    if room < len(digits):
        fits = room >= point
        rounded = f"{abs(value):.{max(room, point) - point}f}"
        if not rounded.strip("0."):
            return "0"[:width], fits
        whole, _, fraction = rounded.partition(".")
        digits = (whole + fraction).lstrip("0").rstrip("0")
        point = len(whole) if whole != "0" else len(fraction.lstrip("0")) - len(fraction)
    if point <= 0:
        text = f"{sign}0.{'0' * -point}{digits}"
    elif len(digits) <= point:
        text = sign + digits.ljust(point, "0")
    else:
        text = f"{sign}{digits[:point]}.{digits[point:]}"
    return text[:width], fits


def _rounded_digits(value: float, count: int) -> tuple[str, int]:
    """At most so many significant digits without zeros at their end, and where the point stands, counted from the
    first one."""
    digits, exponent = _shortest(value, single=False)
    return _digits_of_exponent(value, count) if len(digits) > count else (digits, exponent + 1)


def _digits_of_exponent(value: float, count: int) -> tuple[str, int]:
    """So many digits of the number itself; a zero stays at their end where half of its place is cut off from a whole
    number, as what rounds it looks no further then."""
    shown = f"{abs(value):.{max(count, 1) - 1}e}"
    mantissa, _, power = shown.partition("e")
    digits = mantissa.replace(".", "")
    half = Decimal(5).scaleb(int(power) - len(digits))
    if value % 1 or Decimal(abs(value)) - Decimal(shown) != half:
        digits = digits.rstrip("0")
    return digits, int(power) + 1


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

"""Numbers as MySQL reads and writes them in text, and its DECIMAL arithmetic's limits."""

from __future__ import annotations

import decimal
import re
import struct
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal

from binwriter.formats.collations import SPACES
from binwriter.formats.patterns import pattern
from binwriter.mysql.values.digits import whole_number

INT64_MIN = -(1 << 63)
INT64_MAX = (1 << 63) - 1
UINT64_MAX = (1 << 64) - 1
UINT64_MASK = UINT64_MAX
_INT32_MAX = (1 << 31) - 1
FLOAT_MAX: float = struct.unpack("<f", b"\xff\xff\x7f\x7f")[0]
DOUBLE_MAX: float = struct.unpack("<d", b"\xff\xff\xff\xff\xff\xff\xef\x7f")[0]
DECIMAL_MAX_DIGITS = 65
DECIMAL_MAX_SCALE = 30
DECIMAL_MAX = Decimal("9" * DECIMAL_MAX_DIGITS)
DECIMAL_CALCULATION_MAX = Decimal("9" * 81)  # nine words of nine digits: what an intermediate result may have

# Wide enough for a product of two DECIMAL(65): every intermediate result is exact.
EXACT = decimal.Context(prec=200, rounding=ROUND_HALF_UP, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)

NUMBER_PREFIX = pattern(r"[ \t\n\v\f\r]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)", re.ASCII)
INTEGER_PREFIX = pattern(r"[ \t]*([+-]?\d+)", re.ASCII)  # other blanks in front are none to it


def as_single(value: float) -> float:
    """The nearest FLOAT. OverflowError beyond its range."""
    return float(struct.unpack("<f", struct.pack("<f", value))[0])


def number_prefix(text: str) -> tuple[str, bool]:
    """The longest numeric beginning of a string ("0" if none) and whether nothing but spaces followed it."""
    match = NUMBER_PREFIX.match(text)
    if match is None:
        return "0", not text.strip(SPACES)
    return match[1], not text[match.end() :].strip(SPACES)


def integer_prefix(text: str) -> tuple[int, bool]:
    """The integer at the beginning of a string (0 if none) and whether nothing but spaces followed it."""
    match = INTEGER_PREFIX.match(text)
    if match is None:
        return 0, False
    number = whole_number(match[1].lstrip("+-"))
    return -number if match[1][0] == "-" else number, not text[match.end() :].strip(SPACES)


def decimal_of(text: str) -> Decimal:
    """A number's exact value; one with an exponent beyond all limits is infinite, or 0."""
    try:
        return Decimal(text)
    except decimal.InvalidOperation:
        return Decimal(0) if re.search("[eE]-", text) else Decimal("-Infinity" if text[:1] == "-" else "Infinity")


def round_decimal(value: Decimal, scale: int) -> Decimal:
    """Rounded half away from zero to `scale` digits after the point (negative: before it)."""
    return value.quantize(Decimal(1).scaleb(-scale), context=EXACT)


_WORD, _WORDS = 9, 9  # digits of a word of DECIMAL, and words of a number that is calculated with


def room_behind(digits: int) -> int:
    """How many digits behind the point a number that is calculated with has room for, by those in front of it
    (captured: limits/rooms, clusters/decimals_beyond_words)."""
    return _WORD * (_WORDS - -(-digits // _WORD))


def in_room(value: Decimal, scale: int) -> tuple[Decimal, int]:
    """A result and how many of `scale` digits behind the point it has: those without room are not computed."""
    room = max(0, room_behind(value.adjusted() + 1)) if value.adjusted() >= _LONG else scale
    return (value, scale) if room >= scale else (value.quantize(Decimal(1).scaleb(-room), ROUND_DOWN, EXACT), room)


_LONG = 45  # digits in front of the point, up to which there is room for as many as DECIMAL may have behind it


def decimal_scale(value: Decimal) -> int:
    """Digits after the point as written."""
    exponent = value.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def decimal_text(value: Decimal) -> str:
    """Plain digits, never an exponent; MySQL has no negative zero."""
    text = format(value, "f")
    return text[1:] if text.startswith("-") and not value else text


def as_int64(number: int) -> int:
    """The lowest 64 bits, as C's cast to long long takes them."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def shown_precision(number: int) -> int:
    """A number of digits that is too large, as messages have it: an int of C (captured: limits/numbers)."""
    return as_int32(number) if number <= UINT64_MAX else _INT32_MAX


def as_int32(number: int) -> int:
    """The lowest 32 bits, as C's cast to int takes them."""
    return (number + 0x80000000) % 0x100000000 - 0x80000000

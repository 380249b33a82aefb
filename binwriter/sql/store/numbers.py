"""Values into numeric columns: integers, DECIMAL, FLOAT, DOUBLE, BIT.

Strings and DECIMAL round half away from zero, DOUBLE rounds half to even (seen on 9.7.4: '12.5' -> 13, 12.5e0 -> 12).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache

from binwriter.formats.collations import SPACES
from binwriter.formats.columns.values import ColumnValue, IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.values.real_text import exact_text, real_text
from binwriter.sql.expressions.coercion import text_of_bytes
from binwriter.sql.expressions.copied_texts import CopiedReal
from binwriter.sql.expressions.moments.temporal import round_fraction, temporal_number
from binwriter.sql.expressions.numbers import (
    DOUBLE_MAX,
    FLOAT_MAX,
    INT64_MAX,
    INT64_MIN,
    UINT64_MASK,
    as_single,
    round_decimal,
)
from binwriter.sql.expressions.types import BinaryLiteral, MemberText
from binwriter.sql.store import decimal_room, whole_texts
from binwriter.sql.store.target import Target

INTEGER_BITS = {
    ColumnType.TINY: 8,
    ColumnType.SHORT: 16,
    ColumnType.INT24: 24,
    ColumnType.LONG: 32,
    ColumnType.LONGLONG: 64,
}

_NUMBER = pattern(r"[ \t\n\v\f\r]*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?", re.ASCII)
# An exponent that leads far beyond any column anyway; keeps Decimal's exponents small.
_EXPONENT_LIMIT = 1000
_EXPONENT_DIGITS = 9
_LONGEST_SHOWN = 128  # characters of a text that 1366 shows
_INTEGER_BYTES = 8
_LONGEST_NUMBER = 19  # digits of the largest BIGINT
_WIDE = Context(prec=120, rounding=ROUND_HALF_UP)

Temporal = date | timedelta | IncompleteDate


@lru_cache(maxsize=64)
def integer_range(type_: ColumnType, unsigned: bool) -> tuple[int, int]:
    """Smallest and largest value of an integer type."""
    bits = INTEGER_BITS[type_]
    return (0, (1 << bits) - 1) if unsigned else (-(1 << bits - 1), (1 << bits - 1) - 1)


_NUMBER_IN_BYTES = pattern(rb"[ \t\n\v\f\r]+(?=[+-]?\.?[0-9])")
INTEGER_IN_BYTES = pattern(rb"[ \t]+(?=[+-]?\.?[0-9])")


def number_text(value: str | bytes, blanks: re.Pattern[bytes] = _NUMBER_IN_BYTES) -> str:
    """What a number is read from. blanks: skipped before it in a binary string, which is else read as it is shown."""
    if isinstance(value, str):
        return value
    before = blanks.match(value)
    return text_of_bytes(value if before is None else value[before.end() :])


def _leading_number(text: str) -> tuple[Decimal | None, str]:
    """The number at the beginning of a text (None without a digit) and what follows it."""
    match = _NUMBER.match(text)
    if match is None or not (match[2] or match[3]):
        return None, text
    exponent = max(-_EXPONENT_LIMIT, min(_EXPONENT_LIMIT, int((match[4] or "0")[:_EXPONENT_DIGITS])))
    digits = f"{match[1]}{match[2] or '0'}.{match[3] or '0'}E{exponent}"
    number = Decimal(digits)
    return number if number or not exponent else Decimal(f"{match[1]}0"), text[match.end() :]


def _is_exponent_unread(text: str) -> bool:
    """Whether the number's exponent is none that 64 bits can have (captured: clusters/endless_exponents)."""
    match = _NUMBER.match(text)
    return match is not None and not INT64_MIN <= int(match[4] or 0) <= UINT64_MASK


def _temporal_decimal(value: Temporal) -> Decimal:
    """A date or time as its digits, the fraction of the second after the point."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return Decimal(value.year * 10000 + value.month * 100 + value.day)
    if isinstance(value, IncompleteDate) and not (value.hour or value.minute or value.second or value.microsecond):
        return Decimal(value.year * 10000 + value.month * 100 + value.day)
    number, micro = temporal_number(value)
    return number + Decimal(micro).scaleb(-6)


def _temporal_integer(value: Temporal, target: Target) -> int:
    """The digits of a date or time, rounded to the second as a clock rounds (…:59.5 is the next minute).

    Behind the last second of all 1441, and the last day without its time, which is stored before strict mode gives up.
    """
    if isinstance(value, (datetime, timedelta)):
        try:
            value = round_fraction(value, 0, cut=target.cuts_fractions)
        except OverflowError:
            target.context.error_or_warning("ER_DATETIME_FUNCTION_OVERFLOW", "datetime", as_error=target.as_error)
            return int(_temporal_decimal(date.max)) * 1_000_000
    return int(_temporal_decimal(value))


def as_integer(value: object, target: Target) -> int | float | Decimal | str | bytes:
    """What the integer columns see of a value: temporal values and literals as numbers."""
    if isinstance(value, (BinaryLiteral, MemberText)):
        is_long = isinstance(value, BinaryLiteral) and len(value) > _INTEGER_BYTES
        return _beyond_integers(target) if is_long else value.number
    if isinstance(value, (date, timedelta, IncompleteDate)):
        return _temporal_integer(value, target)
    assert isinstance(value, (int, float, Decimal, str, bytes))
    return value


def _beyond_integers(target: Target) -> int:
    """A literal of more than eight bytes, whatever they are, is out of range (captured: wide_literals_row)."""
    spec = target.spec
    number = UINT64_MASK if spec.unsigned or spec.type is ColumnType.BIT else INT64_MAX
    digits = spec.precision - spec.scale if spec.type is ColumnType.NEWDECIMAL else _LONGEST_NUMBER
    wide = spec.type in (ColumnType.LONGLONG, ColumnType.NEWDECIMAL, ColumnType.FLOAT, ColumnType.DOUBLE)
    if (wide and digits >= _LONGEST_NUMBER) or (spec.type is ColumnType.BIT and spec.length >= number.bit_length()):
        target.out_of_range()  # where the column itself has nothing to say
    return number


def _clip(number: int, low: int, high: int, target: Target) -> int:
    if low <= number <= high:
        return number
    target.out_of_range()
    return low if number < low else high


def note_beyond(number: Decimal, target: Target, *, unsigned: bool = False) -> None:
    """A DECIMAL becomes a BIGINT first, whose range is told of before that of the column, in strict mode too (captured:
    decimals_beyond_integers, values)."""
    lowest, highest = (0, UINT64_MASK) if unsigned else (INT64_MIN, INT64_MAX)
    if target.spec.type is not ColumnType.LONGLONG and not lowest <= whole_of(number) <= highest:
        _tell_twice(target)


def _tell_twice(target: Target) -> None:
    """What is out of range is so for the column, too."""
    if not target.as_error:
        target.out_of_range()
        return
    place = (target.spec.name, target.context.row_number)
    error = mysql_error("ER_WARN_DATA_OUT_OF_RANGE", *place)
    second = "ER_DATA_TOO_LONG" if target.spec.type is ColumnType.BIT else "ER_WARN_DATA_OUT_OF_RANGE"
    error.later = (mysql_warning(second, *place, level="Error"),)
    raise error


def whole_of(number: Decimal) -> int:
    """Rounded half away from zero; magnitudes beyond all integers stay such."""
    if number.adjusted() > 100:
        return 10**100 if number > 0 else -(10**100)
    return int(round_decimal(number, 0))


def _real_whole(number: float) -> int:
    """Rounded half to even; magnitudes beyond all integers stay such."""
    return round(max(-1e300, min(1e300, number)))


def store_integer(value: object, target: Target) -> ColumnValue:
    """Into TINYINT to BIGINT."""
    low, high = integer_range(target.spec.type, target.spec.unsigned)
    if type(value) is int and low <= value <= high:
        return value
    number = as_integer(value, target)
    if isinstance(number, int):
        return _clip(int(number), low, high, target)
    if isinstance(number, Decimal):
        if target.spec.unsigned and number < 0:
            target.out_of_range()
            return 0
        note_beyond(number, target, unsigned=target.spec.unsigned)
        return _clip(whole_of(number), low, high, target)
    if isinstance(number, float):
        if number > high and target.spec.unsigned and target.spec.type is ColumnType.LONG:
            _tell_twice(target)  # an INT UNSIGNED alone does (captured: values)
        return _clip(_real_whole(number), low, high, target)
    return _integer_from_text(number_text(number, INTEGER_IN_BYTES), low, high, target, _blanks(number))


def _blanks(value: str | bytes) -> str:
    """What may stand behind a number: of bytes nothing is a blank."""
    return SPACES if isinstance(value, str) else ""


def _integer_from_text(text: str, low: int, high: int, target: Target, blanks: str) -> int:
    whole, rest = whole_texts.whole_number_of(text)
    if whole is None:
        target.incorrect("integer", text)
        return 0
    if not low <= whole <= high:
        return _clip(whole, low, high, target)
    after = rest.strip(blanks) if blanks else rest
    if after:
        target.truncated()
    return whole


# --- DECIMAL --------------------------------------------------------------------------------------------------------


def store_decimal(value: object, target: Target) -> ColumnValue:
    """Into DECIMAL(M,D): digits beyond D are rounded off with a note, even in strict mode."""
    spec = target.spec
    limit = Decimal(10**spec.precision - 1).scaleb(-spec.scale, _WIDE)
    number = _as_decimal(value, target)
    if spec.unsigned and number < 0:  # also one that would round to 0
        target.out_of_range()
        return Decimal(0).scaleb(-spec.scale)
    if number.adjusted() > spec.precision or (rounded := round_decimal(number, spec.scale)).copy_abs() > limit:
        target.out_of_range()
        return limit if number > 0 else limit.copy_negate()
    is_inexact = type(value) is float and not target.behaviour.shortest_reals and float(number) != value
    if rounded != number or is_inexact:
        target.note_truncated()
    # copy_abs, since abs() would round to 28 digits
    return rounded if rounded else rounded.copy_abs()


def _as_decimal(value: object, target: Target) -> Decimal:
    if isinstance(value, Decimal):
        return value
    if isinstance(value, (date, timedelta, IncompleteDate)):
        return _temporal_decimal(value)
    number = as_integer(value, target)
    if isinstance(number, (int, Decimal)):
        return Decimal(number)
    if isinstance(number, float):
        return Decimal((real_text if target.behaviour.shortest_reals else exact_text)(number))
    return _decimal_from_text(number_text(number), target)


def _decimal_from_text(text: str, target: Target) -> Decimal:
    number, rest = _leading_number(text)
    if number is None or _is_exponent_unread(text):
        target.incorrect("decimal", text)
        return Decimal(0)
    number, room = _in_room(text, number)
    is_cut = room is decimal_room.Room.CUT or rest.strip(SPACES)
    if target.as_error and (is_cut or room is decimal_room.Room.BEYOND):
        target.incorrect("decimal", text[:_LONGEST_SHOWN])
    if is_cut and room is not decimal_room.Room.BEYOND:
        target.note_truncated()
    return number


def _in_room(text: str, number: Decimal) -> tuple[Decimal, decimal_room.Room]:
    match = _NUMBER.match(text)
    assert match is not None
    exponent = max(-_EXPONENT_LIMIT, min(_EXPONENT_LIMIT, int((match[4] or "0")[:_EXPONENT_DIGITS])))
    return decimal_room.read_in_room(match[2] or "", match[3] or "", exponent, number)


def is_cut_decimal(text: str) -> bool:
    """Whether a refused text begins with a number of DECIMAL's room (captured: clusters/defaults_of_decimal_room)."""
    number, _ = _leading_number(text)
    return number is not None and _in_room(text, number)[1] is not decimal_room.Room.BEYOND


# --- FLOAT, DOUBLE --------------------------------------------------------------------------------------------------


def store_real(value: object, target: Target) -> ColumnValue:
    """Into FLOAT (rounded to 32 bits) and DOUBLE; FLOAT(M,D) and DOUBLE(M,D) round to D digits."""
    spec = target.spec
    single = spec.type is ColumnType.FLOAT
    if type(value) is CopiedReal:
        return float(value)
    number = _as_real(value, target)
    largest = FLOAT_MAX if single else DOUBLE_MAX
    if spec.unsigned and number < 0:
        target.out_of_range()
        return 0.0
    if spec.precision:
        number = _fixed(number, spec.scale)
        largest = min(largest, 10.0 ** (spec.precision - spec.scale) - 10.0**-spec.scale)
    if abs(number) > largest:
        target.out_of_range()
        number = largest if number > 0 else -largest
    return as_single(number) if single else number


def _fixed(number: float, digits: int) -> float:
    """Rounded to digits after the point in binary arithmetic, as the server does it (1.005 -> 1.00)."""
    whole = float(number // 1)
    factor = 10.0**digits
    return whole + round((number - whole) * factor) / factor


def _as_real(value: object, target: Target) -> float:
    if isinstance(value, (date, timedelta, IncompleteDate)):
        return float(_temporal_decimal(value))
    number = as_integer(value, target)
    if not isinstance(number, (str, bytes)):
        return float(number)
    text = number_text(number)
    behaviour = target.behaviour
    parsed, rest = _leading_number(text)
    beyond = parsed is not None and not -DOUBLE_MAX <= parsed <= DOUBLE_MAX
    if parsed is None or (rest.strip(SPACES) if behaviour.reals_end_in_spaces else rest):
        if behaviour.names_wrong_reals:
            target.incorrect(target.spec.type.name, text)
        elif not beyond:
            target.truncated()
    if parsed is None:
        return 0.0
    if beyond:
        target.out_of_range()
        return DOUBLE_MAX if parsed > 0 else -DOUBLE_MAX
    return float(parsed)


# --- BIT ------------------------------------------------------------------------------------------------------------


def store_bit(value: object, target: Target) -> ColumnValue:
    """Into BIT(n): numbers by their 64 bits, strings by their bytes, the first one highest."""
    bits = _as_bits(value, target)
    largest = (1 << target.spec.length) - 1
    if bits <= largest:
        return bits
    strict = target.context.strict and not (target.context.forgives and target.behaviour.forgives_bits)
    target.report("ER_DATA_TOO_LONG" if strict else "ER_WARN_DATA_OUT_OF_RANGE")
    return largest


def _as_bits(value: object, target: Target) -> int:
    is_long = isinstance(value, BinaryLiteral) and len(value) > _INTEGER_BYTES
    if isinstance(value, (str, bytes)) and not (isinstance(value, MemberText) or is_long):
        return int.from_bytes(value if isinstance(value, bytes) else value.encode(), "big")
    number = as_integer(value, target)
    if isinstance(number, Decimal):
        if number < 0:
            target.out_of_range()
            return 0
        note_beyond(number, target, unsigned=True)
        return min(whole_of(number), UINT64_MASK)
    if isinstance(number, float):
        return max(INT64_MIN, min(INT64_MAX, int(number))) & UINT64_MASK  # cut, not rounded (seen on 9.7.4)
    assert isinstance(number, int)
    return number & UINT64_MASK


NUMERIC_STORERS: dict[ColumnType, Callable[[object, Target], ColumnValue]] = {
    **dict.fromkeys(INTEGER_BITS, store_integer),
    ColumnType.NEWDECIMAL: store_decimal,
    ColumnType.FLOAT: store_real,
    ColumnType.DOUBLE: store_real,
    ColumnType.BIT: store_bit,
}

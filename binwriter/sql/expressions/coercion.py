"""Conversions between expression values, as MySQL's val_int, val_real, val_decimal, val_str and get_date do them.

None stays None everywhere. What does not convert cleanly gives warning 1292, or the error where `context` says that the
statement changes data under a strict mode.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, Generic, TypeVar

from binwriter.errors import MySQLError
from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.values import IncompleteDate, JsonDocument, SizedDecimal
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.raw_bytes import RawText, bytes_of, printable, shown_as_utf8
from binwriter.mysql.values.json_text import json_text
from binwriter.mysql.values.real_text import (
    DOUBLE_WIDTH,
    FLOAT_WIDTH,
    exact_text,
    fixed_text,
    printed_text,
    real_text,
)
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions import document_numbers
from binwriter.sql.expressions.column_texts import beginning_in_utf8, passes_for_whole
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.expressions.numbers import (
    DECIMAL_CALCULATION_MAX,
    DECIMAL_MAX,
    DECIMAL_MAX_SCALE,
    DOUBLE_MAX,
    INT64_MAX,
    INT64_MIN,
    INTEGER_PREFIX,
    NUMBER_PREFIX,
    UINT64_MASK,
    UINT64_MAX,
    decimal_of,
    decimal_scale,
    decimal_text,
    integer_prefix,
    number_prefix,
    round_decimal,
)
from binwriter.sql.expressions.types import (
    CAST_AS_YEAR,
    NOT_FIXED_SCALE,
    VARIABLE_TEXT,
    BinaryLiteral,
    Coercibility,
    ExprType,
    Kind,
    MemberText,
    MomentText,
)

JSON_EXTRACT = "json_extract"  # what most documents come from that are asked for a number


def truncated(context: StatementContext, type_name: str, value: object) -> None:
    """Warning (or strict error) 1292: Truncated incorrect DOUBLE value: '1abc'."""
    context.value_problem("ER_TRUNCATED_WRONG_VALUE", type_name, value)


def _tells(type_: ExprType, context: StatementContext) -> bool:
    """Whether it is told that a text is no number; of columns not before 5.5 (captured: 5.1.54), of what functions
    made not before 8.0 (captured: texts_as_numbers_statement)."""
    behaviour = context.variables.behaviour
    if type_.computed and not behaviour.tells_of_functions:
        return False
    if type_.unquestioned or type_.coercibility is not Coercibility.IMPLICIT:
        return not type_.unquestioned
    return behaviour.tells_of_columns or (type_.padded > 0 and behaviour.tells_of_padded)


def _told(value: str | bytes, text: str, type_: ExprType, context: StatementContext) -> str:
    """The text as 1292 shows it; of a CHAR column, up to 5.7, to its length (captured: nulls_and_defaults_row); of
    a VARCHAR or VARBINARY its bytes up to a zero, if they are UTF-8 (captured: bytes_of_columns_as_numbers)."""
    if type_.of_column and type_.column is ColumnType.VARCHAR:
        data = bytes(to_bytes(value, type_) or b"").partition(b"\0")[0]
        beginning = beginning_in_utf8(data)
        if not context.variables.behaviour.measures_varchars or beginning.encode() == data:
            return beginning
    shows = type_.padded and context.variables.behaviour.tells_of_padded
    return text + " " * (type_.padded - len(to_bytes(text, type_) or b"")) if shows else text


def _passes(value: str | bytes, text: str, prefix: re.Pattern[str], type_: ExprType, context: StatementContext) -> bool:
    """A text without any number is an error of its own where an integer is asked for."""
    if context.variables.behaviour.measures_varchars or not type_.of_column:
        return False
    found = prefix.match(text)
    if found is None and prefix is INTEGER_PREFIX:
        return False
    return passes_for_whole(len(to_bytes(value, type_) or b""), found.end() if found else 0, type_, context)


def text_of_bytes(value: bytes) -> str:
    """Bytes as a message shows them."""
    return value.characters() if isinstance(value, RawText) else escaped_bytes(value)


def as_c_string(value: Any, type_: ExprType) -> str:
    """A text as messages show it that take its bytes for UTF-8, up to a zero (captured: mixes/raw)."""
    data = bytes(to_bytes(value, type_) or b"").partition(b"\0")[0]
    return shown_as_utf8(data)


def escaped_bytes(value: bytes) -> str:
    """A binary string as a message shows it: ASCII as it is, other bytes as \\xC3."""
    return "".join(chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02X}" for byte in value)


# --- numbers ----------------------------------------------------------------------------------------------------------


def temporal_as_number(value: Any, type_: ExprType) -> int | Decimal:
    if type_.kind is Kind.DATE and isinstance(value, IncompleteDate):
        return value.year * 10_000 + value.month * 100 + value.day
    number, micro = temporal.temporal_number(value)
    return number + Decimal(micro).scaleb(-6) if type_.scale else number


def _own_number(value: MemberText | BinaryLiteral, context: StatementContext) -> int:
    """A literal of more than 64 bits is none, since 8.0 (captured: clusters/binary_literals)."""
    if isinstance(value, BinaryLiteral) and value.is_beyond_integers and context.variables.behaviour.bits_of_bytes:
        truncated(context, "BINARY", f"x'{value.hex()}'")
        return 0
    return value.number


def to_number(value: Any, type_: ExprType, context: StatementContext) -> Any:
    """int, Decimal or float; strings become float, dates and times their digits."""
    if isinstance(value, JsonDocument):
        value = document_numbers.document_number(value, "DOUBLE", context, type_.source)
    if value is None or isinstance(value, (int, float, Decimal)):
        return value
    if isinstance(value, (MemberText, BinaryLiteral)):
        return _own_number(value, context)
    if isinstance(value, (str, bytes)):
        return to_real(value, type_, context)
    return temporal_as_number(value, type_)


def to_real(value: Any, type_: ExprType, context: StatementContext) -> float | None:
    """DOUBLE. A string gives its numeric beginning."""
    if isinstance(value, JsonDocument):
        value = document_numbers.document_number(value, "DOUBLE", context, type_.source)
    if value is None or isinstance(value, float):
        return value
    if isinstance(value, (MemberText, BinaryLiteral)):
        return float(_own_number(value, context))
    if isinstance(value, (str, bytes)):
        text = value if isinstance(value, str) else text_of_bytes(value)
        number, whole = number_prefix(text)
        if not whole:
            whole = _passes(value, text, NUMBER_PREFIX, type_, context)
        real = float(number)
        if math.isinf(real):  # the largest there is stands for it (captured: edges)
            real, whole = math.copysign(DOUBLE_MAX, real), False
        if not whole and _tells(type_, context):
            truncated(context, "DOUBLE", _told(value, text, type_, context))
        return real
    return float(to_number(value, type_, context))


_BEGINS_WITH_DIGITS = pattern(r"\s*[-+]?\.?\d", re.ASCII)


def _complain_of_no_number(text: str, type_: ExprType, context: StatementContext) -> None:
    """A column's text without a number has two complaints; where the first is an error, the other stands behind it
    (captured: tables_of_values, long_texts_as_numbers). That of a function has the first alone (captured:
    clusters/texts_of_functions_as_decimals)."""
    if _BEGINS_WITH_DIGITS.match(text):
        return
    shown = ("DECIMAL", "0") if context.variables.behaviour.shows_decimal_zero else ("decimal", "")
    try:
        context.value_problem("ER_TRUNCATED_WRONG_VALUE_FOR_FIELD", *shown, "", -1)
    except MySQLError as error:
        if not (type_.unquestioned or type_.computed):
            behind = mysql_warning("ER_TRUNCATED_WRONG_VALUE", "DECIMAL", text)
            error.later = (*error.later, replace(behind, level="Error"))
        raise


def to_decimal(value: Any, type_: ExprType, context: StatementContext) -> Decimal | None:
    """DECIMAL, exact; a FLOAT or DOUBLE by the shortest digits of a DOUBLE (captured: floats_as_others)."""
    if isinstance(value, JsonDocument):
        value = document_numbers.document_number(value, "DECIMAL", context, type_.source)
    if value is None or isinstance(value, Decimal):
        return value
    if isinstance(value, float):
        text = real_text(value) if context.variables.behaviour.shortest_reals else exact_text(value)
        if abs(value) <= float(DECIMAL_MAX):
            return Decimal(text)
        if abs(value) >= float(DECIMAL_CALCULATION_MAX):  # (captured: clusters/second_operands)
            truncated(context, "DECIMAL", text.lower().partition("e")[0])
        return _clip(value)
    if isinstance(value, (str, bytes)) and not isinstance(value, (MemberText, BinaryLiteral)):
        text = value if isinstance(value, str) else text_of_bytes(value)
        if type_.of_column or type_.computed:
            _complain_of_no_number(text, type_, context)
        number, whole = number_prefix(text)
        exact = decimal_of(number)
        is_beyond, (digits, *exponent) = exact.copy_abs() > DECIMAL_CALCULATION_MAX, number.lower().split("e")
        tells = type_.source != VARIABLE_TEXT and not type_.computed and _tells(type_, context)
        has_rest = whole or type_.of_column or context.variables.behaviour.tells_of_decimal_rests
        tells &= has_rest or not _BEGINS_WITH_DIGITS.match(text)
        if (not whole or not text) and not (is_beyond and exponent) and tells:
            truncated(context, "DECIMAL", _told(value, text, type_, context))
        if is_beyond:
            exact = DECIMAL_MAX.copy_sign(exact)
            truncated(context, "DECIMAL", digits if exponent else DECIMAL_CALCULATION_MAX.copy_sign(exact))
            if not (type_.unquestioned or type_.computed):
                truncated(context, "DECIMAL", text)
        return exact
    return Decimal(to_number(value, type_, context))


def _clip(value: float) -> Decimal:
    return DECIMAL_MAX if value > 0 else DECIMAL_MAX.copy_negate()


_HALF_A_SECOND = 500_000  # microseconds


def to_int(value: Any, type_: ExprType, context: StatementContext) -> int | None:
    """BIGINT as MySQL's val_int(): DECIMAL rounds half up, DOUBLE half to even, a string gives its leading integer.

    The result may lie above 2^63 - 1 for an unsigned source. ER_DATA_OUT_OF_RANGE for a computed DOUBLE (`overflow`).
    """
    if type(value) is int:
        return value
    if isinstance(value, JsonDocument):
        value = document_numbers.document_number(value, "INTEGER", context, type_.source)
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, Decimal):
        whole = int(round_decimal(value, 0))
        # an integer that was chosen among others has all of its bits
        if INT64_MIN <= whole <= (UINT64_MAX if whole == value else INT64_MAX):
            return whole
        return _within(whole, value, context, limit=UINT64_MAX if type_.unsigned else INT64_MAX)
    if isinstance(value, float):
        if value != value or not -(2.0**63) <= value < 2.0**63:
            if type_.overflow and context.variables.behaviour.computed_reals_wrap:
                return INT64_MIN  # as the processor has it
            if type_.overflow:
                raise mysql_error("ER_DATA_OUT_OF_RANGE", "BIGINT", type_.overflow)
            if type_.of_column and type_.single:
                return INT64_MIN  # as the processor has it, too (captured: cluster floats_beyond_integers)
            if type_.of_column:
                truncated(context, "INTEGER", number_text(value, type_))
            return INT64_MAX if value > 0 else INT64_MIN
        return round(value)
    if isinstance(value, (MemberText, BinaryLiteral)):
        if isinstance(value, MomentText):
            return int(round_decimal(Decimal(value.number), 0))
        number = int(_own_number(value, context))
        return number - UINT64_MASK - 1 if type_.bits and number > INT64_MAX else number
    if isinstance(value, (str, bytes)):
        text = value if isinstance(value, str) else text_of_bytes(value)
        number, whole = integer_prefix(text)
        if not whole:
            whole = _passes(value, text, INTEGER_PREFIX, type_, context)
        if not whole and type_.source != VARIABLE_TEXT and _tells(type_, context):
            truncated(context, "INTEGER", _told(value, text, type_, context))
        number = _within(number, text, context, limit=UINT64_MAX)
        return number if number <= INT64_MAX else number - UINT64_MASK - 1  # the bits of an unsigned one
    return to_int(temporal_as_number(_in_whole_seconds(value, context), type_), type_, context)


def _in_whole_seconds(value: Any, context: StatementContext) -> Any:
    """A moment rounded (or cut, as sql_mode has it), with what is carried: 59.5 seconds are a minute. Behind the last
    second there is none: the day is left, and warning 1441 (captured: clusters/moments_as_integers)."""
    if isinstance(value, datetime) and value.microsecond:
        whole = value.replace(microsecond=0)
        if value.microsecond < _HALF_A_SECOND or context.cuts_fractions:
            return whole
        if whole == datetime.max.replace(microsecond=0):
            context.warn("ER_DATETIME_FUNCTION_OVERFLOW", "datetime")
            return whole.replace(hour=0, minute=0, second=0)
        return whole + timedelta(seconds=1)
    if isinstance(value, timedelta) and value.microseconds:
        added = timedelta(microseconds=0 if context.cuts_fractions else _HALF_A_SECOND)
        seconds = timedelta(seconds=(abs(value) + added) // timedelta(seconds=1))
        return -seconds if value < timedelta() else seconds
    return value


def _within(number: int, shown: object, context: StatementContext, *, limit: int) -> int:
    if INT64_MIN <= number <= limit:
        return number
    truncated(context, "INTEGER" if isinstance(shown, str) else "DECIMAL", shown)
    return INT64_MIN if number < 0 else limit


def to_bits(value: Any, type_: ExprType, context: StatementContext) -> int | None:
    """The 64 bits that the bit operators work on."""
    number = to_int(value, type_, context)
    return None if number is None else number & UINT64_MASK


def to_bool(value: Any, type_: ExprType, context: StatementContext) -> bool | None:
    """Truth: any number other than zero; None is unknown."""
    if value is None:
        return None
    if isinstance(value, (int, float, Decimal)):
        return value != 0
    if isinstance(value, JsonDocument):
        return to_real(value, type_, context) != 0
    number = to_number(value, type_, context)
    return bool(number != 0)


# --- strings ----------------------------------------------------------------------------------------------------------


def to_text(value: Any, type_: ExprType) -> Any:
    """The value as a string: str, or bytes for a binary string (BIT, BINARY, hexadecimal literals)."""
    if value is None or isinstance(value, (str, bytes)):
        return value
    if isinstance(value, JsonDocument):
        return json_text(value)
    if type_.bit:
        return value.to_bytes((type_.length + 7) // 8, "big")
    text = number_text(value, type_)
    return text.rjust(type_.zeros, "0") if type_.zeros else text


def sent_text(value: Any, type_: ExprType) -> Any:
    """A value that is not NULL as the text protocol sends it: str, or bytes for a binary string."""
    kind = type(value)
    if kind is int and not type_.bit and (type_.kind is Kind.INT or type_.sent_bare):
        text = "%d" % value  # noqa: UP031  of a million rows
        if type_.sent_bare:
            return text
    elif kind is float and type_.scale >= NOT_FIXED_SCALE:
        if type_.printed:
            return printed_text(value, single=type_.single and not type_.as_double)
        text = real_text(value, single=type_.single)  # as the protocol writes it, however wide
    else:
        return to_text(value, type_)
    return text.rjust(type_.zeros, "0") if type_.zeros else text


def number_text(value: Any, type_: ExprType) -> str:
    """A number, date or time in digits."""
    if isinstance(value, int):
        if type_.kind is Kind.YEAR and (value or type_.source != CAST_AS_YEAR):
            return f"{value:04d}"
        return "%d" % value  # noqa: UP031  also of True
    return _TEXT[type(value)](value, type_)


def _real(value: float, type_: ExprType) -> str:
    if type_.scale < NOT_FIXED_SCALE:
        return f"{value:.{type_.scale}f}" if type_.printed else fixed_text(value, type_.scale)
    if type_.printed:
        return printed_text(value, single=type_.single and not type_.as_double)
    if type_.single and not type_.as_double:
        return real_text(value, single=True, width=None if type_.wide else FLOAT_WIDTH)
    return real_text(value, width=None if type_.of_column or type_.wide else DOUBLE_WIDTH)


def _decimal(value: Decimal, type_: ExprType) -> str:
    if type_.kind is not Kind.DECIMAL or (digits := decimal_scale(value)) == type_.scale:
        return decimal_text(value)
    # what is computed of a user variable has the most digits there can be (captured: clusters/variables_of_digits)
    filled = type_.scale == DECIMAL_MAX_SCALE and type_.source != VARIABLE_TEXT
    return decimal_text(round_decimal(value, type_.scale) if filled or digits > type_.scale else value)


def _incomplete(value: IncompleteDate, type_: ExprType) -> str:
    return temporal.format_date(value) if type_.kind is Kind.DATE else temporal.format_datetime(value, type_.scale)


_TEXT: dict[type, Callable[[Any, ExprType], str]] = {
    bool: lambda value, type_: str(int(value)),
    float: _real,
    Decimal: _decimal,
    SizedDecimal: _decimal,
    date: lambda value, type_: temporal.format_date(value),
    datetime: lambda value, type_: temporal.format_datetime(value, type_.scale),
    timedelta: lambda value, type_: temporal.format_time(value, type_.scale),
    IncompleteDate: _incomplete,
}


_Text = TypeVar("_Text")


class TextConverter(Generic[_Text]):
    """One that asks an argument for its text, which IF and CASE have of their own (`types.textual`)."""

    __slots__ = ("convert",)

    def __init__(self, convert: Callable[[Any, ExprType, StatementContext], _Text]) -> None:
        self.convert = convert

    def __call__(self, value: Any, type_: ExprType, context: StatementContext) -> _Text:
        return self.convert(value, type_, context)


def to_characters(value: Any, type_: ExprType, collation: int) -> Any:
    """The value as a string in the given collation's character set; bytes when that is binary.

    MySQLError ER_CANNOT_CONVERT_STRING for bytes that are no characters there (captured: mixes/raw). Only a literal
    whose bytes are no characters of its own set stays the bytes that it is (`RawText`).
    """
    text = to_text(value, type_)
    if text is None or isinstance(text, bytes) == (collation == 63):
        return text if type(text) is not str or text.isascii() else in_charset(text, collation_by_id(collation).charset)
    if not isinstance(text, bytes):
        return characters_or_bytes(text, type_, collation)
    target = collation_by_id(collation)
    if isinstance(text, RawText):
        return text if text.charset == target.charset else text.characters()
    text = text.rjust(-(-len(text) // target.mbminlen) * target.mbminlen, b"\0")
    try:  # of a set of single bytes these must all be characters (captured: clusters/bytes_kept_in_charsets)
        return target.decode(text) if target.mbmaxlen == 1 else target.decode_keeping(text)
    except CorruptLogError:
        raise mysql_error("ER_CANNOT_CONVERT_STRING", printable(text), "binary", target.charset) from None


def characters_or_bytes(value: Any, type_: ExprType, collation: int) -> Any:
    """As `to_characters`, with bytes left as they are where they are no characters. What they lack of a whole
    character are zeros in front (captured: clusters/wide_texts)."""
    text = to_text(value, type_)
    if text is None or isinstance(text, bytes) == (collation == 63):
        return text
    if isinstance(text, bytes):
        target = collation_by_id(collation)
        text = bytes(-len(text) % target.mbminlen) + text
        try:
            return target.decode_keeping(text)
        except CorruptLogError:
            return text
    source = collation_by_id(type_.collation if type_.kind is Kind.STRING and type_.collation != 63 else 255)
    try:
        return source.encode(text)
    except EncodeError:
        return bytes_of(in_charset(text, source.charset))


def as_raw_text(value: Any, collation: int) -> Any:
    """A text as the bytes that it is in a collation's character set; other values as they are."""
    if not isinstance(value, (str, bytes)) or collation == 63:
        return value
    target = collation_by_id(collation)
    return RawText.of(value if isinstance(value, bytes) else target.encode_replacing(value), target.charset)


def to_bytes(value: Any, type_: ExprType) -> bytes | None:
    """The bytes of the value's text in its own character set: what LENGTH, HEX, CRC32 and hashes work on."""
    converted = to_characters(value, type_, 63)
    return None if converted is None else bytes(converted)

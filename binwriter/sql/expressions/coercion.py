"""Conversions between expression values, as MySQL's val_int, val_real, val_decimal, val_str and get_date do them.

None stays None everywhere. What does not convert cleanly gives warning 1292, or the error where `context` says that the
statement changes data under a strict mode.
"""

from __future__ import annotations

import math
import re
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from binwriter.errors import MySQLError
from binwriter.formats.columns.values import IncompleteDate, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.raw_bytes import RawText, shown_as_utf8
from binwriter.mysql.values.real_text import (
    exact_text,
    real_text,
)
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions import document_numbers
from binwriter.sql.expressions.as_texts import number_text, to_bytes
from binwriter.sql.expressions.column_texts import beginning_in_utf8, passes_for_whole
from binwriter.sql.expressions.moments import temporal
from binwriter.sql.expressions.numbers import (
    DECIMAL_CALCULATION_MAX,
    DECIMAL_MAX,
    DOUBLE_MAX,
    INT64_MAX,
    INT64_MIN,
    INTEGER_PREFIX,
    NUMBER_PREFIX,
    UINT64_MASK,
    UINT64_MAX,
    decimal_of,
    integer_prefix,
    number_prefix,
    round_decimal,
)
from binwriter.sql.expressions.types import (
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

"""How 5.1 and 5.5 take dates, times and numbers into columns of dates, times and years, and moments into numbers.

Source: captured on a 5.5.20 and a 5.1.54 (moments_between_types_row, moments_between_types_strict_row,
moments_as_numbers_row).
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.mysql.values import temporal_text as reading
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.moments.timezone import to_local
from binwriter.sql.expressions.types import ExprType, Kind

if TYPE_CHECKING:
    from binwriter.mysql.values.temporal_text import Parsed, Problem
    from binwriter.sql.context import StatementContext
    from binwriter.sql.store.target import Target

_LARGEST_TIME = 8385959
_NUMBERS = frozenset(
    {
        *(ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG),
        *(ColumnType.FLOAT, ColumnType.DOUBLE, ColumnType.BIT),
    }
)
_KINDS = {
    ColumnType.DATE: Kind.DATE,
    ColumnType.TIME2: Kind.TIME,
    ColumnType.DATETIME2: Kind.DATETIME,
    ColumnType.TIMESTAMP2: Kind.DATETIME,
    ColumnType.YEAR: Kind.YEAR,
}


def moved(
    value: date | timedelta | IncompleteDate, type_: ExprType, column: ColumnSpec, context: StatementContext
) -> date | timedelta | IncompleteDate | str:
    """A column goes into one of another type as its text, and whatever there is into YEAR and numbers, but for what is
    computed into a DECIMAL."""
    if column.type in _NUMBERS or (column.type is ColumnType.NEWDECIMAL and type_.field is not None):
        return _text(value, type_, context)
    kind = _KINDS.get(column.type, type_.kind)
    to_year = kind is Kind.YEAR
    is_shorter = Kind.TIME in (kind, type_.kind) or to_year
    if kind is type_.kind or not is_shorter or not (to_year or type_.field is not None):
        return value
    return _text(value, type_, context)


def _text(
    value: date | timedelta | IncompleteDate, type_: ExprType, context: StatementContext
) -> date | timedelta | IncompleteDate | str:
    if isinstance(value, datetime) and value.tzinfo is not None:
        value = to_local(value, context)
    text = to_text(value, type_)
    return text if isinstance(text, str) else value


def is_nothing(text: str, parsed: Parsed) -> bool:
    """Whether a text is no TIME without a problem to name: the empty one, and numbers with an exponent."""
    return not text or not (parsed.problem or parsed.found)


def has_too_many_digits(text: str) -> bool:
    """Whether a TIME's fraction is longer than a microsecond, which is told (`str_to_time` of 5.1 and 5.5)."""
    return _LONG_FRACTION.search(text) is not None


_LONG_FRACTION = pattern(r"\.[0-9]{7}")


def refuse_length(target: Target) -> bool:
    """A TIME that was computed is no date: 1265 in any mode; of a TIMESTAMP it is for the caller to tell."""
    if target.spec.type is ColumnType.TIMESTAMP2:
        return False
    target.truncated()
    return True


def is_truncated(target: Target, *, is_number: bool, problem: Problem) -> bool:
    """Whether a wrong value is 1265: the types of column and value decide it."""
    if target.spec.type is ColumnType.TIME2:
        return reading.Problem.TRUNCATED in problem and not is_number
    return target.spec.type is ColumnType.TIMESTAMP2 or (target.spec.type is ColumnType.DATE and not is_number)


def is_beyond(value: float | Decimal) -> bool:
    """Whether a DOUBLE or DECIMAL is out of all moments, of which a DATE is told otherwise (`Field_newdate::store`)."""
    return isinstance(value, (float, Decimal)) and not 0 <= value <= _LARGEST_MOMENT


_LARGEST_MOMENT = 99991231235959


def number_text(value: float) -> str:
    """A DOUBLE as messages about moments show it (`Field::set_datetime_warning`)."""
    return f"{value:g}"


def read_number(value: float | Decimal, *, as_time: bool) -> float | Decimal:
    """Numbers are rounded to whole ones where they are dates; a TIME has nothing of a date's digits."""
    if as_time:
        return min(max(value, -_LARGEST_TIME - 1), _LARGEST_TIME + 1)
    if isinstance(value, float):
        return round(value)
    return value.quantize(Decimal(1), ROUND_HALF_UP) if isinstance(value, Decimal) else value

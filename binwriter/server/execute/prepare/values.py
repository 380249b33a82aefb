"""Values that a program gives to a prepared statement, as user variables of EXECUTE hold them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta, tzinfo
from decimal import Decimal
from typing import Any

from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.sql.expressions.moments.temporal import format_date, format_datetime, format_time
from binwriter.statement.facts import UnsignedNumber, UserVariable

_MICROSECONDS = 6
_LONGEST = timedelta(hours=839)


def parameter(value: object, collation: int, time_zone: Callable[[], tzinfo]) -> UserVariable | None:
    """One value; collation: of strings. time_zone: of the session, in which moments with an offset of their own are.

    TypeError for what no parameter can be.
    """
    if isinstance(value, datetime) and value.tzinfo is not None:
        value = value.astimezone(time_zone()).replace(tzinfo=None)
    make = _FORMS.get(type(value))
    if make is None:
        raise TypeError(f"a parameter of a prepared statement cannot be a {type(value).__name__}: {value!r}")
    return make(value, collation)


def _fraction(microseconds: int) -> int:
    return _MICROSECONDS if microseconds else 0


_FORMS: dict[type, Callable[[Any, int], UserVariable | None]] = {
    type(None): lambda value, collation: None,
    bool: lambda value, collation: UserVariable(int(value)),
    int: lambda value, collation: UserVariable(value, unsigned=value >= 1 << 63),
    UnsignedNumber: lambda value, collation: UserVariable(int(value), unsigned=True),
    float: lambda value, collation: UserVariable(value),
    Decimal: lambda value, collation: UserVariable(value),
    str: UserVariable,
    bytes: lambda value, collation: UserVariable(value, BINARY_COLLATION_ID),
    date: lambda value, collation: UserVariable(format_date(value), collation, moment="DATE"),
    datetime: lambda value, collation: UserVariable(
        format_datetime(value, _fraction(value.microsecond)), collation, moment="TIMESTAMP"
    ),
    timedelta: lambda value, collation: UserVariable(
        format_time(value, _fraction(value.microseconds)), collation, moment="TIME" if abs(value) < _LONGEST else ""
    ),
}

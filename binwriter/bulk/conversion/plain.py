"""Values as Arrow gives them to Python -> values as the codecs take them (`ColumnValue`), one by one.

What cannot be read stays as it is: the codec names column, type, limit and value when it refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any

import numpy as np

from binwriter.bulk.storage_form import charset_of
from binwriter.errors import CorruptLogError, EncodeError
from binwriter.formats.columns.json.binary import json_from_binary
from binwriter.formats.columns.json.documents import json_from_text
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.stored_values import stored_value
from binwriter.formats.columns.values import ColumnValue, IncompleteDate, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern


class RefusedValueError(Exception):
    """What one of the quick ways found wrong with a value. row: within the array."""

    def __init__(self, row: int, problem: str) -> None:
        super().__init__(problem)
        self.row = row


# More digits than any DECIMAL has, and than any double has before and after its point.
_DIGITS = Context(prec=800)

_NUMBER = pattern(r"[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d{1,4})?|[+-]?(nan|inf(inity)?)", re.ASCII | re.IGNORECASE)
_DATE = pattern(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
_DATETIME = pattern(
    r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?",
    re.ASCII,
)
_TIME = pattern(r"(-?)(\d{1,3}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?", re.ASCII)


def _integer(spec: ColumnSpec, value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Decimal) and value.is_finite() and value == int(value):
        return int(value)
    return value


def _float(spec: ColumnSpec, value: Any) -> Any:
    return float(value) if isinstance(value, bool | int | Decimal) else value


def _decimal(spec: ColumnSpec, value: Any) -> Any:
    """A float as MySQL takes it: its shortest digits, rounded to the column's scale, halves away from zero."""
    if isinstance(value, bool | int):
        return Decimal(int(value))
    if isinstance(value, str):
        return Decimal(value.strip()) if _NUMBER.fullmatch(value.strip()) else value
    if not isinstance(value, float):
        return value
    number = Decimal(repr(value))
    return number.quantize(Decimal(1).scaleb(-spec.scale), ROUND_HALF_UP, _DIGITS) if number.is_finite() else number


def _text(spec: ColumnSpec, value: Any) -> Any:
    """Bytes for a column with characters are text in its character set; text for one without is UTF-8."""
    collation = charset_of(spec)
    if collation is None:
        return value.encode() if isinstance(value, str) else value
    return collation.decode(value) if isinstance(value, bytes) else value


def _number_or_name(spec: ColumnSpec, value: Any) -> Any:
    return stored_value(spec, value) if isinstance(value, str) else _integer(spec, value)


def _names(spec: ColumnSpec, value: Any) -> Any:
    """A SET: a bit mask, names with commas between them, or a list of names."""
    if isinstance(value, str):
        value = value.split(",") if value else []
    if not isinstance(value, list):
        return _integer(spec, value)
    if all(isinstance(name, str) for name in value):
        return stored_value(spec, frozenset(value))
    raise codec_for(spec).error("every member must be a name", value)


# --- temporal ---------------------------------------------------------------------------------------------------------


def _microseconds(spec: ColumnSpec, digits: str | None, value: Any) -> int:
    padded = (digits or "").ljust(9, "0")
    if int(padded[6:]):
        raise codec_for(spec).error(f"more than {spec.fsp} digits after the second", value)
    return int(padded[:6])


def _calendar(spec: ColumnSpec, *parts: int) -> Any:
    try:
        return datetime(*parts)  # type: ignore[arg-type]
    except ValueError:
        return IncompleteDate(*parts)


def _date(spec: ColumnSpec, value: Any) -> Any:
    if isinstance(value, str) and (match := _DATE.fullmatch(value.strip())):
        made = _calendar(spec, *map(int, match.groups()))
        return made.date() if isinstance(made, datetime) else made
    if isinstance(value, datetime):
        if value.timetz().replace(tzinfo=None) == time():
            return value.date()
        return IncompleteDate(value.year, value.month, value.day, value.hour, value.minute, value.second)
    return value


def _from_text(spec: ColumnSpec, text: str) -> Any:
    """A date with time of day, and zone if it has one; the text itself if it is none."""
    match = _DATETIME.fullmatch(text.strip())
    if not match:
        return text
    *parts, digits, zone = match.groups()
    made = _calendar(spec, *(int(part or 0) for part in parts), _microseconds(spec, digits, text))
    if zone is None or not isinstance(made, datetime):
        return text if zone else made
    return datetime.fromisoformat(f"{made.isoformat()}{'+00:00' if zone == 'Z' else zone}")


def _datetime(spec: ColumnSpec, value: Any) -> Any:
    """DATETIME has no zone: of a value that has one the wall clock there counts."""
    if isinstance(value, str):
        value = _from_text(spec, value)
    if isinstance(value, datetime):
        return value.replace(tzinfo=None)
    return datetime(value.year, value.month, value.day) if isinstance(value, date) else value


def _timestamp(spec: ColumnSpec, value: Any) -> Any:
    """TIMESTAMP is an instant: a value without a zone is in UTC."""
    if isinstance(value, str):
        value = _from_text(spec, value)
    if isinstance(value, date) and not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day)
    if isinstance(value, datetime):
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    return value


def _time(spec: ColumnSpec, value: Any) -> Any:
    if isinstance(value, time):
        return timedelta(0, (value.hour * 60 + value.minute) * 60 + value.second, value.microsecond)
    if isinstance(value, str) and (match := _TIME.fullmatch(value.strip())):
        sign, hours, minutes, seconds, digits = match.groups()
        if int(minutes) > 59 or int(seconds or 0) > 59:
            return value
        total = (int(hours) * 60 + int(minutes)) * 60 + int(seconds or 0)
        size = timedelta(0, total, _microseconds(spec, digits, value))
        return -size if sign else size
    return value


# --- documents --------------------------------------------------------------------------------------------------------


def _json(spec: ColumnSpec, value: Any) -> Any:
    """Text is JSON text, bytes are MySQL's binary JSON; everything else is the document itself."""
    if isinstance(value, str):
        return json_from_text(value)
    if isinstance(value, bytes):
        return json_from_binary(value)
    return JsonDocument(_json_value(value))


def _json_value(value: Any) -> Any:
    """Arrow's maps come as lists of pairs, its bytes are no JSON."""
    if isinstance(value, dict):
        return {key: _json_value(item) for key, item in value.items()}
    if isinstance(value, list):
        pairs = bool(value) and all(isinstance(item, tuple) and len(item) == 2 for item in value)
        return {key: _json_value(item) for key, item in value} if pairs else [_json_value(item) for item in value]
    return value


def _vector(spec: ColumnSpec, value: Any) -> Any:
    if not isinstance(value, list):
        return value
    if all(isinstance(entry, bool | int | float) for entry in value):
        with np.errstate(over="ignore"):  # infinite: refused like any other
            return stored_value(spec, [float(np.float32(entry)) for entry in value])
    raise codec_for(spec).error("every entry must be a number", value)


_PLAIN: dict[ColumnType, Callable[[ColumnSpec, Any], Any]] = {
    ColumnType.TINY: _integer,
    ColumnType.SHORT: _integer,
    ColumnType.INT24: _integer,
    ColumnType.LONG: _integer,
    ColumnType.LONGLONG: _integer,
    ColumnType.YEAR: _integer,
    ColumnType.BIT: _integer,
    ColumnType.FLOAT: _float,
    ColumnType.DOUBLE: _float,
    ColumnType.NEWDECIMAL: _decimal,
    ColumnType.DECIMAL: _decimal,
    ColumnType.STRING: _text,
    ColumnType.VAR_STRING: _text,
    ColumnType.VARCHAR: _text,
    ColumnType.BLOB: _text,
    ColumnType.ENUM: _number_or_name,
    ColumnType.SET: _names,
    ColumnType.DATE: _date,
    ColumnType.NEWDATE: _date,
    ColumnType.TIME2: _time,
    ColumnType.TIME: _time,
    ColumnType.DATETIME2: _datetime,
    ColumnType.DATETIME: _datetime,
    ColumnType.TIMESTAMP2: _timestamp,
    ColumnType.TIMESTAMP: _timestamp,
    ColumnType.JSON: _json,
    ColumnType.TYPED_ARRAY: _json,
    ColumnType.VECTOR: _vector,
}


def plain_value(spec: ColumnSpec, value: Any) -> ColumnValue:
    """What the codec takes for a value as Arrow gave it. EncodeError naming the column if it cannot be read."""
    convert = _PLAIN.get(spec.type)
    if value is None or convert is None:
        return value  # type: ignore[no-any-return]
    try:
        return convert(spec, value)  # type: ignore[no-any-return]
    except CorruptLogError as error:
        raise codec_for(spec).error(str(error), value) from None
    except EncodeError as error:
        if str(error).startswith(f"column {spec.name!r}"):
            raise
        raise codec_for(spec).error(str(error), value) from None

"""The few values of MySQL for which Python has no type of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal


@dataclass(frozen=True, slots=True, order=True)
class IncompleteDate:
    """A DATE, DATETIME or TIMESTAMP that `datetime` cannot hold: zero dates and partial dates such as 2023-00-00.

    Ranges: year 0 to 9999, month 0 to 12, day 0 to 31; TIMESTAMP knows only the all-zero one.
    Source: MySQL manual, "Date and Time Data Types" (NO_ZERO_DATE, NO_ZERO_IN_DATE).
    """

    year: int = 0
    month: int = 0
    day: int = 0
    hour: int = 0
    minute: int = 0
    second: int = 0
    microsecond: int = 0


@dataclass(frozen=True, slots=True)
class JsonInteger:
    """An integer inside a JSON document whose stored sign type is not the one its size suggests (see `JsonValue`).

    It comes from SQL, not from JSON text: JSON_OBJECT('k', unsigned_column) stores a small number as unsigned.
    """

    value: int
    unsigned: bool


@dataclass(frozen=True, slots=True)
class JsonOpaque:
    """A value inside a JSON document that JSON has no type for, as stored.

    type: MySQL's column type code (0 to 255), for instance BIT, BLOB, TIMESTAMP; data: its bytes, up to 4 GiB.
    """

    type: int
    data: bytes


# What stands in a JSON document. An int from JSON text is stored signed up to 2^32-1 and unsigned above, as
# MySQL's JSON parser does it; any other combination is a JsonInteger. Decimal, date, datetime (naive) and timedelta
# are MySQL's own types within JSON; they come from SQL, never from JSON text.
JsonValue = (
    None
    | bool
    | int
    | float
    | str
    | Decimal
    | date
    | datetime
    | timedelta
    | JsonInteger
    | JsonOpaque
    | Sequence["JsonValue"]
    | Mapping[str, "JsonValue"]
)


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """The value of a JSON column. `JsonDocument(None)` is JSON's null, which is not SQL's NULL."""

    root: JsonValue


# A column value as storage holds it and as the codecs take and give it:
#   integers, YEAR, BIT -> int; ENUM -> int (1-based index, 0 = the error value ''), SET -> int (bit mask);
#   FLOAT, DOUBLE -> float; DECIMAL -> Decimal; CHAR, VARCHAR, TEXT -> str (bytes when the collation is 63);
#   DATE -> date; DATETIME -> naive datetime; TIMESTAMP -> aware datetime in UTC; TIME -> timedelta;
#   zero and partial dates -> IncompleteDate; JSON -> JsonDocument; GEOMETRY (SRID and WKB), VECTOR -> bytes;
#   SQL NULL -> None.
ColumnValue = None | int | float | Decimal | str | bytes | date | datetime | timedelta | IncompleteDate | JsonDocument

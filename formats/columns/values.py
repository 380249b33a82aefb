"""The few values of MySQL for which Python has no type of its own."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import IntEnum

from binwriter.formats.records import dataclass


class SizedDecimal(Decimal):
    """A DECIMAL as a server computed it: `whole` digits in front of the point, zeros in front of them included.

    is_bare: a zero that has lost its fraction. Only a User_var event shows the difference.
    """

    __slots__ = ("is_bare", "whole")
    whole: int
    is_bare: bool

    @classmethod
    def of(cls, value: Decimal, whole: int, *, is_bare: bool = False) -> SizedDecimal:
        """The value with that many digits in front of the point."""
        sized = cls(value)
        sized.whole, sized.is_bare = whole, is_bare
        return sized


@dataclasses.dataclass(frozen=True, slots=True, order=True)
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


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class ReadDate(IncompleteDate):
    """One on its way from a DATETIME or TIMESTAMP to another column, whose errors show it with so many digits."""

    digits: int = 0

    @classmethod
    def of(cls, value: IncompleteDate, digits: int) -> ReadDate:
        """The same date."""
        time = value.hour, value.minute, value.second, value.microsecond
        return cls(value.year, value.month, value.day, *time, digits)


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
    """The value of a JSON column. `JsonDocument(None)` is JSON's null, which is not SQL's NULL.

    stored: its bytes, where they are not those that `root` alone would give: gaps that changes in place left.
    changes: how an UPDATE that is under way made it, if by JSON_SET, JSON_REPLACE and JSON_REMOVE of its own column.
    """

    root: JsonValue
    stored: bytes | None = field(default=None, compare=False, repr=False)
    changes: JsonChanges | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class JsonChanges:
    """What an UPDATE did to the document of a column, by its index.

    diffs: the steps, None if they are not what a log could tell it by. in_place: the bytes were changed in place.
    """

    column: int
    diffs: JsonDiffs | None
    in_place: bool


class JsonDiffOperation(IntEnum):
    """What one difference between two JSON documents does; the code in the log."""

    REPLACE = 0
    INSERT = 1
    REMOVE = 2


@dataclass(frozen=True, slots=True)
class JsonDiff:
    """One step from a JSON document to the next.

    path: MySQL's JSON path of a member or element, `$.a[1]`, at most 2^32-1 bytes of UTF-8.
    value: the new value; None exactly for REMOVE.
    Source: MySQL's json_diff.h; manual, "binlog_row_value_options".
    """

    operation: JsonDiffOperation
    path: str
    value: JsonDocument | None = None


@dataclass(frozen=True, slots=True)
class JsonDiffs:
    """A JSON column in the after image of a PARTIAL_UPDATE_ROWS event: the steps from the before image's document."""

    diffs: tuple[JsonDiff, ...] = ()


# A column value as storage holds it and as the codecs take and give it:
#   integers, YEAR, BIT -> int; ENUM -> int (1-based index, 0 = the error value ''), SET -> int (bit mask);
#   FLOAT, DOUBLE -> float; DECIMAL -> Decimal; CHAR, VARCHAR, TEXT -> str (bytes when the collation is 63);
#   DATE -> date; DATETIME -> naive datetime; TIMESTAMP -> aware datetime in UTC; TIME -> timedelta;
#   zero and partial dates -> IncompleteDate; JSON -> JsonDocument; GEOMETRY (SRID and WKB), VECTOR -> bytes;
#   SQL NULL -> None.
ColumnValue = None | int | float | Decimal | str | bytes | date | datetime | timedelta | IncompleteDate | JsonDocument


@dataclass(frozen=True, slots=True)
class StoredCell:
    """A cell read from a log whose bytes are not those that its value is encoded to, or that no value stands for.

    stored: the cell's bytes as they stand in the row, its length prefix included.
    value: what they mean; None if nothing that the column's type can hold.
    Examples: JSON with gaps that updates in place left, DECIMAL's negative zero, text that is not valid in its
    character set, dates such as the 45th. A row that is written again gets `stored`.
    """

    stored: bytes
    value: ColumnValue | JsonDiffs = None


# What stands in a row image that was read from a log.
CellValue = ColumnValue | JsonDiffs | StoredCell


def plain_value(value: CellValue) -> ColumnValue | JsonDiffs:
    """The value itself, also of a `StoredCell`."""
    return value.value if isinstance(value, StoredCell) else value

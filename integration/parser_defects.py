"""What python-mysql-replication 1.0.17 is known to read wrongly, as a table.

Each entry was seen on what a real 9.7.4 wrote (or on files of older servers, where it says so), so that it cannot
be used to excuse a byte of ours: an entry holds for the events that our own strict parser says are of the
kind that the library misreads, and only for the field that it misreads.
Source: the project's field guide, "python-mysql-replication 1.0.17", items 1 to 10, by the numbers in the reasons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from datetime import date, timedelta
from typing import Any

from binwriter.binlog.files.reader import LogEvent
from binwriter.formats.collations import COLLATIONS
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate, JsonOpaque
from binwriter.formats.constants import ColumnType, EventType, MetadataFieldType, StatusVarCode, UserVarType
from binwriter.formats.declaration import Declared
from binwriter.formats.events import Rows, TableMap, UserVar
from binwriter.formats.events.rows import ROWS_V1
from binwriter.formats.records import dataclass
from binwriter.integration.parser_values import row_images

VERSION = "1.0.17"


@dataclass(frozen=True)
class Failure:
    """One reading of the library that is not ours.

    aspect: `exception`, `checksum`, `type` (the library does not know it), `event` (it dropped it), `cell` (a value of
    a row), or the name of a field of our event body. ours, theirs: the two values; an exception is `theirs`.
    """

    pos: int
    type_name: str
    event: LogEvent = field(repr=False)
    columns: tuple[ColumnSpec, ...] = field(repr=False)
    table: TableMap | None = field(repr=False)
    aspect: str
    ours: Any
    theirs: Any
    column: ColumnSpec | None = None

    @property
    def body(self) -> Declared:
        return self.event.body

    def __str__(self) -> str:
        column = f" of column {self.column.name}" if self.column else ""
        return f"{self.type_name} at {self.pos}: {self.aspect}{column}: ours {self.ours!r}, theirs {self.theirs!r}"


@dataclass(frozen=True)
class Defect:
    """types: events it concerns. aspects: of Failure. reaches: whether our own reading of the event is of the kind."""

    id: str
    types: frozenset[EventType]
    aspects: frozenset[str]
    reaches: Callable[[Failure], bool]
    reason: str
    version: str = VERSION

    def explains(self, failure: Failure) -> bool:
        return failure.event.header.type in self.types and failure.aspect in self.aspects and self.reaches(failure)


_ROWS = frozenset(
    {
        *ROWS_V1,
        EventType.WRITE_ROWS,
        EventType.UPDATE_ROWS,
        EventType.DELETE_ROWS,
        EventType.PARTIAL_UPDATE_ROWS,
    }
)
_UNKNOWN = frozenset(
    {
        EventType.PRE_GA_WRITE_ROWS,
        EventType.PRE_GA_UPDATE_ROWS,
        EventType.PRE_GA_DELETE_ROWS,
        EventType.APPEND_BLOCK,
        EventType.DELETE_FILE,
        EventType.INCIDENT,
        EventType.IGNORABLE,
        EventType.ANONYMOUS_GTID,
        EventType.TRANSACTION_CONTEXT,
        EventType.VIEW_CHANGE,
        EventType.TRANSACTION_PAYLOAD,
        EventType.HEARTBEAT_V2,
        EventType.GTID_TAGGED,
    }
)
_TEXT = frozenset((ColumnType.STRING, ColumnType.VAR_STRING, ColumnType.VARCHAR, ColumnType.BLOB))
_INTEGERS = frozenset((ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG))
_MEMBERS = frozenset((ColumnType.ENUM, ColumnType.SET))
_DATES = frozenset((ColumnType.DATE, ColumnType.NEWDATE, ColumnType.DATETIME, ColumnType.DATETIME2))
# MySQL's big-endian Unicode, which the library's decoders take for something else.
_WIDE = frozenset(("utf16", "ucs2", "utf32"))


def _without_names(failure: Failure) -> bool:
    """binlog_row_metadata=MINIMAL: the library takes charsets, names, signedness and members from FULL only."""
    table = failure.table
    return table is not None and all(item.type != MetadataFieldType.COLUMN_NAME for item in table.optional_metadata)


def _has(kind: ColumnType) -> Callable[[Failure], bool]:
    return lambda failure: any(column.type is kind for column in failure.columns)


def _is(*kinds: ColumnType) -> Callable[[Failure], bool]:
    return lambda failure: failure.column is not None and failure.column.type in kinds


def _fractional_time(failure: Failure) -> bool:
    column = failure.column
    return (
        column is not None
        and column.type is ColumnType.TIME2
        and column.fsp > 0
        and isinstance(failure.ours, timedelta)
        and failure.ours < timedelta(0)
    )


def _impossible_date(failure: Failure) -> bool:
    body = failure.body
    return (
        isinstance(body, Rows)
        and type(failure.theirs) is ValueError
        and any(
            isinstance(value, IncompleteDate) and value.month > 0 and value.day > 28
            for _, values in row_images(body, failure.columns)
            for value in values
        )
    )


def _member_charset(failure: Failure) -> bool:
    column = failure.column
    return (
        column is not None
        and column.type in _MEMBERS
        and not _charset(column).startswith("utf8")
        and not "".join(column.members).isascii()
    )


def _charset(column: ColumnSpec) -> str:
    return COLLATIONS[column.collation].charset


def _status_var(code: StatusVarCode) -> Callable[[Failure], bool]:
    return lambda failure: any(variable.code == code for variable in getattr(failure.body, "status_vars", ()))


def _user_var(failure: Failure, kind: UserVarType) -> bool:
    body = failure.body
    return isinstance(body, UserVar) and not body.is_null and body.type == kind


def _no_checksum(failure: Failure) -> bool:
    return failure.event.checksum is None


def _undecodable(failure: Failure) -> bool:
    """Some column whose bytes need not be UTF-8."""
    return (
        _without_names(failure)
        and isinstance(failure.theirs, UnicodeDecodeError)
        and any(
            column.type in _TEXT and not _charset(column).startswith(("utf8", "ascii")) for column in failure.columns
        )
    )


def _minimal_cell(failure: Failure) -> bool:
    column = failure.column
    if column is None or not _without_names(failure):
        return False
    if column.type in _INTEGERS:
        return column.unsigned and failure.ours - failure.theirs == 1 << _BITS[column.type]
    return (column.type in _TEXT and not _charset(column).startswith("utf8")) or (
        column.type in _MEMBERS and failure.theirs is None
    )


_BITS = {
    ColumnType.TINY: 8,
    ColumnType.SHORT: 16,
    ColumnType.INT24: 24,
    ColumnType.LONG: 32,
    ColumnType.LONGLONG: 64,
}

KNOWN_DEFECTS: tuple[Defect, ...] = (
    Defect(
        "unknown-event-type",
        _UNKNOWN,
        frozenset({"type"}),
        lambda failure: True,
        "the library has no class for the type, and drops the event (Anonymous_gtid, payload, tagged GTID, ...)",
    ),
    Defect(
        "cascade-triggers-status-var",
        frozenset({EventType.QUERY}),
        frozenset({"exception"}),
        _status_var(StatusVarCode.ENABLE_CASCADE_TRIGGERS),
        "item 1: StatusVariableMismatch at status variable 21, which 9.7 writes for DML in statement form",
    ),
    Defect(
        "master-data-written-status-var",
        frozenset({EventType.QUERY}),
        frozenset({"exception", "query", "schema"}),
        _status_var(StatusVarCode.MASTER_DATA_WRITTEN),
        "item 9: the value of status variable 10 is not skipped (relay logs of 5.x)",
    ),
    Defect(
        "tagged-previous-gtids",
        frozenset({EventType.PREVIOUS_GTIDS}),
        frozenset({"exception"}),
        lambda failure: bool(getattr(failure.body, "tagged", False)),
        "item 2: AssertionError at a set with tags",
    ),
    Defect(
        "vector",
        _ROWS | {EventType.TABLE_MAP},
        frozenset({"exception"}),
        _has(ColumnType.VECTOR),
        "item 3: VECTOR is known neither in the metadata nor in rows",
    ),
    Defect(
        "intvar-32-bits",
        frozenset({EventType.INTVAR}),
        frozenset({"value"}),
        lambda failure: isinstance(failure.ours, int) and failure.ours >> 32 > 0,
        "item 4: the value is read as 32 bits",
    ),
    Defect(
        "negative-fractional-time",
        _ROWS,
        frozenset({"cell"}),
        _fractional_time,
        "item 5: the fraction of a negative TIME is not borrowed from the seconds",
    ),
    Defect(
        "no-checksum-tail",
        frozenset({EventType.ROWS_QUERY, EventType.TABLE_MAP}),
        frozenset({"text", "primary_key"}),
        _no_checksum,
        "item 6: four bytes are cut off the end although binlog_checksum is NONE",
    ),
    Defect(
        "minimal-metadata-bytes",
        _ROWS,
        frozenset({"exception"}),
        _undecodable,
        "item 7: with MINIMAL metadata every string is decoded as UTF-8, BINARY and BLOB too",
    ),
    Defect(
        "minimal-metadata-values",
        _ROWS,
        frozenset({"cell"}),
        _minimal_cell,
        "item 7: with MINIMAL metadata ENUM and SET are None, unsigned numbers signed, bytes text",
    ),
    Defect(
        "year-zero",
        _ROWS,
        frozenset({"cell"}),
        lambda failure: _is(ColumnType.YEAR)(failure) and failure.ours == 0,
        "item 8: the year 0000 becomes 1900",
    ),
    Defect(
        "empty-set",
        _ROWS,
        frozenset({"cell"}),
        lambda failure: _is(ColumnType.SET)(failure) and failure.ours == set() and failure.theirs is None,
        "item 8: an empty SET becomes None",
    ),
    Defect(
        "zero-date",
        _ROWS,
        frozenset({"cell"}),
        lambda failure: _is(*_DATES)(failure) and isinstance(failure.ours, IncompleteDate) and failure.theirs is None,
        "item 8: zero and partial dates become None",
    ),
    Defect(
        "impossible-date",
        _ROWS,
        frozenset({"exception"}),
        _impossible_date,
        "ValueError at a DATE or DATETIME such as 2023-02-31, let in by ALLOW_INVALID_DATES (seen on 9.7.4)",
    ),
    Defect(
        "member-charsets",
        _ROWS,
        frozenset({"cell"}),
        _member_charset,
        "members of ENUM and SET are decoded as UTF-8 in any character set, the rest is left out (seen on 9.7.4)",
    ),
    Defect(
        "wide-charsets",
        _ROWS,
        frozenset({"cell", "exception"}),
        lambda failure: any(
            column.type in _TEXT and _charset(column) in _WIDE
            for column in ((failure.column,) if failure.column else failure.columns)
        ),
        "item 8: utf16, utf32 and ucs2 are decoded in another byte order",
    ),
    Defect(
        "empty-bytes",
        _ROWS,
        frozenset({"cell"}),
        lambda failure: failure.ours == b"" and failure.theirs == "",
        "empty binary values become text: Python decodes nothing by any encoding (seen on 9.7.4)",
    ),
    Defect(
        "json-types",
        _ROWS,
        frozenset({"cell"}),
        lambda failure: _is(ColumnType.JSON)(failure) and _has_mysql_type(failure.ours),
        "items 5, 8: of MySQL's own types inside JSON, TIME loses its sign, a date gets a time of day, ...",
    ),
    Defect(
        "json-long-time",
        _ROWS,
        frozenset({"exception"}),
        lambda failure: _has(ColumnType.JSON)(failure) and type(failure.theirs) is ValueError,
        "item 5: a TIME of a day or more inside JSON is not a time of day",
    ),
    Defect(
        "old-negative-time",
        _ROWS,
        frozenset({"cell"}),
        lambda failure: _is(ColumnType.TIME)(failure) and failure.ours < timedelta(0),
        "a negative TIME in the format of 5.5 and before is read as unsigned (seen on captures of 5.1 and 5.5)",
    ),
    Defect(
        "rows-without-table-map",
        ROWS_V1,
        frozenset({"event"}),
        lambda failure: failure.table is None,
        "no defect: 5.1.27 can write rows whose Table_map stands in no file (seen on captures), and they are dropped",
    ),
    Defect(
        "user-var-without-flags",
        frozenset({EventType.USER_VAR}),
        frozenset({"exception"}),
        lambda failure: (
            isinstance(failure.body, UserVar)
            and failure.body.flags is None
            and not isinstance(failure.theirs, UnicodeError)
        ),
        "item 10: a value without flags (integers of 5.1, anything with no checksum behind it) cannot be read",
    ),
    Defect(
        "user-var-bytes",
        frozenset({EventType.USER_VAR}),
        frozenset({"exception"}),
        lambda failure: _user_var(failure, UserVarType.STRING) and isinstance(failure.theirs, UnicodeDecodeError),
        "a string is decoded as UTF-8, whatever its collation (seen on a capture of 9.7: x'00ff')",
    ),
)


def _has_mysql_type(document: Any) -> bool:
    if isinstance(document, JsonOpaque | date | timedelta):
        return True
    members = document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    return any(_has_mysql_type(member) for member in members)

"""Whether python-mysql-replication read an event as we do: one comparison per field that both of them have.

Its values are of other types than ours (bits as text, sets of names, naive times, keys as bytes), and some fields it
does not read at all (commit timestamps, server versions, the body of Execute_load_query): these are not compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from binwriter.formats.columns.rows_data import decode_rows
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import (
    ColumnValue,
    IncompleteDate,
    JsonDocument,
    JsonInteger,
    plain_value,
)
from binwriter.formats.constants import ColumnType, EventType, MetadataFieldType
from binwriter.formats.declaration import Declared
from binwriter.formats.events import (
    BeginLoadQuery,
    ExecuteLoadQuery,
    Gtid,
    Intvar,
    PreviousGtids,
    Query,
    Rand,
    Rotate,
    Rows,
    RowsQuery,
    TableMap,
    UserVar,
    XaPrepare,
    Xid,
)
from binwriter.formats.records import dataclass

# MySQL's years start here; the byte 0 is the year 0000 all the same.
_FIRST_YEAR = 1900


@dataclass(frozen=True)
class Disagreement:
    """field: by our name; column: for a cell of a row, else None; ours, theirs: the two values."""

    field: str
    ours: Any
    theirs: Any
    column: ColumnSpec | None = None


def disagreements(
    body: Declared, theirs: Any, columns: Sequence[ColumnSpec], rows: Sequence[Mapping[str, Any]]
) -> Iterator[Disagreement]:
    """Every field of this event on which the two readings differ.

    theirs: the library's event; columns: of the rows event's table; rows: the library's rows.
    """
    for field, ours, read in _FIELDS.get(type(body), ()):
        expected, answer = ours(body), read(theirs)
        if expected != answer:
            yield Disagreement(field, expected, answer)
    if isinstance(body, Rows) and body.type is not EventType.PARTIAL_UPDATE_ROWS:
        yield from _row_disagreements(body, columns, rows)


_Field = tuple[str, Callable[[Any], Any], Callable[[Any], Any]]


def _same(*names: str) -> tuple[_Field, ...]:
    """Fields that have one name and one type on both sides."""
    return tuple((name, _getter(name), _getter(name)) for name in names)


def _getter(name: str) -> Callable[[Any], Any]:
    """A field that an older layout has not reads as None."""
    return lambda value: getattr(value, name, None)


def _primary_key(table: TableMap) -> bool:
    keys = (MetadataFieldType.SIMPLE_PRIMARY_KEY, MetadataFieldType.PRIMARY_KEY_WITH_PREFIX)
    return any(field.type in keys for field in table.optional_metadata)


def _gtid_set(body: PreviousGtids) -> str:
    """As the library spells a set: a hyphen too many, Python's lists, and ends that are exclusive."""
    return ",".join(f"{entry.uuid}-:{[f'{first}-{end}' for first, end in entry.intervals]}" for entry in body.gtid_set)


_QUERY_HEADER: tuple[_Field, ...] = (
    ("thread_id", _getter("thread_id"), _getter("slave_proxy_id")),
    ("exec_time", _getter("exec_time"), _getter("execution_time")),
    *_same("error_code"),
)
_FIELDS: dict[type[Declared], tuple[_Field, ...]] = {
    Query: (
        *_QUERY_HEADER,
        *_same("schema"),
        ("query", lambda body: body.query.decode(errors="backslashreplace"), _getter("query")),
    ),
    ExecuteLoadQuery: (*_QUERY_HEADER, *_same("file_id")),
    BeginLoadQuery: (*_same("file_id"), ("block", _getter("block"), _getter("block_data"))),
    Xid: _same("xid"),
    Intvar: _same("type", "value"),
    Rand: _same("seed1", "seed2"),
    UserVar: (
        ("name", lambda body: body.name.decode(), _getter("name")),
        ("is_null", _getter("is_null"), _getter("is_null")),
    ),
    Rotate: (*_same("position"), ("name", lambda body: body.name.decode(), _getter("next_binlog"))),
    RowsQuery: (("text", lambda body: body.text.decode(), _getter("query")),),
    Gtid: (
        ("gtid", lambda body: f"{body.uuid}:{body.gno}", _getter("gtid")),
        *_same("last_committed", "sequence_number"),
    ),
    PreviousGtids: (("gtid_set", _gtid_set, _getter("_previous_gtids")),),
    XaPrepare: (
        ("one_phase", lambda body: bool(body.one_phase), _getter("one_phase")),
        ("format_id", lambda body: body.format_id % (1 << 32), _getter("xid_format_id")),
        ("gtrid", _getter("gtrid"), _getter("xid_gtrid")),
        ("bqual", _getter("bqual"), _getter("xid_bqual")),
    ),
    TableMap: (
        *_same("table_id"),
        ("schema", lambda body: body.schema.decode(), _getter("schema")),
        ("table", lambda body: body.table.decode(), _getter("table")),
        ("column_count", lambda body: len(body.column_types), _getter("column_count")),
        (
            "primary_key",
            _primary_key,
            lambda event: bool(
                event.optional_metadata.simple_primary_key_list or event.optional_metadata.primary_keys_with_prefix
            ),
        ),
    ),
}


# --- rows ------------------------------------------------------------------------------------------------------------


def _row_disagreements(
    body: Rows, columns: Sequence[ColumnSpec], rows: Sequence[Mapping[str, Any]]
) -> Iterator[Disagreement]:
    ours = list(row_images(body, columns))
    theirs = [image for row in rows for name, image in row.items() if name.endswith("values")]
    if len(ours) != len(theirs):
        yield Disagreement("rows", len(ours), len(theirs))
        return
    for (present, values), image in zip(ours, theirs, strict=True):
        cells = list(image.values())
        if len(cells) != len(columns):
            yield Disagreement("columns", len(columns), len(cells))
            return
        for index, value in zip(present, values, strict=True):
            column = columns[index]
            expected = _as_theirs(column, value)
            if not _equal(column, expected, cells[index]):
                yield Disagreement("cell", expected, cells[index], column)


def row_images(body: Rows, columns: Sequence[ColumnSpec]) -> Iterator[tuple[tuple[int, ...], tuple[Any, ...]]]:
    """Each image of each row: the columns present, and their values."""
    for change in decode_rows(columns, body):
        for image in (change.before, change.after):
            if image is not None:
                yield image.columns, tuple(plain_value(value) for value in image.values)


def _as_theirs(column: ColumnSpec, value: ColumnValue) -> Any:
    if value is None:
        return None
    convert = _CONVERSIONS.get(column.type)
    return convert(column, value) if convert else value


def _equal(column: ColumnSpec, ours: Any, theirs: Any) -> bool:
    return bool(type(ours) is type(theirs) and ours == theirs) or (
        isinstance(ours, float) and isinstance(theirs, float) and ours != ours and theirs != theirs
    )


def _date(column: ColumnSpec, value: Any) -> Any:
    return value.astimezone(UTC).replace(tzinfo=None) if isinstance(value, datetime) and value.tzinfo else value


def _timestamp(column: ColumnSpec, value: Any) -> Any:
    return datetime(1970, 1, 1) if isinstance(value, IncompleteDate) else _date(column, value)


def _set(column: ColumnSpec, value: Any) -> set[str]:
    return {member for bit, member in enumerate(column.members) if value >> bit & 1}


def _enum(column: ColumnSpec, value: Any) -> str:
    return ("", *column.members)[value] if value <= len(column.members) else f"#{value}"


def _json(value: Any) -> Any:
    """Their documents have bytes where ours have str. A JsonOpaque stays one: it equals nothing that they give."""
    if isinstance(value, JsonDocument):
        return _json(value.root)
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, JsonInteger):
        return value.value
    if isinstance(value, Mapping):
        return {_json(key): _json(member) for key, member in value.items()}
    return [_json(member) for member in value] if isinstance(value, list | tuple) else value


_CONVERSIONS: dict[ColumnType, Callable[[ColumnSpec, Any], Any]] = {
    ColumnType.BIT: lambda column, value: f"{value:0{column.length}b}",
    ColumnType.SET: _set,
    ColumnType.ENUM: _enum,
    ColumnType.TIMESTAMP: _timestamp,
    ColumnType.TIMESTAMP2: _timestamp,
    ColumnType.JSON: lambda column, value: _json(value),
}

"""A rows event as `mysqlbinlog -v` prints it: commented pseudo-SQL, one statement a row."""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.binlog.files.rows import TableRows
from binwriter.formats.columns.row_image import RowImage
from binwriter.formats.columns.rows_data import RowChange
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import JsonDiffs, StoredCell, plain_value
from binwriter.formats.constants import EventType
from binwriter.formats.events.parts.extra_row_info import NdbInfo, PartitionInfo
from binwriter.inspection.mysqlbinlog.values import type_comment, unreadable_text, value_text
from binwriter.mysql.values.json_text import diffs_text
from binwriter.mysql.values.text import identifier

_WRITES = (EventType.WRITE_ROWS, EventType.WRITE_ROWS_V1, EventType.PRE_GA_WRITE_ROWS)


def pseudo_sql(rows: TableRows, *, comments: bool = False) -> Iterator[str]:
    """The lines, each beginning with `###`. comments: add the types, as -vv does.

    Raises CorruptLogError, naming file and position, if the rows cannot be read.
    """
    table = rows.table.body
    name = f"{identifier(table.schema)}.{identifier(table.table)}"
    yield from _extra_lines(rows)
    if not rows.body.rows and rows.body.type in _WRITES:
        yield f"### INSERT INTO {name} VALUES ()"
        return
    columns = tuple(_Column(number, *specs) for number, specs in enumerate(rows.bare_specs(), 1))
    for change in rows.bare_changes():
        yield f"### {_verb(change)} {name}"
        if change.before is not None:
            yield "### WHERE"
            yield from _image(change.before, columns, comments)
        if change.after is not None:
            yield "### SET"
            yield from _image(change.after, columns, comments)


def unknown_table(table_id: int) -> str:
    """The line for a rows event whose Table_map is missing."""
    return f"### Row event for unknown table #{table_id}"


def _extra_lines(rows: TableRows) -> Iterator[str]:
    """What stands in the extra row info; nothing for chunks that nobody knows."""
    for chunk in rows.extra():
        if isinstance(chunk, NdbInfo):
            data = f"0x{chunk.data.hex()}" if chunk.data else '""'
            yield f"### Extra row ndb info: data_format: {chunk.format}, len: {len(chunk.data)}, data: {data}"
        elif isinstance(chunk, PartitionInfo) and chunk.source_partition_id is not None:
            source, target = chunk.source_partition_id, chunk.partition_id
            yield f"### Extra row info for partitioning: source_partition: {source} target_partition: {target}"
        elif isinstance(chunk, PartitionInfo):
            yield f"### Extra row info for partitioning: partition: {chunk.partition_id}"


class _Column:
    """A column's number, its description without optional metadata, and its comments."""

    def __init__(self, number: int, bare: ColumnSpec, with_dimensions: ColumnSpec) -> None:
        self.name = f"@{number}"
        self.bare = bare
        self._described = with_dimensions
        self._comments: dict[bool, str] = {}

    def comment(self, *, is_null: bool) -> str:
        if is_null not in self._comments:
            self._comments[is_null] = type_comment(self._described, self.bare, is_null=is_null)
        return self._comments[is_null]


def _verb(change: RowChange) -> str:
    if change.before is None:
        return "INSERT INTO"
    return "DELETE FROM" if change.after is None else "UPDATE"


def _image(image: RowImage, columns: tuple[_Column, ...], comments: bool) -> Iterator[str]:
    for index, value in zip(image.columns, image.values, strict=True):
        column = columns[index]
        plain = plain_value(value)
        if isinstance(plain, JsonDiffs):
            text = diffs_text(column.name, plain.diffs)
        elif plain is None and isinstance(value, StoredCell):
            text = unreadable_text(value.stored)
        else:
            text = value_text(plain, column.bare)
        comment = column.comment(is_null=value is None) if comments else ""
        yield from f"###   {column.name}={text}{comment}".split("\n")

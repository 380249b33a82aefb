"""Row changes as Arrow batches: `read_changes`, and what its batches look like."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pyarrow as pa

from binwriter.bulk.storage_form import storage_type
from binwriter.bulk.ways import has_kernels
from binwriter.formats.columns.spec import ColumnSpec

# (database, table) as the Table_map names them
TableName = tuple[str, str]

INSERT, UPDATE, DELETE = "insert", "update", "delete"
OPERATIONS = (INSERT, UPDATE, DELETE)

_DATABASE, _TABLE = b"database", b"table"

# What every change has besides its images:
#   position: of the rows event (of the Transaction_payload that it is in); row: its number in the event, from 0;
#   inner: the number of the event inside its Transaction_payload, from 1, else 0;
#   timestamp: of the event, whole seconds; transaction: its number among those read, from 0, -1 outside any;
#   source: `uuid` or `uuid:tag` of the GTID, null for anonymous ones and logs without; gno: its number, likewise null;
#   last_committed, sequence_number: the logical clock; commit_timestamp: the immediate one; null where not logged;
#   operation: one of OPERATIONS.
CHANGE_FIELDS = pa.schema(
    [
        pa.field("position", pa.int64(), nullable=False),
        pa.field("inner", pa.int32(), nullable=False),
        pa.field("row", pa.int32(), nullable=False),
        pa.field("timestamp", pa.timestamp("us", tz="UTC"), nullable=False),
        pa.field("transaction", pa.int64(), nullable=False),
        pa.field("source", pa.dictionary(pa.int32(), pa.string())),
        pa.field("gno", pa.int64()),
        pa.field("last_committed", pa.int64()),
        pa.field("sequence_number", pa.int64()),
        pa.field("commit_timestamp", pa.timestamp("us", tz="UTC")),
        pa.field("operation", pa.dictionary(pa.int8(), pa.string()), nullable=False),
    ]
)


def change_schema(name: TableName, specs: tuple[ColumnSpec, ...]) -> pa.Schema:
    """The schema of a table's changes: `CHANGE_FIELDS`, then

    before, after: structs with a field a column of the table in storage form (`binwriter.bulk.storage_form`; a column
    with dates that no calendar has comes as its cells), null where the operation has no such image. A column that is
    not in the image is null; before_columns, after_columns say which are in it: a bit a column, lowest bit first, as in
    the event; null where there is no image. Of JSON the binary form is given as it stands in the log; a JSON column of
    which only the differences are logged counts as not in the image.
    The metadata have the database's and the table's name (`table_of`).
    """
    image = pa.struct([pa.field(spec.name, storage_type(spec)) for spec in specs])
    return schema_with_images(name, image, image)


def schema_with_images(name: TableName, before: pa.DataType, after: pa.DataType) -> pa.Schema:
    """The same for images that may have columns as cells."""
    fields = [*CHANGE_FIELDS, pa.field("before", before), pa.field("after", after)]
    fields += [pa.field("before_columns", pa.binary()), pa.field("after_columns", pa.binary())]
    return pa.schema(fields, metadata={_DATABASE: name[0].encode(), _TABLE: name[1].encode()})


def table_of(schema: pa.Schema) -> TableName:
    """The database and the table whose changes these are."""
    metadata = schema.metadata or {}
    return metadata[_DATABASE].decode(), metadata[_TABLE].decode()


def read_changes(
    path: str | Path,
    *,
    table: TableName | Collection[TableName] | None = None,
    specs: Mapping[TableName, tuple[ColumnSpec, ...]] | None = None,
    start: int | None = None,
    stop: int | None = None,
    batch_rows: int = 65536,
    verify: bool = True,
    exact: bool = False,
) -> Iterator[pa.RecordBatch]:
    """The row changes of a log, those inside Transaction_payload events included, as batches of one table each.

    A batch has the changes in the log's order; batches of different tables overlap, (position, inner, row) orders them.
    table: one (database, table), or several; None: all. specs: the columns of tables whose Table_maps do not tell all
    of them (binlog_row_metadata=MINIMAL: no names, no members); they must fit the Table_map's types.
    start, stop: bytes: only the events that begin in that range, whole transactions (`EventIndex.splits`).
    batch_rows: most rows a batch. verify: look at checksums, also of events without rows. exact: do not use the fast
    path.
    Raises CorruptLogError naming file and position for what cannot be read, a cell that no value of its type has
    included; EncodeError for specs that do not fit; LogFileError for a file that cannot be read.
    """
    from binwriter.bulk.decode.exact import exact_changes

    wanted = None if table is None else _names(table)
    read = exact_changes
    if not exact and has_kernels():
        from binwriter.bulk.decode.fast import can_read_fast, fast_changes

        read = fast_changes if can_read_fast(Path(path), verify=verify) else exact_changes
    return read(Path(path), wanted, dict(specs or {}), start, stop, batch_rows, verify)


def _names(table: TableName | Collection[TableName]) -> frozenset[TableName]:
    if isinstance(table, tuple) and len(table) == 2 and isinstance(table[0], str) and isinstance(table[1], str):
        return frozenset({(table[0], table[1])})
    return frozenset((database, name) for database, name in table)

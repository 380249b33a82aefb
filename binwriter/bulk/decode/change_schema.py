"""The columns of changes: their names and Arrow types."""

from __future__ import annotations

import pyarrow as pa

from binwriter.bulk.storage_form import storage_type
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

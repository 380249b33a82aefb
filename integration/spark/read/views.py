"""The columns of the two views."""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import types as t

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.integration.spark.column_types import DateRule, image_type


def _schema(text: str) -> t.StructType:
    kinds = {
        "string": t.StringType(),
        "long": t.LongType(),
        "int": t.IntegerType(),
        "timestamp": t.TimestampType(),
        "names": t.ArrayType(t.StringType(), containsNull=False),
    }
    fields = []
    for line in text.split():
        name, kind = line.split(":")
        fields.append(t.StructField(name, kinds[kind.rstrip("?")], nullable=kind.endswith("?")))
    return t.StructType(fields)


# One line a row change. file: without folder. position: of the rows event (of the Transaction_payload it came in, then
# inner is its number in there from 1, else 0); row: its number in the event, from 0. timestamp: of the event, in whole
# seconds. gtid, the logical clock and commit_timestamp: null where the log has none.
_CHANGE = _schema(
    """file:string position:long inner:int row:int timestamp:timestamp database:string table:string operation:string
    gtid:string? sequence_number:long? last_committed:long? commit_timestamp:timestamp?"""
)
# What an image lacks, with binlog_row_image other than FULL; null: it has all columns.
_PRESENT = _schema("before_columns:names? after_columns:names?")

# One line an event. end: where the next one begins. gtid: of the transaction it belongs to. payload_position: of the
# Transaction_payload that it came in. type, info: as SHOW BINLOG EVENTS; type_code: the header's number.
EVENT_SCHEMA = _schema(
    """file:string position:long end:long type:string type_code:int timestamp:timestamp server_id:long size:long
    flags:int gtid:string? payload_position:long? info:string?"""
)
_BODY = _schema("body:string?")


def change_view(specs: Sequence[ColumnSpec] | None, dates: DateRule) -> t.StructType:
    """The view changes: with specs the images are structs, without them JSON text."""
    image: t.DataType = t.StringType() if specs is None else image_type(specs, dates)
    images = [t.StructField(name, image, nullable=True) for name in ("before", "after")]
    return t.StructType([*_CHANGE, *images, *_PRESENT])


def event_view(*, body: bool) -> t.StructType:
    """The view events; body: as JSON text (`binwriter.inspection.event_json`)."""
    return t.StructType([*EVENT_SCHEMA, *_BODY]) if body else EVENT_SCHEMA

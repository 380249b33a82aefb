"""Tables of any columns and rows of any bytes: typed errors only, and what was read is written to the same bytes.

An input is a Table_map's body behind its length (two bytes), then a number for the kind of rows event, then rows. The
event around the rows is built to fit the table.
"""

from __future__ import annotations

from collections.abc import Iterable

from binwriter.binlog.files.rows import MappedTable, OpenTables
from binwriter.errors import CorruptLogError
from binwriter.formats.columns.row_image import column_bitmap
from binwriter.formats.columns.rows_data import decode_rows, encode_rows
from binwriter.formats.constants import EventType
from binwriter.formats.events import Rows, TableMap, build_body
from binwriter.inspection.value_json import cell_json
from tests.reliability.fuzz.samples import sample_events
from tests.reliability.fuzz.target import PropertyError

KINDS = (
    EventType.WRITE_ROWS,
    EventType.UPDATE_ROWS,
    EventType.DELETE_ROWS,
    EventType.PARTIAL_UPDATE_ROWS,
    EventType.WRITE_ROWS_V1,
    EventType.UPDATE_ROWS_V1,
    EventType.PRE_GA_WRITE_ROWS,
    EventType.PRE_GA_UPDATE_ROWS,
)
_LARGEST_SEED = 3000
SHARE = 0.5


def seeds() -> Iterable[bytes]:
    """Of each table its first rows."""
    tables, seen = OpenTables(remember=True), set()
    for event in sample_events():
        found = tables.follow(event)
        if found is None or found.body.type not in KINDS:
            continue
        described = build_body(found.table.body)
        shape = (described[8:], found.body.type)
        if shape not in seen and len(found.body.rows) + len(described) < _LARGEST_SEED:
            seen.add(shape)
            yield (
                len(described).to_bytes(2, "little")
                + described
                + bytes((KINDS.index(found.body.type),))
                + found.body.rows
            )


def run(data: bytes) -> None:
    length = int.from_bytes(data[:2], "little")
    described, kind, rows = data[2 : 2 + length], data[2 + length : 3 + length], data[3 + length :]
    if not kind:
        return
    try:
        table = MappedTable(TableMap.parse(described, event_type=EventType.TABLE_MAP))
        specs = table.specs
    except CorruptLogError:
        return
    event = _event(KINDS[kind[0] % len(KINDS)], len(specs), rows)
    for columns in (specs, table.bare_specs):
        try:
            changes = decode_rows(columns, event)
        except CorruptLogError:
            continue
        for change in changes:
            for image in (change.before, change.after):
                if image is not None:
                    for column, value in zip(image.columns, image.values, strict=True):
                        cell_json(value, columns[column])
        again = encode_rows(columns, event, changes)
        if again != rows:
            raise PropertyError("rows", f"{changes!r} of {columns!r} are built as {again.hex()}")


def _event(kind: EventType, count: int, rows: bytes) -> Rows:
    """One whose images have all columns."""
    bitmap = column_bitmap(range(count), count)
    has_before = kind not in (EventType.WRITE_ROWS, EventType.WRITE_ROWS_V1, EventType.PRE_GA_WRITE_ROWS)
    has_after = kind not in (EventType.DELETE_ROWS, EventType.PRE_GA_UPDATE_ROWS)
    return Rows(kind, 1, 0, b"", count, bitmap if has_before else None, bitmap if has_after else None, rows)

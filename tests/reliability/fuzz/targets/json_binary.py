"""Binary JSON and JSON diffs, as cells of a column: typed errors only, the same bytes again, and text that is JSON.

An input is one byte, even for a document and odd for diffs, and the cell without its length.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from binwriter.binlog.files.rows import OpenTables
from binwriter.errors import CorruptLogError
from binwriter.formats.columns.json.diff import JsonDiffCodec
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import JsonDiffs, JsonDocument, StoredCell, plain_value
from binwriter.formats.constants import ColumnType
from binwriter.inspection.value_json import cell_json
from tests.reliability.fuzz.samples import sample_events
from tests.reliability.fuzz.target import PropertyError

_SPEC = ColumnSpec("c", ColumnType.JSON, length=4)
_LENGTH = 4
_LARGEST_SEED = 2000
SHARE = 0.5


def seeds() -> Iterable[bytes]:
    """Documents and diffs out of real logs, of each length a few."""
    seen: dict[int, int] = {}
    for prefix, cell in _cells():
        size = len(cell) // 16 * 2 + prefix
        seen[size] = seen.get(size, 0) + 1
        if seen[size] < 6 and len(cell) < _LARGEST_SEED:
            yield bytes((prefix,)) + cell[_LENGTH:]


def _cells() -> Iterator[tuple[int, bytes]]:
    tables = OpenTables(remember=True)
    document, diffs = codec_for(_SPEC), JsonDiffCodec(_SPEC)
    for event in sample_events():
        try:
            found = tables.follow(event)
            changes = found.changes() if found is not None else ()
        except CorruptLogError:
            continue
        for change in changes:
            for image in (change.before, change.after):
                for value in image.values if image is not None else ():
                    plain = plain_value(value)
                    if isinstance(plain, JsonDocument):
                        yield 0, value.stored if isinstance(value, StoredCell) else document.encode(plain)
                    elif isinstance(plain, JsonDiffs):
                        yield 1, value.stored if isinstance(value, StoredCell) else diffs.encode(plain)


def run(data: bytes) -> None:
    if not data:
        return
    codec = JsonDiffCodec(_SPEC) if data[0] & 1 else codec_for(_SPEC)
    cell = (len(data) - 1).to_bytes(_LENGTH, "little") + data[1:]
    value, end = codec.decode_cell(cell, 0)
    if end != len(cell):
        raise PropertyError("length", f"{end} of {len(cell)} bytes read")
    stored = value.stored if isinstance(value, StoredCell) else codec.encode(value)
    if stored != cell:
        raise PropertyError("rebuilt", f"{value!r} is built as {stored.hex()}")
    json.dumps(cell_json(value, _SPEC), allow_nan=False)

"""JSON diffs: what PARTIAL_UPDATE_ROWS events write for a JSON column that was changed in places.

A cell is a length of four bytes, then the diffs: an operation (one byte), a path behind a packed length and, but for
REMOVE, a value in binary JSON behind another one. The cell replaces the column's value in the after image; which
columns have one is told by the `partial bits` before the row (`rows_data`).
Source: MySQL's json_diff.cc; manual, "binlog_row_value_options"; corpus file json.binlog.000001; captured rows.
"""

from __future__ import annotations

from typing import Any

import construct as cs

from binwriter.formats.columns.codec import ColumnCodec
from binwriter.formats.columns.json.binary import json_from_binary, json_to_binary
from binwriter.formats.columns.json.documents import JSON_LENGTH_BYTES
from binwriter.formats.columns.layout import Layout, compiled, prefixed_bytes
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import JsonDiff, JsonDiffOperation, JsonDiffs
from binwriter.formats.errors import CorruptLogError, EncodeError
from binwriter.formats.primitives import PackedBytes

_OPERATION = compiled(cs.Int8ul)
_TEXT: Layout = compiled(PackedBytes)


class JsonDiffCodec(ColumnCodec):
    """The JSON column of a partial update: JsonDiffs <-> the cell."""

    def __init__(self, spec: ColumnSpec) -> None:
        super().__init__(spec, prefixed_bytes(JSON_LENGTH_BYTES))

    def encode(self, value: Any) -> bytes:
        if type(value) is not JsonDiffs:
            raise self.wrong_type(value, "JsonDiffs")
        return self._stored.build(b"".join(self._diff(diff) for diff in value.diffs))

    def _diff(self, diff: JsonDiff) -> bytes:
        if (diff.value is None) != (diff.operation == JsonDiffOperation.REMOVE):
            raise self.error("REMOVE has no value, REPLACE and INSERT have one", diff)
        try:
            parts = [_OPERATION.build(diff.operation), _TEXT.build(diff.path.encode())]
            if diff.value is not None:
                parts.append(_TEXT.build(json_to_binary(diff.value)))
        except (EncodeError, UnicodeEncodeError) as error:
            raise self.error(str(error), diff) from None
        return b"".join(parts)

    def decode(self, data: bytes, offset: int) -> tuple[JsonDiffs, int]:
        raw, end = self._stored.parse(data, offset)
        diffs, position = [], 0
        while position < len(raw):
            diff, position = _diff_at(raw, position)
            diffs.append(diff)
        return JsonDiffs(tuple(diffs)), end


def _diff_at(data: bytes, offset: int) -> tuple[JsonDiff, int]:
    code, offset = _OPERATION.parse(data, offset)
    path, offset = _TEXT.parse(data, offset)
    try:
        operation, text = JsonDiffOperation(code), path.decode()
    except ValueError as error:
        raise CorruptLogError(f"JSON diff at offset {offset}: {error}") from None
    if operation is JsonDiffOperation.REMOVE:
        return JsonDiff(operation, text), offset
    value, offset = _TEXT.parse(data, offset)
    return JsonDiff(operation, text, json_from_binary(value)), offset

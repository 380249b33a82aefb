"""What a table keeps whose engine writes rows as text (`Engine.rows_as_text`)."""

from __future__ import annotations

import struct

from binwriter.catalog.tables import Table
from binwriter.formats.columns.json.documents import json_from_text
from binwriter.formats.columns.values import ColumnValue, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.mysql.values.json_text import json_text
from binwriter.mysql.values.real_text import real_text

_SINGLE = struct.Struct("<f")


def kept_as_text(row: tuple[ColumnValue, ...], table: Table) -> tuple[ColumnValue, ...]:
    """The row as its text is read: a FLOAT has six digits left, and a document no more than JSON has words for
    (captured: values_as_text_row)."""
    return tuple(_read(value, column.spec.type) for value, column in zip(row, table.columns, strict=True))


def _read(value: ColumnValue, type_: ColumnType) -> ColumnValue:
    if isinstance(value, JsonDocument):
        return json_from_text(json_text(value))
    if type_ is ColumnType.FLOAT and isinstance(value, float):
        return float(_SINGLE.unpack(_SINGLE.pack(float(real_text(value, single=True))))[0])
    return value

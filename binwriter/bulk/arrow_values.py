"""Between storage form (`storage_form`) and the values of the exact path (`ColumnValue`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pyarrow as pa

from binwriter.bulk.storage_form import (
    cell_type,
    charset_of,
    check_storage,
    is_cells,
    is_utf8,
    null_error,
    storage_schema,
    storage_type,
)
from binwriter.catalog.tables import Table
from binwriter.errors import EncodeError
from binwriter.formats.columns.codec import ColumnCodec
from binwriter.formats.columns.json.binary import json_from_binary
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue, IncompleteDate
from binwriter.formats.constants import ColumnType

# --- values -> storage form -------------------------------------------------------------------------------------------


_CHARACTERS = frozenset({ColumnType.STRING, ColumnType.VAR_STRING, ColumnType.VARCHAR, ColumnType.BLOB})
_DOCUMENTS = frozenset({ColumnType.JSON, ColumnType.TYPED_ARRAY})


def from_values(table: Table, rows: Sequence[Sequence[ColumnValue]]) -> pa.RecordBatch:
    """Rows as the exact path has them (`ColumnValue`), in storage form. Raises EncodeError naming row and column."""
    count = len(table.columns)
    for number, row in enumerate(rows):
        if len(row) != count:
            raise EncodeError(f"row {number}: the row has {len(row)} values, the table {count} columns")
    arrays = [column_from_values(column.spec, [row[i] for row in rows]) for i, column in enumerate(table.columns)]
    schema = storage_schema(table)
    fields = [field.with_type(array.type) for field, array in zip(schema, arrays, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields))


def column_from_values(spec: ColumnSpec, values: Sequence[ColumnValue], first_row: int = 0) -> pa.Array:
    """The values of one column in storage form: as cells if one of them asks for it. first_row: as errors count."""
    codec = codec_for(spec)
    cells = [_checked_cell(codec, row, value) for row, value in enumerate(values, first_row)]
    stored = storage_type(spec)
    if pa.types.is_fixed_size_binary(stored) or any(isinstance(value, IncompleteDate) for value in values):
        return pa.array(cells, cell_type(spec))
    if spec.type in _DOCUMENTS:
        prefix = codec.layout.lengthfield.sizeof()
        return pa.array([None if cell is None else cell[prefix:] for cell in cells], stored)
    if spec.type in _CHARACTERS:
        values = [None if value is None else _text_to_arrow(spec, value) for value in values]
    return pa.array(values, stored)


def _checked_cell(codec: ColumnCodec, row: int, value: ColumnValue) -> bytes | None:
    if value is None:
        if not codec.spec.nullable:
            raise null_error(codec.spec, row)
        return None
    try:
        return codec.encode(value)
    except EncodeError as error:
        raise EncodeError(f"row {row}: {error}") from None


def _text_to_arrow(spec: ColumnSpec, value: Any) -> Any:
    collation = charset_of(spec)
    return value if collation is None or is_utf8(collation) else collation.encode(value)


# --- storage form -> values -------------------------------------------------------------------------------------------


def to_values(table: Table, batch: pa.RecordBatch) -> list[tuple[ColumnValue, ...]]:
    """The rows of a batch in storage form, as the exact path takes them. EncodeError if it is not in that form."""
    check_storage(table, batch)
    columns = [column_to_values(c.spec, array) for c, array in zip(table.columns, batch.columns, strict=True)]
    return list(zip(*columns, strict=True)) if columns else [()] * batch.num_rows


def column_to_values(spec: ColumnSpec, array: pa.Array) -> list[Any]:
    """The values of one column in storage form."""
    values = array.to_pylist()
    convert: Callable[[ColumnSpec, Any], Any] | None = _FROM_ARROW.get(spec.type)
    if is_cells(spec, array.type):
        convert = _cell_value
    return values if convert is None else [None if value is None else convert(spec, value) for value in values]


def _cell_value(spec: ColumnSpec, cell: bytes) -> ColumnValue:
    value, _ = codec_for(spec).decode(cell, 0)
    return value  # type: ignore[return-value]


def _text_from_arrow(spec: ColumnSpec, value: Any) -> Any:
    collation = charset_of(spec)
    return value if collation is None or is_utf8(collation) else collation.decode(value)


def _json_from_arrow(spec: ColumnSpec, value: bytes) -> ColumnValue:
    return json_from_binary(value)


_FROM_ARROW: dict[ColumnType, Callable[[ColumnSpec, Any], Any]] = {
    **dict.fromkeys(_CHARACTERS, _text_from_arrow),
    **dict.fromkeys(_DOCUMENTS, _json_from_arrow),
}

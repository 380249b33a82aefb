"""Storage form -> what people compare with: names of ENUM and SET members, JSON as text, texts as strings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa

from binwriter.bulk.storage_form import charset_of, is_utf8, storage_type
from binwriter.catalog.tables import Table
from binwriter.formats.columns.json.binary import json_from_binary
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.values.json_text import json_text


def natural_schema(table: Table) -> pa.Schema:
    """The columns of `natural`: as in storage form, but text for ENUM, SET, JSON and whatever has a character set."""
    return pa.schema([pa.field(column.name, _type(column.spec), column.spec.nullable) for column in table.columns])


def natural(table: Table, batch: pa.RecordBatch) -> pa.RecordBatch:
    """A batch in storage form, for people and other programs; `to_storage` leads back."""
    arrays = [_array(column.spec, array) for column, array in zip(table.columns, batch.columns, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=natural_schema(table))


def _type(spec: ColumnSpec) -> pa.DataType:
    return pa.string() if spec.type in _CONVERSIONS or _is_other_text(spec) else storage_type(spec)


def _is_other_text(spec: ColumnSpec) -> bool:
    """Text whose storage form is not a string. JSON and the like have a character set too, and are no such text."""
    collation = charset_of(spec)
    return pa.types.is_binary(storage_type(spec)) and spec.type in _TEXTS and collation is not None


def _array(spec: ColumnSpec, array: pa.Array) -> pa.Array:
    convert = _CONVERSIONS.get(spec.type)
    if convert is not None:
        return _each(array, lambda value: convert(spec, value))
    collation = charset_of(spec)
    if _is_other_text(spec) and collation is not None and not is_utf8(collation):
        return _each(array, collation.decode)
    return array


def _each(array: pa.Array, convert: Callable[[Any], str]) -> pa.Array:
    """Each distinct value converted once."""
    encoded = array.dictionary_encode()
    values = pa.array([convert(value) for value in encoded.dictionary.to_pylist()], pa.string())
    return values.take(encoded.indices)


def _enum(spec: ColumnSpec, value: int) -> str:
    return spec.members[value - 1] if value else ""


def _set(spec: ColumnSpec, value: int) -> str:
    return ",".join(name for bit, name in enumerate(spec.members) if value >> bit & 1)


def _json(spec: ColumnSpec, value: bytes) -> str:
    return json_text(json_from_binary(value))


_TEXTS = (ColumnType.STRING, ColumnType.VAR_STRING, ColumnType.VARCHAR, ColumnType.BLOB)
_CONVERSIONS: dict[ColumnType, Callable[..., str]] = {
    ColumnType.ENUM: _enum,
    ColumnType.SET: _set,
    ColumnType.JSON: _json,
}

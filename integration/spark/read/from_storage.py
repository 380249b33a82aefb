"""Columns in storage form (`binwriter.bulk.storage_form`) as Spark wants them; `column_types` has the types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binwriter.bulk.arrow_types import column_to_values, is_cells
from binwriter.bulk.storage_form import charset_of, is_utf8
from binwriter.errors import CorruptLogError
from binwriter.formats.columns.json.binary import json_from_binary
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.stored_values import set_names
from binwriter.formats.columns.values import IncompleteDate, JsonDocument
from binwriter.formats.constants import ColumnType
from binwriter.inspection.value_json import cell_json
from binwriter.integration.spark.column_types import DATES, DateRule
from binwriter.mysql.values.json_text import json_text

Converter = Callable[[ColumnSpec, pa.Array], pa.Array]


def spark_column(spec: ColumnSpec, array: pa.Array, wanted: pa.DataType, dates: DateRule = DateRule.ERROR) -> pa.Array:
    """The column in the Arrow type that Spark wants.

    CorruptLogError for a date that no calendar has, unless the rule says otherwise, and for a value that does not fit
    a type the reader was asked for.
    """
    if spec.type in DATES:
        array = _dates(spec, array, dates)
    else:
        convert = _CONVERTERS.get(spec.type)
        array = array if convert is None else convert(spec, array)
    if array.type == wanted:
        return array
    try:
        return pc.cast(array, wanted)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise CorruptLogError(f"column {spec.name!r} cannot be read as {wanted}: {error}") from error


def spark_image(
    specs: Sequence[ColumnSpec], image: pa.StructArray, wanted: pa.StructType, dates: DateRule = DateRule.ERROR
) -> pa.StructArray:
    """A row image in the struct type that Spark wants: its fields by name, null for a column that there is not."""
    by_name = {spec.name.lower(): (index, spec) for index, spec in enumerate(specs)}
    columns = []
    for field in wanted:
        source = by_name.get(field.name.lower())
        if source is None:
            columns.append(pa.nulls(len(image), field.type))
        else:
            columns.append(spark_column(source[1], image.field(source[0]), field.type, dates))
    return pa.StructArray.from_arrays(columns, fields=list(wanted), mask=image.is_null())


# --- converters -------------------------------------------------------------------------------------------------------


def _by_value(make: Callable[[ColumnSpec, Any], Any], kind: pa.DataType) -> Converter:
    def convert(spec: ColumnSpec, array: pa.Array) -> pa.Array:
        return pa.array([None if value is None else make(spec, value) for value in array.to_pylist()], kind)

    return convert


def _text(spec: ColumnSpec, array: pa.Array) -> pa.Array:
    collation = charset_of(spec)
    if collation is None or is_utf8(collation):
        return array
    return pa.array(column_to_values(spec, array), pa.string())


def _decimal(spec: ColumnSpec, array: pa.Array) -> pa.Array:
    if pa.types.is_decimal128(array.type):
        return array
    return pa.array([None if value is None else f"{value:f}" for value in column_to_values(spec, array)], pa.string())


def _unsigned(spec: ColumnSpec, array: pa.Array) -> pa.Array:
    """Arrow casts integers of 64 bits to decimals of at least 20 digits: exactly what is wanted."""
    return pc.cast(array, pa.decimal128(20, 0)) if array.type == pa.uint64() else array


def _bit(spec: ColumnSpec, array: pa.Array) -> pa.Array:
    return pc.cast(array, pa.decimal128(20, 0) if spec.length == 64 else pa.int64())


def _enum(spec: ColumnSpec, array: pa.Array) -> pa.Array:
    if not spec.members:
        return array
    if len(array) and (pc.max(array).as_py() or 0) > len(spec.members):
        raise CorruptLogError(f"column {spec.name!r}: an ENUM of {len(spec.members)} members has no {pc.max(array)}")
    return pc.take(pa.array(["", *spec.members]), array)


def _set(spec: ColumnSpec, array: pa.Array) -> pa.Array:
    if not spec.members:
        return pc.cast(array, pa.decimal128(20, 0))
    unique = pc.dictionary_encode(array)
    names = []
    for bits in unique.dictionary.to_pylist():
        members = set_names(spec, bits)
        if members is None:
            raise CorruptLogError(f"column {spec.name!r}: a SET of {len(spec.members)} members has no bits {bits:#x}")
        names.append(",".join(members))
    return pc.take(pa.array(names, pa.string()), unique.indices)


def _vector(spec: ColumnSpec, array: pa.Array) -> pa.Array:
    lengths = pc.binary_length(array).fill_null(0).to_numpy(zero_copy_only=False)
    offsets = pa.array(np.concatenate(([0], np.cumsum(lengths // 4))), pa.int32())
    data = b"".join(value for value in array.to_pylist() if value)
    entries = pa.array(np.frombuffer(data, "<f4"))
    mask = array.is_null() if array.null_count else None
    return pa.ListArray.from_arrays(offsets, entries, mask=mask)


def _json(spec: ColumnSpec, value: bytes) -> str:
    document = json_from_binary(value)
    return json_text(document if isinstance(document, JsonDocument) else JsonDocument(document))


def _dates(spec: ColumnSpec, array: pa.Array, rule: DateRule) -> pa.Array:
    cells = is_cells(spec, array.type)
    if not cells and rule is not DateRule.TEXT:
        return array
    values = column_to_values(spec, array)
    if rule is DateRule.TEXT:
        texts = [None if value is None else str(cell_json(value, spec)).removesuffix("+00:00") for value in values]
        return pa.array(texts, pa.string())
    strange = [value for value in values if isinstance(value, IncompleteDate)]
    if strange and rule is DateRule.ERROR:
        shown = cell_json(strange[0], spec)
        raise CorruptLogError(f"column {spec.name!r}: {shown} is in no calendar; option zero_dates can be null or text")
    return pa.array([None if isinstance(value, IncompleteDate) else value for value in values], _DATE_TYPES[spec.type])


_DATE_TYPES = {
    ColumnType.DATE: pa.date32(),
    ColumnType.NEWDATE: pa.date32(),
    ColumnType.DATETIME2: pa.timestamp("us"),
    ColumnType.DATETIME: pa.timestamp("us"),
    ColumnType.TIMESTAMP2: pa.timestamp("us", tz="UTC"),
    ColumnType.TIMESTAMP: pa.timestamp("us", tz="UTC"),
}
_CONVERTERS: dict[ColumnType, Converter] = {
    ColumnType.STRING: _text,
    ColumnType.VAR_STRING: _text,
    ColumnType.VARCHAR: _text,
    ColumnType.BLOB: _text,
    ColumnType.LONGLONG: _unsigned,
    ColumnType.NEWDECIMAL: _decimal,
    ColumnType.DECIMAL: _decimal,
    ColumnType.BIT: _bit,
    ColumnType.ENUM: _enum,
    ColumnType.SET: _set,
    ColumnType.VECTOR: _vector,
    ColumnType.JSON: _by_value(_json, pa.string()),
    ColumnType.TYPED_ARRAY: _by_value(_json, pa.string()),
}

"""A batch as people have it -> the table's columns in storage form: see `arrow_types.to_storage`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binwriter.bulk.arrow_values import column_from_values
from binwriter.bulk.conversion.documents import documents, vectors
from binwriter.bulk.conversion.members import enums, sets
from binwriter.bulk.conversion.numbers import bits, decimals, floats, integers, years
from binwriter.bulk.conversion.plain import RefusedValueError, plain_value
from binwriter.bulk.conversion.strings import strings
from binwriter.bulk.conversion.temporal import dates, datetimes, times, timestamps
from binwriter.bulk.storage_form import (
    charset_of,
    is_cells,
    null_error,
    storage_schema,
    storage_type,
)
from binwriter.catalog.named_rows import columns_named, left_out
from binwriter.catalog.tables import Column, Table
from binwriter.errors import EncodeError
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.stored_values import SRID_BYTES, check_srid
from binwriter.formats.columns.values import ColumnValue, StoredCell
from binwriter.formats.constants import ColumnType

Quick = Callable[[ColumnSpec, pa.Array], pa.Array | None]

_QUICK: dict[ColumnType, Quick] = {
    ColumnType.TINY: integers,
    ColumnType.SHORT: integers,
    ColumnType.INT24: integers,
    ColumnType.LONG: integers,
    ColumnType.LONGLONG: integers,
    ColumnType.YEAR: years,
    ColumnType.BIT: bits,
    ColumnType.FLOAT: floats,
    ColumnType.DOUBLE: floats,
    ColumnType.NEWDECIMAL: decimals,
    ColumnType.STRING: strings,
    ColumnType.VAR_STRING: strings,
    ColumnType.VARCHAR: strings,
    ColumnType.BLOB: strings,
    ColumnType.ENUM: enums,
    ColumnType.SET: sets,
    ColumnType.DATE: dates,
    ColumnType.NEWDATE: dates,
    ColumnType.TIME2: times,
    ColumnType.TIME: times,
    ColumnType.DATETIME2: datetimes,
    ColumnType.DATETIME: datetimes,
    ColumnType.TIMESTAMP2: timestamps,
    ColumnType.TIMESTAMP: timestamps,
    ColumnType.JSON: documents,
    ColumnType.TYPED_ARRAY: documents,
    ColumnType.VECTOR: vectors,
}

# Arrow's long and view types hold the same values as the plain ones.
_PLAIN_TYPES = {
    pa.large_string(): pa.string(),
    pa.large_binary(): pa.binary(),
    pa.string_view(): pa.string(),
    pa.binary_view(): pa.binary(),
}
_ARROW_PROBLEMS = (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError, OverflowError, ValueError)
_FEW = 1000  # values up to which it is not worth looking for equal ones


def to_storage(table: Table, batch: pa.RecordBatch, first_row: int = 0) -> pa.RecordBatch:
    """The batch in storage form, all the table's columns in its order.

    batch: columns by name, in any order and any case of letters; those left out get the table's constant default.
    Taken are, besides storage form, for
      integers, BIT, YEAR     integers of any width, truth values, floats and decimals without a fraction
      FLOAT, DOUBLE           any numbers, rounded to the nearest
      DECIMAL                 any numbers and their texts, exactly; floats rounded to the column's scale
      CHAR, VARCHAR, TEXT     strings; bytes in the column's character set; UUIDs
      BINARY, BLOB            bytes; strings as UTF-8; UUIDs
      ENUM, SET               numbers; names, for SET also lists of names or names with commas between them
      DATE, DATETIME          dates, moments of any unit (the wall clock in their zone), texts, also of zero dates
      TIMESTAMP               the same, as instants; what has no zone is in UTC
      TIME                    durations and times of day of any unit, texts
      JSON                    texts; structs, lists and maps; bytes as MySQL's binary JSON
      GEOMETRY                bytes: SRID and WKB
      VECTOR                  lists of numbers; bytes
    each also as dictionary, run-end encoded, large or view array, and null.
    first_row: what errors count rows from. Raises EncodeError naming row, column, type, limit and value for whatever
    does not fit; nothing is rounded, cut or clipped but as said above.
    """
    given = _columns_by_name(table, batch)
    arrays = []
    for index, column in enumerate(table.columns):
        if index in given:
            array = _converted(column.spec, given[index], first_row)
        else:
            array = _defaults(table, column, batch.num_rows)
        arrays.append(array)
    fields = [field.with_type(array.type) for field, array in zip(storage_schema(table), arrays, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=pa.schema(fields))


def _columns_by_name(table: Table, batch: pa.RecordBatch) -> dict[int, pa.Array]:
    """The batch's columns by the table's index."""
    return {index: batch.columns[place] for index, place in columns_named(table, batch.schema.names).items()}


def _defaults(table: Table, column: Column, rows: int) -> pa.Array:
    """A column that the batch leaves out: its default."""
    value = column_from_values(column.spec, [left_out(table, column)])
    return value.take(pa.array(np.zeros(rows, np.int64)))


# --- one column -------------------------------------------------------------------------------------------------------


def _converted(spec: ColumnSpec, array: pa.Array, first_row: int) -> pa.Array:
    array = _as_plain_array(spec, array)
    if pa.types.is_null(array.type):
        stored = pa.nulls(len(array), storage_type(spec))
    else:
        try:
            stored = _quickly(spec, array)
        except RefusedValueError as error:
            raise EncodeError(f"row {first_row + error.row}: {error}") from None
        if stored is None:
            stored = _value_by_value(spec, array, first_row)
    if stored.null_count and not spec.nullable:
        raise null_error(spec, first_row + int(np.argmax(np.asarray(stored.is_null()))))
    if spec.srid is not None:
        for prefix in pc.binary_slice(stored, 0, SRID_BYTES).unique().drop_null().to_pylist():
            check_srid(spec, prefix)
    return stored


def _as_plain_array(spec: ColumnSpec, array: pa.Array) -> pa.Array:
    """Without dictionary, runs, extension type, long or view type."""
    try:
        while True:
            if array.type == pa.uuid() and charset_of(spec) is not None:
                array = pa.array([None if value is None else str(value) for value in array.to_pylist()], pa.string())
            elif isinstance(array, pa.ExtensionArray):
                array = array.storage
            elif pa.types.is_dictionary(array.type):
                array = array.dictionary_decode()
            elif pa.types.is_run_end_encoded(array.type):
                array = pc.run_end_decode(array)
            elif (plain := _PLAIN_TYPES.get(array.type)) is not None:
                array = array.cast(plain)
            elif pa.types.is_large_list(array.type) or pa.types.is_map(array.type):
                return array.cast(pa.list_(array.type.value_type)) if pa.types.is_large_list(array.type) else array
            else:
                return array
    except pa.ArrowInvalid as error:
        # text of an extension that is not UTF-8, or more than Arrow's 32-bit offsets reach
        raise EncodeError(f"column {spec.name!r}: {array.type}: {error}; at most 2 GiB a column and batch") from error


def _quickly(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    if is_cells(spec, array.type):
        return _checked_cells(spec, array)
    quick = _QUICK.get(spec.type)
    try:
        return quick(spec, array) if quick is not None else None
    except _ARROW_PROBLEMS:
        return None


def _checked_cells(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """Cells, if the codec reads them as values that it writes the same way."""
    codec = codec_for(spec)
    for cell in array.unique().to_pylist():
        if cell is not None and isinstance(codec.decode_cell(cell, 0)[0], StoredCell):
            return None
    return array


def _value_by_value(spec: ColumnSpec, array: pa.Array, first_row: int) -> pa.Array:
    """Each different value once, if there are many; the codec says what is wrong with one."""
    if len(array) > _FEW and not pa.types.is_nested(array.type):
        codes = array.dictionary_encode()
        if len(codes.dictionary) <= len(array) // 2:
            try:
                return column_from_values(spec, _values(spec, codes.dictionary, 0)).take(codes.indices)
            except EncodeError:
                pass  # it names another row
    return column_from_values(spec, _values(spec, array, first_row), first_row)


def _values(spec: ColumnSpec, array: pa.Array, first_row: int) -> list[ColumnValue]:
    values: list[ColumnValue] = []
    for row, scalar in enumerate(array, first_row):
        try:
            values.append(plain_value(spec, _python(spec, scalar)))
        except EncodeError as error:
            raise EncodeError(f"row {row}: {error}") from None
    return values


def _python(spec: ColumnSpec, scalar: pa.Scalar) -> Any:
    """The scalar as Arrow gives it to Python; as text where Python has no such value (nanoseconds, the year 10000)."""
    if is_cells(spec, scalar.type):
        raise codec_for(spec).error("the bytes are no cell of this column", scalar.as_py())
    try:
        return scalar.as_py()
    except _ARROW_PROBLEMS as error:
        try:
            return str(scalar.cast(pa.string()))
        except _ARROW_PROBLEMS:
            raise codec_for(spec).error(str(error), scalar.type) from None

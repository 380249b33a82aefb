"""Numbers over whole arrays: integers, YEAR, BIT, FLOAT, DOUBLE, DECIMAL."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binwriter.bulk.conversion.plain import plain_value
from binwriter.bulk.storage_form import storage_type
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import EncodeError

_LARGEST_SURE = 1e9  # a product of doubles below is right to a small part of `_NEAR_HALF`
_NEAR_HALF = 1e-6
_INT64_DIGITS = 18


def is_number(given: pa.DataType) -> bool:
    """Whether the values are numbers or truth values."""
    types = pa.types
    return bool(
        types.is_integer(given) or types.is_floating(given) or types.is_decimal(given) or types.is_boolean(given)
    )


def within(array: pa.Array, lowest: Any, highest: Any) -> bool:
    """Whether all values that are not NULL lie in the range."""
    ends = pc.min_max(array)
    return array.null_count == len(array) or bool(lowest <= ends["min"].as_py() and ends["max"].as_py() <= highest)


def integers(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """TINYINT to BIGINT."""
    if not is_number(array.type):
        return None
    stored = array.cast(storage_type(spec))
    if spec.type is not ColumnType.INT24:
        return stored
    bits = 8 * int(codec_for(spec).layout.sizeof())
    lowest = 0 if spec.unsigned else -1 << (bits - 1)
    return stored if within(stored, lowest, lowest + (1 << bits) - 1) else None


def years(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """YEAR: what is not 0 must be one that the codec takes."""
    if not is_number(array.type):
        return None
    stored = array.cast(storage_type(spec))
    distinct = [year for year in stored.unique().to_pylist() if year is not None]
    return stored if all(_takes(spec, year) for year in distinct) else None


def _takes(spec: ColumnSpec, value: Any) -> bool:
    try:
        codec_for(spec).encode(value)
    except EncodeError:
        return False
    return True


def bits(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """BIT(n)."""
    if not is_number(array.type):
        return None
    stored = array.cast(storage_type(spec))
    return stored if within(stored, 0, (1 << spec.length) - 1) else None


def floats(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """FLOAT and DOUBLE, rounded to the nearest."""
    types = pa.types
    if types.is_boolean(array.type) or types.is_integer(array.type):
        array = array.cast(pa.float64(), safe=False)
    if not types.is_floating(array.type):
        return None
    stored = array.cast(storage_type(spec), safe=False)
    if not pc.all(pc.is_finite(stored), min_count=0).as_py():
        return None
    return stored if not spec.unsigned or within(stored, 0.0, np.inf) else None


def decimals(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """DECIMAL: numbers and their texts exactly; floats rounded to the column's scale."""
    given, stored = array.type, storage_type(spec)
    if pa.types.is_floating(given):
        made = _decimals_of_floats(spec, array.cast(pa.float64()))
    elif pa.types.is_boolean(given):
        made = array.cast(pa.int8()).cast(stored)
    elif pa.types.is_integer(given) or pa.types.is_string(given):
        made = array.cast(pa.decimal256(76, 30) if pa.types.is_string(given) else pa.decimal128(20)).cast(stored)
    elif pa.types.is_decimal(given):
        array.validate(full=True)  # no more digits than its type says
        made = array.cast(stored)
    else:
        return None
    if made is None or (spec.unsigned and not within(made, Decimal(0), Decimal("Infinity"))):
        return None
    return made


def _decimals_of_floats(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """Multiplied and rounded; where that could be the wrong side of a half, by the number's digits (`plain`)."""
    numbers = np.nan_to_num(np.asarray(array.fill_null(0.0)), nan=np.inf)
    scaled = numbers * 10.0**spec.scale
    if spec.precision > _INT64_DIGITS or not (np.abs(scaled) < 10.0**spec.precision).all():
        return None
    units = np.rint(scaled).astype(np.int64)
    doubtful = np.abs(scaled - np.floor(scaled) - 0.5) < _NEAR_HALF
    for row in np.flatnonzero(doubtful | (np.abs(scaled) > _LARGEST_SURE)).tolist():
        value = plain_value(spec, float(numbers[row]))
        assert isinstance(value, Decimal)
        units[row] = int(value.scaleb(spec.scale))
    if (np.abs(units) >= 10**spec.precision).any():
        return None
    words = np.stack([units, units >> 63], axis=1)
    valid = pa.py_buffer(np.packbits(np.asarray(array.is_valid()), bitorder="little")) if array.null_count else None
    return pa.Array.from_buffers(storage_type(spec), len(array), [valid, pa.py_buffer(words)])

"""Dates and times over whole arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from binwriter.bulk.storage_form import storage_type
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.temporal import MAX_FSP, MAX_TIME_SECONDS

_MICROSECONDS = 1_000_000
_DAYS = (-719_162, 2_932_896)  # 0001-01-01 and 9999-12-31
_MOMENTS = (_DAYS[0] * 86_400 * _MICROSECONDS, (_DAYS[1] + 1) * 86_400 * _MICROSECONDS - 1)
_INSTANTS = (_MICROSECONDS, (1 << 31) * _MICROSECONDS - 1)
_TIMES = (-MAX_TIME_SECONDS * _MICROSECONDS, MAX_TIME_SECONDS * _MICROSECONDS)


def dates(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """DATE: dates, texts, and moments at midnight."""
    types = pa.types
    if types.is_timestamp(array.type) or types.is_date64(array.type):
        moments = pc.local_timestamp(array) if getattr(array.type, "tz", None) else array
        stored = moments.cast(pa.date32())
        if not stored.cast(moments.type).equals(moments):
            return None
    elif types.is_date32(array.type) or types.is_string(array.type):
        stored = array.cast(pa.date32())
    else:
        return None
    return stored if _in_range(_numbers(stored, np.int32), _DAYS) else None


def datetimes(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """DATETIME: moments of any unit, as the clock in their zone shows them; dates, texts."""
    if not _is_moment(array.type):
        return None
    if getattr(array.type, "tz", None):
        array = pc.local_timestamp(array)
    return _checked(spec, array.cast(storage_type(spec)), _MOMENTS)


def timestamps(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """TIMESTAMP: instants of any unit; what has no zone is in UTC."""
    if not _is_moment(array.type):
        return None
    if not getattr(array.type, "tz", None):
        array = array.cast(pa.timestamp("us"))
    return _checked(spec, array.cast(storage_type(spec)), _INSTANTS)


def times(spec: ColumnSpec, array: pa.Array) -> pa.Array | None:
    """TIME: durations and times of day of any unit."""
    if pa.types.is_time(array.type):
        array = array.cast(pa.time64("us")).cast(pa.int64())
    elif not pa.types.is_duration(array.type):
        return None
    return _checked(spec, array.cast(storage_type(spec)), _TIMES)


def _is_moment(given: pa.DataType) -> bool:
    types = pa.types
    return bool(types.is_timestamp(given) or types.is_date(given) or types.is_string(given))


def _numbers(array: pa.Array, kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """The values that are not NULL, as integers."""
    integers = array.drop_null() if array.null_count else array
    if not len(integers):
        return np.zeros(0, kind)
    width = np.dtype(kind).itemsize
    return np.frombuffer(integers.buffers()[1], kind, len(integers), integers.offset * width)


def _in_range(numbers: npt.NDArray[Any], limits: tuple[int, int]) -> bool:
    return not len(numbers) or bool(limits[0] <= numbers.min() and numbers.max() <= limits[1])


def _checked(spec: ColumnSpec, stored: pa.Array, limits: tuple[int, int]) -> pa.Array | None:
    """The values if they lie in the range and have no more digits than the column."""
    numbers = _numbers(stored, np.int64)
    if not _in_range(numbers, limits):
        return None
    step = 10 ** (MAX_FSP - spec.fsp)
    return stored if step == 1 or not (numbers % step).any() else None

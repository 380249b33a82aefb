"""Cells a whole column at a time, with numpy: what the kernels of `kernels.cells` do, for those who have no numba.

Every function gives an array of one cell a row, as many bytes as the plan's width; the cells of NULLs hold rubbish.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from binwriter.bulk.cells import kinds as k
from binwriter.bulk.cells.kinds import Kind
from binwriter.bulk.cells.plans import CellPlan
from binwriter.bulk.cells.row_plan import ColumnSource

Cells = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]

_WORD_BYTES = 8
_GROUP = np.uint64(10**9)
_GROUP_BYTES = 4
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)
_MICROSECONDS, _MINUTE, _HOUR, _DAY = 1_000_000, 60, 3600, 86_400


def values_of(column: ColumnSource, kind: npt.DTypeLike) -> npt.NDArray[Any]:
    """The values as numbers of that type, a line a row if a value has several."""
    array, size = column.array, column.plan.value_bytes
    buffer = array.buffers()[1]
    rows = len(array)
    if not rows or buffer is None or not size:
        return np.zeros((rows, size // np.dtype(kind).itemsize), kind)
    numbers = np.frombuffer(buffer, np.uint8, rows * size, array.offset * size).view(kind)
    return numbers.reshape(rows, -1)


def _number(plan: CellPlan, index: int) -> np.uint64:
    return np.uint64(plan.line.view(np.uint64)[index])


def _cells_of(words: Words, plan: CellPlan) -> Cells:
    """The numbers in the byte order and width of the column's cells."""
    shift = int(plan.line[k.SHIFT])
    stored = (words << np.uint64(shift)).astype(">u8") if shift >= 0 else words.astype("<u8")
    return stored.view(np.uint8).reshape(-1, _WORD_BYTES)[:, : plan.width]


def _copied(column: ColumnSource) -> Cells:
    return values_of(column, np.uint8)[:, : column.plan.width]


def _year(column: ColumnSource) -> Cells:
    years = values_of(column, np.uint16).astype(np.int64)
    return np.where(years == 0, 0, years - column.plan.line[k.BASE]).astype(np.uint8)


def _bits(column: ColumnSource) -> Cells:
    return _cells_of(values_of(column, np.uint64)[:, 0], column.plan)


# --- temporal ---------------------------------------------------------------------------------------------------------


def _date_words(days: npt.NDArray[np.int64], plan: CellPlan) -> Any:
    """What year, month and day make of the cells' numbers, BASE included; by a table if the days lie close together."""
    first, last = (int(days.min()), int(days.max())) if len(days) else (0, 0)
    if last - first >= len(days):
        return _words_of_days(days, plan)
    return _words_of_days(np.arange(first, last + 1), plan)[days - first]


def _words_of_days(days: npt.NDArray[np.int64], plan: CellPlan) -> Any:
    dates = days.astype("M8[D]")
    months = dates.astype("M8[M]")
    day = (dates - months.astype("M8[D]")).astype(np.int64) + 1
    number = months.astype(np.int64) + 12 * 1970
    words = number // 12 * plan.line[k.UNIT_YEAR] + (number % 12 + 1) * plan.line[k.UNIT_MONTH]
    return (words + day * plan.line[k.UNIT_DAY]).view(np.uint64) + _number(plan, k.BASE)


def _clock_words(seconds: npt.NDArray[np.int64], fraction: npt.NDArray[np.int64], plan: CellPlan) -> Any:
    words = seconds * plan.line[k.UNIT_SECOND] + seconds // _MINUTE * plan.line[k.UNIT_MINUTE]
    words += seconds // _HOUR * plan.line[k.UNIT_HOUR]
    return words.view(np.uint64) + (
        (fraction.view(np.uint64) * _number(plan, k.FRACTION)) >> np.uint64(k.FRACTION_BITS)
    )


def _date(column: ColumnSource) -> Cells:
    return _cells_of(_date_words(values_of(column, np.int32)[:, 0].astype(np.int64), column.plan), column.plan)


def _datetime(column: ColumnSource) -> Cells:
    seconds, fraction = np.divmod(values_of(column, np.int64)[:, 0], _MICROSECONDS)
    days, seconds = np.divmod(seconds, _DAY)
    return _cells_of(_date_words(days, column.plan) + _clock_words(seconds, fraction, column.plan), column.plan)


def _timestamp(column: ColumnSource) -> Cells:
    plan = column.plan
    seconds, fraction = np.divmod(values_of(column, np.int64)[:, 0], _MICROSECONDS)
    words = (fraction.view(np.uint64) * _number(plan, k.FRACTION)) >> np.uint64(k.FRACTION_BITS)
    return _cells_of(words + seconds.view(np.uint64) * _number(plan, k.UNIT_SECOND) + _number(plan, k.BASE), plan)


def _time(column: ColumnSource) -> Cells:
    moments = values_of(column, np.int64)[:, 0]
    seconds, fraction = np.divmod(np.abs(moments), _MICROSECONDS)
    words = _clock_words(seconds, fraction, column.plan)
    words = np.where(moments < 0, np.uint64(0) - words, words)
    return _cells_of(words + _number(column.plan, k.BASE), column.plan)


# --- decimal ----------------------------------------------------------------------------------------------------------


def _negated(limbs: list[Words], negative: npt.NDArray[np.bool_]) -> list[Words]:
    """The limbs, lowest first, of the numbers without sign."""
    carry = negative.astype(np.uint64)
    result = []
    for limb in limbs:
        limb = np.where(negative, ~limb, limb) + carry
        carry = carry * (limb == 0)
        result.append(limb)
    return result


def _take_group(limbs: list[Words], divisor: np.uint64) -> Words:
    """Divides the numbers in place, highest limb first; gives the remainders. divisor < 2^31."""
    if len(limbs) == 1:
        rest = limbs[0] // divisor
        limbs[0], remainder = rest, limbs[0] - rest * divisor
        return remainder
    remainder = np.zeros_like(limbs[0])
    for index in range(len(limbs) - 1, -1, -1):
        upper = (remainder << _HALF) | (limbs[index] >> _HALF)
        high = upper // divisor
        lower = ((upper - high * divisor) << _HALF) | (limbs[index] & _LOW_HALF)
        low = lower // divisor
        limbs[index], remainder = (high << _HALF) | low, lower - low * divisor
    return remainder


def _decimal(column: ColumnSource) -> Cells:
    plan = column.plan
    values = values_of(column, np.uint64)
    negative = values[:, -1].view(np.int64) < 0
    words = 1 if plan.kind is Kind.DECIMAL64 else values.shape[1]
    limbs = _negated(list(values.T[:words]), negative)
    cells = np.zeros((len(values), plan.width), np.uint8)
    place = plan.width

    def put(groups: Words, size: int) -> None:
        nonlocal place
        place -= size
        cells[:, place : place + size] = groups.astype(">u8").view(np.uint8).reshape(-1, _WORD_BYTES)[:, -size:]

    if tail := int(plan.line[k.TAIL_BYTES]):
        put(_take_group(limbs, _number(plan, k.TAIL_MODULUS)), tail)
    for _ in range(int(plan.line[k.GROUPS])):
        put(_take_group(limbs, _GROUP), _GROUP_BYTES)
    if lead := int(plan.line[k.LEAD_BYTES]):
        put(limbs[0], lead)
    cells ^= np.where(negative, 0xFF, 0).astype(np.uint8)[:, None]
    cells[:, 0] ^= 0x80
    return cells


COLUMN_CELLS: dict[Kind, Callable[[ColumnSource], Cells]] = {
    Kind.COPY: _copied,
    Kind.CELLS: _copied,
    Kind.YEAR: _year,
    Kind.BITS: _bits,
    Kind.DATE: _date,
    Kind.DATETIME: _datetime,
    Kind.TIMESTAMP: _timestamp,
    Kind.TIME: _time,
    Kind.DECIMAL64: _decimal,
    Kind.DECIMAL: _decimal,
}

"""Row images at memory speed: NULL bitmap and cells of one row, as a plan says (`row_plan`).

Plans, rows and targets are addresses and numbers, so that the kernels have one signature for every table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binwriter.bulk.cells import kinds as k
from binwriter.bulk.cells.kinds import Kind
from binwriter.bulk.kernels.cells import (
    bits_cell,
    date_cell,
    datetime_cell,
    decimal_cell,
    decimal_word_cell,
    padded_cell,
    padded_length,
    stored_cell,
    string_cell,
    time_cell,
    timestamp_cell,
    year_cell,
)
from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.memory import (
    copy_bytes,
    field,
    load8,
    load32,
    load64,
    store8,
    store64,
)

Number = Any  # an int64 of the kernel

# numba takes plain integers for constants, not members of an enumeration
_BYTES, _PADDED, _CELLS, _NOTHING = int(Kind.BYTES), int(Kind.PADDED), int(Kind.CELLS), int(Kind.NOTHING)
_DATE, _DATETIME, _TIMESTAMP, _TIME = int(Kind.DATE), int(Kind.DATETIME), int(Kind.TIMESTAMP), int(Kind.TIME)
_DECIMAL64, _DECIMAL, _YEAR, _BITS = int(Kind.DECIMAL64), int(Kind.DECIMAL), int(Kind.YEAR), int(Kind.BITS)
_RUN = int(Kind.RUN)


@kernel(inline="always")
def is_null(line: Number, row: Number) -> Number:
    validity = field(line, k.VALIDITY)
    if validity == 0:
        return False
    bit = validity + row
    return (load8(bit >> 3) >> np.uint8(bit & 7)) & np.uint8(1) == 0


@kernel(inline="always")
def cell(line: Number, row: Number, target: Number, safe: Number) -> Number:
    """Writes the cell of a value that is not NULL; gives the address after it."""
    kind = field(line, k.KIND)
    if kind == _BYTES:
        target = string_cell(line, row, target, safe)
    elif kind == _DATETIME:
        target = datetime_cell(line, row, target)
    elif kind == _TIMESTAMP:
        target = timestamp_cell(line, row, target)
    elif kind == _DECIMAL64:
        target = decimal_word_cell(line, row, target)
    elif kind == _PADDED:
        target = padded_cell(line, row, target, safe)
    elif kind == _DATE:
        target = date_cell(line, row, target)
    elif kind == _TIME:
        target = time_cell(line, row, target)
    elif kind == _DECIMAL:
        target = decimal_cell(line, row, target)
    elif kind == _YEAR:
        target = year_cell(line, row, target)
    elif kind == _BITS:
        target = bits_cell(line, row, target)
    elif kind == _CELLS:
        target = stored_cell(line, row, target)
    return target


@kernel(inline="always")
def copied_cell(line: Number, row: Number, target: Number, safe: Number) -> Number:
    """The lowest bytes of a value."""
    source = field(line, k.VALUES) + row * field(line, k.STRIDE)
    width = field(line, k.WIDTH)
    if safe:
        store64(target, load64(source))
    else:
        copy_bytes(target, source, width)
    return target + width


@kernel(inline="always")
def mark_null(plan: Number, line: Number, bitmap: Number) -> Number:
    """Sets the column's bit in the NULL bitmap."""
    column = (line - plan) // k.LINE_BYTES - 1
    place = bitmap + (column >> 3)
    store8(place, load8(place) | np.uint8(1 << (column & 7)))


@kernel()
def encode_image(plan: Number, row: Number, target: Number, safe: Number) -> Number:
    """Writes the image of one row at the address `target`; gives the address after it.

    plan: address of a plan (`RowPlan.address`), used by one thread at a time. row: 0 to the batch's rows - 1, not
    checked. safe: row < `RowPlan.safe`: strings may be read beyond their end. Up to `cells.kinds.SLACK` bytes behind
    the image are overwritten; the image takes at most `RowPlan.bound` bytes.
    """
    columns = field(plan, k.COLUMNS)
    size = field(plan, k.BITMAP_BYTES)
    bitmap = target
    for index in range(0, size, 8):
        store64(bitmap + index, np.uint64(0))
    target += size
    if size:
        store8(target - 1, np.uint8(field(plan, k.BITMAP_LAST)))
    line = plan + k.LINE_BYTES
    end = line + columns * k.LINE_BYTES
    while line < end:
        kind = field(line, k.KIND)
        if kind == _RUN:
            # one jump for all of them
            run_end = line + field(line, k.RUN_LINES) * k.LINE_BYTES
            if safe and field(line, k.RUN_NULLS) == 0:
                while line < run_end:
                    store64(target, load64(field(line, k.VALUES) + row * field(line, k.STRIDE)))
                    target += field(line, k.WIDTH)
                    line += k.LINE_BYTES
            while line < run_end:
                if is_null(line, row):
                    mark_null(plan, line, bitmap)
                else:
                    target = copied_cell(line, row, target, safe)
                line += k.LINE_BYTES
            continue
        if kind == _NOTHING or is_null(line, row):
            mark_null(plan, line, bitmap)
        else:
            target = cell(line, row, target, safe)
        line += k.LINE_BYTES
    return target


@kernel()
def image_size(plan: Number, row: Number) -> Number:
    """How many bytes `encode_image` writes for this row."""
    size = field(plan, k.BITMAP_BYTES)
    line = plan
    for _ in range(field(plan, k.COLUMNS)):
        line += k.LINE_BYTES
        kind = field(line, k.KIND)
        if kind == _NOTHING or is_null(line, row):
            continue
        size += field(line, k.WIDTH)
        if kind == _BYTES:
            offset = field(line, k.OFFSETS) + (row << 2)
            size += np.int64(load32(offset + 4)) - np.int64(load32(offset))
        elif kind == _PADDED:
            size += padded_length(line, row)
    return size


@kernel()
def encode_images(plan: Number, first: Number, end: Number, safe_end: Number, target: Number, ends: Number) -> Number:
    """The images of the rows `first` to `end` - 1 one behind the other; after each its end, from `target`, goes to the
    int64 array `ends`. Gives the address after the last one. The target has room for `RowPlan.bound` bytes a row."""
    start = target
    for row in range(first, end):
        target = encode_image(plan, row, target, row < safe_end)
        ends[row - first] = target - start
    return target


@kernel()
def images_size(plan: Number, first: Number, end: Number) -> Number:
    """How many bytes the images of the rows `first` to `end` - 1 take together."""
    size = 0
    for row in range(first, end):
        size += image_size(plan, row)
    return size

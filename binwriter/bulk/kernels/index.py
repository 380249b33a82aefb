"""The headers of a block's events as columns of numbers. `scan_lines` says what the numbers of `layout` mean."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from binwriter.bulk.kernels import scan_lines as s
from binwriter.bulk.kernels.check_cells import little_word
from binwriter.bulk.kernels.checksum import crc32
from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.memory import load8, load16, load32, loadi64

Number = Any


class Indexed(IntEnum):
    """Why the indexing stopped."""

    MORE = 0  # the block ends within an event, or behind the last one
    FULL = 1
    BAD = 2  # a size that leads nowhere, a wrong checksum
    DESCRIPTION = 3  # behind a format description


# State, and the rows of `lines`.
X_NEXT, X_COUNT, X_VERIFY = range(3)
(
    I_POSITION,
    I_TYPE,
    I_TIMESTAMP,
    I_SERVER_ID,
    I_SIZE,
    I_FLAGS,
    I_TABLE_ID,
    I_LOW,  # of a GTID event: the UUID's halves and the number
    I_HIGH,
    I_GNO,
) = range(10)
COLUMNS = 10
# `offsets`: in the header, and in the body of a GTID event
O_SERVER_ID, O_FLAGS, O_UUID, O_GNO = range(4)

_MORE, _FULL = int(Indexed.MORE), int(Indexed.FULL)
_BAD, _DESCRIPTION = int(Indexed.BAD), int(Indexed.DESCRIPTION)


@kernel()
def index_block(
    data: Number,
    length: Number,
    begin: Number,
    state: Number,
    layout: Number,
    offsets: Number,
    description: Number,
    lines: Number,
) -> Number:
    """One column of `lines` an event, from X_NEXT of the file on. data: the address of the block, which begins at
    `begin`. offsets: of further fields. description: that type's number. Gives an Indexed.
    """
    header, footer = layout[s.L_HEADER], layout[s.L_FOOTER]
    limit = begin + length
    while True:
        position = state[X_NEXT]
        if position + header > limit:
            return _MORE
        event = data + (position - begin)
        size = np.int64(load32(event + layout[s.L_SIZE]))
        if size < header + footer:
            return _BAD
        if position + size > limit:
            return _MORE
        at = state[X_COUNT]
        if at == lines.shape[1]:
            return _FULL
        kind = np.int64(load8(event + layout[s.L_TYPE]))
        # a description's own checksum, which leaves out a flag, is looked at by who reads it
        checked = footer and state[X_VERIFY] and kind != description
        if checked and load32(event + size - footer) != crc32(event, size - footer):
            return _BAD
        table_id = np.int64(-1)
        has_table = kind == layout[s.L_TABLE_MAP] or layout[s.L_ROWS + kind] != 0
        if has_table and size >= header + footer + layout[s.L_TABLE_ID] + layout[s.L_TABLE_ID_BYTES]:
            table_id = np.int64(little_word(event + header + layout[s.L_TABLE_ID], layout[s.L_TABLE_ID_BYTES]))
        lines[I_POSITION, at] = position
        lines[I_TYPE, at] = kind
        lines[I_TIMESTAMP, at] = np.int64(load32(event + layout[s.L_TIMESTAMP]))
        lines[I_SERVER_ID, at] = np.int64(load32(event + offsets[O_SERVER_ID]))
        lines[I_SIZE, at] = size
        lines[I_FLAGS, at] = np.int64(load16(event + offsets[O_FLAGS]))
        lines[I_TABLE_ID, at] = table_id
        if kind == layout[s.L_GTID] or kind == layout[s.L_ANONYMOUS]:
            if header + footer + offsets[O_GNO] + 8 > size:
                return _BAD
            lines[I_LOW, at] = loadi64(event + header + offsets[O_UUID])
            lines[I_HIGH, at] = loadi64(event + header + offsets[O_UUID] + 8)
            lines[I_GNO, at] = loadi64(event + header + offsets[O_GNO])
        state[X_COUNT] = at + 1
        state[X_NEXT] = position + size
        if kind == description:
            return _DESCRIPTION

"""Event by event over a block of a file, for those who read rows: which rows events are there, of which table, in which
transaction. `walk_lines` says what the numbers mean, `scan_lines` what those of `layout`, `shapes` and `bodies` do.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binwriter.bulk.kernels import scan_lines as s
from binwriter.bulk.kernels import walk_lines as w
from binwriter.bulk.kernels.check_cells import little_word
from binwriter.bulk.kernels.checksum import crc32
from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.memory import load8, load16, load32, load64, loadi64
from binwriter.bulk.kernels.scan import find_body, find_shape
from binwriter.bulk.kernels.walk_lines import Halt

Number = Any

_U = np.uint64
_MORE, _BAD, _GTID, _SOURCE, _MAP = int(Halt.MORE), int(Halt.BAD), int(Halt.GTID), int(Halt.SOURCE), int(Halt.MAP)
_PAYLOAD, _ROWS, _DESCRIPTION, _FULL = int(Halt.PAYLOAD), int(Halt.ROWS), int(Halt.DESCRIPTION), int(Halt.FULL)
_GOOD = -1
_NOTHING = w.NOTHING


@kernel()
def walked_gtid(
    state: Number,
    layout: Number,
    shapes: Number,
    shape_count: Number,
    sources: Number,
    source_count: Number,
    transactions: Number,
    body: Number,
    size: Number,
    kind: Number,
) -> Number:
    """Writes the line of the transaction that begins."""
    shape = find_shape(shapes, shape_count, body, size)
    if shape < 0:
        return _GTID
    source = -1
    if kind == layout[s.L_GTID]:
        low, high = load64(body + shapes[shape, s.G_UUID]), load64(body + shapes[shape, s.G_UUID] + 8)
        for index in range(source_count):
            if _U(sources[index, 0]) == low and _U(sources[index, 1]) == high:
                source = index
                break
        if source < 0:
            return _SOURCE
    line = state[w.W_TRANSACTIONS]
    if line == transactions.shape[0]:
        return _FULL
    transactions[line, w.T_SOURCE] = source
    transactions[line, w.T_GNO] = loadi64(body + shapes[shape, s.G_GNO]) if source >= 0 else _NOTHING
    transactions[line, w.T_COMMITTED] = loadi64(body + shapes[shape, s.G_COMMITTED])
    transactions[line, w.T_SEQUENCE] = loadi64(body + shapes[shape, s.G_SEQUENCE])
    moment = _NOTHING
    if shapes[shape, s.G_TIME] >= 0:
        moment = loadi64(body + shapes[shape, s.G_TIME]) & shapes[shape, s.G_TIME_BITS]
    transactions[line, w.T_TIME] = moment
    state[w.W_TRANSACTIONS] = line + 1
    state[w.W_CURRENT] = line
    return _GOOD


@kernel()
def walked_rows(
    state: Number,
    layout: Number,
    records: Number,
    event: Number,
    size: Number,
    body: Number,
    end: Number,
    kind: Number,
    timestamp: Number,
    position: Number,
) -> Number:
    """Writes the line of a rows event of a wanted table."""
    place = body + layout[s.L_EXTRA]
    if place + 4 > end:
        return _ROWS
    table_id = np.int64(little_word(body + layout[s.L_TABLE_ID], layout[s.L_TABLE_ID_BYTES]))
    table = -1
    for index in range(state[w.W_TABLES]):
        if state[w.WALK + w.OPEN * index + w.O_ID] == table_id:
            table = w.WALK + w.OPEN * index
            break
    if table < 0 or state[table + w.O_MEANING] == w.BROKEN:
        return _ROWS
    ends = np.int64(load16(body + layout[s.L_FLAGS])) & layout[s.L_END_FLAG]
    if state[table + w.O_MEANING] == w.UNWANTED:
        if ends:
            state[w.W_TABLES] = 0
        return _GOOD
    images = layout[s.L_ROWS + kind]
    if images & s.EXTRA:
        length = np.int64(load16(place))
        if length < 2:
            return _ROWS
        place += length
    if place + 3 > end:
        return _ROWS
    columns = np.int64(load8(place))
    place += 1
    if columns > layout[s.L_SMALL_COUNT]:
        if columns != layout[s.L_COUNT_LEAD]:
            return _ROWS
        columns = np.int64(load16(place))
        place += 2
    bitmap_bytes = (columns + 7) >> 3
    if columns != state[table + w.O_COLUMNS] or place + 2 * bitmap_bytes > end + bitmap_bytes:
        return _ROWS
    line = state[w.W_RECORDS]
    if line == records.shape[0]:
        return _FULL
    before = after = 0
    if images & s.BEFORE:
        before = place
        place += bitmap_bytes
    if images & s.AFTER:
        after = place
        place += bitmap_bytes
    if place > end:
        return _ROWS
    records[line, w.R_TABLE] = state[table + w.O_MEANING]
    records[line, w.R_POSITION] = position
    records[line, w.R_INNER] = state[w.W_INNER]
    records[line, w.R_TIMESTAMP] = timestamp
    records[line, w.R_TRANSACTION] = state[w.W_CURRENT]
    records[line, w.R_KIND] = kind
    records[line, w.R_BEFORE], records[line, w.R_AFTER] = before, after
    records[line, w.R_ROWS], records[line, w.R_END] = place, end
    records[line, w.R_EVENT], records[line, w.R_SIZE] = event, size
    state[w.W_RECORDS] = line + 1
    if ends:
        state[w.W_TABLES] = 0
    return _GOOD


@kernel()
def walked_map(state: Number, layout: Number, bodies: Number, body: Number, size: Number, kind: Number) -> Number:
    """Opens a table."""
    line = find_body(bodies, kind, 0, body, size)
    if line < 0:
        return _MAP
    table_id = np.int64(little_word(body + layout[s.L_TABLE_ID], layout[s.L_TABLE_ID_BYTES]))
    count = state[w.W_TABLES]
    table = w.WALK + w.OPEN * count
    for index in range(count):
        if state[w.WALK + w.OPEN * index + w.O_ID] == table_id:
            table = w.WALK + w.OPEN * index
            break
    if table == w.WALK + w.OPEN * count:
        if count == w.MOST_TABLES:
            return _MAP
        state[w.W_TABLES] = count + 1
    state[table + w.O_ID] = table_id
    state[table + w.O_MEANING] = bodies[line, s.B_MEANING]
    state[table + w.O_COLUMNS] = bodies[line, s.B_COLUMNS]
    return _GOOD


@kernel()
def walk(
    data: Number,
    length: Number,
    begin: Number,
    state: Number,
    layout: Number,
    between: Number,
    special: Number,
    shapes: Number,
    shape_count: Number,
    sources: Number,
    source_count: Number,
    bodies: Number,
    records: Number,
    transactions: Number,
) -> Number:
    """Walks from W_NEXT on. data: the address of `length` bytes, which begin at `begin` of the file.

    between: by type number, 1 for events between transactions; special: the Halt for those that end the walk, or -1.
    Gives a Halt.
    """
    header, footer = layout[s.L_HEADER], layout[s.L_FOOTER]
    limit = begin + length
    position = state[w.W_NEXT]
    while True:
        state[w.W_NEXT] = position
        if position >= state[w.W_STOP] or position + header > limit:
            return _MORE
        event = data + (position - begin)
        size = np.int64(load32(event + layout[s.L_SIZE]))
        if size < header + footer:
            return _BAD
        end = position + size
        if end > limit:
            return _MORE
        if footer and state[w.W_VERIFY] and load32(event + size - footer) != crc32(event, size - footer):
            return _BAD
        kind = np.int64(load8(event + layout[s.L_TYPE]))
        if special[kind] >= 0:
            return special[kind]
        body, body_size = event + header, size - header - footer
        inner = state[w.W_PLACE] >= 0
        state[w.W_INNER] += inner
        why = _GOOD
        if layout[s.L_ROWS + kind]:
            place = state[w.W_PLACE] if inner else position
            timestamp = np.int64(load32(event + layout[s.L_TIMESTAMP]))
            why = walked_rows(state, layout, records, event, size, body, body + body_size, kind, timestamp, place)
        elif kind == layout[s.L_TABLE_MAP]:
            why = walked_map(state, layout, bodies, body, body_size, kind)
        elif kind == layout[s.L_GTID] or kind == layout[s.L_ANONYMOUS]:
            why = walked_gtid(
                state, layout, shapes, shape_count, sources, source_count, transactions, body, body_size, kind
            )
        elif between[kind]:
            state[w.W_CURRENT] = -1
        if why != _GOOD:
            state[w.W_INNER] -= inner
            return why
        position = end

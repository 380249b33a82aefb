"""Group by group over a block of a file, as long as all is plain and healthy. `scan_lines` says what the numbers mean.

Plain is: Gtid or Anonymous_gtid, BEGIN, then statements of Table_maps and rows events, then Xid. Healthy is what no
check has anything to say about. At the first event that is neither the scan stops, and the exact way has its group.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binwriter.bulk.kernels import scan_lines as s
from binwriter.bulk.kernels.check_cells import checked_image, little_word
from binwriter.bulk.kernels.checksum import crc32
from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.memory import load8, load16, load32, load64, loadi64
from binwriter.bulk.kernels.scan_lines import Phase, Stop

Number = Any

_U = np.uint64
_POSITION_MASK = 0xFFFFFFFF
_PRIME = _U(0x9E3779B97F4A7C15)
_OTHER_PRIME = _U(0xC2B2AE3D27D4EB4F)

_MORE, _EXACT, _SOURCE, _FULL = int(Stop.MORE), int(Stop.EXACT), int(Stop.SOURCE), int(Stop.FULL)
_GOOD = -1
_BETWEEN, _AFTER_GTID, _IN_TRANSACTION = int(Phase.BETWEEN), int(Phase.AFTER_GTID), int(Phase.IN_TRANSACTION)
_BEFORE_MAP, _MAPPED, _AFTER_ROWS = int(Phase.BEFORE_MAP), int(Phase.MAPPED), int(Phase.AFTER_ROWS)
# Columns of one image that this looks at; a wider table is for the exact way.
_MOST_COLUMNS = 4096


@kernel(inline="always")
def same_bytes(one: Number, other: Number, length: Number) -> Number:
    place = 0
    while place + 8 <= length:
        if load64(one + place) != load64(other + place):
            return False
        place += 8
    while place < length:
        if load8(one + place) != load8(other + place):
            return False
        place += 1
    return True


@kernel()
def body_slot(address: Number, size: Number, lines: Number) -> Number:
    """Where to look first for a body: by its ends. address: of what is compared; size: its bytes."""
    word = _U(size) * _OTHER_PRIME
    if size >= 8:
        word ^= load64(address) * _PRIME
        word ^= (load64(address + size - 8) * _OTHER_PRIME) >> _U(7)
    word = (word ^ (word >> _U(29))) * _PRIME
    return np.int64(word >> _U(40)) % lines


@kernel()
def find_body(bodies: Number, kind: Number, skipped: Number, address: Number, size: Number) -> Number:
    """The line of a known body; -1 if it is not known. skipped: its bytes in front that are not compared."""
    lines = bodies.shape[0]
    if size < skipped:
        return -1
    slot = body_slot(address + skipped, size - skipped, lines)
    for _ in range(s.PROBES):
        alike = bodies[slot, s.B_TYPE] == kind and bodies[slot, s.B_SIZE] == size
        if alike and same_bytes(bodies[slot, s.B_ADDRESS] + skipped, address + skipped, size - skipped):
            return slot
        slot += 1
        if slot == lines:
            slot = 0
    return -1


@kernel()
def find_shape(shapes: Number, count: Number, address: Number, size: Number) -> Number:
    """The line of the shape of a GTID body; -1 if it is not known."""
    for line in range(count):
        if shapes[line, s.G_SIZE] != size:
            continue
        most = shapes[line, s.G_LENGTH_MOST]
        good = most < 0 or np.int64(load8(address + shapes[line, s.G_LENGTH])) <= most
        for mark in range(shapes[line, s.G_MARKS]):
            at = s.G_MARKS + 1 + 3 * mark
            if np.int64(load8(address + shapes[line, at])) & shapes[line, at + 1] != shapes[line, at + 2]:
                good = False
                break
        if good:
            return line
    return -1


@kernel()
def gtid_event(
    state: Number,
    layout: Number,
    shapes: Number,
    shape_count: Number,
    sources: Number,
    source_count: Number,
    body: Number,
    size: Number,
    kind: Number,
) -> Number:
    """Takes a GTID event in; _GOOD, or why the scan stops."""
    line = find_shape(shapes, shape_count, body, size)
    if line < 0:
        return _EXACT
    low, high = load64(body + shapes[line, s.G_UUID]), load64(body + shapes[line, s.G_UUID] + 8)
    gno = loadi64(body + shapes[line, s.G_GNO])
    state[s.S_SOURCE], state[s.S_GNO] = -1, gno
    if kind == layout[s.L_ANONYMOUS]:
        if low | high or gno:
            return _EXACT
    else:
        if not 1 <= gno <= layout[s.L_LARGEST_GNO] or not low | high:
            return _EXACT
        matching = -1
        for index in range(source_count):
            if _U(sources[index, s.U_LOW]) == low and _U(sources[index, s.U_HIGH]) == high:
                matching = index
                break
        if matching < 0 or not sources[matching, s.U_LEAST] <= gno < sources[matching, s.U_LIMIT]:
            return _SOURCE
        state[s.S_SOURCE] = matching
    committed = loadi64(body + shapes[line, s.G_COMMITTED])
    sequence = loadi64(body + shapes[line, s.G_SEQUENCE])
    if not 0 <= committed < sequence:
        return _EXACT
    if state[s.S_SEQUENCE] >= 0 and sequence != state[s.S_SEQUENCE] + 1:
        return _EXACT
    state[s.S_OPEN_SEQUENCE] = sequence
    moment = state[s.S_TIME]
    if shapes[line, s.G_TIME] >= 0:
        moment = loadi64(body + shapes[line, s.G_TIME]) & shapes[line, s.G_TIME_BITS]
        if moment < layout[s.L_EARLIEST] or moment < state[s.S_TIME]:
            return _EXACT
        if shapes[line, s.G_ORIGINAL] >= 0:
            original = loadi64(body + shapes[line, s.G_ORIGINAL]) & shapes[line, s.G_TIME_BITS]
            if original < layout[s.L_EARLIEST]:
                return _EXACT
    state[s.S_OPEN_TIME] = moment
    state[s.S_STATED] = 0
    if shapes[line, s.G_LENGTH] >= 0:
        width = shapes[line, s.G_LENGTH_BYTES]
        state[s.S_STATED] = np.int64(little_word(body + shapes[line, s.G_LENGTH], width))
    return _GOOD


@kernel(inline="always")
def present_columns(bitmap: Number, columns: Number, into: Number, first: Number) -> Number:
    """Writes the numbers of the columns in an image to `into`; gives how many there are."""
    count = 0
    for column in range(columns):
        if (load8(bitmap + (column >> 3)) >> (column & 7)) & 1:
            into[first + count] = column
            count += 1
    return count


@kernel()
def rows_event(
    state: Number, layout: Number, bodies: Number, scratch: Number, body: Number, end: Number, kind: Number
) -> Number:
    """Whether a rows event is healthy: 0 no, 1 yes, 2 and its statement ends."""
    images = layout[s.L_ROWS + kind]
    place = body + layout[s.L_EXTRA]
    if place + 4 > end:
        return 0
    table_id = np.int64(little_word(body + layout[s.L_TABLE_ID], layout[s.L_TABLE_ID_BYTES]))
    flags = np.int64(load16(body + layout[s.L_FLAGS]))
    known = -1
    for index in range(state[s.S_TABLES]):
        if state[s.STATE + 2 * index] == table_id:
            known = state[s.STATE + 2 * index + 1]
            break
    if known < 0:
        return 0
    if images & s.EXTRA:
        length = np.int64(load16(place))
        if length < 2:
            return 0
        place += length
    if place + 3 > end:
        return 0
    columns = np.int64(load8(place))
    place += 1
    if columns > layout[s.L_SMALL_COUNT]:
        if columns != layout[s.L_COUNT_LEAD]:
            return 0
        columns = np.int64(load16(place))
        place += 2
    if columns != bodies[known, s.B_COLUMNS] or columns > _MOST_COLUMNS:
        return 0
    bitmap_bytes = (columns + 7) >> 3
    befores = afters = 0
    if images & s.BEFORE:
        if place + bitmap_bytes > end:
            return 0
        befores = present_columns(place, columns, scratch, 0)
        place += bitmap_bytes
    if images & s.AFTER:
        if place + bitmap_bytes > end:
            return 0
        afters = present_columns(place, columns, scratch, _MOST_COLUMNS)
        place += bitmap_bytes
    good = 2 if flags & layout[s.L_END_FLAG] else 1
    if not layout[s.L_CHECK_ROWS]:
        return good
    plan = bodies[known, s.B_MEANING]
    if plan == 0 or (befores + afters == 0 and place < end):
        return 0
    while place < end:
        if images & s.BEFORE:
            place = checked_image(plan, scratch, 0, befores, place, end)
            if place == 0:
                return 0
        if images & s.AFTER:
            place = checked_image(plan, scratch, _MOST_COLUMNS, afters, place, end)
            if place == 0:
                return 0
    return good


@kernel(inline="always")
def open_table(state: Number, table_id: Number, line: Number) -> Number:
    """Remembers a mapped table; False if there are too many."""
    count = state[s.S_TABLES]
    for index in range(count):
        if state[s.STATE + 2 * index] == table_id:
            state[s.STATE + 2 * index + 1] = line
            return True
    if count == s.MOST_TABLES:
        return False
    state[s.STATE + 2 * count] = table_id
    state[s.STATE + 2 * count + 1] = line
    state[s.S_TABLES] = count + 1
    return True


@kernel(inline="always")
def end_group(state: Number, sources: Number, intervals: Number, kind: Number, position: Number, end: Number) -> Number:
    """The open group is complete and healthy. False if there is no room for its GTID."""
    source = state[s.S_SOURCE]
    if source >= 0:
        gno = state[s.S_GNO]
        if sources[source, s.U_NEXT] != gno or sources[source, s.U_FIRST] == sources[source, s.U_NEXT]:
            if sources[source, s.U_FIRST] != sources[source, s.U_NEXT]:
                used = state[s.S_INTERVALS]
                if used == intervals.shape[0]:
                    return False
                intervals[used, s.I_SOURCE] = source
                intervals[used, s.I_FIRST] = sources[source, s.U_FIRST]
                intervals[used, s.I_END] = sources[source, s.U_NEXT]
                state[s.S_INTERVALS] = used + 1
            sources[source, s.U_FIRST] = gno
        sources[source, s.U_NEXT] = sources[source, s.U_LEAST] = gno + 1
    if state[s.S_SEQUENCE] >= 0:
        state[s.S_SEQUENCE] = state[s.S_OPEN_SEQUENCE]
    state[s.S_TIME] = state[s.S_OPEN_TIME]
    state[s.S_EVENTS] += state[s.S_OPEN_EVENTS]
    state[s.S_GROUPS] += 1
    state[s.S_LAST_TYPE], state[s.S_LAST_POSITION] = kind, position
    state[s.S_POSITION] = end
    state[s.S_PHASE] = _BETWEEN
    return True


@kernel()
def scan(
    data: Number,
    length: Number,
    begin: Number,
    state: Number,
    layout: Number,
    shapes: Number,
    shape_count: Number,
    bodies: Number,
    sources: Number,
    source_count: Number,
    intervals: Number,
    scratch: Number,
) -> Number:
    """Looks at the events from S_NEXT on. data: the address of `length` bytes of the file, which begin at `begin`.

    Bytes around them are readable: SLACK_IN_FRONT in front, SLACK behind. Gives a Stop.
    """
    header, footer = layout[s.L_HEADER], layout[s.L_FOOTER]
    position, phase = state[s.S_NEXT], state[s.S_PHASE]
    limit = begin + length
    while True:
        state[s.S_NEXT], state[s.S_PHASE] = position, phase
        state[s.S_STOP_POSITION] = position
        if position + header > limit:
            return _MORE
        event = data + (position - begin)
        size = np.int64(load32(event + layout[s.L_SIZE]))
        if size < header + footer:
            return _EXACT
        end = position + size
        if end > limit:
            return _MORE
        if np.int64(load32(event + layout[s.L_LOG_POS])) != end & _POSITION_MASK:
            return _EXACT
        if footer and load32(event + size - footer) != crc32(event, size - footer):
            return _EXACT
        kind = np.int64(load8(event + layout[s.L_TYPE]))
        body, body_size = event + header, size - header - footer
        if phase == _BETWEEN:
            if kind != layout[s.L_GTID] and kind != layout[s.L_ANONYMOUS]:
                return _EXACT
            why = gtid_event(state, layout, shapes, shape_count, sources, source_count, body, body_size, kind)
            if why != _GOOD:
                return why
            state[s.S_OPEN_EVENTS] = 1
            phase = _AFTER_GTID
            position = end
            continue
        state[s.S_OPEN_EVENTS] += 1
        if layout[s.L_ROWS + kind]:
            if phase != _MAPPED and phase != _AFTER_ROWS:
                return _EXACT
            good = rows_event(state, layout, bodies, scratch, body, body + body_size, kind)
            if good == 0:
                return _EXACT
            phase = _AFTER_ROWS
            if good == 2:
                state[s.S_TABLES] = 0
                phase = _IN_TRANSACTION
        elif kind == layout[s.L_TABLE_MAP]:
            if phase < _IN_TRANSACTION:
                return _EXACT
            line = find_body(bodies, kind, 0, body, body_size)
            if line < 0:
                return _EXACT
            table_id = np.int64(little_word(body + layout[s.L_TABLE_ID], layout[s.L_TABLE_ID_BYTES]))
            if not open_table(state, table_id, line):
                return _EXACT
            if phase != _AFTER_ROWS:
                phase = _MAPPED
        elif kind == layout[s.L_QUERY]:
            line = find_body(bodies, kind, layout[s.L_QUERY_FROM], body, body_size)
            if line < 0:
                return _EXACT
            if bodies[line, s.B_MEANING] == s.BEGIN and phase == _AFTER_GTID:
                state[s.S_TABLES] = 0
                phase = _IN_TRANSACTION
            elif bodies[line, s.B_MEANING] == s.COMMIT and phase == _IN_TRANSACTION:
                phase = _BETWEEN
            else:
                return _EXACT
        elif kind == layout[s.L_XID]:
            if phase != _IN_TRANSACTION or body_size != layout[s.L_XID_SIZE]:
                return _EXACT
            phase = _BETWEEN
        elif kind == layout[s.L_ROWS_QUERY]:
            if phase != _IN_TRANSACTION or body_size < 1:
                return _EXACT
            phase = _BEFORE_MAP
        else:
            return _EXACT
        if phase == _BETWEEN:
            stated = state[s.S_STATED]
            if stated and stated != end - state[s.S_POSITION]:
                return _EXACT
            if not end_group(state, sources, intervals, kind, position, end):
                state[s.S_OPEN_EVENTS] -= 1
                return _FULL
        position = end

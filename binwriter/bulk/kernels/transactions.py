"""Whole transactions from arrays: any number of tables, statements and rows events; positions, sizes and checksums.

One signature serves all schemas and settings. What events look like comes in as templates and places (`lines`), how
rows are encoded as plans (`rows`). A transaction is encoded at once and its GTID event filled in at the end, when its
length is known; one that is larger than any buffer is measured first and then written in pieces.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binwriter.bulk.kernels.checksum import crc32
from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.lines import (
    BEGINS_LATE,
    DONE,
    E_ADDRESS,
    E_BYTES,
    E_POSITION,
    E_POSITION_WORD,
    E_SIZE,
    E_SIZE_WORD,
    E_TIME,
    E_TIME_WORD,
    E_XID,
    ENDS_LATE,
    FULL,
    G_GNO,
    G_LENGTH,
    G_LENGTH_MASK,
    G_LONGEST,
    G_PARENT,
    G_SEQUENCE,
    G_TIME,
    G_TIME_WORD,
    LINE_BEGIN,
    LINE_XID,
    N_BEGIN_LIMIT,
    N_END_LIMIT,
    N_FIRST_GNO,
    N_FIRST_XID,
    N_FOOTER,
    N_GNO_STEP,
    N_MAX_EVENT_SIZE,
    N_OVERHEAD,
    N_POSITION_MASK,
    S_BOUND,
    S_FIXED,
    S_FLAGS,
    S_FLAGS_CHANGE,
    S_HEADER_FLAGS,
    S_HEADER_FLAGS_CHANGE,
    S_IMAGES,
    S_MAP,
    S_NEXT_IMAGE,
    S_PLAN,
    S_ROWS,
    S_SAFE,
    STAGE_HEAD,
    STAGE_MAP,
    STAGE_ROWS,
    STAGE_XID,
    T_EVENTS,
    T_GROUP,
    T_GTID_SIZE,
    T_POSITION,
    T_ROWS_LEFT,
    T_STAGE,
    T_STATEMENT,
    T_STATEMENTS_LEFT,
    T_STATUS,
    T_TRANSACTION,
)
from binwriter.bulk.kernels.memory import copy32, copy_bytes, load64, move_bytes, store32, store64
from binwriter.bulk.kernels.rows import encode_image, image_size

# What may be written past the end of an event: copies go by 64 bytes, fields by 8.
SLACK = 128
_SECOND = 1_000_000


@kernel(inline="always")
def _put(target: Any, line: Any, time: Any) -> Any:
    """A copy of a template with its time. Returns its end, where the checksum comes."""
    source = line[E_ADDRESS]
    size = line[E_BYTES]
    place = 0
    while place < size:
        copy32(target + place, source + place)
        copy32(target + place + 32, source + place + 32)
        place += 64
    store64(target + line[E_TIME], np.uint64(line[E_TIME_WORD]) | np.uint64(time))
    return target + size


@kernel(inline="always")
def _close(start: Any, end: Any, footer: Any) -> Any:
    """The checksum of a finished event. Returns where the next one begins."""
    if footer:
        store32(end, crc32(start, end - start))
    return end + footer


@kernel(inline="always")
def _fill(target: Any, place: Any, word: Any, value: Any) -> Any:
    store64(target + place, np.uint64(word) | np.uint64(value))


@kernel(inline="always")
def _put_fixed(target: Any, line: Any, time: Any, position: Any, numbers: Any) -> Any:
    """A whole event of which only time and position vary."""
    end = _put(target, line, time)
    after = position + (end - target) + numbers[N_FOOTER]
    _fill(target, line[E_POSITION], line[E_POSITION_WORD], after & numbers[N_POSITION_MASK])
    return _close(target, end, numbers[N_FOOTER])


@kernel(inline="always")
def _put_xid(target: Any, line: Any, time: Any, position: Any, group: Any, numbers: Any) -> Any:
    end = _put(target, line, time)
    after = position + (end - target) + numbers[N_FOOTER]
    _fill(target, line[E_POSITION], line[E_POSITION_WORD], after & numbers[N_POSITION_MASK])
    _fill(target, line[E_XID], 0, numbers[N_FIRST_XID] + group)
    return _close(target, end, numbers[N_FOOTER])


@kernel(inline="always")
def _put_gtid(
    target: Any, line: Any, fields: Any, time: Any, position: Any, parent: Any, group: Any, numbers: Any
) -> Any:
    """The GTID event, but for its length and its checksum. Returns where the next event begins."""
    if line[E_BYTES] == 0:
        return target
    end = _put(target, line, time // _SECOND)
    _fill(target, line[E_POSITION], line[E_POSITION_WORD], position + (end - target) + numbers[N_FOOTER])
    _fill(target, fields[G_GNO], 0, numbers[N_FIRST_GNO] + numbers[N_GNO_STEP] * group)
    _fill(target, fields[G_PARENT], 0, parent)
    _fill(target, fields[G_SEQUENCE], 0, group + 1)
    _fill(target, fields[G_TIME], fields[G_TIME_WORD], time)
    return end + numbers[N_FOOTER]


@kernel(inline="always")
def _finish_gtid(target: Any, line: Any, fields: Any, length: Any, numbers: Any) -> Any:
    """The rest of it, behind which the next event may stand already."""
    if line[E_BYTES]:
        place = target + fields[G_LENGTH]
        mask = np.uint64(fields[G_LENGTH_MASK])
        store64(place, load64(place) & ~mask | np.uint64(length) & mask)
        _close(target, target + line[E_BYTES], numbers[N_FOOTER])


@kernel(inline="always")
def _change(place: Any, bits: Any) -> Any:
    store64(place, load64(place) ^ np.uint64(bits))


@kernel(inline="always")
def _close_rows(start: Any, end: Any, position: Any, line: Any, numbers: Any) -> Any:
    """Size and position of a rows event. Returns the position behind it."""
    size = end - start + numbers[N_FOOTER]
    position += size
    _fill(start, line[E_SIZE], line[E_SIZE_WORD], size)
    _fill(start, line[E_POSITION], line[E_POSITION_WORD], position & numbers[N_POSITION_MASK])
    return position


@kernel()
def _put_rows(
    target: Any, limit: Any, position: Any, row: Any, left: Any, shape: Any, line: Any, time: Any, numbers: Any
) -> Any:
    """Rows events of one statement, from this row on, up to its end or as many as have room.

    An event ends before the row that would take it past the largest size; a larger row goes alone. Returns where the
    next event begins, its position, how many rows are left and how many events there are.
    """
    bound, most, footer, head = shape[S_BOUND], numbers[N_MAX_EVENT_SIZE], numbers[N_FOOTER], line[E_BYTES]
    around = 2 * (head + footer) + bound + SLACK
    events = 0
    if left and target + around + min(most, left * bound) > limit:
        return target, position, left, events
    start, fixed = target, shape[S_FIXED]
    place, used = _put(start, line, time), fixed
    while True:
        first = place
        for image in range(shape[S_IMAGES]):
            safe = row < shape[S_SAFE + image * S_NEXT_IMAGE]
            place = encode_image(shape[S_PLAN + image * S_NEXT_IMAGE], row, place, safe)
        size = place - first
        if used + size > most and used > fixed:
            _change(start + shape[S_FLAGS], shape[S_FLAGS_CHANGE])
            if shape[S_HEADER_FLAGS_CHANGE]:
                _change(start + shape[S_HEADER_FLAGS], shape[S_HEADER_FLAGS_CHANGE])
            position = _close_rows(start, first, position, line, numbers)
            events += 1
            target = first + footer
            if target + around + min(most, left * bound) > limit:
                _close(start, first, footer)
                return target, position, left, events
            move_bytes(target + head, first, size)
            _close(start, first, footer)
            start = target
            copy_bytes(start, line[E_ADDRESS], head)
            _fill(start, line[E_TIME], line[E_TIME_WORD], time)
            place, used = start + head + size, fixed
        used += size
        row += 1
        left -= 1
        if left == 0:
            position = _close_rows(start, place, position, line, numbers)
            return _close(start, place, footer), position, left, events + 1


@kernel()
def encode_transactions(
    events: Any,
    gtids: Any,
    shapes: Any,
    cursors: Any,
    statement_shape: Any,
    statement_rows: Any,
    transaction_statements: Any,
    timestamps: Any,
    parents: Any,
    numbers: Any,
    state: Any,
    ends: Any,
    out: Any,
    capacity: Any,
) -> Any:
    """As many whole transactions as the buffer takes; returns their end. All matrices are int64, see `lines`.

    cursors: the next row of each shape. parents: last_committed, or empty: each depends on the one before. ends: takes
    the address behind each transaction. The buffer has SLACK_IN_FRONT bytes in front of it and SLACK behind it.
    """
    limit, target = out + capacity, out
    position = state[T_POSITION]
    state[T_STATUS] = DONE
    while state[T_TRANSACTION] < len(transaction_statements):
        if position >= numbers[N_BEGIN_LIMIT]:
            state[T_STATUS] = BEGINS_LATE
            break
        transaction, group = state[T_TRANSACTION], state[T_GROUP]
        parent = parents[transaction] if len(parents) else group
        time = timestamps[transaction]
        seconds = time // _SECOND
        statements = transaction_statements[transaction]
        first = state[T_STATEMENT]
        size_line = state[T_GTID_SIZE]
        fits = False
        while not fits:
            if target + numbers[N_OVERHEAD] > limit:
                break
            place = _put_gtid(target, events[size_line], gtids[size_line], time, position, parent, group, numbers)
            place = _put_fixed(place, events[LINE_BEGIN], seconds, position + place - target, numbers)
            count, done, left = 3, 0, 0
            while done < statements:
                shape_number, rows = statement_shape[first + done], statement_rows[first + done]
                shape = shapes[shape_number]
                if place + numbers[N_OVERHEAD] > limit:
                    break
                place = _put_fixed(place, events[shape[S_MAP]], seconds, position + place - target, numbers)
                place, _, left, more = _put_rows(
                    place,
                    limit,
                    position + place - target,
                    cursors[shape_number],
                    rows,
                    shape,
                    events[shape[S_ROWS]],
                    seconds,
                    numbers,
                )
                if left:
                    break
                cursors[shape_number] += rows
                count += 1 + more
                done += 1
            if done == statements:
                place = _put_xid(place, events[LINE_XID], seconds, position + place - target, group, numbers)
                rest = place - target - events[size_line, E_BYTES]
                right = 0
                while rest + events[right, E_BYTES] > gtids[right, G_LONGEST]:
                    right += 1
                fits = right == size_line
                size_line = right
            if not fits:
                for undone in range(done):
                    cursors[statement_shape[first + undone]] -= statement_rows[first + undone]
                if done < statements:
                    break
        if not fits:
            state[T_STATUS] = FULL
            break
        length = place - target
        if position + length > numbers[N_END_LIMIT]:
            state[T_STATUS] = ENDS_LATE
            break
        _finish_gtid(target, events[size_line], gtids[size_line], length, numbers)
        position += length
        target = place
        ends[transaction] = target
        state[T_TRANSACTION] += 1
        state[T_STATEMENT] += statements
        state[T_GROUP] += 1
        state[T_GTID_SIZE] = size_line
        state[T_EVENTS] += count - (events[size_line, E_BYTES] == 0)
    state[T_POSITION] = position
    return target


@kernel()
def transaction_length(
    events: Any,
    gtids: Any,
    shapes: Any,
    cursors: Any,
    statement_shape: Any,
    statement_rows: Any,
    transaction_statements: Any,
    numbers: Any,
    state: Any,
) -> Any:
    """Bytes of the next transaction, without writing it; state says which line its GTID event has."""
    footer, most = numbers[N_FOOTER], numbers[N_MAX_EVENT_SIZE]
    total = events[LINE_BEGIN, E_BYTES] + events[LINE_XID, E_BYTES] + 2 * footer
    first = state[T_STATEMENT]
    for statement in range(first, first + transaction_statements[state[T_TRANSACTION]]):
        number = statement_shape[statement]
        shape = shapes[number]
        head, fixed = events[shape[S_ROWS], E_BYTES] + footer, shape[S_FIXED]
        total += events[shape[S_MAP], E_BYTES] + footer + head
        used = fixed
        for row in range(cursors[number], cursors[number] + statement_rows[statement]):
            size = 0
            for image in range(shape[S_IMAGES]):
                size += image_size(shape[S_PLAN + image * S_NEXT_IMAGE], row)
            if used + size > most and used > fixed:
                total += head
                used = fixed
            used += size
            total += size
        cursors[number] += statement_rows[statement]
    for statement in range(first, first + transaction_statements[state[T_TRANSACTION]]):
        cursors[statement_shape[statement]] -= statement_rows[statement]
    right = 0
    if events[0, E_BYTES]:
        total += footer
        while total + events[right, E_BYTES] > gtids[right, G_LONGEST]:
            right += 1
    state[T_GTID_SIZE] = right
    return total + events[right, E_BYTES]


@kernel()
def encode_piece(
    events: Any,
    gtids: Any,
    shapes: Any,
    cursors: Any,
    statement_shape: Any,
    statement_rows: Any,
    transaction_statements: Any,
    timestamps: Any,
    parents: Any,
    numbers: Any,
    state: Any,
    length: Any,
    out: Any,
    capacity: Any,
) -> Any:
    """The next events of a transaction of that length, as many as the buffer takes; returns their end.

    The state's stage says where it goes on, its status whether the transaction is DONE or the buffer FULL.
    """
    limit, target = out + capacity, out
    transaction, group = state[T_TRANSACTION], state[T_GROUP]
    time = timestamps[transaction]
    seconds = time // _SECOND
    position = state[T_POSITION]
    state[T_STATUS] = FULL
    while target + numbers[N_OVERHEAD] <= limit:
        begin, stage = target, state[T_STAGE]
        if stage == STAGE_HEAD:
            size_line = state[T_GTID_SIZE]
            parent = parents[transaction] if len(parents) else group
            target = _put_gtid(target, events[size_line], gtids[size_line], time, position, parent, group, numbers)
            _finish_gtid(begin, events[size_line], gtids[size_line], length, numbers)
            target = _put_fixed(target, events[LINE_BEGIN], seconds, position + target - begin, numbers)
            position += target - begin
            state[T_EVENTS] += 1 + (events[size_line, E_BYTES] != 0)
            state[T_STATEMENTS_LEFT] = transaction_statements[transaction]
            state[T_STAGE] = STAGE_MAP
        elif stage == STAGE_XID:
            target = _put_xid(target, events[LINE_XID], seconds, position, group, numbers)
            position += target - begin
            state[T_EVENTS] += 1
            state[T_TRANSACTION] += 1
            state[T_GROUP] += 1
            state[T_STAGE] = STAGE_HEAD
            state[T_STATUS] = DONE
            break
        else:
            number = statement_shape[state[T_STATEMENT]]
            shape = shapes[number]
            if stage == STAGE_MAP:
                target = _put_fixed(target, events[shape[S_MAP]], seconds, position, numbers)
                position += target - begin
                state[T_EVENTS] += 1
                state[T_ROWS_LEFT] = statement_rows[state[T_STATEMENT]]
                state[T_STAGE] = STAGE_ROWS
            else:
                before = state[T_ROWS_LEFT]
                target, position, left, more = _put_rows(
                    target, limit, position, cursors[number], before, shape, events[shape[S_ROWS]], seconds, numbers
                )
                cursors[number] += before - left
                state[T_EVENTS] += more
                state[T_ROWS_LEFT] = left
                if left:
                    break
                state[T_STATEMENT] += 1
                state[T_STATEMENTS_LEFT] -= 1
                state[T_STAGE] = STAGE_MAP if state[T_STATEMENTS_LEFT] else STAGE_XID
    state[T_POSITION] = position
    return target

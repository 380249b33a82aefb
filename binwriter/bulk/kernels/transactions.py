"""Whole transactions from arrays: any number of tables, statements and rows events; positions, sizes and checksums.

One signature serves all schemas and settings. What events look like comes in as templates and places (`lines`), how
rows are encoded as plans (`rows`). A transaction is encoded at once and its GTID event filled in at the end, when its
length is known; one that is larger than any buffer is measured first and then written in pieces.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binwriter.bulk.kernels import lines as k
from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.memory import call3, call7, copy32, copy_bytes, field, load64, move_bytes, store64
from binwriter.bulk.kernels.rows import encode_image, image_size
from binwriter.bulk.kernels.signing import add, close, put, sign_all

Number = Any  # an int64 of the kernel

# What may be written past the end of an event: copies go by 64 bytes, fields by 8.
SLACK = 128
_SECOND = 1_000_000
# bytes of a line
_EVENT, _GTID, _SHAPE = 8 * k.E_COLUMNS, 8 * k.G_COLUMNS, 8 * k.S_COLUMNS


@kernel(inline="always")
def _fill(target: Number, place: Number, word: Number, value: Number) -> Number:
    """A field of an event; see `templates.Slot`."""
    store64(target + place, np.uint64(word) | np.uint64(value))


# --- events


@kernel(inline="always")
def _put(target: Number, line: Number, time: Number) -> Number:
    """A copy of a template with its time in seconds. Returns its end, where the checksum comes."""
    source, size = field(line, k.E_ADDRESS), field(line, k.E_BYTES)
    place = 0
    while place < size:
        copy32(target + place, source + place)
        copy32(target + place + 32, source + place + 32)
        place += 64
    _fill(target, field(line, k.E_TIME), field(line, k.E_TIME_WORD), time)
    return target + size


@kernel(inline="always")
def _put_fixed(job: Number, target: Number, line: Number, time: Number, position: Number, footer: Number) -> Number:
    """A whole event of which only time and position vary; without its checksum."""
    end = _put(target, line, time)
    after = (position + (end - target) + footer) & field(job, k.J_POSITION_MASK)
    _fill(target, field(line, k.E_POSITION), field(line, k.E_POSITION_WORD), after)
    return end


@kernel(inline="always")
def _put_xid(job: Number, target: Number, time: Number, position: Number, footer: Number, group: Number) -> Number:
    line = field(job, k.J_EVENTS) + k.LINE_XID * _EVENT
    end = _put_fixed(job, target, line, time, position, footer)
    _fill(target, field(line, k.E_XID), 0, field(job, k.J_FIRST_XID) + group)
    return close(job, target, end, footer)


@kernel(inline="always")
def _put_gtid(
    job: Number, target: Number, size: Number, time: Number, position: Number, parent: Number, group: Number
) -> Number:
    """The GTID event of that size, but for its length and its checksum. Returns where the next event begins."""
    line = field(job, k.J_EVENTS) + size * _EVENT
    if field(line, k.E_BYTES) == 0:
        return target
    fields, footer = field(job, k.J_GTIDS) + size * _GTID, field(job, k.J_FOOTER)
    end = _put_fixed(job, target, line, time // _SECOND, position, footer)
    _fill(target, field(fields, k.G_GNO), 0, field(job, k.J_FIRST_GNO) + field(job, k.J_GNO_STEP) * group)
    _fill(target, field(fields, k.G_PARENT), 0, parent)
    _fill(target, field(fields, k.G_SEQUENCE), 0, group + 1)
    _fill(target, field(fields, k.G_TIME), field(fields, k.G_TIME_WORD), time)
    return end + footer


@kernel(inline="always")
def _finish_gtid(job: Number, target: Number, size: Number, length: Number) -> Number:
    """The rest of it; the next event may stand behind it already."""
    line, fields = field(job, k.J_EVENTS) + size * _EVENT, field(job, k.J_GTIDS) + size * _GTID
    if field(line, k.E_BYTES):
        place, mask = target + field(fields, k.G_LENGTH), np.uint64(field(fields, k.G_LENGTH_MASK))
        store64(place, load64(place) & ~mask | np.uint64(length) & mask)
        close(job, target, target + field(line, k.E_BYTES), field(job, k.J_FOOTER))


@kernel(inline="always")
def _gtid_size(job: Number, rest: Number) -> Number:
    """The smallest GTID event that can state the length of a transaction with so many bytes besides it."""
    line, fields = field(job, k.J_EVENTS), field(job, k.J_GTIDS)
    size = 0
    while rest + field(line + size * _EVENT, k.E_BYTES) > field(fields + size * _GTID, k.G_LONGEST):
        size += 1
    return size


@kernel(inline="always")
def _most_rows(shapes: Number, shape_of: Number, rows_of: Number, statements: Number) -> Number:
    """Bytes that the rows of a transaction take at most."""
    total = 0
    for statement in range(statements):
        total += field(rows_of, statement) * field(shapes + field(shape_of, statement) * _SHAPE, k.S_BOUND)
    return total


@kernel(inline="always")
def _change(place: Number, bits: Number) -> Number:
    if bits:
        store64(place, load64(place) ^ np.uint64(bits))


@kernel(inline="always")
def _close_rows(job: Number, start: Number, end: Number, position: Number, line: Number, footer: Number) -> Number:
    """Size and position of a rows event. Returns the position behind it."""
    size = end - start + footer
    position += size
    _fill(start, field(line, k.E_SIZE), field(line, k.E_SIZE_WORD), size)
    _fill(start, field(line, k.E_POSITION), field(line, k.E_POSITION_WORD), position & field(job, k.J_POSITION_MASK))
    return position


@kernel()
def _put_rows(
    job: Number, target: Number, limit: Number, position: Number, shape: Number, row: Number, left: Number, time: Number
) -> Number:
    """Rows events of one statement, from this row on, up to its end or as many as have room.

    An event ends before the row that would take it past the largest size; a larger row goes alone. Returns where the
    next event begins, how many rows are left and how many events there are.
    """
    line = field(job, k.J_EVENTS) + field(shape, k.S_ROWS) * _EVENT
    bound, fixed, images = field(shape, k.S_BOUND), field(shape, k.S_FIXED), field(shape, k.S_IMAGES)
    most, footer, head = field(job, k.J_MAX_EVENT_SIZE), field(job, k.J_FOOTER), field(line, k.E_BYTES)
    # beside what an event may hold there must be room for the row that does not fit in it any more
    around, largest = 2 * (head + footer) + bound + SLACK, max(most, bound)
    events = 0
    if left and target + around + min(largest, (left - 1) * bound) > limit:
        return target, left, events
    code, safe = field(shape, k.S_CODE), field(shape, k.S_SAFE)
    if images > 1:
        safe = min(safe, field(shape, k.S_SAFE_AFTER))
    start = target
    place, used = _put(start, line, time), fixed
    while True:
        first = place
        if code and row < safe:
            # as many as the event takes
            body, stop = start + head, row + min(left, safe - row)
            place = call7(code, shape, row, stop, first, body, body + most - fixed, job + 8 * k.J_REACHED)
            reached = field(job, k.J_REACHED)
            used += place - first
            left -= reached - row
            row = reached
            if left == 0:
                _close_rows(job, start, place, position, line, footer)
                return close(job, start, place, footer), left, events + 1
            first = place
        for image in range(images):
            plan = shape + 8 * k.S_NEXT_IMAGE * image
            place = encode_image(field(plan, k.S_PLAN), row, place, row < field(plan, k.S_SAFE))
        size = place - first
        if used + size > most and used > fixed:
            _change(start + field(shape, k.S_FLAGS), field(shape, k.S_FLAGS_CHANGE))
            _change(start + field(shape, k.S_HEADER_FLAGS), field(shape, k.S_HEADER_FLAGS_CHANGE))
            position = _close_rows(job, start, first, position, line, footer)
            events += 1
            target = first + footer
            has_room = target + around + min(largest, (left - 1) * bound) <= limit
            if has_room:
                move_bytes(target + head, first, size)
            close(job, start, first, footer)
            if not has_room:
                return target, left, events
            start = target
            copy_bytes(start, field(line, k.E_ADDRESS), head)
            _fill(start, field(line, k.E_TIME), field(line, k.E_TIME_WORD), time)
            place, used = start + head + size, fixed
        used += size
        row += 1
        left -= 1
        if left == 0:
            _close_rows(job, start, place, position, line, footer)
            return close(job, start, place, footer), left, events + 1


# --- transactions


@kernel()
def encode_transactions(job: Number, out: Number, capacity: Number) -> Number:
    """As many whole transactions as the buffer takes; returns the address of their end.

    job: address of the numbers that `lines` explains. out: the buffer's, with SLACK_IN_FRONT bytes in front of it and
    SLACK behind it.
    """
    limit, target, footer = out + capacity, out, field(job, k.J_FOOTER)
    events, shapes, cursors = field(job, k.J_EVENTS), field(job, k.J_SHAPES), field(job, k.J_CURSORS)
    parents, position = field(job, k.J_PARENTS), field(job, k.J_POSITION)
    begin_line = events + k.LINE_BEGIN * _EVENT
    put(job, k.J_STATUS, k.DONE)
    transaction, transactions = field(job, k.J_TRANSACTION), field(job, k.J_TRANSACTIONS)
    code = field(job, k.J_CODE)
    while transaction < transactions:
        if code:
            put(job, k.J_TRANSACTION, transaction)
            put(job, k.J_POSITION, position)
            target = call3(code, job, target, limit)
            transaction, position = field(job, k.J_TRANSACTION), field(job, k.J_POSITION)
            if transaction == transactions:
                break
        if position >= field(job, k.J_BEGIN_LIMIT):
            put(job, k.J_STATUS, k.BEGINS_LATE)
            break
        group = field(job, k.J_GROUP)
        parent = field(parents, transaction) if parents else group
        time = field(field(job, k.J_TIMESTAMPS), transaction)
        seconds = time // _SECOND
        statements = field(field(job, k.J_TRANSACTION_STATEMENTS), transaction)
        shape_of = field(job, k.J_STATEMENT_SHAPE) + 8 * field(job, k.J_STATEMENT)
        rows_of = field(job, k.J_STATEMENT_ROWS) + 8 * field(job, k.J_STATEMENT)
        size, fits = field(job, k.J_GTID_SIZE), False
        # one that may not fit is not begun: what there is goes out first, and it has the whole buffer
        is_likely = target == out or target + _most_rows(shapes, shape_of, rows_of, statements) <= limit
        while is_likely and not fits:
            if target + field(job, k.J_OVERHEAD) > limit:
                break
            begin = _put_gtid(job, target, size, time, position, parent, group)
            end = _put_fixed(job, begin, begin_line, seconds, position + (begin - target), footer)
            place = close(job, begin, end, footer)
            count, done = 3, 0
            while done < statements:
                if place + field(job, k.J_OVERHEAD) > limit:
                    break
                number, rows = field(shape_of, done), field(rows_of, done)
                shape = shapes + number * _SHAPE
                line = events + field(shape, k.S_MAP) * _EVENT
                end = _put_fixed(job, place, line, seconds, position + (place - target), footer)
                place = close(job, place, end, footer)
                row = field(cursors, number)
                place, left, more = _put_rows(job, place, limit, position + (place - target), shape, row, rows, seconds)
                if left:
                    break
                add(cursors, number, rows)
                count += 1 + more
                done += 1
            if done == statements:
                place = _put_xid(job, place, seconds, position + (place - target), footer, group)
                right = _gtid_size(job, place - target - field(events + size * _EVENT, k.E_BYTES))
                fits = right == size
                size = right
            if not fits:
                sign_all(job)  # before something else is written there
                for undone in range(done):
                    add(cursors, field(shape_of, undone), -field(rows_of, undone))
                if done < statements:
                    break
        if not fits:
            put(job, k.J_STATUS, k.FULL)
            break
        length = place - target
        if position + length > field(job, k.J_END_LIMIT):
            put(job, k.J_STATUS, k.ENDS_LATE)
            break
        _finish_gtid(job, target, size, length)
        position += length
        target = place
        put(field(job, k.J_ENDS), transaction, target)
        transaction += 1
        add(job, k.J_STATEMENT, statements)
        add(job, k.J_GROUP, 1)
        put(job, k.J_GTID_SIZE, size)
        add(job, k.J_EVENT_COUNT, count - (field(events + size * _EVENT, k.E_BYTES) == 0))
    put(job, k.J_TRANSACTION, transaction)
    put(job, k.J_POSITION, position)
    sign_all(job)
    return target


@kernel()
def transaction_length(job: Number) -> Number:
    """Bytes of the next transaction, without writing it; sets J_GTID_SIZE for it."""
    footer, most, events = field(job, k.J_FOOTER), field(job, k.J_MAX_EVENT_SIZE), field(job, k.J_EVENTS)
    cursors, statement = field(job, k.J_CURSORS), field(job, k.J_STATEMENT)
    begin, xid = events + k.LINE_BEGIN * _EVENT, events + k.LINE_XID * _EVENT
    total = field(begin, k.E_BYTES) + field(xid, k.E_BYTES) + 2 * footer
    behind = statement + field(field(job, k.J_TRANSACTION_STATEMENTS), field(job, k.J_TRANSACTION))
    for number in range(statement, behind):
        shape_number = field(field(job, k.J_STATEMENT_SHAPE), number)
        rows = field(field(job, k.J_STATEMENT_ROWS), number)
        shape = field(job, k.J_SHAPES) + shape_number * _SHAPE
        head = field(events + field(shape, k.S_ROWS) * _EVENT, k.E_BYTES) + footer
        total += field(events + field(shape, k.S_MAP) * _EVENT, k.E_BYTES) + footer + head
        fixed, first = field(shape, k.S_FIXED), field(cursors, shape_number)
        used = fixed
        for row in range(first, first + rows):
            size = 0
            for image in range(field(shape, k.S_IMAGES)):
                size += image_size(field(shape + 8 * k.S_NEXT_IMAGE * image, k.S_PLAN), row)
            if used + size > most and used > fixed:
                total += head
                used = fixed
            used += size
            total += size
        add(cursors, shape_number, rows)
    for number in range(statement, behind):
        add(cursors, field(field(job, k.J_STATEMENT_SHAPE), number), -field(field(job, k.J_STATEMENT_ROWS), number))
    if field(events, k.E_BYTES):
        total += footer
    size = _gtid_size(job, total)
    put(job, k.J_GTID_SIZE, size)
    return total + field(events + size * _EVENT, k.E_BYTES)


@kernel()
def encode_piece(job: Number, length: Number, out: Number, capacity: Number) -> Number:
    """The next events of the next transaction, whose length is known, as many as the buffer takes; returns their end.

    The job's stage says where it goes on, its status whether the transaction is DONE or the buffer FULL.
    """
    limit, target, footer = out + capacity, out, field(job, k.J_FOOTER)
    events, cursors = field(job, k.J_EVENTS), field(job, k.J_CURSORS)
    transaction, group = field(job, k.J_TRANSACTION), field(job, k.J_GROUP)
    time = field(field(job, k.J_TIMESTAMPS), transaction)
    seconds = time // _SECOND
    put(job, k.J_STATUS, k.FULL)
    while target + field(job, k.J_OVERHEAD) <= limit:
        start, position, stage = target, field(job, k.J_POSITION), field(job, k.J_STAGE)
        if stage == k.STAGE_HEAD:
            size, parents = field(job, k.J_GTID_SIZE), field(job, k.J_PARENTS)
            parent = field(parents, transaction) if parents else group
            begin = _put_gtid(job, start, size, time, position, parent, group)
            _finish_gtid(job, start, size, length)
            line = events + k.LINE_BEGIN * _EVENT
            end = _put_fixed(job, begin, line, seconds, position + (begin - start), footer)
            target = close(job, begin, end, footer)
            add(job, k.J_EVENT_COUNT, 1 + (field(events + size * _EVENT, k.E_BYTES) != 0))
            put(job, k.J_STATEMENTS_LEFT, field(field(job, k.J_TRANSACTION_STATEMENTS), transaction))
            put(job, k.J_STAGE, k.STAGE_MAP)
        elif stage == k.STAGE_XID:
            target = _put_xid(job, start, seconds, position, footer, group)
            add(job, k.J_EVENT_COUNT, 1)
            add(job, k.J_TRANSACTION, 1)
            add(job, k.J_GROUP, 1)
            put(job, k.J_STAGE, k.STAGE_HEAD)
            put(job, k.J_STATUS, k.DONE)
        else:
            statement = field(job, k.J_STATEMENT)
            number = field(field(job, k.J_STATEMENT_SHAPE), statement)
            shape = field(job, k.J_SHAPES) + number * _SHAPE
            if stage == k.STAGE_MAP:
                line = events + field(shape, k.S_MAP) * _EVENT
                end = _put_fixed(job, start, line, seconds, position, footer)
                target = close(job, start, end, footer)
                add(job, k.J_EVENT_COUNT, 1)
                put(job, k.J_ROWS_LEFT, field(field(job, k.J_STATEMENT_ROWS), statement))
                put(job, k.J_STAGE, k.STAGE_ROWS)
            else:
                before, row = field(job, k.J_ROWS_LEFT), field(cursors, number)
                target, left, more = _put_rows(job, start, limit, position, shape, row, before, seconds)
                add(cursors, number, before - left)
                add(job, k.J_EVENT_COUNT, more)
                put(job, k.J_ROWS_LEFT, left)
                if left == 0:
                    add(job, k.J_STATEMENT, 1)
                    add(job, k.J_STATEMENTS_LEFT, -1)
                    put(job, k.J_STAGE, k.STAGE_MAP if field(job, k.J_STATEMENTS_LEFT) else k.STAGE_XID)
        add(job, k.J_POSITION, target - start)
        if field(job, k.J_STATUS) == k.DONE or (stage == k.STAGE_ROWS and field(job, k.J_ROWS_LEFT)):
            break
    sign_all(job)
    return target

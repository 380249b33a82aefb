"""From cells in rows to Arrow's buffers, column by column. `read_lines` says what a column's line means.

Addresses of cells go through an array, one entry a row: NULL and ABSENT stand for cells that are not there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binwriter.bulk.kernels import read_lines as r
from binwriter.bulk.kernels import walk_lines as w
from binwriter.bulk.kernels.check_cells import big_word, cell_end, checked_cell, little_word, number
from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.memory import copy_bytes, high_product, load8, store8, store16, store32, store64
from binwriter.bulk.kernels.read_lines import Read
from binwriter.bulk.kernels.walk_lines import Collected

Number = Any

_U = np.uint64
_ZERO, _ONE = _U(0), _U(1)
_ALL = _U(0xFFFFFFFFFFFFFFFF)
_JSON, _EXACT_KIND = int(Read.JSON), int(Read.EXACT)
_DONE, _FULL, _EXACT = int(Collected.ALL), int(Collected.FULL), int(Collected.EXACT)
_MICROSECONDS, _DAY = 1_000_000, 86_400
_DAYS_FROM_MARCH = 719_468  # from 0000-03-01 to 1970-01-01


# --- rows to cells ----------------------------------------------------------------------------------------------------


@kernel()
def collect_image(
    plan: Number, columns: Number, bitmap: Number, address: Number, end: Number, into: Number, row: Number
) -> Number:
    """Writes where the cells of one image stand to into[column, row]; gives the image's end, 0 if it is not plain."""
    present: Number = 0
    for column in range(columns):
        present += np.int64((load8(bitmap + (column >> 3)) >> (column & 7)) & 1)
    nulls, bit = address, 0
    address += (present + 7) >> 3
    if address > end or present == 0:
        return 0
    for column in range(columns):
        if not (load8(bitmap + (column >> 3)) >> (column & 7)) & 1:
            into[column, row] = w.ABSENT
            continue
        is_null = (load8(nulls + (bit >> 3)) >> (bit & 7)) & 1
        bit += 1
        if is_null:
            into[column, row] = w.NULL
            continue
        into[column, row] = address
        line = plan + column * r.LINE_BYTES
        kind = number(line, r.KIND)
        is_free = kind in (_JSON, _EXACT_KIND)
        address = cell_end(line, address, end) if is_free else checked_cell(line, address, end)
        if address == 0:
            return 0
    return address


@kernel()
def collect(
    state: Number,
    records: Number,
    chosen: Number,
    plan: Number,
    columns: Number,
    before: Number,
    after: Number,
    record_of_row: Number,
    number_of_row: Number,
    most_bytes: Number,
) -> Number:
    """Collects the cells of the records whose lines are `chosen`, as many rows as there is room for. Gives a Collected.

    before, after: [column, row]. record_of_row: index into `chosen`; number_of_row: the row's number in its event.
    """
    room = record_of_row.shape[0]
    row = state[w.C_ROWS]
    index = state[w.C_RECORD]
    while index < chosen.shape[0]:
        line = chosen[index]
        first, last, end = records[line, w.R_BEFORE], records[line, w.R_AFTER], records[line, w.R_END]
        place = state[w.C_PLACE] or records[line, w.R_ROWS]
        state[w.C_BYTES] += end - place
        while place < end:
            if row == room:
                state[w.C_PLACE] = place
                state[w.C_RECORD], state[w.C_ROWS] = index, row
                return _FULL
            start = place
            if first:
                place = collect_image(plan, columns, first, place, end, before, row)
            else:
                for column in range(before.shape[0]):
                    before[column, row] = w.ABSENT
            if last and place:
                place = collect_image(plan, columns, last, place, end, after, row)
            elif not last:
                for column in range(after.shape[0]):
                    after[column, row] = w.ABSENT
            if place == 0:
                state[w.C_PLACE] = start
                state[w.C_RECORD], state[w.C_ROWS] = index, row
                return _EXACT
            record_of_row[row], number_of_row[row] = index, state[w.C_ROW]
            state[w.C_ROW] += 1
            row += 1
        index += 1
        state[w.C_PLACE] = state[w.C_ROW] = 0
        state[w.C_RECORD], state[w.C_ROWS] = index, row
        if state[w.C_BYTES] > most_bytes and index < chosen.shape[0]:
            return _FULL
    return _DONE


@kernel()
def validity(cells: Number, into: Number) -> Number:
    """Writes Arrow's validity bits; gives the number of NULLs."""
    missing = 0
    count = cells.shape[0]
    for byte in range((count + 7) >> 3):
        bits = 0
        for bit in range(min(8, count - 8 * byte)):
            if cells[8 * byte + bit] > 0:
                bits |= 1 << bit
            else:
                missing += 1
        into[byte] = bits
    return missing


@kernel()
def image_bits(
    records: Number, chosen: Number, side: Number, record_of_row: Number, columns: Number, into: Number
) -> None:
    """The bitmap of the image's columns for each row whose event has such an image, one behind the other."""
    size = (columns + 7) >> 3
    last = 0xFF >> ((8 - (columns & 7)) & 7)
    place = 0
    for row in range(record_of_row.shape[0]):
        bitmap = records[chosen[record_of_row[row]], side]
        if bitmap == 0:
            continue
        for index in range(size):
            into[place + index] = load8(bitmap + index)
        into[place + size - 1] &= last
        place += size


# --- numbers ----------------------------------------------------------------------------------------------------------


@kernel()
def little_numbers(cells: Number, width: Number, signed: Number, into: Number, size: Number) -> None:
    """Little-endian numbers of 1 to 8 bytes, to `size` bytes each from the address `into` on."""
    shift = _U(64 - 8 * width)
    for row in range(cells.shape[0]):
        word = _ZERO
        if cells[row] > 0:
            word = little_word(cells[row], width)
            if signed:
                word = _U(np.int64(word << shift) >> np.int64(shift))
        target = into + row * size
        if size == 8:
            store64(target, word)
        elif size == 4:
            store32(target, np.uint32(word & _U(0xFFFFFFFF)))
        elif size == 2:
            store16(target, np.uint16(word & _U(0xFFFF)))
        else:
            store8(target, np.uint8(word & _U(0xFF)))


@kernel()
def big_numbers(cells: Number, width: Number, into: Number) -> None:
    for row in range(cells.shape[0]):
        into[row] = big_word(cells[row], width) if cells[row] > 0 else _ZERO


@kernel()
def years(cells: Number, base: Number, into: Number) -> None:
    """A byte that counts years from `base`, 0 is the year 0."""
    for row in range(cells.shape[0]):
        year = np.int64(load8(cells[row])) if cells[row] > 0 else 0
        into[row] = year + base if year else 0


@kernel()
def stored(cells: Number, width: Number, into: Number) -> None:
    """The cells' own bytes; `into` is an address."""
    for row in range(cells.shape[0]):
        if cells[row] > 0:
            copy_bytes(into + row * width, cells[row], width)


# --- strings ----------------------------------------------------------------------------------------------------------


@kernel()
def string_offsets(cells: Number, width: Number, offsets: Number) -> Number:
    """Arrow's offsets; gives the bytes in all. width: of the length in front."""
    total: Number = 0
    offsets[0] = 0
    for row in range(cells.shape[0]):
        if cells[row] > 0:
            total += np.int64(little_word(cells[row], width))
        offsets[row + 1] = total
    return total


@kernel()
def strings(cells: Number, width: Number, offsets: Number, into: Number) -> None:
    """The bytes of strings; `into` is an address."""
    for row in range(cells.shape[0]):
        start = np.int64(offsets[row])
        length = np.int64(offsets[row + 1]) - start
        if length:
            copy_bytes(into + start, cells[row] + width, length)


# --- temporal ---------------------------------------------------------------------------------------------------------


@kernel(inline="always")
def days(year: Number, month: Number, day: Number) -> Number:
    """Days since 1970 of a date of the calendar. Years begin with March here, so that the leap day is their last."""
    if month <= 2:
        year -= 1
        month += 12
    century = year // 100
    day_of_year = (153 * (month - 3) + 2) // 5 + day - 1
    return 365 * year + year // 4 - century + century // 4 + day_of_year - _DAYS_FROM_MARCH


@kernel(inline="always")
def month_length(year: Number, month: Number) -> Number:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


@kernel(inline="always")
def day_of(line: Number, word: Number) -> Number:
    """Days since 1970; NOTHING for a date that no calendar has."""
    months = word >> number(line, r.MONTH_SHIFT)
    year = months // number(line, r.MONTHS)
    month = months - year * number(line, r.MONTHS)
    day = (word >> number(line, r.DAY_SHIFT)) & number(line, r.DAY_MASK)
    if year < 1 or month < 1 or day < 1 or day > month_length(year, month):
        return w.NOTHING
    return days(year, month, day)


@kernel()
def dates(line: Number, cells: Number, into: Number) -> Number:
    """Days since 1970. False if one is in no calendar."""
    width, base = number(line, r.WIDTH), number(line, r.BASE)
    good = True
    for row in range(cells.shape[0]):
        day = 0
        if cells[row] > 0:
            day = day_of(line, np.int64(little_word(cells[row], width)) - base)
            if day == w.NOTHING:
                good, day = False, 0
        into[row] = day
    return good


@kernel(inline="always")
def fraction_of(line: Number, word: Number) -> Number:
    return (word & ((1 << number(line, r.SECOND_SHIFT)) - 1)) * number(line, r.FRACTION_UNIT)


@kernel(inline="always")
def clock_of(line: Number, word: Number) -> Number:
    """Seconds of minutes and seconds."""
    minute = (word >> number(line, r.MINUTE_SHIFT)) & number(line, r.MINUTE_MASK)
    return minute * 60 + ((word >> number(line, r.SECOND_SHIFT)) & number(line, r.SECOND_MASK))


@kernel()
def datetimes(line: Number, cells: Number, into: Number) -> Number:
    """Microseconds since 1970. False if one is in no calendar."""
    width, base = number(line, r.WIDTH), _U(number(line, r.BASE))
    good = True
    for row in range(cells.shape[0]):
        moment = 0
        if cells[row] > 0:
            word = np.int64(big_word(cells[row], width) - base)
            day = day_of(line, word)
            if day == w.NOTHING:
                good, day = False, 0
            hour = (word >> number(line, r.HOUR_SHIFT)) & number(line, r.HOUR_MASK)
            seconds = day * _DAY + hour * 3600 + clock_of(line, word)
            moment = seconds * _MICROSECONDS + fraction_of(line, word)
        into[row] = moment
    return good


@kernel()
def timestamps(line: Number, cells: Number, into: Number) -> Number:
    """Microseconds since 1970. False if one is the zero timestamp."""
    width = number(line, r.WIDTH)
    good = True
    for row in range(cells.shape[0]):
        moment = 0
        if cells[row] > 0:
            word = np.int64(big_word(cells[row], width))
            good = good and word != 0
            moment = (word >> number(line, r.SECOND_SHIFT)) * _MICROSECONDS + fraction_of(line, word)
        into[row] = moment
    return good


@kernel()
def times(line: Number, cells: Number, into: Number) -> None:
    """Microseconds."""
    width, base = number(line, r.WIDTH), number(line, r.BASE)
    for row in range(cells.shape[0]):
        moment = 0
        if cells[row] > 0:
            word = np.int64(big_word(cells[row], width)) - base
            size = abs(word)
            seconds = (size >> number(line, r.HOUR_SHIFT)) * 3600 + clock_of(line, size)
            moment = seconds * _MICROSECONDS + fraction_of(line, size)
            if word < 0:
                moment = -moment
        into[row] = moment


# --- decimal ----------------------------------------------------------------------------------------------------------


@kernel()
def decimals(line: Number, cells: Number, limbs: Number, into: Number) -> None:
    """The digits as whole numbers of `limbs` 64-bit words, the lowest first: into[row, limb]."""
    lead, group, tail = number(line, r.LEAD_BYTES), number(line, r.GROUP_BYTES), number(line, r.TAIL_BYTES)
    between = number(line, r.GROUPS)
    for row in range(cells.shape[0]):
        for limb in range(limbs):
            into[row, limb] = _ZERO
        address = cells[row]
        if address <= 0:
            continue
        negative = not load8(address) & 0x80
        flip = _ALL if negative else _ZERO
        mask = _ALL >> _U(64 - 8 * lead)
        into[row, 0] = (big_word(address, lead) ^ (_ONE << _U(8 * lead - 1)) ^ flip) & mask
        address += lead
        for index in range(between + (1 if tail else 0)):
            size = group if index < between else tail
            factor = _U(number(line, r.GROUP_MODULUS) if index < between else number(line, r.TAIL_MODULUS))
            carry = (big_word(address, size) ^ flip) & (_ALL >> _U(64 - 8 * size))
            for limb in range(limbs):
                value = into[row, limb]
                low = value * factor
                high = high_product(value, factor)
                total = low + carry
                carry = high + (_ONE if total < low else _ZERO)
                into[row, limb] = total
            address += size
        if negative:
            carry = _ONE
            for limb in range(limbs):
                value = ~into[row, limb] + carry
                carry = _ONE if carry and value == _ZERO else _ZERO
                into[row, limb] = value

"""Is what stands here a healthy row? Driven by a line of numbers a column (`read_lines`).

A check gives the address behind the cell, or 0: not healthy, or not known to be; then the exact way says which. It
reads up to SLACK bytes behind `end`, the end of what is to be checked.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binwriter.bulk.kernels import read_lines as r
from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.memory import load8, load64, loadi64, reversed64
from binwriter.bulk.kernels.read_lines import Read, Text

Number = Any

_U = np.uint64
_ZERO, _ONE = _U(0), _U(1)
_ASCII_MASK = _U(0x8080808080808080)
_ALL = _U(0xFFFFFFFFFFFFFFFF)
_TOP = _U(1 << 63)

# kinds, as plain numbers
_FIXED, _BYTES, _TEXT, _LIMITED = int(Read.FIXED), int(Read.BYTES), int(Read.TEXT), int(Read.LIMITED)
_DECIMAL, _DATE, _DATETIME = int(Read.DECIMAL), int(Read.DATE), int(Read.DATETIME)
_TIMESTAMP, _TIME, _FLOATS, _JSON = int(Read.TIMESTAMP), int(Read.TIME), int(Read.FLOATS), int(Read.JSON)
_EXACT = int(Read.EXACT)
_UTF8, _UTF8_BMP, _TABLE = int(Text.UTF8), int(Text.UTF8_BMP), int(Text.TABLE)

# What a date or a time may have at most (MySQL manual, "Date and Time Data Types").
_LAST_YEAR, _LAST_MONTH, _LAST_DAY, _LAST_HOUR, _LAST_SECOND = 9999, 12, 31, 23, 59
_LONGEST_TIME = 838 * 3600 + 59 * 60 + 59
_LAST_TIMESTAMP = (1 << 31) - 1


@kernel(inline="always")
def number(line: Number, index: Number) -> Number:
    return loadi64(line + 8 * index)


@kernel(inline="always")
def little_word(address: Number, width: Number) -> Number:
    """The little-endian number of 1 to 8 bytes."""
    return load64(address) & (_ALL >> _U(64 - 8 * width))


@kernel(inline="always")
def big_word(address: Number, width: Number) -> Number:
    """The big-endian number of 1 to 8 bytes."""
    return reversed64(load64(address)) >> _U(64 - 8 * width)


# --- characters -------------------------------------------------------------------------------------------------------


@kernel(inline="always")
def ascii_end(address: Number, end: Number) -> Number:
    """Where the first byte from 128 on stands, or `end`."""
    while address + 8 <= end:
        if load64(address) & _ASCII_MASK:
            break
        address += 8
    while address < end and load8(address) < 128:
        address += 1
    return address


@kernel()
def is_utf8(address: Number, end: Number, longest: Number) -> Number:
    """Whether the bytes are UTF-8 with characters of at most `longest` bytes. Source: RFC 3629, section 4."""
    while True:
        address = ascii_end(address, end)
        if address >= end:
            return True
        first = load8(address)
        size, low, high = 0, 0x80, 0xBF
        if 0xC2 <= first <= 0xDF:
            size = 2
        elif 0xE0 <= first <= 0xEF:
            size = 3
            if first == 0xE0:
                low = 0xA0
            elif first == 0xED:
                high = 0x9F
        elif 0xF0 <= first <= 0xF4:
            size = 4
            if first == 0xF0:
                low = 0x90
            elif first == 0xF4:
                high = 0x8F
        if size == 0 or size > longest or address + size > end:
            return False
        if not low <= load8(address + 1) <= high:
            return False
        for index in range(2, size):
            if load8(address + index) & 0xC0 != 0x80:
                return False
        address += size


@kernel()
def is_text(line: Number, address: Number, end: Number) -> Number:
    place = ascii_end(address, end)
    mode = number(line, r.TEXT_MODE)
    if mode == _TABLE:
        table = number(line, r.TABLE)
        good = True
        while address < end:
            if load8(table + np.int64(load8(address))) == 0:
                good = False
                break
            address += 1
        return good
    if place >= end:
        return True
    if mode == _UTF8:
        return is_utf8(place, end, 4)
    if mode == _UTF8_BMP:
        return is_utf8(place, end, 3)
    return False


# --- numbers and dates ------------------------------------------------------------------------------------------------


@kernel()
def is_decimal(line: Number, address: Number) -> Number:
    """Whether every group has no more digits than it may."""
    flip = _ZERO if load8(address) & 0x80 else _ALL
    size = number(line, r.LEAD_BYTES)
    mask = _ALL >> _U(64 - 8 * size)
    sign = _ONE << _U(8 * size - 1)
    group = ((big_word(address, size) ^ sign) ^ flip) & mask
    if group >= _U(number(line, r.LEAD_MODULUS)):
        return False
    address += size
    size = number(line, r.GROUP_BYTES)
    for _ in range(number(line, r.GROUPS)):
        group = (big_word(address, size) ^ flip) & (_ALL >> _U(64 - 8 * size))
        if group >= _U(number(line, r.GROUP_MODULUS)):
            return False
        address += size
    size = number(line, r.TAIL_BYTES)
    if size:
        group = (big_word(address, size) ^ flip) & (_ALL >> _U(64 - 8 * size))
        return group < _U(number(line, r.TAIL_MODULUS))
    return True


@kernel(inline="always")
def is_date(line: Number, word: Number) -> Number:
    """word: without BASE. Every day from 0 to 31 may stand in every month."""
    months = word >> number(line, r.MONTH_SHIFT)
    year = months // number(line, r.MONTHS)
    month = months - year * number(line, r.MONTHS)
    day = (word >> number(line, r.DAY_SHIFT)) & number(line, r.DAY_MASK)
    return year <= _LAST_YEAR and month <= _LAST_MONTH and day <= _LAST_DAY


@kernel(inline="always")
def is_fraction(line: Number, word: Number) -> Number:
    fraction = word & ((1 << number(line, r.SECOND_SHIFT)) - 1)
    if fraction == 0:
        return True
    return fraction < number(line, r.FRACTION_LIMIT) and fraction % number(line, r.FRACTION_STEP) == 0


@kernel(inline="always")
def is_clock(line: Number, word: Number) -> Number:
    minute = (word >> number(line, r.MINUTE_SHIFT)) & number(line, r.MINUTE_MASK)
    second = (word >> number(line, r.SECOND_SHIFT)) & number(line, r.SECOND_MASK)
    return minute <= _LAST_SECOND and second <= _LAST_SECOND


@kernel()
def is_datetime(line: Number, address: Number) -> Number:
    word = np.int64(big_word(address, number(line, r.WIDTH)) - _U(number(line, r.BASE)))
    hour = (word >> number(line, r.HOUR_SHIFT)) & number(line, r.HOUR_MASK)
    good = word >= 0 and hour <= _LAST_HOUR
    return good and is_date(line, word) and is_clock(line, word) and is_fraction(line, word)


@kernel()
def is_timestamp(line: Number, address: Number) -> Number:
    word = np.int64(big_word(address, number(line, r.WIDTH)))
    seconds = word >> number(line, r.SECOND_SHIFT)
    return word == 0 or (0 < seconds <= _LAST_TIMESTAMP and is_fraction(line, word))


@kernel()
def is_time(line: Number, address: Number) -> Number:
    word = np.int64(big_word(address, number(line, r.WIDTH))) - number(line, r.BASE)
    word = abs(word)
    hour = word >> number(line, r.HOUR_SHIFT)
    minute = (word >> number(line, r.MINUTE_SHIFT)) & number(line, r.MINUTE_MASK)
    second = (word >> number(line, r.SECOND_SHIFT)) & number(line, r.SECOND_MASK)
    seconds = hour * 3600 + minute * 60 + second
    has_fraction = word & ((1 << number(line, r.SECOND_SHIFT)) - 1) != 0
    if seconds > _LONGEST_TIME or (seconds == _LONGEST_TIME and has_fraction):
        return False
    return is_clock(line, word) and is_fraction(line, word)


# --- cells and rows ---------------------------------------------------------------------------------------------------


@kernel(inline="always")
def bytes_end(line: Number, address: Number, end: Number) -> Number:
    """Behind a cell with a length in front; 0 if it has no room."""
    width = number(line, r.WIDTH)
    if address + width > end:
        return 0
    length = np.int64(little_word(address, width))
    address += width
    return address + length if length <= end - address else 0


@kernel(inline="always")
def cell_end(line: Number, address: Number, end: Number) -> Number:
    """Behind a cell, whatever it holds; 0 if it has no room."""
    if number(line, r.PREFIXED):
        return bytes_end(line, address, end)
    address += number(line, r.WIDTH)
    return address if address <= end else 0


@kernel(inline="always")
def checked_cell(line: Number, address: Number, end: Number) -> Number:
    kind = number(line, r.KIND)
    width = number(line, r.WIDTH)
    after = address + width
    if kind == _FIXED:
        return after if after <= end else 0
    if kind == _BYTES:
        return bytes_end(line, address, end)
    if kind == _TEXT:
        after = bytes_end(line, address, end)
        return after if after and is_text(line, address + width, after) else 0
    if kind == _FLOATS:
        after = bytes_end(line, address, end)
        size = after - address - width
        good = 0 <= size <= number(line, r.LIMIT) and size % number(line, r.ENTRY) == 0
        return after if after and good else 0
    if after > end:
        return 0
    good = False
    if kind == _DATETIME:
        good = is_datetime(line, address)
    elif kind == _TIMESTAMP:
        good = is_timestamp(line, address)
    elif kind == _DECIMAL:
        good = is_decimal(line, address)
    elif kind == _DATE:
        good = is_date(line, np.int64(little_word(address, width)))
    elif kind == _LIMITED:
        good = little_word(address, width) <= _U(number(line, r.LIMIT))
    elif kind == _TIME:
        good = is_time(line, address)
    return after if good else 0


@kernel()
def checked_image(plan: Number, columns: Number, first: Number, count: Number, address: Number, end: Number) -> Number:
    """The NULL bits and the cells of `count` columns, whose numbers stand in the array `columns` from `first` on.

    plan: the address of the table's lines.
    """
    nulls = address
    address += (count + 7) >> 3
    if address > end:
        return 0
    for index in range(count):
        if (load8(nulls + (index >> 3)) >> (index & 7)) & 1:
            continue
        address = checked_cell(plan + columns[first + index] * r.LINE_BYTES, address, end)
        if address == 0:
            return 0
    return address

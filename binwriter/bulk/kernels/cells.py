"""One cell: from a value in an Arrow buffer to the bytes in a row image. Driven by a line of numbers (`cells.kinds`).

Every function takes the address of the line, the row's number and the address to write to, and gives the address after
the cell. They may write up to 8 bytes behind it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binwriter.bulk.cells import kinds as k
from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.memory import (
    copy32,
    copy_bytes,
    field,
    high_product,
    load8,
    load16,
    load32,
    load64,
    loadi32,
    loadi64,
    reversed64,
    store8,
    store32,
    store64,
    ufield,
)

Number = Any  # an int64 or uint64 of the kernel

_U = np.uint64
_MICROSECONDS, _MINUTE, _HOUR, _DAY = _U(1_000_000), _U(60), _U(3600), _U(86_400)
_GROUP = _U(1_000_000_000)
_TOP = _U(1 << 63)
_ZERO, _ONE, _BYTE, _HALF = _U(0), _U(1), _U(8), _U(32)
_LOW_HALF = _U(0xFFFFFFFF)
_FRACTION_BITS = _U(k.FRACTION_BITS)

# Days from 0001-01-01, and from 0000-03-01, to 1970-01-01.
_DAYS_BEFORE_1970 = 719_162
_DAYS_FROM_MARCH = 719_468
_SECONDS_BEFORE_1970 = _DAYS_BEFORE_1970 * 86_400


# --- strings ----------------------------------------------------------------------------------------------------------


@kernel(inline="always")
def copy_string(target: Number, source: Number, length: Number, safe: Number) -> Number:
    """safe: 64 bytes may be read, whatever the length. What was written too much the next cell overwrites."""
    if safe and length <= 64:
        copy32(target, source)
        copy32(target + 32, source + 32)
    else:
        copy_bytes(target, source, length)
    return target + length


@kernel(inline="always")
def string_cell(line: Number, row: Number, target: Number, safe: Number) -> Number:
    offset = field(line, k.OFFSETS) + (row << 2)
    start = np.int64(load32(offset))
    length = np.int64(load32(offset + 4)) - start
    store32(target, np.uint32(length))
    return copy_string(target + field(line, k.WIDTH), field(line, k.VALUES) + start, length, safe)


@kernel(inline="always")
def last_character(source: Number, length: Number, size: Number) -> Number:
    """The last `size` bytes (1, 2 or 4) as a number."""
    if size == 1:
        return np.int64(load8(source + length - 1))
    if size == 2:
        return np.int64(load16(source + length - 2))
    return np.int64(load32(source + length - 4))


@kernel(inline="always")
def unpadded(source: Number, length: Number, pad: Number, size: Number) -> Number:
    """The length without the padding at the end."""
    while length >= size and last_character(source, length, size) == pad:
        length -= size
    return length


@kernel(inline="always")
def padded_length(line: Number, row: Number) -> Number:
    offset = field(line, k.OFFSETS) + (row << 2)
    start = np.int64(load32(offset))
    length = np.int64(load32(offset + 4)) - start
    source = field(line, k.VALUES) + start
    return unpadded(source, length, field(line, k.PAD), field(line, k.PAD_BYTES))


@kernel(inline="always")
def padded_cell(line: Number, row: Number, target: Number, safe: Number) -> Number:
    start = np.int64(load32(field(line, k.OFFSETS) + (row << 2)))
    length = padded_length(line, row)
    store32(target, np.uint32(length))
    return copy_string(target + field(line, k.WIDTH), field(line, k.VALUES) + start, length, safe)


# --- temporal ---------------------------------------------------------------------------------------------------------


@kernel(inline="always")
def put_word(line: Number, target: Number, word: Number) -> Number:
    """The number in the byte order and width that the line says."""
    shift = field(line, k.SHIFT)
    if shift >= 0:
        store64(target, reversed64(word << _U(shift)))
    else:
        store64(target, word)
    return target + field(line, k.WIDTH)


@kernel(inline="always")
def civil(day: Number) -> Number:
    """year << 9 | month << 5 | day of a day since 1970, from year 1 on.

    Years begin with March here, so that the leap day is their last. Source: Neri and Schneider, "Euclidean affine
    functions and their application to calendar algorithms", 2022.
    """
    quarter = (_U(day + _DAYS_FROM_MARCH) << _U(2)) | _U(3)
    century = quarter // _U(146_097)
    in_century = (quarter - century * _U(146_097)) | _U(3)
    product = in_century * _U(2_939_745)
    year = century * _U(100) + (product >> _HALF)
    day_of_year = (product & _LOW_HALF) // _U(4 * 2_939_745)
    shifted = day_of_year * _U(2141) + _U(197_913)
    month = shifted >> _U(16)
    day_of_month = (shifted & _U(0xFFFF)) // _U(2141) + _ONE
    if day_of_year >= _U(306):
        year += _ONE
        month -= _U(12)
    return (year << _U(9)) | (month << _U(5)) | day_of_month


@kernel(inline="always")
def date_word(line: Number, day: Number) -> Number:
    """What year, month and day make of the cell's number, BASE included. Dates come in runs: the last one is kept."""
    if field(line, k.CACHED_DAY) == day:
        date = ufield(line, k.CACHED_DATE)
    else:
        date = civil(day)
        store64(line + 8 * k.CACHED_DAY, _U(day))
        store64(line + 8 * k.CACHED_DATE, date)
    word = ufield(line, k.BASE) + (date >> _U(9)) * ufield(line, k.UNIT_YEAR)
    word += ((date >> _U(5)) & _U(15)) * ufield(line, k.UNIT_MONTH)
    return word + (date & _U(31)) * ufield(line, k.UNIT_DAY)


@kernel(inline="always")
def clock_word(line: Number, seconds: Number, fraction: Number) -> Number:
    """What hours, minutes, seconds and microseconds make of it."""
    word = seconds * ufield(line, k.UNIT_SECOND) + (seconds // _MINUTE) * ufield(line, k.UNIT_MINUTE)
    word += (seconds // _HOUR) * ufield(line, k.UNIT_HOUR)
    return word + ((fraction * ufield(line, k.FRACTION)) >> _FRACTION_BITS)


@kernel(inline="always")
def date_cell(line: Number, row: Number, target: Number) -> Number:
    day = np.int64(loadi32(field(line, k.VALUES) + (row << 2)))
    return put_word(line, target, date_word(line, day))


@kernel(inline="always")
def datetime_cell(line: Number, row: Number, target: Number) -> Number:
    moment = _U(loadi64(field(line, k.VALUES) + (row << 3)) + _SECONDS_BEFORE_1970 * 1_000_000)
    seconds = moment // _MICROSECONDS
    day = seconds // _DAY
    word = date_word(line, np.int64(day) - _DAYS_BEFORE_1970)
    word += clock_word(line, seconds - day * _DAY, moment - seconds * _MICROSECONDS)
    return put_word(line, target, word)


@kernel(inline="always")
def timestamp_cell(line: Number, row: Number, target: Number) -> Number:
    moment = load64(field(line, k.VALUES) + (row << 3))
    seconds = moment // _MICROSECONDS
    fraction = (moment - seconds * _MICROSECONDS) * ufield(line, k.FRACTION)
    word = ufield(line, k.BASE) + seconds * ufield(line, k.UNIT_SECOND) + (fraction >> _FRACTION_BITS)
    return put_word(line, target, word)


@kernel(inline="always")
def time_cell(line: Number, row: Number, target: Number) -> Number:
    moment = loadi64(field(line, k.VALUES) + (row << 3))
    size = _U(abs(moment))
    seconds = size // _MICROSECONDS
    word = clock_word(line, seconds, size - seconds * _MICROSECONDS)
    if moment < 0:
        word = _ZERO - word
    return put_word(line, target, ufield(line, k.BASE) + word)


# --- decimal ----------------------------------------------------------------------------------------------------------


@kernel(inline="always")
def decimal_word_cell(line: Number, row: Number, target: Number) -> Number:
    """A DECIMAL of at most 8 bytes: the groups side by side in one number."""
    value = loadi64(field(line, k.VALUES) + (row << 4))
    rest = _U(abs(value))
    word = shift = _ZERO
    tail = ufield(line, k.TAIL_BYTES)
    if tail:
        modulus = ufield(line, k.TAIL_MODULUS)
        quotient = high_product(rest, ufield(line, k.TAIL_RECIPROCAL))
        word = rest - quotient * modulus
        if word >= modulus:
            word -= modulus
            quotient += _ONE
        rest = quotient
        shift = tail << _U(3)
    for _ in range(field(line, k.GROUPS)):
        quotient = rest // _GROUP
        word |= (rest - quotient * _GROUP) << shift
        rest = quotient
        shift += _HALF
    if field(line, k.LEAD_BYTES):
        word |= rest << shift
    if value < 0:
        word = ~word
    store64(target, reversed64((word << _U(field(line, k.SHIFT))) ^ _TOP))
    return target + field(line, k.WIDTH)


@kernel(inline="always")
def divided(remainder: Number, limb: Number, divisor: Number) -> Number:
    """(quotient, remainder) of remainder * 2^64 + limb; remainder < divisor < 2^31."""
    upper = (remainder << _HALF) | (limb >> _HALF)
    high = upper // divisor
    lower = ((upper - high * divisor) << _HALF) | (limb & _LOW_HALF)
    low = lower // divisor
    return (high << _HALF) | low, lower - low * divisor


@kernel(inline="always")
def put_group(target: Number, group: Number, size: Number) -> Number:
    """The lowest `size` bytes, big endian; exactly as many are written."""
    for index in range(size):
        store8(target + index, np.uint8((group >> _U(8 * (size - 1 - index))) & _U(255)))


@kernel()
def decimal_cell(line: Number, row: Number, target: Number) -> Number:
    """A DECIMAL of any size, group by group from its end."""
    limbs = field(line, k.LIMBS)
    address = field(line, k.VALUES) + row * (8 * limbs)
    a, b = load64(address), load64(address + 8)
    c = d = _ZERO if loadi64(address + 8) >= 0 else ~_ZERO
    if limbs == 4:
        c, d = load64(address + 16), load64(address + 24)
    flip = _ZERO
    if d & _TOP:
        flip = ~_ZERO
        a, b, c, d = ~a + _ONE, ~b, ~c, ~d
        if a == _ZERO:
            b += _ONE
            if b == _ZERO:
                c += _ONE
                if c == _ZERO:
                    d += _ONE
    width = field(line, k.WIDTH)
    tail = field(line, k.TAIL_BYTES)
    groups = field(line, k.GROUPS)
    place = target + width
    for index in range(-1 if tail else 0, groups):
        divisor = ufield(line, k.TAIL_MODULUS) if index < 0 else _GROUP
        remainder = _ZERO
        if d | c:
            d, remainder = divided(remainder, d, divisor)
            c, remainder = divided(remainder, c, divisor)
        if b | remainder:
            b, remainder = divided(remainder, b, divisor)
        if remainder:
            a, remainder = divided(remainder, a, divisor)
        else:
            quotient = a // divisor
            remainder = a - quotient * divisor
            a = quotient
        size = tail if index < 0 else 4
        place -= size
        put_group(place, remainder ^ flip, size)
    put_group(target, a ^ flip, place - target)
    store8(target, np.uint8(load8(target) ^ np.uint8(0x80)))
    return target + width


# --- numbers ----------------------------------------------------------------------------------------------------------


@kernel(inline="always")
def year_cell(line: Number, row: Number, target: Number) -> Number:
    year = np.int64(load16(field(line, k.VALUES) + (row << 1)))
    store8(target, np.uint8(year - field(line, k.BASE) if year else 0))
    return target + 1


@kernel(inline="always")
def bits_cell(line: Number, row: Number, target: Number) -> Number:
    word = load64(field(line, k.VALUES) + (row << 3))
    store64(target, reversed64(word << _U(field(line, k.SHIFT))))
    return target + field(line, k.WIDTH)


@kernel(inline="always")
def stored_cell(line: Number, row: Number, target: Number) -> Number:
    width = field(line, k.WIDTH)
    copy_bytes(target, field(line, k.VALUES) + row * width, width)
    return target + width

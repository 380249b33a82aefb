"""Cells as code: `kernels.cells` with a column's numbers as constants, and without jumps where a NULL is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from binwriter.bulk.cells import kinds as k
from binwriter.bulk.cells.kinds import Kind
from binwriter.bulk.own_code.words import Code, Variable, Word

_MICROSECONDS, _MINUTE, _HOUR, _DAY = 1_000_000, 60, 3600, 86_400
_GROUP = 1_000_000_000
_TOP = 1 << 63
# Days from 0001-01-01, and from 0000-03-01, to 1970-01-01.
_DAYS_BEFORE_1970 = 719_162
_DAYS_FROM_MARCH = 719_468
# Bytes that a string is copied by; it may be read and written so much too far.
_STEP = 64


@dataclass(frozen=True)
class Column:
    """A column while its code is made. numbers: its line of a plan, without addresses. values, offsets: where those
    of row 0 lie."""

    numbers: tuple[int, ...]
    values: Word
    offsets: Word
    validity: Word
    mask: Word
    nullable: bool
    day: Variable | None
    date: Variable | None


Cell = Callable[[Code, Column, Word, Word, Word | None], Word]


def advanced(code: Code, target: Word, width: int, valid: Word | None) -> Word:
    """The place behind a cell; the cell's own where the value is NULL (0, else 1)."""
    if valid is None:
        return target + width
    return target + (valid.negated() & width)


def _copied(code: Code, column: Column, row: Word, target: Word, valid: Word | None) -> Word:
    stride, width = column.numbers[k.STRIDE], column.numbers[k.WIDTH]
    value = code.load(column.values + row * stride, stride)
    code.store(target, value, next(size for size in (1, 2, 4, 8) if size >= width))
    return advanced(code, target, width, valid)


def _string(code: Code, column: Column, row: Word, target: Word, valid: Word | None) -> Word:
    offset = column.offsets + row * 4
    start, end = code.load(offset, 4), code.load(offset + 4, 4)
    return _put_string(code, column, column.values + start, end - start, target, valid)


def _put_string(code: Code, column: Column, source: Word, length: Word, target: Word, valid: Word | None) -> Word:
    width = column.numbers[k.WIDTH]
    if valid is not None:
        length = length & valid.negated()
    code.store(target, length, 4)
    place = advanced(code, target, width, valid)
    code.copy(place, source, _STEP)
    with code.when(length.compared(">", _STEP), likely=False):
        done = Variable(code, _STEP)
        with code.loop(lambda: done.get().compared("<", length)):
            code.copy(place + done.get(), source + done.get(), _STEP)
            done.set(done.get() + _STEP)
    return place + length


def _padded(code: Code, column: Column, row: Word, target: Word, valid: Word | None) -> Word:
    offset = column.offsets + row * 4
    start, end = code.load(offset, 4), code.load(offset + 4, 4)
    size, pad = column.numbers[k.PAD_BYTES], column.numbers[k.PAD]
    source = column.values + start
    length = Variable(code, end - start)
    if valid is not None:
        length.set(length.get() & valid.negated())
    with code.loop(lambda: length.get().compared(">=", size)) as leave:
        last = code.load(source + length.get() - size, size)
        with code.when(last.compared("!=", pad)):
            leave()
        length.set(length.get() - size)
    return _put_string(code, column, source, length.get(), target, valid)


# --- temporal


def _put_word(code: Code, column: Column, target: Word, word: Word, valid: Word | None) -> Word:
    shift, width = column.numbers[k.SHIFT], column.numbers[k.WIDTH]
    code.store(target, (word << shift).reversed() if shift >= 0 else word)
    return advanced(code, target, width, valid)


def _date_word(code: Code, column: Column, day: Word) -> Word:
    """What the day (since 1970) makes of the cell's number. Dates come in runs: the last one is kept.

    Years begin with March here; source: as `kernels.cells.civil`.
    """
    assert column.day is not None and column.date is not None
    with code.when(day.compared("!=", column.day.get())):
        quarter = (day + _DAYS_FROM_MARCH) << 2 | 3
        century = quarter // 146_097
        in_century = quarter - century * 146_097 | 3
        product = in_century * 2_939_745
        day_of_year = (product & 0xFFFFFFFF) // (4 * 2_939_745)
        shifted = day_of_year * 2141 + 197_913
        late = day_of_year.compared(">=", 306)
        year = century * 100 + (product >> 32) + code.chosen(late, 1, 0)
        month = (shifted >> 16) - code.chosen(late, 12, 0)
        day_of_month = (shifted & 0xFFFF) // 2141 + 1
        word = year * column.numbers[k.UNIT_YEAR] + month * column.numbers[k.UNIT_MONTH]
        word = word + day_of_month * column.numbers[k.UNIT_DAY]
        column.date.set(word + column.numbers[k.BASE])
        column.day.set(day)
    return column.date.get()


def _fraction(column: Column, microseconds: Word) -> Word:
    return microseconds * column.numbers[k.FRACTION] >> k.FRACTION_BITS


def _clock(column: Column, seconds: Word, microseconds: Word) -> Word:
    word = seconds * column.numbers[k.UNIT_SECOND] + seconds // _MINUTE * column.numbers[k.UNIT_MINUTE]
    word = word + seconds // _HOUR * column.numbers[k.UNIT_HOUR]
    return word + _fraction(column, microseconds)


def _date(code: Code, column: Column, row: Word, target: Word, valid: Word | None) -> Word:
    day = code.load(column.values + row * 4, 4, signed=True)
    return _put_word(code, column, target, _date_word(code, column, day), valid)


def _datetime(code: Code, column: Column, row: Word, target: Word, valid: Word | None) -> Word:
    moment = code.load(column.values + row * 8) + _DAYS_BEFORE_1970 * _DAY * _MICROSECONDS
    seconds = moment // _MICROSECONDS
    day = seconds // _DAY
    word = _date_word(code, column, day - _DAYS_BEFORE_1970)
    word = word + _clock(column, seconds - day * _DAY, moment - seconds * _MICROSECONDS)
    return _put_word(code, column, target, word, valid)


def _timestamp(code: Code, column: Column, row: Word, target: Word, valid: Word | None) -> Word:
    moment = code.load(column.values + row * 8)
    seconds = moment // _MICROSECONDS
    word = seconds * column.numbers[k.UNIT_SECOND] + column.numbers[k.BASE]
    word = word + _fraction(column, moment - seconds * _MICROSECONDS)
    return _put_word(code, column, target, word, valid)


def _time(code: Code, column: Column, row: Word, target: Word, valid: Word | None) -> Word:
    moment = code.load(column.values + row * 8)
    size = code.chosen(moment.is_negative, moment.negated(), moment)
    seconds = size // _MICROSECONDS
    word = _clock(column, seconds, size - seconds * _MICROSECONDS)
    word = code.chosen(moment.is_negative, word.negated(), word)
    return _put_word(code, column, target, word + column.numbers[k.BASE], valid)


# --- numbers


def _decimal(code: Code, column: Column, row: Word, target: Word, valid: Word | None) -> Word:
    """A DECIMAL of at most 8 bytes: the groups side by side in one number."""
    numbers = column.numbers
    value = code.load(column.values + row * 16)
    rest = code.chosen(value.is_negative, value.negated(), value)
    word, shift = code.word(0), 0
    for divisor, size in [(numbers[k.TAIL_MODULUS], numbers[k.TAIL_BYTES])] + [(_GROUP, 4)] * numbers[k.GROUPS]:
        if size:
            quotient = rest // divisor
            word = word | (rest - quotient * divisor) << shift
            rest, shift = quotient, shift + 8 * size
    if numbers[k.LEAD_BYTES]:
        word = word | rest << shift
    word = code.chosen(value.is_negative, ~word, word)
    code.store(target, ((word << numbers[k.SHIFT]) ^ _TOP).reversed())
    return advanced(code, target, numbers[k.WIDTH], valid)


def _year(code: Code, column: Column, row: Word, target: Word, valid: Word | None) -> Word:
    year = code.load(column.values + row * 2, 2)
    code.store(target, code.chosen(year.compared("==", 0), 0, year - column.numbers[k.BASE]), 1)
    return advanced(code, target, 1, valid)


def _bits(code: Code, column: Column, row: Word, target: Word, valid: Word | None) -> Word:
    word = code.load(column.values + row * 8) << column.numbers[k.SHIFT]
    code.store(target, word.reversed())
    return advanced(code, target, column.numbers[k.WIDTH], valid)


def _stored(code: Code, column: Column, row: Word, target: Word, valid: Word | None) -> Word:
    width, place = column.numbers[k.WIDTH], 0
    source = column.values + row * width
    while place < width:
        size = next(size for size in (8, 4, 2, 1) if place + size <= width)
        code.copy(target + place, source + place, size)
        place += size
    return advanced(code, target, width, valid)


CELLS: Mapping[Kind, Cell] = {
    Kind.COPY: _copied,
    Kind.BYTES: _string,
    Kind.PADDED: _padded,
    Kind.DATE: _date,
    Kind.DATETIME: _datetime,
    Kind.TIMESTAMP: _timestamp,
    Kind.TIME: _time,
    Kind.DECIMAL64: _decimal,
    Kind.YEAR: _year,
    Kind.BITS: _bits,
    Kind.CELLS: _stored,
}

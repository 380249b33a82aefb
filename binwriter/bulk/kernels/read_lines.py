"""What the numbers mean by which reading kernels know a column: a line of int64 a column (`cells.reads` makes them)."""

from __future__ import annotations

from enum import IntEnum


class Read(IntEnum):
    """What a cell is, as far as finding its end and its faults goes."""

    FIXED = 0  # WIDTH bytes, any of them
    BYTES = 1  # a little-endian length of WIDTH bytes, and as many bytes, any of them
    TEXT = 2  # as BYTES: characters by TEXT_MODE
    FLOATS = 3  # as BYTES: 1 to LIMIT bytes, a multiple of ENTRY
    JSON = 4  # as BYTES: binary JSON
    LIMITED = 5  # a little-endian number of WIDTH bytes up to LIMIT
    DECIMAL = 6  # groups of digits
    DATE = 7  # little endian: year, month, day
    DATETIME = 8  # big endian: date, time of day and fraction, BASE included
    TIMESTAMP = 9  # big endian: seconds since 1970 and fraction
    TIME = 10  # big endian: BASE more or less than a time of day and fraction
    EXACT = 11  # only the exact way knows


class Text(IntEnum):
    """Which bytes are characters."""

    ASCII = 0  # below 128; of others only the exact way knows
    UTF8 = 1
    UTF8_BMP = 2  # up to U+FFFF
    TABLE = 3  # one byte a character: those whose entry in the 256 bytes at TABLE is not 0


KIND = 0
WIDTH = 1
LIMIT = 2
TEXT_MODE = 3
TABLE = 4
BASE = 5

# decimal: bytes and 10^digits of the first group, how many lie between and theirs, those of the last one
LEAD_BYTES = 6
LEAD_MODULUS = 7
GROUPS = 8
GROUP_BYTES = 9
GROUP_MODULUS = 10
TAIL_BYTES = 11
TAIL_MODULUS = 12

# floats: bytes of one
ENTRY = 6

# temporal: by how many bits each part is shifted, and its mask; months a year counts; units of the fraction
MONTH_SHIFT = 6
MONTHS = 7
DAY_SHIFT = 8
DAY_MASK = 9
HOUR_SHIFT = 10
HOUR_MASK = 11
MINUTE_SHIFT = 12
MINUTE_MASK = 13
SECOND_SHIFT = 14
SECOND_MASK = 15
FRACTION_LIMIT = 16  # units a second
FRACTION_STEP = 17  # what fsp allows: multiples of that
FRACTION_UNIT = 18  # microseconds a unit

# 1: WIDTH is that of a length, and as many bytes follow
PREFIXED = 19

LINE = 20
LINE_BYTES = 8 * LINE

# Bytes behind an event that kernels may read.
SLACK = 64

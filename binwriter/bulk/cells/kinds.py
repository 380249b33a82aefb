"""How a column's cells are made from its storage form: the kinds, and the line of numbers that tells a kernel.

Shared by those who make plans (`plans`, `row_plan`) and those who follow them (kernels, and the way without
numba). A plan is one line of `LINE_BYTES` a column after a line for the row as a whole, all int64.
"""

from __future__ import annotations

from enum import IntEnum


class Kind(IntEnum):
    """What has to be done with a value."""

    COPY = 0  # the lowest WIDTH bytes of a value of STRIDE bytes (1, 2, 4 or 8); in plans always part of a RUN
    BYTES = 1  # bytes by 32-bit offsets: a length of WIDTH bytes, then the bytes
    PADDED = 2  # the same without the PAD at its end
    DATE = 3  # days since 1970, int32
    DATETIME = 4  # microseconds since 1970, int64
    TIMESTAMP = 5
    TIME = 6  # microseconds, int64
    DECIMAL64 = 7  # 16 bytes a value of which the lower eight tell all; at most 8 bytes a cell
    DECIMAL = 8  # LIMBS words of 64 bits, lowest first
    YEAR = 9  # uint16, less BASE
    BITS = 10  # uint64, big endian
    CELLS = 11  # WIDTH bytes a value: the cell itself
    NOTHING = 12  # always NULL
    RUN = 13  # only in plans: this line and the next, RUN_LINES in all, are COPY


# --- the line of a column: indexes of its numbers ---------------------------------------------------------------------

KIND = 0
VALIDITY = 1  # address * 8 + bit of the first row's validity bit; 0: no NULLs
VALUES = 2  # address of the first row's value; of offset 0 for BYTES and PADDED
OFFSETS = 3  # address of the first row's offset
WIDTH = 4  # bytes of a cell, or of its length prefix
SHIFT = 5  # big endian: how far the number is shifted to the left end of 64 bits; -1: little endian

# temporal: what each part adds to the cell's number
BASE = 6
UNIT_YEAR = 7
UNIT_MONTH = 8
UNIT_DAY = 9
UNIT_HOUR = 10  # what an hour adds more than its 60 minutes
UNIT_MINUTE = 11  # what a minute adds more than its 60 seconds
UNIT_SECOND = 12
FRACTION = 13  # 2^44 / microseconds of a unit of the fraction, rounded up
CACHED_DAY = 14  # the day last seen (since 1970), and its date as year << 9 | month << 5 | day
CACHED_DATE = 15

# decimal: bytes of the first group, groups of nine digits, bytes of the last group, its 10^digits, 2^64 / that
LEAD_BYTES = 6
GROUPS = 7
TAIL_BYTES = 8
TAIL_MODULUS = 9
TAIL_RECIPROCAL = 10
LIMBS = 11  # 64-bit words of a value

# PADDED: one character of padding as a little-endian number, and its bytes
PAD = 6
PAD_BYTES = 7

# COPY: bytes from one row's value to the next one's; RUN: how many lines, and how many of them have NULLs
STRIDE = 6
RUN_LINES = 7
RUN_NULLS = 8

LINE = 16
LINE_BYTES = 8 * LINE
FRACTION_BITS = 44
NO_DAY = -(1 << 62)

# --- the line of the row ----------------------------------------------------------------------------------------------

COLUMNS = 0  # how many lines follow
BITMAP_BYTES = 1
BITMAP_LAST = 2  # what its last byte begins with: the unused bits

# Bytes behind the end of an image that the kernels may write to.
SLACK = 64
# Bytes behind a string, and in all of a value, that they may read in rows that are `safe`.
OVER_READ = 64
WORD_BYTES = 8

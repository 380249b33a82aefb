"""How a column's cells are made from its storage form: the kinds, and the line of numbers that tells a kernel.

Shared by those who make plans (`cell_plans`, `row_plan`) and those who follow them (kernels, and the way without
numba). A plan is one line of `LINE_BYTES` a column after a line for the row as a whole, all int64.
"""

from __future__ import annotations

from enum import IntEnum


class Kind(IntEnum):
    """What has to be done with a value. Values: one of 1, 2, 4, 8 bytes a row, or bytes by 32-bit offsets."""

    COPY1 = 0  # the lowest WIDTH bytes of a value of that many bytes
    COPY2 = 1
    COPY4 = 2
    COPY8 = 3
    BYTES = 4  # a length of WIDTH bytes, and the bytes
    PADDED = 5  # the same without the PAD at its end
    DATE = 6  # days since 1970, int32
    DATETIME = 7  # microseconds since 1970, int64
    TIMESTAMP = 8
    TIME = 9  # microseconds, int64
    DECIMAL64 = 10  # 16 bytes a row of which the lower eight have the value; at most 8 bytes a cell
    DECIMAL = 11  # 16 or 32 bytes a row
    YEAR = 12  # uint16, less BASE
    BITS = 13  # uint64, big endian
    CELLS = 14  # WIDTH bytes a row
    NOTHING = 15  # always NULL


# Bytes a row in the values buffer; 0: by offsets. DECIMAL has LIMBS, CELLS has WIDTH.
VALUE_BYTES = {
    Kind.COPY1: 1,
    Kind.COPY2: 2,
    Kind.COPY4: 4,
    Kind.COPY8: 8,
    Kind.BYTES: 0,
    Kind.PADDED: 0,
    Kind.DATE: 4,
    Kind.DATETIME: 8,
    Kind.TIMESTAMP: 8,
    Kind.TIME: 8,
    Kind.DECIMAL64: 16,
    Kind.YEAR: 2,
    Kind.BITS: 8,
    Kind.NOTHING: 0,
}

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
# Bytes behind a string that they may read, in rows that are `safe`.
OVER_READ = 64

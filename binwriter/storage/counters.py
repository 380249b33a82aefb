"""The series of AUTO_INCREMENT: auto_increment_offset + k * auto_increment_increment.

A server asks its engine for values and goes to the next one of the series itself; InnoDB's counter follows a rule of
its own. The two agree where the offset is not above the increment ("is ignored", says the manual of auto_increment_
offset): above it each does what unsigned arithmetic gives (captured: counters_beyond_offsets).
"""

from __future__ import annotations

_UINT64 = 1 << 64


def in_series(lowest: int, increment: int, offset: int) -> int:
    """The first value of the series that is not below this one, as a server counts."""
    if increment == 1:
        return lowest
    steps = (lowest - 1 + increment - offset) % _UINT64 // increment
    value = (steps * increment + offset) % _UINT64
    return value if value >= lowest else _UINT64 - 1  # beyond all: a server fails to read it


def last_in_series(value: int, increment: int, offset: int) -> int:
    """The last value of the series that is not above this one: what is left of one that a column cannot hold."""
    if increment == 1 or value < offset:
        return value
    return (value - offset) // increment * increment + offset


def counter_behind(value: int, count: int, increment: int, offset: int, highest: int) -> int:
    """InnoDB's counter once `count` values from this one on are taken; highest: of the column's type."""
    block = count * increment
    if offset > block:
        offset = 0
    if block >= highest or offset > highest or value == highest or highest - offset <= offset:
        return highest
    if highest - value <= block + offset:  # the last ones are left out (captured: clusters/last_numbers_of_counters)
        return highest
    return min(abs(value - offset) // increment * increment + block + offset, highest)


def counter_before_5_6(value: int, count: int, increment: int, offset: int, highest: int) -> int:
    """The same up to 5.5: so many steps behind the counter itself, or the value, whether that is in the series or not
    (captured: 5.5.20/counters_behind_steps_row)."""
    block = count * increment
    if highest - value <= block:
        return highest
    if offset <= 1:
        return value + block
    return min((abs(value - offset) // block + 1) * block + offset, highest)

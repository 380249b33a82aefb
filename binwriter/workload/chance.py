"""Chance without state: every number is a hash of a stream and a counter, so any order of asking gives the same.

splitmix64's output function (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15
_FACTOR_1, _FACTOR_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def stream(*parts: int) -> int:
    """A stream's number, of a seed and whatever tells it from others."""
    state = 0
    for part in parts:
        state = _mixed(state ^ (part & _MASK))
    return state


def _mixed(value: int) -> int:
    value = (value + _STEP) & _MASK
    value = ((value ^ (value >> 30)) * _FACTOR_1) & _MASK
    value = ((value ^ (value >> 27)) * _FACTOR_2) & _MASK
    return value ^ (value >> 31)


def words(number: int, counters: Words) -> Words:
    """64 random bits for each counter of a stream."""
    value = counters * np.uint64(_STEP)
    value += np.uint64((number + _STEP) & _MASK)
    value ^= value >> np.uint64(30)
    value *= np.uint64(_FACTOR_1)
    value ^= value >> np.uint64(27)
    value *= np.uint64(_FACTOR_2)
    value ^= value >> np.uint64(31)
    return value


def run_of_words(number: int, first: int, count: int) -> Words:
    """Those of `count` counters from `first` on."""
    return words(number, np.arange(first, first + count, dtype=np.uint64))


def low_half(value: Words) -> Numbers:
    """The low 32 bits."""
    return (value & np.uint64(0xFFFFFFFF)).astype(np.int64)


def high_half(value: Words) -> Numbers:
    """The high 32 bits."""
    return (value >> np.uint64(32)).astype(np.int64)


def scaled(half: Numbers, sizes: Numbers | int) -> Numbers:
    """32 random bits -> 0 to size - 1; sizes below 2^31."""
    return (half * sizes) >> 32


def spread(value: Words, sizes: Words) -> Words:
    """64 random bits -> 0 to size - 1, for sizes up to 2^32 exact to the last bit, above that by remainder."""
    return value % sizes

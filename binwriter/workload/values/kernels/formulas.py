"""The arithmetic of chance, written once: the same functions serve numpy's arrays and, compiled, single numbers.

Everything is uint64 and wraps around; there are no branches, so that a function means the same for an array.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

_Formula = TypeVar("_Formula", bound=Callable[..., Any])

try:
    from numba.extending import register_jitable
except ImportError:  # without numba the formulas only ever see arrays

    def register_jitable(function: _Formula) -> _Formula:  # type: ignore[no-redef]
        """Leaves the function as it is."""
        return function


# splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014)
STEP = np.uint64(0x9E3779B97F4A7C15)
FACTOR_1 = np.uint64(0xBF58476D1CE4E5B9)
FACTOR_2 = np.uint64(0x94D049BB133111EB)
LOW_HALF = np.uint64(0xFFFFFFFF)
S32, S31, S30, S29, S27 = (np.uint64(bits) for bits in (32, 31, 30, 29, 27))
ONE = np.uint64(1)


@register_jitable
def mixed(word: Any) -> Any:
    """64 bits -> 64 bits, one to one, every bit of the result hanging on every bit."""
    word = (word ^ (word >> S30)) * FACTOR_1
    word = (word ^ (word >> S27)) * FACTOR_2
    return word ^ (word >> S31)


@register_jitable
def row_word(key: Any, seed: Any) -> Any:
    """The chance of a row, from its key."""
    return mixed(key * STEP + seed)


@register_jitable
def version_word(word: Any, version: Any) -> Any:
    """The chance of one version of a row, from the row's."""
    return mixed(word + version * STEP)


@register_jitable
def column_word(word: Any, seed: Any) -> Any:
    """The chance of one decision about one column, from the row's; seed tells the decisions apart."""
    word = (word ^ seed) * FACTOR_1
    word = (word ^ (word >> S32)) * FACTOR_2
    return word ^ (word >> S29)


@register_jitable
def scaled(word: Any, span: Any) -> Any:
    """64 random bits -> 0 to span - 1, span up to 2^64 - 1: their product's upper half, or a little less."""
    high, low = word >> S32, word & LOW_HALF
    span_high, span_low = span >> S32, span & LOW_HALF
    return high * span_high + ((high * span_low) >> S32) + ((low * span_high) >> S32)


@register_jitable
def turned(word: Any) -> Any:
    """The halves changed places: bits for a second decision when the upper ones are used up."""
    return (word << S32) | (word >> S32)


@register_jitable
def permuted_once(number: Any, mask: Any, shift: Any, seed: Any) -> Any:
    """A permutation of 0 to mask (2^k - 1). shift: more than half of k's bits, so that it can be undone."""
    number = ((number + seed) * FACTOR_1) & mask
    number = ((number ^ (number >> shift)) * FACTOR_2) & mask
    number = ((number ^ (number >> shift)) * STEP + (seed >> S32)) & mask
    return number ^ (number >> shift)

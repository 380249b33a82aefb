"""Decimal digits to the nearest double, as Python's `float` gives it.

One product of the digits and a power of five in 128 bits tells nearly always; the few cases in which it does not are
left to the caller. Source: D. Lemire, "Number Parsing at a Gigabyte per Second", 2021.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from binwriter.bulk.kernels.compiled import kernel
from binwriter.bulk.kernels.memory import high_product

Number = Any  # an int64 or uint64 of the kernel

LOWEST_POWER, HIGHEST_POWER = -342, 308
NOT_SURE = 0x7FF0000000000000  # infinity's bits: no JSON number has them

_U = np.uint64
_MANTISSA_BITS = 52
_EXTRA_BITS = 3
_EXPONENT_BIAS = 1023
_EXPONENTS = 2047
# Between these powers five to the power is exact in 128 bits, or its inverse close enough.
_EXACT_POWERS = (-27, 55)
# Between these a product may lie just between two doubles.
_TIE_POWERS = (-4, 23)


def _significant(number: int) -> int:
    """The 128 highest bits."""
    size = number.bit_length()
    return number >> (size - 128) if size > 128 else number << (128 - size)


def _powers_of_five() -> np.ndarray[Any, np.dtype[np.uint64]]:
    """One line a power, from the lowest on: its highest 64 bits and the next 64; inverses are rounded up."""
    lines = []
    for power in range(LOWEST_POWER, HIGHEST_POWER + 1):
        five = 5 ** abs(power)
        if power < 0:
            shift = five.bit_length() + 127 if power >= _EXACT_POWERS[0] else 2 * five.bit_length() + 128
            bits = _significant((1 << shift) // five + 1)
        else:
            bits = _significant(five)
        lines.append((bits >> 64, bits & ((1 << 64) - 1)))
    return np.array(lines, np.uint64)


_POWERS = _powers_of_five()


@kernel(inline="always")
def leading_zeros(word: Number) -> Number:
    """Of a number that is not 0."""
    count = 0
    for shift in (32, 16, 8, 4, 2, 1):
        if word >> _U(64 - shift) == _U(0):
            word <<= _U(shift)
            count += shift
    return count


@kernel()
def double_bits(digits: Number, power: Number) -> Number:
    """The bits of digits * 10^power, digits from 1 to 2^64 - 1; NOT_SURE for what needs more care."""
    if power < LOWEST_POWER or power > HIGHEST_POWER:
        return _U(NOT_SURE)
    zeros = leading_zeros(digits)
    word = digits << _U(zeros)
    line = power - LOWEST_POWER
    high = high_product(word, _POWERS[line, 0])
    low = word * _POWERS[line, 0]
    mask = _U((1 << (64 - _MANTISSA_BITS - _EXTRA_BITS)) - 1)
    if high & mask == mask:
        more = high_product(word, _POWERS[line, 1])
        low += more
        if low < more:
            high += _U(1)
    if low == ~_U(0) and (power < _EXACT_POWERS[0] or power > _EXACT_POWERS[1]):
        return _U(NOT_SURE)
    upper = np.int64(high >> _U(63))
    shift = _U(upper + 64 - _MANTISSA_BITS - _EXTRA_BITS)
    mantissa = high >> shift
    # 217706 / 2^16 is the binary logarithm of ten
    exponent = ((217_706 * power) >> 16) + 63 + upper - zeros + _EXPONENT_BIAS
    if exponent <= 0:
        return _U(NOT_SURE)
    tie = low <= _U(1) and power >= _TIE_POWERS[0] and power <= _TIE_POWERS[1]
    if tie and mantissa & _U(3) == _U(1) and mantissa << shift == high:
        mantissa &= ~_U(1)
    mantissa = (mantissa + (mantissa & _U(1))) >> _U(1)
    if mantissa >> _U(_MANTISSA_BITS + 1):
        mantissa = _U(1 << _MANTISSA_BITS)
        exponent += 1
    if exponent >= _EXPONENTS:
        return _U(NOT_SURE)
    return (mantissa & _U((1 << _MANTISSA_BITS) - 1)) | (_U(exponent) << _U(_MANTISSA_BITS))

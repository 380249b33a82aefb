"""CRC32 for bulk work: which implementation there is, as a Python function and as a symbol that kernels call.

isal's is the quickest, then zlib-ng's; without either Python has zlib's, and kernels their own (`kernels.checksum`).
The system's zlib is not bound: its calls on the few bytes of an event cost more than our own tables.
"""

from __future__ import annotations

import ctypes
import functools
import importlib
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

# (module, its Python function, the symbol in its shared library: (crc, buffer, length) -> crc)
_LIBRARIES = (
    ("isal.isal_zlib", "crc32", "crc32_gzip_refl"),
    ("zlib_ng.zlib_ng", "crc32", "zng_crc32_z"),
)
# x^32 + x^26 + ... + 1: CRC-32 of zlib, Ethernet and MySQL, highest power first
POLYNOMIAL = 0x104C11DB7
_SLICES = 16


def _load(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


@functools.cache
def fastest_crc32() -> Callable[..., int]:
    """crc32(data, start=0) -> int of the quickest library that is installed."""
    for name, function, _ in _LIBRARIES:
        if module := _load(name):
            function_there: Callable[..., int] = getattr(module, function)
            return function_there
    return zlib.crc32


@functools.cache
def library_address() -> int | None:
    """Where a library's crc32 lies in this process; None if there is no such library."""
    for name, _, symbol in _LIBRARIES:
        if module := _load(name):
            try:
                function = getattr(ctypes.CDLL(module.__file__), symbol)
            except (OSError, AttributeError):
                continue
            return ctypes.cast(function, ctypes.c_void_p).value
    return None


def power_of_x(exponent: int) -> int:
    """x^exponent modulo the polynomial."""
    value, square = 1, 2
    while exponent:
        value = _product(value, square) if exponent & 1 else value
        square, exponent = _product(square, square), exponent >> 1
    return value


def powers_of_x(first: int, step: int, count: int) -> npt.NDArray[np.uint64]:
    """x^first, x^(first + step) and so on modulo the polynomial: by multiplication, twice as many at a time."""
    powers = np.array([power_of_x(first)], np.uint64)
    while len(powers) < count:
        factor, further = power_of_x(step * len(powers)), np.zeros_like(powers)
        for bit in range(POLYNOMIAL.bit_length() - 1):
            further ^= (powers >> np.uint64(bit) & np.uint64(1)) * np.uint64(factor)
            factor = _times_x(factor)
        powers = np.concatenate([powers, further])
    return powers[:count]


def _product(left: int, right: int) -> int:
    total = 0
    while right:
        total ^= left if right & 1 else 0
        left, right = _times_x(left), right >> 1
    return total


def _times_x(value: int) -> int:
    value <<= 1
    return value ^ POLYNOMIAL if value >> 32 else value


def quotient_of_power(exponent: int) -> int:
    """x^exponent divided by the polynomial, without the remainder."""
    quotient, rest = 0, 1 << exponent
    while rest.bit_length() >= POLYNOMIAL.bit_length():
        shift = rest.bit_length() - POLYNOMIAL.bit_length()
        quotient |= 1 << shift
        rest ^= POLYNOMIAL << shift
    return quotient


def reflected(value: int, bits: int) -> int:
    """The same polynomial with its powers the other way round, as CRC32 counts bits."""
    return int(f"{value:0{bits}b}"[::-1], 2)


def slicing_tables() -> npt.NDArray[np.uint32]:
    """[k][byte]: what a byte with k bytes behind it changes."""
    tables = np.zeros((_SLICES, 256), np.uint32)
    for byte in range(256):
        value = byte
        for _ in range(8):
            value = value >> 1 ^ (reflected(POLYNOMIAL & 0xFFFFFFFF, 32) if value & 1 else 0)
        tables[0, byte] = value
    for behind in range(1, _SLICES):
        tables[behind] = tables[behind - 1] >> 8 ^ tables[0][tables[behind - 1] & 0xFF]
    return tables

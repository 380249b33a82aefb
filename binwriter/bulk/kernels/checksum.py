"""CRC32 in kernels.

An event is short, so what counts is not the speed on long buffers but the chain of dependent steps. CRC32 is linear:
the remainder of a message is the sum of its 64-bit words, each times the power of x that stands for the bytes
behind it. On processors that multiply polynomials in vectors (VPCLMULQDQ) the words of an event are multiplied by keys
out of a table, four at a time and independent of each other, and the sum is reduced once. Longer buffers and other
processors go to the library that `crc` found (by symbol, so that the cache on disk does not depend on it), else to our
tables.
"""

from __future__ import annotations

import functools
import zlib
from itertools import accumulate
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from binwriter.bulk.crc import (
    POLYNOMIAL,
    library_address,
    power_of_x,
    powers_of_x,
    quotient_of_power,
    reflected,
    slicing_tables,
)
from binwriter.bulk.kernels.compiled import kernel

# Bytes in front of a buffer that must be readable; their values do not matter.
SLACK_IN_FRONT = 32

_SYMBOL = "binwriter_crc32"
_CHUNK = 32  # bytes a vector
LONGEST = 16384  # bytes; longer buffers go to the library
_SLICES = 16

# without numba's own annotations, which say what Python sees, not what kernels do
_carray: Any = vars(numba)["carray"]
_types: Any = numba.types

_I32, _I64 = ir.IntType(32), ir.IntType(64)
_WORDS = ir.VectorType(_I64, 4)
PAIR = ir.VectorType(_I64, 2)


def _features() -> str:
    """Of the processor that numba compiles for; the cache on disk keeps them apart."""
    return str(cpu_target.target_context.codegen().magic_tuple()[2])


HAS_VECTOR_MULTIPLY = "+vpclmulqdq" in _features() and "+avx2" in _features()


def _keys() -> np.ndarray[Any, Any]:
    """One line a chunk, that of the last chunk last: the powers of x by which its four words are multiplied."""
    powers = powers_of_x(32, 64, (LONGEST + _CHUNK) // 8)
    return np.array([reflected(power, 32) << 1 for power in powers[::-1].tolist()], np.uint64)


# frozen into the machine code as constants
_SLICING = slicing_tables()
_KEYS = _keys() if HAS_VECTOR_MULTIPLY else np.zeros(4, np.uint64)
# 32 bytes of 0, then 32 of 255: from offset n on, a mask of the last n bytes of a chunk
_MASKS = np.frombuffer(bytes(_CHUNK) + b"\xff" * _CHUNK, np.uint8)
# What the initial value of all ones and the final inversion make of each length.
_OF_ZEROS = np.array([*accumulate(range(LONGEST), lambda crc, _: zlib.crc32(b"\0", crc), initial=0)], np.uint32)
FOLD = reflected(power_of_x(64), 32) << 1
QUOTIENT = reflected(quotient_of_power(64), 33)
REFLECTED = reflected(POLYNOMIAL, 33)
LOW = 0xFFFFFFFF


# --- the library, or our tables ---------------------------------------------------------------------------------------


def _with_tables(start: Any, data: Any, length: Any) -> Any:
    """crc32 over sixteen tables: for processors and installations that have nothing better."""
    bytes_ = _carray(data, (np.int64(length),), np.uint8)
    value = np.uint32(start ^ np.uint32(LOW))
    place, whole = np.int64(0), np.int64(length) - np.int64(length) % _SLICES
    while place < whole:
        mixed = np.uint32(0)
        for step in range(_SLICES):
            byte = bytes_[place + step]
            if step < 4:
                byte ^= np.uint8(value >> np.uint32(8 * step) & np.uint32(255))
            mixed ^= _SLICING[_SLICES - 1 - step, byte]
        value = mixed
        place += _SLICES
    while place < np.int64(length):
        value = value >> np.uint32(8) ^ _SLICING[0, np.uint8(value & np.uint32(255)) ^ bytes_[place]]
        place += 1
    return np.uint32(value ^ np.uint32(LOW))


@functools.cache
def own_crc32() -> Any:
    """(start, address, length) -> crc, for C: compiled when it is needed."""
    return numba.cfunc("uint32(uint32, voidptr, uint64)")(_with_tables)


llvm.add_symbol(_SYMBOL, library_address() or own_crc32().address)
_library = _types.ExternalFunction(_SYMBOL, _types.uint32(_types.uint32, _types.voidptr, _types.uint64))


def _pointer_code(_context: Any, address: Any) -> Any:
    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())

    return _types.voidptr(_types.int64), generate


_pointer: Any = intrinsic(_pointer_code)


@kernel()
def _crc32_library(address: Any, length: Any) -> Any:
    return _library(np.uint32(0), _pointer(address), np.uint64(length))


# --- in vectors -------------------------------------------------------------------------------------------------------


def multiply(builder: Any, name: str, kind: Any, left: Any, right: Any, halves: int) -> Any:
    """Polynomials times polynomials, of 64 bits each: `halves` says which half of each 128 bits, 0 low or 0x11 high."""
    function = builder.module.globals.get(name)
    if function is None:
        function = ir.Function(builder.module, ir.FunctionType(kind, [kind, kind, ir.IntType(8)]), name)
    return builder.call(function, [left, right, ir.Constant(ir.IntType(8), halves)])


def _times_code(_context: Any, _left: Any, _right: Any) -> Any:
    """The low 64 bits of a product of two words."""

    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        zero, first = ir.Constant(PAIR, [0, 0]), ir.Constant(_I32, 0)
        left, right = (builder.insert_element(zero, argument, first) for argument in arguments)
        product = multiply(builder, "llvm.x86.pclmulqdq", PAIR, left, right, 0)
        return builder.extract_element(product, first)

    return _types.uint64(_types.uint64, _types.uint64), generate


_times: Any = intrinsic(_times_code)


def sum_of_products(builder: Any, address: Any, length: Any, keys_end: Any, masks: Any) -> list[Any]:
    """The words of a buffer times their keys, added up: [low 64 bits, high 32 bits], as instructions of `builder`.

    The first chunk ends with the bytes that are too few for a whole one; what is in front of them is masked away.
    """

    def load(place: Any) -> Any:
        return builder.load(builder.inttoptr(place, _WORDS.as_pointer()), align=1)

    def add(sums: Any, words: Any, keys: Any) -> list[Any]:
        name = "llvm.x86.pclmulqdq.256"
        return [
            builder.xor(total, multiply(builder, name, _WORDS, words, keys, halves))
            for total, halves in zip(sums, (0, 0x11), strict=True)
        ]

    chunk = ir.Constant(_I64, _CHUNK)
    rest = builder.and_(length, ir.Constant(_I64, _CHUNK - 1))
    start, end = builder.add(address, rest), builder.add(address, length)
    start_keys = builder.sub(keys_end, builder.sub(length, rest))
    zero = ir.Constant(_WORDS, [0] * 4)
    head = builder.and_(load(builder.sub(start, chunk)), load(builder.add(masks, rest)))
    sums = add([zero, zero], head, load(builder.sub(start_keys, chunk)))

    before = builder.block
    loop, body, done = (builder.append_basic_block(name) for name in ("loop", "body", "done"))
    builder.branch(loop)
    builder.position_at_end(loop)
    values = [builder.phi(kind) for kind in (_I64, _I64, _WORDS, _WORDS)]
    for value, first in zip(values, [start, start_keys, *sums], strict=True):
        value.add_incoming(first, before)
    place, keys, *running = values
    builder.cbranch(builder.icmp_unsigned("!=", place, end), body, done)
    builder.position_at_end(body)
    after = [builder.add(place, chunk), builder.add(keys, chunk), *add(running, load(place), load(keys))]
    for value, following in zip(values, after, strict=True):
        value.add_incoming(following, body)
    builder.branch(loop)
    builder.position_at_end(done)
    total = builder.xor(*running)
    words = [builder.extract_element(total, ir.Constant(_I32, index)) for index in range(4)]
    return [builder.xor(words[0], words[2]), builder.xor(words[1], words[3])]


def _sum_of_products_code(_context: Any, _address: Any, _length: Any, _keys_end: Any, _masks: Any) -> Any:
    def generate(context: Any, builder: Any, __: Any, arguments: Any) -> Any:
        return context.make_tuple(builder, _types.UniTuple(_types.uint64, 2), sum_of_products(builder, *arguments))

    return _types.UniTuple(_types.uint64, 2)(_types.int64, _types.int64, _types.int64, _types.int64), generate


_sum_of_products: Any = intrinsic(_sum_of_products_code)


@kernel()
def _crc32_vector(address: Any, length: Any) -> Any:
    if length > LONGEST:
        return _crc32_library(address, length)
    low, high = _sum_of_products(address, length, _KEYS.ctypes.data + _KEYS.nbytes, _MASKS.ctypes.data)
    # 96 bits to 64, then to 32 (Barrett)
    word = (low >> np.uint64(32) | high << np.uint64(32)) ^ _times(low & np.uint64(LOW), np.uint64(FOLD))
    quotient = _times(word & np.uint64(LOW), np.uint64(QUOTIENT))
    word ^= _times(quotient & np.uint64(LOW), np.uint64(REFLECTED))
    return np.uint32(word >> np.uint64(32)) ^ _OF_ZEROS[length]


# Where the tables lie: keys (their end), masks, what zeros make.
TABLES = (_KEYS.ctypes.data + _KEYS.nbytes, _MASKS.ctypes.data, _OF_ZEROS.ctypes.data)

# crc32(address, length): of the bytes there. SLACK_IN_FRONT bytes in front of them must be readable.
crc32 = _crc32_vector if HAS_VECTOR_MULTIPLY else _crc32_library

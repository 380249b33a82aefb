"""Memory by address, for kernels: loads and stores of any alignment, copies, reversed bytes, wide products.

Addresses are int64. Nothing is checked: a kernel that calls these proves its own bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import extending, types

_BYTE = ir.IntType(8)
_I64 = ir.IntType(64)
_I128 = ir.IntType(128)

Intrinsic = Callable[..., Any]
intrinsic: Callable[[Callable[..., Any]], Intrinsic] = extending.intrinsic


def _address(builder: Any, value: Any, pointed: Any) -> Any:
    return builder.inttoptr(value, pointed.as_pointer())


def _load(bits: int, result: Any) -> Intrinsic:
    @intrinsic
    def load(_context: Any, address: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.load(_address(builder, arguments[0], ir.IntType(bits)), align=1)

        return result(types.int64), generate

    return load


def _store(bits: int, stored: Any) -> Intrinsic:
    @intrinsic
    def store(_context: Any, address: Any, value: Any) -> Any:
        def generate(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            builder.store(arguments[1], _address(builder, arguments[0], ir.IntType(bits)), align=1)
            return target.get_dummy_value()

        return types.void(types.int64, stored), generate

    return store


load8, load16 = _load(8, types.uint8), _load(16, types.uint16)
load32, load64 = _load(32, types.uint32), _load(64, types.uint64)
loadi32, loadi64 = _load(32, types.int32), _load(64, types.int64)
store8, store16 = _store(8, types.uint8), _store(16, types.uint16)
store32, store64 = _store(32, types.uint32), _store(64, types.uint64)


def _field(result: Any) -> Intrinsic:
    """Number `index` (counted from 0, eight bytes each) of those that begin at the address."""

    @intrinsic
    def load(_context: Any, address: Any, index: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            pointer = _address(builder, arguments[0], _I64)
            return builder.load(builder.gep(pointer, [arguments[1]]), align=8)

        return result(types.int64, types.int64), generate

    return load


field, ufield = _field(types.int64), _field(types.uint64)


def _block(size: int) -> Intrinsic:
    """Copies that many bytes through one register."""
    vector = ir.VectorType(_I64, size // 8)

    @intrinsic
    def copy(_context: Any, target: Any, source: Any) -> Any:
        def generate(codegen: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            value = builder.load(_address(builder, arguments[1], vector), align=1)
            builder.store(value, _address(builder, arguments[0], vector), align=1)
            return codegen.get_dummy_value()

        return types.void(types.int64, types.int64), generate

    return copy


copy16, copy32 = _block(16), _block(32)


def _bytes(name: str, explanation: str) -> Intrinsic:
    """One of LLVM's copies of any length."""

    @intrinsic
    def copy(_context: Any, target: Any, source: Any, length: Any) -> Any:
        def generate(codegen: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            pointer = _BYTE.as_pointer()
            function = builder.module.declare_intrinsic(name, [pointer, pointer, _I64])
            to, start = (builder.inttoptr(argument, pointer) for argument in arguments[:2])
            builder.call(function, [to, start, arguments[2], ir.Constant(ir.IntType(1), 0)])
            return codegen.get_dummy_value()

        return types.void(types.int64, types.int64, types.int64), generate

    copy.__doc__ = explanation
    return copy


copy_bytes = _bytes("llvm.memcpy", "Exactly `length` bytes that do not overlap.")
move_bytes = _bytes("llvm.memmove", "Exactly `length` bytes that may overlap.")


@intrinsic
def reversed64(_context: Any, value: Any) -> Any:
    """The eight bytes in reverse."""

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bswap(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def high_product(_context: Any, left: Any, right: Any) -> Any:
    """The upper 64 bits of the product of two uint64."""

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        wide = [builder.zext(argument, _I128) for argument in arguments]
        return builder.trunc(builder.lshr(builder.mul(*wide), ir.Constant(_I128, 64)), _I64)

    return types.uint64(types.uint64, types.uint64), generate


def _call(arguments: int) -> Intrinsic:
    """Calls the function at an address with so many words; gives its word."""
    kind = ir.FunctionType(_I64, [_I64] * arguments)

    def generate(_target: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.call(builder.inttoptr(values[0], kind.as_pointer()), list(values[1:]))

    return generate


_call3, _call7 = _call(3), _call(7)


@intrinsic
def call3(_context: Any, _function: Any, _a: Any, _b: Any, _c: Any) -> Any:
    """The function at that address."""
    return types.int64(*[types.int64] * 4), _call3


@intrinsic
def call7(_context: Any, _function: Any, _a: Any, _b: Any, _c: Any, _d: Any, _e: Any, _f: Any, _g: Any) -> Any:
    """The function at that address."""
    return types.int64(*[types.int64] * 8), _call7

"""A function of 64-bit numbers, written as Python expressions and compiled by LLVM.

`Code` is a function under construction. Its `Word`s stand for numbers that the function will have when it runs:
calculating with them (all unsigned, modulo 2^64) adds instructions. Addresses are words, too; nothing is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir

_I64 = ir.IntType(64)
_MODULUS = 1 << 64


class Word:
    """A number of the function. Comparisons give conditions for `Code.when`, `Code.chosen` and loops."""

    __slots__ = ("_builder", "value")

    def __init__(self, builder: Any, value: Any) -> None:
        self._builder = builder
        self.value = value

    def _with(self, other: Word | int, operation: str) -> Word:
        value = constant(other) if isinstance(other, int) else other.value
        return Word(self._builder, getattr(self._builder, operation)(self.value, value))

    def __add__(self, other: Word | int) -> Word:
        return self._with(other, "add") if other != 0 else self

    def __sub__(self, other: Word | int) -> Word:
        return self._with(other, "sub")

    def __mul__(self, other: Word | int) -> Word:
        return self._with(other, "mul")

    def __floordiv__(self, other: Word | int) -> Word:
        return self._with(other, "udiv")

    def __mod__(self, other: Word | int) -> Word:
        return self._with(other, "urem")

    def __and__(self, other: Word | int) -> Word:
        return self._with(other, "and_")

    def __or__(self, other: Word | int) -> Word:
        return self._with(other, "or_")

    def __xor__(self, other: Word | int) -> Word:
        return self._with(other, "xor")

    def __lshift__(self, other: Word | int) -> Word:
        return self._with(other, "shl") if other != 0 else self

    def __rshift__(self, other: Word | int) -> Word:
        return self._with(other, "lshr") if other != 0 else self

    def __invert__(self) -> Word:
        return self ^ (_MODULUS - 1)

    def negated(self) -> Word:
        return Word(self._builder, self._builder.neg(self.value))

    def reversed(self) -> Word:
        """The eight bytes in reverse."""
        return Word(self._builder, self._builder.bswap(self.value))

    def compared(self, sign: str, other: Word | int) -> Any:
        """sign: one of < <= == != >= >."""
        value = constant(other) if isinstance(other, int) else other.value
        return self._builder.icmp_unsigned(sign, self.value, value)

    @property
    def is_negative(self) -> Any:
        """As a signed number."""
        return self._builder.icmp_signed("<", self.value, constant(0))


def constant(number: int) -> Any:
    """The number, modulo 2^64."""
    return ir.Constant(_I64, number % _MODULUS)


class Variable:
    """A number that changes; LLVM keeps it in a register."""

    def __init__(self, code: Code, start: Word | int) -> None:
        self._code = code
        with code.builder.goto_entry_block():
            self._place = code.builder.alloca(_I64)
        self.set(start)

    def get(self) -> Word:
        return Word(self._code.builder, self._code.builder.load(self._place))

    def set(self, value: Word | int) -> None:
        word = self._code.word(value)
        self._code.builder.store(word.value, self._place)


class Code:
    """A function of a module: so many words in, one out."""

    def __init__(self, module: Any, name: str, arguments: int) -> None:
        self.module = module
        self.function = ir.Function(module, ir.FunctionType(_I64, [_I64] * arguments), name)
        self.builder: Any = ir.IRBuilder(self.function.append_basic_block("entry"))
        # allocations stay in front
        body = self.function.append_basic_block("body")
        self.builder.branch(body)
        self.builder.position_at_end(body)

    @property
    def arguments(self) -> list[Word]:
        return [Word(self.builder, value) for value in self.function.args]

    def word(self, value: Word | int) -> Word:
        return Word(self.builder, constant(value)) if isinstance(value, int) else value

    def give(self, value: Word) -> None:
        """Ends the function."""
        self.builder.ret(value.value)

    # --- memory

    def load(self, address: Word, size: int = 8, *, signed: bool = False) -> Word:
        """`size` bytes, little endian."""
        kind = ir.IntType(8 * size)
        value = self.builder.load(self.builder.inttoptr(address.value, kind.as_pointer()), align=1)
        if size < 8:
            value = (self.builder.sext if signed else self.builder.zext)(value, _I64)
        return Word(self.builder, value)

    def store(self, address: Word, value: Word | int, size: int = 8) -> None:
        """The lowest `size` bytes."""
        kind = ir.IntType(8 * size)
        stored = self.word(value).value
        if size < 8:
            stored = self.builder.trunc(stored, kind)
        self.builder.store(stored, self.builder.inttoptr(address.value, kind.as_pointer()), align=1)

    def copy(self, target: Word, source: Word, size: int) -> None:
        """`size` bytes through a register (1, 2, 4, 8, 16, 32 or 64)."""
        kind: Any = ir.IntType(8 * size) if size <= 8 else ir.VectorType(_I64, size // 8)
        value = self.builder.load(self.builder.inttoptr(source.value, kind.as_pointer()), align=1)
        self.builder.store(value, self.builder.inttoptr(target.value, kind.as_pointer()), align=1)

    # --- control

    def chosen(self, condition: Any, yes: Word | int, no: Word | int) -> Word:
        """Without a jump."""
        return Word(self.builder, self.builder.select(condition, self.word(yes).value, self.word(no).value))

    @contextmanager
    def when(self, condition: Any, *, likely: bool | None = None) -> Iterator[None]:
        with self.builder.if_then(condition, likely=likely):
            yield

    @contextmanager
    def loop(self, condition: Callable[[], Any]) -> Iterator[Callable[[], None]]:
        """While the condition holds. Gives what leaves the loop, as the last instruction of a `when`."""
        head, body, done = (self.function.append_basic_block(name) for name in ("loop", "inner", "done"))
        self.builder.branch(head)
        self.builder.position_at_end(head)
        self.builder.cbranch(condition(), body, done)
        self.builder.position_at_end(body)
        yield lambda: self.builder.branch(done)
        self.builder.branch(head)
        self.builder.position_at_end(done)

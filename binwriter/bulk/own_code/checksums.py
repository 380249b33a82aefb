"""CRC32 in code of our own: of bytes in memory as the kernels do it, and of an event that is known but for its fields.

CRC32 is linear: what a field changes is its value times a power of x that stands for the bytes behind it. So the
checksum of a template is a constant, exclusive-or what its fields make of it, and its bytes need not be read.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

from llvmlite import ir

from binwriter.bulk.crc import power_of_x, reflected
from binwriter.bulk.kernels.checksum import FOLD, LOW, PAIR, QUOTIENT, REFLECTED, multiply, sum_of_products
from binwriter.bulk.own_code.words import Code, Word

_FIRST = ir.Constant(ir.IntType(32), 0)
_SECOND = ir.Constant(ir.IntType(32), 1)
_WORD = 8


def _vector(code: Code, word: Word) -> Any:
    return code.builder.insert_element(ir.Constant(PAIR, [0, 0]), word.value, _FIRST)


def _product(code: Code, left: Word, right: int) -> Any:
    key = ir.Constant(PAIR, [right, 0])
    return multiply(code.builder, "llvm.x86.pclmulqdq", PAIR, _vector(code, left), key, 0)


def _low(code: Code, pair: Any) -> Word:
    return Word(code.builder, code.builder.extract_element(pair, _FIRST))


def _reduced(code: Code, low: Word, high: Word) -> Word:
    """96 bits to 64, then to 32 (Barrett)."""
    word = (low >> 32 | high << 32) ^ _low(code, _product(code, low & LOW, FOLD))
    quotient = _low(code, _product(code, word & LOW, QUOTIENT))
    return (word ^ _low(code, _product(code, quotient & LOW, REFLECTED))) >> 32


def of_template(code: Code, data: bytes, fields: Sequence[tuple[int, Word]]) -> Word:
    """Of `data` with other fields. fields: their places, and their values exclusive-or what `data` has there, in the
    lowest bytes of a word."""
    total: Any = None
    for offset, value in fields:
        place = min(offset, len(data) - _WORD)
        key = reflected(power_of_x(32 + 8 * (len(data) - place - _WORD)), 32) << 1
        product = _product(code, value << 8 * (offset - place), key)
        total = product if total is None else code.builder.xor(total, product)
    high = Word(code.builder, code.builder.extract_element(total, _SECOND))
    return _reduced(code, _low(code, total), high) ^ zlib.crc32(data)


def of_memory(code: Code, address: Word, length: Word, keys_end: Word, masks: Word, of_zeros: Word) -> Word:
    """Of at most `checksum.LONGEST` bytes; the tables are those of `kernels.checksum`."""
    low, high = sum_of_products(code.builder, address.value, length.value, keys_end.value, masks.value)
    remainder = _reduced(code, Word(code.builder, low), Word(code.builder, high))
    return remainder ^ code.load(of_zeros + length * 4, 4)

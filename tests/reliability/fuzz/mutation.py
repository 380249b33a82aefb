"""Blind changes of an input, for where atheris is not installed and for the tests that need some of a fixed seed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

_MAX_LENGTH = 1 << 16
# Numbers that lengths and counts go wrong at.
_NUMBERS = (0, 1, 0x7F, 0x80, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, (1 << 64) - 1)


def mutated(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """The input with one to four changes; now and then a part of another one is put in."""
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        data = random.choice(_CHANGES)(data, others, random)
    return data[:_MAX_LENGTH]


def _flip(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    return _put(data, random, lambda old: bytes((old[0] ^ 1 << random.randrange(8),)), 1)


def _byte(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    return _put(data, random, lambda old: random.randbytes(1), 1)


def _number(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    width = random.choice((1, 2, 3, 4, 8))
    number = random.choice(_NUMBERS) & (1 << 8 * width) - 1
    return _put(data, random, lambda old: number.to_bytes(width, "little"), width)


def _nudge(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    """A number a little larger or smaller."""
    width = random.choice((1, 2, 4))
    step = random.choice((-2, -1, 1, 2))
    limit = 1 << 8 * width
    return _put(
        data, random, lambda old: ((int.from_bytes(old, "little") + step) % limit).to_bytes(width, "little"), width
    )


def _put(data: bytes, random: Random, change: Callable[[bytes], bytes], width: int) -> bytes:
    if len(data) < width:
        return random.randbytes(width)
    at = random.randrange(len(data) - width + 1)
    return data[:at] + change(data[at : at + width]) + data[at + width :]


def _insert(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.randbytes(random.randrange(1, 9)) + data[at:]


def _delete(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + data[at + random.randrange(1, 9) :]


def _repeat(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    part = data[at : at + random.randrange(1, 65)]
    return data[:at] + part * random.choice((2, 2, 3, 50)) + data[at + len(part) :]


def _cut(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _splice(data: bytes, others: Sequence[bytes], random: Random) -> bytes:
    other = random.choice(others) if others else b""
    at, begin = random.randrange(len(data) + 1), random.randrange(len(other) + 1)
    part = other[begin : begin + random.choice((4, 16, 64, 1 << 16))]
    return data[:at] + part + data[at + random.choice((0, len(part))) :]


_CHANGES: tuple[Callable[[bytes, Sequence[bytes], Random], bytes], ...] = (
    _flip,
    _flip,
    _byte,
    _number,
    _number,
    _nudge,
    _nudge,
    _insert,
    _delete,
    _repeat,
    _cut,
    _splice,
)

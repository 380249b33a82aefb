"""What servers before 8.0 scramble by a seeded generator: OLD_PASSWORD() (before 5.7.5), ENCODE() and DECODE().

Source: MySQL 5.5 manual, "Encryption and Compression Functions"; MySQL internals text, "Old Password Authentication".
Shown by tests/golden/captured-old/5.5.20/encoded_row.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

_MODULUS = 0x3FFFFFFF
_WORD = 0xFFFFFFFF
_HALF = 0x7FFFFFFF
_SPACES = b" \t"


def old_hash(data: bytes) -> tuple[int, int]:
    """Two numbers of 31 bits. Spaces and tabs do not count."""
    first, second, weight = 1345345333, 0x12345671, 7
    for byte in data:
        if byte in _SPACES:
            continue
        first ^= ((((first & 63) + weight) * byte) + (first << 8)) & _WORD
        second = (second + ((second << 8) ^ first)) & _WORD
        weight += byte
    return first & _HALF, second & _HALF


def old_password(data: bytes) -> str:
    """16 hexadecimal digits; nothing of nothing."""
    return "{:08x}{:08x}".format(*old_hash(data)) if data else ""


def _bytes_at_random(first: int, second: int) -> Iterator[int]:
    """0 to 254, from numbers that two seeds give."""
    first, second = first % _MODULUS, second % _MODULUS
    while True:
        first = (first * 3 + second) % _MODULUS
        second = (first + second + 33) % _MODULUS
        yield floor(first / _MODULUS * 255)


class Scrambler:
    """ENCODE() and DECODE() of one text by one key."""

    def __init__(self, key: bytes) -> None:
        self._random = _bytes_at_random(*old_hash(key))
        self._decoding = list(range(256))
        for place in range(256):
            other = next(self._random)
            decoding = self._decoding
            decoding[other], decoding[place] = decoding[place], decoding[other]
        self._encoding = [0] * 256
        for place, byte in enumerate(self._decoding):
            self._encoding[byte] = place
        self._shift = 0

    def encoded(self, data: bytes) -> bytes:
        return bytes(map(self._encode, data))

    def decoded(self, data: bytes) -> bytes:
        return bytes(map(self._decode, data))

    def _encode(self, byte: int) -> int:
        self._shift ^= next(self._random)
        made = self._encoding[byte] ^ self._shift
        self._shift ^= byte
        return made & 0xFF

    def _decode(self, byte: int) -> int:
        self._shift ^= next(self._random)
        made = self._decoding[(byte ^ self._shift) & 0xFF]
        self._shift ^= made
        return made

"""AES as FIPS 197 has it: one block, its keys, and the padding of the last one.

Source: FIPS 197; MySQL manual, "Encryption and Compression Functions" (key folding, PKCS padding); values of a 9.7.4.
"""

from __future__ import annotations

from functools import lru_cache

BLOCK = 16
Keys = tuple[bytes, ...]  # one a round


def _times_two(value: int) -> int:
    return ((value << 1) ^ 0x11B) & 0xFF if value & 0x80 else value << 1


def _product(left: int, right: int) -> int:
    """In GF(2^8)."""
    result = 0
    while right:
        if right & 1:
            result ^= left
        left, right = _times_two(left), right >> 1
    return result


def _substitutions() -> bytes:
    """The S-box: the inverse in the field, then an affine map of its bits."""
    found = bytearray(256)
    for value in range(256):
        inverse = next((other for other in range(256) if _product(value, other) == 1), 0)
        rotated = inverse
        for _ in range(4):
            inverse = ((inverse << 1) | (inverse >> 7)) & 0xFF
            rotated ^= inverse
        found[value] = rotated ^ 0x63
    return bytes(found)


@lru_cache(maxsize=1)
def _boxes() -> tuple[bytes, bytes]:
    forward = _substitutions()
    return forward, bytes(forward.index(value) for value in range(256))


@lru_cache(maxsize=64)
def round_keys(key: bytes) -> Keys:
    """key: 16, 24 or 32 bytes."""
    forward, _ = _boxes()
    words = [key[start : start + 4] for start in range(0, len(key), 4)]
    length, constant = len(words), 1
    for number in range(length, 4 * (length + 7)):
        word = words[-1]
        if number % length == 0:
            word = bytes(forward[byte] for byte in word[1:] + word[:1])
            word = bytes([word[0] ^ constant]) + word[1:]
            constant = _times_two(constant)
        elif length > 6 and number % length == 4:
            word = bytes(forward[byte] for byte in word)
        words.append(bytes(one ^ other for one, other in zip(word, words[-length], strict=True)))
    return tuple(b"".join(words[start : start + 4]) for start in range(0, len(words), 4))


def _mixed(block: bytes, factors: tuple[int, ...]) -> bytes:
    found = bytearray()
    for start in range(0, BLOCK, 4):
        column = block[start : start + 4]
        for row in range(4):
            value = 0
            for place in range(4):
                value ^= _product(column[place], factors[(place - row) % 4])
            found.append(value)
    return bytes(found)


def _added(block: bytes, key: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(block, key, strict=True))


def encrypted_block(block: bytes, keys: Keys) -> bytes:
    forward, _ = _boxes()
    state = _added(block, keys[0])
    for number, key in enumerate(keys[1:], 1):
        state = bytes(forward[state[(place + place % 4 * 4) % BLOCK]] for place in range(BLOCK))
        if number < len(keys) - 1:
            state = _mixed(state, (2, 3, 1, 1))
        state = _added(state, key)
    return state


def decrypted_block(block: bytes, keys: Keys) -> bytes:
    _, backward = _boxes()
    state = _added(block, keys[-1])
    for number in range(len(keys) - 2, -1, -1):
        state = bytes(backward[state[(place - place % 4 * 4) % BLOCK]] for place in range(BLOCK))
        state = _added(state, keys[number])
        if number:
            state = _mixed(state, (14, 11, 13, 9))
    return state


def folded(key: bytes, length: int) -> bytes:
    """MySQL's key of any length, folded to `length` bytes by XOR."""
    result = bytearray(length)
    for place, byte in enumerate(key):
        result[place % length] ^= byte
    return bytes(result)


def padded(data: bytes) -> bytes:
    """With the padding of PKCS 7."""
    fill = BLOCK - len(data) % BLOCK
    return data + bytes([fill]) * fill


def unpadded(data: bytes) -> bytes | None:
    """Without it; None where it is wrong."""
    fill = data[-1]
    if not 1 <= fill <= BLOCK or data[-fill:] != bytes([fill]) * fill:
        return None
    return data[:-fill]

"""crypt() as ENCRYPT() of servers before 8.0 calls it: a text's first eight bytes and a salt of two characters.

Source: crypt(3), "traditional DES"; FIPS 46-3 for the tables of DES.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

ALPHABET = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_NOT_MADE = "*0"
_LENGTH = 8
_TIMES = 25


def _table(text: str) -> tuple[int, ...]:
    return tuple(int(number) - 1 for number in text.split())


_FINAL = tuple(8 * (4 * (bit % 2 == 0) + bit % 8 // 2) + 7 - bit // 8 for bit in range(64))
_KEY_ONE = _table(
    "57 49 41 33 25 17 9 1 58 50 42 34 26 18 10 2 59 51 43 35 27 19 11 3 60 52 44 36"
    " 63 55 47 39 31 23 15 7 62 54 46 38 30 22 14 6 61 53 45 37 29 21 13 5 28 20 12 4"
)
_KEY_TWO = _table(
    "14 17 11 24 1 5 3 28 15 6 21 10 23 19 12 4 26 8 16 7 27 20 13 2"
    " 41 52 31 37 47 55 30 40 51 45 33 48 44 49 39 56 34 53 46 42 50 36 29 32"
)
_ROUND = _table("16 7 20 21 29 12 28 17 1 15 23 26 5 18 31 10 2 8 24 14 32 27 3 9 19 13 30 6 22 11 4 25")
_WIDENED = tuple((4 * (bit // 6) + bit % 6 - 1) % 32 for bit in range(48))
_SHIFTS = (1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1)
_BOXES = (
    "e4d12fb83a6c59070f74e2d1a6cb953841e8d62bfc973a50fc8249175b3ea06d",
    "f18e6b34972dc05a3d47f28ec01a69b50e7ba4d158c6932fd8a13f42b67c05e9",
    "a09e63f51dc7b428d709346a285ecbf1d6498f30b12c5ae71ad069874fe3b52c",
    "7de3069a1285bc4fd8b56f03472c1ae9a690cb7df13e52843f06a1d8945bc72e",
    "2c417ab6853fd0e9eb2c47d150fa3986421bad78f9c5630eb8c71e2d6f09a453",
    "c1af92680d34e75baf427c9561de0b389ef528c3704a1db6432c95fabe17608d",
    "4b2ef08d3c975a61d0b7491ae35c2f8614bdc37eaf6805926bd814a7950fe23c",
    "d2846fb1a93e50c71fd8a374c56b0e927b419ce206adf35821e74a8dfc90356b",
)


def crypt(text: bytes, salt: str) -> str:
    """`abl0JrMf6tlhw` of `hello` and `ab`; `*0` for a salt of other characters."""
    if any(character not in ALPHABET for character in salt[:2]):
        return _NOT_MADE
    keys = _keys([byte << 1 >> (7 - bit) & 1 for byte in text[:_LENGTH].ljust(_LENGTH, b"\0") for bit in range(8)])
    widened = _salted(salt)
    left, right = [0] * 32, [0] * 32
    for _ in range(_TIMES):
        for key in keys:
            left, right = right, [one ^ other for one, other in zip(left, _mixed(right, key, widened), strict=True)]
        left, right = right, left
    block = left + right
    bits = [block[bit] for bit in _FINAL] + [0, 0]
    return salt[:2] + "".join(ALPHABET[_number(bits[start : start + 6])] for start in range(0, 66, 6))


def _salted(salt: str) -> tuple[int, ...]:
    """Each bit of the salt that is set swaps two bits of the widened half."""
    order = list(_WIDENED)
    for place, character in enumerate(salt[:2]):
        for bit in range(6):
            if ALPHABET.index(character) >> bit & 1:
                one = 6 * place + bit
                order[one], order[one + 24] = order[one + 24], order[one]
    return tuple(order)


def _keys(bits: Sequence[int]) -> list[list[int]]:
    """The keys of the 16 rounds. Of each byte the lower seven bits count."""
    halves = [bits[bit] for bit in _KEY_ONE]
    one, two = halves[:28], halves[28:]
    keys = []
    for shift in _SHIFTS:
        one, two = one[shift:] + one[:shift], two[shift:] + two[:shift]
        both = one + two
        keys.append([both[bit] for bit in _KEY_TWO])
    return keys


def _mixed(half: Sequence[int], key: Sequence[int], widened: Sequence[int]) -> list[int]:
    wide = [half[bit] ^ own for bit, own in zip(widened, key, strict=True)]
    chosen: list[int] = []
    for number, box in enumerate(_BOXES):
        first, *middle, last = wide[6 * number : 6 * number + 6]
        value = int(box[16 * (2 * first + last) + _number(middle)], 16)
        chosen += [value >> bit & 1 for bit in (3, 2, 1, 0)]
    return [chosen[bit] for bit in _ROUND]


def _number(bits: Iterable[int]) -> int:
    value = 0
    for bit in bits:
        value = 2 * value + bit
    return value

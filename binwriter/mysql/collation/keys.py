"""Comparison keys of strings by collation.

`sort_key(a, c) == sort_key(b, c)` exactly when MySQL finds a and b equal by collation c; `<` orders them as
ORDER BY and index order do. Unique keys, comparisons, GROUP BY, DISTINCT and ORDER BY all use it.

What is exact and what is near (compared with WEIGHT_STRING() of a 9.7.4, code points U+0001 to U+0587 and U+1E00 to
U+1FFF; see also the MySQL manual, "Unicode Character Sets"):

* `binary`, `*_bin`, the collations of latin1, and cp1251_general_ci, latin2_general_ci, ascii_general_ci: exact.
* `*_general_ci` of the Unicode character sets: exact in the range above; elsewhere one character weighs as its
  upper-case base letter.
* `utf8mb4_0900_*` and `*_unicode*_ci`: which letters are equal is exact in the range above but for a handful of archaic
  letters; the order is exact for ASCII, and by code point of the base letters elsewhere.

Trailing spaces count only in NO PAD collations (binary and utf8mb4_0900_*).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import lru_cache

from binwriter.errors import UnsupportedError
from binwriter.formats.collations import BINARY_COLLATION_ID, Collation, collation_by_id, default_collation
from binwriter.mysql.collation.supported import COMPARED_COLLATIONS, supported
from binwriter.mysql.collation.weights import GENERAL_CI, GERMAN2_EXPANSIONS, SINGLE_BYTE

SortKey = bytes | str | tuple[str, ...]

# The order of ASCII below the digits (control characters other than the first five have no weight at all), as UCA 9.0
# has it and as UCA 4.0 and 5.2 have it.
_UCA9_PUNCTUATION = "\t\n\x0b\x0c\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
_UCA4_PUNCTUATION = "\t\n\x0b\x0c\r `^_-,;:!?.'\"()[]{}@*/\\&#%+<=>|~$"
_WEIGHTLESS = frozenset({*range(0x09), *range(0x0E, 0x20), 0x7F})
_SPACING_MARKS = "¨¯´¸˘˙˚˛˜˝"  # noqa: RUF001
_GREEK_MARKS = {0x037A: "ι", 0x0384: "´", 0x0385: "¨"}  # noqa: RUF001
# Letters with the primary weights of plain letters although Unicode does not decompose them so.
_UCA9_LETTERS = {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ŀ": "l", "ґ": "г"}  # noqa: RUF001
_UCA4_LETTERS = {"œ": "oe"}
# Cyrillic letters that UCA 4.0 and 5.2 decompose; all others are letters of their own there.
_UCA4_CYRILLIC = frozenset("ЀЁЍѐёѝ")
_REPLACEMENT = "\ufffd"  # the one weight that the collations older than UCA 5.2 give to every supplementary character


def _is_mark(character: str) -> bool:
    """Accents and format characters have no primary weight."""
    return unicodedata.category(character) in ("Mn", "Me", "Cf")


class _PrimaryWeights(dict[int, str]):
    """A table for str.translate that finds the primary weights of a character when it is first asked."""

    def __init__(self, punctuation: str, letters: dict[str, str], whole: Callable[[str], bool]) -> None:
        super().__init__(dict.fromkeys(_WEIGHTLESS, ""))
        self.update({ord(character): chr(rank) for rank, character in enumerate(punctuation, 1)})
        self.update(_GREEK_MARKS)
        self._letters = letters
        self._whole = whole

    def __missing__(self, code: int) -> str:
        weights = "" if _is_mark(chr(code)) else "".join(map(self._of, chr(code).casefold()))
        self[code] = weights
        return weights

    def _of(self, character: str) -> str:
        if _is_mark(character):
            return ""
        if character in self._letters:
            return self._letters[character]
        if self._whole(character):
            return character
        decomposed = unicodedata.normalize("NFKD", character)
        if decomposed == character:
            return character
        return "".join(self[ord(part)] for part in decomposed)


_UCA9 = _PrimaryWeights(_UCA9_PUNCTUATION, _UCA9_LETTERS, lambda c: c in _SPACING_MARKS or c == "й")
_UCA520 = _PrimaryWeights(_UCA4_PUNCTUATION, _UCA9_LETTERS, lambda c: c in _SPACING_MARKS or _uca4_cyrillic(c))
_UCA400 = _PrimaryWeights(_UCA4_PUNCTUATION, _UCA4_LETTERS, lambda c: c in _SPACING_MARKS or _uca4_cyrillic(c))


def _uca4_cyrillic(character: str) -> bool:
    return "\u0400" <= character <= "\u052f" and character not in _UCA4_CYRILLIC


def _uca_primary(text: str) -> str:
    return text.translate(_UCA9)


def _uca_accents(text: str) -> str:
    """The accents with the letters they stand on; equal for texts that differ in case only."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())


def _uca_as_ci(text: str) -> tuple[str, ...]:
    return _uca_primary(text), _uca_accents(text)


def _uca_as_cs(text: str) -> tuple[str, ...]:
    # swapping case puts lower case before upper case, as the tertiary weights do
    return _uca_primary(text), _uca_accents(text), unicodedata.normalize("NFD", text).swapcase()


def _padded(text: str) -> str:
    """PAD SPACE: trailing spaces do not count, and the end of the text weighs as much as a space."""
    return text.rstrip(" ") + " "


def _unicode_ci(text: str) -> str:
    replaced = text if text.isascii() or max(text) < "\U00010000" else _without_supplementary(text)
    return _padded(replaced).translate(_UCA400)


def _unicode_520_ci(text: str) -> str:
    return _padded(text).translate(_UCA520)


def _without_supplementary(text: str) -> str:
    return "".join(character if character < "\U00010000" else _REPLACEMENT for character in text)


@lru_cache(maxsize=8192)
def _general_weight(character: str) -> str:
    """The weight of one character in a *_general_ci collation: its base letter in upper case."""
    if character > "\uffff":
        return _REPLACEMENT
    known = GENERAL_CI.get(character)
    if known is not None:
        return known
    base = unicodedata.normalize("NFD", character)[0]
    upper = base.upper()
    return upper if len(upper) == 1 else base


def _general_ci(text: str) -> str:
    padded = _padded(text)
    return padded.upper() if padded.isascii() else "".join(map(_general_weight, padded))


def _single_byte(name: str) -> Callable[[str], bytes]:
    """The key function of a collation whose characters are bytes: a table of weights."""
    weights = SINGLE_BYTE[name]
    encode = default_collation(name.partition("_")[0]).encode_replacing

    def key(text: str) -> bytes:
        return encode(_padded(text)).translate(weights)

    return key


_german2_weights = _single_byte("latin1_german2_ci")


def _german2_ci(text: str) -> bytes:
    return _german2_weights(text.translate(GERMAN2_EXPANSIONS))


def _tolower_ci(text: str) -> str:
    return _padded(text).lower()


def _code_points(text: str) -> str:
    return text


def _encoded(collation: Collation) -> Callable[[str], bytes]:
    """The key function of a *_bin collation that goes by the bytes: those of the euro sign come early in latin1."""
    return lambda text: collation.encode_replacing(_padded(text))


_BY_CODE_POINT = frozenset(("utf8mb3", "utf8mb4", "ucs2", "utf16", "utf32"))

_BY_NAME: dict[str, Callable[[str], SortKey]] = {
    **{name: _single_byte(name) for name in SINGLE_BYTE},
    "latin1_german2_ci": _german2_ci,
    "utf8mb3_tolower_ci": _tolower_ci,
    "utf8mb4_0900_ai_ci": _uca_primary,
    "utf8mb4_0900_as_ci": _uca_as_ci,
    "utf8mb4_0900_as_cs": _uca_as_cs,
    "utf8mb4_0900_bin": _code_points,
}
_BY_SUFFIX: tuple[tuple[str, Callable[[str], SortKey]], ...] = (
    ("_unicode_520_ci", _unicode_520_ci),
    ("_unicode_ci", _unicode_ci),
    ("_general_ci", _general_ci),
)


@lru_cache(maxsize=512)
def _key_function(collation_id: int) -> Callable[[str], SortKey]:
    collation = supported(collation_by_id(collation_id))
    if exact := _BY_NAME.get(collation.name):
        return exact
    if collation.name.endswith("_bin"):
        return _padded if collation.charset in _BY_CODE_POINT else _encoded(collation)
    if collation_id in COMPARED_COLLATIONS or collation.charset in _BY_CODE_POINT:
        for suffix, function in _BY_SUFFIX:
            if collation.name.endswith(suffix):
                return function
    raise UnsupportedError(f"comparing by collation {collation.name}")


def sort_key(value: str | bytes, collation_id: int) -> SortKey:
    """The comparison key of a string by a collation (see the module's text for what is exact).

    Bytes are compared as bytes whatever the collation. A str under `binary` is compared as its UTF-8.
    Raises EncodeError for an unknown collation id, UnsupportedError for one that is not modelled.
    """
    if isinstance(value, bytes):
        return value
    if collation_id == BINARY_COLLATION_ID:
        return value.encode()
    return _key_function(collation_id)(value)


def is_case_insensitive(collation_id: int) -> bool:
    """Whether LIKE and REGEXP ignore case under this collation."""
    return collation_by_id(collation_id).name.endswith("_ci")


def pads_space(collation_id: int) -> bool:
    """Whether trailing spaces do not count in comparisons (PAD_ATTRIBUTE of information_schema.COLLATIONS)."""
    name = collation_by_id(collation_id).name
    return name != "binary" and "_0900_" not in name

"""Comparison keys of strings by collation.

`sort_key(a, c) == sort_key(b, c)` exactly when MySQL finds a and b equal by collation c; `<` orders them as
ORDER BY and index order do. Unique keys, comparisons, GROUP BY, DISTINCT and ORDER BY all use it.

What is exact and what is near (MySQL manual, "Unicode Character Sets"; weights seen through WEIGHT_STRING() of a
9.7.4):
* `binary` and `*_bin`: exact. latin1_swedish_ci: exact (its 256 weights are below).
* `utf8mb4_0900_*` and `*_unicode*_ci`: ASCII exact; other letters by Unicode decomposition and case folding, which
  agrees on Latin, Greek and Cyrillic letters but not on the order of symbols outside ASCII, nor of scripts.
* other `*_ci`: one character, one weight: its upper-case base letter.
Trailing spaces count only in NO PAD collations (binary and utf8mb4_0900_*).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import lru_cache

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id

SortKey = bytes | str | tuple[str, ...]

# DUCET's order of printable ASCII below the digits; control characters other than these five have no weight at all.
_UCA_PUNCTUATION = "\t\n\x0b\x0c\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
_UCA_ASCII: dict[int, int | None] = {
    **dict.fromkeys((*range(9), *range(14, 32), 127)),
    **{ord(character): rank for rank, character in enumerate(_UCA_PUNCTUATION, 1)},
}
# Letters whose UCA 9 primary weights are those of plain letters although Unicode does not decompose them.
_UCA9_LETTERS = {
    ord(character): plain
    for character, plain in {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ŧ": "t"}.items()
}
_REPLACEMENT = "\ufffd"  # the one weight that the collations older than UCA 5.2 give to every supplementary character

# latin1_swedish_ci: the weights that are not those of the upper-cased base letter
_SWEDISH = str.maketrans("ÄÅÆÖØÜÝäåæöøüýÿ", "[][\\\\YY[][\\\\YY" + "ÿ")


def _base_letters(text: str) -> str:
    """Without accents (compatibility decomposition, marks dropped) and without case."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(character for character in decomposed if not unicodedata.combining(character)).casefold()


def _uca_primary(text: str) -> str:
    if text.isascii():
        return text.lower().translate(_UCA_ASCII)
    return _base_letters(text).translate(_UCA9_LETTERS).translate(_UCA_ASCII)


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
    return _uca_primary(_padded(replaced))


def _unicode_520_ci(text: str) -> str:
    return _uca_primary(_padded(text))


def _without_supplementary(text: str) -> str:
    return "".join(character if character < "\U00010000" else _REPLACEMENT for character in text)


@lru_cache(maxsize=8192)
def _general_weight(character: str) -> str:
    """The weight of one character in a *_general_ci collation: its base letter in upper case."""
    if character > "\uffff":
        return _REPLACEMENT
    if character == "ß":
        return "S"
    base = unicodedata.normalize("NFD", character)[0]
    upper = base.upper()
    return upper if len(upper) == 1 else base


def _general_ci(text: str) -> str:
    padded = _padded(text)
    return padded.upper() if padded.isascii() else "".join(map(_general_weight, padded))


def _swedish_ci(text: str) -> str:
    padded = _padded(text)
    return padded.upper() if padded.isascii() else "".join(map(_general_weight, padded.translate(_SWEDISH)))


def _tolower_ci(text: str) -> str:
    return _padded(text).lower()


def _code_points(text: str) -> str:
    return text


_BY_NAME: dict[str, Callable[[str], SortKey]] = {
    "latin1_swedish_ci": _swedish_ci,
    "utf8mb3_tolower_ci": _tolower_ci,
    "utf8mb4_0900_ai_ci": _uca_primary,
    "utf8mb4_0900_as_ci": _uca_as_ci,
    "utf8mb4_0900_as_cs": _uca_as_cs,
    "utf8mb4_0900_bin": _code_points,
}
_BY_SUFFIX: tuple[tuple[str, Callable[[str], SortKey]], ...] = (
    ("_unicode_520_ci", _unicode_520_ci),
    ("_unicode_ci", _unicode_ci),
    ("_bin", _padded),
    ("_cs", _padded),
    ("_ci", _general_ci),
)


@lru_cache(maxsize=512)
def _key_function(collation_id: int) -> Callable[[str], SortKey]:
    name = collation_by_id(collation_id).name
    exact = _BY_NAME.get(name)
    return exact or next(function for suffix, function in _BY_SUFFIX if name.endswith(suffix))


def sort_key(value: str | bytes, collation_id: int) -> SortKey:
    """The comparison key of a string by a collation (see the module's text for what is exact).

    Bytes are compared as bytes whatever the collation. A str under `binary` is compared as its UTF-8.
    Raises EncodeError for an unknown collation id.
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

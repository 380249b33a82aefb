"""The collations that statements can be run with, and where the weights of each come from.

Values of every collation may be written, read and logged. Those of INEXACT are not compared: `source_of` has none for
them, and comparing is refused by name; a wrong comparison would be a wrong log, in silence.
"""

from __future__ import annotations

from enum import Enum

from binwriter.errors import UnsupportedError
from binwriter.formats.collations import COLLATIONS, Collation, collation_by_name
from binwriter.formats.records import dataclass

# They sort words, not characters: in passes with separators of their own, and with letters that change their places.
INEXACT = frozenset(("latin2_czech_cs", "cp1250_czech_cs", "tis620_thai_ci"))
UNICODE_CHARSETS = frozenset(("utf8mb3", "utf8mb4", "ucs2", "utf16", "utf16le", "utf32"))
_GENERAL = {"general_ci": "general", "general_mysql500_ci": "mysql500", "tolower_ci": "tolower"}
_UCA = {"unicode_ci": "uca400", "unicode_520_ci": "uca520"}
_CASELESS_BYTES = frozenset(
    ("sjis_japanese_ci", "cp932_japanese_ci", "ujis_japanese_ci", "eucjpms_japanese_ci", "euckr_korean_ci")
)
_0900_LEVELS = {"ai_ci": 1, "as_ci": 2, "as_cs": 3, "as_cs_ks": 4}
SUPPORTED_COLLATIONS: frozenset[int] = frozenset(COLLATIONS)
_SUPPORTED_CHARSETS = frozenset(COLLATIONS[number].charset for number in SUPPORTED_COLLATIONS)


class Weights(Enum):
    """What the weights of a collation's characters are."""

    UNITS = "units of 16 bits, from a table"
    SINGLE_BYTES = "a byte for each byte, from a table"
    CASELESS_BYTES = "the bytes of the upper-case ASCII letters and of all other characters"
    BYTES = "the bytes of the characters"
    CODE_POINTS = "the code points"


@dataclass(frozen=True, slots=True)
class Source:
    """Where the weights of a collation are.

    table: its name in `weights`, if they are in one; levels: how many of it count, from 1.
    """

    weights: Weights
    table: str = ""
    levels: int = 1


def source_of(name: str) -> Source | None:
    """Where the weights of a collation come from; None for those of INEXACT. name: that of a collation of MySQL."""
    charset, _, kind = name.partition("_")
    is_unicode = charset in UNICODE_CHARSETS
    if name in INEXACT:
        return None
    if kind.endswith("bin") or not kind:
        return Source(Weights.CODE_POINTS if is_unicode else Weights.BYTES)
    if kind in _UCA:
        return Source(Weights.UNITS, _UCA[kind])
    if name in _CASELESS_BYTES:
        return Source(Weights.CASELESS_BYTES)
    if not is_unicode:
        single = collation_by_name(name).mbmaxlen == 1
        return Source(Weights.SINGLE_BYTES if single else Weights.UNITS, name)
    if kind in _GENERAL:
        return Source(Weights.UNITS, _GENERAL[kind])
    language, marked, strength = kind.rpartition("0900_")
    if marked:
        return Source(Weights.UNITS, f"{language.rstrip('_') or 'uca'}900", _0900_LEVELS[strength])
    return Source(Weights.UNITS, f"{kind.removesuffix('_ci')}400")


COMPARED_COLLATIONS: frozenset[int] = SUPPORTED_COLLATIONS - {collation_by_name(name).id for name in INEXACT}


def supported(collation: Collation) -> Collation:
    """The collation itself. Raises UnsupportedError if statements cannot be run with it."""
    if collation.id not in SUPPORTED_COLLATIONS:
        raise UnsupportedError(f"collation {collation.name}")
    return collation


def supported_collation(name: str) -> Collation:
    """The collation of this name. Raises EncodeError if MySQL has none such, UnsupportedError if binwriter has not."""
    return supported(collation_by_name(name))


def supported_default(collation: Collation) -> Collation:
    """As `supported`, for the default collation of a character set that was named: the error names that."""
    if collation.charset not in _SUPPORTED_CHARSETS:
        raise UnsupportedError(f"character set {collation.charset}")
    return supported(collation)

"""The collations that statements can be run with, out of the many that `formats` can read and write.

The evaluator knows how those of the list compare, sort and change case. Values of the others may be written, read and
logged; comparing them is refused by name (`sort_key`): a wrong comparison would be a wrong log, in silence.
"""

from __future__ import annotations

from binwriter.errors import UnsupportedError
from binwriter.formats.collations import COLLATIONS, Collation, collation_by_name

_NAMES = """
    ascii_general_ci ascii_bin binary cp1251_general_ci cp1251_bin gbk_bin
    latin1_german1_ci latin1_swedish_ci latin1_danish_ci latin1_german2_ci latin1_bin latin1_general_ci
    latin1_general_cs latin1_spanish_ci latin2_general_ci latin2_bin
    ucs2_general_ci ucs2_bin utf16_general_ci utf16_bin utf32_general_ci utf32_bin
    utf8mb3_general_ci utf8mb3_tolower_ci utf8mb3_bin utf8mb3_unicode_ci
    utf8mb4_general_ci utf8mb4_bin utf8mb4_unicode_ci utf8mb4_unicode_520_ci
    utf8mb4_0900_ai_ci utf8mb4_0900_as_cs utf8mb4_0900_as_ci utf8mb4_0900_bin
"""
COMPARED_COLLATIONS: frozenset[int] = frozenset(collation_by_name(name).id for name in _NAMES.split())
SUPPORTED_COLLATIONS: frozenset[int] = frozenset(COLLATIONS)
_SUPPORTED_CHARSETS = frozenset(COLLATIONS[number].charset for number in SUPPORTED_COLLATIONS)


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

"""Collations: the id that travels in the log <-> name, character set and Python codec.

Only the commonly used ones; a new one is one line in `_NAMES`. Ids are those of MySQL's
`information_schema.COLLATIONS`; mbmaxlen is `CHARACTER_SETS.MAXLEN`, bytes per character at most.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from typing import Any

from binwriter.formats.errors import CorruptLogError, EncodeError

BINARY_COLLATION_ID = 63

# MySQL's latin1 is cp1252 with the five bytes that cp1252 leaves open mapped straight through
# (MySQL manual, "West European Character Sets").
_LATIN1_CODEC = "cp1252"
_LATIN1_DECODING = "".join(
    chr(byte) if byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D) else bytes([byte]).decode(_LATIN1_CODEC) for byte in range(256)
)
_LATIN1_ENCODING: Any = codecs.charmap_build(_LATIN1_DECODING)


@dataclass(frozen=True, slots=True)
class Collation:
    """One collation of MySQL.

    id: 1 to 65535, as in Table_map metadata and the charset status variables.
    mbmaxlen: bytes per character at most; a CHAR(n) takes n * mbmaxlen bytes.
    codec: Python's codec name. Use `encode` and `decode` instead of it: they know where MySQL differs.
    """

    id: int
    name: str
    charset: str
    mbmaxlen: int
    codec: str

    def encode(self, text: str) -> bytes:
        """Text in this character set. `binary` has no characters: text becomes UTF-8, as from a utf8mb4 connection.

        Raises EncodeError if a character does not exist in the character set.
        """
        try:
            if self.codec == _LATIN1_CODEC:
                return codecs.charmap_encode(text, "strict", _LATIN1_ENCODING)[0]
            data = text.encode(self.codec)
        except UnicodeEncodeError as error:
            raise EncodeError(f"character {text[error.start]!r} is not in character set {self.charset}") from None
        if self.charset == "utf8mb3" and max(text, default="") > "\uffff":
            raise EncodeError(f"character {max(text)!r} is not in character set utf8mb3: it takes four bytes")
        return data

    def decode(self, data: bytes) -> str:
        """The text of these bytes. Raises CorruptLogError if they are not valid in the character set."""
        try:
            if self.codec == _LATIN1_CODEC:
                return codecs.charmap_decode(data, "strict", _LATIN1_DECODING)[0]
            return data.decode(self.codec)
        except UnicodeDecodeError as error:
            raise CorruptLogError(
                f"byte 0x{data[error.start]:02x} at offset {error.start} is not valid in character set {self.charset}"
            ) from None


# character set -> (mbmaxlen, Python codec, id of its default collation in 9.7)
_CHARSETS: dict[str, tuple[int, str, int]] = {
    "ascii": (1, "ascii", 11),
    "binary": (1, "utf-8", BINARY_COLLATION_ID),
    "cp1251": (1, "cp1251", 51),
    "gbk": (2, "gbk", 28),
    "latin1": (1, _LATIN1_CODEC, 8),
    "latin2": (1, "iso8859-2", 9),
    "ucs2": (2, "utf-16-be", 35),
    "utf16": (4, "utf-16-be", 54),
    "utf32": (4, "utf-32-be", 60),
    "utf8mb3": (3, "utf-8", 33),
    "utf8mb4": (4, "utf-8", 255),
}

_NAMES: dict[int, str] = {
    5: "latin1_german1_ci",
    8: "latin1_swedish_ci",
    9: "latin2_general_ci",
    11: "ascii_general_ci",
    15: "latin1_danish_ci",
    28: "gbk_chinese_ci",
    31: "latin1_german2_ci",
    33: "utf8mb3_general_ci",
    35: "ucs2_general_ci",
    45: "utf8mb4_general_ci",
    46: "utf8mb4_bin",
    47: "latin1_bin",
    48: "latin1_general_ci",
    49: "latin1_general_cs",
    50: "cp1251_bin",
    51: "cp1251_general_ci",
    54: "utf16_general_ci",
    55: "utf16_bin",
    60: "utf32_general_ci",
    61: "utf32_bin",
    BINARY_COLLATION_ID: "binary",
    65: "ascii_bin",
    76: "utf8mb3_tolower_ci",
    77: "latin2_bin",
    83: "utf8mb3_bin",
    87: "gbk_bin",
    90: "ucs2_bin",
    94: "latin1_spanish_ci",
    192: "utf8mb3_unicode_ci",
    224: "utf8mb4_unicode_ci",
    246: "utf8mb4_unicode_520_ci",
    255: "utf8mb4_0900_ai_ci",
    278: "utf8mb4_0900_as_cs",
    305: "utf8mb4_0900_as_ci",
    309: "utf8mb4_0900_bin",
}


def _collation(collation_id: int, name: str) -> Collation:
    charset = name.partition("_")[0]
    mbmaxlen, codec, _ = _CHARSETS[charset]
    return Collation(collation_id, name, charset, mbmaxlen, codec)


COLLATIONS: dict[int, Collation] = {number: _collation(number, name) for number, name in _NAMES.items()}
_BY_NAME: dict[str, Collation] = {collation.name: collation for collation in COLLATIONS.values()}


def _canonical(name: str) -> str:
    """Lower case, and `utf8` as 8.0 and later name it: utf8mb3."""
    lowered = name.lower()
    return "utf8mb3" + lowered[4:] if lowered == "utf8" or lowered.startswith("utf8_") else lowered


def collation_by_id(collation_id: int) -> Collation:
    """The collation with this id. Raises EncodeError if it is not in the table."""
    try:
        return COLLATIONS[collation_id]
    except KeyError:
        raise EncodeError(f"unknown collation id {collation_id}") from None


def collation_by_name(name: str) -> Collation:
    """The collation of this name, any letter case; `utf8_*` means `utf8mb3_*`. Raises EncodeError if unknown."""
    try:
        return _BY_NAME[_canonical(name)]
    except KeyError:
        raise EncodeError(f"unknown collation {name!r}") from None


def default_collation(charset_name: str) -> Collation:
    """The default collation of a character set in 9.7. Raises EncodeError if the character set is unknown."""
    try:
        return COLLATIONS[_CHARSETS[_canonical(charset_name)][2]]
    except KeyError:
        raise EncodeError(f"unknown character set {charset_name!r}") from None

"""Collations: the id that travels in the log <-> name and character set.

Ids and names are those of `information_schema.COLLATIONS` of a 9.7.4 (`collation_table`, generated). Ids never changed
from 4.1 to 9.7; what changed is that utf8mb3 was called utf8 (its collations until 8.0.29) and which collation is
utf8mb4's default. MariaDB has further ids, which only readers need: `collation_of_any_server`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from functools import cache

from binwriter.formats.charsets import Charset, charset_by_name
from binwriter.formats.collation_table import COLLATIONS_BY_CHARSET
from binwriter.formats.errors import EncodeError
from binwriter.formats.records import dataclass
from binwriter.formats.servers import NEWEST, collation_names

BINARY_COLLATION_ID = 63
LATIN1_COLLATION_ID = 8  # latin1_swedish_ci
SYSTEM_COLLATION_ID = 33  # utf8mb3_general_ci, that of names and of what a server says of itself
# white space in all character sets: none of other scripts is (captured: clusters/digits_of_others)
SPACES = " \t\n\v\f\r"
_UTF8MB4_BEFORE = 45  # the default collation where utf8mb4_0900_ai_ci is not


@dataclass(frozen=True, slots=True)
class Collation:
    """One collation.

    id: 1 to 65535, as in Table_map metadata and the charset status variables.
    charset: its character set's name; mbminlen, mbmaxlen: bytes per character at least and at most; a CHAR(n) takes
    n * mbmaxlen bytes.
    encode, decode, decode_keeping, encode_replacing, decode_or_bytes: those of the character set (see
    `charsets.codecs.Charset`).
    `binary` has no characters: text becomes UTF-8, as from a utf8mb4 connection.
    """

    id: int
    name: str
    charset: str
    mbminlen: int
    mbmaxlen: int
    encode: Callable[[str], bytes] = field(repr=False, compare=False)
    decode: Callable[[bytes], str] = field(repr=False, compare=False)
    decode_keeping: Callable[[bytes], str] = field(repr=False, compare=False)
    encode_replacing: Callable[[str], bytes] = field(repr=False, compare=False)
    decode_or_bytes: Callable[[bytes], str | bytes] = field(repr=False, compare=False)

    def name_in(self, version_number: int) -> str:
        """The name that a server of this version uses: utf8_general_ci before 8.0.30, utf8mb3_general_ci since."""
        if self.charset == "utf8mb3" and not collation_names(version_number).utf8mb3_collations:
            return "utf8" + self.name.removeprefix("utf8mb3")
        return self.name


def charset_name_in(charset: str, version_number: int) -> str:
    """The name that a server of this version uses for a character set: utf8 before 8.0.28, utf8mb3 since."""
    return "utf8" if charset == "utf8mb3" and not collation_names(version_number).utf8mb3 else charset


def _collation(collation_id: int, name: str, charset: Charset) -> Collation:
    return Collation(
        collation_id,
        name,
        charset.name,
        charset.mbminlen,
        charset.mbmaxlen,
        charset.encode,
        charset.decode,
        charset.decode_keeping,
        charset.encode_replacing,
        charset.decode_or_bytes,
    )


def _read_table() -> tuple[dict[int, Collation], dict[str, int]]:
    """The collations by id, in the order of ids; the id of each character set's default collation."""
    by_number: dict[int, Collation] = {}
    defaults: dict[str, int] = {}
    for charset, entries in COLLATIONS_BY_CHARSET.items():
        for entry in entries.split():
            number, _, suffix = entry.partition(":")
            defaults.setdefault(charset, int(number))
            name = f"{charset}_{suffix}" if suffix else charset
            by_number[int(number)] = _collation(int(number), name, charset_by_name(charset))
    return dict(sorted(by_number.items())), defaults


COLLATIONS, _DEFAULTS = _read_table()
_BY_NAME: dict[str, Collation] = {collation.name: collation for collation in COLLATIONS.values()}


def _canonical(name: str) -> str:
    """Lower case, and `utf8` as 8.0 and later name it: utf8mb3."""
    lowered = name.lower()
    return "utf8mb3" + lowered[4:] if lowered == "utf8" or lowered.startswith("utf8_") else lowered


def collation_by_id(collation_id: int) -> Collation:
    """The collation with this id. Raises EncodeError if MySQL 9.7 has none such."""
    try:
        return COLLATIONS[collation_id]
    except KeyError:
        raise EncodeError(f"unknown collation id {collation_id}") from None


def collation_by_name(name: str) -> Collation:
    """The collation of this name, any letter case; `utf8_*` means `utf8mb3_*`. Raises EncodeError if unknown."""
    known = _BY_NAME.get(name)
    if known is not None:
        return known
    try:
        return _BY_NAME[_canonical(name)]
    except KeyError:
        raise EncodeError(f"unknown collation {name!r}") from None


def default_collation(charset_name: str, version_number: int = NEWEST.version_number) -> Collation:
    """The default collation of a character set in a server of this version (8.0.30 is 80030).

    Raises EncodeError if the character set is unknown.
    """
    charset = _canonical(charset_name)
    if charset == "utf8mb4" and not collation_names(version_number).uca_0900:
        return COLLATIONS[_UTF8MB4_BEFORE]
    try:
        return COLLATIONS[_DEFAULTS[charset]]
    except KeyError:
        raise EncodeError(f"unknown character set {charset_name!r}") from None


# --- ids that only readers meet -------------------------------------------------------------------------------------

# MariaDB (its manual, "Supported Character Sets and Collations"): a NO PAD collation is another one's id with this bit;
# ids of its own from 576 on; and blocks of 256 for UCA 14.0.0.
_MARIADB_NO_PAD = 0x400
_MARIADB_OWN = {576: "utf8mb3", 608: "utf8mb4", 640: "ucs2", 672: "utf16", 736: "utf32"}
_MARIADB_OWN_SUFFIXES = ("croatian_ci", "myanmar_ci", "thai_520_w2")
_MARIADB_UCA1400 = {0x800: "utf8mb3", 0x900: "utf8mb4", 0xA00: "ucs2", 0xB00: "utf16", 0xC00: "utf32"}


@cache
def collation_of_any_server(collation_id: int) -> Collation:
    """The collation with this id in MySQL, or else in MariaDB. Raises EncodeError if neither has it.

    Exact for MariaDB as far as the character set goes, which is what reading needs: the names of its UCA 14.0.0
    collations leave the language out.
    """
    if collation_id in COLLATIONS:
        return COLLATIONS[collation_id]
    if charset := _MARIADB_UCA1400.get(collation_id & ~0xFF):
        return _collation(collation_id, f"{charset}_uca1400", charset_by_name(charset))
    for first, charset in _MARIADB_OWN.items():
        if first <= collation_id < first + len(_MARIADB_OWN_SUFFIXES):
            name = f"{charset}_{_MARIADB_OWN_SUFFIXES[collation_id - first]}"
            return _collation(collation_id, name, charset_by_name(charset))
    padded = COLLATIONS.get(collation_id & ~_MARIADB_NO_PAD)
    if padded and padded.id != BINARY_COLLATION_ID:
        stem, _, ending = padded.name.rpartition("_")
        return replace(padded, id=collation_id, name=f"{stem}_nopad_{ending}")
    return collation_by_id(collation_id)


def collation_or_binary(collation_id: int) -> Collation:
    """As `collation_of_any_server`; `binary`, under which strings stay bytes, for an id that no server is known for."""
    try:
        return collation_of_any_server(collation_id)
    except EncodeError:
        return COLLATIONS[BINARY_COLLATION_ID]

"""Texts whose bytes are no characters of their own set, stored in columns of another one.

Captured: clusters/beyond_utf8mb3, tests/reliability/crafted/ill_formed_stored.json.
"""

from __future__ import annotations

from binwriter.formats.collations import Collation, default_collation
from binwriter.mysql import characters_of_bytes
from binwriter.mysql.characters_of_bytes import encodes
from binwriter.mysql.raw_bytes import RawText, printable
from binwriter.sql.store.target import Target

_ASCII = 0x80  # bytes below
# below which first byte, how many a character has; 0: it begins none
_LEADS = ((0x80, 1), (0xC2, 0), (0xE0, 2), (0xF0, 3), (0xF5, 4), (0x100, 0))


def of_other_set(value: RawText, target: Target, collation: Collation, width: int | None) -> str:
    """utf8mb3's are incorrect, of others what are characters remains (captured: clusters/beyond_utf8mb3)."""
    if value.charset == "utf8mb3":
        wrong = characters_of_bytes.well_formed(value, default_collation(value.charset))
        target.incorrect("string", printable(value[wrong:]))
        return "".join(chr(byte) if byte < _ASCII else "?" for byte in value)
    if value.charset != "utf8mb4":
        characters = list(characters_of_bytes.characters_of(value, default_collation(value.charset)))
        if any(one is None or not encodes(one, collation) for one in characters):
            target.incorrect("string", printable(value))
        return "".join("?" if one is None or not encodes(one, collation) else one for one in characters)
    return _converted(value, target, collation, width)


def _converted(value: bytes, target: Target, collation: Collation, width: int | None) -> str:
    """UTF-8 in another set: ? for each byte of what is no character, and for what the set has not. What the end cuts
    off is nothing (tests/reliability/crafted/ill_formed_stored.json)."""
    kept: list[str] = []
    wrong = lost = None
    place = 0
    while place < len(value) and (width is None or len(kept) < width):
        size = next(size for below, size in _LEADS if value[place] < below)
        if place + size > len(value):
            break
        try:
            character = value[place : place + size].decode() if size else None
        except UnicodeDecodeError:
            character = None
        if character is None:
            wrong, size = place if wrong is None else wrong, 1
        elif not encodes(character, collation):
            character, lost = None, place if lost is None else lost
        kept.append("?" if character is None else character)
        place += size
    first = lost if wrong is None else wrong
    if first is not None:
        target.incorrect("string", printable(value[first:]))
    elif place < len(value):
        target.too_long()
    return "".join(kept)

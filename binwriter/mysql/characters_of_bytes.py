"""Bytes of a character set as another one gets them: what is no character becomes ?, what is cut off at the end goes.

Source: captured (clusters/names_of_clients): how many bytes a set looks at of what it does not know.
"""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.formats.charsets.stand_ins import in_charset, is_convertible
from binwriter.formats.collations import Collation
from binwriter.formats.errors import CorruptLogError, EncodeError

_UTF8_LENGTHS = ((0xF0, 4), (0xE0, 3), (0xC2, 2))
_EUC = frozenset({"ujis", "eucjpms"})
_MOST = 4  # bytes of a character
_LONG, _SHORT = 0x8F, 0x8E  # first bytes of three, and of two for half-width letters


def characters_of(data: bytes, charset: Collation) -> Iterator[str | None]:
    """Its characters; None for a sequence that is none. What is cut off at the end is left out."""
    at = 0
    while at < len(data):
        character, length = _first(data[at : at + _MOST], charset)
        if length == 0:
            return
        at += length
        yield character


def well_formed(data: bytes, charset: Collation) -> int:
    """How many bytes of a text are characters, from its beginning. What is tried is halved, not shortened by one."""
    at, step, widest = 0, len(data), charset.mbmaxlen
    while at < len(data):
        ends = range(min(at + step, len(data)), max(at + step - widest, at), -1)
        end = next((end for end in ends if _are_characters(data[at:end], charset)), at)
        if end == at and step <= widest:
            break
        step = step if end > at else max(step // 2, widest)
        at = end
    return at


def _are_characters(data: bytes, charset: Collation) -> bool:
    try:
        return bool(charset.decode_keeping(data))
    except (CorruptLogError, EncodeError):
        return False


def _first(data: bytes, charset: Collation) -> tuple[str | None, int]:
    """The first character, and its bytes: 0 where more of them are needed than there are."""
    for length in range(1, charset.mbmaxlen + 1):
        try:
            character = charset.decode_keeping(data[:length])
        except (CorruptLogError, EncodeError):
            continue
        if len(character) != 1:
            break
        if is_convertible(character):
            return in_charset(character), length
        silent = charset.charset == "gb18030"  # which has a ? for it
        return ("?" if silent else None), length
    needed, taken = _needed(data[0], charset)
    return None, (taken if needed <= len(data) else 0)


def _needed(byte: int, charset: Collation) -> tuple[int, int]:
    """How many bytes are looked at of a character that begins so, and how many are left out if it is none."""
    if charset.mbmaxlen == 1 or byte < 0x80:
        return 1, 1
    if charset.charset.startswith("utf8"):
        return next((length for begin, length in _UTF8_LENGTHS if byte >= begin), 1), 1
    if charset.charset in _EUC:
        return (3 if byte == _LONG else 2 if byte == _SHORT or 0xA1 <= byte <= 0xFE else 1), 1
    if charset.charset == "gb18030":
        return (2 if 0x81 <= byte <= 0xFE else 1), 1
    return 2, 2


def encodes(text: str, collation: Collation) -> bool:
    """Whether the collation's character set has all of the text."""
    try:
        collation.encode(text)
    except EncodeError:
        return False
    return True

"""Files with bytes that are no characters of their character set: those stand as lone surrogates in the text.

Source: captured (tests/golden/clusters/loaded_files.sql).
"""

from __future__ import annotations

from binwriter.errors import EncodeError
from binwriter.formats.collations import Collation
from binwriter.formats.errors import CorruptLogError
from binwriter.formats.patterns import pattern

_BYTES = pattern("[\udc80-\udcff]")
_ERRORS = "surrogateescape"
_SHIFTED = ((0x81, 0x9F, 2), (0xE0, 0xFC, 2))
_EXTENDED = ((0x8E, 0x8E, 2), (0x8F, 0x8F, 3), (0xA1, 0xFE, 2))
_LEADS = {  # (first, last, length) of the first bytes of characters
    "sjis": _SHIFTED,
    "cp932": _SHIFTED,
    "ujis": _EXTENDED,
    "eucjpms": _EXTENDED,
    "big5": ((0xA1, 0xF9, 2),),
    "gb2312": ((0xA1, 0xF7, 2),),
}
_UTF8_LENGTHS = ((0xF0, 4), (0xE0, 3), (0xC2, 2))  # from the first byte on


def has_bytes(text: str) -> bool:
    """Whether there are such bytes in it."""
    return not text.isascii() and _BYTES.search(text) is not None


def without_bytes(text: str) -> str:
    """The characters alone."""
    return text if text.isascii() else _BYTES.sub("", text)


def without_end(text: str, charset: Collation) -> str:
    """Without what follows the first byte of a character that the end cuts off."""
    left = len(text.encode("utf-8", _ERRORS))
    for place, character in enumerate(text):
        if _BYTES.match(character) and lead_length(ord(character) & 0xFF, charset) > left:
            return text[:place]
        left -= len(character.encode("utf-8", _ERRORS))
    return text


def with_question_marks(text: str) -> str:
    """As a message shows it."""
    return _BYTES.sub("?", text)


def decoded_leniently(content: bytes, charset: Collation) -> str:
    """The text of a file, line by line; a character that the file's end cuts takes all behind its first byte along."""
    return "\n".join(characters(line, charset) for line in _whole(content, charset).split(b"\n"))


def characters(line: bytes, charset: Collation) -> str:
    """The text of bytes, of which those that are no characters stand as lone surrogates."""
    try:
        return charset.decode_keeping(line)
    except (CorruptLogError, EncodeError):
        pass
    parts, at = [], 0
    while at < len(line):
        text, length = _character(line, at, charset)
        parts.append(text)
        at += length
    return "".join(parts)


def _character(line: bytes, at: int, charset: Collation) -> tuple[str, int]:
    for length in range(1, charset.mbmaxlen + 1):
        try:
            return charset.decode_keeping(line[at : at + length]), length
        except (CorruptLogError, EncodeError):
            continue
    return chr(0xDC00 + line[at]), 1


def _whole(content: bytes, charset: Collation) -> bytes:
    """Without a character at the end of which bytes are missing."""
    for place in range(max(0, len(content) - charset.mbmaxlen + 1), len(content)):
        if place + _length(content[place], charset) > len(content):
            try:
                charset.decode_keeping(content[:place][-16:].rpartition(b"\n")[2])
            except (CorruptLogError, EncodeError):
                continue
            kept = content[:place]
            return kept if kept and not kept.endswith(b"\n") else kept + b"\n"  # the line has an empty field
    return content


def _length(first: int, charset: Collation) -> int:
    return lead_length(first, charset) or 1


def lead_length(first: int, charset: Collation) -> int:
    """Bytes of a character by its first one; 0 if none begins so. Captured: tests/golden/loads."""
    if first < 0x80 or charset.mbmaxlen == 1:
        return 1
    if charset.charset.startswith("utf8"):
        length_there = next((length for begin, length in _UTF8_LENGTHS if first >= begin), 0)
        return length_there if length_there <= charset.mbmaxlen and first < 0xF8 else 0
    if charset.charset == "gb18030" and first in (0x80, 0xFF):
        return 0
    ranges = _LEADS.get(charset.charset, ((0x81, 0xFE, 2),))
    return next((length for low, high, length in ranges if low <= first <= high), 1)


def is_character(data: bytes, charset: Collation) -> bool:
    """Whether these bytes are one; behind its first byte none has a control character."""
    if any(byte < 0x30 for byte in data[1:]):
        return False
    try:
        return len(charset.decode_keeping(data)) == 1
    except (CorruptLogError, EncodeError, UnicodeDecodeError):
        return False

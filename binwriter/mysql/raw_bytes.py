"""Bytes of a script that are no UTF-8, as mysqldump writes them behind _binary: lone surrogates (PEP 383)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import accumulate

from binwriter.formats.collations import Collation
from binwriter.formats.errors import EncodeError
from binwriter.formats.patterns import pattern

_SHOWN_BYTES = 6  # of a string that cannot be converted, in messages
_ERRORS = "surrogateescape"
_BEYOND = pattern("[\U00010000-\U0010ffff]")  # utf8mb3
_RAW = pattern("[\udc80-\udcff]")


def text_of(data: bytes) -> str:
    """The bytes as text; a byte order mark is no part of it."""
    return data.decode("utf-8-sig", _ERRORS)


def bytes_of(text: str) -> bytes:
    """The bytes that the text was read from."""
    return text.encode("utf-8", _ERRORS)


def kept_bytes(text: str) -> bytes:
    """A text as definitions hold it until they are logged: UTF-8, whatever stands in it for other bytes, too."""
    return text.encode("utf-8", "surrogatepass")


def kept_text(data: bytes) -> str:
    """The way back from `kept_bytes`."""
    return data.decode("utf-8", "surrogatepass")


def shown_as_utf8(data: bytes) -> str:
    """With a ? for each byte that is no character."""
    return shown_text(data.decode("utf-8", _ERRORS))


def shown_text(text: str) -> str:
    """With a ? for each such byte in it."""
    return text if text.isascii() else _RAW.sub("?", text)


def has_raw(text: str) -> bool:
    """Whether some byte of it is no UTF-8."""
    return not text.isascii() and _RAW.search(text) is not None


def before_raw(text: str) -> str:
    """What stands before the first such byte: what a server keeps of a name or of a value of a variable."""
    found = _RAW.search(text)
    return text if found is None else text[: found.start()]


class RawText(bytes):
    """A text literal whose bytes are no characters of its set, which a server keeps as they are."""

    charset: str

    @classmethod
    def of(cls, data: bytes, charset: str) -> RawText:
        """The bytes, said to be of that character set."""
        text = cls(data)
        text.charset = charset
        return text

    def characters(self, unknown: str = "?") -> str:
        """What another character set gets: ? for bytes that are no character, nothing of what is begun at the end."""
        if not self.charset.startswith("utf8"):
            return self.decode("latin-1")
        return _without_raw(self.decode("utf-8", _ERRORS), unknown)

    def sent(self) -> str:
        """What a client of another character set gets: ? for each byte of a character that its set has not."""
        text = self.characters()
        return in_dictionary_bytewise(text) if self.charset == "utf8mb3" else text


class SourcedText(str):
    """Text of another character set than utf8mb4, in whose bytes a message shows what cannot be converted.

    Bytes that are no characters of it stand as lone surrogates.
    """

    __slots__ = ("source",)
    source: Collation

    @classmethod
    def of(cls, text: str, source: Collation) -> SourcedText:
        """The text, said to be of that character set."""
        sourced = cls(text)
        sourced.source = source
        return sourced

    def bytes(self, first: int = 0) -> bytes:
        """The bytes in that character set, from a character on."""
        return b"".join(_source_byte(character, self.source) for character in self[first:])

    def whole(self) -> int:
        """The characters in front of one that the end cuts off."""
        for left in range(1, min(len(self), self.source.mbmaxlen - 1) + 1):
            if not has_raw(self[-left]):
                break
            if _width(ord(self[-left]) & 0xFF, self.source) > left:
                return len(self) - left
        return len(self)


def _width(byte: int, source: Collation) -> int:
    """How many bytes a character of that set has that begins so."""
    if byte < 0x80 or source.mbmaxlen == 1:
        return 1
    return _width_begun(byte) if source.charset.startswith("utf8") else 2


def _source_byte(character: str, source: Collation) -> bytes:
    if has_raw(character):
        return bytes_of(character)
    try:
        return source.encode(character)
    except EncodeError:
        return character.encode()


def printable(data: bytes, *, wide: bool = False, whole: bool = False) -> str:
    """Bytes as an error message shows them: ASCII as it is, the rest as \\xHH, six at most, or all. wide: of a
    character set whose characters have two bytes at least, in which nothing is ASCII."""
    bytes_ = data if whole else data[:_SHOWN_BYTES]
    shown = "".join(chr(byte) if 0x20 <= byte < 0x7F and not wide else f"\\x{byte:02X}" for byte in bytes_)
    return shown + ("..." if len(data) > len(bytes_) else "")


def in_dictionary(text: str) -> str:
    """As the data dictionary keeps it, in utf8mb3: ? for a character beyond it (captured: clusters/beyond_utf8mb3)."""
    return text if text.isascii() else _BEYOND.sub("?", text)


def in_dictionary_bytewise(text: str) -> str:
    """As SHOW shows what is still in utf8mb4 there, an expression's literal: ? for each byte of such a character."""
    return text if text.isascii() else _BEYOND.sub("????", text)


def in_dictionary_as_bytes(text: str) -> str:
    """As information_schema has such an expression: each byte of such a character is taken for one of latin1."""
    return text if text.isascii() else _BEYOND.sub(lambda one: one[0].encode().decode("latin-1"), text)


class NamesSent(Enum):
    """What becomes of the name of a result's column that the statement's text gave it, on its way to the client.

    A server converts it to utf8mb3 from the client's character set, unless that is utf8mb3 or binary, and from there to
    character_set_results in the same way (captured: clusters/titles_beyond_utf8mb3).
    """

    CONVERTED = "? for each character that utf8mb3 lacks"
    AS_THEY_CAME = "the bytes that the client sent"
    LATER = "? for each byte of what is no character of utf8mb3"


def as_column_name(text: str, sent: NamesSent = NamesSent.CONVERTED) -> str:
    """The name of a result's column: ? for bytes that are no character; it ends where the end is no whole one."""
    if sent is NamesSent.CONVERTED:
        return in_dictionary(_without_raw(text))
    return text if sent is NamesSent.AS_THEY_CAME else _RAW.sub("?", in_dictionary_bytewise(text))


def _without_raw(text: str, unknown: str = "?") -> str:
    if text.isascii() or not has_raw(text):
        return text
    data, shown = bytes_of(text), []
    for place, character in zip(_places(text), text, strict=True):
        if has_raw(character) and len(data) - place < _width_begun(data[place]):
            break
        shown.append(unknown if has_raw(character) else character)
    return "".join(shown)


def _places(text: str) -> Iterator[int]:
    """Where each character begins, in bytes."""
    return accumulate((len(bytes_of(character)) for character in text[:-1]), initial=0)


def _width_begun(byte: int) -> int:
    """How many bytes a character that begins so would have."""
    return 2 if 0xC2 <= byte <= 0xDF else 3 if 0xE0 <= byte <= 0xEF else 4

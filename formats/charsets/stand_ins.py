"""Lone surrogates that stand in a text for bytes that no text gives.

A server keeps the bytes that it was given: of a well-formed sequence that is no character (unassigned codes of sjis,
the byte 98 of cp1251), and of a second code of a character (cp932 has 398). A text that must become those bytes again
has a surrogate in the place of each. No text that was decoded has any, and no other character set takes one: such a
text converts to another set only as far as its codes are characters.

Which surrogate stands for which sequence is decided when it is first met, and holds for the process alone: nothing may
keep such a text but in the bytes of its set. DC80 to DCFF are not used: they stand for bytes that are not UTF-8.
"""

from __future__ import annotations

from itertools import chain
from threading import Lock
from typing import NamedTuple

from binwriter.formats.patterns import pattern

_POINTS = tuple(chain(range(0xDFFF, 0xDCFF, -1), range(0xDC7F, 0xD7FF, -1)))
_STAND_INS = pattern("[\ud800-\udc7f\udd00-\udfff]")


class Kept(NamedTuple):
    """What a stand-in stands for. character: that of a second code; None for what is no character."""

    charset: str
    sequence: bytes
    character: str | None


_kept: dict[str, Kept] = {}
_found: dict[tuple[str, bytes], str] = {}
_lock = Lock()


def has_stand_in(text: str) -> bool:
    """Whether some character of a text stands for bytes."""
    return not text.isascii() and _STAND_INS.search(text) is not None


def kept_by(character: str) -> Kept | None:
    """What a character stands for; None for one that is what it is."""
    return _kept.get(character)


def is_convertible(text: str) -> bool:
    """Whether each of its characters is one of Unicode's."""
    return not has_stand_in(text) or all(kept is None or kept.character is not None for kept in map(_kept.get, text))


def are_known() -> bool:
    """Whether any text of this process may have some."""
    return bool(_kept)


def in_charset(text: str, charset: str = "") -> str:
    """The text as it is converted to a character set, or to Unicode: a second code's character, ? for what is none."""
    return _STAND_INS.sub(lambda match: _converted(match[0], charset), text) if has_stand_in(text) else text


def as_statement(text: str) -> str:
    """The text of a statement: what is ASCII is syntax (the byte 5C of sjis is a second code of its character)."""
    if not has_stand_in(text):
        return text
    return _STAND_INS.sub(lambda match: _ascii(match[0]), text)


def _ascii(character: str) -> str:
    kept = _kept.get(character)
    return kept.character if kept is not None and kept.sequence.isascii() and kept.character else character


def _converted(character: str, charset: str) -> str:
    kept = _kept.get(character)
    if kept is None or kept.charset == charset:
        return character
    return "?" if kept.character is None else kept.character


def stand_in(charset: str, sequence: bytes, character: str | None) -> str | None:
    """The surrogate for a byte sequence of a character set. None where all 1,920 stand for others by now."""
    found = _found.get((charset, sequence))
    if found is None:
        with _lock:
            if len(_found) == len(_POINTS):
                return None
            found = _found.setdefault((charset, sequence), chr(_POINTS[len(_found)]))
            _kept[found] = Kept(charset, sequence, character)
    return found

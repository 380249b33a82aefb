"""Bytes of a script that are no UTF-8, as mysqldump writes them behind _binary: lone surrogates (PEP 383)."""

from __future__ import annotations

from binwriter.formats.patterns import pattern

_ERRORS = "surrogateescape"
_RAW = pattern("[\udc80-\udcff]")


def text_of(data: bytes) -> str:
    """The bytes as text; a byte order mark is no part of it."""
    return data.decode("utf-8-sig", _ERRORS)


def bytes_of(text: str) -> bytes:
    """The bytes that the text was read from."""
    return text.encode("utf-8", _ERRORS)


def has_raw(text: str) -> bool:
    """Whether some byte of it is no UTF-8."""
    return not text.isascii() and _RAW.search(text) is not None

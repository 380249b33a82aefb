"""Text and names as mysqlbinlog quotes them."""

from __future__ import annotations

_ESCAPES = {
    **{code: f"\\x{code:02x}" for code in range(0x20)},
    **str.maketrans({"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", "'": "\\'", "\\": "\\\\"}),
}


def text_of(data: bytes) -> str:
    """The bytes as text; what is not UTF-8 becomes lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


def quoted(data: bytes) -> str:
    """A string in single quotes, control characters, quotes and backslashes escaped; other bytes as they are."""
    return f"'{text_of(data).translate(_ESCAPES)}'"


def identifier(data: bytes) -> str:
    """A name in backticks."""
    return "`" + text_of(data).replace("`", "``") + "`"

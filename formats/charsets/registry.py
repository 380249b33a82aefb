"""The character sets of MySQL 9.7: one line each.

The codec is the one of Python that is nearest to what a 9.7.4 answered (tests/golden/charsets); `differences` has the
rest. Those with a table of their own that no codec of Python comes near to start from latin-1 or cp437.
"""

from __future__ import annotations

from functools import cache, partial

from binwriter.formats.charsets.codecs import BmpCharset, ByteCharset, Charset, PatchedCharset
from binwriter.formats.errors import EncodeError

# One byte a character, and Python's codec is right.
_BYTES = {
    "ascii": "ascii",
    "cp1250": "cp1250",
    "cp1251": "cp1251",
    "cp1257": "cp1257",
    "cp850": "cp850",
    "cp852": "cp852",
    "hp8": "hp-roman8",
    "koi8r": "koi8-r",
    "latin2": "iso8859-2",
    "latin5": "iso8859-9",
    "latin7": "iso8859-13",
    "macce": "mac-latin2",
    "macroman": "mac-roman",
}
# One byte a character, and MySQL differs.
_PATCHED_BYTES = {
    "armscii8": "latin-1",
    "cp1256": "cp1256",
    "cp866": "cp866",
    "dec8": "latin-1",
    "geostd8": "latin-1",
    "greek": "iso8859-7",
    "hebrew": "iso8859-8",
    "keybcs2": "cp437",
    "koi8u": "koi8-u",
    "latin1": "cp1252",
    "swe7": "ascii",
    "tis620": "tis-620",
}
# Several bytes a character: bytes at most, codec, well-formed characters.
_WIDE = {
    "euckr": (2, "cp949", rb"[\x00-\x7f]|[\x81-\xfe][\x41-\x5a\x61-\x7a\x81-\xfe]"),
    "gb2312": (2, "gb2312", rb"[\x00-\x7f]|[\xa1-\xf7][\xa1-\xfe]"),
    "gbk": (2, "gbk", rb"[\x00-\x7f]|[\x81-\xfe][\x40-\x7e\x80-\xfe]"),
}
_SJIS = rb"[\x00-\x7f\xa1-\xdf]|[\x81-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]"
_EUC_JP = rb"[\x00-\x7f]|[\xa1-\xfe][\xa1-\xfe]|\x8e[\xa1-\xdf]|\x8f[\xa1-\xfe][\xa1-\xfe]"
# ... and MySQL differs: bytes at most, codec, well-formed characters.
_PATCHED_WIDE = {
    "big5": (2, "big5", rb"[\x00-\x7f]|[\xa1-\xf9][\x40-\x7e\xa1-\xfe]"),
    "cp932": (2, "cp932", _SJIS),
    "eucjpms": (3, "euc_jp", _EUC_JP),
    "gb18030": (
        4,
        "gb18030",
        rb"[\x00-\x7f]|[\x81-\xfe][\x40-\x7e\x80-\xfe]|[\x81-\xfe][\x30-\x39][\x81-\xfe][\x30-\x39]",
    ),
    "sjis": (2, "shift_jis", _SJIS),
    "ujis": (3, "euc_jp", _EUC_JP),
}
# Unicode: bytes at least and at most, codec. `binary` has no characters: text becomes UTF-8, as from a utf8mb4 client.
_UNICODE = {
    "binary": (1, 1, "utf-8"),
    "utf16": (2, 4, "utf-16-be"),
    "utf16le": (2, 4, "utf-16-le"),
    "utf32": (4, 4, "utf-32-be"),
    "utf8mb4": (1, 4, "utf-8"),
}
_UNICODE_BMP = {
    "ucs2": (2, 2, "utf-16-be"),
    "utf8mb3": (1, 3, "utf-8"),
}
# Several byte sequences give the same character, or one that encodes otherwise.
_NOT_ONE_TO_ONE = frozenset(("armscii8", "big5", "cp932", "eucjpms", "sjis", "tis620", "ujis"))
# What a sequence without a character is converted to without a complaint (captured: clusters/bytes_kept_in_charsets).
_UNKNOWN = {"gb18030": "?"}

CHARSET_NAMES: tuple[str, ...] = tuple(
    sorted((*_BYTES, *_PATCHED_BYTES, *_WIDE, *_PATCHED_WIDE, *_UNICODE, *_UNICODE_BMP))
)


def _differences(name: str) -> tuple[str, str]:
    """Imported at first use: most programs never need them."""
    from binwriter.formats.charsets.differences import DIFFERENCES

    return DIFFERENCES[name]


@cache
def charset_by_name(name: str) -> Charset:
    """The character set with MySQL's own name for it (lower case, utf8mb3). Raises EncodeError if there is none."""
    one_to_one = name not in _NOT_ONE_TO_ONE
    differences = partial(_differences, name)
    if name in _BYTES:
        return Charset(name, 1, 1, _BYTES[name], well_formed=b".")
    if name in _PATCHED_BYTES:
        return ByteCharset(name, _PATCHED_BYTES[name], differences, one_to_one=one_to_one)
    if name in _WIDE:
        longest, codec, well_formed = _WIDE[name]
        return Charset(name, 1, longest, codec, well_formed=well_formed)
    if name in _PATCHED_WIDE:
        wide = PatchedCharset(name, *_PATCHED_WIDE[name], differences, one_to_one=one_to_one)
        wide.unknown = _UNKNOWN.get(name)
        return wide
    if name in _UNICODE:
        return Charset(name, *_UNICODE[name])
    if name in _UNICODE_BMP:
        return BmpCharset(name, *_UNICODE_BMP[name])
    raise EncodeError(f"unknown character set {name!r}")

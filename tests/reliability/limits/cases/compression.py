"""UNCOMPRESS of what says to be longer than it is, or than it may be."""

from __future__ import annotations

import zlib

from tests.reliability.limits.cases import RECONNECT, Scripts


def _compressed(data: bytes, length: int | None = None, cut: int | None = None) -> str:
    """What COMPRESS makes; length: what it says to hold; cut: bytes that are left."""
    stream = zlib.compress(data)[:cut]
    return f"x'{((len(data) if length is None else length).to_bytes(4, 'little') + stream).hex()}'"


_A = b"a" * 1000
_VALUES = {
    "right": _compressed(_A),
    "less": _compressed(_A, 999),
    "much less": _compressed(_A, 1),
    "nothing": _compressed(_A, 0),
    "more": _compressed(_A, 1001),
    "much more": _compressed(_A, 60_000_000),
    "too much": _compressed(_A, 0x3FFFFFFF),
    "flags": _compressed(_A, 0xFFFFFFFF),
    "cut": _compressed(_A, None, 10),
    "no stream": "x'e8030000'",
    "four bytes": "x'01020304'",
    "five bytes": "x'0102030405'",
    "short": "x'0102'",
    "empty": "''",
    "text": "'no compressed data'",
    "NULL": "NULL",
    "behind": f"CONCAT({_compressed(_A)}, 'more')",
    "a bomb": _compressed(bytes(3_000_000), 10),
    "a bomb that says so": _compressed(bytes(3_000_000)),
    "no bytes": _compressed(b""),
}
_FORMS = ("UNCOMPRESS({})", "LENGTH(UNCOMPRESS({}))", "UNCOMPRESSED_LENGTH({})")
SCRIPTS: Scripts = {
    "values": [f"SELECT {form.format(value)}" for value in _VALUES.values() for form in _FORMS[1:]],
    "texts": [
        f"SELECT HEX(LEFT({_FORMS[0].format(_VALUES[name])}, 20))"
        for name in ("right", "more", "cut", "behind", "empty")
    ],
    "a small packet": [
        "SET GLOBAL max_allowed_packet = 1024",
        RECONNECT,
        *(f"SELECT LENGTH(UNCOMPRESS({_VALUES[name]}))" for name in ("right", "more", "less", "much more", "too much")),
        f"SELECT LENGTH(UNCOMPRESS({_compressed(bytes(1024))}))",
        f"SELECT LENGTH(UNCOMPRESS({_compressed(bytes(1025))}))",
    ],
    "made": [
        "SELECT LENGTH(COMPRESS('')), HEX(COMPRESS(''))",
        "SELECT HEX(COMPRESS('a'))",
        "SELECT HEX(COMPRESS(REPEAT('a', 100)))",
        "SELECT HEX(COMPRESS(REPEAT(' ', 100)))",
        "SELECT LENGTH(COMPRESS(REPEAT('a', 67108865)))",
        "SELECT LENGTH(COMPRESS(NULL))",
        "SELECT LENGTH(COMPRESS(REPEAT('a', 1000000)))",
        "SELECT UNCOMPRESS(COMPRESS('abc')), UNCOMPRESSED_LENGTH(COMPRESS('abc'))",
        "SELECT UNCOMPRESS(COMPRESS(COMPRESS('abc'))) = COMPRESS('abc')",
        "SELECT HEX(COMPRESS(CHAR(32)))",
    ],
}

"""Texts whose bytes were changed: cut, doubled, with bytes of any value, with quotes and comments that do not end."""

from __future__ import annotations

import random
from collections.abc import Iterator

from tests.reliability.hostile import mutation

_PIECES = (
    b"'",
    b'"',
    b"`",
    b"/*",
    b"*/",
    b"/*!",
    b"/*!99999",
    b"/*+",
    b"-- ",
    b"#",
    b";",
    b"\\",
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xe2\x82",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xc0\x80",
    b"\x1a",
    b"@",
    b"@@",
    b"(",
    b")",
    b"{",
    b"}",
    b"$$",
    b"$",
    b"_utf8mb4",
    b"_gbk'\x81'",
    b"N'",
    b"x'",
    b"0x",
    b"0b",
    b".",
    b"..",
    b"e",
    b"::",
    b":=",
    b"->>",
    b"->",
    b"<=>",
    b"||",
    b"&&",
    b"?",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xa8",
    b"\t\x0b\x0c\r\n",
)
_SESSIONS = (
    "SET NAMES gbk",
    "SET NAMES utf8mb4",
    "SET NAMES binary",
    "SET NAMES latin1",
    "SET NAMES sjis",
    "SET NAMES gb18030",
    "SET NAMES big5",
    "SET NAMES ascii",
    "SET sql_mode='ANSI_QUOTES'",
    "SET sql_mode='NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT,IGNORE_SPACE'",
    "SET sql_mode=DEFAULT",
    "SET character_set_client=utf8mb3, character_set_connection=utf16",
)


def torn(text: str, other: str, chance: random.Random) -> str:
    """One to four changes of the statement's bytes, anywhere in it."""
    data = bytearray(text.encode("utf-8", "surrogateescape"))
    for _ in range(chance.choice((1, 1, 2, 3, 4))):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(8):
            case 0:
                del data[at : at + chance.choice((1, 1, 2, 5, 20))]
            case 1:
                data[at:at] = bytes(chance.randrange(256) for _ in range(chance.choice((1, 2, 4))))
            case 2 | 3:
                data[at:at] = chance.choice(_PIECES)
            case 4:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 5:
                del data[at:]
            case 6:
                half = other.encode("utf-8", "surrogateescape")
                data[at:] = half[chance.randrange(len(half) + 1) :]
            case _:
                end = at + chance.choice((1, 3, 10, 50))
                data[at:end] = data[at:end] * chance.choice((2, 3, 50))
    return data.decode("utf-8", "surrogateescape")


def all_torn(chance: random.Random) -> Iterator[str]:
    """An endless stream, of the goldens' statements and of the clusters'."""
    golden, clusters = mutation.golden_statements(), [some for some in mutation.cluster_statements() if some]
    while True:
        if chance.random() < 0.1:
            yield chance.choice(_SESSIONS)
        pool = golden if chance.random() < 0.5 else chance.choice(clusters)
        start = chance.randrange(len(pool))
        for text in pool[start : start + 10]:
            yield text if chance.random() < 0.25 else torn(text, chance.choice(pool), chance)

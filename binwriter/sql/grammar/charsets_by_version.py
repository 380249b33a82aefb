"""Character sets that are newer than a server: its parser refuses their names.

Source: release notes of 5.5.3 (utf8mb4, utf16, utf32), 5.6.1 (utf16le) and 5.7.4 (gb18030); captured:
charsets_unknown_statement.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.text import lexer

_SINCE = {"utf8mb4": 50503, "utf16": 50503, "utf32": 50503, "utf16le": 50601, "gb18030": 50704}
_NEWER = pattern(rf"(?i)\b({'|'.join(_SINCE)})")
_SETS, _COLLATION = ("SET", "CHARSET", "NAMES"), "COLLATE"


def unknown_charset(text: str, version: int) -> MySQLError | None:
    """ER_UNKNOWN_CHARACTER_SET or ER_UNKNOWN_COLLATION of the first name that a server of the version has not."""
    if not _missing(version) or _NEWER.search(text) is None:
        return None
    tokens = [token[0] for token in lexer.tokens(text)]
    return next(_refused([token for token in tokens if token != "="], version), None)


@cache
def _missing(version: int) -> frozenset[str]:
    return frozenset(name for name, since in _SINCE.items() if version < since)


def _refused(tokens: list[str], version: int) -> Iterator[MySQLError]:
    before = ""
    for word, token in pairwise(tokens):
        name, role = token.strip("'\"`"), word.upper()
        charset = name.lower().partition("_")[0]
        if charset in _missing(version):
            if role in _SETS and charset == name.lower() and (role != "SET" or before in ("CHARACTER", "CHAR")):
                yield mysql_error("ER_UNKNOWN_CHARACTER_SET", name)
            elif role == _COLLATION:
                yield mysql_error("ER_UNKNOWN_COLLATION", name)
        before = role

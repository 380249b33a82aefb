"""What a statement of a log is, by its first words."""

from __future__ import annotations

import re

from binwriter.binlog.files.selection import is_transaction_statement
from binwriter.formats.patterns import pattern

_COMMENT = pattern(rb"\s*(?:/\*(?!!).*?\*/|--[ \t][^\n]*\n|#[^\n]*\n)", re.DOTALL)
_WORDS = pattern(rb"[\s(]*(?:/\*!\d*\s*)?([A-Za-z]+)(?:\s+([A-Za-z]+))?")
# Statements that are told by more than their first word: by the next one, or by the kind of thing.
_OF_TWO_WORDS = frozenset({"RENAME", "FLUSH", "LOAD", "SET", "XA", "TRUNCATE"})
_OF_THINGS = frozenset({"CREATE", "ALTER", "DROP"})
_THING = pattern(
    rb"\b(TABLESPACE|TABLE|DATABASE|SCHEMA|VIEW|TRIGGER|PROCEDURE|FUNCTION|EVENT|USER|ROLE|INDEX|SERVER|LOGFILE)\b",
    re.IGNORECASE,
)


def statement_kind(query: bytes) -> str:
    """What a statement of the log is: `CREATE TABLE`, `INSERT` ...; empty for what only divides transactions."""
    if is_transaction_statement(query):
        return ""
    begin = 0
    while comment := _COMMENT.match(query, begin):
        begin = comment.end()
    match = _WORDS.match(query, begin)
    if match is None:
        return "other"
    first = match[1].decode().upper()
    if first in _OF_THINGS and (thing := _THING.search(query, match.end(1), begin + 400)) is not None:
        return f"{first} {thing[1].decode().upper()}".replace("SCHEMA", "DATABASE")
    return f"{first} {match[2].decode().upper()}" if first in _OF_TWO_WORDS and match[2] else first

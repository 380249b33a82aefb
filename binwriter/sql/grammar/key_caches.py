"""Reads CACHE INDEX and LOAD INDEX INTO CACHE (MySQL manual, "CACHE INDEX Statement")."""

from __future__ import annotations

from binwriter.sql.command_table import reads
from binwriter.sql.grammar.tables.keys import read_qualified_name
from binwriter.sql.syntax.administration import KeyCacheSyntax
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import ParsedStatement, Words


@reads("CACHE INDEX", "LOAD INDEX")
def read_key_cache(words: Words) -> ParsedStatement:
    """Of each table the keys that are named, and whether partitions are."""
    cursor = Cursor(words)
    assigns = cursor.accept("CACHE")
    if assigns:
        cursor.expect("INDEX")
        kind = "assign_to_keycache"
    else:
        cursor.expect("LOAD", "INDEX", "INTO", "CACHE")
        kind = "preload_keys"
    tables, keys, partitioned = [], [], False
    while True:
        tables.append(read_qualified_name(cursor))
        if cursor.accept("PARTITION"):
            partitioned = True
            cursor.parenthesized()
        keys.append(_keys(cursor))
        if not assigns and cursor.accept("IGNORE"):
            cursor.expect("LEAVES")
        if not cursor.accept_symbol(","):
            break
    cache = ""
    if assigns:
        cursor.expect("IN")
        cache = cursor.next().text.lower() if cursor.at("DEFAULT") else cursor.name()
    syntax = KeyCacheSyntax(kind, tuple(tables), keys=tuple(keys), partitioned=partitioned, argument=cache)
    return ParsedStatement(words.text, kind, syntax)


def _keys(cursor: Cursor) -> tuple[str, ...]:
    if not (cursor.accept("INDEX") or cursor.accept("KEY")):
        return ()
    cursor.expect_symbol("(")
    named: list[str] = []
    while not cursor.accept_symbol(")"):
        named.append(cursor.next().text)
        cursor.accept_symbol(",")
    return tuple(named)

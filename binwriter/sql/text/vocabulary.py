"""What sqlglot's tokenizer and parser know of other dialects, left out: what is no word of MySQL's is a name there."""

from __future__ import annotations

import re
from typing import Any

from sqlglot.dialects.mysql import MySQL
from sqlglot.parsers.mysql import MySQLParser
from sqlglot.tokenizer_core import TokenType

from binwriter.formats.patterns import pattern
from binwriter.mysql.reserved_words import KEYWORDS

# what `binwriter.sql.text.hints` reads, and what other dialects have: in MySQL's each character stands for itself
_NO_SYMBOLS = (
    *("{%", "{%+", "{%-", "%}", "+%}", "-%}", "{{+", "{{-", "+}}", "-}}", "&<", "&>", "==", "::", "?::", "|>", "=>"),
    *("/*+", "#>", "#>>", "<->", "<<->>", "~~~", "~~", "~~*", "~*", "-|-", "??"),
)
_NO_CLAUSES = frozenset({"RETURNING", "FULL"})
_BY_NAME = frozenset({"SESSION_USER"})  # a function that is no keyword, which has a node of its own all the same


def keywords() -> dict[str, TokenType]:
    """sqlglot's without those of other dialects: what is no keyword is a name. It knows SIGNED INTEGER."""
    words = {
        name: kind
        for name, kind in MySQL.Tokenizer.KEYWORDS.items()
        if name not in _NO_SYMBOLS and name not in _NO_CLAUSES
    }
    known = {
        name: kind
        for name, kind in words.items()
        if not name[0].isalpha() or name in _BY_NAME or KEYWORDS.issuperset(name.split())
    }
    return {**known, "SIGNED INT": TokenType.BIGINT, "UNSIGNED INT": TokenType.UBIGINT}


def _of_mysql(table: dict[TokenType, Any], names: str) -> dict[TokenType, Any]:
    """What of a table of sqlglot's MySQL's grammar has."""
    return {kind: table[kind] for kind in map(TokenType.__getitem__, names.split())}


COLUMN_OPERATORS = _of_mysql(MySQLParser.COLUMN_OPERATORS, "DOT ARROW DARROW")
RANGE_PARSERS = _of_mysql(MySQLParser.RANGE_PARSERS, "BETWEEN IN IS LIKE RLIKE MEMBER_OF")
QUERY_MODIFIER_PARSERS = _of_mysql(
    MySQLParser.QUERY_MODIFIER_PARSERS, "WHERE GROUP_BY HAVING QUALIFY WINDOW ORDER_BY LIMIT FETCH OFFSET FOR LOCK"
)
SHAPES = frozenset(
    (
        *("POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON"),
        *("GEOMETRYCOLLECTION", "GEOMCOLLECTION"),
    )
)
SHORT_CHARSETS = {"ASCII": "latin1", "UNICODE": "ucs2", "BYTE": "binary"}  # words that stand for CHARACTER SET

# what `token_repairs` may have to do with: a brace of ODBC, ON DUPLICATE KEY, a sign behind an exponent, one of
# hundreds
ODD = pattern(r"\{|duplicate|[\d.]e(?:[+-]?\d+[+-]|\+?\d{3})", re.IGNORECASE)

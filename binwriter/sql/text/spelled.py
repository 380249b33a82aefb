"""Names in what SHOW CREATE and the log show: in backticks, bare (sql_quote_show_create), in double quotes.

Source: MySQL manual, "Server System Variables" (sql_quote_show_create), "Server SQL Modes"; captured: names_shown.
"""

from __future__ import annotations

import re

from binwriter.formats.servers import NEWEST
from binwriter.mysql.identifiers import needs_quotes, unquoted
from binwriter.sql.text.lexer import NAME, lexemes

# how the part of a line begins that is kept as a text: a CHECK as it is, an expression in backticks or bare
_CHECK, _EXPRESSION = " CHECK (", re.compile(r" GENERATED ALWAYS AS \(| DEFAULT \(|KEY `(?:[^`]|``)+` \(\(")
# where the text begins that a program's author has written
_BODIES = {"PROCEDURE": "(", "FUNCTION": "(", "TRIGGER": " FOR EACH ROW", "EVENT": " ON SCHEDULE"}


def respelled(text: str, kind: str, *, bare: bool, ansi: bool) -> str:
    """A text with names in backticks as the session wants to see it. kind: TABLE, VIEW, TRIGGER, ..."""
    if not (bare or ansi):
        return text
    if kind in _BODIES:
        head = text.index(_BODIES[kind])
        return _names(text[:head], bare=bare, ansi=ansi) + text[head:]
    if kind != "TABLE" or not text.startswith(("CREATE TABLE", "CREATE TEMPORARY")):
        return _names(text, bare=bare, ansi=ansi)
    return "\n".join(_line(line, bare=bare, ansi=ansi) for line in text.split("\n"))


def _line(line: str, *, bare: bool, ansi: bool) -> str:
    if line.startswith("  CONSTRAINT ") and _CHECK in line:
        at = line.index(_CHECK)
        return _names(line[:at], bare=bare, ansi=ansi) + line[at:]
    expression = _EXPRESSION.search(line)
    if expression is None:
        return _names(line, bare=bare, ansi=ansi)
    at = expression.end()
    return _names(line[:at], bare=bare, ansi=ansi) + _names(line[at:], bare=bare, ansi=False)


def _names(text: str, *, bare: bool, ansi: bool) -> str:
    parts = []
    for piece in lexemes(text, version=NEWEST.version_number):
        part = piece[0]
        if piece.lastgroup == NAME and part[:1] == "`":
            name = unquoted(part)
            if bare and not needs_quotes(name):
                part = name
            elif ansi:
                part = '"' + name.replace('"', '""') + '"'
        parts.append(part)
    return "".join(parts)

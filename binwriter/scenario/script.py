"""A plain SQL script, split into statements as the mysql client splits it."""

from __future__ import annotations

import re
from functools import cache

from binwriter.formats.patterns import pattern
from binwriter.sql.text.lexer import OPAQUE, UNCLOSED, lexeme_at

_OPENERS = {"'": "string", '"': "string", "`": "quoted name", "/": "comment"}
_BEGINNINGS = "'\"`/#-"  # of what may hold a delimiter
_DELIMITER = pattern(r"delimiter[ \t]+([^\s]+)[^\n]*", re.IGNORECASE)


class ScriptError(ValueError):
    """A script that cannot be split. line: 1-based, where the trouble begins."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def split_script(text: str) -> list[tuple[int, str]]:
    """(line where it begins, statement without its delimiter) for each statement.

    Knows quotes, the three kinds of comment and DELIMITER. Comments inside a statement are kept, those between
    statements are not sent. Raises ScriptError for a string, quoted name or comment that does not end.
    """
    return [(line, text[start:end]) for line, start, end in script_places(text)]


def script_places(text: str) -> list[tuple[int, int, int]]:
    """The same as (line, where the statement begins, where it ends)."""
    statements = []
    delimiter, position = ";", 0
    line, counted = 1, 0
    while (start := _skip_blank(text, position, delimiter)) < len(text):
        if change := _DELIMITER.match(text, start):
            delimiter, position = change[1], change.end()
            continue
        end = _end_of_statement(text, start, delimiter)
        position = end + len(delimiter)
        while end > start and text[end - 1].isspace():
            end -= 1
        line, counted = line + text.count("\n", counted, start), start
        if end > start:
            statements.append((line, start, end))
    return statements


def _skip_blank(text: str, position: int, delimiter: str) -> int:
    """Past white space and comments. `/*! ... */` is no comment: a server runs what stands in it."""
    while position < len(text):
        if text[position].isspace():
            position += 1
        elif text.startswith(delimiter, position):
            return position
        elif (piece := _piece(text, position)) and piece[:1] in "#-/" and not piece.startswith("/*!"):
            position += len(piece)
        else:
            break
    return position


@cache
def _inside(first: str) -> re.Pattern[str]:
    """Whatever is no delimiter, which begins with this character."""
    comments = r"--(?=[\x00-\x20\x7f]|\Z)[^\n]*+|\#[^\n]*+|/\*.*?\*/"
    quoted = r"'[^'\\]*+(?:\\.[^'\\]*+)*+'|\"[^\"\\]*+(?:\\.[^\"\\]*+)*+\"|`[^`]*+`"
    return re.compile(rf"(?:[^{re.escape(first)}'\"`/#-]++|{quoted}|{comments}|[-/])*+", re.DOTALL)


def _end_of_statement(text: str, position: int, delimiter: str) -> int:
    if delimiter[0] not in _BEGINNINGS:
        inside = _inside(delimiter[0]).match(text, position)
        if inside is not None and text.startswith(delimiter, inside.end()):
            return inside.end()
    stop = re.compile(re.escape(delimiter) + r"|['\"`/#-]")
    while match := stop.search(text, position):
        position = match.start()
        if match[0] == delimiter:
            return position
        position += len(_piece(text, position)) or 1
    return len(text)


def _piece(text: str, position: int) -> str:
    """The quoted text or comment that begins here, "" if none does."""
    piece = lexeme_at(text, position)
    if piece is None:
        return ""
    if piece.lastgroup == UNCLOSED:
        raise ScriptError(_line(text, position), f"a {_OPENERS[piece[0][0]]} that does not end")
    return piece[0] if piece.lastgroup in OPAQUE else ""


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1

"""Several statements in one text, as CLIENT_MULTI_STATEMENTS allows them."""

from __future__ import annotations

import re
from collections.abc import Callable

from binwriter.formats.patterns import pattern
from binwriter.formats.servers import NEWEST
from binwriter.sql.text.lexer import OPAQUE, lexeme_at
from binwriter.sql.text.statement_end import ENDS, begins_at

_STOP = pattern(r"[;'\"`/#-]")
_SPACES = pattern(r"[ \t\n\v\f\r]*+")
# what may have statements of its own inside
_PROGRAM = pattern(
    r"\s*(/\*!\d*\s*)*(CREATE|ALTER)\b.*?\b(PROCEDURE|FUNCTION|TRIGGER|EVENT)\b", re.IGNORECASE | re.DOTALL
)


def statements_of(
    text: str,
    is_whole: Callable[[str], bool],
    stops_at: Callable[[str], int | None] | None = None,
    version: int = NEWEST.version_number,
) -> list[str]:
    """The statements of a text, without the semicolons between them.

    is_whole: whether a text is a statement, not the beginning of one; asked of definitions of programs. stops_at: where
    a text stops being a statement (its length: it is the beginning of one); what is wrong takes the whole rest of the
    text with it, which a server shows, and so does a semicolon that ends nothing. version: of the server, for comments.
    """
    text = text.rstrip(ENDS)
    statements: list[str] = []
    start = 0
    while start < len(text):
        end = start
        while True:
            end = _semicolon(text, end)
            if end >= len(text):
                break
            if begins_at(text[start:end], version) == end - start:
                end = len(text)
                break
            stop = stops_at(text[start:end]) if stops_at is not None else None
            if stop is not None and stop < end - start:
                end = len(text)
                break
            if stop is None and (not _PROGRAM.match(text, start, end) or is_whole(text[start:end])):
                break
            end += 1
        statements.append(text[start:end])
        spaces = _SPACES.match(text, min(end + 1, len(text)))
        start = spaces.end() if spaces is not None else len(text)
    return statements or [text]


def _semicolon(text: str, position: int) -> int:
    """Where the next semicolon is that stands in no string, name or comment; the text's length if there is none."""
    while (stop := _STOP.search(text, position)) is not None:
        position = stop.start()
        if stop[0] == ";":
            return position
        piece = lexeme_at(text, position)
        position += len(piece[0]) if piece is not None and piece.lastgroup in OPAQUE else 1
    return len(text)

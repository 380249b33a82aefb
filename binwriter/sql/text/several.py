"""Several statements in one text, as CLIENT_MULTI_STATEMENTS allows them."""

from __future__ import annotations

import re
from collections.abc import Callable

from binwriter.formats.patterns import pattern
from binwriter.sql.text.lexer import OPAQUE, lexeme_at

_STOP = pattern(r"[;'\"`/#-]")
_SPACES = pattern(r"[\s;]*")
# what may have statements of its own inside
_PROGRAM = pattern(
    r"\s*(/\*!\d*\s*)*(CREATE|ALTER)\b.*?\b(PROCEDURE|FUNCTION|TRIGGER|EVENT)\b", re.IGNORECASE | re.DOTALL
)


def statements_of(
    text: str, is_whole: Callable[[str], bool], end_of_first: Callable[[str], int | None] | None = None
) -> list[str]:
    """The statements of a text, without the semicolons between them.

    is_whole: whether a text is a statement, not the beginning of one; asked of definitions of programs. end_of_first:
    where the first statement of a text ends by the grammar, None where it does nowhere; what is wrong shows the whole
    rest of the text, as a server's parser does.
    """
    statements: list[str] = []
    start = 0
    while start < len(text):
        end = start
        if end_of_first is not None:
            found = end_of_first(text[start:]) if _semicolon(text, start) < len(text) else None
            end = len(text) if found is None else start + found
        while end_of_first is None:
            end = _semicolon(text, end)
            if end >= len(text) or not _PROGRAM.match(text, start, end) or is_whole(text[start:end]):
                break
            end += 1
        statement = text[start:end]
        if statement.strip() or not statements:
            statements.append(statement)
        spaces = _SPACES.match(text, min(end + 1, len(text)))
        start = spaces.end() if spaces is not None else len(text)
    return statements


def _semicolon(text: str, position: int) -> int:
    """Where the next semicolon is that stands in no string, name or comment; the text's length if there is none."""
    while (stop := _STOP.search(text, position)) is not None:
        position = stop.start()
        if stop[0] == ";":
            return position
        piece = lexeme_at(text, position)
        position += len(piece[0]) if piece is not None and piece.lastgroup in OPAQUE else 1
    return len(text)

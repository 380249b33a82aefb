"""Where a statement ends: behind its semicolon there may be comments, which a server logs with it."""

from __future__ import annotations

from binwriter.formats.collations import SPACES
from binwriter.formats.servers import NEWEST
from binwriter.sql.text.lexer import COMMENT, SPACE, SYMBOL, lexemes

# what a server takes from a text's end before it looks at it
ENDS = SPACES + ";"


def without_end(text: str, version: int = NEWEST.version_number) -> str:
    """A statement with a space for the semicolon behind which only comments come, of the same length.

    Only a text that ends in a comment is looked through; plain semicolons at its end are no matter. A second one, and
    one without a statement, is an error of syntax (tests/golden/wire/statements_at_once.json).
    """
    if ";" not in text or not _may_end_in_comment(text.rstrip()):
        return text
    ends: list[int] = []
    begun = False
    for piece in lexemes(text, version=version):
        if piece.lastgroup == SYMBOL and piece[0] == ";":
            ends.append(piece.start())
        elif piece.lastgroup not in (COMMENT, SPACE):
            begun = True
            ends.clear()
    if len(ends) != 1 or not begun:
        return text
    return f"{text[: ends[0]]} {text[ends[0] + 1 :]}"


def begins_at(text: str, version: int) -> int:
    """Where the first thing stands that is neither a space nor a comment; the text's length if nothing does."""
    if text[:1].isalpha():
        return 0
    pieces = lexemes(text, version=version)
    return next((piece.start() for piece in pieces if piece.lastgroup not in (COMMENT, SPACE)), len(text))


def _may_end_in_comment(text: str) -> bool:
    line = text[text.rfind("\n") + 1 :]
    return text.endswith("*/") or "--" in line or "#" in line

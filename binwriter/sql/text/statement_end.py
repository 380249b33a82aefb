"""Where a statement ends: behind its semicolon there may be comments, which a server logs with it."""

from __future__ import annotations

from binwriter.formats.servers import NEWEST
from binwriter.sql.text.lexer import COMMENT, SPACE, SYMBOL, lexemes


def without_end(text: str, version: int = NEWEST.version_number) -> str:
    """A statement with spaces for the semicolons behind which only comments come, of the same length.

    Only a text that ends in a comment is looked through; plain semicolons at its end are no matter.
    """
    if ";" not in text or not _may_end_in_comment(text.rstrip()):
        return text
    ends: list[int] = []
    for piece in lexemes(text, version=version):
        if piece.lastgroup == SYMBOL and piece[0] == ";":
            ends.append(piece.start())
        elif piece.lastgroup not in (COMMENT, SPACE):
            ends.clear()
    characters = list(text)
    for place in ends:
        characters[place] = " "
    return "".join(characters) if ends else text


def _may_end_in_comment(text: str) -> bool:
    line = text[text.rfind("\n") + 1 :]
    return text.endswith("*/") or "--" in line or "#" in line

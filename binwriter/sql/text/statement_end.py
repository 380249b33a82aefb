"""Where a statement ends: behind its semicolon there may be comments, which a server logs with it."""

from __future__ import annotations

import re

from binwriter.formats.patterns import pattern
from binwriter.formats.servers import NEWEST
from binwriter.sql.text.lexer import OPAQUE, lexemes

_COMMENTS = pattern(r"(?:\s|;|/\*(?![!+]).*?\*/|#[^\n]*|--(?=\s|$)[^\n]*)+", re.DOTALL)


def without_end(text: str, version: int = NEWEST.version_number) -> str:
    """A statement with spaces for the semicolons behind which only comments come, of the same length."""
    at = text.rfind(";")
    if at < 0 or not _COMMENTS.fullmatch(text, at):
        return text
    plain = [place for place, char in enumerate(text) if char == ";"]
    for piece in lexemes(text, version=version):
        if piece.lastgroup in OPAQUE:
            plain = [place for place in plain if not piece.start() <= place < piece.end()]
    found = list(text)
    while plain and _COMMENTS.fullmatch(text, plain[-1]):
        found[plain.pop()] = " "
    return "".join(found)

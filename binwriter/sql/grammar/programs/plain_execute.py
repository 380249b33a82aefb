"""EXECUTE of a statement with nothing but plain names, of which there may be a thousand, read at once."""

from __future__ import annotations

from binwriter.formats.patterns import pattern
from binwriter.mysql.reserved_words import KEYWORDS
from binwriter.sql.syntax.programs import Execute
from binwriter.sql.text.words import ParsedStatement

_VARIABLE = r"@[A-Za-z_][A-Za-z0-9_]{0,59}+"
_WHOLE = pattern(
    rf"(?i:execute) ([A-Za-z_][A-Za-z0-9_]{{0,59}}+) (?i:using) ({_VARIABLE}(?:, ?{_VARIABLE})*+)",
)
_EACH = pattern(r"@([A-Za-z0-9_]+)")


def plain_execute(text: str) -> ParsedStatement | None:
    """The statement; None for any other, which `commands` reads."""
    match = _WHOLE.fullmatch(text)
    if match is None or match[1].upper() in KEYWORDS:
        return None
    return ParsedStatement(text, "execute", Execute(match[1], tuple(_EACH.findall(match[2]))))

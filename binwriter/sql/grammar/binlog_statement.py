"""BINLOG '...': events in base64, as mysqlbinlog writes them.

Source: MySQL manual, "BINLOG Statement"; errors and their order as seen on a 9.7.4
(tests/golden/scenarios/row_injections_*.scn).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator

from sqlglot.tokenizer_core import TokenType

from binwriter.formats.header import HEADER_LENGTH
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.command_table import reads
from binwriter.sql.syntax.session import TableSyntax
from binwriter.sql.text.words import ParsedStatement, Words

# One piece of base64 ends with its padding; the next may follow at once, as each line of mysqlbinlog's does.
_PIECES = pattern(rb"(?:[A-Za-z0-9+/]+={0,2})*")
_PIECE = pattern(rb"[A-Za-z0-9+/]+={0,2}")
_SIZE_IN_HEADER = slice(9, 13)


@dataclass(frozen=True, slots=True)
class BinlogStatement(TableSyntax):
    """text: the base64 text, white space and all."""

    text: str


@reads("BINLOG")
def read_binlog(words: Words) -> ParsedStatement:
    """BINLOG 'text'. ER_PARSE_ERROR for anything else."""
    if len(words.tokens) < 2 or words.tokens[1].token_type is not TokenType.STRING:
        raise words.syntax_error(1)
    words.end(2)
    return ParsedStatement(words.text, "binlog", BinlogStatement(words.tokens[1].text))


def decoded(text: str, *, checks: bool = True) -> bytes:
    """The bytes of the text. ER_BASE64_DECODE_ERROR (1575); ER_SYNTAX_ERROR (1149) if there is no text.

    checks: else four characters are three bytes, be they of base64 or not, and what is left over is nothing (captured:
    5.5.20/base64_not_checked_statement).
    """
    if not text:
        raise mysql_error("ER_SYNTAX_ERROR")
    data = b"".join(text.encode("ascii", "replace").split())
    if not checks:
        data = data[: len(data) // 4 * 4]
        if not _PIECES.fullmatch(data):
            raise mysql_error("ER_SYNTAX_ERROR")
    decoded_pieces, position = [], 0
    while position < len(data):
        piece = _PIECE.match(data, position)
        if piece is None:
            raise mysql_error("ER_BASE64_DECODE_ERROR")
        try:
            decoded_pieces.append(base64.b64decode(piece[0], validate=True))
        except binascii.Error:
            raise mysql_error("ER_BASE64_DECODE_ERROR") from None
        position = piece.end()
    return b"".join(decoded_pieces)


def split_events(data: bytes) -> Iterator[bytes]:
    """One event after the other. ER_SYNTAX_ERROR (1149), when it comes to it, for bytes that are no whole event."""
    position = 0
    while position < len(data):
        size = int.from_bytes(data[position:][_SIZE_IN_HEADER], "little")
        if len(data) - position < HEADER_LENGTH or not HEADER_LENGTH <= size <= len(data) - position:
            raise mysql_error("ER_SYNTAX_ERROR")
        yield data[position : position + size]
        position += size

"""Bytes behind the name of a character set, in which they are no characters: a server says so when it has parsed the
statement, whatever tables, columns and variables there are.

Captured: cluster introduced_bytes_first. The bytes of a quoted text are kept, with a warning.
"""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.errors import CorruptLogError
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.collations import charset_collation_id
from binwriter.sql.expressions.literals import wrong_bytes
from binwriter.sql.text.lexer import tokens

_DIGITS = pattern(r"0x([0-9a-fA-F]+)|0b([01]+)")
_IN_ANY_BYTES = ("ucs2",)  # pairs of bytes, each of which is a character


def refuse_no_characters(sql: str) -> None:
    """MySQLError ER_INVALID_CHARACTER_STRING of the first such literal."""
    pieces = [piece[0] for piece in tokens(sql)]
    for place, piece in enumerate(pieces[:-1]):
        if piece[:1] == "_" and (place == 0 or pieces[place - 1] != "."):
            data = _bytes_of(pieces[place + 1], pieces[place + 2] if place + 2 < len(pieces) else "")
            if data is not None:
                _refuse(piece[1:], data)


def _bytes_of(piece: str, following: str) -> bytes | None:
    """The bytes of a hexadecimal or binary literal, which may be written in two pieces; None for all else."""
    if piece.lower() in ("x", "b") and following[:1] == "'":
        piece = f"0{piece.lower()}{following[1:-1]}"
    match = _DIGITS.fullmatch(piece)
    if match is None:
        return None
    digits, bits = match.groups()
    if digits is not None:
        return bytes.fromhex(digits.zfill(len(digits) + len(digits) % 2))
    return int(bits, 2).to_bytes((len(bits) + 7) // 8, "big")


def _refuse(charset: str, data: bytes) -> None:
    try:
        collation = charset_collation_id(charset)
    except MySQLError:  # a name
        return
    if collation == BINARY_COLLATION_ID or charset.lower() in _IN_ANY_BYTES:
        return
    known = collation_by_id(collation)
    data = bytes(-len(data) % known.mbminlen) + data
    try:
        known.decode_keeping(data)
    except CorruptLogError:
        raise mysql_error("ER_INVALID_CHARACTER_STRING", charset, wrong_bytes(data, known)) from None

"""The kinds of numbers that the grammar has where options, sizes and counts stand.

Source: sql_yacc's ulong_num, ulonglong_num, real_ulong_num, real_ulonglong_num, ternary_option; captured:
numbers_of_table_options.
"""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.text.cursor import Cursor, PieceKind

UINT64_MAX = (1 << 64) - 1
_LONG_MAX = (1 << 63) - 1
_NO_INTEGER = "Only integers allowed as number here"
_FRACTION = pattern(r"\d+(\.|[eE])|\.\d")
_DIGITS = pattern(r"\d*")


def error_at(cursor: Cursor, place: int, message: str) -> MySQLError:
    """ER_PARSE_ERROR with another text, which the parser's own actions give."""
    line = cursor.text.count("\n", 0, place) + 1
    return mysql_error("ER_PARSE_ERROR_NEAR", message, cursor.text[place:][:80], line)


def hexadecimal(cursor: Cursor) -> int | None:
    """Of 0x10 and x'10'; None where something else stands."""
    return int(cursor.next().text or "0", 16) if cursor.piece.kind is PieceKind.HEX else None


def only_integer(cursor: Cursor) -> int:
    """An integer of 64 bits, in digits or hexadecimal. ER_PARSE_ERROR with words of its own for a fraction and for
    more."""
    place = cursor.offset
    if _FRACTION.match(cursor.text, place):
        raise error_at(cursor, place, _NO_INTEGER)
    number = hexadecimal(cursor)
    if number is None:
        number = cursor.integer()
    if number > UINT64_MAX:
        raise error_at(cursor, place, _NO_INTEGER)
    return number


def only_long(cursor: Cursor) -> int:
    """As `only_integer`; a hexadecimal number has 63 bits, and a larger one is the largest of these (captured:
    numbers_of_options)."""
    number = hexadecimal(cursor)
    return only_integer(cursor) if number is None else min(number, _LONG_MAX)


def leading_integer(cursor: Cursor, *, hexadecimals: bool = False) -> int:
    """Any number, of which the digits at its beginning count: 1.5 and 1e3 are 1. No more than 64 bits. ER_PARSE_ERROR
    for what is none."""
    if hexadecimals and (number := hexadecimal(cursor)) is not None:
        return number
    if cursor.piece.kind is not PieceKind.NUMBER:
        raise cursor.error()
    digits = _DIGITS.match(cursor.next().text)
    return min(UINT64_MAX, whole_number((digits[0] if digits else "") or "0"))


def ternary(cursor: Cursor) -> str:
    """0, 1 or DEFAULT. ER_PARSE_ERROR for anything else."""
    if cursor.accept("DEFAULT"):
        return "DEFAULT"
    error = cursor.error()
    number = leading_integer(cursor)
    if number > 1:
        raise error
    return str(number)

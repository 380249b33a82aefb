"""How much of a text's number DECIMAL has room for while it is read: nine words of nine digits.

Source: captured, clusters/decimals_of_texts and tests/golden/limits/rooms.json.
"""

from __future__ import annotations

from decimal import ROUND_DOWN, Decimal
from enum import Enum

from binwriter.sql.expressions.numbers import EXACT

_WORD, _WORDS = 9, 9  # digits of a word, words of a number


class Room(Enum):
    """Whether the number was read whole, without its last digits, or is beyond all words."""

    WHOLE = "whole"
    CUT = "cut"
    BEYOND = "beyond"


def read_in_room(whole: str, fraction: str, exponent: int, number: Decimal) -> tuple[Decimal, Room]:
    """The number as it is read. whole, fraction: its digits as written, with zeros in front; number: its value."""
    before, behind = _words(len(whole)), _words(len(fraction))
    if before > _WORDS:
        return number, Room.BEYOND
    room = Room.WHOLE
    if before + behind > _WORDS:
        room, fraction = Room.CUT, fraction[: (_WORDS - before) * _WORD]
        number = Decimal(f"{whole or '0'}.{fraction or '0'}E{exponent}").copy_sign(number)
    if not exponent or not number:
        return number, room
    last = len("".join(map(str, number.as_tuple().digits)).rstrip("0"))  # of the digits that count
    places = number.adjusted() + 1  # digits before the point
    before, behind = _words(max(places, 0)), _words(max(last - places, 0))
    lack = before + behind - _WORDS
    if lack <= 0:
        return number, room
    if behind < lack:
        return number, Room.BEYOND
    return number.quantize(Decimal(1).scaleb(-(behind - lack) * _WORD), ROUND_DOWN, EXACT), Room.CUT


def _words(digits: int) -> int:
    return -(-digits // _WORD)

"""Numbers as they stand in a statement or in a text, of any length."""

from __future__ import annotations

import math

from binwriter.mysql.messages.table import mysql_error

_MANY = 400


def whole_number(text: str) -> int:
    """The value of decimal digits, with a sign or none.

    More than 400 are beyond every limit of MySQL, and all count as the same number: to read long ones takes Python
    quadratic time, and it refuses those of more than 4,300.
    """
    if len(text) <= _MANY:
        return int(text)
    digits = text.strip().lstrip("+-").lstrip("0") or "0"
    number = int(digits) if len(digits) <= _MANY else 10**_MANY
    return -number if text.lstrip().startswith("-") else number


def double(text: str) -> float:
    """The value of digits with an exponent. ER_ILLEGAL_VALUE_FOR_TYPE, which the parser finds, beyond DOUBLE."""
    value = float(text)
    if math.isinf(value):
        raise mysql_error("ER_ILLEGAL_VALUE_FOR_TYPE", "double", text)
    return value

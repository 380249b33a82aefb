"""Numbers as they stand in a statement, of any length."""

from __future__ import annotations

import math

from binwriter.mysql.messages.table import mysql_error

_MANY = 400


def whole_number(digits: str) -> int:
    """The value of decimal digits.

    More than 400 are beyond every limit of MySQL, and all count as the same number: to read long ones takes Python
    quadratic time, and it refuses those of more than 4,300.
    """
    return int(digits) if len(digits) <= _MANY else 10**_MANY


def double(text: str) -> float:
    """The value of digits with an exponent. ER_ILLEGAL_VALUE_FOR_TYPE, which the parser finds, beyond DOUBLE."""
    value = float(text)
    if math.isinf(value):
        raise mysql_error("ER_ILLEGAL_VALUE_FOR_TYPE", "double", text)
    return value

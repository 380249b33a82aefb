"""Values into YEAR.

Source: MySQL manual, "The YEAR Type".
"""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

from binwriter.formats.collations import SPACES
from binwriter.formats.columns.values import ColumnValue, IncompleteDate
from binwriter.sql.expressions.moments.coercion import current_date
from binwriter.sql.store import whole_texts
from binwriter.sql.store.numbers import INTEGER_IN_BYTES, as_integer, note_beyond, number_text, whole_of
from binwriter.sql.store.target import Target

YEAR_MIN, YEAR_MAX = 1901, 2155


def store_year(value: object, target: Target) -> ColumnValue:
    """Into YEAR: 1901 to 2155 and 0; one and two digits count from 1970 to 2069, '0' is 2000 and 0 is 0000."""
    if isinstance(value, timedelta):
        value = current_date(target.context) + value
    if isinstance(value, (date, IncompleteDate)):
        return _checked_year(value.year, target, zero_is_2000=False)
    number = as_integer(value, target)
    if isinstance(number, (str, bytes)):
        return _year_from_text(number_text(number, INTEGER_IN_BYTES), target)
    if isinstance(number, Decimal) and number >= 0:
        note_beyond(number, target, unsigned=True)
    whole = whole_of(number) if isinstance(number, Decimal) else int(number)  # a DOUBLE is cut
    is_below = not isinstance(number, int) and number < 0  # -0.3, too
    return _checked_year(-1 if is_below else whole, target, zero_is_2000=False)


def _year_from_text(text: str, target: Target) -> int:
    whole, rest = whole_texts.whole_number_of(text)
    if whole is None:
        target.incorrect("integer", text)
        return 0
    year = _checked_year(whole, target, zero_is_2000=len(text) != 4)
    if rest.strip(SPACES) and _valid_year(whole):
        target.truncated()
    return year


def _valid_year(number: int) -> bool:
    return 0 <= number < 100 or YEAR_MIN <= number <= YEAR_MAX


def _checked_year(number: int, target: Target, *, zero_is_2000: bool) -> int:
    if not _valid_year(number):
        target.out_of_range()
        return 0
    if number >= 100 or (number == 0 and not zero_is_2000):
        return number
    return number + (2000 if number < 70 else 1900)

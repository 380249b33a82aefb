"""Day numbers as MySQL counts them."""

from __future__ import annotations

from datetime import date

from binwriter.formats.columns.values import IncompleteDate

_OFFSET = 365  # MySQL counts from year 0, which it takes for a common year of 365 days before Python's day 1
MAX_DAYS = 3_652_424  # 9999-12-31


def day_number(day: date) -> int:
    """TO_DAYS(): days since year 0."""
    return date(day.year, day.month, day.day).toordinal() + _OFFSET


def from_day_number(number: int) -> date | IncompleteDate:
    """FROM_DAYS(): the zero date for what lies outside the calendar."""
    if not 0 < number <= MAX_DAYS:
        return IncompleteDate()
    if number <= _OFFSET:  # year 0, which Python's calendar has not
        day = date.fromordinal(number)
        return IncompleteDate(0, day.month, day.day)
    return date.fromordinal(number - _OFFSET)


def day_number_of_parts(year: int, month: int, day: int) -> int:
    """The same of parts that may be zero or too large: the day that lies so many days behind."""
    if not (year or month):
        return 0
    days = 365 * year + 31 * (month - 1) + day
    if month <= 2:
        year -= 1
    else:
        days -= (month * 4 + 23) // 10
    return days + year // 4 - (year // 100 + 1) * 3 // 4

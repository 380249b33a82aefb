"""Day numbers and week numbers as MySQL counts them."""

from __future__ import annotations

from datetime import date, datetime, timedelta

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
        year = max(year - 1, 0)  # a quotient of C is cut
    else:
        days -= (month * 4 + 23) // 10
    return days + year // 4 - (year // 100 + 1) * 3 // 4


def day_beyond_month(moment: IncompleteDate) -> date | None:
    """A day that its month has not, as ALLOW_INVALID_DATES lets it be, counted on: February 31st is early in March
    (captured: cluster days_beyond_months). None for parts that are zero."""
    if not (moment.year and moment.month and moment.day):
        return None
    day = from_day_number(day_number_of_parts(moment.year, moment.month, moment.day))
    if isinstance(day, IncompleteDate):
        return None
    clock = (moment.hour, moment.minute, moment.second, moment.microsecond)
    return datetime(day.year, day.month, day.day, *clock) if any(clock) else day


def week_and_year(day: date, mode: int) -> tuple[int, int]:
    """WEEK(date, mode) and the year that the week belongs to (MySQL manual, WEEK(): the table of modes 0 to 7).

    Bit 0: weeks start on Monday; bit 1: weeks are counted 1 to 53 within the year they belong to; bit 2 (with bit 0
    inverted): week 1 is the first with the week's first day in the year, not the first with four days or more.
    """
    monday_first, year_bound = bool(mode & 1), bool(mode & 2)
    first_weekday = bool(mode & 4) if monday_first else not mode & 4
    day = date(day.year, day.month, day.day)
    year = day.year
    start = _week_one(year, monday_first, first_weekday)
    if day < start:
        if not year_bound:
            return 0, year
        year -= 1
        start = _week_one(year, monday_first, first_weekday)
    elif year_bound and year < 9999 and day >= _week_one(year + 1, monday_first, first_weekday):
        return 1, year + 1
    return (day - start).days // 7 + 1, year


def _week_one(year: int, monday_first: bool, first_weekday: bool) -> date:
    january = date(year, 1, 1)
    weekday = january.weekday() if monday_first else january.isoweekday() % 7
    if first_weekday:
        return january + timedelta(days=-weekday % 7)
    return january - timedelta(days=weekday) if weekday <= 3 else january + timedelta(days=7 - weekday)

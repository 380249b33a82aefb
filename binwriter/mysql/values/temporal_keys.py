"""Dates and times as keys that compare."""

from __future__ import annotations

from datetime import date, datetime

from binwriter.formats.columns.values import IncompleteDate

DateValue = date | datetime | IncompleteDate


def parts_of(value: DateValue) -> tuple[int, int, int, int, int, int, int]:
    """year, month, day, hour, minute, second, microsecond."""
    if isinstance(value, (datetime, IncompleteDate)):
        return value.year, value.month, value.day, value.hour, value.minute, value.second, value.microsecond
    return value.year, value.month, value.day, 0, 0, 0, 0

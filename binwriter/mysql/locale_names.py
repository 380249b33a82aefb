"""What locales call months and weekdays: DAYNAME, MONTHNAME and DATE_FORMAT under lc_time_names."""

from __future__ import annotations

from functools import cache

from binwriter import data
from binwriter.formats.records import dataclass
from binwriter.mysql.locales import locale_name


@dataclass(frozen=True)
class CalendarNames:
    """January and Monday first."""

    months: tuple[str, ...]
    short_months: tuple[str, ...]
    days: tuple[str, ...]
    short_days: tuple[str, ...]


@cache
def _all_names() -> dict[str, CalendarNames]:
    lines = list(data.lines("locale_names.txt"))
    blocks = {}
    for start in range(0, len(lines), 5):
        locales, *names = lines[start : start + 5]
        block = CalendarNames(*(tuple(line.split("|")[:-1]) for line in names))
        blocks.update(dict.fromkeys(locales.split(), block))
    return blocks


def calendar_names(locale: str | int) -> CalendarNames:
    """The names of a locale, given by its name in any case or its number. MySQLError ER_UNKNOWN_LOCALE."""
    return _all_names()[locale_name(locale)]

"""Moments and time zones: those whose text ends in one, the ends of the calendar, and times that a clock skips.

Source: captured (clusters/zones_in_texts).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from binwriter.errors import MySQLError
from binwriter.formats.columns.values import IncompleteDate
from binwriter.mysql.messages.table import mysql_error

# The instants that a column takes, in a text with a time zone: those of the server's own seconds.
_BEFORE_FIRST = datetime(1970, 1, 1)
_LAST = datetime(3001, 1, 18, 23, 59, 59)
_CYCLE = 400  # years, after which the calendar is the same


def in_zone(moment: datetime, zone: tzinfo) -> Any:
    """An aware moment as a naive one of the zone, an IncompleteDate before the year 1. Raises ER_TRUNCATED_WRONG_VALUE
    behind the year 9999."""
    try:
        return moment.astimezone(zone).replace(tzinfo=None)
    except OverflowError:
        years = _CYCLE if moment.year < _CYCLE else -_CYCLE
        shifted = moment.replace(year=moment.year + years).astimezone(zone)
        if years < 0:
            raise no_moment(f"0000-{shifted:%m-%d %H:%M:%S}") from None
        clock = (shifted.hour, shifted.minute, shifted.second, shifted.microsecond)
        return IncompleteDate(0, shifted.month, shifted.day - 1, *clock)  # a server's year 0 is a day short


def no_moment(text: str) -> MySQLError:
    """An error in any sql_mode."""
    return mysql_error("ER_TRUNCATED_WRONG_VALUE", "temporal", text)


def incomplete(year: int, month: int, day: int, clock: tuple[int, int, int], minutes: int) -> MySQLError:
    """The error of a date without a month or day. minutes: east of UTC."""
    hours, rest = divmod(abs(minutes), 60)
    sign = "-" if minutes < 0 else "+"
    time = ":".join(f"{part:02d}" for part in clock)
    return no_moment(f"{year:04d}-{month:02d}-{day:02d} {time}{sign}{hours}:{rest:02d}")


def stored_in_zone(local: datetime, minutes: int, zone: tzinfo) -> datetime | None:
    """What a column gets of a moment so many minutes east of UTC; None: it is out of range."""
    try:
        instant = local - timedelta(minutes=minutes)
    except OverflowError:
        if local.year < _CYCLE:
            return None
        earlier = local.replace(year=local.year - _CYCLE) - timedelta(minutes=minutes)
        shown = in_zone(earlier.replace(tzinfo=UTC), zone)
        raise no_moment(f"0000-{shown:%m-%d %H:%M:%S}") from None
    moment = in_zone(instant.replace(tzinfo=UTC), zone)
    if not isinstance(moment, datetime) or not _BEFORE_FIRST < instant.replace(microsecond=0) <= _LAST:
        return None
    return moment


def instant_of(local: datetime, zone: tzinfo) -> datetime | None:
    """The UTC instant of a local time; None: the clock skips it. OverflowError beyond the calendar."""
    instant = local.replace(tzinfo=zone).astimezone(UTC)
    if instant.astimezone(zone).replace(tzinfo=None) == local:
        return instant
    _instants_around(local, zone)
    return None


def end_of_gap(local: datetime, zone: tzinfo) -> datetime:
    """The instant at which the clock jumped over a local time, found by halving between two instants around it."""
    low, high = _instants_around(local, zone)
    before = low.astimezone(zone).utcoffset()
    while high - low > timedelta(seconds=1):
        middle = (low + (high - low) / 2).replace(microsecond=0)
        if middle.astimezone(zone).utcoffset() == before:
            low = middle
        else:
            high = middle
    return high.replace(microsecond=0)


def _instants_around(local: datetime, zone: tzinfo) -> tuple[datetime, datetime]:
    offsets = [local.replace(tzinfo=zone, fold=fold).utcoffset() or timedelta() for fold in (0, 1)]
    low, high = sorted((local - offset).replace(tzinfo=UTC) for offset in offsets)
    return low, high

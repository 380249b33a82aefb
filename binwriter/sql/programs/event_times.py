"""When events run (MySQL manual, "CREATE EVENT": AT, EVERY, STARTS, ENDS).

An event that was late is run once, and then at the next time of its grid.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from binwriter.sql.binding.programs import Schedule
from binwriter.sql.expressions.moments.dates import Interval, interval_of_text, moved
from binwriter.sql.expressions.moments.timezone import EPOCH, from_microseconds, zone_by_name

_ENABLED = "ENABLED"
_MICROSECOND = timedelta(microseconds=1)


def next_run(schedule: Schedule) -> int | None:
    """When it is to run next, in microseconds since 1970 UTC; None: never again."""
    if schedule.status != _ENABLED:
        return None
    if schedule.at is not None:
        return _instant(schedule.at, schedule) if schedule.last is None else None
    assert schedule.starts is not None
    if schedule.last is None:
        return _instant(schedule.starts, schedule)
    assert schedule.every is not None and schedule.unit is not None
    interval = interval_of_text(schedule.every.strip("'"), schedule.unit)
    local = from_microseconds(schedule.last).astimezone(zone_by_name(schedule.time_zone)).replace(tzinfo=None)
    try:
        following = _next_of_grid(schedule.starts, interval, local)
    except (ValueError, OverflowError):  # beyond the year 9999
        return None
    over = schedule.ends is not None and following > schedule.ends
    return None if over else _instant(following, schedule)


def _next_of_grid(starts: datetime, interval: Interval, behind: datetime) -> datetime:
    """The first of starts, starts + interval, starts + 2 * interval ... behind that time."""
    if interval.months:
        passed = (behind.year - starts.year) * 12 + behind.month - starts.month
        count = max(0, passed // interval.months)
    else:
        count = max(0, (behind - starts) // interval.span)
    while True:
        step: datetime = moved(starts, Interval(interval.months * count, interval.span * count))
        if step > behind:
            return step
        count += 1


def _instant(local: datetime, schedule: Schedule) -> int:
    return (local.replace(tzinfo=zone_by_name(schedule.time_zone)) - EPOCH) // _MICROSECOND


def last_run(schedule: Schedule) -> datetime | None:
    """When it was run last, in its own time zone, in whole seconds."""
    if schedule.last is None:
        return None
    zone = zone_by_name(schedule.time_zone)
    return from_microseconds(schedule.last).astimezone(zone).replace(tzinfo=None, microsecond=0)

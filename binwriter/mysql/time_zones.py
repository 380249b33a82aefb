"""What SET time_zone accepts, and the name that status variable 5 of a Query event carries.

Source: MySQL manual, "MySQL Server Time Zone Support"; offsets were tried on a 9.7.4 server.
"""

from __future__ import annotations

import re
import zoneinfo
from functools import cache

from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error

_OFFSET = pattern(r"([+-])(\d{1,2}):(\d{1,2})", re.ASCII)
_EARLIEST, _LATEST = -(13 * 60 + 59), 14 * 60


def offset_minutes(name: str) -> int | None:
    """Minutes east of UTC of `+HH:MM`; None if the name is no offset or out of -13:59 .. +14:00."""
    match = _OFFSET.fullmatch(name)
    if match is None or int(match[3]) > 59:
        return None
    minutes = (int(match[2]) * 60 + int(match[3])) * (-1 if match[1] == "-" else 1)
    return minutes if _EARLIEST <= minutes <= _LATEST else None


@cache
def _named_zones() -> dict[str, str]:
    """Named zones by their lower-case name."""
    return {name.lower(): name for name in zoneinfo.available_timezones()}


def time_zone_name(text: str, *, named: bool = False) -> str:
    """The name as the server keeps it: SYSTEM, `+HH:MM`, or if these have names, one of the tz database.

    Named zones are refused as a server refuses them whose time zone tables are empty, as they are once it is installed
    (mysql_tzinfo_to_sql fills them). Raises MySQLError ER_UNKNOWN_TIME_ZONE (1298).
    """
    if text.upper() == "SYSTEM":
        return "SYSTEM"
    minutes = offset_minutes(text)
    if minutes is not None:
        hours, rest = divmod(abs(minutes), 60)
        return f"{'-' if minutes < 0 else '+'}{hours:02d}:{rest:02d}"
    if named and (name := _named_zones().get(text.lower())) is not None:
        return name
    raise mysql_error("ER_UNKNOWN_TIME_ZONE", text)

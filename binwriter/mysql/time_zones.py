"""What SET time_zone accepts, and the name that status variable 5 of a Query event carries.

Source: MySQL manual, "MySQL Server Time Zone Support"; offsets were tried on a 9.7.4 server.
"""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Callable, Iterable
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
def _of_database() -> dict[str, str]:
    """The zones of the time zone database by their lower-case name."""
    return {name.lower(): name for name in zoneinfo.available_timezones()}


def name_in_database(name: str) -> str:
    """How the time zone database spells a name; as it is given if it has none such."""
    return _of_database().get(name.lower(), name)


def no_zone(_text: str) -> None:
    """No zone has a name, as on a server whose time zone tables are empty."""


class NamedZones:
    """The zones that have names on a server: those of its time zone tables, which mysql_tzinfo_to_sql fills.

    loaded: as if it had. A zone is looked for in any letter case, and keeps for all sessions the spelling by which it
    was asked for first (captured: clusters/zones_of_tables). listed: names in the tables, in lower case.
    """

    def __init__(self, *, loaded: bool = False) -> None:
        self._loaded = loaded
        self._known: dict[str, str] = {}
        self.listed: Callable[[], Iterable[str]] = tuple

    def __call__(self, text: str) -> str | None:
        """The name that the server keeps; None for an unknown zone."""
        key = text.lower()
        if key in self._known:
            return self._known[key]
        if key not in _of_database():  # of a zone that somebody made up nothing is known
            return None
        if self._loaded:
            return _of_database()[key]
        if key not in self.listed():
            return None
        self._known[key] = text
        return text


def time_zone_name(text: str, named: Callable[[str], str | None] = no_zone) -> str:
    """The name as the server keeps it: SYSTEM, `+HH:MM`, or a name that it has of a zone.

    Raises MySQLError ER_UNKNOWN_TIME_ZONE (1298).
    """
    if text.upper() == "SYSTEM":
        return "SYSTEM"
    minutes = offset_minutes(text)
    if minutes is not None:
        hours, rest = divmod(abs(minutes), 60)
        return f"{'-' if minutes < 0 else '+'}{hours:02d}:{rest:02d}"
    if (name := named(text)) is not None:
        return name
    raise mysql_error("ER_UNKNOWN_TIME_ZONE", text)

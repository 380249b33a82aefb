"""The session that a statement was logged with, as SET statements: those that a session before it has otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any

from binwriter.formats.constants import HeaderFlag, QueryFlags2, StatusVarCode
from binwriter.formats.events import ExecuteLoadQuery, Query
from binwriter.formats.header import EventHeader
from binwriter.formats.records import dataclass

# modes that 8.0.5 and later know no more, and refuse
_REMOVED_MODES = 0x1003FF00
# name in SQL, and whether the bit says that it is off
_SWITCHES = (
    ("foreign_key_checks", QueryFlags2.NO_FOREIGN_KEY_CHECKS, True),
    ("sql_auto_is_null", QueryFlags2.AUTO_IS_NULL, False),
    ("unique_checks", QueryFlags2.RELAXED_UNIQUE_CHECKS, True),
    ("autocommit", QueryFlags2.NOT_AUTOCOMMIT, True),
)
# What a statement without the variable was logged with (the manual, "Query_event"); without a line: unknown, unchanged.
_ABSENT: dict[int, Any] = {
    StatusVarCode.AUTO_INCREMENT: (1, 1),
    StatusVarCode.LC_TIME_NAMES: 0,
    StatusVarCode.CHARSET_DATABASE: 0,
    StatusVarCode.ENABLE_CASCADE_TRIGGERS: 0,
}


def _switches(flags2: int) -> str:
    return "SET " + ", ".join(
        f"@@session.{name}={int(bool(flags2 & bit) != inverted)}" for name, bit, inverted in _SWITCHES
    )


def _charset(value: tuple[int, int, int]) -> str:
    client, connection, server = value
    return (
        f"SET @@session.character_set_client={client},@@session.collation_connection={connection},"
        f"@@session.collation_server={server}"
    )


def versioned(since: int, text: str) -> str:
    """A statement that only servers of this version (80011: 8.0.11) and later run; for others it is a comment."""
    return f"/*!{since} {text}*/" if since else text


def _number(name: str, since: int = 0) -> Callable[[int], str]:
    return lambda value: versioned(since, f"SET @@session.{name}={value}")


# In mysqlbinlog's order: the character set stands before what is read with it.
_TEXTS: dict[StatusVarCode, Callable[[Any], str]] = {
    StatusVarCode.FLAGS2: _switches,
    StatusVarCode.SQL_MODE: lambda value: f"SET @@session.sql_mode={value & ~_REMOVED_MODES}",
    StatusVarCode.AUTO_INCREMENT: lambda value: (
        f"SET @@session.auto_increment_increment={value[0]}, @@session.auto_increment_offset={value[1]}"
    ),
    StatusVarCode.CHARSET: _charset,
    StatusVarCode.TIME_ZONE: lambda value: f"SET @@session.time_zone='{value.decode('ascii', 'replace')}'",
    StatusVarCode.LC_TIME_NAMES: _number("lc_time_names"),
    StatusVarCode.CHARSET_DATABASE: lambda value: f"SET @@session.collation_database={value or 'DEFAULT'}",
    StatusVarCode.EXPLICIT_DEFAULTS_FOR_TIMESTAMP: _number("explicit_defaults_for_timestamp"),
    StatusVarCode.DEFAULT_COLLATION_FOR_UTF8MB4: _number("default_collation_for_utf8mb4", 80011),
    StatusVarCode.SQL_REQUIRE_PRIMARY_KEY: _number("sql_require_primary_key", 80013),
    StatusVarCode.DEFAULT_TABLE_ENCRYPTION: _number("default_table_encryption", 80016),
    StatusVarCode.ENABLE_CASCADE_TRIGGERS: _number("enable_cascade_triggers", 90700),
}


@dataclass
class SessionSettings:
    """What the session has by now, one walk over a log.

    thread_id: said of each thread in place of its own; None: its own. tells_thread: no thread is named without it.
    """

    thread_id: int | None = None
    tells_thread: bool = True

    # only a server of 9.7 knows the variable, and only its logs name it
    _known: dict[StatusVarCode, Any] = field(default_factory=lambda: {StatusVarCode.ENABLE_CASCADE_TRIGGERS: 0})
    _thread: int | None = None

    def before(self, body: Query | ExecuteLoadQuery, header: EventHeader) -> Iterator[str]:
        """The statements to be run before this one."""
        values: dict[int, Any] = {**_ABSENT, **{variable.code: variable.value for variable in body.status_vars}}
        microseconds = values.get(StatusVarCode.MICROSECONDS)
        fraction = f".{microseconds:06}" if microseconds else ""
        yield f"SET TIMESTAMP={header.timestamp}{fraction}"
        if self._thread is None or (header.flags & HeaderFlag.THREAD_SPECIFIC and body.thread_id != self._thread):
            self._thread = body.thread_id
            if self.tells_thread:
                shown = body.thread_id if self.thread_id is None else self.thread_id
                yield f"SET @@session.pseudo_thread_id={shown}"
        for code, text in _TEXTS.items():
            if code in values and self._known.get(code) != values[code]:
                self._known[code] = values[code]
                yield text(values[code])

    def names_in_utf8(self) -> str:
        """For the name of a user variable; the next statement sets its own character set again."""
        self._known.pop(StatusVarCode.CHARSET, None)
        return "SET @@session.character_set_client=utf8mb4"

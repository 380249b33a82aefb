"""The session whose statements a log has, as mysqlbinlog prints it: what it does not print again is as it was.

By rule (mysql-9.7-findings, part 7): which status variables a statement has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import StatusVarCode
from binwriter.formats.events import AutoIncrement, Invoker, SessionCharset, StatusVar
from tests.formats.events.server_row_texts import statement_of

from .server_texts import ServerEvent

GROUP_WORDS = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "XA ")
ROW_EVENTS = ("Write_rows", "Update_rows", "Delete_rows", "Update_rows_partial")
_FOREIGN_KEYS = "rows of a table with foreign keys"
_CHARSETS = ("character_set_client", "collation_connection", "collation_server")
_FOLLOWED = (
    *_CHARSETS,
    "foreign_key_checks",
    "sql_auto_is_null",
    "unique_checks",
    "sql_mode",
    "auto_increment_increment",
    "auto_increment_offset",
    "lc_time_names",
    "default_collation_for_utf8mb4",
)
_USES_TIME_ZONE = re.compile(r"(INSERT|UPDATE|DELETE) .*\bNOW\(")
_CASCADES = re.compile(r"(INSERT (?!.*\bSELECT\b)|REPLACE |UPDATE |DELETE )", re.DOTALL)


@dataclass(frozen=True)
class Stated:
    """What the texts do not say. tables: columns by name; primary: key columns; foreign_keys, generated_key: names.

    schema: where the sessions begin. relay_server: the server id of the replica, in a relay log.
    variables: name -> (value, collation id). blocks: of loaded files, in order. levels: of zstd, in order of payloads.
    Statements by their first words: invokers, those with the invoker; whole_seconds, with microseconds although they
    are 0; databases, with others than the current one (None: "too many"); thread_specific, with that flag.
    """

    tables: dict[str, tuple[ColumnSpec, ...]] = field(default_factory=dict)
    primary: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    foreign_keys: frozenset[str] = frozenset()
    generated_key: frozenset[str] = frozenset()
    schema: str = "test"
    relay_server: int | None = None
    variables: dict[str, tuple[object, int]] = field(default_factory=dict)
    unsigned: frozenset[str] = frozenset()
    blocks: tuple[bytes, ...] = ()
    levels: tuple[int, ...] = ()
    invokers: tuple[str, ...] = ()
    whole_seconds: tuple[str, ...] = ()
    databases: tuple[tuple[str, tuple[str, ...] | None], ...] = ()
    thread_specific: tuple[str, ...] = ()


class FollowedSession:
    """Variables that mysqlbinlog prints only when they change are kept here. last_change: of the group."""

    def __init__(self, stated: Stated) -> None:
        self.stated = stated
        self.schema = ""
        self.values = {"auto_increment_increment": 1, "auto_increment_offset": 1, "lc_time_names": 0}
        self.time_zone = ""
        self.database_collation: int | None = None
        self.last_change = ""

    def schema_of(self, text: str) -> str:
        """SHOW BINLOG EVENTS has no `use` for these, but the event has the session's database, or its own one."""
        database = re.match(r"(?:CREATE|DROP|ALTER) DATABASE (\w+)", text)
        return database[1] if database else self.schema or self.stated.schema

    def follow(self, event: ServerEvent) -> None:
        """What mysqlbinlog prints in front of a statement."""
        found = re.match(r"use `(.*)`/\*!\*/;", event.lines[0]) if event.lines else None
        self.schema = found[1] if found else self.schema
        for name in _FOLLOWED:
            value = event.setting(name)
            if value is not None:
                self.values[name] = int(value)
        zone = event.setting("time_zone")
        self.time_zone = zone if zone is not None else self.time_zone
        collation = event.setting("collation_database")
        if collation is not None:
            self.database_collation = None if collation == "DEFAULT" else int(collation)

    def status_vars(self, event: ServerEvent, text: str, later: Sequence[ServerEvent]) -> tuple[StatusVar, ...]:
        session, code = self.values, StatusVarCode
        flags2 = (
            0x4000 * session["sql_auto_is_null"]
            | 0x04000000 * (1 - session["foreign_key_checks"])
            | 0x08000000 * (1 - session["unique_checks"])
        )
        charset = SessionCharset(*(session[name] for name in _CHARSETS))
        found: list[StatusVar | None] = [
            StatusVar(code.FLAGS2, flags2),
            StatusVar(code.SQL_MODE, session["sql_mode"]),
            StatusVar(code.CATALOG_NZ, b"std"),
        ]
        increment = AutoIncrement(session["auto_increment_increment"], session["auto_increment_offset"])
        if increment != (1, 1):
            found.append(StatusVar(code.AUTO_INCREMENT, increment))
        found.append(StatusVar(code.CHARSET, charset))
        if (zone := event.setting("time_zone")) is not None or _USES_TIME_ZONE.search(self.first_change(text, later)):
            found.append(StatusVar(code.TIME_ZONE, (zone or self.time_zone).encode()))
        if session["lc_time_names"]:
            found.append(StatusVar(code.LC_TIME_NAMES, session["lc_time_names"]))
        if self.database_collation is not None:
            found.append(StatusVar(code.CHARSET_DATABASE, self.database_collation))
        change = self.first_change(text, later)
        if change.startswith("UPDATE"):
            tables = 3 if "," in change.partition(" SET ")[0] else 1
            found.append(StatusVar(code.TABLE_MAP_FOR_UPDATE, tables))
        if text.startswith(self.stated.invokers) and self.stated.invokers:
            found.append(StatusVar(code.INVOKER, Invoker(b"root", b"%")))
        found.extend(self.updated_databases(text, change))
        microseconds = re.search(r"SET TIMESTAMP=\d+\.(\d{6})", "\n".join(event.lines))
        if text.startswith(self.stated.whole_seconds) and self.stated.whole_seconds:
            found.append(StatusVar(code.MICROSECONDS, 0))
        if microseconds:
            found.append(StatusVar(code.MICROSECONDS, int(microseconds[1])))
        explicit = event.setting("explicit_defaults_for_timestamp")
        if explicit is not None:
            found.append(StatusVar(code.EXPLICIT_DEFAULTS_FOR_TIMESTAMP, int(explicit)))
        if xid := re.search(r"Xid = (\d+)", event.head):
            found.append(StatusVar(code.DDL_LOGGED_WITH_XID, int(xid[1])))
        found.append(StatusVar(code.DEFAULT_COLLATION_FOR_UTF8MB4, session["default_collation_for_utf8mb4"]))
        for name, number in (
            ("sql_require_primary_key", code.SQL_REQUIRE_PRIMARY_KEY),
            ("default_table_encryption", code.DEFAULT_TABLE_ENCRYPTION),
        ):
            if (value := event.setting(name)) is not None:
                found.append(StatusVar(number, int(value)))
        if _CASCADES.match(text):
            found.append(StatusVar(code.ENABLE_CASCADE_TRIGGERS, 0))
        return tuple(variable for variable in found if variable is not None)

    def first_change(self, text: str, later: Sequence[ServerEvent]) -> str:
        """What a BEGIN or COMMIT takes its state from: the first change of its group; else the statement itself."""
        if text == "COMMIT":
            return self.last_change
        if text != "BEGIN":
            self.last_change = text
            return text
        maps = 0
        for event in later:
            if event.name == "Table_map":
                maps += 1
                if self.has_foreign_keys(event.info.rpartition(".")[2].rstrip(")")):
                    self.last_change = _FOREIGN_KEYS
                    return self.last_change
            if event.name in ROW_EVENTS:
                self.last_change = "UPDATE rows" + ", more" * (maps - 1) if "Update" in event.name else event.name
                return self.last_change
            if event.name == "Query" and statement_of(event)[1] != "COMMIT":
                self.last_change = statement_of(event)[1]
                return self.last_change
            if event.name in ("Execute_load_query", "Delete_file", "Xid"):
                return event.name
        return ""

    def has_foreign_keys(self, table: str) -> bool:
        return table in self.stated.foreign_keys and bool(self.values["foreign_key_checks"])

    def updated_databases(self, text: str, change: str) -> Iterable[StatusVar]:
        """Of DDL and of changes in statement form; not where rows come first."""
        for words, names in self.stated.databases:
            if text.startswith(words) or (text in ("BEGIN", "COMMIT") and change.startswith(words)):
                value = None if names is None else tuple(name.encode() for name in names)
                return [StatusVar(StatusVarCode.UPDATED_DB_NAMES, value)] if names != () else []
        if change == _FOREIGN_KEYS and text in ("BEGIN", "COMMIT"):
            return [StatusVar(StatusVarCode.UPDATED_DB_NAMES, None)]
        if (
            change.startswith((_FOREIGN_KEYS, "UPDATE rows", "Xid", *ROW_EVENTS))
            or not change
            or text.startswith(GROUP_WORDS[2:])
        ):
            return []
        database = re.match(r"(?:CREATE|DROP|ALTER) DATABASE (\w+)", text)
        return [
            StatusVar(
                StatusVarCode.UPDATED_DB_NAMES,
                ((database[1] if database else self.schema or self.stated.schema).encode(),),
            )
        ]

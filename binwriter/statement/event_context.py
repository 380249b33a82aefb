"""What the events of a statement carry of its session and of the statement itself."""

from __future__ import annotations

from typing import Any

from binwriter.catalog.tables import Table
from binwriter.formats.constants import RowsFlag
from binwriter.formats.events.status_vars import AutoIncrement, SessionCharset
from binwriter.formats.records import dataclass, replace
from binwriter.formats.servers import NEWEST, ServerProfile
from binwriter.mysql.session_modes import BinlogFormat, RowImage
from binwriter.statement.uses import Uses


@dataclass(frozen=True, slots=True)
class SessionState:
    """What a Query event carries of its session. Collations are ids; sql_mode and flags2 are bit sets.

    collation_database is None unless @@collation_database differs from the default database's own collation.
    enable_cascade_triggers: the value of status variable 21. profile: the server that writes the event.
    """

    thread_id: int
    sql_mode: int
    flags2: int
    charset: SessionCharset
    auto_increment: AutoIncrement
    time_zone: str
    lc_time_names: int
    collation_database: int | None
    default_collation_for_utf8mb4: int
    sql_require_primary_key: bool = False
    default_table_encryption: bool = False
    enable_cascade_triggers: bool = False
    explicit_defaults_for_timestamp: bool = True
    profile: ServerProfile = NEWEST


@dataclass(frozen=True, slots=True)
class StatementState:
    """What a Query event carries of the statement that it belongs to.

    timestamp: seconds, of the header. exec_time: seconds. microseconds: None if the statement did not use them.
    databases: updated_db_names, None where the server writes none. invoker: user and host, where it is written.
    timestamp_defaults: explicit_defaults_for_timestamp is written; where a definition with a TIMESTAMP is logged with
    rows, so it is in the events around them (captured: alter_clock).
    """

    timestamp: int
    exec_time: int
    schema: str
    uses_time_zone: bool = False
    microseconds: int | None = None
    thread_specific: bool = False
    table_map_for_update: int = 0
    databases: tuple[str, ...] | None = None
    invoker: tuple[str, str] | None = None
    timestamp_defaults: bool = False


@dataclass(frozen=True, slots=True)
class RowSettings:
    """What shapes row events: session variables, and the server that writes them.

    max_event_size: binlog_row_event_max_size in bytes. version_1: log_bin_use_v1_row_events, or no other is known.
    partial_json: binlog_row_value_options=PARTIAL_JSON. native_foreign_keys: innodb_native_foreign_keys, the engine
    sees to them. minimal_of: the one table whose images are minimal, whatever image says.
    """

    image: RowImage
    full_metadata: bool
    max_event_size: int
    foreign_key_checks: bool = True
    unique_checks: bool = True
    native_foreign_keys: bool = False
    version_1: bool = False
    profile: ServerProfile = NEWEST
    partial_json: bool = False
    minimal_of: Table | None = None

    @property
    def flags(self) -> int:
        by_server = self.profile.marks_sql_foreign_keys and not self.native_foreign_keys
        flags = RowsFlag.USE_SQL_FOREIGN_KEY if by_server else RowsFlag.NONE
        if not self.foreign_key_checks:
            flags |= RowsFlag.NO_FOREIGN_KEY_CHECKS
        if not self.unique_checks:
            flags |= RowsFlag.RELAXED_UNIQUE_CHECKS
        return flags


@dataclass(frozen=True, slots=True)
class EventContext:
    """The states of a session and of one of its statements, as its events carry them, with its row settings."""

    session: SessionState
    statement: StatementState
    rows: RowSettings
    binlog_format: BinlogFormat = BinlogFormat.ROW
    rows_query: bool = False
    collect_write_set: bool = True
    gtid_next: str = "AUTOMATIC"
    compression_level: int | None = None
    clock_microseconds: int = 0

    def of_statement(self, statement: StatementState, clock_microseconds: int) -> EventContext:
        """The same session at another statement. (By its fields: each statement has one.)"""
        return EventContext(
            self.session,
            statement,
            self.rows,
            self.binlog_format,
            self.rows_query,
            self.collect_write_set,
            self.gtid_next,
            self.compression_level,
            clock_microseconds,
        )

    def by(self, uses: Uses) -> EventContext:
        """The same at a moment when the statement had used no more than this."""
        microseconds = self.clock_microseconds if uses.microseconds else None
        return self.with_statement(
            uses_time_zone=uses.time_zone, microseconds=microseconds, thread_specific=uses.thread_specific
        )

    def with_statement(self, **changes: Any) -> EventContext:
        """With other values in the statement's half; the same where these are its own."""
        statement = self.statement
        for name, value in changes.items():
            if getattr(statement, name) != value:
                return replace(self, statement=replace(statement, **changes))
        return self

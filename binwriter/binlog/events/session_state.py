"""What the events of a statement carry of its session: the session's variables as status variables and flags."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from binwriter.formats.collations import collation_by_name, default_collation
from binwriter.formats.constants import QueryFlags2
from binwriter.formats.events.status_vars import AutoIncrement, SessionCharset
from binwriter.formats.servers import ServerProfile
from binwriter.mysql.locales import locale_number
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.mysql.sql_mode import sql_mode_bits
from binwriter.mysql.variables.scopes import SessionVariables
from binwriter.mysql.variables.settings import Settings
from binwriter.mysql.versions import behaviour_of
from binwriter.statement.event_context import EventContext, RowSettings, SessionState, StatementState
from binwriter.statement.values import StatementEffects

_NO_EFFECTS = StatementEffects()


def session_state(
    profile: ServerProfile, thread_id: int, schema_collation: int, variables: SessionVariables
) -> SessionState:
    """The session's half. schema_collation: the id that its database gives to @@collation_database."""
    values = variables.several(_STATE_VARIABLES)
    return _state_of(profile, thread_id, schema_collation, variables.client_collation, values)


def events_of_session(session: SessionState, variables: SessionVariables) -> EventContext:
    """What the events of all its statements share, as long as no variable is another: `log_statement_state` gives it
    their own."""
    settings = variables.settings
    gtid_next, level, *of_rows = variables.several(_LOG_VARIABLES)
    return EventContext(
        session,
        _NO_STATEMENT,
        _row_settings(session.profile, settings, *of_rows),
        settings.binlog_format,
        rows_query=settings.binlog_rows_query_log_events,
        collect_write_set=settings.binlog_format is BinlogFormat.ROW,
        gtid_next=str(gtid_next),
        compression_level=int(level) if variables.get("binlog_transaction_compression") else None,
    )


_NO_STATEMENT = StatementState(timestamp=0, exec_time=0, schema="")


def log_statement_state(
    session: EventContext,
    schema: str,
    start_microseconds: int,
    statement_microseconds: int,
    effects: StatementEffects | None,
    databases: tuple[str, ...] | None,
) -> EventContext:
    """Both halves for a statement, with its row settings. session: see `events_of_session`.

    start_microseconds: on the server's clock when it began; statement_microseconds: the time it runs at, which SET
    TIMESTAMP may have fixed.
    """
    seconds, microseconds = divmod(statement_microseconds, 1_000_000)
    uses = effects if effects is not None else _NO_EFFECTS
    statement = StatementState(
        timestamp=seconds,
        exec_time=max(0, start_microseconds // 1_000_000 - seconds),
        schema=schema,
        uses_time_zone=uses.facts.uses_time_zone,
        microseconds=microseconds if uses.facts.uses_microseconds else None,
        thread_specific=uses.facts.thread_specific,
        table_map_for_update=uses.table_map_for_update,
        databases=databases,
    )
    return session.of_statement(statement, microseconds)


# what `events_of_session` needs, in its order: two of its own, and those of `_row_settings`
_LOG_VARIABLES = (
    "gtid_next",
    "binlog_transaction_compression_level_zstd",
    "binlog_row_metadata",
    "binlog_row_event_max_size",
    "unique_checks",
    "log_bin_use_v1_row_events",
    "binlog_row_value_options",
)


def _row_settings(
    profile: ServerProfile, settings: Settings, metadata: str, most: int, unique: Any, version_1: Any, json: Any
) -> RowSettings:
    return RowSettings(
        image=settings.binlog_row_image,
        full_metadata=metadata == "FULL",
        max_event_size=int(most),
        foreign_key_checks=settings.foreign_key_checks,
        unique_checks=bool(unique),
        native_foreign_keys=profile.marks_sql_foreign_keys and settings.innodb_native_foreign_keys,
        version_1=profile.rows_version == 1 or bool(version_1),
        profile=profile,
        partial_json=bool(json),
    )


# What `_state_of` needs, in its order.
_STATE_VARIABLES = (
    "autocommit",
    "sql_auto_is_null",
    "foreign_key_checks",
    "unique_checks",
    "pseudo_thread_id",
    "sql_mode",
    "character_set_client",
    "collation_connection",
    "collation_server",
    "auto_increment_increment",
    "auto_increment_offset",
    "time_zone",
    "lc_time_names",
    "collation_database",
    "default_collation_for_utf8mb4",
    "sql_require_primary_key",
    "default_table_encryption",
    "explicit_defaults_for_timestamp",
    "enable_cascade_triggers",
)


@lru_cache(maxsize=256)
def _state_of(
    profile: ServerProfile,
    thread_id: int,
    schema_collation: int,
    client_collation: str | None,
    values: tuple[Any, ...],
) -> SessionState:
    """Cached, since a session's variables seldom change between statements."""
    get = dict(zip(_STATE_VARIABLES, values, strict=True)).__getitem__
    flags2 = QueryFlags2.NONE
    if get("sql_auto_is_null"):
        flags2 |= QueryFlags2.AUTO_IS_NULL
    if not get("foreign_key_checks"):
        flags2 |= QueryFlags2.NO_FOREIGN_KEY_CHECKS
    if not get("unique_checks"):
        flags2 |= QueryFlags2.RELAXED_UNIQUE_CHECKS
    if profile.flags2_not_autocommit and not get("autocommit"):
        flags2 |= QueryFlags2.NOT_AUTOCOMMIT
    collation_database = collation_by_name(get("collation_database")).id
    behaviour = behaviour_of(profile.version_number)
    return SessionState(
        thread_id=get("pseudo_thread_id") or thread_id,
        sql_mode=sql_mode_bits(get("sql_mode"), old_modes=behaviour.old_sql_modes, without=behaviour.modes_without),
        flags2=flags2,
        charset=SessionCharset(
            _client_collation(profile, get("character_set_client"), client_collation),
            collation_by_name(get("collation_connection")).id,
            collation_by_name(get("collation_server")).id,
        ),
        auto_increment=AutoIncrement(get("auto_increment_increment"), get("auto_increment_offset")),
        time_zone=get("time_zone"),
        lc_time_names=locale_number(get("lc_time_names")),
        collation_database=collation_database if collation_database != schema_collation else None,
        default_collation_for_utf8mb4=collation_by_name(get("default_collation_for_utf8mb4")).id,
        sql_require_primary_key=bool(get("sql_require_primary_key")),
        default_table_encryption=bool(get("default_table_encryption")),
        explicit_defaults_for_timestamp=bool(get("explicit_defaults_for_timestamp")),
        enable_cascade_triggers=bool(get("enable_cascade_triggers")),
        profile=profile,
    )


def _client_collation(profile: ServerProfile, charset: str, chosen: str | None) -> int:
    return (collation_by_name(chosen) if chosen else default_collation(charset, profile.version_number)).id

"""Effects and a decision become event bodies.

Query with its status variables, and what stands before and behind it; rows are in `row_events`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from binwriter.binlog.rules.cache import CachedEvent
from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.constants import EventType, HeaderFlag, StatusVarCode, UserVarType
from binwriter.formats.declaration import Declared
from binwriter.formats.events import (
    AppendBlock,
    BeginLoadQuery,
    DeleteFile,
    ExecuteLoadQuery,
    Query,
    StatusVar,
    UserVar,
    build_body,
    event_type_of,
)
from binwriter.formats.events.status_vars import Invoker
from binwriter.formats.records import replace
from binwriter.formats.servers import ServerProfile
from binwriter.statement.event_context import SessionState, StatementState
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import DdlEvent, LoadedFile, StatementEffects

# More than a Query event has room for: updated_db_names is then one byte that says so (findings part 7).
MANY_DATABASES = tuple(f"{number}" for number in range(17))


def updated_databases(names: Iterable[str]) -> tuple[str, ...]:
    """The names in the order a 9.7 writes them.

    Each once, descending (seen in captures; it builds the list backwards).
    """
    return tuple(sorted(set(names), reverse=True))


@functools.lru_cache(maxsize=1024)
def _status_vars(
    session: SessionState, statement: StatementState, tail: tuple[StatusVar, ...]
) -> tuple[StatusVar, ...]:
    """All status variables that this server knows, in the order in which it writes them (findings part 7)."""
    variables = [
        StatusVar(StatusVarCode.FLAGS2, session.flags2),
        StatusVar(StatusVarCode.SQL_MODE, session.sql_mode),
        StatusVar(StatusVarCode.CATALOG_NZ, b"std"),
    ]
    if session.auto_increment != (1, 1):
        variables.append(StatusVar(StatusVarCode.AUTO_INCREMENT, session.auto_increment))
    variables.append(StatusVar(StatusVarCode.CHARSET, session.charset))
    if statement.uses_time_zone:
        variables.append(StatusVar(StatusVarCode.TIME_ZONE, session.time_zone.encode()))
    if session.lc_time_names:
        variables.append(StatusVar(StatusVarCode.LC_TIME_NAMES, session.lc_time_names))
    if session.collation_database is not None:
        variables.append(StatusVar(StatusVarCode.CHARSET_DATABASE, session.collation_database))
    if statement.table_map_for_update:
        variables.append(StatusVar(StatusVarCode.TABLE_MAP_FOR_UPDATE, statement.table_map_for_update))
    if statement.invoker is not None:
        user, host = statement.invoker
        variables.append(StatusVar(StatusVarCode.INVOKER, Invoker(user.encode(), host.encode())))
    if statement.databases is not None:
        names = tuple(name.encode() for name in updated_databases(statement.databases))
        variables.append(StatusVar(StatusVarCode.UPDATED_DB_NAMES, names if len(names) < len(MANY_DATABASES) else None))
    if statement.microseconds is not None:
        variables.append(StatusVar(StatusVarCode.MICROSECONDS, statement.microseconds))
    if statement.timestamp_defaults:
        explicit = int(session.explicit_defaults_for_timestamp)
        variables.append(StatusVar(StatusVarCode.EXPLICIT_DEFAULTS_FOR_TIMESTAMP, explicit))
    variables.extend(var for var in tail if var.code < StatusVarCode.DEFAULT_COLLATION_FOR_UTF8MB4)
    variables.append(StatusVar(StatusVarCode.DEFAULT_COLLATION_FOR_UTF8MB4, session.default_collation_for_utf8mb4))
    variables.extend(var for var in tail if var.code > StatusVarCode.DEFAULT_COLLATION_FOR_UTF8MB4)
    return tuple(variable for variable in variables if variable.code in session.profile.status_variables)


_MOST_BODIES = 1024
# of Query events: what they are made of, but for the second
_bodies: dict[tuple[object, ...], tuple[SessionState, bytes]] = {}


def _query_body(
    session: SessionState,
    statement: StatementState,
    tail: tuple[StatusVar, ...],
    text: bytes,
    error_code: int,
) -> bytes:
    variables = _status_vars(session, replace(statement, timestamp=0, exec_time=0), tail)
    return build_body(
        Query(
            thread_id=session.thread_id,
            exec_time=statement.exec_time,
            error_code=error_code,
            status_vars=variables,
            schema=statement.schema.encode(),
            query=text,
        )
    )


def query_event(
    session: SessionState,
    statement: StatementState,
    text: bytes,
    *,
    flags: int = 0,
    error_code: int = 0,
    tail: tuple[StatusVar, ...] = (),
    row_form: bool = False,
) -> CachedEvent:
    """A Query event. tail: the status variables that only this kind of statement has (16 to 21)."""
    key = (
        *(id(session), text, error_code, tail, statement.exec_time, statement.schema, statement.uses_time_zone),
        *(statement.microseconds, statement.thread_specific, statement.table_map_for_update, statement.databases),
        *(statement.invoker, statement.timestamp_defaults),
    )
    known = _bodies.get(key)
    if known is not None and known[0] is session:
        body = known[1]
    else:
        body = _query_body(session, statement, tail, text, error_code)
        if len(_bodies) >= _MOST_BODIES:
            _bodies.clear()
        _bodies[key] = session, body  # which is kept, so that no other one gets its id
    if statement.thread_specific:
        flags |= HeaderFlag.THREAD_SPECIFIC
    return CachedEvent(EventType.QUERY, body, statement.timestamp, flags, row_form)


def boundary_event(session: SessionState, statement: StatementState, text: bytes) -> CachedEvent:
    """BEGIN, COMMIT or ROLLBACK around a group, or SAVEPOINT and ROLLBACK TO in it.

    The client's USE does not matter to it.
    """
    profile = session.profile
    if not profile.table_map_for_update_in_begin:
        statement = replace(statement, table_map_for_update=0)
    flags = HeaderFlag.SUPPRESS_USE if profile.boundaries_suppress_use else HeaderFlag.NONE
    return query_event(session, statement, text, flags=flags, row_form=True)


# out of range, truncated, wrong values, no default, division by zero, wrong for a function, too long
_STRICT_ERRORS = frozenset({1264, 1265, 1292, 1364, 1365, 1366, 1411, 1406})


def statement_event(
    session: SessionState, statement: StatementState, effects: StatementEffects, traits: CommandTrait
) -> CachedEvent:
    """A data-changing statement in statement form, with the error it ended with. traits: of its kind."""
    tail: tuple[StatusVar, ...] = ()
    if CommandTrait.TELLS_CASCADES in traits:
        tail = (StatusVar(StatusVarCode.ENABLE_CASCADE_TRIGGERS, int(session.enable_cascade_triggers)),)
    error_code = effects.error.code if effects.error else 0
    if not session.profile.names_strict_errors and error_code in _STRICT_ERRORS:
        error_code = 0
    # the call of a function is none that changes tables itself (as a 5.1.39 wrote it)
    flags = HeaderFlag.NONE if effects.is_query else statement_flags(session.profile)
    return query_event(session, statement, effects.text, flags=flags, error_code=error_code, tail=tail)


def load_events(
    session: SessionState, statement: StatementState, loaded: LoadedFile, error_code: int
) -> tuple[list[CachedEvent], CachedEvent, CachedEvent]:
    """LOAD DATA in statement form: the file's blocks, the statement, and what takes its place when no row went in."""
    blocks: list[AppendBlock] = [AppendBlock(loaded.number, block) for block in loaded.blocks]
    blocks[0] = BeginLoadQuery(loaded.number, blocks[0].block)
    variables = _status_vars(session, replace(statement, timestamp=0, exec_time=0), ())
    load = ExecuteLoadQuery(
        thread_id=session.thread_id,
        exec_time=statement.exec_time,
        error_code=error_code,
        file_id=loaded.number,
        file_name_start=loaded.start,
        file_name_end=loaded.end,
        duplicates=loaded.duplicates,
        status_vars=variables,
        schema=statement.schema.encode(),
        query=loaded.text.encode(),
    )
    flags = statement_flags(session.profile)
    if statement.thread_specific:
        flags |= HeaderFlag.THREAD_SPECIFIC

    def event(body: Declared, flags: int = 0) -> CachedEvent:
        return CachedEvent(event_type_of(body), build_body(body), statement.timestamp, flags)

    return (
        [event(block) for block in blocks],
        event(load, flags),
        event(DeleteFile(loaded.number), statement_flags(session.profile)),
    )


def plain_statement_event(session: SessionState, statement: StatementState, text: bytes) -> CachedEvent:
    """A statement that changes nothing itself."""
    return query_event(session, statement, text, flags=statement_flags(session.profile), row_form=True)


def statement_flags(profile: ServerProfile) -> int:
    """The header flags of the event that ends a statement: older servers mark that their table maps changed."""
    return HeaderFlag.UPDATE_TABLE_MAP_VERSION if profile.marks_table_map_version else HeaderFlag.NONE


def context_event(session: SessionState, statement: StatementState, body: Declared) -> CachedEvent:
    """Intvar, Rand or User_var in front of its statement."""
    if isinstance(body, UserVar) and not session.profile.user_var_flags:
        body = replace(body, flags=None)
        if body.type != UserVarType.STRING:
            body = replace(body, collation=BINARY_COLLATION_ID)
    return CachedEvent(event_type_of(body), build_body(body), statement.timestamp)


def ddl_event(session: SessionState, statement: StatementState, ddl: DdlEvent, xid: int) -> CachedEvent:
    """One Query event of a DDL statement; xid goes into ddl_logged_with_xid of atomic DDL."""
    tail: list[StatusVar] = []
    if ddl.atomic:
        tail.append(StatusVar(StatusVarCode.DDL_LOGGED_WITH_XID, xid))
    if ddl.sql_require_primary_key:
        tail.append(StatusVar(StatusVarCode.SQL_REQUIRE_PRIMARY_KEY, int(session.sql_require_primary_key)))
    if ddl.default_table_encryption:
        tail.append(StatusVar(StatusVarCode.DEFAULT_TABLE_ENCRYPTION, int(session.default_table_encryption)))
    flags = HeaderFlag.NONE if ddl.implicit else statement_flags(session.profile)
    if ddl.suppress_use:
        flags = HeaderFlag.SUPPRESS_USE
    if ddl.thread_specific:
        flags |= HeaderFlag.THREAD_SPECIFIC
    state = replace(
        statement,
        schema=ddl.schema,
        databases=ddl.databases,
        invoker=ddl.invoker,
        uses_time_zone=statement.uses_time_zone or ddl.uses_time_zone,
        microseconds=statement.microseconds if ddl.microseconds is None else ddl.microseconds,
        timestamp_defaults=statement.timestamp_defaults or ddl.explicit_defaults_for_timestamp,
    )
    return query_event(session, state, ddl.text, flags=flags, error_code=ddl.error_code, tail=tuple(tail))

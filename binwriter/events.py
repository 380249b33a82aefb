"""Effects and a decision become event bodies.

Query with its status variables, Table_map and rows, and what stands around them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.eras import with_whole_byte_bits, without_fraction
from binwriter.formats.columns.json_binary import json_to_binary
from binwriter.formats.columns.json_diff import JsonDiffCodec
from binwriter.formats.columns.row_image import RowFormat
from binwriter.formats.columns.row_image import RowImage as AfterImage
from binwriter.formats.columns.rows_data import write_partial
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.table_metadata import optional_metadata
from binwriter.formats.columns.values import CellValue, JsonDiffs, JsonDocument
from binwriter.formats.constants import EventType, HeaderFlag, RowsFlag, StatusVarCode, TableMapFlag, UserVarType
from binwriter.formats.declaration import Declared
from binwriter.formats.events import (
    AppendBlock,
    BeginLoadQuery,
    DeleteFile,
    ExecuteLoadQuery,
    Query,
    Rows,
    StatusVar,
    TableMap,
    UserVar,
    build_body,
    event_type_of,
)
from binwriter.formats.events.extra_row_info import PartitionInfo, extra_row_info
from binwriter.formats.events.status_vars import AutoIncrement, Invoker, SessionCharset
from binwriter.formats.events.table_metadata import MetadataField
from binwriter.formats.servers import NEWEST, ServerProfile
from binwriter.rules.cache import CachedEvent
from binwriter.rules.row_image import ImageColumns, Images, RowImage, image_columns, primary_key_equivalent
from binwriter.schema import Table
from binwriter.statement import DdlEvent, LoadedFile, RowChange, RowOperation, StatementEffects


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
    found = [
        StatusVar(StatusVarCode.FLAGS2, session.flags2),
        StatusVar(StatusVarCode.SQL_MODE, session.sql_mode),
        StatusVar(StatusVarCode.CATALOG_NZ, b"std"),
    ]
    if session.auto_increment != (1, 1):
        found.append(StatusVar(StatusVarCode.AUTO_INCREMENT, session.auto_increment))
    found.append(StatusVar(StatusVarCode.CHARSET, session.charset))
    if statement.uses_time_zone:
        found.append(StatusVar(StatusVarCode.TIME_ZONE, session.time_zone.encode()))
    if session.lc_time_names:
        found.append(StatusVar(StatusVarCode.LC_TIME_NAMES, session.lc_time_names))
    if session.collation_database is not None:
        found.append(StatusVar(StatusVarCode.CHARSET_DATABASE, session.collation_database))
    if statement.table_map_for_update:
        found.append(StatusVar(StatusVarCode.TABLE_MAP_FOR_UPDATE, statement.table_map_for_update))
    if statement.invoker is not None:
        user, host = statement.invoker
        found.append(StatusVar(StatusVarCode.INVOKER, Invoker(user.encode(), host.encode())))
    if statement.databases is not None:
        names = tuple(name.encode() for name in updated_databases(statement.databases))
        found.append(StatusVar(StatusVarCode.UPDATED_DB_NAMES, names if len(names) < len(MANY_DATABASES) else None))
    if statement.microseconds is not None:
        found.append(StatusVar(StatusVarCode.MICROSECONDS, statement.microseconds))
    found.extend(var for var in tail if var.code < StatusVarCode.DEFAULT_COLLATION_FOR_UTF8MB4)
    found.append(StatusVar(StatusVarCode.DEFAULT_COLLATION_FOR_UTF8MB4, session.default_collation_for_utf8mb4))
    found.extend(var for var in tail if var.code > StatusVarCode.DEFAULT_COLLATION_FOR_UTF8MB4)
    return tuple(variable for variable in found if variable.code in session.profile.status_variables)


@functools.lru_cache(maxsize=1024)
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
    body = _query_body(session, replace(statement, timestamp=0), tail, text, error_code)
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


# Commands whose statement form carries status variable 21 (findings part 7: not INSERT ... SELECT).
_CASCADE_TRIGGER_COMMANDS = frozenset(
    ("insert", "replace", "replace_select", "update", "update_multi", "delete", "delete_multi")
)


def statement_event(
    session: SessionState, statement: StatementState, effects: StatementEffects, command: str
) -> CachedEvent:
    """A data-changing statement in statement form, with the error it ended with."""
    tail: tuple[StatusVar, ...] = ()
    if command in _CASCADE_TRIGGER_COMMANDS:
        tail = (StatusVar(StatusVarCode.ENABLE_CASCADE_TRIGGERS, int(session.enable_cascade_triggers)),)
    error_code = effects.error.code if effects.error else 0
    flags = _statement_flags(session.profile)
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
    flags = _statement_flags(session.profile)
    if statement.thread_specific:
        flags |= HeaderFlag.THREAD_SPECIFIC

    def event(body: Declared, flags: int = 0) -> CachedEvent:
        return CachedEvent(event_type_of(body), build_body(body), statement.timestamp, flags)

    return (
        [event(block) for block in blocks],
        event(load, flags),
        event(DeleteFile(loaded.number), _statement_flags(session.profile)),
    )


def plain_statement_event(session: SessionState, statement: StatementState, text: bytes) -> CachedEvent:
    """A statement that changes nothing itself."""
    return query_event(session, statement, text, flags=_statement_flags(session.profile), row_form=True)


def _statement_flags(profile: ServerProfile) -> int:
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
    if ddl.explicit_defaults_for_timestamp:
        tail.append(
            StatusVar(StatusVarCode.EXPLICIT_DEFAULTS_FOR_TIMESTAMP, int(session.explicit_defaults_for_timestamp))
        )
    if ddl.atomic:
        tail.append(StatusVar(StatusVarCode.DDL_LOGGED_WITH_XID, xid))
    if ddl.sql_require_primary_key:
        tail.append(StatusVar(StatusVarCode.SQL_REQUIRE_PRIMARY_KEY, int(session.sql_require_primary_key)))
    if ddl.default_table_encryption:
        tail.append(StatusVar(StatusVarCode.DEFAULT_TABLE_ENCRYPTION, int(session.default_table_encryption)))
    flags = HeaderFlag.NONE if ddl.implicit else _statement_flags(session.profile)
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
        microseconds=ddl.microseconds,
    )
    return query_event(session, state, ddl.text, flags=flags, error_code=ddl.error_code, tail=tuple(tail))


# --- rows
# --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RowSettings:
    """What shapes row events: session variables, and the server that writes them.

    max_event_size: binlog_row_event_max_size in bytes. version_1: log_bin_use_v1_row_events, or no other is known.
    partial_json: binlog_row_value_options=PARTIAL_JSON.
    """

    image: RowImage
    full_metadata: bool
    max_event_size: int
    foreign_key_checks: bool = True
    unique_checks: bool = True
    version_1: bool = False
    profile: ServerProfile = NEWEST
    partial_json: bool = False

    @property
    def flags(self) -> int:
        flags = RowsFlag.USE_SQL_FOREIGN_KEY if self.profile.marks_sql_foreign_keys else RowsFlag.NONE
        if not self.foreign_key_checks:
            flags |= RowsFlag.NO_FOREIGN_KEY_CHECKS
        if not self.unique_checks:
            flags |= RowsFlag.RELAXED_UNIQUE_CHECKS
        return flags


_VERSION_2 = {
    RowOperation.WRITE: EventType.WRITE_ROWS,
    RowOperation.UPDATE: EventType.UPDATE_ROWS,
    RowOperation.DELETE: EventType.DELETE_ROWS,
}
_VERSION_1 = {
    RowOperation.WRITE: EventType.WRITE_ROWS_V1,
    RowOperation.UPDATE: EventType.UPDATE_ROWS_V1,
    RowOperation.DELETE: EventType.DELETE_ROWS_V1,
}
ROWS_EVENTS = frozenset((*_VERSION_2.values(), *_VERSION_1.values(), EventType.PARTIAL_UPDATE_ROWS))
# Post-header with the (empty) extra row info: what counts against binlog_row_event_max_size besides bitmaps and rows.
_ROWS_HEADER_LENGTH = {False: 10, True: 8}


def table_map(
    table: Table,
    table_id: int,
    *,
    full_metadata: bool,
    profile: ServerProfile = NEWEST,
    many_databases: bool = False,
) -> TableMap:
    """The Table_map event of a table under that id. many_databases: the statement's events name no databases."""
    layout = row_layout(table, profile)
    fields: tuple[tuple[int, bytes], ...] = ()
    if profile.optional_metadata:
        specs = [column.spec for column in table.columns]
        # a unique key that serves as primary key counts as one (seen in captures)
        key = primary_key_equivalent(table)
        primary = [(part.column, part.length) for part in key.parts] if key else None
        fields = optional_metadata(specs, full=full_metadata, primary_key=primary)
    flags = TableMapFlag.BIT_LEN_EXACT
    if not profile.exact_bit_length:
        layout = RowFormat([with_whole_byte_bits(spec) for spec in layout.specs])
        flags = TableMapFlag.NONE
    if many_databases:
        flags |= TableMapFlag.REFERRED_FK_DB
    if table.has_generated_key:
        flags |= TableMapFlag.GENERATED_INVISIBLE_PRIMARY_KEY
    return TableMap(
        table_id=table_id,
        flags=flags,
        schema=table.schema.encode(),
        table=table.name.encode(),
        column_types=layout.column_types,
        metadata=layout.metadata,
        null_bits=layout.null_bits,
        optional_metadata=tuple(MetadataField(kind, value) for kind, value in fields),
    )


def row_layout(table: Table, profile: ServerProfile) -> RowFormat:
    """How this server lays the table's rows out."""
    if profile.fractional_seconds and not profile.fills_null_bits:
        return table.row_format
    return _old_row_format(table.row_format.specs, profile)


@functools.lru_cache(maxsize=1024)
def _old_row_format(specs: tuple[ColumnSpec, ...], profile: ServerProfile) -> RowFormat:
    if not profile.fractional_seconds:
        specs = tuple(without_fraction(spec) for spec in specs)
    return RowFormat(specs, fill_null_bits=profile.fills_null_bits)


@dataclass
class _Run:
    """Rows of one event to be: same table, operation and bitmaps."""

    change: RowChange
    images: Images
    rows: list[bytes]
    size: int
    partitions: PartitionInfo | None = None


def row_event_bodies(
    changes: Sequence[RowChange], settings: RowSettings, table_id: Callable[[Table], int]
) -> list[Rows]:
    """The rows events of one statement for one cache, in order; STMT_END on the last.

    One event a run of rows of the same table, operation and bitmaps; a new one starts before it would pass
    binlog_row_event_max_size (findings part 5, last lines). A single larger row goes alone.
    """
    runs: list[_Run] = []
    layouts: dict[int, RowFormat] = {}
    for change in changes:
        layout = layouts.get(id(change.table))
        if layout is None:
            layout = layouts[id(change.table)] = row_layout(change.table, settings.profile)
        images = image_columns(change.table, settings.image, change.operation, change.assigned)
        row = _encode_row(layout, change, images, partial=settings.partial_json)
        partitions = _partitions(change)
        last = runs[-1] if runs else None
        fits = last is not None and last.size + len(row) <= settings.max_event_size
        if last is None or not fits or not _same_run(last, change, images, partitions):
            last = _Run(change, images, [], rows_fixed_size(change.table, images, settings), partitions)
            runs.append(last)
        last.rows.append(row)
        last.size += len(row)
    return [
        rows_event(
            run.change.table,
            run.change.operation,
            run.images,
            settings,
            table_id(run.change.table),
            b"".join(run.rows),
            last=position == len(runs) - 1,
            by_foreign_key=run.change.by_foreign_key,
            partitions=run.partitions,
        )
        for position, run in enumerate(runs)
    ]


def rows_event_flags(rows: Rows, profile: ServerProfile) -> int:
    """The header flags of a rows event."""
    return _statement_flags(profile) if rows.flags & RowsFlag.STMT_END else HeaderFlag.NONE


def _same_run(run: _Run, change: RowChange, images: Images, partitions: PartitionInfo | None) -> bool:
    return (
        run.change.table is change.table
        and run.change.operation is change.operation
        and run.images == images
        and run.partitions == partitions
    )


def _partitions(change: RowChange) -> PartitionInfo | None:
    """Where the row is, and of an update where it was, if the table is partitioned (captured: an event of its own)."""
    partitioning = change.table.partitioning
    if partitioning is None:
        return None
    if change.after is None:
        assert change.before is not None
        return PartitionInfo(partitioning.of(change.before))
    source = None if change.before is None else partitioning.of(change.before)
    return PartitionInfo(partitioning.of(change.after), source)


def rows_fixed_size(table: Table, images: Images, settings: RowSettings) -> int:
    """What of a rows event counts against binlog_row_event_max_size besides its rows."""
    width = 1 if len(table.columns) < 251 else 3
    bitmaps = sum(len(image.bitmap) for image in (images.before, images.after) if image is not None)
    return _ROWS_HEADER_LENGTH[settings.version_1] + width + bitmaps


def _encode_row(layout: RowFormat, change: RowChange, images: Images, *, partial: bool) -> bytes:
    row = b""
    if images.before is not None and change.before is not None:
        row += layout.encode(change.before, _present(layout, images.before))
    if images.after is not None and change.after is not None:
        if partial and change.operation is RowOperation.UPDATE:
            row += write_partial(layout, partial_image(layout, change, images.after.columns))
        else:
            row += layout.encode(change.after, _present(layout, images.after))
    return row


def partial_image(layout: RowFormat, change: RowChange, columns: tuple[int, ...]) -> AfterImage:
    """The after image under PARTIAL_JSON: JSON columns as the steps that changed them, where those are shorter.

    A column that the statement does not assign has no steps (captured).
    """
    assert change.after is not None
    values = [_partial_value(layout, change, column) for column in columns]
    return AfterImage(columns, tuple(values), value_options=int(any(type(value) is JsonDiffs for value in values)))


def _partial_value(layout: RowFormat, change: RowChange, column: int) -> CellValue:
    assert change.after is not None
    value = change.after[column]
    if type(value) is not JsonDocument:
        return value
    if change.assigned is not None and column not in change.assigned:
        return JsonDiffs()
    changes = value.changes
    if changes is None or changes.diffs is None or changes.column != column:
        return value
    shorter = len(JsonDiffCodec(layout.specs[column]).encode(changes.diffs)) < len(json_to_binary(value))
    return changes.diffs if shorter else value


def _present(layout: RowFormat, image: ImageColumns) -> tuple[int, ...] | None:
    return None if len(image.columns) == len(layout.column_types) else image.columns


def rows_event(
    table: Table,
    operation: RowOperation,
    images: Images,
    settings: RowSettings,
    table_id: int,
    rows: bytes,
    *,
    last: bool,
    by_foreign_key: bool = False,
    partitions: PartitionInfo | None = None,
) -> Rows:
    """One rows event. rows: encoded row images; last: of its statement; by_foreign_key: begun by a cascade.

    partitions: of its rows, where the table has any.
    """
    before, after = images.before, images.after
    is_partial = settings.partial_json and operation is RowOperation.UPDATE
    kind = (_VERSION_1 if settings.version_1 else _VERSION_2)[operation]
    type_ = EventType.PARTIAL_UPDATE_ROWS if is_partial else kind
    return Rows(
        type=type_,
        table_id=table_id,
        flags=settings.flags
        | (RowsFlag.NO_FOREIGN_KEY_CHECKS if by_foreign_key else 0)
        | (RowsFlag.STMT_END if last else 0),
        extra=b"" if partitions is None or settings.version_1 else extra_row_info(type_, partitions),
        column_count=len(table.columns),
        columns_before=before.bitmap if before else None,
        columns_after=after.bitmap if after else None,
        rows=rows,
    )

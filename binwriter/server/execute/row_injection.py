"""Row injections: the rows events of a BINLOG statement, applied to our tables and logged as rows by the rules.

Each rows event with STMT_END ends a statement. A row is found by its primary key, else by all the columns that its
before image has; what is not in the event keeps its value or takes its default. Triggers do not fire. Under
binlog_format=STATEMENT, and for engines limited to statement logging, layer 1 refuses them (1666, 1664).
Source: internals text (row injections); MySQL manual, "BINLOG Statement"; captures
(tests/golden/scenarios/row_injections_*.scn).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Any

from binwriter.binlog.events.rows import table_map
from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.binlog.files.rows import MappedTable
from binwriter.binlog.rules.logging_format import LoggingDecision
from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.rights import Rights
from binwriter.catalog.tables import Table
from binwriter.errors import CorruptLogError, MySQLError
from binwriter.formats.columns.row_image import RowImage
from binwriter.formats.columns.rows_data import RowChange as RowImages
from binwriter.formats.columns.rows_data import decode_rows
from binwriter.formats.columns.stored_values import read_value
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import BINLOG_MAGIC, EventType, RowsFlag
from binwriter.formats.events import Rows, TableMap
from binwriter.formats.records import dataclass, replace
from binwriter.inspection.event_info import event_type_name
from binwriter.mysql.gtid.state import GtidNextKind
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.server.execution import Execution
from binwriter.sql.binding.foreign_key_tables import any_parent
from binwriter.sql.command_table import runs
from binwriter.sql.context import StatementContext
from binwriter.sql.dml import column_values
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.grammar.binlog_statement import BinlogStatement, decoded, split_events
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.facts import StatementFacts
from binwriter.statement.result import StatementResult
from binwriter.statement.values import RowChange, StatementEffects, StatementKind, StatementProfile, TableAccess
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData

_ROWS_TYPES = frozenset(
    kind
    for kind in EventType
    if kind.name.removeprefix("PARTIAL_").startswith(("WRITE_ROWS", "UPDATE_ROWS", "DELETE_ROWS"))
)
# What a rows event's flags switch off.
_CHECKS = {"foreign_key_checks": RowsFlag.NO_FOREIGN_KEY_CHECKS, "unique_checks": RowsFlag.RELAXED_UNIQUE_CHECKS}
# gtid_next after a format description, until the next statement that may be logged.
NOT_YET_DETERMINED = "NOT_YET_DETERMINED"
_OF_ROWS = _ROWS_TYPES | {EventType.TABLE_MAP}


@runs("binlog")
def run_binlog(runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int) -> StatementResult:
    """Runs a BINLOG statement. Raises MySQLError; what its earlier events did is done and logged."""
    assert isinstance(parsed.node, BinlogStatement)
    variables = runner.session.variables
    if not variables.applies_log:
        runner.format_description = b""  # SET pseudo_replica_mode = 0 has taken it away
        variables.applies_log = True
    statement = _Injection(runner, parsed, context, clock)
    try:
        for raw in split_events(decoded(parsed.node.text, checks=variables.behaviour.checks_base64)):
            statement.apply(raw)
    finally:
        statement.close()
    return StatementResult(diagnostics=tuple(context.diagnostics))


def determine_gtid_next(runner: Execution) -> None:
    """After a format description the session's transactions are anonymous: no GTID event came with them (captured:
    row_injections_*, clusters/binlog_appliers).

    ER_CANT_SET_GTID_NEXT_TO_ANONYMOUS_WHEN_GTID_MODE_IS_ON (1782).
    """
    variables = runner.session.variables
    if variables.get("gtid_next") != NOT_YET_DETERMINED:
        return
    if runner.session.server.variables.get("gtid_mode") == "ON":
        raise mysql_error("ER_CANT_SET_GTID_NEXT_TO_ANONYMOUS_WHEN_GTID_MODE_IS_ON")
    variables.assign("gtid_next", GtidNextKind.ANONYMOUS.value)


@dataclass
class _Injection:
    """One BINLOG statement: the Table_maps in force, and the row statement under way."""

    runner: Execution
    parsed: ParsedStatement
    context: StatementContext
    clock: int
    maps: dict[int, MappedTable] = field(default_factory=dict)
    rows: _RowStatement | None = None
    checks: dict[str, Any] = field(default_factory=dict)

    def apply(self, raw: bytes) -> None:
        """One event. MySQLError for one that may not stand here, or that cannot be applied."""
        kind = raw[4]
        if kind not in _OF_ROWS and kind != EventType.FORMAT_DESCRIPTION:
            raise mysql_error("ER_ONLY_FD_AND_RBR_EVENTS_ALLOWED_IN_BINLOG_STATEMENT", event_type_name(kind))
        if kind == EventType.FORMAT_DESCRIPTION:
            _read(raw)
            self.runner.format_description = raw
            if self.runner.session.variables.get("gtid_next") == GtidNextKind.AUTOMATIC.value:
                if self.runner.session.in_active_transaction:
                    raise mysql_error("ER_GTID_NEXT_IN_TRANSACTION")
                self.runner.session.variables.assign("gtid_next", NOT_YET_DETERMINED)
            return
        if not self.runner.format_description:
            raise mysql_error("ER_NO_FORMAT_DESCRIPTION_EVENT_BEFORE_BINLOG_STATEMENT", event_type_name(kind))
        event = _read(self.runner.format_description, raw)
        body = event.body
        if isinstance(body, TableMap):
            self.maps[body.table_id] = MappedTable(body)
        elif isinstance(body, Rows):
            try:
                self._apply_rows(event, body)
            except MySQLError as error:
                # the statement's own word of it (captured: row_injections_*)
                unknown = mysql_warning("ER_UNKNOWN_ERROR", level="Error")
                if error.code != unknown.code:
                    self.context.diagnostics.append(unknown)
                raise

    def _apply_rows(self, event: LogEvent, body: Rows) -> None:
        determine_gtid_next(self.runner)
        if self.rows is None:
            self.rows = _RowStatement.begin(self.runner, self.maps.values(), self.context)
        self._take_over(event, body)
        mapped = self.maps.get(body.table_id)
        try:
            if mapped is not None:
                _check_rights(self.runner.session.rights, mapped, event)
                self.rows.apply(mapped, body)
        except MySQLError as error:
            self._end(error)
            raise
        if body.flags & RowsFlag.STMT_END:
            self._end(None)

    def _take_over(self, event: LogEvent, body: Rows) -> None:
        """The event's time is the session's from now on, its checks are until the BINLOG statement ends (captured:
        row_injections_*)."""
        variables = self.runner.session.variables
        variables.fixed_timestamp = event.header.timestamp * 1_000_000
        for name, flag in _CHECKS.items():
            self.checks.setdefault(name, variables.get(name))
            variables.assign(name, not body.flags & flag)

    def close(self) -> None:
        """The end of the BINLOG statement ends a row statement that no event has ended."""
        try:
            self._end(None)
        finally:
            for name, value in self.checks.items():
                self.runner.session.variables.assign(name, value)

    def _end(self, error: MySQLError | None) -> None:
        rows, self.rows = self.rows, None
        self.maps.clear()
        if rows is not None:
            text = self.runner.spelling.bytes_of(self.parsed.text)
            rows.log(replace(rows.effects(error), text=text), self.clock)


def _read(*events: bytes) -> LogEvent:
    """The last of the events, read as a file's, checksums unchecked (captured: row_injections_*). ER_UNKNOWN_ERROR if
    it cannot be."""
    try:
        *_, last = read_events(BINLOG_MAGIC + b"".join(events), verify=False)
        _ = last.body
    except CorruptLogError:
        raise mysql_error("ER_UNKNOWN_ERROR") from None
    return last


@dataclass
class _RowStatement:
    """The rows between two STMT_ENDs: one statement, which writes all the tables that are mapped."""

    runner: Execution
    profile: StatementProfile
    decision: LoggingDecision
    run: DmlRun
    mark: int
    context: StatementContext

    @classmethod
    def begin(cls, runner: Execution, maps: Iterable[MappedTable], context: StatementContext) -> _RowStatement:
        """Opens the tables. ER_NO_SUCH_TABLE, and what layer 1 refuses."""
        database = runner.front_end.database_of(context)
        tables = [database.table(mapped.schema, mapped.name).definition for mapped in maps]
        accesses = tuple(
            TableAccess(row_table.schema, row_table.name, row_table.engine, write=True) for row_table in tables
        )
        profile = StatementProfile(
            StatementKind.DML,
            "binlog",
            accesses,
            row_injection=True,
            counted=accesses,
            opens_parent=any_parent(tables, database.catalog),
        )
        own = replace(context, programs=None, row_form=True, facts=StatementFacts())
        run = DmlRun(database, own, runner.undo)
        run.locked.extend(tables)
        session = runner.session
        context.diagnostics.extend(session.engine_mix.note(profile))  # also of tables that 1666 keeps as they are
        try:
            decision = runner.admit(profile, context)
        except MySQLError:
            if not session.in_transaction and any(table.engine.two_phase for table in tables):
                session.end_transaction(undo=False)
            raise
        return cls(runner, profile, decision, run, runner.undo.mark(), context)

    def apply(self, mapped: MappedTable, body: Rows) -> None:
        """The rows of one event. MySQLError 1032, 1062 ...; ER_UNKNOWN_ERROR if the columns do not fit the table's."""
        data = self.run.database.table(mapped.schema, mapped.name)
        for change in _decode(mapped, body, data.definition):
            if change.before is None:
                self._write(data, change.after)
            else:
                self._change(data, change.before, change.after)

    def _write(self, data: TableData, image: RowImage | None) -> None:
        assert image is not None
        given = _values(image, data.definition)
        columns = enumerate(data.definition.columns)
        row = tuple(
            given[index] if index in given else column_values.default_value(self.run, column)
            for index, column in columns
        )
        self.run.write(data, self.run.with_generated(data, row), frozenset(given))
        _count_on(data, row)
        self.run.affected += 1

    def _change(self, data: TableData, before: RowImage, after: RowImage | None) -> None:
        row_id = _find(data, _values(before, data.definition))
        if row_id is None:
            raise mysql_error("ER_KEY_NOT_FOUND", data.definition.name)
        if after is None:
            self.run.delete(data, row_id)
            return
        given, old = _values(after, data.definition), data.row(row_id)
        row = self.run.with_generated(data, tuple(given.get(index, value) for index, value in enumerate(old)))
        if row == old and data.definition.engine.two_phase:
            self.run.touch(data.definition)  # InnoDB sees that the record is the same; nothing is logged
            return
        self.run.update(data, row_id, row, frozenset(given))
        _count_on(data, row)

    def effects(self, error: MySQLError | None) -> StatementEffects:
        """What came of it. A failed one leaves what it did to N-tables."""
        run, done = self.run, tuple(self.run.changes)
        undone: tuple[RowChange, ...] = ()
        if error is not None:
            self.runner.undo.rollback_to(self.mark)
            undone = tuple(change for change in done if change.table.engine.transactional)
        return StatementEffects(
            rows=tuple(change for change in done if change not in undone) if undone else done,
            undone=undone,
            tried=done if error is not None else (),
            transactional_write=run.transactional_write,
            nontransactional_write=run.nontransactional_write,
            error=error,
            locked=tuple(run.locked),
            changes_parent=run.changes_parent,
            injected=True,
        )

    def log(self, effects: StatementEffects, clock: int) -> None:
        session = self.runner.session
        self.context.diagnostics.extend(session.log_effects(self.profile, self.decision, effects, clock))


def _check_rights(rights: Rights | None, mapped: MappedTable, event: LogEvent) -> None:
    """Who only applies what a log has needs the privilege for each table, or for a column of it. ER_UNKNOWN_ERROR
    (captured: clusters/rows_applied_without_rights)."""
    if rights is None or rights.may("SUPER", "BINLOG_ADMIN"):
        return
    privilege = EventType(event.header.type).name.removeprefix("PARTIAL_").partition("_")[0].replace("WRITE", "INSERT")
    if rights.missing({privilege}, mapped.schema, mapped.name):
        raise mysql_error("ER_UNKNOWN_ERROR")


def _count_on(data: TableData, row: tuple[ColumnValue, ...]) -> None:
    """The counter of AUTO_INCREMENT goes past the row's value, that of an update too (manual, "InnoDB AUTO_INCREMENT
    Counter Initialization")."""
    column = data.definition.auto_increment_column
    value = row[column] if column is not None else None
    if isinstance(value, int | float) and value >= data.auto_increment:
        data.auto_increment = int(value) + 1


def _decode(mapped: MappedTable, body: Rows, table: Table) -> tuple[RowImages, ...]:
    """The rows with the values of our columns. ER_UNKNOWN_ERROR where types differ: nothing is converted (captured:
    row_injections_*)."""
    ours = MappedTable(table_map(table, 0, full_metadata=False))
    try:
        theirs = mapped.bare_specs
    except CorruptLogError:
        raise mysql_error("ER_UNKNOWN_ERROR") from None
    common = min(len(theirs), len(table.columns))
    for one, other in zip(ours.bare_specs[:common], theirs[:common], strict=True):
        if replace(one, nullable=True) != replace(other, nullable=True):
            raise mysql_error("ER_UNKNOWN_ERROR")
    specs = (*(column.spec for column in table.columns[:common]), *theirs[common:])
    try:
        return decode_rows(specs, body)
    except CorruptLogError:
        raise mysql_error("ER_UNKNOWN_ERROR") from None


def _values(image: RowImage, table: Table) -> dict[int, ColumnValue]:
    """By column index; columns that only the event has are left out."""
    pairs, columns = zip(image.columns, image.values, strict=True), table.columns
    return {index: read_value(columns[index].spec, value) for index, value in pairs if index < len(columns)}


def _find(data: TableData, image: dict[int, ColumnValue]) -> RowId | None:
    """The row that a before image means."""
    key = primary_key_equivalent(data.definition)
    if key is not None and all(index in image for index in key.columns) and not any(part.length for part in key.parts):
        return next((row_id for row_id, _ in data.scan(key, tuple(image[index] for index in key.columns))), None)
    wanted = image.items()
    return next((row_id for row_id, row in data.scan() if all(row[index] == value for index, value in wanted)), None)

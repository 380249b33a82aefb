"""What every data-changing statement shares: its tables, the rows that it changed, and how it ends on an error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field

from sqlglot import exp

from binwriter.catalog.tables import Column, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import MESSAGES, Diagnostic, Level, mysql_error
from binwriter.mysql.session_modes import RowImage
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.foreign_key_tables import children_of
from binwriter.sql.context import StatementContext
from binwriter.sql.dml import column_values
from binwriter.sql.dml.constraints import StatementBooks
from binwriter.sql.dml.forgiven import FOREIGN_KEYS, RowsEndError, is_forgiven
from binwriter.sql.dml.pending_rows import refuse_behind_empty
from binwriter.sql.dml.rivals import refuse_duplicate
from binwriter.sql.dml.standing_rows import write_over
from binwriter.sql.dml.trigger_nulls import as_read
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.expressions.types import CompiledExpression
from binwriter.sql.functions.json import update as json_update
from binwriter.sql.query import query_scope
from binwriter.sql.text.trees import is_default_keyword
from binwriter.statement.row_changes import ChangedRows, RowChanges
from binwriter.statement.values import LoadedFile, RowChange, RowOperation, StatementPart
from binwriter.storage.columns import ColumnRows
from binwriter.storage.order import RowId
from binwriter.storage.selection import refuse_unchosen
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import UndoLog

Row = tuple[ColumnValue, ...]

_PARENT_CODE = MESSAGES["ER_ROW_IS_REFERENCED_2"].code


@dataclass
class DmlRun(StatementBooks):
    """One running statement: collects row changes and keeps the books that logging needs.

    noticed_write: it knows of its changes to N-tables. Those that a function made while a program stored its value
        (SET of a local variable, DECLARE, RETURN) go unnoticed. outer: the statement that a program's one is inside of.
    deletes: it is a DELETE. savepoints: those that programs set. values: of its columns. parts: of documents' changes.
    locked: what it locks for writing, in the server's order; locked_behind: what comes after the tables of programs.
    ended_untold: its rows ended at an error that nobody is told of (`RowsEndError`). row_is_in: the last row went in.
    rehearses: it ends in front of its rows. prelocked: triggers or functions may run inside of it.
    first_insert_id: the first AUTO_INCREMENT value it made; first_inserted_id: the first that went into a table.
    """

    database: Database
    context: StatementContext
    undo: UndoLog
    changes: RowChanges = field(default_factory=RowChanges)
    transactional_write: bool = False
    nontransactional_write: bool = False
    noticed_write: bool = False
    outer: DmlRun | None = None
    affected: int = 0
    first_insert_id: int = 0
    first_inserted_id: int = 0
    insert_id_logged: bool = True
    last_auto_value: int = 0
    impossible: bool = False
    ignore: bool = False
    deletes: bool = False
    locked: list[Table] = field(default_factory=list)
    locked_behind: list[Table] = field(default_factory=list)
    internal_temporary: bool = False
    table_map_for_update: int = 0
    loaded: LoadedFile | None = None
    reports_insert_id: bool = True
    forgives_later_rows: bool = True
    ended_untold: bool = False
    parts: list[StatementPart] | None = None
    row_is_in: bool = False
    rehearses: bool = False
    prelocked: bool = False
    deleted_images: dict[tuple[str, str], Callable[[Row], Row]] = field(default_factory=dict)  # where not the row
    nulled: frozenset[int] = frozenset()  # the columns of the last row that its BEFORE triggers set to NULL
    began_strict: bool = field(init=False)  # its own sql_mode, not that of a program that it runs

    def __post_init__(self) -> None:
        self.began_strict = self.context.strict

    def lenient(self) -> bool:
        """Bad values are warnings."""
        return not self.strict()

    def strict(self, *, behind_triggers: bool = False) -> bool:
        """Whether a bad value is an error now; IGNORE makes warnings of them.

        With STRICT_TRANS_TABLES alone a statement that has already changed an N-table only warns, because its
        earlier rows cannot be taken back (MySQL manual, "Strict SQL Mode"); UPDATE fails all the same (seen on 9.7.4),
        but for NULLs that are looked at behind_triggers (captured: clusters/nulls_beside_triggers).
        """
        if self.ignore and not self._is_changed_around:
            return False
        if self.context.has_mode("STRICT_ALL_TABLES"):
            return True
        forgiven = (self.forgives_later_rows or behind_triggers) and self.noticed_write
        return self.context.has_mode("STRICT_TRANS_TABLES") and not forgiven

    @property
    def inside(self) -> bool:
        """A program's statement inside of another."""
        return self.outer is not None

    @property
    def _is_changed_around(self) -> bool:
        """In a trigger of a change without IGNORE, which is strict (captured: strictness_inside_of_triggers)."""
        return self.outer is not None and self.outer.began_strict and bool(self.outer.locked) and not self.outer.ignore

    # --- row changes

    def write(self, data: TableData, row: Row, assigned: frozenset[int] | None, *, of_nulls: bool = False) -> None:
        """of_nulls: generated columns are those of NULLs that triggers left (`nulls_remain`)."""
        table = data.definition
        if table.asks_of_rows:
            self.constraints.before_write(self, data, row)
            refuse_unchosen(data, row)
        self.touch(table, anew=True)
        if table.asks_of_rows:
            data.check_partition(row)
        locking = self.context.locking
        if locking is not None:
            locking.before_insert(data, row, replaces=False)
        if data.room is not None:
            data.check_room()
        if table.asks_of_rows or table.engine.insert_only or data.duplicate(row) is not None:
            refuse_duplicate(self, data, row)
        row_id = data.insert(as_read(self, table, row) if of_nulls else row, self._undo_for(table))
        self.row_is_in = True
        if locking is not None:
            locking.changed(data, row_id, None, None)
        self._changed(RowChange(table, RowOperation.WRITE, None, row, assigned))
        self._fire("AFTER", table, RowOperation.WRITE, None, row)

    def write_all(self, data: TableData, rows: ColumnRows, assigned: frozenset[int] | None) -> int:
        """Rows up to the first with a duplicate key, of a table that asks for nothing else (`takes_plain_rows`).

        Returns how many."""
        table = data.definition
        self.touch(table, anew=True)
        if count := data.insert_all(rows, self._undo_for(table)):
            if not table.engine.transactional:
                self._wrote_for_good()
            self._note_change(table)
            self.context.session.counts.changed(table, RowOperation.WRITE, count)
            self.changes.add(ChangedRows(table, assigned, after=rows if count == len(rows) else rows[:count]))
            self.affected += count
        return count

    def update(
        self,
        data: TableData,
        row_id: RowId,
        row: Row,
        assigned: frozenset[int] | None,
        *,
        before: Row | None = None,
        as_insert: bool = False,
        read_whole: bool = False,
        of_nulls: bool = False,
    ) -> None:
        """before: as the statement read it, in front of its triggers. as_insert: a REPLACE in place, for which the
        triggers of INSERT fire. read_whole: see `RowChange`; of_nulls: see `write`."""
        before = data.row(row_id) if before is None else before
        self.constraints.check_views(self, data, row)
        self.constraints.before_update(self, data, before, row, as_insert=as_insert)
        self.touch(data.definition)
        data.check_partition(row)
        place = self._lock_for_update(data, row_id, row, replaces=assigned is None)
        refuse_duplicate(self, data, row, row_id)
        to = self.places_in_front(data) if data.definition.engine.rows_as_text else None
        kept = as_read(self, data.definition, row) if of_nulls else row
        standing = write_over(data, row_id, before, kept, self._undo_for(data.definition), to)
        column_values.move_counter(self, data, before, row)
        if self.context.locking is not None:
            self.context.locking.changed(data, standing, before if standing == row_id else None, place)
        change = RowChange(data.definition, RowOperation.UPDATE, before, row, assigned, read_whole=read_whole)
        self._changed(change)
        if as_insert:
            self._fire("AFTER", data.definition, RowOperation.WRITE, None, row)
        else:
            self._fire("AFTER", data.definition, RowOperation.UPDATE, before, row)

    def unchanged(self, table: Table, row: Row) -> None:
        """An UPDATE that leaves a row as it is: AFTER triggers fire (captured: triggers_of_unchanged_rows_*)."""
        self._fire("AFTER", table, RowOperation.UPDATE, row, row)

    def delete(
        self,
        data: TableData,
        row_id: RowId,
        assigned: frozenset[int] | None = frozenset(),
        *,
        before: Row | None = None,
        replaced_by: Row | None = None,
    ) -> None:
        """before: as in `update`."""
        before = data.row(row_id) if before is None else before
        if replaced_by is None:
            self.constraints.before_delete(self, data, before)
        else:
            self.constraints.before_replace(self, data, before, replaced_by)
        self.touch(data.definition)
        if self.context.locking is not None and data.has(row_id):
            self.context.locking.before_delete(data, row_id)
        if data.has(row_id):
            place = data.place_of(row_id)
            data.delete(row_id, self._undo_for(data.definition))
            if self.context.locking is not None:
                self.context.locking.changed(data, row_id, before, place)
        # its own cascade came back to it; a server logs it twice (captured: foreign_keys_to_itself_alone)
        elif not self.context.opens_key_tables:
            return
        image = self.deleted_images.get((data.definition.schema, data.definition.name))
        logged = before if image is None else image(before)
        self._changed(RowChange(data.definition, RowOperation.DELETE, logged, None, assigned))
        self._fire("AFTER", data.definition, RowOperation.DELETE, before, None)

    # --- triggers

    def before(self, table: Table, operation: RowOperation, old: Row | None, new: Row | None) -> Row | None:
        """Fires the BEFORE triggers of a row change that is about to be made. Returns NEW as they left it."""
        return self._fire("BEFORE", table, operation, old, new)

    def fire(self, timing: str, table: Table, operation: RowOperation, old: Row | None, new: Row | None) -> Row | None:
        """Fires the triggers of a row that a cascade changes. Returns NEW as they left it."""
        return self._fire(timing, table, operation, old, new)

    def _fire(self, timing: str, table: Table, operation: RowOperation, old: Row | None, new: Row | None) -> Row | None:
        programs = self.context.programs
        if programs is None or not programs.has_triggers(table, operation):
            return new
        return programs.fire(self, timing, table, operation, old, new)

    def has_triggers(self, table: Table, operation: RowOperation, timing: str = "") -> bool:
        """Whether the table has triggers for this kind of change. timing: BEFORE, AFTER, or any."""
        return self.context.programs is not None and self.context.programs.has_triggers(table, operation, timing)

    def assigned_by_triggers(self, table: Table, operation: RowOperation) -> frozenset[int]:
        """The columns that BEFORE triggers set; they count as assigned, whether the triggers come to it or not."""
        programs = self.context.programs
        return programs.assigned(table, operation) if programs is not None else frozenset()

    def marked_by_triggers(self, table: Table, operation: RowOperation) -> frozenset[int]:
        """The columns that BEFORE triggers name with NEW: minimal images have them as if they were assigned."""
        programs = self.context.programs
        return programs.marked(table, operation) if programs is not None else frozenset()

    def with_generated(self, data: TableData, row: Row, marked: frozenset[int] | None = None) -> Row:
        """The row with its generated columns computed anew; marked: only those of these columns."""
        return self.constraints.with_generated(self, data, row, marked)

    def refuse_generated(self, table: Table, column: Column, value: exp.Expression) -> None:
        """A generated column takes no value but DEFAULT."""
        if column.generated and not is_default_keyword(value):
            raise mysql_error("ER_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN", column.name, table.name)

    def with_dependents(self, table: Table, assigned: frozenset[int]) -> frozenset[int]:
        """The columns assigned, with the generated columns that depend on them."""
        return self.constraints.with_dependents(table, assigned)

    def cascaded(self, change: RowChange) -> None:
        """A row that a foreign key's action changed; it does not count as affected, and not every era logs it."""
        if not self.context.opens_key_tables:
            return
        self.touch(change.table)
        self._changed(change)

    def is_parent(self, table: Table) -> bool:
        """Whether foreign keys refer to the table."""
        return any(True for _ in children_of(table, self.database.catalog))

    @property
    def changes_parent(self) -> bool:
        """Whether a row of such a table was changed."""
        return any(self.is_parent(table) for table in self.changes.tables().values())

    def forgive(self, error: MySQLError, *, joined: bool = False) -> None:
        """With IGNORE an error of one row is a warning, and the next row comes; without, it is raised. joined: the
        statement is of several tables."""
        behaviour = self.context.variables.behaviour
        keys = behaviour.ignore_forgives_keys or self.deletes or (joined and behaviour.joins_forgive_keys)
        if not (self.ignore and is_forgiven(error, strict=self.strict(), forgives_keys=keys)):
            raise error
        if error.code in FOREIGN_KEYS and not behaviour.server_checks_foreign_keys:
            self.transactional_write = True  # the engine was given the row (captured: ignored_foreign_keys_statement)
        if self.context.server.policy.warns_of_ignored:
            self.context.diagnostics.append(Diagnostic("Warning", error.code, error.message))
        elif self.deletes and not joined and behaviour.engine_tells_parents and error.code == _PARENT_CODE:
            self.context.diagnostics.append(Diagnostic("Error", error.code, error.message))
        elif error.symbol == "ER_VIEW_CHECK_FAILED":  # up to 5.6 the view warns of it itself
            level: Level = "Warning" if behaviour.warns_of_view_checks else "Error"
            self.context.diagnostics.append(Diagnostic(level, error.code, error.message))

    def end_untold(self, error: RowsEndError) -> None:
        """The rows so far stay, and none of them is counted."""
        self.context.diagnostics.append(Diagnostic("Warning", error.code, error.message))
        self.affected, self.ended_untold = 0, True
        self.reports_insert_id = False

    def touch(self, table: Table, *, anew: bool = False) -> None:
        """The engine counts as written as soon as a row write is tried (handler::mark_trx_read_write). anew: of a row
        that is inserted.

        A temporary table is nobody's business but the session's.
        """
        if table.engine.two_phase and not table.temporary:
            self.transactional_write = True
        elif table.engine.rows_as_text:
            column_values.writes_text(self, table, anew=anew)

    def kept(self, table: Table) -> None:
        """By IGNORE or ON DUPLICATE KEY UPDATE a row's rival stays as it is: the N-table counts as changed."""
        if not table.engine.transactional:
            self._wrote_for_good()

    def _wrote_for_good(self) -> None:
        self.nontransactional_write = self.noticed_write = True
        self.context.earlier_rows_stay = self.forgives_later_rows

    def _changed(self, change: RowChange) -> None:
        if not change.table.engine.transactional:
            self._wrote_for_good()
        if self.context.partial_rows is not None:
            begun = self.savepoints.last_behind if change.table.engine.transactional else 0
            refuse_behind_empty(change, self.changes[begun:] if begun else self.changes, self.context.partial_rows)
        self.context.facts.uses_time_zone |= change.table.is_placed_by_moment(change.before, change.after)
        self._note_change(change.table)
        self.context.session.counts.row(change)
        if change.table.hidden_columns:
            change = replace(change, functional_keys=tuple(self._functional_values(change)))
        self.changes.append(change)

    def _note_change(self, table: Table) -> None:
        facts = self.context.facts
        if not (facts.changed or table.temporary):
            facts.changed, facts.changed_by = True, self.context.current_text
            facts.used_at_change = facts.uses()
            facts.changed_in = None if self.context.programs is None else self.context.database
            if self.inside and self.context.capture_state is not None:
                facts.state_at_change = self.context.capture_state()
            if self.inside:
                facts.map_at_change = self.table_map_for_update

    def _functional_values(self, change: RowChange) -> Iterator[tuple[object, ...]]:
        """What the row's unique keys on expressions say, for the write set."""
        for functional in self.constraints.functional_keys(self, change.table):
            for row in (change.before, change.after) if functional.key.unique else ():
                values = functional.values(row, self.context) if row is not None else (None,)
                for entry in functional.entries(values):
                    yield functional.key.name, *entry

    def _lock_for_update(self, data: TableData, row_id: RowId, row: Row, *, replaces: bool) -> object:
        """The row's old and new keys must be free, and the gaps they go into open. Where the row stands, if it does."""
        if not data.has(row_id):
            return None
        if self.context.locking is not None:
            self.context.locking.row(data, row_id)
            self.context.locking.before_update(data, row_id, row, replaces=replaces)
        return data.place_of(row_id)

    def _undo_for(self, table: Table) -> UndoLog | None:
        return self.undo if table.engine.transactional else None

    def default_engine(self, *, temporary: bool) -> Engine:
        """The engine of a new table that names none."""
        variables = self.context.variables
        return variables.engines.find(str(variables.get(f"default_{'tmp_' if temporary else ''}storage_engine")))

    # --- values

    @property
    def row_image(self) -> RowImage:
        """The session's binlog_row_image."""
        return self.context.variables.settings.binlog_row_image

    def compile(self, node: exp.Expression, *sources: Source, clause: str = "field list") -> CompiledExpression:
        """An expression over rows of these sources, subqueries allowed."""
        return compile_expression(node, query_scope(self.database, self.context, sources, clause=clause))

    def compile_defined(self, node: exp.Expression, *sources: Source, clause: str = "field list") -> CompiledExpression:
        """The same of a table's definition, whose constants became moments when the table was opened: a statement asks
        for no time zone on their account (captured: checks_of_moments_statement)."""
        with self.context.zone_not_asked():
            return self.compile(node, *sources, clause=clause)

    def compile_in(self, node: exp.Expression, scope: Scope) -> CompiledExpression:
        """An expression in a scope that is there already."""
        return compile_expression(node, scope)

    def compile_assigned(self, item: exp.Expression, table: Table, index: int, scope: Scope) -> CompiledExpression:
        """The value of SET column = value in an UPDATE. InnoDB changes documents in place."""
        if table.columns[index].spec.type is ColumnType.JSON and table.engine.two_phase:
            return json_update.compile_json_update(item.expression, item.this, index, scope)
        return compile_expression(item.expression, scope)

    def scope(self, *sources: Source, clause: str = "field list") -> Scope:
        """A scope over rows of these sources, subqueries allowed."""
        return query_scope(self.database, self.context, sources, clause=clause)


def logs_what_it_reads(table: Table, run: DmlRun) -> bool:
    """Whether a DELETE from the table logs no columns but those that it reads (`sql/dml/text_images.py`)."""
    return run.context.variables.behaviour.deletes_log_what_they_read and table.engine.rows_as_text

"""ON DUPLICATE KEY UPDATE: what a row that is there already becomes.

Source: MySQL manual, "INSERT ... ON DUPLICATE KEY UPDATE Statement"; images and counts as seen on a 9.7.4 (findings
part 5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Protocol

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.records import dataclass, replace, worked_out_once
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.mysql.values.real_text import is_same_row
from binwriter.sql.binding.view_trees import column_names
from binwriter.sql.context import StatementContext
from binwriter.sql.dml import behind_errors, column_values, null_follows, trigger_stamps
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.dml.trigger_nulls import as_read, nulls_remain, nulls_wait, without_nulls
from binwriter.sql.dml.unread_columns import differs_beneath
from binwriter.sql.expressions.assign import assignment_to
from binwriter.sql.expressions.copied_moments import copied_from, copies_instant
from binwriter.sql.expressions.scope import Source, SourceColumn
from binwriter.sql.expressions.types import CompiledExpression, Eval, ExprType
from binwriter.sql.grammar.deprecated_expressions import VALUES_FUNCTION, warn_of_values
from binwriter.sql.query import query_scope
from binwriter.sql.text.known_trees import nodes_outside
from binwriter.sql.text.trees import is_default_keyword
from binwriter.statement.values import RowOperation
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData

# How the columns of the query of INSERT .. SELECT are named that only the UPDATE clause needs.
EXTRA = "_update"


@dataclass(frozen=True)
class _Assignment:
    column: int
    value: CompiledExpression | None  # None: DEFAULT
    spec: ColumnSpec
    copied: bool = False  # the column's own value, which stays as it is
    instant: bool = False  # another TIMESTAMP's bytes, see `copies_instant`
    lenient: Callable[[], bool] | None = None  # whether a bad value only warns
    follows: Callable[[MySQLError], bool] | None = None  # see `null_follows`

    @worked_out_once
    def evaluate(self) -> Eval:
        """The value as the column takes it, once for all rows."""
        assert self.value is not None
        return assignment_to(self.value, self.spec, lenient=self.lenient, follows=self.follows)


@dataclass(frozen=True)
class RowAlias:
    """The name of the row to insert, with the columns that have values in it, under the names that they get."""

    source: Source
    columns: tuple[int, ...]


class ChangedTarget(Protocol):
    """What of an INSERT's target its clause needs: see `row_writer.InsertTarget`."""

    data: TableData
    assigned: frozenset[int] | None
    extra: tuple[object, ...]
    refuse_counter: Callable[[Row], None] | None


@dataclass(frozen=True)
class UpdateOnConflict:
    """The compiled clause. on_update_now: columns that take the time when another one changed.

    single_row: of VALUES with one row, where NULL for a NOT NULL column is always an error; of_query: of a query, where
    it is one, too (captured: clusters/nulls_of_chosen_upserts).
    """

    assignments: tuple[_Assignment, ...]
    on_update_now: tuple[int, ...]
    single_row: bool = False
    of_query: bool = False
    named: tuple[int, ...] | None = None  # the columns of the row alias

    def names(self, column: int | None) -> bool:
        """Whether the clause sets the column."""
        return any(assignment.column == column for assignment in self.assignments)

    def run(self, run: DmlRun, target: ChangedTarget, row_id: RowId, new: Row) -> tuple[bool, Row]:
        """Updates the row. Whether it changed, and as what it is left; all columns count as assigned from now on, also
        if it stays as it is (captured: upserts_unchanged)."""
        data = target.data
        target.assigned = None
        before = data.row(row_id)
        after = list(before)
        table = data.definition
        named = () if self.named is None else (tuple(new[index] for index in self.named),)
        following = iter(self.assignments)
        fires = run.has_triggers(table, RowOperation.UPDATE, "BEFORE")
        null_waits = nulls_wait(run, table, RowOperation.UPDATE)
        try:
            for assignment in following:
                self._set(run, target, assignment, after, new, named, fires=null_waits)
        except MySQLError as error:
            rest = (partial(self._set, run, target, assignment, after, new, named) for assignment in following)
            behind_errors.tell_of_rest(run.context, error, rest)
            raise
        columns = [(index, table.columns[index]) for index in self.on_update_now]
        moved = False
        if fires:
            after = list(run.with_generated(data, tuple(after)))
            if run.context.variables.behaviour.compares_before_triggers:
                moved = trigger_stamps.moves(table, before, after, {item.column for item in self.assignments})
                after = trigger_stamps.stamped(run, after, columns if moved else ())
                columns = []
        new_values = run.before(table, RowOperation.UPDATE, before, tuple(after))
        assert new_values is not None
        reckoned = False
        if null_waits:
            is_error = self._refuses_null(run)
            if reckoned := fires and nulls_remain(table, new_values):
                new_values = tuple(run.constraints.seen_by_triggers(run, table, new_values))
            new_values = tuple(
                without_nulls(run, table, new_values, null_is_error=is_error, tells_once=True, reckoned=reckoned)
            )
        if target.refuse_counter is not None:
            target.refuse_counter(new_values)
        changed = new_values if reckoned else run.with_generated(data, new_values)
        if is_same_row(as_read(run, table, changed) if reckoned else changed, before) and not (
            moved and not table.engine.two_phase
        ):
            again = moved or self._sets_null_again(run, table, before, fires=fires)
            if not (again and columns):
                run.affected += again
                run.unchanged(table, before)
                return False, before
        if columns:
            changed = tuple(trigger_stamps.stamped(run, changed, columns))
            if changed == before:
                run.affected += 1
                run.unchanged(table, before)
                return False, before
        run.update(data, row_id, changed, None, before=before, of_nulls=reckoned)
        return True, changed

    def tell_of_written(self, run: DmlRun, target: ChangedTarget, missing: Sequence[int]) -> None:
        """Warning 1048, once, of a column without a value or a default in a row behind one that was updated, where the
        update wrote the column, or its triggers did (captured: cluster nulls_beside_triggers)."""
        if not missing or target.assigned is not None:
            return
        table = target.data.definition
        written = run.assigned_by_triggers(table, RowOperation.UPDATE)
        for index in missing:
            if index in written or self.names(index):
                column_values.complain(run, "ER_BAD_NULL_ERROR", table.columns[index], as_error=False)

    def _refuses_null(self, run: DmlRun) -> bool:
        """Whether NULL for a NOT NULL column is an error."""
        return run.strict() or ((self.single_row or self.of_query) and not run.ignore)

    def _sets_null_again(self, run: DmlRun, table: Table, before: Row, *, fires: bool) -> bool:
        assigned = {assignment.column for assignment in self.assignments}
        if fires:
            assigned |= run.assigned_by_triggers(table, RowOperation.UPDATE)
        return differs_beneath(table, before, assigned)

    def _set(
        self,
        run: DmlRun,
        target: ChangedTarget,
        assignment: _Assignment,
        after: list[ColumnValue],
        new: Row,
        named: tuple[Row, ...],
        *,
        fires: bool = False,
    ) -> None:
        """fires: a NULL waits for the triggers."""
        table = target.data.definition
        column = table.columns[assignment.column]
        if assignment.copied:
            return
        if assignment.value is None:
            after[assignment.column] = column_values.keyword_value(run, column, table, tuple(after))
            return
        asked = run.context.facts.uses_time_zone
        value = assignment.evaluate(run.context, (tuple(after), new, target.extra, *named))
        if value is None and column.auto_increment:
            after[assignment.column] = column_values.empty(column)  # and nobody is told
            return
        if value is None and fires:
            after[assignment.column] = None
            return
        alone, once = (self.single_row or self.of_query) and not run.ignore, run.values.warns_once
        run.values.warns_once = once and not self.of_query
        try:
            after[assignment.column] = column_values.stored(
                run, column, value, null_is_error=self._refuses_null(run), of_one_row=alone, named=True
            )
        finally:
            run.values.warns_once = once
        if assignment.instant:
            run.context.facts.uses_time_zone = asked


@contextmanager
def values_not_reached(context: StatementContext, *, resolves_rows: bool = False) -> Iterator[None]:
    """What a parser refuses ends a statement before it is warned of its VALUES() (captured: values_not_reached).

    resolves_rows: rows are read here, whose names a server resolves in front of the clause."""
    try:
        yield
    except MySQLError as error:
        unknown = resolves_rows and error.symbol == "ER_SP_DOES_NOT_EXIST"
        if unknown or error.symbol == "ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT":
            warned = mysql_warning("ER_WARN_DEPRECATED_SYNTAX", *VALUES_FUNCTION)
            context.diagnostics[:] = [condition for condition in context.diagnostics if condition != warned]
        raise


def compile_on_conflict(
    clause: exp.Expression,
    run: DmlRun,
    data: TableData,
    alias: str,
    extra: Sequence[tuple[str, ExprType]],
    named: RowAlias | None = None,
    *,
    single_row: bool = False,
    of_query: bool = False,
) -> UpdateOnConflict:
    """The clause over the row in the table, the one to insert, which VALUES(col) reads, the query's further columns,
    and the one to insert under its alias.

    alias: the name of the table. MySQLError for columns that are not there.
    """
    table = data.definition
    sources = (
        Source.of_table(alias, table),
        replace(Source.of_table("", table), hidden=True),
        Source(EXTRA, tuple(SourceColumn(name, type_) for name, type_ in extra)),
        *((named.source,) if named is not None else ()),
    )
    scope = query_scope(run.database, run.context, sources, clause="field list", values_source=1)
    assignments = []
    for index, item in zip(assigned_columns(clause.expressions, data, alias), clause.expressions, strict=True):
        run.refuse_generated(table, table.columns[index], item.expression)
        with values_not_reached(run.context):
            value = None if is_default_keyword(item.expression) else run.compile_in(item.expression, scope)
        own = item.expression.name.lower() == item.this.name.lower()
        place = (0, index) if own and item.expression.text("table") in ("", alias, table.name) else None
        copied = copied_from(item.expression, table.columns[index].spec, (0, index), place)
        spec = table.columns[index].spec
        reads = value is not None and _reads_column(item.expression)
        instant = value is not None and reads and copies_instant(value.type, spec, run.context)
        follows = null_follows.asked_of(item.expression, sources, run.context)
        assignments.append(_Assignment(index, value, spec, copied is not None, instant, lambda: run.ignore, follows))
    assigned = {assignment.column for assignment in assignments}
    on_update = tuple(
        index for index, column in enumerate(table.columns) if column.on_update_now and index not in assigned
    )
    columns = named.columns if named is not None else None
    return UpdateOnConflict(tuple(assignments), on_update, single_row, of_query, columns)


def _reads_column(node: exp.Expression) -> bool:
    """Whether it is a column, or VALUES() of one."""
    return isinstance(node, exp.Column) or (isinstance(node, exp.Anonymous) and str(node.this).upper() == "VALUES")


def _shown(column: exp.Expression) -> str:
    """A column's name as the statement has it."""
    return ".".join(part for part in (column.text("db"), column.text("table"), column.name) if part)


def assigned_columns(items: Sequence[exp.Expression], data: TableData, alias: str) -> list[int]:
    """The places of the columns that are assigned to. ER_BAD_FIELD_ERROR for one that the table does not have."""
    table, places = data.definition, []
    for item in items:
        index = table.index_of.get(item.this.name.lower())
        qualifier = item.this.text("table")
        elsewhere = item.this.text("db") not in ("", table.schema)
        if index is None or elsewhere or (qualifier and qualifier not in (alias, table.name)):
            raise mysql_error("ER_BAD_FIELD_ERROR", _shown(item.this), "field list")
        places.append(index)
    return places


def refuse_ambiguous(query: exp.Expression, clause: exp.Expression, table: Table, target: str, run: DmlRun) -> None:
    """ER_NON_UNIQ_ERROR for a name that the table and a table of the query have; under GROUP BY the query's are hidden.
    target: the table's name, or that of the view.

    Source: MySQL manual, "INSERT ... ON DUPLICATE KEY UPDATE Statement"; what is assigned to is always the table's.
    """
    if not isinstance(query, exp.Select) or query.args.get("group") is not None:
        return
    sources = _columns_of_sources(query, run)
    for number, item in enumerate(clause.expressions):
        for node in nodes_outside(item.expression, exp.Query):
            if not isinstance(node, exp.Column):
                continue
            qualifier, name = node.text("table"), node.name.lower()
            if name not in table.index_of:
                continue
            shown = f"{qualifier}.{node.name}" if qualifier else node.name
            for alias, columns in sources:
                if name in columns and (not qualifier or qualifier == target == alias):
                    for before in clause.expressions[:number]:
                        warn_of_values(before, run.context)
                    raise mysql_error("ER_NON_UNIQ_ERROR", shown, "field list")


def _columns_of_sources(query: exp.Select, run: DmlRun) -> list[tuple[str, frozenset[str]]]:
    """Alias and column names, in lower case, of what stands in FROM."""
    clause = query.args.get("from_")
    nodes = [clause.this if clause is not None else None, *(join.this for join in query.args.get("joins") or ())]
    ctes = {cte.alias: cte.this for cte in query.find_all(exp.CTE)}
    columns = []
    for node in nodes:
        if isinstance(node, exp.Table) and node.name.lower() != "dual":
            inner = ctes.get(node.name) if not node.text("db") else None
            names = column_names(node, run.database, run.context, hidden=True) if inner is None else inner.named_selects
            columns.append((node.alias or node.name, frozenset(name.lower() for name in names)))
        elif isinstance(node, exp.Subquery):
            columns.append((node.alias, frozenset(name.lower() for name in node.named_selects)))
    return columns


def with_columns_of_update(
    query: exp.Expression, clause: exp.Expression, table: Table, alias: str
) -> tuple[exp.Expression, exp.Expression, int]:
    """The query with the columns that the clause reads from it beyond its result, the clause that reads those, and
    how many they are."""
    if not isinstance(query, exp.Select) or query.args.get("group") is not None:
        return query, clause, 0
    query, clause = query.copy(), clause.copy()
    added = 0
    for item in clause.expressions:
        for node in [] if is_default_keyword(item.expression) else list(item.expression.find_all(exp.Column)):
            qualifier = node.text("table")
            if isinstance(node.parent, exp.Anonymous) and str(node.parent.this).upper() == "VALUES":
                continue
            if qualifier == alias or (not qualifier and node.name.lower() in table.index_of):
                continue
            of_call = isinstance(node.parent, exp.Anonymous) and str(node.parent.this).upper() == "DEFAULT"
            read = node.parent if of_call else node  # the default of a column is that of the query's, too
            name = f"{EXTRA}{added}"
            added += 1
            query.append("expressions", exp.alias_(read.copy(), name))
            new = exp.column(name, EXTRA)
            if read is item.expression:
                item.set("expression", new)
            else:
                read.replace(new)
    return query, clause, added


def row_alias(alias: exp.Expression, columns: Sequence[int], data: TableData, table_alias: str) -> RowAlias:
    """The row to insert under a name of its own: the columns that the statement gives values.

    ER_NONUNIQ_TABLE for the table's name, ER_VIEW_WRONG_LIST and ER_DUP_FIELDNAME for a list that does not name them.
    Source: captured (tests/golden/clusters/row_aliases.sql).
    """
    if alias.name == table_alias:
        raise mysql_error("ER_NONUNIQ_TABLE", alias.name)
    offered = Source.of_table("", data.definition).columns
    places = tuple(columns) or tuple(range(len(offered)))
    names = [column.name for column in alias.args.get("columns") or ()]
    if names and len(names) != len(places):
        raise mysql_error("ER_VIEW_WRONG_LIST")
    for place, name in enumerate(names):
        if any(name.lower() == other.lower() for other in names[place + 1 :]):
            raise mysql_error("ER_DUP_FIELDNAME", name)
    given = tuple(
        replace(offered[index], name=name)
        for index, name in zip(places, names or [offered[index].name for index in places], strict=True)
    )
    return RowAlias(Source(alias.name, given), places)

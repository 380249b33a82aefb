"""UPDATE of several tables, or by a join.

Source: MySQL manual, "UPDATE Statement" and "DELETE Statement" (multiple-table syntax); the order of rows as seen on a
9.7.4. The first table of the join is changed while the join runs, the others when it has ended, table by table; each
row once. A DELETE removes the rows of the join's first table at once likewise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.values import ColumnValue, JsonDocument
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.values.real_text import is_same_row
from binwriter.sql.binding.own_subqueries import refuse_read
from binwriter.sql.dml import behind_errors, column_values, null_follows
from binwriter.sql.dml.constraints import generated_of_joined, virtual_of_whole_rows, virtual_read
from binwriter.sql.dml.forgiven import RowsEndError
from binwriter.sql.dml.joined import virtual_reads
from binwriter.sql.dml.joined.asked_by_views import checks_of
from binwriter.sql.dml.joined.at_once import changes_at_once
from binwriter.sql.dml.joined.changer import Changer
from binwriter.sql.dml.joined.clauses import refuse_clauses, rows_from, told_as_unknown
from binwriter.sql.dml.joined.impossible import finds_none
from binwriter.sql.dml.joined.merged import with_merged
from binwriter.sql.dml.joined.updated_table import UpdatedTable, refuse_changed_place
from binwriter.sql.dml.locked import UPDATES, Locked, children_locked, own_locked
from binwriter.sql.dml.plain_changes import Assignment, looks_elsewhere, takes_plain_changes
from binwriter.sql.dml.rivals import refuse_change
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.dml.safe_updates import refuse_join_without_key
from binwriter.sql.dml.trigger_nulls import nulls_wait
from binwriter.sql.expressions.assign import assignment_to
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.conditions.logic import Truth, truth
from binwriter.sql.expressions.copied_moments import copied_from, copies_instant
from binwriter.sql.query.joins.rows import JoinedRows, LocatedRow
from binwriter.sql.query.merged import name_behind
from binwriter.sql.store.as_stored import stays_in
from binwriter.sql.store.temporal import ZERO_DATE
from binwriter.sql.text.known_trees import nodes_in
from binwriter.sql.text.trees import is_default_keyword
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import RowOperation
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.dml.joined.virtual_reads import JoinedReads


def run_update_joined(parsed: ParsedStatement, run: DmlRun) -> None:
    """Runs a multi-table UPDATE."""
    tree = parsed.node
    assert isinstance(tree, exp.Update)
    refuse_clauses(parsed, tree)
    tree = with_merged(tree, run)
    with told_as_unknown(run, clauses=("on clause", "where clause")):
        join = _compiled(tree, run)
    updated = _updated_tables(tree, join, run)
    names = [table.alias for table in join.tables]
    unknown = run.context.variables.behaviour.refused_reads_are_unknown
    with told_as_unknown(run) if unknown else nullcontext():
        for item in updated:
            refuse_read(tree, item.data.definition, item.table.alias, names, run.database, run.context)
    refuse_changed_place(updated)
    with told_as_unknown(run):
        refuse_join_without_key(tree, join, (item.slot for item in updated), run)
    places = {slot: place for place, slot in enumerate(join.order.in_text())}
    run.table_map_for_update = sum(1 << places[item.slot] for item in updated)
    for item in updated:
        refuse_change(item.data.definition)
    run.locked.extend(own_locked(run, [Locked(item.data.definition, UPDATES) for item in updated]))
    run.locked_behind.extend(_children(run, join))
    for item in updated:
        item.checks = checks_of(tree, item.table.alias, join, run)
    driving = join.order.driving_slot() if updated else None
    first = next((item for item in updated if item.slot == driving), None)
    if first is not None and not changes_at_once(
        tree, join, run, first.slot, first.data, first.assigned, alone=len(updated) == 1
    ):
        first = None
    plain = len(updated) == 1 and not looks_elsewhere(tree, run)
    plain = plain and takes_plain_changes(run, updated[0].data, RowOperation.UPDATE, updated[0].changed)
    plain = plain and not updated[0].may_differ_beneath and not updated[0].checks
    reads = _virtual_reads(tree, run, join, updated)
    plain = plain and reads is None
    changers = [(item, Changer(run, item, join, plain=plain, reads=reads)) for item in updated]
    try:
        with told_as_unknown(run):
            if not finds_none(tree, tree.this, join, run):
                _change_joined(run, join, first, changers, reads)
    finally:
        for _, changer in changers:
            changer.end()


def _compiled(tree: exp.Update, run: DmlRun) -> JoinedRows:
    """Its tables and conditions. Up to 5.7 the columns that it sets are looked at before WHERE (captured:
    5.5.20/columns_of_several_statement)."""
    try:
        return JoinedRows.compile(rows_from(tree.this), tree.args.get("where"), run.database, run.context, tree)
    except MySQLError:
        if tree.args.get("where") is not None and run.context.variables.behaviour.joined_errors_are_unknown:
            without = JoinedRows.compile(rows_from(tree.this), None, run.database, run.context, tree)
            for item in tree.expressions:
                without.locate(item.this)
        raise


def _virtual_reads(
    tree: exp.Update, run: DmlRun, join: JoinedRows, updated: Sequence[UpdatedTable]
) -> JoinedReads | None:
    """What looks at the virtual columns of the rows that are read."""
    if not join.has_virtual:
        return None
    reads = virtual_reads.JoinedReads(run, join, tree, {item.slot: item.written(run) for item in updated})
    return reads if reads.any else None


def _change_joined(
    run: DmlRun,
    join: JoinedRows,
    first: UpdatedTable | None,
    changers: Sequence[tuple[UpdatedTable, Changer]],
    reads: JoinedReads | None = None,
) -> None:
    done: set[RowId] = set()
    if len(changers) == 1 and changers[0][1].is_plain:
        _change_one_table(run, join, *changers[0], at_once=first is not None)
        return
    tests = _asked_again(run, join, first) if first is not None and changers[1:] else ()
    for row in _numbered(run, join.rows()) if reads is None else reads.combinations():
        if first is not None and changers[1:] and getattr(row[first.slot], "row_id", None) in done:
            row = _with_row(row, first)  # as it was written when it was found before
            if not all(test(run.context, row) for test in tests):
                continue
        for item, changer in changers:  # a table that waits is given values before those behind it are changed
            located = row[item.slot]
            if not isinstance(located, LocatedRow):
                continue
            if item is first:
                if located.row_id not in done:
                    done.add(located.row_id)
                    changer.change(located.row_id, _new_values(run, item, located, row), row)
                    row = _with_row(row, item) if changers[1:] else row
            else:  # values are found for each combination, and those of the first one stay
                values = _new_values(run, item, located, row, sees_new=False)
                if located.row_id not in item.pending:
                    item.pending[located.row_id] = _written_anew(values)
                    run.context.facts.uses_time_zone |= item.copies_instants
                    if item.checks:
                        item.rows[located.row_id] = row
    _change_pending(run, changers)


def _numbered(run: DmlRun, rows: Iterator[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    for number, row in enumerate(rows, 1):
        run.context.row_number = number
        yield row


def _asked_again(run: DmlRun, join: JoinedRows, first: UpdatedTable) -> tuple[Truth, ...]:
    """What the tables behind the first one compare with what is set there: up to 5.6 a changed row is asked for
    its new values (captured: joined_rows_changed_early_row)."""
    if not run.context.variables.behaviour.rereads_changed_rows:
        return ()
    scope = join.scope.within("where clause")
    compared = join.conditions.compared(first.slot, frozenset(first.assigned))
    return tuple(truth(compile_expression(node, scope)) for node in compared)


def _change_pending(run: DmlRun, changers: Sequence[tuple[UpdatedTable, Changer]]) -> None:
    gave_null = False
    run.context.row_number += 1
    try:
        for item, changer in changers:
            changer.waited = True
            for row_id, waited in item.pending.items():
                values = _copied(run, item, waited)
                gave_null = None in values
                changer.change(row_id, values, item.rows.get(row_id, ()))
    except MySQLError as error:
        if isinstance(error, RowsEndError) and gave_null:  # forgiven, but for the end of the rows
            run.context.diagnostics.append(Diagnostic("Warning", error.code, error.message))
            raise mysql_error("ER_MULTI_TABLE_UPDATE") from None
        run.context.diagnostics.append(mysql_warning("ER_MULTI_TABLE_UPDATE", level="Error"))
        if isinstance(error, RowsEndError):  # the rows that wait are not forgiven
            raise MySQLError(error.code, error.sqlstate, error.symbol, error.message) from None
        raise


def _change_one_table(run: DmlRun, join: JoinedRows, item: UpdatedTable, changer: Changer, *, at_once: bool) -> None:
    """The same of one table whose rows go many at a time: a row is as the join has read it until it is changed."""
    context, slot, pending = run.context, item.slot, item.pending
    only = item.assignments[0]
    done: set[RowId] = set()
    rows = enumerate(join.located(slot), 1)
    for number, (row_id, row) in rows:
        context.row_number = number
        if row_id is None or (at_once and row_id in done):
            continue
        values = _new_values(run, item, row[slot], row, sees_new=at_once)
        if row_id in done:
            continue
        done.add(row_id)
        if at_once:
            changer.change(row_id, values)
            if changer.only is not None and not (only.stays or only.instant) and only.value is not None:
                break
        else:
            pending[row_id] = _written_anew(values)
            context.facts.uses_time_zone |= item.copies_instants
    value_of, takes, at, gather = only.value, only.takes, only.index, changer.gather
    for number, (row_id, row) in rows:
        context.row_number = number
        if row_id is None or row_id in done:
            continue
        done.add(row_id)
        assert value_of is not None
        value = value_of(context, row)
        if not takes(value):
            value = column_values.stored(run, only.column, value, null_is_error=run.strict())
        before: Row = tuple(row[slot])
        if value is not before[at] and not is_same_row((value,), (before[at],)):
            gather(row_id, before, (*before[:at], value, *before[at + 1 :]))
        elif item.unread:
            run.touch(item.data.definition)
    _change_pending(run, [(item, changer)])


def _written_anew(values: tuple[ColumnValue, ...]) -> tuple[ColumnValue, ...]:
    """Values that wait in a temporary table: documents are not changed in place."""
    return tuple(JsonDocument(value.root) if isinstance(value, JsonDocument) else value for value in values)


def _copied(run: DmlRun, item: UpdatedTable, values: tuple[ColumnValue, ...]) -> tuple[ColumnValue, ...]:
    """Values that waited, as the table takes them: NULLs, where an outer join lets them wait, and zero dates are looked
    at then (captured: clusters/values_of_each_combination)."""
    zeros = run.context.has_mode("NO_ZERO_DATE") or run.context.has_mode("NO_ZERO_IN_DATE")
    copied = []
    for assignment, value in zip(item.assignments, values, strict=True):
        name, number = assignment.column.name, run.context.row_number
        if value is None and item.holds_nulls and not (assignment.column.spec.nullable or item.fires):
            run.context.error_or_warning("WARN_DATA_TRUNCATED", name, number, as_error=run.strict())
            value = column_values.empty(assignment.column)
        elif value == ZERO_DATE and zeros:
            run.context.warn("ER_WARN_DATA_OUT_OF_RANGE", name, number)
        copied.append(value)
    return tuple(copied)


def _with_row(row: Sequence[Any], item: UpdatedTable) -> list[Any]:
    """The row of the join as later tables see it, after the first table's row was changed."""
    changed = list(row)
    located = row[item.slot]
    changed[item.slot] = LocatedRow.of(item.data.row(located.row_id), located.row_id)
    return changed


def _new_values(
    run: DmlRun, item: UpdatedTable, located: LocatedRow, row: Sequence[Any], *, sees_new: bool = True
) -> tuple[ColumnValue, ...]:
    """The values of SET for one table's row. sees_new: each sees those before it, but where they wait for the join's
    end (as a 9.7.4 answers, cluster values_that_wait)."""
    only = item.assignments[0]
    run.values.tell_as(item.data.definition, item.table.alias if sees_new else "")
    exact = only.instant or only.stays or item.fires or item.keeps_null or item.holds_nulls
    if len(item.assignments) == 1 and only.value is not None and run.changes and not exact:
        value = only.value(run.context, row)
        return (
            value if only.takes(value) else column_values.stored(run, only.column, value, null_is_error=run.strict()),
        )
    current, seen = list(located), list(row)
    values = []

    def set_value(assignment: Assignment) -> None:
        if assignment.value is None:
            value = column_values.keyword_value(run, assignment.column, item.data.definition, tuple(current))
        elif assignment.stays:
            value = current[assignment.index]
        else:
            asked = run.context.facts.uses_time_zone
            value = assignment.value(run.context, tuple(seen))
            # triggers may still give it a value; what an outer join makes NULL waits as NULL
            waits = value is None and (item.keeps_null or (item.holds_nulls and not sees_new))
            if not waits and not (run.changes and assignment.takes(value)):  # the first row goes the exact way
                value = column_values.stored(run, assignment.column, value, null_is_error=run.strict())
            if assignment.instant:
                run.context.facts.uses_time_zone = asked
        values.append(value)
        current[assignment.index] = value
        seen[item.slot] = tuple(current) if sees_new else located

    following = iter(item.assignments)
    try:
        for assignment in following:
            set_value(assignment)
    except MySQLError as error:
        behind_errors.tell_of_rest(run.context, error, (partial(set_value, assignment) for assignment in following))
        raise
    return tuple(values)


def _updated_tables(tree: exp.Expression, join: JoinedRows, run: DmlRun) -> list[UpdatedTable]:
    tables: dict[int, UpdatedTable] = {}
    places = [join.locate(item.this) for item in tree.expressions]  # all that is assigned, before any value
    for item, (slot, index) in zip(tree.expressions, places, strict=True):
        table = join.tables[slot]
        if not isinstance(table.data, TableData):
            name = name_behind(join.scope.sources[slot - join.scope.base], index)
            raise mysql_error("ER_NON_UPDATABLE_TABLE", name, "UPDATE")
        table.lock_for_change()
        column = table.data.definition.columns[index]
        run.refuse_generated(table.data.definition, column, item.expression)
        value, copied, instant = None, None, False
        if not is_default_keyword(item.expression):
            compiled = run.compile_assigned(item, table.data.definition, index, join.scope)
            found_at = join.locate(item.expression) if isinstance(item.expression, exp.Column) else None
            copied = copied_from(item.expression, column.spec, (slot, index), found_at)
            follows = null_follows.asked_of(item.expression, join.scope.sources, run.context)
            value = copied or assignment_to(compiled, column.spec, lenient=run.lenient, follows=follows)
            instant = found_at is not None and copies_instant(compiled.type, column.spec, run.context)
        nulls = join.conditions.is_inner(slot)
        updated = tables.setdefault(slot, UpdatedTable(slot, table, [], {}, holds_nulls=nulls))
        stays = stays_in(column.spec)
        updated.assignments.append(Assignment(index, column, value, stays, copied is not None, instant))
    targets = {id(item.this) for item in tree.expressions}
    read = [column for column in nodes_in(tree, exp.Column) if id(column) not in targets]
    compares = run.context.variables.behaviour.reads_constants_first
    for updated in tables.values():
        definition = updated.data.definition
        updated.fires = run.has_triggers(definition, RowOperation.UPDATE)
        updated.keeps_null = nulls_wait(run, definition, RowOperation.UPDATE)
        updated.read = frozenset(virtual_read(tree, definition, (updated.table.alias,)))
        before = updated.slot in join.order.constants()
        updated.virtual = updated.read | generated_of_joined(definition, run.row_image, read_before=before)
        updated.virtual |= virtual_of_whole_rows(definition, updated.changed, run.row_image)
        primary = definition.primary_key
        seen = set(primary.columns if primary else ()) | {  # where the primary key is assigned, rows are found by it
            definition.index_of.get(column.name.lower())
            for column in read
            if column.text("table") in ("", updated.table.alias)
        }
        assigned = {assignment.index for assignment in updated.assignments}
        reads_all = any(column.on_update_now for i, column in enumerate(definition.columns) if i not in assigned)
        seen |= run.marked_by_triggers(definition, RowOperation.UPDATE)
        reads_all |= compares and join.order.conditions.is_constant(updated.slot, updated.data)
        updated.unread = not (run.context.row_form or reads_all or assigned <= seen) and definition.engine.two_phase
    in_place = run.context.variables.behaviour.right_joins_stay
    return [tables[slot] for slot in (sorted(tables) if in_place else join.order.in_text()) if slot in tables]


def _children(run: DmlRun, join: JoinedRows) -> list[Table]:
    """What foreign keys would change were all the tables updated, those too that are only read (captured:
    foreign_keys_opened_*, foreign_keys_of_joined_tables)."""
    tables = (join.tables[slot].data for slot in join.order.in_text())
    return children_locked(run, [Locked(data.definition, UPDATES) for data in tables if data is not None])

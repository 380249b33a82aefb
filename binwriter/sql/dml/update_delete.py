"""UPDATE and DELETE of one table, row by row in the order in which a server visits them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import Key, Table
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.columns.values import ColumnValue
from binwriter.mysql import interrupts
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.session_modes import RowImage
from binwriter.mysql.values.real_text import is_same_row
from binwriter.sql.binding.view_keys import key_teller
from binwriter.sql.binding.views import through_views
from binwriter.sql.command_table import changes
from binwriter.sql.dml import column_values, null_follows, text_images, trigger_stamps
from binwriter.sql.dml.constraints import generated_of_images, virtual_of_whole_rows, virtual_read
from binwriter.sql.dml.joined import deletes, updates
from binwriter.sql.dml.locked import DELETES, UPDATES, Locked, locked_tables
from binwriter.sql.dml.plain_changes import (
    Assignment,
    calls_programs,
    delete_plain_rows,
    exact_values,
    looks_elsewhere,
    takes_plain_changes,
    update_plain_rows,
)
from binwriter.sql.dml.rivals import refuse_change
from binwriter.sql.dml.rows_to_change import rows_to_change
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.dml.safe_updates import refuse_without_key
from binwriter.sql.dml.trigger_nulls import as_read, nulls_remain, nulls_wait, without_nulls
from binwriter.sql.dml.unread_columns import differs_beneath, goes_on_behind, has_bytes_beneath, writes_unread_columns
from binwriter.sql.expressions.assign import assignment_to
from binwriter.sql.expressions.columns import column_type
from binwriter.sql.expressions.copied_moments import copied_from, copies_instant
from binwriter.sql.expressions.scope import Source
from binwriter.sql.query import Visits
from binwriter.sql.query.name_order import first_of
from binwriter.sql.store.as_stored import stays_in
from binwriter.sql.text.known_trees import has
from binwriter.sql.text.trees import is_default_keyword
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.traits import CommandTrait
from binwriter.statement.values import RowOperation
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.dml.row_numbers import Numbering
    from binwriter.sql.dml.virtual_reads import VirtualReads

# It notes who changed it where @sys.ignore_sys_config_triggers is false, which nobody sets.
_WITH_SERVERS_TRIGGER = ("sys", "sys_config")


@changes("update", "update_multi")
def run_update(parsed: ParsedStatement, run: DmlRun) -> None:
    """Runs an UPDATE. A row whose values stay the same is not written and not logged."""
    given = parsed.node
    parsed = through_views(parsed, run.database, run.context)
    run.ignore = run.context.forgives = run.context.ignores = "IGNORE" in parsed.modifiers
    run.values.warns_once, run.values.by_views = False, parsed.node is not given
    if CommandTrait.JOINS_TABLES in parsed.traits:
        updates.run_update_joined(parsed, run)
        return
    tree = parsed.node
    assert isinstance(tree, exp.Update) and isinstance(given, exp.Expression)
    if run.context.variables.profile.names_table_of_single_update:
        run.table_map_for_update = 1
    run.forgives_later_rows = False
    data, alias = _only_table(parsed, tree, run)
    table = data.definition
    if (table.schema, table.name) == _WITH_SERVERS_TRIGGER:
        run.table_map_for_update = 0  # as after any trigger (captured: tests/golden/system)
    refuse_change(table)
    refuse_without_key(tree, table, run)
    run.locked.extend(locked_tables(run, [Locked(table, UPDATES)]))
    run.constraints.take_view_checks(run, tree, {alias.lower(): table})
    run.values.tell_as(table, alias)
    source = Source.of_table(alias, table)
    try:
        _update_rows(tree, data, alias, source, run, key_teller(given, run.database, run.context))
    except MySQLError as error:
        raise first_of(error, *_lookups(tree, table, alias, source, run)) from None


def _lookups(tree: exp.Update, table: Table, alias: str, source: Source, run: DmlRun) -> Iterator[Callable[[], object]]:
    """What looks up the names of an UPDATE, in a server's order."""
    where, items = tree.args.get("where"), tree.expressions
    if where is not None:
        yield lambda: run.compile(where.this, source, clause="where clause")
    yield lambda: [_column_index(item.this, table, alias) for item in items]
    yield lambda: [run.compile(item.expression, source) for item in items if not is_default_keyword(item.expression)]


def _update_rows(
    tree: exp.Update, data: TableData, alias: str, source: Source, run: DmlRun, tell: Callable[[], None]
) -> None:
    """tell: what there is to say of the view once all names are known."""
    table = data.definition
    targets = [_column_index(item.this, table, alias) for item in tree.expressions]
    # WHERE comes before SET: user variables are logged in this order
    on_update = [(i, c) for i, c in enumerate(table.columns) if c.on_update_now and i not in targets]
    touched = {
        *targets,
        *run.marked_by_triggers(table, RowOperation.UPDATE),
        *virtual_read(tree, table, (alias, table.name)),
    }
    touched |= virtual_of_whole_rows(table, touched, run.row_image)
    assigned = run.with_dependents(table, frozenset(touched | {index for index, _ in on_update}))
    counts_found, renumbered = _numbering(tree)
    counts_found |= _finds_rows_first(run, table)
    # warnings count the rows that were read, not those that were changed
    visits = Visits(frozenset(targets), counts=not counts_found)
    numbers, virtual = visits.numbers, _virtual_reads(run, table, assigned, visits)
    rows = rows_to_change(tree, data, alias, run, merged_by=_merging_key(table, targets), visits=visits)
    if renumbered is not None:
        rows = renumbered(rows, numbers)
    assignments = _assignments(tree, table, targets, source, run)
    computed = assigned | generated_of_images(table, run.row_image) if run.context.row_form else assigned
    fires = run.has_triggers(table, RowOperation.UPDATE)
    null_waits = nulls_wait(run, table, RowOperation.UPDATE)
    fires_before = fires and run.has_triggers(table, RowOperation.UPDATE, "BEFORE")
    # columns that take the time of a change make a server read all others, to know whether there is one
    tried_unseen = not on_update and writes_unread_columns(tree, table, assigned, run)
    tell()
    run.context.new_found_rows = None if run.impossible else 0
    numbered = enumerate(rows, 1)
    compares_first = run.context.variables.behaviour.compares_before_triggers
    is_plain = takes_plain_changes(run, data, RowOperation.UPDATE, assigned, locked=True)
    is_plain = is_plain and not (looks_elsewhere(tree, run) or (on_update and has_bytes_beneath(table, touched)))
    for number, row_id in numbered:
        run.context.new_found_rows = number
        run.context.begin_row(numbers.get(row_id, number))
        if interrupts.asked:
            interrupts.step()
        if not data.has(row_id):  # a cascade that a trigger set off took it
            continue
        before = data.row(row_id)
        if virtual is not None:
            virtual.before_change(before)
        if table.engine.rows_as_text:
            column_values.writes_text(run, table)
        values = exact_values(run, table, assignments, before, fires=null_waits)
        run.context.end_row()
        stamped = list(on_update)
        moved = reckoned = False
        if fires or null_waits:
            if fires_before:  # they see what is reckoned until then, and the time of the change
                values = list(run.with_generated(data, tuple(values), computed))
                if compares_first:
                    moved = trigger_stamps.moves(table, before, values, targets)
                    values = trigger_stamps.stamped(run, values, on_update if moved else ())
                    stamped = []
            new = run.before(table, RowOperation.UPDATE, before, tuple(values))
            assert new is not None
            new = column_values.with_steps(new, values)
            reckoned = fires_before and nulls_remain(table, new)
            if reckoned:
                new = tuple(run.constraints.seen_by_triggers(run, table, new, computed))
            is_error = run.strict(behind_triggers=True)
            values = without_nulls(run, table, new, null_is_error=is_error, updates=True, reckoned=reckoned)
        after = tuple(values) if reckoned else run.with_generated(data, tuple(values), computed)
        if is_same_row(as_read(run, table, after) if reckoned else after, before) and not (
            moved and not table.engine.two_phase
        ):
            again = moved or differs_beneath(table, before, touched)
            if tried_unseen or again:
                run.touch(table)
            if not (again and stamped):
                _unchanged(run, table, before)
                continue
        if stamped:
            after = run.with_generated(data, tuple(trigger_stamps.stamped(run, values, stamped)), computed)
            if after == before:
                _unchanged(run, table, before)
                continue
        try:
            run.update(data, row_id, after, assigned, before=before, of_nulls=reckoned)
        except MySQLError as error:
            if not goes_on_behind(error, run):
                break
            continue
        run.affected += 1
        if is_plain:
            update_plain_rows(run, data, numbered, assignments, on_update, assigned, numbers, tried_unseen=tried_unseen)
    interrupts.step()  # also behind the last row
    found = run.context.new_found_rows or 0
    run.context.rows_done(max(visits.read, found) - _ends_by_limit(tree, found))
    if not run.context.variables.behaviour.updates_set_found_rows:
        run.context.new_found_rows = None


def _ends_by_limit(tree: exp.Update, found: int) -> bool:
    """Whether LIMIT ended it, at a row that is not counted (`mysql_update` of 5.1)."""
    limit = tree.args.get("limit")
    return limit is not None and found > 0 and limit.expression.name == str(found)


def _assignments(
    tree: exp.Update, table: Table, targets: Sequence[int], source: Source, run: DmlRun
) -> list[Assignment]:
    """What SET gives, in its order, compiled. targets: the places of its columns."""
    assignments = []
    for index, item in zip(targets, tree.expressions, strict=True):
        column = table.columns[index]
        run.refuse_generated(table, column, item.expression)
        value, copied, named = None, None, -1
        if not is_default_keyword(item.expression):
            compiled = run.compile_assigned(item, table, index, run.scope(source))
            named = table.index_of.get(item.expression.name.lower(), -1)
            copied = copied_from(item.expression, column.spec, (0, index), (0, named))
            follows = null_follows.asked_of(item.expression, (source,), run.context)
            value = copied or assignment_to(compiled, column.spec, lenient=run.lenient, follows=follows)
        stays = bool(column.generated) or copied is not None
        other = table.columns[named].spec if named >= 0 and isinstance(item.expression, exp.Column) else None
        instant = other is not None and copies_instant(column_type(other), column.spec, run.context)
        assignments.append(Assignment(index, column, value, stays_in(column.spec), stays, instant))
    return assignments


def _virtual_reads(run: DmlRun, table: Table, marked: Collection[int], visits: Visits) -> VirtualReads | None:
    """What looks at the virtual columns of the rows that are read. marked: what the statement reads or writes."""
    if not (table.special_keys or any(column.virtual for column in table.columns)):
        return None
    from binwriter.sql.dml.virtual_reads import VirtualReads

    return VirtualReads(run, table, marked, visits)


def _finds_rows_first(run: DmlRun, table: Table) -> bool:
    """Whether all rows are found before one is changed: in 5.6 full images mark the key as one that is written
    (captured: 5.6.21/found_rows_of_updates_row)."""
    if not (run.context.variables.behaviour.full_images_write_keys and run.context.row_form):
        return False
    by_key = table.engine.two_phase and primary_key_equivalent(table) is not None
    return by_key and run.row_image is not RowImage.MINIMAL


def _numbering(tree: exp.Update) -> tuple[bool, Numbering | None]:
    """Whether the rows that were found are counted, and what gives them another number (`row_numbers`)."""
    where = tree.args.get("where")
    if where is None or not has(where, exp.Query):
        return False, None
    from binwriter.sql.dml.row_numbers import counts_found_rows, numbering

    return counts_found_rows(tree), numbering(tree)


def _unchanged(run: DmlRun, table: Table, row: tuple[ColumnValue, ...]) -> None:
    try:
        run.unchanged(table, row)
    except MySQLError as error:
        run.forgive(error)


@changes("delete", "delete_multi")
def run_delete(parsed: ParsedStatement, run: DmlRun) -> None:
    """Runs a DELETE."""
    if isinstance(parsed.node, exp.Expression):
        key_teller(parsed.node, run.database, run.context)()
    parsed = through_views(parsed, run.database, run.context)
    run.ignore = run.context.forgives = run.context.ignores = "IGNORE" in parsed.modifiers
    run.deletes = True
    if CommandTrait.JOINS_TABLES in parsed.traits:
        deletes.run_delete_joined(parsed, run)
        return
    tree = parsed.node
    assert isinstance(tree, exp.Delete)
    data, alias = _only_table(parsed, tree, run)
    refuse_change(data.definition)
    refuse_without_key(tree, data.definition, run)
    run.locked.extend(locked_tables(run, [Locked(data.definition, DELETES)]))
    run.internal_temporary = _is_run_as_joined(tree)
    marked = deletes.marked_by_joined_delete(data.definition) if run.internal_temporary else frozenset[int]()
    if run.context.variables.behaviour.deletes_log_what_they_read:
        text_images.keep_deleted_image(tree, data.definition, run)
    at_once = _deletes_all(tree, data.definition, run)
    if at_once:
        run.touch(data.definition)
    visits = Visits()
    named = virtual_read(tree, data.definition, (alias, data.definition.name))
    virtual = _virtual_reads(run, data.definition, named, visits)
    rows = rows_to_change(tree, data, alias, run, visits=visits)
    if takes_plain_changes(run, data, RowOperation.DELETE, locked=True) and not calls_programs(tree, run):
        delete_plain_rows(run, data, rows, marked)
        interrupts.step()
        return
    for row_id in rows:
        if not data.has(row_id):  # a cascade took it
            continue
        before = data.row(row_id)
        if virtual is not None:
            virtual.before_change(before)
        try:
            run.before(data.definition, RowOperation.DELETE, before, None)
            run.delete(data, row_id, marked, before=before)
        except MySQLError as error:
            if not goes_on_behind(error, run):
                run.ended_untold = True
                break
            continue
        run.affected += 1
    interrupts.step()
    if at_once and not data.definition.engine.transactional:
        data.start_over()


def _is_run_as_joined(tree: exp.Expression) -> bool:
    """IN and EXISTS with a subquery: a server makes a DELETE of several tables of it, unless it has ORDER BY or LIMIT
    (captured: the thread-specific flag)."""
    where = tree.args.get("where")
    if where is None or tree.args.get("order") or tree.args.get("limit"):
        return False
    pending = [where.this]
    while pending:
        node = pending.pop()
        if isinstance(node, exp.Exists) or (isinstance(node, exp.In) and node.args.get("query") is not None):
            return True
        if isinstance(node, exp.EQ) and isinstance(node.expression, exp.Any):
            return True
        if not isinstance(node, exp.Query):
            pending += node.iter_expressions()
    return False


def _deletes_all(tree: exp.Expression, table: Table, run: DmlRun) -> bool:
    """Whether the server asks the engine to delete all rows at once, which counts as a write even of an empty table.

    In statement form, without a condition that matters, LIMIT or triggers (captured: locks_statements_statement).
    """
    if run.context.row_form or tree.args.get("limit") or run.has_triggers(table, RowOperation.DELETE):
        return False
    where = tree.args.get("where")
    return where is None or _is_true(where.this)


def _is_true(condition: exp.Expression) -> bool:
    """A constant that is true, as far as it is one at first sight: TRUE, 1, 1=1."""
    if isinstance(condition, exp.EQ):
        return isinstance(condition.this, exp.Literal) and condition.this == condition.expression
    if isinstance(condition, exp.Boolean):
        return bool(condition.this)
    return isinstance(condition, exp.Literal) and not condition.is_string and condition.this.strip("0.") != ""


def _merging_key(table: Table, assigned: Collection[int]) -> Key | None:
    """The key by which an UPDATE that moves rows in it reads the partitions as one (captured: tests/golden/images), if
    rows lie in it (captured: partitioned_updates_row)."""
    key = primary_key_equivalent(table)
    if table.partitioning is None or key is None or not table.engine.two_phase:
        return None
    return key if {*key.columns, *table.partitioning.columns}.intersection(assigned) else None


def _only_table(parsed: ParsedStatement, tree: exp.Expression, run: DmlRun) -> tuple[TableData, str]:
    verb = parsed.command.split("_")[0].upper()
    if tree.args.get("with_"):
        raise UnsupportedError(f"WITH ... {verb}", parsed.text)
    node = tree.this
    if not isinstance(node, exp.Table):
        raise UnsupportedError(f"{verb} of a {type(node).__name__}", parsed.text)
    return run.database.table_of(node, run.context), node.alias or node.name


def _column_index(node: exp.Expression, table: Table, alias: str) -> int:
    index = table.index_of.get(node.name.lower())
    schema, qualifier = node.args.get("db"), node.args.get("table")
    is_other = qualifier is not None and qualifier.name != alias
    if index is None or is_other or (schema is not None and schema.name != table.schema):
        parts = [part.name for part in (schema, qualifier) if part is not None]
        raise mysql_error("ER_BAD_FIELD_ERROR", ".".join((*parts, node.name)), "field list")
    return index

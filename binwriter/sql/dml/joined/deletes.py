"""DELETE of several tables, or by a join: all rows are found before the first one goes."""

from __future__ import annotations

from collections.abc import Container, Sequence

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.own_subqueries import refuse_read
from binwriter.sql.dml import text_images
from binwriter.sql.dml.joined import virtual_reads
from binwriter.sql.dml.joined.clauses import refuse_clauses, rows_from
from binwriter.sql.dml.joined.impossible import finds_none
from binwriter.sql.dml.joined.merged import with_merged
from binwriter.sql.dml.joined.references import by_reference
from binwriter.sql.dml.locked import DELETES, Locked, locked_tables
from binwriter.sql.dml.rivals import refuse_change
from binwriter.sql.dml.run import DmlRun, Row
from binwriter.sql.dml.safe_updates import refuse_join_without_key
from binwriter.sql.query.joins.rows import JoinedRows, LocatedRow
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import RowOperation
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData


def run_delete_joined(parsed: ParsedStatement, run: DmlRun) -> None:
    """Runs a multi-table DELETE."""
    tree = parsed.node
    assert isinstance(tree, exp.Delete)
    refuse_clauses(parsed, tree)
    tree = with_merged(tree, run)
    using = tree.args.get("using")
    named = tree.args.get("tables") or _listed(tree.this)
    join = JoinedRows.compile(
        rows_from(using[0] if using else tree.this), tree.args.get("where"), run.database, run.context, tree
    )
    slots = sorted((_slot_of(node, join, run) for node in named), key=join.order.in_text().index)
    targets, names = [], [table.alias for table in join.tables]
    for slot in slots:
        data = join.tables[slot].data
        if not isinstance(data, TableData):
            raise mysql_error("ER_NON_UPDATABLE_TABLE", join.tables[slot].alias, "DELETE")
        join.tables[slot].lock_for_change()
        targets.append((slot, data))
        refuse_read(tree, data.definition, join.tables[slot].alias, names, run.database, run.context)
    refuse_join_without_key(tree, join, slots, run)
    run.internal_temporary = True
    for _, data in targets:
        refuse_change(data.definition)
        if run.context.variables.behaviour.deletes_log_what_they_read:
            text_images.keep_deleted_image(tree, data.definition, run)
    opened = sorted(targets) if run.context.variables.behaviour.right_joins_stay else targets
    run.locked.extend(locked_tables(run, [Locked(data.definition, DELETES) for _, data in opened]))
    pending: dict[int, dict[RowId, None]] = {slot: {} for slot in slots}
    at_once = join.order.read_first() if len({id(table.data) for table in join.tables}) == len(join.tables) else ()
    moved, constants = _Moved(join, tree), join.order.constants()
    if at_once and run.context.variables.behaviour.deletes_of_one_at_once:
        at_once, targets = _first_of(targets, at_once, constants)
    root = using[0] if using else tree.this
    reads = virtual_reads.JoinedReads(run, join, tree, dict.fromkeys(slots, frozenset())) if join.has_virtual else None
    found = join.rows if reads is None or not reads.any else reads.combinations
    for row in () if finds_none(tree, root, join, run) else found():
        if any(_is_gone(row[slot], data, pending[slot]) for slot, data in targets if slot in at_once):
            continue  # a cascade of rows before has taken it, so the join does not find it
        if moved.has(row):
            continue
        for slot, data in targets:
            located = row[slot]
            if not isinstance(located, LocatedRow) or located.row_id in pending[slot]:
                continue
            pending[slot][located.row_id] = None
            if slot not in at_once:
                continue
            noticed, count = run.noticed_write, len(run.changes)
            try:
                _remove(run, data, located.row_id, tuple(located), whole=slot in constants)
                moved.cascaded |= len(run.changes) > count + 1
            except MySQLError:
                # before a row had to wait the server needed no table for it, and the row whose AFTER trigger failed it
                # has not counted yet (captured: joined_ranges_*)
                if len(targets) > 1:
                    run.internal_temporary = any(row_ids for other, row_ids in pending.items() if other != slot)
                    run.noticed_write = run.noticed_write and (noticed or len(run.changes) != count + 1)
                raise
    for slot, data in targets:
        if slot not in at_once:  # kept by row id: they go in the table's order
            for row_id in [row_id for row_id in by_reference(data) if row_id in pending[slot]]:
                if reads is not None and data.has(row_id):
                    reads.read(slot, data.row(row_id))
                _remove(run, data, row_id, whole=slot in constants)


def _first_of(
    targets: list[tuple[int, TableData]], read_first: Sequence[int], constants: Container[int]
) -> tuple[tuple[int, ...], list[tuple[int, TableData]]]:
    """Up to 5.7: the only table whose rows go while the join is read, the first of it if no other one is scanned
    before; and the tables in the order of the join (captured: 5.7.18/joined_deletes_row)."""
    last = len(read_first)
    ordered = sorted(targets, key=lambda target: read_first.index(target[0]) if target[0] in read_first else last)
    first, _ = ordered[0]
    before = read_first[: read_first.index(first)] if first in read_first else read_first
    return (first,) if all(slot in constants for slot in before) and first in read_first else (), ordered


def _slot_of(node: exp.Expression, join: JoinedRows, run: DmlRun) -> int:
    schema = node.text("db") or None
    slots = [
        slot
        for slot, table in enumerate(join.tables)
        if table.alias == node.name and (schema is None or schema == table.schema)
    ]
    if slots:
        return next((slot for slot in slots if join.tables[slot].schema == run.context.database), slots[0])
    raise mysql_error("ER_UNKNOWN_TABLE", node.name, "MULTI DELETE")


class _Moved:
    """Rows that the join has found before a cascade of a row that goes at once gave them other values: a server, which
    reads on behind that row, finds them no more (captured: parents_beside_children_row). cascaded: there was one."""

    def __init__(self, join: JoinedRows, tree: exp.Delete) -> None:
        self._tables = [table.data for table in join.tables]
        self._names = {column.name.lower() for column in tree.find_all(exp.Column)}
        self.cascaded = False

    def has(self, row: Sequence[object]) -> bool:
        return self.cascaded and any(map(self._is_other, row, self._tables))

    def _is_other(self, located: object, data: object) -> bool:
        if not (isinstance(located, LocatedRow) and isinstance(data, TableData) and data.has(located.row_id)):
            return False
        pairs = zip(data.definition.columns, located, data.row(located.row_id), strict=False)
        return any(old != new and column.name.lower() in self._names for column, old, new in pairs)


def _is_gone(located: object, data: TableData, removed: Container[RowId]) -> bool:
    return isinstance(located, LocatedRow) and located.row_id not in removed and not data.has(located.row_id)


def _remove(run: DmlRun, data: TableData, row_id: RowId, read: Row | None = None, *, whole: bool) -> None:
    """read: what the join has read, which is deleted so though a cascade has changed or taken it since then (captured:
    scenarios/parents_deleted_beside_children). whole: all columns were marked as read at once."""
    if read is None and not data.has(row_id):  # another name of the same table had it too, or a cascade took it
        return
    try:
        before = data.row(row_id) if read is None else read
        run.before(data.definition, RowOperation.DELETE, before, None)
        run.delete(data, row_id, None if whole else marked_by_joined_delete(data.definition), before=before)
    except MySQLError as error:
        run.forgive(error, joined=True)
        return
    run.affected += 1


def marked_by_joined_delete(table: Table) -> frozenset[int] | None:
    """What a DELETE of several tables marks: of a partitioned one all columns (captured: tests/golden/images)."""
    return frozenset() if table.partitioning is None else None


def _listed(node: exp.Expression) -> list[exp.Expression]:
    """`DELETE FROM a, b USING ...`: sqlglot reads the list as a join."""
    return [node, *(join.this for join in node.args.get("joins") or ())]

"""Which rows UPDATE and DELETE of one table read, in which order, and when."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from sqlglot import exp

from binwriter.catalog.tables import Key, Table
from binwriter.errors import MySQLError
from binwriter.sql.context import StatementContext
from binwriter.sql.dml import column_values, pruned
from binwriter.sql.dml.impossible import matches_none
from binwriter.sql.dml.joined import pulled
from binwriter.sql.dml.plain_changes import (
    calls_programs,
)
from binwriter.sql.dml.run import DmlRun, logs_what_it_reads
from binwriter.sql.expressions.compile import refuse_positions
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query import Visits, matching_rows
from binwriter.sql.query.joins import semijoin as semijoins
from binwriter.sql.query.run import Compiler
from binwriter.sql.text.known_trees import has
from binwriter.statement.values import RowOperation
from binwriter.storage.key_selection import chosen_keys
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData

Found = TypeVar("Found")


def rows_to_change(
    tree: exp.Expression,
    data: TableData,
    alias: str,
    run: DmlRun,
    *,
    merged_by: Key | None = None,
    visits: Visits,
) -> Iterable[RowId]:
    """The rows to change: all found before the first is changed, but for what only stored functions let see.

    A server changes each row when it has found it, unless the key is changed by which it is looking.
    visits, merged_by: see `matching_rows`.
    """
    where, order, limit = tree.args.get("where"), tree.args.get("order"), tree.args.get("limit")
    refuse_positions(order)
    table = data.definition
    parted = table.partitioning is not None
    told = len(run.context.diagnostics)
    if matches_none(where, limit, table, alias, run) or (parted and pruned.leaves_none(where, data, run)):
        run.impossible = True
        _tell_again(tree, table, run, told)
        if not run.rehearses:  # whatever the parameters will be, its names are looked up
            return []
    column_values.reads_text(run, data)
    locking = run.context.locking
    seen = pruned.without_others(where, data, run) if parted and locking is not None else data
    read = chosen_keys(seen, tree.this, run.context.variables)
    pulls = order is None and limit is None and where is not None and has(where, exp.Select)
    pulls = pulls and not calls_programs(tree, run)
    locked = pulled.rows_locked(tree, data, alias, run) if pulls and locking is not None else None
    if locked is not None:
        run.context.locking = None  # what it reads is locked by now
    try:
        matching = matching_rows(
            [(alias, read if locking is None or locked is not None else locking.target(read))],
            where.this if where else None,
            order.expressions if order else (),
            limit.expression if limit else None,
            run.database,
            run.context,
            visits,
            heap=isinstance(tree, exp.Update),
            merged_by=merged_by if order is None else None,
            reads_named=isinstance(tree, exp.Delete)
            and (
                order is not None
                or logs_what_it_reads(table, run)
                or not (run.context.row_form or run.has_triggers(table, RowOperation.DELETE))
            ),
        )
    finally:
        run.context.locking = locking
    if not run.impossible:
        _tell_again(tree, table, run, told)
    ids: Iterable[RowId] = (row_ids[0] for row_ids in matching)
    if locked is not None:
        ids = (row_id for row_id in ids if row_id in locked)
    semijoin = None
    in_any_order = isinstance(tree, exp.Update) and order is None and limit is None
    if in_any_order and pulls:
        only: frozenset[RowId] | None = None
        if run.context.server.takes_many:
            looked = Looked(ids, run.context)
            only, ids = (frozenset(looked.rows), looked.rows) if looked.says_nothing else (None, looked.again())
        places = None if only is not None and len(only) < 2 else pulled.places_of_join(tree, data, alias, run, only)
        if places is not None:
            ids = sorted(ids, key=lambda row_id: places.get(row_id, len(places)))
    if in_any_order and where is not None and has(where, exp.In):
        semijoin = semijoins.subquery_order(
            where.this, data, alias, Compiler(run.database, run.context), Scope(run.context)
        )
    if semijoin is not None:
        pairs = [(row_id, data.row(row_id)) for row_id in list(ids)]
        ids = [row_id for row_id, _ in semijoin.sorted(pairs, sum(1 for _ in data.scan()), run.context, update=True)]
    if isinstance(tree, exp.Delete) and _waits_for_others(tree, data, alias, run):
        from binwriter.sql.dml.joined.references import by_reference  # late: few rows wait so

        found = frozenset(ids)
        ids = [row_id for row_id in by_reference(data) if row_id in found]
    calls = calls_programs(tree, run)
    if visits.finds_first:
        return list(ids)
    return ids if calls else up_to_an_error(ids, run.context)


def _waits_for_others(tree: exp.Delete, data: TableData, alias: str, run: DmlRun) -> bool:
    """Whether the rows are found by those of a subquery's table, and kept until all are (captured: cluster
    waiting_in_memory). Other tables than these are kept in their own order."""
    where, table = tree.args.get("where"), data.definition
    if where is None or tree.args.get("order") or tree.args.get("limit") or not has(where, exp.Select):
        return False
    if (table.engine.name != "MEMORY" and table.partitioning is None) or calls_programs(tree, run):
        return False
    return pulled.is_read_behind(tree, data, alias, run)


class Looked(Generic[Found]):
    """All rows that are found, and what is said meanwhile, which is taken back. failure: what ended it."""

    def __init__(self, found: Iterable[Found], context: StatementContext) -> None:
        self.rows: list[Found] = []
        self._told, self._behind = context.diagnostics, list[int]()
        self._failure: MySQLError | None = None
        before = len(self._told)
        try:
            for row in found:
                self.rows.append(row)
                self._behind.append(len(self._told) - before)
        except MySQLError as error:
            self._failure = error
        self._kept = self._told[before:]
        del self._told[before:]

    @property
    def says_nothing(self) -> bool:
        """Whether nothing was said, and nothing failed."""
        return self._failure is None and not self._kept

    def again(self) -> Iterator[Found]:
        """One row after the other, with what was said of it. Raises what has failed behind the last."""
        if self._kept:
            at = 0
            for row, end in zip(self.rows, self._behind, strict=True):
                self._told.extend(self._kept[at:end])
                at = end
                yield row
            self._told.extend(self._kept[at:])
        else:
            yield from self.rows
        if self._failure is not None:
            raise self._failure


def up_to_an_error(found: Iterable[Found], context: StatementContext) -> Iterator[Found]:
    """All rows, found before the first is changed; if looking fails, those found until then are changed first. What was
    told while a row was looked for is told in front of its change."""
    yield from Looked(found, context).again()


def _tell_again(tree: exp.Expression, table: Table, run: DmlRun, told: int) -> None:
    """A DELETE whose condition is a constant asks for it twice, up to 5.7: whether it can empty the table, and as any
    condition. told: what was told before."""
    behaviour, where = run.context.variables.behaviour, tree.args.get("where")
    if not behaviour.asks_deletes_twice or not isinstance(tree, exp.Delete) or where is None:
        return
    if has(where, exp.Column) or run.context.program_names is not None:
        return
    empties = not (run.impossible or run.context.row_form or tree.args.get("limit") or table.engine.transactional)
    if empties and not run.has_triggers(table, RowOperation.DELETE):
        return
    run.context.diagnostics.extend(run.context.diagnostics[told:])

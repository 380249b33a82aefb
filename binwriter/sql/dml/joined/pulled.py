"""UPDATE t .. WHERE a IN (SELECT x FROM s): where a unique key finds x, s joins t, and rows come as a join finds them.

EXISTS (SELECT .. WHERE s.x = t.a) is the same. Source: captured (clusters/rows_found_by_subqueries): 72 of 72 pairs of
tables have the order of UPDATE t JOIN s ON t.a = s.x. Only the order is found here; WHERE is asked where it always is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import BinwriterError, MySQLError
from binwriter.mysql.interrupts import ENDINGS
from binwriter.sql.dml.joined.clauses import rows_from
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.query.joins.rows import JoinedRows, LocatedRow
from binwriter.sql.query.joins.semijoin import NOT_JOINED
from binwriter.sql.query.loops import TableRows
from binwriter.storage.order import RowId
from binwriter.storage.table_data import TableData

_Asked = TypeVar("_Asked")

_NOT_JOINED = (*NOT_JOINED, "distinct", "order")


def places_of_join(
    tree: exp.Expression, data: TableData, alias: str, run: DmlRun, only: frozenset[RowId] | None = None
) -> dict[RowId, int] | None:
    """At which place of the join each row of the table is found; None where the statement is not made a join of.

    only: the rows that are asked for, whose order the others have no say in.
    """

    def places(join: JoinedRows, slot: int) -> dict[RowId, int]:
        join.tables[slot].lock_for_change(only)
        found: dict[RowId, int] = {}
        for row in join.rows():
            if isinstance(located := row[slot], LocatedRow):
                found.setdefault(located.row_id, len(found))
        return found

    return _of_join(tree, data, alias, run, places)


def rows_locked(tree: exp.Expression, data: TableData, alias: str, run: DmlRun) -> frozenset[RowId] | None:
    """The rows of the table that are locked where the statement is made a join of, and those of the other table with
    them; None where it is not (captured: cluster rows_that_joins_lock)."""

    def locked(join: JoinedRows, slot: int) -> frozenset[RowId] | None:
        join.tables[slot].lock_for_change()
        join.lock()
        reader = join.tables[slot].reader
        return None if reader is None or reader.locked is None else frozenset(reader.locked)

    return _of_join(tree, data, alias, run, locked, locks=True)


def is_read_behind(tree: exp.Expression, data: TableData, alias: str, run: DmlRun) -> bool:
    """Whether the statement is made a join that begins with the subquery's table."""
    return bool(_of_join(tree, data, alias, run, lambda join, slot: join.order.driving_slot() != slot))


def _of_join(
    tree: exp.Expression,
    data: TableData,
    alias: str,
    run: DmlRun,
    asked: Callable[[JoinedRows, int], _Asked],
    *,
    locks: bool = False,
) -> _Asked | None:
    """What is asked of the join that a server makes of the statement, and of the place of its table; None where it
    makes none. locks: rows are locked as they are read, which else is done by who finds them."""
    conditions = conjuncts(tree.args.get("where"))
    queries = [node for node in conditions if node.find(exp.Query) is not None]
    if len(queries) != 1:
        return None
    found = _pulled_out(queries[0], data.definition, alias, run)
    if found is None:
        return None
    inner, wanted = found
    rest = [_qualified(node, data.definition, alias) for node in conditions if node is not queries[0]]
    table = tree.this.copy()
    table.set("joins", [exp.Join(this=inner)])
    where = exp.Where(this=exp.and_(*wanted, *rest))
    changes = [_qualified(node, data.definition, alias) for node in tree.expressions]
    known = len(run.context.diagnostics)
    locking = run.context.locking
    run.context.locking = locking if locks else None
    try:
        joined = exp.Update(this=table, where=where, expressions=changes)
        join = JoinedRows.compile(rows_from(table), where, run.database, run.context, joined)
        slot = next(number for number, item in enumerate(join.tables) if item.alias == alias)
        return asked(join, slot)
    except (BinwriterError, StopIteration) as error:
        if isinstance(error, MySQLError) and (locks or error.symbol in ENDINGS):
            raise
        return None
    finally:
        run.context.locking = locking
        del run.context.diagnostics[known:]


def _pulled_out(
    node: exp.Expression, outer: Table, alias: str, run: DmlRun
) -> tuple[exp.Table, list[exp.Expression]] | None:
    """The subquery's table, and what has to hold of the two."""
    is_in = isinstance(node, exp.In)
    holder = node.args.get("query") if is_in else node.this if isinstance(node, exp.Exists) else None
    select = holder.this if isinstance(holder, exp.Subquery) else holder
    if not isinstance(select, exp.Select) or any(select.args.get(part) for part in _NOT_JOINED):
        return None
    table = select.args["from_"].this if select.args.get("from_") is not None else None
    if not isinstance(table, exp.Table) or not isinstance(table.this, exp.Identifier) or table.args.get("joins"):
        return None
    schema = table.text("db") or run.context.database
    name = table.alias_or_name
    if schema is None or run.database.view(schema, table.name) is not None or name.lower() == alias.lower():
        return None
    data: TableRows = run.database.table(schema, table.name)
    inner = data.definition
    where = select.args.get("where")
    wanted = [_qualified(part, inner, name) for part in conjuncts(where)]
    if any(part.find(exp.Query, exp.AggFunc) is not None for part in wanted):
        return None
    if isinstance(node, exp.In):
        item = select.expressions[0] if len(select.expressions) == 1 else None
        if not isinstance(item, exp.Column) or not isinstance(node.this, exp.Column):
            return None
        pair = exp.EQ(this=_qualified(node.this, outer, alias), expression=_qualified(item, inner, name))
        wanted.insert(0, pair)
    wanted = [_qualified(part, outer, alias) for part in wanted]
    return (table.copy(), wanted) if _finds_one(wanted, inner, name) else None


def _finds_one(wanted: list[exp.Expression], inner: Table, name: str) -> bool:
    """Whether one of the conditions is that a unique key of the inner table equals a column of the outer one."""
    unique = {key.columns[0] for key in inner.keys if key.unique and len(key.parts) == 1 and not key.parts[0].length}
    for part in wanted:
        sides = (part.this, part.expression) if isinstance(part, exp.EQ) else ()
        if all(isinstance(side, exp.Column) for side in sides):
            own = [side for side in sides if side.text("table") == name]
            if len(own) == 1 and inner.index_of.get(own[0].name.lower()) in unique:
                return True
    return False


def _qualified(node: exp.Expression, table: Table, alias: str) -> exp.Expression:
    """A copy in which columns of the table that stand alone are said to be its."""
    copied = node.copy()
    for column in list(copied.find_all(exp.Column)):
        if not column.text("table") and column.name.lower() in table.index_of:
            column.set("table", exp.to_identifier(alias, quoted=True))
    return copied

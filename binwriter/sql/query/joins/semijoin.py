"""WHERE column IN (SELECT ..): a server may read the subquery first and find the rows by its values, in their order.

Seen on a 9.7.4 (EXPLAIN FORMAT=TREE): the subquery is materialised without duplicates and read first where no key leads
to its table; a SELECT needs a key of its own table for that, UPDATE does it also where the subquery has fewer rows.
With ORDER BY or LIMIT an UPDATE reads its table as it stands, and so does DELETE, which sorts what it found.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import field
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.expressions.scope import CompiledQuery, QueryCompiler, Scope
from binwriter.sql.query.loops import DatabaseView, TableRows

NOT_JOINED = ("group", "having", "limit", "with_", "joins")  # parts of a subquery that a server makes no join of
Pairs = list[tuple[int, tuple[Any, ...]]]


@dataclass(frozen=True)
class SubqueryOrder:
    """column: of the table, that the values of the query are compared with. has_key: a key of the table finds it.

    width: slots of the rows around the query, none of which it reads. found: what the query gave, which is read once a
    statement, as that of IN is.
    """

    column: int
    query: CompiledQuery
    has_key: bool
    width: int = 0
    found: list[tuple[dict[Any, int], int]] = field(default_factory=list)

    def sorted(
        self, pairs: Iterable[tuple[int, tuple[Any, ...]]], size: int, context: StatementContext, *, update: bool
    ) -> Pairs:
        """(row id, row) of the rows that WHERE leaves or may leave, in the order in which a server finds them.

        size: how many rows the table has. A server begins with the smaller one; the figures were seen on a 9.7.4.
        """
        listed = list(pairs)
        if not self.has_key and not update:
            return listed
        if not self.found:
            self.found.append(self._places(context))
        places, count = self.found[0]
        begins = count < size or (self.has_key and count == size and (update or size != 2))
        return sorted(listed, key=lambda pair: places.get(pair[1][self.column], count)) if begins else listed

    def _places(self, context: StatementContext) -> tuple[dict[Any, int], int]:
        """Where each value of the query stands first, and how many rows it has."""
        places: dict[Any, int] = {}
        count = 0
        for values in self.query.rows(context, ((),) * self.width):
            places.setdefault(values[0], count)
            count += 1
        return places, count


def subquery_order(
    where: exp.Expression | None, data: TableRows, alias: str, compiler: QueryCompiler | None, scope: Scope
) -> SubqueryOrder | None:
    """How a condition of WHERE orders the rows of the one table that a statement reads; None if it does not.

    scope: that WHERE was compiled in, so that its subqueries are not compiled once more, and those within them.
    """
    context = scope.context
    database: DatabaseView | None = getattr(compiler, "database", None)
    if compiler is None or database is None:
        return None
    conditions = conjuncts(where)
    if sum(1 for node in conditions if node.find(exp.Query) is not None) != 1:
        return None
    for node in conditions:
        if not isinstance(node, exp.In) or not isinstance(node.this, exp.Column):
            continue
        holder = node.args.get("query")
        select = holder.this if isinstance(holder, exp.Subquery) else holder
        column = data.definition.index_of.get(node.this.name.lower())
        if column is None or node.this.text("table") not in ("", alias) or not isinstance(select, exp.Select):
            continue
        inner = _plain_table(select, database, context, getattr(compiler, "ctes", ()))
        if inner is None or len(select.expressions) != 1 or not isinstance(select.expressions[0], exp.Column):
            continue
        index = inner.definition.index_of.get(select.expressions[0].name.lower())
        if index is None or any(key.columns[0] == index for key in inner.definition.keys):
            continue
        known = scope.compiled.get(id(select))
        query = _alone(select, compiler, context) if known is None else known
        kinds = {inner.definition.columns[index].spec.type, data.definition.columns[column].spec.type}
        if query is None or query.correlated or len(kinds) > 1:
            continue
        has_key = any(key.columns[0] == column for key in data.definition.keys)
        return SubqueryOrder(column, query, has_key, 0 if known is None else scope.width)
    return None


def _alone(select: exp.Select, compiler: QueryCompiler, context: StatementContext) -> CompiledQuery | None:
    """The subquery compiled by itself; None if it needs the rows of the query around it. It has no say of its own."""
    known = len(context.diagnostics)
    try:
        return compiler(select, Scope(context, compile_query=compiler))
    except MySQLError:
        return None
    finally:
        del context.diagnostics[known:]


def _plain_table(
    select: exp.Select, database: DatabaseView, context: StatementContext, names: Container[str]
) -> TableRows | None:
    """The only table of a subquery that a server makes a join of. names: those of WITH, which are no tables."""
    if any(select.args.get(part) for part in NOT_JOINED) or select.find(exp.AggFunc, exp.Window) is not None:
        return None
    clause = select.args.get("from_")
    node = clause.this if clause is not None else None
    if not isinstance(node, exp.Table) or not isinstance(node.this, exp.Identifier):
        return None
    if not node.text("db") and node.name in names:
        return None
    schema = node.text("db") or context.database
    if schema is None or database.view(schema, node.name) is not None:
        return None
    return database.table(schema, node.name)

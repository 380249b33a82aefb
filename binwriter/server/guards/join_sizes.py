"""max_join_size: how many rows of stored tables a statement may read, as far as that is told before it runs.

A query reads each table of its FROM once, whatever joins them, and those of IN and EXISTS of its WHERE with them; an
UPDATE or DELETE of several tables reads each for every row of those before it. Where a key may lead to the rows, and
for what queries in the select list read, nothing is counted; nor for what one reads to its end to be one row.
Source: MySQL manual, "Server System Variables" (max_join_size); captured: clusters/rows_of_joins, limits/rooms.
"""

from __future__ import annotations

from math import prod

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.database import schema_of
from binwriter.sql.binding.view_queries import view_tree
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.types.functions import is_aggregate

_KEYED = (exp.EQ, exp.NullSafeEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.In, exp.Between, exp.Is, exp.Like)
_MOST_DEPTH = 64  # of views and derived tables


def check_join_size(runner: Execution, statement: BoundStatement) -> None:
    """ER_TOO_BIG_SELECT. Not where sql_big_selects is ON."""
    variables = statement.context.variables
    node = statement.parsed.node
    tree = node.select if isinstance(node, CreateTableSyntax) else node
    if isinstance(tree, exp.Expression) and _Reading(runner, statement).of(tree) > int(variables.get("max_join_size")):
        raise mysql_error("ER_TOO_BIG_SELECT")


class _Reading:
    """How many rows parts of one statement read."""

    def __init__(self, runner: Execution, statement: BoundStatement) -> None:
        self._database = runner.front_end.database_of(statement.context)
        self._context = statement.context
        self._depth = 0

    def of(self, tree: exp.Expr) -> int:
        if isinstance(tree, exp.Insert):
            return self.of(tree.expression) if isinstance(tree.expression, exp.Query) else 0
        if isinstance(tree, exp.Update | exp.Delete):
            return self._changed(tree)
        return self._query(tree, {})

    def _changed(self, tree: exp.Expr) -> int:
        tables = [tree.this] if isinstance(tree.this, exp.Table) and not tree.args.get("tables") else []
        joined = [join.this for table in tree.find_all(exp.Table) for join in table.args.get("joins") or ()]
        from_ = tree.args.get("using") or tree.args.get("from_")
        if isinstance(from_, exp.From):
            tables.append(from_.this)
        elif tree.args.get("tables"):
            tables.append(tree.this)
        if len(tables) + len(joined) < 2:
            inner = self._in_conditions(tree, {})
            return inner + sum(self._table(table, tree, {}) for table in tables) if inner else 0
        counts = [self._table(table, tree, {}) for table in (*tables, *joined)]
        return sum(prod(counts[: number + 1]) for number in range(len(counts)))

    def _query(self, tree: exp.Expr, named: dict[str, exp.Expr]) -> int:
        if (with_ := tree.args.get("with_")) is not None:
            if with_.args.get("recursive"):
                return 0
            named = named | {cte.alias: cte.this for cte in with_.expressions}
        if isinstance(tree, exp.Subquery):
            return self._query(tree.this, named)
        if isinstance(tree, exp.SetOperation):
            return self._query(tree.this, named) + self._query(tree.expression, named)
        if not isinstance(tree, exp.Select) or tree.args.get("from_") is None:
            return 0
        if _counts_all(tree):
            return 0
        nodes = [tree.args["from_"].this, *(join.this for join in tree.args.get("joins") or ())]
        counts = [self._table(node, tree, named) for node in nodes]
        limit = tree.args.get("limit")
        most = limit.expression if limit is not None else None
        if isinstance(most, exp.Literal) and str(most.this).isdigit() and _stops_early(tree):
            counts[-1] = min(counts[-1], int(most.this))
        return sum(counts) + self._in_conditions(tree, named)

    def _in_conditions(self, tree: exp.Expr, named: dict[str, exp.Expr]) -> int:
        where = tree.args.get("where")
        if where is None:
            return 0
        total = 0
        for part in where.find_all(exp.Exists, exp.In):
            query = part.this if isinstance(part, exp.Exists) else part.args.get("query")
            if isinstance(query, exp.Query):
                total += 1 if isinstance(part, exp.Exists) else self._query(query, named)
        return total

    def _table(self, node: exp.Expr, tree: exp.Expr, named: dict[str, exp.Expr]) -> int:
        if isinstance(node, exp.Subquery):
            joined = [self._table(join.this, tree, named) for join in node.args.get("joins") or ()]
            return sum(joined) + (0 if _is_one_row(node.this) else self._query(node, named))
        if not isinstance(node, exp.Table) or self._depth > _MOST_DEPTH:
            return 0
        if not node.text("db") and (body := named.get(node.name)) is not None:
            return 0 if _is_one_row(body) else self._query(body, {})
        self._depth += 1
        try:
            schema = schema_of(node, self._context.database)
            if (view := self._database.view(schema, node.name)) is not None:
                return self._query(view_tree(view), {})
            data = self._database.table(schema, node.name)
        except MySQLError:  # who opens it says so
            return 0
        finally:
            self._depth -= 1
        return 0 if _key_may_lead(data.definition, node.alias or node.name, tree) else max(len(data), 1)


def _counts_all(tree: exp.Select) -> bool:
    """COUNT(*) of whole tables: that is asked of the engine."""
    items = [item.unalias() for item in tree.expressions]
    is_count = all(item.name.upper() == "COUNT" and item.find(exp.Star) is not None for item in items)
    return is_count and not any(tree.args.get(part) for part in ("where", "group", "having", "distinct"))


def _aggregates(tree: exp.Select) -> bool:
    return any(is_aggregate(node) for item in tree.expressions for node in item.walk())


def _is_one_row(tree: exp.Expr) -> bool:
    """Whether a derived table is one of aggregates alone, which is read before the rest is planned."""
    return isinstance(tree, exp.Select) and not tree.args.get("group") and _aggregates(tree)


def _stops_early(tree: exp.Select) -> bool:
    clauses = any(tree.args.get(part) for part in ("order", "group", "having", "distinct", "where"))
    return not clauses and not _aggregates(tree)


def _key_may_lead(table: Table, named: str, tree: exp.Expr) -> bool:
    first = {table.columns[key.columns[0]].name.lower() for key in table.keys if key.columns}
    if not first:
        return False
    conditions = [part for part in (tree.args.get("where"), *tree.find_all(exp.Join)) if part is not None]
    using = {name.name.lower() for join in tree.find_all(exp.Join) for name in join.args.get("using") or ()}
    compared = {
        column.name.lower()
        for part in conditions
        for test in part.find_all(*_KEYED)
        for column in test.find_all(exp.Column)
        if column.table.lower() in ("", named.lower())
    }
    return bool(first & (compared | using))

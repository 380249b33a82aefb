"""The plans of queries of one row with the rows of other tables that belong to it (see `sql.quick.row_joins`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass, replace
from binwriter.server.execute.quick.plans import Plan, Row, Text, alike, table_named
from binwriter.server.execute.quick.queries import answered, described_once, seen_by
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.query.access.path import PathRows
from binwriter.sql.query.joins.plan import PlannedJoin
from binwriter.sql.query.loops import FromNode
from binwriter.sql.query.ordering import Limit
from binwriter.sql.query.run import Compiler
from binwriter.sql.query.select import Select
from binwriter.sql.quick.ranges import RangeTest
from binwriter.sql.quick.row_joins import RowJoin, Step, row_join
from binwriter.sql.quick.view_joins import query_of_tables
from binwriter.statement.result import StatementResult
from binwriter.storage.table_data import TableData


@dataclass
class RowJoinPlan:
    """tables: in the order of FROM. query: makes the result's row of theirs, which the context of one of the statements
    serves: what it asks of a row neither warns nor fails."""

    runner: Execution
    tables: tuple[TableData, ...]
    join: RowJoin
    query: Select
    context: StatementContext
    answer: StatementResult  # of the statement that it was made of
    counted_as: str = ""

    def __post_init__(self) -> None:
        self.described = described_once(self.answer)
        self.nothing = tuple([(None,) * len(source.columns) for source in self.query.from_sources])
        many = self.join.many
        self.belonging = None if many is None else Belonging(self.query, self.join, many, self.context)

    def run(self, literals: Sequence[str], text: Text) -> StatementResult:
        rows = self.rows(literals)
        if not rows:
            raise ValueError("whatever is said of what finds nothing")
        return answered(self.runner, rows, self.answer, self.described, text)

    def rows(self, literals: Sequence[str]) -> tuple[Row, ...]:
        """The result's rows. ValueError for literals that are not plain."""
        join, seen = self.join, [seen_by(self.runner, data) for data in self.tables]
        if self.belonging is not None:
            return self.belonging.rows(seen, literals, self.nothing)
        found: list[Any] = [*self.nothing, ()]
        row = _row(seen[join.first], join.key, join.values(literals))
        if row is None:
            return ()
        found[join.first] = row
        for step in join.steps:
            by = found[step.by[0]][step.by[1]]
            row = None if by is None else _row(seen[step.table], step.key, (by,))
            if row is not None:
                found[step.table] = row
            elif not step.outer:
                return ()
        projected = tuple([item.eval(self.context, found) for item in self.query.items])
        if self.context.diagnostics:
            self.context.diagnostics.clear()
            raise ValueError("it warns")
        return (projected,)


class Belonging:
    """The rows of a query of which one table has any number, `many`; what is behind the join is the query's own."""

    def __init__(self, query: Select, join: RowJoin, many: Step, context: StatementContext) -> None:
        tree: Any = query.tree
        way = tree.tables[many.table].node.read if isinstance(tree, PlannedJoin) else None
        if not isinstance(way, PathRows):
            raise ValueError("a join in the order of its text")
        self._path, self._join, self._many, self._context = way.path, join, many, context
        self._query = replace(query, tree=self, where=None)
        self._found: list[list[Any]] = []

    @property
    def plain(self) -> FromNode:
        """See `loops.Join`."""
        raise AssertionError("its combinations are known")

    def combinations(self, context: StatementContext, row: list[Any]) -> Iterator[None]:
        """See `loops.Join`."""
        for found in self._found:
            row[: len(found)] = found
            yield

    def rows(self, seen: Sequence[TableData], literals: Sequence[str], nothing: Sequence[Row]) -> tuple[Row, ...]:
        """The result's rows. ValueError for literals that are not plain, and where the table is read as a whole."""
        join, context = self._join, self._context
        row = _row(seen[join.first], join.key, join.values(literals))
        if row is None:
            return ()
        begun: list[Any] = [*nothing]
        begun[join.first] = row
        self._found = [begun]
        for step in join.steps:
            self._found = [more for found in self._found for more in self._with(step, found, seen[step.table])]
        query = self._query
        if join.limit is not None:
            query = replace(query, limit=Limit(int(literals[join.limit])))
        rows = tuple(query.rows(context, ()))
        if context.diagnostics:
            context.diagnostics.clear()
            raise ValueError("it warns")
        return rows

    def _with(self, step: Step, found: list[Any], data: TableData) -> Iterator[list[Any]]:
        by, place = found[step.by[0]][step.by[1]], step.table
        if step.many and by is not None:
            sought = RangeTest(step.key.columns[0], exp.EQ, ()).condition((by, by), ())
            if self._path.with_constants(data, [sought], {}, {}).reads_all(self._context):
                raise ValueError("the table is read")
        read = data.scan_equal if step.many else data.scan
        for _, row in () if by is None else read(step.key, (by,)):
            yield [*found[:place], row, *found[place + 1 :]]


def _row(data: TableData, key: Any, values: Row) -> Row | None:
    return next((row for _, row in data.scan(key, values)), None)


def _behind_view(runner: Execution, tree: Any, context: StatementContext) -> exp.Select | None:
    """The query of the tables of the view that it names, if it is one that needs no rights."""
    source = None if tree.args.get("from_") is None else tree.args["from_"].this
    if type(source) is not exp.Table or runner.session.rights is not None:
        return None
    schema = source.text("db") or context.database or ""
    view = runner.front_end.catalog.view(schema, source.name) if schema else None
    if view is None or runner.front_end.database_of(context).view(schema, source.name) is not view:
        return None
    return query_of_tables(tree, view)


def plan_of_row_join(
    runner: Execution,
    tree: Any,
    result: StatementResult,
    context: StatementContext,
    literals: Sequence[str],
) -> Plan | None:
    """The plan of a query that has found such a row; None if it cannot have one."""
    if not result.rows or runner.session.variables.get("max_execution_time"):
        return None
    if not tree.args.get("joins"):
        tree = _behind_view(runner, tree, context)
    joins = None if tree is None else tree.args.get("joins")
    if not joins:
        return None
    named: list[tuple[str, Table]] = []
    tables: list[TableData] = []
    for node in (tree.args["from_"].this, *(join.this for join in joins)):
        data = table_named(runner, node, context) if type(node) is exp.Table else None
        if data is None:
            return None
        tables.append(data)
        named.append((node.alias or node.name, data.definition))
    join = row_join(tree, named, literals)
    if join is None:
        return None
    query = Compiler(runner.front_end.database_of(context), context)(tree, None)
    if not isinstance(query, Select) or query.base or query.tells_apart or query.sources != len(tables):
        return None
    try:
        plan = RowJoinPlan(runner, tuple(tables), join, query, context, result)
        there = plan.rows(literals)
    except (ValueError, MySQLError):
        return None
    return plan if len(there) == len(result.rows) and all(map(alike, there, result.rows)) else None

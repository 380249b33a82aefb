"""The plans of SELECT EXISTS (a query of one table by ranges), with a name or without one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass, replace
from binwriter.server.execute.quick.plans import Plan, Text, table_named
from binwriter.server.execute.quick.queries import answered, described_once, seen_by
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.query.run import Compiler
from binwriter.sql.query.select import Select
from binwriter.sql.quick.ranges import RangeQuery, range_tests
from binwriter.sql.quick.shapes import is_plain_table
from binwriter.statement.result import StatementResult
from binwriter.storage.table_data import TableData

_WHOLE = 60  # characters of a name that surely is not cut
_SHAPED = ("group", "order", "distinct", "limit", "having")


@dataclass
class ExistsPlan:
    """query: the one in brackets. begin: where in a statement's text the name of the column begins, which has its
    literals; None where it has a name of its own."""

    runner: Execution
    data: TableData
    query: RangeQuery
    answer: StatementResult  # of the statement that it was made of
    begin: int | None = None
    counted_as: str = ""

    def __post_init__(self) -> None:
        self.described = described_once(self.answer)

    def run(self, literals: Sequence[str], text: Text) -> StatementResult:
        rows = ((int(self.is_there(literals)),),)
        if self.begin is None:
            return answered(self.runner, rows, self.answer, self.described, text)
        name = text.given[self.begin :]
        if len(name) > _WHOLE:
            raise ValueError("a name that is cut")
        answer = replace(self.answer, columns=(name,))
        described = tuple([replace(column, name=name) for column in self.described()])
        return answered(self.runner, rows, answer, lambda: described, text)

    def is_there(self, literals: Sequence[str]) -> bool:
        """ValueError for literals that are not plain, and where something is told of how rows are read."""
        flags = self.runner.session.flags
        flags.begin()
        try:
            rows = self.query.rows(self.runner.locks.reads(seen_by(self.runner, self.data)), literals)
        except MySQLError as error:  # which the exact way has, too
            raise ValueError("it ends") from error
        if flags.seen:
            raise ValueError("the table is read")
        return bool(rows)


def plan_of_exists(
    runner: Execution, tree: Any, result: StatementResult, context: StatementContext, literals: Sequence[str]
) -> Plan | None:
    """The plan of such a query; None if it cannot have one."""
    item: Any = tree.expressions[0] if type(tree) is exp.Select and len(tree.expressions) == 1 else None
    more = any(value for name, value in tree.args.items() if name not in ("expressions", "kind"))
    exists: Any = item.this if type(item) is exp.Alias else item
    if more or not isinstance(exists, exp.Exists) or result.flags != (0, 0):
        return None
    given, name, begin = runner.spelling.given, result.columns[0], None
    if exists is item:
        if context.logged_text is not None or not given.endswith(name) or len(name) > _WHOLE:
            return None
        begin = len(given) - len(name)
    inner = exists.this
    inner = inner.this if type(inner) is exp.Subquery else inner
    source = inner.args.get("from_") if type(inner) is exp.Select else None
    if source is None or type(source.this) is not exp.Table or any(inner.args.get(part) for part in _SHAPED):
        return None
    data = table_named(runner, source.this, context)
    tests = None if data is None else range_tests(inner, data.definition, literals)
    aggregates = any(item.find(exp.Anonymous, exp.AggFunc) is not None for item in inner.expressions)
    if data is None or tests is None or aggregates or not is_plain_table(data.definition):
        return None
    if runner.session.variables.get("max_execution_time"):
        return None
    query = Compiler(runner.front_end.database_of(context), context)(inner, None)
    if not isinstance(query, Select) or query.path is None:
        return None
    try:
        plan = ExistsPlan(runner, data, RangeQuery(query, context, tests), result, begin)
        return plan if result.rows == ((int(plan.is_there(literals)),),) else None
    except ValueError:
        return None

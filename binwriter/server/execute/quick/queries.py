"""The plans of SELECT: of one row, and of one table by ranges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.server.execute.quick.plans import Plan, Row, Text, alike, own_table
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.query.run import Compiler
from binwriter.sql.query.select import Select
from binwriter.sql.quick.ranges import RangeQuery, range_tests
from binwriter.sql.quick.shapes import KeyShape, is_plain_table, shape_of
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.columns import ResultColumn
from binwriter.statement.result import StatementResult
from binwriter.storage.table_data import TableData

Described = Callable[[], tuple[ResultColumn, ...]]

_ANSWERED_AS_STORED = frozenset({*INTEGER_BITS, ColumnType.VARCHAR, ColumnType.STRING, ColumnType.NEWDECIMAL})


@dataclass
class QueryPlan:
    """SELECT of columns of the row that a unique key finds."""

    runner: Execution
    data: TableData
    shape: KeyShape
    answer: StatementResult  # of the statement that it was made of
    counted_as: str = ""

    def __post_init__(self) -> None:
        self.described = described_once(self.answer)

    def run(self, literals: Sequence[str], text: Text) -> StatementResult:
        shape = self.shape
        data = seen_by(self.runner, self.data)
        rows = tuple(
            [
                tuple([row[column] for column in shape.columns])
                for _, row in data.scan(shape.key, shape.values(literals))
                if not shape.tests or shape.lets_through(row, literals)
            ]
        )
        if shape.tests and not rows:
            raise ValueError("whatever is said of what finds nothing")
        return answered(self.runner, rows, self.answer, self.described, text)


@dataclass
class RangePlan:
    """A query of one table by ranges of whole numbers (see `binwriter.sql.quick.ranges`)."""

    runner: Execution
    data: TableData
    query: RangeQuery
    answer: StatementResult  # of the statement that it was made of
    counted_as: str = ""

    def __post_init__(self) -> None:
        self.described = described_once(self.answer)

    def run(self, literals: Sequence[str], text: Text) -> StatementResult:
        try:
            data = seen_by(self.runner, self.data)
            rows = self.query.rows(self.runner.locks.reads(data), literals)
        except MySQLError as error:  # which the exact way has, too
            raise ValueError("it ends") from error
        answer = answered(self.runner, rows, self.answer, self.described, text)
        self.runner.found_rows = self.query.found
        return answer


@dataclass
class ConstantPlan:
    """A query of literals alone, which are the same ones: whether somebody answers. texts: they as they are written."""

    runner: Execution
    texts: tuple[str, ...]
    answer: StatementResult  # of the statement that it was made of
    counted_as: str = ""

    def __post_init__(self) -> None:
        self.described = described_once(self.answer)

    def run(self, literals: Sequence[str], text: Text) -> StatementResult:
        if tuple(literals) != self.texts:
            raise ValueError("other literals")
        runner = self.runner
        _begin(runner, text)
        runner.found_rows, runner.row_count = 1, -1
        runner.area.leave()
        return _result(self.answer.rows, self.answer, self.described)


def described_once(answer: StatementResult) -> Described:
    """The description of its columns, which is made now and is that of all results of the plan."""
    described = answer.described() if answer.described is not None else ()
    return lambda: described


def seen_by(runner: Execution, data: TableData) -> TableData:
    """The table as a query sees it. ValueError where it locks rows.

    Without a transaction all locks would go with the statement, and nobody is there to wait for them.
    """
    session = runner.session
    ends_level = session.variables.behaviour.levels_last_one_statement
    if session.variables.next_transaction and (ends_level or not session.explicit_transaction):
        raise ValueError("this statement is the transaction that SET TRANSACTION is about")
    if not (session.in_transaction and session.server.locks.in_use):
        return data
    try:
        seen = runner.locks.before_plain_query(data.definition).for_query(data, None, "")
    except MySQLError as error:  # which the exact way has, too
        raise ValueError("it waits, or its snapshot is too old") from error
    if not isinstance(seen, TableData):
        raise ValueError("it locks rows")
    return seen


def answered(
    runner: Execution, rows: tuple[Row, ...], answer: StatementResult, described: Described, text: Text
) -> StatementResult:
    """The rows as the result of a statement that has begun now. answer: of one of its shape."""
    session = runner.session
    _begin(runner, text)
    if session.in_transaction:
        session.log.transaction.engine_joined = True
    else:
        session.engine_mix.forget()
    runner.found_rows = len(rows)
    runner.row_count = -1
    if not runner.area.stays or " from " in text.given.lower():
        runner.area.clear()
    return _result(rows, answer, described)


def _begin(runner: Execution, text: Text) -> None:
    session = runner.session
    session.server.chance.clock()
    runner.spelling.given = text.given
    session.reads_timestamp = False
    session.failed_log = None


def _result(rows: tuple[Row, ...], answer: StatementResult, described: Described) -> StatementResult:
    return StatementResult(
        affected=len(rows),
        columns=answer.columns,
        rows=rows,
        types=answer.types,
        described=described,
        flags=answer.flags,
    )


def plan_of_query(
    runner: Execution,
    parsed: ParsedStatement,
    result: StatementResult,
    context: StatementContext,
    literals: Sequence[str],
) -> Plan | None:
    """The plan of a query that has found rows of one table; None if it cannot have one."""
    tree: Any = parsed.node
    source = tree.args.get("from_")
    if source is None and _is_constant(tree) and len(result.rows) == 1:
        return ConstantPlan(runner, tuple(literals), result)
    if parsed.command != "select" or source is None or result.insert_id or context.facts.user_variables_read:
        return None
    table = runner.front_end.catalog.find(source.this.text("db") or context.database or "", source.this.name)
    if table is None or runner.front_end.catalog.view(table.schema, table.name) is not None:
        return None
    data = own_table(runner, parsed, table, context)
    if data is None:
        return None
    try:
        plan = _plan_by_key(runner, tree, data, result, literals)
        return _plan_by_range(runner, tree, data, result, context, literals) if plan is None else plan
    except ValueError:  # a value that has to be converted first: a key of numbers looked for by a string
        return None


def _is_constant(tree: exp.Expression) -> bool:
    items = [item.unalias() for item in tree.expressions]
    alone = not any(value for name, value in tree.args.items() if name not in ("expressions", "kind"))
    return type(tree) is exp.Select and alone and all(type(item) is exp.Literal for item in items)


def _plan_by_key(
    runner: Execution, tree: exp.Expression, data: TableData, result: StatementResult, literals: Sequence[str]
) -> Plan | None:
    """The plan of a query that has found the row of a key."""
    table = data.definition
    shape = shape_of(tree, table, literals)
    if not isinstance(shape, KeyShape) or len(result.rows) != 1:
        return None
    if any(table.columns[column].spec.type not in _ANSWERED_AS_STORED for column in shape.columns):
        return None
    rows_there = [
        tuple(row[column] for column in shape.columns) for _, row in data.scan(shape.key, shape.values(literals))
    ]
    if None in result.rows[0] or len(rows_there) != 1 or not alike(rows_there[0], result.rows[0]):
        return None
    return QueryPlan(runner, data, shape, result)


def _plan_by_range(
    runner: Execution,
    tree: exp.Expression,
    data: TableData,
    result: StatementResult,
    context: StatementContext,
    literals: Sequence[str],
) -> Plan | None:
    """The plan of a query by ranges, if it finds the same rows again."""
    tests = range_tests(tree, data.definition, literals) if is_plain_table(data.definition) else None
    if tests is None or runner.session.variables.get("max_execution_time"):
        return None
    query = Compiler(runner.front_end.database_of(context), context)(tree, None)
    if not isinstance(query, Select) or query.path is None:
        return None
    plan = RangePlan(runner, data, RangeQuery(query, context, tests), result)
    try:
        rows_there = plan.query.rows(seen_by(runner, data), literals)
    except (ValueError, MySQLError):
        return None
    return plan if len(rows_there) == len(result.rows) and all(map(alike, rows_there, result.rows)) else None

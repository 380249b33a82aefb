"""The plans of SELECT of one row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.server.execute.quick.plans import Plan, Text, alike, own_table
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.quick.shapes import KeyShape, shape_of
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.storage.table_data import TableData

_ANSWERED_AS_STORED = frozenset({*INTEGER_BITS, ColumnType.VARCHAR, ColumnType.STRING, ColumnType.NEWDECIMAL})


@dataclass
class QueryPlan:
    """SELECT of columns of the row that a unique key finds."""

    runner: Execution
    data: TableData
    shape: KeyShape
    answer: StatementResult  # of the statement that it was made of

    def __post_init__(self) -> None:
        described = self.answer.described() if self.answer.described is not None else ()
        self.described = lambda: described

    def run(self, literals: Sequence[str], text: Text) -> StatementResult:
        shape, runner, session = self.shape, self.runner, self.runner.session
        rows = tuple(
            [
                tuple([row[column] for column in shape.columns])
                for _, row in self.data.scan(shape.key, shape.values(literals))
            ]
        )
        if session.in_transaction and session.server.locks.in_use:
            raise ValueError("a snapshot is taken")
        session.server.chance.clock()
        runner.spelling.given = text.given
        session.reads_timestamp = False
        session.failed_log = None
        if session.in_transaction:
            session.log.transaction.engine_joined = True
        else:
            session.engine_mix.forget()
        runner.found_rows = len(rows)
        runner.row_count = -1
        runner.conditions = ()
        columns, types = self.answer.columns, self.answer.types
        return StatementResult(affected=len(rows), columns=columns, rows=rows, types=types, described=self.described)


def plan_of_query(
    runner: Execution,
    parsed: ParsedStatement,
    result: StatementResult,
    context: StatementContext,
    literals: Sequence[str],
) -> Plan | None:
    """The plan of a query that has found one row; None if it cannot have one."""
    tree: Any = parsed.node
    source = tree.args.get("from_")
    if parsed.command != "select" or source is None or len(result.rows) != 1 or result.insert_id:
        return None
    table = runner.front_end.catalog.find(source.this.text("db") or context.database or "", source.this.name)
    if table is None or runner.front_end.catalog.view(table.schema, table.name) is not None:
        return None
    data = own_table(runner, parsed, table, context)
    shape = shape_of(tree, table, literals)
    if data is None or not isinstance(shape, KeyShape) or context.facts.user_variables_read:
        return None
    if any(table.columns[column].spec.type not in _ANSWERED_AS_STORED for column in shape.columns):
        return None
    found = [tuple(row[column] for column in shape.columns) for _, row in data.scan(shape.key, shape.values(literals))]
    if None in result.rows[0] or len(found) != 1 or not alike(found[0], result.rows[0]):
        return None
    return QueryPlan(runner, data, shape, result)

"""Values that an UPDATE computes of its row, compiled once for all statements of a shape: of columns, literals that are
the same each time, and functions that ask for nothing else."""

from __future__ import annotations

from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.constants import ColumnType
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.assign import assignment_to
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Source
from binwriter.sql.query.run import query_scope
from binwriter.sql.quick.shapes import Compute, Row
from binwriter.sql.store.as_stored import stays_in
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.types import function_of

_TYPES = frozenset({*INTEGER_BITS, ColumnType.NEWDECIMAL, ColumnType.VARCHAR, ColumnType.STRING})
_NODES: frozenset[type] = frozenset(
    {
        *(exp.Column, exp.Identifier, exp.Literal, exp.Null, exp.Paren, exp.Neg, exp.Add, exp.Sub, exp.Mul),
        *(exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.And, exp.Or, exp.Not, exp.Is, exp.In, exp.Between),
        *(exp.Case, exp.If, exp.Anonymous),
    }
)


def computing(runner: Execution, table: Table, context: StatementContext) -> Compute:
    """What compiles such values. It raises ValueError for others, as what it makes does where there is more to a value
    than that the column takes it. context: of one of the statements, which serves the others: nobody hears of it."""

    def compute(node: exp.Expression, column: int) -> Any:
        spec = table.columns[column].spec
        if spec.type not in _TYPES or not all(map(_is_plain, node.walk())):
            raise ValueError("another value")
        for name in node.find_all(exp.Column):
            if name.text("db") or name.text("table") not in ("", table.name):
                raise ValueError("another table")
        source, said = Source.of_table(table.name, table), len(context.diagnostics)
        scope = query_scope(runner.front_end.database_of(context), context, (source,), clause="field list")
        try:
            evaluate, stays = assignment_to(compile_expression(node, scope), spec), stays_in(spec)
        except MySQLError:
            raise ValueError("it fails") from None
        if len(context.diagnostics) > said:
            del context.diagnostics[said:]
            raise ValueError("it warns")

        def value(row: Row) -> Any:
            context.diagnostics.clear()
            try:
                made = evaluate(context, (row,))
            except MySQLError:
                raise ValueError("it fails") from None
            if context.diagnostics or not (spec.nullable if made is None else stays(made)):
                context.diagnostics.clear()
                raise ValueError("it warns, or is converted")
            return made

        return value

    return compute


def _is_plain(node: Any) -> bool:
    if type(node) is exp.Anonymous:
        record = function_of(node)
        return record is not None and record.computed
    return type(node) in _NODES and not (type(node) is exp.In and node.args.get("query") is not None)

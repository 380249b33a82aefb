"""The forms of statements that JSON duality views take: one document, and nothing that picks or forgives rows.

Source: MySQL manual, "DML Operations on JSON Duality Views"; what is told first: captured, clusters/duality_changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.dml.insert import row_cells
from binwriter.sql.text.value_lists import LITERALS
from binwriter.sql.text.words import ParsedStatement


def refuse_forms(parsed: ParsedStatement, tree: exp.Expression) -> None:
    """ER_JDV_OPERATION_NOT_SUPPORTED for what these views do not take."""
    for is_so, what in _refused(parsed, tree):
        if is_so:
            raise mysql_error("ER_JDV_OPERATION_NOT_SUPPORTED", what)


def refuse_explained(parsed: ParsedStatement) -> None:
    """The same of EXPLAIN, which takes none of these statements."""
    assert isinstance(parsed.node, exp.Expression)
    refuse_forms(parsed, parsed.node)
    raise mysql_error("ER_JDV_OPERATION_NOT_SUPPORTED", "EXPLAIN for INSERT/UPDATE/DELETE")


def _refused(parsed: ParsedStatement, tree: exp.Expression) -> Iterator[tuple[object, str]]:
    if isinstance(tree, exp.Insert):
        yield "REPLACE" in parsed.modifiers, "REPLACE"
        yield tree.args.get("conflict"), "INSERT... ON DUPLICATE KEY UPDATE"
        yield isinstance(tree.expression, exp.Query) and not isinstance(tree.expression, exp.Values), "INSERT... SELECT"
        yield "HIGH_PRIORITY" in parsed.modifiers, "INSERT HIGH_PRIORITY"
        yield isinstance(tree.this, exp.Schema) and tree.this.expressions, "Column list in INSERT"
    else:
        verb = "UPDATE" if isinstance(tree, exp.Update) else "DELETE"
        yield tree.args.get("order"), f"{verb} with ORDER BY clause"
        yield tree.args.get("limit"), f"{verb} with LIMIT clause"
    yield "LOW_PRIORITY" in parsed.modifiers, "LOW_PRIORITY modifier"
    yield "IGNORE" in parsed.modifiers, "IGNORE modifier"
    yield parsed.command.endswith("_multi"), "Multi-table DML operation"
    if isinstance(tree, exp.Insert) and isinstance(tree.expression, exp.Values):
        _refuse_widths(rows_of(tree))
        yield len(rows_of(tree)) > 1, "Multiple object insert"


def rows_of(tree: exp.Insert) -> list[exp.Expression]:
    """The rows that VALUES lists."""
    literals = tree.expression.meta.get(LITERALS)
    return list(literals.tuples() if literals is not None else tree.expression.expressions)


def _refuse_widths(rows: Sequence[exp.Expression]) -> None:
    """ER_WRONG_VALUE_COUNT_ON_ROW: a row is one document."""
    for number, row in enumerate(rows, 1):
        if len(row_cells(row)) != 1:
            raise mysql_error("ER_WRONG_VALUE_COUNT_ON_ROW", number)

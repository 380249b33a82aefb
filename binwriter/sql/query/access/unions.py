"""Rows that one of several indexes finds, where conditions are joined by OR: none of the others is what is asked for.

Of conditions that neither warn nor fail alone, so that nobody could notice that the others are not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from binwriter.catalog.tables import Key
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.conditions.chains import operands
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.query.access.conditions import Condition
from binwriter.sql.query.access.costs import Rows, found_by
from binwriter.sql.query.access.sought import TEXTS
from binwriter.sql.query.access.usable import usable_conditions
from binwriter.storage.table_data import TableData

_MOST = 64  # conditions
_SHARE = 4  # of a table with that many times the rows that are found


def either(where: exp.Expression | None, scope: Scope) -> tuple[Condition, ...]:
    """The conditions that OR joins, if each bounds a column by literals; none of others."""
    whole = where.unnest() if where is not None else None
    if not isinstance(whole, exp.Or) or not scope.context.server.takes_many:
        return ()
    terms = operands(whole, exp.Or)
    if len(terms) > _MOST or not all(_is_silent(term) for term in terms):
        return ()
    found = [condition for term in terms for condition in usable_conditions(term, scope)]
    table = scope.sources[0].table
    if table is None or len(found) != len(terms):
        return ()
    numbers = [condition.bounds is not None or condition.points is not None for condition in found]
    texts = [condition.value is not None and table.columns[condition.column].spec.type in TEXTS for condition in found]
    return tuple(found) if all(map(any, zip(numbers, texts, strict=True))) else ()


def _is_silent(term: exp.Expression) -> bool:
    """Whether it compares a column with literals."""
    node = term.unnest()
    if isinstance(node, (exp.EQ, exp.LT, exp.LTE, exp.GT, exp.GTE)):
        return isinstance(node.this, exp.Column) and isinstance(node.expression, exp.Literal)
    listed = isinstance(node, exp.In) and bool(node.expressions) and isinstance(node.this, exp.Column)
    return listed and all(isinstance(item, exp.Literal) for item in node.expressions)


def rows_of_any(data: TableData, conditions: Sequence[Condition], context: StatementContext) -> Rows | None:
    """The rows that one of the conditions lets through, in table order; None where an index is missing, or where they
    are many."""
    ids = dict[int, None]()
    for condition in conditions:
        key = _key_of(data, condition)
        rows = None if key is None else found_by(data, key, (condition,), context)
        if rows is None:
            return None
        for row_id, _ in rows:
            ids[row_id] = None
            if len(ids) * _SHARE > len(data):
                return None
    return data.scan_some(ids)


def _key_of(data: TableData, condition: Condition) -> Key | None:
    keys = [key for key in data.definition.keys if key.parts and key.parts[0].column == condition.column]
    return next((key for key in keys if not (key.parts[0].length or key.parts[0].descending)), None)

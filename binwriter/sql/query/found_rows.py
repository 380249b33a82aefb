"""How many rows a client's query finds, for FOUND_ROWS(): those that it gives and those that OFFSET passes over; with
SQL_CALC_FOUND_ROWS those behind LIMIT, too.

Source: MySQL manual, "Information Functions"; captured: clusters/rows_found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.scope import CompiledQuery, Scope
from binwriter.sql.query.ordering import Limit, compile_limit
from binwriter.sql.text.select_options import CALC_FOUND_ROWS, options_of, outermost

_ENDS = ("limit", "offset")


def whole(node: exp.Expression, context: StatementContext) -> tuple[exp.Expression, Limit | None]:
    """The query to be run for a query, and what LIMIT takes of its rows afterwards, if it is another one."""
    if node.args.get("limit") is None or CALC_FOUND_ROWS not in options_of(outermost(node)):
        return node, None
    limit, without = compile_limit(node, Scope(context)), node.copy()
    for part in _ENDS:
        without.set(part, None)
    return without, limit


def passed_over(query: CompiledQuery) -> tuple[CompiledQuery, Limit | None]:
    """Likewise of a compiled query that gives no first rows."""
    limit = getattr(query, "limit", None)
    if not isinstance(limit, Limit) or not limit.offset or limit.count is None:
        return query, None
    changed: Any = query
    return replace(changed, limit=Limit(limit.count + limit.offset if limit.count else 0)), limit


def counted(rows: Iterable[Any], limit: Limit, context: StatementContext) -> Iterator[Any]:
    """The rows that LIMIT takes; the context has the number of all behind the last one."""
    number = 0
    for number, row in enumerate(rows, 1):
        if limit.offset < number and (limit.count is None or number - limit.offset <= limit.count):
            yield row
    context.new_found_rows = number

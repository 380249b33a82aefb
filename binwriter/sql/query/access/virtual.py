"""Virtual columns that a query names: a server computes them anew in each row that it reads, also where the condition
does not hold, which may tell something (captured: cluster virtual_columns_queried). An index that has all that the
query names has them as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from binwriter.formats.columns.values import ColumnValue
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope, Source
from binwriter.sql.query.access.path import AccessPath
from binwriter.sql.query.loops import TableRows
from binwriter.sql.text.trees import parse_expression

Told = Callable[[tuple[ColumnValue, ...]], None]


def told_of(path: AccessPath, data: TableRows, used: Collection[int], context: StatementContext) -> Told | None:
    """What computes those of a row that is read by a path; None without any. used: the columns that are named."""
    table = data.definition
    named = [i for i in sorted(set(used)) if table.columns[i].virtual]
    if not named:
        return None
    scope = Scope(context, (Source.of_definition(table),))
    with context.zone_not_asked():
        computed = [compile_expression(parse_expression(table.columns[i].generated), scope).eval for i in named]

    def told(row: tuple[ColumnValue, ...]) -> None:
        if not path.is_covered(None, context):
            for evaluate in computed:
                evaluate(context, (row,))

    return told

"""The rows that a query inside of a program has read: in 5.1 what comes behind it goes on counting from there.

A query begins the count anew with each table that it goes through; a row that is known before all else, by a unique
key, is counted beside what was counted before. Joins are not counted. Source: `sub_select` and `do_select` of 5.1
(captured: 5.1.54/rows_of_procedures_row).
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import islice

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.errors import BinwriterError
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.binding.database import Database
from binwriter.sql.context import StatementContext
from binwriter.sql.dml.counted_groups import is_known
from binwriter.sql.dml.counted_rows import gathers, is_one_row, is_sorted, only_table
from binwriter.sql.query import run_select
from binwriter.sql.query.matching import Visits, matching_rows
from binwriter.sql.types.functions import is_aggregate
from binwriter.storage.table_data import TableData


def count_rows_read(tree: object, database: Database, context: StatementContext) -> None:
    """Counts those of the queries in a statement or expression that was run."""
    if not context.variables.behaviour.programs_share_rows or not isinstance(tree, exp.Expression):
        return
    for query in _queries(tree):
        said, facts = len(context.diagnostics), copy(context.facts)
        try:
            _count(query, database, context)
        except BinwriterError:
            continue  # it was run already, and said what there is to say
        finally:
            del context.diagnostics[said:]
            context.facts = facts


def _queries(tree: exp.Expression) -> Iterator[exp.Select]:
    """Those of tables that are in no other one."""
    if isinstance(tree, exp.SetOperation):
        return
    if isinstance(tree, exp.Select) and tree.args.get("from_") is not None:
        yield tree
        return
    for part in tree.iter_expressions():
        yield from _queries(part)


def _count(query: exp.Select, database: Database, context: StatementContext) -> None:
    data = only_table(query, database, context, gathered=True)
    if data is None or (any(map(is_aggregate, query.find_all(exp.Func))) and is_known(query, data)):
        return
    if is_one_row(query, data, _equals_known):
        if next(iter(run_select(query, database, context).rows), None) is not None:
            context.rows_done(1)
        return
    context.rows_done(_rows(query, data, database, context), anew=True)


def _equals_known(node: exp.EQ, table: Table) -> Iterator[str]:
    """The columns that equal what has no column of the table."""
    for one, other in ((node.this, node.expression), (node.expression, node.this)):
        if isinstance(one, exp.Column) and not any(
            part.name.lower() in table.index_of for part in other.find_all(exp.Column)
        ):
            yield one.name.lower()


def _rows(query: exp.Select, data: TableData, database: Database, context: StatementContext) -> int:
    """Those of the table that are read, or what they are put into before they are given."""
    limit, given = _limit(query), any(map(is_aggregate, query.find_all(exp.Func)))
    if gathers(query, data.definition) or (not given and is_sorted(query, data.definition)):
        return len(list(run_select(query, database, context).rows))
    where, visits = query.args.get("where"), Visits(counts=True)
    condition = where.this.copy() if where is not None else None
    alias = query.args["from_"].this.alias_or_name
    found = matching_rows([(alias, data)], condition, (), None, database, context, visits)
    if isinstance(query.parent, exp.Exists):
        limit = 1
    elif given or query.args.get("group") is not None:
        limit = None
    for _ in islice(found, limit):
        pass
    return visits.read


def _limit(query: exp.Select) -> int | None:
    limit, offset = query.args.get("limit"), query.args.get("offset")
    count = limit.expression if limit is not None else None
    if not isinstance(count, exp.Literal):
        return None
    behind = offset.expression if offset is not None else None
    return whole_number(count.name) + (whole_number(behind.name) if isinstance(behind, exp.Literal) else 0)

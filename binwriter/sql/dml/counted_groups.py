"""Rows that a query of groups has counted where it gives one: warnings of INSERT .. SELECT name them up to 5.7.

Where rows come in the order of the groups, by a key, a group is given when the first row of the next one is read, and
has its number; the last one comes behind all rows. So does the row of a query that gathers all. Servers from 5.5 on
count a row when they are done with it, 5.1 before.
Source: captured (rows_of_groups_row) on 5.1.54, 5.5.20, 5.7.18; sources, evaluate_join_record().
"""

from __future__ import annotations

from copy import copy

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.query import run_select
from binwriter.sql.types.functions import is_aggregate
from binwriter.sql.types.records.aggregates import EXTREMES
from binwriter.storage.table_data import TableData


def rows_counted_by_groups(query: exp.Select, data: TableData, run: DmlRun, *, looks_up: bool) -> list[int] | None:
    """For each row of the query how many are counted beside those that it has given; None where it has no groups, or
    where they are gathered in a temporary table. looks_up: WHERE finds its rows by a key."""
    if any(query.args.get(part) for part in ("having", "distinct", "offset")):
        return None
    group = query.args.get("group")
    if group is None and (not any(map(is_aggregate, query.find_all(exp.Func))) or is_known(query, data)):
        return None
    keys = list(group.expressions) if group is not None else []
    if group is not None and not _is_read_in_order(query, keys, data.definition, looks_up=looks_up):
        return None
    where = query.args.get("where")
    asked = where.this.copy() if where is not None else exp.Literal.number(1)
    asking = exp.select(asked, *(key.copy() for key in keys)).from_(query.args["from_"].this.copy())
    if keys:
        order = query.args.get("order")
        down = order is not None and bool(order.expressions[0].args.get("desc"))
        asking = asking.order_by(*(exp.Ordered(this=key.copy(), desc=down) for key in keys))
    if where is not None and looks_up:
        asking = asking.where(where.this.copy())
    told, facts = len(run.context.diagnostics), copy(run.context.facts)
    try:
        read = list(run_select(asking, run.database, run.context).rows)
    finally:
        del run.context.diagnostics[told:]
        run.context.facts = facts
    last: tuple[object, ...] | None = None if keys else ()
    numbers = []
    for place, (is_found, *values) in enumerate(read, 1):
        if keys and is_found:
            if last is not None and last != tuple(values):
                numbers.append(place)
            last = tuple(values)
    if last is not None:
        numbers.append(len(read) + (not run.context.variables.behaviour.counts_rows_first))
    return [number - given for given, number in enumerate(numbers, 1)]


def rows_counted_by_own_group(query: exp.Select, data: TableData, run: DmlRun, *, looks_up: bool) -> int:
    """How many rows are counted before the one that gathers all of the table that it is inserted into, through a
    temporary table: 5.6 and 5.7 count those that filled it, then its own; 5.1 and 5.5 the latter (captured:
    rows_of_own_groups_statement)."""
    behaviour = run.context.variables.behaviour
    if is_known(query, data):
        return 0
    where = query.args.get("where")
    found = len(data)
    if where is not None:
        asking = exp.select(exp.Literal.number(1)).from_(query.args["from_"].this.copy()).where(where.this.copy())
        told, facts = len(run.context.diagnostics), copy(run.context.facts)
        try:
            found = len(list(run_select(asking, run.database, run.context).rows))
        finally:
            del run.context.diagnostics[told:]
            run.context.facts = facts
    if behaviour.counts_rows_of_temporary:
        return found + (found if looks_up else len(data))
    return max(0, found - behaviour.counts_rows_first)


def is_known(query: exp.Select, data: TableData) -> bool:
    """Whether all that is asked for is found without reading rows: ends of keys, and the number of an engine's rows."""
    if query.args.get("where") is not None:
        return False
    table = data.definition
    ends = {table.columns[key.columns[0]].name.lower() for key in table.keys}
    for node in filter(is_aggregate, query.find_all(exp.Func)):
        if not isinstance(node, exp.Anonymous) or len(node.expressions) != 1:
            return False
        name, asked = node.name.upper(), node.expressions[0]
        is_end = name in EXTREMES and isinstance(asked, exp.Column) and asked.name.lower() in ends
        if not is_end and not (name == "COUNT" and isinstance(asked, exp.Star) and not table.engine.transactional):
            return False
    return True


def _is_read_in_order(query: exp.Select, keys: list[exp.Expression], table: Table, *, looks_up: bool) -> bool:
    """Whether a key has the rows in the order of the groups, and that is the order that is asked for."""
    if query.args["group"].args.get("rollup") or not all(isinstance(key, exp.Column) for key in keys):
        return False
    places = tuple(table.index_of.get(key.name.lower(), -1) for key in keys)
    fitting = [key for key in table.keys if key.columns[: len(places)] == places]
    gathers = any(map(is_aggregate, query.find_all(exp.Func)))
    if not fitting or (not gathers and any(key.unique and len(key.columns) == len(places) for key in fitting)):
        return False  # in the latter case there is nothing to group
    where, order = query.args.get("where"), query.args.get("order")
    asked = {column.name.lower() for column in where.find_all(exp.Column)} if where is not None else set()
    if looks_up and asked != {keys[0].name.lower()}:
        return False
    if order is None or (len(order.expressions) == 1 and isinstance(order.expressions[0].this, exp.Null)):
        return True
    names = [item.this.name.lower() for item in order.expressions]
    ways = {bool(item.args.get("desc")) for item in order.expressions}
    return len(ways) == 1 and names == [key.name.lower() for key in keys]

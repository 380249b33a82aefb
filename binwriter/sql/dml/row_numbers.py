"""Which rows the warnings of an UPDATE of one table name, where its condition holds a subquery.

A server counts the rows that it read. A subquery that it runs begins its own count at 1 and adds the rows that it
gave, and the statement goes on from there; IN and EXISTS without ORDER BY and LIMIT are a join, whose rows are counted
(captured: clusters/numbers_of_updated_rows).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sqlglot import exp

from binwriter.sql.types.functions import is_aggregate
from binwriter.storage.order import RowId

Numbering = Callable[[Iterable[RowId], dict[RowId, int]], Iterable[RowId]]


def counts_found_rows(tree: exp.Expression) -> bool:
    """Whether the rows that were found are counted, not those that were read."""
    asked = _tested(tree)
    if asked is None:
        return _runs_once(tree) and _is_looked_up(_subqueries(tree)[0])
    return not _is_limited(tree) and asked.find_ancestor(exp.Or) is None


def numbering(tree: exp.Expression) -> Numbering | None:
    """What puts another number to rows than that of a row that was read; None where nothing does."""
    asked = _tested(tree)
    if asked is None:
        return _one_more if _runs_once(tree) else None
    in_any_order = not tree.args.get("order")
    if _is_limited(tree) and in_any_order:
        return _ones if isinstance(asked.parent, exp.Not) else _twos
    if asked.find_ancestor(exp.Or) is not None and in_any_order:
        return _ones
    return _from_two if not in_any_order and not isinstance(asked.parent, exp.Not) else None


def _is_limited(tree: exp.Expression) -> bool:
    return bool(tree.args.get("order") or tree.args.get("limit"))


def _subqueries(tree: exp.Expression) -> list[exp.Expression]:
    where = tree.args.get("where")
    queries: list[exp.Expression] = []
    pending = [where.this] if where is not None else []
    while pending:
        node = pending.pop()
        if isinstance(node, exp.Query) or _tests(node):
            queries.append(node)
        else:
            pending += node.iter_expressions()
    return queries


def _tests(node: exp.Expression) -> bool:
    if isinstance(node, exp.In):
        return node.args.get("query") is not None
    return isinstance(node, exp.Exists) or (isinstance(node, exp.EQ) and isinstance(node.expression, exp.Any))


def _tested(tree: exp.Expression) -> exp.Expression | None:
    """The only subquery of the condition, if it is one of IN, ANY or EXISTS over tables."""
    queries = _subqueries(tree)
    if len(queries) != 1 or isinstance(queries[0], exp.Query) or queries[0].find(exp.Table) is None:
        return None
    return queries[0]


def _runs_once(tree: exp.Expression) -> bool:
    """Whether the only subquery is one value that an aggregate makes, which is there before the rows are read."""
    queries = _subqueries(tree)
    if len(queries) != 1 or not isinstance(queries[0], exp.Query) or queries[0].find(exp.Table) is None:
        return False
    query = queries[0].unnest() if isinstance(queries[0], exp.Subquery) else queries[0]
    return (
        isinstance(query, exp.Select)
        and any(map(is_aggregate, query.expressions[0].walk()))
        and not query.args.get("group")
    )


def _is_looked_up(query: exp.Expression) -> bool:
    """Whether a column is compared with its value: rows are found by it, as far as there is a key."""
    parent = query.parent
    return isinstance(parent, exp.Binary) and isinstance(parent.this, exp.Column)


def _ones(rows: Iterable[RowId], numbers: dict[RowId, int]) -> Iterator[RowId]:
    return _always(rows, numbers, 1)


def _twos(rows: Iterable[RowId], numbers: dict[RowId, int]) -> Iterator[RowId]:
    return _always(rows, numbers, 2)


def _always(rows: Iterable[RowId], numbers: dict[RowId, int], number: int) -> Iterator[RowId]:
    for row_id in rows:
        numbers[row_id] = number
        yield row_id


def _from_two(rows: Iterable[RowId], numbers: dict[RowId, int]) -> Iterator[RowId]:
    for number, row_id in enumerate(rows, 2):
        numbers[row_id] = number
        yield row_id


def _one_more(rows: Iterable[RowId], numbers: dict[RowId, int]) -> Iterator[RowId]:
    for number, row_id in enumerate(rows, 1):
        numbers[row_id] = numbers.get(row_id, number) + 1
        yield row_id

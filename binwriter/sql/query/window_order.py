"""ORDER BY of a query whose windows have no order of their own: its rows are sorted first, and numbered as they come.

So ROW_NUMBER() OVER () counts in the order of ORDER BY, and frames of rows go by it, where one table alone is read and
nothing is put together (captured: clusters/windows_behind_order).
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from binwriter.sql.expressions.scope import Aggregates
from binwriter.sql.query.loops import FromNode, Join, TableNode
from binwriter.sql.query.select_list import SelectItem, item_index
from binwriter.sql.query.volatile import is_volatile

_PUT_TOGETHER = ("group", "distinct")


def sorts_before_windows(
    query: exp.Expression,
    tree: FromNode | Join | None,
    aggregates: Aggregates,
    items: Sequence[SelectItem],
) -> bool:
    """tree: what FROM is. items: of the select list, which ORDER BY may name."""
    clause = query.args.get("order")
    if clause is None or not aggregates.windows or aggregates.calls or not isinstance(tree, TableNode):
        return False
    if any(query.args.get(part) for part in _PUT_TOGETHER):
        return False
    if any(window.partition or window.order for window in aggregates.windows):
        return False
    for ordered in clause.expressions:
        index = item_index(ordered.this, items)
        sorted_by = ordered.this if index is None else items[index].node
        if sorted_by.find(exp.Window) is not None or is_volatile(sorted_by):
            return False
    return True

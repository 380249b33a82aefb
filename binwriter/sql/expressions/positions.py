"""Numbers in ORDER BY and GROUP BY that mean items of a list (captured: places_in_group_by)."""

from __future__ import annotations

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.numbers import UINT64_MAX
from binwriter.sql.text.digits import whole_number


def position_of(node: exp.Expression) -> int | None:
    """GROUP BY 1, ORDER BY (2): the position of a select item."""
    while isinstance(node, exp.Paren):
        node = node.this
    if not isinstance(node, exp.Literal) or node.is_string or not str(node.this).isdigit():
        return None  # 1.5 is a constant, by which nothing is ordered
    position = whole_number(str(node.this))
    return position if position <= UINT64_MAX else None


def refuse_positions(order: exp.Expression | None) -> None:
    """ER_BAD_FIELD_ERROR for one in the ORDER BY of a statement that has no list."""
    for ordered in order.expressions if order is not None else ():
        if (position := position_of(ordered.this)) is not None:
            raise mysql_error("ER_BAD_FIELD_ERROR", position, "order clause")

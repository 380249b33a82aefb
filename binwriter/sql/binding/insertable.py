"""Whether a view takes rows, and what of it is looked at before its columns.

Source: MySQL manual, "Updatable and Insertable Views"; up to 5.7 captured (values_through_views_statement).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.view_trees import column_behind
from binwriter.sql.text.trees import row_cells

if TYPE_CHECKING:
    from binwriter.sql.context import StatementContext


def require_insertable(name: str, columns: Mapping[str, exp.Expression]) -> None:
    """Every column of the view must be one of the table, and no two the same."""
    behind = (column_behind(target) for target in columns.values())
    known = {column.name.lower() for column in behind if column is not None}
    if len(known) != len(columns):
        raise mysql_error("ER_NON_INSERTABLE_TABLE", name, "INSERT")


def refuse_early(
    tree: exp.Expression,
    name: str,
    columns: Mapping[str, exp.Expression],
    names: Sequence[str] | None,
    context: StatementContext,
) -> None:
    """Up to 5.7 the first row's values are counted in front of what is wrong with columns, and up to 5.6 expressions
    among the view's columns are looked at before those that are named. names: None where there is no list."""
    behaviour = context.variables.behaviour
    if not behaviour.counts_values_first:
        return
    of_columns = all(column_behind(target) is not None for target in columns.values())
    if names is None and not of_columns and behaviour.insertable_first:
        raise mysql_error("ER_NON_INSERTABLE_TABLE", name, "INSERT")
    if names is not None or of_columns:
        refuse_other_count(tree, len(columns if names is None else names), context)
    are_known = all(name.lower() in columns for name in names or ())
    if not of_columns and are_known and behaviour.insertable_first:
        raise mysql_error("ER_NON_INSERTABLE_TABLE", name, "INSERT")


def refuse_other_count(tree: exp.Expression, width: int, context: StatementContext) -> None:
    """ER_WRONG_VALUE_COUNT_ON_ROW: up to 5.7 the first row's values are counted in front of what is wrong with the list
    of columns (captured: 5.1.54 to 5.7.18, values_counted_statement)."""
    source = tree.args.get("expression")
    if isinstance(source, exp.Values):
        given = len(row_cells(source.expressions[0]))
    elif isinstance(source, exp.Select) and not source.is_star:
        given = len(source.expressions)
    else:
        return
    if given != width and context.variables.behaviour.counts_values_first:
        raise mysql_error("ER_WRONG_VALUE_COUNT_ON_ROW", 1)

"""sql_safe_updates: rows that are changed must be found by a key, or LIMIT says how many.

Source: MySQL manual, "Using Safe-Updates Mode"; captured: tests/golden/clusters/safe_updates.sql.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.dml.run import DmlRun
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.query.joins.rows import JoinedRows

_COMPARISONS = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NullSafeEQ)
_TEXTS = (ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB)


def _is_asked(tree: exp.Expression, run: DmlRun) -> bool:
    """Only of a statement that runs (captured: clusters/statements_at_prepare)."""
    limited = tree.args.get("limit") is not None
    return run.context.variables.settings.sql_safe_updates and not (limited or run.rehearses)


def refuse_without_key(tree: exp.Expression, table: Table, run: DmlRun) -> None:
    """ER_UPDATE_WITHOUT_KEY_IN_SAFE_MODE for an UPDATE or DELETE of one table that reads all of it."""
    if not _is_asked(tree, run):
        return
    where = tree.args.get("where")
    if where is None or not _finds(where.this, table):
        raise mysql_error("ER_UPDATE_WITHOUT_KEY_IN_SAFE_MODE")


def refuse_join_without_key(tree: exp.Expression, join: JoinedRows, slots: Iterable[int], run: DmlRun) -> None:
    """The same of a join. slots: the tables that are changed."""
    if not _is_asked(tree, run):
        return
    firsts = [_firsts(table.data) for table in join.tables]
    restricted = {slot for slot, columns in enumerate(firsts) if join.conditions.restricts(slot, columns)}
    driving = join.order.driving_slot()
    empty = {slot for slot in range(len(join.tables)) if join.order.is_empty(slot)}
    if empty and run.context.variables.behaviour.reads_constants_first:
        return  # there can be no row, and no key is needed (captured: keys_without_action_statement)
    for slot in slots:
        if slot in empty:
            continue
        equal = join.conditions.equals_others(slot, firsts[slot])
        if slot not in restricted and not restricted & equal and not (slot != driving and equal):
            raise mysql_error("ER_UPDATE_WITHOUT_KEY_IN_SAFE_MODE")


def _firsts(data: object) -> frozenset[int]:
    """The columns with which keys begin."""
    keys = data.definition.keys if isinstance(data, TableData) else ()
    return frozenset(key.columns[0] for key in keys if key.columns and key.visible)


def _finds(condition: exp.Expr, table: Table) -> bool:
    """Whether a key leads to the rows for which the condition holds, or there can be none."""
    node = condition.unnest()
    if isinstance(node, exp.And):
        return any(_finds(part, table) for part in node.flatten())
    if isinstance(node, exp.Or):
        return all(_finds(part, table) for part in node.flatten())
    if isinstance(node, exp.Not):
        return isinstance(node.this.unnest(), (*_COMPARISONS, exp.Between, exp.In)) and _finds(node.this, table)
    if isinstance(node, exp.Column):
        return _begins_key(node, table)
    if isinstance(node, exp.Literal):
        return not node.this.strip("0.")
    if isinstance(node, exp.Boolean):
        return not node.this
    if isinstance(node, exp.Like):
        index = table.index_of.get(node.this.unnest().name.lower())
        is_text = index is not None and table.columns[index].spec.type in _TEXTS
        return is_text and _begins_key(node.this, table) and _is_constant(node.expression)
    if isinstance(node, exp.Is):
        return _begins_key(node.this, table)
    if isinstance(node, exp.Between):
        return _begins_key(node.this, table) and all(_is_constant(node.args[one]) for one in ("low", "high"))
    if isinstance(node, exp.In):
        listed = not node.args.get("query") and not node.args.get("unnest")
        return listed and _begins_key(node.this, table) and all(map(_is_constant, node.expressions))
    if not isinstance(node, _COMPARISONS):
        return False
    left, right = node.this.unnest(), node.expression.unnest()
    if isinstance(left, exp.Literal) and isinstance(right, exp.Literal):
        return isinstance(node, exp.EQ) and left.this != right.this
    return any(_begins_key(one, table) and _is_constant(other) for one, other in ((left, right), (right, left)))


def _begins_key(node: exp.Expr, table: Table) -> bool:
    node = node.unnest()
    firsts = {key.columns[0] for key in table.keys if key.columns and key.visible}
    return isinstance(node, exp.Column) and table.index_of.get(node.name.lower()) in firsts


def _is_constant(node: exp.Expr) -> bool:
    return node.find(exp.Column, exp.Query) is None

"""What an index is asked for by constants that are no whole numbers: values and ends of ranges, as its keys have them.

A superset of the rows is enough for whoever asks: all conditions are tested for each row that is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlglot import exp

from binwriter.catalog.tables import Key, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.patterns import pattern
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression
from binwriter.sql.query.access.conditions import Condition, Ends
from binwriter.storage.order import comparable

TEXTS = (ColumnType.STRING, ColumnType.VARCHAR)
_MOMENTS = (ColumnType.DATE, ColumnType.DATETIME2)
_SOUGHT = frozenset({*TEXTS, *_MOMENTS, ColumnType.NEWDECIMAL})
_MOMENT = pattern(r"\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?)?")
_LOW: tuple[type[exp.Expression], ...] = (exp.GT, exp.GTE, exp.EQ)
_HIGH: tuple[type[exp.Expression], ...] = (exp.LT, exp.LTE, exp.EQ)

Keys = tuple[Any, ...]  # what keys begin with, as `storage.order.KeyReader` makes them


def ends_of(node: exp.Expression, spec: ColumnSpec, scope: Scope) -> Ends:
    """The constants between which the column's values are; each None where there is none that is known to be."""
    if spec.type not in _SOUGHT or not isinstance(node.this, exp.Column):
        return None, None
    low = node.expression if type(node) in _LOW else node.args.get("low") if type(node) is exp.Between else None
    high = node.expression if type(node) in _HIGH else node.args.get("high") if type(node) is exp.Between else None
    return _compiled(low, scope), _compiled(high, scope)


def listed_in(node: exp.Expression, spec: ColumnSpec, scope: Scope) -> tuple[CompiledExpression, ...]:
    """The constants of `column IN ('a', 'b')`."""
    is_list = type(node) is exp.In and spec.type in TEXTS and isinstance(node.this, exp.Column)
    return tuple([compile_expression(item, scope) for item in node.expressions]) if is_list else ()


def _compiled(node: exp.Expression | None, scope: Scope) -> CompiledExpression | None:
    return compile_expression(node, scope) if isinstance(node, exp.Literal) else None


def range_of(
    table: Table, key: Key, chosen: Sequence[Condition], context: StatementContext
) -> tuple[Keys, Keys] | None:
    """The least and the greatest that keys may begin with; None where nothing bounds them."""
    column = key.columns[0]
    spec = table.columns[column].spec
    ends = [condition.within for condition in chosen if condition.column == column]
    lows = [_key(spec, low, context) for low, _ in ends if low is not None]
    highs = [_key(spec, high, context) for _, high in ends if high is not None]
    if not (lows or highs) or None in lows or None in highs:
        return None
    return (max(lows) if lows else (1,),), (min(highs) if highs else (2,),)


def points_of_texts(
    table: Table, key: Key, chosen: Sequence[Condition], context: StatementContext
) -> list[Keys] | None:
    """What keys may begin with, in order, where the first column is asked to be one of some texts; else None."""
    column = key.columns[0]
    listed = next((condition.listed for condition in chosen if condition.column == column and condition.listed), ())
    keys = [_key(table.columns[column].spec, item, context) for item in listed]
    return None if not keys or None in keys else [(one,) for one in sorted(set(keys))]


def _key(spec: ColumnSpec, constant: CompiledExpression, context: StatementContext) -> Any:
    """The constant as keys of the column have it; None if that is not plain."""
    value: Any = constant.eval(context, ())
    if spec.type in TEXTS:
        return (1, comparable(value, spec)) if type(value) is str else None
    if spec.type is ColumnType.NEWDECIMAL:
        return (1, value) if type(value) in (int, Decimal) else None
    if type(value) is not str or _MOMENT.fullmatch(value) is None:
        return None
    try:
        return 1, comparable(datetime.fromisoformat(value), spec)
    except ValueError:
        return None

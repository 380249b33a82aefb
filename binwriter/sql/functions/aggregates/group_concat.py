"""GROUP_CONCAT, which puts the texts of a group's rows together.

Source: MySQL manual, "Aggregate Function Descriptions".
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any

from sqlglot import exp

from binwriter.formats.charsets.stand_ins import in_charset
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql import interrupts
from binwriter.mysql.interrupts import stepped
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import text_of
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_characters
from binwriter.sql.expressions.collations import merged
from binwriter.sql.expressions.compile import compile_all, compile_expression, compiles, position_of
from binwriter.sql.expressions.conditions.keys import kept_key
from binwriter.sql.expressions.copied_moments import gathered_by_zone
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, Row, held, text_type
from binwriter.sql.functions.aggregates.basic import Arguments, Rows, register
from binwriter.sql.functions.aggregating import aggregating_scope


@compiles(exp.GroupConcat)
def _group_concat(node: exp.Expression, scope: Scope) -> CompiledExpression:
    scope = aggregating_scope(node, scope)
    inner = scope.inside_aggregate()
    operand, ordered_by = node.this, list[exp.Expression]()
    if isinstance(operand, exp.Order):
        ordered_by, operand = operand.expressions, operand.this
    distinct = isinstance(operand, exp.Distinct)
    parts = operand.expressions if distinct else [operand]
    if len(parts) == 1 and isinstance(parts[0], exp.Concat):
        parts = parts[0].expressions
    arguments = Arguments(tuple(map(held, compile_all(parts, inner))), distinct)
    orders = [
        (_ordering(item.this, arguments.parts) or compile_expression(item.this, inner), bool(item.args.get("desc")))
        for item in ordered_by
    ]
    arguments = replace(arguments, zoned=gathered_by_zone(zip(parts, arguments.parts, strict=True), scope.context))
    ordering = zip((item.this for item in ordered_by), (part for part, _ in orders), strict=True)
    zoned_orders = {id(orders[place][0]) for place in gathered_by_zone(ordering, scope.context)}
    collation, coercibility = merged([part.type for part in arguments.parts], scope, "group_concat")
    separator = _separator(node.args.get("separator"))
    separator_size = len(in_charset(separator).encode("utf-8", "surrogateescape"))
    limit = int(scope.context.variables.get("group_concat_max_len"))
    numbered = _RowNumbers()

    def compute(context: StatementContext, rows: Rows) -> Any:
        found = arguments.with_rows(context, rows, sorts=not orders)
        if orders:  # of rows that ORDER BY has for equal the later one comes first (captured: clusters/forms_of_calls)
            found.reverse()
        for part, descending in reversed(orders):
            key, asks = kept_key(part.type), id(part) in zoned_orders

            def rank(one: tuple[Any, Row], part: CompiledExpression = part, key: Any = key, asks: bool = asks) -> Any:
                if interrupts.asked:
                    interrupts.step()
                value = part.eval(context, one[1])
                if asks and value is not None:
                    context.facts.uses_time_zone |= context.variables.behaviour.moments_ask_for_zone
                return (0,) if value is None else (1, key(context, value))

            found.sort(key=rank, reverse=descending)
        groups = [values for values, _ in found]
        if not groups:
            return None
        texts: list[str] = []
        size = 0
        for values in stepped(groups):
            texts.append("".join(map(_characters, values, arguments.parts, repeat(collation))))
            size += len(in_charset(texts[-1]).encode("utf-8", "surrogateescape"))
            size += separator_size if len(texts) > 1 else 0
            if size > limit:
                break
        joined = separator.join(texts)
        number = numbered.counted(context, len(texts))
        if size > limit:
            context.value_problem("ER_CUT_VALUE_GROUP_CONCAT", number)
            joined = in_charset(joined).encode("utf-8", "surrogateescape")[:limit].decode("utf-8", "ignore")
        return joined.encode("latin-1") if collation == 63 else joined

    type_ = text_type(0, collation, coercibility)
    if type_.binary:
        type_ = replace(type_, field=ColumnType.LONG_BLOB)
    return register(scope, type_, "group_concat(...)", compute)


def _separator(node: exp.Expression | None) -> str:
    if node is None:
        return ","
    if not isinstance(node, exp.HexString | exp.BitString):
        return str(node.this)
    digits = str(node.this)
    number, bits = (int(digits or "0", 16), 4) if isinstance(node, exp.HexString) else (int(digits or "0", 2), 1)
    return text_of(number.to_bytes((len(digits) * bits + 7) // 8, "big"))


def _ordering(node: exp.Expression, parts: Sequence[CompiledExpression]) -> CompiledExpression | None:
    """The argument whose place ORDER BY names; None for an expression. ER_BAD_FIELD_ERROR for a place that is none."""
    position = position_of(node)
    if position is None:
        return None
    if not 1 <= position <= len(parts):
        raise mysql_error("ER_BAD_FIELD_ERROR", position, "order clause")
    return parts[position - 1]


class _RowNumbers:
    """Numbers of the rows that a GROUP_CONCAT has taken, through all groups of a statement; what it cuts says one
    (captured: limits/rooms)."""

    def __init__(self) -> None:
        self._context: StatementContext | None = None
        self._number = 0

    def counted(self, context: StatementContext, rows: int) -> int:
        """The number of the last of so many more rows."""
        if self._context is not context:
            self._context, self._number = context, 0
        self._number += rows
        return self._number


def _characters(value: Any, part: CompiledExpression, collation: int) -> str:
    text = to_characters(value, part.type, collation)
    return text if isinstance(text, str) else text.decode("latin-1")

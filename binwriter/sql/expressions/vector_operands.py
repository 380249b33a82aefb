"""VECTOR as an operand: most functions and operators refuse one, whatever its value.

Source: what a 9.7.4 answered for every function and operator (clusters/vectors_as_arguments).
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.expressions.types import CompiledExpression
from binwriter.sql.printing.names import ALIASES, BINARY
from binwriter.sql.types.functions import function_of

_OF_VECTORS = ("=", "<>", "<=>")
_DATE_ARITHMETIC = "date_add_interval"
_COMPARISONS = (exp.EQ, exp.NEQ, exp.NullSafeEQ, exp.GT, exp.GTE, exp.LT, exp.LTE)  # these compare their two types
_OPERATORS: dict[type[exp.Expr], str] = {
    **{node: name for node, name in BINARY.items() if node not in _COMPARISONS},
    exp.Neg: "-",
    exp.BitwiseNot: "~",
    exp.Not: "=",  # to zero
    exp.Like: "like",
    exp.Escape: "like",
    exp.Between: "between",
}
_CASTS = {
    **dict.fromkeys((exp.DType.BIGINT, exp.DType.INT), "cast_as_signed"),
    **dict.fromkeys((exp.DType.DOUBLE, exp.DType.FLOAT), "cast_as_real"),
    **dict.fromkeys((exp.DType.DATETIME, exp.DType.TIMESTAMP, exp.DType.TIMESTAMPTZ), "cast_as_datetime"),
    **dict.fromkeys((exp.DType.CHAR, exp.DType.NCHAR), "cast_as_char"),
    exp.DType.UBIGINT: "cast_as_unsigned",
    exp.DType.DECIMAL: "cast_as_decimal",
    exp.DType.DATE: "cast_as_date",
    exp.DType.TIME: "cast_as_time",
    exp.DType.YEAR: "cast_as_year",
    exp.DType.CHARACTER_SET: "convert",
}


def is_vector(compiled: CompiledExpression) -> bool:
    """Whether its values are vectors by their type."""
    return ColumnType.VECTOR in (compiled.type.field, compiled.type.column)


def refuse_compared(name: str, left: CompiledExpression, right: CompiledExpression) -> None:
    """ER_WRONG_ARGUMENTS: a VECTOR equals another one or not, and has no order (captured: vectors_compared)."""
    vectors = [is_vector(side) for side in (left, right)]
    if any(vectors) and not (all(vectors) and name in _OF_VECTORS):
        raise mysql_error("ER_WRONG_ARGUMENTS", name)


def refuse_vector(node: exp.Expression) -> None:
    """ER_WRONG_ARGUMENTS where what the node, a VECTOR, is an operand of takes none."""
    if isinstance(node, exp.PropertyEQ):  # a user variable's value is none
        return
    above = node.parent.parent if isinstance(node.parent, exp.Distinct) else node.parent
    name = _refusing(above, node) if above is not None else None
    if name is not None:
        raise mysql_error("ER_WRONG_ARGUMENTS", name)


def _refusing(above: exp.Expr, node: exp.Expression) -> str | None:
    """What the error calls the operator or function; None for one that takes vectors."""
    if isinstance(above, exp.Cast):
        return _CASTS.get(above.to.this) if above.to.text("kind").lower() != "binary" else None
    if isinstance(above, exp.Interval):
        return _DATE_ARITHMETIC if above.args.get("unit") is not None else None
    if isinstance(above, (exp.Add, exp.Sub)) and any(
        isinstance(part, exp.Interval) for part in above.iter_expressions()
    ):
        return _DATE_ARITHMETIC
    if isinstance(above, exp.Trim) and above.text("position"):
        return {"LEADING": "ltrim", "TRAILING": "rtrim"}.get(above.text("position").upper(), "trim")
    if type(above) in _OPERATORS:
        return _OPERATORS[type(above)]
    function = function_of(above)
    if function is None or function.vectors:
        return None
    written = above.name.upper() if isinstance(above, exp.Anonymous) else function.name
    if written in ("TIMESTAMP", "FROM_UNIXTIME"):
        return _of_two(written, above, node)
    return function.made_into or ALIASES.get(written, written.lower())


def _of_two(name: str, above: exp.Expr, node: exp.Expression) -> str:
    """Calls that mean another one with a second argument."""
    if name == "TIMESTAMP":
        return "add_time" if len(above.expressions) > 1 else "cast_as_datetime"
    return "date_format" if node.index else "from_unixtime"

"""Dates and times in arithmetic up to 5.5, where they are DOUBLEs, some with the six digits of a fraction.

Source: captured (moments_in_arithmetic_row) on 5.1.54, 5.5.20.
"""

from __future__ import annotations

from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.expressions.types import NOT_FIXED_SCALE, REAL_TYPE, CompiledExpression, ExprType, Kind

_STORED = ("cast(", "`")  # how the texts of casts and of columns begin
_WITHOUT_DIGITS = ("addtime(", "subtime(", "sysdate(")
_DIGITS = 6
_WHOLE = 17  # characters before those of a fraction


def real_of_moment(operand: CompiledExpression) -> ExprType | None:
    """What the operand is as a number; None for what is no date or time."""
    type_ = operand.type
    if not type_.kind.temporal or type_.kind is Kind.YEAR:
        return None
    return replace(REAL_TYPE, scale=_scale(type_, operand.text))


def sized_real(type_: ExprType) -> ExprType:
    """A DOUBLE that was computed, with its room where it has a fixed number of digits."""
    if type_.scale == NOT_FIXED_SCALE:
        return type_
    return replace(type_, length=_WHOLE + type_.scale)


def _scale(type_: ExprType, text: str) -> int:
    is_stored = type_.of_column or text.startswith(_STORED)
    if type_.kind is Kind.DATETIME:
        if type_.field is ColumnType.TIMESTAMP:
            return NOT_FIXED_SCALE
        return 0 if text.startswith(_WITHOUT_DIGITS) else _DIGITS
    if is_stored:
        return NOT_FIXED_SCALE
    return _DIGITS if type_.kind is Kind.TIME and not text.startswith(_WITHOUT_DIGITS) else 0

"""Moments and times as they are compared: up to 5.5 without what is less than a second (captured:
fractions_of_seconds_statement)."""

from __future__ import annotations

from binwriter.sql.context import StatementContext

_SECOND = 1_000_000  # microseconds
_WHOLE_PARTS = 6  # year to second


def compared_parts(context: StatementContext, parts: tuple[int, ...]) -> tuple[int, ...]:
    """Year to microsecond, as far as the version compares them."""
    return parts if context.variables.behaviour.moments_have_fractions else parts[:_WHOLE_PARTS]


def compared_microseconds(context: StatementContext, microseconds: int) -> int:
    """A time as a number."""
    if context.variables.behaviour.moments_have_fractions:
        return microseconds
    whole = abs(microseconds) // _SECOND * _SECOND
    return -whole if microseconds < 0 else whole

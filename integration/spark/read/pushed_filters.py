"""Filters that Spark hands to the reader, as masks over batches of the reader's own columns.

What is taken: comparisons of plain columns with a value, IN, null tests, LIKE 'a%', and NOT of these. A row passes if
the filter is true; null is not true, as in SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

# (kind, column, value); kind is a name in _TESTS, with "not " before it if negated
PushedFilter = tuple[str, str, Any]

_TESTS: dict[str, Callable[[pa.Array, Any], pa.Array]] = {
    "EqualTo": lambda column, value: pc.equal(column, value),
    "GreaterThan": lambda column, value: pc.greater(column, value),
    "GreaterThanOrEqual": lambda column, value: pc.greater_equal(column, value),
    "LessThan": lambda column, value: pc.less(column, value),
    "LessThanOrEqual": lambda column, value: pc.less_equal(column, value),
    "In": lambda column, value: pc.if_else(pc.is_valid(column), pc.is_in(column, value_set=value), None),
    "IsNull": lambda column, value: pc.is_null(column),
    "IsNotNull": lambda column, value: pc.is_valid(column),
    "StringStartsWith": lambda column, value: pc.starts_with(column, pattern=value.as_py()),
}
_NOT = "not "
_PLAIN = (int, str, datetime)


def taken_filter(condition: Any, columns: Iterable[str]) -> PushedFilter | None:
    """The filter in our form; None if Spark has to do it."""
    from pyspark.sql.datasource import Not

    if isinstance(condition, Not):
        inner = taken_filter(condition.child, columns)
        return None if inner is None or inner[0].startswith(_NOT) else (_NOT + inner[0], *inner[1:])
    kind, attribute = type(condition).__name__, condition.attribute
    if kind not in _TESTS or len(attribute) != 1 or attribute[0] not in columns:
        return None
    value: Any = getattr(condition, "value", None)
    values = list(value) if kind == "In" else [value]
    if kind not in ("IsNull", "IsNotNull") and not all(isinstance(each, _PLAIN) for each in values):
        return None
    return kind, attribute[0], values if kind == "In" else value


def passes(filters: Sequence[PushedFilter], column: str, value: str) -> bool:
    """Whether rows with this value in that column can pass: to leave files and tables out."""
    single = pa.array([value], pa.string())
    return all(_mask(each, single)[0].as_py() is True for each in filters if each[1] == column)


def filtered(batch: pa.RecordBatch, filters: Sequence[PushedFilter]) -> pa.RecordBatch:
    """The rows that pass all filters."""
    mask = None
    for each in filters:
        pushed_mask = _mask(each, batch.column(each[1]))
        mask = pushed_mask if mask is None else pc.and_kleene(mask, pushed_mask)
    return batch if mask is None else batch.filter(mask)


def _mask(condition: PushedFilter, column: pa.Array) -> pa.Array:
    kind, _, value = condition
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    test = _TESTS[kind.removeprefix(_NOT)]
    given = pa.array(value, column.type) if isinstance(value, list) else pa.scalar(value, column.type)
    mask = test(column, given)
    return pc.invert(mask) if kind.startswith(_NOT) else mask

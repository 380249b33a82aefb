"""Texts beside a key's column of moments on 5.6 and 5.7: a server converts such a constant once more for each access by
an index that it thinks about, and warns each time of one that is no moment.

How often goes by the statement, the operator and what is wrong with the text (captured:
5.7.18/words_beside_keys_of_moments_statement; the same of 5.6.21).
"""

from __future__ import annotations

from enum import Enum, auto
from itertools import islice

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.sql.expressions.scope import Scope, Source


class Wrong(Enum):
    """What is wrong with a text: it is no moment, it has more behind it, or a day that its month has not."""

    NO_DATE = auto()
    MORE = auto()
    NO_DAY = auto()


_Counts = tuple[int, int, int]  # for each member of Wrong, in that order
_WRONG = tuple(Wrong)

# What a query asks of a key that may have a value several times, and of a unique one, which it reads first.
_SELECTED: dict[type[exp.Expression], _Counts] = {exp.EQ: (3, 3, 2), exp.NullSafeEQ: (2, 2, 1)}
_SELECTED_ONCE: dict[type[exp.Expression], _Counts] = {exp.EQ: (0, 1, 1), exp.NullSafeEQ: (1, 1, 1)}
_UPDATED: dict[type[exp.Expression], _Counts] = {exp.EQ: (2, 2, 0), exp.NullSafeEQ: (2, 2, 0)}
_DELETED: dict[type[exp.Expression], _Counts] = {exp.EQ: (1, 1, 0), exp.NullSafeEQ: (1, 1, 0)}
_RANGES: dict[type[exp.Expression], _Counts] = {
    **dict.fromkeys((exp.GT, exp.GTE, exp.LT, exp.LTE), (1, 2, 0)),
    exp.NEQ: (1, 4, 0),
    exp.In: (1, 1, 0),
}
_ONE_OF_SEVERAL: _Counts = (1, 1, 0)
_LOW_END: _Counts = (1, 2, 0)
_HIGH_END: _Counts = (1, 1, 0)


def times_told(column: exp.Expression, other: exp.Expression, wrong: Wrong, scope: Scope) -> int:
    """How often more than once the server tells of the text `other` beside that column."""
    place = scope.place_of(column) if isinstance(column, exp.Column) else None
    if place is None or scope.clause != "where clause" or place[1] not in scope.sources[place[0]].leading:
        return 0
    comparison = other.parent
    if not isinstance(comparison, exp.Expression) or _is_of_one_row(comparison, scope):
        return 0
    if is_read_first(column, other, scope):
        return 0
    counts = _counts(comparison, other, scope.sources[place[0]], place[1])
    return 0 if counts is None else counts[_WRONG.index(wrong)]


def is_read_first(column: exp.Expression, other: exp.Expression, scope: Scope) -> bool:
    """Whether a query knows that the column's table has one row at most, and reads that before it thinks about keys."""
    place = scope.place_of(column) if isinstance(column, exp.Column) else None
    source = None if place is None else scope.sources[place[0]]
    if source is None or source.table is None or source.rows is None or source.table.engine.transactional:
        return False
    where = other.find_ancestor(exp.Where)
    if where is None or not isinstance(where.parent, exp.Select):
        return False
    return len(list(islice(source.rows(), 2))) < 2


def _counts(comparison: exp.Expression, other: exp.Expression, source: Source, column: int) -> _Counts | None:
    kind, negated, joined = _surroundings(comparison)
    if kind is None:
        return None
    if negated:
        return _RANGES[exp.NEQ] if isinstance(comparison, exp.EQ) else None
    if isinstance(comparison, exp.Between):
        return _LOW_END if other is comparison.args["low"] else _HIGH_END
    if not isinstance(comparison, exp.EQ | exp.NullSafeEQ):
        return _RANGES.get(type(comparison))
    if kind is exp.Update:
        return _UPDATED[type(comparison)]
    if kind is exp.Delete:
        return _DELETED[type(comparison)]
    if joined:
        return _ONE_OF_SEVERAL
    once = source.table is not None and _is_unique(source.table, column)
    return (_SELECTED_ONCE if once else _SELECTED)[type(comparison)]


def _surroundings(comparison: exp.Expression) -> tuple[type[object] | None, bool, bool]:
    """Whose WHERE has the comparison as one of its terms, None: it has not; is it behind NOT, and one side of an OR?"""
    node, negated, joined = comparison, False, False
    while isinstance(above := node.parent, exp.And | exp.Or | exp.Paren | exp.Not):
        node = above
        negated ^= isinstance(node, exp.Not)
        joined |= isinstance(node, exp.Or)
    if not isinstance(node.parent, exp.Where):
        return None, negated, joined
    return type(node.parent.parent), negated, joined


def _is_unique(table: Table, column: int) -> bool:
    """Whether a key finds one row at most by the column alone."""
    return any(
        (key.primary or key.unique) and key.columns == (column,) and not table.columns[column].spec.nullable
        for key in table.keys
    )


def _is_of_one_row(comparison: exp.Expression, scope: Scope) -> bool:
    """Whether a query reads its only row by another column's value before it thinks about keys."""
    where = comparison.find_ancestor(exp.Where)
    if where is None or not isinstance(where.parent, exp.Select):
        return False
    return any(
        term is not comparison and isinstance(term.expression, exp.Literal) and _finds_one(term.this, scope)
        for term in where.this.flatten()
        if isinstance(where.this, exp.And)
        if isinstance(term, exp.EQ)
    )


def _finds_one(column: exp.Expression, scope: Scope) -> bool:
    place = scope.place_of(column) if isinstance(column, exp.Column) else None
    source = None if place is None else scope.sources[place[0]]
    return place is not None and source is not None and source.table is not None and _is_unique(source.table, place[1])

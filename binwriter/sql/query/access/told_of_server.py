"""How EXPLAIN tells the way to the rows of a table of performance_schema, and whether a query looks them up.

Its keys are hashes: they find rows by values for their first columns, all of them or some, and no ranges. How many
rows it has is a matter of the server's settings, not of the rows that there are (`data/server_table_rows.txt`).
Captured: tests/golden/clusters/plans_of_server_tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from sqlglot import exp

from binwriter import data
from binwriter.catalog.tables import Key, Table
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.sql.binding.system_tables import PERFORMANCE_SCHEMA
from binwriter.sql.expressions.conditions.chains import conjuncts
from binwriter.sql.query.access.told import Told, key_length, share_of
from binwriter.sql.system.captured import described_keys

_FOUND = 10  # rows that a value is thought to find
_LEAST_LOOKED_UP = 16  # rows of a table that is not rather read as a whole
_RANGES = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NEQ, exp.Like, exp.Between, exp.In, exp.Is)
_TEXTS = frozenset({ColumnType.VARCHAR, ColumnType.STRING})
_NUMBERS = frozenset({ColumnType.TINY, ColumnType.SHORT, ColumnType.LONG, ColumnType.LONGLONG})


@dataclass(frozen=True)
class _Term:
    """A conjunct. column: what it compares with a constant, None for another. value: what that equals."""

    node: exp.Expression
    column: int | None = None
    value: exp.Expression | None = None


def told_of_server(table: Table, where: exp.Expression | None) -> Told:
    """The way to the rows of one table, as SELECT reads it."""
    terms = list(_terms(table, where))
    keys = described_keys(PERFORMANCE_SCHEMA, table.name)
    compared = {term.column for term in terms if term.column is not None}
    equal = {term.column: term for term in terms if term.column is not None and term.value is not None}
    possible = tuple(key.name for key in keys if key.columns[0] in compared)
    total = _rows_of()[table.name.lower()]
    only = next((key for key in keys if key.unique and equal.keys() >= set(key.columns)), None)
    if only is not None:
        parts = len(only.columns)
        return Told("const", 1, possible, only.name, key_length(table, only, parts), parts, only=only)
    key = next((one for one in keys if _bound(one, equal)), None)
    parts = 0 if key is None else _bound(key, equal)
    if key is None or not parts or total < _LEAST_LOOKED_UP:
        return Told("ALL", total, possible, share=_share(terms, total, keys), extra=("Using where",) if terms else ())
    on_key = [equal[column] for column in key.columns[:parts]]
    rest = [term for term in terms if all(term is not other for other in on_key)]
    is_checked = bool(rest) or not all(_is_exact(table, term) for term in on_key)
    share, extra = _share(rest, _FOUND), ("Using where",) if is_checked else ()
    return Told("ref", _FOUND, possible, key.name, key_length(table, key, parts), parts, share, extra)


def looks_up(table: Table, where: exp.Expression | None) -> bool:
    """Whether a query of the table alone finds its rows by a key."""
    return (
        table.schema == PERFORMANCE_SCHEMA
        and table.name.lower() in _rows_of()
        and told_of_server(table, where).refers > 0
    )


def _terms(table: Table, where: exp.Expression | None) -> Iterator[_Term]:
    for node in conjuncts(where):
        sides = (node.this, node.expression), (node.expression, node.this)
        found = [
            (table.index_of[one.name.lower()], other)
            for one, other in (sides if isinstance(node, exp.EQ) else sides[:1])
            if isinstance(one, exp.Column) and one.name.lower() in table.index_of
        ]
        if not found or not isinstance(node, (exp.EQ, *_RANGES)):
            yield _Term(node)
        elif isinstance(node, exp.EQ):
            column, value = found[0]
            is_constant = value.find(exp.Column, exp.Func, exp.Null) is None
            is_text = table.columns[column].spec.type in _TEXTS
            is_looked_up = is_constant and not (is_text and isinstance(value, exp.Literal) and not value.is_string)
            yield _Term(node, column if is_constant else None, value if is_looked_up else None)
        elif isinstance(node, exp.Is) and isinstance(node.expression, exp.Null):
            yield _Term(node, found[0][0], node.expression)
        else:
            yield _Term(node, found[0][0])


def _bound(key: Key, equal: dict[int, _Term]) -> int:
    """How many of its first columns have a value."""
    columns = key.columns
    return next((n for n, column in enumerate(columns) if column not in equal), len(columns))


def _is_exact(table: Table, term: _Term) -> bool:
    """Whether what the key finds need not be compared again: a text by a text, a number by a number."""
    assert term.column is not None
    type_, value = table.columns[term.column].spec.type, term.value
    if isinstance(value, exp.Literal):
        return type_ in (_TEXTS if value.is_string else _NUMBERS)
    return type_ in _TEXTS | _NUMBERS and not isinstance(value, exp.Null)


def _share(terms: Sequence[_Term], total: int, keys: Sequence[Key] = ()) -> float:
    """What conditions keep. keys: those of which the first column's value is thought to find some rows."""
    share, firsts = 1.0, {key.columns[0] for key in keys}
    for term in terms:
        found = term.value is not None and term.column in firsts
        share *= min(1.0, _FOUND / max(1, total)) if found else share_of(term.node, total)
    return max(share, 1 / max(1, total)) if share < 1 else share


@cache
def _rows_of() -> dict[str, int]:
    lines = data.content("server_table_rows.txt").decode().splitlines()
    return {name: int(rows) for name, _, rows in (line.partition("\t") for line in lines if not line.startswith("#"))}

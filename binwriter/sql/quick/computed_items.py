"""What a query computes of the columns of a row, compiled once for all statements that have the same literals in it.

Operators and functions whose value depends on nothing but their arguments. What makes moments of times is left out: it
asks for today. Whoever runs it looks whether it has warned.
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.formats.constants import ColumnType
from binwriter.sql.store.numbers import INTEGER_BITS
from binwriter.sql.types.functions import function_of
from binwriter.sql.types.record import Function, Role, Stability
from binwriter.sql.types.records import choice, dates, json, numbers, strings

_TYPES = frozenset(
    {
        *INTEGER_BITS,
        *(ColumnType.NEWDECIMAL, ColumnType.DOUBLE, ColumnType.VARCHAR, ColumnType.STRING, ColumnType.BLOB),
        *(ColumnType.DATE, ColumnType.DATETIME2, ColumnType.JSON),
    }
)
_FUNCTIONS: frozenset[Function] = frozenset(
    function
    for family in (choice, dates, json, numbers, strings)
    for function in family.FUNCTIONS
    if function.stability is Stability.CONSTANT and function.role is Role.ROW
    if not (function.internal or function.deprecated or function.lasts or function.makes_times)
)
_NODES: frozenset[type] = frozenset(
    {
        *(exp.Column, exp.Identifier, exp.Literal, exp.Null, exp.Paren, exp.Neg, exp.Add, exp.Sub, exp.Mul, exp.Div),
        *(exp.EQ, exp.NEQ, exp.LT, exp.LTE, exp.GT, exp.GTE, exp.And, exp.Or, exp.Not, exp.Is, exp.In, exp.Between),
        *(exp.Case, exp.If, exp.Alias, exp.Interval, exp.Var, exp.JSONExtract, exp.JSONExtractScalar),
    }
)


def is_computed(part: exp.Expression, table: Table) -> bool:
    """Whether a node, whatever its parts are, is one of those."""
    if type(part) is exp.Column:
        column = table.index_of.get(part.name.lower())
        plain = function_of(part) is None and type(part.this) is exp.Identifier and not part.args.get("db")
        return plain and column is not None and table.columns[column].spec.type in _TYPES
    if type(part) in _NODES:
        return not (type(part) is exp.In and part.args.get("query") is not None)
    function = function_of(part)
    return function is not None and function in _FUNCTIONS


def literals_of(item: exp.Expression) -> list[exp.Literal]:
    """In the order of its text, as far as that is the tree's."""
    return list(item.find_all(exp.Literal, bfs=False))

"""Whether an expression may be NULL, as its static type says: by the kind of operator, or by the function's record.

For CREATE TABLE .. SELECT; as a 9.7.4 makes its columns (tests/golden/functions, scenario create_types).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from sqlglot import exp

from binwriter.formats.records import dataclass
from binwriter.sql.expressions.types import Kind
from binwriter.sql.text.meta_keys import PARAMETER, TYPED_LITERAL
from binwriter.sql.text.trees import is_row, row_cells
from binwriter.sql.types.expressions import measure
from binwriter.sql.types.functions import called, function_of
from binwriter.sql.types.kinds import Measure
from binwriter.sql.types.record import Nullable

_NUMBERS = (Kind.INT, Kind.DECIMAL, Kind.REAL)


@dataclass(frozen=True, slots=True)
class NullRules:
    """Which functions may answer NULL though none of their arguments is.

    strings: those that make a string, under a strict mode from 5.7 on. known: up to 5.7 those of a list, else all but
    those of a list. conditions: CASE counts its conditions, too (up to 5.6). one_length: and how long columns of
    integers are: see `Behaviour.integers_have_one_length`.
    """

    strings: bool = True
    known: bool = False
    conditions: bool = False
    one_length: bool = False


class Columns(Protocol):
    """What is known around an expression."""

    rules: NullRules

    def column_may_be_null(self, node: exp.Column) -> bool:
        """Whether a column may be NULL."""

    def compiled_kind(self, node: exp.Expression) -> Kind | None:
        """The kind of an expression that has been compiled."""

    def measured(self, node: exp.Expression) -> Measure | None:
        """The measure of a column."""


def may_be_null(node: exp.Expression | None, columns: Columns) -> bool:
    """Whether the value may be NULL, as far as a server says so."""
    if isinstance(node, (exp.Paren, exp.Alias)):
        return may_be_null(node.this, columns)
    if node is None or PARAMETER in node.meta:
        return True
    if is_row(node):
        return any(may_be_null(cell, columns) for cell in node.expressions)
    for classes, rule in _NODES:
        if isinstance(node, classes):
            return rule(node, columns)
    return _of_call(node, columns)


def _of_call(node: exp.Expression, columns: Columns) -> bool:
    function, arguments = called(node)
    null = Nullable.ALWAYS if function is None else function.null
    if null is Nullable.NEVER:
        return False
    if null is Nullable.BY_SECOND and len(arguments) > 1:
        return True
    if null is Nullable.BY_DEFAULT:
        chosen = (*arguments[:1], *arguments[2:])
        return len(chosen) < 2 or any(may_be_null(argument, columns) for argument in chosen)
    if columns.rules.known and function is not None and function.name == "IFNULL":
        return may_be_null(arguments[-1], columns)  # captured: 5.5.20/numbers_of_items_row
    if columns.rules.known and function is not None and function.name == "COALESCE":
        return any(may_be_null(argument, columns) for argument in arguments)
    if null is Nullable.BY_ALL and not (columns.rules.known and len(arguments) != 2):
        return all(may_be_null(argument, columns) for argument in arguments)
    if columns.rules.known:
        return _up_to_5_7(node, columns)
    if null is Nullable.BY_MODE and not columns.rules.strings:
        return any(may_be_null(part, columns) for part in _each((*arguments, *node.iter_expressions())))
    by_arguments = null in (Nullable.BY_ARGUMENTS, Nullable.BY_SECOND)
    return not by_arguments or any(may_be_null(part, columns) for part in node.iter_expressions())


def _up_to_5_7(node: exp.Expression, columns: Columns) -> bool:
    function, arguments = called(node)
    if function.old.null if function is not None else isinstance(node, exp.Anonymous):  # stored functions always may
        return True
    known = measure(node, columns.measured)
    kind = columns.compiled_kind(node) or (known.kind if known is not None else None)
    chooses = function is not None and function.null is Nullable.BY_ALL
    if kind is Kind.STRING and columns.rules.strings and not chooses:
        return True
    return any(may_be_null(part, columns) for part in _each((*arguments, *node.expressions)))


def _each(nodes: Sequence[Any]) -> Iterable[Any]:
    """Each once: calls stand in calls, and what is asked twice at each level is asked without end."""
    return {id(node): node for node in nodes}.values()


Rule = Callable[[exp.Expression, Columns], bool]


def _of(*names: str) -> Rule:
    """That of its parts with these names: whether any may be."""
    return lambda node, columns: any(may_be_null(node.args.get(name), columns) for name in names)


def _of_all(node: exp.Expression, columns: Columns) -> bool:
    return any(may_be_null(part, columns) for part in node.iter_expressions())


def _of_column(node: exp.Expression, columns: Columns) -> bool:
    assert isinstance(node, exp.Column)
    if function_of(node) is not None:
        return _of_call(node, columns)
    return columns.column_may_be_null(node)


def _of_sum(node: exp.Expression, columns: Columns) -> bool:
    """A date that is moved by an interval may be out of range."""
    moves = isinstance(node.this, exp.Interval) or isinstance(node.expression, exp.Interval)
    return moves or _of("this", "expression")(node, columns)


def _of_case(node: exp.Expression, columns: Columns) -> bool:
    results = [branch.args.get("true") for branch in node.args.get("ifs") or ()]
    if columns.rules.conditions:
        asked = (node.args.get("this"), *(branch.this for branch in node.args.get("ifs") or ()))
        results.extend(part for part in asked if part is not None)
    return any(may_be_null(result, columns) for result in (*results, node.args.get("default")))


def _of_cast(node: exp.Expression, columns: Columns) -> bool:
    assert isinstance(node, exp.Cast)
    if node.meta.get(TYPED_LITERAL):
        return False
    rules = columns.rules
    if not rules.strings and not node.to.is_type(*_NULL_OF_ITSELF):
        return may_be_null(node.this, columns)
    return not node.to.is_type(*exp.DataType.NUMERIC_TYPES) or may_be_null(node.this, columns)


_NULL_OF_ITSELF = (*exp.DataType.TEMPORAL_TYPES, exp.DType.YEAR, exp.DType.JSON)  # what a cast may give


def _of_subquery(node: exp.Expression, columns: Columns) -> bool:
    return _may_be_empty(node.this, columns)


def _may_be_empty(query: exp.Expression, columns: Columns) -> bool:
    """Whether a subquery may give NULL: from a table there may come no row."""
    if isinstance(query, exp.SetOperation):
        return _may_be_empty(query.this, columns) or _may_be_empty(query.expression, columns)
    if isinstance(query, exp.Values):
        return any(may_be_null(cell, columns) for line in query.expressions for cell in row_cells(line))
    if not isinstance(query, exp.Select):
        return True
    source = query.args.get("from_")
    if source is not None and source.name.upper() != "DUAL":
        return True
    return any(may_be_null(item, columns) for item in query.expressions)


def _of_exists(node: exp.Expression, columns: Columns) -> bool:
    """EXISTS of a query without a table: as what that selects."""
    query = node.this.this if isinstance(node.this, exp.Subquery) else node.this
    reads = not isinstance(query, exp.Select) or query.args.get("from_") is not None
    return not reads and any(may_be_null(item, columns) for item in query.expressions)


def _of_characters(node: exp.Expression, columns: Columns) -> bool:
    """CHAR(.. USING ..): the character set is none of its arguments."""
    return columns.rules.strings or any(may_be_null(part, columns) for part in node.expressions)


def _of_collated(node: exp.Expression, columns: Columns) -> bool:
    return columns.rules.strings or may_be_null(node.this, columns)


_ANSWER_ALWAYS = (
    *(exp.Literal, exp.Boolean, exp.HexString, exp.BitString, exp.National, exp.Introducer),
    *(exp.Is, exp.NullSafeEQ),
)
_NODES: tuple[tuple[type | tuple[type, ...], Rule], ...] = (
    ((exp.Null, exp.Div, exp.IntDiv, exp.Mod, exp.Parameter), lambda node, columns: True),
    ((exp.JSONExtract, exp.JSONExtractScalar), lambda node, columns: True),
    (exp.Column, _of_column),
    (_ANSWER_ALWAYS, lambda node, columns: False),
    (exp.Exists, _of_exists),
    (exp.Chr, _of_characters),
    (exp.Collate, _of_collated),
    (exp.PropertyEQ, _of("expression")),  # @name := value
    ((exp.Neg, exp.Not, exp.BitwiseNot), _of("this")),
    (exp.Subquery, _of_subquery),
    (exp.Window, _of("this")),
    ((exp.Add, exp.Sub), _of_sum),
    (exp.If, _of("true", "false")),
    (exp.Case, _of_case),
    ((exp.In, exp.Between, exp.Concat), _of_all),  # Concat: strings in a row, which are one
    ((exp.Binary, exp.Connector), _of("this", "expression")),
    (exp.Cast, _of_cast),
)

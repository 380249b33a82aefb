"""Which expressions may partition a table, and of which columns (tests/golden/dialogues).

Source: MySQL manual, "Partitioning Limitations Relating to Functions". A function of dates takes a DATE or a DATETIME
column itself, one of times a TIME or a DATETIME, UNIX_TIMESTAMP() a TIMESTAMP; nothing else may read a TIMESTAMP,
whose value depends on the time zone.
"""

from __future__ import annotations

from sqlglot import exp

from binwriter.catalog.tables import Table
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.text.meta_keys import TYPED_LITERAL
from binwriter.sql.types.functions import function_named
from binwriter.sql.types.record import Partitions

_DATES = frozenset({ColumnType.DATE, ColumnType.DATETIME, ColumnType.DATETIME2})
_TIMES = frozenset({ColumnType.TIME, ColumnType.TIME2, ColumnType.DATETIME, ColumnType.DATETIME2})
_MOMENTS = _DATES & _TIMES
_TIMESTAMPS = frozenset({ColumnType.TIMESTAMP, ColumnType.TIMESTAMP2})
_TEMPORAL = _DATES | _TIMES
_TEXTS = frozenset({ColumnType.STRING, ColumnType.VARCHAR, ColumnType.VAR_STRING, ColumnType.ENUM, ColumnType.SET})
_BINARY = 63  # the collation of BINARY and VARBINARY

_NODES = (
    *(exp.Add, exp.Sub, exp.Mul, exp.IntDiv, exp.Mod, exp.Neg, exp.Paren, exp.Literal, exp.Null, exp.Column),
    *(exp.Identifier, exp.Extract, exp.Var, exp.Boolean, exp.HexString, exp.BitString, exp.Introducer),
)
_TAKES_TIMESTAMPS = (Partitions.TIMESTAMPS, Partitions.NUMBER_OF_DAYS)
_COLUMNS: dict[Partitions | None, frozenset[ColumnType]] = {
    Partitions.DATES: _DATES,
    Partitions.TIMES: _TIMES,
    Partitions.TIMESTAMPS: _TIMESTAMPS,
}
# of EXTRACT, beside those that are functions, too
_UNITS = {
    "YEAR_MONTH": _DATES,
    **dict.fromkeys(
        ("HOUR_MINUTE", "HOUR_SECOND", "HOUR_MICROSECOND", "MINUTE_SECOND", "MINUTE_MICROSECOND", "SECOND_MICROSECOND"),
        _TIMES,
    ),
    **dict.fromkeys(("DAY_HOUR", "DAY_MINUTE", "DAY_SECOND", "DAY_MICROSECOND"), _MOMENTS),
}


def _use(name: str) -> Partitions | None:
    function = function_named(name)
    return None if function is None else function.partitions


def check_nodes(tree: exp.Expression) -> None:
    """ER_PARTITION_FUNCTION_IS_NOT_ALLOWED for a function or an operator that may not partition."""
    for node in tree.walk():
        typed_literal = isinstance(node, (exp.Cast, exp.DataType)) and _is_typed_literal(node)
        called = isinstance(node, exp.Anonymous) and _use(node.name.upper()) is not None
        if not (typed_literal or called or isinstance(node, _NODES)):
            raise mysql_error("ER_PARTITION_FUNCTION_IS_NOT_ALLOWED")


def _is_typed_literal(node: exp.Expression) -> bool:
    cast = node if isinstance(node, exp.Cast) else node.parent
    return cast is not None and TYPED_LITERAL in cast.meta


def check_arguments(tree: exp.Expression, table: Table) -> None:
    """ER_WRONG_EXPR_IN_PARTITION_FUNC_ERROR for functions of columns of other types; unknown columns pass."""
    for node in tree.walk():
        is_part = node is not tree  # of one alone the type is told later (captured: clusters/defaults_given_twice)
        reads_timestamp = isinstance(node, exp.Column) and is_part and _type(node, table) in _TIMESTAMPS
        if reads_timestamp and not _may_read_timestamp(node):
            raise mysql_error("ER_WRONG_EXPR_IN_PARTITION_FUNC_ERROR")
        if isinstance(node, exp.Extract):
            unit = node.this.name.upper()
            columns = _UNITS.get(unit) or _COLUMNS.get(_use(unit), frozenset())
            _check_columns([node.expression], columns, table)
        elif isinstance(node, exp.Anonymous):
            _check_call(node, table)
        elif isinstance(node, exp.Neg):
            _check_number(node.this, table)


def _check_call(node: exp.Anonymous, table: Table) -> None:
    name = node.name.upper()
    use = _use(name)
    if use is Partitions.NUMBERS and len(node.expressions) == 1:
        _check_number(node.expressions[0], table)
    elif use is Partitions.NUMBER_OF_DAYS and _type(node.expressions[0], table) in _TEMPORAL:
        raise mysql_error("ER_WRONG_EXPR_IN_PARTITION_FUNC_ERROR")
    elif use in _COLUMNS:
        mode_follows = name == "YEARWEEK"
        _check_columns(node.expressions[:1] if mode_follows else node.expressions, _COLUMNS[use], table)


def _check_number(node: exp.Expression, table: Table) -> None:
    """A moment would become a real number."""
    if _type(node, table) in _TEMPORAL:
        raise mysql_error("ER_PARTITION_FUNC_NOT_ALLOWED_ERROR", "PARTITION")


def _check_columns(arguments: list[exp.Expression], allowed: frozenset[ColumnType], table: Table) -> None:
    for argument in arguments:
        known = not isinstance(argument, exp.Column) or argument.name.lower() in table.index_of
        if known and _type(argument, table) not in allowed:
            raise mysql_error("ER_WRONG_EXPR_IN_PARTITION_FUNC_ERROR")


def check_text_division(tree: exp.Expression, table: Table) -> None:
    """DIV of texts converts them first, which is not allowed."""
    for node in tree.find_all(exp.IntDiv):
        if any(_is_text(operand, table) for operand in (node.this, node.expression)):
            raise mysql_error("ER_PARTITION_FUNCTION_IS_NOT_ALLOWED")


def _is_text(node: exp.Expression, table: Table) -> bool:
    if not isinstance(node, exp.Column) or _type(node, table) not in _TEXTS:
        return False
    return table.columns[table.index_of[node.name.lower()]].spec.collation != _BINARY


def _type(node: exp.Expression, table: Table) -> ColumnType | None:
    """Of a column itself; None for anything else."""
    index = table.index_of.get(node.name.lower()) if isinstance(node, exp.Column) else None
    return None if index is None else table.columns[index].spec.type


def _may_read_timestamp(node: exp.Expr) -> bool:
    call = node.parent
    return isinstance(call, exp.Anonymous) and _use(call.name.upper()) in _TAKES_TIMESTAMPS

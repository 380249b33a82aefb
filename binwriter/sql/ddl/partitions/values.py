"""The values of RANGE and LIST: whether they fit the columns, and how a server writes them.

Source: MySQL manual, "RANGE COLUMNS partitioning", "LIST COLUMNS partitioning"; captured: partition_values.
"""

from __future__ import annotations

from typing import Any

from binwriter.catalog.tables import Column, Table
from binwriter.errors import MySQLError
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.partitions.allowed import check_nodes
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import BinaryLiteral
from binwriter.sql.store import store
from binwriter.sql.syntax.partitions import MAXVALUE, PartitionBySyntax, PartitionDefinition
from binwriter.sql.text.trees import parse_expression

_INTEGERS = frozenset({ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG})
_TEXTS = frozenset({ColumnType.STRING, ColumnType.VARCHAR})
_TIMES = frozenset({ColumnType.DATE, ColumnType.TIME2, ColumnType.DATETIME2})


def check_column_types(table: Table, syntax: PartitionBySyntax) -> None:
    """ER_FIELD_TYPE_NOT_ALLOWED_AS_PARTITION_FIELD of what RANGE COLUMNS and LIST COLUMNS do not take: a server sees it
    as it reads a value of the column (captured: clusters/types_that_part)."""
    function = syntax.function
    for place, name in enumerate(function.columns if function.by_columns else ()):
        column = table.columns[table.index_of[name.lower()]]
        if column.spec.type in _INTEGERS | _TEXTS | _TIMES:
            continue
        texts = (row[place].upper() for definition in syntax.definitions for row in definition.values)
        if column.spec.type is ColumnType.VECTOR or any(text not in (MAXVALUE, "NULL") for text in texts):
            raise mysql_error("ER_FIELD_TYPE_NOT_ALLOWED_AS_PARTITION_FIELD", column.name)


def check_counts(syntax: PartitionBySyntax) -> None:
    """As many values as there are columns. ER_PARTITION_COLUMN_LIST_ERROR, ER_TOO_MANY_VALUES_ERROR."""
    function = syntax.function
    wanted = len(function.columns) if function.by_columns else 1
    for definition in syntax.definitions:
        if any(len(values) != wanted for values in definition.values):
            if function.kind == "RANGE" and not function.by_columns:
                raise mysql_error("ER_TOO_MANY_VALUES_ERROR", function.kind)
            raise mysql_error("ER_PARTITION_COLUMN_LIST_ERROR")


def with_shown_values(table: Table, syntax: PartitionBySyntax, context: StatementContext) -> PartitionBySyntax:
    """The definitions with their values as a server writes them. ER_WRONG_TYPE_COLUMN_VALUE_ERROR."""
    function = syntax.function
    columns = [table.columns[table.index_of[name.lower()]] for name in function.columns] if function.by_columns else []
    definitions = []
    for definition in syntax.definitions:
        if columns:
            shown = tuple(
                tuple(_of_column(text, column, context) for text, column in zip(values, columns, strict=True))
                for values in definition.values
            )
        else:
            shown = _numbers(definition, context)
        definitions.append(replace(definition, shown=shown))
    return replace(syntax, definitions=tuple(definitions))


def _numbers(definition: PartitionDefinition, context: StatementContext) -> tuple[tuple[str, ...], ...]:
    """Of a list first NULL."""
    texts = [_number(text, context) for (text,) in definition.values]
    return tuple((text,) for text in sorted(texts, key=lambda text: text != "NULL"))


def _number(text: str, context: StatementContext) -> str:
    if text.upper() in ("NULL", MAXVALUE) or text.lstrip("-").isdigit():
        return text.upper()
    value = compile_expression(parse_expression(text), Scope(context)).eval(context, ())
    return "NULL" if value is None else str(int(value))


def _of_column(text: str, column: Column, context: StatementContext) -> str:
    if text.upper() == MAXVALUE:
        return MAXVALUE
    value = column_value(text, column, context)
    if value is None:
        return "NULL"
    if isinstance(value, int):
        return str(value)
    if column.spec.collation == BINARY_COLLATION_ID and column.spec.type in _TEXTS:
        raw = bytes(value) if isinstance(value, (bytes, BinaryLiteral)) else str(value).encode()
        return f"_binary 0x{raw.hex().upper()}"
    if isinstance(value, bytes):
        value = value.decode(_python_charset(column), "replace")
    return "'" + str(value).replace("\\", "\\\\").replace("'", "\\'") + "'"


def _python_charset(column: Column) -> str:
    charset = collation_by_id(column.spec.collation).charset
    return {"latin1": "cp1252", "ascii": "ascii"}.get(charset, "utf-8")


def column_value(text: str, column: Column, context: StatementContext) -> Any:
    """The value of a constant that stands for a column's. ER_WRONG_TYPE_COLUMN_VALUE_ERROR if it does not fit."""
    tree = parse_expression(text)
    check_nodes(tree)
    value = compile_expression(tree, Scope(context)).eval(context, ())
    if isinstance(value, BinaryLiteral):
        value = bytes(value)
    if value is None:
        return None
    if isinstance(value, int) is not (column.spec.type in _INTEGERS):
        raise mysql_error("ER_WRONG_TYPE_COLUMN_VALUE_ERROR")
    try:
        store(column, value, context, as_error=True)
    except MySQLError:
        raise mysql_error("ER_WRONG_TYPE_COLUMN_VALUE_ERROR") from None
    return value

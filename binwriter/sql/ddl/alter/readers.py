"""What reads a column that an ALTER TABLE takes away or renames: keys, checks and defaults on expressions."""

from __future__ import annotations

from collections.abc import Collection

from binwriter.catalog.tables import DefaultKind
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.ddl.alter.table import Alteration
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.types import columns_in


def columns_of(expression: str) -> set[str]:
    """The columns that an expression names, in lower case."""
    return {node.name.lower() for node in columns_in(parse_expression(expression))}


def reads(expression: str, name: str) -> bool:
    """Whether the expression names the column."""
    return name.lower() in columns_of(expression)


def refuse_read_by_keys(alter: Alteration, name: str) -> None:
    """ER_DEPENDENT_BY_FUNCTIONAL_INDEX."""
    for key in alter.keys:
        if any(part.expression and reads(part.expression, name) for part in key.parts):
            raise mysql_error("ER_DEPENDENT_BY_FUNCTIONAL_INDEX", name)


def refuse_read_by_checks(alter: Alteration, name: str, *, several: bool) -> None:
    """ER_DEPENDENT_BY_CHECK_CONSTRAINT. several: only checks that read other columns too; those of the column alone go
    with it."""
    for check in alter.checks:
        if reads(check.expression, name) and (not several or len(columns_of(check.expression)) > 1):
            raise mysql_error("ER_DEPENDENT_BY_CHECK_CONSTRAINT", check.name, name)


def refuse_read_by_defaults(alter: Alteration, name: str, dropped: Collection[str]) -> None:
    """ER_DEPENDENT_BY_DEFAULT_GENERATED_VALUE. dropped: columns that go with it, in lower case."""
    for slot in alter.slots:
        column = slot.column
        stays = column.default_kind is DefaultKind.EXPRESSION and column.name.lower() not in dropped
        if stays and reads(column.default_sql, name):
            raise mysql_error("ER_DEPENDENT_BY_DEFAULT_GENERATED_VALUE", name, alter.table.name)

"""What reads a column that an ALTER TABLE takes away or renames: keys, checks and defaults on expressions."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from binwriter.catalog.tables import Column, DefaultKind
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.ddl.alter.table import Alteration
from binwriter.sql.syntax.alter_table import ChangeColumn, DropKey, SetDefault
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.types import columns_in


def columns_of(expression: str) -> set[str]:
    """The columns that an expression names, in lower case."""
    return {node.name.lower() for node in columns_in(parse_expression(expression))}


def reads(expression: str, name: str) -> bool:
    """Whether the expression names the column."""
    return name.lower() in columns_of(expression)


def refuse_read_by_checks(alter: Alteration, name: str, *, several: bool) -> None:
    """ER_DEPENDENT_BY_CHECK_CONSTRAINT, of the first one by name (captured: clusters/read_by_checks). several: only
    checks that read other columns too; those of the column alone go with it."""
    for check in sorted(alter.checks, key=lambda one: one.name.lower()):
        if reads(check.expression, name) and (not several or len(columns_of(check.expression)) > 1):
            raise mysql_error("ER_DEPENDENT_BY_CHECK_CONSTRAINT", check.name, name)


def refuse_read(alter: Alteration, name: str, columns: Iterable[Column], dropped: Collection[str] = ()) -> None:
    """Other columns and keys on expressions, which come last, that read it (as a 9.7.4 answers, cluster
    dependent_columns_dropped), but for keys and defaults that the statement drops (cluster readers_dropped_at_once).
    dropped: columns that go with it, in lower case. ER_DEPENDENT_BY_GENERATED_COLUMN,
    ER_DEPENDENT_BY_DEFAULT_GENERATED_VALUE, ER_DEPENDENT_BY_FUNCTIONAL_INDEX."""
    actions = alter.syntax.actions
    reset = {action.name.lower() for action in actions if isinstance(action, SetDefault)}
    changed = {action.old_name.lower() for action in actions if isinstance(action, ChangeColumn)}
    gone = {action.name.lower() for action in actions if isinstance(action, DropKey)}
    for column in columns:
        own = column.name.lower()
        if own in dropped or own in changed:  # what a changed one reads is looked for among the new columns
            continue
        if column.generated and reads(column.generated, name):
            raise mysql_error("ER_DEPENDENT_BY_GENERATED_COLUMN", name)
        if column.default_kind is DefaultKind.EXPRESSION and own not in reset and reads(column.default_sql, name):
            raise mysql_error("ER_DEPENDENT_BY_DEFAULT_GENERATED_VALUE", name, alter.table.name)
    for key in alter.keys:
        if (key.name or "").lower() in gone:
            continue
        if any(part.expression and reads(part.expression, name) for part in key.parts):
            raise mysql_error("ER_DEPENDENT_BY_FUNCTIONAL_INDEX", name)

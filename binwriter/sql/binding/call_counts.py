"""Calls of native functions with a wrong number of arguments, which MySQL's parser refuses as it makes a statement's
items: in front of whatever is found behind parsing, of names, tables and numbers of values.

Captured: clusters/counts_before_names.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.reading_order import refuse_in_order
from binwriter.sql.binding.table_nodes import has_nameless
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.alter_table import AlterTableSyntax
from binwriter.sql.syntax.programs import parts_of
from binwriter.sql.syntax.table import (
    CheckSyntax,
    ColumnSyntax,
    CreateTableSyntax,
    DefaultSyntax,
    DefaultSyntaxKind,
    KeyPartSyntax,
)
from binwriter.sql.syntax.views import CreateViewSyntax
from binwriter.sql.text.conversions import makes_array
from binwriter.sql.text.known_trees import has
from binwriter.sql.text.trees import parse_expression, parse_tree


def refuse_counts(node: object, context: StatementContext) -> None:
    """ER_WRONG_PARAMCOUNT_TO_NATIVE_FCT for the first call, ER_DERIVED_MUST_HAVE_ALIAS for the first derived table
    without one (captured: clusters/derived_before_names), or what a server comes upon before them."""
    for tree in trees_in(node):
        if has(tree, exp.Anonymous) or has_nameless(tree):
            refuse_in_order(tree, context)


def refuse_arrays(node: object) -> None:
    """ER_WRONG_USAGE for a stored program that makes a key's array."""
    for tree in trees_in(node):
        if makes_array(tree):
            raise mysql_error("ER_WRONG_USAGE", "CAST( .. AS .. ARRAY)", "stored routines")


def trees_in(node: object) -> Iterator[exp.Expression]:
    """What a server's parser makes items of."""
    if isinstance(node, exp.Expression):
        yield node
    elif isinstance(node, (CreateTableSyntax, AlterTableSyntax)):
        yield from _trees_of_definition(node)
    elif isinstance(node, CreateViewSyntax):
        yield parse_tree(node.query_text)
    else:
        for part in parts_of(node):
            if isinstance(part, (CreateTableSyntax, AlterTableSyntax, CreateViewSyntax, exp.Expression)):
                yield from trees_in(part)


def _trees_of_definition(part: object) -> Iterator[exp.Expression]:
    if isinstance(part, exp.Expression):
        yield part
    elif isinstance(part, (list, tuple)):
        for member in part:
            yield from _trees_of_definition(member)
    elif dataclasses.is_dataclass(part) and not isinstance(part, type):
        if text := _expression_of(part):
            try:
                yield parse_expression(text)
            except (MySQLError, UnsupportedError):
                """The definition is refused for it."""
        for field in dataclasses.fields(part):
            yield from _trees_of_definition(getattr(part, field.name))


def _expression_of(part: object) -> str:
    if isinstance(part, ColumnSyntax):
        return part.generated
    if isinstance(part, DefaultSyntax):
        return part.text if part.kind is DefaultSyntaxKind.EXPRESSION else ""
    return part.expression if isinstance(part, (CheckSyntax, KeyPartSyntax)) else ""

"""Literals whose bytes are no characters, in definitions: a server's parser makes a value of each, and tells of it.

Of queries and changes of rows they are told of when they are compiled, of what is no value (comments, members of ENUM)
never. Source: captured (tests/reliability/crafted/raw_definitions.json).
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.formats.records import replace
from binwriter.mysql.raw_bytes import has_raw
from binwriter.sql.binding.call_counts import trees_in
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_expression
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.grammar.deprecated_types import defined_columns
from binwriter.sql.syntax.alter_table import AlterTableSyntax
from binwriter.sql.syntax.program_definitions import CreateProgram
from binwriter.sql.syntax.table import CreateTableSyntax


def warn_of_raw_literals(node: object, context: StatementContext) -> None:
    """Warning 1300 for each."""
    if isinstance(node, CreateTableSyntax):
        node = replace(node, select=None)
    if not isinstance(node, (CreateTableSyntax, AlterTableSyntax, CreateProgram)):
        return
    for literal in (*_defaults(node), *_strings(node)):
        if has_raw(literal.name):
            compile_expression(literal, Scope(context))


def _defaults(node: object) -> Iterator[exp.Expression]:
    for column in defined_columns(node):
        if column.default is not None and isinstance(column.default.value, str):
            yield exp.Literal.string(column.default.value)


def _strings(node: object) -> Iterator[exp.Expression]:
    for tree in trees_in(node):
        yield from (literal for literal in tree.find_all(exp.Literal) if literal.is_string)

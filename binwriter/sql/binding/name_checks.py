"""Names that a server's parser refuses wherever they stand, whether something is made of them or only looked up.

MySQL manual, "Schema Object Names", "Identifier Length Limits": 64 characters; no name is empty or ends with a space.
Captured: tests/golden/limits/names.json.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sqlglot import exp

from binwriter.catalog.limits import check_length, check_variable_name
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.syntax.accounts import UserSyntax
from binwriter.sql.syntax.administration import AdminSyntax, KeyCacheSyntax
from binwriter.sql.syntax.alter_table import AlterDatabaseSyntax, AlterTableSyntax, RenameTable, RenameTablesSyntax
from binwriter.sql.syntax.handler import HandlerSyntax
from binwriter.sql.syntax.program_definitions import AlterProgram, CreateProgram, DropProgram
from binwriter.sql.syntax.programs import Call
from binwriter.sql.syntax.session import Set, SetUserVariable, Use
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.syntax.views import CreateViewSyntax, DropViewSyntax

_LONGEST = 64  # characters
_MOST_BYTES = 192
_PROXY = "PROXY"
_QUOTED = pattern(r"`((?:[^`]|``)*)`")
_VARIABLE = pattern(r"@(?:['\"]|[ \t\n]*:?=)")  # its name is a string, or nothing
_LONG_WORD = pattern(rf"\b\w{{{_LONGEST + 1}}}")


class _LongNameError(Exception):
    """A name that is too long. symbol: what is wrong of such an object in other ways, too."""

    def __init__(self, symbol: str, name: str) -> None:
        super().__init__(name)
        self.symbol, self.name = symbol, name


def refuse_wrong_names(node: Any, text: str, *, names_length: bool = True) -> None:
    """The names of a statement that was parsed. names_length: of a table or a database that is too long, this is said.

    Raises MySQLError: ER_TOO_LONG_IDENT, ER_WRONG_TABLE_NAME, ER_WRONG_DB_NAME, ER_SP_WRONG_NAME, ER_ILLEGAL_USER_VAR,
    ER_NO_DB_ERROR.
    """
    if not _may_be_wrong(text):
        return
    try:
        if isinstance(node, exp.Expression):
            _check_tree(node)
        elif (check := _CHECKS.get(type(node))) is not None:
            check(node)
    except _LongNameError as error:
        raise mysql_error("ER_TOO_LONG_IDENT" if names_length else error.symbol, error.name) from None


def is_wrong(name: str) -> bool:
    """Whether no object can have the name, however short."""
    return not name or name.endswith(" ")


def is_no_column_name(name: str) -> bool:
    """Whether no column can have the name."""
    return is_wrong(name) or len(name) > _LONGEST


def check_column_name(name: str) -> None:
    """ER_WRONG_COLUMN_NAME, also for one that is too long."""
    if is_no_column_name(name):
        raise mysql_error("ER_WRONG_COLUMN_NAME", name)


def _may_be_wrong(text: str) -> bool:
    """Most statements need not be looked through: their quoted names are in order, and no word is that long."""
    if "@" in text and _VARIABLE.search(text) is not None:
        return True
    quoted = (match[1] for match in _QUOTED.finditer(text)) if "`" in text else ()
    return any(is_wrong(name) or len(name) > _LONGEST for name in quoted) or _LONG_WORD.search(text) is not None


def _check_table(schema: str | None, name: str) -> None:
    if schema is not None:
        _check_schema(schema)
    if is_wrong(name) or len(name.encode("utf-8", "surrogateescape")) > _MOST_BYTES:
        raise mysql_error("ER_WRONG_TABLE_NAME", name)
    if len(name) > _LONGEST:
        raise _LongNameError("ER_WRONG_TABLE_NAME", name)


def _check_schema(name: str) -> None:
    if is_wrong(name) or len(name.encode("utf-8", "surrogateescape")) > _MOST_BYTES:
        raise mysql_error("ER_WRONG_DB_NAME", name)
    if len(name) > _LONGEST:
        raise _LongNameError("ER_WRONG_DB_NAME", name)


def _check_program(name: str, schema: str | None = None) -> None:
    if schema is not None:
        _check_schema(schema)
    if is_wrong(name):
        raise mysql_error("ER_SP_WRONG_NAME", name)
    check_length(name)


def _check_tables(tables: Iterable[tuple[str | None, str]]) -> None:
    for schema, name in tables:
        _check_table(schema, name)


def _check_tree(tree: exp.Expression) -> None:
    """Of databases also those in front of columns and of calls."""
    is_database = tree.args.get("kind") in ("DATABASE", "SCHEMA")
    for node in tree.find_all(exp.Table, exp.Column, exp.Dot, exp.Anonymous):
        if isinstance(node, exp.Column):
            if (schema := node.args.get("db")) is not None:
                _check_schema(schema.name)
            continue
        if isinstance(node, exp.Dot):
            if isinstance(node.expression, exp.Anonymous):
                _check_schema(node.this.name)
            continue
        if is_database:
            _check_schema(node.name or node.text("db"))
            continue
        if not isinstance(node.this, exp.Identifier):
            continue
        if isinstance(node, exp.Anonymous):
            _check_program(node.name)
        else:
            _check_table(node.text("db") if node.args.get("db") is not None else None, node.name)


def _check_use(node: Use) -> None:
    if not node.database:
        raise mysql_error("ER_NO_DB_ERROR")
    _check_schema(node.database)


def _check_administered(node: AdminSyntax) -> None:
    """What SHOW names is a database, or a table and perhaps its database behind it."""
    if node.command.startswith("show") and _OF_DATABASES.intersection(node.words) and "OPEN" not in node.words:
        for _, name in node.tables:
            _check_schema(name)
        return
    if not node.command.startswith("show") or "OPEN" not in node.words:
        _check_tables(node.tables[:1] if node.command.startswith("show") else node.tables)
        for _, name in node.tables[1:] if node.command.startswith("show") else ():
            _check_schema(name)


_OF_DATABASES = frozenset({"TABLES", "TRIGGERS", "EVENTS", "DATABASE", "STATUS"})


def _check_rename(node: RenameTablesSyntax) -> None:
    for pair in node.pairs:
        _check_tables(pair)


def _check_alter(node: AlterTableSyntax) -> None:
    _check_table(node.schema, node.name)
    for action in node.actions:
        if isinstance(action, RenameTable):
            _check_table(action.schema, action.name)


def _check_created_program(node: CreateProgram) -> None:
    _check_program(node.name, node.schema)
    if node.table is not None:
        _check_table(*node.table)
    for parameter in node.parameters:
        _check_program(parameter.name)


def _check_created_table(node: CreateTableSyntax) -> None:
    _check_table(node.schema, node.name)
    _check_tables(foreign.parent for foreign in node.foreign_keys)
    if node.like is not None:
        _check_table(*node.like)


def _check_granted(node: UserSyntax) -> None:
    """What rights are for; a `*` has no name."""
    if node.level is None or node.object_type == _PROXY:
        return
    if schema := node.level[0]:
        _check_schema(schema)


def _check_variables(node: Set) -> None:
    for assignment in node.assignments:
        if isinstance(assignment, SetUserVariable):
            check_variable_name(assignment.name)


_CHECKS: dict[type, Callable[[Any], None]] = {
    Use: _check_use,
    Set: _check_variables,
    RenameTablesSyntax: _check_rename,
    AdminSyntax: _check_administered,
    KeyCacheSyntax: _check_administered,
    AlterTableSyntax: _check_alter,
    AlterDatabaseSyntax: lambda node: None if node.name is None else _check_schema(node.name),
    CreateTableSyntax: _check_created_table,
    CreateViewSyntax: lambda node: _check_table(node.schema, node.name),
    DropViewSyntax: lambda node: _check_tables(node.names),
    CreateProgram: _check_created_program,
    HandlerSyntax: lambda node: _check_table(node.schema, node.name),
    DropProgram: lambda node: _check_program(node.name, node.schema),
    AlterProgram: lambda node: _check_program(node.name, node.schema),
    Call: lambda node: _check_program(node.name, node.schema),
    UserSyntax: _check_granted,
}

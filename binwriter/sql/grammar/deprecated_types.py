"""What the parser warns of when it reads types: attributes that 9.7 calls deprecated. Texts as a 9.7.4 sends them.

As with words (`deprecated_words`) it warns when a text is read, whatever becomes of the statement, not when it runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from binwriter.mysql.messages.table import Diagnostic, mysql_warning
from binwriter.sql.syntax.alter_table import AddColumn, AlterTableSyntax, ChangeColumn
from binwriter.sql.syntax.table import ColumnSyntax, CreateTableSyntax, TypeSyntax

BINARY_ATTRIBUTE = mysql_warning(
    "ER_WARN_DEPRECATED_SYNTAX", "BINARY as attribute of a type", "a CHARACTER SET clause with _bin collation"
)
_INTEGERS = frozenset({"TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT"})
_FLOATS = frozenset({"FLOAT", "DOUBLE", "REAL"})


def definition_warnings(node: object) -> tuple[Diagnostic, ...]:
    """Of the columns that CREATE TABLE or ALTER TABLE defines, in their order."""
    return type_warnings(column.type for column in defined_columns(node))


def placed_warnings(columns: Iterable[ColumnSyntax]) -> Iterator[tuple[int, Diagnostic]]:
    """Of columns, with the places in the text where the server's parser had read their types."""
    for column in columns:
        for warning in _of_type(column.type):
            yield column.place, warning


def defined_columns(node: object) -> list[ColumnSyntax]:
    """The columns that CREATE TABLE or ALTER TABLE defines, in their order."""
    if isinstance(node, CreateTableSyntax):
        return node.columns
    if isinstance(node, AlterTableSyntax):
        return [action.column for action in node.actions if isinstance(action, (AddColumn, ChangeColumn))]
    return []


def type_warnings(types: Iterable[TypeSyntax]) -> tuple[Diagnostic, ...]:
    """Of types in their order: also of parameters, variables, and what a stored program returns."""
    return tuple(warning for type_ in types for warning in _of_type(type_))


def _of_type(type_: TypeSyntax) -> Iterator[Diagnostic]:
    if type_.zerofill:
        yield mysql_warning("WARN_DEPRECATED_ZEROFILL")
    if type_.name in _FLOATS and len(type_.arguments) == 2:
        yield mysql_warning("WARN_DEPRECATED_FLOAT_DIGITS")
    if type_.says_unsigned and type_.name in (*_FLOATS, "DECIMAL"):
        yield mysql_warning("WARN_DEPRECATED_FLOAT_UNSIGNED")
    if type_.name in _INTEGERS and type_.arguments:
        yield mysql_warning("WARN_DEPRECATED_INTEGER_DISPLAY_WIDTH")
    if type_.name == "YEAR" and type_.arguments[:1] == (4,):  # others are an error
        yield mysql_warning("ER_WARN_DEPRECATED_SYNTAX", "YEAR(4)", "YEAR")
    if type_.name == "YEAR" and type_.says_unsigned and not type_.zerofill:
        yield mysql_warning("WARN_DEPRECATED_YEAR_UNSIGNED")
    if type_.bin_collation:
        yield BINARY_ATTRIBUTE
    if type_.national:
        yield mysql_warning("ER_DEPRECATED_NATIONAL")

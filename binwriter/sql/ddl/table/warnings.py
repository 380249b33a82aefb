"""What CREATE TABLE warns of: types and attributes that 9.7 calls deprecated. Order and texts as a 9.7.4 sends them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from binwriter.catalog.tables import Table
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import Diagnostic, mysql_warning
from binwriter.sql.syntax.table import CreateTableSyntax, KeySyntax, TypeSyntax

_INTEGERS = frozenset({"TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT"})
_FLOATS = frozenset({"FLOAT", "DOUBLE"})
_ONLY_TREES = frozenset({"InnoDB", "MyISAM", "MRG_MYISAM"})


def create_table_warnings(syntax: CreateTableSyntax) -> tuple[Diagnostic, ...]:
    """The deprecation warnings of all columns, in their order."""
    return tuple(warning for column in syntax.columns for warning in _of_type(column.type))


def digits_warnings(table: Table) -> Iterator[Diagnostic]:
    """1681 for each column with FLOAT(M,D) or DOUBLE(M,D) of a table that is made of another one, or of a query."""
    for column in table.columns:
        if column.spec.type in (ColumnType.FLOAT, ColumnType.DOUBLE) and column.spec.precision:
            yield mysql_warning("WARN_DEPRECATED_FLOAT_DIGITS")


def duplicate_key_warnings(table: Table, names: Collection[str] | None = None) -> Iterator[Diagnostic]:
    """1831 for each key with the columns of one before it. names: of the keys that are new, None for all."""
    seen: set[tuple[object, ...]] = set()
    for key in sorted(table.keys, key=lambda one: names is not None and one.name in names):
        shape: tuple[object, ...] = (key.unique, key.primary, key.parts)
        if shape in seen and not key.generated and (names is None or key.name in names):
            yield mysql_warning("ER_DUP_INDEX", key.name, table.schema, table.name)
        seen.add(shape)
    special: set[tuple[object, ...]] = set()
    for one in table.special_keys:
        if one.kind == "FUNCTIONAL":
            continue
        shape = (one.kind, one.parts)
        if shape in special and (names is None or one.name in names):
            yield mysql_warning("ER_DUP_INDEX", one.name, table.schema, table.name)
        special.add(shape)


def program_type_warnings(types: Iterable[TypeSyntax]) -> tuple[Diagnostic, ...]:
    """The same for parameters and the type returned by a stored program."""
    return tuple(warning for type_ in types for warning in _of_type(type_))


def hash_notes(keys: Iterable[KeySyntax], engine: Engine) -> Iterator[Diagnostic]:
    """3502 for each key USING HASH where the engine has only trees."""
    for key in keys:
        if key.algorithm == "HASH" and engine.name in _ONLY_TREES:
            yield mysql_warning("ER_UNSUPPORTED_INDEX_ALGORITHM", "HASH", level="Note")


def _of_type(type_: TypeSyntax) -> Iterator[Diagnostic]:
    if type_.zerofill:
        yield mysql_warning("WARN_DEPRECATED_ZEROFILL")
    if type_.name in _INTEGERS and type_.arguments:
        yield mysql_warning("WARN_DEPRECATED_INTEGER_DISPLAY_WIDTH")
    if type_.name == "YEAR" and type_.arguments:
        yield mysql_warning("ER_WARN_DEPRECATED_SYNTAX", "YEAR(4)", "YEAR")
    if type_.name == "YEAR" and type_.says_unsigned and not type_.zerofill:
        yield mysql_warning("WARN_DEPRECATED_YEAR_UNSIGNED")
    if type_.name in _FLOATS and len(type_.arguments) == 2:
        yield mysql_warning("WARN_DEPRECATED_FLOAT_DIGITS")
    if type_.says_unsigned and type_.name in (*_FLOATS, "DECIMAL"):
        yield mysql_warning("WARN_DEPRECATED_FLOAT_UNSIGNED")
    if type_.bin_collation:
        yield mysql_warning(
            "ER_WARN_DEPRECATED_SYNTAX", "BINARY as attribute of a type", "a CHARACTER SET clause with _bin collation"
        )
    if type_.national:
        yield mysql_warning("ER_DEPRECATED_NATIONAL")

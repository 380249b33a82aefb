"""Whether a foreign key fits its parent up to 5.7, where InnoDB alone looks at it.

As a 5.5.62, a 5.6.24 and a 5.7.29 answer (tests/golden/captured-old, fk): an index that begins with the parent's
columns will do, and of what is wrong the client hears no more than that there can be no such key.
"""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.catalog.tables import ForeignKey, Key, Table
from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext

Children = Sequence[tuple[Table, ForeignKey]]
_NO_FOREIGN_KEY = 150  # HA_ERR_CANNOT_ADD_FOREIGN
_DUPLICATE_KEY = 121  # HA_ERR_FOUND_DUPP_KEY
# What InnoDB says up to 5.5 of a table that it is to make, and of a copy that is to take the table's place.
_NOT_MADE = {
    "ER_CANT_CREATE_TABLE": _NO_FOREIGN_KEY,
    "ER_CANNOT_ADD_FOREIGN": _NO_FOREIGN_KEY,
    "ER_FK_COLUMN_NOT_NULL": _NO_FOREIGN_KEY,
    "ER_FK_DUP_NAME": _DUPLICATE_KEY,
}
_NOT_RENAMED = frozenset(
    (
        *("ER_FK_INCOMPATIBLE_COLUMNS", "ER_FK_COLUMN_CANNOT_CHANGE", "ER_FK_COLUMN_CANNOT_CHANGE_CHILD"),
        *("ER_FK_COLUMN_CANNOT_DROP", "ER_FK_COLUMN_CANNOT_DROP_CHILD"),
    )
)


def as_told(
    error: MySQLError,
    schema: str,
    name: str,
    context: StatementContext,
    *,
    alters: bool,
    children: Children,
    table: Table | None,
) -> MySQLError:
    """The error of a foreign key in CREATE and ALTER TABLE as a server of this version tells it.

    schema, name: of the statement's table. table: as it is, if it is. children: the foreign keys that refer to it.
    Captured:
    captured-old/5.1.54/keys_altered_statement.
    """
    behaviour = context.variables.behaviour
    if error.symbol == "ER_FK_CANNOT_CHANGE_ENGINE" and not behaviour.names_child:
        return mysql_error("ER_ROW_IS_REFERENCED")
    copy = context.name_of_copy if alters else name
    if behaviour.says_foreign:
        in_place = alters and not context.variables.settings.foreign_key_checks
        return _by_engine(error, schema, name, copy, children, in_place=in_place)
    if error.symbol in _NOT_MADE:
        return mysql_error("ER_CANT_CREATE_TABLE", f"{schema}.{copy}", _NOT_MADE[error.symbol])
    is_found_late = error.symbol == "ER_DROP_INDEX_FK" and (not behaviour.keys_in_place or "'PRIMARY'" in error.message)
    if error.symbol in _NOT_RENAMED or is_found_late:
        if not behaviour.keys_in_place:  # in these words, whichever of the two it is
            context.warn("ER_CANNOT_RENAME_FOREIGN_NO_INDEX", f"{schema}/{name}", _side(error, name, children, table))
        return not_renamed(schema, name, context)
    return error


def not_renamed(schema: str, name: str, context: StatementContext) -> MySQLError:
    """What is wrong with a foreign key is found where the copy of a table gets its name."""
    names = (f"./{schema}/{context.name_of_copy}", f"./{schema}/{name}")
    return mysql_error("ER_ERROR_ON_RENAME", *names, _NO_FOREIGN_KEY, "")


def _side(error: MySQLError, name: str, children: Children, table: Table | None) -> str:
    """What 5.1 calls the table: a child where others refer to it, or what is refused is what it refers to itself by."""
    if error.symbol == "ER_DROP_INDEX_FK" and table is not None:
        index = next((key for key in table.keys if f"'{key.name}'" in error.message), None)
        if index is not None and any(index in _leading(key.columns, table) for key in table.foreign_keys):
            return "parent"
    is_asked_for = any(child.name != name for child, _ in children) or error.symbol == "ER_FK_COLUMN_CANNOT_DROP_CHILD"
    return "child" if is_asked_for or "'PRIMARY'" in error.message else "parent"


def _by_engine(
    error: MySQLError, schema: str, name: str, copy: str, children: Children, *, in_place: bool
) -> MySQLError:
    """As a 5.6.21 and a 5.7.18 answered."""
    if error.symbol == "ER_FK_COLUMN_NOT_NULL":
        key = error.message.split("'")[3]
        if "/" in key:  # of a key that is there, which 5.7 names with its database
            return error
        return mysql_error("ER_FK_INCORRECT_OPTION", name, f"{schema}/{key}") if in_place else _refused()
    if error.symbol == "ER_FK_DUP_NAME":  # only the table is told
        return mysql_error("ER_DUP_KEY", copy)
    if error.symbol == "ER_DROP_INDEX_FK" and "'PRIMARY'" in error.message:
        names = (f"./{schema}/{copy}", f"./{schema}/{name}", _NO_FOREIGN_KEY)
        return mysql_error("ER_ERROR_ON_RENAME", *names, "Foreign key constraint is incorrectly formed")
    if error.symbol == "ER_FK_INCOMPATIBLE_COLUMNS":
        _, own, _, referenced, _, key, _ = error.message.split("'")
        child = next((table for table, other in children if other.name == key), None)
        if child is not None:
            shown = f"{child.schema}.{child.name}"
            return mysql_error("ER_FK_COLUMN_CANNOT_CHANGE_CHILD", referenced, key, shown)
        return mysql_error("ER_FK_COLUMN_CANNOT_CHANGE", own, key)
    if error.symbol == "ER_FK_COLUMN_CANNOT_DROP_CHILD":
        _, own, _, key, _, _, _ = error.message.split("'")
        child = next(table for table, other in children if other.name == key)
        return mysql_error(error.symbol, own, key, f"{child.schema}.{child.name}")
    return error


def refusal(table: Table, context: StatementContext) -> MySQLError:
    """ER_CANNOT_ADD_FOREIGN; up to 5.5 ER_CANT_CREATE_TABLE."""
    if not context.variables.behaviour.says_foreign:
        return mysql_error("ER_CANT_CREATE_TABLE", f"{table.schema}.{table.name}", _NO_FOREIGN_KEY)
    return _refused()


def _refused() -> MySQLError:
    return mysql_error("ER_CANNOT_ADD_FOREIGN")


def warn_of_missing_index(table: Table, context: StatementContext, *, alters: bool) -> None:
    """From 5.5 on a warning tells of an index that the parent has not (captured: 5.5.20)."""
    if context.variables.behaviour.keys_in_place:
        name = context.name_of_copy if alters else table.name
        context.warn("ER_CANNOT_ADD_FOREIGN_NO_INDEX", f"{table.schema}/{name}")


def has_leading_index(key: ForeignKey, parent: Table, *, alone: bool = False) -> bool:
    """Whether an index of the parent begins with the columns that the key names.

    alone: the table refers to itself, and not by the index that its own columns have (captured:
    keys_of_itself_statement; in 5.1 they may share one).
    """
    if any(column.lower() not in parent.index_of for column in key.parent_columns):
        return False
    usable = _leading(key.parent_columns, parent)
    if alone:
        own = _leading(key.columns, parent)[:1]
        usable = [index for index in usable if index not in own]
    return bool(usable)


def _leading(names: Sequence[str], table: Table) -> list[Key]:
    wanted = tuple(table.index_of[name.lower()] for name in names)
    return [index for index in table.keys if index.columns[: len(wanted)] == wanted]

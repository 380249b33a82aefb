"""CHECK constraints and foreign keys of a table definition: their names, their indexes, their parents.

Source: MySQL manual, "CHECK Constraints", "FOREIGN KEY Constraints"; names and errors as a 9.7.4 gives them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.formats.constants import ColumnType
from binwriter.messages import mysql_error
from binwriter.schema import Catalog, Check, ForeignKey, ForeignKeyAction, Key, Table
from binwriter.sql.context import StatementContext
from binwriter.sql.table_syntax import CheckSyntax, CreateTableSyntax, ForeignKeySyntax, KeyPartSyntax, KeySyntax
from binwriter.sql.trees import parse_expression


def named_checks(table: str, checks: Iterable[CheckSyntax], existing: Sequence[Check] = ()) -> tuple[Check, ...]:
    """The constraints with the names that a server gives them: table_chk_1 and so on."""
    number = max((_number(check.name, f"{table}_chk_") for check in existing), default=0)
    found: list[Check] = []
    for check in checks:
        name = check.name
        if name is None:
            number += 1
            name = f"{table}_chk_{number}"
        if any(other.name.lower() == name.lower() for other in (*existing, *found)):
            raise mysql_error("ER_CHECK_CONSTRAINT_DUP_NAME", name)
        found.append(Check(name, check.expression, check.enforced))
    return tuple(found)


def with_new_name(table: Table, old: str, catalog: Catalog) -> Table:
    """The renamed table's constraints: names that a server made of the old name are made of the new one.

    ER_CHECK_CONSTRAINT_DUP_NAME if such a name is taken.
    """
    renamed = replace(
        table,
        checks=tuple(
            replace(check, name=_with_new_table(check.name, "_chk_", old, table.name)) for check in table.checks
        ),
        foreign_keys=tuple(
            replace(key, name=_with_new_table(key.name, "_ibfk_", old, table.name)) for key in table.foreign_keys
        ),
    )
    refuse_taken_names(renamed, catalog, old)
    return renamed


def _with_new_table(name: str, kind: str, old: str, new: str) -> str:
    """A constraint's name with the table's new name in it, if a server made it: a CHECK's ends with digits alone."""
    prefix = f"{old}{kind}"
    is_made = bool(_number(name, prefix)) if kind == "_chk_" else name.startswith(prefix)
    return f"{new}{kind}{name.removeprefix(prefix)}" if is_made else name


def refuse_taken_names(table: Table, catalog: Catalog, old: str = "") -> None:
    """The names of CHECK constraints are unique in a database. ER_CHECK_CONSTRAINT_DUP_NAME.

    old: the name that the table had.
    """
    names = {check.name.lower(): check.name for check in table.checks}
    if names:
        for other in catalog:
            if other.schema == table.schema and other.name not in (table.name, old):
                for check in other.checks:
                    if check.name.lower() in names:
                        raise mysql_error("ER_CHECK_CONSTRAINT_DUP_NAME", names[check.name.lower()])


def _number(name: str, prefix: str) -> int:
    rest = name.removeprefix(prefix)
    return int(rest) if rest != name and rest.isdigit() else 0


def indexes_of_foreign_keys(syntax: CreateTableSyntax, keys: Iterable[ForeignKeySyntax]) -> list[KeySyntax]:
    """The indexes that a server adds for the child's columns, where no key begins with them."""
    found: list[KeySyntax] = []
    for key in keys:
        columns = [name.lower() for name in key.columns]
        known = [*(key for key in syntax.keys if not key.special), *found]
        if not any([part.column.lower() for part in one.parts[: len(columns)]] == columns for one in known):
            parts = tuple(KeyPartSyntax(name) for name in key.columns)
            found.append(KeySyntax("key", parts, key.name or key.index, generated=True))
    return found


def with_indexes_of_foreign_keys(keys: Sequence[KeySyntax], new: Iterable[ForeignKeySyntax]) -> list[KeySyntax]:
    """The keys of an altered table: each new foreign key brings its index, and one that another serves goes.

    Of two keys of which one begins with the other, a server drops the one it made itself: the shorter one, and of two
    equal ones that it made the older.
    """
    found = list(keys)
    for foreign in new:
        parts = tuple(KeyPartSyntax(name) for name in foreign.columns)
        found.append(KeySyntax("key", parts, foreign.name or foreign.index, generated=True))
    gone: set[int] = set()
    for later, key in enumerate(found):
        for earlier, other in enumerate(found[:later]):
            if earlier in gone or not _serves(key, other):
                continue
            is_needed = other.generated and not (key.generated and len(key.parts) < len(other.parts))
            gone.add(earlier if is_needed else later)
            break
    return [key for number, key in enumerate(found) if number not in gone]


def _serves(key: KeySyntax, other: KeySyntax) -> bool:
    """Whether a generated one of the two is the beginning of the other."""
    one, two = ([part.column.lower() for part in each.parts] for each in (key, other))
    shorter = min(len(one), len(two))
    if one[:shorter] != two[:shorter] or key.special or other.special:
        return False
    return (key.generated and len(one) == shorter) or (other.generated and len(two) == shorter)


def build_foreign_keys(
    table: Table,
    keys: Iterable[ForeignKeySyntax],
    catalog: Catalog,
    context: StatementContext,
    existing: Sequence[ForeignKey] = (),
) -> tuple[ForeignKey, ...]:
    """The foreign keys with their names: table_ibfk_1 and so on.

    MySQLError ER_FK_CANNOT_OPEN_PARENT, ER_FK_NO_UNIQUE_INDEX_PARENT unless foreign_key_checks is off.
    """
    number = max((_number(key.name, f"{table.name}_ibfk_") for key in existing), default=0)
    found: list[ForeignKey] = []
    for syntax in keys:
        if table.temporary:
            raise mysql_error("ER_CANNOT_ADD_FOREIGN")
        if syntax.parent_columns and len(syntax.parent_columns) != len(syntax.columns):
            shown = syntax.name or syntax.index or "foreign key without name"
            raise mysql_error("ER_WRONG_FK_DEF", shown, "Key reference and table reference don't match")
        name = syntax.name
        if name is None:
            number += 1
            name = f"{table.name}_ibfk_{number}"
        for column in syntax.columns:
            if column.lower() not in table.index_of:
                raise mysql_error("ER_KEY_COLUMN_DOES_NOT_EXITS", column)
        if any(other.name.lower() == name.lower() for other in (*existing, *found)):
            raise mysql_error("ER_FK_DUP_NAME", name)
        key = ForeignKey(
            name,
            tuple(table.columns[table.index_of[column.lower()]].name for column in syntax.columns),
            (syntax.parent[0] or table.schema, syntax.parent[1]),
            syntax.parent_columns or _primary_columns(catalog, table, syntax),
            ForeignKeyAction(syntax.on_delete or "NO ACTION"),
            ForeignKeyAction(syntax.on_update or "NO ACTION"),
        )
        _check_generated(table, key)
        _check_set_null(table, key)
        if context.variables.get("foreign_key_checks"):
            _check_parent(table, key, catalog)
        found.append(key)
    return tuple(found)


def _primary_columns(catalog: Catalog, table: Table, syntax: ForeignKeySyntax) -> tuple[str, ...]:
    """REFERENCES parent, without columns: those of its primary key."""
    parent = catalog.find(syntax.parent[0] or table.schema, syntax.parent[1])
    primary = parent.primary_key if parent is not None else None
    if parent is None or primary is None:
        return syntax.columns
    return tuple(parent.columns[column].name for column in primary.columns)


def _check_parent(table: Table, key: ForeignKey, catalog: Catalog) -> None:
    schema, name = key.parent
    parent = table if (schema, name) == (table.schema, table.name) else catalog.find(schema, name)
    if parent is None or parent.engine is not table.engine:
        raise mysql_error("ER_FK_CANNOT_OPEN_PARENT", name)
    _check_columns(table, key, parent)


def check_waiting_children(parent: Table, catalog: Catalog, context: StatementContext) -> None:
    """A new table must fit the foreign keys that were made before it. ER_CANNOT_ADD_FOREIGN."""
    if not parent.engine.two_phase or parent.temporary or not context.variables.get("foreign_key_checks"):
        return
    for child, key in catalog.children(parent.schema, parent.name):
        if child.name == parent.name and child.schema == parent.schema:
            continue
        try:
            _check_columns(child, key, parent)
        except MySQLError:
            raise mysql_error("ER_CANNOT_ADD_FOREIGN") from None


def _check_columns(table: Table, key: ForeignKey, parent: Table) -> None:
    name = parent.name
    for column in key.parent_columns:
        if column.lower() not in parent.index_of:
            raise mysql_error("ER_FK_NO_COLUMN_PARENT", column, key.name, name)
    check_compatible(table, parent, key)
    wanted = tuple(parent.index_of[column.lower()] for column in key.parent_columns)
    if not any(_is_unique_over(one, wanted) for one in parent.keys):
        raise mysql_error("ER_FK_NO_UNIQUE_INDEX_PARENT", key.name, name)


def check_compatible(child: Table, parent: Table, key: ForeignKey) -> None:
    """ER_FK_INCOMPATIBLE_COLUMNS unless the columns of both sides have the same types."""
    for name, referenced in zip(key.columns, key.parent_columns, strict=False):
        one = child.columns[child.index_of[name.lower()]].spec
        other = parent.columns[parent.index_of[referenced.lower()]].spec
        types = {_STRINGS.get(one.type, one.type), _STRINGS.get(other.type, other.type)}
        if len(types) > 1 or one.unsigned != other.unsigned or one.collation != other.collation:
            raise mysql_error("ER_FK_INCOMPATIBLE_COLUMNS", name, referenced, key.name)


_STRINGS = {ColumnType.STRING: ColumnType.VARCHAR}


_CHANGING_ACTIONS = {
    "ON DELETE": (ForeignKeyAction.SET_NULL,),
    "ON UPDATE": (ForeignKeyAction.SET_NULL, ForeignKeyAction.CASCADE),
}


def _check_generated(table: Table, key: ForeignKey) -> None:
    """A foreign key may not change what is computed or what stored columns are computed from, nor use virtual ones."""
    actions = {"ON DELETE": key.on_delete, "ON UPDATE": key.on_update}
    changing = [clause for clause, action in actions.items() if action in _CHANGING_ACTIONS[clause]]
    read = {
        node.name.lower()
        for column in table.columns
        if column.generated and column.stored
        for node in parse_expression(column.generated).find_all(exp.Column)
    }
    for name in key.columns:
        column = table.columns[table.index_of[name.lower()]]
        if column.generated and changing:
            raise mysql_error("ER_WRONG_FK_OPTION_FOR_GENERATED_COLUMN", f"{changing[0]} {actions[changing[0]].value}")
        if column.generated and not column.stored:
            raise mysql_error("ER_FK_CANNOT_USE_VIRTUAL_COLUMN", key.name, column.name)
        cascades = ForeignKeyAction.CASCADE in actions.values() or changing
        if cascades and name.lower() in read:
            raise mysql_error("ER_CANNOT_ADD_FOREIGN")


def _check_set_null(table: Table, key: ForeignKey) -> None:
    if ForeignKeyAction.SET_NULL not in (key.on_delete, key.on_update):
        return
    for name in key.columns:
        if not table.columns[table.index_of[name.lower()]].spec.nullable:
            raise mysql_error("ER_FK_COLUMN_NOT_NULL", name, key.name)


def _is_unique_over(key: Key, columns: tuple[int, ...]) -> bool:
    return key.unique and sorted(key.columns) == sorted(columns)

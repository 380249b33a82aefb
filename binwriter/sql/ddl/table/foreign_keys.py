"""The foreign keys of a table definition: their names, their indexes, and whether they fit their parents.

Source: MySQL manual, "FOREIGN KEY Constraints"; names and errors as a 9.7.4 gives them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import ForeignKey, ForeignKeyAction, Key, Table, keys_by_name
from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table import foreign_keys_old, kept_as
from binwriter.sql.ddl.table.constraints import number_of
from binwriter.sql.syntax.table import ForeignKeySyntax, KeyPartSyntax, KeySyntax
from binwriter.sql.text.trees import parse_expression
from binwriter.sql.types import columns_in


def has_foreign_keys(engine: Engine) -> bool:
    """Whether the engine keeps foreign keys; of others' they leave their indexes alone."""
    return engine.name == "InnoDB"


def keys_in_force(keys: Iterable[ForeignKeySyntax], context: StatementContext) -> list[ForeignKeySyntax]:
    """Those that are not read and forgotten."""
    return [key for key in keys if not key.of_column or context.variables.behaviour.columns_have_foreign_keys]


def with_indexes_of_foreign_keys(
    keys: Sequence[KeySyntax], new: Iterable[ForeignKeySyntax], kept: int = 0
) -> list[KeySyntax]:
    """The keys of a table that gets foreign keys: each brings its index, where it is written (captured: faults), and
    one that another serves goes. kept: how many keys the table has already.

    Of two keys of which one begins with the other, a server drops the one it made itself: the shorter one, and of two
    equal ones that it made the older.
    """
    with_generated = list(keys)
    for number, foreign in enumerate(new):
        parts = tuple(KeyPartSyntax(name) for name in foreign.columns)
        made = KeySyntax("key", parts, foreign.index if foreign.name is None else foreign.name, generated=True)
        with_generated.insert(kept + foreign.place + number, made)
    gone: set[int] = set()
    for later, key in enumerate(with_generated):
        for earlier, other in enumerate(with_generated[:later]):
            if earlier in gone or not _serves(key, other):
                continue
            is_needed = other.generated and not (key.generated and len(key.parts) < len(other.parts))
            gone.add(earlier if is_needed else later)
            break
    return [key for number, key in enumerate(with_generated) if number not in gone]


def _whole(parts: Iterable[KeyPartSyntax]) -> list[str]:
    """The columns of a key; a prefix of one serves no foreign key."""
    return [part.column.lower() if part.length is None else "" for part in parts]


def _serves(key: KeySyntax, other: KeySyntax) -> bool:
    """Whether a generated one of the two is the beginning of the other."""
    one, two = (_whole(each.parts) for each in (key, other))
    shorter = min(len(one), len(two))
    if one[:shorter] != two[:shorter] or key.special or other.special:
        return False
    return (key.generated and len(one) == shorter) or (other.generated and len(two) == shorter)


def refuse_checked_columns(table: Table) -> None:
    """ER_CHECK_CONSTRAINT_CLAUSE_USING_FK_REFER_ACTION_COLUMN: a CHECK does not read what a key's action changes."""
    for check in table.checks:
        read = {node.name.lower() for node in columns_in(parse_expression(check.expression))}
        for key in table.foreign_keys:
            if key.on_update in _REFUSING and key.on_delete in (*_REFUSING, ForeignKeyAction.CASCADE):
                continue
            name = next((column for column in key.columns if column.lower() in read), None)
            if name is not None:
                symbol = "ER_CHECK_CONSTRAINT_CLAUSE_USING_FK_REFER_ACTION_COLUMN"
                raise mysql_error(symbol, name, check.name, key.name)


def with_foreign_keys(
    table: Table, keys: list[ForeignKeySyntax], catalog: Catalog, context: StatementContext, *, partitioned_too: bool
) -> Table:
    """A new table with its keys (captured: clusters/filled_foreign_keys). ER_FOREIGN_KEY_ON_PARTITIONED, and what keys
    and children that wait for it are refused with. What other tables take from it is seen later (`refuse_taken_keys`,
    `refuse_changed_bases`)."""
    check_waiting_children(table, catalog, context, partitioned=partitioned_too)
    built = build_foreign_keys(table, keys, catalog, context, partitioned_too=partitioned_too)
    return replace(table, foreign_keys=keys_by_name(built))


def refuse_taken_keys(table: Table, catalog: Catalog, old: str = "", numbered: Sequence[ForeignKey] = ()) -> None:
    """The name of a foreign key is taken once in a database. old: the name that the table had; numbered: the keys that
    it had, of which those that go by the same statement have their names still. ER_FK_DUP_NAME."""
    names = (table.name, old)
    others = (other for other in catalog if other.schema == table.schema and other.name not in names)
    taken = {key.name.lower() for other in others for key in other.foreign_keys} if table.foreign_keys else set()
    taken.update(key.name.lower() for key in numbered)
    for key in table.foreign_keys:
        if key.name.lower() in taken:
            raise mysql_error("ER_FK_DUP_NAME", key.name)


def refuse_changed_bases(table: Table, symbol: str = "ER_CANNOT_ADD_FOREIGN") -> None:
    """InnoDB lets no foreign key change what stored columns are computed from, be it the column that comes (captured:
    clusters/bases_of_stored). symbol: the error."""
    read = {
        node.name.lower()
        for column in table.columns
        if column.generated and column.stored
        for node in columns_in(parse_expression(column.generated))
    }
    for key in table.foreign_keys if read else ():
        cascades = ForeignKeyAction.CASCADE in (key.on_delete, key.on_update) or _changing(key)
        if cascades and any(name.lower() in read for name in key.columns):
            raise mysql_error(symbol)


def build_foreign_keys(
    table: Table,
    keys: Iterable[ForeignKeySyntax],
    catalog: Catalog,
    context: StatementContext,
    existing: Sequence[ForeignKey] = (),
    numbered: Sequence[ForeignKey] = (),
    old: str = "",
    *,
    partitioned_too: bool = False,
) -> tuple[ForeignKey, ...]:
    """The foreign keys with their names: table_ibfk_1 and so on.

    existing: those of the table that is altered; numbered: those that it had before, and old the name that it had
    then. MySQLError ER_FK_DUP_NAME, ER_FK_NO_UNIQUE_INDEX_PARENT ...; without foreign_key_checks the parent may be
    missing.
    """
    taken = {other.name.lower() for other in existing}
    names = {(f"{table.name}_ibfk_", key.name) for key in existing}
    names |= {(f"{old or table.name}_ibfk_", key.name) for key in numbered}
    number = max((number_of(name, prefix) for prefix, name in names), default=0)
    built: list[ForeignKey] = []
    for syntax in keys:
        if table.temporary:
            raise mysql_error("ER_CANNOT_ADD_FOREIGN")
        if syntax.parent_columns and len(syntax.parent_columns) != len(syntax.columns):
            raise _mismatch(syntax, context)
        name = syntax.name
        if name is None:
            number += 1
            name = f"{table.name}_ibfk_{number}"
        for column in syntax.columns:
            if column.lower() not in table.index_of:
                raise mysql_error("ER_KEY_COLUMN_DOES_NOT_EXITS", column)
        parent_columns = syntax.parent_columns or _primary_columns(catalog, table, syntax, context)
        if len(parent_columns) != len(syntax.columns):
            raise _mismatch(syntax, context)
        key = ForeignKey(
            name,
            tuple(table.columns[table.index_of[column.lower()]].name for column in syntax.columns),
            (syntax.parent[0] or table.schema, syntax.parent[1]),
            parent_columns,
            _action(syntax.on_delete, context),
            _action(syntax.on_update, context),
            _spelled(syntax, context),
        )
        _refuse_changed_generated(table, key)
        if not has_foreign_keys(table.engine):
            continue
        if not syntax.parent_columns and context.variables.behaviour.parents_name_columns:
            raise mysql_error("ER_CANNOT_ADD_FOREIGN")
        if name.lower() in taken:
            raise mysql_error("ER_FK_DUP_NAME", name)
        taken.add(name.lower())
        _refuse_virtual(table, key)
        check_set_null(table, key, key.name)
        refuse_checked_columns(replace(table, foreign_keys=(key,)))
        if partitioned_too:
            raise mysql_error("ER_FOREIGN_KEY_ON_PARTITIONED")
        _check_parent(table, key, catalog, context)
        built.append(key)
    return tuple(built)


def _primary_columns(
    catalog: Catalog, table: Table, syntax: ForeignKeySyntax, context: StatementContext
) -> tuple[str, ...]:
    """REFERENCES parent, without columns: those of its primary key, which the table itself is to have where it is its
    own parent; none of what has no such key, or is not there, or is not looked at for want of foreign_key_checks
    (captured: clusters/parents_without_columns)."""
    schema, name = syntax.parent[0] or table.schema, syntax.parent[1]
    is_own = (schema, name) == (table.schema, table.name)
    looks = context.variables.settings.foreign_key_checks or not context.variables.behaviour.server_checks_foreign_keys
    parent = table if is_own else catalog.find(schema, name) if looks else None
    if parent is not None and parent.primary_key is not None:
        return tuple(parent.columns[column].name for column in parent.primary_key.columns)
    return () if context.variables.behaviour.server_checks_foreign_keys else syntax.columns


def _mismatch(syntax: ForeignKeySyntax, context: StatementContext) -> MySQLError:
    """ER_WRONG_FK_DEF. Up to 5.7 an index is its name, too."""
    index = None if context.variables.behaviour.server_checks_foreign_keys else syntax.index
    shown = syntax.name or index or "foreign key without name"
    return mysql_error("ER_WRONG_FK_DEF", shown, "Key reference and table reference don't match")


def _check_parent(table: Table, key: ForeignKey, catalog: Catalog, context: StatementContext) -> None:
    checks = context.variables.settings.foreign_key_checks
    schema, name = key.parent
    parent = table if (schema, name) == (table.schema, table.name) else catalog.find(schema, name)
    if not context.variables.behaviour.server_checks_foreign_keys:
        parent = catalog.find(schema, name) or parent  # which ALTER TABLE of the parent itself has not changed yet
        if checks or parent is not None:
            _check_as_the_engine(table, key, parent, catalog, context)
        return
    if parent is not None and parent.partitioning is not None:
        raise mysql_error("ER_FOREIGN_KEY_ON_PARTITIONED")
    if parent is not None and parent.engine is table.engine:
        _check_columns(table, key, parent, context)
    elif checks:
        raise mysql_error("ER_FK_CANNOT_OPEN_PARENT", name)


def _check_as_the_engine(
    table: Table, key: ForeignKey, parent: Table | None, catalog: Catalog, context: StatementContext
) -> None:
    """Up to 5.7. ER_CANNOT_ADD_FOREIGN, ER_CANT_CREATE_TABLE. Without foreign_key_checks a parent may be missing."""
    if parent is None or parent.engine is not table.engine:
        if not context.variables.settings.foreign_key_checks:
            return
        raise foreign_keys_old.refusal(table, context)
    behaviour = context.variables.behaviour
    try:
        if foreign_keys_old.has_leading_index(key, parent, alone=parent is table and behaviour.keys_in_place):
            check_compatible(table, parent, key, context)
            return
    except MySQLError:
        """What does not fit is as good as missing."""
    if all(column.lower() in parent.index_of for column in key.parent_columns):
        foreign_keys_old.warn_of_missing_index(
            table, context, alters=catalog.find(table.schema, table.name) is not None
        )
    raise foreign_keys_old.refusal(table, context)


def check_waiting_children(
    parent: Table, catalog: Catalog, context: StatementContext, *, shown: bool = False, partitioned: bool = False
) -> None:
    """A new table must fit the foreign keys that were made before it. partitioned: it will be.

    ER_CANNOT_ADD_FOREIGN; without foreign_key_checks, and with `shown`, the error that the child's definition would
    give (captured: foreign_keys_refused_definitions). ER_FOREIGN_KEY_ON_PARTITIONED is given as it is (captured:
    clusters/foreign_keys_to_partitions).
    """
    checks = context.variables.settings.foreign_key_checks
    if not checks and not context.variables.behaviour.server_checks_foreign_keys:
        return
    if not parent.engine.two_phase or parent.temporary:
        return
    children = catalog.children(parent.schema, parent.name)
    for child, key in sorted(children, key=lambda pair: (pair[0].schema, pair[0].name, pair[1].name.lower())):
        if child.name == parent.name and child.schema == parent.schema:
            continue
        if partitioned or parent.partitioning is not None:
            raise mysql_error("ER_FOREIGN_KEY_ON_PARTITIONED")
        try:
            _check_columns(child, key, parent, context)
        except MySQLError as error:
            raise mysql_error("ER_CANNOT_ADD_FOREIGN") if checks and not shown else error from None


def check_new_name(old: tuple[str, str], table: Table, catalog: Catalog, context: StatementContext) -> None:
    """A table whose name alone becomes another one must fit the foreign keys that wait for it there.

    The engine looks first: with foreign_key_checks that is ER_ERROR_ON_RENAME (captured:
    foreign_keys_renamed_parents). Behind a RENAME that failed without foreign_key_checks a server's engine no longer
    knows the child, and gives the error as it is: not modelled.
    """
    try:
        check_waiting_children(table, catalog, context, shown=True)
    except MySQLError as error:
        if not context.variables.settings.foreign_key_checks or error.symbol == "ER_FOREIGN_KEY_ON_PARTITIONED":
            raise
        names = (f"./{old[0]}/{old[1]}", f"./{table.schema}/{table.name}")
        raise mysql_error("ER_ERROR_ON_RENAME", *names, 150, "Foreign key constraint is incorrectly formed") from None


def _check_columns(table: Table, key: ForeignKey, parent: Table, context: StatementContext) -> None:
    name = parent.name
    for column in key.parent_columns:
        if column.lower() not in parent.index_of:
            raise mysql_error("ER_FK_NO_COLUMN_PARENT", column, key.name, name)
    check_compatible(table, parent, key, context)
    wanted = tuple(parent.index_of[column.lower()] for column in key.parent_columns)
    if parent is table and wanted == tuple(table.index_of[column.lower()] for column in key.columns):
        usable: list[Key] = []
    else:
        usable = [parent_key for parent_key in parent.keys if _begins_with(parent_key, wanted)]
    has_unique = any(parent_key.unique and len(parent_key.columns) == len(wanted) for parent_key in usable)
    restricted = context.variables.behaviour.parents_need_unique_keys
    if restricted and context.variables.get("restrict_fk_on_non_standard_key") and not has_unique:
        raise mysql_error("ER_FK_NO_UNIQUE_INDEX_PARENT", key.name, name)
    if not usable:
        raise mysql_error("ER_FK_NO_INDEX_PARENT", key.name, name)
    if restricted and not has_unique:
        # of a key to its own table a server names the index that it found (captured: foreign_keys_to_plain_indexes)
        context.warn("ER_WARN_DEPRECATED_NON_STANDARD_KEY", usable[0].name if parent is table else key.name)


def _begins_with(key: Key, columns: tuple[int, ...]) -> bool:
    """Whether these columns, each of them whole, are the beginning of a parent's key."""
    return key.columns[: len(columns)] == columns and not any(part.length for part in key.parts[: len(columns)])


def check_compatible(
    child: Table, parent: Table, key: ForeignKey, context: StatementContext, *, collations: bool = True
) -> None:
    """ER_FK_INCOMPATIBLE_COLUMNS unless InnoDB keeps the columns of both sides alike, texts by one collation."""
    fractions = context.variables.behaviour.moments_have_fractions
    for name, referenced in zip(key.columns, key.parent_columns, strict=False):
        own = kept_as.kept_as(child.columns[child.index_of[name.lower()]].spec, fractions=fractions)
        other = kept_as.kept_as(parent.columns[parent.index_of[referenced.lower()]].spec, fractions=fractions)
        if own[0] != other[0] or (collations and own != other):
            raise mysql_error("ER_FK_INCOMPATIBLE_COLUMNS", name, referenced, key.name)


def _action(written: str | None, context: StatementContext) -> ForeignKeyAction:
    """What a clause asks for; up to 5.7 InnoDB forgets that RESTRICT, its default, was written."""
    action = ForeignKeyAction(written or "NO ACTION")
    forgets = not context.variables.behaviour.server_checks_foreign_keys
    return ForeignKeyAction.NO_ACTION if forgets and action is ForeignKeyAction.RESTRICT else action


def _spelled(syntax: ForeignKeySyntax, context: StatementContext) -> frozenset[str]:
    """Up to 5.7 NO ACTION is shown where it was written (captured: keys_without_action_statement)."""
    if context.variables.behaviour.server_checks_foreign_keys or not context.variables.behaviour.engine_spells_actions:
        return frozenset()
    written = {"DELETE": syntax.on_delete, "UPDATE": syntax.on_update}
    return frozenset(clause for clause, action in written.items() if action == ForeignKeyAction.NO_ACTION.value)


_REFUSING = (ForeignKeyAction.NO_ACTION, ForeignKeyAction.RESTRICT)
_CHANGING_ACTIONS = {
    "ON DELETE": (ForeignKeyAction.SET_NULL,),
    "ON UPDATE": (ForeignKeyAction.SET_NULL, ForeignKeyAction.CASCADE),
}


def _changing(key: ForeignKey) -> dict[str, ForeignKeyAction]:
    """The clauses that write the columns of the child."""
    actions = {"ON DELETE": key.on_delete, "ON UPDATE": key.on_update}
    return {clause: action for clause, action in actions.items() if action in _CHANGING_ACTIONS[clause]}


def _refuse_changed_generated(table: Table, key: ForeignKey) -> None:
    """ER_WRONG_FK_OPTION_FOR_GENERATED_COLUMN, by any engine."""
    for clause, action in _changing(key).items():
        if any(table.columns[table.index_of[name.lower()]].generated for name in key.columns):
            raise mysql_error("ER_WRONG_FK_OPTION_FOR_GENERATED_COLUMN", f"{clause} {action.value}")


def _refuse_virtual(table: Table, key: ForeignKey) -> None:
    """ER_FK_CANNOT_USE_VIRTUAL_COLUMN."""
    for name in key.columns:
        column = table.columns[table.index_of[name.lower()]]
        if column.virtual:
            raise mysql_error("ER_FK_CANNOT_USE_VIRTUAL_COLUMN", key.name, column.name)


def check_set_null(table: Table, key: ForeignKey, shown: str) -> None:
    """ER_FK_COLUMN_NOT_NULL. shown: how the key is named there."""
    if ForeignKeyAction.SET_NULL not in (key.on_delete, key.on_update):
        return
    for name in key.columns:
        if not table.columns[table.index_of[name.lower()]].spec.nullable:
            raise mysql_error("ER_FK_COLUMN_NOT_NULL", name, shown)

"""ALTER TABLE and the foreign keys that stay: what of a table's engine and columns they hold on to.

Source: MySQL manual, "ALTER TABLE Statement", "FOREIGN KEY Constraints"; what is refused and how, as a 9.7.4 does it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Column, ForeignKey, Table
from binwriter.formats.records import replace
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.alter.stored_alike import same_storage
from binwriter.sql.ddl.table.foreign_keys import check_compatible, check_set_null


class AlteredColumn(Protocol):
    """A column of the new definition. old: its place in the old one, None for a new column."""

    @property
    def column(self) -> Column: ...
    @property
    def old(self) -> int | None: ...


class AlteredKeys(Protocol):
    """What the checks of foreign keys ask of an ALTER TABLE (`binwriter.sql.ddl.alter.table.Alteration`)."""

    table: Table
    engine: Engine
    context: StatementContext
    foreign_keys: list[ForeignKey]
    children: list[tuple[Table, ForeignKey]]
    new_names: dict[str, str]

    @property
    def slots(self) -> Sequence[AlteredColumn]: ...
    @property
    def affected_counts(self) -> bool: ...


def check_engine(alteration: AlteredKeys) -> None:
    """ER_FK_CANNOT_CHANGE_ENGINE: a table of a foreign key keeps its engine."""
    table = alteration.table
    if alteration.engine is not table.engine and (alteration.foreign_keys or alteration.children):
        raise mysql_error("ER_FK_CANNOT_CHANGE_ENGINE")


def check_kept_keys(alteration: AlteredKeys, table: Table, catalog: Catalog) -> None:
    """The columns of the table's foreign keys go on to fit those of their parents, and to take the NULL of SET NULL.

    table: as it will be. Without foreign_key_checks collations may differ, and columns may change (captured:
    clusters/set_null_children_altered; 5.7.18).
    """
    behaviour = alteration.context.variables.behaviour
    for key in () if behaviour.engine_checks_keys else alteration.foreign_keys:
        check_set_null(table, key, key.name if behaviour.server_checks_foreign_keys else f"{table.schema}/{key.name}")
    checks = alteration.context.variables.settings.foreign_key_checks
    if not checks and not behaviour.server_checks_foreign_keys:
        return
    for key in alteration.foreign_keys:
        parent = catalog.find(*key.parent)
        if parent is alteration.table:
            check_compatible(
                table, table, renamed_parent(key, alteration.new_names), alteration.context, collations=checks
            )
        elif parent is not None:
            check_compatible(table, parent, key, alteration.context, collations=checks)


def check_kept_children(alteration: AlteredKeys, table: Table) -> None:
    """The same of the foreign keys that refer to it, and a copy changes the columns of neither (captured: faults)."""
    checks = alteration.context.variables.settings.foreign_key_checks
    if not checks and not alteration.context.variables.behaviour.server_checks_foreign_keys:
        return
    for child, key in alteration.children:
        if child is not alteration.table:
            check_compatible(
                child, table, renamed_parent(key, alteration.new_names), alteration.context, collations=checks
            )
    if not alteration.context.variables.behaviour.alters_in_place:
        _check_renamed(alteration)
    elif checks and alteration.affected_counts:
        _check_copied(alteration)


def _check_renamed(alteration: AlteredKeys) -> None:
    """Up to 5.5 columns of foreign keys keep their names, in either table, and that is all (captured:
    captured-old/5.5.20/columns_of_foreign_keys_statement)."""
    for child, key in alteration.children:
        for name in key.parent_columns:
            if name.lower() in alteration.new_names:
                shown = f"{child.schema}.{child.name}"
                raise mysql_error("ER_FK_COLUMN_CANNOT_CHANGE_CHILD", name, key.name, shown)
    renamed = {name.lower() for name in alteration.new_names.values()}
    for key in alteration.foreign_keys:
        for name in key.columns:
            if name.lower() in renamed:
                raise mysql_error("ER_FK_COLUMN_CANNOT_CHANGE", name, key.name)


def _check_copied(alteration: AlteredKeys) -> None:
    changed = set(_changed_columns(alteration))
    for child, key in alteration.children:
        for name in key.parent_columns:
            if child is not alteration.table and name.lower() in changed:
                shown = f"{child.schema}.{child.name}"
                raise mysql_error("ER_FK_COLUMN_CANNOT_CHANGE_CHILD", name, key.name, shown)
    renamed = {name.lower() for name in alteration.new_names.values()}  # of which a copy says so, later
    for key in alteration.foreign_keys:
        for name in key.columns:
            if name.lower() in changed - renamed:
                raise mysql_error("ER_FK_COLUMN_CANNOT_CHANGE", name, key.name)


def _changed_columns(alteration: AlteredKeys) -> Iterator[str]:
    """The columns, by name in lower case, whose type changes or which take no NULL any more."""
    for slot in alteration.slots:
        if slot.old is not None:
            before, after = alteration.table.columns[slot.old].spec, slot.column.spec
            if not same_storage(before, after, in_place=True) or (before.nullable and not after.nullable):
                yield slot.column.name.lower()


def renamed_parent(key: ForeignKey, names: dict[str, str]) -> ForeignKey:
    """A foreign key after columns of its parent got new names. names: by old name in lower case."""
    return replace(key, parent_columns=tuple(names.get(name.lower(), name) for name in key.parent_columns))

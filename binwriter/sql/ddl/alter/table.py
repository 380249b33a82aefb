"""ALTER TABLE, CREATE INDEX, DROP INDEX: a new definition from the old one and the actions, and the rows that fit it.

Source: MySQL manual, "ALTER TABLE Statement" and "Online DDL Operations" (which changes copy the table: only those tell
the client a number of rows); errors and counts as a 9.7.4 gives them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any

from binwriter.catalog.limits import check_comment
from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Check, Column, DefaultKind, ForeignKey, SpecialKey, Table, by_child, keys_by_name
from binwriter.errors import MySQLError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.engines import Engine
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.foreign_key_tables import children_of
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.alter import added_timestamps
from binwriter.sql.ddl.alter.converted_columns import converted
from binwriter.sql.ddl.alter.file_formats import is_unasked
from binwriter.sql.ddl.alter.foreign_keys import check_kept_children, check_kept_keys
from binwriter.sql.ddl.alter.kept_keys import key_syntax, special_syntax
from binwriter.sql.ddl.alter.prefixes import fitting_prefixes
from binwriter.sql.ddl.alter.same_keys import ignoring_same_keys, makes_named_again, primary_takes_nulls
from binwriter.sql.ddl.alter.stand_ins import reason_of_lost_primary
from binwriter.sql.ddl.partitions.functions import check_columns
from binwriter.sql.ddl.reference_systems import check_reference_systems, refuse_angles, refuse_other_systems
from binwriter.sql.ddl.table import innodb_options
from binwriter.sql.ddl.table.columns import asks_for_null
from binwriter.sql.ddl.table.constraints import refuse_same_names, with_new_name
from binwriter.sql.ddl.table.define import (
    check_table,
    partitioned,
    refuse_columns_of_engine,
    refuse_nulls_of_engine,
)
from binwriter.sql.ddl.table.engine import known_engine
from binwriter.sql.ddl.table.expressions import check_expressions
from binwriter.sql.ddl.table.foreign_keys import (
    build_foreign_keys,
    check_waiting_children,
    has_foreign_keys,
    keys_in_force,
    refuse_changed_bases,
    refuse_checked_columns,
    refuse_taken_keys,
    with_indexes_of_foreign_keys,
)
from binwriter.sql.ddl.table.keys import build_keys
from binwriter.sql.ddl.table.options import OptionCheck, altered_options, altered_union, check_key_parts
from binwriter.sql.syntax.alter_table import (
    AddColumn,
    AddForeignKey,
    AddKey,
    AlterTableSyntax,
    ChangeColumn,
    ConvertCharset,
    DropColumn,
    DropConstraint,
    DropKey,
    OrderRows,
    Rebuild,
)
from binwriter.sql.syntax.table import ColumnSyntax, CreateTableSyntax, ForeignKeySyntax, KeyPartSyntax, KeySyntax

_TEXT_TYPES = frozenset({ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB, ColumnType.ENUM, ColumnType.SET})


@dataclass
class Slot:
    """A column of the new table. old: its index in the old one, None for a new one. old_name: as indexes know it."""

    column: Column
    old: int | None
    old_name: str


# What a MyISAM table is copied for. InnoDB copied its tables too, from 5.5 on not for keys (captured: 5.5.62, 5.6.24).
_DEFINING = (AddColumn, ChangeColumn)
_REBUILDING = (AddColumn, DropColumn, AddKey, DropKey, OrderRows, ConvertCharset)
_REBUILDING_BUT_KEYS = (AddColumn, DropColumn, OrderRows, ConvertCharset)


def _drops_primary(actions: Sequence[object]) -> bool:
    return any(isinstance(action, DropKey) and action.name == "PRIMARY" for action in actions)


_COPYING_IF_CHANGED = frozenset({"ROW_FORMAT", "CHECKSUM", "DELAY_KEY_WRITE"})


@dataclass
class Alteration:
    """The new definition as it grows, and what it asks of the rows.

    order_by: (column name, descending) of ORDER BY. copies: the statement copies the table, so that the client is
    told a number of rows; copy_reason: why InnoDB cannot do it in place, '' where it says nothing. changes_data: rows
    must be made anew. late: what is wrong with values of defaults. dropped_keys: with their names. counter: the number
    that the table gives next; AUTO_INCREMENT of the same one changes nothing (captured:
    definitions_that_do_not_fit_statement).
    """

    table: Table
    syntax: AlterTableSyntax
    context: StatementContext
    slots: list[Slot]
    keys: list[KeySyntax]
    checks: list[Check]
    foreign_keys: list[ForeignKey]
    engine: Engine
    collation: int
    schema: str
    name: str
    new_foreign_keys: list[ForeignKeySyntax] = field(default_factory=list)
    order_by: tuple[tuple[str, bool], ...] = ()
    copies: bool = False
    copy_reason: str = ""
    converted: int | None = None
    drops_primary: bool = False
    adds_primary: bool = False
    children: list[tuple[Table, ForeignKey]] = field(default_factory=list)
    new_names: dict[str, str] = field(default_factory=dict)
    renamed_keys: set[int] = field(default_factory=set)
    late: list[MySQLError] = field(default_factory=list)
    added_timestamps: list[added_timestamps.AddedTimestamp] = field(default_factory=list)
    dropped_keys: list[tuple[KeySyntax, str]] = field(default_factory=list)
    catalog: Catalog = field(default_factory=Catalog)
    counter: int | None = None

    @classmethod
    def of(cls, table: Table, syntax: AlterTableSyntax, context: StatementContext, catalog: Catalog) -> Alteration:
        """The start: everything as it is."""
        name = syntax.options.engine
        engine = (known_engine(name, context) if name is not None else None) or table.engine
        return cls(
            table,
            syntax,
            context,
            [Slot(column, index, column.name) for index, column in enumerate(table.columns)],
            [
                special_syntax(key) if isinstance(key, SpecialKey) else key_syntax(key, table)
                for key in table.keys_in_order
            ],
            [replace(check, as_given=check.as_given and syntax.only_renames) for check in table.checks],
            list(table.foreign_keys),
            engine,
            table.collation,
            table.schema,
            table.name,
            children=by_child(children_of(table, catalog)),
            catalog=catalog,
        )

    # --- columns

    def find(self, name: str) -> int:
        """The slot of a column. ER_BAD_FIELD_ERROR in the table if there is none."""
        for index, slot in enumerate(self.slots):
            if slot.old_name.lower() == name.lower():
                return index
        raise mysql_error("ER_BAD_FIELD_ERROR", name, self.table.name)

    def built(self, column: ColumnSyntax, old: Column | None = None) -> Column:
        """A column definition. In a primary key it is NOT NULL unless it says otherwise."""
        keys = [key for key in self.keys if key.kind == "primary"]
        keys += [action.key for action in self.syntax.actions if isinstance(action, AddKey)]
        names = {column.name.lower()} | ({old.name.lower()} if old is not None else set())
        primary = any(key.kind == "primary" and any(part.column.lower() in names for part in key.parts) for key in keys)
        scratch = CreateTableSyntax(self.table.name, columns=[column])
        if primary:
            scratch.keys.append(KeySyntax("primary", (KeyPartSyntax(column.name),)))
        taken = converted(scratch, self.syntax, self.collation, self.context)
        made = added_timestamps.built(taken, self.collation, self.context, self.late, self.added_timestamps)
        return made if taken is scratch else replace(made, explicit_charset=True)

    def insert(self, slot: Slot, after: str | None) -> None:
        """after: '' for the front, None for the end."""
        if after is None:
            self.slots.append(slot)
        elif not after:
            self.slots.insert(0, slot)
        else:
            self.slots.insert(self._behind(after), slot)

    def _behind(self, name: str) -> int:
        for index, slot in enumerate(self.slots):
            if slot.column.name.lower() == name.lower() or slot.old_name.lower() == name.lower():
                return index + 1
        raise mysql_error("ER_BAD_FIELD_ERROR", name, self.table.name)

    def keep_generated_key_first(self) -> None:
        """Columns that are added FIRST stand behind the generated key (captured: clusters/generated_keys_altered)."""
        for slot in self.slots if self.table.has_generated_key else ():
            if slot.old == 0:
                self.slots.remove(slot)
                self.slots.insert(0, slot)
                return

    def renamed(self, old: str, new: str) -> None:
        """Keys and foreign keys follow a column's new name, which may be that of another that is renamed as well
        (captured: clusters/columns_exchange_names)."""
        if old == new:
            return
        self.new_names[old.lower()] = new
        lowered = old.lower()
        for position, key in enumerate(self.keys):
            parts = tuple(
                replace(part, column=new, renamed=True) if part.column.lower() == lowered and not part.renamed else part
                for part in key.parts
            )
            self.keys[position] = replace(key, parts=parts)
        before = {key.name: key.columns for key in self.table.foreign_keys}
        self.foreign_keys = [
            replace(key, columns=tuple(self.new_names.get(name.lower(), name) for name in before[key.name]))
            for key in self.foreign_keys
        ]

    # --- the result

    def result(self, catalog: Any, check_dropped: Callable[[], None]) -> Table:
        """The new definition. check_dropped: of keys. MySQLError as for CREATE TABLE."""
        added_timestamps.settle(self.slots, self.added_timestamps, self.late)
        columns = tuple(slot.column for slot in self.slots)
        if not columns:
            raise mysql_error("ER_CANT_REMOVE_ALL_FIELDS")
        seen: set[str] = set()
        for column in columns:
            if column.name.lower() in seen:
                raise mysql_error("ER_DUP_FIELDNAME", column.name)
            seen.add(column.name.lower())
        new_keys = keys_in_force(self.new_foreign_keys, self.context)
        options = self.syntax.options
        shown = altered_options(self.table.options, options)
        refuse_other_systems(self.table, [(slot.old, slot.column) for slot in self.slots])
        check_reference_systems(columns, catalog)
        parted = self.syntax.partition_by is not None or self.table.partitioning is not None
        refuse_columns_of_engine(columns, self.engine, partitioned=parted)
        refuse_angles(columns, catalog, self.engine)
        written = [action.key for action in self.syntax.actions if isinstance(action, AddKey)]
        specs = {slot.column.name.lower(): slot.column.spec for slot in self.slots if slot.old is not None}
        fitting = fitting_prefixes(self.keys, written, specs)
        with_indexes = with_indexes_of_foreign_keys(fitting, new_keys, len(fitting) - len(written))
        scratch = CreateTableSyntax(self.name, keys=with_indexes)
        scratch.options.shown.extend(shown)
        columns = self._primary_not_null(columns, scratch.keys)
        before = {key.name.lower() for key in self.table.special_keys}
        keys, columns, special = build_keys(scratch, columns, self.engine, self.context, before)
        there = {key.name for key in self.table.keys if self.table.engine == self.engine}
        new = [key for key in keys if key.name not in there]
        check_key_parts(new, columns, self.engine, shown, self.context)
        table = replace(
            self.table,
            schema=self.schema,
            name=self.name,
            engine=self.engine,
            columns=columns,
            keys=keys,
            collation=self.collation,
            options=shown,
            comment=check_comment(options.comment, self.name, "ER_TOO_LONG_TABLE_COMMENT", self.context)
            if "COMMENT" in options.written
            else self.table.comment,
            checks=tuple(self.checks),
            foreign_keys=tuple(self.foreign_keys),
            special_keys=special,
            merges=altered_union(self.table, options),
        )
        if self.name != self.table.name and not table.temporary:
            table = with_new_name(table, self.table.name, catalog)
        in_place = not (table.temporary or self.copies or self.syntax.algorithm == "COPY" or self.syntax.partition_by)
        if parted and table.foreign_keys and has_foreign_keys(self.engine):
            raise mysql_error("ER_FOREIGN_KEY_ON_PARTITIONED")
        numbered = self.table.foreign_keys  # those that go have their numbers still (captured: definitions_copied)
        check_dropped()
        check_kept_keys(self, table, catalog)
        by_server = self.context.variables.behaviour.server_checks_foreign_keys
        old = self.table.name if by_server else self.name
        added = build_foreign_keys(
            table, new_keys, catalog, self.context, table.foreign_keys, numbered, old, partitioned_too=parted
        )
        of_added = replace(table, foreign_keys=added)
        refuse_checked_columns(replace(table, foreign_keys=(*table.foreign_keys, *added)))
        check_table(table, self.context, in_place=in_place)
        for error in self.late[:1]:
            raise error
        if self.syntax.partition_by is not None:
            check_columns(table, self.syntax.partition_by, self.context)
        refuse_taken_keys(of_added, catalog, self.table.name, numbered if by_server else ())
        refuse_same_names(table.checks)
        table = self._partitioned(table)
        if table.partitioning is not None and table.name == self.table.name and has_foreign_keys(self.engine):
            check_waiting_children(table, catalog, self.context)
        check_expressions(table, self.context)
        refuse_nulls_of_engine(table, self.context)
        stays = in_place and self.engine is self.table.engine
        behaviour = self.context.variables.behaviour
        unasked = is_unasked(self.syntax, self.table.columns, columns, behaviour, copies=self.affected_counts)
        check = option_check(self, catalog)
        kept = innodb_options.check_innodb_options(check, table.options, in_place=stays, unasked=unasked)
        table = replace(table, options=kept)
        if in_place:
            refuse_changed_bases(of_added, "ER_CANNOT_ADD_FOREIGN_BASE_COL_STORED")
        elif self.syntax.algorithm not in ("INPLACE", "INSTANT"):
            refuse_changed_bases(replace(table, foreign_keys=(*table.foreign_keys, *added)))
        check_kept_children(self, table)
        foreign_keys = (*table.foreign_keys, *added)
        changes = added or len(table.foreign_keys) < len(self.table.foreign_keys)
        if changes and (self.affected_counts or self.context.variables.behaviour.server_checks_foreign_keys):
            # where some come or go all are made anew (captured: foreign_keys_by_name)
            foreign_keys = tuple(key.remade() for key in foreign_keys)
        return replace(table, foreign_keys=keys_by_name(foreign_keys))

    def _partitioned(self, table: Table) -> Table:
        """The partitions, made anew for the new columns."""
        old = table.partitioning
        syntax = self.syntax.partition_by or (old.syntax if old is not None else None)
        if old is not None:
            for index in old.columns:
                name = self.table.columns[index].name
                if name.lower() not in table.index_of:
                    raise mysql_error("ER_DEPENDENT_BY_PARTITION_FUNC", name)
        return partitioned(table, syntax, self.context)

    def _primary_not_null(self, columns: tuple[Column, ...], keys: list[KeySyntax]) -> tuple[Column, ...]:
        """What a primary key has is NOT NULL. ER_PRIMARY_CANT_HAVE_NULL where the ALTER asks for NULL."""
        named = {part.column.lower() for key in keys if key.kind == "primary" for part in key.parts}
        kept = {
            action.column.name.lower()
            for action in self.syntax.actions
            if isinstance(action, _DEFINING) and asks_for_null(action.column)
        }
        named, refused = named - kept, named & kept  # NULL at a column of the primary key: ER_PRIMARY_CANT_HAVE_NULL
        columns = tuple(
            replace(column, spec=replace(column.spec, nullable=True)) if column.name.lower() in refused else column
            for column in columns
        )
        return tuple(
            replace(
                column,
                spec=replace(column.spec, nullable=False),
                default_kind=DefaultKind.NONE if column.default is None else column.default_kind,
            )
            if column.name.lower() in named and column.spec.nullable
            else column
            for column in columns
        )

    @property
    def affected_counts(self) -> bool:
        """Whether the client is told how many rows were copied. A temporary table always is (captured:
        alter_copies)."""
        if self.table.temporary or self.copies or self.syntax.algorithm == "COPY" or self.syntax.partition_by:
            return True
        if self.engine is not self.table.engine:
            return True
        actions = ignoring_same_keys(self)
        if reason_of_lost_primary(self):
            return True
        if self.order_by or self.syntax.validates or (self.syntax.switches_keys and not self.syntax.copies_nothing):
            return True
        behaviour = self.context.variables.behaviour
        by_server = not (behaviour.alters_in_place and self.table.engine.two_phase)
        if by_server and (self.syntax.options.charset or self.syntax.options.collation):
            return True
        if not self.table.engine.two_phase:
            changing = tuple(kind for kind in _REBUILDING if kind is not ConvertCharset)
            by_columns = behaviour.conversions_copy_by_columns
            return self._options_copy() or self._rebuilds(changing if by_columns else _REBUILDING, actions)
        if not behaviour.innodb_copies_for.isdisjoint(self._named_options()):
            return True
        if behaviour.alters_in_place:
            return not self.context.strict and primary_takes_nulls(self)
        if any(isinstance(action, AddKey) and action.key.kind == "primary" for action in actions) and (
            not behaviour.keys_in_place or primary_takes_nulls(self) or _drops_primary(actions)
        ):
            return True
        if behaviour.keys_in_place and makes_named_again(self):
            return True
        kinds = _REBUILDING_BUT_KEYS if behaviour.keys_in_place else _REBUILDING
        return self._rebuilds((*kinds, DropConstraint, AddForeignKey), actions)

    def _options_copy(self) -> bool:
        """Whether a table option asks an engine other than InnoDB for another file (captured:
        captured-old/5.5.20/options_that_copy_statement)."""
        if not self.context.variables.behaviour.others_copy_for.isdisjoint(self._named_options()):
            return True
        changed = (option for option in self.syntax.options.shown if option not in self.table.options)
        return any(option.partition("=")[0] in _COPYING_IF_CHANGED for option in changed)

    def _names_engine(self) -> bool:
        """Whether ENGINE stands there, be it the table's own; 5.5 does nothing for one that it has not."""
        options = self.syntax.options
        known = options.engine is None or known_engine(options.engine, self.context) is not None
        return "ENGINE" in options.written and (known or self.context.variables.behaviour.unknown_engines_copy)

    def _named_options(self) -> set[str]:
        return {option.partition("=")[0] for option in self.syntax.options.shown}

    def _rebuilds(self, kinds: tuple[type, ...], actions: Sequence[object]) -> bool:
        """Whether the statement does what a table is copied for. kinds: of its actions."""
        options = self.syntax.options.written
        forces = self.context.variables.behaviour.forces_copies
        return (
            any(isinstance(action, kinds) for action in actions)
            or (forces and any(isinstance(action, Rebuild) and action.word == "FORCE" for action in actions))
            or self._names_engine()
            or ("AUTO_INCREMENT" in options and self.syntax.options.auto_increment != self.counter)
            or self.syntax.fulltext
        )


def option_check(alter: Alteration, catalog: Catalog) -> OptionCheck:
    """What the checks of options ask of an ALTER TABLE."""
    table = alter.table
    of_table = table.schema, table.name, table.temporary, table.partitioning is not None
    return OptionCheck(alter.syntax.options, alter.engine, catalog, alter.context, *of_table, before=table.options)

"""ALTER TABLE carried out: rows converted, the definition put in its place, and the event for the log."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import TYPE_CHECKING

from binwriter.catalog.tables import DefaultKind, Table
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.command_table import defines
from binwriter.sql.ddl.alter.actions import apply_actions
from binwriter.sql.ddl.alter.clock import clock_of_alter, copies_by_zone, reads_generated
from binwriter.sql.ddl.alter.converted_rows import converted
from binwriter.sql.ddl.alter.counted import statistics_after
from binwriter.sql.ddl.alter.foreign_keys import check_engine, renamed_parent
from binwriter.sql.ddl.alter.innodb import makes_rows, note_copies
from binwriter.sql.ddl.alter.limits import check_algorithm_and_lock, is_simple
from binwriter.sql.ddl.alter.named import refuse_early, refuse_missing
from binwriter.sql.ddl.alter.partitions import alter_partitions, maintained_missing
from binwriter.sql.ddl.alter.partitions import rehearse as rehearse_partitions
from binwriter.sql.ddl.alter.rename import follow, is_taken, redefine, refuse_name, refuse_triggers, refuse_unknown
from binwriter.sql.ddl.alter.served import refuse_dropped, refuse_dropped_of_parent
from binwriter.sql.ddl.alter.table import Alteration, option_check
from binwriter.sql.ddl.alter.tablespace import alter_storage, refuse_temporary
from binwriter.sql.ddl.alter.warnings import alter_warnings, definition_warnings
from binwriter.sql.ddl.no_characters import refuse_comments_of_table
from binwriter.sql.ddl.table import equal_members, zero_dates
from binwriter.sql.ddl.table.defaults import check_added_defaults, seeds_of_defaults
from binwriter.sql.ddl.table.define import check_has_key
from binwriter.sql.ddl.table.generated_key import check_altered_key
from binwriter.sql.ddl.table.implicit_timestamps import reads_moments
from binwriter.sql.ddl.table.options import check_attributed, check_folders
from binwriter.sql.syntax.alter_table import (
    AddColumn,
    AddKey,
    AlterTableSyntax,
    ChangeColumn,
    Rebuild,
    RenameTable,
)
from binwriter.statement.values import DdlEvent
from binwriter.storage import heap_room
from binwriter.storage.table_data import TableData

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun


def _exists(run: DdlRun, schema: str, name: str) -> bool:
    temporary, catalog = run.database.temporary, run.database.catalog
    return not schema or temporary.find(schema, name) is not None or catalog.find(schema, name) is not None


@defines("alter_table", "create_index", "drop_index")
def alter_table(run: DdlRun) -> tuple[DdlEvent, ...]:
    """ALTER TABLE, CREATE INDEX, DROP INDEX. Raises MySQLError; then the table is as it was."""
    syntax = run.parsed.node
    assert isinstance(syntax, AlterTableSyntax)
    check_added_defaults(run, syntax)
    schema = syntax.schema or run.default_schema
    maintains = syntax.partitions is not None and syntax.partitions.maintains
    if (
        schema
        and not maintains
        and run.database.temporary.find(schema, syntax.name) is None
        and run.database.catalog.view(schema, syntax.name)
    ):
        if syntax.partitions is not None and syntax.partitions.word == "EXCHANGE":
            raise mysql_error("ER_CHECK_NO_SUCH_TABLE")
        raise mysql_error("ER_WRONG_OBJECT", schema, syntax.name, "BASE TABLE")
    temporary = run.database.temporary.find(schema, syntax.name) if syntax.storage and schema else None
    if temporary is not None:
        refuse_temporary(temporary.definition, syntax.storage)
    elif syntax.storage and schema:
        return alter_storage(run, run.database.catalog.table(schema, syntax.name), syntax.storage)
    if syntax.partitions is not None and maintains and not _exists(run, schema, syntax.name):
        return maintained_missing(run, (schema, syntax.name), syntax.partitions)
    for option in ("DATA DIRECTORY", "INDEX DIRECTORY"):  # of a table that is not there, too
        if option in syntax.options.named and not _exists(run, schema, syntax.name):
            run.context.warn("WARN_OPTION_IGNORED", option)
    data = run.database.table(schema, syntax.name)
    if syntax.partitions is not None:
        return alter_partitions(run, data, syntax, syntax.partitions)
    old = data.definition
    refuse_comments_of_table(syntax, old.schema, run.context)
    alteration, table = _altered(run, old, syntax)
    alteration.counter = data.auto_increment
    asked_zone = run.context.facts.uses_time_zone
    seeds = seeds_of_defaults(run, table, *([] if _changes_columns(syntax) else [old]))
    run.context.diagnostics.extend(definition_warnings(alteration, table))
    new = converted(run, data, table, alteration)
    if not (alteration.affected_counts or reads_generated(old, table)):  # what we read, InnoDB did not
        run.context.facts.uses_time_zone = asked_zone
    run.context.changes_data = False
    _note_keys(run, old, alteration)
    run.context.diagnostics.extend(alter_warnings(alteration, table))
    asked = clock_of_alter(alteration, table, empty=not len(data))
    reads_time = not is_simple(alteration) and reads_moments(old, table, run.context.variables.profile)
    uses_time_zone = (
        run.context.facts.uses_time_zone or copies_by_zone(alteration, data) or reads_time or asked.time_zone
    )
    run.context.facts.uses_microseconds |= asked.microseconds
    new.statistics = statistics_after(alteration, data, new)
    _put(run, old, new)
    for key in table.foreign_keys:
        if key not in old.foreign_keys:
            run.database.storage.opened_anew(*key.parent)
    _rename_referred(run, table, alteration)
    ignores = "IGNORE" in run.parsed.modifiers
    for_keys = ignores and _ignores_keys(run, syntax)
    copies = alteration.affected_counts or for_keys
    # those that IGNORE left out included, and those that the new engine forgets
    copied = len(data) if ignores or not new.keeps_rows else len(new)
    run.affected = copied if copies else 0
    if table.temporary and not run.logs_temporary:
        return ()
    policy = run.context.server.policy
    grouped = policy.rename_in_transaction and _is_rename_alone(syntax)
    grouped |= policy.keys_in_transaction and _switches_keys(alteration, table)
    same_name = syntax.only_renames and (old.schema, old.name) == (table.schema, table.name)
    changes = not syntax.is_empty and not same_name
    both = old.engine.atomic_ddl and table.engine.atomic_ddl and not table.temporary and changes
    return (
        DdlEvent(
            run.text,
            run.default_schema,
            databases=tuple(dict.fromkeys((old.schema, table.schema))),
            atomic=both,
            in_transaction=grouped and old.engine.two_phase,
            thread_specific=table.temporary,
            sql_require_primary_key=run.parsed.command == "alter_table",
            explicit_defaults_for_timestamp=any(
                isinstance(action, (AddColumn, ChangeColumn)) and action.column.type.name == "TIMESTAMP"
                for action in syntax.actions
            ),
            uses_time_zone=uses_time_zone,
            microseconds=run.microseconds_used,
            context=(*run.numbered, *seeds),
        ),
    )


def _altered(run: DdlRun, old: Table, syntax: AlterTableSyntax) -> tuple[Alteration, Table]:
    """What is altered, and the table that it makes. MySQLError for what is known without a look at the rows."""
    check_altered_key(old, syntax, run.context)
    alteration = Alteration.of(old, syntax, run.context, run.database.catalog)
    check = option_check(alteration, run.database.catalog)
    check_attributed(check)
    check_folders(check)
    _refuse_place(run, alteration)
    refuse_early(alteration)
    check_engine(alteration)
    refuse_missing(alteration)
    apply_actions(alteration)
    table = alteration.result(run.database.catalog, partial(refuse_dropped, alteration))
    if not syntax.copies_nothing:
        twice = run.context.variables.behaviour.tells_twice_of_members and old.engine == table.engine
        equal_members.tell_of_all_members(table.columns, run.context, times=1 + twice)
    refuse_dropped_of_parent(alteration)
    if not syntax.copies_nothing:
        check_has_key(table, run.context, old=old)
    refuse_name(run, old, table, alone=syntax.only_renames)
    refuse_triggers(run, old, table.schema)
    _check_defaults(run, alteration)
    note_copies(alteration)
    check_algorithm_and_lock(alteration, makes_rows=makes_rows(alteration))
    return alteration, table


def rehearse(run: DdlRun) -> None:
    """The errors that are told before the table is waited for (captured: clusters/alters_that_cannot_be).

    What is warned of until then stays beside an error; without one the statement that follows warns of it.
    """
    syntax = run.parsed.node
    assert isinstance(syntax, AlterTableSyntax)
    table = run.database.catalog.find(syntax.schema or run.default_schema, syntax.name)
    context = run.context
    told, facts = len(context.diagnostics), copy(context.facts)
    try:
        check_added_defaults(run, syntax)
        if table is None or syntax.storage:
            pass
        elif syntax.partitions is None:
            _altered(run, table, syntax)
        else:
            rehearse_partitions(run, table, syntax.partitions)
        del context.diagnostics[told:]
    finally:
        context.facts = facts


def _is_rename_alone(syntax: AlterTableSyntax) -> bool:
    return len(syntax.actions) == 1 and isinstance(syntax.actions[0], RenameTable)


def _switches_keys(alteration: Alteration, new: Table) -> bool:
    """ENABLE KEYS or DISABLE KEYS alone, of a table that keeps its name; a temporary one is copied."""
    old = alteration.table
    stays = (old.schema, old.name) == (new.schema, new.name) and not old.temporary
    switches = any(isinstance(action, Rebuild) for action in alteration.syntax.actions)
    return stays and switches and is_simple(alteration)


def _changes_columns(syntax: AlterTableSyntax) -> bool:
    return any(isinstance(action, ChangeColumn) for action in syntax.actions)


def _check_defaults(run: DdlRun, alteration: Alteration) -> None:
    """A new column with an expression for its DEFAULT is filled by a copy."""
    if not alteration.syntax.only_renames:
        kept = {id(column) for column in alteration.table.columns}
        zero_dates.check_zero_dates((slot.column for slot in alteration.slots if id(slot.column) in kept), run.context)
    for slot in alteration.slots:
        if slot.old is None and slot.column.default_kind is DefaultKind.EXPRESSION:
            alteration.copies = True


def _note_keys(run: DdlRun, old: Table, alteration: Alteration) -> None:
    """ENABLE KEYS and DISABLE KEYS mean something to MyISAM alone. A copy has a name of its own (captured:
    moments_left_out_*)."""
    if old.engine.name != "MyISAM" and alteration.syntax.switches_keys:
        run.note("ER_ILLEGAL_HA", run.context.name_of_copy if alteration.affected_counts else old.name)


def _rename_referred(run: DdlRun, table: Table, alteration: Alteration) -> None:
    """The foreign keys of other tables follow the new names of columns."""
    if not alteration.new_names:
        return
    for child in list(run.database.catalog):
        if any(key.parent == (table.schema, table.name) for key in child.foreign_keys):
            keys = tuple(
                renamed_parent(key, alteration.new_names) if key.parent == (table.schema, table.name) else key
                for key in child.foreign_keys
            )
            redefine(run, child, keys)


def _refuse_place(run: DdlRun, alter: Alteration) -> None:
    """Where the table is to go, by the last RENAME. ER_BAD_DB_ERROR, ER_TABLE_EXISTS_ERROR."""
    for action in [one for one in alter.syntax.actions if isinstance(one, RenameTable)][-1:]:
        schema = action.schema or run.context.database or alter.table.schema
        if (schema, action.name) == (alter.table.schema, alter.table.name):
            return
        refuse_unknown(run, (alter.table.schema, alter.table.name), (schema, action.name))
        if is_taken(run, (schema, action.name), temporary=alter.table.temporary):
            raise mysql_error("ER_TABLE_EXISTS_ERROR", action.name)


# --- rows -------------------------------------------------------------------------------------------------------------


def _ignores_keys(run: DdlRun, syntax: AlterTableSyntax) -> bool:
    """5.6 warns of IGNORE, for whose unique keys a table is copied (captured: 5.6.21/keys_altered_statement)."""
    if not run.context.variables.behaviour.ignore_copies:
        return False
    run.context.warn("ER_WARN_DEPRECATED_NO_REPLACEMENT", "IGNORE")
    return any(isinstance(action, AddKey) and action.key.kind != "key" for action in syntax.actions)


def _put(run: DdlRun, old: Table, new: TableData) -> None:
    """The altered table in the place of the old one, its new name included."""
    table = new.definition
    if table.engine.name == "MEMORY":
        new.room = heap_room.HeapRoom.of(table, run.context.variables.settings.max_heap_table_size)
    if table.temporary:
        new.unlogged = not run.context.variables.settings.sql_log_bin
        run.database.temporary.replace(new, old)
        return
    catalog = run.database.catalog
    if kept := run.database.storage.data(old.schema, old.name).histograms:  # of columns that stay as they are
        before, now = ({column.name: column.spec for column in which.columns} for which in (old, table))
        new.histograms = {name: document for name, document in kept.items() if now.get(name) == before[name]}
    del catalog.schema(old.schema).tables[old.name]
    run.database.storage.drop(old.schema, old.name)
    catalog.schema(table.schema).tables[table.name] = table
    run.database.storage.put(new)
    if (old.schema, old.name) != (table.schema, table.name):
        follow(run, old, (table.schema, table.name))

"""DDL carried out: the catalog and storage change, and the Query events that a server logs for it.

What each statement logs (rewritten text, flags, status variables) was seen on a real 9.7.4; findings part 6 has the
rules.
"""

from __future__ import annotations

from contextlib import suppress

from sqlglot import exp

from binwriter.catalog.schemas import Schema
from binwriter.catalog.tables import ForeignKey, ForeignKeyAction, Table
from binwriter.errors import MySQLError
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import kept_bytes
from binwriter.mysql.session_modes import BinlogFormat, Isolation
from binwriter.sql.binding.foreign_key_tables import children_of
from binwriter.sql.command_table import defines
from binwriter.sql.ddl import show_create
from binwriter.sql.ddl.alter import run as alter_run
from binwriter.sql.ddl.statement import DdlRun
from binwriter.sql.ddl.table import foreign_key_text, foreign_keys_old, partition_engine
from binwriter.sql.ddl.table.defaults import seeds_of_defaults
from binwriter.sql.ddl.table.define import (
    check_has_key,
    place_of_new,
    table_from_syntax,
)
from binwriter.sql.ddl.table.engine import default_engine
from binwriter.sql.ddl.table.generated_key import (
    has_been_generated,
)
from binwriter.sql.ddl.table.implicit_timestamps import (
    has_time_default,
    in_session_zone,
    names_moment,
    reads_partition_moments,
)
from binwriter.sql.ddl.table.refused_early import refuse_parts, refuse_place, refuse_start_transaction
from binwriter.sql.ddl.table.warnings import counting_warnings
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.syntax.alter_table import AlterTableSyntax
from binwriter.sql.syntax.table import ColumnSyntax, CreateTableSyntax, DefaultSyntaxKind
from binwriter.sql.text.words import placed_in
from binwriter.statement.values import DdlEvent, StatementEffects
from binwriter.storage import heap_room
from binwriter.storage.table_data import TableData
from binwriter.storage.undo import UndoLog


def run_ddl(run: DdlRun) -> StatementEffects:
    """Carries the statement out. Raises MySQLError; then nothing was changed and nothing is logged.

    An error among the effects is one of a statement that was carried out in part, and is logged.
    """
    try:
        ddl = defines[run.parsed.command](run)
    except MySQLError as error:
        partition_engine.note_refused(run)
        raise placed_in(_as_told(run, error), run.parsed.text) from None
    if run.error is None and run.context.variables.behaviour.warns_of_partition_engine:
        partition_engine.warn_of_made(run)
    return StatementEffects(ddl=ddl, affected=run.affected, error=run.error, columns=run.columns, result=run.rows)


def rehearse_alter(run: DdlRun) -> None:
    """MySQLError for an ALTER TABLE of which it is known before its table is waited for."""
    if not isinstance(run.parsed.node, AlterTableSyntax):
        return
    try:
        alter_run.rehearse(run)
    except MySQLError as error:
        raise placed_in(_as_told(run, error), run.parsed.text) from None


def _as_told(run: DdlRun, error: MySQLError) -> MySQLError:
    node = run.parsed.node
    if run.context.variables.behaviour.names_child or not isinstance(node, (CreateTableSyntax, AlterTableSyntax)):
        return error
    alters = isinstance(node, AlterTableSyntax)
    schema = node.schema or run.default_schema
    table = run.database.catalog.find(schema, node.name)
    children = [] if table is None else list(children_of(table, run.database.catalog))
    told = foreign_keys_old.as_told
    return told(error, schema, node.name, run.context, alters=alters, children=children, table=table)


@defines("create_table")
def _create_table(run: DdlRun) -> tuple[DdlEvent, ...]:
    syntax = run.parsed.node
    assert isinstance(syntax, CreateTableSyntax)
    schema_name = new_table_schema(run, syntax)
    if schema_name is None:
        existing = _existing(run, _schema_of_new(run, syntax), syntax)
        if existing is None:  # a view is there (captured: tables_beside_views)
            return run.unless_unlogged(_event_beside_view(run, syntax), existed=True)
        if syntax.temporary:
            # also when it was there already (captured: mixing_existing_temporary)
            run.database.temporary.created = True
        if syntax.temporary and not run.logs_temporary:
            return ()
        event = _table_event(run, existing, atomic=False)
        if syntax.like is None:
            # what the statement says counts, not what is there (captured: zones_of_definitions)
            timestamps = any(column.type.name == "TIMESTAMP" for column in syntax.columns)
            event = replace(event, explicit_defaults_for_timestamp=timestamps, uses_time_zone=False)
        if syntax.like is not None:
            event = _created(run, syntax, existing, existed=True)[0]
        if syntax.temporary:
            # no T-table was made (captured: mixing_existing_temporary), and 5.1 does not see that the name is taken by
            # a temporary one (captured: 5.1.54/temporary_ddl_mixed)
            marked = run.context.server.policy.temporary.marks_existing
            event = replace(event, temporary=False, thread_specific=marked)
        return run.unless_unlogged(event, existed=True)
    table = define_table(run, syntax, schema_name)
    if syntax.options.start_transaction and not table.engine.atomic_ddl:
        raise mysql_error("ER_NOT_ALLOWED_WITH_START_TRANSACTION", "with engine that does not support atomic DDL.")
    keep_table(run, TableData(table))
    return _created(run, syntax, table)


def _event_beside_view(run: DdlRun, syntax: CreateTableSyntax) -> DdlEvent:
    return DdlEvent(
        run.text,
        run.default_schema,
        databases=None if syntax.like is not None else (_schema_of_new(run, syntax).name,),
        atomic=False,
        explicit_defaults_for_timestamp=any(column.type.name == "TIMESTAMP" for column in syntax.columns),
        sql_require_primary_key=True,
    )


def _schema_of_new(run: DdlRun, syntax: CreateTableSyntax) -> Schema:
    schema_name = syntax.schema or run.default_schema
    if not schema_name:
        raise mysql_error("ER_NO_DB_ERROR")
    return place_of_new(run.database.catalog, schema_name, run.context, temporary=syntax.temporary)


def new_table_schema(run: DdlRun, syntax: CreateTableSyntax) -> str | None:
    """The database of a new table; None where the table is there already and IF NOT EXISTS says that this is fine."""
    refuse_start_transaction(syntax)
    if syntax.like is not None:
        from binwriter.sql.ddl.create_like import check_like

        check_like(run, syntax, *syntax.like)
    plain = syntax.like is None and syntax.select is None
    schema_name = syntax.schema or run.default_schema
    asked = (syntax, run.database.catalog, run.context, schema_name, default_engine(syntax, run.context))
    if plain:
        refuse_parts(*asked)
    schema = _schema_of_new(run, syntax)
    is_view = not syntax.temporary and syntax.name in schema.views
    is_there = is_view or _existing(run, schema, syntax) is not None
    if plain:
        try:
            refuse_place(*asked)
        except MySQLError as error:  # whether it is in there already, is seen first (captured: clusters/dumped_anew)
            if not (is_there and error.symbol == "ER_RESERVED_TABLESPACE_NAME"):
                raise
    if not is_there:
        return schema.name
    if run.context.variables.behaviour.looks_at_columns_first and plain:
        _look_at_columns(run, syntax, schema.name)
    if not syntax.if_not_exists:
        raise mysql_error("ER_TABLE_EXISTS_ERROR", syntax.name)
    run.note("ER_TABLE_EXISTS_ERROR", syntax.name)
    return None


def keep_table(run: DdlRun, data: TableData) -> None:
    """Puts a new table with its rows where statements find it."""
    table = data.definition
    if table.engine.name == "MEMORY":
        data.room = heap_room.HeapRoom.of(table, run.context.variables.settings.max_heap_table_size)
    if table.temporary:
        data.unlogged = not run.context.variables.settings.sql_log_bin
        run.database.temporary.create(data)
    else:
        run.database.catalog.schema(table.schema).tables[table.name] = table
        run.database.storage.put(data)
        for key in table.foreign_keys:
            run.database.storage.opened_anew(*key.parent)


def _existing(run: DdlRun, schema: Schema, syntax: CreateTableSyntax) -> Table | None:
    if syntax.temporary:
        data = run.database.temporary.find(schema.name, syntax.name)
        return None if data is None else data.definition
    if schema.name in run.database.catalog.beside:  # a table of the server's own is there, too
        with suppress(MySQLError):
            return run.database.table(schema.name, syntax.name).definition
    return schema.tables.get(syntax.name)


def _look_at_columns(run: DdlRun, syntax: CreateTableSyntax, schema_name: str) -> None:
    """What is wrong with the columns and keys of a table that is there already; of no engine is anything asked, and
    of defaults only whether they are members."""
    default = run.context.variables.engines.find(str(run.context.variables.get("default_storage_engine")))
    table_from_syntax(
        replace(syntax, foreign_keys=[], partition_by=None, columns=[_without_value(one) for one in syntax.columns]),
        run.database.catalog,
        run.context,
        default_schema=schema_name,
        default_engine=default,
        text=run.parsed.text,
        partial=True,
    )


def _without_value(column: ColumnSyntax) -> ColumnSyntax:
    has_value = column.default is not None and column.default.kind is DefaultSyntaxKind.LITERAL
    return replace(column, default=None) if has_value and column.type.name not in ("ENUM", "SET") else column


def define_table(run: DdlRun, syntax: CreateTableSyntax, schema_name: str) -> Table:
    """The table that the statement makes; nothing is changed yet."""
    if syntax.like is not None:
        from binwriter.sql.ddl.create_like import copied_table

        table = copied_table(run, syntax, schema_name)
    else:
        table = table_from_syntax(
            syntax,
            run.database.catalog,
            run.context,
            default_schema=schema_name,
            default_engine=default_engine(syntax, run.context),
            text=run.parsed.text,
            looked_at=True,
        )
        run.context.diagnostics.extend(counting_warnings(table.columns))
    check_has_key(table, run.context)
    return table


def _created(run: DdlRun, syntax: CreateTableSyntax, table: Table, *, existed: bool = False) -> tuple[DdlEvent, ...]:
    event = _table_event(run, table, atomic=table.engine.atomic_ddl and not existed, like=syntax.like is not None)
    if has_been_generated(syntax, table) and not existed:
        text = show_create.create_text(
            in_session_zone(table, run.context),
            written_options=syntax.options.written,
            schema=table.schema != run.default_schema,
            if_not_exists=syntax.if_not_exists,
            sql_mode=str(run.context.variables.get("sql_mode")),
            auto_increment=show_create.shown_counter(table, table.auto_increment),
            start_transaction=syntax.options.start_transaction,
            row_format=show_create.verbose_row_format(table, run.context.variables),
        )
        event = replace(event, text=kept_bytes(text))
    if table.temporary:
        return (event,) if run.logs_temporary else ()
    if syntax.like is not None:
        source = run.database.temporary.find(syntax.like[0] or run.default_schema, syntax.like[1])
        if source is not None:
            event = replace(event, thread_specific=True)
            if not run.logs_temporary:  # the replica may not have the source
                text = show_create.create_text(
                    in_session_zone(table, run.context),
                    written_options=("ENGINE",) if run.context.server.policy.names_engine_of_copy else (),
                    if_not_exists=syntax.if_not_exists,
                    display_widths=run.context.variables.behaviour.display_widths,
                    sql_mode=str(run.context.variables.get("sql_mode")),
                    row_format=show_create.verbose_row_format(table, run.context.variables),
                )
                event = replace(event, text=kept_bytes(text))
    return (event,)


def _table_event(run: DdlRun, table: Table, *, atomic: bool, like: bool = False) -> DdlEvent:
    timestamps = not like and any(column.spec.type is ColumnType.TIMESTAMP2 for column in table.columns)
    return DdlEvent(
        run.text,
        run.default_schema,
        databases=None if like else (table.schema,),
        atomic=atomic and not table.temporary,
        thread_specific=table.temporary,
        temporary=table.engine.transactional if table.temporary else None,
        explicit_defaults_for_timestamp=timestamps,
        uses_time_zone=has_time_default(table.columns, run.context.variables.profile, like=like)
        or names_moment(table)
        or (table.partitioning is not None and run.context.facts.uses_time_zone),
        sql_require_primary_key=True,
        context=seeds_of_defaults(run, table),
    )


def _refuse_statement_form(run: DdlRun) -> None:
    """Where TRUNCATE is a DELETE inside, the engine refuses it as one: ER_BINLOG_LOGGING_IMPOSSIBLE."""
    isolation, settings = Isolation(run.context.variables.isolation()), run.context.variables.settings
    by_statement = settings.sql_log_bin and settings.binlog_format is BinlogFormat.STATEMENT
    if isolation.repeatable or not by_statement:
        return
    policy = run.context.server.policy.unsafe
    raise policy.refusal("ER_BINLOG_STMT_MODE_AND_ROW_ENGINE", isolation=isolation, by_isolation=True)


@defines("truncate")
def _truncate(run: DdlRun) -> tuple[DdlEvent, ...]:
    tree = run.parsed.node
    assert isinstance(tree, exp.TruncateTable)
    node = tree.expressions[0]
    try:
        data = run.database.table_of(node, run.context)
    except MySQLError as error:
        if error.symbol != "ER_BAD_DB_OF_TABLE":  # the table alone is looked for (cluster truncated_nowhere)
            raise
        raise mysql_error("ER_NO_SUCH_TABLE", node.text("db"), node.name) from None
    table = data.definition
    if table.schema == "performance_schema":
        return ()
    if table.engine.insert_only:
        raise mysql_error("ER_ILLEGAL_HA", table.name)
    policy, count = run.context.server.policy, max(1, len(data))  # the engine's estimate, which is never 0
    if run.context.variables.settings.foreign_key_checks:
        refused = _refused_parent(run, table)
        if refused is not None and policy.truncates_parents_by_row:
            count = len(data)
            _delete_for_children(run, data)
        elif refused is not None and policy.logs_refused_truncate:
            run.error = refused
            return (DdlEvent(run.text, run.default_schema, error_code=refused.code),)
        elif refused is not None:
            raise refused
    if policy.truncate_in_transaction and table.engine.two_phase and not table.temporary:
        _refuse_statement_form(run)
    if policy.truncate_counts and table.engine.two_phase:
        run.affected = count
    data.truncate()
    if table.temporary and table.engine.name in run.context.variables.behaviour.truncated_anew:
        run.database.temporary.replace(data)
    if table.temporary and not (run.logs_temporary or policy.temporary.truncates_in_row):
        return ()
    wrapped = table.engine.two_phase and policy.truncate_in_transaction
    if table.temporary:
        wrapped = wrapped and policy.temporary.truncate_is_group
    variables = run.context.variables
    by_engine = table.engine.two_phase and variables.profile.names_truncated
    by_parts = table.partitioning is not None and not table.engine.two_phase
    if table.temporary:
        named = table.engine.two_phase or not variables.profile.names_truncated
    else:
        named = run.in_force is not BinlogFormat.ROW and (by_engine or bool(table.merges) or by_parts)
    return (
        DdlEvent(
            run.text,
            run.default_schema,
            databases=(table.schema,) if named else None,
            atomic=table.engine.atomic_ddl,
            in_transaction=wrapped,
            ends_in_commit=table.temporary,
            autocommits=wrapped and policy.truncate_counts,
            thread_specific=table.temporary and (table.engine.two_phase or policy.temporary.marks_truncate),
            uses_time_zone=reads_partition_moments(table, variables.profile),
        ),
    )


_NOTHING = ForeignKeyAction.NO_ACTION


def _without_actions(key: ForeignKey) -> ForeignKey:
    return replace(key, on_delete=_NOTHING, on_update=_NOTHING, spelled=frozenset())


def _refused_parent(run: DdlRun, table: Table) -> MySQLError | None:
    """ER_TRUNCATE_ILLEGAL_FK for a table that a foreign key of another one refers to."""
    children = list(children_of(table, run.database.catalog))
    behaviour = run.context.variables.behaviour
    if behaviour.says_foreign and not behaviour.names_key_only:  # as InnoDB keeps them since 5.6
        children.sort(key=lambda one: f"{one[0].schema}/{one[1].name}")
    for child, key in children:
        if child is not table:
            text = f"CONSTRAINT {quoted(key.name)}"
            if not behaviour.names_key_only:
                text = foreign_key_text.foreign_key_text(_without_actions(key), "")
            return mysql_error("ER_TRUNCATE_ILLEGAL_FK", f"`{child.schema}`.`{child.name}`, {text}")
    return None


def _delete_for_children(run: DdlRun, data: TableData) -> None:
    """What the foreign keys that refer to the table's rows do when those go. ER_ROW_IS_REFERENCED_2; then nothing was
    changed."""
    undo = UndoLog()
    changes = DmlRun(run.database, run.context, undo)
    keys = changes.constraints.keys(changes)
    try:
        for _, row in list(data.scan()):
            keys.before_delete(data.definition, row)
    except MySQLError:
        undo.rollback_to(0)
        raise

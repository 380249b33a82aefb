"""What may not be done to the system databases, and what binwriter does not know enough for.

Source: captures of a 9.7.4 (tests/golden/scenarios/system_tables_refused.scn); MySQL manual, "The mysql System Schema",
"Performance Schema General Table Characteristics". Rows of system tables are logged as others are; a statement that
would log rows of a table that is made of the log here is refused by name.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from binwriter.catalog.schemas import Schema
from binwriter.errors import UnsupportedError
from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execution import Execution
from binwriter.server.guards import beside_the_server
from binwriter.server.guards.read_only_schemas import changed_databases
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.database import Database, schema_of
from binwriter.sql.binding.system_tables import (
    CHANGEABLE,
    GTIDS,
    LOG_TABLES,
    STATISTICS,
    SYSTEM_SCHEMAS,
    is_kept_by_name,
    is_view_of_server,
    logs_rows_of,
)
from binwriter.sql.ddl.statement import database_name
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.alter_table import AlterDatabaseSyntax
from binwriter.sql.syntax.program_definitions import DropProgram
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.system import captured
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import StatementProfile

# Which of their columns may be changed.
_UPDATED = {
    "setup_consumers": {"enabled"},
    "setup_instruments": {"enabled", "timed", "flags"},
    "setup_threads": {"enabled", "history"},
    "setup_meters": {"frequency", "enabled"},
    "setup_loggers": {"level"},
    "threads": {"instrumented", "history"},
}
_CHANGED = {"setup_actors": {"enabled", "history"}, "setup_objects": {"enabled", "timed"}}
# Tables of performance_schema that TRUNCATE does not reset (asked of a 9.7.4 for each).
_NAMES_NOT_RESET = """
cond_instances data_lock_waits data_locks error_log file_instances global_variable_attributes global_variables
innodb_redo_log_files keyring_component_status keyring_keys log_status metadata_locks mutex_instances
performance_timers persisted_variables processlist replication_applier_configuration replication_applier_filters
replication_applier_global_filters replication_applier_status replication_applier_status_by_coordinator
replication_applier_status_by_worker replication_asynchronous_connection_failover
replication_asynchronous_connection_failover_managed replication_connection_configuration
replication_connection_status replication_group_member_stats replication_group_members rwlock_instances
session_account_connect_attrs session_connect_attrs session_status session_variables setup_consumers
setup_instruments setup_loggers setup_meters setup_metrics setup_threads socket_instances table_handles
temporary_account_locks threads tls_channel_status user_defined_functions user_variables_by_thread
variables_by_thread variables_info variables_metadata
"""
_NOT_RESET = frozenset(_NAMES_NOT_RESET.split())
_MADE_BY_SERVER = frozenset({"information_schema", "performance_schema"})
_OF_DATABASES = frozenset({"create_db", "alter_db", "drop_db"})
_DATABASES = tuple(sorted(SYSTEM_SCHEMAS))


def check_system_tables(runner: Execution, statement: BoundStatement) -> None:
    """MySQLError for what a server refuses of changes of system tables; UnsupportedError for DDL of them."""
    parsed, database = statement.parsed, statement.context.database
    text = parsed.text.lower()
    if database not in SYSTEM_SCHEMAS and not any(name in text for name in _DATABASES):
        return
    if GTIDS in text:
        _check_gtid_table(runner, statement)
    if not isinstance(parsed.node, (exp.Insert, exp.Update, exp.Delete)):
        _check_definition(runner, statement)
        return
    if isinstance(parsed.node, exp.Update) and len(statement.targets) > 1:
        return  # which of them it writes is not seen yet
    for node in statement.targets:
        schema = (schema_of(node, database) or "").lower()
        if schema in SYSTEM_SCHEMAS and schema not in runner.front_end.catalog.schemas:
            _check_change(runner, _verb(parsed), schema, node.name)
            if isinstance(parsed.node, exp.Update) and schema == "performance_schema":
                _check_columns(parsed.node, node.name)


def _check_gtid_table(runner: Execution, statement: BoundStatement) -> None:
    """Rows of it are a server's own, FOR UPDATE of them too: a warning, ER_ERROR_ON_MODIFYING_GTID_EXECUTED_TABLE in an
    XA transaction (captured: clusters/gtids_in_their_table)."""
    for node in statement.targets:
        if ((schema_of(node, statement.context.database) or "").lower(), node.name) == ("mysql", GTIDS):
            if runner.session.xa is not None:
                raise mysql_error("ER_ERROR_ON_MODIFYING_GTID_EXECUTED_TABLE", GTIDS)
            statement.context.warn("ER_WARN_ON_MODIFYING_GTID_EXECUTED_TABLE", GTIDS)
            keep_rows_of(runner.front_end.database_of(statement.context), GTIDS)  # its changes are not replicated


def _verb(parsed: ParsedStatement) -> str:
    """What the statement does, as error 1142 says it."""
    if isinstance(parsed.node, exp.Insert):
        return "INSERT, DELETE" if "REPLACE" in parsed.modifiers else "INSERT"
    return "UPDATE" if isinstance(parsed.node, exp.Update) else "DELETE"


def _check_change(runner: Execution, verb: str, schema: str, name: str) -> None:
    user = runner.session.user
    if schema == "information_schema":
        raise mysql_error("ER_DBACCESS_DENIED_ERROR", user, "localhost", schema)
    if schema == "performance_schema":
        allowed = name in _CHANGED or (verb == "UPDATE" and name in _UPDATED)
        if not allowed and is_view_of_server(schema, name):
            raise mysql_error("ER_TABLEACCESS_DENIED_ERROR", verb, user, "localhost", name)
    elif schema == "mysql" and name in LOG_TABLES:
        raise mysql_error("ER_CANT_LOCK_LOG_TABLE")
    elif schema == "sys" and name != "sys_config" and is_view_of_server(schema, name):
        symbol = "ER_NON_INSERTABLE_TABLE" if verb.startswith("INSERT") else "ER_NON_UPDATABLE_TABLE"
        raise mysql_error(symbol, name, verb.partition(",")[0])


def _check_columns(update: exp.Update, name: str) -> None:
    """ER_WRONG_PERFSCHEMA_USAGE for columns that say what a row is about (clusters/lists_with_gaps); a server says so
    of the first row that it finds."""
    allowed = _UPDATED.get(name) or _CHANGED.get(name)
    if allowed is not None and any(item.this.name.lower() not in allowed for item in update.expressions):
        raise mysql_error("ER_WRONG_PERFSCHEMA_USAGE")


def needs_no_lock(schema: str, name: str) -> bool:
    """Whether it may be read under LOCK TABLES without one: what only the server changes (captured: cluster
    views_shown_under_locks)."""
    schema, name = schema.lower(), name.lower()
    return schema == "information_schema" or (
        schema == "performance_schema" and name not in _CHANGED and name not in _UPDATED
    )


def check_locked(runner: Execution, node: AdminSyntax, own: str | None) -> None:
    """Nothing of information_schema may be locked, no table that a log is written to, and of performance_schema only
    what may be changed (asked of a 9.7.4 for each table)."""
    for schema, name in node.tables:
        place = (schema or own or "").lower()
        if place == "information_schema":
            raise mysql_error("ER_DBACCESS_DENIED_ERROR", runner.session.user, "localhost", place)
        if place == "mysql" and name in LOG_TABLES:
            raise mysql_error("ER_CANT_LOCK_LOG_TABLE")
        if needs_no_lock(place, name) and is_view_of_server(place, name):
            denied = "SELECT, LOCK TABLES"
            raise mysql_error("ER_TABLEACCESS_DENIED_ERROR", denied, runner.session.user, "localhost", name)


def _check_definition(runner: Execution, statement: BoundStatement) -> None:
    parsed, own = statement.parsed, statement.context.database
    node = parsed.node
    if parsed.command in _OF_DATABASES:
        _check_database(runner, parsed, own)
        return
    if isinstance(node, CreateTableSyntax) and node.temporary:
        made_in = node.schema or own or ""
        if made_in.lower() in _MADE_BY_SERVER:
            raise mysql_error("ER_DBACCESS_DENIED_ERROR", runner.session.user, "localhost", made_in)
        return
    if isinstance(node, DropProgram) and node.kind is not ProgramKind.EVENT:
        within = (node.schema or own or "").lower()
        if within in _MADE_BY_SERVER or (node.kind is ProgramKind.TRIGGER and within == "mysql"):
            return  # there is none of that name
    for table in statement.named if parsed.command in ("drop_table", "truncate") else ():
        database, name = table.key(own)
        if parsed.command == "truncate" and database == "mysql" and name in CHANGEABLE:
            if name in STATISTICS:
                raise mysql_error("ER_NO_SYSTEM_TABLE_ACCESS", "system table", database, name)
            keep_rows_of(runner.front_end.database_of(statement.context), name)
        if parsed.command == "truncate" and name not in _NOT_RESET:
            continue
        if database.lower() == "performance_schema" and is_view_of_server(database.lower(), name):
            raise mysql_error("ER_TABLEACCESS_DENIED_ERROR", "DROP", runner.session.user, "localhost", name)
    locked: Sequence[exp.Table] = statement.targets if isinstance(node, exp.Query) else ()
    for target in locked:
        if (schema_of(target, own) or "").lower() == "information_schema":  # FOR UPDATE
            _, shown = captured.spelled("information_schema", target.name)
            verb = "SELECT with locking clause"
            raise mysql_error("ER_TABLEACCESS_DENIED_ERROR", verb, runner.session.user, "localhost", shown)
    for schema in changed_databases(statement):
        schema = (schema or "").lower()
        if schema not in SYSTEM_SCHEMAS or schema in runner.front_end.catalog.schemas:
            continue
        if schema == "information_schema" or (schema == "performance_schema" and parsed.command != "truncate"):
            if schema == "performance_schema" and parsed.command == "drop_table":
                continue
            raise mysql_error("ER_DBACCESS_DENIED_ERROR", runner.session.user, "localhost", schema)
        if parsed.command not in ("truncate", "drop_db", "lock_tables"):
            runner.front_end.catalog.beside.setdefault(schema, Schema(schema))
            beside_the_server.check_beside(runner, statement)


def _check_database(runner: Execution, parsed: ParsedStatement, database: str | None) -> None:
    """CREATE, ALTER and DROP DATABASE of those that are always there."""
    node = parsed.node
    if isinstance(node, AlterDatabaseSyntax):
        name, lenient = node.name or database or "", False
    else:
        assert isinstance(node, exp.Expression)
        name = database_name((node.args.get("tables") or [node.this])[0])
        lenient = parsed.command == "create_db" and bool(node.args.get("exists"))
    if name in runner.front_end.catalog.schemas:
        return
    if name.lower() in _MADE_BY_SERVER:
        raise mysql_error("ER_DBACCESS_DENIED_ERROR", runner.session.user, "localhost", name)
    if name == "mysql" and not lenient:
        raise mysql_error("ER_NO_SYSTEM_SCHEMA_ACCESS", name)
    if name == "sys" and parsed.command != "create_db":
        raise UnsupportedError("definitions in the system database sys", parsed.text)


def keep_changed_tables(profile: StatementProfile, database: Database) -> None:
    """Tables of `mysql` that are a view of something keep their rows as the statement leaves them (`changed_grants`,
    `kept_statistics`)."""
    for access in profile.written:
        if access.schema == "mysql" and access.table in CHANGEABLE and "mysql" not in database.catalog.schemas:
            keep_rows_of(database, access.table)


def keep_rows_of(database: Database, name: str) -> None:
    """The same of one."""
    from binwriter.sql.system.changed_grants import keep_rows

    keep_rows(database, name)


def check_logged_rows(profile: StatementProfile) -> None:
    """UnsupportedError for a statement that would log rows of a system table that is a view of something here."""
    for access in profile.written:
        if access.schema in SYSTEM_SCHEMAS and logs_rows_of(access.schema, access.table):
            if is_kept_by_name(access.schema, access.table) or access.table in CHANGEABLE:
                continue
            raise UnsupportedError(f"rows of the system table {access.schema}.{access.table} in row form")

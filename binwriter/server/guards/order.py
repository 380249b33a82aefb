"""What may refuse a statement before it runs, in MySQL's order: each guard raises, or lets it pass.

Source: MySQL's mysql_execute_command, as far as errors tell of it (tests/golden/commands crosses every kind of
statement with transactions, XA, LOCK TABLES, READ ONLY and gtid_next).
"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from binwriter.mysql.messages.table import mysql_error
from binwriter.server.execute.xa import check_xa
from binwriter.server.execution import Execution
from binwriter.server.guards import resources
from binwriter.server.guards.gtid_next import check_temporary_ddl
from binwriter.server.guards.locked_tables import check_locks, check_names
from binwriter.server.guards.read_only import check_account, check_definition, check_targets
from binwriter.server.guards.read_only_schemas import check_schemas
from binwriter.server.guards.rows_required import check_rows_required
from binwriter.server.guards.system_schemas import check_system_tables
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.parser_checks import refuse_as_parsed
from binwriter.sql.privileges.check import check as check_all
from binwriter.sql.privileges.check import check_columns as check_all_columns
from binwriter.sql.syntax.load import LOAD

Guard = Callable[[Execution, BoundStatement], None]


def _check_parsed(_runner: Execution, statement: BoundStatement) -> None:
    refuse_as_parsed(statement)


def _check_resources(runner: Execution, statement: BoundStatement) -> None:
    name = runner.session.account
    if name is not None and (account := runner.front_end.catalog.accounts.get(name)) is not None and account.limits:
        resources.check_statement(runner, statement)


def _check_privileges(runner: Execution, statement: BoundStatement) -> None:
    check_all(statement.parsed, runner.front_end.database_of(statement.context), statement.context)


def check_columns(runner: Execution, statement: BoundStatement) -> None:
    check_all_columns(statement.parsed, runner.front_end.database_of(statement.context), statement.context)


def _check_local_file(runner: Execution, statement: BoundStatement) -> None:
    """ER_CLIENT_LOCAL_FILES_DISABLED: LOCAL is refused before tables are opened (captured: load_refused), for a client
    that would not send its file, too."""
    node = statement.parsed.node
    syntax = node.meta.get(LOAD) if isinstance(node, exp.Insert) else None
    if syntax is None or not syntax.local:
        return
    if not (statement.context.variables.get_global("local_infile") and runner.session.client.sends_files):
        raise mysql_error("ER_CLIENT_LOCAL_FILES_DISABLED")


def _check_join_size(runner: Execution, statement: BoundStatement) -> None:
    if not statement.context.variables.get("sql_big_selects"):
        from binwriter.server.guards.join_sizes import check_join_size

        check_join_size(runner, statement)


def _check_reopened(runner: Execution, statement: BoundStatement) -> None:
    if runner.temporary:
        from binwriter.server.guards.reopened import check_reopened

        check_reopened(runner, statement)


def _check_counters(runner: Execution, statement: BoundStatement) -> None:
    if "status" in statement.parsed.words_text.lower():
        from binwriter.server.guards.counters import check_counters

        check_counters(runner, statement)


def _check_read_lock(runner: Execution, statement: BoundStatement) -> None:
    if runner.locks.read_lock and not runner.locked_tables:
        from binwriter.server.guards.read_locked import check_old_programs, check_read_lock

        check_old_programs(runner, statement)
        check_read_lock(runner, statement)


def _check_xa_first(runner: Execution, statement: BoundStatement) -> None:
    if runner.session.xa is not None and statement.context.variables.behaviour.xa_before_tables:
        check_xa(runner, statement)


def _check_definition_is_open(runner: Execution, statement: BoundStatement) -> None:
    """After CREATE TABLE .. START TRANSACTION only events, COMMIT and ROLLBACK."""
    command = statement.parsed.command
    if runner.session.created_in_transaction is not None and command not in ("commit", "rollback", "binlog"):
        raise mysql_error("ER_STATEMENT_NOT_ALLOWED_AFTER_START_TRANSACTION")


FIRST: tuple[Guard, ...] = (
    _check_parsed,
    _check_definition_is_open,
    _check_local_file,
    _check_resources,
    check_rows_required,
    check_account,
    _check_reopened,
    _check_privileges,
)
"""Of every statement."""

OPENS_NOTHING: tuple[Guard, ...] = (check_xa, check_definition, check_schemas)
"""Of those that open no tables by themselves."""

BEFORE_OPENING: tuple[Guard, ...] = (
    _check_xa_first,
    _check_read_lock,
    check_names,
    check_targets,
    check_system_tables,
    _check_counters,
)
AFTER_OPENING: tuple[Guard, ...] = (check_columns, *OPENS_NOTHING, check_temporary_ddl, check_locks, _check_join_size)
"""Of the others, around the moment when their tables are looked up."""


def check(guards: tuple[Guard, ...], runner: Execution, statement: BoundStatement) -> None:
    """Asks each in turn. Raises MySQLError, UnsupportedError."""
    for guard in guards:
        guard(runner, statement)

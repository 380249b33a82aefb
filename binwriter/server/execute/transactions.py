"""Commands that are not analysed: transactions, savepoints, USE, SET, FLUSH LOGS and RESET."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from sqlglot import exp

from binwriter.binlog.xa import XaState
from binwriter.formats.collations import SYSTEM_COLLATION_ID, default_collation
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.server.execute.definitions import rollback_warnings
from binwriter.server.execute.set_variables import apply_set
from binwriter.server.execute.taking_part import tables_of, tables_take_part
from binwriter.server.execute.xa import check_xa
from binwriter.server.execution import Execution
from binwriter.server.guards.read_only import refuse_read_only
from binwriter.server.log.failures import told_of_deletion
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.system_tables import GTIDS, SYSTEM_SCHEMAS
from binwriter.sql.command_table import runs
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.session import (
    Begin,
    Commit,
    FlushLogs,
    ReleaseSavepoint,
    ResetBinaryLogs,
    Rollback,
    RollbackToSavepoint,
    Set,
    SetSavepoint,
    Use,
)
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.statement.traits import CommandTrait

_Steer = Callable[["Execution", Any, StatementContext], tuple[Diagnostic, ...]]


# The collations of the databases that a server has from the start; the others have that of utf8mb4 (captured:
# charsets_*).
_SYSTEM_COLLATIONS = {"information_schema": SYSTEM_COLLATION_ID}


def _steers(*names: str) -> Callable[[_Steer], _Steer]:
    """Registers what takes its own syntax alone, and answers what it has to say."""

    def registered(steer: _Steer) -> _Steer:
        @runs(*names)
        def run(runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int) -> StatementResult:
            if runner.locked_tables and CommandTrait.NOT_LOCKED in parsed.traits:
                _commit_before_administration(runner)
                raise mysql_error("ER_LOCK_OR_ACTIVE_TRANSACTION")
            diagnostics = steer(runner, parsed.node, context)
            return StatementResult(diagnostics=(*context.diagnostics, *diagnostics))

        return steer

    return registered


@_steers("begin")
def _begin(runner: Execution, command: Begin, context: StatementContext) -> tuple[Diagnostic, ...]:
    if command.read_only is False:
        refuse_read_only(runner)
    runner.session.begin()
    runner.session.seems_in_transaction = False
    if command.snapshot:
        if runner.session.news is not None:
            runner.session.news.took_snapshot()
        if runner.session.variables.isolation() == "REPEATABLE-READ":
            runner.locks.versions.take_view(runner.locks.owner)
            runner.session.log.transaction.engine_joined = True
        else:
            context.diagnostics.append(mysql_warning("HA_ERR_SNAPSHOT_IGNORED"))
    if command.read_only is not None:
        runner.session.variables.next_transaction["transaction_read_only"] = int(command.read_only)
    if runner.locked_tables:  # START TRANSACTION unlocks
        runner.locked_tables = {}
        runner.locks.unlock_tables()
    return ()


@_steers("commit")
def _commit(runner: Execution, command: Commit, context: StatementContext) -> tuple[Diagnostic, ...]:
    characteristics = dict(runner.session.variables.next_transaction)
    runner.session.commit(asked=True)
    _complete(runner, command, characteristics)
    return ()


def _complete(runner: Execution, command: Commit | Rollback, characteristics: dict[str, Any]) -> None:
    """What follows COMMIT and ROLLBACK: another transaction of the same characteristics, or the session's end.

    completion_type decides where the statement does not.
    """
    runner.session.changed_n_in_call = runner.session.seems_in_transaction = False
    by_default = str(runner.session.variables.get("completion_type")).upper()
    chains = by_default in ("CHAIN", "1") if command.chain is None else command.chain
    if chains:
        runner.session.variables.next_transaction.update(characteristics)
    runner.session.explicit_transaction = chains
    if chains and runner.session.news is not None:
        runner.session.news.began()
    runner.released = by_default in ("RELEASE", "2") if command.release is None else command.release


@_steers("rollback")
def _rollback(runner: Execution, command: Rollback, context: StatementContext) -> tuple[Diagnostic, ...]:
    warnings = rollback_warnings(runner, incomplete=runner.session.log.transaction.nontransactional_write)
    characteristics = dict(runner.session.variables.next_transaction)
    runner.session.rollback()
    _complete(runner, command, characteristics)
    return warnings


@_steers("savepoint")
def _savepoint(runner: Execution, command: SetSavepoint, context: StatementContext) -> tuple[Diagnostic, ...]:
    state, refuses = runner.session.xa_state, runner.session.server.policy.refuses_xa_savepoints
    if state in (XaState.IDLE, XaState.PREPARED) or (refuses and state is XaState.ACTIVE):
        runner.session.refuse_in_xa()
    if runner.session.in_transaction:
        log = runner.session.log_statement_state(context.start_microseconds).by(context.uses())
        runner.session.log.savepoints.set(command.name, command.text, runner.undo.mark(), log)
        runner.locks.savepoint(command.name)
    return ()


@_steers("rollback_to_savepoint")
def _rollback_to(runner: Execution, command: RollbackToSavepoint, context: StatementContext) -> tuple[Diagnostic, ...]:
    if runner.session.xa_state in (XaState.IDLE, XaState.PREPARED) and command.name in runner.session.log.savepoints:
        runner.session.refuse_in_xa()
    log = runner.session.log_statement_state(context.start_microseconds)
    incomplete = runner.session.log.transaction.nontransactional_write
    warnings = rollback_warnings(runner, incomplete=incomplete, to_savepoint=True)
    runner.undo.rollback_to(runner.session.log.savepoints.rollback_to(command.name, command.text, log))
    runner.locks.back_to(command.name, engine_joined=runner.session.log.transaction.engine_joined)
    return warnings


@_steers("release_savepoint")
def _release(runner: Execution, command: ReleaseSavepoint, context: StatementContext) -> tuple[Diagnostic, ...]:
    runner.session.log.savepoints.release(command.name)
    return ()


@_steers("use")
def _use(runner: Execution, command: Use, context: StatementContext) -> tuple[Diagnostic, ...]:
    if command.database in SYSTEM_SCHEMAS and command.database not in runner.front_end.catalog.schemas:
        system = default_collation("utf8mb4").id if context.variables.behaviour.accounts_by_8_0 else None
        collation = _SYSTEM_COLLATIONS.get(command.database, system)  # None: as the server's
    else:
        collation = runner.front_end.catalog.schema(command.database).collation
    context.database = runner.session.database = command.database
    if runner.programs.rights is not None:
        runner.programs.rights = runner.programs.rights.at(command.database)
    runner.session.variables.database_changed(collation, command.database)
    if (news := runner.session.news) is not None:
        news.entered = news.state = True
    return ()


@_steers("set_option")
def _set(runner: Execution, command: Set, context: StatementContext) -> tuple[Diagnostic, ...]:
    trees = tuple(
        value for item in command.assignments if isinstance(value := getattr(item, "value", None), exp.Expression)
    )
    parsed = ParsedStatement("", "set_option", exp.Tuple(expressions=list(trees)))
    check_xa(runner, BoundStatement(parsed, context))
    clock = context.start_microseconds
    diagnostics: tuple[Diagnostic, ...] = runner.programs.run(
        parsed, trees, context, clock, lambda: apply_set(runner, command, context), node=command
    )
    if any(tables := [tables_of(runner, tree, context) for tree in trees]):
        tables_take_part(runner, chain.from_iterable(tables))
    return diagnostics


@_steers("flush_logs")
def _flush_logs(runner: Execution, command: FlushLogs, context: StatementContext) -> tuple[Diagnostic, ...]:
    _commit_before_administration(runner)
    runner.session.server.flush_logs(timestamp=context.start_microseconds // 1_000_000)
    return ()


@_steers("reset")
def _reset(runner: Execution, command: ResetBinaryLogs, context: StatementContext) -> tuple[Diagnostic, ...]:
    _commit_before_administration(runner)
    server = runner.session.server
    with told_of_deletion(server.log_files(), context.warn):
        storage = runner.front_end.database.storage
        if storage.find("mysql", GTIDS) is not None:  # what statements had put there, too
            storage.drop("mysql", GTIDS)
        server.reset_logs(timestamp=context.start_microseconds // 1_000_000, number=command.number)
    runner.front_end.database.programs.version += 1  # a server closes all tables (captured: implicit_commits_all_*)
    return ()


def _commit_before_administration(runner: Execution) -> None:
    if runner.session.server.policy.administration_commits:
        runner.session.commit()

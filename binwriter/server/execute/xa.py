"""XA statements on a session. Source: MySQL manual, "XA Transactions"; errors and their order as seen on a 9.7.4."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlglot import exp

from binwriter.binlog.xa import XaBranch, XaState, wrong_state
from binwriter.errors import MySQLError
from binwriter.locks.turns import Owner
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.raw_bytes import text_of
from binwriter.server.execution import Execution
from binwriter.server.in_turn import await_replicas
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.database import schema_of
from binwriter.sql.binding.named_tables import Use
from binwriter.sql.binding.table_nodes import table_nodes
from binwriter.sql.command_table import runs
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.table import CreateTableSyntax
from binwriter.sql.syntax.xa import XaSyntax, XaVerb
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.storage.undo import UndoLog

# SHOW of these asks no table (captured: xa_shows)
_ALWAYS = "BINARY, BINLOG, RELAYLOG, WARNINGS, ERRORS, PROCESSLIST, FULL PROCESSLIST, GRANTS, PRIVILEGES, REPLICAS"
_ALWAYS += ", REPLICA STATUS, CREATE DATABASE, CREATE SCHEMA, CREATE PROCEDURE, CREATE FUNCTION"
_SHOWN_ALWAYS = frozenset(tuple(words.split()) for words in _ALWAYS.split(", "))
_SHOWS = ("show", "show_plugins", "show_triggers")
_RECOVER_COLUMNS = ("formatID", "gtrid_length", "bqual_length", "data")


@runs("xa_start", "xa_end", "xa_prepare", "xa_commit", "xa_rollback", "xa_recover")
def run_xa(runner: Execution, parsed: ParsedStatement, context: StatementContext, clock: int) -> StatementResult:
    """Runs the statement. Raises MySQLError 1397 to 1402, 1440."""
    assert isinstance(parsed.node, XaSyntax)
    return _RUNNERS[parsed.node.verb](runner, parsed.node, clock)


def _start(runner: Execution, syntax: XaSyntax, clock: int) -> StatementResult:
    session = runner.session
    branch, state = session.xa, session.xa_state
    if branch is not None and state is XaState.IDLE and syntax.option == "RESUME":
        if branch.xid != syntax.xid:
            raise mysql_error("ER_XAER_NOTA")
        branch.state = XaState.ACTIVE
        return StatementResult()
    if syntax.option:
        raise mysql_error("ER_XAER_INVAL")
    if state is not XaState.NONE:
        raise wrong_state(state)
    if runner.locked_tables or runner.in_substatement or session.in_active_transaction:
        raise mysql_error("ER_XAER_OUTSIDE")
    session.xa = session.server.xa.start(syntax.xid)
    if _detaches(runner):  # what it locks outlives its session
        session.server.locks.keep_from_now_on()
    session.explicit_transaction = True
    if session.news is not None:
        session.news.began(f"XA START {syntax.xid.shown}")
    session.log.transaction.xid = syntax.xid if session.server.policy.logs_xa else None
    return StatementResult()


def _end(runner: Execution, syntax: XaSyntax, clock: int) -> StatementResult:
    if syntax.option:
        raise mysql_error("ER_XAER_INVAL")
    rolled_back = runner.session.xa_state is XaState.ROLLBACK_ONLY  # told again and again (captured: xa_deadlock_kept)
    branch = _own(runner, syntax, XaState.ROLLBACK_ONLY if rolled_back else XaState.ACTIVE)
    branch.refuse_rolled_back()
    branch.state = XaState.IDLE
    return StatementResult()


def _own(runner: Execution, syntax: XaSyntax, state: XaState) -> XaBranch:
    """The session's branch; 1399 in any other state than this one, 1397 under another name."""
    branch = runner.session.xa
    if branch is None or branch.state is not state:
        raise wrong_state(runner.session.xa_state)
    if branch.xid != syntax.xid:
        raise mysql_error("ER_XAER_NOTA")
    return branch


def _prepare(runner: Execution, syntax: XaSyntax, clock: int) -> StatementResult:
    session = runner.session
    branch = _own(runner, syntax, XaState.IDLE)
    with _rolled_back_if_refused(runner, branch):
        runner.locks.before_xa_end()
    if session.server.policy.logs_xa:
        branch.logged = session.log.xa.prepare(session.log_statement_state(clock))
        await_replicas(session, are_seen=False)
    branch.state = XaState.PREPARED
    if _detaches(runner):
        _detach(runner, branch)
    return StatementResult()


@contextmanager
def _rolled_back_if_refused(runner: Execution, branch: XaBranch) -> Iterator[None]:
    """What may not be written while another session holds commits back is rolled back, and nothing of it is logged
    (captured: locks_xa_ends)."""
    try:
        yield
    except MySQLError as error:
        incomplete = runner.session.log.transaction.nontransactional_write
        _forget(runner, branch, undo=True)
        error.later = (*(_incomplete() if incomplete else ()), _told("ER_XA_RBROLLBACK"))
        raise


@contextmanager
def _told_beside(symbol: str) -> Iterator[None]:
    """Another error stands behind the one with which the statement ends; the transaction stays as it was."""
    try:
        yield
    except MySQLError as error:
        error.later = (_told(symbol),)
        raise


def _told(symbol: str) -> Diagnostic:
    error = mysql_error(symbol)
    return Diagnostic("Error", error.code, error.message)


def _detaches(runner: Execution) -> bool:
    """From 8.0.29 a prepared transaction is nobody's, unless xa_detach_on_prepare=OFF."""
    known = runner.session.variables.table.find("xa_detach_on_prepare") is not None
    return known and bool(runner.session.variables.get("xa_detach_on_prepare"))


def _detach(runner: Execution, branch: XaBranch) -> None:
    """The session goes on without it; its changes wait for XA COMMIT or XA ROLLBACK of anybody.

    They stay locked, and no other transaction sees them.
    """
    session, locks = runner.session, runner.session.server.locks
    locks.keep_from_now_on()
    undo = branch.undo = runner.undo
    runner.undo = UndoLog()
    # where clients come and go, any of them may end it
    thread = session.owner.thread if session.server.source is None else 0
    branch.owner = Owner(0, lambda name: 0, lambda: (False, len(undo)), thread=thread)
    runner.locks.versions.enter(branch.owner, lambda: undo)
    locks.hand_over(session.owner, branch.owner)
    session.xa = None
    session.log.xa.detached()
    branch.incomplete = session.log.transaction.nontransactional_write
    session.end_transaction(undo=False)
    session.log.transaction.nontransactional_write = False


def _commit(runner: Execution, syntax: XaSyntax, clock: int) -> StatementResult:
    session, one_phase = runner.session, syntax.option == "ONE PHASE"
    branch = session.xa
    if branch is None:
        return _end_detached(runner, syntax, clock, undo=False)
    wanted = XaState.IDLE if one_phase else XaState.PREPARED
    if branch.rolled_back is not None and branch.xid == syntax.xid:
        _forget(runner, branch, undo=True)
        raise mysql_error(branch.rolled_back)
    _refuse_other_name(runner, branch, syntax)
    if branch.xid != syntax.xid or branch.state is not wanted:
        raise wrong_state(branch.state)
    if one_phase:
        with _rolled_back_if_refused(runner, branch):
            runner.locks.before_commit()
    else:
        with _told_beside("ER_XA_RETRY"):
            runner.locks.before_xa_end()
    log = session.log_statement_state(clock)
    if branch.logged:
        session.log.xa.end_prepared(f"XA COMMIT {branch.xid}", log)
    else:
        session.log.xa.commit(log)
    await_replicas(session, are_seen=False)
    _forget(runner, branch, undo=False)
    return StatementResult()


def _refuse_other_name(runner: Execution, branch: XaBranch, syntax: XaSyntax) -> None:
    """ER_XAER_NOTA up to 5.6, while the session has a branch of another name (captured: 5.6.21/xa_names_row)."""
    behaviour = runner.session.variables.behaviour
    if behaviour.xa_looks_at_names_first and branch.xid != syntax.xid:
        raise mysql_error("ER_XAER_NOTA")


def _rollback(runner: Execution, syntax: XaSyntax, clock: int) -> StatementResult:
    session = runner.session
    branch = session.xa
    if branch is None:
        return _end_detached(runner, syntax, clock, undo=True)
    _refuse_other_name(runner, branch, syntax)
    if branch.xid != syntax.xid or branch.state is XaState.ACTIVE:
        raise wrong_state(branch.state)
    with _told_beside("ER_XAER_RMERR"):
        runner.locks.before_xa_end()
    incomplete = session.log.transaction.nontransactional_write
    log = session.log_statement_state(clock)
    if branch.logged:
        session.log.xa.end_prepared(f"XA ROLLBACK {branch.xid}", log)
    else:
        session.log.transaction.rollback(log)
    _forget(runner, branch, undo=True)
    return StatementResult(diagnostics=_incomplete() if incomplete else ())


def _incomplete() -> tuple[Diagnostic, ...]:
    return (mysql_warning("ER_WARNING_NOT_COMPLETE_ROLLBACK"),)


def _forget(runner: Execution, branch: XaBranch, *, undo: bool) -> None:
    session = runner.session
    session.server.xa.end(branch)
    session.ended_xid = branch.xid
    session.xa = session.log.transaction.xid = None
    session.end_transaction(undo=undo)


def _end_detached(runner: Execution, syntax: XaSyntax, clock: int, *, undo: bool) -> StatementResult:
    """XA COMMIT and XA ROLLBACK of a prepared transaction that is not the session's."""
    session = runner.session
    server = session.server
    if session.in_active_transaction:
        if session.variables.behaviour.xa_names_before_transactions and session.ended_xid != syntax.xid:
            server.xa.find_detached(syntax.xid, server.connected.held_xids())
        raise wrong_state(XaState.NONE)
    if session.ended_xid == syntax.xid and not session.variables.behaviour.forgets_ended_xa:
        raise wrong_state(XaState.NONE)
    branch = server.xa.find_detached(syntax.xid, server.connected.held_xids())
    verb = "ROLLBACK" if undo else "COMMIT"
    with _told_beside("ER_XA_RETRY"):
        runner.locks.before_xa_end()
    incomplete = undo and branch.incomplete
    # XA COMMIT .. ONE PHASE of a prepared transaction is done and not logged (seen in captures)
    logging = session.variables.settings.sql_log_bin
    if branch.logged and syntax.option != "ONE PHASE" and logging:
        session.log.xa.end_prepared(f"XA {verb} {branch.xid}", session.log_statement_state(clock))
        await_replicas(session, are_seen=False)
    if branch.undo is not None and branch.owner is not None:
        if undo:
            branch.undo.rollback_to(0)
        else:
            runner.locks.versions.committed(branch.owner, branch.undo)
        branch.undo.clear()
        runner.locks.versions.leave(branch.owner)
        server.locks.leave(branch.owner)
    server.xa.end(branch)
    session.end_transaction(undo=False)
    session.log.transaction.nontransactional_write = False
    return StatementResult(diagnostics=_incomplete() if incomplete else ())


def _recover(runner: Execution, syntax: XaSyntax, clock: int) -> StatementResult:
    rights = runner.programs.rights
    asks = runner.session.variables.behaviour.accounts_by_8_0
    if asks and rights is not None and not rights.may("XA_RECOVER_ADMIN"):
        error = mysql_error("ER_XAER_RMERR")
        denied = mysql_error("ER_SPECIFIC_ACCESS_DENIED_ERROR", "XA_RECOVER_ADMIN")
        error.later = (Diagnostic("Error", denied.code, denied.message),)
        raise error
    rows: list[tuple[Any, ...]] = []
    for branch in runner.session.server.xa.prepared():
        xid = branch.xid
        data = xid.gtrid + xid.bqual
        shown = f"0x{data.hex().upper()}" if syntax.option else text_of(data)
        rows.append((xid.format_id, len(xid.gtrid), len(xid.bqual), shown))
    return StatementResult(affected=len(rows), columns=_RECOVER_COLUMNS, rows=tuple(rows))


def session_ended(runner: Execution) -> None:
    """Disconnect and KILL: a prepared transaction stays, any other is rolled back by the session itself."""
    branch = runner.session.xa
    if branch is None:
        return
    runner.session.xa = runner.session.log.transaction.xid = None
    if branch.state is XaState.PREPARED and runner.session.server.policy.logs_xa:
        _detach(runner, branch)
    else:
        runner.session.server.xa.end(branch)


def check_xa(runner: Execution, statement: BoundStatement) -> None:
    """What a session may not do in its XA transaction.

    ER_XAER_RMFAIL for the use of tables in the states IDLE and PREPARED, error 4091 for temporary tables where the
    transaction will be detached.
    """
    session, node, profile = runner.session, statement.parsed.node, statement.profile
    if session.xa is None:
        return
    shows = isinstance(node, AdminSyntax) and node.command in _SHOWS and _asks_tables(node)
    reads = isinstance(node, exp.Expression) and node.find(exp.Table) is not None
    if reads and (profile is None or not profile.tables) and _is_missing(runner, statement):
        return  # which is told first (cluster missing_tables_in_ended_xa)
    if (profile is not None and profile.tables) or reads or shows:
        session.xa.refuse_rolled_back()
    uses = bool(profile is not None and profile.tables) or shows or reads
    refuses = session.server.policy.refuses_ended_xa
    if refuses and uses and session.xa.state not in (XaState.ACTIVE, XaState.ROLLBACK_ONLY):
        raise wrong_state(session.xa.state)
    temporary = profile is not None and any(access.temporary for access in profile.tables)
    makes = isinstance(node, CreateTableSyntax) and node.temporary
    temporary |= any(
        table.use is Use.REMOVES and runner.temporary.find(*table.key(statement.context.database)) is not None
        for table in statement.named
    )
    if profile is not None and profile.implicit_commit:
        return  # which is refused first
    if (temporary or makes) and _detaches(runner):
        raise mysql_error("ER_XA_TEMP_TABLE")


def _is_missing(runner: Execution, statement: BoundStatement) -> bool:
    """Whether a table that a query reads is not there, on servers that look for them first."""
    context, node = statement.context, statement.parsed.node
    if context.variables.behaviour.xa_before_tables or not isinstance(node, exp.Query):
        return False
    catalog, found = runner.front_end.catalog, runner.temporary.find
    named = [(schema_of(table, context.database) or "", table.name) for table in table_nodes(node)]
    return any(
        key[0] in catalog.schemas and not (catalog.find(*key) or catalog.view(*key) or found(*key)) for key in named
    )


def _asks_tables(node: AdminSyntax) -> bool:
    return not _SHOWN_ALWAYS & {node.words[:1], node.words[:2]}


_RUNNERS: dict[XaVerb, Callable[[Execution, XaSyntax, int], StatementResult]] = {
    XaVerb.START: _start,
    XaVerb.END: _end,
    XaVerb.PREPARE: _prepare,
    XaVerb.COMMIT: _commit,
    XaVerb.ROLLBACK: _rollback,
    XaVerb.RECOVER: _recover,
}

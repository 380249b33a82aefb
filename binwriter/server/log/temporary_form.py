"""In which form statements are logged while the session has temporary tables, by era."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.binlog.rules.logging_format import LoggingDecision, LoggingFormat
from binwriter.binlog.rules.unsafe import TransactionState
from binwriter.formats.records import replace
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.sql.binding.unsafe_reasons import parse_time_reasons
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import UnsafeReason

if TYPE_CHECKING:
    from binwriter.server.execution import Execution


def temporary_form(runner: Execution) -> BinlogFormat:
    """binlog_format as far as the session's open temporary tables leave it."""
    open_tables = runner.temporary
    return runner.session.server.policy.temporary.format_in_force(
        runner.session.binlog_format, any_open=bool(open_tables), row_mode=open_tables.row_mode
    )


def temporary_ddl_state(runner: Execution, in_force: BinlogFormat) -> TransactionState:
    """The transaction as CREATE and DROP TEMPORARY TABLE see it: 5.5 writes those of N-tables ahead in row form.

    in_force: the form of statements before the table was made or dropped.
    """
    session = runner.session
    state = session.transaction_state()
    policy = session.server.policy.temporary
    if policy.ahead_in_row and not policy.logs(in_force):
        return replace(state, direct_non_transactional_updates=True)
    return state


def note_row_mode(runner: Execution, decision: LoggingDecision | None = None, *, made_first: bool = False) -> None:
    """Up to 5.7: a statement in row form while there are temporary tables makes all that follow rows, under MIXED too.

    decision: None after DDL and SET binlog_format. made_first: it was a DDL statement, and there was no table before.
    """
    form, policy = runner.session.binlog_format, runner.session.server.policy.temporary
    if not policy.logged_in_mixed or not runner.temporary:
        return
    as_rows = form is not BinlogFormat.STATEMENT and decision is not None and decision.format is LoggingFormat.ROW
    if as_rows or (form is BinlogFormat.ROW and (made_first or not policy.keeps_form)):
        runner.temporary.row_mode = True


def note_unsafe_query(runner: Execution, parsed: ParsedStatement) -> None:
    """Up to 5.7: so does a query that would be unsafe to log (captured: row_form_kept_mixed)."""
    tree, policy = parsed.node, runner.session.server.policy
    if not policy.temporary.logged_in_mixed or not runner.temporary or not isinstance(tree, exp.Expression):
        return
    if runner.session.binlog_format is not BinlogFormat.MIXED:
        return
    reasons = set(parse_time_reasons(parsed, tree, policy.unsafe))
    if reasons - ({UnsafeReason.LIMIT} if not policy.unsafe.limit_in_subquery else set()):
        runner.temporary.row_mode = True

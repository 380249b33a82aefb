"""INSERT DELAYED and REPLACE DELAYED of 5.1: a thread of the server's own for each table writes the rows.

The client is told that all of them went in, whatever becomes of them, and its transaction has nothing to do with them.
What that thread logs has its own number and the server's character set: from 5.1.39 on the statement, whatever
binlog_format says, and only of a single row (those of several rows, and of queries, go in at once); in 5.1.27 rows.
Here they go in at once, as a server does with nothing else to do (captured: 5.1.27/insert_delayed_mixed,
5.1.54/insert_delayed_row). The rows of a statement of several rows are one event here, where 5.1.27 makes one of each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.errors import MySQLError
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.server.execution import Execution
from binwriter.sql.binding.prelocking import Prelocking
from binwriter.sql.context import StatementContext
from binwriter.sql.text.value_lists import LITERALS
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.policy import DelayedRows
from binwriter.statement.result import StatementResult

if TYPE_CHECKING:
    from binwriter.server.session import Session

# what the thread finds out when the client has had its answer: duplicates
_FOUND_LATER = frozenset({"ER_DUP_ENTRY", "ER_DUP_ENTRY_WITH_KEY_NAME", "ER_DUP_KEY"})


def handed_over(
    runner: Execution, parsed: ParsedStatement, prelocking: Prelocking | None, context: StatementContext
) -> StatementResult | None:
    """What the client is told of rows that a thread of the server's writes. None: they are written as any others.

    MySQLError for what is wrong with the statement itself.
    """
    session = runner.session
    delayed = session.server.policy.delayed_rows
    if delayed is DelayedRows.AT_ONCE or "DELAYED" not in parsed.modifiers or parsed.command.endswith("_select"):
        return None
    if not session.variables.settings.sql_log_bin:
        return None
    if session.is_delayed or runner.programs.state is not None or runner.locked_tables or prelocking is not None:
        return None
    rows = _rows(parsed.node)
    if not rows or (rows > 1 and delayed is DelayedRows.SINGLE_STATEMENT) or not parsed.text.isascii():
        return None
    tree = parsed.node
    assert isinstance(tree, exp.Insert)
    node = tree.this.this if isinstance(tree.this, exp.Schema) else tree.this
    data = runner.front_end.database_of(context).table_of(node, context)
    table = data.definition
    if table.engine.name not in context.variables.behaviour.takes_delayed or table.temporary:
        return None
    thread = _thread_of(session, (table.schema, table.name), delayed)
    thread.variables.fixed_timestamp = session.variables.fixed_timestamp
    mode = session.variables.get("sql_mode")
    if thread.variables.get("sql_mode") != mode:
        thread.run_inside(f"SET sql_mode = '{mode}'")
    thread.database = session.database
    result = thread.run_inside(parsed.text)
    error = result.error
    if isinstance(error, MySQLError) and error.symbol not in _FOUND_LATER:
        raise error
    told = () if error is not None else result.diagnostics
    return StatementResult(diagnostics=told, affected=rows, insert_id=0)


def _rows(tree: object) -> int:
    given = tree.args.get("expression") if isinstance(tree, exp.Insert) else None
    if not isinstance(given, exp.Values) or tree.args.get("conflict") is not None:  # type: ignore[attr-defined]
        return 0
    literals = given.meta.get(LITERALS)
    return len(literals) if literals is not None else len(given.expressions)


def _thread_of(session: Session, table: tuple[str, str], delayed: DelayedRows) -> Session:
    """The thread of a table, which is there as long as nobody asks what becomes of it."""
    server = session.server
    known: Session | None = server.front_end.delayed_threads.get(table)
    if known is None or known.closed:
        known = server.thread(None)
        known.is_delayed = True
        form = BinlogFormat.ROW if delayed is DelayedRows.ROWS else BinlogFormat.STATEMENT
        known.run_inside(f"SET binlog_format = '{form.value}'")
        server.front_end.delayed_threads[table] = known
    assert known is not None
    return known

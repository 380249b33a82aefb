"""The slow query log of a server in mysql.slow_log: statements that ran for long_query_time, with what they took.

Rows that were examined are not counted here: as many as were sent. Statements that look after tables are in it only
where log_slow_admin_statements says so (MySQL manual, "The Slow Query Log"; captured: clusters/slow_log_in_its_table).
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from binwriter.errors import MySQLError
from binwriter.server.general_log import NO_STATEMENT, shown, user_host

if TYPE_CHECKING:
    from binwriter.statement.result import StatementResult

_ADMINISTERS = re.compile(
    r"\s*(ALTER\s+TABLE|ANALYZE\b|CHECK\s|CREATE\s+(UNIQUE\s+|FULLTEXT\s+|SPATIAL\s+)?INDEX|DROP\s+INDEX|OPTIMIZE\b|REPAIR\b)",
    re.IGNORECASE,
)
_EXECUTE = re.compile(r"\s*EXECUTE\b", re.IGNORECASE)


def note(session: Any, text: str, result: StatementResult) -> None:
    """A statement has ended; who calls it has the turn."""
    variables, client = session.server.variables, session.client
    if "TABLE" not in str(variables.get("log_output")).upper():
        return
    if client.took < session.variables.settings.long_query_time:
        return
    if result.error is not None and result.error.code == NO_STATEMENT:
        return
    if not text or _EXECUTE.match(text):
        text = client.info or text  # with its values
    if len(result.rows) < int(session.variables.get("min_examined_row_limit")):
        return
    if _ADMINISTERS.match(text) and not variables.get("log_slow_admin_statements"):
        return
    try:
        data = session.server.front_end.database.table("mysql", "slow_log")
    except MySQLError:  # a statement has renamed or dropped it
        return
    now, took = datetime.now(UTC), timedelta(seconds=client.took)
    data.insert(
        (
            *(now, user_host(session), took, timedelta(0), len(result.rows), len(result.rows)),
            *(session.database or "", 0, result.insert_id or 0, int(variables.get("server_id"))),
            *(shown(text).encode("utf-8", "surrogateescape"), session.thread_id),
        )
    )

"""The SQL side of a traced session: each statement that is dispatched is a part, with the tables that it names."""

from __future__ import annotations

from typing import Any

from binwriter.formats.records import replace
from binwriter.server.execute.statement import SqlRunner
from binwriter.server.tracing.named_tables import accesses
from binwriter.server.tracing.session import TracedSession
from binwriter.sql.context import StatementContext
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult


class TracedSqlRunner(SqlRunner):
    """As `SqlRunner`."""

    def _dispatch(
        self, parsed: ParsedStatement, context: StatementContext, clock: int, handle: Any = None
    ) -> StatementResult:
        assert isinstance(self.session, TracedSession)
        own = accesses(parsed, replace(self.front_end.database_of(context), on_open=None), context)
        with self.session.trace.part(parsed.command, parsed.text, own):
            return super()._dispatch(parsed, context, clock, handle)

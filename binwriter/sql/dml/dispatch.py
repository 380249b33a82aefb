"""Which worker runs a statement that changes rows."""

from __future__ import annotations

from binwriter.sql.binding.views import duality_target
from binwriter.sql.command_table import changes
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.text.words import ParsedStatement


def run_change(parsed: ParsedStatement, run: DmlRun) -> None:
    """Runs it. MySQLError; rows done until then stay in `run.changes`."""
    view = duality_target(parsed, run.database, run.context)
    if view is not None:
        from binwriter.sql.dml.duality.changes import change_documents

        change_documents(parsed, view, run)
    else:
        changes[parsed.command](parsed, run)

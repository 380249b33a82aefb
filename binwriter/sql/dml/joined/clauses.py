"""The clauses of UPDATE and DELETE of several tables: what they join, and what they may not have."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.text.words import ParsedStatement


def rows_from(node: exp.Expression) -> exp.Expression:
    """A query of what the statement joins, with nothing but its FROM."""
    return exp.Select(from_=exp.From(this=node.copy()))


def refuse_clauses(parsed: ParsedStatement, tree: exp.Expression) -> None:
    """ER_WRONG_USAGE for ORDER BY and LIMIT, which changes of several tables have not; UnsupportedError for WITH."""
    if tree.args.get("with_"):
        raise UnsupportedError(f"WITH ... {parsed.command.split('_')[0].upper()}", parsed.text)
    for clause in ("order", "limit"):
        if tree.args.get(clause):
            words = {"order": "ORDER BY", "limit": "LIMIT"}[clause]
            verb = parsed.command.split("_")[0].upper()
            raise mysql_error("ER_WRONG_USAGE", verb, words)


@contextlib.contextmanager
def told_as_unknown(run: DmlRun, clauses: Sequence[str] = ()) -> Iterator[None]:
    """Behind an error of the statement stands 1105 (captured: 5.1.27 to 5.7.18). clauses: only where it names a column
    in one of these."""
    try:
        yield
    except MySQLError as error:
        places = [place for clause in clauses for place in (f" in '{clause}'", f" in {clause} is ambiguous")]
        is_meant = not clauses or any(place in error.message for place in places)
        if is_meant and run.context.variables.behaviour.joined_errors_are_unknown:
            run.context.diagnostics.append(mysql_warning("ER_UNKNOWN_ERROR", level="Error"))
        raise

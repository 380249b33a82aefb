"""The clauses of UPDATE and DELETE of several tables: what they join, and what they may not have."""

from __future__ import annotations

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.mysql.messages.table import mysql_error
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

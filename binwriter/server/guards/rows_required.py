"""require_row_format: such a session changes rows by row events alone (captured: clusters/rows_required)."""

from __future__ import annotations

from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.variables.scopes import SessionVariables
from binwriter.server.execution import Execution
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.named_tables import is_temporary_ddl
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.words import ParsedStatement

_CHANGES = frozenset(
    {
        *("insert", "insert_select", "replace", "replace_select", "load"),
        *("update", "update_multi", "delete", "delete_multi"),
    }
)
_OF_TEMPORARY = frozenset({"create_table", "create_select", "drop_table"})


def are_required(variables: SessionVariables) -> bool:
    """Whether the session has said so; before 8.0.19 none could."""
    return variables.table.find("require_row_format") is not None and bool(variables.get("require_row_format"))


def check_rows_required(_runner: Execution, statement: BoundStatement) -> None:
    """ER_CLIENT_QUERY_FAILURE_INVALID_NON_ROW_FORMAT."""
    if are_required(statement.context.variables) and _is_refused(statement.parsed):
        raise mysql_error("ER_CLIENT_QUERY_FAILURE_INVALID_NON_ROW_FORMAT")


def _is_refused(parsed: ParsedStatement) -> bool:
    if parsed.command == "explain" and isinstance(parsed.node, AdminSyntax) and parsed.node.statement is not None:
        return parsed.node.statement.command in _CHANGES
    return parsed.command in _CHANGES or (parsed.command in _OF_TEMPORARY and is_temporary_ddl(parsed))

"""What a server makes of a client's wish for a cursor (COM_STMT_EXECUTE), by the kind of the statement.

Source: the answers of a 9.7.4 (tests/golden/wire/cursors.json).
"""

from __future__ import annotations

from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import CursorUse

_QUERIES = frozenset({"select", "explain", "show"})
_NO_SELECTS = frozenset({"insert_select", "replace_select", "update_multi", "delete_multi"})
_AT_ONCE = frozenset({"insert", "replace", "update", "delete", "call", "do"})
_SHOWN_AT_ONCE = frozenset({"CREATE", "GRANTS", "BINARY", "BINLOG", "ENGINE", "PRIVILEGES", "REPLICA", "REPLICAS"})


def cursor_use(parsed: ParsedStatement) -> CursorUse:
    """Of a statement."""
    command, node = parsed.command, parsed.node
    if command in _QUERIES:
        at_once = isinstance(node, AdminSyntax) and not _SHOWN_AT_ONCE.isdisjoint(node.words[:1])
        return CursorUse.NONE if at_once else CursorUse.OPENED
    if command in _NO_SELECTS:
        return CursorUse.NO_SELECT
    if command == "select_into":
        return CursorUse.INTO
    return CursorUse.NONE if command in _AT_ONCE or command.startswith("show") else CursorUse.REFUSED

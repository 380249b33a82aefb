"""Statements of 5.1 and 5.5 that leave the conditions of the statement before for SHOW WARNINGS.

Source: captured on a 5.5.20 and a 5.1.54 (conditions_left_row): a statement that names no table leaves the diagnostics
area as it is, if it gives no condition of its own.
"""

from __future__ import annotations

import re

from binwriter.formats.patterns import pattern
from binwriter.sql.text.words import ParsedStatement

# Those that never name a table, and those that do if they have FROM.
_TRANSACTIONS = ("begin", "commit", "rollback", "savepoint", "rollback_to_savepoint", "release_savepoint")
_XA = ("xa_start", "xa_end", "xa_prepare", "xa_commit", "xa_rollback", "xa_recover")
_ACCOUNTS = ("create_user", "drop_user", "rename_user", "set_password")
_DATABASES = ("create_db", "alter_db", "drop_db")
_VERBS = ("create", "alter", "drop")
_PROGRAMS = tuple(f"{verb}_{kind}" for verb in _VERBS for kind in ("procedure", "function", "event"))
_SERVERS = ("create_server", "alter_server", "drop_server", "reset", "purge", "kill", "flush_logs", "show_relaylog")
_OTHERS = ("use", "unlock_tables", "deallocate_prepare", "drop_trigger")
_NEVER = frozenset((*_TRANSACTIONS, *_XA, *_ACCOUNTS, *_DATABASES, *_PROGRAMS, *_SERVERS, *_OTHERS))
_IF_FROM = frozenset(("set_option", "do", "select", "select_into", "explain"))
_SHOWS = frozenset(("show", "show_profiles"))
_CHANGES_PROGRAM = frozenset(("alter_procedure", "alter_function", "drop_procedure", "drop_function"))
_SUBQUERY = pattern(r"\(\s*select\b", re.IGNORECASE)
_FROM = pattern(r"\bfrom\b", re.IGNORECASE)
_SHOW_OF_NO_TABLE = pattern(
    r"\s*show\s+(?:grants|master|slave|binary|binlog|full\s+processlist|processlist|privileges"
    r"|create\s+(?:procedure|function|event|trigger|database|schema))\b",
    re.IGNORECASE,
)
_TABLE_OF_RIGHTS = pattern(r"\bon\s+(?:table\s+)?(?!\*)[^\s.]+(?:\s*\.\s*(?!\*)\S+|(?!\s*\.)\s)", re.IGNORECASE)
_FLUSHES_SOME = pattern(r"\s*flush\s+(?:local\s+|no_write_to_binlog\s+)?tables?\s+(?!with\b)\S", re.IGNORECASE)


def leaves_conditions(parsed: ParsedStatement, *, by_subquery: bool) -> bool:
    """Whether the statement names no table. by_subquery: one with a subquery counts as if it did, and one that changes
    a program."""
    command, text = parsed.command, parsed.text
    if by_subquery and (command in _CHANGES_PROGRAM or (command in _IF_FROM and _SUBQUERY.search(text))):
        return False
    if command in ("grant", "revoke"):
        return _TABLE_OF_RIGHTS.search(text) is None
    if command.startswith("flush"):
        return _FLUSHES_SOME.match(text) is None
    if command in _SHOWS:
        return _SHOW_OF_NO_TABLE.match(text) is not None
    return command in _NEVER or (command in _IF_FROM and _FROM.search(text) is None)

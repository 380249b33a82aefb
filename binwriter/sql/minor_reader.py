"""Reads statements of a server's administration that change nothing here, and those on tablespaces.

What of them is logged: captures of a 9.7.4 (tests/golden/scenarios/administration_logs_*.scn).
"""

from __future__ import annotations

from binwriter.sql.admin_syntax import AdminKind, AdminSyntax
from binwriter.sql.commands import TableSyntax
from binwriter.sql.cursor import Cursor
from binwriter.sql.words import ParsedStatement, Words


def read_unlogged(words: Words) -> ParsedStatement:
    """CREATE RESOURCE GROUP, ALTER INSTANCE, LOCK INSTANCE, RESET REPLICA, HELP ...: accepted and not logged."""
    Cursor(words)
    return ParsedStatement(words.text, "admin", AdminSyntax(AdminKind.UNLOGGED))


def read_tablespace(words: Words) -> ParsedStatement:
    """CREATE, ALTER and DROP TABLESPACE: logged as they are written."""
    cursor = Cursor(words)
    verb = cursor.next().text.lower()
    cursor.expect("TABLESPACE")
    cursor.name()
    return ParsedStatement(words.text, f"{verb}_tablespace", TableSyntax())

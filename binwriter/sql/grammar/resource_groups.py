"""Reads CREATE, ALTER, DROP and SET RESOURCE GROUP (MySQL manual, "Resource Group Management Statements")."""

from __future__ import annotations

from binwriter.catalog.resource_groups import Wanted
from binwriter.sql.command_table import reads
from binwriter.sql.syntax.administration import ResourceGroupSyntax
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import ParsedStatement, Words


@reads("CREATE RESOURCE", "ALTER RESOURCE", "DROP RESOURCE", "SET RESOURCE")
def read_resource_group(words: Words) -> ParsedStatement:
    """Not logged."""
    cursor = Cursor(words)
    verb = cursor.next().text.upper()
    cursor.expect("RESOURCE", "GROUP")
    name = cursor.name()
    is_system, processors, priority, enabled, threads = False, [], None, None, []
    if verb == "CREATE":
        cursor.expect("TYPE")
        cursor.accept_symbol("=")
        is_system = not cursor.accept("USER") and cursor.accept("SYSTEM")
    if verb in ("CREATE", "ALTER") and cursor.accept("VCPU"):
        cursor.accept_symbol("=")
        processors.append(_range(cursor))
        while cursor.accept_symbol(",") or not (cursor.at_end or cursor.word()):
            processors.append(_range(cursor))
    if verb in ("CREATE", "ALTER") and cursor.accept("THREAD_PRIORITY"):
        cursor.accept_symbol("=")
        sign = -1 if cursor.accept_symbol("-") else 1
        priority = sign * cursor.integer()
    if cursor.accept("ENABLE"):
        enabled = True
    elif cursor.accept("DISABLE"):
        enabled = False
    forces = cursor.accept("FORCE")
    if verb == "SET" and cursor.accept("FOR"):
        threads.append(cursor.integer())
        while cursor.accept_symbol(",") or not cursor.at_end:
            threads.append(cursor.integer())
    wanted = Wanted(is_system, enabled, tuple(processors), priority)
    command = f"{verb.lower()}_resource_group"
    syntax = ResourceGroupSyntax(command, argument=name, wanted=wanted, forces=forces, threads=tuple(threads))
    return ParsedStatement(words.text, command, syntax)


def _range(cursor: Cursor) -> tuple[int, int]:
    first = cursor.integer()
    return first, cursor.integer() if cursor.accept_symbol("-") else first

"""Reads SQL statements in the body of a program, and says which may not stand there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.binding.names_check import walk
from binwriter.sql.binding.profile import is_temporary_ddl
from binwriter.sql.binding.programs import Program
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.grammar.programs.select_into import read_select_into
from binwriter.sql.grammar.programs.set import read_assignments
from binwriter.sql.syntax.administration import AdminKind, AdminSyntax
from binwriter.sql.syntax.programs import AlterProgram, Block, CreateProgram, ProgramKind, Sql, Statement
from binwriter.sql.syntax.session import SetVariable
from binwriter.sql.text.words import ParsedStatement

if TYPE_CHECKING:
    from binwriter.sql.grammar.programs.body import BodyReader

# Statements that no function and no trigger may hold: they end the transaction (MySQL manual 15.3.3).
_COMMITTING = frozenset(
    {"begin", "commit", "rollback", "create_table", "drop_table", "truncate", "create_db", "drop_db", "alter_table"}
    | {"create_view", "drop_view", "create_index", "drop_index", "rename_table", "flush", "lock_tables"}
    | {"unlock_tables", "create_user", "drop_user", "grant", "revoke", "analyze", "set_password", "alter_user"}
    | {"create_event", "alter_event", "drop_event"}
)
_WITH_TEMPORARY = frozenset({"create_table", "drop_table"})
_PREPARED = frozenset({"prepare", "execute", "deallocate_prepare"})
# Administration that answers with rows.
_ANSWERING = frozenset(
    {AdminKind.SHOW, AdminKind.EXPLAIN, AdminKind.ANALYZE, AdminKind.OPTIMIZE, AdminKind.REPAIR}
    | {AdminKind.CHECKSUM, AdminKind.CACHE_INDEX, AdminKind.LOAD_INDEX, AdminKind.HELP}
)
_NOT_IN_ROUTINES = frozenset({"use", "load", "alter_view", "ha_open", "ha_read"})
_NOT_ADMITTED = frozenset({AdminKind.LOCK, AdminKind.UNLOCK, AdminKind.CHECK})


def read_sql(reader: BodyReader) -> Statement:
    offset = reader.cursor.offset
    word = reader.cursor.word()
    parsed = parse_statement(reader.rest_of_statement())
    verb, _, kind = parsed.command.partition("_")
    if isinstance(parsed.node, (CreateProgram, AlterProgram)) and kind == "event" and parsed.node.body:
        raise mysql_error("ER_EVENT_RECURSION_FORBIDDEN")
    if kind in ("procedure", "function", "trigger"):
        symbol = "ER_SP_NO_RECURSIVE_CREATE" if verb == "create" else "ER_SP_NO_DROP_SP"
        raise mysql_error(symbol, kind.upper())
    if reader.in_substatement:
        check_substatement(reader, parsed)
    if parsed.command in _NOT_IN_ROUTINES or (
        isinstance(parsed.node, AdminSyntax) and parsed.node.kind in _NOT_ADMITTED
    ):
        full = f"LOAD {words[1]}" if word == "LOAD" and (words := parsed.text.upper().split()) else word
        raise mysql_error("ER_SP_BADSTATEMENT", full)
    if parsed.command == "begin" and word == "BEGIN":
        raise UnsupportedError("BEGIN inside a stored program", reader.cursor.text, offset)
    return Sql(parsed)


def check_substatement(reader: BodyReader, parsed: ParsedStatement) -> None:
    """What no function and no trigger may hold."""
    found = refusal_in_substatement(parsed, reader.kind)
    if found is not None:
        raise found


def refusal_in_substatement(parsed: ParsedStatement, kind: ProgramKind) -> MySQLError | None:
    """The error of what no function or trigger (kind), and no procedure called by one, may hold."""
    command = parsed.command
    if isinstance(parsed.node, AdminSyntax):
        if parsed.node.kind in _ANSWERING:
            return mysql_error("ER_SP_NO_RETSET", _kind_name(kind))
        if parsed.node.kind is AdminKind.FLUSH:
            return mysql_error("ER_STMT_NOT_ALLOWED_IN_SF_OR_TRG", "FLUSH")
    if command in _COMMITTING and not (command in _WITH_TEMPORARY and is_temporary_ddl(parsed)):
        return mysql_error("ER_COMMIT_NOT_ALLOWED_IN_SF_OR_TRG")
    if command in _PREPARED:
        return mysql_error("ER_STMT_NOT_ALLOWED_IN_SF_OR_TRG", "Dynamic SQL")
    if command == "reset":
        return mysql_error("ER_STMT_NOT_ALLOWED_IN_SF_OR_TRG", "RESET")
    return None


def refusal_of_call(procedure: Program, caller: ProgramKind) -> MySQLError | None:
    """The error of a CALL in a function or trigger: what its procedure holds (captured). Dynamic SQL is found first."""
    parts = list(walk(procedure.body))
    statements = [part for part in parts if isinstance(part, ParsedStatement)]
    if any(one.command in _PREPARED for one in statements):
        return mysql_error("ER_STMT_NOT_ALLOWED_IN_SF_OR_TRG", "Dynamic SQL")
    results = [part.parsed for part in parts if isinstance(part, Sql)]
    if any(one.command in ("select", "show") for one in results):
        return mysql_error("ER_SP_NO_RETSET", _kind_name(caller))
    if any(isinstance(part, SetVariable) and part.name.lower() == "autocommit" for part in parts):
        return mysql_error("ER_SP_CANT_SET_AUTOCOMMIT")
    return next((error for one in statements if (error := refusal_in_substatement(one, caller)) is not None), None)


def read_select(reader: BodyReader) -> Statement:
    text = reader.rest_of_statement()
    found = read_select_into(text)
    if found is None:
        if reader.in_substatement:
            raise mysql_error("ER_SP_NO_RETSET", _kind_name(reader.kind))
        return Sql(parse_statement(text))
    for target in found.targets:
        if not target.user and not reader.is_variable(target.name):
            raise mysql_error("ER_SP_UNDECLARED_VAR", target.name)
    return found


def read_set(reader: BodyReader) -> Statement:
    statements = read_assignments(reader.rest_of_statement(), reader.is_variable, reader.kind, reader.event)
    return statements[0] if len(statements) == 1 else Block(body=statements)


def _kind_name(kind: ProgramKind) -> str:
    return f"a {kind.value.lower()}"

"""CALL, PREPARE, EXECUTE and DEALLOCATE PREPARE as the client sends them."""

from __future__ import annotations

from collections.abc import Callable

from binwriter.sql.command_table import reads
from binwriter.sql.grammar.programs.body import BodyReader
from binwriter.sql.grammar.programs.call import read_call
from binwriter.sql.syntax.programs import Call, Deallocate, Execute, GetDiagnostics, Prepare, ProgramKind, Signal
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import ParsedStatement, Words


@reads(
    "SIGNAL",
    "RESIGNAL",
    "GET DIAGNOSTICS",
    "GET CURRENT",
    "GET STACKED",
    "CALL",
    "PREPARE",
    "EXECUTE",
    "DEALLOCATE PREPARE",
    "DROP PREPARE",
)
def read_command(words: Words) -> ParsedStatement:
    """The statement. MySQLError ER_PARSE_ERROR."""
    cursor = Cursor(words)
    command, reader = _READERS[cursor.word()]
    node = reader(cursor)
    if not cursor.at_end:
        raise cursor.error()
    return ParsedStatement(words.text, command, node)


def _call(cursor: Cursor) -> Call:
    return read_call(cursor)


def _prepare(cursor: Cursor) -> Prepare:
    cursor.expect("PREPARE")
    name = cursor.name()
    cursor.expect("FROM")
    if cursor.accept_symbol("@"):
        return Prepare(name, cursor.user_variable(), is_variable=True)
    return Prepare(name, cursor.string())


def _execute(cursor: Cursor) -> Execute:
    cursor.expect("EXECUTE")
    name = cursor.name()
    variables: list[str] = []
    if cursor.accept("USING"):
        while True:
            cursor.expect_symbol("@")
            variables.append(cursor.user_variable())
            if not cursor.accept_symbol(","):
                break
    return Execute(name, tuple(variables))


def _deallocate(cursor: Cursor) -> Deallocate:
    cursor.next()
    cursor.expect("PREPARE")
    return Deallocate(cursor.name())


def _condition_statement(cursor: Cursor) -> Signal | GetDiagnostics:
    statement = BodyReader(cursor, ProgramKind.PROCEDURE).statement()
    assert isinstance(statement, (Signal, GetDiagnostics))
    return statement


_READERS: dict[str, tuple[str, Callable[[Cursor], Call | Prepare | Execute | Deallocate | Signal | GetDiagnostics]]] = {
    "CALL": ("call", _call),
    "PREPARE": ("prepare", _prepare),
    "EXECUTE": ("execute", _execute),
    "DEALLOCATE": ("deallocate_prepare", _deallocate),
    "SIGNAL": ("signal", _condition_statement),
    "RESIGNAL": ("resignal", _condition_statement),
    "GET": ("get_diagnostics", _condition_statement),
    "DROP": ("deallocate_prepare", _deallocate),
}

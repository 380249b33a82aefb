"""Reads CREATE, ALTER and DROP of stored programs (MySQL manual, "CREATE PROCEDURE and CREATE FUNCTION Statements")."""

from __future__ import annotations

from collections.abc import Callable

from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.command_table import reads
from binwriter.sql.grammar.parts.hosts import accept_host
from binwriter.sql.grammar.programs.body import BodyReader, read_collation
from binwriter.sql.grammar.programs.event_schedule import read_completion, read_schedule, read_status
from binwriter.sql.grammar.programs.statements import refusal_in_function
from binwriter.sql.grammar.tables.types import read_type
from binwriter.sql.syntax.accounts import TrimmedAccount, checked_account
from binwriter.sql.syntax.program_definitions import (
    AlterProgram,
    Characteristics,
    CreateLoadable,
    CreateProgram,
    DropProgram,
    EventSchedule,
    ParameterSyntax,
)
from binwriter.sql.syntax.programs import Block, Call, Case, If, Loop, ProgramKind, Statement
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import ParsedStatement, Words

_TIMINGS = ("BEFORE", "AFTER")
_EVENTS = ("INSERT", "UPDATE", "DELETE")
_CLOSED = (Block, Case, If, Loop)


@reads(
    *(f"{verb} {kind}" for verb in ("CREATE", "DROP") for kind in ("PROCEDURE", "FUNCTION", "TRIGGER", "EVENT")),
    *(f"ALTER {kind}" for kind in ("PROCEDURE", "FUNCTION", "EVENT")),
    "CREATE AGGREGATE",
)
def read_program(words: Words) -> ParsedStatement:
    """CREATE, ALTER or DROP of a procedure, function, trigger or event.

    Raises MySQLError as CREATE does for its body, UnsupportedError by name for what binwriter has not.
    """
    cursor = Cursor(words)
    verb = cursor.next().text.upper()
    readers: dict[str, Callable[[Cursor], CreateProgram | CreateLoadable | AlterProgram | DropProgram]] = {
        "CREATE": _create,
        "ALTER": _alter,
        "DROP": _drop,
    }
    node = readers[verb](cursor)
    if verb != "CREATE":
        cursor.accept_symbol(";")
    if not cursor.at_end:
        raise cursor.error()
    kind = "udf" if isinstance(node, CreateLoadable) else node.kind.value.lower()
    return ParsedStatement(words.text, f"{verb.lower()}_{kind}", node)


def _qualified(cursor: Cursor) -> tuple[str | None, str]:
    first = cursor.name()
    if cursor.accept_symbol("."):
        return first, cursor.name_behind_dot()
    return None, first


def _kind(cursor: Cursor) -> ProgramKind:
    for kind in ProgramKind:
        if cursor.accept(kind.value):
            return kind
    raise cursor.error()


def _definer(cursor: Cursor) -> tuple[tuple[str, str | None] | None, tuple[int, int] | None]:
    """DEFINER = user[@host] | CURRENT_USER[()]."""
    start = cursor.offset
    if not cursor.accept("DEFINER"):
        return None, None
    cursor.expect_symbol("=")
    definer: tuple[str, str | None] | None = None
    if cursor.accept("CURRENT_USER"):
        if cursor.accept_symbol("("):
            cursor.expect_symbol(")")
    else:
        user = cursor.name_or_string()
        host = accept_host(cursor)
        definer = checked_account(user, host or "%")
        if host is None and not isinstance(definer, TrimmedAccount):
            definer = (definer[0], None)
    return definer, (start, cursor.offset)


# --- CREATE ---------------------------------------------------------------------------------------------------------


def _create(cursor: Cursor) -> CreateProgram | CreateLoadable:
    definer, span = _definer(cursor)
    kind_offset = cursor.offset
    aggregate = cursor.accept("AGGREGATE")
    kind = _kind(cursor)
    if_not_exists = cursor.accept("IF", "NOT", "EXISTS")
    schema, name = _qualified(cursor)
    if aggregate or (kind is ProgramKind.FUNCTION and cursor.at("RETURNS")):
        return _create_loadable(cursor, kind, name)
    program = CreateProgram(kind, name, schema, cursor.text, if_not_exists, definer, span, kind_offset=kind_offset)
    return _CREATORS[kind](cursor, program)


def _create_loadable(cursor: Cursor, kind: ProgramKind, name: str) -> CreateLoadable:
    """A function in a shared library."""
    cursor.expect("RETURNS")
    if cursor.next().text.upper() not in ("STRING", "INTEGER", "INT", "REAL", "DECIMAL"):
        raise cursor.error()
    cursor.expect("SONAME")
    library = cursor.string()
    cursor.accept_symbol(";")
    return CreateLoadable(kind, name, library)


def _create_routine(cursor: Cursor, program: CreateProgram) -> CreateProgram:
    start = cursor.piece.end
    cursor.expect_symbol("(")
    parameters: list[ParameterSyntax] = []
    while not cursor.at_symbol(")"):
        parameters.append(_parameter(cursor, program.kind))
        if any(earlier.name.lower() == parameters[-1].name.lower() for earlier in parameters[:-1]):
            raise mysql_error("ER_SP_DUP_PARAM", parameters[-1].name)
        if not cursor.accept_symbol(","):
            break
    end = cursor.offset
    cursor.expect_symbol(")")
    returns = None
    if program.kind is ProgramKind.FUNCTION:
        cursor.expect("RETURNS")
        is_boolean = cursor.word() in ("BOOL", "BOOLEAN")
        type_ = read_type(cursor)
        returns = ParameterSyntax("", type_, read_collation(cursor, type_), is_boolean=is_boolean)
    characteristics = _characteristics(cursor)
    program = replace(
        program,
        parameters=tuple(parameters),
        parameters_text=cursor.text[start:end],
        returns=returns,
        characteristics=characteristics,
    )
    return _with_body(cursor, program, tuple(parameter.name for parameter in parameters))


def _parameter(cursor: Cursor, kind: ProgramKind) -> ParameterSyntax:
    mode = "IN"
    if kind is ProgramKind.PROCEDURE and cursor.word() in ("IN", "OUT", "INOUT"):
        mode = cursor.next().text.upper()
    name = cursor.name()
    type_ = read_type(cursor)
    return ParameterSyntax(name, type_, read_collation(cursor, type_), mode)


def _characteristics(cursor: Cursor, *, alters: bool = False) -> Characteristics:
    characteristics = Characteristics()
    while True:
        if cursor.accept("COMMENT"):
            characteristics = replace(characteristics, comment=cursor.string())
        elif cursor.accept("LANGUAGE"):
            language = cursor.next().text.upper()
            if language != "SQL":
                raise cursor.unsupported(f"LANGUAGE {language}")
        elif not alters and cursor.accept("DETERMINISTIC"):
            characteristics = replace(characteristics, deterministic=True)
        elif not alters and cursor.accept("NOT", "DETERMINISTIC"):
            characteristics = replace(characteristics, deterministic=False)
        elif access := next((words for words in _DATA_ACCESS if cursor.accept(*words.split())), ""):
            characteristics = replace(characteristics, data_access=access)
        elif cursor.accept("SQL", "SECURITY"):
            security = cursor.next().text.upper()
            if security not in ("DEFINER", "INVOKER"):
                raise cursor.error()
            characteristics = replace(characteristics, security=security)
        else:
            return characteristics


_DATA_ACCESS = ("CONTAINS SQL", "NO SQL", "READS SQL DATA", "MODIFIES SQL DATA")


def _with_body(
    cursor: Cursor, program: CreateProgram, parameters: tuple[str, ...] = (), event: str = ""
) -> CreateProgram:
    start = cursor.offset
    reader = BodyReader(cursor, program.kind, parameters, event)
    body: tuple[Statement, ...] = reader.body()
    end = cursor.ahead(-1).end
    if not _is_closed(body[-1], cursor):
        end = len(cursor.text)  # a comment and blanks behind it too
    cursor.accept_symbol(";")
    if program.kind in (ProgramKind.FUNCTION, ProgramKind.TRIGGER):
        refused = refusal_in_function(body, program.kind)
        if refused is not None:
            raise refused
    return replace(
        program,
        text=cursor.text[:end],
        body=body,
        body_text=cursor.text[start:end].rstrip(),
        declares_conditions=reader.declares_conditions,
    )


def _is_closed(last: Statement, cursor: Cursor) -> bool:
    """Whether a server knows that the statement ends here without looking at what follows (captured:
    comments_behind_programs)."""
    return isinstance(last, _CLOSED) or (isinstance(last, Call) and cursor.ahead(-1).text == ")")


def _create_trigger(cursor: Cursor, program: CreateProgram) -> CreateProgram:
    timing = cursor.next().text.upper()
    event = cursor.next().text.upper()
    if timing not in _TIMINGS or event not in _EVENTS:
        raise cursor.error()
    cursor.expect("ON")
    table = _qualified(cursor)
    cursor.expect("FOR", "EACH", "ROW")
    follows = None
    if cursor.word() in ("FOLLOWS", "PRECEDES"):
        follows = (cursor.next().text.upper(), cursor.name())
    program = replace(program, timing=timing, event=event, table=table, follows=follows)
    return _with_body(cursor, program, event=event)


def _create_event(cursor: Cursor, program: CreateProgram) -> CreateProgram:
    """No event ever runs here; its schedule is checked all the same."""
    reader = BodyReader(cursor, program.kind)
    cursor.expect("ON", "SCHEDULE")
    schedule = read_schedule(reader)
    if cursor.accept("ON", "COMPLETION"):
        schedule = read_completion(reader, schedule)
    schedule = read_status(reader, schedule)
    cursor.expect("DO")
    return _with_body(cursor, replace(program, schedule=schedule))


_CREATORS: dict[ProgramKind, Callable[[Cursor, CreateProgram], CreateProgram]] = {
    ProgramKind.PROCEDURE: _create_routine,
    ProgramKind.FUNCTION: _create_routine,
    ProgramKind.TRIGGER: _create_trigger,
    ProgramKind.EVENT: _create_event,
}


# --- ALTER and DROP -------------------------------------------------------------------------------------------------


def _alter(cursor: Cursor) -> AlterProgram:
    definer, span = _definer(cursor)
    kind_offset = cursor.offset
    kind = _kind(cursor)
    if kind is ProgramKind.TRIGGER:
        raise cursor.error()
    schema, name = _qualified(cursor)
    if kind is not ProgramKind.EVENT:
        return AlterProgram(kind, name, schema, _characteristics(cursor, alters=True))
    reader = BodyReader(cursor, kind)
    start, schedule, rename = cursor.offset, EventSchedule(), None
    if cursor.accept("ON", "SCHEDULE"):
        schedule = read_schedule(reader)
    if cursor.accept("ON", "COMPLETION"):
        schedule = read_completion(reader, schedule)
    if cursor.accept("RENAME", "TO"):
        rename = _qualified(cursor)
    schedule = read_status(reader, schedule)
    body: tuple[Statement, ...] = ()
    body_start = cursor.offset
    if cursor.accept("DO"):
        body_start = cursor.offset
        body = reader.body()
    if cursor.offset == start:
        raise cursor.error()
    return AlterProgram(
        kind,
        name,
        schema,
        rename=rename,
        definer=definer,
        definer_span=span,
        kind_offset=kind_offset,
        schedule=schedule,
        body=body,
        body_text=cursor.text[body_start : cursor.ahead(-1).end] if body else "",
    )


def _drop(cursor: Cursor) -> DropProgram:
    kind = _kind(cursor)
    if_exists = cursor.accept("IF", "EXISTS")
    schema, name = _qualified(cursor)
    return DropProgram(kind, name, schema, if_exists)

"""Reads SQL statements in the body of a program, and says which may not stand there."""

from __future__ import annotations

from binwriter.errors import MySQLError
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.reserved_words import RESERVED_WORDS
from binwriter.sql.binding.named_tables import is_temporary_ddl
from binwriter.sql.command_table import BEGINNINGS, reads
from binwriter.sql.grammar.parts.limit import check_limit
from binwriter.sql.grammar.programs.body_words import BodyWords
from binwriter.sql.grammar.programs.select_into import read_select_into
from binwriter.sql.grammar.programs.set import read_assignments
from binwriter.sql.grammar.reading import FIRST_WORDS, parse_statement
from binwriter.sql.syntax.program_definitions import AlterProgram, CreateProgram, DropProgram
from binwriter.sql.syntax.programs import Block, ProgramKind, Sql, Statement, parts_of
from binwriter.sql.syntax.session import SetVariable
from binwriter.sql.text.words import tokenize
from binwriter.statement.traits import CommandTrait

# What a function, a trigger, and a procedure that one of them calls may not hold, in the server's order.
_REFUSED: tuple[tuple[CommandTrait, str, str], ...] = (
    (CommandTrait.IS_DYNAMIC, "ER_STMT_NOT_ALLOWED_IN_SF_OR_TRG", "Dynamic SQL"),
    (CommandTrait.ANSWERS_ROWS, "ER_SP_NO_RETSET", "a {kind}"),
    (CommandTrait.SETS_AUTOCOMMIT, "ER_SP_CANT_SET_AUTOCOMMIT", ""),
    (CommandTrait.NOT_IN_FUNCTION, "ER_COMMIT_NOT_ALLOWED_IN_SF_OR_TRG", ""),
    (CommandTrait.RESETS, "ER_STMT_NOT_ALLOWED_IN_SF_OR_TRG", "RESET"),
    (CommandTrait.FLUSHES, "ER_STMT_NOT_ALLOWED_IN_SF_OR_TRG", "FLUSH"),
)
_OF_VIEWS = frozenset({"ALGORITHM", "JSON", "MATERIALIZED", "VIEW"})
# statements that a server refuses at their first word, but for those that go on with these (captured:
# clusters/bodies_of_no_database)
_GO_ON_WITH: dict[str, frozenset[str]] = {
    "ALTER": frozenset(words.split()[1] for words in BEGINNINGS if words.startswith("ALTER ")) - _OF_VIEWS,
    "HELP": frozenset(),
    "UNLOCK": frozenset({"INSTANCE"}),
}
_TWO_WORDS = frozenset({"LOAD", "ALTER"})  # with which a refused statement is named


def read_sql(reader: BodyWords) -> Statement:
    """A statement that is none of the language of programs. MySQLError if no program may hold it."""
    cursor = reader.cursor
    if cursor.at_symbol(";"):
        raise cursor.error()
    word = cursor.word()
    if word in _GO_ON_WITH and cursor.word(1) not in _GO_ON_WITH[word]:
        raise mysql_error("ER_SP_BADSTATEMENT", "ALTER VIEW" if word == "ALTER" else word)
    if cursor.at_name and word not in RESERVED_WORDS and word not in FIRST_WORDS:  # it might have been a label
        cursor.next()
        raise cursor.error()
    with reader.inner(cursor.offset):
        text = reader.rest_of_statement()
        check_limit(text, reader.is_variable)
        parsed = parse_statement(text)
    node = parsed.node
    if isinstance(node, (CreateProgram, AlterProgram, DropProgram)):
        _check_program(parsed.command, node)
    if parsed.command == "explain_other":
        raise mysql_error("ER_NOT_SUPPORTED_YET", "non-standalone EXPLAIN FOR CONNECTION")
    if CommandTrait.NOT_IN_PROGRAM in parsed.traits:
        words = parsed.text.upper().split()
        raise mysql_error("ER_SP_BADSTATEMENT", " ".join(words[: 2 if words[0] in _TWO_WORDS else 1]))
    return Sql(parsed)


def _check_program(command: str, node: CreateProgram | AlterProgram | DropProgram) -> None:
    """No program makes another one: MySQLError. It may drop a trigger, and change an event but for its body."""
    if node.kind is ProgramKind.EVENT:
        if not isinstance(node, DropProgram) and node.body:
            raise mysql_error("ER_EVENT_RECURSION_FORBIDDEN")
    elif command != "drop_trigger":
        symbol = "ER_SP_NO_RECURSIVE_CREATE" if isinstance(node, CreateProgram) else "ER_SP_NO_DROP_SP"
        raise mysql_error(symbol, node.kind.value)


def refusal_in_function(body: object, kind: ProgramKind) -> MySQLError | None:
    """The error of a body that no function or trigger (kind) may have, be it its own or that of what it calls."""
    held = CommandTrait.NONE
    for part in parts_of(body):
        if isinstance(part, Sql):
            own = part.parsed.traits
            held |= own & ~CommandTrait.NOT_IN_FUNCTION if is_temporary_ddl(part.parsed) else own
        elif isinstance(part, SetVariable) and part.name.lower() == "autocommit":
            held |= CommandTrait.SETS_AUTOCOMMIT
    for trait, symbol, argument in _REFUSED:
        if trait in held:
            return mysql_error(symbol, *([argument.format(kind=kind.value.lower())] if argument else ()))
    return None


def read_select(reader: BodyWords) -> Statement:
    with reader.inner(reader.cursor.offset):
        text = reader.rest_of_statement()
        check_limit(text, reader.is_variable)
        select = read_select_into(tokenize(text))
        if select is None:
            return Sql(parse_statement(text))
    for target in select.targets:
        if not target.user and not reader.is_variable(target.name):
            raise mysql_error("ER_SP_UNDECLARED_VAR", target.name)
    return select


def read_set(reader: BodyWords) -> Statement:
    """SET of variables, or of what has a statement of its own: a password, roles, a resource group."""
    first, assigns = reader.cursor.word(1), reader.cursor.ahead(2).text in ("=", ":=")
    is_variable = assigns and (first != "PASSWORD" or reader.is_variable(first))
    if reads.get(f"SET {first}") is not None and not is_variable:
        return read_sql(reader)
    with reader.inner(reader.cursor.offset):
        statements = read_assignments(reader.rest_of_statement(), reader.is_variable, reader.kind, reader.event)
    return statements[0] if len(statements) == 1 else Block(body=statements)

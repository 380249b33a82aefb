"""Libraries of JavaScript and WebAssembly: CREATE, ALTER and DROP LIBRARY. Nothing of them ever runs here.

Source: MySQL manual, "CREATE LIBRARY Statement"; texts and errors as a 9.7.4 without a language component gives them
(tests/golden/scenarios/libraries.scn). The text of a library may hold anything, so that it is cut out before the rest
is read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from binwriter.catalog.schemas import Library, Schema
from binwriter.formats.patterns import pattern
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import kept_bytes
from binwriter.sql.binding.accounts import account_of
from binwriter.sql.command_table import defines
from binwriter.sql.syntax.session import TableSyntax
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import ParsedStatement, syntax_error, tokenize
from binwriter.statement.values import DdlEvent

if TYPE_CHECKING:
    from binwriter.sql.ddl.statement import DdlRun

_BODY = pattern(
    r"\bAS\s*(?:\$(\w*)\$(.*)\$\1\$|'((?:[^'\\]|\\.|'')*)'|\"((?:[^\"\\]|\\.|\"\")*)\")\s*$", re.DOTALL | re.I
)
_LANGUAGES = ("JAVASCRIPT", "WASM")
_KIND = "LIBRARY"


@dataclass(frozen=True)
class LibrarySyntax(TableSyntax):
    """verb: CREATE, ALTER, DROP. name: as it is written, for the log; exists: IF EXISTS, IF NOT EXISTS."""

    verb: str
    schema: str | None
    name: str
    exists: bool
    language: str = ""
    comment: str = ""
    body: str = ""


def read_library(text: str) -> ParsedStatement:
    """CREATE, ALTER, DROP LIBRARY. ER_PARSE_ERROR."""
    match = _BODY.search(text)
    head = text if match is None else text[: match.start()]
    cursor = Cursor(tokenize(head))
    verb = cursor.next().text.upper()
    cursor.expect(_KIND)
    exists = cursor.accept("IF", "NOT", "EXISTS") if verb == "CREATE" else cursor.accept("IF", "EXISTS")
    schema, name = None, cursor.name()
    if cursor.accept_symbol("."):
        schema, name = name, cursor.name()
    language = comment = ""
    while not cursor.at_end:
        if verb != "DROP" and cursor.accept("COMMENT"):
            comment = cursor.string()
        elif verb == "CREATE" and cursor.accept("LANGUAGE"):
            if cursor.word() not in _LANGUAGES:
                raise syntax_error(text, cursor.offset)
            language = cursor.next().text.upper()
        else:
            raise syntax_error(text, cursor.offset)
    body = ""
    if verb == "CREATE":
        if match is None:
            raise syntax_error(text, len(text))
        if not language:
            raise mysql_error("ER_LIBRARY_WITHOUT_LANGUAGE", text[match.start() :], 1)
        body = next((part for part in match.groups()[1:] if part is not None), "")
    return ParsedStatement(
        text, f"{verb.lower()}_library", LibrarySyntax(verb, schema, name, exists, language, comment, body)
    )


@defines("create_library", "alter_library", "drop_library")
def change_libraries(run: DdlRun) -> tuple[DdlEvent, ...]:
    """Keeps the library and answers the event. MySQLError."""
    syntax = run.parsed.node
    assert isinstance(syntax, LibrarySyntax)
    if syntax.verb == "CREATE":
        run.context.warn("ER_LANGUAGE_COMPONENT_NOT_AVAILABLE")
    schema = syntax.schema or run.default_schema
    if not schema:
        raise mysql_error("ER_NO_DB_ERROR")
    if syntax.verb == "CREATE":
        return _create(run, syntax, schema)
    known = run.database.catalog.place(schema)
    library = known.libraries.get(syntax.name.lower()) if known is not None else None
    if library is None:
        if not syntax.exists:
            raise mysql_error("ER_SP_DOES_NOT_EXIST", _KIND, f"{schema}.{syntax.name}")
        run.note("ER_SP_DOES_NOT_EXIST", _KIND, f"{schema}.{syntax.name}")
        return (_event(run, run.parsed.text, None, changed=False),)
    assert known is not None
    if syntax.verb == "DROP":
        del known.libraries[syntax.name.lower()]
    else:
        known.libraries[syntax.name.lower()] = replace(
            library, comment=syntax.comment or library.comment, modified=run.context.start_microseconds
        )
    return (_event(run, run.parsed.text, schema if syntax.verb == "DROP" else None, changed=True),)


def _create(run: DdlRun, syntax: LibrarySyntax, schema: str) -> tuple[DdlEvent, ...]:
    libraries = run.database.catalog.schema(schema).libraries
    context = run.context
    library = Library(
        *(syntax.name, syntax.language, syntax.comment, syntax.body),
        creator=account_of(context),
        sql_mode=str(context.variables.get("sql_mode")),
        created=context.start_microseconds,
        modified=context.start_microseconds,
    )
    exists = syntax.name.lower() in libraries
    if exists and not syntax.exists:
        raise mysql_error("ER_SP_ALREADY_EXISTS", _KIND, syntax.name)
    if exists:
        run.note("ER_SP_ALREADY_EXISTS", _KIND, syntax.name)
    libraries.setdefault(syntax.name.lower(), library)
    name = quoted(syntax.name) if syntax.schema is None else f"{quoted(schema)}.{quoted(syntax.name)}"
    clause = "IF NOT EXISTS " if syntax.exists else ""
    event = _event(run, shown(library, f"{clause}{name}"), schema, changed=not exists)
    return (replace(event, invoker=account_of(run.context)),)


def shown(library: Library, name: str) -> str:
    """CREATE LIBRARY as the server writes it."""
    comment = library.comment.replace("'", "\\'")
    lines = [f"CREATE LIBRARY {name}", *([f"    COMMENT '{comment}'"] if comment else [])]
    lines += [f"    LANGUAGE {library.language}", f"AS $${library.body}$$"]
    return "\n".join(lines)


def show_library(schema: Schema | None, name: str) -> Library:
    """ER_SP_DOES_NOT_EXIST."""
    library = schema.libraries.get(name.lower()) if schema is not None else None
    if library is None:
        raise mysql_error("ER_SP_DOES_NOT_EXIST", _KIND, name)
    return library


def _event(run: DdlRun, text: str, schema: str | None, *, changed: bool) -> DdlEvent:
    databases = None if schema is None else (schema,)
    return DdlEvent(kept_bytes(text), run.default_schema, databases=databases, atomic=changed)

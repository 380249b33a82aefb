"""CREATE, ALTER and DROP TABLESPACE and UNDO TABLESPACE: names and data files; nothing is stored in them here.

Errors as a 9.7.4 gives them (tests/golden/scenarios/table_options_refused.scn; captured: names_of_tablespaces,
renamed_tablespaces).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from binwriter.catalog.limits import check_length
from binwriter.catalog.schemas import Catalog
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.engines import engine_by_name
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.command_table import reads
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table import innodb_options
from binwriter.sql.ddl.table.options import DICTIONARY_TABLESPACE, RESERVED_TABLESPACES, shown_tablespace
from binwriter.sql.syntax.administration import UndoTablespaceSyntax
from binwriter.sql.syntax.session import TableSyntax
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import ParsedStatement, Words

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database

_GENERAL, _UNDO = "TABLESPACE", "UNDO TABLESPACE"
_ENDINGS = {_GENERAL: ".ibd", _UNDO: ".ibu"}
# Those that are always there, besides tablespaces for undo.
_SERVERS_OWN = RESERVED_TABLESPACES - {"innodb_file_per_table"} | {DICTIONARY_TABLESPACE}
_LEAST_ACTIVE = 2
# As the server writes it, where a statement is for tablespaces of the other kind.
_OPERATIONS = {
    ("ALTER", _GENERAL): "ALTER TABLESPACE ... RENAME TO",
    ("DROP", _GENERAL): "DROP TABLEPSPACE",
    ("ALTER", _UNDO): "ALTER UNDO TABLEPSPACE",
    ("DROP", _UNDO): "DROP UNDO TABLEPSPACE",
}


@dataclass(frozen=True)
class TablespaceSyntax(TableSyntax):
    """verb: CREATE, ALTER, DROP. file: of ADD DATAFILE; renamed: of RENAME TO."""

    verb: str
    name: str
    file: str | None = None
    engine: str | None = None
    encryption: str | None = None
    renamed: str | None = None


@reads("CREATE TABLESPACE", "ALTER TABLESPACE", "DROP TABLESPACE")
def read_tablespace(words: Words) -> ParsedStatement:
    """CREATE, ALTER and DROP TABLESPACE: logged as they are written."""
    cursor = Cursor(words)
    verb = cursor.next().text.upper()
    cursor.expect("TABLESPACE")
    name = cursor.name()
    file = engine = encryption = renamed = None
    while not cursor.at_end:
        if cursor.accept("ADD", "DATAFILE"):
            file = cursor.string()
        elif cursor.accept("ENGINE"):
            cursor.accept_symbol("=")
            engine = cursor.name_or_string()
        elif cursor.accept("ENCRYPTION"):
            cursor.accept_symbol("=")
            encryption = cursor.string()
        elif cursor.accept("RENAME", "TO"):
            renamed = cursor.name()
        else:
            cursor.next()
    syntax = TablespaceSyntax(verb, name, file, engine, encryption, renamed)
    return ParsedStatement(words.text, f"{verb.lower()}_tablespace", syntax)


def change_tablespaces(syntax: TablespaceSyntax, database: Database, context: StatementContext) -> None:
    """Keeps the names, and tables follow a new one. Raises MySQLError."""
    {"CREATE": _create, "ALTER": _alter, "DROP": _drop}[syntax.verb](syntax, database, context)


def change_undo_tablespaces(syntax: UndoTablespaceSyntax, catalog: Catalog, context: StatementContext) -> None:
    """The same of tablespaces for undo, which are active when they are made. Raises MySQLError."""
    verb, name, spaces = syntax.words[0], syntax.argument, catalog.undo_tablespaces
    _check_engine(syntax.engine, f"{verb} {_UNDO}", context)
    if verb == "CREATE":
        _check_name(name)
        _check_file(name, syntax.file, catalog, _UNDO)
        spaces[name] = (syntax.file, True)
        return
    if verb == "DROP":
        _check_name(name)
    _check_kind(verb, name, catalog, _UNDO)
    if verb == "DROP":
        if spaces[name][1]:
            error = mysql_error("ER_DROP_FILEGROUP_FAILED", f"{_UNDO} {name}")
            raise _behind(error, "ER_TABLESPACE_IS_NOT_EMPTY", name)
        del spaces[name]
        return
    activates = syntax.words[-1] == "ACTIVE"
    others = sum(active for other, (_, active) in spaces.items() if other != name)
    if not activates and others < _LEAST_ACTIVE:
        raise mysql_error("ER_TOO_FEW_UNDO_TABLESPACES", name)
    spaces[name] = (spaces[name][0], activates)


def _create(syntax: TablespaceSyntax, database: Database, context: StatementContext) -> None:
    catalog = database.catalog
    _check_name(syntax.name)
    if "/" in syntax.name:
        raise _behind(mysql_error("ER_TABLESPACE_NAME_OF_FILE"), "ER_WRONG_TABLESPACE_NAME", syntax.name)
    _check_engine(syntax.engine, f"CREATE {_GENERAL}", context)
    file = syntax.file or f"\0{syntax.name}"  # the server makes a name up
    known = str(context.variables.get("innodb_directories") or "")
    _check_file(syntax.name, syntax.file, catalog, _GENERAL, known)
    encryption = syntax.encryption
    if encryption is None and context.variables.get("default_table_encryption"):
        encryption = "Y"
    if (encryption or "").upper() == "Y":
        error = _behind(
            mysql_error("ER_CANNOT_FIND_KEY_IN_KEYRING"), "ER_CREATE_FILEGROUP_FAILED", f"{_GENERAL} {syntax.name}"
        )
        raise _behind(error, "ER_GET_ERRNO", 138, "Unsupported extension used for table")
    catalog.tablespaces[syntax.name] = file


def _behind(error: MySQLError, symbol: str, *arguments: object) -> MySQLError:
    """The error, with one more behind it."""
    error.later = (*error.later, mysql_warning(symbol, *arguments, level="Error"))
    return error


def _check_engine(named: str | None, statement: str, context: StatementContext) -> None:
    """ENGINE names one, or default_storage_engine does (captured: clusters/engines_of_tablespaces)."""
    engine = engine_by_name(named or str(context.variables.get("default_storage_engine")))
    if engine is None:
        raise mysql_error("ER_UNKNOWN_STORAGE_ENGINE", named)
    if engine.name != "InnoDB":
        raise mysql_error("ER_ILLEGAL_HA_CREATE_OPTION", engine.name, statement)


def _check_name(name: str) -> None:
    if not name:
        raise mysql_error("ER_WRONG_TABLESPACE_NAME", name)
    try:
        check_length(name)
    except MySQLError as error:
        raise _behind(error, "ER_WRONG_TABLESPACE_NAME", name) from None
    if name in _SERVERS_OWN or name in RESERVED_TABLESPACES:
        raise _behind(mysql_error("ER_WRONG_TABLESPACE_NAME_RESERVED", name), "ER_WRONG_TABLESPACE_NAME", name)
    if name.startswith("innodb_"):
        raise _behind(mysql_error("ER_RESERVED_TABLESPACE_PREFIX"), "ER_WRONG_TABLESPACE_NAME", name)


def _check_free(name: str, catalog: Catalog) -> None:
    if name in catalog.tablespaces or name in catalog.undo_tablespaces:
        raise mysql_error("ER_TABLESPACE_EXISTS", name)


def _check_file(name: str, file: str | None, catalog: Catalog, kind: str, known: str = "") -> None:
    """What a new tablespace is called, and its file. known: innodb_directories."""
    _check_free(name, catalog)
    if file is None:
        return
    undo = (other for other, _ in catalog.undo_tablespaces.values())
    others = [other for other in (*catalog.tablespaces.values(), *undo) if other]
    if file in others:
        raise mysql_error("ER_TABLESPACE_DUP_FILENAME", name)
    symbols = [*_wrong_names(file, kind), *(_wrong_folders(file, catalog, known) if kind == _GENERAL else ())]
    if not symbols and _plain(file) in map(_plain, others):
        symbols = [("ER_TABLESPACE_FILE_EXISTS",)]
    if symbols:
        error = mysql_error(*symbols[0])
        for symbol in symbols[1:]:
            error = _behind(error, *symbol)
        error = _behind(error, "ER_CREATE_FILEGROUP_FAILED", f"{kind} {name}")
        raise _behind(error, "ER_WRONG_FILE_NAME", file)


def _wrong_names(file: str, kind: str) -> Iterator[tuple[str, ...]]:
    if len(file.rpartition("/")[2]) <= len(_ENDINGS[kind]):
        yield ("ER_TABLESPACE_FILE_UNNAMED",)
    if not file.endswith(_ENDINGS[kind]):
        yield ("ER_TABLESPACE_FILE_ENDING", _ENDINGS[kind])


def _wrong_folders(file: str, catalog: Catalog, known: str) -> Iterator[tuple[str, ...]]:
    """The server's own, or a known one (captured: clusters/folders_that_are_known)."""
    folder = _plain(file).rpartition("/")[0]
    if folder.startswith("/"):
        if not Path(folder).is_dir():
            yield ("ER_TABLESPACE_NO_FOLDER",)
        if not innodb_options.is_known_folder(folder, known):
            yield ("ER_TABLESPACE_UNKNOWN_FOLDER",)
    elif folder:
        if catalog.place(folder) is None:
            yield ("ER_TABLESPACE_NO_FOLDER",)
        yield ("ER_TABLESPACE_IN_DATADIR",)


def _plain(file: str) -> str:
    return file.removeprefix("./")


def _check_kind(verb: str, name: str, catalog: Catalog, kind: str) -> None:
    """That there is one, and of this kind."""
    spaces, others = (catalog.tablespaces, catalog.undo_tablespaces)[:: 1 if kind == _GENERAL else -1]
    if name in spaces:
        return
    if name not in others:
        raise mysql_error("ER_TABLESPACE_MISSING_WITH_NAME", name)
    other, words = (_UNDO, "an undo") if kind == _GENERAL else (_GENERAL, "a general")
    error = mysql_error("ER_TABLESPACE_OF_OTHER_KIND", verb, kind, name, words, verb, other)
    failed = {"ALTER": "ER_ALTER_FILEGROUP_FAILED", "DROP": "ER_DROP_FILEGROUP_FAILED"}[verb]
    error = _behind(error, failed, f"{kind} {name}")
    raise _behind(error, "ER_DISALLOWED_OPERATION", _OPERATIONS[verb, kind], name)


def _alter(syntax: TablespaceSyntax, database: Database, context: StatementContext) -> None:
    catalog = database.catalog
    _check_name(syntax.name)
    _check_kind("ALTER", syntax.name, catalog, _GENERAL)
    if syntax.file is not None:
        error = mysql_error("ER_ALTER_FILEGROUP_FAILED", f"{_GENERAL} {syntax.name}")
        raise _behind(error, "ER_CHECK_NOT_IMPLEMENTED", "ALTER TABLESPACE ... ADD DATAFILE")
    if syntax.encryption is not None:
        error = mysql_error("ER_CANNOT_FIND_KEY_IN_KEYRING")
        error = _behind(error, "ER_ALTER_FILEGROUP_FAILED", f"{_GENERAL} {syntax.name}")
        raise _behind(error, "ER_GET_ERRNO", 168, "Unknown (generic) error from engine")
    if syntax.renamed is not None:
        if syntax.renamed in _SERVERS_OWN:
            raise mysql_error("ER_TABLESPACE_EXISTS", syntax.renamed)
        _check_free(syntax.renamed, catalog)
        _check_name(syntax.renamed)
        _rename(syntax.name, syntax.renamed, database)


def _rename(name: str, renamed: str, database: Database) -> None:
    spaces = database.catalog.tablespaces
    spaces[renamed] = spaces.pop(name)
    before, after = shown_tablespace(name), shown_tablespace(renamed)
    for table in [*_tables_in(name, database.catalog)]:
        options = tuple(after if option == before else option for option in table.options)
        changed = replace(table, options=options)
        database.catalog.schema(table.schema).tables[table.name] = changed
        database.storage.data(table.schema, table.name).redefine(changed)


def _tables_in(name: str, catalog: Catalog) -> Iterator[Table]:
    """Those of other engines keep a name that says nothing."""
    shown = shown_tablespace(name)
    tables = chain.from_iterable(schema.tables.values() for schema in catalog.every_place())
    return (table for table in tables if shown in table.options and table.engine.name == "InnoDB")


def _drop(syntax: TablespaceSyntax, database: Database, context: StatementContext) -> None:
    catalog = database.catalog
    _check_name(syntax.name)
    _check_kind("DROP", syntax.name, catalog, _GENERAL)
    if next(_tables_in(syntax.name, catalog), None) is not None:
        raise mysql_error("ER_TABLESPACE_IS_NOT_EMPTY", syntax.name)
    del catalog.tablespaces[syntax.name]

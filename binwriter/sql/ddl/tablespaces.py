"""CREATE, ALTER and DROP TABLESPACE: names and data files; nothing is stored in them here.

Errors as a 9.7.4 gives them (tests/golden/scenarios/table_options_refused.scn).
"""

from __future__ import annotations

from binwriter.catalog.schemas import Catalog
from binwriter.errors import MySQLError
from binwriter.formats.records import dataclass
from binwriter.mysql.engines import engine_by_name
from binwriter.mysql.messages.table import mysql_error, mysql_warning
from binwriter.sql.command_table import reads
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table.options import DICTIONARY_TABLESPACE, RESERVED_TABLESPACES, shown_tablespace
from binwriter.sql.syntax.session import TableSyntax
from binwriter.sql.text.cursor import Cursor
from binwriter.sql.text.words import ParsedStatement, Words


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


def change_tablespaces(syntax: TablespaceSyntax, catalog: Catalog, context: StatementContext) -> None:
    """Keeps the names. Raises MySQLError."""
    {"CREATE": _create, "ALTER": _alter, "DROP": _drop}[syntax.verb](syntax, catalog, context)


def _create(syntax: TablespaceSyntax, catalog: Catalog, context: StatementContext) -> None:
    _check_name(syntax.name)
    if syntax.engine is not None:
        engine = engine_by_name(syntax.engine)
        if engine.name != "InnoDB":
            raise mysql_error("ER_TABLESPACE_ENGINE", engine.name)
    if syntax.name in catalog.tablespaces:
        raise mysql_error("ER_TABLESPACE_EXISTS", syntax.name)
    file = syntax.file or f"\0{syntax.name}"  # the server makes a name up
    if syntax.file is not None and not file.endswith(".ibd"):
        raise _failed(context, mysql_error("ER_TABLESPACE_FILE_ENDING"), syntax.name)
    if file in catalog.tablespaces.values():
        raise mysql_error("ER_TABLESPACE_DUP_FILENAME", syntax.name)
    encryption = syntax.encryption
    if encryption is None and context.variables.get("default_table_encryption"):
        encryption = "Y"
    if (encryption or "").upper() == "Y":
        error = _failed(context, mysql_error("ER_CANNOT_FIND_KEY_IN_KEYRING"), syntax.name)
        context.diagnostics.append(
            mysql_warning("ER_GET_ERRNO", 138, "Unsupported extension used for table", level="Error")
        )
        raise error
    catalog.tablespaces[syntax.name] = file


def _failed(context: StatementContext, error: MySQLError, name: str) -> MySQLError:
    context.diagnostics.append(mysql_warning("ER_CREATE_FILEGROUP_FAILED", name, level="Error"))
    return error


def _check_name(name: str) -> None:
    if name in RESERVED_TABLESPACES or name == DICTIONARY_TABLESPACE:
        raise mysql_error("ER_WRONG_TABLESPACE_NAME_RESERVED", name)
    if name.startswith("innodb_"):
        raise mysql_error("ER_RESERVED_TABLESPACE_PREFIX")


def _alter(syntax: TablespaceSyntax, catalog: Catalog, context: StatementContext) -> None:
    _check_name(syntax.name)
    _check_there(syntax.name, catalog)
    if syntax.file is not None:
        context.diagnostics.append(
            mysql_warning("ER_CHECK_NOT_IMPLEMENTED", "ALTER TABLESPACE ... ADD DATAFILE", level="Error")
        )
        raise mysql_error("ER_ALTER_FILEGROUP_FAILED", syntax.name)
    if syntax.encryption is not None:
        context.diagnostics.append(mysql_warning("ER_ALTER_FILEGROUP_FAILED", syntax.name, level="Error"))
        context.diagnostics.append(
            mysql_warning("ER_GET_ERRNO", 168, "Unknown (generic) error from engine", level="Error")
        )
        raise mysql_error("ER_CANNOT_FIND_KEY_IN_KEYRING")
    if syntax.renamed is not None:
        if syntax.renamed in catalog.tablespaces:
            raise mysql_error("ER_TABLESPACE_EXISTS", syntax.renamed)
        _check_name(syntax.renamed)
        catalog.tablespaces[syntax.renamed] = catalog.tablespaces.pop(syntax.name)


def _check_there(name: str, catalog: Catalog) -> None:
    if name not in catalog.tablespaces:
        raise mysql_error("ER_TABLESPACE_MISSING_WITH_NAME", name)


def _drop(syntax: TablespaceSyntax, catalog: Catalog, context: StatementContext) -> None:
    _check_name(syntax.name)
    _check_there(syntax.name, catalog)
    shown = shown_tablespace(syntax.name)
    tables = (table for schema in catalog.every_place() for table in schema.tables.values())
    if any(shown in table.options and table.engine.name == "InnoDB" for table in tables):
        raise mysql_error("ER_TABLESPACE_IS_NOT_EMPTY", syntax.name)
    del catalog.tablespaces[syntax.name]

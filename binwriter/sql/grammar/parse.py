"""SQL text -> a parsed statement: the first words of a statement choose a reader from a table.

sqlglot's MySQL grammar reads queries and DML; what it lacks (MySQL's session commands, administration, definitions of
tables and programs) readers of our own take from the tokens.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.servers import NEWEST
from binwriter.sql.ddl.libraries import is_library, read_library
from binwriter.sql.grammar.create_table import read_create_table
from binwriter.sql.grammar.dml import read_dml, read_do, read_tree, read_with
from binwriter.sql.grammar.old import OldStatement, modernised
from binwriter.sql.grammar.set_variables import read_set
from binwriter.sql.grammar.transactions import (
    read_begin,
    read_commit,
    read_release,
    read_rollback,
    read_savepoint,
    read_start_transaction,
)
from binwriter.sql.grammar.unmodelled import read_reset_number
from binwriter.sql.syntax.administration import AdminKind, AdminSyntax
from binwriter.sql.syntax.programs import CreateProgram
from binwriter.sql.syntax.session import FlushLogs, ResetBinaryLogs, Use
from binwriter.sql.syntax.views import CreateViewSyntax
from binwriter.sql.text.comments import unwrap
from binwriter.sql.text.trees import parse_expression, parse_tree
from binwriter.sql.text.words import ParsedStatement, Words, single_statement, syntax_error, tokenize

__all__ = [
    "ParsedStatement",
    "Words",
    "parse_expression",
    "parse_statement",
    "parse_tree",
    "syntax_error",
    "tokenize",
]


def _read_create_table(words: Words) -> ParsedStatement:
    """By a reader of our own: sqlglot refuses valid column definitions and drops parts of others."""
    syntax = read_create_table(words)
    if syntax.select_offset is None:
        return ParsedStatement(words.text, "create_table", syntax)
    before = words.text[: syntax.select_offset]
    blank = "".join(character if character == "\n" else " " for character in before)
    syntax.select = parse_tree(blank + words.text[syntax.select_offset :])
    return ParsedStatement(words.text, "create_select", syntax)


_DROP = read_tree("drop_table", exp.Drop)


def _read_drop_table(words: Words) -> ParsedStatement:
    """TABLES is another word for TABLE, which sqlglot does not know."""
    place = 2 if words.word(1) == "TEMPORARY" else 1
    if words.word(place) != "TABLES":
        return _DROP(words)
    end = words.tokens[place].end
    read = _DROP(Words(f"{words.text[:end]} {words.text[end + 1 :]}", words.tokens))
    return replace(read, text=words.text)


def _read_use(words: Words) -> ParsedStatement:
    name = words.name(1)
    words.end(2)
    return ParsedStatement(words.text, "use", Use(name))


def _read_flush(words: Words) -> ParsedStatement:
    position = 1
    local = words.word(position) in ("LOCAL", "NO_WRITE_TO_BINLOG")
    position += local
    flushed = [words.word(n) for n in range(position, len(words.tokens))]
    kinds = [" ".join(kind) for is_kind, kind in groupby(flushed, key=lambda word: word != ",") if is_kind]
    if words.word(position) == "BINARY" and words.word(position + 1) != "LOGS":
        raise words.syntax_error(position + 1)
    if kinds[:1] and kinds[0].startswith("LOGS "):
        words.end(position + 1)
    if not {"LOGS", "BINARY LOGS"} & set(kinds):
        return _reader("grammar.administration", "read_flush")(words)
    # of all its logs, only the binary one is here; a list with it is not logged (captured)
    words.end(position + 2 * len(kinds) - 1 + sum(kind.count(" ") for kind in kinds))
    return ParsedStatement(words.text, "flush", FlushLogs(local))


def _read_reset(words: Words) -> ParsedStatement:
    if words.word(1) == "PERSIST":
        return _reader("grammar.unmodelled", "read_unlogged")(words)
    if words.word(1) in ("REPLICA", "SLAVE"):
        return _reader("grammar.unmodelled", "read_replication")(words)
    position = 5
    if words.word(1) == "MASTER":  # up to 8.3 (binwriter.sql.grammar.by_version)
        position = 2
    elif not words.starts("RESET", "BINARY", "LOGS", "AND", "GTIDS"):
        raise words.syntax_error(1)
    if words.word(position) != "TO":
        words.end(position)
        return ParsedStatement(words.text, "reset", ResetBinaryLogs(1))
    words.end(position + 2)
    number = read_reset_number(words, position + 1)
    return ParsedStatement(words.text, "reset", ResetBinaryLogs(number))


def _read_set(words: Words) -> ParsedStatement:
    return ParsedStatement(words.text, "set_option", read_set(words))


def _read_program_command(words: Words) -> ParsedStatement:
    from binwriter.sql.grammar.programs.commands import read_command

    return read_command(words)


def _read_select(words: Words) -> ParsedStatement:
    """A SELECT, also one that fills user variables."""
    if any(words.word(position) == "INTO" for position in range(len(words.tokens))):
        from binwriter.sql.grammar.programs.select_into import read_select_into

        found = read_select_into(words.text)
        if found is not None:
            return ParsedStatement(words.text, "select_into", found)
    return read_tree("select", exp.Select, exp.SetOperation)(words)


Reader = Callable[[Words], ParsedStatement]


def _reader(module: str, name: str) -> Reader:
    """A reader of a module that needs Words from here: imported when it is first asked for."""

    def read(words: Words) -> ParsedStatement:
        reader: Reader = getattr(importlib.import_module(f"binwriter.sql.{module}"), name)
        return reader(words)

    return read


def _read_create_spatial(words: Words) -> ParsedStatement:
    if words.word(2) == "REFERENCE":
        return _reader("ddl.reference_systems", "read_reference_system")(words)
    return _reader("grammar.alter_table", "read_create_index")(words)


def _read_create_or_replace(words: Words) -> ParsedStatement:
    if words.word(3) == "SPATIAL":
        return _reader("ddl.reference_systems", "read_reference_system")(words)
    return _reader("grammar.views", "read_view")(words)


# The longest matching beginning wins.
READERS: dict[tuple[str, ...], Reader] = {
    ("INSERT",): read_dml,
    ("REPLACE",): read_dml,
    ("UPDATE",): read_dml,
    ("DELETE",): read_dml,
    ("SELECT",): _read_select,
    ("SIGNAL",): _read_program_command,
    ("RESIGNAL",): _read_program_command,
    ("GET", "DIAGNOSTICS"): _read_program_command,
    ("GET", "CURRENT"): _read_program_command,
    ("GET", "STACKED"): _read_program_command,
    ("(",): read_tree("select"),
    ("DO",): read_do,
    ("CALL",): _read_program_command,
    ("PREPARE",): _read_program_command,
    ("EXECUTE",): _read_program_command,
    ("DEALLOCATE", "PREPARE"): _read_program_command,
    ("DROP", "PREPARE"): _read_program_command,
    ("TRUNCATE",): read_tree("truncate", exp.TruncateTable),
    ("CREATE", "TABLE"): _read_create_table,
    ("CREATE", "TEMPORARY"): _read_create_table,
    ("CREATE", "DATABASE"): read_tree("create_db", exp.Create),
    ("CREATE", "SCHEMA"): read_tree("create_db", exp.Create),
    ("DROP", "TABLE"): _read_drop_table,
    ("DROP", "TABLES"): _read_drop_table,
    ("DROP", "TEMPORARY"): _read_drop_table,
    ("ALTER", "TABLE"): _reader("grammar.alter_table", "read_alter_table"),
    ("RENAME", "TABLE"): _reader("grammar.alter_table", "read_rename_table"),
    ("RENAME", "TABLES"): _reader("grammar.alter_table", "read_rename_table"),
    ("CREATE", "INDEX"): _reader("grammar.alter_table", "read_create_index"),
    ("CREATE", "UNIQUE"): _reader("grammar.alter_table", "read_create_index"),
    ("CREATE", "FULLTEXT"): _reader("grammar.alter_table", "read_create_index"),
    ("CREATE", "SPATIAL"): _read_create_spatial,
    ("DROP", "SPATIAL"): _reader("ddl.reference_systems", "read_reference_system"),
    ("DROP", "INDEX"): _reader("grammar.alter_table", "read_drop_index"),
    **{
        (verb, word): _reader("grammar.administration", "read_maintenance")
        for verb in ("ANALYZE", "OPTIMIZE", "REPAIR", "CHECK", "CHECKSUM")
        for word in ("TABLE", "TABLES", "LOCAL", "NO_WRITE_TO_BINLOG")
    },
    ("CREATE", "USER"): _reader("grammar.accounts", "read_create_user"),
    ("ALTER", "USER"): _reader("grammar.accounts", "read_create_user"),
    ("DROP", "USER"): _reader("grammar.accounts", "read_drop_user"),
    ("CREATE", "ROLE"): _reader("grammar.accounts", "read_drop_user"),
    ("DROP", "ROLE"): _reader("grammar.accounts", "read_drop_user"),
    ("RENAME", "USER"): _reader("grammar.accounts", "read_rename_user"),
    ("GRANT",): _reader("grammar.accounts", "read_grant"),
    ("REVOKE",): _reader("grammar.accounts", "read_grant"),
    ("SET", "PASSWORD"): _reader("grammar.accounts", "read_set_password"),
    ("SET", "DEFAULT"): _reader("grammar.accounts", "read_set_role"),
    ("SET", "ROLE"): _reader("grammar.accounts", "read_set_role"),
    ("LOCK",): _reader("grammar.administration", "read_lock"),
    ("LOCK TABLES",): _reader("grammar.administration", "read_lock"),  # one token of sqlglot's
    ("UNLOCK",): _reader("grammar.administration", "read_unlock"),
    ("UNLOCK TABLES",): _reader("grammar.administration", "read_unlock"),
    ("HANDLER",): _reader("grammar.handler", "read_handler"),
    ("PURGE",): _reader("grammar.administration", "read_purge"),
    ("KILL",): _reader("grammar.administration", "read_kill"),
    ("CACHE", "INDEX"): _reader("grammar.administration", "read_key_cache"),
    ("LOAD", "DATA"): _reader("grammar.load", "read_load_data"),
    ("LOAD", "XML"): _reader("grammar.load", "read_load_data"),
    ("LOAD", "INDEX"): _reader("grammar.administration", "read_key_cache"),
    ("SHOW",): _reader("grammar.administration", "read_show"),
    ("DESCRIBE",): _reader("grammar.administration", "read_explain"),
    ("DESC",): _reader("grammar.administration", "read_explain"),
    ("EXPLAIN",): _reader("grammar.administration", "read_explain"),
    **{
        (verb, word): _reader("grammar.unmodelled", reader)
        for word, reader in (
            ("RESOURCE", "read_resource_group"),
            ("UNDO", "read_undo_tablespace"),
            ("LOGFILE", "read_logfile"),
        )
        for verb in ("CREATE", "ALTER", "DROP")
    },
    ("INSTALL",): _reader("grammar.unmodelled", "read_plugin"),
    ("UNINSTALL",): _reader("grammar.unmodelled", "read_plugin"),
    ("CREATE", "AGGREGATE"): _reader("grammar.unmodelled", "read_loadable_function"),
    ("CLONE",): _reader("grammar.unmodelled", "read_clone"),
    ("RESTART",): _reader("grammar.unmodelled", "read_restart"),
    ("IMPORT",): _reader("grammar.unmodelled", "read_import"),
    ("HELP",): _reader("grammar.unmodelled", "read_help"),
    ("CHANGE",): _reader("grammar.unmodelled", "read_replication"),
    ("START",): _reader("grammar.unmodelled", "read_replication"),
    ("STOP",): _reader("grammar.unmodelled", "read_replication"),
    **{(verb, "TABLESPACE"): _reader("ddl.tablespaces", "read_tablespace") for verb in ("CREATE", "ALTER", "DROP")},
    ("ALTER", "INSTANCE"): _reader("grammar.unmodelled", "read_instance"),
    ("LOCK", "INSTANCE"): _reader("grammar.unmodelled", "read_backup_lock"),
    ("UNLOCK", "INSTANCE"): _reader("grammar.unmodelled", "read_backup_lock"),
    ("SET", "RESOURCE"): _reader("grammar.unmodelled", "read_resource_group"),
    ("CREATE", "SERVER"): _reader("grammar.administration", "read_server"),
    ("ALTER", "SERVER"): _reader("grammar.administration", "read_server"),
    ("DROP", "SERVER"): _reader("grammar.administration", "read_server"),
    ("ALTER", "DATABASE"): _reader("grammar.alter_table", "read_alter_database"),
    ("ALTER", "SCHEMA"): _reader("grammar.alter_table", "read_alter_database"),
    ("TABLE",): read_tree("select"),
    ("VALUES",): read_tree("select"),
    ("WITH",): read_with,
    ("CREATE", "VIEW"): _reader("grammar.views", "read_view"),
    ("CREATE", "OR"): _read_create_or_replace,
    ("CREATE", "ALGORITHM"): _reader("grammar.views", "read_view"),
    ("CREATE", "DEFINER"): _reader("grammar.views", "read_view"),
    ("CREATE", "SQL"): _reader("grammar.views", "read_view"),
    ("ALTER", "VIEW"): _reader("grammar.views", "read_view"),
    ("ALTER", "ALGORITHM"): _reader("grammar.views", "read_view"),
    ("ALTER", "DEFINER"): _reader("grammar.views", "read_view"),
    ("ALTER", "SQL"): _reader("grammar.views", "read_view"),
    ("DROP", "VIEW"): _reader("grammar.views", "read_drop_view"),
    ("DROP", "DATABASE"): read_tree("drop_db", exp.Drop),
    ("DROP", "SCHEMA"): read_tree("drop_db", exp.Drop),
    ("BEGIN",): read_begin,
    ("START", "TRANSACTION"): read_start_transaction,
    ("COMMIT",): read_commit,
    ("ROLLBACK",): read_rollback,
    ("SAVEPOINT",): read_savepoint,
    ("RELEASE", "SAVEPOINT"): read_release,
    ("USE",): _read_use,
    ("SET",): _read_set,
    ("FLUSH",): _read_flush,
    ("RESET",): _read_reset,
    ("XA",): _reader("grammar.xa", "read_xa"),
    ("BINLOG",): _reader("grammar.binlog_statement", "read_binlog"),
}

# First words of statements that MySQL has and this front end refuses by name; any other beginning is a syntax error.
_KNOWN_WORDS = """
    ALTER ANALYZE CACHE CALL CHANGE CHECK CHECKSUM CLONE CREATE DEALLOCATE DESC DESCRIBE DROP EXECUTE EXPLAIN FLUSH GET
    GRANT HANDLER HELP IMPORT INSTALL KILL LOAD LOCK OPTIMIZE PREPARE PURGE RELEASE RENAME REPAIR RESIGNAL RESTART
    REVOKE SHOW SHUTDOWN SIGNAL START STOP TABLE UNINSTALL UNLOCK VALUES WITH
"""
KNOWN_BEGINNINGS = frozenset(_KNOWN_WORDS.split())
_FIRST_WORDS = KNOWN_BEGINNINGS | {first for first, *_ in READERS}
# Behind these verbs MySQL knows these words only; where none is named, nothing.
_KNOWN_OBJECTS = """
    DATABASE SCHEMA EVENT FUNCTION INDEX UNIQUE FULLTEXT SPATIAL LOGFILE PROCEDURE SERVER TABLE TABLES TEMPORARY
    TABLESPACE UNDO TRIGGER VIEW OR ALGORITHM DEFINER SQL USER ROLE RESOURCE LIBRARY JSON MATERIALIZED EXTERNAL
    AGGREGATE INSTANCE PREPARE
"""
_SECOND_WORDS = {
    **dict.fromkeys(("CREATE", "ALTER", "DROP"), frozenset(_KNOWN_OBJECTS.split())),
    "LOAD": frozenset({"DATA", "XML", "INDEX"}),
    "SHUTDOWN": frozenset({""}),
    "RESTART": frozenset({""}),
}

# What these define is stored, and logged, without the marks of comments that run.
_KEEPS_ITS_TEXT = (CreateProgram, CreateViewSyntax)

_PROGRAM_KINDS = frozenset({"PROCEDURE", "FUNCTION", "TRIGGER", "EVENT"})
_PROGRAM_VERBS = frozenset({"CREATE", "ALTER", "DROP"})


def _is_program(words: Words) -> bool:
    """CREATE, ALTER or DROP of a stored program, also with a definer."""
    if words.word(0) not in _PROGRAM_VERBS:
        return False
    if words.word(1) != "DEFINER":
        return words.word(1) in _PROGRAM_KINDS or (words.word(1), words.word(2)) == ("AGGREGATE", "FUNCTION")
    return any(words.word(position) in _PROGRAM_KINDS for position in range(3, 9))


def parse_statement(text: str, version: int = NEWEST.version_number) -> ParsedStatement:
    """Reads one statement. version: of the server, for the comments that it runs.

    Raises MySQLError (ER_PARSE_ERROR, ER_EMPTY_QUERY) for what MySQL would refuse too, and UnsupportedError, naming the
    statement, for what MySQL has and binwriter has not.
    """
    old = modernised(text, version)
    if old is not None:
        return _parse_old(text, old)
    found = unwrap(text, version)
    if found is None:
        return _parse(text)
    if not found.plain.strip(" \t\r\n;"):
        return ParsedStatement(text, "admin", AdminSyntax(AdminKind.UNLOGGED))
    parsed = _parse(found.plain)
    if isinstance(parsed.node, _KEEPS_ITS_TEXT):
        return _parse(found.bare)
    return replace(parsed, text=found.logged)


def _parse_old(text: str, old: OldStatement) -> ParsedStatement:
    """What only an older server knows; programs and views keep their text, which must then be in the newest grammar."""
    if old.is_query_cache:
        is_logged = not text.lstrip().upper().startswith("RESET")
        kind = AdminKind.FLUSH if is_logged else AdminKind.UNLOGGED
        return ParsedStatement(text, "flush", AdminSyntax(kind))
    parsed = parse_statement(old.text)
    if isinstance(parsed.node, _KEEPS_ITS_TEXT):
        return parsed
    modifiers = parsed.modifiers | {"IGNORE"} if old.ignores else parsed.modifiers
    return replace(parsed, text=text, modifiers=modifiers)


def _parse(text: str) -> ParsedStatement:
    if is_library(text):
        return read_library(text)
    words = tokenize(text, compound=True)
    if _is_program(words):
        from binwriter.sql.grammar.programs.definitions import read_program  # which needs Words from here

        return read_program(words)
    if words.word(0) not in _FIRST_WORDS:
        raise words.syntax_error(0)
    words = single_statement(words)
    for length in (2, 1):
        reader = READERS.get(tuple(words.word(index) for index in range(length)))
        if reader is not None:
            return reader(words)
    if words.word(0) in KNOWN_BEGINNINGS:
        known = _SECOND_WORDS.get(words.word(0))
        if known is not None and words.word(1) not in known:
            raise words.syntax_error(1)
        name = " ".join(word for word in (words.word(0), words.word(1)) if word)
        raise UnsupportedError(name, text, words.tokens[0].start)
    raise words.syntax_error(0)

"""Reads statements of a server's administration that change nothing here, and those on tablespaces.

What of them is logged: captures of a 9.7.4 (tests/golden/scenarios/administration_logs_*.scn).
"""

from __future__ import annotations

from sqlglot.tokenizer_core import TokenType

from binwriter.errors import UnsupportedError
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.command_table import reads
from binwriter.sql.syntax.administration import AdminSyntax, UndoTablespaceSyntax
from binwriter.sql.text.cursor import Cursor, PieceKind
from binwriter.sql.text.words import ParsedStatement, Words, worded_parse_error

# What stands in words: the verb; argument: the name.
_ALTERED_INSTANCE = (
    ("ROTATE", "INNODB", "MASTER", "KEY"),
    ("ROTATE", "BINLOG", "MASTER", "KEY"),
    ("RELOAD", "TLS"),
    ("RELOAD", "KEYRING"),
    ("ENABLE", "INNODB", "REDO_LOG"),
    ("DISABLE", "INNODB", "REDO_LOG"),
)


def read_reset_persist(words: Words) -> ParsedStatement:
    """RESET PERSIST [[IF EXISTS] name]: not logged. words: IF EXISTS."""
    cursor = Cursor(words)
    cursor.expect("RESET", "PERSIST")
    exists = ("IF", "EXISTS") if cursor.accept("IF", "EXISTS") else ()
    name = "" if cursor.at_end and not exists else cursor.name()
    while name and cursor.accept_symbol("."):
        name += f".{cursor.name()}"
    if not cursor.at_end:
        raise cursor.error()
    return _parsed(words, "reset_persist", exists, name)


@reads("LOCK INSTANCE", "UNLOCK INSTANCE")
def read_backup_lock(words: Words) -> ParsedStatement:
    """LOCK INSTANCE FOR BACKUP, UNLOCK INSTANCE."""
    cursor = Cursor(words)
    verb = cursor.next().text.upper()
    cursor.expect("INSTANCE", *(("FOR", "BACKUP") if verb == "LOCK" else ()))
    if not cursor.at_end:
        raise cursor.error()
    return _parsed(words, f"{verb.lower()}_instance")


def _parsed(words: Words, command: str, listed: tuple[str, ...] = (), argument: str = "") -> ParsedStatement:
    return ParsedStatement(words.text, command, AdminSyntax(command, words=listed, argument=argument))


@reads("CREATE UNDO", "ALTER UNDO", "DROP UNDO")
def read_undo_tablespace(words: Words) -> ParsedStatement:
    """CREATE, ALTER and DROP UNDO TABLESPACE: not logged."""
    cursor = Cursor(words)
    verb = cursor.next().text.upper()
    cursor.expect("UNDO", "TABLESPACE")
    name, file, engine = cursor.name(), "", None
    state: tuple[str, ...] = ()
    while not cursor.at_end:
        if cursor.accept("ADD", "DATAFILE"):
            file = cursor.string()
        elif cursor.accept("ENGINE"):
            cursor.accept_symbol("=")
            engine = cursor.name_or_string()
        else:
            state = (cursor.next().text.upper(),)
    command = f"{verb.lower()}_undo_tablespace"
    syntax = UndoTablespaceSyntax(command, words=(verb, *state), argument=name, file=file, engine=engine)
    return ParsedStatement(words.text, command, syntax)


@reads("CREATE LOGFILE", "ALTER LOGFILE", "DROP LOGFILE")
def read_logfile(words: Words) -> ParsedStatement:
    """CREATE, ALTER and DROP LOGFILE GROUP: no engine of a server here has them."""
    cursor = Cursor(words)
    verb = cursor.next().text.lower()
    cursor.expect("LOGFILE", "GROUP")
    cursor.name()
    while not cursor.at_end and not cursor.at("ENGINE"):
        cursor.next()
    if not cursor.accept("ENGINE"):
        return _parsed(words, f"{verb}_logfile_group")
    cursor.accept_symbol("=")
    return _parsed(words, f"{verb}_logfile_group", argument=cursor.name_or_string())


@reads("ALTER INSTANCE")
def read_instance(words: Words) -> ParsedStatement:
    """ALTER INSTANCE: not logged."""
    cursor = Cursor(words)
    cursor.expect("ALTER", "INSTANCE")
    for action in _ALTERED_INSTANCE:
        if cursor.accept(*action):
            if not cursor.at("FOR", "CHANNEL") and not cursor.at("NO", "ROLLBACK"):
                cursor.expect_end()
            return _parsed(words, "alter_instance", action)
    raise cursor.error()


@reads("INSTALL", "UNINSTALL")
def read_plugin(words: Words) -> ParsedStatement:
    """INSTALL and UNINSTALL of a PLUGIN or COMPONENT. No library is there, so that only errors come of it."""
    cursor = Cursor(words)
    verb = cursor.next().text.upper()
    if cursor.accept("COMPONENT"):
        urns = [cursor.string()]
        while cursor.accept_symbol(","):
            urns.append(cursor.string())
        return _parsed(words, f"{verb.lower()}_component", tuple(urns), verb)
    cursor.expect("PLUGIN")
    name = cursor.name()
    if verb == "UNINSTALL":
        if not cursor.at_end:
            raise cursor.error()
        return _parsed(words, "uninstall_plugin", (verb,), name)
    cursor.expect("SONAME")
    library = cursor.string()
    cursor.expect_end()
    return _parsed(words, "install_plugin", (verb, name), library)


@reads("CLONE")
def read_clone(words: Words) -> ParsedStatement:
    """CLONE: its plugin is not loaded."""
    return _parsed(words, "clone")


@reads("RESTART")
def read_restart(words: Words) -> ParsedStatement:
    """RESTART: nobody is there who would start the server again."""
    words.end(1)
    return _parsed(words, "restart")


@reads("IMPORT")
def read_import(words: Words) -> ParsedStatement:
    """IMPORT TABLE FROM 'pattern' ...: no such file is there."""
    cursor = Cursor(words)
    cursor.expect("IMPORT", "TABLE", "FROM")
    return _parsed(words, "import", argument=cursor.string())


@reads("HELP")
def read_help(words: Words) -> ParsedStatement:
    """HELP 'topic'."""
    cursor = Cursor(words)
    cursor.expect("HELP")
    topic = cursor.name_or_string()
    cursor.expect_end()
    return _parsed(words, "help", argument=topic)


_ACCOUNT = ("SOURCE_USER", "SOURCE_PASSWORD", "MASTER_USER", "MASTER_PASSWORD")
_HOSTS = ("SOURCE_HOST", "MASTER_HOST")


@reads("CHANGE", "START", "STOP")
def read_replication(words: Words) -> ParsedStatement:
    """CHANGE REPLICATION SOURCE or FILTER, START, STOP and RESET REPLICA, START and STOP GROUP_REPLICATION."""
    cursor = Cursor(words)
    verb = cursor.next().text.upper()
    if cursor.accept("GROUP_REPLICATION"):
        return _parsed(words, f"group_replication_{verb.lower()}")
    if verb == "CHANGE":
        if cursor.accept("MASTER"):  # up to 8.3 (binwriter.sql.grammar.by_version)
            what = "SOURCE"
        else:
            cursor.expect("REPLICATION")
            what = cursor.word()
            if what not in ("SOURCE", "FILTER"):
                raise cursor.error()
        listed: tuple[str, ...] = (verb, what)
    else:
        if not cursor.accept("SLAVE"):  # up to 8.3 (binwriter.sql.grammar.by_version)
            cursor.expect("REPLICA")
        listed = (verb, "ALL") if cursor.at("ALL") else (verb,)
    channel = ""
    while not cursor.at_end:
        if cursor.accept("FOR", "CHANNEL"):
            channel = cursor.string()
        elif verb == "CHANGE" and "ACCOUNT" not in listed and cursor.word() in _ACCOUNT:
            listed = (*listed, "ACCOUNT")  # it says who logs in at the source
        elif verb == "CHANGE" and (host := cursor.word()) in _HOSTS and cursor.ahead(2).kind is PieceKind.STRING:
            given = bool(cursor.ahead(2).text)
            listed = tuple(word for word in listed if word != host) + (() if given else (host,))
            cursor.next()
        elif cursor.piece.kind is PieceKind.END:
            break
        else:
            cursor.next()
    command = {"START": "replica_start", "STOP": "replica_stop", "RESET": "reset_replica"}.get(verb)
    return _parsed(words, command or f"change_replication_{listed[1].lower()}", listed, channel)


@reads("SHUTDOWN")
def read_shutdown(words: Words) -> ParsedStatement:
    """SHUTDOWN."""
    words.end(1)
    return _parsed(words, "shutdown")


@reads(*(f"{verb} {word}" for verb in ("CREATE", "ALTER") for word in ("MATERIALIZED", "EXTERNAL")))
def read_other_objects(words: Words) -> ParsedStatement:
    """What HeatWave has."""
    raise UnsupportedError(f"{words.word(0)} {words.word(1)}", words.text, words.tokens[0].start)


def read_reset_number(words: Words, position: int) -> int:
    """The number behind RESET BINARY LOGS AND GTIDS TO. ER_BINLOG_FILE_INDEX_OUT_OF_RANGE (1 .. 2000000000)."""
    text = words.word(position)
    is_hexadecimal = words.tokens[position].token_type is TokenType.HEX_STRING if text else False
    if not (is_hexadecimal or text.isdigit()):
        raise words.syntax_error(position)
    if (number := int(text, 16) if is_hexadecimal else whole_number(text)) > _MAX_WRITTEN:
        raise worded_parse_error(words.syntax_error(position), "Only integers allowed as number here")
    if not 1 <= number <= _MAX_LOG_NUMBER:
        raise mysql_error("ER_RESET_SOURCE_TO_VALUE_OUT_OF_RANGE", number, _MAX_LOG_NUMBER)
    return number


_MAX_LOG_NUMBER = 2_000_000_000
_MAX_WRITTEN = 2**64 - 1

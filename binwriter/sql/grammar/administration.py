"""Reads table maintenance, FLUSH, LOCK TABLES, PURGE, KILL and SHOW (MySQL manual, "Database Administration
Statements").
"""

from __future__ import annotations

from collections.abc import Sequence

from binwriter.catalog import histograms
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import MESSAGES, mysql_error
from binwriter.sql.command_table import COMMANDS, reads
from binwriter.sql.grammar.accounts import account
from binwriter.sql.grammar.reading import parse_statement
from binwriter.sql.grammar.tables.keys import read_qualified_name
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.text.cursor import Cursor, PieceKind
from binwriter.sql.text.words import ParsedStatement, Words, worded_parse_error

# FLUSH of these is logged as it is written.
_FLUSHED = frozenset(
    {
        "PRIVILEGES",
        "STATUS",
        "USER_RESOURCES",
        "OPTIMIZER_COSTS",
        "ENGINE",
        "ERROR",
        "GENERAL",
        "SLOW",
        "RELAY",
        "HOSTS",
    }
)
_FLUSH_LOCKS = (("WITH", "READ", "LOCK"), ("FOR", "EXPORT"))
_LOGS = frozenset({"ENGINE", "ERROR", "GENERAL", "SLOW", "RELAY"})


def _table_list(cursor: Cursor) -> tuple[tuple[str | None, str], ...]:
    names = [read_qualified_name(cursor)]
    while cursor.accept_symbol(","):
        names.append(read_qualified_name(cursor))
    return tuple(names)


def _rest(cursor: Cursor) -> tuple[str, ...]:
    words = []
    while not cursor.at_end:
        words.append(cursor.next().text.upper())
    return tuple(words)


def _local(cursor: Cursor) -> bool:
    return cursor.accept("LOCAL") or cursor.accept("NO_WRITE_TO_BINLOG")


_MAINTAINED = ("ANALYZE", "OPTIMIZE", "REPAIR", "CHECK", "CHECKSUM")
_MAINTENANCE_WORDS = ("TABLE", "TABLES", "LOCAL", "NO_WRITE_TO_BINLOG")


@reads(*(f"{verb} {word}" for verb in _MAINTAINED for word in _MAINTENANCE_WORDS))
def read_maintenance(words: Words) -> ParsedStatement:
    """ANALYZE, OPTIMIZE, REPAIR, CHECK, CHECKSUM TABLE."""
    cursor = Cursor(words)
    kind = cursor.next().text.lower()
    local = _local(cursor)
    if not cursor.accept("TABLES"):
        cursor.expect("TABLE")
    tables = _table_list(cursor)
    if kind == "analyze" and cursor.word() in ("UPDATE", "DROP"):
        return _parsed(words, AdminSyntax(kind, tables, local, words=("HISTOGRAM",), histograms=_histograms(cursor)))
    return _parsed(words, AdminSyntax(kind, tables, local, words=_maintenance_options(cursor, kind)))


def _histograms(cursor: Cursor) -> histograms.Request:
    """UPDATE HISTOGRAM ON columns [WITH n BUCKETS] [{AUTO | MANUAL} UPDATE] [USING DATA text], DROP HISTOGRAM ON
    columns. ER_DATA_OUT_OF_RANGE, ER_DUP_FIELDNAME."""
    removes = cursor.next().text.upper() == "DROP"
    cursor.expect("HISTOGRAM", "ON")
    columns = [cursor.name()]
    while cursor.accept_symbol(","):
        columns.append(cursor.name())
    request = histograms.Request(tuple(columns), removes)
    if not removes:
        if cursor.accept("WITH"):
            request = replace(request, buckets=_buckets(cursor))
        for word in ("AUTO", "MANUAL"):
            if cursor.accept(word, "UPDATE"):
                request = replace(request, automatic=word == "AUTO")
        if cursor.accept("USING", "DATA"):
            request = replace(request, data=cursor.string())
    cursor.expect_end()
    given = [name.lower() for name in columns]
    if (twice := next((name for place, name in enumerate(columns) if given[place] in given[:place]), None)) is not None:
        raise mysql_error("ER_DUP_FIELDNAME", twice)
    return request


def _buckets(cursor: Cursor) -> int:
    buckets = cursor.small_integer()
    if not 0 < buckets <= histograms.MOST_BUCKETS:
        raise mysql_error("ER_DATA_OUT_OF_RANGE", "Number of buckets", "ANALYZE TABLE")
    cursor.expect("BUCKETS")
    return buckets


_MAINTENANCE_OPTIONS = {
    "check": frozenset({"QUICK", "FAST", "MEDIUM", "EXTENDED", "CHANGED", "FOR", "UPGRADE"}),
    "checksum": frozenset({"QUICK", "EXTENDED"}),
    "optimize": frozenset[str](),
    "repair": frozenset({"QUICK", "EXTENDED", "USE_FRM"}),
}


def _maintenance_options(cursor: Cursor, kind: str) -> tuple[str, ...]:
    """What follows the tables."""
    options: list[str] = []
    while not cursor.at_end:
        if cursor.word() not in _MAINTENANCE_OPTIONS.get(kind, ()) or (kind == "checksum" and options):
            raise cursor.error()
        options.append(cursor.next().text.upper())
    return tuple(options)


def read_flush_of_others(words: Words) -> ParsedStatement:
    """FLUSH of anything but the binary logs."""
    cursor = Cursor(words)
    cursor.expect("FLUSH")
    local = _local(cursor)
    if cursor.accept("TABLES") or cursor.accept("TABLE"):
        tables = () if cursor.at_end or cursor.at("WITH") or cursor.at("FOR") else _table_list(cursor)
        if not tables and cursor.at("FOR"):
            raise worded_parse_error(cursor.error(), MESSAGES["ER_NO_TABLES_USED"].text)
        rest = next((locks for locks in _FLUSH_LOCKS if cursor.at(locks[0])), ())
        for word in rest:
            cursor.expect(word)
        cursor.expect_end()
        kind = "flush_tables_locked" if rest else "flush"
        return _parsed(words, AdminSyntax(kind, tables, local, words=rest))
    flushed: list[str] = []
    channel = ""
    while not flushed or cursor.accept_symbol(","):
        if cursor.at_end:
            raise cursor.error()
        if cursor.word() not in _FLUSHED:
            raise cursor.error()
        flushed.append(cursor.next().text.upper())
        if flushed[-1] in _LOGS:
            cursor.expect("LOGS")
        if flushed[-1] == "RELAY" and cursor.accept("FOR"):
            cursor.expect("CHANNEL")
            channel = cursor.string()
    if not cursor.at_end:
        raise cursor.error()
    return _parsed(words, AdminSyntax("flush", local=local, words=tuple(flushed), argument=channel))


@reads("LOCK")
def read_lock(words: Words) -> ParsedStatement:
    """LOCK TABLES t READ, u AS x WRITE."""
    cursor = Cursor(words)
    cursor.expect("LOCK")
    if not cursor.accept("TABLES") and not cursor.accept("TABLE"):
        raise cursor.error()
    tables, modes, names = [], [], []
    aliases: set[tuple[str | None, str]] = set()
    while True:
        tables.append(read_qualified_name(cursor))
        alias = tables[-1][1]
        if cursor.accept("AS") or cursor.word() not in ("READ", "WRITE", "LOW_PRIORITY"):
            alias = cursor.name()
        if (tables[-1][0], alias) in aliases:
            raise mysql_error("ER_NONUNIQ_TABLE", alias)
        aliases.add((tables[-1][0], alias))
        names.append(alias)
        cursor.accept("LOW_PRIORITY")
        mode = cursor.next().text.upper()
        if mode not in ("READ", "WRITE"):
            raise cursor.error()
        cursor.accept("LOCAL")
        modes.append(mode)
        if not cursor.accept_symbol(","):
            break
    if not cursor.at_end:
        raise cursor.error()
    return _parsed(words, AdminSyntax("lock_tables", tuple(tables), modes=tuple(modes), aliases=tuple(names)))


@reads("UNLOCK")
def read_unlock(words: Words) -> ParsedStatement:
    """UNLOCK TABLES."""
    cursor = Cursor(words)
    cursor.expect("UNLOCK")
    if not cursor.accept("TABLES") and not cursor.accept("TABLE"):
        raise cursor.error()
    cursor.expect_end()
    return _parsed(words, AdminSyntax("unlock_tables"))


@reads("PURGE")
def read_purge(words: Words) -> ParsedStatement:
    """PURGE BINARY LOGS TO 'file' | BEFORE time."""
    cursor = Cursor(words)
    cursor.expect("PURGE")
    if not cursor.accept("MASTER", "LOGS"):  # up to 8.3 (binwriter.sql.grammar.by_version)
        cursor.expect("BINARY", "LOGS")
    word = cursor.next().text.upper()
    if word not in ("TO", "BEFORE"):
        raise cursor.error()
    argument = words.text[cursor.offset :].strip().rstrip(";").strip()
    if word == "TO":
        argument = cursor.string()
        cursor.expect_end()
    while not cursor.at_end:  # no query may stand in it
        if cursor.at_symbol("(") and cursor.word(1) == "SELECT":
            raise cursor.error()
        cursor.next()
    return _parsed(words, AdminSyntax("purge", words=(word,), argument=argument))


@reads("KILL")
def read_kill(words: Words) -> ParsedStatement:
    """KILL [CONNECTION | QUERY] expression: the number of a connection."""
    cursor = Cursor(words)
    cursor.expect("KILL")
    query = cursor.accept("QUERY")
    if not query:
        cursor.accept("CONNECTION")
    if cursor.at_end:
        raise cursor.error()
    argument = words.text[cursor.offset :].strip().rstrip(";").strip()
    return _parsed(words, AdminSyntax("kill", words=("QUERY",) if query else (), argument=argument))


@reads("SHOW")
def read_show(words: Words) -> ParsedStatement:
    """SHOW anything."""
    cursor = Cursor(words)
    cursor.expect("SHOW")
    listed: list[str] = []
    tables: list[tuple[str | None, str]] = []
    argument = condition = ""
    while not cursor.at_end:
        if listed[-1:] == ["ENGINE"] and cursor.at_name:
            argument = cursor.next().text
            listed.append(argument.upper())
        elif (listed[-1:] == ["FOR"] and listed[0] == "GRANTS" and not cursor.at("CURRENT_USER")) or (
            listed == ["CREATE", "USER"] and not cursor.at("CURRENT_USER")
        ):
            argument = "@".join(account(cursor))
            listed.append("")
        elif cursor.piece.kind is PieceKind.STRING:
            argument = cursor.string()
        elif listed[:1] == ["GRANTS"] and cursor.accept("USING"):
            tables.append(account(cursor))
            while cursor.accept_symbol(","):
                tables.append(account(cursor))
        elif listed and cursor.at("WHERE"):
            cursor.next()
            condition = words.text[cursor.offset :].strip().rstrip(";").strip()
            break
        elif (_is_created(listed) and cursor.at_name and not cursor.at("IF", "NOT")) or (
            listed and listed[-1] in ("FROM", "IN") and cursor.at_name
        ):
            tables.append(read_qualified_name(cursor))
            listed.append("")
        elif cursor.at_symbol(")") and listed.count(")") == listed.count("("):
            raise cursor.error()
        else:
            listed.append(cursor.next().text.upper())
    if cursor.at_end and (listed[:1] or [""])[0] in _NOT_SHOWN:
        raise words.syntax_error(1)
    return _parsed(
        words, AdminSyntax(_shown(listed), tuple(tables), words=tuple(listed), argument=argument, condition=condition)
    )


def _is_created(words: Sequence[str]) -> bool:
    """SHOW CREATE kind [IF NOT EXISTS]: a name follows."""
    return words[:1] == ["CREATE"] and len(words) > 1 and words[2:] in ([], ["IF", "NOT", "EXISTS"])


def _shown(words: Sequence[str]) -> str:
    """The kind of SHOW: most are alike."""
    if words[:1] == ["COUNT"]:
        words = words[-1:]
    name = f"show_{words[0].lower()}" if words else ""
    return name if name in COMMANDS else "show"


# What this front end reads as a name of what is shown and 9.7 does not know: a parse error of its own.
_NOT_SHOWN = frozenset({"PARSE_TREE"})


@reads("DESCRIBE", "DESC", "EXPLAIN")
def read_explain(words: Words) -> ParsedStatement:
    """DESCRIBE t [column]; EXPLAIN [ANALYZE] [FORMAT = name] [INTO @v] [FOR DATABASE d] statement; FOR CONNECTION n."""
    cursor = Cursor(words)
    cursor.next()
    if cursor.at_name and cursor.word() not in _EXPLAIN_WORDS:
        table = read_qualified_name(cursor)
        if cursor.at_end:
            return _parsed(words, AdminSyntax("show", (table,), words=("COLUMNS",)))
        column = cursor.name_or_string()
        if not cursor.at_end:
            raise cursor.error()
        return _parsed(words, AdminSyntax("show", (table,), words=("COLUMNS", "LIKE"), argument=column))
    listed = ["ANALYZE"] if cursor.accept("ANALYZE") else []
    if cursor.accept("FORMAT"):
        cursor.expect_symbol("=")
        listed.append(cursor.name_or_string().upper())
    if cursor.accept("INTO"):
        if cursor.at_end:
            raise cursor.error()
        if listed[-1:] in ([], ["ANALYZE"]):
            raise mysql_error("ER_EXPLAIN_INTO_IMPLICIT_FORMAT_NOT_SUPPORTED")
        if listed[-1] != "JSON":
            raise mysql_error("ER_EXPLAIN_INTO_FORMAT_NOT_SUPPORTED", listed[-1])
        raise cursor.unsupported("EXPLAIN INTO")
    if cursor.accept("FOR", "CONNECTION"):
        return _parsed(words, AdminSyntax("explain_other", argument=str(cursor.integer())))
    if cursor.at("FOR"):
        cursor.next()
        if not cursor.accept("DATABASE"):
            cursor.expect("SCHEMA")
        cursor.name()
    if cursor.word() not in _EXPLAINED and not cursor.at_symbol("("):
        raise cursor.error()
    start = cursor.offset
    blank = "".join(character if character == "\n" else " " for character in words.text[:start])
    statement = parse_statement(blank + words.text[start:])
    return _parsed(words, AdminSyntax("explain", words=tuple(listed), statement=statement))


_EXPLAINED = frozenset({"SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "TABLE", "VALUES", "WITH"})
_EXPLAIN_WORDS = _EXPLAINED | {"ANALYZE", "FORMAT", "FOR", "INTO"}


def _parsed(words: Words, syntax: AdminSyntax) -> ParsedStatement:
    return ParsedStatement(words.text, syntax.command, syntax)

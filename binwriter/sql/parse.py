"""SQL text -> a parsed statement: sqlglot's MySQL grammar, with what it lacks supplied by a look at the tokens.

sqlglot knows neither REPLACE nor the modifiers of DML (LOW_PRIORITY, DELAYED, IGNORE ...) nor MySQL's session
commands. The first words of a statement therefore choose a reader from a table; the readers for DML blank the
modifiers out (keeping every offset) and hand the rest to sqlglot.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

import sqlglot
from sqlglot import exp
from sqlglot.dialects.mysql import MySQL
from sqlglot.errors import ParseError, TokenError
from sqlglot.tokenizer_core import Token, TokenType

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.messages import mysql_error
from binwriter.sql.commands import (
    Begin,
    Commit,
    FlushLogs,
    ProgramSyntax,
    ReleaseSavepoint,
    ResetBinaryLogs,
    Rollback,
    RollbackToSavepoint,
    SessionCommand,
    SetSavepoint,
    TableSyntax,
    Use,
)
from binwriter.sql.dialect import PlainMySQL
from binwriter.sql.table_syntax import CreateTableSyntax

# sqlglot warns on stderr before it falls back to exp.Command, which is refused here by name anyway.
logging.getLogger("sqlglot").setLevel(logging.ERROR)


@dataclass(frozen=True)
class ParsedStatement:
    """A statement as read: text as the client sent it, MySQL's command name, and the tree or session command.

    modifiers: IGNORE, REPLACE, DELAYED ... in upper case, as far as they stood before the table name.
    """

    text: str
    command: str
    node: exp.Expression | ProgramSyntax | TableSyntax | SessionCommand | CreateTableSyntax
    modifiers: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True)
class Words:
    """A statement's tokens with helpers to match keywords regardless of sqlglot's token types."""

    text: str
    tokens: tuple[Token, ...]

    def word(self, position: int) -> str:
        """The token's text in upper case, '' past the end and for quoted names and strings."""
        if position >= len(self.tokens):
            return ""
        token = self.tokens[position]
        if token.token_type is TokenType.STRING or self.text[token.start : token.start + 1] == "`":
            return ""
        return token.text.upper()

    def starts(self, *words: str, at: int = 0) -> bool:
        return all(self.word(at + index) == word for index, word in enumerate(words))

    def name(self, position: int) -> str:
        """An identifier's name. ER_PARSE_ERROR when there is none."""
        if position >= len(self.tokens):
            raise self.syntax_error(position)
        token = self.tokens[position]
        if token.token_type is TokenType.STRING or not (
            token.text[:1].isalnum() or token.text[:1] in "_$`" or token.text
        ):
            raise self.syntax_error(position)
        return token.text

    def end(self, position: int) -> None:
        """Checks that the statement ends here."""
        if position < len(self.tokens):
            raise self.syntax_error(position)

    def syntax_error(self, position: int) -> MySQLError:
        offset = self.tokens[position].start if position < len(self.tokens) else len(self.text)
        return syntax_error(self.text, offset)


def syntax_error(text: str, offset: int) -> MySQLError:
    """ER_PARSE_ERROR as MySQL words it: the text from the offending token on (80 characters at most) and its line."""
    return mysql_error("ER_PARSE_ERROR", text[offset:][:80], text.count("\n", 0, offset) + 1)


class _PlainTokens(MySQL):
    """sqlglot's tokens of MySQL; it takes the rest of CALL, EXECUTE, FETCH ... for one string otherwise."""

    class Tokenizer(MySQL.Tokenizer):
        COMMANDS: ClassVar[set[TokenType]] = set()


def tokenize(text: str, *, compound: bool = False) -> Words:
    """The statement's tokens. ER_PARSE_ERROR for an unclosed string, ER_EMPTY_QUERY when there is nothing in it.

    compound: semicolons may stand in it (the body of a stored program).
    """
    try:
        tokens = _PlainTokens().tokenize(text)
    except TokenError:
        raise syntax_error(text, max(text.rfind(quote) for quote in "'\"`")) from None
    if not tokens:
        raise mysql_error("ER_EMPTY_QUERY")
    words = Words(text, tuple(tokens))
    return words if compound else _single_statement(words)


def _single_statement(words: Words) -> Words:
    """Without the semicolon at its end. ER_PARSE_ERROR for one elsewhere."""
    text, tokens = words.text, words.tokens
    if tokens[-1].token_type is TokenType.SEMICOLON:
        tokens = tokens[:-1]
    for position, token in enumerate(tokens):
        if token.token_type is TokenType.SEMICOLON:
            raise syntax_error(text, tokens[position + 1].start if position + 1 < len(tokens) else len(text))
    return Words(text, tokens)


def parse_tree(text: str) -> exp.Expression:
    """sqlglot's tree of a statement. ER_PARSE_ERROR, or UnsupportedError where sqlglot has no grammar for it."""
    try:
        tree = sqlglot.parse_one(text, read=PlainMySQL)
    except ParseError as error:
        raise syntax_error(text, _error_offset(text, error)) from None
    except RecursionError:
        raise UnsupportedError("a statement nested as deep as this", text[:80]) from None
    if isinstance(tree, exp.Command):
        raise UnsupportedError(str(tree.this), text)
    if not isinstance(tree, exp.Expression):
        raise syntax_error(text, 0)
    return tree


def parse_expression(text: str) -> exp.Expression:
    """The tree of one expression."""
    tree = parse_tree(f"SELECT {text}")
    expressions = tree.expressions
    if not isinstance(tree, exp.Select) or len(expressions) != 1:
        raise syntax_error(text, 0)
    expression: exp.Expression = expressions[0]
    return expression


def _error_offset(text: str, error: ParseError) -> int:
    details = error.errors[0] if error.errors else {}
    line, column, highlight = details.get("line"), details.get("col"), details.get("highlight") or ""
    if line is None or column is None:
        return 0
    start = sum(len(part) + 1 for part in text.split("\n")[: line - 1])
    return max(0, int(start + column - len(highlight)))


# --- readers
# -----------------------------------------------------------------------------------------------------------

_DML_MODIFIERS = {"LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "QUICK", "IGNORE"}


def _blank(text: str, tokens: list[Token], replacement: dict[int, str] | None = None) -> str:
    """The text with these tokens blanked out, so that every later offset stays true."""
    for token in tokens:
        width = token.end + 1 - token.start
        text = text[: token.start] + " " * width + text[token.end + 1 :]
    return text


def _read_dml(words: Words) -> ParsedStatement:
    position, modifiers = 1, set()
    blanked: list[Token] = []
    while words.word(position) in _DML_MODIFIERS:
        modifiers.add(words.word(position))
        blanked.append(words.tokens[position])
        position += 1
    _refuse_stray_commas(words)
    text = _blank(words.text, blanked)
    verb = words.word(0)
    if verb == "REPLACE":
        modifiers.add("REPLACE")
        head = words.tokens[0]
        # same width as REPLACE, so offsets stay; sqlglot reads it as a plain INSERT
        text = text[: head.start] + "INSERT " + text[head.end + 1 :]
    tree = parse_tree(text)
    kinds = {"INSERT": exp.Insert, "REPLACE": exp.Insert, "UPDATE": exp.Update, "DELETE": exp.Delete}
    if not isinstance(tree, kinds[verb]) or not _is_whole(tree):
        raise words.syntax_error(position)
    return ParsedStatement(words.text, _dml_command(verb, tree), tree, frozenset(modifiers))


def _is_whole(tree: exp.Expression) -> bool:
    """Whether sqlglot has found the parts that it lets a statement do without: the table, values in SET."""
    if not isinstance(tree.args.get("this"), exp.Expression):
        return False
    return not isinstance(tree, exp.Update) or all(
        isinstance(item, exp.EQ) and isinstance(item.args.get("expression"), exp.Expression)
        for item in tree.expressions
    )


def _dml_command(verb: str, tree: exp.Expression) -> str:
    if verb in ("INSERT", "REPLACE"):
        select = not isinstance(tree.args.get("expression"), exp.Values)
        return verb.lower() + ("_select" if select else "")
    table = tree.args.get("this")
    joined = bool(table is not None and table.args.get("joins")) or bool(
        tree.args.get("tables") or tree.args.get("using")
    )
    return verb.lower() + ("_multi" if joined else "")


def _refuse_stray_commas(words: Words) -> None:
    """sqlglot reads over a comma before a closing bracket; MySQL does not."""
    for position, token in enumerate(words.tokens[:-1]):
        if token.token_type is TokenType.COMMA and words.tokens[position + 1].token_type in (
            TokenType.R_PAREN,
            TokenType.COMMA,
        ):
            raise words.syntax_error(position + 1)
    if words.tokens[-1].token_type is TokenType.COMMA:
        raise words.syntax_error(len(words.tokens))


def _read_tree(command: str, *kinds: type[exp.Expression]) -> Callable[[Words], ParsedStatement]:
    def read(words: Words) -> ParsedStatement:
        _refuse_stray_commas(words)
        tree = parse_tree(words.text)
        if kinds and not isinstance(tree, kinds):
            raise words.syntax_error(0)
        return ParsedStatement(words.text, command, tree)

    return read


def _read_create_table(words: Words) -> ParsedStatement:
    """By a reader of our own: sqlglot refuses valid column definitions and drops parts of others."""
    from binwriter.sql.table_reader import read_create_table  # which needs Words from here

    syntax = read_create_table(words)
    if syntax.select_offset is None:
        return ParsedStatement(words.text, "create_table", syntax)
    before = words.text[: syntax.select_offset]
    blank = "".join(character if character == "\n" else " " for character in before)
    syntax.select = parse_tree(blank + words.text[syntax.select_offset :])
    return ParsedStatement(words.text, "create_select", syntax)


def _read_with(words: Words) -> ParsedStatement:
    """WITH ... SELECT, UPDATE or DELETE; the latter two with the common tables written out as derived ones."""
    _refuse_stray_commas(words)
    tree = parse_tree(words.text)
    if not isinstance(tree, (exp.Update, exp.Delete)):
        return ParsedStatement(words.text, "select", tree)
    with_ = tree.args["with_"]
    if with_.args.get("recursive"):
        raise UnsupportedError(f"WITH RECURSIVE ... {tree.key.upper()}", words.text, words.tokens[0].start)
    tree.set("with_", None)
    tables: dict[str, exp.Expression] = {}
    for cte in with_.expressions:
        _write_out(cte.this, tables)
        tables[cte.alias] = cte
    _write_out(tree, tables)
    return ParsedStatement(words.text, _dml_command(tree.key.upper(), tree), tree)


def _write_out(tree: exp.Expression, tables: dict[str, exp.Expression]) -> None:
    for node in list(tree.find_all(exp.Table)):
        cte = tables.get(node.name)
        if cte is None or node.args.get("db"):
            continue
        columns = cte.args["alias"].args.get("columns")
        alias = exp.TableAlias(this=exp.to_identifier(node.alias or node.name, quoted=True), columns=columns)
        derived = exp.Subquery(this=cte.this.copy(), alias=alias, joins=node.args.get("joins"))
        node.replace(derived)


def _read_do(words: Words) -> ParsedStatement:
    head = words.tokens[0]
    tree = parse_tree("SELECT " + words.text[head.end + 1 :])
    return ParsedStatement(words.text, "do", tree)


def _read_begin(words: Words) -> ParsedStatement:
    words.end(2 if words.word(1) == "WORK" else 1)
    return ParsedStatement(words.text, "begin", Begin())


def _read_start_transaction(words: Words) -> ParsedStatement:
    rest = " ".join(words.word(index) for index in range(2, len(words.tokens)))
    allowed = {"", "READ ONLY", "READ WRITE", "WITH CONSISTENT SNAPSHOT"}
    if any(part.strip() not in allowed for part in rest.split(",")):
        raise words.syntax_error(2)
    return ParsedStatement(words.text, "begin", Begin(read_only="READ ONLY" in rest))


def _completion(words: Words, position: int) -> tuple[bool, bool]:
    """[WORK] [AND [NO] CHAIN] [[NO] RELEASE] -> whether it chains, whether it ends the session."""
    if words.word(position) == "WORK":
        position += 1
    chain = release = False
    if words.starts("AND", "NO", "CHAIN", at=position):
        position += 3
    elif words.starts("AND", "CHAIN", at=position):
        position, chain = position + 2, True
    if words.starts("NO", "RELEASE", at=position):
        position += 2
    elif words.word(position) == "RELEASE" and not chain:
        position, release = position + 1, True
    words.end(position)
    return chain, release


def _read_commit(words: Words) -> ParsedStatement:
    return ParsedStatement(words.text, "commit", Commit(*_completion(words, 1)))


def _read_rollback(words: Words) -> ParsedStatement:
    position = 2 if words.word(1) == "WORK" else 1
    if words.word(position) == "TO":
        position += 2 if words.word(position + 1) == "SAVEPOINT" else 1
        name = words.name(position)
        words.end(position + 1)
        return ParsedStatement(words.text, "rollback_to_savepoint", RollbackToSavepoint(name, words.text))
    return ParsedStatement(words.text, "rollback", Rollback(*_completion(words, 1)))


def _read_savepoint(words: Words) -> ParsedStatement:
    name = words.name(1)
    words.end(2)
    return ParsedStatement(words.text, "savepoint", SetSavepoint(name, words.text))


def _read_release(words: Words) -> ParsedStatement:
    name = words.name(2)
    words.end(3)
    return ParsedStatement(words.text, "release_savepoint", ReleaseSavepoint(name))


def _read_use(words: Words) -> ParsedStatement:
    name = words.name(1)
    words.end(2)
    return ParsedStatement(words.text, "use", Use(name))


def _read_flush(words: Words) -> ParsedStatement:
    position = 1
    local = words.word(position) in ("LOCAL", "NO_WRITE_TO_BINLOG")
    position += local
    if words.word(position) == "LOGS":  # of all its logs, only the binary one is here
        words.end(position + 1)
        return ParsedStatement(words.text, "flush", FlushLogs(local))
    if words.word(position) != "BINARY":
        return _reader("admin_reader", "read_flush")(words)
    if words.word(position + 1) != "LOGS":
        raise words.syntax_error(position + 1)
    words.end(position + 2)
    return ParsedStatement(words.text, "flush", FlushLogs(local))


def _read_reset(words: Words) -> ParsedStatement:
    if words.word(1) in ("PERSIST", "REPLICA"):
        return _reader("minor_reader", "read_unlogged")(words)
    if not words.starts("RESET", "BINARY", "LOGS", "AND", "GTIDS"):
        raise UnsupportedError(f"RESET {words.word(1)}", words.text, words.tokens[0].start)
    number = 1
    if words.word(5) == "TO" and words.word(6).isdigit():
        number = int(words.word(6))
    words.end(7 if number > 1 else 5)
    return ParsedStatement(words.text, "reset", ResetBinaryLogs(number))


def _read_set(words: Words) -> ParsedStatement:
    from binwriter.sql.set_statement import read_set

    return ParsedStatement(words.text, "set_option", read_set(words))


def _read_program_command(words: Words) -> ParsedStatement:
    from binwriter.sql.programs.command_reader import read_command

    return read_command(words)


def _read_select(words: Words) -> ParsedStatement:
    """A SELECT, also one that fills user variables."""
    if any(words.word(position) == "INTO" for position in range(len(words.tokens))):
        from binwriter.sql.programs.select_into import read_select_into

        found = read_select_into(words.text)
        if found is not None:
            return ParsedStatement(words.text, "select_into", found)
    return _read_tree("select", exp.Select, exp.SetOperation)(words)


Reader = Callable[[Words], ParsedStatement]


def _reader(module: str, name: str) -> Reader:
    """A reader of a module that needs Words from here: imported when it is first asked for."""

    def read(words: Words) -> ParsedStatement:
        reader: Reader = getattr(importlib.import_module(f"binwriter.sql.{module}"), name)
        return reader(words)

    return read


# The longest matching beginning wins.
READERS: dict[tuple[str, ...], Reader] = {
    ("INSERT",): _read_dml,
    ("REPLACE",): _read_dml,
    ("UPDATE",): _read_dml,
    ("DELETE",): _read_dml,
    ("SELECT",): _read_select,
    ("SIGNAL",): _read_program_command,
    ("RESIGNAL",): _read_program_command,
    ("GET", "DIAGNOSTICS"): _read_program_command,
    ("GET", "CURRENT"): _read_program_command,
    ("GET", "STACKED"): _read_program_command,
    ("(",): _read_tree("select"),
    ("DO",): _read_do,
    ("CALL",): _read_program_command,
    ("PREPARE",): _read_program_command,
    ("EXECUTE",): _read_program_command,
    ("DEALLOCATE", "PREPARE"): _read_program_command,
    ("DROP", "PREPARE"): _read_program_command,
    ("TRUNCATE",): _read_tree("truncate", exp.TruncateTable),
    ("CREATE", "TABLE"): _read_create_table,
    ("CREATE", "TEMPORARY"): _read_create_table,
    ("CREATE", "DATABASE"): _read_tree("create_db", exp.Create),
    ("CREATE", "SCHEMA"): _read_tree("create_db", exp.Create),
    ("DROP", "TABLE"): _read_tree("drop_table", exp.Drop),
    ("DROP", "TABLES"): _read_tree("drop_table", exp.Drop),
    ("DROP", "TEMPORARY"): _read_tree("drop_table", exp.Drop),
    ("ALTER", "TABLE"): _reader("alter_reader", "read_alter_table"),
    ("RENAME", "TABLE"): _reader("alter_reader", "read_rename_table"),
    ("RENAME", "TABLES"): _reader("alter_reader", "read_rename_table"),
    ("CREATE", "INDEX"): _reader("alter_reader", "read_create_index"),
    ("CREATE", "UNIQUE"): _reader("alter_reader", "read_create_index"),
    ("CREATE", "FULLTEXT"): _reader("alter_reader", "read_create_index"),
    ("CREATE", "SPATIAL"): _reader("alter_reader", "read_create_index"),
    ("DROP", "INDEX"): _reader("alter_reader", "read_drop_index"),
    **{
        (verb, word): _reader("admin_reader", "read_maintenance")
        for verb in ("ANALYZE", "OPTIMIZE", "REPAIR", "CHECK", "CHECKSUM")
        for word in ("TABLE", "TABLES", "LOCAL", "NO_WRITE_TO_BINLOG")
    },
    ("CREATE", "USER"): _reader("user_reader", "read_create_user"),
    ("ALTER", "USER"): _reader("user_reader", "read_create_user"),
    ("DROP", "USER"): _reader("user_reader", "read_drop_user"),
    ("CREATE", "ROLE"): _reader("user_reader", "read_drop_user"),
    ("DROP", "ROLE"): _reader("user_reader", "read_drop_user"),
    ("RENAME", "USER"): _reader("user_reader", "read_rename_user"),
    ("GRANT",): _reader("user_reader", "read_grant"),
    ("REVOKE",): _reader("user_reader", "read_grant"),
    ("SET", "PASSWORD"): _reader("user_reader", "read_set_password"),
    ("SET", "DEFAULT"): _reader("user_reader", "read_set_role"),
    ("SET", "ROLE"): _reader("user_reader", "read_set_role"),
    ("LOCK",): _reader("admin_reader", "read_lock"),
    ("LOCK TABLES",): _reader("admin_reader", "read_lock"),  # one token of sqlglot's
    ("UNLOCK",): _reader("admin_reader", "read_unlock"),
    ("UNLOCK TABLES",): _reader("admin_reader", "read_unlock"),
    ("HANDLER",): _reader("admin_reader", "read_handler"),
    ("PURGE",): _reader("admin_reader", "read_purge"),
    ("KILL",): _reader("admin_reader", "read_kill"),
    ("CACHE", "INDEX"): _reader("admin_reader", "read_key_cache"),
    ("LOAD", "DATA"): _reader("load_reader", "read_load_data"),
    ("LOAD", "INDEX"): _reader("admin_reader", "read_key_cache"),
    ("SHOW",): _reader("admin_reader", "read_show"),
    ("DESCRIBE",): _reader("admin_reader", "read_show"),
    ("DESC",): _reader("admin_reader", "read_show"),
    ("EXPLAIN",): _reader("admin_reader", "read_show"),
    **{
        (verb, word): _reader("minor_reader", "read_unlogged")
        for word in ("RESOURCE", "UNDO")
        for verb in ("CREATE", "ALTER", "DROP")
    },
    **{(verb, "TABLESPACE"): _reader("minor_reader", "read_tablespace") for verb in ("CREATE", "ALTER", "DROP")},
    ("ALTER", "INSTANCE"): _reader("minor_reader", "read_unlogged"),
    ("LOCK", "INSTANCE"): _reader("minor_reader", "read_unlogged"),
    ("UNLOCK", "INSTANCE"): _reader("minor_reader", "read_unlogged"),
    ("SET", "RESOURCE"): _reader("minor_reader", "read_unlogged"),
    ("CREATE", "SERVER"): _reader("admin_reader", "read_server"),
    ("ALTER", "SERVER"): _reader("admin_reader", "read_server"),
    ("DROP", "SERVER"): _reader("admin_reader", "read_server"),
    ("ALTER", "DATABASE"): _reader("alter_reader", "read_alter_database"),
    ("ALTER", "SCHEMA"): _reader("alter_reader", "read_alter_database"),
    ("TABLE",): _read_tree("select"),
    ("VALUES",): _read_tree("select"),
    ("WITH",): _read_with,
    ("CREATE", "VIEW"): _reader("view_reader", "read_view"),
    ("CREATE", "OR"): _reader("view_reader", "read_view"),
    ("CREATE", "ALGORITHM"): _reader("view_reader", "read_view"),
    ("CREATE", "DEFINER"): _reader("view_reader", "read_view"),
    ("CREATE", "SQL"): _reader("view_reader", "read_view"),
    ("ALTER", "VIEW"): _reader("view_reader", "read_view"),
    ("ALTER", "ALGORITHM"): _reader("view_reader", "read_view"),
    ("ALTER", "DEFINER"): _reader("view_reader", "read_view"),
    ("ALTER", "SQL"): _reader("view_reader", "read_view"),
    ("DROP", "VIEW"): _reader("view_reader", "read_drop_view"),
    ("DROP", "DATABASE"): _read_tree("drop_db", exp.Drop),
    ("DROP", "SCHEMA"): _read_tree("drop_db", exp.Drop),
    ("BEGIN",): _read_begin,
    ("START", "TRANSACTION"): _read_start_transaction,
    ("COMMIT",): _read_commit,
    ("ROLLBACK",): _read_rollback,
    ("SAVEPOINT",): _read_savepoint,
    ("RELEASE", "SAVEPOINT"): _read_release,
    ("USE",): _read_use,
    ("SET",): _read_set,
    ("FLUSH",): _read_flush,
    ("RESET",): _read_reset,
    ("XA",): _reader("xa_reader", "read_xa"),
    ("BINLOG",): _reader("binlog_statement", "read_binlog"),
}

# First words of statements that MySQL has and this front end refuses by name; any other beginning is a syntax error.
KNOWN_BEGINNINGS = frozenset(
    [
        "ALTER",
        "ANALYZE",
        "CACHE",
        "CALL",
        "CHANGE",
        "CHECK",
        "CHECKSUM",
        "CLONE",
        "CREATE",
        "DEALLOCATE",
        "DESC",
        "DESCRIBE",
        "DROP",
        "EXECUTE",
        "EXPLAIN",
        "FLUSH",
        "GET",
        "GRANT",
        "HANDLER",
        "HELP",
        "IMPORT",
        "INSTALL",
        "KILL",
        "LOAD",
        "LOCK",
        "OPTIMIZE",
        "PREPARE",
        "PURGE",
        "RELEASE",
        "RENAME",
        "REPAIR",
        "RESIGNAL",
        "RESTART",
        "REVOKE",
        "SHOW",
        "SHUTDOWN",
        "SIGNAL",
        "START",
        "STOP",
        "TABLE",
        "UNINSTALL",
        "UNLOCK",
        "VALUES",
        "WITH",
    ]
)


_PROGRAM_KINDS = frozenset({"PROCEDURE", "FUNCTION", "TRIGGER", "EVENT"})
_PROGRAM_VERBS = frozenset({"CREATE", "ALTER", "DROP"})


def _is_program(words: Words) -> bool:
    """CREATE, ALTER or DROP of a stored program, also with a definer."""
    if words.word(0) not in _PROGRAM_VERBS:
        return False
    if words.word(1) != "DEFINER":
        return words.word(1) in _PROGRAM_KINDS
    return any(words.word(position) in _PROGRAM_KINDS for position in range(3, 9))


def parse_statement(text: str) -> ParsedStatement:
    """Reads one statement.

    Raises MySQLError (ER_PARSE_ERROR, ER_EMPTY_QUERY) for what MySQL would refuse too, and UnsupportedError, naming the
    statement, for what MySQL has and binwriter has not.
    """
    words = tokenize(text, compound=True)
    if _is_program(words):
        from binwriter.sql.programs.reader import read_program  # which needs Words from here

        return read_program(words)
    words = _single_statement(words)
    for length in (2, 1):
        reader = READERS.get(tuple(words.word(index) for index in range(length)))
        if reader is not None:
            return reader(words)
    if words.word(0) in KNOWN_BEGINNINGS:
        name = " ".join(word for word in (words.word(0), words.word(1)) if word)
        raise UnsupportedError(name, text, words.tokens[0].start)
    raise words.syntax_error(0)

"""From the text of a statement to its tree: what the parser of the session's server takes, and warns of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from sqlglot import exp

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import mysql_warning
from binwriter.mysql.raw_bytes import has_raw, printable
from binwriter.mysql.versions import behaviour_of
from binwriter.server.execute.cut_statements import CutAgain, CutStatements
from binwriter.server.execute.shapes import alike
from binwriter.server.spelling import Spelling
from binwriter.sql.binding.name_checks import refuse_wrong_names
from binwriter.sql.context import StatementContext
from binwriter.sql.engine import FrontEnd
from binwriter.sql.grammar.by_version import check_grammar
from binwriter.sql.grammar.deprecated_expressions import warn_as_parsed
from binwriter.sql.grammar.deprecated_types import defined_columns
from binwriter.sql.grammar.deprecated_words import warn_before, warn_of_trimmed, warn_of_words
from binwriter.sql.grammar.literals import check_literals
from binwriter.sql.grammar.parts.limit import check_limit
from binwriter.sql.syntax.load import LOAD
from binwriter.sql.syntax.program_definitions import CreateProgram
from binwriter.sql.syntax.table import ColumnSyntax
from binwriter.sql.syntax.views import CreateViewSyntax
from binwriter.sql.text import sent_names, several
from binwriter.sql.text.lexer import tokens
from binwriter.sql.text.statement_end import without_end
from binwriter.sql.text.value_lists import CutStatement
from binwriter.sql.text.words import ParsedStatement

_Known = TypeVar("_Known")
_INTRODUCES_BYTES = pattern(r"_\w+\s*(?:/\*.*?\*/\s*)*(?:0[xb]|[xXbB]')")
_FEW = 16  # statements, which are read as if there were no other


class StatementReader:
    """Reads the statements of one session. version: of its server, as a number; keeps: whether what was read may be
    used again; relies: see `AlikeStatements`."""

    def __init__(
        self,
        front_end: FrontEnd,
        spelling: Spelling,
        version: int,
        relies: Callable[[str], bool],
        *,
        keeps: bool = True,
    ) -> None:
        self._front_end = front_end
        self._spelling = spelling
        self._version = version
        self._cut_statements = CutStatements()
        self._alike: alike.AlikeStatements | None = None
        self._read_ones = 0
        self._keeps = keeps
        self._relies = relies

    def is_whole(self, text: str) -> bool:
        """Whether it is a statement, and not the beginning of one."""
        try:
            self._front_end.parse(self._spelling.as_read(text), self._version)
        except MySQLError as error:
            return error.symbol != "ER_PARSE_ERROR"
        except UnsupportedError:
            pass
        return True

    def statements_of(self, text: str) -> list[str]:
        """See `Session.statements_of`."""
        if not behaviour_of(self._version).has_whole_grammar:
            return several.statements_of(text, self.is_whole, version=self._version)
        from binwriter.sql.wellformed.check import stops_at

        read = self._spelling.as_read
        return several.statements_of(
            text, self.is_whole, lambda part: stops_at(read(part), self._version), self._version
        )

    def local_file(self, text: str) -> str | None:
        """The client's file that LOAD DATA LOCAL names; None for other statements."""
        try:
            parsed = self._front_end.parse(self._spelling.as_read(text), self._version)
        except (MySQLError, UnsupportedError):
            return None
        syntax = parsed.node.meta.get(LOAD) if isinstance(parsed.node, exp.Insert) else None
        return syntax.file if syntax is not None and syntax.local else None

    def parsed(self, sql: str, cut: CutStatement | None, context: StatementContext) -> ParsedStatement:
        """The statement, with the parser's warnings. Raises MySQLError, UnsupportedError."""
        if cut is not None:
            with suppress(MySQLError):  # which the whole text has, too, with what it shows of it
                parsed = self._cut_statements.read(cut, context, self._read)
                if cut.attach(parsed.node):
                    self._spelling.given = sql
                    context.diagnostics += [mysql_warning("ER_DEPRECATED_NATIONAL")] * cut.national[1]
                    known = self._known_shapes()
                    if known is not None and self._cut_statements.last is not None:
                        known.read_elsewhere(*self._cut_statements.last)
                    return replace(parsed, text=sql, cut=cut.text)
            context.diagnostics.clear()
        known = self._known_shapes()
        if known is None:
            return self._read(sql, context)
        parsed = known.read(sql, context, self._read)
        self._spelling.given = sql
        return parsed

    def of_shape(
        self, name: str, node: object, context: StatementContext, stamp: object, make: Callable[[], _Known]
    ) -> _Known:
        """See `AlikeStatements.of_shape`."""
        return make() if self._alike is None else self._alike.of_shape(name, node, context, stamp, make)

    def has_shape(self, name: str, node: object, context: StatementContext, stamp: object) -> bool:
        """See `AlikeStatements.has_shape`."""
        return self._alike is not None and self._alike.has_shape(name, node, context, stamp)

    def again(
        self, sql: str, cut: CutStatement | None, name: str, stamp: object
    ) -> tuple[alike.AlikeStatement | CutAgain, Any] | None:
        """See `AlikeStatements.again`, and `CutStatements.again`."""
        if self._alike is None or self._spelling.reads_otherwise:
            return None
        known: tuple[alike.AlikeStatement | CutAgain, Any] | None
        if cut is None:
            known = self._alike.again(sql, name, stamp)
        elif cut.national[1]:
            return None
        else:
            known = self._cut_statements.again(cut, sql, name, stamp)
        if known is not None:
            self._spelling.given = sql
        return known

    def _known_shapes(self) -> alike.AlikeStatements | None:
        """None: each statement is read by itself."""
        if self._alike is None and self._keeps:
            self._read_ones += 1
            if self._read_ones > _FEW:
                self._alike = alike.AlikeStatements(self._relies)
        return None if self._spelling.reads_otherwise else self._alike

    def _read(self, sql: str, context: StatementContext) -> ParsedStatement:
        self._spelling.given, sql = sql, without_end(self._spelling.as_read(sql), self._version)
        try:
            parsed = self._of_grammar(sql, has_database=bool(context.database))
        except MySQLError as error:
            if error.read is not None:
                _look_at_columns(error.read[1], context)
            warn_before(error, sql, context)
            raise self._spelling.as_given(error, sql) from None
        if sql != self._spelling.given:
            parsed = replace(parsed, text=self._spelling.given)
        if parsed.command == "empty_query":
            return parsed  # there is nothing to look at
        warn_of_raw(sql, parsed, context)
        if not isinstance(parsed.node, CreateProgram):  # whose statements are looked at as they are read
            check_limit(parsed.cut or sql)
        columns = defined_columns(parsed.node)
        _look_at_columns(columns, context)
        names_length = context.variables.behaviour.names_long_tables
        refuse_wrong_names(parsed.node, sql, names_length=names_length)
        if not self._spelling.given.isascii():
            warn_of_sent_names(self._spelling, parsed, context)
        warn_of_words(sql, context, columns)
        warn_of_trimmed(parsed.node, context)
        warn_as_parsed(sql, parsed.node, context)
        return parsed

    def _of_grammar(self, sql: str, *, has_database: bool) -> ParsedStatement:
        """The statement, as the newest server's grammar has it and a reader reads it."""
        read = partial(self._as_read, has_database=has_database)
        from binwriter.sql.wellformed.check import read_by_old_grammar, refuse_ill_formed, told_first

        if not behaviour_of(self._version).has_whole_grammar:
            return read_by_old_grammar(sql, self._version, read)
        try:
            parsed = read(sql)
        except (MySQLError, UnsupportedError) as error:
            raise told_first(error, sql, self._version, read) from None
        refuse_ill_formed(sql, self._version)
        return parsed

    def _as_read(self, sql: str, *, has_database: bool) -> ParsedStatement:
        if not has_database:
            from binwriter.sql.grammar.unplaced import refuse_unplaced

            refuse_unplaced(sql)
        check_grammar(sql, self._version)
        check_literals(sql)
        return self._front_end.parse(sql, self._version)


def _look_at_columns(columns: Sequence[ColumnSyntax], context: StatementContext) -> None:
    """Of a definition, as far as it was read, where the parser does so."""
    if columns and context.variables.behaviour.parser_checks_columns:
        from binwriter.sql.ddl.table.added_columns import refuse_while_read

        refuse_while_read(columns, context)


def warn_of_sent_names(spelling: Spelling, parsed: ParsedStatement, context: StatementContext) -> None:
    """Warning 1300 for each name that has lost characters. What is kept in utf8mb3 is converted as a whole, too:
    strings of a view or a program's body once, the body's names twice."""
    charset = context.variables.settings.character_set_client
    body: int | None = None
    has_strings = True
    if isinstance(parsed.node, CreateProgram):
        body = max(spelling.as_read(spelling.given).rfind(parsed.node.body_text), 0)
        has_strings = charset != "utf8mb4" or context.variables.behaviour.keeps_utf8mb3_bodies
    elif isinstance(parsed.node, CreateViewSyntax):
        body = 0
    names = spelling.names_of(spelling.given, body if has_strings else None)
    if body == 0:  # a view's strings are looked at when it is whole
        names.sort(key=lambda name: name.is_string)
    for name in names:
        twice = body and name.start >= body and not name.is_string
        for _ in range(name.is_wrong * (2 if twice else 1)):
            context.warn("WARN_CANNOT_CONVERT_STRING", printable(name.data), charset, sent_names.SYSTEM_CHARSET)


def warn_of_raw(sql: str, parsed: ParsedStatement, context: StatementContext) -> None:
    """Warnings of bytes that are no UTF-8, and an error where others are no characters of their set. UnsupportedError
    where they are not modelled."""
    if _INTRODUCES_BYTES.search(sql) is not None:
        from binwriter.sql.grammar.introduced import refuse_no_characters  # seldom needed

        refuse_no_characters(sql)
    if not has_raw(sql) or not any(has_raw(piece[0]) for piece in tokens(sql)):  # a comment may have any
        return
    if _has_raw_name(parsed.node):
        raise UnsupportedError("bytes that are no UTF-8 in a name")
    from binwriter.sql.binding.raw_literals import warn_of_raw_literals  # seldom needed

    warn_of_raw_literals(parsed.node, context)


def _has_raw_name(node: object) -> bool:
    """A server cuts names at a byte that is no UTF-8 (captured: tests/reliability/crafted/raw_bytes.json)."""
    return isinstance(node, exp.Expression) and any(has_raw(name.name) for name in node.find_all(exp.Identifier))

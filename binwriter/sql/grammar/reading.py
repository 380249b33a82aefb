"""SQL text -> a parsed statement: the first words of a statement choose its reader.

Who reads what registers with `command_table.reads`; `parse` imports them all. Readers that read statements inside of
statements use this module.
"""

from __future__ import annotations

import re

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.collations import SPACES
from binwriter.formats.patterns import pattern
from binwriter.formats.records import replace
from binwriter.formats.servers import NEWEST
from binwriter.mysql.messages.table import Wording, mysql_error
from binwriter.sql.command_table import BEGINNINGS, reads
from binwriter.sql.grammar import forms
from binwriter.sql.grammar.old import OldStatement, modernised
from binwriter.sql.grammar.programs import plain_execute
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.program_definitions import CreateProgram
from binwriter.sql.syntax.views import CreateViewSyntax
from binwriter.sql.text import quoted_names
from binwriter.sql.text.comments import unwrap
from binwriter.sql.text.statement_end import ENDS, begins_at
from binwriter.sql.text.words import SHOWN_OF_ERROR, ParsedStatement, Words, single_statement, syntax_error, tokenize

__all__ = ["FIRST_WORDS", "parse_statement"]

FIRST_WORDS = frozenset(words.split()[0] for words in BEGINNINGS)
_LIBRARY = pattern(r"\s*(CREATE|ALTER|DROP)\s+LIBRARY\b", re.IGNORECASE)

# What these define is stored, and logged, without the marks of comments that run.
_KEEPS_ITS_TEXT = (CreateProgram, CreateViewSyntax)

_PROGRAM_KINDS = frozenset({"PROCEDURE", "FUNCTION", "TRIGGER", "EVENT"})
_PROGRAM_VERBS = frozenset({"CREATE", "ALTER", "DROP"})
# Whose whole form is looked at: all that begin so, and definitions and settings of these (`forms`).
_WITH_FORMS = frozenset(
    (
        *("ANALYZE", "CACHE", "CHANGE", "CLONE", "FLUSH", "IMPORT", "INSTALL", "LOAD INDEX", "RESET", "SHOW", "START"),
        *("STOP", "UNINSTALL"),
    )
)
_DEFINED_BY_FORMS = frozenset(("INDEX", "RESOURCE", "SERVER", "TABLESPACE", "TRANSACTION", "UNDO"))


_OF_VIEWS = frozenset({"VIEW", "SQL"})
_LONGEST_DEFINER = 18  # in tokens


def _is_program(words: Words) -> bool:
    """CREATE, ALTER or DROP of a stored program, also with a definer."""
    if words.word(0) not in _PROGRAM_VERBS:
        return False
    if words.word(1) != "DEFINER":
        return words.word(1) in _PROGRAM_KINDS or (words.word(1), words.word(2)) == ("AGGREGATE", "FUNCTION")
    # an address without quotes is several tokens
    behind = (words.word(position) for position in range(3, _LONGEST_DEFINER))
    return next((word in _PROGRAM_KINDS for word in behind if word in _PROGRAM_KINDS or word in _OF_VIEWS), False)


def parse_statement(text: str, version: int = NEWEST.version_number) -> ParsedStatement:
    """Reads one statement. version: of the server, for the comments that it runs.

    Raises MySQLError (ER_PARSE_ERROR, ER_EMPTY_QUERY) for what MySQL would refuse too, and UnsupportedError, naming the
    statement, for what MySQL has and binwriter has not.
    """
    if not text[:1].isalpha() and (nothing := _of_nothing(text, version)) is not None:
        return nothing
    old = modernised(text, version)
    if old is not None:
        return _parse_old(text, old)
    comments = unwrap(text, version)
    if comments is None:
        return _parse(text)
    if begins_at(comments.plain, version) == len(comments.plain):
        return ParsedStatement(text, "empty_query", AdminSyntax("empty_query"))
    try:
        parsed = _parse(comments.plain)
    except MySQLError as error:
        raise _near_given(error, text, comments.plain) from None
    if isinstance(parsed.node, _KEEPS_ITS_TEXT):
        parsed = _parse(comments.bare)
        return replace(parsed, cut=parsed.words_text)  # the text as it was given has marks
    return replace(parsed, text=comments.logged, cut=parsed.cut or comments.plain)


_OPTIONS_FIRST = frozenset({"KILL"})  # whose next word is an option where it may be one (tests/golden/limits)


def _of_nothing(text: str, version: int) -> ParsedStatement | None:
    """Of a text that is nothing but comments, which is no error. ER_PARSE_ERROR where a semicolon ends nothing."""
    begin = begins_at(text, version)
    if text[begin:].strip(ENDS):
        if text[begin] == ";":
            raise syntax_error(text, begin)
    elif text[:begin].strip(SPACES):
        return ParsedStatement(text, "empty_query", AdminSyntax("empty_query"))
    return None


def _parse_old(text: str, old: OldStatement) -> ParsedStatement:
    """What only an older server knows; programs and views keep their text, which must then be in the newest grammar."""
    if old.is_query_cache:
        words = text.upper().split()
        command = "empty_query" if words[0] == "RESET" else "flush"
        local = words[1] in ("LOCAL", "NO_WRITE_TO_BINLOG")
        return ParsedStatement(text, command, AdminSyntax(command, local=local))
    try:
        parsed = parse_statement(old.text)
    except MySQLError as error:
        raise _error_of_given(error, text, old) from None
    if isinstance(parsed.node, _KEEPS_ITS_TEXT):
        return parsed
    modifiers = parsed.modifiers | {"IGNORE"} if old.ignores else parsed.modifiers
    return replace(parsed, text=text, modifiers=modifiers)


def _near_given(error: MySQLError, text: str, plain: str) -> MySQLError:
    """A parse error shows the text with the marks of its comments."""
    wording = error.message
    if not isinstance(wording, Wording) or wording.symbol != "ER_PARSE_ERROR":
        return error
    near, line = str(wording.arguments[0]), wording.arguments[1]
    place = plain.find(near) if len(near) == SHOWN_OF_ERROR else len(plain) - len(near)
    if not near or place < 0 or plain[place : place + len(near)] != near:
        return error
    return mysql_error("ER_PARSE_ERROR", text[place:][:SHOWN_OF_ERROR], line)


def _error_of_given(error: MySQLError, text: str, old: OldStatement) -> MySQLError:
    """A parse error shows the text as it was given."""
    wording = error.message
    if not isinstance(wording, Wording) or wording.symbol != "ER_PARSE_ERROR":
        return error
    near, line = str(wording.arguments[0]), wording.arguments[1]
    place = old.given_place(old.text.find(near) if len(near) == SHOWN_OF_ERROR else len(old.text) - len(near))
    return mysql_error("ER_PARSE_ERROR", text[place:][:SHOWN_OF_ERROR], line)


def _parse(text: str) -> ParsedStatement:
    library = _LIBRARY.match(text)  # with a body of another language, which has other tokens
    if library is not None:
        return _read(f"{library[1].upper()} LIBRARY", Words(text, ()))
    if text[:1] in "Ee" and (executed := plain_execute.plain_execute(text)) is not None:
        return executed
    words = tokenize(text, compound=True)
    if _is_program(words):
        return _read("CREATE PROCEDURE", words)
    first = words.word(0)
    if first.partition(" ")[0] not in FIRST_WORDS:
        raise words.syntax_error(0)
    words = single_statement(words)
    try:
        return _read_of_words(first, words)
    except (MySQLError, UnsupportedError) as error:
        if isinstance(error, MySQLError) and error.symbol != "ER_PARSE_ERROR":
            raise
        named = words if first in _OPTIONS_FIRST else quoted_names.with_quoted_names(words)
        if named is words:
            raise
        try:
            return _read_of_words(first, named)
        except (MySQLError, UnsupportedError):
            raise error from None


def _read_of_words(first: str, words: Words) -> ParsedStatement:
    second = words.word(1)
    if first in _WITH_FORMS or second.partition(" ")[0] in _DEFINED_BY_FORMS:
        forms.check_form(words)
    # LOCK TABLES is one token, and so is SQL SECURITY
    for beginning in (f"{first} {second}", f"{first} {(second.split() or [''])[0]}", first, first.partition(" ")[0]):
        if reads.get(beginning) is not None:
            return _read(beginning, words)
    raise words.syntax_error(1)


def _read(beginning: str, words: Words) -> ParsedStatement:
    parsed: ParsedStatement = reads[beginning](words)
    return parsed

"""What the parser warns of when it reads a text: operators and words that 9.7 calls deprecated.

They are warned of where they are read, from left to right, at each place they stand: of a statement when it is sent, of
a program at its CREATE, of a prepared statement at PREPARE; never when it runs. Texts as a 9.7.4 sends them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from operator import itemgetter

from sqlglot.tokenizer_core import Token, TokenType

from binwriter.errors import MySQLError
from binwriter.formats.patterns import Needles, pattern
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.mysql.variables.values import deprecated_charset, deprecated_collation
from binwriter.sql.context import StatementContext
from binwriter.sql.grammar import old
from binwriter.sql.grammar.deprecated_types import BINARY_ATTRIBUTE, placed_warnings
from binwriter.sql.syntax.accounts import TrimmedAccount, UserSyntax
from binwriter.sql.syntax.administration import AdminSyntax
from binwriter.sql.syntax.program_definitions import CreateProgram
from binwriter.sql.syntax.table import ColumnSyntax
from binwriter.sql.syntax.views import CreateViewSyntax
from binwriter.sql.text.comments import unwrap
from binwriter.sql.text.hints import read_hints
from binwriter.sql.text.lexer import DOLLAR_QUOTE, WORD, code_of, lexemes
from binwriter.sql.text.plain_tokens import TIGHT_NOT
from binwriter.sql.text.select_options import CALC_FOUND_ROWS, OPTIONS
from binwriter.sql.text.words import Words, syntax_error, tokenize, worded_parse_error

_MAY_STAND = pattern(
    r"\bSLAVE\b|\bMASTER|_MASTER_|\bLOW_PRIORITY\s+WRITE\b|&&|\|\||!(?!=)|\bBINARY\b|\bSQL_CALC_FOUND_ROWS\b|\bDELAYED\b|\bSQL_NO_CACHE\b|\bNCHAR\b|\bN'|\bNATIONAL\b|\bASCII\b|\bUNICODE\b|utf8(?!mb4)|ucs2|macroman|macce|dec8|hp8|\bFULL\b|(?<![\w$@'\"`])\$",
    re.IGNORECASE,
)
_IN_THEM = Needles(
    (
        *(
            "SLAVE",
            "MASTER",
            "LOW_PRIORITY",
            "&&",
            "||",
            "!",
            "BINARY",
            "SQL_CALC_FOUND_ROWS",
            "DELAYED",
            "SQL_NO_CACHE",
        ),
        *(
            "NCHAR",
            "N'",
            "NATIONAL",
            "ASCII",
            "UNICODE",
            "UTF8",
            "UCS2",
            "MACROMAN",
            "MACCE",
            "DEC8",
            "HP8",
            "FULL",
            "$",
        ),
    )
)

_OPERATORS: dict[TokenType, Diagnostic] = {
    TokenType.DAMP: mysql_warning("ER_WARN_DEPRECATED_SYNTAX", "&&", "AND"),
    TokenType.DPIPE: mysql_warning("ER_WARN_DEPRECATED_SYNTAX", "|| as a synonym for OR", "OR"),
}
_NOT = mysql_warning("ER_WARN_DEPRECATED_SYNTAX", "!", "NOT")
_BINARY = mysql_warning("ER_WARN_DEPRECATED_SYNTAX", "BINARY expr", "CAST")
_TIGHT_COMMENT = mysql_warning("ER_WARN_NO_SPACE_VERSION_COMMENT")
_NESTED_COMMENT = mysql_warning("WARN_DEPRECATED_NESTED_COMMENT_SYNTAX")
_FOUND_ROWS = mysql_warning("ER_WARN_DEPRECATED_FUNCTION", CALC_FOUND_ROWS, "two separate queries")
_OLD = pattern(r"\bYEAR\s*\(\s*\d|\bTYPE\s*=|^\s*(?:EXPLAIN|DESC|DESCRIBE)\s+(?:EXTENDED|PARTITIONS)\b", re.IGNORECASE)
_NO_CACHE = ("SQL_NO_CACHE", 50720)  # MySQL 5.7.20 release notes: the query cache is deprecated
_FULL = ("FULL", 80032)  # MySQL 8.0.32 release notes: it is to be reserved
_DOLLARS_QUOTE = 90000
_DOLLAR_SINCE = 80032  # MySQL 8.0.32 release notes: quoted texts are to begin with it
_DOLLAR = mysql_warning("ER_WARN_DEPRECATED_NO_REPLACEMENT", "$ as the first character of an unquoted identifier")
_LONGEST_NAME = 256
_VARIABLE_BEFORE = pattern(r"@[\w$.]*\.\Z")  # dots are a part of its name
_TO_BE_RESERVED = mysql_warning("ER_WARN_DEPRECATED_IDENT", _FULL[0])
# SHOW [EXTENDED] FULL ..: the word itself
_BEHIND_FULL = frozenset({"COLUMNS", "FIELDS", "PROCESSLIST", "TABLES"})
_SHORT_CHARSETS = frozenset({"ASCII", "UNICODE"})
_SHORT_CHARSETS_GO = 80000
_TEXT_TYPES = frozenset({"CHAR", "VARCHAR", "TEXT", "TINYTEXT", "MEDIUMTEXT", "LONGTEXT", "ENUM", "SET"})
_NATIONAL = ("NCHAR", "NATIONAL")
_MAY_BE_DELAYED = ("INSERT", "REPLACE")
_UTF8 = pattern(r"^utf8_")
# In other statements COLLATE is an operator, which is not warned of.
_WITH_COLLATIONS = ("TABLE", "TEMPORARY", "DATABASE", "SCHEMA")

# Statements that 8.4 took away, by their beginnings (8.0.40's grammar).
_GOING = {
    ("START", "SLAVE"): ("START SLAVE", "START REPLICA"),
    ("STOP", "SLAVE"): ("STOP SLAVE", "STOP REPLICA"),
    ("RESET", "SLAVE"): ("RESET SLAVE", "RESET REPLICA"),
    ("CHANGE", "MASTER"): ("CHANGE MASTER", "CHANGE REPLICATION SOURCE"),
    ("SHOW", "SLAVE", "HOSTS"): ("SHOW SLAVE HOSTS", "SHOW REPLICAS"),
    ("SHOW", "SLAVE", "STATUS"): ("SHOW SLAVE STATUS", "SHOW REPLICA STATUS"),
}
# Commands in which options have the older names still.
_OF_SOURCES = (("CHANGE", "MASTER"), ("CHANGE", "REPLICATION"), ("START", "SLAVE"), ("START", "REPLICA"))
_OF_SOURCE = pattern(r"(?:GET_)?MASTER_\w+")
# which are told without their last letter (8.0.40's grammar)
_TOLD_SHORTER = "MASTER_COMPRESSION_ALGORITHMS"
_LOW_PRIORITY = ("LOW_PRIORITY WRITE", "WRITE")


# An expression may begin behind these; elsewhere BINARY is a type, an attribute, or a word of another statement.
_BEFORE = (
    "( , = < > <= >= <> != <=> + - * / % & | ^ && || ! := SELECT DISTINCT ALL WHERE AND OR XOR NOT LIKE BY ON HAVING "
    "WHEN THEN ELSE CASE RETURN BETWEEN IN REGEXP RLIKE DIV MOD IF WHILE UNTIL DEFAULT DO"
)
_BEFORE_EXPRESSIONS = frozenset(_BEFORE.split())
_WITH_OPERANDS = ("&", "|", "!")
_ASSIGNMENT = pattern(r":=\s*[^\s]")
_ENDS = frozenset((")", ",", ";", "=", ".", "LOGS"))


def warn_of_words(
    text: str, context: StatementContext, columns: Sequence[ColumnSyntax] = (), end: int | None = None
) -> None:
    """Adds the warnings of one statement's text to the statement's diagnostics, and those of the types of its columns,
    in the order of their places. end: where the parser stopped."""
    comments = unwrap(text, context.variables.profile.version_number)
    if comments is not None:
        text = comments.plain
        context.diagnostics.extend([_TIGHT_COMMENT] * comments.tight)
        context.diagnostics.extend([_NESTED_COMMENT] * comments.nested)
    placed = list(placed_warnings(columns)) if columns else []
    if text.strip() and _IN_THEM.may_stand_in(code := code_of(text)) and _MAY_STAND.search(code) is not None:
        version = context.variables.profile.version_number
        pipes_join = "PIPES_AS_CONCAT" in context.variables.settings.sql_mode
        words = tokenize(text, compound=True)
        found_words = list(_found(words, pipes_join=pipes_join, version=version))
        if version >= _DOLLAR_SINCE and "$" in code:
            found_words = sorted([*found_words, *_dollars(text, version)], key=itemgetter(0))
        if any(found.code == _TO_BE_RESERVED.code for _, found in found_words) and _sets_variable(words):
            found_words = []
        placed += (word_found for word_found in found_words if end is None or word_found[0] < end)
    if _OLD.search(text) is not None:
        placed += old.warned(text, context.variables.profile.version_number)
    if "/*+" in text:
        placed += _of_hints(text, ansi="ANSI_QUOTES" in context.variables.settings.sql_mode)
    if columns or "/*+" in text:
        placed.sort(key=itemgetter(0))
    context.diagnostics.extend(warning for _, warning in placed)


def _of_hints(text: str, *, ansi: bool) -> Iterator[tuple[int, Diagnostic]]:
    """With their places."""
    hints = read_hints(text, ansi=ansi)
    for at, near, what in hints.wrong:
        error = mysql_error("ER_WARN_OPTIMIZER_HINT_SYNTAX_ERROR", near[:80], 1 + text.count("\n", 0, at))
        told = error.message.replace("Optimizer hint syntax error", what, 1) if what else error.message
        yield at, Diagnostic("Warning", error.code, told)
    for at in hints.too_long:
        error = worded_parse_error(syntax_error(text, at), "Unsupported MAX_EXECUTION_TIME")
        yield at, Diagnostic("Warning", error.code, error.message)


def warn_of_trimmed(node: object, context: StatementContext) -> None:
    """A warning of each account that was written with white space at the ends (captured: clusters/trimmed_accounts)."""
    if isinstance(node, UserSyntax):
        accounts: tuple[object, ...] = node.written
    elif isinstance(node, AdminSyntax):
        accounts = node.tables
    else:
        accounts = (node.definer,) if isinstance(node, (CreateProgram, CreateViewSyntax)) else ()
    for account in accounts:
        if isinstance(account, TrimmedAccount):
            context.warn("ER_WARN_ACCOUNT_TRIMMED", "'{}'@'{}'".format(*account))


def warn_before(error: MySQLError, text: str, context: StatementContext) -> None:
    """The warnings of what the parser had read when it met an error (captured: definitions, warnings_before_errors)."""
    if error.read is not None:
        end, columns = error.read
        warn_of_words(text, context, columns, end)
    elif error.place is not None and context.variables.behaviour.has_whole_grammar:
        with suppress(MySQLError):
            _warn_of_beginning(text[: error.place], context)


def _warn_of_beginning(text: str, context: StatementContext) -> None:
    """The same of a text up to where the parser gave up: no operator that has not all its operands is warned of."""
    while (bare := text.rstrip()).endswith(_WITH_OPERANDS):
        text = bare[:-1]
    warn_of_words(text, context)
    if _ASSIGNMENT.search(text) is None or text.lstrip()[:3].upper() == "SET":
        return
    for token in tokenize(text, compound=True).tokens[:-1]:
        if token.token_type is TokenType.COLON_EQ:
            context.warn("ER_DEPRECATED_ASSIGNMENT")


def _is_short_charset(words: Words, position: int) -> bool:
    """Whether it is ASCII or UNICODE behind a type."""
    if words.word(position) not in _SHORT_CHARSETS or position < 2:
        return False
    before = position - 1 - (words.word(position - 1) == "BINARY")
    follows_type = words.tokens[before].text == ")" or words.word(before) in _TEXT_TYPES - {"SET"}
    return follows_type and not (position + 1 < len(words.tokens) and words.tokens[position + 1].text == "(")


def _found(words: Words, *, pipes_join: bool, version: int) -> Iterator[tuple[int, Diagnostic]]:
    """With their places."""
    beginning = (words.word(0), words.word(1), words.word(2))
    if (going := _GOING.get(beginning[:2]) or _GOING.get(beginning)) is not None:
        yield 0, mysql_warning("ER_WARN_DEPRECATED_SYNTAX", *going)
    if beginning[:2] in _OF_SOURCES:
        yield from _of_source(words)
    for position, token in enumerate(words.tokens):
        for warning in _of_token(words, position, token, pipes_join=pipes_join, version=version):
            # BINARY before a short name is read with it
            behind = words.word(position) in _SHORT_CHARSETS and words.word(position - 1) == "BINARY"
            yield token.end + 2 if behind else token.start, warning


def _of_source(words: Words) -> Iterator[tuple[int, Diagnostic]]:
    """Of options by their older names."""
    for position, token in enumerate(words.tokens):
        if _OF_SOURCE.fullmatch(name := words.word(position)):
            name = name[:-1] if name == _TOLD_SHORTER else name
            yield token.start, mysql_warning("ER_WARN_DEPRECATED_SYNTAX", name, name.replace("MASTER", "SOURCE"))


def _dollars(text: str, version: int) -> Iterator[tuple[int, Diagnostic]]:
    """Of bare names that begin with one, with their places (captured: clusters/dollars_first)."""
    if version >= _DOLLARS_QUOTE and DOLLAR_QUOTE.search(text) is not None:
        return
    for piece in lexemes(text):
        of_variable = _VARIABLE_BEFORE.search(text, max(piece.start() - _LONGEST_NAME, 0), piece.start()) is not None
        if piece.lastgroup == WORD and piece[0].startswith("$") and not of_variable:
            yield piece.start(), _DOLLAR


def _is_option(words: Words, position: int) -> bool:
    """Whether only options stand between SELECT and the word."""
    while position and words.word(position - 1) in OPTIONS:
        position -= 1
    position -= _is_hint(words, position - 1)
    return position > 0 and words.word(position - 1) == "SELECT"


def _is_hint(words: Words, position: int) -> bool:
    return position > 0 and words.tokens[position].token_type is TokenType.HINT


def _verb(words: Words, position: int) -> str:
    """What stands before a modifier, hints aside."""
    before = position - 1
    return words.word(before - _is_hint(words, before))


def _of_token(words: Words, position: int, token: Token, *, pipes_join: bool, version: int) -> Iterator[Diagnostic]:
    tokens = words.tokens
    defines = words.word(0) in ("CREATE", "ALTER") and words.word(1) in _WITH_COLLATIONS
    defines = defines or (position > 2 and _is_set_names(words, position - 3))
    locks = words.word(0).startswith("LOCK")
    kind = token.token_type
    if kind in _OPERATORS:
        if not (pipes_join and kind is TokenType.DPIPE):
            yield _OPERATORS[kind]
    elif kind is TokenType.NOT and token.text == "!" and not words.text.startswith(TIGHT_NOT, token.start):
        yield _NOT
    elif kind is TokenType.BINARY and _is_operator(words, position):
        yield _BINARY
    elif kind is TokenType.BINARY and position and _is_attribute(words, position):
        yield BINARY_ATTRIBUTE
    elif kind is TokenType.NATIONAL_STRING or (words.word(position) in _NATIONAL and _is_type_of_cast(words, position)):
        yield mysql_warning("ER_DEPRECATED_NATIONAL")
    elif position and (charset := _charset(words, position)):
        yield from deprecated_charset(charset)
    elif defines and position and words.word(position - 1 - (tokens[position - 1].text == "=")) == "COLLATE":
        yield from deprecated_collation(_UTF8.sub("utf8mb3_", token.text.lower()))
    elif words.word(position) == CALC_FOUND_ROWS and _is_option(words, position):
        yield _FOUND_ROWS
    elif locks and words.word(position) == "LOW_PRIORITY":
        yield mysql_warning("ER_WARN_DEPRECATED_SYNTAX", *_LOW_PRIORITY)
    elif words.word(position) == _NO_CACHE[0] and version >= _NO_CACHE[1] and _is_option(words, position):
        yield mysql_warning("ER_WARN_DEPRECATED_NO_REPLACEMENT", _NO_CACHE[0])
    elif version >= _SHORT_CHARSETS_GO and _is_short_charset(words, position):
        yield mysql_warning("ER_WARN_DEPRECATED_SYNTAX", words.word(position), "CHARACTER SET charset_name")
    elif words.word(position) == _FULL[0] and version >= _FULL[1] and _is_bare_name(words, position):
        yield _TO_BE_RESERVED
    elif position and words.word(position) == "DELAYED" and (verb := _verb(words, position)) in _MAY_BE_DELAYED:
        yield mysql_warning("ER_WARN_LEGACY_SYNTAX_CONVERTED", f"{verb} DELAYED", verb)


def _is_bare_name(words: Words, position: int) -> bool:
    """Whether a word that is to be reserved is a name without quotes, which the lexer has looked up: not right behind a
    dot or @, nor right in front of a dot and letters (captured: clusters/full_as_name)."""
    token = words.tokens[position]
    before, behind = words.text[: token.start][-1:], words.text[token.end + 1 : token.end + 3]
    dotted = behind[:1] == "." and (behind[1:].isalnum() or behind[1:] in ("_", "$"))
    shown = words.word(0) == "SHOW" and words.word(position + 1) in _BEHIND_FULL
    matched = position > 0 and words.word(position - 1) == "MATCH"  # of a foreign key; no name stands there
    return before not in (".", "@") and not dotted and not shown and not matched


def _sets_variable(words: Words) -> bool:
    """Whether it is a SET of a system variable, among others. Where FULL stands in it a server tells of nothing that
    its parser has seen (captured: clusters/full_as_name)."""
    if words.word(0) != "SET":
        return False
    depth, begins = 0, True
    for token in words.tokens[1:]:
        if begins and token.text != "@":
            return True
        depth += (token.text == "(") - (token.text == ")")
        begins = token.text == "," and not depth
    return False


def _charset(words: Words, position: int) -> str:
    """The character set that the token names, '' if it names none. Of SET CHARACTER SET nothing is told (captured:
    clusters/warnings_of_prepared)."""
    token, before = words.tokens[position], position - 1
    if token.token_type is TokenType.INTRODUCER:
        return token.text[1:]
    if _is_set_names(words, before):
        return token.text
    if words.tokens[before].text == "=":
        before -= 1
    names = before > 1 and _is_charset_word(words, before) and not _is_assigned(words, before)
    following = words.tokens[position + 1].text if position + 1 < len(words.tokens) else ""
    return token.text if names or (words.word(before) == "USING" and following == ")") else ""


def _is_set_names(words: Words, position: int) -> bool:
    """Whether it is the NAMES of SET NAMES."""
    before = words.word(position - 1) if position else ""
    return words.word(position) == "NAMES" and (before == "SET" or (before == "," and words.word(0) == "SET"))


def _is_assigned(words: Words, position: int) -> bool:
    """Whether CHARSET, or the end of CHARACTER SET, stands where SET has the name of a variable."""
    first = position - (words.word(position) == "SET")
    before = words.word(first - 1) if first else ""
    return before == "SET" or (before == "," and words.word(0) == "SET")


def _is_charset_word(words: Words, position: int) -> bool:
    """CHARSET, or the end of CHARACTER SET or CHAR SET."""
    if words.tokens[position].token_type is TokenType.CHARACTER_SET:
        return True
    return words.word(position) == "SET" and words.word(position - 1) in ("CHARACTER", "CHAR")


def _call_around(words: Words, position: int) -> str:
    """The word in front of the bracket that is open at a place."""
    depth, place = 1, position
    while depth and place:
        place -= 1
        depth += {")": 1, "(": -1}.get(words.tokens[place].text, 0)
    return words.word(place - 1) if place else ""


def _is_type_of_convert(words: Words, position: int) -> bool:
    """Whether the BINARY behind a comma is that of CONVERT(.., BINARY(n))."""
    texts = [token.text for token in words.tokens[position + 1 : position + 5]]
    ends = len(texts) > 3 and texts[0] == "(" and texts[1].isdecimal() and texts[2:4] == [")", ")"]
    return ends and _call_around(words, position) == "CONVERT"


def _is_type_of_cast(words: Words, position: int) -> bool:
    """Whether a type begins here that CAST, CONVERT or JSON_VALUE is given."""
    if position > 2 and words.word(position - 1) == "RETURNING":
        return _call_around(words, position) == "JSON_VALUE"
    begins = position > 2 and (words.word(position - 1) == "AS" or words.tokens[position - 1].text == ",")
    return begins and _call_around(words, position) in ("CAST", "CONVERT")


def _is_attribute(words: Words, position: int) -> bool:
    """Whether the BINARY ends the type in CAST or CONVERT: behind AS, USING or a comma it is none."""
    ends = position + 1 < len(words.tokens) and words.tokens[position + 1].text == ")"
    before = position - 1
    is_type = (
        words.word(before) in ("AS", "USING") or words.tokens[before].text == "," or _is_charset_word(words, before)
    )
    return ends and not is_type and _call_around(words, position) in ("CAST", "CONVERT")


def _is_operator(words: Words, position: int) -> bool:
    """Whether the BINARY of this place stands in front of an expression."""
    tokens = words.tokens
    if position == 0 or position + 1 == len(tokens) or tokens[position + 1].text.upper() in _ENDS:
        return False
    before = tokens[position - 1]
    if before.token_type in (TokenType.STRING, TokenType.IDENTIFIER):
        return False
    if before.text == "," and _is_type_of_convert(words, position):
        return False
    is_charset = before.text == "=" and position > 1 and _is_charset_word(words, position - 2)
    return before.text.upper().split()[-1] in _BEFORE_EXPRESSIONS and not is_charset

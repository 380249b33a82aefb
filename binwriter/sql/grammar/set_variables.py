"""SET: system variables, user variables, NAMES, CHARACTER SET and TRANSACTION ISOLATION LEVEL."""

from __future__ import annotations

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from binwriter.errors import UnsupportedError
from binwriter.mysql.reserved_words import RESERVED_WORDS
from binwriter.sql.syntax.session import Scope, Set, SetNames, SetTransaction, SetUserVariable, SetVariable
from binwriter.sql.text.trees import parse_part
from binwriter.sql.text.words import Words

SCOPES = {
    "SESSION": Scope.SESSION,
    "LOCAL": Scope.SESSION,
    "GLOBAL": Scope.GLOBAL,
    "PERSIST": Scope.PERSIST,
    "PERSIST_ONLY": Scope.PERSIST_ONLY,
}
_LAST_ASCII = 127
_SCOPES_THAT_ARE_NO_NAMES = frozenset({"SESSION", "LOCAL", "GLOBAL"})
ASSIGNS = (TokenType.EQ, TokenType.COLON_EQ)
# reserved words that are values all the same
_WORDS = """
ON ALL BINARY ROW SYSTEM TRUE FALSE NULL DEFAULT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER LOCALTIME
LOCALTIMESTAMP UTC_DATE UTC_TIME UTC_TIMESTAMP
"""
_VALUES = frozenset(_WORDS.split())
_ISOLATION_LEVELS = {
    ("READ", "UNCOMMITTED"): "READ-UNCOMMITTED",
    ("READ", "COMMITTED"): "READ-COMMITTED",
    ("REPEATABLE", "READ"): "REPEATABLE-READ",
    ("SERIALIZABLE",): "SERIALIZABLE",
}

Assignment = SetVariable | SetUserVariable | SetNames | SetTransaction


def read_set(words: Words) -> Set:
    """The assignments of a SET statement, in order.

    Raises MySQLError ER_PARSE_ERROR, and UnsupportedError for SET PASSWORD, ROLE and RESOURCE GROUP.
    """
    assignments: list[Assignment] = []
    position, scope = 1, Scope.SESSION
    while True:
        end = end_of_assignment(words, position)
        assignment, scope = read_assignment(words, position, end, scope)
        assignments.append(assignment)
        if end >= len(words.tokens):
            return Set(tuple(assignments))
        position = end + 1


def end_of_assignment(words: Words, position: int) -> int:
    """Index of the comma behind this assignment, or the number of tokens."""
    depth = 0
    if words.word(position) == "TRANSACTION" or (
        words.word(position) in SCOPES and words.word(position + 1) == "TRANSACTION"
    ):
        return len(words.tokens)  # its characteristics are parted by commas, and nothing else follows
    for index in range(position, len(words.tokens)):
        kind = words.tokens[index].token_type
        if kind is TokenType.L_PAREN:
            depth += 1
        elif kind is TokenType.R_PAREN:
            depth -= 1
        elif kind is TokenType.COMMA and depth == 0:
            return index
    return len(words.tokens)


def _assigns(words: Words, position: int) -> bool:
    return position < len(words.tokens) and words.tokens[position].token_type in ASSIGNS


def read_assignment(words: Words, position: int, end: int, scope: Scope) -> tuple[Assignment, Scope]:
    """One assignment, and the scope that the next one without a scope word inherits."""
    first = words.word(position)
    if first == "NAMES" and _assigns(words, position + 1):  # the grammar has it for a variable called so, to refuse it
        raise words.syntax_error(position + 1)
    if first == "NAMES":
        return _read_names(words, position + 1, end, character_set=False), scope
    if (first, words.word(position + 1)) == ("CHARACTER", "SET"):
        return _read_names(words, position + 2, end, character_set=True), scope
    if first == "CHARSET":
        return _read_names(words, position + 1, end, character_set=True), scope
    if first in ("PASSWORD", "ROLE", "RESOURCE", "DEFAULT") and not _assigns(words, position + 1):
        raise UnsupportedError(f"SET {first}", words.text, words.tokens[position].start)
    next_only = True
    if position < len(words.tokens) and words.word(position + 1) == ".":
        name = words.tokens[position].text.upper()
        adjoins = words.tokens[position + 1].start == words.tokens[position].end + 1
        if name in _SCOPES_THAT_ARE_NO_NAMES:  # before a dot it is a name, and a name that means nothing
            raise words.syntax_error(position if adjoins or not first else position + 1)
        if first in SCOPES:
            return _read_variable(words, position, end, scope)
    if first in SCOPES:
        scope, position, next_only = SCOPES[first], position + 1, False
    if words.word(position) == "TRANSACTION" and position <= 2:
        return _read_transaction(words, position + 1, end, scope, next_only), scope
    return _read_variable(words, position, end, scope)


def _read_variable(words: Words, position: int, end: int, scope: Scope) -> tuple[Assignment, Scope]:
    if words.word(position) in RESERVED_WORDS:
        raise words.syntax_error(position)
    equals = next(
        (index for index in range(position, end) if words.tokens[index].token_type in ASSIGNS),
        None,
    )
    if equals is None or equals + 1 >= end:
        raise words.syntax_error(end if equals is None else equals + 1)
    sign = words.tokens[position].text if words.tokens[position].text in ("@", "@@") else ""
    if sign == "@@" and position > 1 and words.word(position - 1) in SCOPES:
        raise words.syntax_error(position)
    if sign == "@@" and equals == position + 1:
        raise words.syntax_error(position)
    _check_target(words, position, equals)
    value_text = words.text[words.tokens[equals].end + 1 : words.tokens[end - 1].end + 1]
    position += bool(sign)
    if sign == "@":
        if words.word(equals + 1) == "DEFAULT" and equals + 2 == end:
            raise words.syntax_error(end)
        return SetUserVariable(_name(words, position, equals), _tree(words, equals + 1, end)), scope
    if words.tokens[equals - 1].token_type is TokenType.DOT:
        raise words.syntax_error(equals)
    named_scope = SCOPES.get(words.word(position)) if sign and words.word(position + 1) == "." else None
    if named_scope is not None:
        name = _name(words, position + 2, equals)
        return SetVariable(named_scope, name, _value(words, equals + 1, end, value_text)), scope
    if sign and words.word(position + 1) == "." and words.tokens[position].text.upper() in _SCOPES_THAT_ARE_NO_NAMES:
        raise words.syntax_error(position)
    name, value = _name(words, position, equals), _value(words, equals + 1, end, value_text)
    return SetVariable(Scope.SESSION if sign else scope, name, value, next_only=bool(sign)), scope


def _check_target(words: Words, position: int, end: int) -> None:
    """ER_PARSE_ERROR where no name begins, or where the name is over and no = stands."""
    first = words.tokens[position]
    begin = words.text[first.start]
    if not (begin.isalnum() or begin in "@_$`'\"" or ord(begin) > _LAST_ASCII):
        raise words.syntax_error(position)
    for place in range(position + 1, end):
        before, token = words.tokens[place - 1], words.tokens[place]
        if before.token_type is TokenType.DOT and token.token_type is TokenType.STRING:
            raise words.syntax_error(place)
        adjoins = token.start == before.end + 1
        if not adjoins and TokenType.DOT not in (before.token_type, token.token_type):
            raise words.syntax_error(place)


def _tree(words: Words, start: int, end: int) -> exp.Expression:
    return parse_part(words.text, words.tokens[start].start, words.tokens[end - 1].end + 1)


def _name(words: Words, start: int, end: int) -> str:
    """The name that these tokens write: dots part names, but in quotes they are letters (captured:
    dots_in_names_of_variables)."""
    return "".join(token.text for token in words.tokens[start:end])


def _value(words: Words, start: int, end: int, text: str) -> exp.Expression | None:
    """The value's tree; a bare word (ON, ROW, utf8mb4 ...) and a name in quotes count as strings, DEFAULT as None."""
    if end - start == 1:
        word = words.word(start)
        if word == "DEFAULT":
            return None
        token = words.tokens[start]
        if word in RESERVED_WORDS and word not in _VALUES and not token.text.startswith(("'", '"', "`")):
            raise words.syntax_error(start)
        if token.token_type is TokenType.IDENTIFIER:
            return exp.Literal.string(token.text)
        bare = token.token_type not in (TokenType.STRING, TokenType.NUMBER, TokenType.HEX_STRING, TokenType.BIT_STRING)
        if bare and word not in ("TRUE", "FALSE", "NULL") and (token.text[:1].isalpha() or token.text[:1] == "_"):
            return exp.Literal.string(token.text)
    return _tree(words, start, end)


def _read_names(words: Words, position: int, end: int, *, character_set: bool) -> SetNames:
    if position >= end:
        raise words.syntax_error(position)
    charset = None if words.word(position) == "DEFAULT" else words.tokens[position].text
    collation = None
    position += 1
    if words.word(position) == "COLLATE" and not character_set:
        if position + 1 >= end:
            raise words.syntax_error(position + 1)
        collation = words.tokens[position + 1].text
        position += 2
    if position < end:
        raise words.syntax_error(position)
    return SetNames(charset, collation, character_set)


def _read_transaction(words: Words, position: int, end: int, scope: Scope, next_only: bool) -> SetTransaction:
    """ISOLATION LEVEL .. and READ ONLY or READ WRITE, in any order, each once."""
    level: str | None = None
    read_only: bool | None = None
    while True:
        comma = next((i for i in range(position, end) if words.tokens[i].token_type is TokenType.COMMA), end)
        said = tuple(words.word(index) for index in range(position, comma))
        if said[:2] == ("ISOLATION", "LEVEL") and level is None:
            if said[2:] not in _ISOLATION_LEVELS:
                raise words.syntax_error(position + 2)
            level = _ISOLATION_LEVELS[said[2:]]
        elif said in (("READ", "ONLY"), ("READ", "WRITE")) and read_only is None:
            read_only = said[1] == "ONLY"
        else:
            once = (level is None or said[:1] != ("ISOLATION",)) and (read_only is None or said[:1] != ("READ",))
            raise words.syntax_error(position + (1 if once and said[:1] in (("READ",), ("ISOLATION",)) else 0))
        if comma == end:
            return SetTransaction(level, read_only, scope, next_only)
        position = comma + 1

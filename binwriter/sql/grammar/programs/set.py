"""SET inside a stored program: local variables, NEW.column, and everything that SET can do elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from binwriter.mysql.messages.table import mysql_error
from binwriter.sql.grammar.set_variables import ASSIGNS, SCOPES, end_of_assignment, read_assignment
from binwriter.sql.syntax.programs import Expression, ProgramKind, SetLocal, SetNew, SetOther, Statement
from binwriter.sql.syntax.session import Scope, SetVariable
from binwriter.sql.text.trees import parse_expression, parse_part
from binwriter.sql.text.words import Words, tokenize

# keywords of SET: a variable of that name is told apart by quotes (captured: clusters/variables_called_as_keywords)
_SHADOWED = ("NAMES", "PASSWORD")


def read_assignments(
    text: str, is_variable: Callable[[str], bool], kind: ProgramKind, event: str
) -> tuple[Statement, ...]:
    """The assignments of a SET statement, each one an instruction of its own. event: of a trigger, 'INSERT' or so."""
    words = tokenize(text)
    statements: list[Statement] = []
    position, scope = 1, Scope.SESSION
    while True:
        end = end_of_assignment(words, position)
        local = _local(words, position, end, is_variable, kind, event)
        if local is not None:
            statements.append(local)
        else:
            if words.word(position) in SCOPES and is_variable(words.name(position + 1)):
                raise words.syntax_error(position + 1)
            assignment, scope = read_assignment(words, position, end, scope)
            if isinstance(assignment, SetVariable):
                assignment = _with_local_value(words, position, end, assignment, is_variable)
            statements.append(SetOther(assignment, text))
        if end >= len(words.tokens):
            return tuple(statements)
        position = end + 1


def _local(
    words: Words, position: int, end: int, is_variable: Callable[[str], bool], kind: ProgramKind, event: str
) -> Statement | None:
    tokens = words.tokens
    if position + 1 < end and tokens[position + 1].token_type in ASSIGNS and tokens[position].token_type in _NAMES:
        name = tokens[position].text
        if is_variable(name):
            _check_shadow(words, position)
            return SetLocal(name, _value(words, position + 2, end))
    is_row = kind is ProgramKind.TRIGGER and words.word(position) in ("NEW", "OLD")
    if is_row and position + 3 < end and tokens[position + 1].token_type is TokenType.DOT:
        row = words.word(position)
        if row == "OLD":
            raise mysql_error("ER_TRG_CANT_CHANGE_ROW", "OLD", "")
        if tokens[position + 2].token_type is TokenType.STRING:
            raise words.syntax_error(position + 2)
        return SetNew(tokens[position + 2].text, _value(words, position + 4, end))
    return None


def _check_shadow(words: Words, position: int) -> None:
    """MySQLError ER_SP_BAD_VAR_SHADOW, and ER_PARSE_ERROR for a password that is no text."""
    keyword = words.word(position)
    if keyword not in _SHADOWED or (keyword == "PASSWORD" and position > 1):
        return
    if keyword == "PASSWORD" and words.tokens[position + 2].token_type is not TokenType.STRING:
        raise words.syntax_error(position + 2)
    raise mysql_error("ER_SP_BAD_VAR_SHADOW", keyword.lower())


_NAMES = frozenset(TokenType) - {
    TokenType.STRING,
    TokenType.NUMBER,
    TokenType.PARAMETER,
    TokenType.SESSION_PARAMETER,
    TokenType.L_PAREN,
    TokenType.R_PAREN,
}


def _value(words: Words, start: int, end: int) -> Expression | None:
    if start >= end:
        raise words.syntax_error(end)
    if end - start == 1 and words.word(start) == "DEFAULT":
        return None
    text = words.text[words.tokens[start].start : words.tokens[end - 1].end + 1]
    return Expression(text, parse_part(words.text, words.tokens[start].start, words.tokens[end - 1].end + 1))


def _with_local_value(
    words: Words, position: int, end: int, assignment: SetVariable, is_variable: Callable[[str], bool]
) -> SetVariable:
    """A bare word as value is a string, unless a variable has this name."""
    token = words.tokens[end - 1]
    bare = isinstance(assignment.value, exp.Literal) and token.token_type is not TokenType.STRING
    if bare and is_variable(token.text) and words.tokens[end - 2].token_type in ASSIGNS:
        return SetVariable(assignment.scope, assignment.name, parse_expression(token.text), assignment.next_only)
    return assignment

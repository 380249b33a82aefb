"""LIKE and REGEXP."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any

from sqlglot import exp

from binwriter.errors import UnsupportedError
from binwriter.formats.charsets.stand_ins import has_stand_in, in_charset, is_convertible
from binwriter.formats.collations import collation_by_id
from binwriter.mysql.collation.keys import beginnings, character_key, is_case_insensitive
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.raw_bytes import printable
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.as_texts import to_characters
from binwriter.sql.expressions.collations import merged, refuse_unfitting
from binwriter.sql.expressions.compile import compile_expression, compiles, is_constant
from binwriter.sql.expressions.conditions.logic import negated
from binwriter.sql.expressions.regular.classes import reach_of
from binwriter.sql.expressions.regular.steps import check_steps
from binwriter.sql.expressions.regular.translation import pythons_pattern
from binwriter.sql.expressions.run_constants import is_constant_in_run
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import BOOL_TYPE, CompiledExpression, ExprType, Kind, Row, textual
from binwriter.sql.expressions.variables import ask_at_once

_EscapeOf = Callable[[StatementContext], str]


@compiles(exp.Like)
def _like(node: exp.Expression, scope: Scope) -> CompiledExpression:
    escape = _escape_of(scope)
    return _like_with(node, lambda context: escape, scope)


def _escape_of(scope: Scope) -> str:
    return "" if scope.context.has_mode("NO_BACKSLASH_ESCAPES") else "\\"


@compiles(exp.Escape)
def _like_escape(node: exp.Expression, scope: Scope) -> CompiledExpression:
    """The character may be computed, but not of rows; NULL is a backslash (captured: clusters/escapes_computed)."""
    escape = node.expression
    given = compile_expression(escape, scope)
    if not is_constant_in_run(escape, scope):
        raise mysql_error("ER_WRONG_ARGUMENTS", "ESCAPE")

    def character(context: StatementContext) -> str:
        value = given.eval(context, ())
        text = "\\" if value is None else _text(to_characters(value, given.type, given.type.collation))
        if len(text) > 1 or not (text or _escape_of(scope)):
            raise mysql_error("ER_WRONG_ARGUMENTS", "ESCAPE")
        return text

    if given.constant:
        once = character(scope.context)
        return _like_with(node.this, lambda context: once, scope)
    return _like_with(node.this, character, scope)


def _like_with(node: exp.Expression, escape: _EscapeOf, scope: Scope) -> CompiledExpression:
    operand, pattern = (textual(compile_expression(part, scope)) for part in (node.this, node.expression))
    collation, _ = merged((operand.type, pattern.type), scope, "like", compares=True)
    refuse_unfitting((operand, pattern), collation, scope, "like")

    def evaluate(context: StatementContext, row: Row) -> int | None:
        value = operand.eval(context, row)
        wanted = None if value is None else pattern.eval(context, row)
        if wanted is None:
            return None
        text = _text(to_characters(value, operand.type, collation))
        return int(
            matches_like(text, _text(to_characters(wanted, pattern.type, collation)), escape(context), collation)
        )

    text = f"({operand.text} like {pattern.text})"
    compiled = CompiledExpression(BOOL_TYPE, evaluate, text, is_constant(operand, pattern))
    return negated(compiled, scope) if node.args.get("negate") else compiled


def _text(value: str | bytes) -> str:
    """Bytes as characters of the same number, so that one matcher serves both."""
    return value if isinstance(value, str) else value.decode("latin-1")


def matches_like(text: str, pattern: str, escape: str, collation: int) -> bool:
    """Whether the text matches the LIKE pattern: character by character, trailing spaces count."""
    pieces, fixed = _like_pieces(pattern, escape, collation)
    same = _fold(collation)
    if fixed:
        if len(text) < fixed or not all(map(_fits, pieces, map(same, text[:fixed]))):
            return False
        if pieces[fixed:] == _THE_REST:
            return True
        text = text[fixed:]
    folded = [same(character) for character in text]
    return _match(folded, 0, pieces, fixed)


def _fits(piece: Any, character: Any) -> bool:
    return piece is _ONE or bool(piece == character)


def beginning_of(node: exp.Expression, scope: Scope) -> str | None:
    """What the keys of all values begin with that column LIKE 'text%' lets through, at the first level of the column's
    collation; None where nothing is known of them, and where they may be told of."""
    pattern = node.expression
    if type(node) is not exp.Like or node.args.get("negate") or not isinstance(pattern, exp.Literal):
        return None
    operand, wanted = compile_expression(node.this, scope), compile_expression(pattern, scope)
    own = operand.type
    if own.kind is not Kind.STRING or own.member or wanted.type.kind is not Kind.STRING or not wanted.constant:
        return None
    collation, _ = merged((own, wanted.type), scope, "like", compares=True)
    known = beginnings(collation) if collation == own.collation else None
    text = to_characters(wanted.eval(scope.context, ()), wanted.type, collation)
    if known is None or type(text) is not str or has_stand_in(text):
        return None
    pieces = _like_pieces(text, _escape_of(scope), collation)[0]
    return known(list(takewhile(lambda piece: piece is not _ONE and piece is not _ANY, pieces))) or None


@lru_cache(maxsize=256)
def _like_pieces(pattern: str, escape: str, collation: int) -> tuple[tuple[Any, ...], int]:
    """The pattern as folded characters, with `_ANY` for % and `_ONE` for _, and how many stand before the first %."""
    same = _fold(collation)
    pieces: list[Any] = []
    characters = iter(pattern)
    for character in characters:
        if escape and character == escape:
            pieces.append(same(next(characters, escape)))
        elif character == "%":
            if not pieces or pieces[-1] is not _ANY:
                pieces.append(_ANY)
        else:
            pieces.append(_ONE if character == "_" else same(character))
    return tuple(pieces), pieces.index(_ANY) if _ANY in pieces else len(pieces)


_ANY, _ONE = object(), object()
_THE_REST = (_ANY,)


@lru_cache(maxsize=32)
def _fold(collation: int) -> Callable[[str], Any]:
    if collation == 63:
        return lambda character: character
    return lru_cache(maxsize=4096)(character_key(collation))


def _match(text: list[Any], start: int, pieces: tuple[Any, ...], first: int) -> bool:
    position, piece = start, first
    retry: tuple[int, int] | None = None
    while position < len(text):
        if piece < len(pieces) and pieces[piece] is _ANY:
            retry = position, piece
            piece += 1
        elif piece < len(pieces) and (pieces[piece] is _ONE or pieces[piece] == text[position]):
            position += 1
            piece += 1
        elif retry is not None:
            position, piece = retry[0] + 1, retry[1] + 1
            retry = position, retry[1]
        else:
            return False
    return all(rest is _ANY for rest in pieces[piece:])


@compiles(exp.RegexpLike)
def _regexp(node: exp.Expression, scope: Scope) -> CompiledExpression:
    operand, pattern = (textual(compile_expression(part, scope)) for part in (node.this, node.expression))
    if not scope.context.variables.behaviour.has_icu:
        from binwriter.sql.expressions.conditions import old_patterns

        return old_patterns.regexp(operand, pattern, scope)
    ask_at_once((operand, pattern), scope.context)
    refuse_mixed([operand.type, pattern.type], "regexp_like")
    collation, _ = merged((operand.type, pattern.type), scope, "regexp", compares=True)
    refuse_unfitting((operand, pattern), collation, scope, "regexp")
    flags = re.IGNORECASE if is_case_insensitive(collation) else 0

    def evaluate(context: StatementContext, row: Row) -> int | None:
        wanted = pattern.eval(context, row)
        value = None if wanted is None else operand.eval(context, row)
        if value is None:
            return None
        looked_for = in_units(_text(to_characters(wanted, pattern.type, collation)), collation)
        searched = in_units(_text(to_characters(value, operand.type, collation)), collation)
        compiled = regular_expression(looked_for, flags, reach_of(searched))
        check_steps(compiled, searched, context)
        return int(compiled.search(searched) is not None)

    text = f"({operand.text} regexp {pattern.text})"
    return CompiledExpression(BOOL_TYPE, evaluate, text, is_constant(operand, pattern))


def refuse_mixed(types: Sequence[ExprType], name: str) -> None:
    """A string of bytes is not matched by characters, nor the other way round: ER_CHARACTER_SET_MISMATCH."""
    texts = [type_ for type_ in types if type_.kind is Kind.STRING]
    others = [type_ for type_ in texts if not type_.binary]
    if others and len(others) < len(texts):
        names = ["binary", collation_by_id(others[0].collation).name]
        raise mysql_error("ER_CHARACTER_SET_MISMATCH", *(names if texts[0].binary else reversed(names)), name)


def in_units(text: str, collation: int) -> str:
    """A text as ICU is given it, in UTF-16. ER_CANNOT_CONVERT_STRING for bytes that are no characters of their set."""
    if not has_stand_in(text):
        return text
    own = collation_by_id(collation)
    if not is_convertible(text):
        raise mysql_error("ER_CANNOT_CONVERT_STRING", printable(own.encode(text)), own.charset, "utf16le")
    return in_charset(text)


@lru_cache(maxsize=256)
def regular_expression(text: str, flags: int, reach: int) -> re.Pattern[str]:
    """ICU's syntax, as far as Python's has the like. reach: of the text that it is looked for in (`reach_of`)."""
    if not text:
        raise mysql_error("ER_REGEXP_ILLEGAL_ARGUMENT")
    python = pythons_pattern(text, reach, dot_is_all=bool(flags & re.DOTALL))
    try:
        return re.compile(python, flags)
    except OverflowError:
        raise mysql_error("ER_REGEX_NUMBER_TOO_BIG") from None
    except re.error as error:
        symbol = next((symbol for said, symbol in _REGEXP_ERRORS.items() if said in error.msg), None)
        if symbol is not None and not (symbol == "ER_REGEXP_INVALID_RANGE" and "\\" in error.msg):
            raise mysql_error(symbol) from None
        raise UnsupportedError(f"regular expression {text!r} ({error})") from None


_REGEXP_ERRORS = {
    "unterminated subpattern": "ER_REGEXP_MISMATCHED_PAREN",
    "unbalanced parenthesis": "ER_REGEXP_MISMATCHED_PAREN",
    "unterminated character set": "ER_REGEXP_MISSING_CLOSE_BRACKET",
    "nothing to repeat": "ER_REGEXP_RULE_SYNTAX",
    "bad escape (end of pattern)": "ER_REGEXP_BAD_ESCAPE_SEQUENCE",
    "incomplete escape \\x": "ER_REGEXP_BAD_ESCAPE_SEQUENCE",
    "min repeat greater than max repeat": "ER_REGEXP_MAX_LT_MIN",
    "invalid group reference": "ER_REGEXP_INVALID_BACK_REF",
    "bad character range": "ER_REGEXP_INVALID_RANGE",
}

"""Where a server's grammar fails in GROUP_CONCAT's brackets and behind OVER and WINDOW: sqlglot takes more there.

Source: MySQL manual, "GROUP_CONCAT()", "Window Function Concepts and Syntax", "Named Windows"; captured:
clusters/forms_of_calls.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

from binwriter.mysql.messages.table import mysql_error

_QUOTED = frozenset({TokenType.STRING, TokenType.IDENTIFIER, TokenType.NATIONAL_STRING})
_TEXTS = frozenset({TokenType.STRING, TokenType.HEX_STRING, TokenType.BIT_STRING})
_OPENING = frozenset({TokenType.L_PAREN, TokenType.L_BRACKET})
_UNITS = ("ROWS", "RANGE", "GROUPS")
_SORTS = ("ORDER BY", "SEPARATOR")
_BOUNDS = ("PRECEDING", "FOLLOWING")


def _word(token: Token) -> str:
    """In upper case; empty for what stands in quotes."""
    return "" if token.token_type in _QUOTED else " ".join(token.text.upper().split())


def _after_list(tokens: Sequence[Token], place: int, ends: Sequence[str]) -> tuple[int, bool]:
    """Where a list of expressions ends, at a bracket or a word, or fails; and whether it ends there."""
    depth, wants = 0, True
    while place < len(tokens):
        token = tokens[place]
        kind = token.token_type
        if kind is TokenType.R_PAREN:
            depth -= 1
        at_end = depth < 0 or (not depth and _word(token) in ends)
        if at_end or (not depth and kind is TokenType.COMMA and wants):
            return place, at_end and not wants
        if not depth and kind is TokenType.STAR and tokens[place - 1].token_type is TokenType.DOT:
            return place, False
        if not depth and _word(token) in ("ASC", "DESC") and not wants:
            behind = tokens[place + 1] if place + 1 < len(tokens) else None
            goes_on = behind is None or behind.token_type in (TokenType.COMMA, TokenType.R_PAREN)
            if not goes_on and behind is not None and _word(behind) not in ends:
                return place + 1, False
        depth += kind in _OPENING
        wants = not depth and kind is TokenType.COMMA
        place += 1
    return place, True


def wrong_in_group_concat(tokens: Sequence[Token], place: int) -> Token | None:
    """The token at which the grammar fails. place: of the first one behind the bracket, and DISTINCT."""
    for ends in ((*_SORTS, "LIMIT"), ("SEPARATOR", "LIMIT")):
        place, is_right = _after_list(tokens, place, ends)
        if place >= len(tokens):
            return None
        if not is_right or _word(tokens[place]) == "LIMIT":
            return tokens[place]
        if _word(tokens[place]) != "ORDER BY":
            break
        place += 1
    if _word(tokens[place]) != "SEPARATOR" or place + 2 >= len(tokens):
        return None
    text, closing = tokens[place + 1 : place + 3]
    if text.token_type not in _TEXTS:
        return text
    return None if closing.token_type is TokenType.R_PAREN else closing


def wrong_in_window(tokens: Sequence[Token], place: int) -> Token | None:
    """The token at which the grammar fails. place: of the first one behind the opening bracket of a window."""
    if place < len(tokens) and not _begins(tokens[place]) and tokens[place].token_type is not TokenType.R_PAREN:
        place += 1  # the name of another one
    for clause, ends in (("PARTITION BY", ("ORDER BY", *_UNITS)), ("ORDER BY", _UNITS)):
        if place < len(tokens) and _word(tokens[place]) == clause:
            place, is_right = _after_list(tokens, place + 1, ends)
            if not is_right and place < len(tokens):
                return tokens[place]
    if place < len(tokens) and _word(tokens[place]) in ("PARTITION", "ORDER"):
        return tokens[place + 1] if place + 1 < len(tokens) else None
    if place >= len(tokens) or _word(tokens[place]) not in _UNITS:
        return None
    return _wrong_in_frame(tokens, place + 1)


def _begins(token: Token) -> bool:
    return _word(token) in ("PARTITION BY", "PARTITION", "ORDER BY", "ORDER", *_UNITS)


def _wrong_in_frame(tokens: Sequence[Token], place: int) -> Token | None:
    between = place < len(tokens) and _word(tokens[place]) == "BETWEEN"
    place += between
    for number in range(1 + between):
        start, depth = place, 0
        while place < len(tokens):
            token = tokens[place]
            depth += (token.token_type in _OPENING) - (token.token_type is TokenType.R_PAREN)
            is_bound = not depth and (_word(token) in _BOUNDS or _word(token) in ("CURRENT ROW", "ROW"))
            starts = place == start
            if depth < 0 or (starts and (_word(token) == "AND" or (is_bound and _word(token) != "CURRENT ROW"))):
                return token
            place += 1
            if is_bound:
                break
        else:
            return None
        if place < len(tokens) and between and not number:
            if _word(tokens[place]) != "AND":
                return tokens[place]
            place += 1
    return None


_OF_ROWS = frozenset({"FIRSTVALUE", "LASTVALUE", "NTHVALUE", "LAG", "LEAD"})


def pass_order_of_values(parser: Any, call: exp.Expr | None) -> None:
    """[FROM FIRST] [RESPECT NULLS] before OVER, which say what is so without them. ER_NOT_SUPPORTED_YET of their
    contraries (captured: clusters/words_before_over)."""
    name = call.name.upper() if isinstance(call, exp.Anonymous) else "" if call is None else call.key.upper()
    if name.replace("_", "") not in _OF_ROWS:
        return
    if name.startswith("NTH") and parser._match_text_seq("FROM", "LAST"):
        raise mysql_error("ER_NOT_SUPPORTED_YET", "FROM LAST")
    if name.startswith("NTH"):
        parser._match_text_seq("FROM", "FIRST")
    if parser._match_text_seq("IGNORE", "NULLS"):
        raise mysql_error("ER_NOT_SUPPORTED_YET", "IGNORE NULLS")
    parser._match_text_seq("RESPECT", "NULLS")


def index_hints(parser: Any) -> list[exp.Expr]:
    """USE, IGNORE and FORCE, INDEX or KEY; USE alone may name none (captured: clusters/words_before_over)."""
    hints: list[exp.Expr] = []
    while parser._match_set(parser.TABLE_INDEX_HINT_TOKENS):
        hint = exp.IndexTableHint(this=parser._prev.text.upper())
        if not parser._match_set((TokenType.INDEX, TokenType.KEY)):
            raise parser._unexpected()
        if parser._match(TokenType.FOR):
            hint.set("target", parser._advance_any() and parser._prev.text.upper())
        behind = parser._next
        if behind and behind.token_type is TokenType.R_PAREN and hint.name != "USE":
            raise parser._unexpected(behind.start)
        hint.set("expressions", parser._parse_wrapped_id_vars())
        hints.append(hint)
    return hints

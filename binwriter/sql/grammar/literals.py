"""Places where the grammar takes a literal of one kind only: lengths of CAST, NTILE, LAG and LEAD, bounds of frames.

Elsewhere they are read as expressions; here it is said where such a text is wrong. Captured: limits/numbers,
reliability/crafted. Source: MySQL manual, "Cast Functions", "Window Function Descriptions", "Frame Specification".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from sqlglot import Token, TokenType

from binwriter.formats.patterns import pattern
from binwriter.mysql.reserved_words import CALLED_AT_ONCE, RESERVED_WORDS
from binwriter.mysql.values.digits import whole_number
from binwriter.sql.expressions.numbers import UINT64_MAX
from binwriter.sql.text.lexer import code_of
from binwriter.sql.text.words import Words, tokenize

_MAY_BE_WRONG = pattern(r"\b(?:NTILE|LAG|LEAD|CAST|CONVERT)\s*\(|\b(?:PRECEDING|FOLLOWING)\b", re.IGNORECASE)
# What may stand in parentheses behind a type of CAST: a length, a number of digits (of 32 bits), or length and scale.
_LENGTH, _DIGITS, _SCALED = "length", "digits", "scaled"
_TYPES = {
    **dict.fromkeys(("CHAR", "CHARACTER", "NCHAR", "BINARY", "FLOAT", "VECTOR"), _LENGTH),
    **dict.fromkeys(("TIME", "DATETIME"), _DIGITS),
    **dict.fromkeys(("DECIMAL", "DEC", "NUMERIC"), _SCALED),
    **dict.fromkeys(
        ["SIGNED", "UNSIGNED", "INT", "INTEGER", "DATE", "YEAR", "JSON", "DOUBLE", "REAL", "PRECISION"], ""
    ),
}
_MOST_DIGITS = (1 << 31) - 1
_FRAMES = frozenset({"ROWS", "RANGE"})
_BOUNDS = frozenset({"UNBOUNDED", "CURRENT", "INTERVAL"})
_SIDES = frozenset({"PRECEDING", "FOLLOWING"})


def check_literals(text: str) -> None:
    """MySQLError ER_PARSE_ERROR at the first token that cannot stand where it does."""
    if _MAY_BE_WRONG.search(code_of(text)) is None:
        return
    words = tokenize(text, compound=True)
    inside = _Inside(words)
    for position in range(len(words.tokens)):
        for wrong in _wrong_at(words, position, inside):
            raise words.syntax_error(wrong)


def _wrong_at(words: Words, position: int, inside: _Inside) -> Iterator[int]:
    word = words.word(position)
    is_name = position > 0 and _symbol(words, position - 1, TokenType.DOT)
    called = not is_name and _symbol(words, position + 1, TokenType.L_PAREN)
    if called and word in ("CAST", "CONVERT"):
        yield from _type(words, inside.find(position + 1, "AS" if word == "CAST" else ","))
    elif called and word == "NTILE":
        yield from _count(words, position + 2, last=True)
    elif called and word in ("LAG", "LEAD"):
        comma = inside.find(position + 1, ",")
        if comma is not None:
            yield from _count(words, comma + 1, last=False)
    elif word in _FRAMES and _begins_frame(words, position):
        between = words.word(position + 1) == "BETWEEN"
        yield from _bound(words, position + 1 + between)
        end = _behind_and(words, position) if between else None
        if end is not None:
            yield from _bound(words, end)


def _symbol(words: Words, position: int, kind: TokenType) -> bool:
    return position < len(words.tokens) and words.tokens[position].token_type is kind


class _Inside:
    """Where the first comma, and the first AS, stand in each pair of parentheses, and in no further one."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def find(self, opening: int, wanted: str) -> int | None:
        """wanted: "," or AS. opening: where the parenthesis is."""
        return self._places.get((opening, wanted))

    @cached_property
    def _places(self) -> dict[tuple[int, str], int]:
        """In one pass, as parentheses may be nested thousands deep."""
        places: dict[tuple[int, str], int] = {}
        open_ones: list[int] = []
        for position, token in enumerate(self._words.tokens):
            kind = token.token_type
            if kind is TokenType.L_PAREN:
                open_ones.append(position)
            elif kind is TokenType.R_PAREN:
                del open_ones[-1:]
            elif open_ones and (kind is TokenType.COMMA or self._words.word(position) == "AS"):
                places.setdefault((open_ones[-1], "," if kind is TokenType.COMMA else "AS"), position)
        return places


# --- CAST -------------------------------------------------------------------------------------------------------------


def _type(words: Words, place: int | None) -> Iterator[int]:
    """place: of the AS or comma in front of the type."""
    if place is None:
        return
    name = words.word(place + 1)
    opening = place + 2
    while words.word(opening) in _TYPES:  # UNSIGNED INTEGER, DOUBLE PRECISION
        opening += 1
    sort = _TYPES.get(name)
    if sort is None or not _symbol(words, opening, TokenType.L_PAREN):
        return
    if not sort:
        yield opening
        return
    first = opening + 1
    end = first + 1
    has_scale = sort is _SCALED and _symbol(words, end, TokenType.COMMA)
    if not (_is_number(words, first, _MOST_DIGITS) if has_scale or sort is _DIGITS else _is_length(words, first)):
        yield first
        return
    if has_scale:
        if not _is_number(words, end + 1, _MOST_DIGITS):
            yield end + 1
            return
        end += 2
    if not _symbol(words, end, TokenType.R_PAREN):
        yield end


def _is_number(words: Words, position: int, most: int) -> bool:
    if not _symbol(words, position, TokenType.NUMBER):
        return False
    text = words.tokens[position].text
    return text.isdigit() and whole_number(text) <= most


def _is_length(words: Words, position: int) -> bool:
    """A number of any size, with decimals too, but no exponent."""
    return _symbol(words, position, TokenType.NUMBER) and "e" not in words.tokens[position].text.lower()


# --- windows ----------------------------------------------------------------------------------------------------------


def _count(words: Words, position: int, *, last: bool) -> Iterator[int]:
    """A whole number of 64 bits, ?, a user's variable or a program's, and nothing with it. last: of the arguments."""
    if position >= len(words.tokens):
        return
    token = words.tokens[position]
    behind = position + 1
    if _symbol(words, position, TokenType.NUMBER):
        if not token.text.isdigit() or whole_number(token.text) > UINT64_MAX:
            yield position
            return
    elif token.token_type is TokenType.PARAMETER:
        behind += 1  # @, and its name
    elif token.token_type is not TokenType.PLACEHOLDER:
        is_call = words.word(position) in CALLED_AT_ONCE and _symbol(words, behind, TokenType.L_PAREN)
        if is_call or not _is_name(words, position):
            yield position
            return
    if behind >= len(words.tokens) or _symbol(words, behind, TokenType.R_PAREN):
        return
    if last or not _symbol(words, behind, TokenType.COMMA):
        yield behind


def _begins_frame(words: Words, position: int) -> bool:
    following = [words.word(place) for place in range(position + 1, min(position + 12, len(words.tokens)))]
    return following[:1] == ["BETWEEN"] or bool(_SIDES & set(following[:6])) or following[:2] == ["CURRENT", "ROW"]


def _behind_and(words: Words, position: int) -> int | None:
    """Behind the AND of a frame's BETWEEN."""
    for place in range(position + 2, len(words.tokens)):
        if words.word(place) == "AND":
            return place + 1
        if _symbol(words, place, TokenType.R_PAREN):
            break
    return None


def _bound(words: Words, position: int) -> Iterator[int]:
    if position >= len(words.tokens) or words.word(position) in _BOUNDS:
        return
    token = words.tokens[position]
    if not (_is_parameter(token) and token.text == "?") and not _symbol(words, position, TokenType.NUMBER):
        yield position


def _is_parameter(token: Token) -> bool:
    return token.token_type in (TokenType.PLACEHOLDER, TokenType.PARAMETER)


def _is_name(words: Words, position: int) -> bool:
    if words.text[words.tokens[position].start] == "`":
        return True
    word = words.word(position)
    return word not in RESERVED_WORDS and (word[:1].isalpha() or word[:1] in ("_", "$"))

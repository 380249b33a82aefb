"""Signs and numbers where sqlglot ends them elsewhere than a server does (captured: clusters/signs_and_numbers)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from sqlglot.tokenizer_core import Token, TokenType

from binwriter.formats.patterns import pattern
from binwriter.sql.text.plain_tokens import TIGHT_NOT
from binwriter.sql.text.token_repairs import tokens_apart

# A sign takes the one behind it with it, whatever the two mean together: `!!1` is `!1`, and `1=!1` is an error.
_SIGNS = frozenset({"<", "<=", "<>", "<=>", "<<", ">", ">=", ">>", "=", "!=", "!"})
_SIGN = pattern(rf"<(?:(?!{TIGHT_NOT})[<>=!](?:(?!{TIGHT_NOT})[>=!])?)?|[>=!](?:(?!{TIGHT_NOT})[<>=!])?")
# A number ends where no more of it can follow; what comes then is a word of its own: `1.5x` is 1.5 AS x.
_NUMBER = pattern(r"(?:\d+\.\d*|\.\d+)(?P<exponent>[eE](?:[+-]?\d+)?)?|\d+(?:[eE][+-]?\d+)?")
_OF_NAME = pattern(r"[\w$`\"@]")
_DIGITS = frozenset({TokenType.HEX_STRING, TokenType.BIT_STRING})
_OTHERS = frozenset({TokenType.STRING, TokenType.IDENTIFIER, *_DIGITS})
_POINT_BEHIND = pattern(r"\s*\.")


_Wrong = Callable[[str, int], Exception]


def as_a_server(tokenize: Callable[[str], list[Token]], sql: str, wrong: _Wrong) -> list[Token]:
    """The tokens as a server ends them. tokenize: sqlglot's. wrong: the error for what is none there, of the text and
    its place."""
    tokens = tokenize(sql)
    if swallowed := list(_swallowed(sql, tokens, wrong)):
        starts = [0, *(at + 1 for at in swallowed)]
        sql = " ".join(sql[start:end] for start, end in zip(starts, [*swallowed, len(sql)], strict=True))
        tokens = tokenize(sql)
    for before, token in pairwise(tokens):
        if before.token_type is TokenType.DOT and token.token_type in _DIGITS and sql[token.start] == "0":
            token.token_type, token.text = TokenType.VAR, sql[token.start : token.end + 1]  # a name: t.0x1
    places = list(_ends_of_numbers(sql, tokens, wrong))
    return tokens_apart(tokenize, sql, places) if places else tokens


def _swallowed(sql: str, tokens: list[Token], wrong: _Wrong) -> Iterator[int]:
    """Where the signs stand that mean nothing, behind a `!`."""
    behind = 0
    for token in tokens:
        if token.start < behind or token.token_type in (TokenType.STRING, TokenType.IDENTIFIER):
            continue
        sign = _SIGN.match(sql, token.start)
        if sign is None:
            continue
        behind = sign.end()
        if sign[0] in _SIGNS:
            continue
        if sign[0][0] != "!":
            raise wrong(sql, token.start)
        yield token.start + 1


def _ends_of_numbers(sql: str, tokens: list[Token], wrong: _Wrong) -> Iterator[int]:
    """Where a number ends and a word follows at once."""
    done = 0
    for token in tokens:
        start = token.start
        if start < done or not (sql[start].isdigit() or sql[start] == ".") or token.token_type in _OTHERS:
            continue
        before = sql[start - 1 : start]
        number = _NUMBER.match(sql, start)
        if number is None or _OF_NAME.match(before) or (before == "." and sql[start] != "."):
            continue
        done = end = number.end()
        if number[0].isdigit() and _OF_NAME.match(sql, end):
            done = token.end + 1  # 1x is a name
            continue
        if number["exponent"] in ("e", "E"):
            raise wrong(sql, start)
        if (point := _POINT_BEHIND.match(sql, end)) is not None:
            raise wrong(sql, point.end() - 1)
        if token.end >= end or (sql[start] == "." and _OF_NAME.match(sql, end)):
            yield end

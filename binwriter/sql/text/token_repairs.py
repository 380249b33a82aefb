"""What sqlglot's tokenizer or parser takes otherwise than a server, set right in the tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from string import ascii_letters
from string import digits as decimal_digits

from sqlglot.tokenizer_core import Token, TokenType

from binwriter.formats.patterns import pattern
from binwriter.mysql.values.digits import double

# sqlglot's tokenizer takes the sign after 1e5 in `1e5+1` for a part of the number.
# Each digit can be read in one way only: else a long number takes quadratic time.
_SIGN_AFTER_EXPONENT = pattern(r"\d+(?:\.\d*)?[eE][+-]?\d+(?=[+-])")


def places_behind_exponents(sql: str, token: Token) -> Iterator[int]:
    """Where a number with an exponent ends and the token goes on with a sign."""
    at = token.start
    while at <= token.end and sql[at].isdigit() and (match := _SIGN_AFTER_EXPONENT.match(sql, at)) is not None:
        if token.end >= match.end():
            yield match.end()
        at = match.end() + 1


_NAME_ENDS = frozenset("`$_" + ascii_letters + decimal_digits)


def refuse_beyond_double(sql: str, tokens: list[Token]) -> None:
    """ER_ILLEGAL_VALUE_FOR_TYPE for a number with an exponent that no DOUBLE holds: the parser finds it, in front of
    what the statement names (captured: clusters/doubles_beyond_parsed). Behind a name and a dot it is a name."""
    for token in tokens:
        before = sql[token.start - 1 : token.start]
        is_name = before == "." or (token.text[:1] == "." and before in _NAME_ENDS)
        if token.token_type is TokenType.NUMBER and "E" in token.text.upper() and not is_name:
            double(token.text)


# {d '2024-01-31'}: the escapes of ODBC; {oj a LEFT JOIN b ..} is that join
_ESCAPES = {"D": TokenType.DATE, "T": TokenType.TIME, "TS": TokenType.TIMESTAMP, "OJ": None}


_OF_TABLES = (TokenType.FROM, TokenType.JOIN)  # behind them stands {oj ..} and no other


def without_escapes(tokens: list[Token]) -> list[Token]:
    """Without the braces of ODBC, and their words as those of types; any other word is nothing, and its braces are
    brackets (captured: clusters/escapes_with_any_word)."""
    if all(token.token_type is not TokenType.L_BRACE for token in tokens):
        return tokens
    kept: list[Token] = []
    opened = list[bool]()  # of each: whether its braces are brackets
    for position, token in enumerate(tokens):
        before = tokens[position - 1].token_type if position else None
        name = token.text.upper()
        if token.token_type is TokenType.L_BRACE and position + 1 < len(tokens):
            is_known = tokens[position + 1].text.upper() in _ESCAPES
            if before in _OF_TABLES and not is_known:
                kept.append(token)
                continue
            opened.append(not is_known)
            if not opened[-1]:
                continue
            token = Token(TokenType.L_PAREN, "(", token.line, token.col, token.start, token.end)
        elif token.token_type is TokenType.R_BRACE and opened:
            if not opened.pop():
                continue
            token = Token(TokenType.R_PAREN, ")", token.line, token.col, token.start, token.end)
        elif before is TokenType.L_BRACE:
            kind = _ESCAPES.get(name)
            if kind is None:
                continue
            token = Token(kind, kind.name, token.line, token.col, token.start, token.end)
        kept.append(token)
    return kept


def part_from_joins(tokens: list[Token]) -> None:
    """The ON of ON DUPLICATE KEY UPDATE is none of a NATURAL JOIN that ends in front of it; of another join it is."""
    joined = [place for place, token in enumerate(tokens) if token.token_type is TokenType.JOIN]
    for place, token in enumerate(tokens[:-2]):
        if token.token_type is not TokenType.ON or tokens[place + 1].text.upper() != "DUPLICATE":
            continue
        last = max((at for at in joined if at < place), default=0)
        if any(before.token_type is TokenType.NATURAL for before in tokens[max(0, last - 3) : last]):
            token.token_type = TokenType.THEN


def tokens_apart(tokenize: Callable[[str], list[Token]], sql: str, places: list[int]) -> list[Token]:
    """The tokens as if a space stood at these places, all at once: a statement may have 100,000 of them."""
    bounds = [0, *places, len(sql)]
    tokens = tokenize(" ".join(sql[start:end] for start, end in pairwise(bounds)))
    spaces = earlier = line = 0  # spaces: in front of the token; earlier: of its line
    for token in tokens:
        if token.line != line:
            line, earlier = token.line, spaces
        while spaces < len(places) and token.start > places[spaces] + spaces:
            spaces += 1
        token.start -= spaces
        token.end -= spaces
        token.col -= spaces - earlier
    return tokens

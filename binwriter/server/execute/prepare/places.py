"""Where the parameters of a prepared statement stand in its text, and the text with values in their places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache, partial
from itertools import chain

from sqlglot.tokenizer_core import Token, TokenType

from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.versions import behaviour_of
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.types import REAL_TYPE
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.text.modes import without_joins
from binwriter.sql.text.parsed_calls import WITH_FROM
from binwriter.sql.text.value_lists import string_literal
from binwriter.sql.text.words import SHOWN_OF_ERROR, ParsedStatement, syntax_error, tokenize
from binwriter.sql.wellformed.check import read_by_old_grammar, refuse_ill_formed, told_first
from binwriter.statement.facts import UserVariable

Places = tuple[tuple[int, int], ...]
PARAMETER = "nUlL"  # a NULL that can be told from those of the text
WHERE = pattern(r"\bWHERE\b", re.IGNORECASE)
# Words that a name follows, and no value.
_BEFORE_NAMES = frozenset({"FROM", "INTO", "TABLE", "JOIN", "UPDATE", "AS", "USE", "DATABASE", "VIEW", "@", "."})


_ORDERS = pattern(r"\b(?:ORDER|GROUP|PARTITION)\s+BY\s", re.IGNORECASE)


@lru_cache(maxsize=16)  # a statement's parameters are asked for one after the other
def _orders(text: str) -> tuple[int, ...]:
    """Where lists of ORDER BY, GROUP BY and PARTITION BY begin."""
    return tuple(match.end() for match in _ORDERS.finditer(text))


def is_ordered_by(text: str, place: tuple[int, int]) -> bool:
    """Whether a parameter stands alone in one of them: it is a constant there, and no column's number."""
    began = max((end for end in _orders(text) if end <= place[0]), default=None)
    if began is None:
        return False
    between = text[began : place[0]].rstrip()
    return (not between or between.endswith(",")) and "(" not in between and ")" not in between


_LIMIT = pattern(r"\bLIMIT\s+((\?|\d+)\s*(,|OFFSET\b)\s*)?$", re.IGNORECASE)
_BEFORE = 200  # characters that are looked at in front of a parameter


def counts_rows(text: str, start: int) -> bool:
    """Whether the parameter there stands behind LIMIT."""
    return _LIMIT.search(text[max(start - _BEFORE, 0) : start]) is not None


def _is_argument(words: Sequence[str], place: int) -> bool:
    """Whether the FROM in front of a parameter is a function's."""
    depth = 0
    for before in range(place - 1, 0, -1):
        depth += (words[before] == ")") - (words[before] == "(")
        if depth < 0:
            return words[place - 1] == "FROM" and words[before - 1] in WITH_FROM
    return False


_NEVER_BEFORE = (TokenType.INTRODUCER, TokenType.PLACEHOLDER)


def tokens_of(text: str, source: str, version: int) -> tuple[Token, ...]:
    """Of a statement that is prepared. ER_EMPTY_QUERY; of nothing but comments ER_UNSUPPORTED_PS (captured:
    clusters/comments_alone). version: of the server, whose parser may stop before what is no token."""
    try:
        return tokenize(without_joins(text, source), compound=True).tokens
    except MySQLError as error:
        if error.symbol == "ER_EMPTY_QUERY" and source:
            raise mysql_error("ER_UNSUPPORTED_PS") from None
        if error.symbol == "ER_PARSE_ERROR" and behaviour_of(version).has_whole_grammar:
            raise told_first(error, text, version, parse_statement, parameters=True) from None
        raise


def refuse_misplaced(text: str, tokens: Sequence[Token]) -> None:
    """ER_PARSE_ERROR for a parameter where a name stands, if what is in front of it can be read; for one that a word
    touches or that a character set is named for; and for a dot behind one."""
    words = [token.text.upper() for token in tokens]
    for place, token in enumerate(tokens):
        if token.token_type is TokenType.PLACEHOLDER and place:
            if is_word(text, token.end + 1) or tokens[place - 1].token_type in _NEVER_BEFORE:
                raise syntax_error(text, token.start)
            if text[token.end + 1 :].lstrip().startswith("."):
                raise syntax_error(text, tokens[place + 1].start)
            in_definition = words[0] in ("CREATE", "ALTER") and words[place - 1] == "DEFAULT"
            columns = words[place - 1] == "(" and "INTO" in words[max(0, place - 5) : place]
            columns = (
                columns
                and "VALUES" not in words[:place]
                and (words[place - 2] != "VALUE" or words[place - 3] == "INTO")
            )
            names = words[0] == "SET" and words[place - 1] in ("NAMES", "CHARSET")
            named = names or (words[place - 1] in _BEFORE_NAMES and not _is_argument(words, place))
            if named or in_definition or columns:
                raise syntax_error(text, token.start)


def parsed_with_parameters(text: str, places: Places, version: int) -> ParsedStatement:
    """The statement with NULL in the place of its parameters, if it is one of the grammar. version: of the server."""
    if not behaviour_of(version).has_whole_grammar:
        return read_by_old_grammar(text, version, partial(_beginning, places), parameters=True)
    try:
        parsed = parsed_with_nulls(text, places)
    except (MySQLError, UnsupportedError) as error:
        raise told_first(error, text, version, partial(_beginning, places), parameters=True) from None
    refuse_ill_formed(text, version, parameters=True)
    return parsed


def _beginning(places: Places, part: str) -> ParsedStatement:
    """The beginning of a statement with parameters."""
    return parsed_with_nulls(part, tuple(place for place in places if place[1] <= len(part)))


def parsed_with_nulls(text: str, places: Places) -> ParsedStatement:
    """The statement with NULL in the place of its parameters; errors show them as ?."""
    filled = with_values(text, places, [PARAMETER] * len(places))
    try:
        return parse_statement(filled)
    except MySQLError as error:
        near = error.message.partition(" near '")[2].rpartition("' at line ")[0]
        if error.symbol != "ER_PARSE_ERROR" or not places or not near:
            raise
        near = near.rstrip()
        offset = filled.rfind(near) if len(near) < SHOWN_OF_ERROR else filled.find(near)
        for start, end in places:
            if offset <= start:
                break
            offset = max(start, offset - len(_put(text, start, end, PARAMETER)) + end - start)
        raise syntax_error(text, offset) from None


def with_values(text: str, places: Places, values: list[str]) -> str:
    """The text with a value in each place."""
    between, quoted = _around(text, places)
    for number in quoted:
        values = [*values[:number], f"({values[number]})", *values[number + 1 :]]
    return "".join((*chain.from_iterable(zip(between[:-1], values, strict=True)), between[-1]))


def value_places(text: str, places: Places, values: list[str]) -> list[tuple[int, int]]:
    """Where each of the values stands in `with_values`."""
    between, quoted = _around(text, places)
    found, position = [], 0
    for number, value in enumerate(values):
        position += len(between[number]) + (number in quoted)
        found.append((position, position + len(value)))
        position += len(value) + (number in quoted)
    return found


@lru_cache(maxsize=32)
def _around(text: str, places: Places) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """What stands between values that are put there, and which of them get brackets. See `_put`."""
    between, quoted, position = [], [], 0
    for number, (start, end) in enumerate(places):
        between.append(text[position:start] + _space(text, start))
        if _QUOTED.match(text, end):
            quoted.append(number)
        position = end
    return (*between, text[position:]), tuple(quoted)


_QUOTED = pattern(r"\s*['\"]")


def _put(text: str, start: int, end: int, value: str) -> str:
    """A value that stays one of its own: no part of the word in front of it, nor of the string behind it."""
    if _QUOTED.match(text, end):
        value = f"({value})"
    return _space(text, start) + value


def _space(text: str, start: int) -> str:
    return " " if start and is_word(text, start - 1) else ""


def is_word(text: str, place: int) -> bool:
    """Whether a name may have the character there."""
    character = text[place : place + 1]
    return character.isalnum() or character in ("_", "$") or character > "\x7f"


def number_text(value: object) -> str:
    """As SQL writes it."""
    return (
        str(to_text(value, REAL_TYPE))
        if isinstance(value, float)
        else format(value, "f")
        if isinstance(value, Decimal)
        else str(value)
    )


def sql_text(variable: UserVariable | None) -> str:
    """A value as this front end reads it back."""
    value = variable.value if variable is not None else None
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    if isinstance(value, str) and variable is not None and variable.moment:
        return f"{variable.moment}'{value}{_fraction(value, variable.moment)}'"
    if isinstance(value, str):
        return string_literal(value)
    if isinstance(value, float):
        return repr(value) if "e" in repr(value) else f"{value!r}e0"
    return number_text(value)


def _fraction(value: str, moment: str) -> str:
    """A parameter has always all six digits."""
    return ".000000" if moment != "DATE" and "." not in value else ""

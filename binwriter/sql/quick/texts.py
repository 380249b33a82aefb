"""A statement's text without its literals: what statements of one shape have in common."""

from __future__ import annotations

import re
from itertools import count

from binwriter.formats.patterns import pattern
from binwriter.sql.text.value_lists import string_literal, text_of

# strings in single quotes, plain numbers; whatever else stands for a value stays in the text
_LITERAL = pattern(r"('[^'\\]*+(?:(?:\\.|'')[^'\\]*+)*+'|(?<![\w$.`@])[0-9]+(?:\.[0-9]+)?(?![\w$.`@]))", re.DOTALL)
_LITERAL_OR_PARAMETER = pattern(_LITERAL.pattern[:-1] + r"|\?)", re.DOTALL)
_BETWEEN = "\0"
# what may make the text between literals mean something else than it seems to: quotes, comments, variables
_UNUSUAL = pattern(r"['\"\\#@?]|/\*|--")
_USER_VARIABLES = pattern(r"SET\s+@\w+\s*=\s*\0(\s*,\s*@\w+\s*=\s*\0)*", re.IGNORECASE | re.ASCII)
_LONGEST = 4096  # characters, without the literals of a statement that has few
_LONGEST_TEXT = 1 << 20
_FEW = 64  # longer statements with more literals have many rows


def scanned(text: str) -> tuple[str, list[str]] | None:
    """The text with its literals taken out, and these as they are written; None for a long text, unless it is long for
    a few large values."""
    if len(text) <= _LONGEST:
        parts = _LITERAL.split(text)
        return _BETWEEN.join(parts[::2]), parts[1::2]
    if len(text) > _LONGEST_TEXT:
        return None
    parts = _LITERAL.split(text, _FEW)
    shape = _BETWEEN.join(parts[::2])
    return (shape, parts[1::2]) if len(shape) <= _LONGEST else None


def said(literal: str) -> str:
    """What a literal says: a string without its quotes and escapes, a number as it is written."""
    if literal[0] != "'":
        return literal
    value = literal[1:-1]
    return text_of(literal) if "\\" in value or "'" in value else value


def written(value: str) -> str:
    """A string as a literal of which `said` makes it again."""
    return string_literal(value) if "\\" in value or "'" in value else f"'{value}'"


def parts_of_prepared(text: str, parameters: int) -> tuple[str | int, ...] | None:
    """What stands for values in a prepared statement, in order: literals as they are written, parameters by their
    numbers; None if that is not plain."""
    pieces = _LITERAL_OR_PARAMETER.split(text)
    if len(text) > _LONGEST or _UNUSUAL.search(_BETWEEN.join(pieces[::2])) or pieces[1::2].count("?") != parameters:
        return None
    numbers = count()
    return tuple(next(numbers) if piece == "?" else piece for piece in pieces[1::2])


def is_plain(shape: str, literals: list[str]) -> bool:
    """Whether a text of this shape can only be read in one way, whatever the literals are."""
    is_usual = _UNUSUAL.search(shape) is None or _USER_VARIABLES.fullmatch(shape) is not None
    return is_usual and shape.count(_BETWEEN) == len(literals)

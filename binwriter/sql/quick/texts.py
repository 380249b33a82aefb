"""A statement's text without its literals: what statements of one shape have in common."""

from __future__ import annotations

import re
from itertools import count

from binwriter.formats.patterns import pattern

# strings without escapes and doubled quotes, plain numbers; whatever else stands for a value stays in the text
_LITERAL = pattern(r"('[^'\\]*'|(?<![\w$.`@])[0-9]+(?:\.[0-9]+)?(?![\w$.`@]))")
_LITERAL_OR_PARAMETER = pattern(_LITERAL.pattern[:-1] + r"|\?)")
_BETWEEN = "\0"
# what may make the text between literals mean something else than it seems to: quotes, comments, variables
_UNUSUAL = pattern(r"['\"\\#@?]|/\*|--")
_USER_VARIABLES = pattern(r"SET\s+@\w+\s*=\s*\0(\s*,\s*@\w+\s*=\s*\0)*", re.IGNORECASE | re.ASCII)
_LONGEST = 4096  # characters; longer statements have many rows or large values


def scanned(text: str) -> tuple[str, list[str]] | None:
    """The text with its literals taken out, and these as they are written; None for a long text."""
    if len(text) > _LONGEST:
        return None
    parts = _LITERAL.split(text)
    return _BETWEEN.join(parts[::2]), parts[1::2]


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

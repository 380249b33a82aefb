"""A statement's text without its literals: what statements of one shape have in common."""

from __future__ import annotations

import re

# strings without escapes and doubled quotes, plain numbers; whatever else stands for a value stays in the text
_LITERAL = re.compile(r"('[^'\\]*'|(?<![\w$.`@])[0-9]+(?:\.[0-9]+)?(?![\w$.`@]))")
_BETWEEN = "\0"
# what may make the text between literals mean something else than it seems to: quotes, comments, variables
_UNUSUAL = re.compile(r"['\"\\#@?]|/\*|--")
_LONGEST = 4096  # characters; longer statements have many rows or large values


def scanned(text: str) -> tuple[str, list[str]] | None:
    """The text with its literals taken out, and these as they are written; None for a long text."""
    if len(text) > _LONGEST:
        return None
    parts = _LITERAL.split(text)
    return _BETWEEN.join(parts[::2]), parts[1::2]


def is_plain(shape: str, literals: list[str]) -> bool:
    """Whether a text of this shape can only be read in one way, whatever the literals are."""
    return shape.count(_BETWEEN) == len(literals) and _UNUSUAL.search(shape) is None

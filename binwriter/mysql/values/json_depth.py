"""JSON text as a server reads it: documents of more than 100 levels are refused (3157) before they are read whole.

Source: MySQL manual, "The JSON Data Type"; positions as a 9.7.4 gives them (tests/golden/limits/depths.json).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from binwriter.errors import MySQLError
from binwriter.formats.columns.json.documents import json_from_text
from binwriter.formats.columns.values import JsonDocument
from binwriter.formats.errors import EncodeError
from binwriter.formats.patterns import pattern
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.mysql.values.json_errors import half_a_pair, json_error

MOST_LEVELS = 100
_MOST_OF_KEY = 65535  # bytes
CERTAIN_KEY = _MOST_OF_KEY // 4  # characters that are no more bytes
_STOPPED = "Terminate parsing due to Handler error."
_PARTS = pattern(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)


def document_of(text: str, invalid: Callable[[str, int], MySQLError] | None) -> JsonDocument | None:
    """The document of a text. invalid: the error for what is none, made of its reason and place; without it None.

    MySQLError: ER_JSON_DOCUMENT_TOO_DEEP, with the other one beneath it.
    """
    at = _too_deep_at(text)
    if at is not None:
        error = mysql_error("ER_JSON_DOCUMENT_TOO_DEEP")
        if invalid is not None:
            cause = invalid(_STOPPED, at)
            error.later = (Diagnostic("Error", cause.code, cause.message),)
        raise error
    wrong: tuple[str, int] | None
    try:
        document = json_from_text(text)
        wrong = half_a_pair(text)
    except EncodeError:
        wrong = json_error(text)
    if wrong is None:
        return document
    if invalid is None:
        return None
    raise invalid(*wrong)


def check_storable(value: Any) -> None:
    """ER_JSON_DOCUMENT_TOO_DEEP for a document that was made deeper than a stored one may be, ER_JSON_KEY_TOO_BIG for a
    key of more bytes (captured: limits/others)."""
    level = [value] if isinstance(value, (dict, list)) else []
    for _ in range(MOST_LEVELS):
        if not level:
            return
        for container in level:
            if isinstance(container, dict) and any(len(key) > CERTAIN_KEY and _is_too_long(key) for key in container):
                raise mysql_error("ER_JSON_KEY_TOO_BIG")
        level = [
            inner
            for container in level
            for inner in (container.values() if isinstance(container, dict) else container)
            if isinstance(inner, (dict, list))
        ]
    if level:
        raise mysql_error("ER_JSON_DOCUMENT_TOO_DEEP")


def _is_too_long(key: str) -> bool:
    return len(key.encode("utf-8", "surrogatepass")) > _MOST_OF_KEY


def _too_deep_at(text: str) -> int | None:
    """How many characters are read when the 101st level opens."""
    if text.count("[") + text.count("{") <= MOST_LEVELS:
        return None
    depth = 0
    for match in _PARTS.finditer(text):
        if match[0] in "[{":
            depth += 1
            if depth > MOST_LEVELS:
                return match.end()
        elif match[0] in "]}":
            depth -= 1
    return None

"""A JSON document as MySQL prints it, and the JSON_SET-like calls by which mysqlbinlog shows a partial update."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from binwriter.formats.columns.json.binary import opaque_value
from binwriter.formats.columns.values import (
    IncompleteDate,
    JsonDiff,
    JsonDiffOperation,
    JsonDocument,
    JsonInteger,
    JsonOpaque,
)
from binwriter.formats.constants import ColumnType
from binwriter.mysql.values.real_text import real_text
from binwriter.mysql.values.text import quoted

_BASE64_LINE = 76  # characters; MySQL's base64 breaks its lines

# JSON's own escapes; other control characters are \u00XX.
_ESCAPES = {
    **{code: f"\\u{code:04x}" for code in range(0x20)},
    **str.maketrans({"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}),
}


def json_text(document: JsonDocument, *, quote: bool = True) -> str:
    """The document as CAST(... AS CHAR) prints it.

    quote: a document that is one string has its quotes; mysqlbinlog prints such a one without them.
    """
    text, is_text = _scalar(document.root) or (None, False)
    if text is None:
        return _text(document.root)
    return _quoted(text) if is_text and quote else text


def unquoted_text(document: JsonDocument) -> str:
    """As JSON_UNQUOTE gives it: a document that is one string, or is shown as one, without quotes and escapes."""
    if isinstance(document.root, str):
        return document.root
    text = json_text(document)
    return text[1:-1] if text.startswith('"') else text


def diffs_text(column: str, diffs: Sequence[JsonDiff]) -> str:
    """The calls that make the new document of the old one, as mysqlbinlog nests and breaks them; `@2` if none."""
    calls: list[tuple[str, list[JsonDiff]]] = []
    for diff in diffs:
        name = _function(diff)
        if calls and calls[-1][0] == name:
            calls[-1][1].append(diff)
        else:
            calls.append((name, [diff]))
    # the last call is the outermost
    opened = "".join(f"{name}(\n###      " for name, _ in reversed(calls[1:]))
    text = opened + (f"{calls[0][0]}({column}" if calls else column)
    for number, (_, steps) in enumerate(calls):
        text += "".join(
            f",{' ' if number == 0 and index == 0 else _BREAK}{_arguments(diff)}" for index, diff in enumerate(steps)
        )
        text += ")"
    return text


_BREAK = "\n###      "


def _function(diff: JsonDiff) -> str:
    if diff.operation is JsonDiffOperation.INSERT and diff.path.endswith("]"):
        return "JSON_ARRAY_INSERT"
    return f"JSON_{diff.operation.name}"


def _arguments(diff: JsonDiff) -> str:
    path = quoted(diff.path.encode())
    return path if diff.value is None else f"{path}, {_argument(diff.value)}"


def _argument(document: JsonDocument) -> str:
    """A value as SQL."""
    scalar = _scalar(document.root)
    if scalar is None:
        return f"CAST({quoted(json_text(document).encode())} AS JSON)"
    text, is_text = scalar
    return quoted(text.encode()) if is_text else text


def _text(value: Any) -> str:
    scalar = _scalar(value)
    if scalar is not None:
        text, is_text = scalar
        return _quoted(text) if is_text else text
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_quoted(key)}: {_text(member)}" for key, member in value.items()) + "}"
    return "[" + ", ".join(_text(member) for member in value) + "]"


def _quoted(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'


def _scalar(value: Any) -> tuple[str, bool] | None:
    """The text, and whether it stands in quotes within a document; None for an object or array."""
    form = _SCALARS.get(type(value))
    return form(value) if form is not None else None


def _real(value: float) -> tuple[str, bool]:
    text = real_text(value)
    return (text if any(char in ".e" for char in text) else f"{text}.0"), False


def _day(value: IncompleteDate) -> str:
    return f"{value.year:04}-{value.month:02}-{value.day:02}"


def _incomplete(value: IncompleteDate) -> tuple[str, bool]:
    return f"{_day(value)} {value.hour:02}:{value.minute:02}:{value.second:02}.{value.microsecond:06}", True


def _time(value: timedelta) -> tuple[str, bool]:
    sign, size = ("-", -value) if value.days < 0 else ("", value)
    minutes, second = divmod(size.days * 86400 + size.seconds, 60)
    return f"{sign}{minutes // 60:02}:{minutes % 60:02}:{second:02}.{size.microseconds:06}", True


def _opaque(value: JsonOpaque) -> tuple[str, bool]:
    meaning = opaque_value(value)
    if value.type == ColumnType.DATE and isinstance(meaning, IncompleteDate):
        return _day(meaning), True
    if not isinstance(meaning, JsonOpaque):
        return _SCALARS[type(meaning)](meaning)
    encoded = base64.b64encode(value.data).decode()
    lines = "\n".join(_pieces(encoded, _BASE64_LINE))
    return f"base64:type{value.type}:{lines}", True


def _pieces(text: str, size: int) -> Iterable[str]:
    return (text[start : start + size] for start in range(0, len(text), size))


_SCALARS: dict[type, Callable[[Any], tuple[str, bool]]] = {
    type(None): lambda value: ("null", False),
    bool: lambda value: ("true" if value else "false", False),
    int: lambda value: (str(value), False),
    JsonInteger: lambda value: (str(value.value), False),
    float: _real,
    str: lambda value: (value, True),
    Decimal: lambda value: (f"{value:f}", False),
    date: lambda value: (value.isoformat(), True),
    datetime: lambda value: (value.isoformat(" ", "microseconds"), True),
    IncompleteDate: _incomplete,
    timedelta: _time,
    JsonOpaque: _opaque,
}

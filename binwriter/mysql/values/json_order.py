"""The order of JSON values.

Source: MySQL manual, "Comparison and Ordering of JSON Values"; that of objects as a 9.7.4 has it
(tests/golden/dialogues, documents_ordered).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from binwriter.formats.columns.json.opaque import opaque_value
from binwriter.formats.columns.values import IncompleteDate, JsonInteger, JsonOpaque
from binwriter.formats.constants import ColumnType
from binwriter.mysql.values.temporal_keys import parts_of

# by precedence, the lowest first
_NULL, _NUMBER, _STRING, _OBJECT, _ARRAY, _BOOLEAN, _DATE, _TIME, _DATETIME, _OPAQUE = range(10)

JsonKey = tuple[Any, ...]


def json_key(root: Any) -> JsonKey:
    """What sorts and tells apart as a server does values of documents. root: see `JsonValue`."""
    if isinstance(root, JsonOpaque):
        meaning = opaque_value(root)
        if isinstance(meaning, JsonOpaque):
            return _OPAQUE, meaning.type, meaning.data.lstrip(b"\0") if meaning.type == ColumnType.BIT else meaning.data
        root = meaning
    if root is None:
        return (_NULL,)
    if isinstance(root, bool):
        return _BOOLEAN, root
    if isinstance(root, JsonInteger):
        return _NUMBER, root.value
    if isinstance(root, float):  # by its digits, not by its bits (captured: clusters/documents_of_numbers)
        return _NUMBER, Decimal(repr(root))
    if isinstance(root, (int, Decimal)):
        return _NUMBER, root
    if isinstance(root, str):
        return _STRING, root.encode("utf-8", "surrogatepass")
    if isinstance(root, Mapping):
        members = sorted(
            ((name.encode(), value) for name, value in root.items()), key=lambda member: (len(member[0]), member[0])
        )
        return (_OBJECT, len(members), *((name, json_key(value)) for name, value in members))
    if isinstance(root, timedelta):
        return _TIME, root
    if isinstance(root, (datetime, IncompleteDate)):
        return _DATETIME, parts_of(root)
    if isinstance(root, date):
        return _DATE, parts_of(root)
    return (_ARRAY, *map(json_key, root))


def json_sort_key(root: Any) -> JsonKey:
    """The same for ORDER BY, which sorts arrays and objects by how many members they have."""
    key = json_key(root)
    if key[0] == _ARRAY:
        return _ARRAY, len(key) - 1
    return key[:2] if key[0] == _OBJECT else key


def is_container(key: JsonKey) -> bool:
    """Whether it is the key of an array or an object."""
    return key[0] in (_ARRAY, _OBJECT)

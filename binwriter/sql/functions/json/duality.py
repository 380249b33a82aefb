"""JSON_DUALITY_OBJECT(): a row as an object of a duality view, and the etag of the whole.

Source: MySQL manual, "JSON_DUALITY_OBJECT()", "ETAG()"; what is hashed: found from etags of a 9.7.4 (captured:
clusters/duality_views).
"""

from __future__ import annotations

import struct
from typing import Any

from sqlglot import exp

from binwriter.formats.columns.json.opaque import OPAQUE_ENCODERS, opaque_value
from binwriter.formats.columns.values import JsonDocument, JsonInteger, JsonOpaque
from binwriter.formats.constants import ColumnType
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.xxh128 import xxh128
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.compile import compile_all
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, Row
from binwriter.sql.functions.json.documents import JSON_TYPE, in_order
from binwriter.sql.functions.json.values import document_value
from binwriter.sql.functions.registry import node_function
from binwriter.sql.text.duality_calls import DUALITY_OBJECT, ROOT, WITHIN

METADATA, ETAG = "_metadata", "etag"
_OBJECT, _ARRAY, _TRUTHS = b"\x05", b"\x06", (b"\x07", b"\x08")
_HALF = (1 << 64) - 1


@node_function(DUALITY_OBJECT)
def _duality_object(node: exp.Expression, scope: Scope) -> CompiledExpression:
    if not node.meta.get(WITHIN):
        raise mysql_error("ER_JDV_INVALID_JSON_DUALITY_OBJECT_USAGE")
    keys = [key.name for key in node.expressions[::2]]
    parts = compile_all(node.expressions[1::2], scope)
    is_root = bool(node.meta.get(ROOT))

    def evaluate(context: StatementContext, row: Row) -> JsonDocument:
        members: dict[str, Any] = {
            key: document_value(part, part.eval(context, row)) for key, part in zip(keys, parts, strict=True)
        }
        members = in_order(members)
        if is_root:
            members[METADATA] = {ETAG: etag_of(members)}
        return JsonDocument(in_order(members))

    return CompiledExpression(JSON_TYPE, evaluate, f"{DUALITY_OBJECT.lower()}(...)")


def etag_of(value: Any) -> str:
    """The etag of a view's object without its metadata: the order of an array's members does not count."""
    return f"{xxh128(_hashed(value)):032x}"


def _hashed(value: Any) -> bytes:
    if isinstance(value, dict):
        members = value.items()
        return _OBJECT + b"".join((_text(key.encode()) + _hashed(member)) for key, member in members)
    if isinstance(value, list):
        total = sum(xxh128(_hashed(member)) for member in value)
        return _ARRAY + struct.pack("<QQ", total & _HALF, total >> 64 & _HALF)
    if value is None:
        return b"\0"
    if isinstance(value, bool):
        return _TRUTHS[value]
    if isinstance(value, str):
        return _text(value.encode("utf-8", "surrogateescape"))
    if isinstance(value, JsonInteger):
        value = value.value
    if type(value) in OPAQUE_ENCODERS:
        value = OPAQUE_ENCODERS[type(value)](value)
    if isinstance(value, JsonOpaque):
        if value.type != ColumnType.NEWDECIMAL:
            return _text(value.data)
        value = opaque_value(value)
    return struct.pack("<d", value) if value else b"\0"


def _text(data: bytes) -> bytes:
    return data or b"\0"

"""JSON_DUALITY_OBJECT(): a row as an object of a duality view, and the etag of the whole; ETAG() of any values.

Source: MySQL manual, "JSON_DUALITY_OBJECT()", "ETAG()"; what is hashed: found from etags of a 9.7.4 (captured:
clusters/duality_views, etags).
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
from binwriter.sql.expressions.as_texts import to_bytes
from binwriter.sql.expressions.collations import connection_collation
from binwriter.sql.expressions.compile import compile_all
from binwriter.sql.expressions.scope import Scope
from binwriter.sql.expressions.types import CompiledExpression, Row, text_type
from binwriter.sql.functions.json.documents import JSON_TYPE, in_order
from binwriter.sql.functions.json.values import document_value
from binwriter.sql.functions.registry import Call, function, node_function
from binwriter.sql.text.duality_calls import DUALITY_OBJECT, ROOT, WITHIN

METADATA, ETAG = "_metadata", "etag"
_OBJECT, _ARRAY, _TRUTHS = b"\x05", b"\x06", (b"\x07", b"\x08")
_NULL = b"\1\0"
_HALF = (1 << 64) - 1
_WHOLE = (1 << 128) - 1
_CHARACTERS = 32
_WITHOUT_ETAG = frozenset({ColumnType.GEOMETRY, ColumnType.VECTOR})


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


@function("ETAG")
def _etag(call: Call) -> CompiledExpression:
    if any(type_.data_type in _WITHOUT_ETAG for type_ in call.types):
        raise mysql_error("ER_ETAG_NOT_SUPPORTED")

    def evaluate(context: StatementContext, row: Row) -> str:
        total = 0
        for argument in call.args:
            value = argument.eval(context, row)
            if isinstance(value, JsonDocument):
                data = _hashed(value.root, ordered=True)
            else:
                data = _NULL if value is None else _text(to_bytes(value, argument.type) or b"")
            total += xxh128(data)
        return f"{total & _WHOLE:032x}"

    return CompiledExpression(text_type(_CHARACTERS, connection_collation(call.scope)), evaluate, call.text)


def etag_of(value: Any) -> str:
    """The etag of a view's object without its metadata: the order of an array's members does not count."""
    return f"{xxh128(_hashed(value)):032x}"


def _hashed(value: Any, *, ordered: bool = False) -> bytes:
    """ordered: whether the order of an array's members counts."""
    if isinstance(value, dict):
        members = value.items()
        return _OBJECT + b"".join((_text(key.encode()) + _hashed(member, ordered=ordered)) for key, member in members)
    if isinstance(value, list):
        if ordered:
            return _ARRAY + b"".join(_hashed(member, ordered=True) for member in value)
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

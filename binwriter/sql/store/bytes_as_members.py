"""Bytes as the text that an ENUM or SET looks for among its members: they are characters of the column's set.

What is no character ends the text where a collation has the weights of UCA, as these end there; by any other it is as
no member is. Source: captured (clusters/ill_formed_members).
"""

from __future__ import annotations

from binwriter.formats.collations import Collation, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.mysql import characters_of_bytes
from binwriter.mysql.collation.supported import UNICODE_CHARSETS, Weights, source_of

_OTHER_TABLES = frozenset(("general", "mysql500", "tolower"))
_NO_MEMBER = "\ufffd"


def member_text(data: bytes, spec: ColumnSpec) -> str:
    """Of an ENUM."""
    return _text(data, collation_by_id(spec.collation))


def members_text(data: bytes, spec: ColumnSpec) -> str:
    """Of a SET: each of its members ends by itself."""
    collation = collation_by_id(spec.collation)
    if collation.mbminlen > 1 or collation.charset not in UNICODE_CHARSETS:
        return _text(data, collation)
    return ",".join(_text(part, collation) for part in data.split(b",")) or _NO_MEMBER


def _text(data: bytes, collation: Collation) -> str:
    data = bytes(-len(data) % collation.mbminlen) + data
    end = characters_of_bytes.well_formed(data, collation)
    text = collation.decode_keeping(data[:end])
    return text if end == len(data) or _ends_there(collation) else text + _NO_MEMBER


def _ends_there(collation: Collation) -> bool:
    source = source_of(collation.name)
    if source is None or collation.charset not in UNICODE_CHARSETS:
        return False
    return source.weights is Weights.UNITS and source.table not in _OTHER_TABLES

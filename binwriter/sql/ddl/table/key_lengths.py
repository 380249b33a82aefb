"""How long the columns of keys are."""

from __future__ import annotations

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType

PREFIXABLE = frozenset({ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB})


def whole_length(spec: ColumnSpec) -> int:
    """Of CHAR, VARCHAR and their binary forms: in characters, or bytes. A BLOB's is 0."""
    if spec.type is ColumnType.BLOB:
        return 0
    return spec.length if spec.collation == BINARY_COLLATION_ID else _characters(spec)


def _characters(spec: ColumnSpec) -> int:
    return spec.length // collation_by_id(spec.collation).mbmaxlen

"""A column's type as SHOW CREATE TABLE shows it."""

from __future__ import annotations

from collections.abc import Callable

from binwriter.formats.collations import (
    BINARY_COLLATION_ID,
    collation_by_id,
)
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.sql.ddl.table.column_types import BLOB_SIZES, INTEGERS, TEMPORAL
from binwriter.sql.types.kinds import GEOMETRY_NAMES

_MOST_DIMENSIONS = (1 << 32) - 1  # so VECTOR(0) is shown (captured: definitions)
_BLOB_PREFIXES = {size: prefix for prefix, size in BLOB_SIZES.items()}


def sql_type_text(spec: ColumnSpec) -> str:
    """The type as SHOW CREATE TABLE prints it, without character set; display widths and ZEROFILL are not kept."""
    return _TEXTS[spec.type](spec)


def _numeric_text(name: str) -> Callable[[ColumnSpec], str]:
    def text(spec: ColumnSpec) -> str:
        digits = f"({spec.precision},{spec.scale})" if spec.precision else ""
        return name + digits + (" unsigned" if spec.unsigned else "")

    return text


def _fsp_text(name: str) -> Callable[[ColumnSpec], str]:
    return lambda spec: f"{name}({spec.fsp})" if spec.fsp else name


def _characters_text(text_name: str, binary_name: str) -> Callable[[ColumnSpec], str]:
    def text(spec: ColumnSpec) -> str:
        if spec.collation == BINARY_COLLATION_ID:
            return f"{binary_name}({spec.length})"
        return f"{text_name}({spec.length // collation_by_id(spec.collation).mbmaxlen})"

    return text


def _blob_text(spec: ColumnSpec) -> str:
    return _BLOB_PREFIXES[spec.length].lower() + ("blob" if spec.collation == BINARY_COLLATION_ID else "text")


def _members_text(spec: ColumnSpec) -> str:
    members = ",".join("'" + member.replace("'", "''") + "'" for member in spec.members)
    return f"{spec.type.name.lower()}({members})"


def _geometry_text(spec: ColumnSpec) -> str:
    name = GEOMETRY_NAMES[spec.geometry_type].lower()
    return "geomcollection" if name == "geometrycollection" else name


_TEXTS: dict[ColumnType, Callable[[ColumnSpec], str]] = {
    **{type_: _numeric_text(name.lower()) for name, type_ in INTEGERS.items()},
    ColumnType.NEWDECIMAL: _numeric_text("decimal"),
    ColumnType.FLOAT: _numeric_text("float"),
    ColumnType.DOUBLE: _numeric_text("double"),
    **{type_: _fsp_text(name.lower()) for name, type_ in TEMPORAL.items()},
    ColumnType.BIT: lambda spec: f"bit({spec.length})",
    ColumnType.YEAR: lambda spec: "year",
    ColumnType.DATE: lambda spec: "date",
    ColumnType.STRING: _characters_text("char", "binary"),
    ColumnType.VARCHAR: _characters_text("varchar", "varbinary"),
    ColumnType.BLOB: _blob_text,
    ColumnType.ENUM: _members_text,
    ColumnType.SET: _members_text,
    ColumnType.JSON: lambda spec: "json",
    ColumnType.GEOMETRY: _geometry_text,
    ColumnType.VECTOR: lambda spec: f"vector({spec.length or _MOST_DIMENSIONS})",
}

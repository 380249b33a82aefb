"""Stored columns, as clients are told of them (see `described`)."""

from __future__ import annotations

from collections.abc import Callable

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.system.captured import described_keys
from binwriter.sql.types.kinds import INTEGER_LENGTHS
from binwriter.statement.columns import ANY_DECIMALS, ColumnFlag, ResultColumn
from binwriter.storage.key_selection import whole

TEXT_COLLATION = 255  # of texts of the server itself
LONGEST = 0xFFFFFFFF
_MOMENTS = {
    ColumnType.DATE: (ColumnType.DATE, 10),
    ColumnType.TIME2: (ColumnType.TIME, 10),
    ColumnType.DATETIME2: (ColumnType.DATETIME, 19),
    ColumnType.TIMESTAMP2: (ColumnType.TIMESTAMP, 19),
}
_SENT = {
    ColumnType.VARCHAR: ColumnType.VAR_STRING,
    ColumnType.ENUM: ColumnType.STRING,
    ColumnType.SET: ColumnType.STRING,
}


def of_column(column: Column, table: Table | None) -> ResultColumn:
    """A stored column. table: for its keys."""
    spec = column.spec
    flags = ColumnFlag(0)
    if not spec.nullable:
        flags |= ColumnFlag.NOT_NULL
        if column.default_kind is DefaultKind.NONE and not column.auto_increment:
            flags |= ColumnFlag.NO_DEFAULT_VALUE
    if column.auto_increment:
        flags |= ColumnFlag.AUTO_INCREMENT
    if column.zerofill:
        flags |= ColumnFlag.ZEROFILL
    if table is not None:
        flags |= _key_flags(column, whole(table))  # hidden and ignored ones are told of (captured: clusters)
    made = of_spec(spec)
    if column.display_width:
        made = replace(made, length=column.display_width)
    if spec.type is ColumnType.TIMESTAMP2 and column.default_kind is DefaultKind.NOW:
        flags |= ColumnFlag.TIMESTAMP
    if spec.type is ColumnType.TIMESTAMP2 and column.on_update_now:
        flags |= ColumnFlag.ON_UPDATE_NOW | ColumnFlag.TIMESTAMP
    return replace(made, flags=made.flags | flags)


def _key_flags(column: Column, table: Table) -> ColumnFlag:
    place = table.index_of[column.name.lower()]
    flags = ColumnFlag(0)
    primary = primary_key_equivalent(table)
    for key in table.keys or described_keys(table.schema, table.name):
        if place not in key.columns:
            continue
        flags |= ColumnFlag.PART_KEY
        if key.primary or key is primary:
            flags |= ColumnFlag.PRIMARY_KEY
        elif key.columns[0] == place:
            flags |= ColumnFlag.UNIQUE_KEY if key.unique and len(key.columns) == 1 else ColumnFlag.MULTIPLE_KEY
    name = column.name.lower()
    for special in table.special_keys:
        if special.kind == "FUNCTIONAL" or name not in special.columns:
            continue
        flags |= ColumnFlag.PART_KEY
        if special.columns[0] == name:
            flags |= ColumnFlag.MULTIPLE_KEY
    return flags


def of_spec(spec: ColumnSpec) -> ResultColumn:
    """Type, length, decimals, and the flags of the type."""
    kind, unsigned = spec.type, ColumnFlag.UNSIGNED if spec.unsigned else ColumnFlag(0)
    if kind in INTEGER_LENGTHS:
        return ResultColumn("", kind, INTEGER_LENGTHS[kind][spec.unsigned], flags=unsigned)
    if kind in _MOMENTS:
        code, length = _MOMENTS[kind]
        length += spec.fsp + 1 if spec.fsp else 0
        return ResultColumn("", code, length, flags=ColumnFlag.BINARY, decimals=spec.fsp)
    if kind in _OF_SPEC:
        return _OF_SPEC[kind](spec, unsigned)
    return _text(spec)


def _text(spec: ColumnSpec) -> ResultColumn:
    is_bytes = spec.collation == BINARY_COLLATION_ID
    collation = collation_by_id(spec.collation)
    flags = ColumnFlag.BINARY if is_bytes or collation.name.endswith("_bin") else ColumnFlag(0)
    if spec.type is ColumnType.BLOB:  # in bytes
        flags |= ColumnFlag.BLOB
        length = (1 << 8 * spec.length) - 1
    elif spec.type is ColumnType.ENUM:
        flags |= ColumnFlag.ENUM
        length = max((len(member) for member in spec.members), default=0)
    elif spec.type is ColumnType.SET:
        flags |= ColumnFlag.SET
        length = sum(len(member) for member in spec.members) + max(len(spec.members) - 1, 0)
    else:
        length = spec.length // collation.mbmaxlen
    return ResultColumn("", _SENT.get(spec.type, spec.type), length, collation.id, flags)


def _real(length: int) -> Callable[[ColumnSpec, ColumnFlag], ResultColumn]:
    def rule(spec: ColumnSpec, unsigned: ColumnFlag) -> ResultColumn:
        fixed = bool(spec.precision)
        decimals = spec.scale if fixed else ANY_DECIMALS
        return ResultColumn("", spec.type, spec.precision or length, flags=unsigned, decimals=decimals)

    return rule


def _decimal(spec: ColumnSpec, unsigned: ColumnFlag) -> ResultColumn:
    length = spec.precision + (spec.scale > 0) + (not spec.unsigned)
    return ResultColumn("", ColumnType.NEWDECIMAL, length, flags=unsigned, decimals=spec.scale)


DOCUMENT = ColumnFlag.BINARY | ColumnFlag.BLOB
_OF_SPEC: dict[ColumnType, Callable[[ColumnSpec, ColumnFlag], ResultColumn]] = {
    ColumnType.BIT: lambda spec, unsigned: ResultColumn("", ColumnType.BIT, spec.length, flags=ColumnFlag.UNSIGNED),
    ColumnType.YEAR: lambda spec, unsigned: ResultColumn(
        "", ColumnType.YEAR, 4, flags=ColumnFlag.UNSIGNED | ColumnFlag.ZEROFILL
    ),
    ColumnType.FLOAT: _real(12),
    ColumnType.DOUBLE: _real(22),
    ColumnType.NEWDECIMAL: _decimal,
    ColumnType.JSON: lambda spec, unsigned: ResultColumn("", ColumnType.JSON, LONGEST, flags=DOCUMENT),
    ColumnType.GEOMETRY: lambda spec, unsigned: ResultColumn("", ColumnType.GEOMETRY, LONGEST, flags=DOCUMENT),
    ColumnType.VECTOR: lambda spec, unsigned: ResultColumn(
        "", ColumnType.VECTOR, spec.length * 4, flags=DOCUMENT, decimals=ANY_DECIMALS
    ),
}

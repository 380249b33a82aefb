"""What clients are told of the columns of a query: names, type, length, flags, decimals.

Lengths of texts are in characters here; whoever sends them knows the client's character set. Source: the answers of a
9.7.4 (tests/golden/wire/metadata.json).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sqlglot import exp

from binwriter.catalog.tables import Column, DefaultKind, SpecialKey, Table
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.sql.expressions.scope import CompiledQuery, Source, SourceColumn
from binwriter.sql.expressions.types import ExprType, Kind
from binwriter.sql.query.result_items import ResultItem, result_items
from binwriter.sql.query.select import Select
from binwriter.sql.types import Measure, NullRules, called, measure
from binwriter.sql.types.kinds import INTEGER_LENGTHS
from binwriter.statement.columns import ANY_DECIMALS, ColumnFlag, ResultColumn

_TEXT_COLLATION = 255  # of any: what texts are sent in is the client's to say
_LONGEST = 0xFFFFFFFF
_JSON_CHARACTERS = _LONGEST // 4
_LONGEST_VARCHAR = 65535  # bytes; longer ones are blobs
_BYTES_A_CHARACTER = 4
_VARIABLE_TEXT = 21845  # characters of a system variable, and bytes of a user variable three times
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


def described(query: CompiledQuery) -> tuple[ResultColumn, ...]:
    """The columns of a query that was compiled."""
    items = result_items(query, rules=NullRules())
    return tuple(
        _column(name, type_, item) for (name, type_), item in zip(query.columns, items, strict=False)
    )  # fmt: skip


def _column(name: str, type_: ExprType, item: ResultItem) -> ResultColumn:
    origin = _origin(item)
    if origin is None:
        return _item(name, type_, item)
    made = _item(name, type_, item) if origin.column is None else of_column(origin.column, origin.base)
    if origin.nullable:
        made = replace(made, flags=made.flags & ~ColumnFlag.NOT_NULL)
    return replace(
        made,
        name=name,
        original_name=origin.name,
        table=origin.alias,
        original_table=origin.table,
        schema=origin.schema,
    )


# --- where a column comes from


@dataclass(frozen=True)
class _Origin:
    """column: the stored column, None where a view or derived table computes it; base: its table."""

    alias: str
    name: str
    schema: str
    table: str
    column: Column | None
    base: Table | None
    nullable: bool


def _origin(item: ResultItem) -> _Origin | None:
    if item.expression is None or not isinstance(item.node, exp.Column) or item.select is None:
        return None
    placed = _placed(item.select, item.node)
    if placed is None:
        return None
    source, column, nullable = placed
    if source.table is not None and column.column is not None:
        return _Origin(
            source.alias, column.name, source.schema or "", source.table.name, column.column, source.table, nullable
        )
    if column.made_by is None:
        return None
    below = _origin(item._made(column))
    schema, view = source.view or ("", "")
    if below is None:
        return _Origin(source.alias, column.name, "", view, None, None, nullable)
    return replace(
        below,
        alias=source.alias,
        name=column.name if view else below.name,
        schema=schema or below.schema,
        table=view or below.table,
        nullable=nullable or below.nullable,
    )


def _placed(select: Select, node: exp.Column) -> tuple[Source, SourceColumn, bool] | None:
    for position, source in enumerate(select.from_sources):
        if node.text("table") in ("", source.alias):
            index = source.index(node.name)
            if index is not None:
                return source, source.columns[index], position in select.nullable_sources
    return None


# --- stored columns


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
        flags |= _key_flags(column, table)
    made = _of_spec(spec)
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
    for key in table.keys:
        if place not in key.columns:
            continue
        flags |= ColumnFlag.PART_KEY
        if key.primary:
            flags |= ColumnFlag.PRIMARY_KEY
        elif key.columns[0] == place:
            flags |= ColumnFlag.UNIQUE_KEY if key.unique and len(key.columns) == 1 else ColumnFlag.MULTIPLE_KEY
    if any(_begins(key, column) for key in table.special_keys):
        flags |= ColumnFlag.PART_KEY | ColumnFlag.MULTIPLE_KEY
    if flags & (ColumnFlag.PRIMARY_KEY | ColumnFlag.UNIQUE_KEY):
        flags &= ~ColumnFlag.MULTIPLE_KEY
    return flags


def _begins(key: SpecialKey, column: Column) -> bool:
    return key.kind != "FUNCTIONAL" and key.columns[:1] == (column.name.lower(),)


def _of_spec(spec: ColumnSpec) -> ResultColumn:
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
    if spec.type is ColumnType.BLOB:
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
    charset = BINARY_COLLATION_ID if is_bytes else _TEXT_COLLATION
    return ResultColumn("", _SENT.get(spec.type, spec.type), length, charset, flags)


def _real(length: int) -> Callable[[ColumnSpec, ColumnFlag], ResultColumn]:
    def of_spec(spec: ColumnSpec, unsigned: ColumnFlag) -> ResultColumn:
        fixed = bool(spec.precision)
        decimals = spec.scale if fixed else ANY_DECIMALS
        return ResultColumn("", spec.type, spec.precision or length, flags=unsigned, decimals=decimals)

    return of_spec


def _decimal(spec: ColumnSpec, unsigned: ColumnFlag) -> ResultColumn:
    length = spec.precision + (spec.scale > 0) + (not spec.unsigned)
    return ResultColumn("", ColumnType.NEWDECIMAL, length, flags=unsigned, decimals=spec.scale)


_DOCUMENT = ColumnFlag.BINARY | ColumnFlag.BLOB
_OF_SPEC: dict[ColumnType, Callable[[ColumnSpec, ColumnFlag], ResultColumn]] = {
    ColumnType.BIT: lambda spec, unsigned: ResultColumn("", ColumnType.BIT, spec.length, flags=ColumnFlag.UNSIGNED),
    ColumnType.YEAR: lambda spec, unsigned: ResultColumn(
        "", ColumnType.YEAR, 4, flags=ColumnFlag.UNSIGNED | ColumnFlag.ZEROFILL
    ),
    ColumnType.FLOAT: _real(12),
    ColumnType.DOUBLE: _real(22),
    ColumnType.NEWDECIMAL: _decimal,
    ColumnType.JSON: lambda spec, unsigned: ResultColumn("", ColumnType.JSON, _LONGEST, flags=_DOCUMENT),
    ColumnType.GEOMETRY: lambda spec, unsigned: ResultColumn("", ColumnType.GEOMETRY, _LONGEST, flags=_DOCUMENT),
    ColumnType.VECTOR: lambda spec, unsigned: ResultColumn(
        "", ColumnType.VECTOR, spec.length * 4, flags=_DOCUMENT, decimals=ANY_DECIMALS
    ),
}


# --- computed items


def _item(name: str, type_: ExprType, item: ResultItem) -> ResultColumn:
    """An item that no table has. In a temporary table (UNION, window functions) it has a name there, and no flag."""
    stored = _extreme(item)
    in_table = item.expression is None or item.is_window
    if stored is not None:
        made = _of_spec(stored.spec)
        flags: int = made.flags & ~(ColumnFlag.BLOB | ColumnFlag.ENUM | ColumnFlag.SET | ColumnFlag.ZEROFILL)
        if made.type not in _TEXTS:
            flags |= ColumnFlag.BINARY
        else:
            made = replace(made, decimals=ANY_DECIMALS)
        made = replace(made, flags=int(flags))
    else:
        made = _computed(type_, _measured(item), item)
    if not item.may_be_null():
        made = replace(made, flags=made.flags | ColumnFlag.NOT_NULL)
    if in_table:
        keeps_binary = made.type in _TEXTS or made.type in _TEMPORAL
        flags = made.flags if keeps_binary else made.flags & ~ColumnFlag.BINARY
        decimals = 0 if made.type in _TEXTS else made.decimals
        made = replace(made, original_name=name, flags=flags, decimals=decimals)
    return replace(made, name=name)


_TEXTS = frozenset((ColumnType.VAR_STRING, ColumnType.STRING, ColumnType.BLOB, ColumnType.LONG_BLOB))
_TEMPORAL = frozenset((ColumnType.DATE, ColumnType.TIME, ColumnType.DATETIME, ColumnType.TIMESTAMP))
_KEEP_THE_TYPE = frozenset(("MAX", "MIN", "NULLIF", "ANY_VALUE", "LAG", "LEAD", "FIRST_VALUE", "LAST_VALUE"))


def _extreme(item: ResultItem) -> Column | None:
    """The stored column whose type the item has: MAX(c), NULLIF(c, ..), a subquery that selects one."""
    if item.expression is None or item.node is None:
        return None
    node = item.node
    if isinstance(node, exp.Subquery) and isinstance(node.this, exp.Select):
        return None
    function, arguments = called(node)
    name = node.name if isinstance(node, exp.Anonymous) else node.key
    if function is None or not arguments or name.upper() not in _KEEP_THE_TYPE:
        return None
    stored = item.stored(arguments[0])
    return None if stored is None or stored.spec.type is ColumnType.JSON else stored


def _measured(item: ResultItem) -> Measure | None:
    return measure(item.node, item.measured) if item.expression is not None else None


def _computed(type_: ExprType, known: Measure | None, item: ResultItem) -> ResultColumn:
    if known is not None and known.kind is not type_.kind and type_.kind is not Kind.NULL:
        known = None
    return _KINDS[type_.kind](type_, known, item)


def _integer(type_: ExprType, known: Measure | None, item: ResultItem) -> ResultColumn:
    length = known.length if known is not None else (type_.length or 21)
    unsigned = known.unsigned if known is not None else type_.unsigned
    flags = ColumnFlag.BINARY | (ColumnFlag.UNSIGNED if unsigned else 0)
    return ResultColumn("", ColumnType.LONGLONG, length, flags=flags)


def _decimal_item(type_: ExprType, known: Measure | None, item: ResultItem) -> ResultColumn:
    length, scale = (known.length, known.scale) if known is not None else (type_.length, type_.scale)
    flags = ColumnFlag.BINARY | (ColumnFlag.UNSIGNED if type_.unsigned else 0)
    return ResultColumn("", ColumnType.NEWDECIMAL, length, flags=flags, decimals=scale)


def _real_item(type_: ExprType, known: Measure | None, item: ResultItem) -> ResultColumn:
    decimals = type_.scale if type_.scale < ANY_DECIMALS else ANY_DECIMALS
    length = known.length if known is not None and known.fixed else 23
    code = ColumnType.FLOAT if type_.single else ColumnType.DOUBLE
    return ResultColumn("", code, length, flags=ColumnFlag.BINARY, decimals=decimals)


def _string_item(type_: ExprType, known: Measure | None, item: ResultItem) -> ResultColumn:
    length = known.length if known is not None else type_.length
    if known is not None and known.dimensions:
        return ResultColumn("", ColumnType.VECTOR, known.dimensions * 4, flags=ColumnFlag.BINARY, decimals=ANY_DECIMALS)
    if type_.field is ColumnType.GEOMETRY or (known is not None and known.geometry):
        return ResultColumn("", ColumnType.GEOMETRY, _LONGEST, flags=_DOCUMENT)
    if type_.binary:
        if known is not None and not known.binary:
            length *= known.width
        code = ColumnType.VAR_STRING if length <= _LONGEST_VARCHAR else ColumnType.LONG_BLOB
        return ResultColumn("", code, length, flags=ColumnFlag.BINARY, decimals=ANY_DECIMALS)
    if isinstance(item.node, exp.SessionParameter):
        return ResultColumn("", ColumnType.VAR_STRING, _VARIABLE_TEXT, _TEXT_COLLATION, 0, ANY_DECIMALS)
    flags = ColumnFlag.BINARY if collation_by_id(type_.collation).name.endswith("_bin") else ColumnFlag(0)
    long = length * _BYTES_A_CHARACTER > _LONGEST_VARCHAR
    code = ColumnType.LONG_BLOB if long else ColumnType.VAR_STRING
    return ResultColumn("", code, length, _TEXT_COLLATION, flags, ANY_DECIMALS)


def _moment(code: ColumnType, length: int) -> Callable[[ExprType, Measure | None, ResultItem], ResultColumn]:
    def item_of(type_: ExprType, known: Measure | None, item: ResultItem) -> ResultColumn:
        scale = type_.scale
        whole = 8 if isinstance(item.node, exp.CurrentTime) else length
        return ResultColumn("", code, whole + (scale + 1 if scale else 0), flags=ColumnFlag.BINARY, decimals=scale)

    return item_of


_KINDS: dict[Kind, Callable[[ExprType, Measure | None, ResultItem], ResultColumn]] = {
    Kind.NULL: lambda type_, known, item: (
        ResultColumn("", ColumnType.VAR_STRING, 3 * _VARIABLE_TEXT - 3, flags=ColumnFlag.BINARY, decimals=ANY_DECIMALS)
        if isinstance(item.node, exp.Parameter)
        else ResultColumn("", ColumnType.NULL, 0, flags=ColumnFlag.BINARY)
    ),
    Kind.INT: _integer,
    Kind.DECIMAL: _decimal_item,
    Kind.REAL: _real_item,
    Kind.STRING: _string_item,
    Kind.DATE: _moment(ColumnType.DATE, 10),
    Kind.TIME: _moment(ColumnType.TIME, 10),
    Kind.DATETIME: _moment(ColumnType.DATETIME, 19),
    Kind.YEAR: lambda type_, known, item: ResultColumn(
        "", ColumnType.YEAR, 4, flags=ColumnFlag.UNSIGNED | ColumnFlag.BINARY
    ),
    Kind.JSON: lambda type_, known, item: ResultColumn(
        "", ColumnType.JSON, _JSON_CHARACTERS, _TEXT_COLLATION, ColumnFlag.BINARY, ANY_DECIMALS
    ),
}

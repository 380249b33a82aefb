"""What a Table_map says of its table: the optional metadata (TLV fields), and from a Table_map back to column specs.

binlog_row_metadata decides which fields are written (`optional_metadata`);
the fields' layouts are in `events.table_metadata`.
Source: MySQL's Table_map_event documentation ("optional metadata fields"); findings part 7, "Table_map"; captured
files; the files of corpus that were written with FULL.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_of_any_server, collation_or_binary
from binwriter.formats.columns.registry import CODECS
from binwriter.formats.columns.row_image import columns_of_bitmap
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType, MetadataFieldType
from binwriter.formats.errors import CorruptLogError
from binwriter.formats.events.table_metadata import DefaultCharset, MetadataField, metadata_field, metadata_value

# MySQL manual, "Limits on Table Column Count and Row Size"
MAX_COLUMNS = 4096

_NUMERIC = frozenset(
    (
        ColumnType.TINY,
        ColumnType.SHORT,
        ColumnType.INT24,
        ColumnType.LONG,
        ColumnType.LONGLONG,
        ColumnType.NEWDECIMAL,
        ColumnType.FLOAT,
        ColumnType.DOUBLE,
        ColumnType.YEAR,
    )
)
# VECTOR is a BLOB to MySQL and counts here with collation 63 (corpus, vector.binlog); JSON and GEOMETRY do not.
_CHARACTER = frozenset(
    (ColumnType.STRING, ColumnType.VAR_STRING, ColumnType.VARCHAR, ColumnType.BLOB, ColumnType.VECTOR)
)
_MEMBERS = frozenset((ColumnType.ENUM, ColumnType.SET))
_GEOMETRY = frozenset((ColumnType.GEOMETRY,))
_VECTOR = frozenset((ColumnType.VECTOR,))


def _of(specs: Sequence[ColumnSpec], types: Iterable[ColumnType]) -> list[ColumnSpec]:
    return [spec for spec in specs if spec.type in types]


def _pair(field_type: MetadataFieldType, value: Any) -> tuple[int, bytes]:
    field = metadata_field(field_type, value)
    return int(field_type), field.value


def _members(specs: Sequence[ColumnSpec], kind: ColumnType) -> tuple[tuple[bytes, ...], ...]:
    return tuple(
        tuple(collation_of_any_server(spec.collation).encode(member) for member in spec.members)
        for spec in _of(specs, (kind,))
    )


def _charset(
    collations: Sequence[int], default_field: MetadataFieldType, column_field: MetadataFieldType
) -> tuple[int, bytes]:
    """Every column's collation, or the most frequent one and the exceptions, whichever is taken to be shorter.

    MySQL compares as if every number took one byte: n columns against 1 + 2 per exception, the default form when equal.
    Among equally frequent collations the lowest id is the default. An exception is (index among these columns, id).
    """
    counts = Counter(collations)
    default = min(counts, key=lambda number: (-counts[number], number))
    exceptions = tuple((index, number) for index, number in enumerate(collations) if number != default)
    if len(collations) < 1 + 2 * len(exceptions):
        return _pair(column_field, collations)
    return _pair(default_field, DefaultCharset(default, exceptions))


_CHARSET_FIELDS = (MetadataFieldType.DEFAULT_CHARSET, MetadataFieldType.COLUMN_CHARSET)
_MEMBER_CHARSET_FIELDS = (MetadataFieldType.ENUM_AND_SET_DEFAULT_CHARSET, MetadataFieldType.ENUM_AND_SET_COLUMN_CHARSET)


def optional_metadata(
    specs: Sequence[ColumnSpec], *, full: bool, primary_key: Sequence[tuple[int, int]] | None
) -> tuple[tuple[int, bytes], ...]:
    """The optional metadata fields (type, value) of a table, in the order in which MySQL writes them.

    full: binlog_row_metadata=FULL, else MINIMAL.
    primary_key: (column index, length in characters of the prefix or 0 for the whole column) per key part;
        None = no primary key. Only FULL writes it.
    Raises EncodeError for a member of an ENUM or SET that is not in the column's character set.
    """
    fields: list[tuple[int, bytes]] = []
    if numeric := _of(specs, _NUMERIC):
        unsigned = [spec.unsigned or spec.type is ColumnType.YEAR for spec in numeric]
        fields.append(_pair(MetadataFieldType.SIGNEDNESS, unsigned))
    if character := _of(specs, _CHARACTER):
        fields.append(_charset([spec.collation for spec in character], *_CHARSET_FIELDS))
    if geometry := _of(specs, _GEOMETRY):
        fields.append(_pair(MetadataFieldType.GEOMETRY_TYPE, [spec.geometry_type for spec in geometry]))
    if vectors := _of(specs, _VECTOR):
        fields.append(_pair(MetadataFieldType.VECTOR_DIMENSIONALITY, [spec.length for spec in vectors]))
    if full:
        fields += _full_metadata(specs, primary_key)
    return tuple(fields)


def _full_metadata(
    specs: Sequence[ColumnSpec], primary_key: Sequence[tuple[int, int]] | None
) -> Iterable[tuple[int, bytes]]:
    yield _pair(MetadataFieldType.COLUMN_NAME, [spec.name.encode() for spec in specs])
    if with_members := _of(specs, _MEMBERS):
        yield _charset([spec.collation for spec in with_members], *_MEMBER_CHARSET_FIELDS)
    if sets := _members(specs, ColumnType.SET):
        yield _pair(MetadataFieldType.SET_STR_VALUE, sets)
    if enums := _members(specs, ColumnType.ENUM):
        yield _pair(MetadataFieldType.ENUM_STR_VALUE, enums)
    if primary_key and any(prefix for _, prefix in primary_key):
        yield _pair(MetadataFieldType.PRIMARY_KEY_WITH_PREFIX, primary_key)
    elif primary_key:
        yield _pair(MetadataFieldType.SIMPLE_PRIMARY_KEY, [column for column, _ in primary_key])
    yield _pair(MetadataFieldType.COLUMN_VISIBILITY, [spec.visible for spec in specs])


# ---- from a Table_map back to specs ----

_Fields = list[dict[str, Any]]  # the ColumnSpec fields of each column


def _set_unsigned(columns: _Fields, flags: tuple[bool, ...]) -> None:
    for column, unsigned in zip(_with_types(columns, _NUMERIC), flags, strict=False):  # the flags fill up whole bytes
        column["unsigned"] = unsigned


def _set_visible(columns: _Fields, flags: tuple[bool, ...]) -> None:
    for column, visible in zip(columns, flags, strict=False):
        column["visible"] = visible


def _set_default_charset(types: frozenset[ColumnType]) -> Callable[[_Fields, DefaultCharset], None]:
    def setter(columns: _Fields, charset: DefaultCharset) -> None:
        chosen = _with_types(columns, types)
        for column in chosen:
            column["collation"] = charset.default
        for index, collation in charset.exceptions:
            chosen[index]["collation"] = collation

    return setter


def _set_each(types: frozenset[ColumnType], name: str) -> Callable[[_Fields, tuple[int, ...]], None]:
    def setter(columns: _Fields, numbers: tuple[int, ...]) -> None:
        for column, number in zip(_with_types(columns, types), numbers, strict=True):
            column[name] = number

    return setter


def _set_names(columns: _Fields, names: tuple[bytes, ...]) -> None:
    for column, name in zip(columns, names, strict=True):
        column["name"] = name.decode()


def _set_members(kind: ColumnType) -> Callable[[_Fields, tuple[tuple[bytes, ...], ...]], None]:
    def setter(columns: _Fields, lists: tuple[tuple[bytes, ...], ...]) -> None:
        for column, members in zip(_with_types(columns, {kind}), lists, strict=True):
            collation = collation_or_binary(column.get("collation", BINARY_COLLATION_ID))
            column["members"] = tuple(collation.decode(member) for member in members)

    return setter


# In the order in which they must be applied: the charset of members before the members.
_SETTERS: dict[MetadataFieldType, Callable[[_Fields, Any], None]] = {
    MetadataFieldType.SIGNEDNESS: _set_unsigned,
    MetadataFieldType.DEFAULT_CHARSET: _set_default_charset(_CHARACTER),
    MetadataFieldType.COLUMN_CHARSET: _set_each(_CHARACTER, "collation"),
    MetadataFieldType.GEOMETRY_TYPE: _set_each(_GEOMETRY, "geometry_type"),
    MetadataFieldType.VECTOR_DIMENSIONALITY: _set_each(_VECTOR, "length"),
    MetadataFieldType.COLUMN_NAME: _set_names,
    MetadataFieldType.ENUM_AND_SET_DEFAULT_CHARSET: _set_default_charset(_MEMBERS),
    MetadataFieldType.ENUM_AND_SET_COLUMN_CHARSET: _set_each(_MEMBERS, "collation"),
    MetadataFieldType.SET_STR_VALUE: _set_members(ColumnType.SET),
    MetadataFieldType.ENUM_STR_VALUE: _set_members(ColumnType.ENUM),
    MetadataFieldType.COLUMN_VISIBILITY: _set_visible,
}


def _with_types(columns: _Fields, types: Iterable[ColumnType]) -> _Fields:
    return [column for column in columns if column["type"] in types]


def specs_from_table_map(
    column_types: Sequence[int],
    metadata: bytes,
    null_bits: bytes,
    optional: Iterable[tuple[int, bytes]] = (),
    names: Sequence[str] | None = None,
) -> tuple[ColumnSpec, ...]:
    """The columns of a table, as far as its Table_map tells them.

    optional: the optional metadata fields as (type, value); servers before 8.0 write none. Where they do not tell:
    integers are signed, text is bytes (collation 63; so the trailing zero bytes of a CHAR are taken for padding), ENUM
    and SET have no members (but a width, in `length`), a geometry may be of any type.
    Without the flag BIT_LEN_EXACT (5.1.27 and before) the length of BIT counts whole bytes.
    names: of the columns; by default those of the optional metadata, else `@1`, `@2` ... as mysqlbinlog prints them.
    A collation this library does not know is read as binary. Raises CorruptLogError.
    """
    columns: _Fields = []
    offset = 0
    count = len(column_types)
    if count > MAX_COLUMNS:
        raise CorruptLogError(f"Table_map: {count} columns, a table has at most {MAX_COLUMNS}")
    # early trees of 5.1 wrote neither metadata nor null bits
    nullable = set(columns_of_bitmap(null_bits, count) if null_bits else range(count))
    for index, code in enumerate(column_types):
        try:
            wire_type = ColumnType(code)
            codec = CODECS[wire_type]
        except (ValueError, KeyError):
            raise CorruptLogError(f"Table_map: column {index + 1} has the unknown type {code}") from None
        end = codec.metadata_end(metadata, offset)
        if end > len(metadata):
            raise CorruptLogError(f"Table_map: the metadata ends before that of column {index + 1}")
        try:
            fields = codec.spec_fields(wire_type, metadata[offset:end])
        except ValueError as error:
            raise CorruptLogError(f"Table_map: the metadata of column {index + 1}: {error}") from None
        columns.append({"name": f"@{index + 1}", "nullable": index in nullable} | fields)
        offset = end
    _apply_optional(columns, dict(optional))
    for column, name in zip(columns, names or (), strict=names is not None):
        column["name"] = name
    return tuple(ColumnSpec(**column) for column in columns)


def primary_key_of(optional: Iterable[tuple[int, bytes]]) -> tuple[tuple[int, int], ...] | None:
    """The primary key that the optional metadata states, as `optional_metadata` takes it; None if it states none."""
    fields = dict(optional)
    if MetadataFieldType.SIMPLE_PRIMARY_KEY in fields:
        return tuple((column, 0) for column in _value(fields, MetadataFieldType.SIMPLE_PRIMARY_KEY))
    if MetadataFieldType.PRIMARY_KEY_WITH_PREFIX in fields:
        return tuple((part.column, part.length) for part in _value(fields, MetadataFieldType.PRIMARY_KEY_WITH_PREFIX))
    return None


def _value(fields: dict[int, bytes], field_type: MetadataFieldType) -> Any:
    return metadata_value(MetadataField(field_type, fields[field_type]))


def _apply_optional(columns: _Fields, fields: dict[int, bytes]) -> None:
    for field, setter in _SETTERS.items():
        if field in fields:
            try:
                setter(columns, _value(fields, field))
            except (ValueError, IndexError) as error:
                raise CorruptLogError(f"Table_map: optional metadata {field.name}: {error}") from error
    for column in columns:
        if "collation" in column:
            column["collation"] = collation_or_binary(column["collation"]).id

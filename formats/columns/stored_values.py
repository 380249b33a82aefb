"""Values as people write them -> values as storage holds them (`values.ColumnValue`), and names of ENUM and SET back.

    stored_value(spec, "large")            an ENUM's member by its name          -> 3
    stored_value(spec, {"red", "blue"})    a SET's members                       -> 0b101
    stored_value(spec, (0.5, 1.0))         a VECTOR's entries                    -> bytes
    stored_value(spec, Point(1, 2))        a shape, or a Geometry with its SRID  -> bytes
    stored_value(spec, {"k": [1, 2]})      a JSON object or array                -> JsonDocument

Every other value is given back as it is: the codecs check it.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, cast, get_args

from binwriter.formats.collations import BINARY_COLLATION_ID
from binwriter.formats.columns.geometry import Geometry, Shape, geometry
from binwriter.formats.columns.json.documents import JSON_LENGTH_BYTES
from binwriter.formats.columns.registry import codec_for
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.strings import CharacterCodec
from binwriter.formats.columns.values import ColumnValue, JsonDocument, StoredCell
from binwriter.formats.columns.vector import vector
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import CorruptLogError, EncodeError

# What may stand in a row that is given to be logged.
InputValue = ColumnValue | AbstractSet[str] | Geometry | Shape | Sequence[Any] | Mapping[str, Any]

_SHAPES = get_args(Shape)
SRID_BYTES = 4  # of a stored geometry, in front


def enum_value(spec: ColumnSpec, name: str) -> int:
    """The number of an ENUM's member, from 1 on. Names are compared exactly. Raises EncodeError if it is none."""
    return _member(spec, name) + 1


def set_value(spec: ColumnSpec, names: Iterable[str]) -> int:
    """The bit mask of a SET's members. Raises EncodeError if one is none."""
    mask = 0
    for name in names:
        mask |= 1 << _member(spec, name)
    return mask


def enum_name(spec: ColumnSpec, value: int) -> str | None:
    """The name of an ENUM's member; '' for 0, the error value. None if the member is not known."""
    if value == 0:
        return ""
    return spec.members[value - 1] if 0 < value <= len(spec.members) else None


def set_names(spec: ColumnSpec, value: int) -> tuple[str, ...] | None:
    """The names of a SET's members, in the column's order. None if one of them is not known."""
    if value >> len(spec.members):
        return None
    return tuple(name for bit, name in enumerate(spec.members) if value >> bit & 1)


def _member(spec: ColumnSpec, name: str) -> int:
    try:
        return spec.members.index(name)
    except ValueError:
        members = reprlib.repr(spec.members)
        raise EncodeError(
            f"column {spec.name!r}, {spec.type.name}: not one of its members {members}: {reprlib.repr(name)}"
        ) from None


def _enum(spec: ColumnSpec, value: Any) -> Any:
    return enum_value(spec, value) if type(value) is str else value


def _set(spec: ColumnSpec, value: Any) -> Any:
    return set_value(spec, value) if isinstance(value, set | frozenset) else value


def _vector(spec: ColumnSpec, value: Any) -> Any:
    return vector(value) if isinstance(value, tuple | list) else value


def _spatial(spec: ColumnSpec, value: Any) -> Any:
    if isinstance(value, Geometry):
        value = geometry(value.shape, value.srid)
    elif isinstance(value, _SHAPES):
        return geometry(value, spec.srid or 0)
    if spec.srid is not None and isinstance(value, bytes):
        check_srid(spec, value)
    return value


def check_srid(spec: ColumnSpec, value: bytes) -> None:
    """EncodeError for a geometry that has not the SRID of its column: a server refuses it (3643)."""
    srid = int.from_bytes(value[:SRID_BYTES], "little")
    if srid != spec.srid:
        raise EncodeError(f"column {spec.name!r}, GEOMETRY: its values have SRID {spec.srid}, not {srid}")


def _json(spec: ColumnSpec, value: Any) -> Any:
    return JsonDocument(value) if isinstance(value, dict | list | tuple) else value


_CONVERTERS: dict[ColumnType, Callable[[ColumnSpec, Any], Any]] = {
    ColumnType.ENUM: _enum,
    ColumnType.SET: _set,
    ColumnType.VECTOR: _vector,
    ColumnType.GEOMETRY: _spatial,
    ColumnType.JSON: _json,
}


def stored_value(spec: ColumnSpec, value: InputValue) -> ColumnValue:
    """The value that the column's codec takes. Raises EncodeError naming the column for a name that is no member."""
    converter = _CONVERTERS.get(spec.type)
    converted: Any = converter(spec, value) if converter is not None else value
    return cast(ColumnValue, converted)


def read_value(spec: ColumnSpec, value: Any) -> Any:
    """A value as a table keeps it, of one that a log has.

    BINARY has the zero bytes at its end, which no log has; a document the gaps that changes in place left.
    """
    if isinstance(value, StoredCell):
        if isinstance(value.value, JsonDocument):
            return JsonDocument(value.value.root, stored=value.stored[JSON_LENGTH_BYTES:])
        return _kept(spec, value)
    if spec.type is ColumnType.STRING and spec.collation == BINARY_COLLATION_ID and isinstance(value, bytes):
        return value.ljust(spec.length, b"\0")
    return value


def _kept(spec: ColumnSpec, cell: StoredCell) -> Any:
    """Bytes that no text gives are kept as they are (`charsets.stand_ins`)."""
    codec = codec_for(spec)
    if not isinstance(codec, CharacterCodec):
        return cell.value
    try:
        return codec.kept_text(cell.stored)
    except CorruptLogError:
        return cell.value


def row_converter(specs: Sequence[ColumnSpec]) -> Callable[[Iterable[InputValue]], tuple[ColumnValue, ...]]:
    """`stored_value` for whole rows of one table, made once: a function from the values to the row, one a column.

    The function raises EncodeError if there are more or fewer values than columns.
    """
    count = len(specs)
    convertible = [
        (index, spec, _CONVERTERS[spec.type]) for index, spec in enumerate(specs) if spec.type in _CONVERTERS
    ]

    def convert(values: Iterable[InputValue]) -> tuple[ColumnValue, ...]:
        row: list[Any] = list(values)
        if len(row) != count:
            raise EncodeError(f"the row has {len(row)} values, the table {count} columns")
        for index, spec, converter in convertible:
            row[index] = converter(spec, row[index])
        return tuple(row)

    return convert


def columns_converter(specs: Sequence[ColumnSpec]) -> Callable[[Sequence[Sequence[InputValue]]], list[Sequence[Any]]]:
    """The same for many rows, of which there is one at least, that stand as columns."""
    converters = [_CONVERTERS.get(spec.type) for spec in specs]

    def convert(columns: Sequence[Sequence[InputValue]]) -> list[Sequence[Any]]:
        return [
            values if converter is None else [converter(spec, value) for value in values]
            for spec, converter, values in zip(specs, converters, columns, strict=True)
        ]

    return convert


def as_columns(rows: Sequence[Sequence[InputValue]], count: int) -> list[Sequence[InputValue]]:
    """Rows of so many values, of which there is one at least, as columns. EncodeError if a row has others."""
    try:
        columns: list[Sequence[InputValue]] = list(zip(*rows, strict=True))
    except ValueError:
        columns = []
    if len(columns) != count:
        wrong = next(row for row in rows if len(row) != count)
        raise EncodeError(f"the row has {len(wrong)} values, the table {count} columns")
    return columns

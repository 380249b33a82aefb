"""A written data type -> ColumnSpec, with MySQL's limits and errors; and back to the text of SHOW CREATE TABLE.

Sources: MySQL manual, "Data Types" and "Data Type Storage Requirements"; the errors were seen on a 9.7.4.
"""

from __future__ import annotations

from collections.abc import Callable

from binwriter.errors import BinwriterError, UnsupportedError
from binwriter.formats.collations import (
    BINARY_COLLATION_ID,
    Collation,
    collation_by_id,
    collation_by_name,
)
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.errors import EncodeError
from binwriter.formats.records import dataclass
from binwriter.mysql.collation.supported import supported_collation, supported_default
from binwriter.mysql.messages.table import Diagnostic, mysql_error, mysql_warning
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table import equal_members
from binwriter.sql.expressions.numbers import shown_precision
from binwriter.sql.syntax.table import TypeSyntax
from binwriter.sql.types.kinds import GEOMETRY_NAMES

NATIONAL_CHARSET = "utf8mb3"
MAX_CHAR_LENGTH = 255  # characters
MAX_VARCHAR_BYTES = 65535
MAX_DECIMAL_PRECISION, MAX_SCALE = 65, 30
MAX_DISPLAY_WIDTH = 255
MAX_BITS = 64
MAX_FSP = 6
MAX_SET_MEMBERS = 64
_MAX_ENUM_MEMBERS, _LONGEST_MEMBER = 65535, 255
DEFAULT_VECTOR_DIMENSIONS = 2048

INTEGERS = {
    "TINYINT": ColumnType.TINY,
    "SMALLINT": ColumnType.SHORT,
    "MEDIUMINT": ColumnType.INT24,
    "INT": ColumnType.LONG,
    "BIGINT": ColumnType.LONGLONG,
}
TEMPORAL = {"TIME": ColumnType.TIME2, "DATETIME": ColumnType.DATETIME2, "TIMESTAMP": ColumnType.TIMESTAMP2}
# bytes of the length prefix -> the largest value in bytes
_BLOB_LIMITS = {size: (1 << 8 * size) - 1 for size in (1, 2, 3, 4)}
BLOB_SIZES = {"TINY": 1, "": 2, "MEDIUM": 3, "LONG": 4}
GEOMETRY_TYPES = {name: number for number, name in enumerate(GEOMETRY_NAMES)}


@dataclass(frozen=True, slots=True)
class TypeRequest:
    """A type to be resolved for a column. collate: its COLLATE clause; inherited: the table's default collation id;
    has_value: by DEFAULT, so that a VARCHAR becomes no TEXT."""

    name: str
    syntax: TypeSyntax
    nullable: bool
    visible: bool
    collate: str | None
    inherited: int
    context: StatementContext
    has_value: bool = False

    def spec(self, type_: ColumnType, **parameters: object) -> ColumnSpec:
        return ColumnSpec(self.name, type_, self.nullable, visible=self.visible, **parameters)  # type: ignore[arg-type]


_MOST_OF_ALL = (1 << 32) - 1  # whatever the type (captured: limits/numbers)
_MEASURED_OTHERWISE = frozenset({*TEMPORAL, "YEAR", "VECTOR"})


def column_spec(request: TypeRequest) -> ColumnSpec:
    """The column's spec. FLOAT(M,D) and DOUBLE(M,D) keep M and D in precision and scale.

    Raises MySQLError for sizes out of range, bad character sets and bad ENUM or SET members, UnsupportedError for a
    type that the server's version does not have (where it answers that the syntax is wrong).
    """
    variables = request.context.variables
    if request.syntax.name in variables.behaviour.missing_types:
        raise UnsupportedError(f"type {request.syntax.name} on a server of {variables.profile.series}")
    given = request.syntax.arguments
    if len(given) == 1 and given[0] > _MOST_OF_ALL and request.syntax.name not in _MEASURED_OTHERWISE:
        raise mysql_error("ER_TOO_BIG_DISPLAYWIDTH", request.name, _MOST_OF_ALL)
    return _BUILDERS[request.syntax.name](request)


# --- character sets and collations ----------------------------------------------------------------------------------


def server_collation(context: StatementContext) -> int:
    """The id of @@collation_server."""
    return collation_by_name(str(context.variables.get("collation_server"))).id


def charset_collation(charset: str, context: StatementContext) -> Collation:
    """A character set's default collation. ER_UNKNOWN_CHARACTER_SET, or UnsupportedError for one that MySQL has."""
    try:
        return supported_default(context.default_collation(charset))
    except EncodeError:
        raise mysql_error("ER_UNKNOWN_CHARACTER_SET", charset) from None


def named_collation(name: str) -> Collation:
    """A collation by name. ER_UNKNOWN_COLLATION, or UnsupportedError for one that only MySQL has."""
    try:
        return supported_collation(name)
    except EncodeError:
        raise mysql_error("ER_UNKNOWN_COLLATION", name) from None


def resolve_collation(charset: str | None, collate: str | None, inherited: int, context: StatementContext) -> Collation:
    """CHARACTER SET and COLLATE as written; without either the inherited one. 1253 if they do not fit together."""
    base = None if charset is None else charset_collation(charset, context)
    if collate is None:
        return collation_by_id(inherited) if base is None else base
    collation = named_collation(collate)
    if base is not None and base.charset != collation.charset:
        raise mysql_error("ER_COLLATION_CHARSET_MISMATCH", collation.name, base.charset)
    return collation


def _string_collation(request: TypeRequest) -> Collation:
    syntax = request.syntax
    if syntax.to_bytes:
        return collation_by_id(BINARY_COLLATION_ID)
    charset = NATIONAL_CHARSET if syntax.national else syntax.charset
    collation = resolve_collation(charset, request.collate, request.inherited, request.context)
    if syntax.bin_collation and collation.id != BINARY_COLLATION_ID:
        # the attribute BINARY wins over COLLATE (seen on 9.7.4)
        return collation_by_name(f"{collation.charset}_bin")
    return collation


# --- one builder a family -------------------------------------------------------------------------------------------


def _first(request: TypeRequest, default: int) -> int:
    return request.syntax.arguments[0] if request.syntax.arguments else default


def _display_width(request: TypeRequest, width: int) -> None:
    if width > MAX_DISPLAY_WIDTH:
        raise mysql_error("ER_TOO_BIG_DISPLAYWIDTH", request.name, MAX_DISPLAY_WIDTH)


def _integer(request: TypeRequest) -> ColumnSpec:
    _display_width(request, _first(request, 0))
    return request.spec(INTEGERS[request.syntax.name], unsigned=request.syntax.unsigned)


def _serial(request: TypeRequest) -> ColumnSpec:
    return request.spec(ColumnType.LONGLONG, unsigned=True)


def _check_scale(request: TypeRequest, precision: int, scale: int) -> None:
    if scale > MAX_SCALE:
        raise mysql_error("ER_TOO_BIG_SCALE", scale, request.name, MAX_SCALE)
    if precision < scale:
        raise mysql_error("ER_M_BIGGER_THAN_D", request.name)


def _decimal(request: TypeRequest) -> ColumnSpec:
    precision, scale = (*request.syntax.arguments, 0, 0)[:2]
    if scale > MAX_SCALE:
        raise mysql_error("ER_TOO_BIG_SCALE", scale, request.name, MAX_SCALE)
    if precision > MAX_DECIMAL_PRECISION:
        raise mysql_error("ER_TOO_BIG_PRECISION", shown_precision(precision), request.name, MAX_DECIMAL_PRECISION)
    precision = precision or (0 if scale else 10)
    _check_scale(request, precision, scale)
    return request.spec(ColumnType.NEWDECIMAL, unsigned=request.syntax.unsigned, precision=precision, scale=scale)


def _float(request: TypeRequest) -> ColumnSpec:
    """FLOAT(p): up to 24 bits FLOAT, up to 53 DOUBLE."""
    if len(request.syntax.arguments) == 1:
        bits = request.syntax.arguments[0]
        if bits > 53:
            raise mysql_error("ER_WRONG_FIELD_SPEC", request.name)
        type_ = ColumnType.FLOAT if bits <= 24 else ColumnType.DOUBLE
        return request.spec(type_, unsigned=request.syntax.unsigned)
    return _real_of(request, ColumnType.FLOAT)


def _double(request: TypeRequest) -> ColumnSpec:
    return _real_of(request, ColumnType.DOUBLE)


def _real(request: TypeRequest) -> ColumnSpec:
    as_float = request.context.has_mode("REAL_AS_FLOAT")
    return _real_of(request, ColumnType.FLOAT if as_float else ColumnType.DOUBLE)


def _real_of(request: TypeRequest, type_: ColumnType) -> ColumnSpec:
    unsigned = request.syntax.unsigned
    if not request.syntax.arguments:
        return request.spec(type_, unsigned=unsigned)
    precision, scale = request.syntax.arguments
    _check_scale(request, precision, scale)
    _display_width(request, precision)
    return request.spec(type_, unsigned=unsigned, precision=precision, scale=scale)


def _bit(request: TypeRequest) -> ColumnSpec:
    bits = _first(request, 1)
    if not bits:
        raise mysql_error("ER_INVALID_FIELD_SIZE", request.name)
    if bits > MAX_BITS:
        raise mysql_error("ER_TOO_BIG_DISPLAYWIDTH", request.name, MAX_BITS)
    return request.spec(ColumnType.BIT, length=bits)


def _year(request: TypeRequest) -> ColumnSpec:
    if _first(request, 4) != 4:
        raise mysql_error("ER_INVALID_YEAR_COLUMN_LENGTH")
    return request.spec(ColumnType.YEAR, unsigned=True)


def _date(request: TypeRequest) -> ColumnSpec:
    return request.spec(ColumnType.DATE)


def _with_fsp(request: TypeRequest) -> ColumnSpec:
    fsp = _first(request, 0)
    profile = request.context.variables.profile
    if request.syntax.arguments and not profile.fractional_seconds:
        raise UnsupportedError(f"{request.syntax.name}({fsp}) on a server of {profile.series}")
    if fsp > MAX_FSP:
        raise mysql_error("ER_TOO_BIG_PRECISION", fsp, request.name, MAX_FSP)
    return request.spec(TEMPORAL[request.syntax.name], fsp=fsp)


def _char(request: TypeRequest) -> ColumnSpec:
    collation = _string_collation(request)
    return _fixed(request, collation)


def _binary(request: TypeRequest) -> ColumnSpec:
    return _fixed(request, collation_by_id(BINARY_COLLATION_ID))


def _fixed(request: TypeRequest, collation: Collation) -> ColumnSpec:
    length = _first(request, 1)
    if length > MAX_CHAR_LENGTH:
        raise mysql_error("ER_TOO_BIG_FIELDLENGTH", request.name, MAX_CHAR_LENGTH)
    return request.spec(ColumnType.STRING, length=length * collation.mbmaxlen, collation=collation.id)


def _varchar(request: TypeRequest) -> ColumnSpec:
    return _varying(request, _string_collation(request), "VARCHAR", "TEXT")


def _varbinary(request: TypeRequest) -> ColumnSpec:
    return _varying(request, collation_by_id(BINARY_COLLATION_ID), "VARBINARY", "BLOB")


def _varying(request: TypeRequest, collation: Collation, name: str, blob_name: str) -> ColumnSpec:
    """A length beyond 65535 bytes is an error in strict mode; else the column becomes a TEXT or BLOB."""
    length = request.syntax.arguments[0] * collation.mbmaxlen
    if length <= MAX_VARCHAR_BYTES:
        return request.spec(ColumnType.VARCHAR, length=length, collation=collation.id)
    if request.context.strict or request.has_value:
        raise mysql_error("ER_TOO_BIG_FIELDLENGTH", request.name, MAX_VARCHAR_BYTES // collation.mbmaxlen)
    converted = mysql_warning("ER_AUTO_CONVERT", request.name, name, blob_name, level="Note")
    request.context.diagnostics.append(converted)
    return request.spec(ColumnType.BLOB, length=_blob_size(length), collation=collation.id)


def _blob_size(length: int) -> int:
    """Bytes of the length prefix of the smallest BLOB that holds so many bytes."""
    return next((size for size, limit in _BLOB_LIMITS.items() if length <= limit), 4)


def _text(request: TypeRequest) -> ColumnSpec:
    return _large(request, _string_collation(request), "TEXT")


def _blob(request: TypeRequest) -> ColumnSpec:
    if request.collate is not None and named_collation(request.collate).id != BINARY_COLLATION_ID:
        raise mysql_error("ER_COLLATION_CHARSET_MISMATCH", named_collation(request.collate).name, "binary")
    return _large(request, collation_by_id(BINARY_COLLATION_ID), "BLOB")


def _large(request: TypeRequest, collation: Collation, suffix: str) -> ColumnSpec:
    size = BLOB_SIZES[request.syntax.name.removesuffix(suffix)]
    if request.syntax.arguments:
        size = _blob_size(request.syntax.arguments[0] * collation.mbmaxlen)
    return request.spec(ColumnType.BLOB, length=size, collation=collation.id)


def _members(request: TypeRequest) -> ColumnSpec:
    """ENUM and SET: trailing spaces of members do not count; equal members are an error in strict mode."""
    kind = request.syntax.name
    collation = _string_collation(request)
    members = tuple(_member_text(member, collation).rstrip(" ") for member in request.syntax.members)
    for member in members:
        if len(member) > _LONGEST_MEMBER:
            raise mysql_error("ER_TOO_LONG_SET_ENUM_VALUE", request.name)
        if kind == "SET" and "," in member:
            raise mysql_error("ER_ILLEGAL_VALUE_FOR_TYPE", "set", member)
    equal_members.tell_of_members(
        request.name, kind, equal_members.equal_members(members, collation.id), request.context
    )
    if kind == "SET" and len(members) > MAX_SET_MEMBERS:
        raise mysql_error("ER_TOO_BIG_SET", request.name)
    if kind == "ENUM" and len(members) > _MAX_ENUM_MEMBERS:
        raise mysql_error("ER_TOO_BIG_ENUM", request.name)
    return request.spec(ColumnType[kind], collation=collation.id, members=members)


def _member_text(member: str | bytes, collation: Collation) -> str:
    """A member that was written as bytes: those of the column's character set."""
    if isinstance(member, str):
        return member
    try:
        return member.decode() if collation.id == BINARY_COLLATION_ID else collation.decode_keeping(member)
    except (ValueError, BinwriterError):
        raise UnsupportedError(f"bytes of no character of {collation.charset} in a list of members") from None


def _json(request: TypeRequest) -> ColumnSpec:
    return request.spec(ColumnType.JSON, length=4)


def _geometry(request: TypeRequest) -> ColumnSpec:
    return request.spec(ColumnType.GEOMETRY, length=4, geometry_type=GEOMETRY_TYPES[request.syntax.name])


def _vector(request: TypeRequest) -> ColumnSpec:
    """A server counts the bytes in 32 bits, whatever was given (asked of a 9.7.4; captured: limits/numbers)."""
    given = min(_first(request, DEFAULT_VECTOR_DIMENSIONS), (1 << 63) - 1)
    size = given * _BYTES_OF_A_DIMENSION & _MOST_OF_ALL
    dimensions, most = size // _BYTES_OF_A_DIMENSION, _MOST_DIMENSIONS * _BYTES_OF_A_DIMENSION
    if size > most:
        error = mysql_error("ER_EXCEEDS_VECTOR_MAX_DIMENSIONS", size, dimensions, most, _MOST_DIMENSIONS, request.name)
        width = mysql_error("ER_TOO_BIG_DISPLAYWIDTH", request.name, 255)
        error.later = (Diagnostic("Error", width.code, width.message),)
        raise error
    return request.spec(ColumnType.VECTOR, length=dimensions)


_BYTES_OF_A_DIMENSION, _MOST_DIMENSIONS = 4, 16383


_BUILDERS: dict[str, Callable[[TypeRequest], ColumnSpec]] = {
    **dict.fromkeys(INTEGERS, _integer),
    **dict.fromkeys(TEMPORAL, _with_fsp),
    **dict.fromkeys(GEOMETRY_TYPES, _geometry),
    **dict.fromkeys(("TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT"), _text),
    **dict.fromkeys(("TINYBLOB", "BLOB", "MEDIUMBLOB", "LONGBLOB"), _blob),
    "SERIAL": _serial,
    "DECIMAL": _decimal,
    "FLOAT": _float,
    "DOUBLE": _double,
    "REAL": _real,
    "BIT": _bit,
    "YEAR": _year,
    "DATE": _date,
    "CHAR": _char,
    "VARCHAR": _varchar,
    "BINARY": _binary,
    "VARBINARY": _varbinary,
    "ENUM": _members,
    "SET": _members,
    "JSON": _json,
    "VECTOR": _vector,
}


# --- and back -------------------------------------------------------------------------------------------------------

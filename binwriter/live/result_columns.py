"""What clients are told of the columns of a result, and how its values are sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property, partial
from typing import Any

from binwriter import data
from binwriter.formats.collations import BINARY_COLLATION_ID, Collation, collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass, replace
from binwriter.mysql.raw_bytes import NamesSent, RawText, as_column_name, bytes_of
from binwriter.mysql.variables.settings import Settings
from binwriter.sql.expressions.as_texts import sent_text
from binwriter.sql.expressions.types import INT_TYPE, ExprType, Kind, text_type
from binwriter.sql.query.described.temporary import BLOBS
from binwriter.statement.columns import NOT_IN_STRICT, ColumnFlag, ResultColumn
from binwriter.statement.result import StatementResult
from binwriter.wire.binary import binary_packets, encoder
from binwriter.wire.packets import FIRST, Packets, framed_all
from binwriter.wire.results import Renderer, text_rows

_TEXT_LENGTH = 1024
# First columns of SHOW TABLES, with the database behind it, and of what tells of an account.
_BEGINNINGS = ("Tables_in_", "Grants for ", "CREATE USER for ", "Database (")
_DEFINITIONS = ("Create Table", "Create View", "Create Procedure", "Create Function", "Create Event", "Create Library")
_SYSTEM = ("information_schema", "performance_schema")
_LONGEST = 0xFFFFFFFF

# how names of columns are sent, and whether the sql_mode is strict
Told = tuple[NamesSent, bool]
Encoded = Callable[[Any], bytes]  # a text, or bytes that are none, in what results are sent in
Columns = tuple[list[ResultColumn], Sequence[ExprType]]


@dataclass
class ResultForm:
    """How results of one description are sent. head: the packets in front of their rows. seen: the session's settings,
    and what SET NAMES chose, with which it was last found to be right. told: for which sessions it was made."""

    described: tuple[ResultColumn, ...] | None
    collation: int
    columns: list[ResultColumn]
    head: tuple[bytes, ...]
    renderers: list[Renderer]
    seen: tuple[Settings | None, str | None] = (None, None)
    told: Told = (NamesSent.CONVERTED, False)

    @cached_property
    def packets(self) -> Packets:
        """The head as an answer begins."""
        return Packets(*framed_all(self.head, FIRST))

    def binary(self, rows: Sequence[Sequence[Any]], sequence: int) -> tuple[bytes, int]:
        """Rows in packets, in the protocol of prepared statements; a `Framer`."""
        return binary_packets(rows, self.encoders, sequence)

    def text(self, rows: Sequence[Sequence[Any]], sequence: int) -> tuple[bytes, int]:
        """The same in the text protocol."""
        return framed_all(list(text_rows(rows, self.renderers)), sequence)

    @cached_property
    def encoders(self) -> list[Callable[[Any], bytes]]:
        """Of the binary protocol."""
        return [encoder(column, render) for column, render in zip(self.columns, self.renderers, strict=True)]


def columns_of(
    result: StatementResult,
    described: tuple[ResultColumn, ...] | None,
    collation: int,
    told: Told,
) -> Columns:
    """The columns of a result set and their types. collation: that texts are sent in; 0: in their own."""
    names, strict = told
    types = result.types or [_seen(row[place] for row in result.rows) for place in range(len(result.columns))]
    answered: Sequence[ResultColumn] = described if described is not None else _by_values(result.columns, types)
    if not answered or answered[0].schema in _SYSTEM or described is None:
        shown = _of_show(result.columns)
        if answered and shown and shown[0].schema == "performance_schema":  # of the session, or of the server
            shown = [
                replace(column, table=answered[0].table, original_table=answered[0].original_table) for column in shown
            ]
        answered = [_as_long(*placed, result.rows) for placed in enumerate(shown)] if shown else answered
    return [sent_in(_named(column, names), collation, strict=strict) for column in answered], types


def _named(column: ResultColumn, names: NamesSent) -> ResultColumn:
    name = column.name
    return column if name.isascii() or (shown := as_column_name(name, names)) == name else replace(column, name=shown)


def sent_in(column: ResultColumn, collation: int, *, strict: bool) -> ResultColumn:
    """A column whose texts are sent in that character set: its length is in bytes. strict: as the sql_mode is.

    Source: Protocol_classic::send_field_metadata; captured: tests/golden/wire/charsets.json.
    """
    if strict and column.not_in_strict:
        column = replace(column, flags=column.flags & ~ColumnFlag.NOT_NULL)
    if column.charset == BINARY_COLLATION_ID:
        return column
    own = collation_by_id(column.charset)
    if column.type in BLOBS:  # those have their length in bytes, others in characters
        length = column.length // own.mbminlen * collation_by_id(collation).mbmaxlen if collation else column.length
    else:
        length = column.length * (collation_by_id(collation) if collation else own).mbmaxlen
    return replace(column, charset=collation or column.charset, length=min(length, _LONGEST))


def _of_show(names: tuple[str, ...]) -> list[ResultColumn] | None:
    """What a server says of the result of SHOW that has these columns; None for any other."""
    known = _shown().get((_pattern(names[0]), *names[1:]))
    if known is None:
        return None
    return [
        replace(column, name=name, original_name=name if column.original_name == column.name else column.original_name)
        for column, name in zip(known, names, strict=True)
    ]


def _as_long(place: int, column: ResultColumn, rows: Sequence[Sequence[Any]]) -> ResultColumn:
    """Of SHOW CREATE: as long as the definition is."""
    if (column.length and column.name not in _DEFINITIONS) or not rows or not isinstance(text := rows[0][place], str):
        return column
    if not column.length:
        return replace(column, length=len(bytes_of(text)))
    return replace(column, length=max(column.length, len(bytes_of(text))))


def _pattern(name: str) -> str:
    return next((begin + "*" for begin in _BEGINNINGS if name.startswith(begin)), name)


@cache
def _shown() -> dict[tuple[str, ...], tuple[ResultColumn, ...]]:
    """By the names of the columns (`data/result_columns.txt`)."""
    shown_columns = {}
    for block in data.content("result_columns.txt").decode().split("\n\n"):
        columns = tuple(_shown_column(line) for line in block.splitlines() if not line.startswith("#"))
        shown_columns[tuple(column.name for column in columns)] = columns
    return shown_columns


def _shown_column(line: str) -> ResultColumn:
    name, schema, table, original, named, charset, length, code, flags, decimals = line.split("\t")
    numbers = (int(code), int(length), int(charset), int(flags.rstrip(NOT_IN_STRICT)), int(decimals))
    not_in_strict = flags.endswith(NOT_IN_STRICT)
    return ResultColumn(name, *numbers, name if named == "=" else named, table, original, schema, not_in_strict)


def _by_values(names: Iterable[str], types: Sequence[ExprType]) -> list[ResultColumn]:
    """Where nobody said (SHOW): what the values are."""
    return [
        ResultColumn(name, ColumnType.LONGLONG, 21, flags=ColumnFlag.BINARY)
        if type_ is INT_TYPE
        else ResultColumn(name, ColumnType.VAR_STRING, _TEXT_LENGTH, 255)
        for name, type_ in zip(names, types, strict=True)
    ]


def _seen(values: Iterable[Any]) -> ExprType:
    for value in values:
        if value is not None:
            return INT_TYPE if isinstance(value, int) else text_type(_TEXT_LENGTH)
    return text_type(_TEXT_LENGTH)


def renderers_of(
    types: Sequence[ExprType],
    columns: Sequence[ResultColumn],
    encoded: Encoded,
    *,
    as_they_are: bool = False,
    in_ascii: bool = True,
) -> list[Renderer]:
    """How the text protocol sends the values of these columns. as_they_are: texts in character sets of their own.
    in_ascii: whether ASCII has its own bytes in what texts are sent in."""
    return [
        partial(_filled, column.length, partial(_rendered, type_, encoded))
        if column.flags & ColumnFlag.ZEROFILL and column.type != ColumnType.YEAR and not type_.sent_bare
        else partial(_as_it_is, type_, collation)
        if as_they_are and (collation := _own_collation(type_)) is not None
        else partial(_converted, type_, encoded)
        if not in_ascii and _is_converted(type_, column)
        else partial(_rendered, type_, encoded)
        for type_, column in zip(types, columns, strict=True)
    ]


def _own_collation(type_: ExprType) -> Collation | None:
    """That of a text whose bytes are not UTF-8; None of others."""
    if type_.kind is not Kind.STRING or type_.column is ColumnType.JSON:
        return None
    collation = collation_by_id(type_.collation)
    return None if collation.charset in _SENT_AS_UTF8 else collation


def _as_it_is(type_: ExprType, collation: Collation, value: Any) -> bytes:
    text = sent_text(value, type_)
    return bytes(text) if isinstance(text, bytes) else collation.encode(text)


_SENT_AS_UTF8 = frozenset({"binary", "utf8mb3", "utf8mb4"})


def _filled(width: int, render: Renderer, value: Any) -> bytes:
    """ZEROFILL."""
    return render(value).rjust(width, b"0")


def _is_converted(type_: ExprType, column: ResultColumn) -> bool:
    """Whether values are texts of a character set, as computed decimals are (tests/golden/wire, own_charsets)."""
    return type_.kind in _TEXTS or (type_.kind is Kind.DECIMAL and not column.original_name)


_TEXTS = (Kind.STRING, Kind.JSON)


def _converted(type_: ExprType, encoded: Encoded, value: Any) -> bytes:
    text = sent_text(value, type_)
    return text if isinstance(text, bytes) and not isinstance(text, RawText) else encoded(text)


def _rendered(type_: ExprType, encoded: Encoded, value: Any) -> bytes:
    kind = type(value)
    if kind is str:
        return value.encode() if value.isascii() else encoded(value)
    text = sent_text(value, type_)
    if type(text) is str and text.isascii():
        return text.encode()
    return text if isinstance(text, bytes) and not isinstance(text, RawText) else encoded(text)

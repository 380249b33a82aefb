"""Literals into columns, a whole column at a time: what `store` would make of them where it has nothing to say.

A converter takes the literals as they are written, and gives their values; it raises NotPlainError (or another
ValueError) where one of them may need more than a look: rounding, cutting, a complaint, or a character set.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from decimal import Context, Decimal

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.texts import DatetimeTexts, DecimalTexts
from binwriter.formats.columns.values import ColumnValue
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.mysql.raw_bytes import bytes_of
from binwriter.sql.expressions.numbers import DOUBLE_MAX, FLOAT_MAX
from binwriter.sql.store.numbers import INTEGER_BITS, integer_range
from binwriter.sql.store.temporal import TIMESTAMP_END, TIMESTAMP_FIRST
from binwriter.sql.text.value_lists import bytes_text, kinds, string_literal, text_of, texts_of

_WIDE = Context(prec=120)
_DATE = r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
_CLOCK = r"[0-5][0-9]:[0-5][0-9]"
_MOMENT = f"'{_DATE} (?:[01][0-9]|2[0-3]):{_CLOCK}'"
_UNICODE = "utf8mb4"
_WITHOUT_ASCII = "swe7"
_NUMBERS = frozenset({*INTEGER_BITS, ColumnType.NEWDECIMAL, ColumnType.FLOAT, ColumnType.DOUBLE})


class NotPlainError(ValueError):
    """Some literal of a column is not plain."""


@dataclass(frozen=True, slots=True)
class Literals:
    """What the session makes of literals. unicode: they come as utf8mb4. zone: @@time_zone."""

    unicode: bool
    zone: Callable[[], tzinfo]


Values = Sequence[ColumnValue]
Converter = Callable[[Sequence[str], Literals], Values]


def converter_for(spec: ColumnSpec) -> Converter | None:
    """How a column takes its literals; None for a column that takes them one by one."""
    make = _MAKERS.get(spec.type)
    return None if make is None else make(spec)


def as_literals(texts: Sequence[str], spec: ColumnSpec) -> list[str]:
    """Texts of a file as converters take them: for a number as it stands, in quotes for others."""
    if spec.type in _NUMBERS:
        if spec.type in (ColumnType.FLOAT, ColumnType.DOUBLE) and any(text.startswith("-0") for text in texts):
            raise NotPlainError  # a text may be a negative zero
        return list(texts)
    whole = "".join(texts)
    if "\\" not in whole and "'" not in whole:
        return [f"'{text}'" for text in texts]
    return [string_literal(text) for text in texts]


def _all(pattern: str) -> Callable[[Sequence[str]], bool]:
    """Whether all cells, in which no comma may stand, are of this form."""
    match = re.compile(f"(?:{pattern},)*+", re.ASCII).fullmatch
    return lambda cells: match(",".join(cells) + ",") is not None


def _require(holds: bool) -> None:
    if not holds:
        raise NotPlainError


def _integers(spec: ColumnSpec) -> Converter:
    low, high = integer_range(spec.type, spec.unsigned)
    is_plain = _all("-?[0-9]{1,20}")

    def convert(cells: Sequence[str], literals: Literals) -> Values:
        _require(is_plain(cells))
        values = list(map(int, cells))
        _require(low <= min(values) and max(values) <= high)
        return values

    return convert


def _decimals(spec: ColumnSpec) -> Converter:
    sign = "" if spec.unsigned else "-?"
    whole = spec.precision - spec.scale
    digits = rf"{sign}[0-9]{{1,{whole}}}" if whole else f"{sign}0"
    exact = _all(rf"{digits}\.[0-9]{{{spec.scale}}}" if spec.scale else digits)
    shorter = _all(rf"{digits}(?:\.[0-9]{{0,{spec.scale}}})?")
    unit = Decimal(1).scaleb(-spec.scale)
    zero = Decimal(0).scaleb(-spec.scale)

    def convert(cells: Sequence[str], literals: Literals) -> Values:
        if exact(cells):
            return DecimalTexts(cells)
        _require(shorter(cells))
        return [value.quantize(unit, context=_WIDE) or zero for value in map(Decimal, cells)]

    return convert


def _reals(spec: ColumnSpec) -> Converter | None:
    if spec.precision:
        return None
    sign = "" if spec.unsigned else "-?"
    is_plain = _all(rf"{sign}[0-9]+(?:\.[0-9]*)?")
    single = spec.type is ColumnType.FLOAT
    largest = FLOAT_MAX if single else DOUBLE_MAX

    def convert(cells: Sequence[str], literals: Literals) -> Values:
        _require(is_plain(cells))
        values = [value or 0.0 for value in map(float, cells)]  # -0.0 is a DECIMAL's 0
        _require(max(map(abs, values)) <= largest)
        if single:
            form = f"<{len(values)}f"
            values = list(struct.unpack(form, struct.pack(form, *values)))
        return values

    return convert


def _strings(spec: ColumnSpec) -> Converter:
    if spec.collation == BINARY_COLLATION_ID:
        return _bytes(spec)
    collation = collation_by_id(spec.collation)
    char = spec.type is ColumnType.STRING
    if spec.type is ColumnType.BLOB:
        width = ((1 << 8 * spec.length) - 1) // collation.mbmaxlen
    else:
        width = spec.length // collation.mbmaxlen
    takes_all = collation.charset == _UNICODE
    takes_ascii = collation.charset != _WITHOUT_ASCII

    def convert(cells: Sequence[str], literals: Literals) -> Values:
        _require(kinds(cells) == {"'"})
        values = texts_of(cells)
        _require(max(map(len, values)) <= width)
        whole = "".join(values)
        if not (takes_ascii and whole.isascii()):
            _require(takes_all and literals.unicode)
            whole.encode()
        return [value.rstrip(" ") for value in values] if char else values

    return convert


def _bytes(spec: ColumnSpec) -> Converter:
    limit = (1 << 8 * spec.length) - 1 if spec.type is ColumnType.BLOB else spec.length
    pad = spec.type is ColumnType.STRING

    def value_of(cell: str) -> bytes:
        if cell.startswith("0x"):
            return bytes.fromhex(cell[2:] if not len(cell) % 2 else "0" + cell[2:])
        written = bytes_text(cell)
        return text_of(cell).encode() if written is None else bytes_of(written)

    def convert(cells: Sequence[str], literals: Literals) -> Values:
        _require(kinds(cells) <= {"'", "_", "0"} and all(cell[0] != "0" or cell[1:2] == "x" for cell in cells))
        _require(literals.unicode or "".join(cells).isascii())
        values = [value_of(cell) for cell in cells]
        _require(max(map(len, values)) <= limit)
        return [value.ljust(limit, b"\0") for value in values] if pad else values

    return convert


def _dates(spec: ColumnSpec) -> Converter:
    is_plain = _all(f"'{_DATE}'")

    def convert(cells: Sequence[str], literals: Literals) -> Values:
        _require(is_plain(cells))
        return [date.fromisoformat(cell[1:-1]) for cell in cells]

    return convert


def _moments(spec: ColumnSpec) -> Callable[[Sequence[str]], list[datetime]]:
    fraction = rf"(?:\.[0-9]{{1,{spec.fsp}}})?" if spec.fsp else ""
    is_plain = _all(f"{_MOMENT[:-1]}{fraction}'")

    def read(cells: Sequence[str]) -> list[datetime]:
        _require(is_plain(cells))
        return [datetime.fromisoformat(cell[1:-1]) for cell in cells]

    return read


def _datetimes(spec: ColumnSpec) -> Converter:
    read = _moments(spec)

    def convert(cells: Sequence[str], literals: Literals) -> Values:
        if spec.fsp:
            return read(cells)
        _require(is_plain(cells))
        texts = [cell[1:-1] for cell in cells]
        for day in {text[:10] for text in texts}:
            date.fromisoformat(day)  # which is in the calendar
        return DatetimeTexts(texts)

    is_plain = _all(_MOMENT)
    return convert


def _timestamps(spec: ColumnSpec) -> Converter:
    read = _moments(spec)

    def convert(cells: Sequence[str], literals: Literals) -> Values:
        zone = literals.zone()
        local = read(cells)
        instants = [moment.replace(tzinfo=zone).astimezone(UTC) for moment in local]
        if zone is not UTC:
            for moment, instant in zip(local, instants, strict=True):  # the clock may have skipped it
                _require(instant.astimezone(zone).replace(tzinfo=None) == moment)
        _require(min(instants) >= TIMESTAMP_FIRST and max(instants) < TIMESTAMP_END)
        return instants

    return convert


def _times(spec: ColumnSpec) -> Converter:
    fraction = rf"(?:\.[0-9]{{1,{spec.fsp}}})?" if spec.fsp else ""
    is_plain = _all(f"'-?[0-7]?[0-9][0-9]:{_CLOCK}{fraction}'")

    def length(text: str) -> timedelta:
        hours, minutes, seconds = text.lstrip("-").split(":")
        whole, _, part = seconds.partition(".")
        value = timedelta(
            hours=int(hours), minutes=int(minutes), seconds=int(whole), microseconds=int(part.ljust(6, "0"))
        )
        return -value if text[0] == "-" else value

    def convert(cells: Sequence[str], literals: Literals) -> Values:
        _require(is_plain(cells))
        return [length(cell[1:-1]) for cell in cells]

    return convert


_MAKERS: dict[ColumnType, Callable[[ColumnSpec], Converter | None]] = {
    **dict.fromkeys(INTEGER_BITS, _integers),
    ColumnType.NEWDECIMAL: _decimals,
    ColumnType.FLOAT: _reals,
    ColumnType.DOUBLE: _reals,
    ColumnType.STRING: _strings,
    ColumnType.VARCHAR: _strings,
    ColumnType.BLOB: _strings,
    ColumnType.DATE: _dates,
    ColumnType.DATETIME2: _datetimes,
    ColumnType.TIMESTAMP2: _timestamps,
    ColumnType.TIME2: _times,
}

"""Columns of every type and values that they can hold."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from binwriter.formats.collations import collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.temporal import MAX_TIME_SECONDS
from binwriter.formats.columns.values import IncompleteDate, JsonDocument, JsonOpaque
from binwriter.formats.constants import ColumnType

Cell = tuple[ColumnSpec, Any]
Draw = Callable[[st.SearchStrategy[Any]], Any]

INTEGER_BITS = {
    ColumnType.TINY: 8,
    ColumnType.SHORT: 16,
    ColumnType.INT24: 24,
    ColumnType.LONG: 32,
    ColumnType.LONGLONG: 64,
}
# latin1, ascii, utf8mb3, utf16, utf32, utf8mb4, and one of each way to write more than a byte
COLLATIONS = (8, 11, 33, 54, 60, 255, 1, 7, 12, 13, 19, 28, 35, 56, 95, 97, 248)
_CHARACTERS = st.characters(max_codepoint=0xD7FF) | st.characters(min_codepoint=0xE000)
_TEXT = st.text(_CHARACTERS, max_size=60)


@st.composite
def integers(draw: Draw) -> Cell:
    kind = draw(st.sampled_from(sorted(INTEGER_BITS)))
    unsigned = draw(st.booleans())
    lowest = 0 if unsigned else -(1 << (INTEGER_BITS[kind] - 1))
    value = draw(st.integers(lowest, lowest + (1 << INTEGER_BITS[kind]) - 1))
    return ColumnSpec("c", kind, unsigned=unsigned), value


@st.composite
def years(draw: Draw) -> Cell:
    return ColumnSpec("c", ColumnType.YEAR, unsigned=True), draw(st.just(0) | st.integers(1901, 2155))


@st.composite
def floats(draw: Draw) -> Cell:
    kind, width = draw(st.sampled_from(((ColumnType.FLOAT, 32), (ColumnType.DOUBLE, 64))))
    return ColumnSpec("c", kind), draw(st.floats(width=width, allow_nan=False, allow_infinity=False))


@st.composite
def decimals(draw: Draw) -> Cell:
    precision = draw(st.integers(1, 65))
    scale = draw(st.integers(0, min(precision, 30)))
    digits = draw(st.integers(-(10**precision) + 1, 10**precision - 1))
    sign, parts, _ = Decimal(digits).as_tuple()
    value = Decimal((sign, parts, -scale))
    return ColumnSpec("c", ColumnType.NEWDECIMAL, precision=precision, scale=scale), value


@st.composite
def bits(draw: Draw) -> Cell:
    length = draw(st.integers(1, 64))
    return ColumnSpec("c", ColumnType.BIT, length=length), draw(st.integers(0, (1 << length) - 1))


_WORDS = ("abc", "äöüß", "Привет", "日本語かなカナ", "中文繁體", "한국어", "ελληνικά", "€", "ｱｲｳ", "𝄞", "\\~")


def _encodable(text: str, collation: int) -> bool:
    try:
        collation_by_id(collation).encode(text)
    except Exception:
        return False
    return True


@st.composite
def texts(draw: Draw) -> Cell:
    collation = draw(st.sampled_from(COLLATIONS))
    # hardly any random character is in the smaller sets, so words that some of them have stand between them
    words = draw(st.lists(_TEXT | st.sampled_from(_WORDS), max_size=6))
    value = "".join(char for char in "".join(words)[:300] if _encodable(char, collation))
    longest = collation_by_id(collation).mbmaxlen * (len(value) + draw(st.integers(0, 300)))
    kind = draw(st.sampled_from((ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB)))
    if kind is ColumnType.BLOB:
        smallest = 1 if len(collation_by_id(collation).encode(value)) < 256 else 2
        return ColumnSpec("c", kind, length=draw(st.integers(smallest, 4)), collation=collation), value
    if kind is ColumnType.STRING:
        value, longest = value[:100].rstrip(" "), min(longest, 1020)
        longest = max(longest, 100 * collation_by_id(collation).mbmaxlen)
    return ColumnSpec("c", kind, length=longest, collation=collation), value


@st.composite
def binaries(draw: Draw) -> Cell:
    value = draw(st.binary(max_size=300))
    kind = draw(st.sampled_from((ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB, ColumnType.GEOMETRY)))
    if kind is ColumnType.GEOMETRY:
        return ColumnSpec("c", kind, length=4), value.ljust(9, b"x")
    if kind is ColumnType.BLOB:
        return ColumnSpec("c", kind, length=draw(st.integers(2, 4))), value
    if kind is ColumnType.STRING:
        value = value.rstrip(b"\0")
    return ColumnSpec("c", kind, length=len(value) + draw(st.integers(0, 300))), value


@st.composite
def member_types(draw: Draw) -> Cell:
    kind = draw(st.sampled_from((ColumnType.ENUM, ColumnType.SET)))
    count = draw(st.integers(1, 64) if kind is ColumnType.SET else st.sampled_from((1, 2, 255, 256, 1000)))
    members = tuple(f"m{index}" for index in range(count))
    highest = (1 << count) - 1 if kind is ColumnType.SET else count
    return ColumnSpec("c", kind, members=members, collation=255), draw(st.integers(0, highest))


def _fraction(draw: Draw, fsp: int) -> int:
    unit: int = 10 ** (6 - fsp)
    return int(draw(st.integers(0, 10**fsp - 1))) * unit


@st.composite
def dates(draw: Draw) -> Cell:
    partial = st.builds(IncompleteDate, st.integers(0, 9999), st.just(0), st.integers(0, 31))
    return ColumnSpec("c", ColumnType.DATE), draw(st.dates() | partial)


@st.composite
def times(draw: Draw) -> Cell:
    fsp = draw(st.integers(0, 6))
    seconds = draw(st.integers(-MAX_TIME_SECONDS + 1, MAX_TIME_SECONDS - 1))
    value = timedelta(seconds=seconds, microseconds=_fraction(draw, fsp))
    return ColumnSpec("c", ColumnType.TIME2, fsp=fsp), value


@st.composite
def datetimes(draw: Draw) -> Cell:
    fsp = draw(st.integers(0, 6))
    fraction = _fraction(draw, fsp)
    complete = st.datetimes().map(lambda value: value.replace(microsecond=fraction))
    partial = st.builds(
        IncompleteDate,
        *(st.integers(0, highest) for highest in (9999,)),
        month=st.just(0),
        day=st.integers(0, 31),
        hour=st.integers(0, 23),
        minute=st.integers(0, 59),
        second=st.integers(0, 59),
        microsecond=st.just(fraction),
    )
    return ColumnSpec("c", ColumnType.DATETIME2, fsp=fsp), draw(complete | partial)


@st.composite
def timestamps(draw: Draw) -> Cell:
    fsp = draw(st.integers(0, 6))
    instant = datetime.fromtimestamp(draw(st.integers(1, 2**31 - 1)), UTC).replace(microsecond=_fraction(draw, fsp))
    return ColumnSpec("c", ColumnType.TIMESTAMP2, fsp=fsp), draw(st.just(instant) | st.just(IncompleteDate()))


@st.composite
def old_temporals(draw: Draw) -> Cell:
    time = st.integers(-MAX_TIME_SECONDS, MAX_TIME_SECONDS).map(lambda seconds: timedelta(seconds=seconds))
    moment = st.datetimes().map(lambda value: value.replace(microsecond=0))
    instant = st.integers(1, 2**31 - 1).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
    kind, values = draw(
        st.sampled_from(
            ((ColumnType.TIME, time), (ColumnType.DATETIME, moment), (ColumnType.TIMESTAMP, instant)),
        )
    )
    return ColumnSpec("c", kind), draw(values)


@st.composite
def vectors(draw: Draw) -> Cell:
    dimensions = draw(st.integers(1, 20))
    value = draw(st.binary(min_size=4, max_size=4 * dimensions).map(lambda data: data[: len(data) // 4 * 4]))
    return ColumnSpec("c", ColumnType.VECTOR, length=dimensions), value


_JSON_TEXT = st.text(_CHARACTERS, max_size=20)
_JSON_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(1 << 63), (1 << 64) - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _JSON_TEXT
    | st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**20), max_value=10**20)
    | st.dates(min_value=date(1, 1, 1))
    | st.datetimes()
    | st.integers(-MAX_TIME_SECONDS, MAX_TIME_SECONDS).map(lambda seconds: timedelta(seconds=seconds))
    | st.builds(JsonOpaque, st.just(252), st.binary(max_size=200))
)
JSON_DOCUMENTS = st.recursive(
    _JSON_SCALARS,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(_JSON_TEXT, inner, max_size=6),
    max_leaves=20,
).map(JsonDocument)


@st.composite
def json_documents(draw: Draw) -> Cell:
    return ColumnSpec("c", ColumnType.JSON, length=4), draw(JSON_DOCUMENTS)


FAMILIES: dict[str, st.SearchStrategy[Cell]] = {
    "integers": integers(),
    "years": years(),
    "floats": floats(),
    "decimals": decimals(),
    "bits": bits(),
    "texts": texts(),
    "binaries": binaries(),
    "member_types": member_types(),
    "dates": dates(),
    "times": times(),
    "datetimes": datetimes(),
    "timestamps": timestamps(),
    "old_temporals": old_temporals(),
    "vectors": vectors(),
    "json": json_documents(),
}
CELLS = st.one_of(*FAMILIES.values())

"""How long the results of string functions become."""

from __future__ import annotations

from collections.abc import Callable

from binwriter.formats.collations import LATIN1_COLLATION_ID
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.collation import weight_lengths
from binwriter.sql.expressions.types import DEFAULT_COLLATION_ID, LONG_TEXT, Kind
from binwriter.sql.types.kinds import JSON, LONGEST_BYTES, Measure, constant_at, shown_length, text_of


def concat(measures: list[Measure]) -> Measure:
    return text_of(measures, sum)


def concat_ws(measures: list[Measure]) -> Measure:
    return text_of(measures, lambda lengths: sum(lengths[1:]) + lengths[0] * (len(lengths) - 2))


def replaced(measures: list[Measure]) -> Measure:
    return text_of(measures, lambda lengths: lengths[0] * max(1, lengths[2] - 1))


def padded(measures: list[Measure]) -> Measure:
    count = constant_at(measures, 1)
    return text_of([measures[0], measures[2]], lambda lengths: LONG_TEXT if count is None or count < 0 else count)


def repeated(measures: list[Measure]) -> Measure:
    count = constant_at(measures, 1)
    return text_of(measures[:1], lambda lengths: LONG_TEXT if count is None or count < 0 else lengths[0] * count)


def space(measures: list[Measure]) -> Measure:
    count = constant_at(measures, 0)
    return Measure(Kind.STRING, LONG_TEXT if count is None else max(0, count), width=4)


def first_text(measures: list[Measure]) -> Measure:
    if measures[0].kind is Kind.JSON:
        return replace(measures[0], kind=Kind.STRING)
    return text_of(measures[:1], max, LONGEST_BYTES)


def sounded(measures: list[Measure]) -> Measure:
    """SOUNDEX."""
    return text_of(measures[:1], lambda lengths: max(4, *lengths), LONGEST_BYTES)


def cut(measures: list[Measure]) -> Measure:
    count = constant_at(measures, 1)
    return text_of(
        measures[:1], lambda lengths: lengths[0] if count is None else max(0, min(lengths[0], count)), LONGEST_BYTES
    )


def substring(measures: list[Measure]) -> Measure:
    start, count = constant_at(measures, 1), constant_at(measures, 2)

    def length(lengths: list[int]) -> int:
        rest = lengths[0]
        if start is not None:
            rest = max(0, rest - start + 1) if start > 0 else min(rest, -start)
        return rest if count is None else max(0, min(rest, count))

    return text_of(measures[:1], length, LONGEST_BYTES)


def inserted(measures: list[Measure]) -> Measure:
    return text_of([measures[0], measures[3]], sum)


def elt(measures: list[Measure]) -> Measure:
    made = text_of(measures[1:], max)
    return replace(made, length=max(measure.length for measure in measures[1:]))


def make_set(measures: list[Measure]) -> Measure:
    return text_of(measures[1:], lambda lengths: sum(lengths) + len(lengths) - 1)


_SET_BITS = 64


def export_set(measures: list[Measure]) -> Measure:
    separator = measures[3].length if len(measures) > 3 else 1
    length = max(measures[1].length, measures[2].length) * _SET_BITS + separator * (_SET_BITS - 1)
    return Measure(Kind.STRING, length, width=4)


def byte_size(measure: Measure) -> int:
    return LONGEST_BYTES if measure.kind is Kind.JSON else measure.length * measure.width


def by_length(
    length: Callable[[Measure], int], *, binary: bool = False, most: int = LONG_TEXT
) -> Callable[[list[Measure]], Measure]:
    """most: bytes or characters that it has at most."""
    width = 1 if binary else 4
    return lambda measures: Measure(Kind.STRING, min(length(measures[0]), most), width=width, binary=binary)


def quoted(measures: list[Measure]) -> Measure:
    """QUOTE: of a number's digits, too, in latin1, the set of numbers (captured: clusters/quotes_of_numbers)."""
    measure = measures[0]
    if measure.kind is Kind.NULL:
        return Measure(Kind.STRING, len("NULL"), width=measure.width)
    if measure.kind not in (Kind.STRING, Kind.JSON):
        return Measure(Kind.STRING, 2 * shown_length(measure) + 2, width=1, collation=LATIN1_COLLATION_ID)
    if measure.kind is not Kind.STRING:
        length = JSON.length if measure.kind is Kind.JSON else 2 * shown_length(measure) + 2
        return Measure(Kind.STRING, length, width=measure.width)
    return replace(text_of(measures, lambda lengths: 2 * lengths[0] + 2), literal=False)


def grouped(measures: list[Measure]) -> Measure:
    """GROUP_CONCAT: a TEXT of as many characters as group_concat_max_len has bytes for."""
    made = text_of(measures, lambda lengths: _GROUP_LENGTH)
    return replace(made, length=_GROUP_LENGTH * made.width, field=ColumnType.BLOB)


_GROUP_LENGTH = 1024  # group_concat_max_len, unless it is set


def hex_length(measure: Measure) -> int:
    if measure.kind is Kind.NULL:
        return 0
    return 2 * byte_size(measure) if measure.kind in (Kind.STRING, Kind.JSON) or measure.kind.temporal else 16


def weights(measure: Measure) -> int:
    """Of WEIGHT_STRING(): what the collation needs at most for characters; others are bytes already."""
    form, sizes = measure.value if isinstance(measure.value, tuple) else ("", (0,))
    if form in ("BINARY", "INTERNAL"):
        return max(_LEAST_WEIGHTS, int(sizes[0]))
    if measure.kind.temporal:
        return _LEAST_WEIGHTS
    if measure.kind is Kind.STRING and not measure.binary:
        return weight_lengths.weight_length(measure.collation or DEFAULT_COLLATION_ID, measure.length, sizes[0])
    return max(_LEAST_WEIGHTS, int(sizes[0]), byte_size(measure))


_LEAST_WEIGHTS = 8
_BASE64_LINE = 76


def base64(measure: Measure) -> int:
    length = -(-byte_size(measure) // 3) * 4
    return length + max(0, length - 1) // _BASE64_LINE


def compressed(measure: Measure) -> int:
    size = byte_size(measure)
    return size + (size >> 12) + (size >> 14) + (size >> 25) + 18


_DATE_PARTS = {
    **dict.fromkeys("MW", 64),
    **dict.fromkeys("DYxX", 4),
    **dict.fromkeys("ab", 32),
    "j": 3,
    **dict.fromkeys("Hk", 7),
    "r": 11,
    "T": 8,
    "f": 6,
    **dict.fromkeys("UuVvmdhIiclpSsye", 2),
}  # any other character is itself


def date_pattern_length(pattern: str) -> int:
    """The characters that DATE_FORMAT and TIME_FORMAT may make of a pattern, of which each byte counts as one
    (captured: clusters/times_in_patterns)."""
    pattern = pattern.encode().decode("latin-1")
    length, position = 0, 0
    while position < len(pattern):
        if pattern[position] == "%" and position + 1 < len(pattern):
            position += 1
            length += _DATE_PARTS.get(pattern[position], 1)
        else:
            length += 1
        position += 1
    return length


def date_format(measures: list[Measure]) -> Measure:
    pattern = measures[1].value
    length = date_pattern_length(pattern) if isinstance(pattern, str) else measures[1].length * 10
    return Measure(Kind.STRING, length, width=4)


def from_seconds(measures: list[Measure]) -> Measure:
    """FROM_UNIXTIME: a moment with a number's digits behind the point, all six of a text or DOUBLE."""
    if len(measures) > 1:
        return date_format(measures)
    measure = measures[0]
    any_digits = measure.kind in (Kind.STRING, Kind.JSON) or (measure.kind is Kind.REAL and not measure.fixed)
    scale = _MOST_FRACTION if any_digits else min(measure.scale, _MOST_FRACTION)
    return Measure(Kind.DATETIME, 19 + (scale + 1 if scale else 0), scale)


_MOST_FRACTION = 6  # digits of a second
_FORMAT_DECIMALS = 30


def formatted(measure: Measure) -> int:
    length = shown_length(measure)
    return length + length // 3 + 2 + _FORMAT_DECIMALS


_SHA2_LENGTHS = {224: 56, 384: 96, 512: 128}


def sha2(measures: list[Measure]) -> Measure:
    bits = constant_at(measures, 1)
    return Measure(Kind.STRING, 128 if bits is None else _SHA2_LENGTHS.get(bits, 64), width=4)


def of_length(length: int, *, binary: bool = False) -> Measure:
    return Measure(Kind.STRING, length, width=1 if binary else 4, binary=binary)


def of_system(length: int) -> Measure:
    """A text in the character set of names, utf8mb3."""
    return Measure(Kind.STRING, length, width=3)

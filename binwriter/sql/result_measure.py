"""How wide a query's item is: digits, characters and scale, as a server computes them before it runs.

CREATE TABLE .. SELECT makes its columns from them. Source: MySQL manual, "CREATE TABLE ... SELECT Statement" and
"Precision Math"; every number here was read from tables that a 9.7.4 made
(tests/golden/scenarios/create_select_widths.scn).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlglot import exp

from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.sql.dialect import TYPED_LITERAL
from binwriter.sql.expressions.columns import column_type
from binwriter.sql.expressions.scope import Source
from binwriter.sql.expressions.types import LONG_TEXT, ExprType, Kind

_MAX_PRECISION = 65
_MAX_SCALE = 30
_LONG_DIGITS = 11  # what an INT shows at most; a result that may be longer is a BIGINT
_LITERAL_DIGITS = 10  # a literal of as many digits, sign included, is a BIGINT
_DOUBLE_LENGTH = 22
_GROUP_CONCAT = 1024


@dataclass(frozen=True, slots=True)
class Measure:
    """length: characters that it shows at most. wide: an integer that is a BIGINT. width: bytes of a character.

    literal: a constant of the statement's text; binary: a string of bytes; value: of a constant, for lengths.
    """

    kind: Kind
    length: int
    scale: int = 0
    unsigned: bool = False
    wide: bool = False
    width: int = 1
    literal: bool = False
    binary: bool = False
    single: bool = False
    truth: bool = False
    value: Any = None

    @property
    def precision(self) -> int:
        """Digits of a number."""
        if self.truth:
            return self.length
        if self.kind.temporal:
            return _TEMPORAL_DIGITS[self.kind] + self.scale
        return max(1, self.length - (not self.unsigned) - (self.scale > 0))

    @property
    def whole(self) -> int:
        """Digits before the point."""
        return self.precision - self.scale


# Looks a column up: its measure, or None where it is not known.
Lookup = Callable[[exp.Expression], Measure | None]

_TEMPORAL_DIGITS = {Kind.DATE: 8, Kind.TIME: 7, Kind.DATETIME: 14}
_INTEGER_LENGTHS = {
    ColumnType.TINY: (4, 3),
    ColumnType.SHORT: (6, 5),
    ColumnType.INT24: (9, 8),
    ColumnType.LONG: (11, 10),
    ColumnType.LONGLONG: (20, 20),
}


def of_column(spec: ColumnSpec) -> Measure:
    """Of a stored column."""
    lengths = _INTEGER_LENGTHS.get(spec.type)
    if lengths is not None:
        return Measure(Kind.INT, lengths[spec.unsigned], unsigned=spec.unsigned, wide=spec.type is ColumnType.LONGLONG)
    type_ = column_type(spec)
    if type_.kind is Kind.DECIMAL:
        return decimal(spec.precision, spec.scale, spec.unsigned)
    if type_.kind is Kind.TIME:
        return Measure(Kind.TIME, 10 + (spec.fsp + 1 if spec.fsp else 0), spec.fsp)
    if type_.kind is Kind.DATETIME:
        return Measure(Kind.DATETIME, 19 + (spec.fsp + 1 if spec.fsp else 0), spec.fsp)
    if type_.kind is Kind.STRING:
        binary = type_.collation == BINARY_COLLATION_ID
        return Measure(Kind.STRING, type_.length, width=collation_by_id(type_.collation).mbmaxlen, binary=binary)
    return Measure(type_.kind, type_.length or LONG_TEXT, 0, type_.unsigned, single=type_.single)


def of_type(type_: ExprType) -> Measure:
    """Of a column that is not stored: of a derived table, say."""
    if type_.kind is Kind.INT:
        return Measure(Kind.INT, type_.length, unsigned=type_.unsigned, wide=type_.length > _LONG_DIGITS)
    if type_.kind is Kind.STRING:
        width = collation_by_id(type_.collation).mbmaxlen
        return Measure(Kind.STRING, type_.length or LONG_TEXT, width=width, binary=type_.binary)
    return Measure(type_.kind, type_.length or LONG_TEXT, type_.scale, type_.unsigned, single=type_.single)


def lookup_in(sources: Sequence[Source]) -> Lookup:
    """What finds the columns of these sources by name."""

    def look_up(node: exp.Expression) -> Measure | None:
        for source in sources:
            index = source.index(node.name) if node.text("table") in ("", source.alias) else None
            if index is not None:
                found = source.columns[index]
                return of_type(found.type) if found.column is None else of_column(found.column.spec)
        return None

    return look_up


def measured_type(type_: ExprType, node: exp.Expression | None, sources: Sequence[Source]) -> ExprType:
    """The type of an item as a query around it sees it: its length is known; long integers have become BIGINT."""
    found = measure(node, lookup_in(sources))
    node = node.this if isinstance(node, exp.Alias) else node
    if found is None or found.kind is not type_.kind:
        return type_
    if found.kind is Kind.INT:
        is_column = isinstance(node, exp.Column)
        wide = found.wide or (not is_column and found.length >= _LITERAL_DIGITS)
        return replace(type_, length=max(21, found.length) if wide else found.length, unsigned=found.unsigned)
    if found.kind is Kind.DECIMAL:
        return replace(type_, length=found.length, scale=found.scale)
    if found.kind is Kind.STRING:
        length = found.length * found.width if type_.binary and not found.binary else found.length
        return replace(type_, length=length)
    return type_


def decimal(precision: int, scale: int, unsigned: bool = False) -> Measure:
    precision, scale = min(precision, _MAX_PRECISION), min(scale, _MAX_SCALE)
    return Measure(Kind.DECIMAL, precision + (not unsigned) + (scale > 0), scale, unsigned)


def integer(precision: int, unsigned: bool = False) -> Measure:
    length = precision + (not unsigned)
    return Measure(Kind.INT, length, unsigned=unsigned, wide=length > _LONG_DIGITS)


_REAL = Measure(Kind.REAL, _DOUBLE_LENGTH)
_NULL = Measure(Kind.NULL, 0)
_TRUTH = Measure(Kind.INT, 1, truth=True)
_BIGINT = Measure(Kind.INT, 21, wide=True)
_UNSIGNED = Measure(Kind.INT, 21, unsigned=True, wide=True)
_LONG = Measure(Kind.INT, 11)
_SMALL = Measure(Kind.INT, 3)


def measure(node: exp.Expression | None, lookup: Lookup) -> Measure | None:
    """The measure of an expression; None when it is not known here."""
    if node is None:
        return None
    if isinstance(node, (exp.Paren, exp.Alias)):
        return measure(node.this, lookup)
    if isinstance(node, exp.Column):
        return lookup(node)
    for kinds, rule in _NODES:
        if isinstance(node, kinds):
            return rule(node, lookup)
    name, arguments = called(node)
    if name in _BY_NAME:
        return _BY_NAME[name]
    found = _FUNCTIONS.get(name)
    if found is None:
        return None
    measured = [measure(argument, lookup) for argument in arguments]
    if any(one is None for one in measured):
        return None
    return found([one for one in measured if one is not None])


def called(node: object) -> tuple[str, list[exp.Expression]]:
    """The function's name in upper case, and what it is called with."""
    if isinstance(node, exp.Anonymous):
        return str(node.this).upper(), [one for one in node.expressions if isinstance(one, exp.Expression)]
    if isinstance(node, exp.Substring):
        parts = (node.this, node.args.get("start"), node.args.get("length"))
        return "SUBSTRING", [one for one in parts if isinstance(one, exp.Expression)]
    if isinstance(node, exp.Expression):
        many = isinstance(node, (exp.Case, exp.If, exp.Coalesce))
        children = node.iter_expressions() if many else iter((node.this,))
        return node.key.upper(), [one for one in children if isinstance(one, exp.Expression)]
    return "", []


# --- literals and operators -------------------------------------------------------------------------------------------


def _literal(node: exp.Expression, lookup: Lookup) -> Measure:
    text = str(node.this)
    if getattr(node, "is_string", False):
        return Measure(Kind.STRING, len(text), width=4, literal=True, value=text)
    if "e" in text.lower():
        return replace(_REAL, literal=True)
    if "." not in text and len(text) < 19:
        length = len(text) + 1
        wide = length >= _LITERAL_DIGITS
        return Measure(Kind.INT, length, wide=wide, literal=True, value=int(text))
    whole, _, fraction = text.partition(".")
    return replace(decimal(max(1, len(whole.lstrip("0")) + len(fraction)), len(fraction)), literal=True)


def _numeric(one: Measure) -> Measure:
    """An operand in numeric context."""
    if one.kind is Kind.YEAR:
        return Measure(Kind.INT, 4, unsigned=True)
    if one.kind is Kind.NULL:
        return Measure(Kind.INT, 2)
    if one.kind.temporal:
        digits = one.precision
        return decimal(digits, one.scale) if one.scale else integer(digits)
    if one.kind in (Kind.STRING, Kind.JSON):
        return _REAL
    return one


Arithmetic = Callable[[Measure, Measure], Measure]


def _arithmetic(exact: Arithmetic) -> Callable[[exp.Expression, Lookup], Measure | None]:
    def rule(node: exp.Expression, lookup: Lookup) -> Measure | None:
        if isinstance(node.this, exp.Interval) or isinstance(node.expression, exp.Interval):
            return None
        left, right = measure(node.this, lookup), measure(node.expression, lookup)
        return None if left is None or right is None else _computed(exact, left, right)

    return rule


def _computed(exact: Arithmetic, left: Measure, right: Measure) -> Measure:
    one, two = _numeric(left), _numeric(right)
    return _REAL if Kind.REAL in (one.kind, two.kind) else exact(one, two)


def _exact(precision: int, scale: int, one: Measure, two: Measure) -> Measure:
    if Kind.DECIMAL in (one.kind, two.kind):
        return decimal(precision, scale, one.unsigned and two.unsigned)
    return integer(precision, one.unsigned or two.unsigned)


def _add(one: Measure, two: Measure) -> Measure:
    scale = max(one.scale, two.scale)
    return _exact(max(one.whole, two.whole) + 1 + scale, scale, one, two)


def _multiply(one: Measure, two: Measure) -> Measure:
    return _exact(one.precision + two.precision, one.scale + two.scale, one, two)


def _modulo(one: Measure, two: Measure) -> Measure:
    if Kind.DECIMAL in (one.kind, two.kind):
        return decimal(max(one.precision, two.precision), max(one.scale, two.scale), one.unsigned)
    return integer(max(one.precision, two.precision), one.unsigned)


def _whole_quotient(node: exp.Expression, lookup: Lookup) -> Measure | None:
    left, right = measure(node.this, lookup), measure(node.expression, lookup)
    if left is None or right is None:
        return None
    one, two = _numeric(left), _numeric(right)
    return integer(one.whole if one.kind is not Kind.REAL else 20, one.unsigned or two.unsigned)


def divide(one: Measure, two: Measure, increment: int = 4) -> Measure:
    return decimal(one.precision + two.scale + increment, one.scale + increment, one.unsigned and two.unsigned)


def _negate(node: exp.Expression, lookup: Lookup) -> Measure | None:
    inner = measure(node.this, lookup)
    if inner is None:
        return None
    one = _numeric(inner)
    if one.literal and one.kind is Kind.INT and isinstance(node.this, exp.Literal):
        return replace(one, value=-int(one.value), wide=one.length > _LITERAL_DIGITS)
    if one.kind is Kind.INT:
        return integer(one.precision)
    return replace(one, unsigned=False, length=one.length + one.unsigned, literal=False)


def _bits(node: exp.Expression, lookup: Lookup) -> Measure | None:
    return _UNSIGNED


def _truth(node: exp.Expression, lookup: Lookup) -> Measure | None:
    return _TRUTH


def _cast(node: exp.Expression, lookup: Lookup) -> Measure | None:
    if node.meta.get(TYPED_LITERAL):
        return None
    inner = measure(node.this, lookup)
    to = node.args.get("to")
    if inner is None or not isinstance(to, exp.DataType):
        return None
    sizes = [int(one.this.name) for one in to.expressions if one.this.name.isdigit()]
    name = to.this.value if isinstance(to.this, exp.DataType.Type) else ""
    if name in ("CHAR", "VARCHAR", "TEXT") and to.args.get("charset") is None:
        length = sizes[0] if sizes else inner.length
        return Measure(Kind.STRING, length, width=4)
    if name in ("BINARY", "VARBINARY"):
        return Measure(Kind.STRING, sizes[0] if sizes else inner.length * inner.width, binary=True)
    if name in ("BIGINT", "INT"):
        return _BIGINT
    if name in ("UBIGINT", "UINT"):
        return _UNSIGNED
    if name == "DECIMAL":
        return decimal(sizes[0] if sizes else 10, sizes[1] if len(sizes) > 1 else 0)
    return None


_LONG_UNITS = frozenset({"DAY_SECOND", "DAY_MICROSECOND", "HOUR_MICROSECOND", "MINUTE_MICROSECOND"})


def _extract(node: exp.Expression, lookup: Lookup) -> Measure | None:
    return _BIGINT if node.name.upper() in _LONG_UNITS else _LONG


def _if(node: exp.Expression, lookup: Lookup) -> Measure | None:
    return _choice([node.args.get("true"), node.args.get("false")], lookup)


def _case(node: exp.Expression, lookup: Lookup) -> Measure | None:
    results = [branch.args.get("true") for branch in node.args.get("ifs") or ()]
    default = node.args.get("default")
    return _choice([*results, *([] if default is None else [default])], lookup)


def _choice(nodes: Sequence[exp.Expression | None], lookup: Lookup) -> Measure | None:
    found = [_NULL if node is None else measure(node, lookup) for node in nodes]
    known = [one for one in found if one is not None]
    return unified(known) if len(known) == len(found) else None


def unified(found: Sequence[Measure]) -> Measure:
    """The measure of a value that comes from any of these."""
    known = [one for one in found if one.kind is not Kind.NULL]
    if not known:
        return _NULL
    kinds = {one.kind for one in known}
    longest = max(one.length for one in known)
    if kinds <= {Kind.INT, Kind.DECIMAL, Kind.REAL, Kind.YEAR}:
        if kinds == {Kind.YEAR}:
            return known[0]
        if Kind.REAL in kinds:
            singles = all(one.single for one in known if one.kind is Kind.REAL)
            return replace(_REAL, single=singles)
        if Kind.DECIMAL in kinds:
            scale = max(one.scale for one in known)
            return decimal(max(one.whole for one in known) + scale, scale, all(one.unsigned for one in known))
        unsigned = all(one.unsigned for one in known)
        return Measure(Kind.INT, longest, unsigned=unsigned, wide=any(one.wide for one in known))
    if len(kinds) == 1 and (known[0].kind.temporal or known[0].kind is Kind.JSON):
        return replace(known[0], length=longest, scale=max(one.scale for one in known))
    if all(kind.temporal for kind in kinds):
        scale = max(one.scale for one in known)
        return Measure(Kind.DATETIME, 19 + (scale + 1 if scale else 0), scale)
    return _text(known, lambda lengths: max(lengths))


# --- strings ----------------------------------------------------------------------------------------------------------


def _text(found: Sequence[Measure], length: Callable[[list[int]], int]) -> Measure:
    """A string made of these: bytes where one of them is a string of bytes."""
    binary = any(one.binary for one in found)
    lengths = [one.length * one.width if binary else one.length for one in found]
    width = 1 if binary else max((one.width for one in found if one.kind is Kind.STRING), default=4)
    return Measure(Kind.STRING, min(length(lengths), LONG_TEXT), width=width, binary=binary)


def _constant(found: Sequence[Measure], position: int) -> int | None:
    if position >= len(found):
        return None
    value = found[position].value
    return value if isinstance(value, int) else None


def _concat(found: list[Measure]) -> Measure:
    return _text(found, sum)


def _concat_ws(found: list[Measure]) -> Measure:
    return _text(found, lambda lengths: sum(lengths[1:]) + lengths[0] * (len(lengths) - 2))


def _replaced(found: list[Measure]) -> Measure:
    return _text(found, lambda lengths: lengths[0] * max(1, lengths[2] - 1))


def _padded(found: list[Measure]) -> Measure:
    count = _constant(found, 1)
    return _text([found[0], found[2]], lambda lengths: LONG_TEXT if count is None or count < 0 else count)


def _repeated(found: list[Measure]) -> Measure:
    count = _constant(found, 1)
    return _text(found[:1], lambda lengths: LONG_TEXT if count is None or count < 0 else lengths[0] * count)


def _space(found: list[Measure]) -> Measure:
    count = _constant(found, 0)
    return Measure(Kind.STRING, LONG_TEXT if count is None else max(0, count), width=4)


def _first(found: list[Measure]) -> Measure:
    return _text(found[:1], max)


def _cut(found: list[Measure]) -> Measure:
    count = _constant(found, 1)
    return _text(found[:1], lambda lengths: lengths[0] if count is None else max(0, min(lengths[0], count)))


def _substring(found: list[Measure]) -> Measure:
    start, count = _constant(found, 1), _constant(found, 2)

    def length(lengths: list[int]) -> int:
        rest = lengths[0]
        if start is not None:
            rest = max(0, rest - start + 1) if start > 0 else min(rest, -start)
        return rest if count is None else max(0, min(rest, count))

    return _text(found[:1], length)


def _inserted(found: list[Measure]) -> Measure:
    return _text([found[0], found[3]], sum)


def _elt(found: list[Measure]) -> Measure:
    made = _text(found[1:], max)
    return replace(made, length=max(one.length for one in found[1:]))


def _make_set(found: list[Measure]) -> Measure:
    return _text(found[1:], lambda lengths: sum(lengths) + len(lengths) - 1)


_SET_BITS = 64


def _export_set(found: list[Measure]) -> Measure:
    separator = found[3].length if len(found) > 3 else 1
    length = max(found[1].length, found[2].length) * _SET_BITS + separator * (_SET_BITS - 1)
    return Measure(Kind.STRING, length, width=4)


def _size(one: Measure) -> int:
    return one.length * one.width


def _plain(length: Callable[[Measure], int], *, binary: bool = False) -> Callable[[list[Measure]], Measure]:
    width = 1 if binary else 4
    return lambda found: Measure(Kind.STRING, min(length(found[0]), LONG_TEXT), width=width, binary=binary)


def _hex(one: Measure) -> int:
    return 2 * _size(one) if one.kind is Kind.STRING or one.kind.temporal else 16


_BASE64_LINE = 76


def _base64(one: Measure) -> int:
    length = -(-_size(one) // 3) * 4
    return length + max(0, length - 1) // _BASE64_LINE


def _compressed(one: Measure) -> int:
    size = _size(one)
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
    **dict.fromkeys("w%", 1),
}


def date_pattern_length(pattern: str) -> int:
    """The characters that DATE_FORMAT and TIME_FORMAT may make of a pattern."""
    length, position = 0, 0
    while position < len(pattern):
        if pattern[position] == "%" and position + 1 < len(pattern):
            position += 1
            length += _DATE_PARTS.get(pattern[position], 2)
        else:
            length += 1
        position += 1
    return length


def _date_format(found: list[Measure]) -> Measure:
    pattern = found[1].value
    length = date_pattern_length(pattern) if isinstance(pattern, str) else found[1].length * 10
    return Measure(Kind.STRING, length, width=4)


_FORMAT_DECIMALS = 30


def _formatted(one: Measure) -> int:
    return one.length + one.length // 3 + 2 + _FORMAT_DECIMALS


_SHA2_LENGTHS = {224: 56, 0: 64, 256: 64, 384: 96}


def _sha2(found: list[Measure]) -> Measure:
    bits = _constant(found, 1)
    return Measure(Kind.STRING, 128 if bits is None else _SHA2_LENGTHS.get(bits, 128), width=4)


def _fixed(length: int, *, binary: bool = False) -> Callable[[list[Measure]], Measure]:
    return lambda found: Measure(Kind.STRING, length, width=1 if binary else 4, binary=binary)


# --- numbers ----------------------------------------------------------------------------------------------------------


def _absolute(found: list[Measure]) -> Measure:
    return replace(_numeric(found[0]), literal=False)


def _rounded(cuts: bool) -> Callable[[list[Measure]], Measure]:
    def rule(found: list[Measure]) -> Measure:
        one = _numeric(found[0])
        if found[0].kind is Kind.NULL or one.kind is Kind.REAL:
            return _REAL
        if one.kind is Kind.INT:
            return replace(one, wide=True, literal=False)
        places = _constant(found, 1) if len(found) > 1 else 0
        if places is None:
            return one
        scale = min(max(0, places), one.scale)
        grows = not cuts and (scale < one.scale or len(found) == 1)
        return decimal(one.whole + scale + grows, scale, one.unsigned)

    return rule


_BIGINT_DIGITS = 18


def _whole(found: list[Measure]) -> Measure:
    one = _numeric(found[0])
    if one.kind is Kind.REAL:
        return _REAL
    if one.kind is Kind.DECIMAL and one.whole > _BIGINT_DIGITS:
        return decimal(one.whole, 0)
    return replace(_BIGINT, unsigned=one.kind is Kind.INT and one.unsigned)


def _sum(found: list[Measure]) -> Measure:
    one = _numeric(found[0])
    return _REAL if one.kind is Kind.REAL else decimal(one.precision + 22, one.scale)


def average(found: list[Measure], increment: int = 4) -> Measure:
    one = _numeric(found[0])
    return _REAL if one.kind is Kind.REAL else decimal(one.precision + increment, one.scale + increment)


def _extreme(found: list[Measure]) -> Measure:
    one = found[0]
    return replace(one, wide=True, literal=False) if one.kind is Kind.INT else replace(one, literal=False)


def _first_known(found: list[Measure]) -> Measure:
    """IFNULL and COALESCE: beside something else a literal makes a BIGINT."""
    made = unified(found)
    known = [one for one in found if one.kind is not Kind.NULL]
    if made.kind is Kind.INT and len(known) > 1 and any(one.literal or one.truth for one in known):
        return replace(made, wide=True)
    return made


_FUNCTIONS: dict[str, Callable[[list[Measure]], Measure]] = {
    "CONCAT": _concat,
    "CONCAT_WS": _concat_ws,
    "REPLACE": _replaced,
    **dict.fromkeys(("LPAD", "RPAD"), _padded),
    "REPEAT": _repeated,
    "SPACE": _space,
    **dict.fromkeys(
        ("UPPER", "UCASE", "LOWER", "LCASE", "REVERSE", "LTRIM", "RTRIM", "TRIM", "SUBSTRING_INDEX", "ANY_VALUE"),
        _first,
    ),
    "REGEXP_SUBSTR": _first,
    "REGEXP_REPLACE": lambda found: replace(_first(found), length=LONG_TEXT),
    **dict.fromkeys(("LEFT", "RIGHT"), _cut),
    **dict.fromkeys(("SUBSTRING", "SUBSTR", "MID"), _substring),
    "INSERT": _inserted,
    "ELT": _elt,
    "MAKE_SET": _make_set,
    "EXPORT_SET": _export_set,
    "HEX": _plain(_hex),
    "UNHEX": _plain(lambda one: (_size(one) + 1) // 2, binary=True),
    "TO_BASE64": _plain(_base64),
    "FROM_BASE64": _plain(lambda one: _size(one) * 3 // 4, binary=True),
    "COMPRESS": _plain(_compressed, binary=True),
    "UNCOMPRESS": _fixed(LONG_TEXT, binary=True),
    "QUOTE": _plain(lambda one: 2 * one.length + 2),
    "SOUNDEX": _plain(lambda one: max(4, one.length)),
    "FORMAT": _plain(_formatted),
    **dict.fromkeys(("DATE_FORMAT", "TIME_FORMAT"), _date_format),
    "FROM_UNIXTIME": lambda found: _date_format(found) if len(found) > 1 else Measure(Kind.DATETIME, 19),
    "SHA2": _sha2,
    "MD5": _fixed(32),
    **dict.fromkeys(("SHA", "SHA1"), _fixed(40)),
    "AES_ENCRYPT": _plain(lambda one: (_size(one) // 16 + 1) * 16, binary=True),
    "AES_DECRYPT": _plain(lambda one: one.length, binary=True),
    "RANDOM_BYTES": _fixed(1024, binary=True),
    **dict.fromkeys(("CONV", "BIN", "OCT"), _fixed(65)),
    "INET_NTOA": _fixed(31),
    "INET6_NTOA": _fixed(39),
    **dict.fromkeys(("INET6_ATON", "UUID_TO_BIN"), _fixed(16, binary=True)),
    "BIN_TO_UUID": _fixed(36),
    "JSON_UNQUOTE": lambda found: Measure(
        Kind.STRING, LONG_TEXT if found[0].kind is Kind.JSON else found[0].length, width=4
    ),
    "JSON_EXTRACT": lambda found: Measure(Kind.JSON, LONG_TEXT),
    "JSON_TYPE": _fixed(17),
    "JSON_QUOTE": _plain(lambda one: 6 * one.length + 2),
    "JSON_PRETTY": _fixed(LONG_TEXT),
    **dict.fromkeys(("ST_ASTEXT", "ST_ASWKT"), _fixed(LONG_TEXT)),
    **dict.fromkeys(("ST_ASBINARY", "ST_ASWKB", "LOAD_FILE"), _fixed(LONG_TEXT, binary=True)),
    "ST_GEOMETRYTYPE": _fixed(15),
    "ABS": _absolute,
    "ROUND": _rounded(cuts=False),
    "TRUNCATE": _rounded(cuts=True),
    **dict.fromkeys(("FLOOR", "CEIL", "CEILING"), _whole),
    "MOD": lambda found: _computed(_modulo, *found[:2]),
    "SUM": _sum,
    "AVG": average,
    **dict.fromkeys(("MAX", "MIN"), _extreme),
    **dict.fromkeys(("IFNULL", "COALESCE"), _first_known),
    **dict.fromkeys(("GREATEST", "LEAST"), unified),
    "NULLIF": lambda found: replace(found[0], literal=False),
}

_LONGS = """LENGTH OCTET_LENGTH CHAR_LENGTH CHARACTER_LENGTH BIT_LENGTH INSTR LOCATE POSITION FIELD FIND_IN_SET STRCMP
    ASCII DATEDIFF TO_DAYS TIME_TO_SEC BENCHMARK UNCOMPRESSED_LENGTH GET_LOCK RELEASE_LOCK IS_FREE_LOCK ST_SRID
    COERCIBILITY YEARWEEK INTERVAL STRPOSITION"""
_SHORT_PARTS = """MONTH DAY DAYOFMONTH DAYOFYEAR WEEKDAY DAYOFWEEK HOUR MINUTE SECOND QUARTER WEEK WEEKOFYEAR"""
_BIGINTS = """COUNT SIGN BIT_COUNT JSON_VALID JSON_CONTAINS JSON_LENGTH JSON_DEPTH JSON_CONTAINS_PATH TO_SECONDS
    PERIOD_ADD PERIOD_DIFF TIMESTAMPDIFF MICROSECOND ORD SLEEP ROW_COUNT FOUND_ROWS"""
_UNSIGNED_BIGINTS = """BIT_AND BIT_OR BIT_XOR UUID_SHORT LAST_INSERT_ID CONNECTION_ID IS_USED_LOCK ROW_NUMBER RANK
    DENSE_RANK NTILE"""
_REALS = """RAND SQRT POW POWER EXP LN LOG LOG2 LOG10 SIN COS TAN COT ASIN ACOS ATAN ATAN2 DEGREES RADIANS STD STDDEV
    STDDEV_POP STDDEV_SAMP VARIANCE VAR_POP VAR_SAMP"""
_BY_NAME: dict[str, Measure] = {
    **dict.fromkeys(_LONGS.split(), _LONG),
    **dict.fromkeys(_SHORT_PARTS.split(), _SMALL),
    **dict.fromkeys(_BIGINTS.split(), _BIGINT),
    **dict.fromkeys(_UNSIGNED_BIGINTS.split(), _UNSIGNED),
    **dict.fromkeys(_REALS.split(), _REAL),
    "ISNULL": _TRUTH,
    "YEAR": Measure(Kind.YEAR, 4, unsigned=True),
    "CRC32": Measure(Kind.INT, 10, unsigned=True),
    "GROUPCONCAT": Measure(Kind.STRING, _GROUP_CONCAT, width=4),
    "UUID": Measure(Kind.STRING, 36, width=3),
    "NOW": Measure(Kind.DATETIME, 19),
    "CURDATE": Measure(Kind.DATE, 10),
    "CURTIME": Measure(Kind.TIME, 8),
    "CHARSET": Measure(Kind.STRING, 64, width=3),
}

Rule = Callable[[exp.Expression, Lookup], Measure | None]
_NODES: tuple[tuple[type | tuple[type, ...], Rule], ...] = (
    (exp.Literal, _literal),
    (exp.Parameter, lambda node, lookup: Measure(Kind.STRING, LONG_TEXT, width=4)),
    (exp.Boolean, _truth),
    (exp.Null, lambda node, lookup: _NULL),
    ((exp.Add, exp.Sub), _arithmetic(_add)),
    (exp.Mul, _arithmetic(_multiply)),
    (exp.Div, _arithmetic(divide)),
    (exp.IntDiv, _whole_quotient),
    (exp.Mod, _arithmetic(_modulo)),
    (exp.Neg, _negate),
    ((exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseXor, exp.BitwiseNot), _bits),
    ((exp.BitwiseLeftShift, exp.BitwiseRightShift), _bits),
    ((exp.Predicate, exp.Connector, exp.Not, exp.RegexpLike), _truth),
    (exp.Distinct, lambda node, lookup: measure(node.expressions[0], lookup)),
    (exp.Extract, _extract),
    (exp.JSONExtract, lambda node, lookup: Measure(Kind.JSON, LONG_TEXT)),
    (exp.JSONExtractScalar, lambda node, lookup: Measure(Kind.STRING, LONG_TEXT, width=4)),
    (exp.If, _if),
    (exp.Case, _case),
    (exp.Cast, _cast),
)

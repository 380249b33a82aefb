"""Computed items, as clients are told of them (see `described`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlglot import exp

from binwriter.catalog.tables import Column
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.expressions.scope import CompiledQuery
from binwriter.sql.expressions.types import ExprType, Kind
from binwriter.sql.query.described.stored import LONGEST, TEXT_COLLATION, of_column, of_spec
from binwriter.sql.query.described.temporary import TEXTS, in_table
from binwriter.sql.query.result_items import ResultItem, result_items
from binwriter.sql.text.meta_keys import RETURNED
from binwriter.sql.types import Measure, NullRules, called, measure
from binwriter.sql.types.kinds import INTEGER_LENGTHS
from binwriter.sql.types.merging import unified
from binwriter.sql.types.record import Keeps
from binwriter.statement.columns import ANY_DECIMALS, ColumnFlag, ResultColumn

_LONGEST_VARCHAR = 65535  # bytes; longer ones are blobs
_LONGEST_MEDIUM = (1 << 24) - 1
_JSON_CHARACTERS = LONGEST // 4
_VARIABLE_TEXT = 21845  # characters of a system variable, and bytes of a user variable three times
_UNION_GEOMETRY = 1 << 24
_REAL_LENGTH = 23
_MEMBERS = ColumnFlag.BLOB | ColumnFlag.ENUM | ColumnFlag.SET | ColumnFlag.ZEROFILL
_NUMBERS = {Kind.INT, Kind.DECIMAL, Kind.REAL, Kind.YEAR}
INTEGERS = (ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG)
_KEPT_IN_UNIONS = frozenset((ColumnType.BIT, ColumnType.YEAR, ColumnType.TIMESTAMP2, ColumnType.DOUBLE))


def computed(name: str, type_: ExprType, item: ResultItem) -> ResultColumn:
    """An item that no table has."""
    stored = item.stored(item.node) if isinstance(item.node, exp.Column) else extreme_column(item)
    if stored is not None:
        made = _like(stored)
    else:
        known = measure(item.node, item.measured)
        if known is not None and not known.literal and {known.kind, type_.kind} <= _NUMBERS:
            # a moment in a computation is a DOUBLE, of which values know nothing
            is_open = known.kind is Kind.REAL and not known.fixed
            type_ = replace(type_, kind=known.kind, scale=ANY_DECIMALS if is_open else known.scale)
        made = _computed(type_, known, item)
        if _is_choice(item):
            if made.type == ColumnType.MEDIUM_BLOB:
                made = replace(made, type=ColumnType.BLOB)
            elif made.type == ColumnType.GEOMETRY:
                made = replace(made, length=_UNION_GEOMETRY, decimals=ANY_DECIMALS)
        if made.type == ColumnType.LONGLONG and (code := _chosen_code(item)) is not None:
            made = replace(made, type=code)
    if not item.may_be_null():
        made = replace(made, flags=made.flags | ColumnFlag.NOT_NULL)
    return replace(made, name=name)


def _like(stored: Column) -> ResultColumn:
    """An expression with the type of a stored column."""
    made = of_spec(stored.spec)
    made = replace(made, length=stored.display_width) if stored.display_width else made
    flags: int = made.flags & ~_MEMBERS
    if made.type in TEXTS:
        length = made.length
        if stored.spec.type is ColumnType.BLOB and made.charset != BINARY_COLLATION_ID:
            length = min(length * collation_by_id(stored.spec.collation).mbmaxlen, LONGEST)
        return replace(made, decimals=ANY_DECIMALS, flags=int(flags), length=length)
    if stored.spec.type is ColumnType.JSON:
        return replace(_JSON, flags=int(ColumnFlag.BINARY))
    return replace(made, flags=int(flags | ColumnFlag.BINARY))


def united(name: str, type_: ExprType, item: ResultItem, *, prepared: bool = False) -> ResultColumn:
    """A column of a UNION: in a table of its own, with what all of its queries have. prepared: in no table yet."""
    parts = (item, *item.others)
    stored = [part.stored(part.node) for part in parts]
    if prepared:
        return _to_be_united(name, type_, item, stored)
    kinds = {column.spec.type for column in stored if column is not None}
    if None not in stored and len(kinds) == 1 and kinds <= _KEPT_IN_UNIONS and stored[0] is not None:
        made = of_spec(stored[0].spec)
    else:
        made = _computed(type_, _of_all(parts), item)
        code = _widest(parts) if made.type == ColumnType.LONGLONG else made.type
        kept = in_table(replace(made, name=name))
        made = kept if made.type != ColumnType.LONGLONG else replace(kept, type=code)
    flags = made.flags
    if made.type == ColumnType.GEOMETRY:
        made = replace(made, length=_UNION_GEOMETRY)
    if not item.may_be_null():
        flags |= ColumnFlag.NOT_NULL
        if type_.kind in (Kind.DATE, Kind.DATETIME):
            flags |= ColumnFlag.NO_DEFAULT_VALUE
    return replace(made, name=name, original_name=name, flags=int(flags))


def _to_be_united(name: str, type_: ExprType, item: ResultItem, stored: Sequence[Column | None]) -> ResultColumn:
    """As PREPARE tells it (captured: tests/golden/wire/prepared_results.json)."""
    first = stored[0]
    alike = first is not None and all(column is not None and column.spec == first.spec for column in stored)
    if first is not None and alike:
        made = _like(first)
        if made.type in (ColumnType.FLOAT, ColumnType.DOUBLE) and made.decimals == ANY_DECIMALS:
            made = replace(made, length=_REAL_LENGTH)
        if first.spec.type in (ColumnType.ENUM, ColumnType.SET):
            made = replace(made, type=ColumnType.VAR_STRING)
        if made.type == ColumnType.BIT:
            made = replace(made, flags=made.flags & ~ColumnFlag.BINARY)
    else:
        parts = (item, *item.others)
        made = _computed(type_, _of_all(parts), item)
        if made.type == ColumnType.LONGLONG:
            made = replace(made, type=_widest(parts))
        elif made.type in TEXTS and type_.field is ColumnType.BLOB:
            made = replace(made, type=type_.field)
    if made.type in (ColumnType.TINY_BLOB, ColumnType.MEDIUM_BLOB) and first is not None and alike:
        made = replace(made, type=ColumnType.BLOB)
    if made.type == ColumnType.GEOMETRY:
        made = replace(made, length=_UNION_GEOMETRY, decimals=ANY_DECIMALS)
    return replace(made, name=name, flags=made.flags | (0 if item.may_be_null() else ColumnFlag.NOT_NULL))


def of_subquery(name: str, item: ResultItem, query: CompiledQuery) -> ResultColumn:
    """A scalar subquery: as its only item is described, without a name or a table."""
    type_ = query.columns[0][1]
    inner = next(result_items(query, rules=NullRules()))
    if inner.expression is None:
        made = united(name, type_, inner)
        if made.type == ColumnType.LONGLONG:
            made = replace(made, length=INTEGER_LENGTHS[ColumnType.LONGLONG][0])
    elif inner.expression.query is not None:
        made = of_subquery(name, inner, inner.expression.query)
    else:
        stored = inner.stored(inner.node)
        if stored is not None and _is_call_alone(inner):
            return returned_column(name, inner.node, query.columns[0][0])
        made = computed(name, type_, inner) if stored is None else _like(stored)
    flags = made.flags & ~(ColumnFlag.NOT_NULL | ColumnFlag.NO_DEFAULT_VALUE)
    if made.type not in TEXTS:
        flags |= ColumnFlag.BINARY
    if not item.may_be_null():
        flags |= ColumnFlag.NOT_NULL
    return replace(made, name=name, original_name="", flags=int(flags))


def returned_column(name: str, node: exp.Expression | None, original_name: str) -> ResultColumn:
    """A call of a stored function, which has a column for what it returns."""
    assert node is not None
    column = node.meta[RETURNED]
    made = of_column(column, None)
    if column.spec.type is ColumnType.JSON:
        made = replace(made, charset=TEXT_COLLATION, length=_JSON_CHARACTERS)
    return replace(made, name=name, original_name=original_name)


def _is_call_alone(item: ResultItem) -> bool:
    """Whether a scalar subquery is nothing but a call of a stored function, which takes its place."""
    is_call = item.node is not None and RETURNED in item.node.meta
    return is_call and item.select is not None and not item.select.from_sources


def in_rows(name: str, type_: ExprType, item: ResultItem) -> ResultColumn:
    """A column of VALUES: what all of its rows have, in no table."""
    made = _computed(type_, _of_all((item, *item.others)), item)
    return replace(made, name=name, flags=made.flags | (0 if item.may_be_null() else ColumnFlag.NOT_NULL))


def _of_all(parts: Sequence[ResultItem]) -> Measure | None:
    """The measure of a column of several queries."""
    measures = [measure(part.node, part.measured) for part in parts if part.node is not None]
    known = [known_measure for known_measure in measures if known_measure is not None]
    measured = unified(known) if known and len(known) == len(measures) else None
    return None if measured is not None and measured.kind in (Kind.TIME, Kind.YEAR) else measured


def _widest(parts: Sequence[ResultItem]) -> ColumnType:
    """The integer type of a UNION: that of the widest of its columns; what is computed is a BIGINT."""
    codes = [_code_of(part, part.node) for part in parts if part.node is not None and part.node != exp.Null()]
    return _common([code for code in codes if code is not None]) if None not in codes else ColumnType.LONGLONG


def _code_of(item: ResultItem, node: exp.Expression | None) -> tuple[ColumnType, bool] | None:
    """Of a stored integer, and of one that a derived table keeps, its type, and whether it is unsigned."""
    stored = item.stored(node)
    if stored is None and node is not None and item.made_apart(node) is not None:
        kept = item.measured(node)
        is_integer = kept is not None and kept.kind is Kind.INT and kept.field is not ColumnType.BIT
        return (ColumnType.LONGLONG if kept.wide else ColumnType.LONG, kept.unsigned) if kept and is_integer else None
    if stored is None or stored.spec.type not in INTEGERS:
        return None
    return stored.spec.type, stored.spec.unsigned


def _common(codes: Sequence[tuple[ColumnType, bool]]) -> ColumnType:
    if not codes:
        return ColumnType.LONGLONG
    place = max(INTEGERS.index(code) for code, _ in codes)
    if len({unsigned for _, unsigned in codes}) > 1 and any(
        unsigned and INTEGERS.index(code) == place for code, unsigned in codes
    ):
        place = min(place + 1, len(INTEGERS) - 1)
    return INTEGERS[place]


def _is_choice(item: ResultItem) -> bool:
    function, _ = called(item.node)
    return isinstance(item.node, exp.Case) or (function is not None and Keeps.INTEGERS in function.keeps)


def _chosen_code(item: ResultItem) -> ColumnType | None:
    """The integer type of what chooses among columns."""
    node = item.node
    if node is None:
        return None
    function, arguments = called(node)
    if function is not None and arguments and function.keeps & Keeps.COLUMN and item.made_apart(arguments[0]):
        code = _code_of(item, arguments[0])
        return None if code is None else code[0]
    if not _is_choice(item):
        return None
    parts = [part for part in _arguments(node, arguments) if not isinstance(part, exp.Null)]
    codes = [_code_of(item, part) for part in parts]
    return None if None in codes else _common([code for code in codes if code is not None])


def _arguments(node: exp.Expression, arguments: Sequence[exp.Expression]) -> list[exp.Expression]:
    return [part.this if isinstance(part, exp.Paren) else part for part in arguments]


def extreme_column(item: ResultItem) -> Column | None:
    """The stored column whose type the item has: MAX(c), NULLIF(c, ..)."""
    if item.expression is None or item.node is None:
        return None
    node = item.node
    if isinstance(node, exp.Subquery) and isinstance(node.this, exp.Select):
        return None
    function, arguments = called(node)
    if function is None or not arguments or not function.keeps & Keeps.COLUMN:
        return None
    first = arguments[0]
    stored = item.stored(first.expressions[0] if isinstance(first, exp.Distinct) else first)
    if stored is None or stored.spec.type is ColumnType.JSON:
        return None
    kept = Keeps.REALS if stored.spec.type in (ColumnType.DOUBLE, ColumnType.FLOAT) else Keeps.OTHERS
    return stored if kept in function.keeps else None


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
    length = known.length if known is not None and (known.fixed or known.literal) else _REAL_LENGTH
    code = ColumnType.FLOAT if type_.single else ColumnType.DOUBLE
    return ResultColumn("", code, length, flags=ColumnFlag.BINARY, decimals=decimals)


def _string_item(type_: ExprType, known: Measure | None, item: ResultItem) -> ResultColumn:
    length = known.length if known is not None else type_.length
    if known is not None and isinstance(item.node, exp.GroupConcat):
        length //= known.width  # a column has room for bytes, and the result is told of characters
    if known is not None and known.dimensions:
        return ResultColumn("", ColumnType.VECTOR, known.dimensions * 4, flags=ColumnFlag.BINARY, decimals=ANY_DECIMALS)
    if type_.field is ColumnType.GEOMETRY or (known is not None and known.geometry):
        return ResultColumn("", ColumnType.GEOMETRY, LONGEST, flags=ColumnFlag.BINARY)
    if type_.binary:
        if known is not None and not known.binary:
            length *= known.width
        flags, charset, size = ColumnFlag.BINARY, BINARY_COLLATION_ID, length
    else:
        collation = collation_by_id(type_.collation)
        flags = ColumnFlag.BINARY if collation.name.endswith("_bin") else ColumnFlag(0)
        charset, size = collation.id, length * collation.mbmaxlen
    if isinstance(item.node, exp.SessionParameter):
        return ResultColumn("", ColumnType.VAR_STRING, _VARIABLE_TEXT, TEXT_COLLATION, 0, ANY_DECIMALS)
    if isinstance(item.node, exp.GroupConcat):
        return _joined_texts(length, charset, int(flags))
    if isinstance(item.node, (exp.HexString, exp.BitString)):
        flags |= ColumnFlag.UNSIGNED if isinstance(item.node, exp.HexString) else 0
        return ResultColumn("", ColumnType.VAR_STRING, length, charset, flags)
    if size <= _LONGEST_VARCHAR:
        code = ColumnType.STRING if known is None and length == _MOMENT_TEXT else ColumnType.VAR_STRING
        return ResultColumn("", code, length, charset, flags, ANY_DECIMALS)
    code = ColumnType.MEDIUM_BLOB if size <= _LONGEST_MEDIUM else ColumnType.LONG_BLOB
    return ResultColumn("", code, min(size, LONGEST), charset, flags, ANY_DECIMALS)


def _joined_texts(length: int, charset: int, flags: int) -> ResultColumn:
    """GROUP_CONCAT(): length is group_concat_max_len (captured: tests/golden/wire/charsets.json)."""
    collation = collation_by_id(charset)
    characters = length // collation.mbminlen
    if characters <= _LONGEST_JOINED:
        return ResultColumn("", ColumnType.VAR_STRING, characters, charset, flags, ANY_DECIMALS)
    size = characters * collation.mbmaxlen**2
    return ResultColumn("", ColumnType.LONG_BLOB, size, charset, flags, ANY_DECIMALS)


def _moment(code: ColumnType, length: int) -> Callable[[ExprType, Measure | None, ResultItem], ResultColumn]:
    def item_of(type_: ExprType, known: Measure | None, item: ResultItem) -> ResultColumn:
        scale = type_.scale
        fraction = scale + 1 if scale else 0
        is_short = known is not None and code == ColumnType.TIME and known.length == _SHORT_TIME + fraction
        whole = (_SHORT_TIME if is_short else length) + fraction
        return ResultColumn("", code, whole, flags=ColumnFlag.BINARY, decimals=scale)

    return item_of


_MOMENT_TEXT = 29  # characters of a moment that is computed from a text
_LONGEST_JOINED = 512  # characters of GROUP_CONCAT() that is no blob
_SHORT_TIME = 8  # of a time of day
_JSON = ResultColumn("", ColumnType.JSON, _JSON_CHARACTERS, TEXT_COLLATION, ColumnFlag.BINARY, ANY_DECIMALS)
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
    Kind.JSON: lambda type_, known, item: _JSON,
}

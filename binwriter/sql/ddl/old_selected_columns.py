"""Columns of CREATE TABLE .. SELECT as servers up to 5.7 make them: widths of integers, zeros, lengths of texts."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from sqlglot import exp

from binwriter.catalog.tables import Column, DefaultKind
from binwriter.formats.collations import BINARY_COLLATION_ID, LATIN1_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.expressions.types import NOT_FIXED_SCALE, ExprType, Kind
from binwriter.sql.query.result_items import ResultItem
from binwriter.sql.store import implicit_default
from binwriter.sql.types import Function, Role, called, measure, old_columns, old_texts
from binwriter.sql.types.kinds import INTEGER_LENGTHS
from binwriter.sql.types.old_numbers import NAMES, NODES, old_length, old_number
from binwriter.sql.types.old_unions import Held, held_column, held_number, united, united_spec
from binwriter.sql.types.old_widths import old_integer, old_name_length, type_of_width
from binwriter.sql.types.records.old_numbers import LATIN1_MOMENTS

_CHOOSES = ("COALESCE", "IFNULL")
_LONGEST_INT = 11  # what a function of so many digits at most becomes is an INT
_ZEROS: dict[Kind, int | float | Decimal] = {Kind.INT: 0, Kind.REAL: 0.0, Kind.DECIMAL: Decimal(0)}
INTEGERS = (ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG)


def before_8_0(column: Column, type_: ExprType, item: ResultItem, context: StatementContext) -> Column:
    """As servers up to 5.7 make it.

    An integer has the width of its item, a moment that is NOT NULL the zero of its type as default where that is
    allowed, an extreme of a column that has none no default; an empty text is a CHAR(0), an unset variable a LONGBLOB.
    """
    profile = context.variables.profile
    spec = column.spec
    if item.expression is None and item.others:
        return _of_queries(column, item, context)
    if item.expression is None or item.node is None:
        return column
    has_fractions = context.variables.behaviour.moments_have_fractions
    if spec.fsp and not has_fractions:
        column = replace(column, spec=(spec := replace(spec, fsp=0)))
    rolled = item.rolled_up()
    if rolled is not None:  # its rows are those of the column itself (captured: columns_rolled_up_row)
        spec = replace(rolled.spec, name=spec.name, nullable=True)
        width = rolled.display_width
        return replace(column, spec=spec, display_width=width, default_kind=DefaultKind.LITERAL, default=None)
    stored = item.stored(item.node)
    if stored is not None:
        forgets_now = not context.variables.behaviour.copies_default_now and column.default_kind is DefaultKind.NOW
        zero = implicit_default(column) if forgets_now else column.default
        kind = DefaultKind.LITERAL if forgets_now else column.default_kind
        return replace(column, default_kind=kind, default=zero, on_update_now=column.on_update_now and not forgets_now)
    if (behind := item.behind(item.node)) is not None:
        return _of_view(column, type_, behind, context)
    function, arguments = called(item.node)
    if not context.variables.behaviour.moments_are_texts:
        column = old_texts.long_text(column, item.node, item.measured, context)
        spec = column.spec
    if function is not None and function.name.startswith("JSON_") and function.name != "JSON_DEPTH":
        spec = replace(spec, nullable=True)  # whatever it is given (captured: 5.7.18/documents_selected_row)
        column = replace(column, spec=spec, default_kind=DefaultKind.LITERAL, default=None)
    extreme = item.stored(arguments[0]) if is_extreme(function) and arguments else None
    if extreme is not None:
        has_none = extreme.default_kind is DefaultKind.NONE and not (extreme.spec.nullable or extreme.auto_increment)
        kind = DefaultKind.NONE if has_none else DefaultKind.LITERAL
        return replace(column, default_kind=kind, default=None)
    number = _of_number(column, item, profile.version_number)
    if number is not None:
        return number
    name = "" if function is None else function.name
    if name in LATIN1_MOMENTS and spec.type is ColumnType.VARCHAR and not has_fractions:
        width = collation_by_id(spec.collation).mbmaxlen
        return replace(column, spec=replace(spec, length=spec.length // width, collation=LATIN1_COLLATION_ID))
    chars = _chosen_length(column, item, context)
    if chars is not None:
        width = collation_by_id(spec.collation).mbmaxlen
        return replace(column, spec=replace(spec, length=chars * width))
    otherwise = old_columns.old_column(column, item.node, item.measured, item.nullable, context)
    if otherwise is not None:
        return otherwise
    if isinstance(item.node, exp.Parameter) and type_.kind is Kind.NULL:
        return replace(column, spec=replace(spec, length=4, collation=BINARY_COLLATION_ID))
    names = old_name_length(item.node, profile.version_number, profile.version)
    if spec.type is ColumnType.VARCHAR and (names is not None or not spec.length):
        width = collation_by_id(spec.collation).mbmaxlen
        made = ColumnType.VARCHAR if names else ColumnType.STRING
        return replace(column, spec=replace(spec, type=made, length=(names or 0) * width))
    if spec.type is ColumnType.VARCHAR and spec.collation != BINARY_COLLATION_ID:
        return replace(column, spec=_old_text_spec(spec, item, profile.version_number))
    is_moment = spec.type in (ColumnType.DATE, ColumnType.DATETIME2)
    zeroes = context.variables.behaviour.zeroes_moments or not context.has_mode("NO_ZERO_DATE")
    if is_moment and not spec.nullable and zeroes:
        return replace(column, default_kind=DefaultKind.LITERAL, default=implicit_default(column))
    length = type_.length if isinstance(item.node, exp.Subquery) and type_.kind is Kind.INT else None
    integer = old_integer(item.node, item.measured, profile.version_number, length)
    if integer is None or spec.type not in (*INTEGERS, ColumnType.YEAR):
        return column
    changed = replace(spec, type=integer.type, unsigned=integer.unsigned)
    default = None if spec.nullable else 0
    return replace(column, spec=changed, display_width=integer.width, default_kind=DefaultKind.LITERAL, default=default)


def _of_queries(column: Column, item: ResultItem, context: StatementContext) -> Column:
    """A place in several queries: of numbers, or of texts beside numbers that no column has, which are as long as their
    type shows them."""
    version = context.variables.profile.version_number
    if context.variables.behaviour.integers_have_one_length and (whole := _of_integers(column, item)) is not None:
        return whole
    parts = [_held(part, version) for part in (item, *item.others)]
    known = [part for part in parts if part is not None]
    spec = column.spec
    if len(known) < len(parts):
        if spec.type not in (ColumnType.VARCHAR, ColumnType.STRING):
            return column
        return replace(column, spec=_text_of_queries(spec, (item, *item.others), parts, context))
    held = united(known)
    made = united_spec(spec, held)
    if made is None:
        return column
    changed = replace(column, spec=made, display_width=held.length if made.type in INTEGERS else 0)
    default = None if spec.nullable else implicit_default(changed)
    return replace(changed, default_kind=DefaultKind.LITERAL, default=default)


def _text_of_queries(
    spec: ColumnSpec, items: Sequence[ResultItem], parts: Sequence[Held | None], context: StatementContext
) -> ColumnSpec:
    """The first one has its own length, later numbers that of their type; moments beside numbers are of latin1."""
    measures = [measure(item.node, item.measured) for item in items]
    known = [measured for measured in measures if measured is not None]
    of_numbers = any(part is not None and part.field is not None for part in parts)
    as_numbers = not context.variables.behaviour.moments_are_texts
    of_moments = as_numbers and any(measured.kind.temporal for measured in known)
    if not (of_numbers or of_moments) or len(known) < len(measures):
        return spec
    if all(part is not None or measured.kind.temporal for part, measured in zip(parts, known, strict=True)):
        of_bits = any(part is not None and part.field is ColumnType.BIT for part in parts)
        spec = replace(spec, collation=BINARY_COLLATION_ID if of_bits else LATIN1_COLLATION_ID)
    shown = [
        measured.length if part is None else part.shown if index else part.length
        for index, (part, measured) in enumerate(zip(parts, known, strict=True))
    ]
    version = context.variables.profile.version_number
    if old_texts.are_bytes([(item.node, item.measured) for item in items if item.node is not None], version):
        shown = [known[place].length if part is None else part.shown for place, part in enumerate(parts)]
        of_texts = [measured.length * measured.width for measured in known if measured.kind is Kind.STRING]
        return replace(spec, length=max((*shown, *of_texts)), collation=BINARY_COLLATION_ID)
    return replace(spec, length=max(shown) * collation_by_id(spec.collation).mbmaxlen)


def _held(part: ResultItem, version: int) -> Held | None:
    if part.node is None:
        return None
    stored = part.stored(part.node)
    if stored is not None:
        return held_column(stored.spec)
    number = old_number(part.node, part.measured, version)
    return None if number is None else held_number(number)


def _of_integers(column: Column, item: ResultItem) -> Column | None:
    """A column of a UNION of columns of integers in 5.1: of the longest type, with the first one's sign and as wide as
    it is with one (captured: 5.1.54/columns_of_integers_row)."""
    found = [part.measured(part.node) for part in (item, *item.others) if isinstance(part.node, exp.Column)]
    kinds = [part.field for part in found if part is not None and part.field in _SIZES]
    first = found[0] if found else None
    if first is None or len(kinds) != 1 + len(item.others):
        return None
    longest = max((kind for kind in kinds if kind is not None), key=_SIZES.index)
    width = INTEGER_LENGTHS[longest][0] - (longest is ColumnType.INT24)
    spec = ColumnSpec(column.spec.name, longest, column.spec.nullable, unsigned=first.unsigned)
    zero = None if spec.nullable else 0
    return replace(column, spec=spec, display_width=width, default_kind=DefaultKind.LITERAL, default=zero)


_SIZES = (ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG, ColumnType.LONGLONG)


def _of_number(column: Column, item: ResultItem, version: int) -> Column | None:
    """An operator or function of numbers, since 5.5; None of all else."""
    function, _ = called(item.node)
    name = "" if function is None else function.name
    is_ruled = isinstance(item.node, NODES) or name in NAMES
    made = old_number(item.node, item.measured, version) if is_ruled else None
    if made is None:
        return None
    spec, zero = column.spec, None if column.spec.nullable else _ZEROS[made.kind]
    if name == "IFNULL" and made.kind is Kind.DECIMAL and _are_integers(item):  # with and without a sign
        kind = _of_columns(item) or ColumnType.LONGLONG
        default = None if spec.nullable else 0
        return replace(
            column,
            spec=ColumnSpec(spec.name, kind, spec.nullable),
            display_width=made.length,
            default_kind=DefaultKind.LITERAL,
            default=default,
        )
    if name == "IFNULL" and (spec.type in INTEGERS or made.kind is Kind.INT):  # by the types of what it chooses from
        return replace(column, display_width=made.length) if made.kind is Kind.INT and spec.type in INTEGERS else None
    if made.kind is Kind.INT:
        kind = ColumnType.LONGLONG if made.length > _LONGEST_INT else ColumnType.LONG
        spec = ColumnSpec(spec.name, kind, spec.nullable, unsigned=made.unsigned)
        return replace(column, spec=spec, display_width=made.length, default_kind=DefaultKind.LITERAL, default=zero)
    if made.kind is Kind.DECIMAL:
        precision, scale = made.column_digits
        spec = ColumnSpec(
            spec.name, ColumnType.NEWDECIMAL, spec.nullable, unsigned=made.unsigned, precision=precision, scale=scale
        )
    else:
        fixed = made.scale != NOT_FIXED_SCALE
        spec = ColumnSpec(spec.name, ColumnType.DOUBLE, spec.nullable)
        if fixed:
            spec = replace(spec, precision=made.length, scale=made.scale)
    return replace(column, spec=spec, display_width=0, default_kind=DefaultKind.LITERAL, default=zero)


def _of_columns(item: ResultItem) -> ColumnType | None:
    """What columns of integers alone are chosen as."""
    arguments = called(item.node)[1]
    measures = [measure(argument, item.measured) for argument in arguments if isinstance(argument, exp.Column)]
    if len(measures) < len(arguments):
        return None
    kinds = [measured.field for measured in measures if measured is not None and measured.field in _SIZES]
    return max(kinds, key=_SIZES.index) if len(kinds) == len(arguments) else None


def _are_integers(item: ResultItem) -> bool:
    """Whether a choice is between integers alone."""
    measures = [measure(argument, item.measured) for argument in called(item.node)[1]]
    return all(measured is not None and measured.kind is Kind.INT for measured in measures)


def _chosen_length(column: Column, item: ResultItem, context: StatementContext) -> int | None:
    """Characters of a text or string of bytes that is one of several values, since 5.5."""
    function, arguments = called(item.node)
    chooses = isinstance(item.node, exp.If | exp.Case) or (function is not None and function.name in _CHOOSES)
    if not chooses or column.spec.type is not ColumnType.VARCHAR:
        return None
    is_named = function is not None and function.name in _CHOOSES
    if is_named and not context.variables.behaviour.moments_are_texts:
        counted = old_texts.chosen_bytes(arguments, item.measured)
        is_text = item.node is not None and not old_texts.is_bytes(item.node, item.measured)
        return None if counted is None or not is_text else counted // collation_by_id(column.spec.collation).mbmaxlen
    return old_length(arguments, item.measured, context.variables.profile.version_number)


def _of_view(column: Column, type_: ExprType, behind: ResultItem, context: StatementContext) -> Column:
    """A column of a view or derived table has its item's width, and is a BIGINT by that alone (captured:
    views_of_expressions_row)."""
    made = before_8_0(column, type_ if behind.expression is None else behind.expression.type, behind, context)
    if made.display_width is None or made.spec.type not in INTEGERS:
        return made
    return replace(made, spec=replace(made.spec, type=type_of_width(made.display_width)))


def _old_text_spec(spec: ColumnSpec, item: ResultItem, version: int) -> ColumnSpec:
    """A text's column: as many characters as an old server counts, or bytes."""
    behind = item.behind(item.node)
    if behind is not None:
        return _old_text_spec(spec, behind, version)
    if item.node is None:
        return spec
    if (made := old_columns.old_literal_spec(spec, item.node, version)) is not spec:
        return made
    width = collation_by_id(spec.collation).mbmaxlen
    text = old_texts.old_text(item.node, item.measured, version, width)
    length = spec.length // width if text.characters is None else text.characters
    if text.binary:
        return replace(spec, length=length, collation=BINARY_COLLATION_ID)
    return replace(spec, length=length * width)


def is_extreme(function: Function | None) -> bool:
    """Whether it is MAX or MIN."""
    return function is not None and function.choice and function.role is Role.AGGREGATE

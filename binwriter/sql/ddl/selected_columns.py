"""The columns that a query gives to CREATE TABLE .. SELECT, and to the definition of a view.

Source: MySQL manual, "CREATE TABLE ... SELECT Statement"; types and defaults of the columns as a 9.7.4 makes them
(captured: create_select_kinds_row).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from sqlglot import exp

from binwriter.catalog.tables import Column, DefaultKind
from binwriter.errors import UnsupportedError
from binwriter.formats.collations import BINARY_COLLATION_ID, SYSTEM_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.measured_specs import of_field, of_function, of_temporary, of_union, of_window
from binwriter.sql.ddl.old_selected_columns import INTEGERS, before_8_0, is_extreme
from binwriter.sql.ddl.selected_specs import INT_DIGITS, LONGEST_VARCHAR, SPECS, string_spec
from binwriter.sql.expressions.columns import column_type
from binwriter.sql.expressions.types import ExprType, Kind
from binwriter.sql.query.result_items import ResultItem, result_items
from binwriter.sql.query.run import Compiler
from binwriter.sql.store import implicit_default
from binwriter.sql.text.meta_keys import DECLARED, RETURNED
from binwriter.sql.types import (
    Function,
    Measure,
    NullRules,
    Role,
    called,
    joined,
    measure,
    unified,
)
from binwriter.sql.types.kinds import UNSIGNED, decimal, of_column
from binwriter.sql.types.merging import extreme_of
from binwriter.sql.types.numbers import first_known

if TYPE_CHECKING:
    from binwriter.sql.binding.database import Database

from binwriter.sql.expressions.scope import CompiledQuery

_CLIENT_COLLATION = 255  # of a user variable that nobody has set
_ANY_GEOMETRY = 0
_LONGEST_JOINED = 512  # characters of GROUP_CONCAT() that is no TEXT


def selected_columns(compiled: CompiledQuery, context: StatementContext) -> list[Column]:
    """Those of a new table; compiled: the query, with items measured."""
    from binwriter.sql.query.described.result_columns import described  # seldom needed

    behaviour = context.variables.behaviour
    is_old = behaviour.old_item_types
    conditions = behaviour.conditions_null_cases
    one_length = behaviour.integers_have_one_length
    rules = NullRules(behaviour.strings_may_be_null and context.strict, is_old, conditions, one_length)
    items = list(result_items(compiled, rules=rules))
    columns = [_column(name, type_, item) for (name, type_), item in zip(compiled.columns, items, strict=False)]
    if not is_old:
        columns = [_of_call(column, item) for column, item in zip(columns, items, strict=False)]
        joined = int(context.variables.get("group_concat_max_len"))
        columns = [_of_joined(column, item, joined) for column, item in zip(columns, items, strict=False)]
        columns = [
            _as_wide_as_told(column, item, told.length)
            for column, item, told in zip(columns, items, described(compiled), strict=False)
        ]
        zeros = not context.strict
        return [
            _with_zero(column) if zeros and (item.expression is None or item.stored(item.node) is None) else column
            for column, item in zip(columns, items, strict=False)
        ]
    items = list(result_items(compiled, rules=rules))
    return [
        before_8_0(column, type_, item, context)
        for column, (_, type_), item in zip(columns, compiled.columns, items, strict=False)
    ]


def _as_wide_as_told(column: Column, item: ResultItem, told: int) -> Column:
    """Computed numbers keep the width that clients are told of their expressions: a COUNT(*) is a BIGINT of 21 digits,
    beside which texts and DECIMALs are made that long; a DOUBLE only where it is in a table. told: in characters
    (captured: clusters/numbers_as_wide_as_told)."""
    if column.spec.type not in _HAVE_WIDTHS or column.spec.precision:
        return column
    if item.expression is not None and item.stored(item.node) is not None:
        return column
    is_double = column.spec.type is ColumnType.DOUBLE
    return column if is_double and not _is_kept(item) else replace(column, display_width=told)


def _is_kept(item: ResultItem) -> bool:
    """Whether it is in a table of the query's own: of a group, a window, a UNION or a derived table."""
    if item.is_window or item.expression is None or item.made_apart(item.node) is not None:
        return True
    function, _ = called(item.node)
    return function is not None and function.role is Role.AGGREGATE


_HAVE_WIDTHS = frozenset((*INTEGERS, ColumnType.FLOAT, ColumnType.DOUBLE))


def columns_of_view(
    query: exp.Expression, database: Database, context: StatementContext, *, strict: bool
) -> tuple[Column, ...]:
    """The columns that describe a view: those of a temporary table. strict: the sql_mode that made the view."""
    measures, context.measures_items = context.measures_items, True
    warned = len(context.diagnostics)
    try:
        compiled = Compiler(database, context)(query, None)
        items = result_items(compiled, rules=NullRules(strict and context.variables.behaviour.strings_may_be_null))
        described = zip(compiled.columns, items, strict=False)
        return tuple(
            _of_call(_column(name, type_, item, temporary=True), item, temporary=True)
            for (name, type_), item in described
        )
    finally:
        context.measures_items = measures
        del context.diagnostics[warned:]  # who made the view was told


def computed_names(compiled: CompiledQuery) -> frozenset[str]:
    """The columns that are no copies of stored ones, in lower case."""
    items = zip(compiled.columns, result_items(compiled, rules=NullRules(True)), strict=False)
    return frozenset(name.lower() for (name, _), item in items if item.expression is None or not item.stored(item.node))


def kept_names(compiled: CompiledQuery) -> frozenset[str]:
    """The columns that derived tables with rows of their own have, in lower case."""
    items = zip(compiled.columns, result_items(compiled, rules=NullRules(True)), strict=False)
    return frozenset(name.lower() for (name, _), item in items if item.expression and item.made_apart(item.node))


def own_collations(compiled: CompiledQuery) -> frozenset[str]:
    """The columns that are copies of columns whose collation is not that of their table, in lower case."""
    items = zip(compiled.columns, result_items(compiled, rules=NullRules(True)), strict=False)
    return frozenset(
        name.lower() for (name, _), item in items if item.expression is not None and item.has_own_collation(item.node)
    )


def not_null(column: Column, zeroes: bool, *, computed: bool = False) -> Column:
    """A column of the primary key. zeroes: its type's zero is its default then (up to 5.6). computed: by the query."""
    if computed and not zeroes and not column.spec.nullable:
        return replace(column, default_kind=DefaultKind.NONE, default=None)
    if not column.spec.nullable:
        return column
    if zeroes and column.default is None:
        changed = replace(column, spec=replace(column.spec, nullable=False))
        return replace(changed, default_kind=DefaultKind.LITERAL, default=implicit_default(changed))
    kind = DefaultKind.NONE if column.default is None else column.default_kind
    return replace(column, spec=replace(column.spec, nullable=False), default_kind=kind)


def _column(name: str, type_: ExprType, item: ResultItem, *, temporary: bool = False) -> Column:
    """A column of the new table for an item of the query: a copy of the stored column, or one of the item's type.

    temporary: as a temporary table has it.
    """
    stored = item.stored(item.node) if item.expression is not None else None
    nullable = item.may_be_null()
    if item.expression is not None and (apart := item.made_apart(item.node)) is not None:
        return _copied(_of_rows_apart(_column(name, type_, apart, temporary=True), apart), name, nullable)
    if stored is not None:
        return (_copied if item.is_direct(item.node) else _shown)(stored, name, nullable)
    spec = _measured_spec(name, type_, item, nullable, temporary=temporary)
    if spec is None:
        _refuse_unknown_length(type_, item)
        spec = SPECS[type_.kind](name, type_, nullable)
    if spec.nullable:
        if (of := _of_extreme(item)) is None:
            return Column(spec)
        has_none = of.default_kind is DefaultKind.NONE and not of.spec.nullable
        kind = DefaultKind.NONE if has_none else DefaultKind.LITERAL
        return Column(spec, kind, comment=of.comment, display_width=of.display_width, zerofill=of.zerofill)
    default = _zero(spec)
    return Column(spec, DefaultKind.NONE if default is None else DefaultKind.LITERAL, default)  # type: ignore[arg-type]


def _of_call(column: Column, item: ResultItem, *, temporary: bool = False) -> Column:
    """What a stored function returns has a column for strings of its length, as any expression (captured:
    clusters/columns_of_calls)."""
    spec = column.spec
    if item.expression is None or item.node is None or RETURNED not in item.node.meta:
        return column
    if spec.type in (ColumnType.ENUM, ColumnType.SET):
        width = collation_by_id(spec.collation).mbmaxlen
        spec = replace(spec, type=ColumnType.VARCHAR, length=of_column(spec).length * width, members=())
    elif spec.type is ColumnType.STRING:
        spec = replace(spec, type=ColumnType.VARCHAR)
    elif spec.type is ColumnType.VARCHAR and of_column(spec).length > LONGEST_VARCHAR:
        spec = string_spec(spec.name, column_type(spec), spec.nullable)
    elif spec.type is ColumnType.BLOB and not temporary:
        spec = replace(spec, length=4)
    elif spec.type is ColumnType.GEOMETRY and not temporary:
        spec = replace(spec, geometry_type=_ANY_GEOMETRY)
    return replace(column, spec=spec)


def _of_joined(column: Column, item: ResultItem, most: int) -> Column:
    """GROUP_CONCAT() of few characters is no TEXT. most: group_concat_max_len (captured: zones_of_gathered_moments)."""
    if most > _LONGEST_JOINED or not isinstance(item.node, exp.GroupConcat) or column.spec.type is not ColumnType.BLOB:
        return column
    width = collation_by_id(column.spec.collation).mbmaxlen
    return replace(column, spec=replace(column.spec, type=ColumnType.VARCHAR, length=most * width))


def _with_zero(column: Column) -> Column:
    """A moment that was reckoned and is NOT NULL, where sql_mode takes zeros (captured: clusters/moments_selected)."""
    if column.spec.nullable or column.spec.type not in _DATES or column.default_kind is not DefaultKind.NONE:
        return column
    return replace(column, default_kind=DefaultKind.LITERAL, default=implicit_default(column))


_DATES = frozenset((ColumnType.DATE, ColumnType.DATETIME2, ColumnType.TIMESTAMP2))


def _of_extreme(item: ResultItem) -> Column | None:
    """The column whose MAX or MIN it is: that has its comment, and no default where it has none."""
    function, arguments = called(item.node)
    stored = item.stored(arguments[0]) if item.expression is not None and is_extreme(function) and arguments else None
    return None if stored is None or item.is_window or not item.is_direct(arguments[0]) else stored


def _united_spec(name: str, type_: ExprType, item: ResultItem, nullable: bool) -> ColumnSpec | None:
    """A column of several queries."""
    parts = [part for part in (item, *item.others) if part.node is not None]
    measures = [_seen(part) for part in parts]
    known = [part for part in measures if part is not None]
    if not known or len(known) < len(measures):
        return None
    made = joined(known)
    if made.data_type in (ColumnType.ENUM, ColumnType.SET):  # beside NULLs
        stored = next(filter(None, (part.stored(part.node) for part in parts)))
        return replace(stored.spec, name=name, nullable=nullable, visible=True)
    if made.kind is Kind.DECIMAL:
        made = decimal(made.precision, made.scale)
    return of_union(name, type_, made, nullable)


def _refuse_unknown_length(type_: ExprType, item: ResultItem) -> None:
    """UnsupportedError for a text of which we do not know how long it may be."""
    if type_.kind is not Kind.STRING or item.expression is None:
        return
    if not type_.length and not item.expression.constant:
        reason = "CREATE TABLE .. SELECT of a text whose greatest length is not known"
        raise UnsupportedError(reason, item.expression.text)


def _chooses(node: exp.Expression | None) -> bool:
    """Whether it chooses among values, whose DECIMAL is signed; NULLIF keeps its value's."""
    function, _ = called(node)
    if function is None or isinstance(node, exp.Nullif):
        return isinstance(node, exp.If | exp.Case)
    is_one = function.choice or function.type in (unified, extreme_of, first_known) or function.role is Role.OF_GROUP
    return is_one or isinstance(node, exp.If | exp.Case)


def _measured_spec(
    name: str, type_: ExprType, item: ResultItem, nullable: bool, *, temporary: bool = False
) -> ColumnSpec | None:
    """A column as wide as the server says that the item is; None where that is not known.

    MAX and MIN of a column have its type. What a view or derived table shows is as in a temporary table.
    """
    if item.expression is None:
        return _united_spec(name, type_, item, nullable)
    behind = item.behind(item.node)
    if behind is not None:
        made = _measured_spec(name, type_, behind, nullable, temporary=True)
        if made is not None:
            return replace(made, type=ColumnType.LONG) if made.type is ColumnType.YEAR else made
    function, arguments = called(item.node)
    stored = item.stored(arguments[0]) if is_extreme(function) and arguments and not item.is_window else None
    if stored is not None and item.is_direct(arguments[0]):
        return replace(stored.spec, name=name, nullable=True, visible=True)
    if is_extreme(function) and arguments and not item.is_window and type_.kind in (Kind.INT, Kind.YEAR):
        apart = item.made_apart(arguments[0])
        if apart is not None and apart.expression is not None:
            kept = _column(name, type_, apart, temporary=True).spec
            kind = ColumnType.LONG if kept.type is ColumnType.YEAR else kept.type
            return replace(kept, nullable=True, type=kind)
    if isinstance(item.node, exp.SessionParameter) and type_.kind is Kind.STRING:
        return ColumnSpec(name, ColumnType.BLOB, True, length=2, collation=SYSTEM_COLLATION_ID)
    if isinstance(item.node, exp.Subquery) and type_.kind is Kind.INT:
        kind = ColumnType.LONGLONG if type_.length >= INT_DIGITS else ColumnType.LONG
        return ColumnSpec(name, kind, nullable, unsigned=type_.unsigned)
    if isinstance(item.node, exp.Parameter):
        return _VARIABLES[type_.kind](name, type_.collation) if type_.kind in _VARIABLES else None
    measured = _seen(item)
    if measured is None:
        return None
    if measured.kind is not type_.kind and (measured.kind, type_.kind) not in _TAKEN_FOR:
        return None
    if measured.kind is Kind.INT and measured.wide and not item.is_window:  # an aggregate's are all BIGINT
        measured = replace(measured, length=max(measured.length, INT_DIGITS))
    if is_extreme(function) and not item.is_window:
        return of_window(name, type_, _of_computed(measured), nullable)
    if measured.kind is Kind.DECIMAL and _chooses(item.node):
        measured = decimal(measured.precision, measured.scale)
    if item.node is not None and DECLARED in item.node.meta:  # as a window would have it
        return of_window(name, type_, measured, nullable)
    return (of_temporary if temporary else _maker(item, function))(name, type_, measured, nullable)


def _of_computed(measured: Measure) -> Measure:
    """MAX or MIN of what is no column: a DOUBLE, of bits and years a BIGINT (clusters/columns_of_variables)."""
    if measured.field is ColumnType.BIT or measured.kind is Kind.YEAR:
        return replace(UNSIGNED, field=None)
    return replace(measured, single=False, field=None) if measured.kind is Kind.REAL else measured


def _seen(item: ResultItem) -> Measure | None:
    return measure(item.node, item.measured)


def _maker(item: ResultItem, function: Function | None) -> Callable[[str, ExprType, Measure, bool], ColumnSpec | None]:
    if isinstance(item.node, exp.Subquery) and item.node.find(exp.From) is not None:
        return of_temporary  # by its length (captured: clusters/texts_selected_by_queries, columns_of_calls)
    if function is not None and (function.role is Role.AGGREGATE or (item.is_window and function.choice)):
        return of_window
    return of_field if function is not None and function.type is first_known else of_function


# Kinds that a measure may have where the expression computes another.
_TAKEN_FOR = frozenset(
    {(Kind.YEAR, Kind.INT), (Kind.INT, Kind.DECIMAL), (Kind.REAL, Kind.INT), (Kind.REAL, Kind.DECIMAL)}
)

# What becomes of a user variable: the widest of its kind.
_VARIABLES: dict[Kind, Callable[[str, int], ColumnSpec]] = {
    Kind.INT: lambda name, collation: ColumnSpec(name, ColumnType.LONGLONG, True),
    Kind.DECIMAL: lambda name, collation: ColumnSpec(name, ColumnType.NEWDECIMAL, True, precision=65, scale=30),
    Kind.STRING: lambda name, collation: ColumnSpec(name, ColumnType.BLOB, True, length=4, collation=collation),
    Kind.NULL: lambda name, collation: ColumnSpec(name, ColumnType.BLOB, True, length=2, collation=_CLIENT_COLLATION),
}


def _copied(stored: Column, name: str, nullable: bool) -> Column:
    """Without its keys, its AUTO_INCREMENT, its invisibility, its expression if it is generated. What only an outer
    join makes NULL has no default but its own (captured: clusters/defaults_of_outer_joins)."""
    spec = replace(stored.spec, name=name, visible=True, nullable=nullable or stored.spec.nullable)
    changed = replace(stored, spec=spec, auto_increment=False, generated="", stored=False)
    if stored.auto_increment:
        return replace(changed, default_kind=DefaultKind.LITERAL, default=0)
    if spec.type is ColumnType.BIT and (spec.nullable or stored.default_kind is not DefaultKind.NONE):
        return replace(changed, default_kind=DefaultKind.LITERAL, default=None if spec.nullable else 0)
    return changed


def _of_rows_apart(column: Column, item: ResultItem) -> Column:
    """A column of a derived table that has rows of its own: bits have a default there, as in no other copy, and moments
    that are computed zeros, which sql_mode may refuse (captured: clusters/columns_kept_by_derived_tables)."""
    if item.expression is not None and item.stored(item.node) is None:
        return _with_zero(column)
    if column.spec.type is ColumnType.BIT and not column.spec.nullable:
        return replace(column, default_kind=DefaultKind.LITERAL, default=0)
    return column


def _shown(stored: Column, name: str, nullable: bool) -> Column:
    """Through a view or derived table that is merged: that there is a default is known, but not which."""
    spec = replace(stored.spec, name=name, visible=True, nullable=nullable)
    changed = replace(stored, spec=spec, auto_increment=False, generated="", stored=False)
    has_default = stored.auto_increment or stored.default_kind is not DefaultKind.NONE
    if nullable and (has_default or stored.spec.nullable or spec.type is ColumnType.BIT):
        return replace(changed, default_kind=DefaultKind.LITERAL, default=None)
    zero = _ZEROS.get(spec.type, _zero(spec)) if has_default and not nullable else None
    kind = DefaultKind.NONE if zero is None else DefaultKind.LITERAL
    return replace(changed, default_kind=kind, default=zero)  # type: ignore[arg-type]


# Of types that no item has by itself: the first member of an ENUM, no member of a SET.
_ZEROS: dict[ColumnType, object] = {
    ColumnType.ENUM: 1,
    ColumnType.SET: 0,
    ColumnType.BIT: 0,
}

_TEXTS = frozenset({ColumnType.VARCHAR, ColumnType.STRING, ColumnType.BLOB})


def _zero(spec: ColumnSpec) -> object:
    """The default of a column that is NOT NULL; None for the types that get none. That of a TEXT or BLOB is not shown
    (captured: clusters/texts_selected_need_no_value)."""
    if spec.type in (*INTEGERS, ColumnType.YEAR, ColumnType.BIT):
        return 0
    if spec.type is ColumnType.NEWDECIMAL:
        return Decimal(0)
    if spec.type in (ColumnType.DOUBLE, ColumnType.FLOAT):
        return 0.0
    if spec.collation == BINARY_COLLATION_ID and spec.type in _TEXTS:
        return bytes(spec.length if spec.type is ColumnType.STRING else 0)
    if spec.type in _TEXTS:
        return ""
    if spec.type is ColumnType.TIME2:
        return timedelta(0)
    return None

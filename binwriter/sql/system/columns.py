"""information_schema.COLUMNS and its kin; what a type is made of (DATA_TYPE, precision, lengths).

Source: MySQL manual, "The INFORMATION_SCHEMA COLUMNS Table"; values as a 9.7.4 gave them (tests/golden/answers).
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from binwriter.catalog.schemas import View
from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.errors import MySQLError
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.columns.values import IncompleteDate
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import Diagnostic, mysql_error
from binwriter.mysql.raw_bytes import in_dictionary
from binwriter.mysql.reference_systems import shipped_system
from binwriter.sql.binding.system_tables import SYSTEM_SCHEMAS
from binwriter.sql.binding.view_queries import comes_to_circle, refuse_circle, view_tree
from binwriter.sql.binding.view_trees import errors_of_view
from binwriter.sql.binding.views import require_tables
from binwriter.sql.ddl.selected_columns import columns_of_view
from binwriter.sql.ddl.show_create import CHARACTERS, shown_default, shown_type
from binwriter.sql.ddl.table.implicit_timestamps import in_session_zone
from binwriter.sql.printing.tables import escaped, printed
from binwriter.sql.system.schemata import CATALOG
from binwriter.sql.system.sight import Row, Sight, rows_of
from binwriter.sql.system.visibility import column_privileges, may_see
from binwriter.sql.types.functions import function_of

_DIGITS = {
    ColumnType.TINY: (3, 3),
    ColumnType.SHORT: (5, 5),
    ColumnType.INT24: (7, 7),
    ColumnType.LONG: (10, 10),
    ColumnType.LONGLONG: (19, 20),
}
_REALS = {ColumnType.FLOAT: 12, ColumnType.DOUBLE: 22}
_MOMENTS = frozenset({ColumnType.TIME2, ColumnType.DATETIME2, ColumnType.TIMESTAMP2})
_MEMBERS = frozenset({ColumnType.ENUM, ColumnType.SET})
_ENTRY = 4  # bytes of a VECTOR's

# length in characters, in bytes; precision, scale; fraction of a second; character set, collation
Measures = tuple[int | None, int | None, int | None, int | None, int | None, str | None, str | None]


def measures(spec: ColumnSpec) -> Measures:
    """What COLUMNS, PARAMETERS and ROUTINES tell of a type."""
    characters, octets = _lengths(spec)
    precision, scale = _numbers(spec)
    fraction = spec.fsp if spec.type in _MOMENTS else None
    if spec.type not in CHARACTERS or spec.collation == BINARY_COLLATION_ID:
        return characters, octets, precision, scale, fraction, None, None
    collation = collation_by_id(spec.collation)
    return characters, octets, precision, scale, fraction, collation.charset, collation.name


def _lengths(spec: ColumnSpec) -> tuple[int | None, int | None]:
    if spec.type is ColumnType.VECTOR:
        return spec.length * _ENTRY, spec.length * _ENTRY
    if spec.type not in CHARACTERS:
        return None, None
    collation = collation_by_id(spec.collation)
    width = collation.mbmaxlen
    if spec.type is ColumnType.BLOB:
        longest = (1 << 8 * spec.length) - 1
        return longest // collation.mbminlen, longest
    if spec.type is ColumnType.ENUM:
        longest = max(map(len, spec.members), default=0)
    elif spec.type is ColumnType.SET:
        longest = sum(map(len, spec.members)) + max(0, len(spec.members) - 1)
    else:
        longest = spec.length // width
    return longest, longest * width


def _numbers(spec: ColumnSpec) -> tuple[int | None, int | None]:
    if spec.type in _DIGITS:
        return _DIGITS[spec.type][spec.unsigned], 0
    if spec.type is ColumnType.NEWDECIMAL:
        return spec.precision, spec.scale
    if spec.type in _REALS:
        return (spec.precision, spec.scale) if spec.precision else (_REALS[spec.type], None)
    return (spec.length, None) if spec.type is ColumnType.BIT else (None, None)


def data_type(spec: ColumnSpec, text: str) -> str:
    """DATA_TYPE: the type without its length, members and attributes."""
    return text.partition("(")[0].partition(" ")[0]


def key_mark(table: Table, index: int) -> int:
    """COLUMN_KEY, numbered as its ENUM: 1 none, 2 PRI, 3 UNI, 4 MUL."""
    first_unique = table.keys[0] if table.keys and table.keys[0].unique else None
    promoted = (
        table.primary_key is None
        and first_unique is not None
        and all(not table.columns[part.column].spec.nullable and not part.length for part in first_unique.parts)
    )
    if table.primary_key is not None and index in table.primary_key.columns:
        return 2
    if promoted and first_unique is not None and index in first_unique.columns:
        return 2
    leading = [key for key in table.keys if key.columns[0] == index]
    if any(key.unique and len(key.parts) == 1 for key in leading):
        return 3
    special = any(
        key.columns[:1] == (table.columns[index].name.lower(),) and not key.parts[0].startswith("(")
        for key in table.special_keys
    )
    return 4 if leading or special else 1


def _shown_extra(column: Column, table: Table | None, *, old: bool) -> str:
    """Of a column of a temporary table of which there is nothing to say, a server tells the word; of defaults it tells
    nothing (captured: definitions), as old ones do of any (asked of 5.1.54 to 5.7.18)."""
    if old:
        return extra(column).removeprefix("DEFAULT_GENERATED").lstrip()
    if table is None or not table.temporary:
        return extra(column)
    return extra(column).removeprefix("DEFAULT_GENERATED").lstrip() or "NULL"


def extra(column: Column) -> str:
    """EXTRA: what else there is to say of a column."""
    words = []
    if column.auto_increment:
        words.append("auto_increment")
    if column.default_kind in (DefaultKind.NOW, DefaultKind.EXPRESSION) and not column.generated:
        words.append("DEFAULT_GENERATED")
    if column.on_update_now:
        words.append(f"on update CURRENT_TIMESTAMP{f'({column.spec.fsp})' if column.spec.fsp else ''}")
    if column.generated:
        words.append("STORED GENERATED" if column.stored else "VIRTUAL GENERATED")
    if not column.secondary:
        words.append("NOT SECONDARY")
    if not column.spec.visible:
        words.append("INVISIBLE")
    return " ".join(words)


def default_text(column: Column, table: Table | None) -> str | None:
    """COLUMN_DEFAULT."""
    if column.generated:
        return None
    if column.default_kind is DefaultKind.EXPRESSION:
        text = escaped(printed(column.default_sql, table))
        return f"({text})" if table is not None and table.temporary else text
    if isinstance(column.default, bytes) and column.spec.type not in (ColumnType.BIT, ColumnType.BLOB):
        shown = column.default.partition(b"\0")[0]  # a server takes it for a text that ends there
        return f"0x{shown.hex().upper()}" if column.default else ""
    return shown_default(column)


def view_columns(sight: Sight, view: View) -> tuple[Column, ...]:
    """The columns of a view, as a table made from it would have them. MySQLError where it cannot be read. A RAND() in
    it is none of the statement's that asks (captured: random_views_listed_statement)."""
    facts, seeds = sight.context.facts, sight.context.facts.rand_used
    if comes_to_circle(view, sight.database.catalog):
        raise mysql_error("ER_VIEW_INVALID", view.schema, view.name)
    with errors_of_view(view, sight.context, sight.database, opens=False):
        query = view_tree(view)
        try:
            result_columns = columns_of_view(query, sight.database, sight.context, strict=view.made_strictly)
        finally:
            facts.rand_used = seeds
    items = (
        query.selects
        if isinstance(query, exp.Query) and len(query.selects) == len(result_columns)
        else [None] * len(result_columns)
    )
    return tuple(_shown_in_view(column, item) for column, item in zip(result_columns, items, strict=True))


def refuse_invalid(view: View, sight: Sight) -> None:
    """ER_VIEW_INVALID for a view that reads what is not there, ER_BAD_DB_ERROR where there is a dictionary and a whole
    database is gone (captured: cluster views_shown_that_read_nothing), ER_VIEW_RECURSIVE for one that reads itself."""
    catalog, context = sight.database.catalog, sight.context
    refuse_circle(view, catalog)
    schemas = (node.text("db") for node in view_tree(view).find_all(exp.Table))
    missing = next((schema for schema in schemas if schema and catalog.place(schema) is None), "")
    if missing and missing.lower() not in SYSTEM_SCHEMAS and context.variables.behaviour.has_dictionary:
        raise mysql_error("ER_BAD_DB_ERROR", missing)
    require_tables(view, sight.database, context)
    view_columns(sight, view)


def _shown_in_view(column: Column, item: exp.Expr | None) -> Column:
    """A moment that is no column's has the zero of its type for a default."""
    spec = column.spec
    shows = item is not None and isinstance(item.unalias(), exp.Column) and function_of(item.unalias()) is None
    if item is None or shows or spec.nullable or spec.type not in _DATES:
        return column
    return replace(column, default_kind=DefaultKind.LITERAL, default=IncompleteDate())


_DATES = frozenset({ColumnType.DATE, ColumnType.DATETIME2})


def _column_row(
    sight: Sight, schema: str, table: Table | None, name: str, index: int, column: Column, shown_name: str
) -> Row:
    spec = column.spec
    old = sight.context.variables.behaviour.display_widths
    text = in_dictionary(shown_type(column, old=old))
    default = default_text(column, table)
    held = column_privileges(sight.context, schema, name, shown_name)
    return (
        *(CATALOG, schema, name, shown_name, index + 1, default),
        *("YES" if spec.nullable else "NO", data_type(spec, text), *measures(spec), text),
        *(1 if table is None else key_mark(table, index), _shown_extra(column, table, old=old), held, column.comment),
        *(escaped(printed(column.generated, table)) if table is not None and column.generated else "", spec.srid),
    )


@rows_of("information_schema.COLUMNS")
def columns(sight: Sight) -> Iterator[Row]:
    """Of base tables and views, by database and name."""
    made: list[Row] = []
    hides = not sight.context.variables.get("show_gipk_in_create_table_and_information_schema")
    for table in sight.tables():
        made += (
            _column_row(sight, table.schema, table, table.name, index, column, column.name)
            for index, column in enumerate(in_session_zone(table, sight.context).columns)
            if not (index == 0 and table.has_generated_key and hides)
            and may_see(sight.context, table.schema, table.name, column.name)
        )
    for view in sight.views():
        try:
            described = view_columns(sight, view)
        except MySQLError as error:
            sight.context.diagnostics.append(Diagnostic("Warning", error.code, error.message))
            continue
        names = view.columns or tuple(column.name for column in described)
        made += (
            _column_row(sight, view.schema, None, view.name, index, column, name)
            for index, (column, name) in enumerate(zip(described, names, strict=False))
            if may_see(sight.context, view.schema, view.name, name)
        )
    return iter(sorted(made, key=lambda row: (row[1], row[2], row[4])))


@rows_of("information_schema.COLUMNS_EXTENSIONS")
def columns_extensions(sight: Sight) -> Iterator[Row]:
    """No engine attribute is kept."""
    return ((*row[:4], None, None) for row in columns(sight))


@rows_of("information_schema.ST_GEOMETRY_COLUMNS")
def geometry_columns(sight: Sight) -> Iterator[Row]:
    """Columns of shapes, with the reference system that they are bound to."""
    made = sight.database.catalog.reference_systems
    for row in columns(sight):
        if row[7] in _SHAPES:
            number = row[21]
            system = None if number is None else made[number] if number in made else shipped_system(number)
            yield (*row[:4], None if system is None else system.name, number, row[7])


_SHAPE_NAMES = "geometry point linestring polygon multipoint multilinestring multipolygon geomcollection"
_SHAPES = frozenset(_SHAPE_NAMES.split())

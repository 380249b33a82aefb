"""information_schema.TABLES and its kin.

Source: MySQL manual, "The INFORMATION_SCHEMA TABLES Table"; rows as a 9.7.4 gave them (tests/golden/answers).
"""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.catalog.tables import Table
from binwriter.formats.collations import collation_by_id
from binwriter.mysql.identifiers import quoted
from binwriter.sql.printing.tables import printed
from binwriter.sql.syntax.partitions import PartitionDefinition, PartitionFunction
from binwriter.sql.system import invalid_views
from binwriter.sql.system.schemata import CATALOG
from binwriter.sql.system.sight import Row, Sight, rows_of
from binwriter.sql.system.sizes import Size
from binwriter.storage.table_data import TableData

_BASE_TABLE, _VIEW = 1, 2
_ROW_FORMATS = ("FIXED", "DYNAMIC", "COMPRESSED", "REDUNDANT", "COMPACT", "PAGED")
_VERSION = 10


_WITHOUT_TIMES = frozenset(("MEMORY", "CSV", "BLACKHOLE"))
_TIMES_OF_FILES = frozenset(("MYISAM", "ARCHIVE"))
_CREATE_OPTIONS = (
    *("max_rows", "min_rows", "avg_row_length", "row_format", "stats_sample_pages", "stats_auto_recalc"),
    *("KEY_BLOCK_SIZE", "stats_persistent", "pack_keys", "checksum", "delay_key_write"),
)


def create_options(table: Table) -> str:
    """As CREATE_OPTIONS has them, in a server's order."""
    given = {name.upper(): value for name, _, value in (option.partition("=") for option in table.options)}
    options = [f"{name}={given[name.upper()]}" for name in _CREATE_OPTIONS if given.get(name.upper())]
    if table.partitioning is not None and _has_expression(table):
        options.append("partitioned")
    return " ".join(options)


def _has_expression(table: Table) -> bool:
    """PARTITION BY KEY () has none."""
    function = table.partitioning.syntax.function if table.partitioning is not None else None
    return function is None or bool(function.expression or function.columns)


@rows_of("information_schema.TABLES")
def tables(sight: Sight) -> Iterator[Row]:
    """Base tables and views by database and name."""
    made: list[Row] = []
    for table in sight.tables():
        size = Size(table, sight.data(table))
        made.append(
            (
                *(CATALOG, table.schema, table.name, _BASE_TABLE, table.engine.name, _VERSION),
                _ROW_FORMATS.index(size.row_format) + 1,
                *size.numbers,
                size.counter,
                *(sight.timestamp(size.data.created), _updated(sight, size.data), _checked(sight, size.data)),
                *(collation_by_id(table.collation).name, None, create_options(table), table.comment),
            )
        )
    for view in sight.views():
        created = sight.timestamp(view.created) if sight.context.variables.behaviour.has_dictionary else None
        nothing: tuple[None, ...] = (None,) * 10
        made.append(
            (
                CATALOG,
                view.schema,
                view.name,
                _VIEW,
                *nothing,
                created,
                *(None,) * 5,
                invalid_views.comment(view, sight),
            )
        )
    return iter(sorted(made, key=lambda row: row[1:3]))


def _updated(sight: Sight, data: TableData) -> object:
    """When rows were last changed, as far as it is known: engines with files of their own tell of the file's making,
    others not before the first change of what a definition made, and some never (captured: cluster times_of_tables)."""
    engine = data.definition.engine.name.upper()
    if engine in _WITHOUT_TIMES or not (data.version != data.untouched or engine in _TIMES_OF_FILES):
        return None
    return sight.local(data.created)


def _checked(sight: Sight, data: TableData) -> object:
    """When a MyISAM table was last looked at by CHECK, OPTIMIZE or REPAIR."""
    return sight.local(data.maintained.checked_at) if data.maintained.checked_at else None


@rows_of("information_schema.TABLES_EXTENSIONS")
def tables_extensions(sight: Sight) -> Iterator[Row]:
    """No engine attribute is kept."""
    both = [
        *((item.schema, item.name) for item in sight.tables()),
        *((item.schema, item.name) for item in sight.views()),
    ]
    return ((CATALOG, *pair, None, None) for pair in sorted(both))


@rows_of("information_schema.PARTITIONS")
def partitions(sight: Sight) -> Iterator[Row]:
    """A row a partition or subpartition; one of a table without, and of a view."""
    made: list[Row] = []
    for table in sight.tables():
        size = Size(table, sight.data(table))
        times = (sight.timestamp(size.data.created), _updated(sight, size.data), _checked(sight, size.data), None)
        if table.partitioning is None:
            made.append((CATALOG, table.schema, table.name, *(None,) * 10, *size.numbers, *times, "", "", None))
        else:
            made += _parts(table, size, times, sight)
    for view in sight.views():
        times = (sight.timestamp(view.created), None, None, None)
        made.append((CATALOG, view.schema, view.name, *(None,) * 10, *(0,) * 6, *times, "", "", None))
    return iter(sorted(made, key=lambda row: row[1:3]))


def _parts(table: Table, size: Size, times: Row, sight: Sight) -> Iterator[Row]:
    partitioning = table.partitioning
    assert partitioning is not None
    syntax = partitioning.syntax
    counts: dict[int, int] = {}
    for _, row in size.data.scan():
        counts[partitioning.of(row)] = counts.get(partitioning.of(row), 0) + 1
    method, expression = _function(syntax.function, table)
    submethod, subexpression = (None, None) if syntax.sub is None else _function(syntax.sub, table)
    index = size.index_length // size.parts
    for number, name in enumerate(partitioning.names):
        definition = syntax.definitions[number] if syntax.definitions else None
        for inner in range(partitioning.per_partition):
            subname = partitioning.subpartitions[number][inner] if partitioning.subpartitions else None
            rows = counts.get(number * partitioning.per_partition + inner, 0)
            yield (
                *(CATALOG, table.schema, table.name, name, subname, number + 1),
                *(None if subname is None else inner + 1, "0", method, submethod, expression, subexpression),
                None if definition is None or not definition.values else _description(definition, syntax.function),
                *(rows, size.page // rows if rows else 0, size.page, 0, index, 0, *times),
                *("" if definition is None else _part_comment(definition, inner), "default", None),
            )


def _part_comment(definition: PartitionDefinition, inner: int) -> str:
    return definition.subcomments[inner] if definition.subcomments else definition.comment


def _function(function: PartitionFunction, table: Table) -> tuple[str, str | None]:
    """PARTITION_METHOD and PARTITION_EXPRESSION."""
    method = ("LINEAR " if function.linear else "") + function.kind + (" COLUMNS" if function.by_columns else "")
    if function.columns:
        return method, ",".join(map(quoted, function.columns))
    return method, printed(function.expression, table) if function.expression else None


def _description(definition: PartitionDefinition, function: PartitionFunction) -> str:
    """The values: of a list first NULL, and what is no column's as the number that it is."""
    values = [",".join(value) for value in definition.shown or definition.values]
    if function.by_columns:
        return ",".join(
            values if len(function.columns) == 1 or definition.less_than else (f"({value})" for value in values)
        )
    return ",".join(values)

"""information_schema.TABLES and its kin: sizes are those of small tables, as engines count them.

Source: MySQL manual, "The INFORMATION_SCHEMA TABLES Table"; sizes and counters as a 9.7.4 gave them
(tests/golden/answers).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from binwriter.catalog.limits import field_bytes
from binwriter.catalog.schemas import View
from binwriter.catalog.tables import Table
from binwriter.errors import MySQLError
from binwriter.formats.collations import collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.mysql.identifiers import quoted
from binwriter.sql.printing.tables import printed
from binwriter.sql.syntax.partitions import PartitionDefinition, PartitionFunction
from binwriter.sql.system.columns import view_columns
from binwriter.sql.system.schemata import CATALOG
from binwriter.sql.system.sight import Row, Sight, rows_of
from binwriter.sql.system.spaces import page_size
from binwriter.storage.table_data import TableData

_BASE_TABLE, _VIEW = 1, 2
_ROW_FORMATS = ("FIXED", "DYNAMIC", "COMPRESSED", "REDUNDANT", "COMPACT", "PAGED")
_VERSION = 10
_MYISAM_INDEX_HEADER = 1024
_ARCHIVE_HEADER = 88
_FORMAT_OF_ENGINE = {"ARCHIVE": "COMPRESSED"}
_VARIABLE = frozenset({ColumnType.VARCHAR, ColumnType.BLOB, ColumnType.JSON, ColumnType.GEOMETRY, ColumnType.VECTOR})
# engines that have a counter to tell of, whether a column uses it or not
_COUNTERS = frozenset({"MyISAM", "ARCHIVE", "BLACKHOLE", "MEMORY"})
_MOST_ROWS_FIXED = 1 << 48


def row_format_of(table: Table) -> str:
    """The row format that an engine has chosen for a table."""
    given = next((option.partition("=")[2] for option in table.options if option.startswith("ROW_FORMAT=")), "")
    engine = table.engine.name
    if engine == "InnoDB":
        return given if given not in ("", "DEFAULT", "FIXED") else "DYNAMIC"
    if engine == "MyISAM":
        varies = any(column.spec.type in _VARIABLE for column in table.columns)
        return "DYNAMIC" if varies or given == "DYNAMIC" else "FIXED"
    return _FORMAT_OF_ENGINE.get(engine, "FIXED")


@dataclass(frozen=True)
class Size:
    """What an engine tells of a table. parts: how many files it is kept in."""

    table: Table
    data: TableData

    @property
    def rows(self) -> int:
        return len(self.data)

    @cached_property
    def row_format(self) -> str:
        return row_format_of(self.table)

    @property
    def parts(self) -> int:
        partitioning = self.table.partitioning
        return 1 if partitioning is None else len(partitioning.names) * partitioning.per_partition

    @property
    def page(self) -> int:
        """Of InnoDB, in bytes."""
        return page_size(self.table)

    @cached_property
    def _row(self) -> int:
        """Bytes of a row of fixed length."""
        columns = self.table.columns
        flags = sum(column.spec.nullable for column in columns) + 1
        return sum(field_bytes(column.spec) for column in columns) + (flags + 7) // 8

    @property
    def data_length(self) -> int:
        match self.table.engine.name:
            case "InnoDB":
                return self.page * self.parts
            case "ARCHIVE":
                return _ARCHIVE_HEADER + self._row * self.rows
            case "MyISAM" | "MEMORY":
                return self._row * self.rows
            case _:
                return 0

    @property
    def average(self) -> int:
        if self.table.engine.name == "ARCHIVE":
            return self._row
        if not self.rows:
            return 0
        return self.data_length // self.rows if self.table.engine.name == "InnoDB" else self._row

    @property
    def most_data(self) -> int:
        if self.table.engine.name != "MyISAM":
            return 0
        return _MOST_ROWS_FIXED * (self._row if self.row_format == "FIXED" else 1) - 1

    @property
    def index_length(self) -> int:
        table = self.table
        if table.engine.name == "InnoDB":
            clustered = self.data.clustered_key is not None
            others = len(table.special_keys) + table.has_fulltext  # and one on the hidden FTS_DOC_ID
            return self.page * self.parts * (len(table.keys) - clustered + others)
        return _MYISAM_INDEX_HEADER if table.engine.name == "MyISAM" else 0

    @property
    def counter(self) -> int | None:
        table = self.table
        if table.auto_increment_column is None:
            return self.data.auto_increment if table.engine.name in _COUNTERS else None
        if table.engine.name == "InnoDB" and self.data.auto_increment == 1:
            return None
        return self.data.auto_increment


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
                *(size.rows, size.average, size.data_length, size.most_data, size.index_length, 0, size.counter),
                *(sight.timestamp(size.data.created), _updated(sight, size.data), None),
                *(collation_by_id(table.collation).name, None, create_options(table), table.comment),
            )
        )
    for view in sight.views():
        created = sight.timestamp(view.created)
        nothing: tuple[None, ...] = (None,) * 10
        made.append((CATALOG, view.schema, view.name, _VIEW, *nothing, created, *(None,) * 5, _comment(view, sight)))
    return iter(sorted(made, key=lambda row: row[1:3]))


def _comment(view: View, sight: Sight) -> str:
    """VIEW, or that it reads what is not there."""
    try:
        view_columns(sight, view)
    except MySQLError as error:
        return error.message if error.symbol == "ER_VIEW_INVALID" else "VIEW"
    return "VIEW"


def _updated(sight: Sight, data: TableData) -> object:
    """When rows were last changed, as far as it is known: not before the first change."""
    return None if not data.version else sight.local(data.created)


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
        times = (sight.timestamp(size.data.created), _updated(sight, size.data), None, None)
        if table.partitioning is None:
            numbers = (size.rows, size.average, size.data_length, size.most_data, size.index_length, 0)
            made.append((CATALOG, table.schema, table.name, *(None,) * 10, *numbers, *times, "", "", None))
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
                *("" if definition is None else definition.comment, "default", None),
            )


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

"""How large tables are, as engines tell of small ones.

Captured: tests/golden/answers, tests/golden/clusters/sizes_of_tables. By chance, or by what is not kept here: what
InnoDB's background thread counts again some time after changes, what zlib makes of ARCHIVE's rows, blocks of rows of a
MyISAM table with columns other than integers and VARCHARs, key files of more than a block a key, and BTREE keys of
MEMORY tables; TABLE_ROWS of CSV, which is two more until a statement has read the whole table.
"""

from __future__ import annotations

from functools import cached_property

from binwriter.catalog.field_sizes import field_bytes
from binwriter.catalog.tables import Table
from binwriter.formats.constants import ColumnType
from binwriter.formats.records import dataclass
from binwriter.sql.system.spaces import page_size
from binwriter.storage.heap_room import HeapRoom
from binwriter.storage.table_data import TableData

_MYISAM_BLOCK = 1024  # the head of the key file, and a block of keys
_MYISAM_SHORTEST = 7  # a deleted row has a flag and where the next one is
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
    if engine in ("MyISAM", "CSV"):
        varies = any(column.spec.type in _VARIABLE for column in table.columns)
        return "DYNAMIC" if varies or given == "DYNAMIC" else "FIXED"
    return _FORMAT_OF_ENGINE.get(engine, "FIXED")


def secondary_indexes(table: Table, data: TableData) -> int:
    """How many indexes of an InnoDB table its statistics count beside the clustered one.

    FULLTEXT keys stand for one more, on the hidden FTS_DOC_ID. They and SPATIAL ones have a page each when the table
    is made; ANALYZE TABLE counts none of theirs.
    """
    counted = [key for key in table.special_keys if key.kind == "FUNCTIONAL" or not data.analyzed]
    return len(table.keys) - (data.clustered_key is not None) + len(counted) + table.has_fulltext


@dataclass(frozen=True)
class Size:
    """What an engine tells of a table. parts: how many files it is kept in."""

    table: Table
    data: TableData

    @property
    def numbers(self) -> tuple[int, ...]:
        """From TABLE_ROWS to DATA_FREE, as TABLES and PARTITIONS have them."""
        return self.rows, self.average, self.data_length, self.most_data, self.index_length, self.free

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
        width = sum(field_bytes(column.spec) for column in columns) + (flags + 7) // 8
        return max(width, _MYISAM_SHORTEST) if self.table.engine.name == "MyISAM" else width

    @property
    def _room(self) -> HeapRoom | None:
        """Of a MEMORY table."""
        return self.data.room

    @property
    def data_length(self) -> int:
        match self.table.engine.name:
            case "InnoDB":
                return self.page * self.parts
            case "ARCHIVE":
                return _ARCHIVE_HEADER + self._row * self.rows
            case "MyISAM":
                return self._taken * self._row if self.data.file is None else self.data.file.end
            case "MEMORY":
                return self._room.rows.size(self._taken) if self._room is not None else 0
            case _:
                return 0

    @property
    def _taken(self) -> int:
        """Places of rows, free ones included."""
        return self.rows + len(self.data.free_places)

    @property
    def free(self) -> int:
        """DATA_FREE: bytes that deleted rows have left."""
        match self.table.engine.name:
            case "MyISAM" if self.data.file is not None:
                return self.data.file.free
            case "MyISAM":
                return len(self.data.free_places) * self._row
            case "MEMORY" if self._room is not None:
                return len(self.data.free_places) * self._room.row
            case _:
                return 0

    @property
    def average(self) -> int:
        """AVG_ROW_LENGTH: of fixed rows their length; of MEMORY's even where there is none."""
        if self._room is not None:
            return self._room.row
        if not self.rows or self.table.engine.name == "CSV":
            return 0
        if self.table.engine.name == "MyISAM" and self.row_format == "FIXED":
            return self._row
        return (self.data_length - self.free) // self.rows

    @property
    def most_data(self) -> int:
        if self._room is not None:
            return self._room.most * self._room.row
        if self.table.engine.name != "MyISAM":
            return 0
        return _MOST_ROWS_FIXED * (self._row if self.row_format == "FIXED" else 1) - 1

    @property
    def index_length(self) -> int:
        table, data = self.table, self.data
        match table.engine.name:
            case "InnoDB":
                return self.page * self.parts * secondary_indexes(table, data)
            case "MyISAM":
                keys = len(table.keys) + len(table.special_keys)
                return _MYISAM_BLOCK * (1 + keys * bool(self._taken))
            case "MEMORY" if self._room is not None:
                return sum(blocks.size(self._taken) for blocks in self._room.keys)
            case _:
                return 0

    @property
    def counter(self) -> int | None:
        table = self.table
        if table.auto_increment_column is None:
            return self.data.auto_increment if table.engine.name in _COUNTERS else None
        if table.engine.name == "InnoDB" and self.data.auto_increment == 1:
            return None
        return self.data.auto_increment

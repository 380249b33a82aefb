"""InnoDB's own view of what there is: tables, indexes, columns and tablespaces, with their numbers.

Numbers are given as on a server on which nothing was ever dropped or altered: in the order in which tables were made.
Values of flags: `dict0mem.h`, `fsp0types.h` of the server; rows as a 9.7.4 gave them (clusters/objects_of_innodb).
"""

from __future__ import annotations

from collections.abc import Iterator

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.tables import Column, SpecialKey, Table
from binwriter.formats.records import dataclass
from binwriter.mysql.identifiers import file_name
from binwriter.sql.system.sight import Sight
from binwriter.sql.system.sizes import row_format_of
from binwriter.sql.system.spaces import FULLTEXT_COMMON, option_of, shared_space, space_names

SYSTEM_SPACE = "innodb_system"
PAGE = 16384
_FIRST_TABLE, _FIRST_SPACE, _FIRST_INDEX = 1064, 2, 154  # behind sys.sys_config
_COMPACT, _ATOMIC_BLOBS, _DATA_DIRECTORY, _SHARED = 1, 32, 64, 128
_DEFAULT_COMPRESSED = 8192
_INDEX_TABLES = 6  # behind a FULLTEXT key
_FIRST_ROOT = 4  # the page at which the first index of a file begins
CLUSTERED, UNIQUE, _FULLTEXT, _SPATIAL, _OF_VIRTUAL = 1, 2, 32, 64, 128
_DOCUMENT, _ROW = "FTS_DOC_ID", "DB_ROW_ID"


@dataclass(frozen=True)
class StoredIndex:
    """fields: how many it has with those of the system; names: of those that were given."""

    number: int
    name: str
    kind: int
    fields: int
    root: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class StoredTable:
    """A table, a partition, or a table behind a FULLTEXT key, of which only the number of columns is known.

    number: TABLE_ID. name: `database/table`. first_index: the number of its first index.
    """

    number: int
    name: str
    space: int
    first_index: int
    table: Table | None
    columns: int

    @property
    def row_format(self) -> str:
        return "Dynamic" if self.table is None else row_format_of(self.table).capitalize()

    @property
    def compressed_page(self) -> int:
        """In bytes; 0 of one that is not compressed."""
        if self.table is None or self.row_format != "Compressed":
            return 0
        return 1024 * int(option_of(self.table, "KEY_BLOCK_SIZE") or 0) or _DEFAULT_COMPRESSED

    @property
    def shared(self) -> str:
        return "" if self.table is None else shared_space(self.table)

    @property
    def format_flags(self) -> int:
        """Of its row format alone."""
        flags = {"Redundant": 0, "Compact": _COMPACT}.get(self.row_format, _COMPACT | _ATOMIC_BLOBS)
        return flags | ((self.compressed_page // 512).bit_length() - 1 << 1 if self.compressed_page else 0)

    @property
    def flags(self) -> int:
        directory = self.table is not None and option_of(self.table, "DATA DIRECTORY")
        return self.format_flags | (_DATA_DIRECTORY if directory else 0) | (_SHARED if self.shared else 0)

    @property
    def as_file(self) -> str:
        """The name as that of a file."""
        schema, _, name = self.name.partition("/")
        base, *parts = name.split("#")
        return f"{file_name(schema)}/{'#'.join((file_name(base), *parts))}"

    @property
    def indexes(self) -> tuple[StoredIndex, ...]:
        """The clustered one first, then that of FTS_DOC_ID, then the others as they were defined."""
        if self.table is None:
            return (StoredIndex(self.first_index, "GEN_CLUST_INDEX", CLUSTERED, self.columns, _FIRST_ROOT),)
        return tuple(_indexes_of(self.table, self.first_index, self.columns))


def _adds_document(table: Table) -> bool:
    return table.has_fulltext and _DOCUMENT.lower() not in table.index_of


def _all_columns(table: Table) -> int:
    """Those that are stored, with the three of the system."""
    return sum(not column.virtual for column in table.columns) + 3 + _adds_document(table)


def _indexes_of(table: Table, number: int, columns: int) -> Iterator[StoredIndex]:
    clustered = primary_key_equivalent(table)
    names = {key.name: tuple(table.columns[part.column].name for part in key.parts) for key in table.keys}
    if clustered is None:
        yield StoredIndex(number, "GEN_CLUST_INDEX", CLUSTERED, columns, _FIRST_ROOT)
        found = {_ROW}
    else:
        given = names[clustered.name]
        yield StoredIndex(number, clustered.name, CLUSTERED | UNIQUE, columns - 1, _FIRST_ROOT, given)
        found = set(given)
    place = 1
    if table.has_fulltext:
        yield StoredIndex(number + place, "FTS_DOC_ID_INDEX", UNIQUE, 1 + len(found), _FIRST_ROOT + place)
        place += 1
    root = place
    for key in table.keys_in_order:
        if key is clustered:
            continue
        if isinstance(key, SpecialKey):
            given = key.columns if key.kind != "FUNCTIONAL" else ()
            if key.kind == "FULLTEXT":
                yield StoredIndex(number + place, key.name, _FULLTEXT, len(key.parts), -1, given)
                place += 1
                continue
            kind = _SPATIAL if key.kind == "SPATIAL" else _OF_VIRTUAL | (UNIQUE if key.unique else 0)
            yield StoredIndex(number + place, key.name, kind, len(key.parts) + len(found), _FIRST_ROOT + root, given)
        else:
            given = names[key.name]
            kind = UNIQUE if key.unique else 0
            kind |= _OF_VIRTUAL if any(table.columns[part.column].virtual for part in key.parts) else 0
            count = len(given) + len(found - set(given))
            yield StoredIndex(number + place, key.name, kind, count, _FIRST_ROOT + root, given)
        place, root = place + 1, root + 1


def virtual_last(table: Table) -> Iterator[tuple[int, Column]]:
    """Columns with their positions as InnoDB has them: virtual ones stand behind, and their number is in it."""
    stored = [column for column in table.columns if not column.virtual]
    yield from enumerate(stored)
    virtual = [(place, column) for place, column in enumerate(table.columns) if column.virtual]
    yield from ((number << 16 | place, column) for number, (place, column) in enumerate(virtual, 1))


def stored_tables(sight: Sight) -> Iterator[StoredTable]:
    """In the order in which they were made."""
    number, space, index = _FIRST_TABLE, _FIRST_SPACE, _FIRST_INDEX
    named: dict[str, int] = {SYSTEM_SPACE: 0}
    for table in sorted(sight.tables(), key=lambda table: sight.data(table).born):
        if table.engine.name != "InnoDB":
            continue
        shared = shared_space(table)
        for name in space_names(table):
            place = named.setdefault(shared, space) if shared else space
            space += place == space
            stored = StoredTable(number, name, place, index, table, _all_columns(table))
            yield stored
            own = stored.indexes
            number, index = number + 1, index + len(own)
            if table.has_fulltext:
                for auxiliary, columns in _auxiliary(stored):
                    yield StoredTable(number, auxiliary, space, index, None, columns)
                    number, space, index = number + 1, space + 1, index + 1


def _auxiliary(stored: StoredTable) -> Iterator[tuple[str, int]]:
    """The tables behind FULLTEXT keys, and how many columns they have."""
    base = f"{stored.name.partition('/')[0]}/fts_{stored.number:016x}"
    yield from ((f"{base}_{name}", 5 if name == "config" else 4) for name in FULLTEXT_COMMON)
    for key in stored.indexes:
        if key.kind == _FULLTEXT:
            yield from ((f"{base}_{key.number:016x}_index_{part}", 8) for part in range(1, _INDEX_TABLES + 1))

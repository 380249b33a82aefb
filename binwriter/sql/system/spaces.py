"""InnoDB's tablespaces and their files: one a table or partition, those behind FULLTEXT keys, and general ones.

A server numbers tablespaces as they are made, copies of ALTER TABLE and dropped ones included, and names those of
FULLTEXT keys by numbers of its dictionary: both are made up here (captured: tests/golden/system).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from binwriter.catalog.tables import Table
from binwriter.mysql.identifiers import file_name
from binwriter.sql.ddl.table.options import shown_tablespace
from binwriter.sql.system.sight import Row, Sight, rows_of

_FIRST_SPACE = 2  # behind sys.sys_config
_EXTENT = 1 << 20
PAGES = 7  # of a new file
PAGE = 16384
_OWN = "innodb_file_per_table"
FULLTEXT_COMMON = ("being_deleted", "being_deleted_cache", "config", "deleted", "deleted_cache")


def _spaces(sight: Sight) -> Iterator[tuple[str, str, int]]:
    """Name, file and the size of a page of each, in the order in which they were made."""
    number = _FIRST_SPACE
    for table in sorted(sight.tables(), key=lambda table: sight.data(table).born):
        if table.engine.name != "InnoDB" or shared_space(table):
            continue
        page = page_size(table)
        for name in (*space_names(table), *fulltext_names(table, number)):
            schema, _, file = name.partition("/")
            base, *parts = file.split("#")
            yield name, f"./{file_name(schema)}/{'#'.join((file_name(base), *parts))}.ibd", page
            number += 1
    for name, file in sight.database.catalog.tablespaces.items():
        if not file.startswith("\0"):
            yield name, f"./{file}", PAGE


def shared_space(table: Table) -> str:
    """The name of the tablespace in which it lies with others; empty where it has its own."""
    named = next((option for option in table.options if "TABLESPACE" in option), None)
    return "" if named is None or named == shown_tablespace(_OWN) else named.split("`", 1)[1].rsplit("`", 1)[0]


def page_size(table: Table) -> int:
    """In bytes: that of KEY_BLOCK_SIZE, where the table is compressed."""
    return 1024 * int(option_of(table, "KEY_BLOCK_SIZE") or 0) or PAGE


def option_of(table: Table, name: str) -> str:
    """The value of one of its options; empty where it has none."""
    values = (option.partition("=")[2] for option in table.options if option.upper().startswith(f"{name}="))
    return next(values, "").strip("`")


@rows_of("information_schema.FILES")
def files(sight: Sight) -> Iterator[Row]:
    """All of them, as small as new ones."""
    for number, (name, file, page) in enumerate(_spaces(sight), _FIRST_SPACE):
        nothing = (None,) * 4
        yield (
            *(number, file, "TABLESPACE", name, "", *nothing, "InnoDB", *nothing[1:], 0, 0, _EXTENT),
            *(PAGES * page, None, _EXTENT, *nothing, *nothing, *nothing, 0, *nothing, "NORMAL", None),
        )


@rows_of("information_schema.TABLESPACES_EXTENSIONS")
def tablespaces_extensions(sight: Sight) -> Iterator[Row]:
    """No engine attribute is kept."""
    return ((name, None) for name, *_ in _spaces(sight))


def fulltext_names(table: Table, number: int) -> Iterator[str]:
    """The names of the tablespaces behind its FULLTEXT keys. number: by which they are known."""
    base = f"{table.schema}/fts_{number:016x}"
    if table.has_fulltext:
        yield from (f"{base}_{name}" for name in FULLTEXT_COMMON)
    for place, _ in enumerate(key for key in table.special_keys if key.kind == "FULLTEXT"):
        yield from (f"{base}_{place:016x}_index_{part}" for part in range(1, 7))


def space_names(table: Table, written: Callable[[str], str] = str) -> Iterator[str]:
    """The names of the tablespaces of a table or its partitions: `database/table`. written: how each name is."""
    base = f"{written(table.schema)}/{written(table.name)}"
    partitioning = table.partitioning
    if partitioning is None:
        yield base
        return
    for place, name in enumerate(partitioning.names):
        part = f"{base}#p#{written(name.lower())}"
        if partitioning.subpartitions:
            names = partitioning.subpartitions[place]
            yield from (f"{part}#sp#{written(subpartition.lower())}" for subpartition in names)
        else:
            yield part


def space_files(table: Table) -> Iterator[str]:
    """Their files below the server's folder, without the ending."""
    return space_names(table, file_name)

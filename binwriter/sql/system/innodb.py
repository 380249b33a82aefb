"""InnoDB's statistics of tables and indexes, as mysql keeps them: counted from the rows, which a server estimates.

Source: MySQL manual, "Configuring Persistent Optimizer Statistics Parameters"; rows as a 9.7.4 gave them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from binwriter.catalog.tables import Key, KeyPart, Table
from binwriter.mysql.identifiers import unquoted
from binwriter.sql.binding.system_tables import STATISTICS
from binwriter.sql.system.sight import Row, Sight, all_rows_of
from binwriter.sql.system.sizes import secondary_indexes
from binwriter.sql.system.spaces import space_names
from binwriter.storage.order import KeyReader

# the only table of a fresh server that has statistics, beside sys.sys_config
_SERVERS_OWN = (("mysql", "component", "component_id", 0, 0), ("sys", "sys_config", "variable", 6, 6))
_LEAVES = "Number of leaf pages in the index"
_PAGES = "Number of pages in the index"


def _servers_own(sight: Sight) -> Iterator[tuple[str, str, str, int, int]]:
    """Those that no statement has taken over."""
    return (one for one in _SERVERS_OWN if (one[0], one[1]) not in sight.database.catalog.taken)


def _tables(sight: Sight) -> Iterator[Table]:
    return (
        table
        for table in sight.tables()
        if table.engine.name == "InnoDB" and not (table.schema == "mysql" and table.name in STATISTICS)
    )


@all_rows_of("mysql.innodb_table_stats")
def innodb_table_stats(sight: Sight) -> Iterator[Row]:
    """A row a table or partition: rows and pages."""
    for schema, name, _, count, _ in _servers_own(sight):
        yield schema, name, sight.start, count, 1, 0
    for table in _tables(sight):
        data = sight.data(table)
        others = secondary_indexes(table, data)
        counts = _counts(table, sight)
        for name, count in zip(space_names(table), counts, strict=True):
            yield table.schema, name.partition("/")[2], sight.timestamp(data.created), count, 1, others


def _counts(table: Table, sight: Sight) -> list[int]:
    data, partitioning = sight.data(table), table.partitioning
    if partitioning is None:
        return [len(data)]
    counts = [0] * (len(partitioning.names) * partitioning.per_partition)
    for _, row in data.scan():
        counts[partitioning.of(row)] += 1
    return counts


@all_rows_of("mysql.innodb_index_stats")
def innodb_index_stats(sight: Sight) -> Iterator[Row]:
    """How many different values the first columns of an index have; those that find the row stand behind them."""
    for schema, name, column, count, different in _servers_own(sight):
        yield from _index(schema, name, "PRIMARY", sight.timestamp(sight.started), [(column, different)])
        assert count == different
    for table in _tables(sight):
        created = sight.timestamp(sight.data(table).created)
        for number, name in enumerate(space_names(table)):
            for index, columns in _indexes(table, sight, None if table.partitioning is None else number):
                yield from _index(table.schema, name.partition("/")[2], index, created, columns)


def _index(schema: str, table: str, index: str, updated: datetime, columns: list[tuple[str, int]]) -> Iterator[Row]:
    head = (schema, table, index, updated)
    for number in range(1, len(columns) + 1):
        named = ",".join(column for column, _ in columns[:number])
        yield (*head, f"n_diff_pfx{number:02}", columns[number - 1][1], 1, named)
    yield (*head, "n_leaf_pages", 1, None, _LEAVES)
    yield (*head, "size", 1, None, _PAGES)


def _indexes(table: Table, sight: Sight, part: int | None) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """part: the number of a partition."""
    data = sight.data(table)
    clustered, partitioning = data.clustered_key, table.partitioning
    rows = [row for _, row in data.scan() if part is None or partitioning is None or partitioning.of(row) == part]
    if clustered is None:
        yield "GEN_CLUST_INDEX", [("DB_ROW_ID", len(rows))]
    if table.has_fulltext:
        yield "FTS_DOC_ID_INDEX", [("FTS_DOC_ID", len(rows))]
    for special in table.special_keys:
        if special.kind == "FUNCTIONAL":  # its columns are hidden; what they hold is not asked
            hidden = [
                (f"!hidden!{special.name}!{place}!0" if part.startswith("(") else unquoted(part), len(rows))
                for place, part in enumerate(special.parts)
            ]
            behind = () if clustered is None or special.unique else clustered.columns
            yield special.name, [*hidden, *((table.columns[index].name, len(rows)) for index in behind)]
    for key in sorted(table.keys, key=lambda key: key.name.encode()):
        parts = list(key.parts)
        if not key.unique and clustered is not None:
            parts += (KeyPart(key_part.column) for key_part in clustered.parts if key_part.column not in key.columns)
        reader = KeyReader(Key(key.name, tuple(parts)), table)
        values = [reader.of(row) for row in rows]
        names = [table.columns[part.column].name for part in parts]
        if not key.unique and clustered is None:
            names.append("DB_ROW_ID")
        yield (
            key.name,
            [
                (name, len({value[: place + 1] for value in values}) if place < len(parts) else len(rows))
                for place, name in enumerate(names)
            ],
        )

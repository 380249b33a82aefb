"""Row changes as Arrow batches: `read_changes`, and what its batches look like."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import pyarrow as pa

# (database, table) as the Table_map names them
from binwriter.bulk.decode.change_schema import TableName
from binwriter.bulk.decode.exact import exact_changes
from binwriter.bulk.ways import has_kernels
from binwriter.formats.columns.spec import ColumnSpec


def read_changes(
    path: str | Path,
    *,
    table: TableName | Collection[TableName] | None = None,
    specs: Mapping[TableName, tuple[ColumnSpec, ...]] | None = None,
    start: int | None = None,
    stop: int | None = None,
    batch_rows: int = 65536,
    verify: bool = True,
    exact: bool = False,
) -> Iterator[pa.RecordBatch]:
    """The row changes of a log, those inside Transaction_payload events included, as batches of one table each.

    A batch has the changes in the log's order; batches of different tables overlap, (position, inner, row) orders them.
    table: one (database, table), or several; None: all. specs: the columns of tables whose Table_maps do not tell all
    of them (binlog_row_metadata=MINIMAL: no names, no members); they must fit the Table_map's types.
    start, stop: bytes: only the events that begin in that range, whole transactions (`EventIndex.splits`).
    batch_rows: most rows a batch. verify: look at checksums, also of events without rows. exact: do not use the fast
    path.
    Raises CorruptLogError naming file and position for what cannot be read, a cell that no value of its type has
    included; EncodeError for specs that do not fit; LogFileError for a file that cannot be read.
    """
    wanted = None if table is None else _names(table)
    read = exact_changes
    if not exact and has_kernels():
        from binwriter.bulk.decode.fast import can_read_fast, fast_changes  # numba is an extra

        read = fast_changes if can_read_fast(Path(path), verify=verify) else exact_changes
    return read(Path(path), wanted, dict(specs or {}), start, stop, batch_rows, verify)


def _names(table: TableName | Collection[TableName]) -> frozenset[TableName]:
    if isinstance(table, tuple) and len(table) == 2 and isinstance(table[0], str) and isinstance(table[1], str):
        return frozenset({(table[0], table[1])})
    return frozenset((database, name) for database, name in table)

"""Small bulk jobs for tests: tables, batches, and what reads them back."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import numpy as np
import pyarrow as pa

from binwriter.bulk.arrow_types import from_values
from binwriter.bulk.work import BulkTable, FilePlan, RowShape, ShapeRows, TransactionBatch
from binwriter.catalog.tables import Column, Key, KeyPart, Table
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import engine_by_name
from binwriter.statement.values import RowOperation

UUID_1 = UUID("9623e060-e550-11f1-96cd-02fc00000001")
START = 1_767_323_045_000_000

WRITE, UPDATE, DELETE = RowOperation.WRITE, RowOperation.UPDATE, RowOperation.DELETE


def make_table(name: str, *specs: ColumnSpec, keyed: bool = True) -> Table:
    """A table whose first column is its primary key."""
    keys = (Key("PRIMARY", (KeyPart(0),), unique=True),) if keyed else ()
    return Table("shop", name, engine_by_name("InnoDB"), tuple(Column(spec) for spec in specs), keys)


ORDERS = make_table(
    "orders",
    ColumnSpec("id", ColumnType.LONGLONG, nullable=False, unsigned=True),
    ColumnSpec("note", ColumnType.VARCHAR, length=800, collation=255),
    ColumnSpec("doc", ColumnType.BLOB, length=2),
)
ITEMS = make_table(
    "items",
    ColumnSpec("id", ColumnType.LONG, nullable=False),
    ColumnSpec("price", ColumnType.DOUBLE),
    *(ColumnSpec(f"n{index}", ColumnType.SHORT) for index in range(9)),
)


def plan(**fields: object) -> FilePlan:
    given: dict[str, object] = {
        "number": 1,
        "name": "binlog.000001",
        "next_name": "binlog.000002",
        "first_gno": 1,
        "first_xid": 1,
        "start": START,
        "end": START + 9_000_000,
    }
    return FilePlan(**(given | fields))  # type: ignore[arg-type]


def ints(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.int64)


def shape_rows(
    tables: list[BulkTable], table: int, operation: RowOperation, rows: list[tuple], assigned: tuple[int, ...] = ()
) -> ShapeRows:
    """rows: whole rows, or (before, after) pairs for an update."""
    made: list[pa.RecordBatch | None] = [None, None]
    if operation is UPDATE:
        made = [from_values(tables[table].table, [row[side] for row in rows]) for side in (0, 1)]
    else:
        made[operation is WRITE] = from_values(tables[table].table, rows)
    return ShapeRows(RowShape(table, operation, assigned), *made)


def batch_of(
    rows: list[ShapeRows], transactions: list[list[tuple[int, int]]], start: int = START, **fields: object
) -> TransactionBatch:
    """transactions: each a list of (shape, rows) of its statements."""
    statements = [statement for transaction in transactions for statement in transaction]
    given: dict[str, object] = {
        "rows": tuple(rows),
        "statement_shape": ints(*(shape for shape, _ in statements)),
        "statement_rows": ints(*(count for _, count in statements)),
        "transaction_statements": ints(*map(len, transactions)),
        "timestamp": start + 400_123 * np.arange(1, len(transactions) + 1, dtype=np.int64),
    }
    return TransactionBatch(**(given | fields))  # type: ignore[arg-type]


def read(path: Path) -> bytes:
    return path.read_bytes()

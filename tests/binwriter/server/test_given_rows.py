"""Rows as tuples, as dicts and as Arrow batches give the same log, whatever the columns are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from binwriter.bulk.arrow_types import to_values
from binwriter.catalog.partitions import Partitioning
from binwriter.catalog.tables import Column, DefaultKind, Key, KeyPart, Table
from binwriter.errors import EncodeError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import ENGINES
from binwriter.server.server import Server
from binwriter.server.session import Session
from tests.binwriter.bulk.arrow_cases import every_spec, random_batch, table_of

ID = Column(ColumnSpec("Id", ColumnType.LONGLONG, nullable=False))
ORDERS = Table(
    "shop",
    "orders",
    ENGINES["innodb"],
    (
        ID,
        Column(ColumnSpec("note", ColumnType.VARCHAR, length=80, collation=255)),
        Column(ColumnSpec("amount", ColumnType.NEWDECIMAL, precision=10, scale=2, nullable=False), default=Decimal(7)),
        Column(ColumnSpec("made", ColumnType.DATETIME2), DefaultKind.NOW),
    ),
    (Key("PRIMARY", (KeyPart(0),), unique=True),),
)

Work = Callable[[Session], Any]


def logged(folder: Path, *works: Work, options: Sequence[str] = ()) -> bytes:
    with Server(folder, options) as server:
        session = server.connect()
        for work in works:
            work(session)
    return b"".join(path.read_bytes() for path in sorted(folder.glob("binlog.0*")))


def both(table: Table, rows: Any) -> list[Work]:
    """Inserted in one statement, and deleted."""
    return [lambda session: session.insert_rows(table, rows), lambda session: session.delete_rows(table, rows)]


def named(table: Table, rows: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    return [dict(zip((column.name for column in table.columns), row, strict=True)) for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 3, 40])
def test_every_type(tmp_path: Path, count: int) -> None:
    table = table_of(every_spec())
    batch = random_batch(table, np.random.default_rng(count), count)
    rows = to_values(table, batch)
    expected = logged(tmp_path / "tuples", *both(table, rows))
    assert logged(tmp_path / "dicts", *both(table, named(table, rows))) == expected
    assert logged(tmp_path / "batch", *both(table, batch)) == expected
    assert (
        logged(tmp_path / "table", *both(table, pa.Table.from_batches([batch.slice(0, 1), batch.slice(1)]))) == expected
    )


def orders(count: int) -> list[tuple[Any, ...]]:
    return [(n, None if n % 7 == 3 else f"n{n}" * (n % 4), Decimal(n * n) / 4, None) for n in range(count)]


def as_arrow(rows: list[tuple[Any, ...]]) -> pa.RecordBatch:
    *columns, _ = map(list, zip(*rows, strict=True))
    arrays = [*map(pa.array, columns), pa.nulls(len(rows))]
    return pa.record_batch(arrays[::-1], names=["MADE", "amount", "note", "ID"])


@pytest.mark.slow
@pytest.mark.parametrize("image", ["FULL", "MINIMAL", "NOBLOB"])
@pytest.mark.parametrize("keys", [(), ORDERS.keys])
def test_events_are_parted_and_keys_known_alike(tmp_path: Path, image: str, keys: tuple[Key, ...]) -> None:
    table = Table(ORDERS.schema, ORDERS.name, ORDERS.engine, ORDERS.columns, keys)
    rows = orders(1500)
    options = (
        f"binlog_row_image={image}",
        "binlog_row_event_max_size=512",
        "gtid_mode=ON",
        "enforce_gtid_consistency=ON",
    )
    alone = [lambda session: session.insert_rows(table, [(5, "one", Decimal(1), None)])]  # depends on the key
    expected = logged(tmp_path / "tuples", *both(table, rows), *alone, options=options)
    for name, given in (("dicts", named(table, rows)), ("arrow", as_arrow(rows))):
        assert logged(tmp_path / name, *both(table, given), *alone, options=options) == expected, name


def test_rows_of_partitions(tmp_path: Path) -> None:
    parts = Partitioning("HASH", ("p0", "p1", "p2"), columns=frozenset({0}), locate=lambda row: row[0] % 3)
    table = Table(ORDERS.schema, ORDERS.name, ORDERS.engine, ORDERS.columns, partitioning=parts)
    rows = orders(30)
    expected = logged(tmp_path / "tuples", *both(table, rows))
    assert logged(tmp_path / "arrow", *both(table, as_arrow(rows))) == expected


def test_columns_that_are_left_out(tmp_path: Path) -> None:
    table = Table(ORDERS.schema, ORDERS.name, ORDERS.engine, ORDERS.columns[:3])
    rows = [(n, None, Decimal(7)) for n in range(9)]
    expected = logged(tmp_path / "tuples", lambda session: session.insert_rows(table, rows))
    given = {
        "dicts": [{"ID": n} for n in range(9)],
        "mixed": [{"id": n} if n % 2 else {"AMOUNT": Decimal(7), "Id": n} for n in range(9)],
        "some": [{"id": n} if n % 2 else rows[n] for n in range(9)],
        "arrow": pa.record_batch({"id": list(range(9))}),
    }
    for name, batch in given.items():
        assert logged(tmp_path / name, lambda session, b=batch: session.insert_rows(table, b)) == expected, name


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"id": 1, "other": 2}, r"column 'other': table shop\.orders has none such; it has Id, note"),
        ({"id": 1, 7: 2}, r"column 7: table shop\.orders has none such"),
        ({"id": 1, "ID": 2}, "stands twice"),
        ({"id": 1}, "column 'made' of table shop.orders is not in the batch and has no constant default"),
        ({"id": 1, "note": "x" * 21, "made": None}, "column 'note'"),
        ({"id": None, "made": None}, "NULL"),
    ],
)
@pytest.mark.parametrize("count", [1, 5])
def test_what_is_refused_leaves_nothing(tmp_path: Path, row: dict[str, Any], message: str, count: int) -> None:
    rows = [{"id": 9, "made": None}] * (count - 1) + [row]
    given: list[Any] = [rows]
    if count == 1 and all(isinstance(name, str) for name in row):  # Arrow has one set of names, which are texts
        given.append(pa.record_batch([pa.array([value]) for value in row.values()], names=list(row)))
    nothing = logged(tmp_path / "nothing")
    for number, one in enumerate(given):

        def refused(session: Session, one: Any = one) -> None:
            with pytest.raises(EncodeError, match=message):
                session.insert_rows(ORDERS, one)

        assert logged(tmp_path / str(number), refused) == nothing


def test_no_rows(tmp_path: Path) -> None:
    expected = logged(tmp_path / "tuples", *both(ORDERS, []))
    assert logged(tmp_path / "arrow", *both(ORDERS, as_arrow(orders(2)).slice(2))) == expected

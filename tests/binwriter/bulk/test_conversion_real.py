"""Arrow batches as people have them -> a bulk file -> a real server: its tables hold what the batches said."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binwriter.bulk.arrow_types import to_storage
from binwriter.bulk.file import BulkFileWriter
from binwriter.bulk.work import BulkSettings, BulkTable, RowShape, ShapeRows, StatementText
from binwriter.integration.mysql import MySQLServer
from binwriter.integration.replaying.client import replay
from binwriter.workload.schema import read_schema

from .file_cases import START, UUID_1, WRITE, batch_of, plan

pytestmark = pytest.mark.mysql

# column, its definition, what is given in Arrow, the expression that reads it, what the server answers
CASES: list[tuple[str, pa.Array, str, list[Any]]] = [
    ("TINYINT", pa.array([1.0, None, -128.0]), "{}", [1, None, -128]),
    ("MEDIUMINT", pa.array([-8388608, 8388607, None]), "{}", [-8388608, 8388607, None]),
    ("BIGINT UNSIGNED", pa.array([Decimal(2**64 - 1), Decimal(0), None]), "{}", [2**64 - 1, 0, None]),
    ("DECIMAL(12,2)", pa.array([1.005, -99.99, None]), "{}", [Decimal("1.01"), Decimal("-99.99"), None]),
    ("DECIMAL(65,30)", pa.array(["12345678901234567890.5", "-0.000000000000000000000000000001", None]), "{}",
     [Decimal("12345678901234567890.5"), Decimal("-1e-30"), None]),
    ("FLOAT", pa.array([0.5, -1536.25, None]), "{}", [0.5, -1536.25, None]),
    ("DOUBLE", pa.array([0.1, 1e300, None]), "{}", [0.1, 1e300, None]),
    ("BIT(9)", pa.array([511, 0, None]), "{} + 0", [511, 0, None]),
    ("YEAR", pa.array([1901, 0, None]), "{} + 0", [1901, 0, None]),
    ("CHAR(5)", pa.array(["ab   ", "日本語", None]), "{}", ["ab", "日本語", None]),
    ("VARCHAR(300)", pa.array(["ä" * 300, "", None]).dictionary_encode(), "{}", ["ä" * 300, "", None]),
    ("VARCHAR(9) CHARACTER SET latin1", pa.array(["äöü€", "plain", None]), "{}", ["äöü€", "plain", None]),
    ("CHAR(4) CHARACTER SET ucs2", pa.array(["††", "a ", None]), "{}", ["††", "a", None]),
    ("TEXT CHARACTER SET gbk", pa.array(["中文", "abc", None]), "{}", ["中文", "abc", None]),
    ("LONGTEXT", pa.array(["x" * 70000, "😀", None], pa.large_string()), "{}", ["x" * 70000, "😀", None]),
    ("BINARY(4)", pa.array([b"ab\0", b"\0", None]), "{}", [b"ab\0\0", b"\0" * 4, None]),
    ("MEDIUMBLOB", pa.array([b"\0\xff", b"", None]), "{}", [b"\0\xff", b"", None]),
    ("ENUM('small','large')", pa.array(["large", "small", None]), "{}", ["large", "small", None]),
    ("SET('a','b','c')", pa.array([["c", "a"], [], None]), "{}", ["a,c", "", None]),
    ("DATE", pa.array(["2024-02-29", "1000-01-01", None]), "{}", [date(2024, 2, 29), date(1000, 1, 1), None]),
    ("DATE", pa.array(["0000-00-00", "2023-00-00", None]), "CAST({} AS CHAR)", ["0000-00-00", "2023-00-00", None]),
    ("TIME(3)", pa.array(["-838:59:59", "00:00:00.001", None]), "{}",
     [-timedelta(hours=838, minutes=59, seconds=59), timedelta(milliseconds=1), None]),
    ("TIME", pa.array([time(1, 2, 3), time(23, 59, 59), None]), "{}",
     [timedelta(seconds=3723), timedelta(seconds=86399), None]),
    ("DATETIME(6)", pa.array([datetime(2024, 1, 2, 3, 4, 5, 6), datetime(9999, 12, 31), None]), "{}",
     [datetime(2024, 1, 2, 3, 4, 5, 6), datetime(9999, 12, 31), None]),
    ("TIMESTAMP(3)", pa.array([datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC), datetime(1970, 1, 2, tzinfo=UTC), None],
                              pa.timestamp("ms", "Asia/Tokyo")), "{}",
     [datetime(2024, 1, 2, 3, 4, 5), datetime(1970, 1, 2), None]),
    ("JSON", pa.array(['{"b": [1, 2.5, "ü"], "a": null}', "70000", None]), "CAST({} AS CHAR)",
     ['{"a": null, "b": [1, 2.5, "ü"]}', "70000", None]),
    ("JSON", pa.array([{"k": 1}, {"k": None}, None]), "CAST({} AS CHAR)", ['{"k": 1}', '{"k": null}', None]),
    ("VECTOR(3)", pa.array([[0.5, 1.0, 2.0], [1.0, 1.0, 1.0], None]), "VECTOR_TO_STRING({})",
     ["[5.00000e-01,1.00000e+00,2.00000e+00]", "[1.00000e+00,1.00000e+00,1.00000e+00]", None]),
]  # fmt: skip


def test_a_server_reads_what_was_given(clean_mysql: MySQLServer, tmp_path: Path) -> None:
    names = [f"c{index}" for index in range(len(CASES))]
    columns = ", ".join(f"{name} {kind}" for name, (kind, *_) in zip(names, CASES, strict=True))
    create = f"CREATE TABLE shop.t (id INT PRIMARY KEY, {columns}) CHARACTER SET utf8mb4"
    (table,) = read_schema(f"CREATE DATABASE shop; {create}", "test", database="shop").tables
    given = pa.record_batch([pa.array([1, 2, 3]), *(array for _, array, *_ in CASES)], names=["id", *names])
    rows = ShapeRows(RowShape(0, WRITE), None, to_storage(table, given))
    statements = tuple(StatementText(text, "", ("shop",), START) for text in ("CREATE DATABASE shop", create))
    settings = BulkSettings(UUID_1, gtid=False)
    path = tmp_path / "binlog.000001"
    with BulkFileWriter(path, plan(statements=statements), settings, [BulkTable(table, 90)]) as writer:
        writer.write(batch_of([rows], [[(0, 2)], [(0, 1)]]))
        writer.finish()
    assert replay(clean_mysql, [path]).ok
    with clean_mysql.connect(charset="utf8mb4") as connection, connection.cursor() as cursor:
        cursor.execute("SET time_zone = '+00:00'")
        for name, (kind, _, read, expected) in zip(names, CASES, strict=True):
            cursor.execute(f"SELECT {read.format(name)} FROM shop.t ORDER BY id")
            assert [value for (value,) in cursor.fetchall()] == expected, kind

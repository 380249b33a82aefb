"""DataFrames that only read Parquet files: what the tasks read themselves is what Spark would have handed them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

pytest.importorskip("pyspark")
pytestmark = pytest.mark.spark

from binwriter.integration.spark import save  # noqa: E402
from binwriter.integration.spark.plain_reads import plain_read  # noqa: E402

_ROWS = 9000
_OPTIONS = {
    "table": "shop.plain",
    "primary_key": "id",
    "rows_per_transaction": 700,
    "start_time": "2026-01-01",
    "server_uuid": "dc329b6e-53ad-53d0-8888-000000000000",
}


def _table(rows: int, first: int = 0) -> pa.Table:
    """A column of each type that is taken as it is, with NULLs."""
    number = range(first, first + rows)

    def column(kind: pa.DataType, value: Callable[[int], Any]) -> pa.Array:
        return pa.array([None if n % 7 == 3 else value(n) for n in number], kind)

    return pa.table(
        {
            "id": pa.array(number, pa.int64()),
            "tiny": column(pa.int8(), lambda n: n % 256 - 128),
            "small": column(pa.int16(), lambda n: n - 4000),
            "whole": column(pa.int32(), lambda n: -n),
            "yes": column(pa.bool_(), lambda n: n % 2 == 0),
            "single": column(pa.float32(), lambda n: n / 8),
            "double": column(pa.float64(), lambda n: n / 3),
            "text": column(pa.string(), lambda n: "grün" * (n % 5)),
            "bytes": column(pa.binary(), lambda n: bytes((n % 256, 0))),
            "price": column(pa.decimal128(12, 2), lambda n: Decimal(n - 50).scaleb(-2)),
            "wide": column(pa.decimal128(38, 10), lambda n: Decimal(n) ** 7),
            "day": column(pa.date32(), lambda n: date(1 + n % 3000, 1, 31)),
            "moment": column(pa.timestamp("us"), lambda n: datetime(1, 1, 1, n % 24, microsecond=n)),
            "instant": column(pa.timestamp("us", "UTC"), lambda n: datetime(1970 + n % 60, 3, 29, n % 24)),
        }
    )


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("parquet files") / "of 100 %41"
    folder.mkdir()
    pq.write_table(_table(_ROWS), folder / "a.parquet", row_group_size=1000)
    pq.write_table(_table(500, _ROWS), folder / "b.parquet", compression="zstd", use_dictionary=False)
    return folder


def _bytes(folder: Path) -> list[tuple[str, bytes]]:
    return [(path.name, path.read_bytes()) for path in sorted(folder.glob("binlog.*"))]


def test_logs_are_those_of_rows_from_spark(spark: Any, files: Path, tmp_path: Path) -> None:
    chosen = ["text", "id", "instant"]
    cases: list[tuple[str, str, Any, dict[str, bool]]] = [
        ("60000", "America/New_York", "*", {"count": True}),
        ("20000", "Asia/Kolkata", chosen, {"count": False, "log_ddl": True}),  # parts of files without a row group
    ]
    try:
        for number, (split, zone, columns, options) in enumerate(cases):
            spark.conf.set("spark.sql.files.maxPartitionBytes", split)
            spark.conf.set("spark.sql.session.timeZone", zone)
            frame = spark.read.parquet(str(files)).select(columns)
            tasks = plain_read(frame)
            assert tasks is not None
            assert sum(part.rows for task in tasks for part in task) == _ROWS + 500
            if split == "20000":
                assert () in tasks
            logs = []
            for quick in (True, False):
                save(frame, str(tmp_path / f"{number}{quick}"), read_files=quick, **_OPTIONS, **options)
                logs.append(_bytes(tmp_path / f"{number}{quick}"))
            assert logs[0] == logs[1], cases[number]
    finally:
        spark.conf.set("spark.sql.session.timeZone", "UTC")
        spark.conf.unset("spark.sql.files.maxPartitionBytes")


def test_whatever_else_a_query_does_is_done_by_spark(spark: Any, files: Path, tmp_path: Path) -> None:
    plain = spark.read.parquet(str(files))
    assert plain_read(plain.select("day", "id").select("id")) is not None
    spark.read.parquet(str(files)).createOrReplaceTempView("plain")
    folded = tmp_path / "folded"
    plain.limit(20).selectExpr("id", "id % 2 as half").write.partitionBy("half").parquet(str(folded))
    kinds = tmp_path / "kinds.parquet"
    pq.write_table(pa.table({"u": pa.array([1], pa.uint32()), "ms": pa.array([1], pa.timestamp("ms"))}), kinds)
    (tmp_path / "differing").mkdir()
    pq.write_table(pa.table({"n": pa.array([1], pa.int32())}), tmp_path / "differing" / "a.parquet")
    pq.write_table(pa.table({"n": pa.array([1], pa.int64())}), tmp_path / "differing" / "b.parquet")
    old = tmp_path / "old.parquet"
    days = pa.table({"day": pa.array([date(1500, 1, 1)])})
    pq.write_table(days.replace_schema_metadata({"org.apache.spark.legacyDateTime": ""}), old)
    frames = {
        "filtered": plain.filter("id > 5"),
        "calculated": plain.selectExpr("id + 1 as id"),
        "renamed": plain.selectExpr("id as number"),
        "limited": plain.limit(5),
        "sampled": plain.sample(0.5, seed=1),
        "distinct": plain.select("yes").distinct(),
        "sorted": plain.sort("id"),
        "other partitions": plain.repartition(3),
        "fewer partitions": plain.coalesce(1),
        "united": plain.union(plain),
        "joined": plain.join(plain.select("id"), "id"),
        "of the file": plain.select("id", "_metadata.file_name"),
        "by SQL": spark.sql("SELECT count(*) AS n FROM plain"),
        "kept": plain.select("id").persist(),
        "folders that are columns": spark.read.parquet(str(folded)),
        "unsigned": spark.read.parquet(str(kinds)).select("u"),
        "milliseconds": spark.read.parquet(str(kinds)).select("ms"),
        "files that differ": spark.read.schema("n int").parquet(str(tmp_path / "differing")),
        "declared otherwise": spark.read.schema("whole bigint").parquet(str(files)),
        "a column that is not there": spark.read.schema("id bigint, none int").parquet(str(files)),
        "another calendar": spark.read.parquet(str(old)),
        "another format": spark.read.text(str(files)),
        "made": spark.range(5),
    }
    try:
        taken = [name for name, frame in frames.items() if plain_read(frame) is not None]
        assert taken == []
    finally:
        frames["kept"].unpersist()


def test_rows_without_a_count_of_bytes_are_the_same(spark: Any, files: Path, tmp_path: Path) -> None:
    from binwriter.integration.spark import register

    frame = spark.read.parquet(str(files))
    name = "spark.sql.execution.arrow.maxBytesPerBatch"
    before = spark.conf.get(name, None)
    logs = []
    try:
        for narrow in (False, True):
            register(spark, narrow_rows=narrow)
            save(frame, str(tmp_path / f"{narrow}"), read_files=False, count=False, **_OPTIONS)
            logs.append(_bytes(tmp_path / f"{narrow}"))
        assert spark.conf.get(name) == str(2**31 - 1)
    finally:
        spark.conf.unset(name) if before is None else spark.conf.set(name, before)
    assert logs[0] == logs[1]

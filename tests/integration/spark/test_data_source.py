"""The data source through Spark itself: what is written is read again, modes, failures, filters, views, streams."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.inspection.event_info import event_info, event_type_name
from tests.integration.spark.samples import ORDERS, orders, written

pytest.importorskip("pyspark")
pytestmark = pytest.mark.spark

from binwriter.integration.spark import save  # noqa: E402
from binwriter.integration.spark.column_types import image_type  # noqa: E402
from binwriter.integration.spark.declared import declared_table  # noqa: E402

FORMAT = "mysql_binlog"


def frame(spark: Any, count: int, partitions: int = 2) -> Any:
    """Rows for ORDERS, made by Spark."""
    return spark.range(0, count, 1, partitions).selectExpr(
        "id", "if(id % 7 = 3, null, concat('name ', id)) as name", "cast(id as decimal(12,2)) as price"
    )


def load(spark: Any, path: Path | str, **options: str) -> Any:
    return spark.read.format(FORMAT).options(**options).load(str(path))


def ids(changes: Any) -> list[int]:
    return sorted(row["id"] for row in changes.select("after.id").collect())


ALL_TYPES = """CREATE TABLE t.everything (
  id INT UNSIGNED NOT NULL PRIMARY KEY, t TINYINT, tu TINYINT UNSIGNED, s SMALLINT, su SMALLINT UNSIGNED,
  m MEDIUMINT, mu MEDIUMINT UNSIGNED, i INT, b BIGINT, bu BIGINT UNSIGNED, y YEAR, f FLOAT, d DOUBLE,
  de DECIMAL(20,5), wide DECIMAL(60,10), bits BIT(9), all_bits BIT(64), c CHAR(10), vc VARCHAR(300),
  latin VARCHAR(10) CHARACTER SET latin1, tx TEXT, bin BINARY(3), vb VARBINARY(20), bl BLOB,
  en ENUM('small','large','Größe'), se SET('a','b','c'), da DATE, ti TIME(6), dt DATETIME(6), ts TIMESTAMP(6) NULL,
  js JSON, ge GEOMETRY, ve VECTOR(3))"""
POINT = bytes.fromhex("000000000101000000000000000000F03F0000000000000040")
FULL_ROW: tuple[Any, ...] = (
    4294967295, -128, 255, -32768, 65535, -8388608, 16777215, -2147483648, -(1 << 63), Decimal((1 << 64) - 1), 2155,
    1.5, -2.25, Decimal("-123456789012345.67891"), "-12345678901234567890123456789012345678901234567890.1234567890",
    511, Decimal((1 << 64) - 1), "grün", "ü" * 300, "Größe", "long " * 100, b"\x00\x01\xff", b"", b"\x00" * 300,
    "Größe", "a,c", date(2026, 2, 28), timedelta(days=-34, hours=-21, microseconds=-999999),
    datetime(9999, 12, 31, 23, 59, 59, 999999), datetime(2038, 1, 19, 3, 14, 7, 999999),
    '{"a": [1, 2.5, null, "x"]}', POINT, [0.5, -1.0, 2.0],
)  # fmt: skip


def test_all_types_are_read_as_they_were_written(spark: Any, tmp_path: Path) -> None:
    _, table, _ = declared_table(ALL_TYPES, None)
    schema = image_type([column.spec for column in table.columns])
    nulls = (1, *[None] * (len(FULL_ROW) - 1))
    empty = list(FULL_ROW)
    empty[0], empty[25] = 2, ""
    df = spark.createDataFrame([FULL_ROW, nulls, tuple(empty)], schema).coalesce(1)
    df.write.format(FORMAT).mode("append").option("schema", ALL_TYPES).save(str(tmp_path))
    found = load(spark, tmp_path, table="t.everything")
    assert found.schema["after"].dataType == schema
    assert found.select("after.*").collect() == df.collect()
    # a given schema: types as the reader wants them, in any order
    some = (
        spark.read.format(FORMAT)
        .option("table", "t.everything")
        .schema(
            "after struct<tu: bigint, nothing: string, id: bigint, ts: timestamp_ntz>, operation string, gtid string"
        )
    )
    row = some.load(str(tmp_path)).collect()[0]
    assert row["after"].asDict() == {
        "tu": 255, "nothing": None, "id": 4294967295, "ts": datetime(2038, 1, 19, 3, 14, 7, 999999)
    }  # fmt: skip
    assert row["operation"] == "insert"


def test_changes_that_were_read_can_be_written_again(spark: Any, tmp_path: Path) -> None:
    image = "struct<id: bigint, name: string, price: decimal(12,2)>"
    rows = [
        (1, "insert", None, (1, "a", Decimal("1.00"))),
        (1, "update", (1, "a", Decimal("1.00")), (1, "b", None)),
        (2, "delete", (1, "b", None), None),
    ]
    df = spark.createDataFrame(rows, f"tx int, operation string, before {image}, after {image}").coalesce(1)
    options = {"operation": "changes", "schema": ORDERS, "order_columns": "tx"}
    save(df, str(tmp_path / "a"), transaction_columns="tx", drop_columns="tx", **options)
    first = load(spark, tmp_path / "a", table="shop.orders")
    assert first.select("sequence_number", "operation", "before", "after").collect() == df.collect()
    again = first.select("sequence_number", "operation", "before", "after")
    options["order_columns"] = "sequence_number"
    save(again, str(tmp_path / "b"), transaction_columns="sequence_number", drop_columns="sequence_number", **options)
    columns = ("position", "gtid", "sequence_number", "operation", "before", "after")
    second = load(spark, tmp_path / "b", table="shop.orders").select(*columns[2:])
    assert second.collect() == first.select(*columns[2:]).collect()
    # without a table the images are text
    texts = load(spark, tmp_path / "a").select("database", "table", "before", "after").collect()
    assert texts[1].asDict() == {
        "database": "shop", "table": "orders", "before": '{"id": 1, "name": "a", "price": "1.00"}',
        "after": '{"id": 1, "name": "b", "price": null}',
    }  # fmt: skip


def test_save_has_all_modes(spark: Any, tmp_path: Path) -> None:
    out = str(tmp_path / "log")
    save(frame(spark, 2500), out, table="shop.orders", primary_key="id", log_ddl=True)
    found = load(spark, out, table="shop.orders")
    assert found.select("after.*").exceptAll(frame(spark, 2500)).count() == 0 == 2500 - found.count()
    # the transactions were counted: GTIDs, after the two of the DDL, go on from file to file
    gtids = {row["gtid"] for row in found.select("gtid").distinct().collect()}
    assert sorted(int(gtid.split(":")[1]) for gtid in gtids) == [3, 4, 5, 6]
    with pytest.raises(Exception, match="there is a log already"):
        save(frame(spark, 1), out, schema=ORDERS)
    save(frame(spark, 1), out, mode="ignore", schema=ORDERS)
    save(frame(spark, 3), out, mode="append", schema=ORDERS)
    assert load(spark, out).count() == 2503
    save(frame(spark, 4), out, mode="overwrite", schema=ORDERS)
    assert ids(load(spark, out, table="shop.orders")) == [0, 1, 2, 3]
    assert not list((tmp_path / "log").glob("_temporary*"))


# --- failures


def failing_once(spark: Any, flag: Path, count: int) -> Any:
    """Rows whose making fails in the first attempt of partition 1."""
    from pyspark.sql import functions as f

    where = str(flag)

    def fail(number: int) -> int:
        from pyspark import TaskContext

        context = TaskContext.get()
        if number == count - 1 and (not Path(where).exists() or "always" in where):
            Path(where).touch()
            raise RuntimeError(f"injected in partition {context.partitionId() if context else None}")
        return number

    made = spark.range(0, count, 1, 2).withColumn("id", f.udf(fail, "bigint")("id"))
    return made.selectExpr("id", "concat('n', id) as name", "cast(1 as decimal(12,2)) as price")


def test_a_task_that_fails_and_is_tried_again_leaves_nothing(spark: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    failing_once(spark, tmp_path / "once", 3000).write.format(FORMAT).mode("append").options(
        schema=ORDERS, rows_per_transaction=100
    ).save(str(log))
    assert ids(load(spark, log, table="shop.orders")) == list(range(3000))
    expected = ["_SUCCESS", "_binwriter.json", "binlog.000001", "binlog.000002", "binlog.index"]
    assert sorted(path.name for path in log.iterdir()) == expected


def test_a_job_that_fails_leaves_nothing(spark: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    df = failing_once(spark, tmp_path / "always", 10)
    with pytest.raises(Exception, match="injected in partition 1"):
        df.write.format(FORMAT).mode("append").option("schema", ORDERS).save(str(log))
    assert not list(log.iterdir())
    wrong = frame(spark, 10).selectExpr("id", "name", "if(id = 8, 1e11, price) as price")
    with pytest.raises(Exception, match=r"task 1, row 3.*'price'"):
        wrong.write.format(FORMAT).mode("append").option("schema", ORDERS).save(str(log))
    with pytest.raises(Exception, match="to_json"):
        frame(spark, 1).selectExpr("array(id) as a").write.format(FORMAT).mode("append").option("table", "a.b").save(
            str(log)
        )
    assert not list(log.iterdir())


# --- reading


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three files with ids 0 to 29, each row a transaction and a second."""
    folder = tmp_path_factory.mktemp("spark_log")
    for start in (0, 10, 20):
        options = {"rows_per_transaction": 1, "time_step": 1_000_000, "start_time": f"2026-01-01 00:00:{start:02}"}
        written(folder, [[orders(10, start)]], **options)
    return folder


@pytest.mark.parametrize(
    ("path", "options", "expected"),
    [
        ("", {}, range(30)),
        ("binlog.00000[23]", {}, range(10, 30)),
        ("binlog.000002", {}, range(10, 20)),
        ("binlog.index", {"database": "other"}, range(0)),
        ("", {"start_datetime": "2026-01-01 00:00:05", "stop_datetime": "2026-01-01T00:00:07Z"}, range(5, 7)),
        ("", {"verify_binlog_checksum": "false", "split_size": "64K"}, range(30)),
    ],
)
def test_options_choose(log: Path, path: str, options: dict[str, str], expected: range, spark: Any) -> None:
    assert ids(load(spark, log / path, table="shop.orders", **options)) == list(expected)


def test_positions_and_gtids_choose(log: Path, spark: Any) -> None:
    rows = load(spark, log, table="shop.orders").select("file", "position", "gtid", "after.id").orderBy("id").collect()
    first, last = rows[4], rows[25]
    found = load(
        spark, log, table="shop.orders", start_position=str(first["position"]), stop_position=str(last["position"])
    )
    assert ids(found) == list(range(4, 25))
    uuid = first["gtid"].split(":")[0]
    assert ids(load(spark, log, table="shop.orders", include_gtids=f"{uuid}:3-5:28")) == [2, 3, 4, 27]
    assert ids(load(spark, log, table="shop.orders", exclude_gtids=f"{uuid}:1-28")) == [28, 29]


@pytest.mark.parametrize(
    ("condition", "expected", "tasks"),
    [
        ("file = 'binlog.000002'", range(10, 20), 1),
        ("file in ('binlog.000001', 'binlog.000003') and operation = 'insert'", [*range(10), *range(20, 30)], 2),
        ("timestamp >= timestamp'2026-01-01 00:00:28' and table = 'orders' and gtid is not null", [28, 29], 3),
        ("file like 'binlog.00000%' and not table = 'orders'", [], 3),
        ("sequence_number <= 2 and after.id > 0", [1, 10, 11, 20, 21], 3),
    ],
)
def test_filters_are_pushed_down(log: Path, spark: Any, condition: str, expected: Any, tasks: int) -> None:
    found = load(spark, log, table="shop.orders").filter(condition)
    assert ids(found) == list(expected)
    plan = found._jdf.queryExecution().executedPlan().toString()
    for word in ("file", "operation", "timestamp", "sequence_number"):
        assert f"({word}#" not in plan.partition("BatchScan")[0] or "isnotnull" in plan
    assert found.rdd.getNumPartitions() == tasks


def test_the_view_events_is_what_inspect_shows(log: Path, spark: Any) -> None:
    path = log / "binlog.000001"
    found = load(spark, path, view="events", body="true").orderBy("position").collect()
    expected = list(read_events(path))
    assert [(row["position"], row["end"], row["type"], row["info"]) for row in found] == [
        (event.position, event.end, event_type_name(event.type), event_info(event)) for event in expected
    ]
    assert found[-1]["body"] and found[3]["size"] == expected[3].header.size
    table_maps = load(spark, log, view="events").filter("type = 'Table_map'")
    assert table_maps.count() == 30


def test_what_cannot_be_read_is_said(log: Path, spark: Any, tmp_path: Path) -> None:
    for options, path, told in (
        ({"tabel": "a.b"}, log, "no option 'tabel'"),
        ({"table": "shop.nothing"}, log, "no rows of table shop.nothing"),
        ({}, tmp_path / "nowhere", "there is no such file"),
    ):
        with pytest.raises(Exception, match=told):
            load(spark, path, **options).count()
    data = bytearray((log / "binlog.000001").read_bytes())
    data[700] ^= 1
    (tmp_path / "binlog.000001").write_bytes(data)
    with pytest.raises(Exception, match=r"binlog\.000001:\d+: .*checksum"):
        load(spark, tmp_path, table="shop.orders").collect()


def test_dates_of_no_calendar(spark: Any, tmp_path: Path) -> None:
    schema = "CREATE TABLE t.d (id INT PRIMARY KEY, day DATE)"
    from binwriter.bulk.arrow_types import from_values
    from binwriter.formats.columns.values import IncompleteDate

    table = declared_table(schema, None)[1]
    batch = from_values(table, [(1, date(2026, 1, 31)), (2, IncompleteDate(2023, 2, 31))])
    written(tmp_path, [[batch]], schema=schema)
    options = {"table": "t.d"}
    with pytest.raises(Exception, match="2023-02-31 is in no calendar"):
        load(spark, tmp_path, **options).collect()
    for rule, expected in (("null", [date(2026, 1, 31), None]), ("text", ["2026-01-31", "2023-02-31"])):
        rows = load(spark, tmp_path, zero_dates=rule, **options).select("after.day").collect()
        assert [row["day"] for row in rows] == expected


# --- streams


@pytest.fixture
def run_stream(spark: Any) -> Iterator[Callable[[Any], Any]]:
    """Starts a query, waits until it has read what there is, and stops it."""
    queries: list[Any] = []

    def run(writer: Any) -> Any:
        query = writer.start()
        queries.append(query)
        query.processAllAvailable()
        query.stop()
        return query

    yield run
    for query in queries:
        query.stop()


def test_a_stream_follows_a_folder(log: Path, spark: Any, tmp_path: Path, run_stream: Callable[[Any], Any]) -> None:
    live = tmp_path / "live"
    live.mkdir()
    data = (log / "binlog.000001").read_bytes()
    starts = [event.position for event in read_events(data) if event_type_name(event.type) == "Gtid"]
    shutil.copy(log / "binlog.000001", live)
    path = live / "binlog.000001"
    # still in use: five transactions and a half
    flags = bytearray(data[: (starts[5] + starts[6]) // 2])
    flags[21] |= 1
    path.write_bytes(flags)
    source = spark.readStream.format(FORMAT).option("table", "shop.orders").load(str(live))
    sink = str(tmp_path / "rows")

    def query() -> Any:
        rows = source.select("after.id", "file")
        return (
            rows.writeStream.format("parquet").option("checkpointLocation", str(tmp_path / "at")).option("path", sink)
        )

    run_stream(query())
    assert sorted(row["id"] for row in spark.read.parquet(sink).collect()) == list(range(5))
    path.write_bytes(data)  # closed, and a second file begun
    shutil.copy(log / "binlog.000002", live)
    run_stream(query())
    assert sorted(row["id"] for row in spark.read.parquet(sink).collect()) == list(range(20))


def test_a_stream_is_written_once(log: Path, spark: Any, tmp_path: Path, run_stream: Callable[[Any], Any]) -> None:
    source = spark.readStream.format(FORMAT).options(table="shop.orders", max_bytes_per_trigger="3000").load(str(log))
    rows = source.select("after.*")
    out, checkpoint = tmp_path / "copy", tmp_path / "at"

    def query() -> Any:
        writer = rows.writeStream.format(FORMAT).options(schema=ORDERS, checkpointLocation=str(checkpoint))
        return writer.option("path", str(out))

    run_stream(query())
    copied = load(spark, out, table="shop.orders")
    assert ids(copied) == list(range(30))
    files = sorted(path.name for path in out.iterdir())
    # the last batch again, as after a crash between its publication and Spark's note of it
    last = max((checkpoint / "commits").glob("[0-9]*"), key=lambda path: int(path.name))
    last.unlink()
    (last.parent / f".{last.name}.crc").unlink(missing_ok=True)
    run_stream(query())
    assert sorted(path.name for path in out.iterdir()) == files
    assert ids(load(spark, out, table="shop.orders")) == list(range(30))
    assert len([name for name in files if name.startswith("binlog.0")]) > 1


def test_write_batch_publishes_a_batch_once(spark: Any, tmp_path: Path) -> None:
    from binwriter.integration.spark import write_batch

    write = write_batch(str(tmp_path), schema=ORDERS)
    for batch, count in ((0, 5), (1, 9), (1, 7)):
        write(frame(spark, count, 1), batch)
    assert load(spark, tmp_path).count() == 12


# --- Parquet, other entries


def test_parquet_is_the_same_on_spark_and_without(spark: Any, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    from binwriter.integration.spark import parquet_to_binlog

    source = tmp_path / "orders.parquet"
    pq.write_table(pa.table(orders(5000)), source, row_group_size=1000)
    options = {"schema": ORDERS, "start_time": "2026-01-01", "server_uuid": "dc329b6e-53ad-53d0-8888-000000000000"}
    logs = []
    for session, name in ((None, "local"), (spark, "spark")):
        files = parquet_to_binlog(session, str(source), str(tmp_path / name), task_rows=2000, workers=2, **options)
        logs.append([(path.name, path.read_bytes()) for path in files])
    assert logs[0] == logs[1]
    assert [name for name, _ in logs[0]] == ["binlog.000001", "binlog.000002", "binlog.000003"]
    assert ids(load(spark, tmp_path / "spark", table="shop.orders")) == list(range(5000))
    assert not list(tmp_path.rglob("_temporary*"))

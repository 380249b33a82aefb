"""The parts of a write that run without Spark: transactions, files, publication."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binwriter.binlog.files.reader import LogEvent, read_events
from binwriter.cli import main
from binwriter.errors import BinwriterError, EncodeError, LogFileError, OptionError
from binwriter.inspection.event_info import event_info, event_type_name
from binwriter.integration.spark.write.job import begin_job, log_folder, plan_write, publish, write_task
from binwriter.integration.spark.write.publication import Publication
from tests.integration.spark.samples import ORDERS, changes, orders, written

pytest.importorskip("pyspark")


def rows_of(folder: Path) -> list[dict[str, Any]]:
    return [change["after"] for change in changes(folder, table="shop.orders")]


def verified(folder: Path) -> None:
    assert main(["verify", "--quiet", str(folder / "binlog.index")]) == 0


def events_of(path: Path) -> list[LogEvent]:
    return list(read_events(path))


@pytest.mark.slow
def test_rows_are_cut_by_number_whatever_batches_they_come_in(tmp_path: Path) -> None:
    whole = orders(2500)
    batches = [whole.slice(0, 1), whole.slice(1, 999), whole.slice(1000, 1500)]
    one = written(tmp_path / "one", [[whole]])
    several = written(tmp_path / "several", [batches], server_uuid=uuid_of(one[0]))
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in several]
    assert rows_of(tmp_path / "one") == whole.to_pylist()
    kinds = Counter(event_type_name(event.type) for event in events_of(one[0]))
    assert kinds["Xid"] == 3
    verified(tmp_path / "several")


def uuid_of(path: Path) -> str:
    gtid = next(event_info(event) for event in events_of(path) if event_type_name(event.type) == "Gtid")
    return gtid.split("'")[1].split(":")[0]


def change_rows() -> pa.RecordBatch:
    row = pa.struct([("id", pa.int64()), ("name", pa.string()), ("price", pa.decimal128(12, 2))])
    image = [{"id": number, "name": f"n{number}", "price": None} for number in range(4)]
    lines = [
        ("t1", "insert", None, image[0]),
        ("t1", "insert", None, image[1]),
        ("t1", "u", image[1], image[2]),
        ("t2", "D", image[2], None),
        ("t2", "update", image[0], image[3]),
        (None, "c", None, image[1]),
        ("t1", "insert", None, image[2]),
    ]
    columns = [
        pa.array(values, kind)
        for values, kind in zip(zip(*lines, strict=True), (pa.string(), pa.string(), row, row), strict=True)
    ]
    return pa.RecordBatch.from_arrays(columns, names=["tx", "operation", "before", "after"])


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_changes_keep_their_order_and_their_transactions(tmp_path: Path, size: int) -> None:
    rows = change_rows()
    batches = [rows.slice(start, size) for start in range(0, rows.num_rows, size)]
    options = {"operation": "changes", "transaction_columns": "tx", "drop_columns": "tx"}
    written(tmp_path, [batches], **options)
    found = changes(tmp_path, table="shop.orders")
    assert [(change["before"], change["after"]) for change in found] == [
        (row["before"], row["after"]) for row in rows.to_pylist()
    ]
    assert [change["operation"] for change in found] == [
        "insert",
        "insert",
        "update",
        "delete",
        "update",
        "insert",
        "insert",
    ]
    assert [change["sequence_number"] for change in found] == [1, 1, 1, 2, 2, 3, 4]
    verified(tmp_path)


@pytest.mark.slow
def test_a_task_goes_on_in_a_further_file_when_one_is_full(tmp_path: Path) -> None:
    files = written(tmp_path, [[orders(4000)], [orders(10, 4000)]], rows_per_transaction=10, max_binlog_size=32768)
    assert len(files) > 3
    for path in files[:-2]:
        assert 32768 <= path.stat().st_size < 34000
    # as a server: a file ends with the first transaction that passes the limit
    for path, following in pairwise(files):
        last = events_of(path)[-1]
        assert (event_type_name(last.type), event_info(last)) == ("Rotate", f"{following.name};pos=4")
    assert event_type_name(events_of(files[-1])[-1].type) == "Stop"
    assert rows_of(tmp_path) == orders(4010).to_pylist()
    verified(tmp_path)


@pytest.mark.parametrize("numbering", ["stride", "tag", "uuid"])
def test_tasks_take_gtids_that_do_not_meet(tmp_path: Path, numbering: str) -> None:
    tasks = [[orders(30)], [], [orders(20, 30)]]
    tasks[1] = [orders(0)]
    for _ in range(2):
        written(tmp_path, tasks, gtid_numbering=numbering, rows_per_transaction=10)
    gtids = {change["gtid"] for change in changes(tmp_path, table="shop.orders")}
    assert len(gtids) == 10
    assert numbering == "tag" or len({gtid.split(":")[0] for gtid in gtids}) == (4 if numbering == "uuid" else 1)


def test_counted_transactions_have_numbers_without_gaps(tmp_path: Path) -> None:
    tasks = [[orders(25)], [orders(0)], [orders(10, 25)]]
    options = {"gtid_numbering": "counts", "rows_per_transaction": 10, "log_ddl": "true"}
    written(tmp_path, tasks, transaction_counts="[3, 0, 1]", **options)
    written(tmp_path, tasks, transaction_counts="[3, 0, 1]", **options)
    found = changes(tmp_path, table="shop.orders")
    gnos = sorted({int(change["gtid"].split(":")[1]) for change in found})
    assert gnos == [3, 4, 5, 6, 7, 8, 9, 10]  # 1 and 2 are CREATE DATABASE and CREATE TABLE
    times = [change["commit_timestamp"] for change in found]
    assert times == sorted(times[:35]) + sorted(times[35:])
    verified(tmp_path)
    with pytest.raises(EncodeError, match="task 0: 3 transactions, but 2 were counted"):
        written(tmp_path, tasks, transaction_counts="[2, 0, 1]", **options)
    assert not list(tmp_path.glob("_temporary*/*"))


def test_commit_times_come_from_a_column(tmp_path: Path) -> None:
    rows = orders(4).append_column(
        "at", pa.array([1_767_225_600_000_000, 0, 1_767_225_601_500_000, 5], pa.timestamp("us", tz="UTC"))
    )
    options = {"rows_per_transaction": 2, "time_column": "at"}
    written(tmp_path / "a", [[rows]], drop_columns="at", **options)
    found = changes(tmp_path / "a", table="shop.orders")
    assert [change["commit_timestamp"].isoformat() for change in found[::2]] == [
        "2026-01-01T00:00:00+00:00",
        "2026-01-01T00:00:01.500000+00:00",
    ]
    wrong = rows.set_column(3, "at", pa.array([None] * 4, pa.timestamp("us", tz="UTC")))
    with pytest.raises(EncodeError, match="row 0: column 'at' is None"):
        written(tmp_path / "b", [[wrong]], drop_columns="at", **options)


# --- publication


def test_an_append_goes_on_and_an_overwrite_begins_anew(tmp_path: Path) -> None:
    written(tmp_path, [[orders(10)]])
    files = written(tmp_path, [[orders(5, 10)]])
    assert [path.name for path in files] == ["binlog.000001", "binlog.000002"]
    assert rows_of(tmp_path) == orders(15).to_pylist()
    previous = next(event for event in events_of(files[1]) if event_type_name(event.type) == "Previous_gtids")
    assert event_info(previous).endswith(":1")
    verified(tmp_path)
    assert [path.name for path in written(tmp_path, [[orders(3)]], overwrite=True)] == ["binlog.000001"]
    assert rows_of(tmp_path) == orders(3).to_pylist()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "_SUCCESS",
        "_binwriter.json",
        "binlog.000001",
        "binlog.index",
    ]


def test_a_publication_of_the_same_id_replaces_itself(tmp_path: Path) -> None:
    written(tmp_path, [[orders(10)]])
    for count in (7, 4):
        files = written(tmp_path, [[orders(count, 10)], [orders(1, 17)]], publication="batch/1")
    assert [path.name for path in files] == ["binlog.000001", "binlog.000002", "binlog.000003"]
    assert [row["id"] for row in rows_of(tmp_path)] == [*range(14), 17]


def test_a_log_of_others_is_gone_on_with_but_not_overwritten(tmp_path: Path) -> None:
    written(tmp_path, [[orders(10)]], rows_per_transaction=2)
    (tmp_path / "_binwriter.json").unlink()
    with pytest.raises(LogFileError, match="not overwritten"):
        written(tmp_path, [[orders(1)]], overwrite=True)
    files = written(tmp_path, [[orders(2, 10)]])
    assert files[-1].name == "binlog.000002"
    assert changes(files[-1], table="shop.orders")[0]["gtid"].endswith(":6")


def test_what_a_crash_leaves_is_taken_away(tmp_path: Path) -> None:
    written(tmp_path, [[orders(10)]])
    plan = plan_write({"path": str(tmp_path), "schema": ORDERS}, orders(1).schema)
    log = log_folder(plan).load()
    base = log.base()
    begun = Publication("died", base, replace(base, file_number=3), ("binlog.000002",), done=False)
    log.publications.append(begun)
    log._save()
    (tmp_path / "binlog.000002").write_bytes((tmp_path / "binlog.000001").read_bytes())
    assert len(rows_of(tmp_path)) == 10  # the index does not name it
    written(tmp_path, [[orders(5, 10)]])
    assert rows_of(tmp_path) == orders(15).to_pylist()
    verified(tmp_path)


def test_two_jobs_at_once_cannot_both_publish(tmp_path: Path) -> None:
    plan = plan_write({"path": str(tmp_path), "schema": ORDERS}, orders(1).schema)
    base = log_folder(plan).base()
    for job in ("a", "b"):
        begin_job(plan, job)
    results = [write_task(plan, base, job, 0, "0", iter([orders(3)])) for job in ("a", "b")]
    publish(plan, "a", results[:1], overwrite=False)
    with pytest.raises(LogFileError, match="another job has published meanwhile"):
        publish(plan, "b", results[1:], overwrite=False)
    assert rows_of(tmp_path) == orders(3).to_pylist()


def test_of_two_attempts_one_is_published(tmp_path: Path) -> None:
    plan = plan_write({"path": str(tmp_path), "schema": ORDERS, "start_time": "2026-01-01"}, orders(1).schema)
    log = log_folder(plan)
    base = log.base()
    begin_job(plan, "job")
    results = [write_task(plan, base, "job", 0, attempt, iter([orders(3)])) for attempt in ("0-1", "1-2")]
    publish(plan, "job", results, overwrite=False)
    log.clean("job")
    with pytest.raises(LogFileError, match="the job has ended"):
        write_task(plan, base, "job", 0, "2-3", iter([orders(3)]))
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "_SUCCESS",
        "_binwriter.json",
        "binlog.000001",
        "binlog.index",
    ]
    assert rows_of(tmp_path) == orders(3).to_pylist()


# --- refusals


def wrong_price(rows: pa.RecordBatch) -> pa.RecordBatch:
    prices = rows.column("price").to_pylist()
    prices[6] = None
    bad = pa.array([None if p is None else float(p) for p in prices[:-1]] + [1e12])
    return rows.set_column(2, "price", bad)


def test_a_value_that_does_not_fit_names_row_and_column_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(EncodeError, match=r"task 0, row 19.*'price'"):
        written(tmp_path, [[wrong_price(orders(10)).slice(0, 9), wrong_price(orders(11, 9))]], rows_per_transaction=3)
    assert not list(tmp_path.rglob("*.0*"))


def test_the_row_of_a_struct_is_named_too(tmp_path: Path) -> None:
    rows = change_rows()
    images = rows.column("after").to_pylist()
    images[5]["name"] = "x" * 41
    rows = rows.set_column(3, "after", pa.array(images, rows.schema.field("after").type))
    with pytest.raises(EncodeError, match=r"task 0, row 5.*'name'"):
        written(tmp_path, [[rows]], operation="changes", transaction_columns="tx")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"tabel": "a.b"}, "no option 'tabel' here; did you mean table"),
        ({"operation": "upsert"}, "'upsert' is not one of insert, update, delete, changes"),
        ({"table": "orders"}, "database.table"),
        ({"table": "shop.customers"}, "no table shop.customers"),
        ({"rows_per_transaction": "0"}, "not a number from 1"),
        ({"schema": "CREATE TABLE shop.t (a INT, a INT)"}, "Duplicate column name"),
        ({"schema": "CREATE TABLE shop.t (id INT, other INT)"}, "no column other"),
        ({"schema": "CREATE TABLE shop.t (id INT)"}, "has name, price, which table shop.t has not"),
        ({"transaction_columns": "tx"}, "no column 'tx'; it has id, name, price"),
        ({"gtid_numbering": "counts"}, "counted by"),
        ({"time_step": "fast"}, "option time_step"),
        ({"start_time": "soon"}, "option start_time"),
        ({"path": "s3a://bucket/logs"}, "in a folder that all workers see"),
    ],
)
def test_what_is_wrong_is_refused_before_a_byte(tmp_path: Path, options: dict[str, str], told: str) -> None:
    given = {"path": str(tmp_path / "log"), "schema": ORDERS, **options}
    with pytest.raises(BinwriterError, match=told):
        plan_write(given, orders(1).schema)
    assert not list(tmp_path.iterdir())


def test_a_table_for_columns_of_every_type() -> None:
    columns = {
        "b": pa.bool_(), "i8": pa.int8(), "i16": pa.int16(), "i32": pa.int32(), "i64": pa.int64(), "u64": pa.uint64(),
        "f": pa.float32(), "d": pa.float64(), "de": pa.decimal128(20, 4), "s": pa.string(), "bin": pa.binary(),
        "day": pa.date32(), "ts": pa.timestamp("us", tz="UTC"), "nt": pa.timestamp("us"), "iv": pa.duration("us"),
        "di": pa.dictionary(pa.int32(), pa.string()),
    }  # fmt: skip
    plan = plan_write(
        {"path": "/nowhere", "table": "a.b", "primary_key": "i64,s", "log_ddl": "true"}, pa.schema(columns)
    )
    assert len(plan.table.columns) == len(columns)
    assert [plan.table.columns[part].name for part in plan.table.primary_key.columns] == ["i64", "s"]  # type: ignore[union-attr]
    assert len(plan.ddl) == 2
    for name, kind, told in (("l", pa.list_(pa.int32()), "to_json"), ("dec", pa.decimal128(38, 31), "30 decimals")):
        with pytest.raises(OptionError, match=f"column '{name}': .*{told}"):
            plan_write({"path": "/nowhere", "table": "a.b"}, pa.schema({name: kind}))

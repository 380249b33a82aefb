"""Sums of logs against what a real mysqlbinlog and a real SHOW BINLOG EVENTS say of the same files."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.cli import main
from binwriter.inspection.report import columns
from binwriter.inspection.report import summarize as summarize_module
from binwriter.inspection.report.model import LogSummary
from binwriter.inspection.report.summarize import statement_kind, summarize
from binwriter.inspection.report.sums import Frequent, Moment, Samples, Sizes, Timeline
from binwriter.inspection.report.to_json import summary_json
from binwriter.server.server import Server
from tests.binwriter.inspection.test_mysqlbinlog import CAPTURED, SOURCES
from tests.conftest import PROJECT

GOLDEN = PROJECT / "tests" / "golden"
SHOWN = GOLDEN / "show_binlog_events" / "binlog.000001"
_ROW = re.compile(r"### (INSERT|UPDATE|DELETE)(?: INTO| FROM)? (`.*`)\.(`.*`)", re.MULTILINE)


def of(*paths: Path) -> LogSummary:
    return summarize(read_events(path, verify=False) for path in paths)


@pytest.mark.parametrize("name", ["types", "row_details", "bit_enum_set", "partial_json", "partial_updates"])
def test_rows_are_those_that_mysqlbinlog_shows(name: str) -> None:
    theirs = Counter(
        (f"{schema[1:-1]}.{table[1:-1]}", operation.lower())
        for operation, schema, table in _ROW.findall((CAPTURED / f"{name}.v").read_text("utf-8", "replace"))
    )
    ours = summarize([read_events(SOURCES[name], verify=False)])
    assert {(t.name, o): n for t in ours.tables.values() for o, n in t.rows.items() if n} == dict(theirs)
    assert ours.rows == theirs.total()


def test_events_are_those_that_show_binlog_events_lists() -> None:
    with SHOWN.with_suffix(".000001.tsv").open(encoding="utf-8", newline="") as file:
        theirs = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    ours = of(SHOWN)
    assert ours.types == Counter(line["Event_type"] for line in theirs)
    assert ours.events == len(theirs)
    assert ours.bytes == SHOWN.stat().st_size
    assert sum(ours.type_bytes.values()) == ours.bytes - 4
    kinds = ("Gtid", "Anonymous_Gtid", "Gtid_tagged_log_event")
    assert ours.transaction_bytes.number == sum(line["Event_type"] in kinds for line in theirs)


def test_events_inside_a_payload_count_for_their_tables() -> None:
    summary = of(GOLDEN / "payload" / "binlog.000001")
    table = summary.tables["payload.t"]
    # the statements of statements.sql: two rows, then 300 of one INSERT .. SELECT
    assert table.rows["insert"] >= 302
    assert table.bytes > summary.type_bytes["Transaction_payload"]
    assert summary.transaction_bytes.total < summary.bytes  # of the file, compressed


@pytest.mark.sampled(every=6)
@pytest.mark.sweep(every=12)
@pytest.mark.parametrize("folder", sorted(path.name for path in (GOLDEN / "captured").iterdir()))
def test_every_captured_log_has_its_sums(folder: str) -> None:
    paths = sorted((GOLDEN / "captured" / folder).glob("*.0*"))
    summary = of(*paths)
    assert summary.problems == []
    assert summary.events == sum(1 for path in paths for _ in read_events(path, verify=False))
    assert summary.timeline.buckets
    assert sum(moment.events for _, moment in summary.timeline) <= summary.events


def test_damage_is_named_and_the_next_file_is_read(tmp_path: Path) -> None:
    cut = tmp_path / "cut.000001"
    cut.write_bytes(SHOWN.read_bytes()[:-10])
    summary = of(cut, SHOWN)
    assert len(summary.problems) == 1
    assert "truncated" in summary.problems[0]
    assert len(summary.files) == 2
    assert summary.events == 2 * of(SHOWN).events - 1


@pytest.mark.slow
def test_estimated_rows_are_near_and_said_to_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        for statement in ("CREATE DATABASE d", "CREATE TABLE d.t (a INT PRIMARY KEY, b VARCHAR(20))"):
            session.execute(statement)
        for number in range(200):
            session.execute(f"INSERT INTO d.t VALUES ({2 * number}, 'some text'), ({2 * number + 1}, 'others')")
        path = server.log_files()[0]
    assert of(path).tables["d.t"].rows["insert"] == 400
    monkeypatch.setattr(summarize_module, "EXACT_ROWS", 20)
    summary = of(path)
    assert summary.is_estimated
    assert summary.tables["d.t"].rows["insert"] == pytest.approx(400, rel=0.05)


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        (b"INSERT INTO t VALUES (1)", "INSERT"),
        (b"/* app */ -- x\n# y\n update t set a = 1", "UPDATE"),
        (b"CREATE OR REPLACE DEFINER=`a`@`b` VIEW v AS SELECT 1", "CREATE VIEW"),
        (b"/*!40000 ALTER TABLE t DISABLE KEYS */", "ALTER TABLE"),
        (b"create temporary table t (a int)", "CREATE TABLE"),
        (b"DROP SCHEMA d", "DROP DATABASE"),
        (b"(SELECT 1)", "SELECT"),
        (b"BEGIN", ""),
        (b"ROLLBACK TO `s`", ""),
        (b"\xff\xfe", "other"),
    ],
)
def test_kinds_of_statements(query: bytes, kind: str) -> None:
    assert statement_kind(query) == kind


def test_sums_that_do_not_grow() -> None:
    frequent: Frequent[int] = Frequent(10)
    for number in range(1000):
        frequent.add(number)
        frequent.add(-1, 2)
    assert len(frequent) <= 20
    key, count = frequent.top(1)[0]
    assert (key, frequent.total) == (-1, 3000)
    assert 2000 <= count <= 2000 + frequent.floor
    timeline = Timeline(most=10)
    for second in range(0, 100_000, 7):
        timeline.at(second + 1).add(Moment(events=1))
    assert len(timeline.buckets) <= 10
    assert sum(moment.events for _, moment in timeline) == len(range(0, 100_000, 7))
    samples: Samples[int] = Samples(10)
    for number in range(1000):
        samples.add(number)
    assert 5 <= len(samples.kept) <= 10
    assert samples.kept == list(range(0, 1000, samples.kept[1]))
    sizes = Sizes()
    for size in (0, 1, 100, 1000):
        sizes.add(size)
    assert (sizes.share(0.5), sizes.share(1.0), sizes.mean) == (1, 1000, 275.25)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(SHOWN)]) == 0
    out = capsys.readouterr().out
    assert f"{of(SHOWN).events} events" in out
    assert max(map(len, out.splitlines())) <= 100
    assert main(["report", "--json", str(SHOWN)]) == 0
    data = json.load(io.StringIO(capsys.readouterr().out))
    assert data["events"] == of(SHOWN).events
    assert main(["report", str(SHOWN) + ".none"]) == 2


@pytest.mark.slow
def test_columns_say_what_events_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Files that the kernels can read go by as arrays; the sums are the same."""
    pytest.importorskip("numba")
    monkeypatch.setattr(columns, "WORTH_IT", 0)
    out = tmp_path / "out"
    page = tmp_path / "page.html"
    options = ["--preset", "tpcc", "--size", "3MB", "--workers", "1", "--binlog-row-metadata", "FULL"]
    assert main(["generate", *options, "--out", str(out), "--report", str(page), "--quiet"]) == 0
    assert page.stat().st_size > 1_000_000
    (path,) = out.glob("*.000001")
    quick = LogSummary()
    assert columns.take_columns(path, quick)
    exact = of(path)
    ours, theirs = summary_json(quick), summary_json(exact)
    for name in ("types", "tables"):
        order = "type" if name == "types" else "name"
        ours[name], theirs[name] = (sorted(one[name], key=lambda entry: str(entry[order])) for one in (ours, theirs))
    for entry in (*ours["tables"], *theirs["tables"]):
        for column in entry["columns"]:
            del column["sample"]
        # keys that come equally often stand in any order; of many keys the counts are bounds
        entry["keys"] = sorted((key["changes"] for key in entry["keys"]), reverse=True)
        if entry.pop("keys_floor"):
            del entry["keys"]
    assert max(quick.largest).bytes == max(exact.largest).bytes
    del ours["largest"], theirs["largest"]
    assert ours == theirs
    assert all(table.sample.kept for table in quick.tables.values() if table.rows["insert"])


@pytest.mark.slow
def test_columns_leave_what_they_do_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(columns, "WORTH_IT", 0)
    for name in ("payload/binlog.000001", "relay/relay-bin.000004", "captured/checksum_none/scenario.scn"):
        summary = LogSummary()
        assert not columns.take_columns(GOLDEN / name, summary)
        assert summary.events == 0

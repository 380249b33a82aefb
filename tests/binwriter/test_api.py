"""What `import binwriter` offers: light, lazy, typed, and what a library's user does with it."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC
from pathlib import Path

import pytest

import binwriter
from binwriter import BinwriterError, MissingExtraError, MySQLError, Scenario, Server, read_log, run, verify
from binwriter.errors import ScenarioError

TYPES = """
CREATE TABLE t (id INT PRIMARY KEY, e ENUM('red', 'green'), s SET('a', 'b', 'c'), j JSON, d DATE, dt DATETIME(3),
  ts TIMESTAMP NULL, n DECIMAL(8,3), b VARBINARY(4), txt VARCHAR(9));
INSERT INTO t VALUES (1, 'green', 'a,c',
  '{"k": [1, null]}', '2024-02-29', '2024-02-29 01:02:03.5', NULL, 1.5, x'ff00', 'é');
UPDATE t SET e = 'red' WHERE id = 1;
DELETE FROM t;
"""


def python(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_every_public_name_is_there_and_listed() -> None:
    assert all(getattr(binwriter, name) is not None for name in binwriter.__all__)
    assert set(binwriter.__all__) <= set(dir(binwriter))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = binwriter.nothing  # type: ignore[attr-defined]


def test_the_import_touches_no_module_of_others() -> None:
    code = "import sys; before = set(sys.modules); import binwriter; print(*sorted(set(sys.modules) - before))"
    loaded = set(python(code).split())
    assert {name for name in loaded if name.startswith("binwriter.")} <= {"binwriter.late"}
    assert len(loaded) < 20


@pytest.mark.slow
def test_explain_can_be_called_whatever_was_imported_before() -> None:
    """It is a package as well."""
    code = (
        "import binwriter, {first}\nfrom binwriter import explain, Scenario\n"
        "found = explain(Scenario.script('CREATE TABLE t (a INT)'))\nfrom binwriter import explain as again\n"
        "print(found.statements[1].sql, again is explain, binwriter.explain is explain)"
    )
    for first in ("os", "binwriter.explain.model"):
        assert python(code.format(first=first)) == "CREATE TABLE t (a INT) True True\n"


def test_rows_are_as_people_write_them(tmp_path: Path) -> None:
    run(Scenario.script(TYPES), tmp_path / "log", options={"binlog_row_metadata": "FULL"})
    inserted, updated, deleted = (event for event in read_log(tmp_path / "log") if event.table)
    assert [event.type for event in (inserted, updated, deleted)] == ["Write_rows", "Update_rows", "Delete_rows"]
    (change,) = inserted.rows()
    row = {
        "id": 1,
        "e": "green",
        "s": "a,c",
        "j": '{"k": [1, null]}',
        "d": "2024-02-29",
        "dt": "2024-02-29 01:02:03.500",
        "ts": None,
        "n": "1.500",
        "b": b"\xff\x00",
        "txt": "é",
    }
    assert change == (None, row)
    assert updated.rows() == [(row, row | {"e": "red"})]
    assert deleted.rows() == [(row | {"e": "red"}, None)]
    assert inserted.rows(names=False)[0].after == tuple(row.values())
    stored = inserted.rows(text=False)[0].after
    assert isinstance(stored, dict)
    assert (stored["e"], stored["s"]) == (2, 0b101)
    assert (inserted.schema, inserted.time.tzinfo, inserted.server_id) == ("test", UTC, 1)


def test_without_names_in_the_log_columns_are_named_by_its_definitions(tmp_path: Path) -> None:
    run(Scenario.script("CREATE TABLE t (a INT); INSERT INTO t VALUES (7)"), tmp_path)
    (event,) = (event for event in read_log(tmp_path / "binlog.0*") if event.table)
    assert event.rows() == [(None, {"a": 7})]
    assert event.to_json()["body"]["rows"] == [{"before": None, "after": {"@1": 7}}]  # as the log has it


def test_events_know_their_gtid_and_place(tmp_path: Path) -> None:
    options = {"gtid_mode": "ON", "enforce_gtid_consistency": "ON"}
    with Server(tmp_path, options) as server:
        session = server.connect()
        session.execute("CREATE DATABASE shop")
        with pytest.raises(MySQLError, match="1007"):
            session.execute("CREATE DATABASE shop")
    events = list(read_log(tmp_path))
    query = next(event for event in events if event.type == "Query")
    assert query.gtid is not None
    assert query.gtid.endswith(":1")
    assert query.info == "CREATE DATABASE shop /* xid=1 */"
    assert query.raw == (tmp_path / "binlog.000001").read_bytes()[query.position : query.end_position]


def test_verify_tells_what_is_wrong(tmp_path: Path) -> None:
    run(Scenario.script("CREATE TABLE t (a INT)"), tmp_path)
    whole = verify(tmp_path)
    assert (whole.is_healthy, whole.files) == (True, 2)
    file = tmp_path / "binlog.000001"
    data = bytearray(file.read_bytes())
    data[-60] ^= 1
    file.write_bytes(data)
    broken = verify(file)
    assert not broken.is_healthy
    assert broken.findings


def test_a_scenario_is_text_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "two.scn"
    path.write_text("title: two\ncon1: CREATE TABLE t (a INT)\ncon2: INSERT INTO t VALUES (1)\n")
    read, written = Scenario.read(path), Scenario(path.read_text())
    assert (read.title, read.statements) == ("two", written.statements)
    assert [connection for connection, _ in read.statements] == ["con1", "con2"]
    with pytest.raises(ScenarioError, match=":1: "):
        Scenario("nonsense")


@pytest.mark.slow
def test_generate_makes_a_log(tmp_path: Path) -> None:
    schema = tmp_path / "s.sql"
    schema.write_text("CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20));")
    files = binwriter.generate(schema=schema, out=tmp_path / "log", transactions=50, seed=3, workers=1)
    assert verify(*files).is_healthy
    with pytest.raises(BinwriterError, match="there is no setting 'transaktions'"):
        binwriter.generate(schema=schema, out=tmp_path / "other", transaktions=50)


@pytest.mark.sweep(every=4)
@pytest.mark.parametrize(
    ("package", "extra", "code"),
    [
        ("sqlglot", "sql", "binwriter.run(binwriter.Scenario.script('SELECT 1'), FOLDER)"),
        ("sqlglot", "sql", "binwriter.explain(binwriter.Scenario.script('SELECT 1'))"),
        ("sqlglot", "sql", "binwriter.Server(FOLDER).connect().execute('SELECT 1')"),
        ("pyarrow", "bulk", "binwriter.generate(preset='ycsb', out=FOLDER)"),
    ],
)
def test_a_missing_extra_is_a_typed_error(package: str, extra: str, code: str, tmp_path: Path) -> None:
    script = (
        f"import sys; sys.modules[{package!r}] = None\nimport binwriter\nFOLDER = {str(tmp_path)!r}\n"
        f"try: {code}\nexcept binwriter.MissingExtraError as error: print(error.package, error.extra, error)"
    )
    assert python(script) == f"{package} {extra} {package} is missing: pip install 'binwriter[{extra}]'\n"
    assert issubclass(MissingExtraError, ImportError)
    assert issubclass(MissingExtraError, BinwriterError)


def test_a_folder_that_is_not_empty_is_refused_in_words_of_python(tmp_path: Path) -> None:
    (tmp_path / "log").mkdir()
    (tmp_path / "log" / "mine").touch()
    with pytest.raises(BinwriterError, match="is not empty; force=True replaces"):
        run(Scenario.script("CREATE TABLE t (a INT)"), tmp_path / "log")

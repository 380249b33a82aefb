"""Bytes that are no UTF-8 in a plain script, as `mysqldump` without --hex-blob writes them.

What a 9.7.4 logged of such a dump, in rows, in Rows_query events and as statements, was the same.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.cli import main
from binwriter.errors import ScenarioError
from binwriter.formats.constants import EventType
from binwriter.mysql.raw_bytes import RawText, bytes_of, has_raw, text_of
from binwriter.scenario.notation import read_scenario

INSERT = b"INSERT INTO t VALUES (1, _binary 'a\xff\\0\xfe')"
SCRIPT = (
    b"CREATE DATABASE d; USE d; CREATE TABLE t (id INT PRIMARY KEY, b BLOB) ENGINE=InnoDB;\n"
    b"SET binlog_rows_query_log_events = 1;\n" + INSERT + b";\nSET binlog_format = STATEMENT;\n"
    b"UPDATE t SET b = CONCAT(b, _binary '\xfd');\n"
)


def test_text_and_back() -> None:
    data = bytes(range(256)) + "ä😀".encode()
    assert bytes_of(text_of(data)) == data
    assert has_raw(text_of(data))
    assert not has_raw("ä😀")


def test_a_script_is_logged_with_its_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script, out, sidecar = tmp_path / "dump.sql", tmp_path / "out", tmp_path / "answers.json"
    script.write_bytes(SCRIPT)
    assert main(["run", str(script), "--out", str(out), "--sidecar", str(sidecar)]) == 0
    assert "ERROR" not in capsys.readouterr().out
    events = list(read_events(out / "binlog.000001"))
    rows_query = next(event for event in events if event.header.type == EventType.ROWS_QUERY)
    assert INSERT in rows_query.raw
    written = next(event for event in events if event.header.type == EventType.WRITE_ROWS)
    assert b"a\xff\x00\xfe" in written.raw
    assert any(b"UPDATE t SET b = CONCAT(b, _binary '\xfd')" in event.raw for event in events)
    assert "\\udcff" in sidecar.read_text(encoding="utf-8")
    assert json.loads(sidecar.read_text(encoding="utf-8"))["statements"]


def test_in_names_they_are_errors_of_syntax(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Captured: clusters/words_of_clients."""
    script = tmp_path / "dump.sql"
    script.write_bytes(SCRIPT + b"SELECT \xff;\n")
    assert main(["run", str(script), "--out", str(tmp_path / "out")]) == 0
    assert "ERROR 1064" in capsys.readouterr().out


def test_a_scenario_is_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "s.scn"
    path.write_bytes(b"con1: SELECT 'x\xff';\n")
    with pytest.raises(ScenarioError, match="not UTF-8"):
        read_scenario(path)


def test_a_long_text_with_such_a_byte() -> None:
    """The places of its characters are counted once, not each from the beginning."""
    data = b"\xff" + b"a" * 300_000
    assert RawText.of(data, "utf8mb4").characters() == "?" + "a" * 300_000

"""binwriter explain."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from binwriter.cli import main

SCENARIO = """\
title: a transaction over both kinds
con1: CREATE TABLE t (a INT PRIMARY KEY) ENGINE=InnoDB;
con1: CREATE TABLE n (a INT PRIMARY KEY) ENGINE=MyISAM;
con1: SET binlog_format=STATEMENT;
con1: BEGIN;
con1: INSERT INTO t VALUES (1);
con1: INSERT INTO n VALUES (1);
con1: ROLLBACK;
"""


@pytest.fixture
def scenario(tmp_path: Path) -> str:
    path = tmp_path / "both.scn"
    path.write_text(SCENARIO)
    return str(path)


def test_lines_for_a_pipe(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", scenario]) == 0
    out = capsys.readouterr().out
    block = out[out.index("INSERT INTO n VALUES (1)") :].splitlines()
    assert [line.strip() for line in block[1:5]] == [
        "writes test.n (MyISAM, N)",
        "N-statement, unsafe: R-unsafe-nontransactional: N after T",
        "STATEMENT  [WL#3303 row 16]",
        "trx-cache +1 event  [PR-causality: N-statement after a T-change]",
    ]
    assert "trx-cache flushed: BEGIN .. ROLLBACK at binlog.000001:" in out
    assert "transaction B T N R (WL#2687 case 2.b)" in out
    assert "R-log-rollback\n" in out


def test_a_table_for_a_terminal(
    scenario: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("binwriter.cli.explain_table.is_terminal", lambda: True)
    assert main(["explain", scenario]) == 0
    out = capsys.readouterr().out
    for words in ("session", "statement", "kind", "caches and log", "BEGIN .. ROLLBACK", "R-unsafe-nontransactional"):
        assert words in out


def test_json(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", scenario, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["format"] == 1
    insert = next(one for one in found["statements"] if one["sql"] == "INSERT INTO n VALUES (1)")
    assert insert["line"] == 7
    assert insert["parts"][0]["unsafe"] == ["R-unsafe-nontransactional: N after T"]
    assert insert["warnings"][-1]["code"] == 1592
    assert found["rules"]["R-flush-SC" if "R-flush-SC" in found["rules"] else "R-log-rollback"]["source"]
    group = found["groups"][-1]
    assert (group["cache"], group["wrapped"]) == ("trx-cache", "BEGIN .. ROLLBACK")
    assert [found["events"][number]["role"] for number in group["events"]] == [
        *("gtid", "begin", "change", "change", "end"),
    ]


def test_a_page_and_the_log(scenario: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, log = tmp_path / "page.html", tmp_path / "log"
    assert main(["explain", scenario, "--html", str(page), "--out", str(log)]) == 0
    assert capsys.readouterr().out == ""
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert (log / "binlog.000001").exists()


def test_a_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "one.sql"
    script.write_text("CREATE TABLE test.t (a INT);\nINSERT INTO test.t VALUES (1);\n")
    assert main(["explain", str(script), "--server-version", "5.7"]) == 0
    assert "INSERT INTO test.t VALUES (1)" in capsys.readouterr().out


def test_bad_input(tmp_path: Path, scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(tmp_path / "none.scn")]) == 2
    assert main(["explain", scenario, "--server", "no-such-option=1"]) == 2
    assert main(["explain", scenario, "--server-version", "4.1"]) == 2
    assert main(["explain", scenario, "--html", str(tmp_path / "no" / "page.html")]) == 1
    assert not (tmp_path / "no").exists()
    err = capsys.readouterr().err
    assert "Traceback" not in err
    assert "none.scn" in err


def test_what_is_not_supported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "odd.scn"
    path.write_text("con1: SHUTDOWN;\ncon1: CREATE TABLE t (a INT);\n")
    assert main(["explain", str(path)]) == 2
    assert main(["explain", str(path), "--skip-unsupported"]) == 0
    captured = capsys.readouterr()
    assert "odd.scn:1: skipped" in captured.err
    assert "CREATE TABLE t (a INT)" in captured.out


@pytest.mark.parametrize("arguments", [[], ["--lines"]])
def test_no_word_is_broken_on_a_narrow_terminal(
    arguments: list[str], scenario: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["explain", scenario]) == 0
    piped = capsys.readouterr().out
    monkeypatch.setenv("COLUMNS", "200" if arguments else "80")
    monkeypatch.setattr("binwriter.cli.explain_table.is_terminal", lambda: True)
    assert main(["explain", scenario, *arguments]) == 0
    shown = capsys.readouterr().out
    assert shown.split() == piped.split()
    assert max(map(len, shown.splitlines())) <= (200 if arguments else 80)

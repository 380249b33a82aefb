"""Reading the scenario notation and plain SQL scripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.errors import ScenarioError
from binwriter.scenario.notation import Step, StepKind, parse_scenario, parse_script, read_scenario

NOTATION = """\
title: every line of the notation
tags: one two
# a comment
server: gtid-mode=ON
server: enforce-gtid-consistency=ON

con1: CREATE TABLE t (
    a INT,
    b VARCHAR(10)
  );
con2&: UPDATE t SET a = 1;
reap: con2 con3
connect: con3 user=u1 database=
disconnect: con2
kill: con3
capture:
file: data.txt a\\tb\\n1\\x41\\\\
localfile: more.txt
sleep: 1.5
copylive:
restart: sync-binlog=0 gtid-mode=ON
shutdown:
crash:
"""


def test_every_line_of_the_notation() -> None:
    scenario = parse_scenario(NOTATION, "folder/name.scn")
    assert (scenario.title, scenario.tags, scenario.name) == ("every line of the notation", ("one", "two"), "name")
    assert scenario.server_options == ("gtid-mode=ON", "enforce-gtid-consistency=ON")
    assert scenario.option_lines == (4, 5)
    assert scenario.captures
    assert tuple(scenario.steps) == (
        Step(StepKind.STATEMENT, 7, "con1", "CREATE TABLE t (\n    a INT,\n    b VARCHAR(10)\n  )"),
        Step(StepKind.SEND, 11, "con2", "UPDATE t SET a = 1"),
        Step(StepKind.REAP, 12, options=("con2", "con3")),
        Step(StepKind.CONNECT, 13, "con3", options=("user=u1", "database=")),
        Step(StepKind.DISCONNECT, 14, "con2"),
        Step(StepKind.KILL, 15, "con3"),
        Step(StepKind.CAPTURE, 16),
        Step(StepKind.FILE, 17, text="a\tb\n1A\\", options=("data.txt",)),
        Step(StepKind.LOCAL_FILE, 18, options=("more.txt",)),
        Step(StepKind.SLEEP, 19, options=("1.5",)),
        Step(StepKind.COPY_LIVE, 20),
        Step(StepKind.RESTART, 21, options=("sync-binlog=0", "gtid-mode=ON")),
        Step(StepKind.SHUTDOWN, 22),
        Step(StepKind.CRASH, 23),
    )
    assert scenario.steps[3].named_options == {"user": "u1", "database": ""}


def test_only_the_closing_semicolon_is_not_sent() -> None:
    [step] = parse_scenario("con1: SELECT 'a;' ;\n").steps
    assert step.text == "SELECT 'a;'"


def test_a_carriage_return_before_a_line_break_is_no_part_of_the_line() -> None:
    assert [step.text for step in parse_scenario("con1: BEGIN;\r\ncon1: COMMIT;\r\n").steps] == ["BEGIN", "COMMIT"]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("title: x\nnonsense\n", 2, "neither 'keyword: ...' nor 'conN: SQL': nonsense"),
        ("titel: x", 1, "unknown keyword 'titel' (connections are named con1, con2, ...)"),
        ("  SELECT 1", 1, "a continuation line without a line above it"),
        ("con1:", 1, "a connection without a statement"),
        ("con1: ;", 1, "a connection without a statement"),
        ("capture&:", 1, "'&' is for statements, not for capture"),
        ("capture: now", 1, "capture: takes nothing, got now"),
        ("\n\nsleep: long", 3, "sleep: takes seconds, got long"),
        ("kill: 8", 1, "kill: needs a connection such as con1, got 8"),
        ("disconnect:", 1, "disconnect: needs a connection such as con1, got nothing"),
        ("connect: con1 host=x", 1, "connect: takes user=NAME and database=NAME, got host=x"),
        ("reap:", 1, "reap: needs connections"),
        ("server:", 1, "server: needs an option"),
        ("file:", 1, "file: needs a name and a text"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        parse_scenario(text, "x.scn")
    assert (raised.value.line, raised.value.reason) == (line, reason)
    assert str(raised.value) == f"x.scn:{line}: {reason}"


def test_a_script_runs_on_one_connection() -> None:
    scenario = parse_script("CREATE TABLE t (a INT);\n\nINSERT INTO t VALUES (1)", "load.sql")
    assert scenario.name == "load"
    assert tuple(scenario.steps) == (
        Step(StepKind.STATEMENT, 1, "con1", "CREATE TABLE t (a INT)"),
        Step(StepKind.STATEMENT, 3, "con1", "INSERT INTO t VALUES (1)"),
    )


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("SELECT ';', \"a;b\", `c;d`; SELECT 2", ["SELECT ';', \"a;b\", `c;d`", "SELECT 2"]),
        ("SELECT 'it''s; \\'so;'; SELECT 2;", ["SELECT 'it''s; \\'so;'", "SELECT 2"]),
        ("SELECT `a\\`; SELECT 2;", ["SELECT `a\\`", "SELECT 2"]),
        ("-- first;\n# second;\n/* third; */ SELECT 1;", ["SELECT 1"]),
        ("SELECT 1 /* a;b */ + 2; -- end", ["SELECT 1 /* a;b */ + 2"]),
        ("SELECT 1 -- a;b\n+ 2;", ["SELECT 1 -- a;b\n+ 2"]),
        ("SELECT 3--2; SELECT 4/2;", ["SELECT 3--2", "SELECT 4/2"]),
        ("/*!50001 SELECT 1 */;", ["/*!50001 SELECT 1 */"]),
        ("DELIMITER //\nSELECT 1; SELECT 2//\ndelimiter ;\nSELECT 3;", ["SELECT 1; SELECT 2", "SELECT 3"]),
        (";;\n;", []),
        ("", []),
    ],
)
def test_scripts_are_split_as_the_client_does(text: str, statements: list[str]) -> None:
    assert [step.text for step in parse_script(text).steps] == statements


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("SELECT 1;\nSELECT 'a", 2, "a string that does not end"),
        ('SELECT "a', 1, "a string that does not end"),
        ("\n\n`a", 3, "a quoted name that does not end"),
        ("SELECT 1; /* a", 1, "a comment that does not end"),
    ],
)
def test_what_does_not_end_is_named_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        parse_script(text, "x.sql")
    assert (raised.value.line, raised.value.reason) == (line, reason)


def test_the_name_says_which_notation_a_file_is_in(tmp_path: Path) -> None:
    (tmp_path / "a.sql").write_text("SELECT 1; SELECT 2;", encoding="utf-8")
    (tmp_path / "b.scn").write_text("\ufefftitle: ä\ncon2: SELECT 1;", encoding="utf-8")
    assert len(read_scenario(tmp_path / "a.sql").steps) == 2
    assert read_scenario(tmp_path / "b.scn").title == "ä"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.scn"
    with pytest.raises(ScenarioError, match=r"a\.scn: cannot be read: No such file"):
        read_scenario(path)
    path.write_bytes(b"title: x\ncon1: SELECT '\xff';\n")
    with pytest.raises(ScenarioError, match=r"a\.scn:2: not UTF-8"):
        read_scenario(path)


def test_the_captured_scenarios_can_be_read(shared_dir: Path) -> None:
    paths = [*(shared_dir / "oracle" / "scenarios").glob("*.scn")]
    paths += (shared_dir / "oracle-old" / "scenarios").glob("*.scn")
    assert len(paths) > 40
    assert all(read_scenario(path).steps for path in paths)


@pytest.mark.parametrize("line", ["file: ../x text", "localfile: a/../../x text", "file: /etc/x text"])
def test_a_file_stays_in_its_folder(line: str) -> None:
    with pytest.raises(ScenarioError, match="is not in the folder"):
        parse_scenario(f"{line}\n", "x.scn")

"""Scripts of other people: which SQL is sent, by whom; and how differences are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.integration.corpus.clusters import cluster
from binwriter.integration.corpus.reading import Sent, statements_of
from binwriter.integration.corpus.sides import Answer

SCRIPT = """# a comment; no statement
--disable_warnings
DROP TABLE IF EXISTS t1;
let $name= t2;
eval CREATE TABLE $name (a VARCHAR(9) DEFAULT ';');
--error 1050
CREATE TABLE t2 (a INT); # behind it
connect (con1,localhost,u1,,db1);
INSERT INTO t2 VALUES ('a;b'), ("c;d");
--eval SELECT $unknown
connection default;
delimiter |;
CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END|
delimiter ;|
if ($name) {
  SELECT 'never';
}
source more.inc;
replace t2 values ('e');
"""


def _sent(folder: Path, name: str, text: str) -> list[Sent]:
    (folder / name).write_text(text, "utf-8")
    return list(statements_of(folder / name, (folder,)))


def test_statements_connections_and_included_files(tmp_path: Path) -> None:
    (tmp_path / "more.inc").write_text("SELECT 3;\n", "utf-8")
    sent = _sent(tmp_path, "script.test", SCRIPT)
    assert [(one.connection, one.text) for one in sent] == [
        ("default", "DROP TABLE IF EXISTS t1"),
        ("default", "CREATE TABLE t2 (a VARCHAR(9) DEFAULT ';')"),
        ("default", "CREATE TABLE t2 (a INT)"),
        ("con1", "INSERT INTO t2 VALUES ('a;b'), (\"c;d\")"),
        ("default", "CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END"),
        ("default", "SELECT 3"),
        ("default", "replace t2 values ('e')"),
    ]
    assert sent[3].opens == ("u1", "db1", "")
    assert sent[0].line == 3


def test_what_is_sent_is_waited_for_later(tmp_path: Path) -> None:
    connection = "connect (c,localhost,u,secret);\n--send SELECT 1\nconnection default;\n"
    script = connection + "send;\nSELECT 2;\nSELECT 3;\n--connection c\nreap;\ndisconnect c;\n"
    sent = _sent(tmp_path, "waits.test", script)
    assert [(one.how, one.connection, one.text) for one in sent] == [
        ("send", "c", "SELECT 1"),
        ("send", "default", "SELECT 2"),
        ("ask", "default", "SELECT 3"),
        ("reap", "c", "SELECT 1"),
        ("disconnect", "c", ""),
    ]
    assert sent[0].opens == ("u", "test", "secret")


def test_plain_sql_has_no_commands(tmp_path: Path) -> None:
    sent = _sent(tmp_path, "dump.sql", "-- of a dump\nINSERT INTO `echo` VALUES (1);\n/*! SET @a = 1 */;\nEXPLAIN t\n")
    assert [one.text for one in sent] == ["INSERT INTO `echo` VALUES (1)", "/*! SET @a = 1 */", "EXPLAIN t"]


ROWS = Answer(columns=("a",), rows=(("1",), ("2",)))
WARNED = Answer(warnings=(("Warning", 1366, "Incorrect value 'x'"),))


@pytest.mark.parametrize(
    ("real", "here", "kind"),
    [
        (ROWS, ROWS, None),
        (ROWS, Answer(columns=("a",), rows=(("2",), ("1",))), None),
        (ROWS, Answer(columns=("a",), rows=(("1",),)), "rows of SELECT A"),
        (ROWS, Answer(columns=("a",), rows=ROWS.rows, metadata=((3,),)), "metadata of SELECT A"),
        (ROWS, Answer((1146, "Table 'd.t9' doesn't exist")), "done, here error 1146: Table _ doesn't exist"),
        (Answer((1146, "no 't'")), ROWS, "error 1146, here done: no _"),
        (Answer((1064, "near 'x'")), Answer((1064, "near 'y'")), "text of error 1064: near _"),
        (Answer(affected=2), Answer(affected=1), "affected rows of SELECT A"),
        (WARNED, Answer(), "warnings: 1366 Incorrect value _, here 0"),
        (ROWS, Answer(lost="2013: gone"), "connection lost: _: gone"),
        (Answer(lost="2013: gone"), ROWS, None),
    ],
)
def test_differences_of_one_cause_have_one_name(real: Answer, here: Answer, kind: str | None) -> None:
    assert cluster(real, here, "SELECT a FROM t") == kind


RECORDS = """# of sqllogictest
hash-threshold 8

statement ok
CREATE TABLE t1(a INTEGER, b INTEGER)

skipif mysql # no such function
query I rowsort
SELECT total(a) FROM t1

onlyif sqlite
statement ok
PRAGMA x

onlyif mysql # aDB
query II nosort label-1
SELECT a,
  b FROM t1
----
1
2

statement error
SELECT nosuch;

halt

statement ok
SELECT 9
"""


def test_records_of_sqllogictest(tmp_path: Path) -> None:
    sent = _sent(tmp_path, "x.test", RECORDS)
    assert [(one.line, one.text) for one in sent] == [
        (4, "CREATE TABLE t1(a INTEGER, b INTEGER)"),
        (15, "SELECT a,\n  b FROM t1"),
        (23, "SELECT nosuch"),
    ]

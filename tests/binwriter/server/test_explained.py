"""EXPLAIN in its forms, against what a 9.7.4 answered (`capture_explained`)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from binwriter.server.server import Server
from tests.binwriter.server.capture_explained import FILE, script
from tests.reliability.limits.answers import Answer, asked_of_binwriter

CAPTURED: list[Answer] = json.loads(FILE.read_text("utf-8"))
_INTO = "EXPLAIN FORMAT=JSON INTO @plan "
# behind each of these the next answer is what the server's document said
_DOCUMENTS = {
    answer["sql"].removeprefix(_INTO): CAPTURED[place + 1]["rows"]
    for place, answer in enumerate(CAPTURED)
    if answer["sql"].startswith(_INTO)
}


def _comparable(answer: Answer) -> Answer:
    """Without note 1003, the statement as a server printed it; numbers as Python has them."""
    kept = {name: part for name, part in answer.items() if not name.startswith("warning")}
    if "rows" in kept:
        kept["rows"] = [["100" if cell == "100.00" else cell for cell in row] for row in kept["rows"]]
    return kept


def test_each_form_answers_as_a_server_did(tmp_path: Path) -> None:
    asked = [sql for sql in script() if "@plan" not in sql]
    expected = [answer for answer in CAPTURED if "@plan" not in answer["sql"]]
    answers = list(asked_of_binwriter(tmp_path / "log", asked))
    differing = [
        (ours["sql"], ours, theirs)
        for ours, theirs in zip(answers, expected, strict=True)
        if _comparable(ours) != _comparable(theirs)
    ]
    assert not differing


def test_its_columns_have_a_servers_names(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        result = server.connect().execute("EXPLAIN FORMAT=TRADITIONAL SELECT 1")
        names = "id select_type table partitions type possible_keys key key_len ref rows filtered Extra"
        assert result.columns == tuple(names.split())  # MySQL manual, "EXPLAIN Output Format"


@pytest.mark.parametrize("sql", _DOCUMENTS)
def test_a_document_names_the_kind_and_has_a_plan(tmp_path: Path, sql: str) -> None:
    with Server(tmp_path) as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("USE d")
        session.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT)")
        told = json.loads(str(session.execute(f"EXPLAIN FORMAT=JSON {sql}").rows[0][0]))
    ((kind, has_plan),) = _DOCUMENTS[sql]
    assert (json.dumps(told["query_type"]), "operation" in told["query_plan"]) == (kind, has_plan == "1")


def test_what_empties_a_table_is_told_so(tmp_path: Path) -> None:
    """Where no rows are logged and no trigger fires (captured: a 9.7.4)."""
    with Server(tmp_path) as server:
        session = server.connect()
        for sql in ("CREATE DATABASE d", "USE d", "CREATE TABLE t (a INT)", "INSERT INTO t VALUES (1), (2)"):
            session.execute(sql)
        extras = []
        for sql in ("", "SET sql_log_bin = 0", "SET sql_log_bin = 1", "SET binlog_format = MIXED", "LIMIT 1"):
            if sql.startswith("SET"):
                session.execute(sql)
            rest = sql if sql.startswith("LIMIT") else ""
            extras.append(session.execute(f"EXPLAIN FORMAT=TRADITIONAL DELETE FROM t {rest}").rows[0][-1])
        session.execute("CREATE TRIGGER tr BEFORE DELETE ON t FOR EACH ROW SET @a = 1")
        extras.append(session.execute("EXPLAIN FORMAT=TRADITIONAL DELETE FROM t").rows[0][-1])
    assert extras == [None, "Deleting all rows", None, "Deleting all rows", None, None]

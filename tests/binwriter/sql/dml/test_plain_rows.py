"""VALUES lists of literals take a way of their own; it must leave what the exact way leaves."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from binwriter.integration.differential import compare_with_captured
from binwriter.scenario.notation import read_scenario
from binwriter.server.server import Server
from binwriter.server.session import Session
from binwriter.sql.grammar.parse import parse_statement
from binwriter.sql.text import value_lists
from binwriter.sql.text.value_lists import cut_values
from tests.examples import examples
from tests.test_golden import CAPTURED, scenario_parameter

_NEVER = 1 << 60
_WORDS = ("'a'", "'b '", "''", "'it''s'", r"'\\n'")
_UNICODE = (*_WORDS, "'ä€'", "'\U0001f600'")
# a column's type, and literals that it takes without a word
TYPES: dict[str, tuple[str, ...]] = {
    "TINYINT": ("1", "-1", "127", "'5'", "NULL"),
    "SMALLINT UNSIGNED": ("0", "65535", "NULL"),
    "MEDIUMINT NOT NULL": ("1", "-8388608"),
    "INT": ("1", "2", "007", "null"),
    "BIGINT UNSIGNED": ("18446744073709551615", "0"),
    "DECIMAL(5,2)": ("1.50", "-2.25", "-0.00", "3", "4.", "999.99", "NULL"),
    "DECIMAL(30,0)": ("123456789012345678901234567890", "-1"),
    "DECIMAL(3,3) UNSIGNED": ("0.125", "0", "0.5"),
    "FLOAT": ("1", "0.1", "-0.0", "16777217", "NULL"),
    "DOUBLE": ("1.5", "-0.0", "12345678901234567890", "0.1"),
    "DOUBLE(5,2)": ("1.5", "2"),
    "FLOAT UNSIGNED": ("1.5", "0"),
    "BIT(9)": ("5", "0x41", "NULL"),
    "YEAR": ("2024", "0", "'1999'"),
    "CHAR(5)": _UNICODE,
    "VARCHAR(5)": (*_UNICODE, "NULL", "12"),
    "VARCHAR(5) CHARACTER SET latin1": _WORDS,
    "VARCHAR(5) NOT NULL DEFAULT 'd'": _UNICODE,
    "TINYTEXT": _UNICODE,
    "BINARY(4)": ("'a'", "0x41", r"_binary 'x\0'", "'é'"),
    "VARBINARY(4)": ("'a'", "0xabc", "''", "NULL"),
    "BLOB": ("'a'", "0x41", "_binary 'é'"),
    "ENUM('a','b','ä')": ("'a'", "'B'", "2", "NULL"),
    "SET('a','b')": ("'a'", "'a,b'", "3"),
    "DATE": ("'2024-01-31'", "'0001-01-01'", "NULL"),
    "DATETIME": ("'2024-01-31 10:11:12'", "'2024-01-31'", "NULL"),
    "DATETIME(3) NOT NULL": ("'2024-01-31 10:11:12.5'", "'2024-01-31 10:11:12'"),
    "TIMESTAMP NULL": ("'2024-01-31 10:11:12'", "'2024-03-31 03:30:00'", "NULL"),
    "TIMESTAMP(2) NOT NULL": ("'2024-10-27 02:30:00.25'", "'1970-01-02 00:00:00'"),
    "TIME": ("'10:11:12'", "'-799:59:59'", "'1:02:03'", "NULL"),
    "TIME(6)": ("'10:11:12.5'", "'00:00:00'"),
    "JSON": ("'[1]'", "NULL"),
}
LITERALS = (
    *(
        "0",
        "1",
        "-1",
        "7",
        "100",
        "128",
        "255",
        "300",
        "70000",
        "-40000",
        "18446744073709551615",
        "99999999999999999999",
    ),
    *("1.5", "-0.0", "0.005", "-0.994", "12.345", "999.994", "999.995", "1e2", "-0e0", "1.5E-3", "5.", "007", "2024"),
    *("NULL", "null", "'1'", "' 1'", "'1x'", "'a'", "'b '", "'A'", "'ä'", "'abcde'", "'abcdef'", "'abcde   '", "''"),
    *(r"'it\'s'", "'it''s'", r"'\n\\\%\_\Z\q'", "'€'", "'\U0001f600'", "0x41", "0xabc", "_binary 'x\\0'", "'a,b'"),
    *("'2024-01-31'", "'2024-02-30'", "'0000-00-00'", "'2024-00-10'", "'2024-01-31 10:11:12'", "'2024-1-3 1:2:3'"),
    *("'2024-03-31 02:30:00'", "'2024-01-31 10:11:12.345'", "'2024-01-31 10:11:12.3456789'", "'1969-01-01 00:00:00'"),
    *("'2038-01-19 03:14:08'", "'10:11:12'", "'-838:59:59'", "'839:00:00'", "'10:11:12.5'", "20240131", "'{\"a\": 1}'"),
    *("'[1'", "'2024-01-31T10:11:12'", "'24:00:00'", "'10:60:00'"),
    *(
        "b'101'",
        "0b11",
        "x'4142'",
        "X'c3a4'",
        "N'ab'",
        "n'ä'",
        '"ab"',
        '"it\'s"',
        '"a""b"',
        r'"\n\""',
        "TRUE",
        "false",
        "Null",
    ),
)
COMPUTED = (
    *(
        "@n",
        "@t",
        "@d",
        "@m",
        "@b",
        "@nothing",
        "@unset",
        "@N",
        "@neg",
        "NOW()",
        "now(3)",
        "CURRENT_TIMESTAMP",
        "CURDATE()",
    ),
    *("ABS(-3)", "CONCAT('a', 'b')", "UPPER(CONCAT('ä', LOWER('B')))", "UNHEX('4142')", "MD5('a')", "REPEAT('a', 9)"),
    *("DATE'2024-01-31'", "TIMESTAMP'2024-01-31 10:11:12'", "TIME'10:11:12'", "FROM_UNIXTIME(1700000000)"),
    *("DATE_ADD('2024-01-31', INTERVAL 1 MONTH)", "IF(1, 'a', 'b')", "JSON_ARRAY(1, 'a')", "ROUND(1.2345, 2)"),
    *("STR_TO_DATE('x', '%Y')", "NULLIF(1, 1)", "POW(10, 400)", "ABS()", "CRC32('it''s')", "TO_BASE64('a')"),
)
VARIABLES = "SET @n=7, @t='ä', @d=1.50, @m='2024-01-31 10:11:12', @b=x'4142', @nothing=NULL, @neg=-1"
UPDATES = (
    "c0 = VALUES(c0)",
    "id = id + 10",
    "c0 = c0",
    "id = VALUES(id), c0 = DEFAULT",
    "c0 = NULL",
    "c0 = VALUES(id)",
    "id = 5",
)
IDENTITIES = (("NULL",), ("NULL", "0", "1", "2", "3", "5", "'4'", "-1", "9"), tuple(map(str, range(1, 40))), ("0", "7"))
MODES = ("STRICT_TRANS_TABLES", "", "STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE", "NO_AUTO_VALUE_ON_ZERO")
WRITTEN = ("null", "0xAB", "0xabc", r"_binary 'a\0b'", "b'101'", "0b1", "x'41'", '"a\'b""c"')
TEXTS = (r"'it\'s'", "'x''y'", r"'\n\\ \% \_ \Z \q \0 \" \b'", "'é'", "1", "-1", "1.5", "1e5", "-1.5E-3", "5.", "NULL")


@pytest.mark.parametrize(
    "cell", [*TEXTS, *COMPUTED, "null", "0xAB", "0xabc", r"_binary 'a\0b'", "b'101'", "0b1", "x'41'", '"a\'b""c"']
)
def test_a_literal_is_the_node_that_the_reader_makes(cell: str) -> None:
    text = f"INSERT INTO t VALUES ({cell}, {cell})"
    cut = _cut(text)
    assert cut is not None
    values = parse_statement(text).node
    assert repr(cut.values.tuples()[0]) == repr(values.args["expression"].expressions[0])  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        *("INSERT INTO t VALUES (1),(2", "INSERT INTO t VALUES (1)(2)", "INSERT INTO t VALUES (1),(2),"),
        *("INSERT INTO t VALUES (1),(NOW())", "INSERT INTO t VALUES (1),(1+1)", "INSERT INTO t VALUES ('a' 'b')"),
        *("INSERT INTO t VALUES (1) ON DUPLICATE", "INSERT INTO t VALUES (1),(1,2)", "SELECT 1"),
        *(
            "INSERT INTO t VALUES (RAND()),(1)",
            "INSERT INTO t VALUES (@a := 1),(2)",
            "INSERT INTO t VALUES (f(1)),(NOW())",
        ),
        *("INSERT INTO t VALUES (@a),(2) ON DUPLICATE KEY UPDATE a = @b := 1", "INSERT INTO t VALUES (@@a),(@a.b)"),
        *("INSERT INTO t VALUES (1) /* end */", "INSERT INTO t VALUES ()", "INSERT INTO t VALUES (x'4')"),
    ],
)
def test_what_is_no_list_of_literals_is_left_alone(text: str) -> None:
    assert _cut(text) is None


def _cut(text: str) -> value_lists.CutStatement | None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(value_lists, "LEAST_ROWS", 1)
        return cut_values(text)


def answers_of(session: Session, statements: Iterable[str]) -> list[Any]:
    """What a client is told of each."""
    answers: list[Any] = []
    for text in statements:
        result = session.run(text)
        error = result.error and (result.error.code, result.error.message)
        answers.append((text, error, result.diagnostics, result.affected, result.insert_id, result.rows))
    return answers


def _outcome(statements: list[str], least: int) -> list[Any]:
    """Answers, then the log's bytes."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as folder:
        patch.setattr(value_lists, "LEAST_ROWS", least)
        with Server(Path(folder)) as server:
            session = server.connect()
            answers = answers_of(session, statements)
        return [*answers, (Path(folder) / "binlog.000001").read_bytes()]


@st.composite
def inserts(draw: st.DrawFn) -> list[str]:
    types = draw(st.lists(st.sampled_from(list(TYPES)), min_size=1, max_size=4))
    engine = draw(st.sampled_from(("InnoDB", "MyISAM", "MEMORY", "InnoDB PARTITION BY KEY (id) PARTITIONS 2")))
    if engine == "MEMORY":
        types = [kind for kind in types if kind not in ("TINYTEXT", "BLOB", "JSON")] or ["INT"]
    is_counter = draw(st.booleans())
    first = f"id INT {'AUTO_INCREMENT' if is_counter else 'DEFAULT 3'}"
    unique = (
        draw(st.sampled_from(("", ", UNIQUE KEY (c0, id)"))) if types[0] not in ("JSON", "TINYTEXT", "BLOB") else ""
    )
    columns = ", ".join(f"c{number} {kind}" for number, kind in enumerate(types))
    key = "" if not is_counter and "PARTITION" not in engine and draw(st.booleans()) else ", PRIMARY KEY (id)"
    statements = [
        *("CREATE DATABASE d", "USE d", f"SET sql_mode='{draw(st.sampled_from(MODES))}'"),
        f"SET binlog_format={draw(st.sampled_from(('ROW', 'ROW', 'STATEMENT', 'MIXED')))}",
        f"SET time_zone='{draw(st.sampled_from(('+00:00', 'Europe/Berlin', '+02:00')))}'",
        f"SET NAMES {draw(st.sampled_from(('utf8mb4', 'utf8mb4', 'latin1')))}",
        f"CREATE TABLE t ({first}, {columns}{key or ', KEY (id)'}{unique}) ENGINE={engine}",
        VARIABLES,
    ]
    identities = st.sampled_from(draw(st.sampled_from(IDENTITIES)))
    others = draw(st.lists(st.sampled_from(LITERALS), max_size=2))
    others += draw(st.lists(st.sampled_from(COMPUTED), max_size=3))
    pools = [st.sampled_from((*TYPES[kind], *(others if draw(st.booleans()) else ()))) for kind in types]
    for _ in range(draw(st.integers(1, 3))):
        ignore = draw(st.sampled_from(("", "", "IGNORE ")))
        verb = draw(st.sampled_from((f"INSERT {ignore}INTO", f"INSERT {ignore}INTO", "REPLACE INTO")))
        named = draw(st.booleans())
        listed = " (" + ", ".join(f"c{number}" for number in range(len(types))) + ")" if named else ""
        rows = draw(st.lists(st.tuples(*([] if named else [identities]), *pools), min_size=1, max_size=7))
        tail = draw(st.sampled_from(("", *UPDATES))) if verb != "REPLACE INTO" and draw(st.booleans()) else ""
        tail = tail and f" ON DUPLICATE KEY UPDATE {tail}"
        statements.append(f"{verb} t{listed} VALUES " + ",".join(f"({', '.join(row)})" for row in rows) + tail)
        statements.append("SHOW WARNINGS")
    return [*statements, "SELECT * FROM t", "INSERT INTO t (c0) VALUES (DEFAULT(c0))", "SELECT LAST_INSERT_ID()"]


@pytest.mark.slow
@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(inserts())
def test_both_ways_leave_the_same(statements: list[str]) -> None:
    assert _outcome(statements, 1) == _outcome(statements, _NEVER)


@pytest.mark.parametrize("type_", ["TIME", "DATE", "DATETIME", "YEAR", "VARCHAR(30)"])
def test_a_typed_literal_behind_a_variable_asks_for_the_zone(type_: str) -> None:
    """A 9.7.4 has the time zone in BEGIN then; found by the test above."""
    statements = ["CREATE DATABASE d", "USE d", f"CREATE TABLE t (a {type_})", "SET time_zone = '+00:00', @n = 7"]
    statements.append("INSERT INTO t VALUES (@n), (TIMESTAMP'2024-01-31 10:11:12'), ({ts '2024-01-31 10:11:12'})")
    assert _outcome(statements, 1) == _outcome(statements, _NEVER)


@pytest.mark.parametrize("folder", [scenario_parameter(folder) for folder in CAPTURED])
@pytest.mark.sampled(every=20)
@pytest.mark.slow
def test_a_scenario_gives_the_captured_log_with_all_lists_cut(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(value_lists, "LEAST_ROWS", 1)
    sidecar = json.loads((folder / "sidecar.json").read_text("utf-8"))
    files = [file["name"] for file in sidecar["files"]]
    found = compare_with_captured(read_scenario(folder / "scenario.scn"), folder, files, sidecar, tmp_path)
    assert found.is_equal, str(found)

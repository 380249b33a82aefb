"""What meets someone who uses binwriter on Spark for the first time: names of columns, errors, the workers' Python."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

from binwriter.errors import OptionError
from binwriter.integration.spark.causes import cause, in_own_words
from binwriter.integration.spark.read.tables_in_logs import specs_in_logs
from binwriter.integration.spark.workers import use_this_python
from binwriter.server.server import Server

# --- names of columns

_PARENT = "CREATE TABLE p (id INT PRIMARY KEY)"
_TABLE = "CREATE TABLE t (id INT PRIMARY KEY, kind ENUM('a', 'b'), p INT, FOREIGN KEY (p) REFERENCES p (id))"
_NAMES = ["id", "kind", "p"]


@pytest.mark.parametrize(
    ("statements", "names"),
    [
        (["USE d", _PARENT, _TABLE], _NAMES),
        (["USE d", _PARENT, _TABLE.replace("TABLE t", "TABLE d.t")], _NAMES),
        (["USE d", _PARENT, _TABLE, "CREATE DATABASE e", "CREATE TABLE e.t (x INT)"], _NAMES),
        (["USE d", _PARENT, _TABLE, "ALTER TABLE t RENAME COLUMN kind TO sort, ADD q INT"], ["id", "sort", "p", "q"]),
        (["USE d", "CREATE TABLE t (a INT)", "DROP TABLE t", _PARENT, _TABLE], _NAMES),
        # what is not in the log: the table that it is like
        (["CREATE TABLE d.s (id INT)", "CREATE TABLE d.t LIKE d.s"], ["@1"]),
    ],
    ids=["default database", "named database", "another database", "altered", "made anew", "like"],
)
def test_names_come_from_the_definition_in_the_log(statements: list[str], names: list[str], tmp_path: Path) -> None:
    with Server(tmp_path / "log") as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        for statement in statements:
            session.execute(statement)
        session.execute(f"INSERT INTO d.t (id) VALUES ({len(names)})")
    specs = specs_in_logs(sorted((tmp_path / "log").glob("binlog.0*")), ("d", "t"))
    assert [spec.name for spec in specs] == names
    if names == _NAMES:
        assert specs[1].members == ("a", "b")


# --- errors

_TEXTS = {
    "ours in a plan": (
        "[PYTHON_DATA_SOURCE_ERROR] Failed to create Python data source instance: Traceback (most recent call last):\n"
        "  File \"source.py\", line 45, in _view\nbinwriter.errors.OptionError: mysql_binlog has no option 'x'\n"
        " SQLSTATE: 38000",
        "mysql_binlog has no option 'x'",
    ),
    "ours in a task": (
        "An exception was thrown:\nbinwriter.formats.errors.EncodeError: task 1, row 0: too long",
        "task 1, row 0: too long",
    ),
    "a Python without packages": (
        'An exception was thrown from the Python worker:\nTraceback (most recent call last):\n  File "x.py", line 1\n'
        "ModuleNotFoundError: No module named 'numpy'\n",
        "the workers' Python has no module numpy: set PYSPARK_PYTHON to a Python that has binwriter and its packages",
    ),
    "a Python that is not there": (
        'org.apache.spark.SparkException: Job aborted\nCaused by: java.io.IOException: Cannot run program "/no/python":'
        " error=2, No such file or directory",
        "the workers cannot run /no/python: set PYSPARK_PYTHON to a Python that has binwriter and its packages",
    ),
    "any of Java's": (
        "An error occurred while calling o1.count.\n: a.b.SparkException: Job aborted.\n\tat x.y(Z.java:1)\n"
        "Caused by: java.lang.OutOfMemoryError: Java heap space\n\tat a.b(C.java:2)",
        "OutOfMemoryError: Java heap space",
    ),
    "any": ("\n  it is broken\nbadly", "it is broken"),
}


@pytest.mark.parametrize(("text", "told"), _TEXTS.values(), ids=_TEXTS)
def test_a_cause_is_one_line(text: str, told: str) -> None:
    assert cause(RuntimeError(text)) == told


@pytest.mark.parametrize(
    ("java", "master", "told"),
    [
        (False, "local[*]", "Spark needs Java 17 or later, and there is none in JAVA_HOME (/nowhere)"),
        (True, "nonsense", "nonsense is no master of Spark: local[*], spark://HOST:PORT, yarn or k8s://URL"),
        (True, "local[2,4]", "Spark did not start; what its Java said stands above"),
    ],
)
def test_why_spark_does_not_start(
    java: bool, master: str, told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "bin" / "java"
    program.parent.mkdir()
    program.touch(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path) if java else "/nowhere")
    assert cause(RuntimeError("[JAVA_GATEWAY_EXITED] Java gateway process exited"), master) == told


def test_the_users_process_keeps_its_tracebacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPARK_HIDE_TRACEBACK", raising=False)
    with pytest.raises(OptionError), in_own_words():
        raise OptionError("x")
    assert "SPARK_HIDE_TRACEBACK" not in os.environ


@pytest.mark.spark
def test_an_error_of_ours_has_no_traceback(spark: Any) -> None:
    with pytest.raises(Exception, match="has no option 'nonsense'") as raised:
        spark.read.format("mysql_binlog").option("nonsense", "1").load("/")
    assert "Traceback" not in str(raised.value)
    assert cause(raised.value).startswith("mysql_binlog has no option 'nonsense'")


# --- the workers' Python


class _Context:
    def __init__(self, master: str, settings: dict[str, str]) -> None:
        self.master, self._settings, self.pythonExec = master, settings, "python3"

    def getConf(self) -> dict[str, str]:  # noqa: N802 (Spark's name)
        return self._settings


class _Session:
    def __init__(self, master: str, settings: dict[str, str]) -> None:
        self.sparkContext = _Context(master, settings)


@pytest.mark.parametrize(
    ("master", "settings", "environment", "ours"),
    [
        ("local[*]", {}, None, True),
        ("local[*]", {"spark.pyspark.python": "other"}, None, False),
        ("local[*]", {}, "other", False),
        ("spark://host:7077", {}, None, False),
    ],
)
def test_workers_of_this_machine_run_this_python(
    master: str, settings: dict[str, str], environment: str | None, ours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYSPARK_PYTHON", raising=False)
    if environment is not None:
        monkeypatch.setenv("PYSPARK_PYTHON", environment)
    session = _Session(master, settings)
    use_this_python(session)
    assert session.sparkContext.pythonExec == (sys.executable if ours else "python3")

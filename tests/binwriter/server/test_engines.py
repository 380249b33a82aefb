"""Declared engines, and WL#3303's decision table through them: its 24 rows and the ER_BINLOG_* errors, each by SQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.binlog.rules.logging_format import DECISION_TABLE, LoggingFormat, TableRow
from binwriter.errors import MySQLError, OptionError, ScenarioError
from binwriter.formats.events import Query, Rows
from binwriter.mysql.engines import BUILT_IN, Engine, EngineCatalog, read_engine
from binwriter.mysql.messages.table import MESSAGES
from binwriter.mysql.session_modes import BinlogFormat
from binwriter.scenario.notation import parse_scenario
from binwriter.scenario.run import run_scenario
from binwriter.server.server import Server
from binwriter.server.session import Session, StatementResult

# Seed "WL#3303", the decision table as it is printed there: safe, format, RLC, SLC -> error or warning, log as.
WORKLOG_TABLE = """
Safe   STATEMENT N N error   -
Safe   STATEMENT N Y -       STMT
Safe   STATEMENT Y N error   -
Safe   STATEMENT Y Y -       STMT
Safe   MIXED     N N error   -
Safe   MIXED     N Y -       STMT
Safe   MIXED     Y N -       ROW
Safe   MIXED     Y Y -       STMT
Safe   ROW       N N error   -
Safe   ROW       N Y error   -
Safe   ROW       Y N -       ROW
Safe   ROW       Y Y -       ROW
Unsafe STATEMENT N N error   -
Unsafe STATEMENT N Y warning STMT
Unsafe STATEMENT Y N error   -
Unsafe STATEMENT Y Y warning STMT
Unsafe MIXED     N N error   -
Unsafe MIXED     N Y error   -
Unsafe MIXED     Y N -       ROW
Unsafe MIXED     Y Y -       ROW
Unsafe ROW       N N error   -
Unsafe ROW       N Y error   -
Unsafe ROW       Y N -       ROW
Unsafe ROW       Y Y -       ROW
"""
ROWS = list(enumerate((line.split() for line in WORKLOG_TABLE.strip().splitlines()), start=1))
ENGINES = (
    "RLOG row",
    "SLOG statement",
    "EITHER row statement",
    "NEITHER none",
    "OWN self-logging row",
    "TX transactional row",
)
NAMES = {("Y", "N"): "RLOG", ("N", "Y"): "SLOG", ("Y", "Y"): "EITHER", ("N", "N"): "NEITHER"}


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path, ["gtid-mode=OFF", "enforce-gtid-consistency=OFF"], engines=ENGINES)


@pytest.fixture
def session(server: Server) -> Session:
    session = server.connect()
    session.execute("CREATE DATABASE d")
    session.execute("USE d")
    for engine in ENGINES:
        name = engine.split()[0]
        session.execute(f"CREATE TABLE {name} (a INT PRIMARY KEY) ENGINE={name}")
    session.execute("CREATE TABLE t (a INT PRIMARY KEY) ENGINE=InnoDB")
    return session


def run_logged(session: Session, sql: str) -> tuple[StatementResult, set[str]]:
    """The answer, and in which forms the statement was logged."""
    server = session.server
    name, position = server.position()
    result = session.run(sql)
    forms = set()
    for event in read_events(server.directory / name):
        if event.position < position:
            continue
        if isinstance(event.body, Rows):
            forms.add("ROW")
        elif isinstance(event.body, Query) and event.body.query not in (b"BEGIN", b"COMMIT"):
            forms.add("STMT")
    return result, forms


@pytest.mark.parametrize(("number", "row"), ROWS, ids=[f"row {number}" for number, _ in ROWS])
def test_a_row_of_the_table_by_sql(session: Session, number: int, row: list[str]) -> None:
    safe, binlog_format, row_capable, statement_capable, outcome, log_as = row
    session.execute(f"SET binlog_format={binlog_format}")
    value = "1" if safe == "Safe" else "USER() IS NULL"
    result, forms = run_logged(session, f"INSERT INTO {NAMES[row_capable, statement_capable]} VALUES ({value})")
    assert (result.error is not None) == (outcome == "error")
    assert [warning.code for warning in result.diagnostics] == ([1592] if outcome == "warning" else [])
    assert forms == ({log_as} if log_as != "-" else set())
    rows = run_count(session, NAMES[row_capable, statement_capable])
    assert rows == (0 if outcome == "error" else 1), "a refused statement does not run"


def run_count(session: Session, table: str) -> int:
    return int(session.execute(f"SELECT COUNT(*) FROM {table}").rows[0][0])


@pytest.mark.parametrize(("number", "row"), ROWS, ids=[f"row {number}" for number, _ in ROWS])
def test_the_table_as_data_is_the_worklog_s(number: int, row: list[str]) -> None:
    safe, binlog_format, row_capable, statement_capable, outcome, log_as = row
    found: TableRow = DECISION_TABLE[
        safe == "Safe", BinlogFormat(binlog_format), row_capable == "Y", statement_capable == "Y"
    ]
    assert found.number == number
    assert bool(found.error) == (outcome == "error")
    assert found.warn == (outcome == "warning")
    assert found.log_as == {"STMT": LoggingFormat.STATEMENT, "ROW": LoggingFormat.ROW, "-": None}[log_as]


@pytest.mark.parametrize(
    ("binlog_format", "sql", "symbol"),
    [
        ("ROW", "INSERT INTO NEITHER VALUES (1)", "ER_BINLOG_ROW_ENGINE_AND_STMT_ENGINE"),
        ("MIXED", "UPDATE RLOG, SLOG SET RLOG.a=1, SLOG.a=1", "ER_BINLOG_ROW_ENGINE_AND_STMT_ENGINE"),
        ("ROW", "INSERT INTO SLOG VALUES (1)", "ER_BINLOG_ROW_MODE_AND_STMT_ENGINE"),
        ("MIXED", "INSERT INTO SLOG VALUES (USER() IS NULL)", "ER_BINLOG_UNSAFE_AND_STMT_ENGINE"),
        ("STATEMENT", "INSERT INTO RLOG VALUES (1)", "ER_BINLOG_STMT_MODE_AND_ROW_ENGINE"),
        ("STATEMENT", "INSERT INTO TX VALUES (1)", "ER_BINLOG_STMT_MODE_AND_ROW_ENGINE"),
        ("ROW", "UPDATE OWN, t SET OWN.a=1, t.a=1", "ER_BINLOG_MULTIPLE_ENGINES_AND_SELF_LOGGING_ENGINE"),
    ],
)
def test_what_cannot_be_logged_is_refused(session: Session, binlog_format: str, sql: str, symbol: str) -> None:
    session.execute(f"SET binlog_format={binlog_format}")
    result, forms = run_logged(session, sql)
    assert result.error is not None
    message = MESSAGES[symbol]
    assert (result.error.code, result.error.sqlstate) == (message.code, message.sqlstate)
    assert result.error.message.startswith(message.text.split("%s")[0])
    assert not forms


def test_error_1663_says_what_is_unsafe(session: Session) -> None:
    session.execute("SET binlog_format=MIXED")
    error = session.run("INSERT INTO SLOG VALUES (USER() IS NULL)").error
    assert error is not None
    assert error.message == (
        "Cannot execute statement: impossible to write to binary log since statement is unsafe, storage engine is "
        "limited to statement-based logging, and BINLOG_FORMAT = MIXED. Statement is unsafe because it uses a system "
        "function that may return a different value on the replica."
    )


def test_without_a_log_there_is_nothing_to_refuse(session: Session) -> None:
    session.execute("SET sql_log_bin=0")
    assert run_logged(session, "INSERT INTO NEITHER VALUES (1)")[0].error is None


def test_a_self_logging_engine_logs_its_rows_itself(session: Session) -> None:
    assert run_logged(session, "INSERT INTO OWN VALUES (1)")[1] == set()
    session.execute("SET binlog_format=MIXED")
    # read together with a table of another engine it is unsafe (R-unsafe-self-logging)
    assert run_logged(session, "INSERT INTO t SELECT a FROM OWN")[1] == {"ROW"}
    session.execute("SET binlog_format=STATEMENT")
    result, forms = run_logged(session, "INSERT INTO t SELECT a + 1 FROM OWN")
    assert forms == {"STMT"}
    assert [warning.message for warning in result.diagnostics] == [
        "Unsafe statement written to the binary log using statement format since BINLOG_FORMAT = STATEMENT. Mixing "
        "self-logging and non-self-logging engines in a statement is unsafe."
    ]


def test_a_transactional_engine_of_one_s_own(session: Session) -> None:
    session.execute("BEGIN")
    session.execute("INSERT INTO TX VALUES (1)")
    _, forms = run_logged(session, "ROLLBACK")
    assert forms == set()
    assert run_count(session, "TX") == 0


# --- declarations ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "engine"),
    [
        ("NDBX transactional row", Engine("NDBX", True, True, row_capable=True, statement_capable=False)),
        ("FOO statement", Engine("FOO", row_capable=False)),
        ("BAR self-logging row", Engine("BAR", statement_capable=False, self_logging=True)),
        ("BAZ none", Engine("BAZ", row_capable=False, statement_capable=False)),
        ("both ROW Statement", Engine("both")),
        ("blackhole statement", Engine("BLACKHOLE", row_capable=False)),
    ],
)
def test_a_declaration(text: str, engine: Engine) -> None:
    assert read_engine(text) == engine


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "no name"),
        ("1x row", "no name"),
        ("FOO", "needs row, statement, both, or none"),
        ("FOO transactional", "needs row, statement, both, or none"),
        ("FOO rows", "unknown flag 'rows'"),
        ("FOO none row", "none excludes"),
    ],
)
def test_a_bad_declaration_is_refused(text: str, part: str) -> None:
    with pytest.raises(OptionError, match=part):
        read_engine(text)


def test_a_scenario_declares_engines(tmp_path: Path) -> None:
    text = (
        "engine: NDBX transactional row\ncon1: CREATE TABLE t (a INT) ENGINE=ndbx;\ncon1: INSERT INTO t VALUES (1);\n"
    )
    result = run_scenario(parse_scenario(text), tmp_path)
    assert [statement["error"] for statement in result.sidecar["statements"]] == [None, None]


def test_a_bad_declaration_has_its_line() -> None:
    with pytest.raises(ScenarioError, match=r"<scenario>:2.*unknown flag"):
        parse_scenario("title: x\nengine: NDBX fast row\n")


def test_a_declared_engine_can_be_the_default(tmp_path: Path) -> None:
    with Server(tmp_path, ["default-storage-engine=FOO"], engines=["FOO row statement"]) as server:
        session = server.connect()
        session.execute("CREATE DATABASE d")
        session.execute("CREATE TABLE d.t (a INT)")
        assert server.catalog.table("d", "t").engine.name == "FOO"


def test_engines_that_a_server_lacks_are_unknown(session: Session) -> None:
    for name in ("EXAMPLE", "NDBCLUSTER", "NDB", "FEDERATED", "XYZ"):
        error = session.run(f"CREATE TABLE x (a INT) ENGINE={name}").error
        assert error is not None and (error.code, error.message) == (1286, f"Unknown storage engine '{name}'")


def test_federated_can_be_switched_on() -> None:
    assert EngineCatalog(federated=True).find("federated").name == "FEDERATED"
    with pytest.raises(MySQLError):
        BUILT_IN.find("federated")

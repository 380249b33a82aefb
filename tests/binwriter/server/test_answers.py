"""What clients ask a server besides their data is answered as by a 9.7.4 in the same state (tests/golden/answers)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlglot import exp

import binwriter.sql.functions  # noqa: F401  registers the functions
from binwriter.server.session import Session
from binwriter.sql.printing.expressions import Printer
from binwriter.sql.text.trees import parse_expression
from tests.golden.answers.capture import HERE
from tests.golden.answers.ours import answer, difference, known, prepared_session

KNOWN_GAPS = {
    "SHOW EXTENDED COLUMNS FROM orders": "it has a key on an expression",
    "SHOW STATUS LIKE 'Ssl_server_not%'": "there is no certificate",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    session = prepared_session(tmp_path_factory.mktemp("answers"))
    yield session
    session.close()


@pytest.mark.sweep(every=6)
@pytest.mark.parametrize("question", known())
def test_a_question_is_answered_as_by_a_server(session: Session, question: str) -> None:
    differs = difference(known()[question], answer(session, question))
    if question in KNOWN_GAPS:
        assert differs, "the gap is closed: take it from the list"
    else:
        assert differs == ""


def test_a_count_of_tables_is_logged_as_a_server_has_it(tmp_path: Path) -> None:
    from binwriter.server.server import Server

    session = Server(tmp_path).connect()
    for statement in (
        "CREATE DATABASE d",
        "CREATE TABLE d.t (n INT)",
        "INSERT INTO d.t SELECT COUNT(*) FROM information_schema.tables",
    ):
        session.execute(statement)
    assert session.execute("SELECT n FROM d.t").rows == ((341,),)


# --- expressions ------------------------------------------------------------------------------------------------------

_PRINTED: dict[str, list[str | None]] = json.loads((HERE / "expressions.json").read_text())
_CHARSETS = {"b": "utf8mb4", "e": "utf8mb4", "l": "latin1"}


def _charset_of(column: exp.Column) -> str | None:
    return _CHARSETS.get(column.name)


@pytest.mark.parametrize(("place", "printer"), list(enumerate((
    Printer(lambda column: f"`{column.name}`", "utf8mb4", _charset_of),
    Printer(lambda column: f"`t`.`{column.name}`"),
))), ids=["table", "view"])  # fmt: skip
def test_expressions_are_printed_as_by_a_server(place: int, printer: Printer) -> None:
    wanted = {text: answers[place] for text, answers in _PRINTED.items() if answers[place] is not None}
    assert {text: printer.print(parse_expression(text)) for text in wanted} == wanted


@pytest.mark.slow
def test_a_table_made_of_a_system_view_is_that_of_a_server(tmp_path: Path) -> None:
    """Names, types, lengths, collations and defaults of all columns of information_schema and sys."""
    from binwriter.server.server import Server
    from binwriter.sql.system import captured

    session = Server(tmp_path).connect()
    session.execute("CREATE DATABASE system_tables")
    session.execute("SET sql_mode = ''")
    wanted, made = {}, {}
    for schema, name in captured.names():
        key = captured.key_of(schema, name)
        if captured.is_view(*key):
            session.execute("DROP TABLE IF EXISTS system_tables.made")
            session.execute(f"CREATE TABLE system_tables.made AS SELECT * FROM `{schema}`.`{name}` LIMIT 0")
            wanted[key] = captured.create_text(*key)
            made[key] = session.execute("SHOW CREATE TABLE system_tables.made").rows[0][1]
    assert made == wanted

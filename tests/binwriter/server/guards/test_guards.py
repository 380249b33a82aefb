"""Guards refuse, or let pass, by what they are given: no server runs here."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from binwriter.errors import MySQLError
from binwriter.mysql.variables.scopes import GlobalVariables, SessionVariables
from binwriter.server.guards import locked_tables, order, read_only
from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.temporary import TemporaryTables
from binwriter.sql.grammar.parse import parse_statement
from tests.binwriter.sql.querying import make_context


class _NoTables:
    def table(self, _schema: str | None, _name: str) -> Any:
        raise MySQLError(1146, "42S02", "ER_NO_SUCH_TABLE", "not there")


def _runner(*, read_only: bool = False, super_read_only: bool = False, locked: dict[Any, str] | None = None) -> Any:
    variables = SessionVariables(GlobalVariables())
    variables.global_variables.assign("super_read_only", super_read_only)
    variables.assign("transaction_read_only", read_only)
    server = SimpleNamespace(variables=variables.global_variables)
    session = SimpleNamespace(variables=variables, server=server, database="test", commit=lambda: None)
    return SimpleNamespace(
        session=session,
        front_end=SimpleNamespace(database=_NoTables()),
        temporary=TemporaryTables(),
        locked_tables=locked or {},
        locked_aliases={},
        programs=SimpleNamespace(rights=None),
    )


def _statement(text: str) -> BoundStatement:
    return BoundStatement(parse_statement(text), make_context())


def _refusal(check: Any, runner: Any, text: str) -> str | None:
    try:
        check(runner, _statement(text))
    except MySQLError as error:
        return error.symbol
    return None


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("INSERT INTO a VALUES (1)", True),
        ("UPDATE a SET x = 1", True),
        ("DELETE FROM a", True),
        ("SELECT * FROM a FOR UPDATE", True),
        ("SELECT * FROM a", False),
        ("DO 1", False),
    ],
)
def test_a_read_only_transaction_refuses_targets_before_they_are_looked_for(text: str, refused: bool) -> None:
    assert _refusal(read_only.check_targets, _runner(), text) is None
    symbol = "ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION" if refused else None
    assert _refusal(read_only.check_targets, _runner(read_only=True), text) == symbol


def test_the_servers_refusal_comes_before_the_transactions() -> None:
    runner = _runner(read_only=True, super_read_only=True)
    assert _refusal(read_only.check_targets, runner, "DELETE FROM a") == "ER_OPTION_PREVENTS_STATEMENT"


def test_super_read_only_lets_definitions_of_temporary_tables_pass() -> None:
    runner = _runner(super_read_only=True)
    assert _refusal(read_only.check_definition, runner, "CREATE TABLE a (x INT)") == "ER_OPTION_PREVENTS_STATEMENT"
    assert _refusal(read_only.check_definition, runner, "CREATE TEMPORARY TABLE a (x INT)") is None


@pytest.mark.parametrize("text", ["INSERT INTO b VALUES (1)", "SELECT * FROM b", "UPDATE b SET x = 1", "DELETE FROM b"])
def test_with_locked_tables_others_are_not_there(text: str) -> None:
    assert _refusal(locked_tables.check_names, _runner(), text) is None
    locked = _runner(locked={("test", "a"): "WRITE"})
    assert _refusal(locked_tables.check_names, locked, text) == "ER_TABLE_NOT_LOCKED"


def test_guards_are_asked_in_turn_and_the_first_refusal_counts() -> None:
    asked: list[str] = []

    def passes(_runner: Any, _statement: BoundStatement) -> None:
        asked.append("first")

    def refuses(_runner: Any, _statement: BoundStatement) -> None:
        asked.append("second")
        raise MySQLError(1, "HY000", "ER_SECOND", "")

    def never(_runner: Any, _statement: BoundStatement) -> None:
        asked.append("third")

    with pytest.raises(MySQLError) as raised:
        order.check((passes, refuses, never), _runner(), _statement("DO 1"))
    assert raised.value.symbol == "ER_SECOND"
    assert asked == ["first", "second"]


def test_a_guard_stands_in_one_list_once() -> None:
    for path in ((*order.FIRST, *order.OPENS_NOTHING), (*order.FIRST, *order.BEFORE_OPENING, *order.AFTER_OPENING)):
        assert len(set(path)) == len(path)
    assert set(order.OPENS_NOTHING) <= set(order.AFTER_OPENING)

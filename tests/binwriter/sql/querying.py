"""What the tests of expressions and queries share: a statement context, a small database, and running a query text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlglot

from binwriter.catalog.tables import Table
from binwriter.mysql.messages.table import mysql_error
from binwriter.mysql.values.real_text import real_text
from binwriter.mysql.variables.scopes import GlobalVariables, SessionVariables
from binwriter.sql.context import RandState, ServerFacts, SessionFacts, StatementContext
from binwriter.sql.expressions.as_texts import to_text
from binwriter.sql.expressions.types import NOT_FIXED_SCALE
from binwriter.sql.query import ResultSet, run_select
from binwriter.sql.text.dialect import PlainMySQL
from binwriter.statement.facts import UserVariable
from binwriter.storage.table_data import TableData
from binwriter.storage.tables import Storage


def make_context(
    *,
    user_variables: dict[str, UserVariable] | None = None,
    database: str = "test",
    connection_id: int = 8,
    rand: RandState | None = None,
    last_insert_id: int = 3,
    **changes: Any,
) -> StatementContext:
    """A statement of connection 8, started at 2023-11-14 22:13:20.123456 UTC, in a session with time zone +02:00."""
    variables = SessionVariables(GlobalVariables())
    variables.set("time_zone", "+02:00")
    return StatementContext(
        SessionFacts(variables, user_variables or {}, connection_id, "root@localhost", rand or RandState(1, 2)),
        ServerFacts(lambda: 1_700_000_001_000_000, lambda: "6ccd780c-baba-1026-9564-5b8c656024db"),
        database,
        1_700_000_000_123_456,
        last_insert_id=last_insert_id,
        **changes,
    )


class Tables:
    """A DatabaseView over a Storage, filled by `add`."""

    def __init__(self) -> None:
        self.storage = Storage()
        self.schemas: set[str] = set()

    def add(self, table: Table, rows: Sequence[tuple[Any, ...]]) -> TableData:
        self.schemas.add(table.schema)
        data = self.storage.create(table)
        for row in rows:
            data.insert(row)
        return data

    def table(self, schema: str | None, name: str) -> TableData:
        if schema not in self.schemas:
            raise mysql_error("ER_BAD_DB_ERROR", schema)
        return self.storage.data(schema, name)

    def view(self, schema: str | None, name: str) -> None:
        """There are no views here."""


def query(text: str, context: StatementContext | None = None, database: Tables | None = None) -> ResultSet:
    """The result of a SELECT."""
    node = sqlglot.parse_one(text, read=PlainMySQL)
    assert isinstance(node, sqlglot.exp.Expression)
    return run_select(node, database or Tables(), context or make_context())


def shown(result: ResultSet) -> list[tuple[str | None, ...]]:
    """The rows as the mysql client shows them with --binary-as-hex."""
    return [
        tuple(_shown(value, type_) for value, (_, type_) in zip(row, result.columns, strict=True))
        for row in result.rows
    ]


def _shown(value: Any, type_: Any) -> str | None:
    if isinstance(value, float) and type_.scale >= NOT_FIXED_SCALE:
        return real_text(value, single=type_.single)  # as results have it, without an end to its width
    text = to_text(value, type_)
    return "0x" + text.hex().upper() if isinstance(text, bytes) else text


__all__ = ["Tables", "UserVariable", "make_context", "query", "shown"]

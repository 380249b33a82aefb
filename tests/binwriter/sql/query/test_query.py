"""Queries give the rows and errors of a real server (queries.json), and visit rows in its order (orders.json)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sqlglot

from binwriter.catalog.tables import Column, DefaultKind, Key, KeyPart, Table
from binwriter.errors import MySQLError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import ENGINES
from binwriter.sql.query import matching_rows
from binwriter.sql.text.dialect import PlainMySQL
from tests.binwriter.sql.query.capture_queries import order_rows
from tests.binwriter.sql.query.query_tables import make_tables
from tests.binwriter.sql.querying import Tables, UserVariable, make_context, query, shown

FOLDER = Path(__file__).parent
QUERIES: list[dict[str, Any]] = json.loads((FOLDER / "queries.json").read_text())
ORDERS: list[dict[str, Any]] = json.loads((FOLDER / "orders.json").read_text())
# Queries at the border between two indexes: the server's join optimiser adds costs of its own, and repeated captures
# give now one index, now the other, with the age of the table's statistics.
UNDECIDED = {
    ("innodb", "select", "a>1"),
    ("innodb", "select id", "id>1"),
    ("innodb", "select id", "id<3"),
    ("innodb", "select id", "id in (3,1)"),
}


@pytest.fixture(scope="module")
def database() -> Tables:
    return make_tables()


@pytest.mark.parametrize("case", QUERIES, ids=lambda case: case["query"])
def test_as_the_server(case: dict[str, Any], database: Tables) -> None:
    context = make_context(database="q", user_variables={"i": UserVariable(5)})
    if "error" in case:
        with pytest.raises(MySQLError) as raised:
            query(case["query"], context, database)
        assert f"{raised.value.code} {raised.value.message}" == case["error"]
    else:
        assert [list(row) for row in shown(query(case["query"], context, database))] == case["rows"]


def _ordered_table(engine: str) -> Tables:
    columns = (
        Column(ColumnSpec("id", ColumnType.LONG, nullable=False), DefaultKind.NONE),
        Column(ColumnSpec("a", ColumnType.LONG)),
        Column(ColumnSpec("b", ColumnType.LONG)),
        Column(ColumnSpec("c", ColumnType.VARCHAR, length=80, collation=255)),
    )
    keys = (
        Key("PRIMARY", (KeyPart(0),), unique=True),
        Key("b", (KeyPart(2),), unique=True),
        Key("a", (KeyPart(1),)),
        Key("ac", (KeyPart(1), KeyPart(3))),
    )
    tables = Tables()
    tables.add(Table("test", "t", ENGINES[engine], columns, keys), order_rows())
    return tables


def _expression(text: str) -> sqlglot.exp.Expression:
    return sqlglot.parse_one(f"SELECT {text}", read=PlainMySQL).expressions[0]  # type: ignore[no-any-return]


@pytest.mark.parametrize("case", ORDERS, ids=lambda case: f"{case['engine']}-{case['statement']}-{case['where']}")
def test_rows_are_visited_in_the_order_of_a_server(case: dict[str, Any]) -> None:
    tables, context = _ordered_table(case["engine"]), make_context()
    data = tables.table("test", "t")
    if case["statement"].startswith("select"):
        columns = "id" if case["statement"] == "select id" else "id, b, c"
        order = [row[0] for row in query(f"SELECT {columns} FROM t WHERE {case['where']}", context, tables).rows]
    else:
        found = list(matching_rows([("t", data)], _expression(case["where"]), (), None, tables, context))
        order = [data.row(row_id)[0] for (row_id,) in found]
    if (case["engine"], case["statement"], case["where"]) in UNDECIDED:
        assert sorted(order) == sorted(case["order"])
    else:
        assert order == case["order"]


def test_matching_rows_of_two_tables_come_as_nested_loops(database: Tables) -> None:
    left, right = database.table("q", "t"), database.table("q", "u")
    where = _expression("x.a = u.k")
    context = make_context(database="q")
    found = list(matching_rows([("x", left), ("u", right)], where, (), None, database, context))
    assert [(left.row(first)[0], right.row(second)[1]) for first, second in found] == [
        (1, "p"),
        (1, "r"),
        (2, "q"),
        (3, "p"),
        (3, "r"),
        (5, "q"),
    ]


def test_matching_rows_ordered_and_limited(database: Tables) -> None:
    data = database.table("q", "t")
    order = sqlglot.parse_one("SELECT 1 ORDER BY a DESC, id DESC", read=PlainMySQL).args["order"].expressions
    found = matching_rows([("t", data)], None, order, _expression("3"), database, make_context(database="q"))
    assert [data.row(row_id)[0] for (row_id,) in found] == [3, 1, 5]


def test_where_with_side_effects_runs_once_a_row(database: Tables) -> None:
    context = make_context(database="q", user_variables={"n": UserVariable(0)})
    data = database.table("q", "t")
    found = matching_rows([("t", data)], _expression("(@n := @n + 1) > 3"), (), None, database, context)
    assert [data.row(row_id)[0] for (row_id,) in found] == [4, 5]
    assert context.session.user_variables["n"].value == 5


def test_limit_stops_the_evaluation(database: Tables) -> None:
    context = make_context(database="q", user_variables={"n": UserVariable(0)})
    query("SELECT @n := @n + 1 FROM t LIMIT 2", context, database)
    assert context.session.user_variables["n"].value == 2


def test_subqueries_run_once_unless_they_depend_on_the_row(database: Tables) -> None:
    context = make_context(database="q")
    rows = query("SELECT (SELECT RAND()) FROM t", context, database).rows
    assert len(set(rows)) == 5
    assert len(set(query("SELECT (SELECT MAX(id) FROM t) FROM t", context, database).rows)) == 1

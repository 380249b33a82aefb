"""Scalar expressions give what a real server answered: value, error and warnings (expressions.json)."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import sqlglot

from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.mysql.engines import ENGINES
from binwriter.sql.expressions import Source, compile_expression
from binwriter.sql.expressions.assign import assigned_value
from binwriter.sql.expressions.types import Kind, decimal_type
from binwriter.sql.grammar.deprecated_words import warn_of_words
from binwriter.sql.query import query_scope
from binwriter.sql.text.dialect import PlainMySQL
from tests.binwriter.sql.querying import Tables, UserVariable, make_context, query, shown

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "expressions.json").read_text())

# what differs from the server, and why
SAME_TREE = "sqlglot's tree does not tell BINARY x from CAST(x AS BINARY), nor !x from NOT x: no deprecation warning"
PARTIAL = "a date with a zero day has no weekday here"
KNOWN = {
    "binary 'a' = 'A'": SAME_TREE,
    "'A' like binary 'a'": SAME_TREE,
    "!1": SAME_TREE,
    "date_format('2024-00-00','%W')": PARTIAL,
    "(select case when x then x else 2.50 end from (select 1 as x union all select 0) d limit 1)": "CASE in a "
    "temporary table gets the digits of its type",
}
UNSUPPORTED: set[str] = set()


def _user_variables() -> dict[str, UserVariable]:
    values: dict[str, int | str | float | Decimal | None] = {
        "i": 5,
        "s": "abc",
        "d": Decimal("1.50"),
        "r": 2.5,
        "n": None,
    }
    return {name: UserVariable(value) for name, value in values.items()}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["expression"])
def test_as_the_server(case: dict[str, Any]) -> None:
    expression = case["expression"]
    context = make_context(user_variables=_user_variables())
    if expression in UNSUPPORTED:
        with pytest.raises(UnsupportedError):
            query(f"SELECT {expression}", context)
        return
    answer = error = None
    try:
        if expression.startswith("N'"):  # what is told of the text before it runs
            warn_of_words(f"SELECT {expression}", context)
        rows = shown(query(f"SELECT {expression}", context))
        answer = rows[0][0] if rows else None
    except MySQLError as raised:
        error = f"{raised.code} {raised.message}"
    warnings = [f"{warning.code} {warning.message}" for warning in context.diagnostics] if error is None else []
    same = (answer, error, warnings) == (case["answer"], case.get("error"), case["warnings"])
    if expression in KNOWN:
        assert not same, "no longer a difference: take it out of KNOWN"
    else:
        assert (answer, error, warnings) == (case["answer"], case.get("error"), case["warnings"])


def test_warnings_are_errors_while_data_change_under_a_strict_mode() -> None:
    context = make_context(changes_data=True)
    for expression, code in (("'1abc' + 1", 1292), ("1 / 0", 1365), ("CAST('abc' AS DATE)", 1292)):
        with pytest.raises(MySQLError) as raised:
            query(f"SELECT {expression}", context)
        assert raised.value.code == code
    context.variables.set("sql_mode", "")
    assert query("SELECT 1 / 0", context).rows == [(None,)]
    assert context.diagnostics == []


def test_modes() -> None:
    context = make_context()
    context.variables.set("sql_mode", "NO_UNSIGNED_SUBTRACTION")
    assert query("SELECT CAST(1 AS UNSIGNED) - 2", context).rows == [(-1,)]
    assert shown(query("SELECT CAST('0000-00-00' AS DATE), CAST('2024-00-00' AS DATE)", context)) == [
        ("0000-00-00", "2024-00-00")
    ]
    context.variables.set("div_precision_increment", 6)
    assert shown(query("SELECT 1/3", context)) == [("0.333333",)]


def _table() -> Table:
    specs = (
        ColumnSpec("id", ColumnType.LONG, nullable=False),
        ColumnSpec("name", ColumnType.VARCHAR, length=40, collation=255),
    )
    return Table("test", "t", ENGINES["innodb"], (Column(specs[0], DefaultKind.NONE), Column(specs[1], default="x")))


def _compile(text: str, **changes: Any) -> Any:
    node = sqlglot.parse_one(f"SELECT {text}", read=PlainMySQL).expressions[0]
    sources = changes.pop("sources", [Source.of_table("t", _table())])
    return compile_expression(node, query_scope(Tables(), make_context(), sources, **changes))


def test_columns_are_read_from_their_source() -> None:
    compiled = _compile("t.id + 1")
    assert compiled.type.kind is Kind.INT
    assert compiled.eval(make_context(), ((41, "a"),)) == 42
    assert _compile("test.t.NAME").eval(make_context(), ((41, "a"),)) == "a"


def test_unknown_and_ambiguous_columns_name_the_clause() -> None:
    with pytest.raises(MySQLError, match=r"Unknown column 'u\.id' in 'where clause'"):
        _compile("u.id", clause="where clause")
    both = [Source.of_table("t", _table()), Source.of_table("u", _table())]
    with pytest.raises(MySQLError, match="Column 'id' in field list is ambiguous"):
        _compile("id", sources=both)


def test_values_and_row_alias_of_on_duplicate_key_update() -> None:
    sources = [Source.of_table("t", _table()), Source.of_table("new", _table(), hidden=True)]
    rows = ((1, "old"), (1, "new"))
    for text in ("CONCAT(name, VALUES(name))", "CONCAT(name, new.name)"):
        assert _compile(text, sources=sources, values_source=1).eval(make_context(), rows) == "oldnew"
    assert _compile("VALUES(name)").eval(make_context(), ((1, "old"),)) is None


def test_default_of_a_column() -> None:
    assert _compile("DEFAULT(name)").eval(make_context(), ((1, "a"),)) == "x"
    with pytest.raises(MySQLError, match="Field 'id' doesn't have a default value"):
        _compile("DEFAULT(id)")


def test_row_constructors_are_no_values() -> None:
    with pytest.raises(MySQLError, match="Operand should contain 1 column"):
        _compile("(1, 2)")
    with pytest.raises(MySQLError, match="Operand should contain 2 column"):
        _compile("(1, 2) = 1")


def test_assigned_values_have_the_digits_of_their_type() -> None:
    text = ColumnSpec("c", ColumnType.VARCHAR, length=100, collation=255)
    number = ColumnSpec("c", ColumnType.LONG)
    result = query("SELECT NOW(3), 1.50, 2e0, x'41', 1")
    types = [type_ for _, type_ in result.columns]
    row = result.rows[0]
    context = make_context()
    assert [assigned_value(value, type_, text, context) for value, type_ in zip(row, types, strict=True)] == [
        "2023-11-15 00:13:20.123",
        "1.50",
        2.0,  # the column shows as many digits as it has room for
        b"A",
        "1",
    ]
    assert assigned_value(row[3], types[3], number, context) == 65
    assert assigned_value(Decimal("1.5"), decimal_type(1), number, context) == Decimal("1.5")
    assert assigned_value(None, types[0], text, context) is None

"""CREATE TABLE, against what a MySQL 9.7.4 made of it or answered (create_table.jsonl).

A line of that file: what follows CREATE TABLE d, then error number and text, or the engine, the collation, the columns
as information_schema has them and the rows of SHOW KEYS (name, non_unique, column, prefix, A or D).
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlglot
from sqlglot import exp

from binwriter.catalog.keys import primary_key_equivalent
from binwriter.catalog.schemas import Catalog, Schema
from binwriter.catalog.tables import Column, DefaultKind, Table
from binwriter.errors import MySQLError, UnsupportedError
from binwriter.formats.collations import BINARY_COLLATION_ID, collation_by_id
from binwriter.formats.constants import ColumnType
from binwriter.formats.servers import NEWEST
from binwriter.mysql.engines import engine_by_name
from binwriter.sql.context import StatementContext
from binwriter.sql.ddl.table.define import build_table, database_collation
from binwriter.sql.ddl.table.type_texts import sql_type_text
from binwriter.sql.grammar.by_version import check_grammar
from tests.binwriter.sql.support import make_context

OBSERVED = [json.loads(line) for line in (Path(__file__).parent / "create_table.jsonl").read_text("utf-8").splitlines()]
_CHARACTER_TYPES = frozenset({ColumnType.STRING, ColumnType.VARCHAR, ColumnType.BLOB, ColumnType.ENUM, ColumnType.SET})


def create(text: str, context: StatementContext | None = None, catalog: Catalog | None = None) -> Table:
    if catalog is None:
        catalog = Catalog()
        catalog.schemas["test"] = Schema("test")
    check_grammar(text, NEWEST.version_number)
    return build_table(
        None,
        catalog,
        context or make_context(),
        default_schema="test",
        default_engine=engine_by_name("InnoDB"),
        text=text,
    )


def plain_type(column_type: str) -> str:
    """A type without what the spec does not keep: display widths and ZEROFILL."""
    return re.sub(r"^(\w*int)\(\d+\)", r"\1", column_type).replace(" zerofill", "")


def described(table: Table) -> dict[str, Any]:
    """The table in the observations' shape, defaults left out."""
    return {
        "engine": table.engine.name,
        "collation": collation_by_id(table.collation).name,
        "columns": [
            [
                column.name,
                sql_type_text(column.spec),
                "YES" if column.spec.nullable else "NO",
                _collation_name(column),
            ]
            for column in table.columns
        ],
        "keys": [
            [
                key.name,
                int(not key.unique),
                table.columns[part.column].name,
                part.length or None,
                "D" if part.descending else "A",
            ]
            for key in table.keys
            for part in key.parts
        ],
    }


def _collation_name(column: Column) -> str | None:
    """information_schema has none for binary columns."""
    if column.spec.type not in _CHARACTER_TYPES or column.spec.collation == BINARY_COLLATION_ID:
        return None
    return collation_by_id(column.spec.collation).name


def expected_of(observed: dict[str, Any]) -> dict[str, Any]:
    columns = []
    for name, column_type, nullable, collation, _, _ in observed["columns"]:
        columns.append([name, plain_type(column_type), nullable, collation])
    # a HASH index has no order, SHOW KEYS then says nothing
    keys = [[*key[:4], key[4] or "A"] for key in observed["keys"]]
    return {**observed, "columns": columns, "keys": keys}


@pytest.mark.parametrize("row", OBSERVED, ids=[row[0][:60] for row in OBSERVED])
def test_as_a_server_creates(row: list[Any]) -> None:
    definition, *outcome = row
    text = f"create table d {definition}"
    if len(outcome) == 2:
        with pytest.raises(MySQLError) as caught:
            create(text)
        assert (caught.value.code, caught.value.message) == tuple(outcome)
        return
    table = create(text)
    assert described(table) == expected_of(outcome[0])
    for column, observed in zip(table.columns, outcome[0]["columns"], strict=True):
        _check_extra(column, observed[4], observed[5])


def _check_extra(column: Column, default: str | None, extra: str) -> None:
    assert column.auto_increment == ("auto_increment" in extra)
    assert column.on_update_now == ("on update CURRENT_TIMESTAMP" in extra)
    assert column.spec.visible == ("INVISIBLE" not in extra)
    now = default is not None and default.startswith("CURRENT_TIMESTAMP")
    assert (column.default_kind is DefaultKind.NOW) == now
    assert (column.default_kind is DefaultKind.EXPRESSION) == ("DEFAULT_GENERATED" in extra and not now)
    if default is None:
        assert column.default is None


# definition -> the default as the column keeps it
@pytest.mark.parametrize(
    ("definition", "kind", "value"),
    [
        ("INT", DefaultKind.LITERAL, None),
        ("INT NOT NULL", DefaultKind.NONE, None),
        ("INT DEFAULT '5'", DefaultKind.LITERAL, 5),
        ("INT DEFAULT -5", DefaultKind.LITERAL, -5),
        ("INT DEFAULT 0x41", DefaultKind.LITERAL, 65),
        ("CHAR(1) DEFAULT 0x41", DefaultKind.LITERAL, "A"),
        ("BIT(3) DEFAULT b'101'", DefaultKind.LITERAL, 5),
        ("BINARY(3) DEFAULT 'a'", DefaultKind.LITERAL, b"a\0\0"),
        ("ENUM('x','y') DEFAULT 'Y'", DefaultKind.LITERAL, 2),
        ("YEAR DEFAULT 20", DefaultKind.LITERAL, 2020),
        ("VARCHAR(9) DEFAULT 'it''s'", DefaultKind.LITERAL, "it's"),
        ("DATETIME DEFAULT CURRENT_TIMESTAMP", DefaultKind.NOW, None),
        ("INT DEFAULT (1 + (2))", DefaultKind.EXPRESSION, None),
    ],
)
def test_defaults(definition: str, kind: DefaultKind, value: object) -> None:
    column = create(f"CREATE TABLE t (c {definition})").columns[0]
    assert (column.default_kind, column.default) == (kind, value)


def test_the_text_of_an_expression_default() -> None:
    column = create("CREATE TABLE t (c CHAR(36) DEFAULT (REPLACE(UUID(), '(', ')')))").columns[0]
    assert column.default_sql == "REPLACE(UUID(), '(', ')')"


@pytest.mark.parametrize(
    ("text", "what", "word"),
    [
        ("CREATE TABLE t (a INT /*!80023 INVISIBLE */, b INT)", "/*! ... */", "/*!"),
    ],
)
def test_refused_by_name_with_its_place(text: str, what: str, word: str) -> None:
    with pytest.raises(UnsupportedError) as caught:
        create(text)
    assert (caught.value.what, caught.value.offset) == (what, text.index(word))


def test_the_pke_is_the_first_defined_of_the_sorted_keys() -> None:
    table = create(
        "CREATE TABLE t (a INT NOT NULL, b VARCHAR(10) NOT NULL, c INT NOT NULL, d INT,"
        " KEY z (a), UNIQUE w (d), UNIQUE p (b(3)), UNIQUE q (c), UNIQUE n (a))"
    )
    assert [key.name for key in table.keys] == ["q", "n", "p", "w", "z"]  # SHOW KEYS of a 9.7.4
    pke = primary_key_equivalent(table)
    assert pke is not None
    assert pke.name == "q"


def test_defaults_of_engine_and_collation() -> None:
    catalog = Catalog()
    catalog.schemas["test"] = Schema("test", collation=47)
    table = create("CREATE TABLE t (a VARCHAR(3), b VARCHAR(3) CHARSET utf8mb4)", catalog=catalog)
    assert (table.engine.name, table.collation) == ("InnoDB", 47)
    assert [column.spec.collation for column in table.columns] == [47, 255]


def test_without_no_engine_substitution_an_unknown_engine_is_a_warning() -> None:
    context = make_context("")
    assert create("CREATE TABLE d (a INT) ENGINE=foo", context).engine.name == "InnoDB"
    assert [d.message for d in context.diagnostics] == [
        "Unknown storage engine 'foo'",
        "Using storage engine InnoDB for table 'd'",
    ]


def test_not_strict_a_long_varchar_becomes_a_text() -> None:
    context = make_context("")
    column = create("CREATE TABLE d (a VARCHAR(70000))", context).columns[0]
    assert sql_type_text(column.spec) == "mediumtext"
    assert [d.message for d in context.diagnostics] == ["Converting column 'a' from VARCHAR to TEXT"]


def test_names_and_flags() -> None:
    catalog = Catalog()
    catalog.schemas["test"] = Schema("test")
    catalog.schemas["o t"] = Schema("o t")
    table = create(
        "CREATE TEMPORARY TABLE IF NOT EXISTS `o t`.`a``b` (x INT AUTO_INCREMENT KEY) AUTO_INCREMENT=7 COMMENT 'it''s'",
        catalog=catalog,
    )
    assert (table.schema, table.name, table.temporary) == ("o t", "a`b", True)
    assert (table.auto_increment, table.comment) == (7, "it's")


@pytest.mark.parametrize("text", ["CREATE TABLE t LIKE source", "CREATE TABLE t (LIKE test.source)"])
def test_like_copies_the_definition(text: str) -> None:
    catalog = Catalog()
    catalog.schemas["test"] = schema = Schema("test")
    source = create("CREATE TABLE source (a INT KEY, b INT UNIQUE) AUTO_INCREMENT=9")
    schema.tables["source"] = source
    assert create(text, catalog=catalog) == replace(source, name="t", auto_increment=1)


def test_names_that_do_not_exist() -> None:
    with pytest.raises(MySQLError) as caught:
        create("CREATE TABLE t LIKE nothing")
    assert (caught.value.code, caught.value.message) == (1146, "Table 'test.nothing' doesn't exist")
    with pytest.raises(MySQLError) as caught:
        create("CREATE TABLE nodb.t (a INT)")
    assert (caught.value.code, caught.value.message) == (1049, "Unknown database 'nodb'")
    with pytest.raises(MySQLError) as caught:
        create("CREATE TABLE `` (a INT)")
    assert caught.value.message == "Incorrect table name ''"
    with pytest.raises(MySQLError) as caught:
        create(f"CREATE TABLE t ({'a' * 65} INT)")
    assert caught.value.code == 1059


@pytest.mark.parametrize(
    ("text", "collation"),
    [
        ("CREATE DATABASE d", "utf8mb4_0900_ai_ci"),
        ("CREATE DATABASE IF NOT EXISTS d CHARACTER SET latin1", "latin1_swedish_ci"),
        ("CREATE DATABASE d DEFAULT CHARSET=utf8mb4 COLLATE utf8mb4_bin", "utf8mb4_bin"),
        ("CREATE SCHEMA d COLLATE = latin1_bin ENCRYPTION='N'", "latin1_bin"),
    ],
)
def test_database_collation(text: str, collation: str) -> None:
    statement = sqlglot.parse_one(text, read="mysql")
    assert isinstance(statement, exp.Create)
    assert collation_by_id(database_collation(statement, make_context())).name == collation


def test_database_collation_that_does_not_fit() -> None:
    statement = sqlglot.parse_one("CREATE DATABASE d CHARACTER SET latin1 COLLATE utf8mb4_bin", read="mysql")
    assert isinstance(statement, exp.Create)
    with pytest.raises(MySQLError) as caught:
        database_collation(statement, make_context())
    assert caught.value.code == 1253

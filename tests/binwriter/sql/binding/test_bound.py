"""What a statement names, and what it does to each: read from its text, before anything is looked up."""

from __future__ import annotations

import pytest

from binwriter.sql.binding.bound import BoundStatement
from binwriter.sql.binding.named_tables import Use, is_temporary_ddl
from binwriter.sql.grammar.parse import parse_statement
from tests.binwriter.sql.querying import make_context


def _bound(text: str) -> BoundStatement:
    return BoundStatement(parse_statement(text), make_context())


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("CREATE TABLE a (x INT)", [(None, "a", Use.MAKES)]),
        ("CREATE TABLE a LIKE d.b", [(None, "a", Use.MAKES), ("d", "b", Use.READS)]),
        ("CREATE TABLE a AS SELECT * FROM d.c", [(None, "a", Use.MAKES), ("d", "c", Use.READS)]),
        ("ALTER TABLE d.a ADD y INT, RENAME TO b", [("d", "a", Use.ALTERS), (None, "b", Use.TAKES)]),
        ("RENAME TABLE a TO d.b", [(None, "a", Use.RENAMES), ("d", "b", Use.TAKES)]),
        ("DROP TABLE a, d.b", [(None, "a", Use.REMOVES), ("d", "b", Use.REMOVES)]),
        ("TRUNCATE TABLE a", [(None, "a", Use.EMPTIES)]),
        ("LOCK TABLES a WRITE, b READ", [(None, "a", Use.LOCKS), (None, "b", Use.MAINTAINS)]),
        ("CREATE VIEW v AS SELECT 1", [(None, "v", Use.MAKES)]),
        ("CREATE TRIGGER r BEFORE INSERT ON a FOR EACH ROW SET @x = 1", [(None, "a", Use.WATCHES)]),
        ("DROP DATABASE a", []),
        ("SELECT * FROM a", []),
    ],
)  # fmt: skip
def test_a_definition_names_its_tables_with_their_roles(text: str, named: list[tuple[str | None, str, Use]]) -> None:
    assert [(table.schema, table.name, table.use) for table in _bound(text).named] == named


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("INSERT INTO a SELECT * FROM b", ["a"]),
        ("UPDATE a JOIN b ON a.x = b.x SET a.x = 1", ["a", "b"]),
        ("DELETE FROM a WHERE x IN (SELECT x FROM b)", ["a"]),
        ("DELETE a FROM a JOIN b ON a.x = b.x", ["a"]),
        ("SELECT * FROM a, b FOR UPDATE", ["a", "b"]),
        ("SELECT * FROM a", []),
        ("COMMIT", []),
    ],
)
def test_a_change_of_rows_means_to_change_its_targets(text: str, targets: list[str]) -> None:
    assert [node.name for node in _bound(text).targets] == targets


def test_it_is_read_once() -> None:
    statement = _bound("DROP TABLE a")
    assert statement.named is statement.named
    assert statement.targets is statement.targets


@pytest.mark.parametrize(
    ("text", "temporary"),
    [
        ("CREATE TEMPORARY TABLE a (x INT)", True),
        ("CREATE TABLE a (x INT)", False),
        ("DROP TEMPORARY TABLE a", True),
        ("DROP TABLE a", False),
        ("ALTER TABLE a ADD y INT", False),
    ],
)
def test_temporary_ddl_is_told_by_its_words(text: str, temporary: bool) -> None:
    assert is_temporary_ddl(parse_statement(text)) is temporary

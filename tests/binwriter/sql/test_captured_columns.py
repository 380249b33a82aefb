"""Columns that CREATE TABLE makes, against those that a real server described (tests/golden/types)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType
from binwriter.server import Server
from binwriter.session import Session
from tests.formats.columns.captured_types import captured_tables
from tests.formats.columns.type_tables import TABLES, TypeTable

# Tables that our own SQL does not make, and why. An entry that is no longer true fails.
KNOWN_GAPS = {
    "charsets": "the SQL front end knows fewer character sets than the log's format",
    "char_charsets": "the same",
    "key_generated": "sql_generate_invisible_primary_key is not followed",
    "generated": "functional and multi-valued indexes are refused",
}
_FLOATS = (ColumnType.FLOAT, ColumnType.DOUBLE)


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with Server(Path(tmp_path_factory.mktemp("log"))) as server:
        session = server.connect()
        for statement in ("CREATE DATABASE minimal", "USE minimal", "SET sql_mode = ''"):
            session.execute(statement)
        yield session


def _comparable(spec: ColumnSpec) -> ColumnSpec:
    """FLOAT(7,3) keeps its digits with us; they do not reach the log."""
    return replace(spec, precision=0, scale=0) if spec.type in _FLOATS else spec


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_columns_are_the_servers(session: Session, table: TypeTable, request: pytest.FixtureRequest) -> None:
    if table.name in KNOWN_GAPS:
        request.applymarker(pytest.mark.xfail(reason=KNOWN_GAPS[table.name], strict=True))
    for statement in table.before:
        session.execute(statement)
    session.execute(f"CREATE TABLE `{table.name}` ({table.columns})")
    made = session.server.catalog.table("minimal", table.name)
    assert tuple(_comparable(column.spec) for column in made.columns) == captured_tables()["minimal", table.name].specs

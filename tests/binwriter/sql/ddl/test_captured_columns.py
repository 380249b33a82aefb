"""Columns that CREATE TABLE makes and rows that INSERT stores, against a real server's (tests/golden/types)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from binwriter.binlog.files.reader import read_events
from binwriter.binlog.files.rows import rows_of_events
from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.constants import ColumnType, EventType
from binwriter.server.server import Server
from binwriter.server.session import Session
from tests.formats.columns.captured_types import captured_tables
from tests.formats.columns.type_tables import TABLES, TypeTable

# Tables that our own SQL does not make, or whose rows it does not store, and why. What is no longer true fails.
KNOWN_GAPS: dict[str, str] = {}
KNOWN_ROW_GAPS: dict[str, str] = {}
_FLOATS = (ColumnType.FLOAT, ColumnType.DOUBLE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(Path(tmp_path_factory.mktemp("log"))) as server:
        server.connect().execute("CREATE DATABASE minimal")
        yield server


@pytest.fixture
def session(server: Server) -> Session:
    """A new one: what a table sets is not meant for the next."""
    session = server.connect()
    session.execute("USE minimal")
    session.execute("SET sql_mode = ''")
    return session


def _comparable(spec: ColumnSpec) -> ColumnSpec:
    """FLOAT(7,3) keeps its digits with us, a geometry its reference system; minimal metadata has neither."""
    spec = replace(spec, srid=None)
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


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_rows_are_the_servers(tmp_path: Path, table: TypeTable, request: pytest.FixtureRequest) -> None:
    if table.name in KNOWN_ROW_GAPS:
        request.applymarker(pytest.mark.xfail(reason=KNOWN_ROW_GAPS[table.name], strict=True))
    names = f" ({table.names})" if table.names else ""
    with Server(tmp_path) as server:
        session = server.connect()
        session.execute("CREATE DATABASE minimal")
        session.execute("USE minimal")
        session.execute("SET sql_mode = '', time_zone = '+00:00', binlog_format = 'ROW'")
        for statement in (*table.before, f"CREATE TABLE `{table.name}` ({table.columns})"):
            session.execute(statement)
        for row in table.rows:
            session.execute(f"INSERT INTO `{table.name}`{names} VALUES ({row})")
    stored = [rows.body.rows for rows in rows_of_events(read_events(tmp_path / "binlog.000001"))]
    assert b"".join(stored) == captured_tables()["minimal", table.name].rows_of[EventType.WRITE_ROWS]

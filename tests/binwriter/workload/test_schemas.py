"""Dumps of real kinds of applications: generated and replayed without a word of specification."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from binwriter.errors import SpecError
from binwriter.integration.mysql import MySQLServer
from binwriter.integration.testing.fake import FakeMySQL
from binwriter.scenario.script import split_script
from binwriter.workload.engines.engine import InProcess
from binwriter.workload.schema import read_schema
from binwriter.workload.schemas.sources import schema_text
from binwriter.workload.schemas.statements import Part, part_of

from .schemas.make_dumps import DUMPS, OPTIONS
from .test_replay import check, generated


@pytest.mark.mysql
@pytest.mark.parametrize("name", OPTIONS)
def test_replays(clean_mysql: MySQLServer, tmp_path: Path, name: str) -> None:
    """The log of a dump's workload leaves the tables that --final-state says."""
    document: dict[str, Any] = {
        "schema-sql": (DUMPS / f"{name}.sql").read_text(encoding="utf-8"),
        "schema-name": f"{name}.sql",
        "transactions": 700,
    }
    files, state = generated(document, tmp_path, InProcess())
    check(clean_mysql, files, state)
    assert sum(bool(rows) for rows in state["rows"].values()) > len(state["rows"]) * 0.9


@pytest.mark.mysql
def test_the_definitions_of_a_server(clean_mysql: MySQLServer, tmp_path: Path) -> None:
    """mysql://…/db gives the tables that its dump gives, from a real server and from ours."""
    source = (DUMPS / "employees.sql").read_text(encoding="utf-8")
    load = f"mysql {' '.join(clean_mysql.client_options())} < employees.sql"
    assert clean_mysql.run(load, files={"employees.sql": source.encode()}, shell=True).exit_code == 0
    wanted = read_schema(source, "employees.sql", database="test").tables
    url = f"mysql://{clean_mysql.user}:{clean_mysql.password}@{clean_mysql.host}:{clean_mysql.port}"
    for place in (f"{url}/employees", f"{url}/"):
        text, name = schema_text(place, tmp_path)
        assert name == f"mysql://{clean_mysql.host}:{clean_mysql.port}/employees"
        assert read_schema(text, name, database="test").tables == wanted
    with FakeMySQL() as ours:
        ours.execute(*(text for _, text in split_script(source) if part_of(text)[0] in (Part.DEFINES, Part.SESSION)))
        text, _ = schema_text(f"mysql://{ours.user}:{ours.password}@{ours.host}:{ours.port}/employees", tmp_path)
        assert read_schema(text, "ours", database="test").tables == wanted
    with pytest.raises(SpecError, match="nowhere"):
        schema_text(f"{url}/nowhere", tmp_path)

"""Dumps of real kinds of applications: generated and replayed without a word of specification."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from binwriter.integration.mysql import MySQLServer

from .schemas.make_dumps import DUMPS, OPTIONS
from .test_replay import check, generated


@pytest.mark.mysql
@pytest.mark.parametrize("name", OPTIONS)
def test_replays(clean_mysql: MySQLServer, tmp_path: Path, name: str) -> None:
    """The log of a dump's workload leaves the tables that --final-state says."""
    document: dict[str, Any] = {
        "schema-sql": (DUMPS / f"{name}.sql").read_text(encoding="utf-8"),
        "schema-name": f"{name}.sql",
        "transactions": 2500,
    }
    files, state = generated(document, tmp_path)
    check(clean_mysql, files, state)
    assert sum(bool(rows) for rows in state["rows"].values()) > len(state["rows"]) * 0.9

"""What others see of a commit that waits for a replica is what they see of a 9.7.4's."""

from __future__ import annotations

from pathlib import Path

import pymysql
import pytest

from binwriter.live.serving import Serving, Settings
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.dumps.semi_sync import HERE, PLUGIN, asked

pytestmark = pytest.mark.slow

# Steps that are answered otherwise, and why.
KNOWN_GAPS = {
    "b: show tables from d": "a table that is being made is seen, and its name not locked, before its commit is over",
    "b: select count(*) from d.u": "as above",
    "b:": "as above",
    "root: set global rpl_semi_sync_source_enabled = off": "a server takes a lock that is held for some moments yet",
    "root:": "its late answer",
}


def test_commits_wait_where_those_of_a_server_wait(tmp_path: Path) -> None:
    expected = HERE.read_text("utf-8").splitlines()
    settings = Settings(users={"root": ""})
    with Server(tmp_path, DEFAULT_SERVER_OPTIONS) as server, Serving(server, settings) as serving:

        def connect() -> pymysql.Connection:
            return pymysql.connect(host=serving.host, port=serving.port, user="root", autocommit=None)

        with connect() as connection, connection.cursor() as cursor:
            cursor.execute(PLUGIN)
        different = [step for step, wanted in zip(asked(connect), expected, strict=True) if step != wanted]
        steps = {step.partition(" -> ")[0] for step in different}
        assert steps == set(KNOWN_GAPS), different

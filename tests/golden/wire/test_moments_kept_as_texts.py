"""Text columns keep of moments that a client binds what those of a 9.7.4 do: no fraction of a DATETIME."""

from __future__ import annotations

import json
from pathlib import Path

import pymysql
import pytest

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server
from tests.golden.wire.moments_kept_as_texts import ANSWERS, answers_of


@pytest.mark.slow
def test_moments_that_are_bound_are_kept_as_by_a_real_server(tmp_path: Path) -> None:
    with (
        Server(tmp_path / "log") as server,
        Serving(server, Settings(users={"root": ""})) as serving,
        pymysql.connect(host=serving.host, port=serving.port, user="root", autocommit=True) as client,
    ):
        ours = json.loads(json.dumps(answers_of(client)))
    expected = json.loads(ANSWERS.read_text())
    assert {sql: answer for sql, answer in ours.items() if answer != expected[sql]} == {}

"""Prepared statements have the numbers that a 9.7.4 gives them, and are prepared anew when it prepares them anew."""

from __future__ import annotations

import json
from pathlib import Path

import pymysql

from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.golden.wire.prepared_anew import ANSWERS, answers_of


def test_statements_that_are_prepared_anew(tmp_path: Path) -> None:
    with (
        Server(tmp_path) as server,
        Serving(server) as serving,
        pymysql.connect(host=serving.host, port=serving.port, user="root", autocommit=True) as client,
    ):
        ours = json.loads(json.dumps(answers_of(client)))
    assert ours == json.loads(ANSWERS.read_text())

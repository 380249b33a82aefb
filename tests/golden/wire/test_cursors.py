"""Cursors are opened and refused as by a 9.7.4, but for what is known."""

from __future__ import annotations

import json
from pathlib import Path

import pymysql
import pytest

from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.golden.known import lines
from tests.golden.wire.cursors import ANSWERS, answers_of

DIFFERING = Path(__file__).with_name("cursors_differing.txt")


@pytest.mark.slow
def test_cursors_are_answered_as_by_a_real_server(tmp_path: Path) -> None:
    """cursors_differing.txt: those that differ; one that does no more is to go."""
    with (
        Server(tmp_path / "log") as server,
        Serving(server) as serving,
        pymysql.connect(host=serving.host, port=serving.port, user="root", autocommit=True) as client,
    ):
        ours = json.loads(json.dumps(answers_of(client)))
    real = json.loads(ANSWERS.read_text())
    differ = {sql for sql, answer in real.items() if ours.get(sql) != answer}
    expected = set(lines(DIFFERING))
    assert sorted(differ - expected) == []
    assert sorted(expected - differ) == []

"""Prepared statements of many shapes are told of, and answered, as by a 9.7.4."""

from __future__ import annotations

import json
from pathlib import Path

import pymysql
import pytest

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server
from tests.golden.known import lines
from tests.golden.wire.parameters_by_shape import ANSWERS, answers_of

DIFFERING = Path(__file__).with_name("parameters_by_shape_differing.txt")


@pytest.mark.slow
def test_statements_of_many_shapes_are_answered_as_by_a_real_server(tmp_path: Path) -> None:
    """parameters_by_shape_differing.txt: those that differ; one that does no more is to go."""
    with (
        Server(tmp_path / "log") as server,
        Serving(server, Settings(users={"root": ""})) as serving,
        pymysql.connect(host=serving.host, port=serving.port, user="root", autocommit=True) as client,
    ):
        ours = json.loads(json.dumps(answers_of(client)))
    differ = {sql for sql, answer in json.loads(ANSWERS.read_text()).items() if ours.get(sql) != answer}
    expected = set(lines(DIFFERING))
    assert sorted(differ - expected) == []
    assert sorted(expected - differ) == []

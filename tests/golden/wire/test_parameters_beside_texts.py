"""Statements whose parameters stand beside texts of other collations are described as a 9.7.4 describes them."""

from __future__ import annotations

import json
from pathlib import Path

import pymysql
import pytest

from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.golden.wire.parameters_beside_texts import ANSWERS, answers_of

# What differs, and nothing else: lengths and decimals of what is made of several texts, STRCMP, and which error comes.
MOST = 182


@pytest.mark.slow
def test_parameters_beside_texts_of_other_collations(tmp_path: Path) -> None:
    with (
        Server(tmp_path) as server,
        Serving(server) as serving,
        pymysql.connect(host=serving.host, port=serving.port, user="root", autocommit=True) as client,
    ):
        ours = json.loads(json.dumps(answers_of(client)))
    real = json.loads(ANSWERS.read_text())
    assert ours.keys() == real.keys()
    refused = [sql for sql in real if isinstance(real[sql], str)]
    described = [sql for sql in real if sql not in refused]
    assert [sql for sql in described if len(ours[sql][1]) != len(real[sql][1])] == []
    assert len([sql for sql in real if ours[sql] != real[sql]]) <= MOST

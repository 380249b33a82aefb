"""What a served Server says of columns and sessions is what a 9.7.4 says, but for what is known."""

from __future__ import annotations

import json
from pathlib import Path

import pymysql
import pytest

from binwriter.live.serving import Serving
from binwriter.server.server import Server
from tests.golden.known import lines
from tests.golden.wire import charsets, parameters
from tests.golden.wire.compare import differences, our_answers
from tests.golden.wire.metadata import known

CHARSETS_DIFFERING = Path(__file__).with_name("charsets_differing.txt")
DIFFERENCES = Path(__file__).with_name("differences.txt")
MOST_OF_PARAMETERS = 6  # those with a character set of their own, and of SHA2() and BIT_AND()
PARAMETERS_DIFFERING = Path(__file__).with_name("parameters_differing.txt")


@pytest.mark.slow
def test_columns_are_described_as_by_a_real_server(tmp_path: Path) -> None:
    """differences.txt: `protocol: statement`, those that differ; one that does no more is to go."""
    differ = {f"{part}: {sql}" for part, sql, *_ in differences(known(), our_answers(tmp_path / "log"))}
    expected = set(lines(DIFFERENCES))
    assert sorted(differ - expected) == []
    assert sorted(expected - differ) == []


@pytest.mark.slow
def test_columns_are_sent_in_the_character_set_that_a_real_server_says(tmp_path: Path) -> None:
    """charsets_differing.txt: `setting | query | place`, those that differ."""
    with Server(tmp_path / "log") as server, Serving(server) as serving:
        ours = json.loads(json.dumps(charsets.answers_of({"host": serving.host, "port": serving.port})))
    differ = {
        f"{setting} | {sql[:40]} | {place}"
        for setting, answers in json.loads(charsets.ANSWERS.read_text()).items()
        for sql, columns in answers.items()
        for place, (real, here) in enumerate(zip(columns, ours[setting][sql], strict=True))
        if real != here
    }
    expected = {line for line in CHARSETS_DIFFERING.read_text().splitlines() if not line.startswith("#")}
    assert sorted(differ - expected) == []
    assert sorted(expected - differ) == []


@pytest.mark.slow
def test_parameters_have_the_types_that_a_real_server_gives_them(tmp_path: Path) -> None:
    """parameters_differing.txt: those that differ; one that does no more is to go."""
    with (
        Server(tmp_path / "log") as server,
        Serving(server) as serving,
        pymysql.connect(host=serving.host, port=serving.port, user="root", autocommit=True) as client,
    ):
        ours = json.loads(json.dumps(parameters.answers_of(client)))
    real = json.loads(parameters.ANSWERS.read_text())
    differ = {sql for sql, answer in real.items() if ours.get(sql) != answer}
    expected = {line for line in PARAMETERS_DIFFERING.read_text().splitlines() if line and not line.startswith("#")}
    assert sorted(differ - expected) == []
    assert sorted(expected - differ) == []
    of_parameters = [sql for sql in differ if isinstance(real[sql], list) and isinstance(real[sql][0][0], list)]
    assert len([sql for sql in of_parameters if ours[sql][0] != real[sql][0]]) <= MOST_OF_PARAMETERS

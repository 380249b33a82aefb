"""`python -m tests.golden.wire.compare`: where a served Server describes columns otherwise than a real one."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymysql

from binwriter.live.serving import Serving
from binwriter.scenario.notation import DEFAULT_SERVER_OPTIONS
from binwriter.server.server import Server
from tests.golden.wire.metadata import Answers, answers_of, known

Difference = tuple[str, str, Any, Any]


def differences(expected: Answers, got: Answers) -> Iterator[Difference]:
    """(protocol, statement, the real server's answer, ours)."""
    for part, of_part in expected.items():
        for sql, answer in of_part.items():
            ours = got[part].get(sql)
            ours = [list(one) for one in ours] if isinstance(ours, tuple) else ours
            if ours != answer:
                yield part, sql, answer, ours


def our_answers(folder: Path) -> Answers:
    with Server(folder, DEFAULT_SERVER_OPTIONS) as server, Serving(server) as serving:
        return answers_of(pymysql.connect(host=serving.host, port=serving.port, user="root", password=""))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as name:
        for part, sql, answer, ours in differences(known(), our_answers(Path(name) / "log")):
            print(f"{part}: {sql}\n  real {answer}\n  ours {ours}")

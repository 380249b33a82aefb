"""What runs with the rights of others may what these may: routines, triggers and views."""

from __future__ import annotations

from pathlib import Path

from binwriter.server.server import Server
from tests.golden.privileges.inside import asked, setup, told


def test_programs_and_views_may_what_their_definers_may(tmp_path: Path) -> None:
    different = {}
    with Server(tmp_path, ["gtid-mode=OFF", "enforce-gtid-consistency=OFF"]) as server:
        root = server.connect()
        for sql in setup():
            root.run(sql)
        sessions = {user: server.connect(user) for user, _, _ in asked()}
        for user, sql, answer in asked():
            result = sessions[user].run(sql)
            error = None if result.error is None else (result.error.code, result.error.message)
            ours = told(sql, len(result.rows), error)
            if ours != answer:
                different[user, sql] = (answer, ours)
    assert not different

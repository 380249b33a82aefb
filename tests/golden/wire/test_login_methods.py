"""Clients that name any method of authentication, or none, are answered as by a 9.7.4; old ones are let in besides."""

from __future__ import annotations

import json
from pathlib import Path

from binwriter.live.serving import Serving, Settings
from binwriter.server.server import Server
from tests.golden.wire.login_methods import CASES, KEPT, answers


def _let_in(name: bytes | None, kind: str, password: bytes, account: str) -> bool:
    """Who answers by mysql_native_password what is right is let in, though a 9.7.4 has it no more."""
    if account == "none":
        return _is_native(name) and kind in ("zero", "empty", "password")
    return _is_native(name) and password == b"x" and account != "sha" and kind == "native"


def _is_native(name: bytes | None) -> bool:
    return name is None or name.startswith(b"mysql_native")


def test_clients_are_asked_to_switch(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Serving(server, Settings(users={"root": ""})) as serving:
        given = answers(serving.host, serving.port)
    kept = [case[3:] for case in json.loads(KEPT.read_text("utf-8"))]
    differ = [(case, said, ours) for case, said, ours in zip(CASES, kept, given, strict=True) if said != ours]
    assert [case for case in differ if case[2] != ["in"]] == []
    assert all(_let_in(name, kind, password, user) for ((user, password), name, kind), _, _ in differ)

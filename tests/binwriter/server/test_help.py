"""help(Session) and help(Server) say what users call, and what everything public is."""

from __future__ import annotations

import inspect

import pytest

from binwriter.server.server import Server
from binwriter.server.session import Session

_CALLED = {
    Session: "execute run prepare begin commit rollback transaction close insert_rows update_rows delete_rows "
    "log_changes log_ddl",
    Server: "connect run_events flush_logs purge_logs reset_logs log_files position restart shutdown crash",
}


@pytest.mark.parametrize("kind", _CALLED)
def test_what_users_call_is_named_first(kind: type) -> None:
    told = " ".join(str(kind.__doc__).split())
    assert [
        name for name in _CALLED[kind].split() if f"`{name}`" not in told or not callable(getattr(kind, name, None))
    ] == []


@pytest.mark.parametrize("kind", _CALLED)
def test_every_public_method_says_what_it_does(kind: type) -> None:
    members = inspect.getmembers(kind, lambda member: inspect.isfunction(member) or isinstance(member, property))
    assert [name for name, member in members if not name.startswith("_") and not inspect.getdoc(member)] == []

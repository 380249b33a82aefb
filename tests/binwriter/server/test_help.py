"""help(Session) and help(Server) say what users call, and what everything public is."""

from __future__ import annotations

import inspect
import pydoc
import re

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
def test_help_shows_nothing_else(kind: type) -> None:
    shown = pydoc.plain(pydoc.render_doc(kind)).partition("Method resolution order")[2]
    assert set(re.findall(r"^ \|  (\w+)\(self", shown, re.MULTILINE)) == set(_CALLED[kind].split())
    assert sorted(dir(kind)) == sorted(_CALLED[kind].split())


@pytest.mark.parametrize("kind", _CALLED)
def test_every_public_method_says_what_it_does(kind: type) -> None:
    members = ((name, getattr(kind, name)) for base in kind.__mro__ for name in vars(base) if not name.startswith("_"))
    functions = [(name, one) for name, one in members if inspect.isfunction(one) or isinstance(one, property)]
    assert [name for name, one in functions if not inspect.getdoc(one)] == []

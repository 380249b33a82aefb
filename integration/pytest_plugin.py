"""The pytest plugin: a fake MySQL, a real one, log files, and their comparison as fixtures (docs/testing-consumers.md).

`mysql_fake`     a server for this test: empty, without a container; `@pytest.mark.mysql_options(gtid_mode="ON")`, with
                 `version="8.0"` if it is to be an older one
`mysql_server`   a real server for the whole run: a container, or that of BINWRITER_MYSQL_URL; skips where none is
`clean_mysql`    the same, without user databases and with an empty log
`binlog`         log files, of SQL (`binlog("CREATE DATABASE d", gtid_mode="ON")`) or of events (`binlog.of_events`)
`assert_same_binlog`

With pytest-xdist each worker has servers of its own; a server by URL is one for all, and `clean_mysql` takes turns.
What a fixture needs is imported when it is asked for: the plugin is loaded in every run of pytest.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from binwriter.formats.declaration import Declared
    from binwriter.integration.mysql import MySQLServer
    from binwriter.integration.testing import Binlog, FakeMySQL

_MARK = "mysql_options"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{_MARK}(version=..., **options): the server that mysql_fake is")


# --- a fake server


@pytest.fixture(scope="session")
def _fakes() -> Iterator[dict[tuple[Any, ...], FakeMySQL]]:
    """By what they are, those that this worker has started."""
    fakes: dict[tuple[Any, ...], FakeMySQL] = {}
    yield fakes
    for fake in fakes.values():
        fake.stop()


@pytest.fixture
def mysql_fake(request: pytest.FixtureRequest, _fakes: dict[tuple[Any, ...], FakeMySQL]) -> FakeMySQL:
    """A server without databases and with an empty log, on the same port for all tests with the same options."""
    from binwriter.integration.testing import FakeMySQL

    marker = request.node.get_closest_marker(_MARK)
    given = dict(marker.kwargs) if marker is not None else {}
    key = tuple(sorted(given.items()))
    if key in _fakes:
        _fakes[key].reset()
    else:
        version = given.pop("version", None)
        _fakes[key] = FakeMySQL(given, version=version).start()
    return _fakes[key]


# --- a real one


@pytest.fixture(scope="session")
def mysql_server() -> Iterator[MySQLServer]:
    """One server for the whole run. Skips, saying why, where none can be had; fails if BINWRITER_REQUIRE_MYSQL is 1."""
    try:
        from binwriter.integration.mysql import running_server, unavailable_reason

        reason = unavailable_reason()
    except ImportError as error:
        reason = f"{error.name} is not installed"
    if reason is not None:
        if os.environ.get("BINWRITER_REQUIRE_MYSQL") == "1":
            pytest.fail(f"a real MySQL server is required: {reason}", pytrace=False)
        pytest.skip(f"no real MySQL server: {reason}")
    with running_server() as server:
        yield server


@pytest.fixture
def clean_mysql(mysql_server: MySQLServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MySQLServer]:
    """The server without user databases and with an empty binary log."""
    with _turn(tmp_path_factory.getbasetemp().parent) if not mysql_server.is_ours else _alone():
        mysql_server.reset()
        yield mysql_server


@contextmanager
def _turn(folder: Path) -> Iterator[None]:
    """Of the workers of one run, which share a server, one at a time."""
    import fcntl

    with (folder / "binwriter-mysql.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _alone() -> Iterator[None]:
    yield


# --- logs


class BinlogMaker:
    """Makes logs in folders of one test."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._count = 0

    def __call__(self, *statements: str, version: str | None = None, **options: str) -> Binlog:
        """What a server logs of these statements; the same bytes each time. options: of mysqld."""
        from binwriter.integration.testing import Binlog

        return Binlog.of_sql(self._next(), statements, version, **options)

    def of_events(self, bodies: Sequence[Declared], version: str | None = None) -> Binlog:
        """A file with these events, as they are."""
        from binwriter.integration.testing import Binlog

        return Binlog.of_events(self._next() / "binlog.000001", bodies, version)

    def _next(self) -> Path:
        self._count += 1
        return self._folder / str(self._count)


@pytest.fixture
def binlog(tmp_path: Path) -> BinlogMaker:
    """Log files of SQL or of events, in folders of this test."""
    return BinlogMaker(tmp_path / "binlog")


@pytest.fixture(scope="session")
def assert_same_binlog() -> Callable[..., None]:
    """`binwriter.integration.testing.assert_same_binlog`."""
    from binwriter.integration.testing import assert_same_binlog

    return assert_same_binlog

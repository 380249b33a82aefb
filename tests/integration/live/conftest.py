"""One real server as the replica of many served ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymysql
import pytest

from binwriter.chance import system_chance
from binwriter.integration.following import Following, SourceAddress, tables_of
from binwriter.integration.machines import Container
from binwriter.integration.mysql import MySQLServer, running_server, unavailable_reason
from binwriter.live.serving import Serving, Settings
from binwriter.live.tls import own_context
from binwriter.server.server import Server

OPTIONS = (
    *("--server-id=2", "--log-bin=binlog", "--gtid-mode=ON", "--enforce-gtid-consistency=ON", "--local-infile=ON"),
    *("--replica-parallel-workers=4", "--report-host=replica", "--sync-binlog=0", "--innodb-flush-log-at-trx-commit=0"),
)
GTIDS = ("gtid_mode=ON", "enforce_gtid_consistency=ON")
NO_GTIDS = ("gtid_mode=OFF", "enforce_gtid_consistency=OFF")
SYSTEM = ("mysql", "sys", "information_schema", "performance_schema")


@pytest.fixture(scope="session")
def replica_server() -> Iterator[MySQLServer]:
    reason = unavailable_reason()
    if reason is not None:
        pytest.skip(f"no real MySQL server: {reason}")
    with running_server(OPTIONS, own=True) as server:
        yield server


@pytest.fixture
def replica(replica_server: MySQLServer) -> MySQLServer:
    replica_server.reset()
    return replica_server


def gateway(server: MySQLServer) -> str:
    """This machine, as the container reaches it."""
    assert isinstance(server.machine, Container)
    container = server.machine._docker
    container.reload()
    settings = container.attrs["NetworkSettings"]
    return str(settings.get("Gateway") or next(iter(settings["Networks"].values()))["Gateway"])


@dataclass
class Pair:
    """A served Server and the real one that follows it."""

    serving: Serving
    replica: MySQLServer
    following: Following

    def client(self, **options: Any) -> Any:
        """A connection to the source."""
        return pymysql.connect(
            host="127.0.0.1", port=self.serving.port, user="root", autocommit=True, charset="utf8mb4", **options
        )

    def run(self, *statements: str) -> list[tuple[Any, ...]]:
        """Runs statements on a connection of its own."""
        with self.client(local_infile=True) as connection, connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
            return list(cursor.fetchall())

    def caught_up(self, seconds: float = 30.0) -> None:
        server = self.serving.server
        file, position = server.position()
        self.following.wait(file, position, gtids=server.gtid_executed, seconds=seconds)

    def assert_same_tables(self) -> None:
        """Waits, then compares the rows of all tables."""
        self.caught_up()
        databases = tuple(name for (name,) in self.run("SHOW DATABASES") if name not in SYSTEM)
        raw = {"conv": {}, "use_unicode": False}
        with self.client(**raw) as ours, self.replica.connect(**raw) as theirs:
            assert tables_of(theirs, databases) == tables_of(ours, databases)
        assert self.following.errors() == []


MakePair = Callable[..., Any]


@pytest.fixture
def pair(replica: MySQLServer, tmp_path: Path) -> Iterator[MakePair]:
    """Makes a source that the replica follows from the beginning. options: of CHANGE REPLICATION SOURCE."""
    with ExitStack() as stack:

        @contextmanager
        def made(*given: str, place: tuple[str, int] | None = None, server: Server | None = None, tls: bool = True,
                 options: tuple[str, ...] = ()) -> Iterator[Pair]:  # fmt: skip
            context = own_context(tmp_path / "tls") if tls else None
            settings = Settings("0.0.0.0", users={"root": "", "repl": "s3cret"}, tls=context, plain_from_anywhere=True)
            if given == NO_GTIDS:
                for mode in ("ON_PERMISSIVE", "OFF_PERMISSIVE"):
                    replica.execute(f"SET GLOBAL gtid_mode = {mode}")
            own = server or Server(tmp_path / "log", given or GTIDS, chance=system_chance(), files=tmp_path)
            with own, Serving(own, settings) as serving:
                address = SourceAddress(gateway(replica), serving.port, "repl", "s3cret", tls=tls)
                follow = Following(replica.connect, address, place=place, options=options)
                with follow:
                    yield Pair(serving, replica, follow)

        yield lambda *given, **more: stack.enter_context(made(*given, **more))

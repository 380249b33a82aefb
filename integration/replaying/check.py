"""Whether a server holds the rows that it should, in the databases that a log names: those of another server, or those
that the log gives when it is run from nothing, on a server of ours."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import pymysql

from binwriter.binlog.files.reader import LogEvent
from binwriter.errors import BinwriterError, UnsupportedError
from binwriter.formats.constants import EventType
from binwriter.inspection.mysqlbinlog.statements import Statement
from binwriter.integration.machines import Remote
from binwriter.integration.mysql import SYSTEM_DATABASES, MySQLServer
from binwriter.integration.replaying.client import databases, differences, table_contents
from binwriter.integration.replaying.connection import ReplayConnection, Target
from binwriter.integration.replaying.log import LogReplay, ReplayChoice, ReplayStoppedError
from binwriter.integration.testing.fake import FakeMySQL
from binwriter.mysql.identifiers import quoted
from binwriter.mysql.server_url import ServerUrlError

_CREATES = re.compile(rb"^\s*CREATE\s+(?:DATABASE|SCHEMA)\s+(?:IF\s+NOT\s+EXISTS\s+)?(`[^`]+`|\w+)", re.IGNORECASE)

_GTIDS = frozenset({EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED})
_OPTIONS = {
    "gtid_mode": "OFF",
    "enforce_gtid_consistency": "OFF",
    "local_infile": "ON",
    "log_bin_trust_function_creators": "ON",
}
# how CREATE TABLE .. SELECT is logged with rows (8.0.21 and later); our server reads it from SELECT only
_ATOMIC_CREATE = re.compile(rb"^(\s*CREATE\s+TABLE\b.*\))\s+START\s+TRANSACTION\b", re.IGNORECASE | re.DOTALL)


class NotImpliedError(BinwriterError):
    """The log alone does not say what its tables hold; the message says why."""


class _OurConnection(ReplayConnection):
    def run(self, statement: Statement) -> None:
        self.ask(_ATOMIC_CREATE.sub(rb"\1", statement.text), statement.local_file)


def table_differences(
    target: Target, other: Target, names: Iterable[bytes], rewrite: Mapping[bytes, bytes]
) -> list[str]:
    """A line for each table or row that only one of them has; the target is on the left, by its names.

    names: of databases, as the log has them, and the other server; rewrite: what the target calls them.
    Raises ServerUrlError if one of them cannot be asked.
    """
    wanted = _renamed(names, rewrite)
    try:
        here, there = (
            table_contents(server, sorted({name.decode() for name in side} & set(databases(server))))
            for server, side in ((_server(target), wanted.values()), (_server(other), wanted))
        )
    except (pymysql.err.MySQLError, OSError) as error:
        raise ServerUrlError(f"the tables cannot be compared: {error}") from error
    renamed = {name.decode(): new.decode() for name, new in wanted.items()}
    return differences(here, {(renamed[schema], table): rows for (schema, table), rows in there.items()})


def implied_differences(
    target: Target, names: Iterable[bytes], events: Callable[[], Iterable[LogEvent]], choice: ReplayChoice
) -> list[str]:
    """As `table_differences`, with the tables that the log makes, and no others; those of the log are on the right.

    events: of the log, once more. Raises NotImpliedError where the log does not run by itself: its tables were there
    before, or binwriter does not model a statement of it.
    """
    schemas = _renamed(names, dict(choice.rewrite))
    made = {
        match[1].strip(b"`") for event in events() for match in _CREATES.finditer(getattr(event.body, "query", b""))
    }
    begin = ["SET sql_log_bin = 0", *(f"CREATE DATABASE {quoted(new.decode())}" for new in {*schemas.values()} - made)]
    # GTIDs say nothing of tables, and their rules would refuse what other servers logged
    groups = (event for event in events() if event.type not in _GTIDS)
    try:
        with FakeMySQL(_OPTIONS, init=begin) as fake:
            ours = Target.from_url(fake.url)
            with ours.connect(_OurConnection) as connection:
                LogReplay(connection, replace(choice, skip_gtids=True)).run(groups)
            expected = table_contents(_server(ours), sorted(name.decode() for name in schemas.values()))
        wanted = {schema for schema, _ in expected}
        here = table_contents(_server(target), sorted(wanted & set(databases(_server(target)))))
    except (pymysql.err.MySQLError, OSError, ReplayStoppedError, UnsupportedError) as error:
        raise NotImpliedError(f"the tables that the log implies cannot be told: {error}") from error
    return differences({name: rows for name, rows in here.items() if name in expected}, expected)


def _renamed(names: Iterable[bytes], rewrite: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
    """What the target calls the log's databases, without the system's."""
    return {name: rewrite.get(name, name) for name in names if name and name.decode() not in SYSTEM_DATABASES}


def _server(target: Target) -> MySQLServer:
    return MySQLServer(Remote(target.host, target.port), target.user, target.password)

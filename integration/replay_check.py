"""Whether two servers hold the same rows, in the databases that a log names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pymysql

from binwriter.integration.machines import Remote
from binwriter.integration.mysql import SYSTEM_DATABASES, MySQLServer
from binwriter.integration.replay import databases, differences, table_contents
from binwriter.integration.replay_connection import ReplayUrlError, Target


def table_differences(
    target: Target, other: Target, names: Iterable[bytes], rewrite: Mapping[bytes, bytes]
) -> list[str]:
    """A line for each table or row that only one of them has; the target is on the left, by its names.

    names: of databases, as the log has them, and the other server; rewrite: what the target calls them.
    Raises ReplayUrlError if one of them cannot be asked.
    """
    wanted = {name: rewrite.get(name, name) for name in names if name and name.decode() not in SYSTEM_DATABASES}
    try:
        here, there = (
            table_contents(server, sorted({name.decode() for name in side} & set(databases(server))))
            for server, side in ((_server(target), wanted.values()), (_server(other), wanted))
        )
    except (pymysql.err.MySQLError, OSError) as error:
        raise ReplayUrlError(f"the tables cannot be compared: {error}") from error
    renamed = {name.decode(): new.decode() for name, new in wanted.items()}
    return differences(here, {(renamed[schema], table): rows for (schema, table), rows in there.items()})


def _server(target: Target) -> MySQLServer:
    return MySQLServer(Remote(target.host, target.port), target.user, target.password)

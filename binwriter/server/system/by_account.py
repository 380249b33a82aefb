"""Who is and was connected, and status variables: performance_schema by thread, account, host and user.

The threads that a server itself has stand in a row whose names are NULL. Memory is not measured. Source: MySQL manual,
"Performance Schema Connection Tables" and "Performance Schema Status Variable Tables".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from binwriter.mysql import server_lists
from binwriter.server.system.processes import ONE_CONNECTION, has_scheduler, own_threads
from binwriter.server.system.status import session_status
from binwriter.sql.functions import loadable
from binwriter.sql.functions.server.state import THREADS_BEFORE
from binwriter.sql.system.sight import Row, Sight, all_rows_of, rows_of

Account = tuple[str | None, str | None]
_SCHEDULER: Account = ("event_scheduler", "localhost")
_UNMEASURED = (0, 0)


def _counts(sight: Sight) -> Iterator[tuple[Account, int, int]]:
    """Of each account, the server itself first: how many are connected and how many ever were."""
    own = len([row for row in own_threads() if row[1] != ONE_CONNECTION and row[4] is None])
    yield (None, None), own, own
    yield _SCHEDULER, int(has_scheduler(sight.context)), 1
    sessions = sight.server.sessions.values()
    current = Counter((session.user, session.host) for session in sessions)
    yield from ((account, current[account], total) for account, total in sight.server.connected.came.items())


def _summed(sight: Sight, part: Callable[[Account], str | None]) -> Iterator[Row]:
    now: Counter[str | None] = Counter()
    ever: Counter[str | None] = Counter()
    for account, current, total in _counts(sight):
        now[part(account)] += current
        ever[part(account)] += total
    return ((name, now[name], ever[name], *_UNMEASURED) for name in now)


def _user(account: Account) -> str | None:
    return account[0]


def _host(account: Account) -> str | None:
    return account[1]


@all_rows_of("performance_schema.accounts")
def accounts(sight: Sight) -> Iterator[Row]:
    """By user and host."""
    return ((*account, current, total, *_UNMEASURED) for account, current, total in _counts(sight))


@all_rows_of("performance_schema.users")
def users(sight: Sight) -> Iterator[Row]:
    """By user."""
    return _summed(sight, _user)


@all_rows_of("performance_schema.hosts")
def hosts(sight: Sight) -> Iterator[Row]:
    """By host."""
    return _summed(sight, _host)


@all_rows_of("performance_schema.host_cache")
def host_cache(sight: Sight) -> Iterator[Row]:
    """No name is looked up for an address."""
    return iter(())


def _status(sight: Sight, whose: Iterable[Row], names: tuple[str, ...]) -> Iterator[Row]:
    known: dict[Any, Any] = dict(session_status(sight))
    return ((*each, name, known.get(name, "0")) for each in whose for name in names)


@all_rows_of("performance_schema.status_by_thread")
def status_by_thread(sight: Sight) -> Iterator[Row]:
    """Of each session."""
    whose = ((number + THREADS_BEFORE,) for number in sorted(sight.server.sessions))
    return _status(sight, whose, server_lists.STATUS_BY_THREAD)


@all_rows_of("performance_schema.status_by_account")
def status_by_account(sight: Sight) -> Iterator[Row]:
    """Of each account."""
    return _status(sight, (row[:2] for row in accounts(sight)), server_lists.STATUS_BY_ACCOUNT)


@all_rows_of("performance_schema.status_by_user")
def status_by_user(sight: Sight) -> Iterator[Row]:
    """Of each user."""
    return _status(sight, (row[:1] for row in users(sight)), server_lists.STATUS_BY_ACCOUNT)


@all_rows_of("performance_schema.status_by_host")
def status_by_host(sight: Sight) -> Iterator[Row]:
    """Of each host."""
    return _status(sight, (row[:1] for row in hosts(sight)), server_lists.STATUS_BY_ACCOUNT)


@rows_of("performance_schema.user_defined_functions")
def loaded_functions(sight: Sight) -> Iterator[Row]:
    """Those of components."""
    for name, function in loadable.LOADABLE.items():
        if function.component in sight.database.components:
            yield name.lower(), "char", "function", None, 1

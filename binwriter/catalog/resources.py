"""What an account may ask for in an hour: WITH MAX_QUERIES_PER_HOUR and the like (error 1226).

Source: MySQL manual, "Setting Account Resource Limits"; captured: clusters/resources_changed_meanwhile,
resources_counted_anew, wire/query_counts. Counts are the server's, by account, and begin anew an hour after the first,
where limits are set (the same ones too), and at FLUSH USER_RESOURCES and FLUSH PRIVILEGES. Of accounts that had no
limit when their clients came nothing is counted.
"""

from __future__ import annotations

from collections import Counter

from binwriter.catalog.account_options import RESOURCES
from binwriter.catalog.accounts import Account, Name
from binwriter.mysql.messages.table import mysql_error

QUERIES, UPDATES, _CONNECTIONS, _AT_ONCE = RESOURCES
_SHOWN = {
    QUERIES: "max_questions",
    UPDATES: "max_updates",
    _CONNECTIONS: "max_connections_per_hour",
    _AT_ONCE: "max_user_connections",
}
_HOUR = 3_600_000_000  # microseconds


class Used:
    """What accounts have asked for since their hour began."""

    def __init__(self) -> None:
        self._counts: dict[Name, Counter[str]] = {}
        self._began: dict[Name, int] = {}
        self._limits: dict[Name, dict[str, int]] = {}  # of those that came with some

    def clear(self) -> None:
        """FLUSH USER_RESOURCES, FLUSH PRIVILEGES."""
        self._counts.clear()
        self._began.clear()

    def count(self, name: Name, account: Account, resource: str, now: int) -> None:
        """One more. ER_USER_LIMIT_REACHED where that is too many. now: microseconds."""
        limits = self._limits.get(name)
        if limits is None:
            return
        if limits is not account.limits:  # set since
            self._limits[name] = account.limits
            self._counts.pop(name, None)
        if now - self._began.setdefault(name, now) >= _HOUR:
            self._began[name] = now
            self._counts.pop(name, None)
        counts = self._counts.setdefault(name, Counter())
        _check(name, account, resource, counts[resource])
        counts[resource] += 1

    def count_connection(self, name: Name, account: Account, there: int, now: int) -> None:
        """A client that comes in. there: how many there are already."""
        if any(account.limits.values()):
            self._limits.setdefault(name, account.limits)
        _check(name, account, _AT_ONCE, there)
        self.count(name, account, _CONNECTIONS, now)


def _check(name: Name, account: Account, resource: str, used: int) -> None:
    limit = account.limits.get(resource, 0)
    if limit and used >= limit:
        raise mysql_error("ER_USER_LIMIT_REACHED", name[0], _SHOWN[resource], limit)

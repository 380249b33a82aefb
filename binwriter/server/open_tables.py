"""Tables that stay open behind a statement, under LOCK TABLES or by HANDLER, and who waits until they are closed.

Source: MySQL manual, "FLUSH Statement", and what a 9.7.4 did (captured: clusters/flushed_beside_others).
"""

from __future__ import annotations

from collections.abc import Collection

from binwriter.locks.metadata_locks import OPENED, Duration, LockMode, Name
from binwriter.locks.server_locks import ServerLocks
from binwriter.locks.turns import Owner


class OpenTables:
    """Those of one session. A wait ends as any other one: see `MetadataLocks.lock`."""

    def __init__(self, server: ServerLocks, owner: Owner) -> None:
        self._server, self._owner = server, owner

    def flush(self, tables: Collection[tuple[str, str]]) -> None:
        """Waits until the other sessions have closed these tables, or all if none is named."""
        for name in self._server.names.held_by_others(self._owner, OPENED):
            if not tables or name[1:] in tables:
                self._server.flushed.add(name)
                self._wait(name)

    def open(self, schema: str, name: str) -> None:
        """A table that is to be flushed is opened when who keeps it open has closed it."""
        opened: Name = (OPENED, schema, name)
        if opened in self._server.flushed:
            self._wait(opened)

    def keep(self, schema: str, name: str, duration: Duration = Duration.EXPLICIT) -> None:
        """It stays open: until `close_all`, or for a handler until that is closed."""
        self._server.names.lock(self._owner, (OPENED, schema, name), LockMode.READ, duration)

    def close(self, schema: str, name: str) -> None:
        """A handler of it is closed; behind the last one it is flushed."""
        opened: Name = (OPENED, schema, name)
        self._server.names.release_one(self._owner, opened, Duration.HANDLER)
        if not self._server.names.holders(opened):
            self._server.flushed.discard(opened)

    def is_flushed(self, schema: str, name: str) -> bool:
        """Whether it is to be closed: somebody has waited for that, perhaps in vain."""
        return (OPENED, schema, name) in self._server.flushed

    def close_all(self) -> None:
        """All that were locked are closed; those of handlers stay."""
        self._server.names.release(self._owner, (Duration.EXPLICIT,), space=OPENED)

    def _wait(self, name: Name) -> None:
        self._server.names.lock(self._owner, name, LockMode.EXCLUSIVE, Duration.STATEMENT)
        self._server.flushed.discard(name)
        self._server.names.release(self._owner, (Duration.STATEMENT,), space=OPENED)

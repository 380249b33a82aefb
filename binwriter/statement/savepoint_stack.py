"""The savepoints of one level: names, each with what was kept when it was set.

Setting, finding and forgetting one costs the same whatever their number; a transaction may have 100,000.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from binwriter.mysql.messages.table import mysql_error

T = TypeVar("T")


class SavepointStack(Generic[T]):
    """Savepoints in the order in which they were set; names compare without regard to case."""

    def __init__(self) -> None:
        self._kept: dict[str, T] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._kept

    def set(self, name: str, kept: T) -> None:
        """SAVEPOINT: a name used again moves to the end."""
        self.discard(name)
        self._kept[name.lower()] = kept

    def discard(self, name: str) -> None:
        """Forgets one, if it is there; the others stay."""
        self._kept.pop(name.lower(), None)

    def find(self, name: str) -> T:
        """What was kept at the savepoint. ER_SP_SAVEPOINT_DOES_NOT_EXIST for an unknown name."""
        try:
            return self._kept[name.lower()]
        except KeyError:
            raise mysql_error("ER_SP_SAVEPOINT_DOES_NOT_EXIST", name) from None

    def back_to(self, name: str) -> T:
        """ROLLBACK TO: those set after it are gone."""
        savepoint = self.find(name)
        while next(reversed(self._kept)) != name.lower():
            self._kept.popitem()
        return savepoint

    def release(self, name: str) -> None:
        """RELEASE SAVEPOINT: it and those set after it are gone."""
        self.back_to(name)
        self._kept.popitem()

    def clear(self) -> None:
        """All are gone."""
        self._kept.clear()

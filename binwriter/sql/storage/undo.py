"""The undo log of a transaction: what must be taken back at ROLLBACK, in reverse order."""

from __future__ import annotations

from collections.abc import Callable

Revert = Callable[[], object]


class UndoLog:
    """Changes of transactional tables, oldest first.

    A statement takes a `mark` before it runs and goes back to it when it fails; SAVEPOINT does the same.
    """

    def __init__(self) -> None:
        self._entries: list[Revert] = []

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, revert: Revert) -> None:
        """Keeps how to take one change back."""
        self._entries.append(revert)

    def mark(self) -> int:
        """The present position."""
        return len(self._entries)

    def rollback_to(self, mark: int) -> None:
        """Takes back everything after the mark, newest first."""
        while len(self._entries) > mark:
            self._entries.pop()()

    def clear(self) -> None:
        """Forgets everything: after COMMIT."""
        self._entries.clear()

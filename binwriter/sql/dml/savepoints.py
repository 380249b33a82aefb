"""SAVEPOINT and ROLLBACK TO of programs, among the changes of the statement that runs them."""

from __future__ import annotations

from binwriter.statement.row_changes import RowChanges
from binwriter.statement.values import InnerSavepoint, InnerSavepoints, RowChange
from binwriter.storage.undo import UndoLog


class ProgramSavepoints:
    """outlived: changes of N-tables that a rollback has left. See `statement.values.InnerSavepoints`."""

    def __init__(self, changes: RowChanges, undo: UndoLog) -> None:
        self._changes = changes
        self._undo = undo
        self._set: list[InnerSavepoint] = []
        self.outlived: list[RowChange] = []
        self._stretches_cut = 0

    def __len__(self) -> int:
        return len(self._set)

    @property
    def last_behind(self) -> int:
        """How many changes were made before the last savepoint."""
        return self._set[-1].behind if self._set else 0

    def set(self, name: str, text: str) -> None:
        """SAVEPOINT, at this place among the changes."""
        self._set.append(InnerSavepoint(name, text, len(self._changes)))

    def rollback(self, undo_mark: int, met: int) -> None:
        """Takes back what the undo log has since then. met: how many savepoints there were, that one included."""
        self._undo.rollback_to(undo_mark)
        starts = [savepoint.behind for savepoint in self._set[met - 1 :]]
        stretches = zip(starts, [*starts[1:], len(self._changes)], strict=True)
        self._stretches_cut += sum(end > start for start, end in stretches)
        self.outlived += [change for change in self._changes[starts[0] :] if not change.table.engine.transactional]
        del self._changes[starts[0] :]
        del self._set[met:]

    @property
    def effects(self) -> InnerSavepoints | None:
        """What they did; None if there were none."""
        if not self._set:
            return None
        return InnerSavepoints(tuple(self._set), tuple(self.outlived), self._stretches_cut)

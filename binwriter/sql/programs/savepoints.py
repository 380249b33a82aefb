"""SAVEPOINT, ROLLBACK TO and RELEASE SAVEPOINT in functions and triggers.

Source: MySQL manual, 15.3.4 (a function or trigger opens a savepoint level of its own), and captures of 9.7.4: in row
form a SAVEPOINT between two rows ends the rows events before it and is logged behind them, the rows after it are mapped
anew, and ROLLBACK TO cuts away what came after it. In statement form the call, or the statement around, stands for all.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from binwriter.formats.records import dataclass
from binwriter.sql.syntax.session import ReleaseSavepoint, RollbackToSavepoint, SetSavepoint
from binwriter.statement.savepoint_stack import SavepointStack

if TYPE_CHECKING:
    from binwriter.sql.dml.run import DmlRun


@dataclass(frozen=True, slots=True)
class _Inner:
    """A savepoint of a program: where the undo log, and the savepoints met so far, ended when it was set."""

    undo_mark: int
    met: int


@dataclass
class InnerSavepoints:
    """The savepoints of the programs inside of one statement."""

    _levels: list[SavepointStack[_Inner]] = field(default_factory=lambda: [SavepointStack()])

    def enter_level(self) -> None:
        """A function's or trigger's own names begin."""
        self._levels.append(SavepointStack())

    def leave_level(self) -> None:
        """They are released when it ends."""
        self._levels.pop()

    def run(self, command: SetSavepoint | RollbackToSavepoint | ReleaseSavepoint, run: DmlRun | None) -> None:
        """run: the books of the statement around; None if nothing in it changes data.

        MySQLError ER_SP_SAVEPOINT_DOES_NOT_EXIST.
        """
        level = self._levels[-1]
        if isinstance(command, SetSavepoint):
            if run is None:
                level.set(command.name, _Inner(0, 0))
                return
            run.savepoints.set(command.name, command.text)
            level.set(command.name, _Inner(run.undo.mark(), len(run.savepoints)))
            return
        if isinstance(command, ReleaseSavepoint):
            level.release(command.name)
            return
        savepoint = level.back_to(command.name)
        if run is not None:
            run.savepoints.rollback(savepoint.undo_mark, savepoint.met)

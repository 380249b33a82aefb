"""What a statement inside of a program asks of the programs around it (`binwriter.sql.programs.runtime`)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

from binwriter.mysql.messages.table import Diagnostic
from binwriter.sql.binding.database import Database
from binwriter.sql.binding.programs import Program
from binwriter.sql.context import StatementContext
from binwriter.sql.programs.frames import Frame
from binwriter.sql.programs.savepoints import InnerSavepoints
from binwriter.sql.syntax.session import Set
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.values import StatementEffects
from binwriter.storage.undo import UndoLog

if TYPE_CHECKING:
    from binwriter.sql.dml.run import DmlRun

SetVariables = Callable[[Set, StatementContext], tuple[Diagnostic, ...]]
RunOther = Callable[[ParsedStatement, StatementContext], tuple[Diagnostic, ...]]  # what changes no rows


class Definer(Protocol):
    """Who carries out the definitions that a program may have: those of temporary tables."""

    def run_ddl(self, parsed: ParsedStatement, context: StatementContext) -> StatementEffects: ...
    def run_change(self, parsed: ParsedStatement, run: DmlRun) -> None: ...
    def run_create_select(
        self, parsed: ParsedStatement, context: StatementContext, undo: UndoLog, text: bytes
    ) -> StatementEffects | None: ...


class Runtime(Protocol):
    """The programs that run inside of one statement. top: that statement; active: which run, the innermost last."""

    front_end: Definer
    database: Database
    context: StatementContext
    set_variables: SetVariables
    run_other: RunOther
    active: list[Program]
    savepoints: InnerSavepoints

    @property
    def top(self) -> Any: ...
    def instruction_done(self) -> None: ...
    def entered(self, program: Program, frame: Frame) -> AbstractContextManager[None]: ...

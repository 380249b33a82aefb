"""What is known of a statement that changes rows once its tables are: the same for all statements of its shape.

Such a statement is asked of nothing again until a definition, a setting or the database in use is another: it is not
read, no guard looks at it, its tables and programs are those that were found. From there on it runs the exact way.
"""

from __future__ import annotations

from functools import partial

from binwriter.formats.records import dataclass
from binwriter.server.execute.changes import change_rows
from binwriter.server.execute.cut_statements import CutAgain
from binwriter.server.execute.shapes import alike
from binwriter.server.execution import Execution
from binwriter.sql.binding.prelocking import Prelocking
from binwriter.sql.context import StatementContext
from binwriter.sql.dml import again
from binwriter.sql.dml.run import DmlRun
from binwriter.sql.text.words import ParsedStatement
from binwriter.statement.result import StatementResult
from binwriter.statement.values import StatementProfile

CHANGE = "change"  # the name under which it is kept


@dataclass(eq=False)
class KnownChange:
    """profile, prelocking: with what programs add. insert: how its rows are made; None where that is not known."""

    profile: StatementProfile
    prelocking: Prelocking | None
    insert: again.InsertAgain | None = None
    is_complete: bool = False

    def run(
        self,
        statement: alike.AlikeStatement | CutAgain,
        runner: Execution,
        parsed: ParsedStatement,
        context: StatementContext,
        clock: int,
    ) -> StatementResult:
        """Runs a statement of the shape. parsed: its outline, or itself."""
        runner.programs.attach(context, parsed.text)
        for program in self.prelocking.programs if self.prelocking is not None else ():
            runner.programs.load(program)
        work = partial(self._work, statement, runner)
        return change_rows(runner, parsed, self.profile, self.prelocking, context, clock, work)

    def _work(self, statement: alike.AlikeStatement | CutAgain, runner: Execution, run: DmlRun) -> None:
        if isinstance(statement, alike.AlikeStatement):
            if not self.is_complete:
                self.insert, self.is_complete = again.insert_again(statement.outline(), statement, run), True
            if self.insert is not None:
                self.insert.run(statement, run)
                return
        runner.front_end.run_change(statement.parsed_again(), run)

"""While a program runs inside of a statement: what the statement's context is for the program's own statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from binwriter.errors import MySQLError
from binwriter.sql.binding.accounts import account_text
from binwriter.sql.privileges.check import rights_inside
from binwriter.sql.programs.nesting import MOST_NESTED_PROGRAMS, stack_overrun

if TYPE_CHECKING:
    from binwriter.sql.binding.programs import Program
    from binwriter.sql.programs.frames import Frame
    from binwriter.sql.programs.surroundings import Runtime


class Entered:
    """The program's names, database, rights and settings are in force in a `with` block. MySQLError at its beginning
    where the program may not run. (A class, since each row may have several.)"""

    __slots__ = ("_context", "_frame", "_inside", "_left", "_program", "_restore", "_runtime", "_shares_rows")

    def __init__(self, runtime: Runtime, program: Program, frame: Frame) -> None:
        self._runtime, self._program, self._frame = runtime, program, frame

    def __enter__(self) -> None:
        runtime, program = self._runtime, self._program
        if len(runtime.active) >= MOST_NESTED_PROGRAMS:
            raise stack_overrun()
        context = self._context = runtime.context
        runs_as, caller = program.runs_as, context.definer
        rights = rights_inside(program, context.rights, runtime.database.catalog, context)
        self._left = (
            (context.program_names, context.database),
            (context.row_number, context.row_begun, context.row_shift),
            (context.changes_data, context.earlier_rows_stay),
            (caller, context.rights),
            (context.found_rows, context.last_insert_id, context.new_last_insert_id),
        )
        context.row_begun = 0
        self._shares_rows = program.fires_in_statement and context.variables.behaviour.programs_share_rows
        if self._shares_rows:
            context.row_shift = max(context.row_number - 1, 0)
        context.session.flags.comes_to(program.schema, context.database)
        context.program_names, context.database, context.changes_data = self._frame, program.schema, False
        context.earlier_rows_stay = False
        context.definer, context.rights = account_text(runs_as, caller), rights
        runtime.active.append(program)
        inside = self._inside = program.fires_in_statement
        if inside:
            runtime.savepoints.enter_level()
        try:
            creation, variables = program.creation, context.variables
            self._restore = creation.put_in_force(variables, program.collation, substatement=inside)
        except BaseException as error:
            self._leave(error)
            raise

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            self._restore()
        finally:
            self._leave(error)

    def _leave(self, error: BaseException | None) -> None:
        if isinstance(error, MySQLError):
            error.in_program = True
        context, runtime = self._context, self._runtime
        if self._inside:
            runtime.savepoints.leave_level()
        runtime.active.pop()
        names, rows, strictness, account, left = self._left
        context.program_names, context.database = names
        more = context.row_shift - max(rows[0] - 1, 0) if self._shares_rows else 0
        context.row_number, context.row_begun, context.row_shift = rows[0] + more, rows[1], rows[2] + more
        context.changes_data, context.earlier_rows_stay = strictness
        context.definer, context.rights = account
        context.found_rows, context.last_insert_id, context.new_last_insert_id = left
        context.tells_insert_id = False  # captured: insert_ids_behind_programs

"""SET of several variables of which one is refused: none of them has its value then.

Source: MySQL manual, "SET Syntax for Variable Assignment"; what stays all the same as a 9.7.4 has it (captured:
sets_taken_back).
"""

from __future__ import annotations

from typing import Any

from binwriter.errors import MySQLError
from binwriter.formats.records import replace
from binwriter.mysql.messages.table import Diagnostic
from binwriter.mysql.variables.rules import (
    NEXT_TRANSACTION,
    deprecations,
    deprecations_beside,
    is_of_update,
    updates_last,
)
from binwriter.server.execution import Execution
from binwriter.sql.context import StatementContext
from binwriter.sql.syntax.session import OF_SERVER, Scope, Set, SetVariable

# What is not taken back when a later assignment of the same SET is refused.
_MORE_THAN_A_VALUE = (
    *("timestamp", "autocommit", "sql_log_bin", "last_insert_id", "pseudo_thread_id"),
    *("identity", "insert_id", "gtid_next", "rand_seed1", "rand_seed2"),
)

# Errors of names and scopes, which come before values are looked at.
_BEFORE_VALUES = frozenset({"ER_LOCAL_VARIABLE", "ER_GLOBAL_VARIABLE", "ER_INCORRECT_GLOBAL_LOCAL_VAR"})

# What another variable sets by the way.
_GOES_WITH = {"max_join_size": ("sql_big_selects",)}


class Undo:
    """What a SET of several variables has assigned before one of them is refused."""

    def __init__(self, runner: Execution, context: StatementContext) -> None:
        self._session, self._context = runner.session, context
        self._user_variables = context.session.user_variables
        self._kept = {name: replace(variable) for name, variable in context.session.user_variables.items()}
        self._values: list[tuple[str, Any]] = []
        self._of_server: dict[str, Any] | None = None
        self._of_names: list[Diagnostic] = []
        self._of_values: list[Diagnostic] = []

    @property
    def told(self) -> tuple[Diagnostic, ...]:
        """The warnings: of names, which are looked up first, then of values, then that something is not to be set any
        more (captured: clusters/updates_deprecated)."""
        return (*self._of_names, *updates_last(self._of_values))

    def tell(self, item: object, warnings: list[Diagnostic]) -> None:
        """What the SET of one variable warns of."""
        variable = self._session.variables.table.find(item.name) if isinstance(item, SetVariable) else None
        named = deprecations(variable, reads=True) if variable is not None else []
        count = len(named) if warnings[: len(named)] == named else 0
        self._of_names += warnings[:count]
        self._of_values += warnings[count:]

    def keep(self, item: object) -> None:
        if isinstance(item, SetVariable) and item.scope in OF_SERVER and self._of_server is None:
            self._of_server = self._session.server.variables.snapshot()
        if not isinstance(item, SetVariable) or item.scope is not Scope.SESSION:
            return
        name, variables = item.name.lower(), self._session.variables
        for kept in (name, *_GOES_WITH.get(name, ())):
            known = variables.table.find(kept)
            if known is not None and kept not in (*NEXT_TRANSACTION, *_MORE_THAN_A_VALUE):
                self._values.append((kept, variables.get(kept)))

    def refused(self, command: Set, item: object, error: MySQLError) -> None:
        """Warns, and takes all back, unless it was found too late."""
        self._tell_of_others(command, item, error)
        if not _is_refused_late(item):
            self._restore()

    def _tell_of_others(self, command: Set, refused: object, error: MySQLError) -> None:
        """What is going away is said of all variables, refused or not, in their order (captured: sets_taken_back)."""
        place = next(number for number, item in enumerate(command.assignments) if item is refused)
        sides, table = [], self._session.variables.table
        for items in (command.assignments[:place], command.assignments[place + 1 :]):
            named = (table.find(item.name) for item in items if isinstance(item, SetVariable))
            sides.append(
                [told for variable in named if variable is not None for told in deprecations_beside(variable, error)]
            )
        before = error.symbol in _BEFORE_VALUES
        values = [told for told in self._of_values if not (before or is_of_update(told))]
        self._context.diagnostics[:] = [*sides[0], *self._context.diagnostics, *sides[1], *values]

    def _restore(self) -> None:
        self._user_variables.clear()
        self._user_variables.update(self._kept)
        for name, value in reversed(self._values):
            self._session.variables.assign(name, value)
        if self._of_server is not None:
            self._session.server.variables.restore(self._of_server)


def _is_refused_late(item: object) -> bool:
    """A wrong GTID is found when it is assigned: what stands before it has its value by then."""
    return isinstance(item, SetVariable) and item.name.lower() == "gtid_next"

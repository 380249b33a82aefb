"""The diagnostics area of a session: what the statement before left, and how its server words it.

Source: MySQL manual, "The MySQL Diagnostics Area" and "SHOW WARNINGS Statement".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from binwriter.errors import MySQLError
from binwriter.mysql.messages.by_version import diagnostic_in_version, is_given
from binwriter.mysql.messages.table import Diagnostic
from binwriter.server.session import Session
from binwriter.sql.programs.conditions import AFTER_THE_ERROR, Raised, conditions_of
from binwriter.sql.syntax.program_definitions import CreateProgram
from binwriter.sql.syntax.programs import ProgramKind
from binwriter.sql.text.words import ParsedStatement


class DiagnosticsArea:
    """conditions: those it keeps, max_error_count at most; not_kept: those beyond, which are only counted.

    stays: statements that name no table leave it as it is. at_most: max_error_count before the statement that sets it.
    """

    __slots__ = ("_session", "at_most", "conditions", "not_kept", "stays")

    def __init__(self, session: Session) -> None:
        self._session = session
        self.conditions: tuple[Raised, ...] = ()
        self.not_kept = 0
        self.at_most: int | None = None
        self.stays = session.variables.behaviour.conditions_stay

    def clear(self) -> None:
        """What a statement without conditions leaves."""
        self.conditions = ()
        self.not_kept = 0

    def leave(self) -> None:
        """What a statement leaves that names no table and has no conditions."""
        if not self.stays:
            self.clear()

    def stays_behind(self, diagnostics: Sequence[Diagnostic]) -> bool:
        """Whether it may stay as it is: these are none that this version tells of."""
        version = self._session.server.profile.version_number
        return self.stays and not any(is_given(diagnostic, version) for diagnostic in diagnostics)

    def add(self, error: MySQLError) -> None:
        """One more condition: an error that ends nothing."""
        self.conditions = (*self.conditions, Raised.of_error(error))

    def take(self, diagnostics: Sequence[Diagnostic], error: MySQLError | None = None) -> tuple[Diagnostic, ...]:
        """Keeps what a statement left. Gives its warnings and notes as they are shown."""
        if error is None and not diagnostics:
            self.clear()
            self.at_most = None
            return ()
        shown = self._shown(diagnostics)
        self.conditions = conditions_of(shown, error)
        return shown

    def counts(self) -> tuple[int, int]:
        """@@warning_count and @@error_count: of all conditions, and of errors."""
        conditions = self.conditions
        if not conditions:
            return self.not_kept, 0
        return len(conditions) + self.not_kept, sum(condition.level == "Error" for condition in conditions)

    def kept_behind(self, parsed: ParsedStatement) -> tuple[Diagnostic, ...]:
        """CREATE of a program that declares handlers or conditions leaves the area alone (captured: conditions_*)."""
        node = parsed.node
        if not (isinstance(node, CreateProgram) and node.declares_conditions):
            return ()
        if self.stays and node.kind is ProgramKind.TRIGGER:  # its table ends them (captured: 5.5.20)
            return ()
        return self.as_diagnostics()

    def as_diagnostics(self) -> tuple[Diagnostic, ...]:
        """The conditions that are kept, as SHOW WARNINGS has them."""
        return tuple(Diagnostic(condition.level, condition.code, condition.message) for condition in self.conditions)

    def _shown(self, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """As the server's version words them; without notes where sql_notes is OFF."""
        settings = self._session.variables.settings
        version = self._session.server.profile.version_number
        shown = (
            diagnostic_in_version(diagnostic, version)
            for diagnostic in diagnostics
            if (settings.sql_notes or diagnostic.level != "Note") and is_given(diagnostic, version)
        )
        kept = tuple(islice(shown, settings.max_error_count if self.at_most is None else self.at_most))
        self.at_most = None
        self.not_kept = sum(1 for _ in shown)
        return kept


def beside(error: MySQLError, shown: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """What a client is told beside an error, in its order: what is noted when changes are taken back comes last.
    shown: the warnings that the statement gave."""
    undone = tuple(condition for condition in shown if error.later and condition.code in AFTER_THE_ERROR)
    earlier = (
        Diagnostic(getattr(condition, "level", "Error"), condition.code, condition.message)
        for condition in error.earlier
    )
    later = (condition for condition in error.later if (condition.level, condition.code) != ("Error", error.code))
    return (*(condition for condition in shown if condition not in undone), *earlier, *later, *undone)

"""What a session knows of the shapes of its statements, as long as definitions and settings are as they were."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from binwriter.server.execute.cut_statements import CutAgain
from binwriter.server.execute.reader import StatementReader
from binwriter.server.execute.shapes import alike
from binwriter.server.session import Session
from binwriter.sql.binding.temporary import TemporaryTables
from binwriter.sql.context import StatementContext
from binwriter.sql.text.value_lists import CutStatement

_Known = TypeVar("_Known")


class KnownShapes:
    """Shared by whoever runs statements: see `execute.statement.SqlRunner`."""

    session: Session
    reader: StatementReader
    temporary: TemporaryTables
    _hidden: tuple[frozenset[str], int, bool] = frozenset(), 0, False

    def of_shape(self, name: str, node: object, context: StatementContext, make: Callable[[], _Known]) -> _Known:
        """See `Execution.of_shape`."""
        return self.reader.of_shape(name, node, context, self._stamp(context.database), make)

    def has_shape(self, name: str, node: object, context: StatementContext) -> bool:
        """See `Execution.has_shape`."""
        stamp = self._stamp(context.database)
        return stamp is not None and self.reader.has_shape(name, node, context, stamp)

    def known_of_shape(
        self, sql: str, cut: CutStatement | None, name: str
    ) -> tuple[alike.AlikeStatement | CutAgain, Any] | None:
        """See `Execution.known_of_shape`."""
        stamp = self._stamp(self.session.database)
        return None if stamp is None else self.reader.again(sql, cut, name, stamp)

    def _stamp(self, database: str | None) -> object:
        """What is known of shapes depends on it; None where it depends on more."""
        session = self.session
        return None if self.hides_tables() else (session.server.definitions.count, database, *session.variables.changes)

    def relies_on(self, text: str) -> bool:
        """Whether something may be kept that depends on tables which the text names: on none that only this session
        sees."""
        return self.session.server.definitions.rely_on(text, self.temporary.names)

    def hides_tables(self) -> bool:
        """See `Execution.hides_tables`."""
        names = self.temporary.names
        if not names:
            return False
        server = self.session.server
        if server.policy.temporary.logged_in_mixed:
            return True
        seen, references, hides = self._hidden
        if seen is not names or references != server.definitions.references:
            references, hides = server.definitions.references, server.definitions.may_mean(names)
            self._hidden = names, references, hides
        return hides

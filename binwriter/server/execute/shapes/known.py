"""What a session knows of the shapes of its statements, as long as definitions and settings are as they were."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from binwriter.server.execute.reader import StatementReader
from binwriter.server.execute.shapes import alike
from binwriter.server.session import Session
from binwriter.sql.binding.temporary import TemporaryTables
from binwriter.sql.context import StatementContext

_Known = TypeVar("_Known")


class KnownShapes:
    """Shared by whoever runs statements: see `execute.statement.SqlRunner`."""

    session: Session
    reader: StatementReader
    temporary: TemporaryTables

    def of_shape(self, name: str, node: object, context: StatementContext, make: Callable[[], _Known]) -> _Known:
        """See `Execution.of_shape`."""
        return self.reader.of_shape(name, node, context, self._stamp(context.database), make)

    def has_shape(self, name: str, node: object, context: StatementContext) -> bool:
        """See `Execution.has_shape`."""
        stamp = self._stamp(context.database)
        return stamp is not None and self.reader.has_shape(name, node, context, stamp)

    def known_of_shape(self, sql: str, name: str) -> tuple[alike.AlikeStatement, Any] | None:
        """See `Execution.known_of_shape`."""
        stamp = self._stamp(self.session.database)
        return None if stamp is None else self.reader.again(sql, name, stamp)

    def _stamp(self, database: str | None) -> object:
        """What is known of shapes depends on it; None where it depends on more."""
        session = self.session
        return None if self.temporary else (session.server.definitions, database, *session.variables.changes)

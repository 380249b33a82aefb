"""HANDLER as read (MySQL manual, "HANDLER Statement")."""

from __future__ import annotations

from enum import Enum

from binwriter.formats.records import dataclass
from binwriter.sql.syntax.session import TableSyntax


class HandlerAction(Enum):
    """The word behind the name."""

    OPEN = "OPEN"
    READ = "READ"
    CLOSE = "CLOSE"


class Place(Enum):
    """Which row is read. COMPARED: the first that satisfies the comparison with the key's values."""

    FIRST = "FIRST"
    NEXT = "NEXT"
    PREV = "PREV"
    LAST = "LAST"
    COMPARED = "compared"


@dataclass(frozen=True, slots=True)
class HandlerSyntax(TableSyntax):
    """HANDLER name OPEN [AS alias] | READ [key] place [WHERE ..] [LIMIT ..] | CLOSE.

    operator, values: of a comparison, the values as SQL text. where, limit: as SQL text; empty when there is none.
    """

    action: HandlerAction
    schema: str | None
    name: str
    alias: str | None = None
    key: str | None = None
    place: Place = Place.NEXT
    operator: str = ""
    values: tuple[str, ...] = ()
    where: str = ""
    limit: str = ""

    @property
    def tail(self) -> str:
        """What chooses among the rows besides their place."""
        return self.where or self.limit

"""CREATE and DROP SPATIAL REFERENCE SYSTEM as they were read."""

from __future__ import annotations

from binwriter.formats.records import dataclass
from binwriter.sql.syntax.session import TableSyntax


@dataclass(frozen=True)
class ReferenceSystemSyntax(TableSyntax):
    """verb: CREATE, DROP. attributes: NAME, DEFINITION ... as far as they are given."""

    verb: str
    number: int
    exists: bool
    replaces: bool
    attributes: tuple[tuple[str, str], ...] = ()

    @property
    def called(self) -> str:
        """As errors name the statement."""
        return f"{self.verb}{' OR REPLACE' * self.replaces} SPATIAL REFERENCE SYSTEM"

"""The column that takes a value, and the ways in which it complains."""

from __future__ import annotations

from binwriter.formats.columns.spec import ColumnSpec
from binwriter.formats.records import dataclass
from binwriter.mysql.behaviour import Behaviour
from binwriter.mysql.messages.table import mysql_warning
from binwriter.sql.context import StatementContext


@dataclass(frozen=True, slots=True)
class Target:
    """A column in a running statement. as_error: problems raise MySQLError instead of becoming warnings.

    decimals: fractional digits of the temporal value that comes in, where they are known.
    """

    spec: ColumnSpec
    context: StatementContext
    as_error: bool
    decimals: int | None = None

    def report(self, symbol: str, *arguments: object) -> None:
        """An error or a warning whose text ends in the column's name and the row's number."""
        self.context.error_or_warning(
            symbol, *arguments, self.spec.name, self.context.row_number, as_error=self.as_error
        )

    def note(self, symbol: str, *arguments: object) -> None:
        """A note: strict mode does not turn it into an error."""
        text = (*arguments, self.spec.name, self.context.row_number)
        self.context.diagnostics.append(mysql_warning(symbol, *text, level="Note"))

    @property
    def behaviour(self) -> Behaviour:
        """What the server's version does otherwise."""
        return self.context.variables.behaviour

    @property
    def cuts_fractions(self) -> bool:
        """See the context's."""
        return self.context.cuts_fractions

    def out_of_range(self) -> None:
        self.report("ER_WARN_DATA_OUT_OF_RANGE")

    def truncated(self) -> None:
        self.report("WARN_DATA_TRUNCATED")

    def note_truncated(self) -> None:
        self.note("WARN_DATA_TRUNCATED")

    def incorrect(self, type_name: str, text: str) -> None:
        self.report("ER_TRUNCATED_WRONG_VALUE_FOR_FIELD", type_name, text)

    def too_long(self) -> None:
        """1406 in strict mode, even as a warning; else, and with IGNORE, the value is cut with warning 1265."""
        strict = (self.as_error or self.context.strict) and not self.context.forgives
        symbol = "ER_DATA_TOO_LONG" if strict else "WARN_DATA_TRUNCATED"
        if not self.as_error and symbol in self.behaviour.problems_of_level_error:
            warning = mysql_warning(symbol, self.spec.name, self.context.row_number, level="Error")
            self.context.diagnostics.append(warning)
            return
        self.report(symbol)

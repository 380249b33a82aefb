"""What SAVEPOINT and ROLLBACK TO look like in the log, by era.

Source: old-servers.md section 3, "Savepoints": up to 5.1.39 the client's statement as it was given; from 5.1.54 made by
the server from the name as it stands in that statement, with or without doubling a backquote in it.
"""

from __future__ import annotations

from binwriter.formats.records import dataclass


@dataclass(frozen=True, slots=True)
class SavepointTexts:
    """as_given: the client's text. double_in_savepoint, double_in_rollback: a backquote in the name is doubled."""

    as_given: bool = False
    double_in_savepoint: bool = True
    double_in_rollback: bool = True

    def savepoint(self, name: str, text: str, quote: str = "`") -> bytes:
        """The statement logged for SAVEPOINT; text: the client's. quote: that of names, by sql_mode."""
        return text.encode() if self.as_given else _made("SAVEPOINT", name, quote, double=self.double_in_savepoint)

    def rollback_to(self, name: str, text: str, quote: str = "`") -> bytes:
        """The statement logged for ROLLBACK TO SAVEPOINT; text, quote: see `savepoint`."""
        return text.encode() if self.as_given else _made("ROLLBACK TO", name, quote, double=self.double_in_rollback)


def _made(verb: str, name: str, quote: str, *, double: bool) -> bytes:
    quote = quote if double else "`"  # whatever sql_mode says (captured: names_dropped_statement)
    written = name.replace(quote, quote * 2) if double else name
    return f"{verb} {quote}{written}{quote}".encode()

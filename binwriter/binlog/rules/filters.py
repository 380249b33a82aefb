"""--binlog-do-db and --binlog-ignore-db: which databases are logged.

A statement goes by its default database, a row by its table's, a statement about a database by that one (MySQL manual,
"Evaluation of Database-Level Replication and Binary Logging Options"; scenarios filter_*).
"""

from __future__ import annotations

from binwriter.formats.records import dataclass


@dataclass(frozen=True, slots=True)
class BinlogFilter:
    """do: if any is given, only these. ignore: else all but these. Names as they are written, case and all."""

    do: frozenset[str] = frozenset()
    ignore: frozenset[str] = frozenset()

    def logs(self, database: str) -> bool:
        """database: "" where there is none; that is always logged."""
        if not database:
            return True
        return database in self.do if self.do else database not in self.ignore

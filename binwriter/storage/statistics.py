"""What InnoDB's statistics say of a table: they are kept by ANALYZE TABLE and by an ALTER that reads the rows, and read
again when the table is opened anew.

Source: EXPLAIN and mysql.innodb_table_stats of a 9.7.4 after each kind of statement (captured:
clusters/joins_of_uncounted_rows). What the server counts in the background, some ten seconds later, is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


class Statistics:
    """kept: the rows that were counted last, none of a new table. unknown: how many rows are there that the server does
    not know of (fewer than none: it knows of more); ROLLBACK takes rows back and not what is known of them.
    """

    __slots__ = ("_values", "kept", "unknown")

    def __init__(self) -> None:
        self.kept = self.unknown = 0
        self._values: dict[tuple[int, ...], int] | None = None  # nothing was counted yet

    def rows(self, count: int) -> int:
        """How many rows a server takes a table of so many for."""
        return max(1, count - self.unknown)

    def opened_anew(self, count: int) -> None:
        """What was not kept is forgotten."""
        self.unknown = count - self.kept

    def counted(self, count: int) -> None:
        """Rows and keys are counted; keys once somebody asks for them."""
        self.kept, self.unknown, self._values = count, 0, {}

    def carried(self, count: int) -> Statistics:
        """Those of the same rows under another definition."""
        other = Statistics()
        other.kept, other._values = self.kept, self._values
        other.opened_anew(count)
        return other

    def rows_of_a_value(self, columns: Sequence[int], count: int, values: Callable[[], int]) -> float:
        """How many rows a value of a key's columns is thought to have. values: counts the values that there are."""
        if self._values is None:
            return 1.0
        key = tuple(columns)
        if key not in self._values:
            self._values[key] = max(1, values())
        return max(1.0, self.rows(count) / self._values[key])

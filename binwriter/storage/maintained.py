"""What ANALYZE and OPTIMIZE TABLE would find to do in MyISAM, and what they leave of InnoDB's statistics.

Source: MySQL manual, "OPTIMIZE TABLE Statement", and what a 9.7.4 answered (captured: clusters/tables_maintained).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from binwriter.formats.records import dataclass, replace

_UNSORTED = -1


@dataclass(frozen=True, slots=True)
class Maintained:
    """counted, sorted, checked: the version of the rows at which ANALYZE, OPTIMIZE, CHECK .. CHANGED would have nothing
    to do. upgraded: CHECK .. FOR UPGRADE was asked for. checked_at: when CHECK, OPTIMIZE or REPAIR last looked at
    them, in microseconds; 0 for never."""

    counted: int = 0
    sorted: int = 0
    checked: int = -1
    upgraded: bool = False
    checked_at: int = 0

    def has_nothing_for(self, command: str, version: int, options: Collection[str] = ()) -> bool:
        """Whether the command finds the rows of this version as it would leave them. FAST asks for the end of who had
        the table open, which is always as it should be (captured: clusters/checks_that_have_nothing_to_do)."""
        if command == "check":
            upgraded = self.upgraded and "UPGRADE" in options
            return "FAST" in options or upgraded or ("CHANGED" in options and version == self.checked)
        return version == {"analyze": self.counted, "optimize": self.sorted}.get(command)

    def after(self, command: str, version: int, *, has_keys: bool, options: Collection[str] = ()) -> Maintained:
        """REPAIR leaves the index unsorted until OPTIMIZE; without keys ANALYZE leaves nothing to be sorted."""
        if command == "check" and self.has_nothing_for(command, version, options):
            return self
        if "UPGRADE" in options:
            return replace(self, upgraded=True)
        checked = self.checked if command == "analyze" else version
        if command == "repair":
            return replace(self, counted=version, sorted=_UNSORTED, checked=checked)
        if command == "check" and self.counted == version:
            return replace(self, checked=checked)
        kept = self.sorted if command == "analyze" and (has_keys or self.sorted == _UNSORTED) else version
        return replace(self, counted=version, sorted=kept, checked=checked)


class Statistics:
    """What InnoDB's statistics say of a table: they are kept by ANALYZE TABLE and by an ALTER that reads the rows, and
    read again when the table is opened anew (captured: clusters/joins_of_uncounted_rows). In the background a server
    counts a table's rows some milliseconds behind its first changes: by the time that it is opened anew that is done,
    unless statements follow one another at once (then the order of a join is another; here it is as in the scenarios
    triggers_of_unchanged_rows).

    kept: the rows that were counted last, none of a new table. unknown: how many rows are there that the server does
    not know of (fewer than none: it knows of more); ROLLBACK takes rows back and not what is known of them.
    opened: the definition by which the table was opened last, None of one that is closed.
    """

    __slots__ = ("_values", "kept", "opened", "unknown")

    def __init__(self) -> None:
        self.kept = self.unknown = 0
        self.opened: object = None
        self._values: dict[tuple[int, ...], int] | None = None  # nothing was counted yet

    def rows(self, count: int) -> int:
        """How many rows a server takes a table of so many for."""
        return max(1, count - self.unknown)

    def opened_anew(self, count: int) -> None:
        """What was not kept is forgotten; by then a server has counted in the background."""
        self.kept, self.unknown, self.opened = count, 0, None

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

    @property
    def are_counted(self) -> bool:
        """Whether somebody asked for it."""
        return self._values is not None

    def whole_rows_of_a_value(self, columns: Sequence[int], count: int, values: Callable[[], int]) -> float:
        """The same as a whole number, as MyISAM keeps it; it is counted once (as a 9.7.4 answers)."""
        if self._values is None:
            return 1.0
        key = tuple(columns)
        if key not in self._values:
            counted = max(1, values())
            self._values[key] = max(1, (count + counted // 2) // counted)
        return float(self._values[key])

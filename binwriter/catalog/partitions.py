"""Partitions of a table: which row goes where.

Source: MySQL manual, "Partitioning"; the number of a row's partition stands in rows events of a 9.7.4 (captured:
tests/golden/scenarios/partitions_*.scn).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any

from binwriter.formats.records import dataclass


@dataclass(frozen=True)
class Partitioning:
    """names: of the partitions. subpartitions: the names of each one's, empty without them. text: the clause as SHOW
    CREATE TABLE writes it. locate: a row's partition (with subpartitions, counted through), MySQLError
    ER_NO_PARTITION_FOR_GIVEN_VALUE where no partition takes it. syntax: what it was made from.
    """

    kind: str
    names: tuple[str, ...]
    subpartitions: tuple[tuple[str, ...], ...] = ()
    text: str = ""
    syntax: Any = None
    columns: frozenset[int] = frozenset()
    locate: Callable[[Sequence[Any]], int] | None = field(default=None, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        """For pickle, and copies: what `locate` has compiled stays behind."""
        return {**self.__dict__, "locate": None, "syntax": None}

    @property
    def per_partition(self) -> int:
        """How many parts rows are stored in for each partition: 1, or the number of its subpartitions."""
        return len(self.subpartitions[0]) if self.subpartitions else 1

    def of(self, row: Sequence[Any]) -> int:
        """The row's place; 0 where nobody can tell."""
        return 0 if self.locate is None else self.locate(row)

    def numbers(self, name: str) -> frozenset[int] | None:
        """What PARTITION (name) names: a partition's places, or one subpartition's; None if there is no such name."""
        lowered = name.lower()
        for index, known in enumerate(self.names):
            if known.lower() == lowered:
                start = index * self.per_partition
                return frozenset(range(start, start + self.per_partition))
        for index, names in enumerate(self.subpartitions):
            for number, known in enumerate(names):
                if known.lower() == lowered:
                    return frozenset({index * self.per_partition + number})
        return None
